"""A whole game of Spirits alone on one phone, a tap at a time."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import expect

from companion.games.spirits.solo import Solo
from companion.games.spirits.state import CELL, CELLS
from tests.browser.phone import Phone
from tests.games.spirits.alone import deal

pytestmark = pytest.mark.browser
BOX = deal(26)


def test_a_whole_game_alone(phones: Callable[..., Phone], house: Flask) -> None:
    phone = phones("zh-Hant", dark=True)
    say, page = phone.say, phone.page
    phone.go("/")
    phone.press("app.lobby.new_alone")
    page.get_by_label(say("app.lobby.your_name"), exact=True).fill("Ana")
    phone.press("app.lobby.open")
    page.wait_for_url("**/t/**")
    code, tables = page.url.rsplit("/", 1)[-1], house.extensions["tables"]

    def state() -> Solo:
        found: Solo = tables.get(code).state
        return found

    def answer(face: str, title: str, at: str) -> None:
        expect(phone.question()).to_contain_text(say(title, at="").strip("：: "))
        phone.tap(page.locator("#ask").get_by_label(say(f"spirits.tile.{face}"), exact=True))

    most, turns = 0, 0
    while state().phase == "take":
        now, taps = state(), phone.taps
        at = CELLS[next(iter(now.ends()))]
        pair = BOX.pair(now, at)
        phone.tap(phone.spot(at))
        answer(pair.face, "app.ask.spirits.pair.face", at)
        answer(pair.ghost, "app.ask.spirits.pair.ghost", at)
        turns += 1
        expect(phone.last()).to_contain_text(say(f"spirits.tile.{BOX.faces[CELL[at]]}"))
        most = max(most, phone.taps - taps)
        if state().phase == "reveal":
            phone.choose(say(f"spirits.token.{BOX.tokens[state().gained.index('')]}"))
            expect(phone.question()).not_to_have_text(say("app.ask.spirits.reveal_ghost"))
    assert most == 3 and turns == 18
    phone.choose(say(f"spirits.token.{BOX.own}"))
    expect(phone.question()).to_have_text(say("app.ask.spirits.choose"))
    phone.press("app.ask.spirits.choose.keep")
    phone.press("app.table.see_score")
    result = tables.get(code).game.score(tables.get(code).game.tally(state(), ("Ana",)))
    total = page.locator("tr.total td")
    expect(total).to_have_text(re.compile(str(result.players[0].total)))
    phone.press("app.alone.title")
    expect(page.get_by_role("heading", level=1)).to_have_text(say("app.alone.title"))
