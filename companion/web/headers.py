"""What every answer carries: what a browser may do with it, and how long it may keep it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Flask, Response, request
from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
SECURE = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000",
}
"""What browsers heed on https alone, and elsewhere complain about."""
_PLAIN, _SECURE = list(SECURITY.items()), list((SECURITY | SECURE).items())
IMMUTABLE = "public, max-age=31536000, immutable"


def install(app: Flask) -> None:
    """Headers on every answer, and the proxies that are believed about the phone's address."""
    app.after_request(_finish)
    app.wsgi_app = _HealthByAnyName(app.wsgi_app)  # type: ignore[method-assign]
    hops = app.config["PROXY"]
    if hops < 0:
        app.wsgi_app = _FlyAddress(ProxyFix(app.wsgi_app, x_for=0, x_proto=1))  # type: ignore[method-assign]
    elif hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=1, x_host=1)  # type: ignore[method-assign]


def _finish(response: Response) -> Response:
    response.headers.extend(_SECURE if request.is_secure else _PLAIN)
    named = request.endpoint in ("static", "api.bundle") and "v" in request.args
    if named and response.status_code in (200, 304):
        response.headers["Cache-Control"] = IMMUTABLE
    elif "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
    return response


class _HealthByAnyName:
    """Health checks come by addresses that are no name of ours; they learn nothing but that we are well."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        if environ.get("PATH_INFO") == "/healthz":
            environ["HTTP_HOST"] = "localhost"
        return self._app(environ, start_response)


class _FlyAddress:
    """Fly.io names the phone in a header of its own; the last X-Forwarded-For there is the app's address."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        if address := environ.get("HTTP_FLY_CLIENT_IP"):
            environ["REMOTE_ADDR"] = address
        return self._app(environ, start_response)
