"""What the house says about itself on standard error: with COMPANION_LOG=json one line of JSON a request and
a trouble. No code of a table, no name, no token, no address, nothing that a phone sent is in it.

A line names a table by a mark that only lines of the same server share, so that one can follow a table
through the log without being able to open it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import sys
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from flask import Flask, Response, g, request

REQUESTS: Final = logging.getLogger("companion.requests")
_QUIET: Final = ("/healthz", "/metrics")
_OTHERS: Final = ("gunicorn.error", "waitress", "psycopg.pool")


class _Line(logging.Formatter):
    """A record as one line of JSON. Of an exception its kind and the places are told, not its text, in which
    what a phone sent may stand."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"at": at.replace("+00:00", "Z"), "level": record.levelname.lower()}
        line.update(getattr(record, "parts", None) or {"from": record.name, "message": record.getMessage()})
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            frames = traceback.extract_tb(error.__traceback__)
            line["error"] = type(error).__name__
            line["where"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-12:]]
        return json.dumps(line, ensure_ascii=False)


def install(app: Flask) -> Callable[[str, str, int, float, str], None]:
    """Lines and counts of requests, as far as they are wanted. What it gives takes (method, route, status,
    seconds, code of a table) of an answer that Flask does not see."""
    wanted = app.config["LOG"] == "json"
    if wanted:
        _to_standard_error()
    key = app.config["SECRET_KEY"]

    def told(method: str, route: str, status: int, seconds: float, code: str, **more: Any) -> None:
        if (metrics := app.extensions.get("metrics")) is not None:
            metrics.answered(route, status, seconds)
        if wanted and not (route in _QUIET and status == 200):
            parts = {
                "method": method,
                "route": route,
                "status": status,
                "ms": round(seconds * 1000, 1),
                **more,
            }
            if code:
                parts["table"] = _mark(key, code)
            REQUESTS.info("request", extra={"parts": parts})

    @app.before_request
    def begin() -> None:
        g.began = time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        seconds = time.perf_counter() - g.get("began", time.perf_counter())
        route = request.url_rule.rule if request.url_rule is not None else "none"
        part = {"part": True} if request.headers.get("HX-Request") else {}
        code = str((request.view_args or {}).get("code", ""))
        told(request.method, route, response.status_code, seconds, code, **part)
        return response

    return told


def _mark(key: str, code: str) -> str:
    return hmac.new(key.encode(), code.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:8]


def _to_standard_error() -> None:
    root = logging.getLogger()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Line())
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    REQUESTS.setLevel(logging.INFO)
    logging.getLogger("companion").setLevel(logging.INFO)
    for name in _OTHERS:
        logger = logging.getLogger(name)
        logger.handlers[:], logger.propagate = [], True
        logger.setLevel(logging.WARNING)
