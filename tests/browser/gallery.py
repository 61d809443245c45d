"""Every screen of the house in a real browser, one after the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from flask import Flask, Response
from playwright.sync_api import Browser, BrowserContext, Page
from werkzeug.test import TestResponse

from tests.browser.phone import PHONE
from tests.web.screens import Screen, client_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


OPEN = "document.querySelectorAll('main details').forEach(each => each.open = true)"
STYLES = re.compile(r'<link rel="stylesheet"[^>]*>')
SWAP = """html => {
  const next = new DOMParser().parseFromString(html, 'text/html');
  for (const {name, value} of next.documentElement.attributes) {
    document.documentElement.setAttribute(name, value);
  }
  document.body.replaceWith(next.body);
}"""


class Stage:
    """In front of the house: documents are the answer put on it, streams are cut, all else is its own.

    Without a word of the browser's router, which would switch its cache off."""

    def __init__(self, house: WSGIApplication) -> None:
        self.house = house
        self.answer: Response = Response("")
        self.given = False

    def put(self, answer: TestResponse) -> None:
        """The document that whoever asks for one gets, without its cookies."""
        headers = [(name, value) for name, value in answer.headers if name != "Set-Cookie"]
        self.answer, self.given = Response(answer.data, headers=headers), False

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"].endswith("/events"):
            return Response(status=204)(environ, start)
        if environ.get("HTTP_SEC_FETCH_DEST") == "document":
            self.given = True
            return self.answer(environ, start)
        return self.house(environ, start)


@contextmanager
def staged(house: Flask) -> Iterator[Stage]:
    """The house with the stage in front, as long as the block lasts."""
    stage = Stage(house.wsgi_app)
    house.wsgi_app = stage  # type: ignore[method-assign]
    try:
        yield stage
    finally:
        house.wsgi_app = stage.house  # type: ignore[method-assign]


def _context(browser: Browser, address: str, lang: str, **settings: Any) -> BrowserContext:
    # a worker would ask for the documents itself, past the stage
    usual = {"viewport": {"width": 360, "height": 740}, "service_workers": "block", **PHONE}
    return browser.new_context(**{"base_url": address, "locale": lang, **usual, **settings})


def shown(
    browser: Browser,
    house: Flask,
    address: str,
    screens: Sequence[Screen],
    lang: str = "en",
    **settings: Any,
) -> Iterator[tuple[Screen, Page]]:
    """Each screen with a page that shows it: the answer of the house itself, also where a form brings it. The
    stream is cut, so that nothing changes while it is looked at."""
    with staged(house) as stage:
        for phone in dict.fromkeys(screen.phone for screen in screens):
            context = _context(browser, address, lang, **settings)
            page = context.new_page()
            for screen in screens:
                if screen.phone == phone and not screen.headers:
                    stage.put(screen.ask(client_of(house, screen, lang), lang))
                    page.goto(address + screen.address(lang))
                    assert stage.given, f"{screen.name} was not put on the stage"
                    page.evaluate(OPEN)
                    yield screen, page
            context.close()


def leafed(
    browser: Browser, house: Flask, address: str, screens: Sequence[Screen], lang: str, **settings: Any
) -> Iterator[tuple[Screen, Page]]:
    """As `shown` without scripts, for what needs no page of its own: where the next screen has the styles of
    the one before, its body is put in that one's place, which takes a tenth of the time."""
    context = _context(browser, address, lang, java_script_enabled=False, **settings)
    page = context.new_page()
    styles: list[str] | None = None
    with staged(house) as stage:
        for screen in screens:
            if screen.headers:
                continue
            answer = screen.ask(client_of(house, screen, lang), lang)
            html = answer.get_data(as_text=True)
            if styles == STYLES.findall(html):
                page.evaluate(SWAP, html)
            else:
                styles = STYLES.findall(html)
                stage.put(answer)
                page.goto(address + screen.address(lang))
            page.evaluate(OPEN)
            yield screen, page
    context.close()


def unlike(house: Flask, screens: Sequence[Screen]) -> list[Screen]:
    """Enough of them to see each piece with each that stands beside it somewhere: what is built the same is
    looked at once."""
    chosen = []
    for screen in screens:
        if not screen.headers:
            html = screen.ask(client_of(house, screen, "en")).get_data(as_text=True)
            pieces = re.findall(r"<(\w+)[^>]*?(?: class=\"([^\"]*)\"| role=\"(\w+)\"|>)", html)
            chosen.append((screen, set(pairwise(" ".join(piece) for piece in pieces))))
    times = Counter(pair for _, pairs in chosen for pair in pairs)
    found = []
    for screen, pairs in chosen:
        if all(times[pair] > 1 for pair in pairs):
            times.subtract(pairs)
        else:
            found.append(screen)
    return found
