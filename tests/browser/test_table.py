"""A table in play: a whole recorded game on two phones, joined by the picture on the first one's screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone, read_qr
from tests.browser.recorded import Step, game, steps

pytestmark = pytest.mark.browser
NAMES = ("Ana", "Bo")


def open_table(host: Phone, names: Sequence[str], one_phone: bool = False) -> str:
    """A table opened by the host's finger; its path."""
    host.go("/new/spirits")
    if len(names) != 2:
        host.tap(host.page.get_by_text(host.say.n("app.seat.players", len(names)), exact=True))
    for n, name in enumerate(names):
        host.page.get_by_label(host.say("app.lobby.name", n=n + 1), exact=True).fill(name)
    if one_phone:
        host.tap(host.page.get_by_text(host.say("app.lobby.phones.one"), exact=True))
    host.press("app.lobby.open")
    host.page.wait_for_url("**/t/**")
    return re.sub(r"/people$", "", host.page.url)


def join_by_picture(guest: Phone, host: Phone, name: str, tmp_path: Path) -> None:
    """The guest's camera reads what the host's screen shows; then the guest takes the seat of that name."""
    picture = tmp_path / "seen.png"
    host.page.locator(".qr").screenshot(path=picture)
    guest.go(read_qr(picture))
    guest.choose(name)
    expect(guest.page.get_by_role("heading", name=guest.say("app.table.last"))).to_be_visible()


def play(phones: Sequence[Phone], names: Sequence[str], course: Sequence[Step], began: int = 0) -> int:
    """Each move on the phone of its seat, seen on every phone before the next. The last entry."""
    number, skip = began, False
    for step, then in pairwise((*course, None)):
        if skip:
            skip = False
            continue
        assert step is not None
        own = phones[step.seat]
        made = own.play(step, then)
        last = step
        if made == 2:
            assert then is not None
            skip, last = True, then
        number += made
        for seat, phone in enumerate(phones):
            phone.shows(last, number, names, seat == step.seat)
    return number


def turns(course: Sequence[Step]) -> int:
    """How many turns a game had."""
    return 1 + sum(a.seat != b.seat for a, b in pairwise(course))


def test_a_whole_game_on_two_phones(
    phones: Callable[..., Phone], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    case = game(1003)
    course = list(steps(case))
    ana, bo = phones("en"), phones("zh-Hant", dark=True)
    table = open_table(ana, NAMES)
    join_by_picture(bo, ana, "Bo", tmp_path)
    ana.press("app.table.way.play")
    ana.taps = bo.taps = 0

    number = play((ana, bo), NAMES, course)

    assert number == len(course)
    with capsys.disabled():
        taps = ana.taps + bo.taps
        per = f"{taps / turns(course):.2f} a turn"
        print(f"\ntwo phones: {number} moves, {turns(course)} turns, {taps} taps: {per}")
    for phone in (ana, bo):
        expect(phone.question()).to_have_text(phone.say("app.ask.spirits.over"))
        phone.press("app.table.see_score")
        winner = NAMES[case["winners"][0]]
        wins = phone.say("app.score.wins", name=winner)
        expect(phone.page.get_by_role("heading", level=1)).to_have_text(wins)
        total = phone.page.get_by_role("row", name=re.compile(rf"^{phone.say('app.score.total')}"))
        expect(total.get_by_role("cell")).to_have_text([str(score) for score in case["scores"]])
    assert table.split("/t/")[1] in ana.page.url


def test_a_doubled_tap_opens_one_table(phones: Callable[..., Phone]) -> None:
    host, sent = phones(), []
    host.go("/new/spirits")
    for n, name in enumerate(NAMES):
        host.page.get_by_label(host.say("app.lobby.name", n=n + 1), exact=True).fill(name)
    host.page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    host.page.locator(".new-table").evaluate("form => { form.requestSubmit(); form.requestSubmit(); }")
    host.page.wait_for_url("**/t/**")
    assert len(sent) == 1
