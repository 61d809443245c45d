"""Which phone this is: a random id in a signed cookie, made when it is first needed. No account."""

from __future__ import annotations

import secrets
import time
from copy import deepcopy
from typing import Any

from flask import Flask, Request, Response, current_app, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

_RENEW = 30 * 24 * 3600
_LONGEST = 4096
_REMEMBERED = 2000


class PhoneSession(SecureCookieSessionInterface):
    """Flask's signed cookie, sent over https only where the phone came by https.

    It lasts by the phone's clock and is believed whatever ours says: a small computer without a clock of its
    own starts in the past, and would turn every phone out of its seat.
    """

    def __init__(self) -> None:
        # A phone sends the same cookie with everything; its signature need not be reckoned each time.
        self._read: dict[str, dict[str, Any]] = {}

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure or str(app.config["PUBLIC_URL"]).startswith("https://")

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> None:
        return None

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        sent = request.cookies.get(self.get_cookie_name(app))
        if not sent or len(sent) > _LONGEST:
            return self.session_class()
        content = self._read.get(sent)
        if content is None:
            signer = self.get_signing_serializer(app)
            try:
                content = signer.loads(sent) if signer is not None else {}
            except BadSignature:
                return self.session_class()
            if len(self._read) >= _REMEMBERED:
                self._read.clear()
            self._read[sent] = content
        return self.session_class(deepcopy(content))

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        super().save_session(app, session, response)
        name, seconds = self.get_cookie_name(app), int(app.permanent_session_lifetime.total_seconds())
        if session.permanent:
            kept = [
                f"{cookie}; Max-Age={seconds}" if cookie.startswith(f"{name}=") else cookie
                for cookie in response.headers.getlist("Set-Cookie")
            ]
            response.headers.setlist("Set-Cookie", kept)


def known_phone() -> str | None:
    """The id that this phone already has, None when it has none yet."""
    phone = session.get("phone")
    return phone if isinstance(phone, str) else None


def phone_id() -> str:
    """The id of this phone, 128 random bits, made and remembered when it has none."""
    phone = known_phone()
    today = int(time.time())
    if phone is None or abs(today - int(session.get("since", 0))) > _RENEW:
        phone = phone or secrets.token_urlsafe(16)
        session.permanent = True
        session["phone"], session["since"] = phone, today
    return phone


def outside(path: str) -> str:
    """The address of a path that another phone can open: the public one when set, else the one this request
    came by, else, when that is the server's own loopback, the one found in the home network."""
    if url := current_app.config["PUBLIC_URL"]:
        return f"{url}{path}"
    lan = current_app.config["LAN_URL"]
    host = request.host.rsplit(":", 1)[0] if not request.host.endswith("]") else request.host
    if lan and (host in ("localhost", "[::1]") or host.startswith("127.")):
        return f"{lan}{path}"
    return f"{request.scheme}://{request.host}{path}"
