"""The look of a phone whether anything happened at its table, answered before a request is made of it.

A thousand phones look three times a minute, and nearly always nothing happened. A screen bears a tag
(`tag_of`) of the table's last change and of all that a request brings that can alter the screen; the same tag
with the same change is the same screen, and whoever asks learns nothing but that.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from flask import Flask

import companion
from companion.tables import NoTable, StoreError, Tables
from companion.web.headers import SECURITY

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

FRAME = "section#table"
"""How htmx names the part of the page that fetches itself again."""
_START = "/t/"
_HEADERS = [*SECURITY.items(), ("Cache-Control", "private, no-store"), ("Vary", "Cookie, Accept-Language")]

Told = Callable[[str, str, int, float, str], None]
"""Told (method, route, status, seconds, code) of each answer given here."""


def tag_of(change: int, environ: WSGIEnvironment, here: str) -> str:
    """The tag of the screen at the address `here`, for the phone and language of that request."""
    brought = [environ.get(name) for name in ("HTTP_COOKIE", "HTTP_ACCEPT_LANGUAGE", "HTTP_HOST")]
    parts = repr((companion.__version__, change, here, *brought))
    return f"{change}.{hashlib.sha256(parts.encode()).hexdigest()[:20]}"


def install(app: Flask, told: Told) -> None:
    """Answer what can be answered here."""
    app.wsgi_app = Quick(app.wsgi_app, app.extensions["tables"], told)  # type: ignore[method-assign]


class Quick:
    """The application with this in front of it."""

    def __init__(self, app: WSGIApplication, tables: Tables, told: Told) -> None:
        self._app = app
        self._tables = tables
        self._told = told

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        seen = environ.get("HTTP_HX_PTAG")
        if not seen or environ.get("HTTP_HX_SOURCE") != FRAME or not path.startswith(_START):
            return self._app(environ, start_response)
        began = time.perf_counter()
        code = path[len(_START) :]
        query = environ.get("QUERY_STRING", "")
        change = seen.partition(".")[0]
        # Whatever is not the plain look at a table that stands as it stood is for the house itself.
        plain = environ["REQUEST_METHOD"] == "GET" and code.isalnum() and code.isascii() and len(change) < 16
        if not (plain and change.isascii() and change.isdigit()):
            return self._app(environ, start_response)
        if seen != tag_of(int(change), environ, f"{path}?{query}".rstrip("?")):
            return self._app(environ, start_response)
        try:
            stands = self._tables.change(code) == int(change)
        except (NoTable, StoreError):
            stands = False
        if not stands:
            return self._app(environ, start_response)
        start_response("304 NOT MODIFIED", [*_HEADERS, ("HX-PTag", seen)])
        self._told("GET", "/t/<code>", 304, time.perf_counter() - began, code)
        return ()
