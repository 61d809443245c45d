"""The floor: a bare Flask page and a bare Flask + SQLite commit, on the same server with the same worker.

Prints the port it listens on. The page has the size of a table's screen; a commit is one small row, on the
disk before it is answered, as a move is. `/checked` is that commit behind the signed cookie and the token by
which every form of ours is checked.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import sys
import threading
from types import SimpleNamespace

from flask import Flask, request
from flask_wtf.csrf import CSRFProtect

from companion.serve import _run_gunicorn

_PAGE = "<p>" + "x" * 24_000
_WRITING = threading.Lock()


def bare(path: str) -> Flask:
    """The app over a database at that path."""
    app = Flask("bare")
    app.config.from_mapping(
        SECRET_KEY=os.environ.get("COMPANION_SECRET_KEY", "0" * 64),
        SESSION_COOKIE_NAME="mori",
        WTF_CSRF_CHECK_DEFAULT=False,
        WTF_CSRF_TIME_LIMIT=None,
    )
    csrf = CSRFProtect(app)
    app.extensions["tables"] = SimpleNamespace(watcher=SimpleNamespace(close=lambda: None))
    here = threading.local()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE IF NOT EXISTS move (number INTEGER PRIMARY KEY, body TEXT NOT NULL)")

    def connection() -> sqlite3.Connection:
        if not hasattr(here, "db"):
            here.db = sqlite3.connect(path, isolation_level=None, timeout=10)
            here.db.execute("PRAGMA synchronous=FULL")
        found: sqlite3.Connection = here.db
        return found

    @app.get("/page")
    def page() -> str:
        return _PAGE

    @app.post("/commit")
    def commit() -> tuple[str, int]:
        with _WRITING:
            db = connection()
            db.execute("BEGIN IMMEDIATE")
            db.execute("INSERT INTO move (body) VALUES (?)", [request.form["move"]])
            db.execute("COMMIT")
        return "", 303

    @app.post("/checked")
    def checked() -> tuple[str, int]:
        csrf.protect()
        return commit()

    return app


if __name__ == "__main__":
    opened = socket.create_server(("127.0.0.1", 0), backlog=1024)
    os.set_inheritable(opened.fileno(), True)
    print(opened.getsockname()[1], flush=True)
    _run_gunicorn(opened, lambda: bare(sys.argv[1]))
