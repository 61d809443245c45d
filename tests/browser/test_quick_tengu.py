"""Quick Tengu by thumb: the roll, what it says, one tap; and back again without another roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser


def test_a_turn_by_two_taps_and_back(phones: Callable[..., Phone]) -> None:
    phone = phones("zh-Hant", dark=True)
    phone.go("/new/bitoku?count=1")
    page = phone.page
    page.locator("form.new-table details.more > summary").tap()
    page.locator("label:has(input[name='option-tengu'][value='quick_harder'])").tap()
    page.locator("form.new-table .actions button").tap()
    page.wait_for_url("**/t/*")
    page.locator("button[value='do=ready']").tap()
    roll, told = page.locator("form[action$='/tengu/will'] button"), page.locator(".quick-do")
    roll.wait_for()
    before = phone.taps
    phone.tap(roll)
    told.wait_for()
    said: Any = told.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    button = page.locator("button[value^='do=activate']").first
    box: Any = button.bounding_box()
    assert box["height"] >= 44 and box["y"] + box["height"] <= 740, "in reach without scrolling"
    phone.tap(button)
    told.wait_for(state="detached")
    assert phone.taps - before == 2
    assert phone.say("bitoku.tengu") in page.locator("#table").inner_text()
    for shown in (told, roll):
        phone.press("app.table.undo")
        shown.wait_for()
    phone.tap(roll)
    told.wait_for()
    assert told.inner_text() == said, "the same dice"
