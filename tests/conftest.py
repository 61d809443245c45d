"""What every test may ask for: the application over an empty data folder, and a phone to reach it."""

from __future__ import annotations

import os

os.environ["COMPANION_STRICT"] = "1"  # before companion is imported: a missing word fails its test

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache

from companion import create_app
from tests.postgres import Cluster, cluster


@pytest.fixture(scope="session", autouse=True)
def _templates_compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nearly every test makes an application, and each of them would compile the templates it shows."""
    usual = Flask.jinja_options
    Flask.jinja_options = {
        **usual,
        "bytecode_cache": FileSystemBytecodeCache(tmp_path_factory.mktemp("jinja")),
    }
    yield
    Flask.jinja_options = usual


_schemas = (f"t{n}" for n in itertools.count())


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings of whoever runs the tests are not those of the tests."""
    for name in [name for name in os.environ if name.startswith("COMPANION_") and name != "COMPANION_CASES"]:
        if name != "COMPANION_STRICT":
            monkeypatch.delenv(name)
    monkeypatch.delenv("DATABASE_URL", raising=False)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Cluster]:
    """A PostgreSQL server of our own. Where tests decide about a change its absence fails them, elsewhere it
    skips them."""
    try:
        with cluster() as found:
            yield found
    except LookupError as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))


@pytest.fixture
def postgres(request: pytest.FixtureRequest) -> str:
    """The address of an empty PostgreSQL database."""
    server: Cluster = request.getfixturevalue("postgres_server")
    return server.in_schema(next(_schemas))


@pytest.fixture
def other_postgres(request: pytest.FixtureRequest) -> str:
    """The address of another one."""
    server: Cluster = request.getfixturevalue("postgres_server")
    return server.in_schema(next(_schemas))


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where a store can lie, in either database, with nothing there yet."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres"))
    return tmp_path / "mori.sqlite3"


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Chromium as the system has it, for pytest-playwright's `browser`. Where tests decide about a change its
    absence fails them, elsewhere it skips them."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is not installed, and without it nobody has seen the screens")
        pytest.skip("Chromium is not installed")
    quiet = ("quic", "gpu", "sync", "background-networking", "component-update")
    return {
        "executable_path": found,
        "args": ["--no-sandbox", "--no-first-run", *(f"--disable-{what}" for what in quiet)],
    }


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """The application with its tables under a folder of this test. Forms need no token here."""
    yield create_app(tmp_path / "data", TESTING=True, WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A phone that reads English."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client
