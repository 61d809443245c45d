"""Every error as one page, fragment or JSON answer in the reader's language; never a traceback."""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError

from companion import facts
from companion.engine.scores import SheetError
from companion.tables import NoTable, StoreError, TableError
from companion.web.words import lang, t

_LOG = logging.getLogger(__name__)

_AS = {414: 413, 415: 400, 431: 413}
"""Statuses that say to a person the same as another."""


def install(app: Flask) -> None:
    """The same answer for every way a request can fail."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(SecurityError, _strange_host)
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(SheetError, _sheet)
    app.register_error_handler(TableError, _table)
    app.register_error_handler(NoTable, _no_table)
    app.register_error_handler(StoreError, _store)


def answer(status: int, name: str = "", sentence: str = "", table: bool = False) -> Response:
    """The error page. `name` chooses its words, `app.error.<name>`, by default those of the status;
    `sentence` stands in their place where more is known. `table`: whether the address is one of a table
    that there is to go back to.

    htmx gets the part of the page alone, a client that prefers JSON `{"error", "message"}`.
    """
    message = f"{status}"
    try:
        name = name or _name(status)
        message = sentence or t(f"app.error.{name}")
        if wants_json():
            response = jsonify(error=name, message=message)
        else:
            part = request.headers.get("HX-Request") == "true"
            template = "_error.html" if part else "error.html"
            response = make_response(render_template(template, message=message, table=table))
    except Exception:  # the page that says what broke must not itself be what breaks
        _LOG.exception("the error page for %s cannot be made", status)
        response = make_response(f"Mori 森 · {message}\n", {"Content-Type": "text/plain; charset=utf-8"})
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


def _name(status: int) -> str:
    name = str(_AS.get(status, status))
    if facts.words("en").has(f"app.error.{name}"):
        return name
    return "400" if status < 500 else "500"


def wants_json() -> bool:
    """Whether the client would rather read JSON than a page."""
    best = request.accept_mimetypes.best_match(("text/html", "application/json"), "text/html")
    return best == "application/json"


def _http(error: HTTPException) -> Any:
    status = error.code or 500
    if status < 400 or error.response is not None:
        return error
    response = answer(status)
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response


def _strange_host(_: SecurityError) -> Response:
    # A page has links, and there is no name here to link to.
    response = make_response(f"Mori 森 · {t('app.error.host')}\n", 400)
    response.mimetype = "text/plain"
    return response


def _expired(_: CSRFError) -> Response:
    return answer(400, "csrf")


def _sheet(error: SheetError) -> Response:
    known = facts.words(lang())
    for domain in (*(request.view_args or {}).values(), "app"):
        if known.has(key := f"{domain}.sheet.{error.reason}"):
            return answer(422, sentence=t(key, **error.values), table=True)
    return answer(422, table=True)


def _table(error: TableError) -> Response:
    key = f"app.refused.{error.reason}"
    said = t(key, **error.values) if facts.words("en").has(key) else ""
    return answer(422, sentence=said, table=True)


def _no_table(_: NoTable) -> Response:
    return answer(404)


def _store(error: StoreError) -> Response:
    _LOG.error("%s", error)
    response = answer(503, f"store.{error.kind}")
    response.headers["Retry-After"] = "5"
    return response
