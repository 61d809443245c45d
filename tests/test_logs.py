"""What the house says about itself: lines without secrets, and counts behind a setting."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from companion import create_app
from companion.settings import SettingError
from companion.tables import Tables
from tests.serving import serving


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    root, companion = logging.getLogger(), logging.getLogger("companion")
    before = (root.handlers[:], root.level, companion.level)
    yield
    root.handlers[:], root.level = before[:2]
    companion.setLevel(before[2])
    root.setLevel(before[1])


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def app_with(folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: str) -> Flask:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    return create_app(folder, TESTING=False, WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False)


def test_a_request_is_one_line_without_anything_that_opens_or_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    app = app_with(tmp_path, monkeypatch, COMPANION_LOG="json", COMPANION_METRICS="m" * 16)
    tables: Tables = app.extensions["tables"]
    table = tables.create("spirits", [("Annabel", "red"), ("小森", "blue")], {}, "phone")
    tables.free(table.code, 0, "phone")
    client = app.test_client()
    client.get(f"/t/{table.code}?secret=geheim", headers={"Authorization": "Bearer geheim"})
    client.post(f"/t/{table.code}/claim", data={"seat": "0"})
    client.get(f"/t/{table.code}/people", headers={"HX-Request": "true"})
    client.post(f"/t/{table.code}/rename", data={"seat": "0", "name": "Bartholomew"})
    client.post(f"/t/{table.code}/move", data={"seat": "0", "move": "do=geheim", "nonce": "geheim"})
    client.post("/join", data={"code": table.short})
    client.get("/t/0000000000000")
    client.get("/geheim/geheim\n")
    client.get("/healthz")
    text = capsys.readouterr().err
    phone = client.get_cookie("mori")
    assert phone is not None
    for secret in (
        "geheim",
        table.code,
        table.code[:8],
        table.short,
        "Annabel",
        "小森",
        "Bartholomew",
        phone.value,
    ):
        assert secret not in text and json.dumps(secret)[1:-1] not in text
    found = lines(text)
    assert [line["route"] for line in found if "route" in line] == [
        *("/t/<code>", "/t/<code>/claim", "/t/<code>/people", "/t/<code>/rename", "/t/<code>/move"),
        *("/join", "/t/<code>", "none"),
    ], "one line each, and none for a house that is well"
    assert len({line["table"] for line in found[:5]}) == 1, "a table can be followed"
    assert found[5].get("table") is None and found[6]["table"] != found[0]["table"]
    assert found[2]["part"] and "part" not in found[0]
    assert all(0 <= line["ms"] < 60_000 and line["at"].endswith("Z") for line in found)
    assert [line["status"] for line in found[-2:]] == [404, 404]


def test_a_trouble_is_a_line_that_says_where_but_not_what_was_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    app = app_with(tmp_path, monkeypatch, COMPANION_LOG="json")

    @app.get("/try/break")
    def broken() -> str:
        raise ValueError("a phone sent geheim")

    assert app.test_client().get("/try/break").status_code == 500
    text = capsys.readouterr().err
    trouble, request = lines(text)
    assert trouble["error"] == "ValueError" and trouble["level"] == "error"
    assert any("broken" in place for place in trouble["where"])
    assert request["status"] == 500 and "geheim" not in text


def test_nothing_is_said_when_nobody_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    client = app_with(tmp_path, monkeypatch).test_client()
    assert client.get("/").status_code == 200
    assert capsys.readouterr().err == ""
    assert client.get("/metrics").status_code == 404


def counts(text: str) -> dict[tuple[str, ...], float]:
    """(name, label values...) -> value, as a Prometheus server reads it."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_what_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_with(tmp_path, monkeypatch, COMPANION_METRICS="open")
    tables: Tables = app.extensions["tables"]
    table = tables.create("spirits", [("Ann", "red"), ("Bo", "blue")], {}, "phone")
    client = app.test_client()
    for _ in range(3):
        client.get(f"/t/{table.code}")
    client.get(f"/t/{table.code}x")
    move = table.game.legal(table.state, 0)[0]
    for _ in range(2):
        tables.play(table.code, 0, move, revision=0, nonce="n")
    stream = client.get(f"/t/{table.code}/events")
    found = counts(client.get("/metrics").text)
    assert found["mori_requests_total", "/t/<code>", "200"] == 3
    assert found["mori_requests_total", "/t/<code>", "404"] == 1
    assert found["mori_request_seconds_count", "/t/<code>"] == 4
    assert found["mori_moves_total", "recorded"] == found["mori_moves_total", "repeated"] == 1
    assert found["mori_listeners",] == 1 and found["mori_listeners_most",] == 100
    stream.close()
    page = client.get("/metrics")
    assert counts(page.text)["mori_listeners",] == 0
    assert page.headers["Cache-Control"] == "no-store"
    assert table.code not in page.text and "Ann" not in page.text


def test_a_token_opens_the_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = app_with(tmp_path, monkeypatch, COMPANION_METRICS="t" * 20).test_client()
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 404
    assert client.get("/metrics", headers={"Authorization": f"Bearer {'t' * 20}"}).status_code == 200


@pytest.mark.parametrize("name", ["COMPANION_METRICS", "COMPANION_LOG"])
def test_a_setting_that_cannot_be_used_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with pytest.raises(SettingError, match=name):
        app_with(tmp_path, monkeypatch, **{name: "yes"})


@pytest.mark.parametrize("server", ["gunicorn", "waitress"])
def test_everything_the_server_says_after_its_start_is_json(tmp_path: Path, server: str) -> None:
    with serving(tmp_path / "log", "--server", server, COMPANION_LOG="json") as running:
        assert running.get("/")[0] == 200
        assert running.get("/nowhere")[0] == 404
        assert running.stop() == 0
    after = (tmp_path / "log").read_text("utf-8").split("Stop with Ctrl+C.\n")[1].splitlines()
    said = [json.loads(line) for line in after]  # a busy machine may add a line about waiting requests
    assert [line["route"] for line in said if "route" in line] == ["/", "none"]
