"""Every screen of the house in a real browser, one after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, Page, Route

from tests.browser.phone import PHONE
from tests.web.screens import Screen, client_of, cookie


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
        if phone != "nobody":
            name = house.config["SESSION_COOKIE_NAME"]
            context.add_cookies([{"name": name, "value": cookie(house, phone), "url": address}])
        page = context.new_page()
        page.route("**/events", lambda route: route.abort())
        for screen in screens:
            if screen.phone == phone and not screen.headers:
                yield screen, _show(page, house, address, screen, lang)
        context.close()


def _show(page: Page, house: Flask, address: str, screen: Screen, lang: str) -> Page:
    url, answer = address + screen.address(lang), screen.ask(client_of(house, screen, lang), lang)

    def give(route: Route) -> None:
        if route.request.resource_type == "document":
            headers = {name: value for name, value in answer.headers if name != "Set-Cookie"}
            route.fulfill(status=200, headers=headers, body=answer.data)
        else:
            route.fallback()

    page.route(url, give)
    page.goto(url)
    page.unroute(url)
    page.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")
    return page


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
