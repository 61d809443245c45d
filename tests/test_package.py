"""The wheel: built from the sdist, installed where there is no checkout, and serving from there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import __version__
from tests.serving import ROOT, serving


def uv(*args: str | Path, cwd: Path) -> None:
    found = os.environ.get("UV") or shutil.which("uv") or str(ROOT / ".tools" / "bin" / "uv")
    done = subprocess.run([found, *map(str, args)], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built by way of the sdist, as it would be published, so that what git ignores shows as missing."""
    out = tmp_path_factory.mktemp("dist")
    uv("build", "--quiet", "--out-dir", out, cwd=ROOT)
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the programs of an environment that holds the wheel and what it needs, nothing else."""
    folder = tmp_path_factory.mktemp("elsewhere")
    uv("venv", "--quiet", "--python", sys.executable, folder / "env", cwd=folder)
    python = folder / "env" / "bin" / "python"
    pins = folder / "pins.txt"
    export = ("--frozen", "--no-dev", "--no-emit-project", "--no-hashes", "--quiet")
    uv("export", *export, "--project", ROOT, "-o", pins, cwd=folder)
    uv("pip", "install", "--quiet", "--python", python, "--constraint", pins, wheel, cwd=folder)
    yield python.parent


def test_the_wheel_holds_everything_that_is_not_code(wheel: Path) -> None:
    inside = {name.removeprefix("companion/_data/") for name in zipfile.ZipFile(wheel).namelist()}
    here = {
        str(path.relative_to(ROOT))
        for folder in ("templates", "static", "rules_db")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix not in (".br", ".gz")
    }
    assert {"templates/base.html", "static/app.css", "rules_db/app/words/zh-Hant.po"} <= here
    assert here <= inside
    assert "companion/web/lobby.py" in inside
    assert not [name for name in inside if name.startswith(("tests", "companion/_data/tests"))]


def test_the_wheel_serves_from_elsewhere(installed: Path, tmp_path: Path) -> None:
    program = installed / "companion"
    help_ = subprocess.run([program, "--help"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "serve" in help_.stdout
    where = "import companion; print(companion.__file__)"
    asked = [installed / "python", "-c", where]
    found = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert found.startswith(str(installed.parent))

    subprocess.run([program, "check"], cwd=tmp_path, capture_output=True, check=True)
    with serving(tmp_path / "log", command=(program,)) as running:
        assert running.get("/healthz")[0] == 200
        status, _, body = running.get("/", Accept_Language="zh-CN")
        assert status == 200
        assert '<html lang="zh-Hans"' in body.decode()
        assert (
            running.get("/static/vendor/htmx-4.0.1.min.js")[2]
            == (ROOT / "static" / "vendor" / "htmx-4.0.1.min.js").read_bytes()
        )
        assert running.stop() == 0


def test_there_is_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == __version__


def test_the_small_machine_asks_where_the_server_answers() -> None:
    fly = tomllib.loads((ROOT / "fly.toml").read_text("utf-8"))
    docker = (ROOT / "Dockerfile").read_text("utf-8")
    service = fly["http_service"]
    assert f'"--port", "{service["internal_port"]}"' in docker
    assert f"EXPOSE {service['internal_port']}" in docker
    assert [check["path"] for check in service["checks"]] == ["/healthz"]
    assert fly["mounts"][0]["destination"] == fly["env"]["COMPANION_DATA_DIR"]
    assert f"VOLUME {fly['mounts'][0]['destination']}" in docker
    for line in docker.splitlines():
        if line.startswith("COPY"):
            assert all((ROOT / source).exists() for source in line.split()[1:-1]), line


@pytest.mark.parametrize("script", ["run", "test", ".ci/run", "scripts/setup.sh", "scripts/entrypoint.sh"])
def test_the_scripts_read_as_what_they_are(script: str) -> None:
    path = ROOT / script
    shell = "sh" if script.endswith("entrypoint.sh") else "bash"
    subprocess.run([shell, "-n", path], check=True)
    if not script.endswith(".sh"):
        assert os.access(path, os.X_OK)
