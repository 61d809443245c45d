"""A sheet that several phones fill at once."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web.scores_sheet import pack
from tests.web.test_scores import faults, totals, values


@pytest.fixture
def sheet(client: FlaskClient) -> str:
    """The address of a shared sheet."""
    response = client.post("/score/spirits/share", data={"s": pack({"seats": "ab", "a.moss": "1"})})
    assert response.status_code == 303
    return urlsplit(response.location).path


def rest(html: str) -> str:
    found = re.search(r'name="rest" id="rest" value="([^"]*)"', html)
    assert found
    return found[1]


def test_several_phones_fill_one_sheet(app: Flask, client: FlaskClient, sheet: str) -> None:
    ann, bo = client, app.test_client()
    seen_by_ann, seen_by_bo = (rest(phone.get(sheet).get_data(as_text=True)) for phone in (ann, bo))
    ann.post(sheet, data={"rest": seen_by_ann, "a.moss": "2", "b.moss": ""})
    html = bo.post(sheet, data={"rest": seen_by_bo, "a.moss": "1", "b.moss": "3"}).get_data(as_text=True)
    assert (values(html)["a.moss"], values(html)["b.moss"]) == ("2", "3"), "Bo never touched Ann's field"
    assert totals(html) == [-30, -33]
    html = ann.post(sheet, data={"rest": seen_by_ann, "a.moss": "4"}).get_data(as_text=True)
    assert faults(html), "4 + 3 are more than the box holds; it is said, and kept as typed"
    assert values(html)["a.moss"] == "4"


def test_what_another_phone_sees_when_it_looks(app: Flask, client: FlaskClient, sheet: str) -> None:
    live = {"HX-Request": "true"}
    first = client.get(sheet, headers=live)
    assert client.get(sheet, headers={**live, "HX-PTag": first.headers["HX-PTag"]}).status_code == 304
    app.test_client().post(sheet, data={"b.dew": "2"})
    again = client.get(sheet, headers={**live, "HX-PTag": first.headers["HX-PTag"]})
    assert again.status_code == 200 and values(again.get_data(as_text=True))["b.dew"] == "2"


def test_a_button_changes_the_sheet_for_everybody(app: Flask, client: FlaskClient, sheet: str) -> None:
    client.post(sheet, data={"do": "add"})
    assert "c.moss" in values(app.test_client().get(sheet).get_data(as_text=True))
    client.post(sheet, data={"do": "drop.a"})
    html = app.test_client().get(sheet).get_data(as_text=True)
    assert "a.moss" not in values(html) and "c.moss" in values(html)


def test_comparing_is_each_phones_own(app: Flask, client: FlaskClient, sheet: str) -> None:
    html = client.post(sheet, data={"do": "pin"}).get_data(as_text=True)
    assert "Back to what was kept" in html
    assert "Back to what was kept" not in app.test_client().get(sheet).get_data(as_text=True)


def test_the_stream_tells_of_a_change(app: Flask, client: FlaskClient, sheet: str) -> None:
    response = client.get(f"{sheet}/events")
    stream = iter(response.response)
    text = "".join(part.decode() for part in (next(stream), next(stream)))
    assert response.mimetype == "text/event-stream" and "event: moved" in text
    app.test_client().post(sheet, data={"b.dew": "2"})
    assert "event: moved" in next(stream).decode()
    response.close()
    app.extensions["scorebook"].watcher.close()


def test_there_is_no_such_sheet(client: FlaskClient) -> None:
    for path in ("/score/s/0000000000000", "/score/s/!!", "/score/s/0000000000000/events"):
        response = client.get(path)
        assert response.status_code == 404 and "no score sheet" in response.get_data(as_text=True)


def test_a_sheet_takes_only_its_own_fields(client: FlaskClient, sheet: str) -> None:
    html = client.post(sheet, data={"evil": "1", "z.moss": "1", "a.moss": "x" * 900}).get_data(as_text=True)
    assert len(values(html)["a.moss"]) == 400
    assert client.post(sheet, data={"rest": "broken", "a.moss": "2"}).status_code == 200


def test_the_page_names_its_way_in(client: FlaskClient, sheet: str) -> None:
    html = client.get(f"{sheet}?new=1").get_data(as_text=True)
    assert f"http://localhost{sheet}" in html and '<details class="more" id="join" open>' in html
