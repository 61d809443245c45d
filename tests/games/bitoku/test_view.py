"""What the screens are told: what each die may do where, what is missing, what is due."""

from __future__ import annotations

from companion.engine.game import Severity
from companion.games.bitoku import GAME
from companion.games.bitoku.dice import check_place
from companion.games.bitoku.moves import Build, Count, Gain, Pass, Place, Play, Treasure
from companion.games.bitoku.view import SpaceReach, View
from tests.games.bitoku.table import TABLE, Table, all_out


def reach(table: Table, seat: int, die: int) -> dict[tuple[str, str], SpaceReach]:
    (found,) = (r for r in GAME.view(table.state, seat).reach if r.die == die)
    return {(space.region, space.space): space for space in found.spaces}


def test_each_die_knows_what_it_may_do_where() -> None:
    table = Table(4).die(1, 0, 4, "glade.2").die(0, 0, 3, "green.0")
    table.do(1, Build("farm", "glade", 3)).do(1, Build("onsen", "glade", 4))
    spaces = reach(table, 0, 0)
    assert len(spaces) == 4 * 5 + 4
    assert (spaces["glade", "1"].needs, spaces["glade", "1"].value) == (1, 4)
    assert spaces["glade", "1"].why is not None and spaces["glade", "1"].why.reason == "lower_die"
    assert spaces["glade", "6"].needs == 3 and spaces["yomi", "3"].needs == 0
    assert spaces["yomi", "3"].why is None and spaces["home", "walk"].needs == 0
    assert spaces["glade", "1"].buildings == (0,)
    locked = {found.die: found.locked for found in GAME.view(table.state, 0).reach}
    assert locked == {0: False, 1: True, 2: True}


def test_the_reach_agrees_with_the_check() -> None:
    for options in ({}, {"forest_action": "higher"}):
        table = Table(2, "turns", **options).die(1, 0, 6, "glade.2").die(1, 1, 3, "yomi.6")
        for value in range(1, 7):
            table.die(0, 0, value, "green.0")
            for (region, space), told in reach(table, 0, 0).items():
                for pips in range(8 - value):
                    found = check_place(table.state, 0, Place(0, region, space, pips))
                    if any(v.reason == "above_six" for v in found):
                        continue
                    stopped = any(v.rule in ("D5", "F6") for v in found)
                    assert stopped == (told.needs is None or pips < told.needs), (region, space, value, pips)


def test_in_the_harder_game_a_six_needs_an_amulet_more() -> None:
    table = Table(4, forest_action="higher").die(1, 0, 6, "glade.2").die(0, 0, 6, "green.0")
    told = reach(table, 0, 0)["glade", "6"]
    assert (told.needs, told.value) == (1, 6)
    assert reach(table.die(1, 0, 5, "glade.2"), 0, 0)["glade", "6"].needs == 0
    plain = Table(4).die(1, 0, 6, "glade.2")
    assert reach(plain, 0, 2)["glade", "6"].needs == 5


def test_a_spectator_sees_the_dice_of_whose_turn_it_is() -> None:
    table = Table(3).do(0, Play(0))
    assert GAME.view(table.state, None).reach == GAME.view(table.state, 1).reach
    assert [found.locked for found in GAME.view(table.state, 0).reach] == [False, True, True]
    assert GAME.view(Table(3, season="spring").state, 0).reach == ()


def test_the_board_as_it_stands() -> None:
    table = Table(3, "turns").die(0, 0, 4, "yomi.3").die(1, 1, 6, "yomi.3").die(2, 2, 3, "hill.yomi")
    table.do(TABLE, Count("yomi.3", 2)).do(TABLE, Treasure("yomi", 6, 4, 1))
    seen: View = GAME.view(table.state, 1)
    yomi = seen.regions[0]
    space = next(s for s in yomi.spaces if s.space == "3")
    assert [(die.seat, die.value, die.crossed) for die in space.dice] == [(0, 4, 3), (1, 6, 3)]
    assert (space.size, space.number, yomi.highest) == (2, 3, 6)
    assert [die.seat for die in yomi.hill] == [2] and len(yomi.boons) == 3
    assert [b.kind for _, b in yomi.buildings] == ["ancient"] and seen.prizes == {"yomi": (6, 4, 1)}
    home = seen.regions[2]
    assert [s.number for s in home.spaces] == [0] * 4 and home.boons == ()


def test_what_is_missing_and_what_is_due() -> None:
    table = Table(2).do(0, Play(0)).turn(0)
    assert GAME.view(table.state, 0).players[0].missing == (2, 3)
    all_out(Table(2), 0)
    table.do(0, Gain(("walk+2", "mitama_or_dragonfly+1")))
    dues = {due.key: due for due in GAME.view(table.state, 0).players[0].dues}
    assert dues["walk"].n == 2 and "start" in dues["walk"].choices
    assert dues["mitama_or_dragonfly"].choices[-1] == "dragonfly"
    assert set(dues["rock"].choices) > {"kappa", "temple", "kushi", "other"}


def test_the_order_is_told_before_the_markers_are_moved() -> None:
    table = Table(3, "turns").die(2, 0, 2, "home.walk")
    assert GAME.view(table.state, 0).next_order == (2, 0, 1)
    table.die(1, 0, 2, "home.amulet")
    assert GAME.view(table.state, 0).next_order is None


def test_nobody_acts_out_of_turn_but_everybody_may_see_why() -> None:
    table = Table(3, "turns")
    assert list(GAME.candidates(table.state, 1)) == []
    assert table.against(1, Pass(), Severity.ILLEGAL) >= {("P1", "not_your_turn")}
