"""A whole year alone against the Tengu on a phone, by taps alone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import expect

from companion.games.bitoku.state import State
from companion.tables import Tables
from tests.browser.phone import Phone
from tests.browser.test_bitoku import named

pytestmark = pytest.mark.browser
TENGU: tuple[tuple[int, str, str], ...] = (
    (5, "B", "yomi.3"),
    (1, "D", ""),
    (3, "H", ""),
    (2, "C", "glade.2"),
    (1, "F", "home.vision"),
    (4, "A", ""),
    (1, "L", ""),
)
"""Its turns: the lower Will die, the step that is done, where its die goes. Steps D and H unlock one."""


def alone(ana: Phone) -> None:
    """A table for one that keeps count of everything."""
    ana.go("/new/bitoku")
    ana.tap(ana.page.locator("label").filter(has_text=ana.say("app.lobby.alone")))
    ana.tap(ana.page.locator("details.more > summary").first)
    ana.tap(ana.page.locator("input[name=option-tracking][value=everything]"))
    ana.press("app.lobby.open")
    ana.page.wait_for_url("**/t/**")


def turn_of_the_tengu(ana: Phone, will: int, step: str, to: str) -> int:
    """One of its turns; how many taps it took besides what it gained."""
    before = ana.taps
    expect(ana.question()).to_have_text(ana.say("app.ask.bitoku.tengu"))
    ana.press("app.bitoku.tengu.lower", n=will)
    asked = ana.page.locator(".letters")
    expect(
        asked.or_(ana.page.get_by_role("button", name=ana.say("app.bitoku.tengu.passes"))).first
    ).to_be_visible()
    if ana.question().inner_text() == ana.say("app.bitoku.tengu.ask.step", step=step):
        ana.press("app.bitoku.tengu.done")
    else:
        ana.tap(asked.get_by_role("link", name=ana.say("app.bitoku.tengu.step", step=step), exact=True))
    if step == "L":
        ana.press("app.bitoku.tengu.passes")
        return ana.taps - before
    if to:
        expect(ana.question()).to_have_text(ana.say("app.bitoku.tengu.ask.place"))
        ana.tap(ana.page.locator(f'.spot a[href*="to={to}&"], .spot a[href$="to={to}"]').first)
    elif step == "A":
        expect(ana.question()).to_have_text(ana.say("app.bitoku.tengu.ask.cross"))
        ana.tap(ana.page.locator(".boons a").first)
    elif step in "DH":
        ana.tap(ana.page.locator("fieldset.part a").first)
        expect(ana.page.locator('fieldset.part a[aria-current="true"]')).to_be_visible()
    expect(ana.question()).to_have_text(ana.say("app.bitoku.tengu.ask.gains"))
    ana.press("app.ask.record")
    return ana.taps - before


def test_a_whole_year_against_the_tengu(
    phones: Callable[..., Phone], house: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    began, ana = time.perf_counter(), phones("zh-Hant")
    tables: Tables = house.extensions["tables"]
    alone(ana)
    code = re.sub(r".*/t/([^/?]+).*", r"\1", ana.page.url)

    def state() -> State:
        found: Any = tables.get(code).state
        return found  # type: ignore[no-any-return]

    ana.go(f"/t/{code}")
    ana.press("app.ask.bitoku.do.ready")
    mine = [0, 1, 2, "glade.1", "glade.1", "glade.1"]
    taps = []
    for will, step, to in TENGU:
        taps.append(turn_of_the_tengu(ana, will, step, to))
        if not mine:
            continue
        what = mine.pop(0)
        expect(ana.page.locator(".own-board")).to_be_visible()
        if isinstance(what, int):
            place = ana.say(f"app.bitoku.place.{what}")
            ana.tap(named(ana, "button", ana.say("app.ask.bitoku.play"), place))
        else:
            ana.tap(ana.page.locator(".own-board a.dock").filter(has_not=ana.page.locator(".locked")).first)
            ana.tap(ana.page.locator(".woods .r-glade .spot button").first)
    while state().season == "summer":
        ana.tap(ana.page.get_by_role("button", name=re.compile(ana.say("app.ask.bitoku.do.pass"))).first)
        expect(ana.page.locator(".year .title")).to_be_visible()
    spent = time.perf_counter() - began
    with capsys.disabled():
        print(f"\na year of the Tengu: taps a turn {taps}, {spent:.0f} s")
    assert max(taps) <= 6
    tengu = state().tengu
    assert tengu is not None and tengu.turns == len(TENGU) and state().players[1].passed is False
