"""The network goes and comes back in the middle of a game: it is said, and nothing is lost or doubled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Route, expect

from tests.browser.phone import Phone
from tests.browser.recorded import game, steps
from tests.browser.test_table import NAMES, join_by_picture, open_table, play

pytestmark = pytest.mark.browser


def test_the_network_off_and_on_again(
    phones: Callable[..., Phone], house: Flask, address: str, tmp_path: Path
) -> None:
    course = list(steps(game(1183)))
    own = [step.seat for step in course]
    ana, bo = phones("en"), phones("zh-Hans")
    code = open_table(ana, NAMES).rsplit("/", 1)[1]
    join_by_picture(bo, ana, "Bo", tmp_path)
    ana.press("app.table.way.play")
    said = bo.page.get_by_text(bo.say("app.shell.offline"))
    tables = house.extensions["tables"]

    # Bo's phone loses the net while Ana plays, and sees nothing of her turn.
    away = own.index(0, own.index(1))
    back = own.index(1, away)
    number = play((ana, bo), NAMES, course[:away])
    old = bo.last().text_content()
    bo.leave_net()
    expect(said).to_be_visible()
    for step in course[away:back]:
        number += ana.play(step)
        ana.shows(step, number, NAMES, True)
    expect(bo.last()).to_have_text(old or "")
    bo.page.wait_for_timeout(6500)  # longer than a passing notice stands
    expect(said).to_be_visible()
    bo.find_net()
    bo.shows(course[back - 1], number, NAMES, False)
    expect(said).to_have_count(0)

    # In Bo's own turn: taps without the net record nothing, and the same taps with it record once.
    step = course[back]
    bo.leave_net()
    expect(said).to_be_visible()
    for _ in range(2):
        bo.tap(bo.spot(step.move.at))
        expect(said).to_be_visible()
    assert tables.get(code).revision == number
    bo.find_net()
    expect(said).to_have_count(0)
    number += bo.play(step)
    for phone in (ana, bo):
        phone.shows(step, number, NAMES, phone is bo)

    # The answer to a move is lost on its way back: the phone asks again by itself, and it is one move.
    following = next(
        i for i in range(back + 1, len(course)) if own[i] == 1 and course[i].move.kind == "place"
    )
    number = play((ana, bo), NAMES, course[back + 1 : following], number)
    lost: list[int] = []

    def swallow(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    step = course[following]
    bo.offline = True
    bo.page.route("**/move", swallow)
    with bo.page.expect_response("**/move") as answer:
        bo.play(step)
    assert lost == [200] and answer.value.status == 200, "the same form again is the same move, no conflict"
    bo.page.unroute_all()
    number += 1
    for phone in (ana, bo):
        phone.shows(step, number, NAMES, phone is bo)
    assert tables.get(code).revision == number

    # And on to the end of this stretch: what is kept is what the recording says.
    until = following + 25
    while course[until - 1].seat == course[until].seat:
        until += 1
    number = play((ana, bo), NAMES, course[following + 1 : until], number)
    assert number == until == len(tables.entries(code))
    assert tables.get(code).state == course[until - 1].after
