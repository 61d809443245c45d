"""The stream that tells a phone that its table moved: nothing but a number, so no secret travels on it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from flask import Blueprint, Response, current_app, request

from companion.engine.numbers import whole
from companion.tables import NoTable, StoreError, Tables
from companion.web import errors
from companion.web.room import no_table, tables

blueprint = Blueprint("live", __name__)
HEARTBEAT = 15.0
"""Seconds between signs of life; by them dead phones are noticed too."""
RETRY = 1000
"""Milliseconds after which a phone that lost the stream asks again."""


class Listeners:
    """How many phones listen, and how many may: each holds a thread of the server."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.now = 0
        self._lock = threading.Lock()

    def sit(self) -> bool:
        """Take a place, if there is one."""
        with self._lock:
            if self.now >= self.most:
                return False
            self.now += 1
            return True

    def leave(self) -> None:
        """Give it back."""
        with self._lock:
            self.now -= 1


def listeners() -> Listeners:
    """The listeners of this house."""
    most = current_app.config["MAX_LISTENERS"]
    found: Listeners = current_app.extensions.setdefault("listeners", Listeners(most))
    return found


@blueprint.get("/t/<code>/events")
def events(code: str) -> Response:
    """`moved` with the number of the table's last change whenever it grows, and at once when it is above the
    one that the phone saw last, on this stream or on the page that opened it (`since`); 503 when full."""
    try:
        change = tables().change(code)
    except NoTable:
        no_table()
    here = listeners()
    if not here.sit():
        full = errors.answer(503)
        full.headers["Retry-After"] = "20"
        return full
    last = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    seen = whole(last, 15) or 0
    response = Response(_Stream(tables(), code, change, seen, here), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    if current_app.config["PROXY"] < 0:
        response.headers["Content-Encoding"] = "none"  # Fly's proxy holds back what it compresses
    return response


class _Stream:
    """The body of one stream. A class, since a generator that was never begun is never finished either, and
    would keep its place for ever."""

    def __init__(self, house: Tables, code: str, change: int, seen: int, here: Listeners) -> None:
        self._here = here
        self._gone = False
        self._parts = _parts(house, code, change, seen)

    def __iter__(self) -> Iterator[bytes]:
        return self._parts

    def close(self) -> None:
        """The phone went, or the table did."""
        if not self._gone:
            self._gone = True
            self._here.leave()


def _parts(house: Tables, code: str, change: int, seen: int) -> Iterator[bytes]:
    yield f"retry: {RETRY}\n\n".encode()
    if change > seen:
        yield _moved(change)
    while True:
        began = time.monotonic()
        try:
            latest = house.wait(code, change, HEARTBEAT)
        except (NoTable, StoreError):
            return  # the phone asks again, and hears what is the matter
        if latest > change:
            change = latest
            yield _moved(change)
        elif time.monotonic() - began < HEARTBEAT / 2:
            return  # woken early for nothing: the house closes
        else:
            yield b": here\n\n"


def _moved(change: int) -> bytes:
    return f"event: moved\nid: {change}\ndata: {change}\n\n".encode()
