"""The spaces of the forest and the river, rule by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.engine.game import Severity
from companion.games.bitoku import GAME
from companion.games.bitoku.moves import Cross, Place, Play, Take
from companion.games.bitoku.state import BOONS, Due
from tests.games.bitoku.table import Table


def placed(region: str, space: str, value: int = 6, seats: int = 3) -> Table:
    """A die of that value on a space of an empty region."""
    table = Table(seats).die(0, 0, value, "green.0")
    table.state = replace(table.state, buildings=())
    return table.do(0, Place(0, region, space))


def kodama(table: Table, seat: int = 0) -> tuple[int, ...]:
    return table.has(seat).kodama


@pytest.mark.parametrize(("region", "at"), [("yomi", 0), ("stairway", 1), ("glade", 3), ("forge", 4)])
def test_F1_to_F4_the_first_space_moves_the_kodama(region: str, at: int) -> None:
    table = placed(region, "1", 1)
    assert kodama(table) == tuple(2 if n == at else 1 for n in range(5)) and table.due(0) == {}


def test_F1_the_lands_of_yomi() -> None:
    assert [placed("yomi", space).due(0) for space in "2346"] == [
        {"mitama_or_dragonfly": 1},
        {"mitama_or_dragonfly": 1},
        {"mitama_or_dragonfly": 1},
        {"mitama": 1, "dragonfly_tile": 1},
    ]
    less = [placed("yomi", space).has(0).dues[-1].less for space in "2346"]
    assert less == ["", "mitama", "one", "one"]
    table = placed("yomi", "6").do(0, Take("mitama", "ara", ("jade-1",)))
    assert table.good(0, "ara") == 1 and table.good(0, "jade") == 0


def test_F2_the_stairway_gives_movement_points() -> None:
    assert [placed("stairway", space).due(0) for space in "2346"] == [{"walk": n} for n in (1, 2, 3, 4)]


def test_F3_the_glade_gives_resources() -> None:
    table = placed("glade", "2")
    assert table.due(0) == {"wood_or_jade": 1}
    assert table.against(0, Take("wood_or_jade", "sake")) == {("G1", "no_such_choice")}
    assert table.do(0, Take("wood_or_jade", "jade")).good(0, "jade") == 2
    assert [placed("glade", space).due(0) for space in "346"] == [{"resource": n} for n in (1, 2, 3)]
    table = placed("glade", "4").do(0, Take("resource", "sake")).do(0, Take("resource", "stone"))
    assert (table.good(0, "sake"), table.good(0, "stone"), table.due(0)) == (1, 1, {})


def test_F4_the_forge_builds_and_gives_crystals() -> None:
    assert [placed("forge", space).due(0) for space in "2346"] == [
        {"build": 1},
        {"grow_or_build": 1},
        {"grow_or_build": 1},
        {"grow": 1, "build": 1},
    ]
    assert [placed("forge", space).has(0).dues[-1].less for space in "2346"] == ["", "", "one", "one"]


@pytest.mark.parametrize(
    ("seats", "spaces"),
    [
        (2, ("amulet", "vision", "either", "copy")),
        (3, ("amulet", "vision", "resource", "walk")),
        (4, ("amulet", "vision", "resource", "walk")),
    ],
)
def test_F5_the_home_by_the_number_of_players(seats: int, spaces: tuple[str, ...]) -> None:
    assert Table(seats).state.spaces("home") == spaces


def test_F5_what_the_home_gives_whatever_dice_are_there() -> None:
    table = Table(3).die(1, 0, 6, "home.amulet").die(0, 0, 1, "green.0").do(0, Place(0, "home", "amulet"))
    assert table.good(0, "amulet2") == 1
    table = placed("home", "vision", 1)
    assert table.good(0, "amulet1") == 2 and table.due(0) == {"vision_or_resource": 1}
    assert placed("home", "resource", 1).due(0) == {"resource": 1}
    assert placed("home", "walk", 1).due(0) == {"walk": 1}
    table = placed("home", "either", 1, seats=2)
    assert table.due(0) == {"resource_or_walk": 1} and table.good(0, "amulet1") == 2
    assert table.do(0, Take("resource_or_walk", "walk")).due(0) == {"walk": 1}


def test_F6_the_last_space_borrows_another_players_forest_action() -> None:
    table = Table(2).die(0, 0, 1, "green.0").die(1, 0, 4, "stairway.3").die(1, 1, 6, "hill.forge")
    assert table.against(0, Place(0, "home", "copy")) == {("F6", "copy_needs_two")}
    table.die(0, 0, 2, "green.0").do(0, Place(0, "home", "copy"))
    assert table.has(0).dice[0].value == 1 and table.due(0) == {"copy": 1}
    assert table.against(0, Take("copy", "stairway.6")) == {("F6", "no_die_to_copy")}
    assert table.against(0, Take("copy", "forge.1")) == {("F6", "no_die_to_copy")}, "a die that crossed"
    assert table.hints(0, Take("copy", "stairway.4")) == {("F6", "copies_other_space")}
    assert table.hints(0, Take("copy", "stairway.3")) == set()
    assert table.do(0, Take("copy", "stairway.3")).due(0) == {"walk": 2}


def test_where_turns_are_counted_nothing_becomes_due() -> None:
    table = Table(2, "turns").die(0, 0, 6, "green.0").do(0, Place(0, "stairway", "6"))
    table.die(1, 0, 6, "yomi.6").do(1, Cross(0, "yomi", "two"))
    assert table.has(0).dues == () == table.has(1).dues and kodama(table) == (1, 1, 1, 1, 1)


# --- the river


def test_C1_a_die_crosses_from_an_outer_region_and_stays() -> None:
    table = Table(3).die(0, 0, 4, "yomi.4").do(0, Cross(0, "yomi", "yokai")).turn(0)
    assert table.has(0).dice[0].at == "hill.yomi"
    assert table.against(0, Cross(0, "yomi", "two"), Severity.IMPOSSIBLE) == {("C1", "has_crossed")}
    assert table.against(0, Cross(1, "yomi", "two"), Severity.IMPOSSIBLE) == {("C1", "not_in_forest")}
    table.die(0, 1, 4, "home.amulet")
    assert table.against(0, Cross(1, "yomi", "two")) == {("C1", "not_from_home")}


def test_C2_penance() -> None:
    after = {}
    for value in range(2, 7):
        table = Table(3).die(0, 0, value, "yomi.1").do(0, Cross(0, "yomi", "yokai"))
        after[value] = table.has(0).dice[0].value
    assert after == {2: 1, 3: 2, 4: 3, 5: 4, 6: 3}
    table = Table(3).die(0, 0, 1, "yomi.1")
    assert table.against(0, Cross(0, "yomi", "yokai")) == {("C2", "one_cannot")}


def test_C3_a_boon_is_covered_until_winter() -> None:
    assert len(BOONS) == 12
    table = Table(3).die(0, 0, 4, "yomi.4").die(1, 0, 4, "yomi.3")
    hand = table.has(0).hand
    table.do(0, Cross(0, "yomi", "yokai"))
    assert table.has(0).hand == hand + 1 and table.due(0) == {"yokai": 1}
    assert table.against(1, Cross(0, "yomi", "yokai")) == {("C3", "boon_covered")}
    table.do(1, Cross(0, "yomi", "bitoku")).do(1, Take("bitoku", "gi"))
    assert table.good(1, "gi") == 1 and table.state.boons == ("yomi.yokai", "yomi.bitoku")
    assert table.against(0, Cross(0, "yomi", "three"), Severity.IMPOSSIBLE) == {("C3", "no_such_boon")}


def test_C3_the_two_boons_must_differ() -> None:
    table = Table(3).die(0, 0, 4, "yomi.4").do(0, Cross(0, "yomi", "two"))
    table.do(0, Take("boon", "rock"))
    assert Due("boon", 1, "yomi", but="rock") in table.has(0).dues
    assert table.against(0, Take("boon", "rock")) == {("C3", "two_different")}
    table.do(0, Take("boon", "kodama"))
    assert table.due(0) == {"kodama": 1} and table.has(0).due("rock").n == 2, "one more than that of set-up"


def test_C4_only_to_the_own_hills_but_two_players_have_a_side() -> None:
    three, two = (Table(seats).die(0, 0, 4, "yomi.4") for seats in (3, 2))
    assert three.against(0, Cross(0, "stairway", "yokai")) == {("C4", "other_hill")}
    assert two.against(0, Cross(0, "stairway", "yokai")) == set()
    assert two.against(0, Cross(0, "glade", "yokai")) == {("C4", "other_hill")}
    assert {m.hill for m in GAME.candidates(two.state, 0) if m.kind == "cross"} == {"yomi", "stairway"}
    assert {m.hill for m in GAME.candidates(three.state, 0) if m.kind == "cross"} == {"yomi"}


def test_C4_a_hill_that_was_counted_can_be_full() -> None:
    table = Table(3).die(0, 0, 4, "yomi.4").die(1, 0, 3, "hill.yomi")
    assert table.hints(0, Cross(0, "yomi", "two")) == {("D4", "space_taken")}
    table.do(-1, GAME.codec.from_json({"do": "count", "place": "hill.yomi", "n": 1}))
    assert table.against(0, Cross(0, "yomi", "two")) == {("D4", "space_full")}


def test_a_card_taken_by_crossing_is_played_the_same_year() -> None:
    table = Table(3).have(0, hand=0).die(0, 0, 4, "yomi.4").do(0, Cross(0, "yomi", "yokai")).turn(0)
    assert table.against(0, Play(0)) == set()
