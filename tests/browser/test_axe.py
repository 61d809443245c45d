"""Every screen for every reader: nothing for axe to find by day or night, room for a thumb at 320 pixels."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Page

from companion.facts import LANGUAGES
from tests.browser.gallery import leafed, shown, unlike
from tests.web.screens import Screen

pytestmark = pytest.mark.browser

TARGETS = "button, summary, .button, .choice, .way, .face, .cell a"
SMALL = ".hidden, .forest.draft a, .forest:not(.wide) .cell:not(.end) > *"
"""What need not be as large as a thumb: what only other software presses, and the tiles inside a row, which
are pictures of where something lies, with a full-sized answer in the list below."""
NARROW = """() => [...document.querySelectorAll(':is(main, .top) :is(%s)')]
  .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.matches('%s'))
  .map(each => [each.getBoundingClientRect(), each])
  .filter(([box]) => box.height < 43.5 || box.width < 43.5)
  .map(([box, each]) => `${box.width | 0} x ${box.height | 0}: ${each.outerHTML.slice(0, 120)}`)
"""


RUN = """options => axe.run(options).then(found => found.violations.flatMap(
  wrong => wrong.nodes.map(node => `${wrong.id}: ${node.html.slice(0, 140)}`)))"""


def found_by_axe(page: Page, only: list[str]) -> list[str]:
    """What axe finds, a line each."""
    options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
    if only:
        options["runOnly"] = only
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(Axe().axe_script)
    found: list[str] = page.evaluate(RUN, options)
    return found


def test_axe_finds_nothing_by_day_or_night(
    browser: Browser, open_house: Flask, at: str, screens: list[Screen]
) -> None:
    wrong = []
    for screen, page in shown(browser, open_house, at, unlike(open_house, screens)):
        wrong += [f"{screen.name}, by day: {line}" for line in found_by_axe(page, [])]
        page.emulate_media(color_scheme="dark")
        wrong += [f"{screen.name}, by night: {line}" for line in found_by_axe(page, ["color-contrast"])]
        page.emulate_media(color_scheme="light")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_narrow_phone_has_room_for_everything(
    browser: Browser, open_house: Flask, at: str, screens: list[Screen], lang: str
) -> None:
    wrong = []
    narrow = {"viewport": {"width": 320, "height": 640}, "is_mobile": False}
    for screen, page in leafed(browser, open_house, at, screens, lang, **narrow):
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 320:
            wrong.append(f"{screen.name} is {width} wide")
        wrong += [f"{screen.name}: {line}" for line in page.evaluate(NARROW % (TARGETS, SMALL))]
    assert not wrong, "\n".join(wrong)
