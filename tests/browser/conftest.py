"""The house on a free port, and phones: each a browser context of its own, as small as a phone is."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser
from werkzeug.serving import WSGIRequestHandler, make_server

from companion import create_app
from tests.browser.phone import PHONE, Phone
from tests.web.screens import House, Screen


@pytest.fixture
def house(tmp_path: Path) -> Flask:
    """The application as a phone meets it: forms need their token, an error is an error page."""
    return create_app(tmp_path / "data", RATELIMIT_ENABLED=False)


class _Silent(WSGIRequestHandler):
    """Thousands of lines about requests would hide what a failed test has to say."""

    def log_request(self, *_: object) -> None:
        pass


@contextmanager
def serve(house: Flask) -> Iterator[str]:
    """The address of the house, as long as the block lasts."""
    server = make_server("127.0.0.1", 0, house, threaded=True, request_handler=_Silent)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        house.extensions["tables"].watcher.close()
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def address(house: Flask) -> Iterator[str]:
    """Where the house stands."""
    with serve(house) as found:
        yield found


@pytest.fixture(scope="session")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """A house for screens that are looked at one by one."""
    return create_app(tmp_path_factory.mktemp("data"), WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False)


@pytest.fixture(scope="session")
def screens(open_house: Flask) -> list[Screen]:
    """Every screen of it."""
    return list(House(open_house).screens())


@pytest.fixture(scope="session")
def at(open_house: Flask) -> Iterator[str]:
    """Where it stands."""
    with serve(open_house) as address:
        yield address


@pytest.fixture
def phones(browser: Browser, address: str) -> Iterator[Callable[..., Phone]]:
    """Another phone: `phones("zh-Hant", dark=True, scripted=False, width=320)`. A complaint of a page in its
    console fails the test."""
    met: list[Phone] = []

    def phone(
        lang: str = "en", *, dark: bool = False, scripted: bool = True, width: int = 360, **more: Any
    ) -> Phone:
        settings = {**PHONE, "base_url": address, "viewport": {"width": width, "height": 740}, **more}
        context = browser.new_context(
            locale=lang,
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripted,
            **settings,
        )
        context.set_default_timeout(60_000)
        met.append(Phone(context, lang))
        return met[-1]

    yield phone
    for each in met:
        each.context.close()
    assert [line for each in met for line in each.complaints] == []
