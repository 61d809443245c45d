"""A whole year of Bitoku on three phones, each in its own language, by taps alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from companion.engine.game import Setup
from companion.games.bitoku import GAME
from companion.games.bitoku.moves import Cross, Order, Pass, Place, Play, Ready
from companion.games.bitoku.state import State
from companion.web.speech import SPEECH, bitoku
from tests.browser.phone import Phone
from tests.browser.test_table import join_by_picture

pytestmark = pytest.mark.browser
NAMES = ("Ana", "Bo", "Cem")
SPRING = [(seat, Ready()) for seat in range(3)]
SUMMER: list[tuple[int, Any]] = [
    *((seat, Play(0)) for seat in range(3)),
    *((0, Place(0, "glade", "3")), (1, Place(0, "yomi", "3")), (2, Place(0, "home", "vision"))),
    *((seat, Play(1)) for seat in range(3)),
    *((0, Place(1, "stairway", "3", add=1)), (1, Place(1, "home", "amulet")), (2, Place(1, "forge", "2"))),
    *((seat, Play(2)) for seat in range(3)),
    *((0, Place(2, "forge", "1")), (1, Place(2, "glade", "1")), (2, Place(2, "yomi", "1"))),
    *((0, Cross(0, "glade", "yokai")), (1, Cross(0, "yomi", "bitoku")), (2, Cross(1, "forge", "two"))),
    *((seat, Pass()) for seat in range(3)),
]
REST = [(2, Order(2, 1)), (2, Ready()), (1, Ready()), (0, Ready())]


def open_table(host: Phone) -> str:
    """A table for three that keeps count of turns, opened by the host's finger; its path."""
    host.go("/new/bitoku")
    host.tap(host.page.locator("label").filter(has_text=host.say.n("app.seat.players", 3)))
    for n, name in enumerate(NAMES):
        host.page.get_by_label(host.say("app.lobby.name", n=n + 1), exact=True).fill(name)
    host.press("app.lobby.open")
    host.page.wait_for_url("**/t/**")
    return re.sub(r"/people$", "", host.page.url)


def named(phone: Phone, role: str, *keys: str) -> Locator:
    """What is called by these words, one after another, at its beginning."""
    begins = re.compile("^" + r"\W+".join(re.escape(key) for key in keys))
    return phone.page.locator("#table").get_by_role(role, name=begins).first  # type: ignore[arg-type]


def make(phone: Phone, state: State, seat: int, move: Any) -> None:
    """The move, as its player taps it."""
    say, dice = phone.say, state.players[seat].dice
    if isinstance(move, Play):
        place = say(f"app.bitoku.place.{move.slot}")
        phone.tap(named(phone, "button", say("app.ask.bitoku.play"), place))
    elif isinstance(move, Place):
        phone.tap(named(phone, "link", say("app.ask.bitoku.use", n=dice[move.die].value)))
        expect(phone.question()).to_have_text(say("app.ask.bitoku.where"))
        for _ in range(move.add):
            phone.tap(phone.page.get_by_role("link", name=say("app.bitoku.more")))
        raised = say("app.bitoku.die_showing", n=dice[move.die].value + move.add)
        expect(phone.page.locator(".in-hand").get_by_role("img", name=raised)).to_be_visible()
        phone.tap(named(phone, "button", bitoku.space_name(say, move.region, move.space)))
    elif isinstance(move, Cross):
        region = say(f"bitoku.region.{move.hill}")
        river = phone.page.locator(".river")
        phone.tap(river.get_by_role("link").filter(has_text=region))
        expect(phone.question()).to_have_text(say("app.ask.bitoku.boon"))
        phone.tap(named(phone, "button", bitoku.capital(say(f"bitoku.boon.{move.boon}"))))
    elif isinstance(move, Order):
        phone.tap(named(phone, "button", say("app.ask.bitoku.do.order", name=NAMES[move.first])))
    else:
        phone.tap(named(phone, "button", say(f"app.ask.bitoku.do.{move.kind}")))


def told(phone: Phone, number: int, seat: int, move: Any, state: State) -> None:
    """Wait until the entry of that number stands last, in the language of the phone."""
    line = SPEECH["bitoku"].line(phone.say, NAMES, seat, move, state, True)
    expect(phone.last()).to_contain_text(re.compile(rf"^\s*{number}\D"))
    expect(phone.last()).to_contain_text(line)


def play(
    phones: Sequence[Phone], state: State, course: list[tuple[int, Any]], began: int
) -> tuple[State, list[int]]:
    """Each move on the phone of its seat, seen on every phone before the next. The state, and the taps."""
    taps = []
    for number, (seat, move) in enumerate(course, began + 1):
        before = phones[seat].taps
        make(phones[seat], state, seat, move)
        taps.append(phones[seat].taps - before)
        assert not GAME.check(state, seat, move) or isinstance(move, Place), (seat, move)
        state = GAME.apply(state, seat, move)
        for phone in phones:
            told(phone, number, seat, move, state)
    return state, taps


def test_a_whole_year_on_three_phones(
    phones: Callable[..., Phone], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ana, bo, cem = phones("en"), phones("zh-Hant", dark=True), phones("zh-Hans")
    three = (ana, bo, cem)
    open_table(ana)
    for guest, name in ((bo, "Bo"), (cem, "Cem")):
        join_by_picture(guest, ana, name, tmp_path)
    ana.press("app.table.way.play")
    state = GAME.setup(Setup(3, GAME.settle({})))
    expect(ana.page.get_by_text(ana.say("app.bitoku.setup", n=3))).to_be_visible()

    state, _ = play(three, state, SPRING, 0)
    state, taps = play(three, state, SUMMER, 3)

    with capsys.disabled():
        print(f"\nthree phones: {len(taps)} turns, taps a turn: median {median(taps)}, most {max(taps)}")
    assert median(taps) <= 2
    for phone in three:
        expect(phone.question()).to_have_text(phone.say("app.ask.bitoku.autumn"))
    state, _ = play(three, state, REST[:1], 3 + len(SUMMER))
    for phone in three:
        expect(phone.page.locator(".markers li")).to_have_text(["Cem", "Bo", "Ana"])
    state, _ = play(three, state, REST[1:], 4 + len(SUMMER))
    assert (state.season, state.year, state.order) == ("spring", 2, (2, 1, 0))
    for phone in three:
        season = phone.say("bitoku.season.spring")
        year = phone.say("app.bitoku.year", n=2, of=4)
        expect(phone.page.locator(".year .title")).to_have_text(f"{year} · {season}")


def test_what_is_due_is_answered_while_others_play_on(phones: Callable[..., Phone], tmp_path: Path) -> None:
    """Movement points on one phone, the next turn on the other; a count set right in two taps."""
    ana, bo = phones("en"), phones("en")
    ana.go("/new/bitoku")
    ana.tap(ana.page.locator("details.more > summary").first)
    ana.tap(ana.page.locator("input[name=option-tracking][value=everything]"))
    ana.press("app.lobby.open")
    ana.page.wait_for_url("**/t/**")
    join_by_picture(bo, ana, "Player 2", tmp_path)
    ana.press("app.table.way.play")
    ana.press("app.ask.bitoku.do.go")
    for phone in (ana, bo):
        phone.tap(named(phone, "button", phone.say("app.ask.bitoku.play"), phone.say("app.bitoku.place.1")))
    ana.tap(named(ana, "link", ana.say("app.ask.bitoku.use", n=2)))
    ana.tap(named(ana, "button", bitoku.space_name(ana.say, "stairway", "2")))
    bo.tap(named(bo, "button", bo.say("app.ask.bitoku.play"), bo.say("app.bitoku.place.0")))
    ana.tap(named(ana, "button", bitoku.capital(ana.say("bitoku.choice.start"))))
    for phone in (ana, bo):
        expect(phone.last()).to_contain_text(phone.say("bitoku.choice.start"))

    before = bo.taps
    chip = bo.page.get_by_role(
        "link", name=bo.say("app.bitoku.named", what=bo.say("bitoku.piece.sake"), name=0)
    )
    bo.tap(chip.last)
    bo.tap(bo.page.locator(".numbers").get_by_role("button", name="2", exact=True))
    assert bo.taps - before == 2
    for phone in (ana, bo):
        sake = phone.say("app.bitoku.named", what=phone.say("bitoku.piece.sake"), name=2)
        expect(phone.page.get_by_role("link", name=sake)).to_be_visible()
