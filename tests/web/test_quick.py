"""The look of a phone whether anything happened, answered in front of the house: never for another screen."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask, session
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.tables import Table, Tables
from companion.web.headers import SECURITY

LOOK = {"HX-Request": "true", "HX-Source": "section#table", "Accept-Language": "en"}


@pytest.fixture
def house(app: Flask) -> Tables:
    found: Tables = app.extensions["tables"]
    return found


@pytest.fixture
def table(house: Tables) -> Table:
    return house.create("spirits", [("Ann", "red"), ("Bo", "blue")], {}, "ann")


def look(client: FlaskClient, path: str, mark: str, **more: str) -> TestResponse:
    headers = {**LOOK, "HX-PTag": mark, **{name.replace("_", "-"): value for name, value in more.items()}}
    return client.get(path, headers=headers)


@pytest.fixture
def mark(client: FlaskClient, table: Table) -> str:
    client.get(f"/t/{table.code}", headers=LOOK)  # brings the cookies
    return str(client.get(f"/t/{table.code}", headers=LOOK).headers["HX-PTag"])


def test_nothing_happened(
    client: FlaskClient, table: Table, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tables, "get", lambda *_: pytest.fail("nothing need be replayed"))
    answer = look(client, f"/t/{table.code}", mark)
    assert (answer.status_code, answer.data) == (304, b"")
    assert dict(answer.headers).items() >= SECURITY.items()
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_whatever_can_alter_a_screen_makes_it_another(
    client: FlaskClient, app: Flask, house: Tables, table: Table, mark: str
) -> None:
    path = f"/t/{table.code}"
    assert look(client, path, mark, Accept_Language="zh-TW").status_code == 200
    assert look(client, path + "?seat=1", mark).status_code == 200
    assert look(client, path + "?watch=1", mark).status_code == 200
    client.set_cookie("size", "xl")
    assert look(client, path, mark).status_code == 200, "larger letters"
    client.delete_cookie("size")
    assert look(client, path, mark).status_code == 304
    assert look(app.test_client(), path, mark, Cookie="mori=other").status_code == 200, "another phone"
    other = house.create("spirits", [("Ann", "red"), ("Bo", "blue")], {}, "ann")
    assert look(client, f"/t/{other.code}", mark).status_code == 200
    change = mark.partition(".")[0]
    house.rename(table.code, 0, "Anna", "ann")
    assert look(client, path, mark).status_code == 200, "something happened"
    assert look(client, path, mark.replace(change, str(house.change(table.code)))).status_code == 200
    for forged in ("", ".", change, f"{change}.", "9" * 5000, "-1.x", "²." + mark.partition(".")[2]):
        assert look(client, path, forged).status_code == 200


def test_only_a_look_is_answered_so(client: FlaskClient, table: Table, mark: str) -> None:
    path = f"/t/{table.code}"
    assert look(client, path, mark, HX_Source="a").status_code == 200
    sent = client.post(
        f"{path}/undo", data={"revision": "0", "nonce": "n"}, headers={**LOOK, "HX-PTag": mark}
    )
    assert sent.status_code in (403, 422)
    assert look(client, path + "x", mark).status_code == 404
    assert look(client, f"{path}/people", mark).status_code == 200


def test_a_cookie_read_before_is_nobody_elses(app: Flask) -> None:
    @app.get("/try/list")
    def mine() -> Any:
        session.setdefault("list", []).append("x")
        return {"list": list(session["list"])}

    client = app.test_client()
    with client.session_transaction() as kept:
        kept["list"] = ["a"]
    first = client.get("/try/list").json
    cookie = client.get_cookie("mori")
    assert cookie is not None and first == {"list": ["a", "x"]}
    other = app.test_client(use_cookies=False)
    for _ in range(2):
        assert other.get("/try/list", headers={"Cookie": f"mori={cookie.value}"}).json == {"list": ["a", "x"]}
