"""A phone without JavaScript: plain pages carry a whole game, one phone for all, with its curtain."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.games.spirits.moves import Peek, Plus
from tests.browser.phone import Phone
from tests.browser.recorded import game, steps
from tests.browser.test_table import open_table

pytestmark = pytest.mark.browser
NAMES = ("Ana", "Bo")


def test_a_whole_game_by_plain_pages(phones: Callable[..., Phone]) -> None:
    case = game(1090)
    late = {f"{row},{column}" for row, column, kind in case["favor_tokens"] if row > 1}
    course = list(steps(case, late))
    assert sum(isinstance(s.move, Peek) and s.after.phase != "over" for s in course) >= 2
    assert sum(isinstance(s.move, Peek) and s.after.phase == "over" for s in course) >= 2
    phone = phones("zh-Hans", scripted=False)
    open_table(phone, NAMES, one_phone=True)

    number = 0
    while number < len(course):
        step, then = course[number], course[number + 1] if number + 1 < len(course) else None
        if isinstance(step.move, Peek | Plus) and step.before.phase != "over":
            phone.look(step, NAMES[step.seat])
            number += 1
        else:
            number += phone.play(step, then)
        phone.shows(course[number - 1], number, NAMES, False)

    phone.press("app.table.see_score")
    winner = NAMES[case["winners"][0]]
    expect(phone.page.get_by_role("heading", level=1)).to_have_text(phone.say("app.score.wins", name=winner))
    total = phone.page.get_by_role("row", name=re.compile(rf"^{phone.say('app.score.total')}"))
    expect(total.get_by_role("cell")).to_have_text([str(score) for score in case["scores"]])
