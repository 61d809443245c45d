"""Every screen of the house in a real browser, one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from flask import Flask, Response
from playwright.sync_api import Browser, Page

from tests.browser.phone import PHONE
from tests.web.screens import Screen, client_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Stage:
    """In front of the house: documents are the answer put on it, streams are cut, all else is its own.

    Without a word of the browser's router, which would switch its cache off."""

    def __init__(self, house: WSGIApplication) -> None:
        self.house = house
        self.answer: Response = Response("")

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"].endswith("/events"):
            return Response(status=204)(environ, start)
        if environ.get("HTTP_SEC_FETCH_DEST") == "document":
            return self.answer(environ, start)
        return self.house(environ, start)


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
    stage = Stage(house.wsgi_app)
    house.wsgi_app = stage  # type: ignore[method-assign]
    for phone in dict.fromkeys(screen.phone for screen in screens):
        context = browser.new_context(
            **{
                "base_url": address,
                "locale": lang,
                "viewport": {"width": 360, "height": 740},
                **PHONE,
                **settings,
            }
        )
        page = context.new_page()
        for screen in screens:
            if screen.phone == phone and not screen.headers:
                answer = screen.ask(client_of(house, screen, lang), lang)
                headers = [(name, value) for name, value in answer.headers if name != "Set-Cookie"]
                stage.answer = Response(answer.data, headers=headers)
                page.goto(address + screen.address(lang))
                page.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")
                yield screen, page
        context.close()
    house.wsgi_app = stage.house  # type: ignore[method-assign]


def unlike(house: Flask, screens: Sequence[Screen]) -> Iterator[Screen]:
    """Those with a piece that none before has, or has around it: what is built the same is looked at once."""
    seen: set[tuple[str, str]] = set()
    for screen in screens:
        html = screen.ask(client_of(house, screen, "en")).get_data(as_text=True)
        pieces = re.findall(r"<(\w+)[^>]*?(?: class=\"([^\"]*)\"| role=\"(\w+)\"|>)", html)
        pairs = set(pairwise(" ".join(piece) for piece in pieces))
        if not pairs <= seen:
            seen |= pairs
            yield screen
