"""The Tengu's printed cards by thumb: brought as a file, dealt by the app, a turn by four taps and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser
CARDS = [{"kind": "tengu", "label": f"K{n}", "location": "glade", "slot": 2} for n in range(1, 11)]


def test_ten_cards_are_dealt_and_answer(phones: Callable[..., Phone], tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_text(json.dumps({"game": "bitoku", "copy": 1, "pieces": CARDS}), "utf-8")
    phone = phones("zh-Hans", dark=True)
    page = phone.page
    phone.go("/copy/bitoku")
    page.locator("details:has(input[type=file]) > summary").tap()
    page.locator("input[type=file]").set_input_files(file)
    page.locator("form:has(input[type=file]) button").tap()
    phone.press("copy.report.take")
    expect(page.get_by_text(phone.say("copy.done.taken", new=10, instead=0))).to_be_visible()

    phone.go("/new/bitoku?count=1")
    page.locator("form.new-table .actions button").tap()
    page.wait_for_url("**/t/*")
    page.locator("button[value='do=ready']").tap()
    page.locator("#tengu-cards > summary").tap()
    phone.press("app.bitoku.cards.deal")
    roll, card = page.locator("form[action$='/tengu/will'] button.main"), page.locator(".face-up li.on b")
    roll.wait_for()
    before = phone.taps
    phone.tap(roll)
    card.wait_for()
    said = card.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    step = page.locator(".letters a").first
    box = step.bounding_box()
    assert box is not None and box["height"] >= 44 and box["y"] + box["height"] <= 740
    phone.tap(step)
    page.locator(".so-far").wait_for()
    phone.press("app.ask.record")
    expect(page.get_by_text(f"（{said}）").first).to_be_visible()
    assert phone.taps - before <= 4
    for shown in (page.locator("a.choice.main", has_text=said), roll):
        phone.press("app.table.undo")
        shown.wait_for()
    phone.tap(roll)
    card.wait_for()
    assert card.inner_text() == said, "the same dice, the same card"
