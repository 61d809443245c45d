"""The stream: a number when the table moved, room for so many phones, and nothing else on it."""

from __future__ import annotations

import html
import re
import threading
import time
from collections.abc import Iterator

import pytest
from flask import Flask
from werkzeug.test import TestResponse

import companion.web.live as live
from companion.tables import Tables
from tests.web.pages import Phone
from tests.web.test_lobby import open_table


@pytest.fixture
def url(app: Flask) -> str:
    return open_table(Phone(app.test_client()), phones="one")


def listen(app: Flask, url: str, **headers: str) -> tuple[TestResponse, Iterator[bytes]]:
    answer = app.test_client().get(url + "/events", headers=headers, buffered=False)
    return answer, iter(answer.response)


def test_it_says_at_once_where_the_table_is(app: Flask, url: str) -> None:
    answer, parts = listen(app, url)
    assert answer.mimetype == "text/event-stream" and answer.headers["Cache-Control"] == "no-store"
    assert next(parts).startswith(b"retry: ")
    tables: Tables = app.extensions["tables"]
    change = tables.change(url.rsplit("/", 1)[-1])
    assert next(parts) == f"event: moved\nid: {change}\ndata: {change}\n\n".encode()
    answer.close()


def test_a_phone_that_knows_it_waits_for_the_next_move(
    app: Flask, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 20.0)
    tables: Tables = app.extensions["tables"]
    code = url.rsplit("/", 1)[-1]
    known = tables.change(code)
    answer, parts = listen(app, url, **{"Last-Event-ID": str(known)})
    next(parts)

    def move() -> None:
        time.sleep(0.1)
        tables.play(code, 0, {"do": "take", "at": "0,0", "face": "webs2"}, revision=0, nonce="n", by=0)

    began = time.monotonic()
    threading.Thread(target=move).start()
    part = next(parts)
    assert part.startswith(b"event: moved\n") and f"id: {known}\n".encode() not in part
    assert time.monotonic() - began < 5
    assert b"webs" not in part and b"take" not in part
    answer.close()


def test_it_gives_signs_of_life(app: Flask, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.05)
    answer, parts = listen(app, url)
    assert [next(parts) for _ in range(4)][2:] == [b": here\n\n"] * 2
    answer.close()


def test_it_ends_when_the_house_closes(app: Flask, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, parts = listen(app, url)
    next(parts), next(parts)
    threading.Timer(0.2, app.extensions["tables"].watcher.close).start()
    assert list(parts) == []
    answer.close()


def test_places_are_counted_and_given_back(app: Flask, url: str) -> None:
    app.config["MAX_LISTENERS"] = 2
    first, parts = listen(app, url)
    next(parts)
    second, _ = listen(app, url)
    full = app.test_client().get(url + "/events")
    assert full.status_code == 503 and full.headers["Retry-After"]
    second.close()  # before anything was read of it
    third, more = listen(app, url)
    assert third.status_code == 200
    next(more)
    first.close()
    third.close()
    assert app.extensions["listeners"].now == 0


def test_a_page_just_loaded_is_not_told_what_it_shows(
    app: Flask, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stream's address names the change the page shows, so that no phone fetches its screen twice."""
    monkeypatch.setattr(live, "HEARTBEAT", 0.2)
    page = app.test_client().get(url).get_data(as_text=True)
    found = re.search(r'hx-sse:connect="([^"]+)"', page)
    assert found
    for address, first in ((found[1], b": here"), (url + "/events?since=0", b"event: moved")):
        answer = app.test_client().get(html.unescape(address), buffered=False)
        parts = iter(answer.response)
        assert next(parts).startswith(b"retry: ") and next(parts).startswith(first)
        answer.close()


def test_an_unknown_table_has_no_stream(app: Flask) -> None:
    assert app.test_client().get("/t/0000000000000/events").status_code == 404


@pytest.mark.parametrize("last", ["x", "-1", "9" * 40, "1e3", "²"])
def test_any_last_event_id_is_taken(app: Flask, url: str, last: str) -> None:
    answer = app.test_client().get(
        url + "/events", headers={"Last-Event-ID": last.encode("utf-8").decode("latin-1")}, buffered=False
    )
    assert answer.status_code == 200
    answer.close()
