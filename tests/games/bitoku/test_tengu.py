"""Alone against the Tengu: its deck, its turn, its seasons, its part of the count."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import Setup, Severity
from companion.engine.log import Entry, replay, start
from companion.facts import LANGUAGES, words
from companion.games.bitoku import GAME
from companion.games.bitoku.deck import CARDS, ROW, Tengu, counted, place_of, used
from companion.games.bitoku.moves import (
    Activate,
    Arrange,
    Build,
    Chance,
    Count,
    FixKodama,
    FixTengu,
    Gain,
    Go,
    Order,
    Pass,
    Place,
    Play,
    Ready,
    Take,
    TenguRocks,
    Use,
)
from companion.games.bitoku.state import REGIONS, Building, Crystal
from companion.games.bitoku.tengu import STEPS, cycle, free_dice, gains
from tests.games.bitoku.table import DEFAULTS, TABLE, Table

TENGU = 1


def alone(**options: str) -> Table:
    """A table of one, the Tengu to act."""
    return Table(1, **options)


def against(table: Table, letter: str, will: int = 1) -> str:
    """Why a step cannot be, empty when it may."""
    step = next(step for step in cycle(table.state, will) if step.letter == letter)
    return "" if step.against is None else step.against.reason


# --- S1, S6, S7: set-up


def test_S1_the_tengu_sets_out_with_its_own_things_and_is_first() -> None:
    state = GAME.setup(Setup(1, {**DEFAULTS, "tracking": "everything"}))
    tengu = state.players[TENGU]
    assert [die.value for die in tengu.dice] == [4, 3, 2] and state.order == (TENGU, 0)
    assert (tengu.awake, tengu.asleep, tengu.deck, tengu.dues) == (11, 0, 5, ())
    goods = {name: tengu.good(name) for name in ("wood", "jade", "stone", "sake", "dragonfly", "vision")}
    assert goods == {"wood": 1, "jade": 0, "stone": 0, "sake": 0, "dragonfly": 1, "vision": 0}
    assert tengu.good("amulet1") == 0 and state.spaces("home") == ("amulet", "vision", "either", "copy")
    assert sum(b.kind == "ancient" for b in state.buildings) == 4
    assert state.players[0] == GAME.setup(Setup(2, {**DEFAULTS, "tracking": "everything"})).players[0]
    assert GAME.opponents(state) == ("bitoku.tengu",)
    assert GAME.opponents(GAME.setup(Setup(2, DEFAULTS))) == ()
    listed = {do.key for do in GAME.view(state, 0).setup}
    assert {"neutral_kodama", "ancient_all", "tengu_dice", "tengu_rocks", "tengu_cards"} <= listed
    assert "first_order" not in listed


@pytest.mark.parametrize(("also", "what"), [("temple", "stone"), ("kushi", "sake")])
def test_S1_its_second_rock_brings_a_stone_or_a_sake(also: str, what: str) -> None:
    table = alone(season="spring").do(TABLE, TenguRocks("kappa", also))
    assert [rock.of for rock in table.has(TENGU).rocks] == ["kappa", also]
    assert table.good(TENGU, what) == 1
    table.do(TABLE, TenguRocks("nezumi", "onsen"))  # a correction gives the first one back
    assert (table.good(TENGU, "stone"), table.good(TENGU, "sake")) == (1, 0)


def test_S1_it_never_has_amulets_or_visions_and_its_rocks_are_of_two_families() -> None:
    table = alone()
    for item in ("amulet1+1", "amulet3+1", "vision+1"):
        assert table.against(TENGU, Gain((item,))) == {("S1", "tengu_never")}
    table.have(TENGU, awake=10).force(TENGU, Gain(("kushi+1", "ara+1")))
    assert table.due(TENGU) == {}  # what its tiles do is entered, nobody says it
    assert table.against(TABLE, TenguRocks("temple", "kappa")) == {("S1", "tengu_rocks")}
    assert Table(2).against(TABLE, TenguRocks("kappa", "temple")) == {("S1", "no_tengu")}


@pytest.mark.parametrize(
    ("start", "dragonflies", "yokai", "wood"),
    [
        ("full", 1, 5, 1),
        ("no_dragonfly", 0, 5, 1),
        ("no_yokai", 1, 0, 1),
        ("no_goods", 1, 5, 0),
        ("nothing", 0, 0, 0),
        ("two_dragonflies", 2, 5, 1),
    ],
)
def test_S6_what_it_begins_with(start: str, dragonflies: int, yokai: int, wood: int) -> None:
    table = alone(season="spring", tengu_start=start)
    assert table.good(TENGU, "dragonfly") == dragonflies and table.has(TENGU).deck == yokai
    assert table.good(TENGU, "wood") == wood
    table.do(TABLE, TenguRocks("kappa", "temple"))
    assert table.good(TENGU, "stone") == wood
    sheet = GAME.tally(table.state, ("Ana",))["tengu"]
    assert sheet["starting_yokai"] == yokai
    told = {do.key for do in GAME.view(table.state, 0).setup}
    assert ("tengu_no_dragonfly" in told) == (dragonflies == 0)
    assert ("tengu_no_yokai" in told) == (yokai == 0) and ("tengu_no_goods" in told) == (wood == 0)


def test_S1_the_set_up_list_says_what_it_begins_with_whatever_has_moved_since() -> None:
    """Not what stands there by now: once the list named its dice as they had become."""
    table = alone(season="spring")
    told = GAME.view(table.state, 0).setup
    table.die(TENGU, 0, 6, "yomi.4").have(TENGU, dragonfly=3, wood=0)
    table.force(
        TABLE, GAME.codec.from_json({"do": "fix_kodama", "player": TENGU, "region": "yomi", "space": 4})
    )
    assert GAME.view(table.state, 0).setup == told
    assert next(do for do in told if do.key == "tengu_dice").values == {"values": "4 3 2"}


def test_Q4_quick_tengu_is_not_told_readings_that_it_does_not_have() -> None:
    printed, quick = ({o.key for o in GAME.readings(1, {"tengu": how})} for how in ("printed", "quick"))
    assert printed - quick == {"tengu_die", "tengu_buildings"} and quick < printed
    assert {o.key for o in GAME.readings(1)} == printed


@pytest.mark.parametrize(
    ("ahead", "road", "kodama"), [("level", 0, 1), ("pilgrim", 1, 1), ("kodama", 0, 2), ("both", 1, 2)]
)
def test_S7_a_head_start(ahead: str, road: int, kodama: int) -> None:
    tengu = alone(tengu_ahead=ahead).has(TENGU)
    assert (tengu.road, tengu.awake, set(tengu.kodama)) == (road, 11 - road, {kodama})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_it_asks_to_be_done_can_be_said(lang: str) -> None:
    say = words(lang).seating(["Ana", "Tengu"])
    bare = alone(season="spring", tengu_start="nothing", tengu_ahead="both").state
    rich = winter(alone(tracking="turns")).do(0, Ready()).state
    for state in (bare, alone(season="spring").state, rich, winter(alone()).state):
        view = GAME.view(state, 0)
        for do in (*view.setup, *view.reminders):
            assert "{" not in say(f"bitoku.do.{do.key}", **do.values)
    assert "tengu_walks_any" in {do.key for do in GAME.view(rich, 0).reminders}


# --- S2: the Will and the deck


def test_S2_the_lower_will_die_names_the_card() -> None:
    assert [ROW[place_of(will)] for will in range(1, 7)] == [
        *("right", "right", "middle", "middle", "left", "left")
    ]


@settings(max_examples=60)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=120), st.randoms())
def test_S2_the_deck_renews_at_every_eighth_turn_and_no_card_is_lost(wills: list[int], draw: Any) -> None:
    labels = [str(n) for n in range(CARDS)]
    tengu = Tengu(tuple(labels[:3]), tuple(labels[3:]))
    for turn, will in enumerate(wills, 1):
        order = draw.sample(range(8), 8)
        renews, left = tengu.renews, tengu.row
        assert renews == (turn % 8 == 0)
        assert len(tengu.pile) == 7 - (turn - 1) % 8 and len(tengu.discards) == (turn - 1) % 8
        before = tengu
        tengu = used(tengu, place_of(will), order)
        assert sorted(tengu.cards) == sorted(labels) and tengu.turns == turn
        gone = left[place_of(will)]
        assert tengu.row[1:] == tuple(card for card in left if card != gone)
        drawn = [*before.discards, gone][order[0]] if renews else before.pile[0]
        assert tengu.row[0] == drawn


def test_S2_thousands_of_turns_at_the_table_keep_the_deck_and_undo_gives_it_back() -> None:
    draw, setup = random.Random(4), Setup(1, DEFAULTS)
    line = start(GAME, setup).add(Entry(1, "move", TABLE, {"do": "go"}))
    states = [line.state]
    for turn in range(1, 2001):
        move = Activate(draw.randint(1, 6), draw.choice("DEGHIJK"), other=6)
        again = {"do": "fix_turn", "player": TENGU}
        line = line.add(Entry(line.revision + 1, "move", TENGU, GAME.codec.to_json(move)))
        line = line.add(Entry(line.revision + 1, "move", TABLE, again))
        tengu = line.state.tengu
        assert (len(tengu.pile), len(tengu.discards), tengu.turns) == (7 - turn % 8, turn % 8, turn)
        states.append(line.state)
    entries = [node.entry for node in line.backwards()][::-1]
    assert replay(start(GAME, setup), entries).timeline.state == line.state
    for turn in range(1999, 1980, -1):
        for _ in range(2):
            line = line.add(Entry(line.revision + 1, "undo", TABLE))
        assert line.state == states[turn]


def test_S2_the_pile_can_be_counted_anew() -> None:
    table = alone().do(TABLE, FixTengu("pile", 2))
    tengu = table.state.tengu
    assert tengu is not None and (len(tengu.pile), len(tengu.discards)) == (2, 5)
    assert counted(counted(Tengu(), 1), 7) == Tengu()
    assert table.against(TABLE, FixTengu("pile", 8)) == {("S2", "tengu_pile")}
    assert table.against(TABLE, FixTengu("hand", 1)) == {("S2", "tengu_pile")}


def test_S2_the_tengu_takes_no_other_turns_and_nobody_else_takes_its() -> None:
    table = alone()
    for move in (Play(0), Place(0, "yomi", "1"), Pass(), Ready(), Arrange(0, 1, 2), Order(0, 1)):
        assert ("S2", "tengu_turns") in table.against(TENGU, move, Severity.IMPOSSIBLE), move
    assert table.against(0, Activate(1, "L")) == {("S1", "no_tengu")}
    assert Table(2).against(1, Activate(1, "L")) == {("S1", "no_tengu")}
    assert GAME.to_act(table.state) == (TENGU,)
    assert table.against(0, Play(0)) == {("P1", "not_your_turn")}
    table.do(TENGU, Activate(3, "L"))
    assert GAME.to_act(table.state) == (0,) and table.has(TENGU).passed
    assert table.against(TENGU, Activate(3, "D")) == {("Y4", "has_passed")}


def test_S2_a_turn_of_the_tengu_knows_which_one_it_is() -> None:
    table = alone()
    assert table.against(TENGU, Activate(3, "D", turn=2), Severity.IMPOSSIBLE) == {("S2", "tengu_turn")}
    table.do(TENGU, Activate(3, "D", turn=1)).turn(TENGU)
    assert table.against(TENGU, Activate(3, "D", turn=1), Severity.IMPOSSIBLE) == {("S2", "tengu_turn")}
    before_it_was_noted = GAME.codec.from_json({"do": "activate", "will": 3, "step": "D"})
    assert not table.against(TENGU, before_it_was_noted)


@pytest.mark.parametrize(
    "move",
    [
        *(Activate(0, "D"), Activate(7, "D"), Activate(4, "D", other=3), Activate(4, "D", other=7)),
        *(Activate(1, "M"), Activate(1, ""), Activate(1, "D", die=3), Activate(1, "D", unlock=3)),
        *(Activate(1, "D", die=0), Activate(1, "D", to="yomi.1"), Activate(1, "D", attitude=2)),
        *(Activate(1, "D", die=0, to="hill.yomi"), Activate(1, "D", die=0, to="yomi.5")),
        *(Activate(1, "D", die=0, to="hill.yomi", boon="luck"), Activate(1, "D", picks=("4/3",))),
        *(Activate(1, "D", picks=("1/1",)), Activate(1, "D", picks=("1/2",) * 7)),
        *(Activate(1, "D", picks=("x",)), Activate(1, "D", die=0, to="yomi.1", boon="two")),
        Activate(1, "D", items=("gold+1",)),
    ],
)
def test_a_turn_that_cannot_be_is_impossible(move: Activate) -> None:
    assert alone().against(TENGU, move, Severity.IMPOSSIBLE), move


# --- S3: the cycle


def test_S3_what_the_table_knows_it_answers_itself() -> None:
    table = alone()
    assert against(table, "A") == "tengu_no_crossing"
    assert against(table, "B") == "tengu_not_left" and against(table, "B", 5) == ""
    assert against(table, "C") == against(table, "F") == "tengu_no_die"
    assert all(against(table, letter) == "" for letter in "DEGHIJKL")
    table.die(TENGU, 0, 4, "green.0")
    assert against(table, "B", 6) == "tengu_has_die"
    assert against(table, "C") == against(table, "F") == ""
    table.do(TABLE, FixTengu("active", 1))
    assert against(table, "B", 6) == "tengu_is_active"
    for number in range(3):
        table.die(TENGU, number, 4, f"yomi.{number + 1}")
    table.do(TABLE, FixTengu("active", 0))
    assert against(table, "B", 6) == "tengu_none_locked" and against(table, "A") == ""


def test_S3_the_home_is_full_when_every_space_that_was_counted_is() -> None:
    table = alone().die(TENGU, 0, 4, "green.0")
    for number, space in enumerate(("amulet", "vision", "either")):
        table.die(0, number, 3, f"home.{space}")
    table.die(TENGU, 1, 3, "home.copy")
    assert against(table, "F") == ""
    for space in ("amulet", "vision", "either", "copy"):
        table.do(TABLE, GAME.codec.from_json({"do": "count", "place": f"home.{space}", "n": 1}))
    assert against(table, "F") == "tengu_home_full"


def test_S3_a_crossing_needs_a_boon_over_the_same_side_of_the_river() -> None:
    table = alone().die(TENGU, 0, 5, "yomi.3")
    for hill in ("yomi", "stairway"):
        for boon in ("bitoku", "yokai", "two"):
            table.do(
                TABLE, GAME.codec.from_json({"do": "fix_boon", "hill": hill, "boon": boon, "covered": 1})
            )
    assert against(table, "A") == "tengu_no_crossing"
    table.do(TABLE, GAME.codec.from_json({"do": "fix_boon", "hill": "stairway", "boon": "two", "covered": 0}))
    assert against(table, "A") == ""
    table.do(TENGU, Activate(1, "A", 0, "hill.stairway", "two"))
    assert table.has(TENGU).dice[0].at == "hill.stairway" and "stairway.two" in table.state.boons


def test_S3_step_B_turns_the_attitude_unlocks_a_die_and_places_it() -> None:
    table = alone()
    assert table.against(TENGU, Activate(1, "B", 0, "glade.3", unlock=0)) == {("S3", "tengu_not_left")}
    table.do(TENGU, Activate(5, "B", 0, "glade.3", unlock=0, other=6, items=("kodama.glade+1",)))
    tengu = table.state.tengu
    assert tengu is not None and tengu.active and tengu.turns == 1
    assert table.has(TENGU).dice[0].at == "glade.3" and table.has(TENGU).kodama[3] == 2
    assert GAME.to_act(table.state) == (0,)


def test_S3_step_C_places_an_unlocked_die_and_step_F_one_in_the_home_with_its_points() -> None:
    table = alone().die(TENGU, 0, 4, "green.0").die(TENGU, 1, 3, "red.1")
    assert table.against(TENGU, Activate(1, "C")) == {("S3", "tengu_which_die")}
    assert table.against(TENGU, Activate(1, "C", 1, "yomi.3")) == {("D1", "tengu_locked")}
    assert table.against(TENGU, Activate(1, "C", 0, "home.copy")) == {("S3", "tengu_elsewhere")}
    assert table.against(TENGU, Activate(1, "F", 0, "yomi.3")) == {("S3", "tengu_elsewhere")}
    assert gains(table.state, "C", "yomi.3") == ("kodama.yomi+1",)
    for number, value in enumerate((5, 6, 4)):
        table.die(0, number, value, f"yomi.{number + 1}")
    assert gains(table.state, "F", "home.copy") == ("vp+7",)  # 3, and 2 for each of the player's 5 and 6
    table.do(TENGU, Activate(1, "F", 0, "home.copy", items=("vp+7",)))
    assert table.good(TENGU, "vp") == 7 and table.has(TENGU).dice[0].at == "home.copy"
    assert table.due(TENGU) == {}  # the space itself gives it nothing


def test_S3_a_step_that_only_the_rulebook_knows_may_unlock_move_and_gain() -> None:
    table = alone()
    move = Activate(4, "H", 1, "forge.2", unlock=1, attitude=1, picks=("2/3",), items=("temple+1", "wood-1"))
    table.do(TENGU, move)
    assert table.has(TENGU).dice[1].at == "forge.2" and table.state.tengu.active  # type: ignore[union-attr]
    assert len(table.state.own_buildings(TENGU)) == 1 and table.good(TENGU, "wood") == 0


def test_S3_a_pass_moves_no_die() -> None:
    table = alone().die(TENGU, 0, 4, "green.0")
    found = table.against(TENGU, Activate(1, "L", 0, "yomi.1"))
    assert found == {("S3", "tengu_pass_moves")}


@pytest.mark.parametrize(("how", "first"), [("ask", 0), ("lowest", 0), ("highest", 2)])
def test_S3_which_die_comes_first_is_the_tables_reading(how: str, first: int) -> None:
    table = alone(tengu_die=how)
    for number, value in enumerate((2, 3, 5)):
        table.die(TENGU, number, value, f"green.{number}")
    assert free_dice(table.state)[0] == first


@pytest.mark.parametrize(("how", "value"), [("same", 3), ("kept", 6)])
def test_S9_its_dice_on_the_river_as_the_table_chose(how: str, value: int) -> None:
    table = alone(tengu_penance=how).die(TENGU, 0, 6, "glade.4")
    table.do(TENGU, Activate(1, "A", 0, "hill.forge", "bitoku", items=("jin+1",)))
    assert table.has(TENGU).dice[0].value == value and table.good(TENGU, "jin") == 1


def test_S9_a_one_is_a_hint_and_the_other_side_is_refused() -> None:
    table = alone().die(TENGU, 0, 1, "glade.1").die(TENGU, 1, 3, "home.copy")
    move = Activate(1, "A", 0, "hill.glade", "two")
    assert ("C2", "tengu_one_crosses") in table.hints(TENGU, move) and not table.against(TENGU, move)
    assert table.against(TENGU, Activate(1, "A", 0, "hill.yomi", "two")) == {("C4", "other_hill")}
    assert table.against(TENGU, Activate(1, "A", 1, "hill.yomi", "two")) == {("C1", "not_from_home")}
    table.do(TENGU, move).turn(TENGU)
    assert table.against(TENGU, move) >= {("C1", "has_crossed")}
    assert table.against(TENGU, Activate(1, "A", 2, "hill.glade", "two")) >= {("C1", "not_in_forest")}


def test_S8_its_kodama_advance_only_where_yours_is_ahead_when_the_table_says_so() -> None:
    table = alone(tengu_lead="behind").die(TENGU, 0, 4, "green.0")
    assert gains(table.state, "C", "yomi.3") == ()
    table.force(0, Gain(("kodama.yomi+1",)))
    assert gains(table.state, "C", "yomi.3") == ("kodama.yomi+1",)
    assert gains(table.state, "C", "forge.3") == ()
    unknown = alone(tengu_lead="behind", tracking="turns").die(TENGU, 0, 4, "green.0")
    assert gains(unknown.state, "C", "yomi.3") == ("kodama.yomi+1",), "nobody counts where yours is"


def test_G10_its_kodama_goes_no_further_than_its_track() -> None:
    table = alone().do(TABLE, FixKodama(TENGU, "yomi", 5)).do(TABLE, Count("kodama", 5))
    assert gains(table.state, "C", "yomi.3") == ()
    assert gains(table.state, "C", "forge.3") == ("kodama.forge+1",)


# --- S4, S5: its seasons


def winter(table: Table) -> Table:
    """To the winter, then over it."""
    return table.do(TENGU, Activate(1, "L")).force(TABLE, Go())


@pytest.mark.parametrize(("how", "points"), [("crystals", 2), ("one", 1), ("none", 0)])
def test_S4_its_crystals_give_movement_points_in_spring(how: str, points: int) -> None:
    table = alone(tengu_points=how)
    crystals = (Crystal("dream_crystal"), Crystal("sense_crystal"))
    table.state = table.state.with_player(TENGU, crystals=crystals)
    winter(table).do(0, Ready())
    assert (table.state.season, table.state.year) == ("spring", 2)
    assert table.due(TENGU) == ({"walk": points} if points else {})
    told = {do.key: do for do in GAME.view(table.state, 0).reminders if do.seat == TENGU}
    assert set(told) == ({"tengu_walks"} if points else set())
    if points:
        table.do(TENGU, Take("walk", "start"))
        assert (table.has(TENGU).road, table.has(TENGU).awake) == (1, 10)
    table.do(0, Ready())
    assert table.state.season == "summer"
    assert table.has(TENGU).hand == 0 and table.has(TENGU).deck == 5  # it draws nothing


def test_S5_winter_waits_for_the_player_alone_and_a_rock_leaves_the_garden() -> None:
    table = winter(alone())
    assert table.state.season == "winter" and GAME.to_act(table.state) == (0,)
    told = [do.key for do in GAME.view(table.state, 0).reminders]
    assert told.index("tengu_winter") < told.index("spirit_on")
    assert all(die.zone == "red" for die in table.has(TENGU).dice)
    table.do(TABLE, Chance("winter_rock", 5, 3))
    assert table.against(TABLE, Chance("winter_rock", 5, 6)) == {("S1", "no_such_chance")}
    assert table.against(TABLE, Chance("treasure", 5, 3)) == {("S1", "no_such_chance")}
    table.do(0, Ready())
    assert table.state.year == 2


def test_autumn_asks_for_the_order_of_both() -> None:
    table = alone().die(0, 0, 3, "home.copy").die(TENGU, 0, 3, "home.vision")
    table.do(TENGU, Activate(1, "L")).force(0, Pass())
    assert table.state.season == "autumn" and GAME.to_act(table.state) == (0,)
    table.do(0, Order(0, TENGU))
    assert table.state.order == (0, TENGU)
    table.do(0, Ready()).do(0, Ready())
    assert table.state.turn == 0


def test_a_building_of_the_tengu_brings_it_a_point_and_never_an_amulet() -> None:
    table = alone().turn(0).die(0, 0, 4, "green.0")
    houses = (*table.state.buildings, Building("temple", "yomi", TENGU))
    table.state = replace(table.state, buildings=houses)
    table.do(0, Place(0, "yomi", "1")).do(0, Use(4))
    due = next(due for due in GAME.view(table.state, 0).players[TENGU].dues if due.key == "owner")
    assert due.choices == ("vp",)
    table.turn(0).die(0, 1, 4, "green.1").do(0, Place(1, "yomi", "1"))
    table.do(0, Use(4, (), ("vp+1", "amulet1+1")))
    assert (table.good(TENGU, "vp"), table.good(TENGU, "amulet1")) == (1, 0)


# --- the count


def test_the_tally_has_the_tengus_part() -> None:
    table = alone(season="spring").do(TABLE, TenguRocks("kappa", "temple")).do(TABLE, Go())
    got = ("vp+9", "yama_uba+1", "temple+2", "onsen+1", "crystal+1", "dream_crystal+1", "jin+2", "yu+1")
    table.force(TENGU, Gain(tuple(item for item in got if not item.startswith("crystal"))))
    sheet = GAME.tally(table.state, ("Ana", "the Tengu"))
    assert [player["name"] for player in sheet["players"]] == ["Ana"]
    tengu = sheet["tengu"]
    assert (tengu["vp"], tengu["starting_yokai"], tengu["advanced_yokai"]) == (9, 5, 1)
    assert tengu["rock_matches"] == 4  # a kappa, Yama Uba as the joker, and two temples
    assert (tengu["crystals"], sorted(tengu["bitoku"])) == (1, ["jin", "jin", "yu"])
    assert tengu["resources"] == {"wood": 1, "jade": 0, "sake": 0, "stone": 1}
    result = GAME.score(sheet)
    assert result.opponent is not None and result.won is False
    lines = {line.key: line.points for line in result.opponent.lines}
    assert (lines["track"], lines["rocks"], lines["yokai"], lines["crystals"]) == (9, 12, 21, 2)
    assert lines["resources"] == 2 and lines["virtues"] == 2 and lines["pioneer"] == 3
    assert result.options["tengu_kodama"] == "off"


def test_the_readings_of_the_count_reach_the_sheet() -> None:
    table = alone(tengu_kodama="on", tengu_resources="off")
    result = GAME.score(GAME.tally(table.state, ("Ana",)))
    assert result.options["tengu_kodama"] == "on" and result.options["tengu_resources"] == "off"
    assert result.opponent is not None
    lines = {line.key: line.points for line in result.opponent.lines}
    assert lines["kodama"] == 3 * len(REGIONS) and lines["resources"] == 0
    assert not any(key.startswith("tengu") for key in GAME.tally(Table(2).state, ("A", "B"))["options"])


def test_S11_what_its_markers_are_known_to_uncover_is_counted() -> None:
    table = alone()
    assert "building_vp" not in GAME.tally(table.state, ("Ana",))["tengu"], "asked"
    table.do(TENGU, Build("temple", "yomi", 2, ("building_vp+4",)))
    sheet = GAME.tally(table.state, ("Ana",))
    result = GAME.score(sheet)
    assert result.opponent is not None and sheet["tengu"]["building_vp"] == 4
    assert {line.key: line.points for line in result.opponent.lines}["buildings"] == 4


def test_every_step_has_its_letter() -> None:
    assert "".join(STEPS) == "ABCDEFGHIJKL"
