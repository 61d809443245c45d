"""The production server: gunicorn where it exists, waitress elsewhere or when asked for."""

from __future__ import annotations

import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from flask import Flask
from flask_compress import Compress
from whitenoise import WhiteNoise
from whitenoise.compress import Compressor

from companion import bundles, expiry
from companion.paths import STATIC
from companion.web.headers import IMMUTABLE, SECURITY

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

SERVERS = ("gunicorn", "waitress")
_SQUEEZED = (".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest")

# One process with a thread a phone: a thousand phones that listen cost 76 MB and 1 % of a core, and a second
# process would only split the phones unevenly. The threads that listeners may not take answer requests.
_THREADS = {"gunicorn": 1200, "waitress": 120}
_RESERVED = {"gunicorn": 100, "waitress": 20}


def default_server() -> str:
    """The server for this platform."""
    return "waitress" if sys.platform == "win32" else "gunicorn"


def serve(opened: socket.socket, server: str, make_app: Callable[..., Flask]) -> None:
    """Serves what `make_app(**settings)` makes on a socket that listens, until it is told to stop."""
    with ExitStack() as stack:
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="mori-", ignore_cleanup_errors=True))
        )
        _squeeze(folder)

        def load() -> Flask:
            app = make_app(MAX_LISTENERS=_THREADS[server] - _RESERVED[server])
            kept = app.config["DATA_DIR"] / expiry.FOLDER
            policy = expiry.Policy(app.config["CLOSE_DAYS"], app.config["EXPIRE_DAYS"], kept)
            expiry.begin(app.extensions["tables"], policy)
            return dress(app, folder)

        (_run_gunicorn if server == "gunicorn" else _run_waitress)(opened, load)


def dress(app: Flask, static: Path) -> Flask:
    """The app with its answers compressed and its static files served, compressed before, from `static`."""
    app.config.setdefault("COMPRESS_STREAMS", False)
    app.config.setdefault("COMPRESS_MIN_SIZE", 500)
    Compress(app)
    app.wsgi_app = _Static(app.wsgi_app, root=static, prefix="static/", max_age=300)  # type: ignore[method-assign]
    return app


def _squeeze(folder: Path) -> None:
    """Copies what phones load to `folder`, with .br and .gz beside each file that they shrink."""
    compressor = Compressor(quiet=True)
    names = list(bundles.BUNDLES)
    for path in sorted(STATIC.rglob("*")):
        if path.is_file() and path.suffix != ".ttf":
            names.append(path.relative_to(STATIC).as_posix())
    for name in names:
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(bundles.content(name))
        if copy.suffix in _SQUEEZED:
            compressor.compress(str(copy))


def _add_headers(headers: Any, _path: str, _url: str) -> None:
    for name, value in SECURITY.items():
        headers[name] = value


class _Static(WhiteNoise):  # type: ignore[misc]
    """WhiteNoise, with our headers, and an answer kept for ever when the address names the content."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, add_headers_function=_add_headers, **kwargs)

    def serve(
        self, static_file: Any, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes]:
        def begin(status: str, headers: list[tuple[str, str]]) -> Any:
            if environ.get("QUERY_STRING", "").startswith("v="):
                headers = [pair for pair in headers if pair[0] != "Cache-Control"]
                headers.append(("Cache-Control", IMMUTABLE))
            return start_response(status, headers)

        return super().serve(static_file, environ, begin)  # type: ignore[no-any-return]


def _part(app: Flask) -> None:
    """Ends the streams of the phones that listen, which would otherwise hold up the end; they come again."""
    app.extensions["tables"].watcher.close()


def _run_gunicorn(opened: socket.socket, load: Callable[[], Flask]) -> None:
    from gunicorn.app.base import BaseApplication

    def end_streams(worker: Any) -> None:
        before = signal.getsignal(signal.SIGTERM)

        def stop(number: int, frame: FrameType | None) -> None:
            _part(worker.app.callable)
            if callable(before):
                before(number, frame)

        signal.signal(signal.SIGTERM, stop)

    class Server(BaseApplication):  # type: ignore[misc]
        def load_config(self) -> None:
            for name, value in {
                "bind": f"fd://{opened.fileno()}",
                "workers": 1,
                "worker_class": "gthread",
                "threads": _THREADS["gunicorn"],
                "worker_connections": 3000,
                "keepalive": 20,
                "graceful_timeout": 3,
                "control_socket_disable": True,
                "forwarded_allow_ips": "",  # only COMPANION_PROXY says which proxies are believed
                "loglevel": "warning",
                "post_worker_init": end_streams,
                "proc_name": "companion",
            }.items():
                self.cfg.set(name, value)

        def load(self) -> Flask:
            return load()

    Server().run()


def _run_waitress(opened: socket.socket, load: Callable[[], Flask]) -> None:
    from waitress import create_server

    def stop(*_: object) -> NoReturn:
        raise SystemExit(0)

    app = load()
    signal.signal(signal.SIGTERM, stop)
    server = create_server(
        app,
        sockets=[opened],
        threads=_THREADS["waitress"],
        connection_limit=1000,
        channel_timeout=60,
        ident=None,
        clear_untrusted_proxy_headers=False,
    )
    end = server.task_dispatcher.shutdown

    def shutdown(*args: Any, **kwargs: Any) -> Any:
        _part(app)
        return end(*args, **kwargs)

    server.task_dispatcher.shutdown = shutdown
    try:
        server.run()
    finally:
        server.close()
