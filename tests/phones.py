"""A phone without JavaScript at a server that runs: its cookies, its forms, its stream."""

from __future__ import annotations

import http.client
import re
import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar
from typing import Any

from tests.serving import Running


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class Phone:
    """A phone at one of the servers; `language` is what it reads."""

    def __init__(self, running: Running, language: str = "en") -> None:
        self.running = running
        self.cookies = CookieJar()
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies), _Stay())
        self._open.addheaders = [("Accept-Language", language)]

    def ask(self, path: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and body. OSError when nobody answers."""
        data = None if form is None else urllib.parse.urlencode(form).encode()
        try:
            with self._open.open(self.running.url + path, data, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def get(self, path: str) -> str:
        """A page that is there."""
        status, page = self.ask(path)
        assert status == 200, (status, page)
        return page

    def post(self, path: str, page: str, **fields: str) -> int:
        """Send a form of that page; the status."""
        return self.ask(path, {"csrf_token": token_of(page), **fields})[0]


def token_of(page: str) -> str:
    """What makes the forms of a page its phone's own."""
    found = re.search(r'name="csrf_token" value="([^"]+)"', page)
    assert found, page
    return found[1]


def listen(running: Running, code: str) -> tuple[http.client.HTTPConnection, Any]:
    """The stream of a table, past what it says at first."""
    host, port = running.url.removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=20)
    connection.request("GET", f"/t/{code}/events")
    stream = connection.getresponse()
    assert stream.status == 200
    while not stream.readline().startswith(b"data: "):
        pass
    return connection, stream
