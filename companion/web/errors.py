"""Every error as one page, fragment or JSON answer in the reader's language; never a traceback."""

from __future__ import annotations

import logging
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError

from companion import facts
from companion.engine.scores import SheetError
from companion.web.words import lang, t

_LOG = logging.getLogger(__name__)

NAMES = {
    400: "unreadable",
    403: "forbidden",
    404: "not_found",
    405: "wrong_method",
    409: "moved_on",
    410: "gone",
    413: "too_large",
    414: "too_large",
    415: "unreadable",
    429: "too_many",
    500: "broken",
    503: "no_database",
}
"""Status -> the words `app.error.<name>.title` and `app.error.<name>`."""


def install(app: Flask) -> None:
    """The same answer for every way a request can fail."""
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(CSRFError, _expired)
    app.register_error_handler(SheetError, _sheet)


def answer(status: int, name: str, sentence: str | None = None) -> Response:
    """The error page: `name` chooses its words, `sentence` says it better where more is known.

    htmx gets the part of the page alone, a client that prefers JSON `{"error", "message"}`.
    """
    try:
        message = sentence or t(f"app.error.{name}")
        if wants_json():
            response = jsonify(error=name, message=message)
        else:
            whole = request.headers.get("HX-Request") != "true"
            template = "error.html" if whole else "_error.html"
            title = t(f"app.error.{name}.title")
            response = make_response(render_template(template, status=status, title=title, message=message))
    except Exception:  # the page that says what broke must not itself be what breaks
        _LOG.exception("the error page for %s cannot be made", status)
        response = make_response(f"Mori 森 · {status}\n", {"Content-Type": "text/plain; charset=utf-8"})
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


def wants_json() -> bool:
    """Whether the client would rather read JSON than a page."""
    best = request.accept_mimetypes.best_match(("text/html", "application/json"), "text/html")
    return best == "application/json"


def _http(error: HTTPException) -> Any:
    status = error.code or 500
    if status < 400 or error.response is not None:
        return error
    if isinstance(error, InternalServerError) and error.original_exception is not None:
        _LOG.error("%s %s failed in %s", request.method, request.endpoint, lang())
    response = answer(status, NAMES.get(status, "unreadable" if status < 500 else "broken"))
    for name, value in error.get_headers():
        if name not in ("Content-Type", "Content-Length"):
            response.headers[name] = value
    return response


def _expired(_: CSRFError) -> Response:
    return answer(400, "expired")


def _sheet(error: SheetError) -> Response:
    known = facts.words(lang())
    for domain in (*(request.view_args or {}).values(), "app"):
        if known.has(key := f"{domain}.sheet.{error.reason}"):
            return answer(422, "unreadable", t(key, **error.values))
    return answer(422, "unreadable")
