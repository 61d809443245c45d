"""Quick Tengu, a variant of our own: the app decides every turn of the Tengu from the table."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import quick_tengu
from companion.engine.game import Severity, worst
from companion.engine.log import Entry, replay, start
from companion.facts import components
from companion.games.bitoku import GAME, quick
from companion.games.bitoku.deck import CARDS, Tengu
from companion.games.bitoku.moves import Activate, FixTengu, Gain, Go, Pass, Roll, Shuffle, TenguRocks
from companion.games.bitoku.state import BOONS, REGIONS, Crystal, Rock
from tests.games import playing
from tests.games.bitoku.table import DEFAULTS, TABLE, Table

TENGU = 1
LEVELS = ("quick_easier", "quick", "quick_harder")


def alone(level: str = "quick", **options: str) -> Table:
    """A quick table in its first Summer, the Tengu to act."""
    return Table(1, tengu=level, **options)


def card(table: Table, **changes: str) -> Table:
    """The right card becomes one that says so."""
    wanted = next(
        label for label, one in quick.CARDS.items() if all(getattr(one, k) == v for k, v in changes.items())
    )
    tengu = table.state.tengu
    assert tengu is not None
    labels = [label for label in quick.CARDS if label != wanted]
    row, pile = (*labels[:2], wanted), tuple(labels[2:])
    table.state = replace(table.state, tengu=replace(tengu, row=row, pile=pile, discards=()))
    return table


def turn(table: Table, will: int = 1) -> Activate:
    return quick.decide(table.state, will)


# --- Q1, Q2: the table, the cards, the Will


def test_Q1_the_variant_is_chosen_and_the_printed_one_stays_as_it_is() -> None:
    assert DEFAULTS["tengu"] == "printed"
    printed, ours = Table(1).state.tengu, alone().state.tengu
    assert printed is not None and ours is not None
    assert not printed.quick and set(printed.cards) == {""} and ours.quick
    other = Activate(1, "D", 0, "yomi.3", unlock=0)
    assert Table(1).against(TENGU, other) == set()
    assert alone().against(TENGU, other) == {("Q3", "quick_other_step")}
    assert all(tengu == "printed" for tengu in (dict(t.readings)["tengu"] for t in (printed,)))


def test_Q2_ten_cards_name_every_region_twice_and_every_hill() -> None:
    cards = quick.CARDS.values()
    assert len(cards) == CARDS and len(set(cards)) == CARDS
    assert set(Counter(one.region for one in cards).values()) == {2} and len({c.region for c in cards}) == 5
    assert {one.hill for one in cards} == {"yomi", "stairway", "glade", "forge"}
    assert Counter(one.die for one in cards) == {"highest": 5, "lowest": 5}
    assert Counter(one.boon for one in cards) == {"bitoku": 5, "yokai": 5}


def test_Q2_the_order_is_the_one_that_was_noted() -> None:
    table = alone(season="spring")
    cards = tuple(reversed(range(CARDS)))
    table.do(TABLE, Shuffle(1, cards))
    tengu = table.state.tengu
    assert tengu is not None and tengu.dealt
    assert (*reversed(tengu.row), *tengu.pile) == tuple(str(n) for n in range(10, 0, -1))
    assert table.against(TABLE, Shuffle(1, cards)) == {("S2", "tengu_no_shuffle")}
    assert table.against(TABLE, Shuffle(2, cards), Severity.IMPOSSIBLE) == {("S2", "tengu_turn")}
    for wrong in ((), (0, 0), tuple(range(9)), (1, *range(9))):
        assert table.against(TABLE, Shuffle(1, wrong), Severity.IMPOSSIBLE) == {("S2", "tengu_order")}


def test_Q2_the_discards_are_shuffled_after_every_eighth_turn() -> None:
    table, draw = alone(), random.Random(3)
    for number in range(1, 33):
        tengu = table.state.tengu
        assert tengu is not None
        due = CARDS if number == 1 else 8 if number % 8 == 0 else 0
        assert {m for m in GAME.legal(table.state, TABLE) if m.kind == "shuffle"} == (
            {Shuffle(number, tuple(range(due))), Shuffle(number, tuple(reversed(range(due))))}
            if due
            else set()
        )
        order = tuple(draw.sample(range(due), due))
        if due:
            table.do(TABLE, Shuffle(number, order))
        tengu = table.state.tengu
        assert tengu is not None
        table.turn(TENGU).do(TENGU, turn(table))
        after = table.state.tengu
        assert after is not None and sorted(after.cards) == sorted(quick.CARDS)
        if due == 8:
            before = (*tengu.discards, tengu.row[2])
            assert (after.row[0], *after.pile) == tuple(before[at] for at in order) and after.order == ()
        table.state = table.state.with_player(TENGU, passed=False)


def test_Q2_the_will_is_rolled_once_and_binds() -> None:
    table = alone()
    table.do(TABLE, Roll(3, 5, 1))
    tengu = table.state.tengu
    assert tengu is not None and tengu.will == (3, 5)
    assert table.against(TABLE, Roll(1, 1, 1)) == {("S2", "tengu_rolled")}
    assert table.against(TABLE, Roll(5, 3, 1), Severity.IMPOSSIBLE) == {("S2", "tengu_will")}
    assert table.against(TABLE, Roll(3, 5, 2), Severity.IMPOSSIBLE) == {("S2", "tengu_turn")}
    assert {move.will for move in GAME.candidates(table.state, TENGU)} == {3}
    assert table.against(TENGU, turn(table, 1)) == {("Q2", "quick_other_will")}
    table.do(TENGU, turn(table, 3))
    after = table.state.tengu
    assert after is not None and after.will == () and after.turns == 1
    assert table.against(TABLE, Roll(1, 2, 2)) == {("P1", "not_your_turn")}
    assert Table(2).against(TABLE, Roll(1, 2, 1)) == {("S1", "no_tengu")}
    assert Table(2).against(TABLE, Shuffle(1, tuple(range(CARDS)))) == {("S1", "no_tengu")}


# --- Q3, Q4: the steps, the dice


def test_Q3_another_turn_is_refused_but_can_be_recorded() -> None:
    table = alone()
    assert turn(table).step == "H"
    for other in (Activate(1, "L"), Activate(1, "H", unlock=1), Activate(1, "H", unlock=0, attitude=1)):
        assert table.against(TENGU, other) == {("Q3", "quick_other_step")}
    table.do(TENGU, replace(turn(table), other=4, items=("wood+1",)))  # what came is the table's to say
    assert table.good(TENGU, "wood") == 2
    table.turn(TENGU).force(TENGU, Activate(1, "L"))
    assert table.has(TENGU).passed


def test_Q3_the_first_step_that_can_be_done() -> None:
    table = card(alone(), region="forge", die="highest", hill="yomi")
    assert [step.letter for step in quick.plan(table.state, 1).over] == ["A", "B", "C", "F", "G"]
    left = quick.CARDS[table.state.tengu.row[0]]  # type: ignore[union-attr]
    move, number = turn(table, 5), 0 if left.die == "highest" else 2
    assert (move.step, move.unlock, move.die) == ("B", number, number)
    assert move.to.startswith(f"{left.region}.")
    table.do(TENGU, move).turn(TENGU)
    assert table.state.tengu.active  # type: ignore[union-attr]
    card(table, region="forge", die="highest", hill="yomi").die(TENGU, 1, 3, "green.1")
    assert (turn(table).step, turn(table).to) == ("C", "forge.3")
    card(table, region="home", hill="forge")
    assert (turn(table).step, turn(table).to) == ("F", "home.vision")  # beside the one that came there first
    for number, space in enumerate(("amulet", "vision", "either")):
        table.die(0, number, 3, f"home.{space}")
    table.die(TENGU, 2, 3, "home.copy")
    for space in ("amulet", "vision", "either", "copy"):
        table.do(TABLE, GAME.codec.from_json({"do": "count", "place": f"home.{space}", "n": 1}))
    assert (turn(table).step, turn(table).to) == ("G", "glade.3")
    table.die(TENGU, 0, 6, "glade.1")
    assert turn(table).to == "forge.3"


def test_Q3_passing_is_the_last_step() -> None:
    table = alone()
    for number, space in enumerate(("amulet", "vision", "either")):
        table.die(TENGU, number, 3, f"home.{space}")
    found = quick.plan(table.state, 6)
    assert found.turns == (Activate(6, "L", attitude=0),)
    assert [step.letter for step in found.over] == ["A", "B", "C", "F", "G", "H", "I"]
    table.do(TENGU, found.turns[0])
    assert table.has(TENGU).passed


@pytest.mark.parametrize(("which", "number"), [("highest", 0), ("lowest", 2)])
def test_Q4_the_card_says_which_die_and_unlocking_turns_it_up(which: str, number: int) -> None:
    table = card(alone(), die=which)
    value = table.has(TENGU).dice[number].value
    assert turn(table) == Activate(1, "H", unlock=number)
    table.do(TENGU, turn(table))
    assert table.has(TENGU).dice[number].value == value + 1
    table.turn(TENGU).die(TENGU, 1, 6, "red.1")
    table.force(TENGU, Activate(1, "H", unlock=1))
    assert table.has(TENGU).dice[1].value == 6
    printed = Table(1).do(TENGU, Activate(1, "H", unlock=0))
    assert printed.has(TENGU).dice[0].value == 4  # nothing is turned up with the printed cards


# --- Q5, Q6: placing


def test_Q5_the_highest_number_it_reaches_where_no_higher_die_stands() -> None:
    table = card(alone(), region="glade", die="highest").die(TENGU, 0, 5, "green.0")
    assert turn(table).to == "glade.4"
    table.die(0, 0, 5, "glade.4")
    assert turn(table).to == "glade.3"
    table.die(0, 0, 6, "glade.1")
    assert turn(table).step == "F"  # the region is barred by a 6
    table.state = replace(table.state, harder=True)
    table.die(0, 0, 5, "glade.1")
    assert turn(table).step == "F"  # in the harder forest a level die bars it too


def test_Q5_in_the_home_the_highest_free_space() -> None:
    table = card(alone(), region="home").die(TENGU, 0, 5, "green.0")
    assert turn(table).to == "home.amulet"
    table.do(TABLE, GAME.codec.from_json({"do": "heights", "spaces": ["copy", "vision", "amulet", "either"]}))
    assert turn(table).to == "home.copy"
    table.die(0, 0, 2, "home.copy")
    assert turn(table).to == "home.vision"


def test_Q6_what_each_region_brings() -> None:
    table = card(alone(), region="yomi", die="highest").die(TENGU, 0, 3, "green.0")
    found = quick.plan(table.state, 1)
    assert found.asks == "mitama" and len(found.turns) == 6
    assert found.turns[0].items == ("kodama.yomi+1", "vp+5", "ara+1")
    assert found.turns[-1].items == ("kodama.yomi+1", "vp+5")  # none lay there
    table.state = table.state.with_player(TENGU, rocks=(Rock("kappa"), Rock("kushi")))
    assert turn(table).items[-1] == "kushi+1"
    table.die(TENGU, 0, 1, "green.0")
    assert quick.plan(table.state, 1).asks == "" and turn(table).items == ("kodama.yomi+1", "vp+3")

    card(table, region="stairway", die="highest").die(TENGU, 0, 3, "green.0")
    assert "road+1" in turn(table).items
    table.force(TENGU, Gain(("road+1",)))
    assert "settled+1" in turn(table).items

    card(table, region="glade", die="highest").die(TENGU, 0, 6, "green.0").have(TENGU, wood=1, sake=1)
    assert turn(table).items == ("kodama.glade+1", "jade+1", "stone+1", "wood+1", "vp+8")

    card(table, region="forge", die="highest")
    assert turn(table).items[1] == "temple+1"
    table.state = table.state.with_player(TENGU, rocks=(Rock("kappa"), Rock("ryokan")))
    assert turn(table).items[1] == "ryokan+1"
    table.force(TENGU, Gain(("temple+1",)))
    assert turn(table).items[1] == "crystal+1"

    card(table, region="home")
    for number, value in enumerate((5, 6, 4)):
        table.die(0, number, value, f"yomi.{number + 1}")
    assert turn(table).items == ("vp+7",)


def test_Q6_what_it_cannot_have_it_goes_without() -> None:
    table = card(alone(tengu_lead="behind"), region="forge", die="highest").die(TENGU, 0, 3, "green.0")
    table.force(TENGU, Gain(("temple+6",)))
    table.state = table.state.with_player(TENGU, crystals=(Crystal("crystal"),) * 8)
    table.have(TENGU, vp=999)
    assert turn(table).items == ()  # six buildings, eight crystals, no points left on the path, kodama level
    table.do(TENGU, turn(table))


# --- Q7: over the river


def test_Q7_a_crossing_is_contested_where_your_dice_could_go() -> None:
    table = card(alone(), hill="glade", boon="bitoku").die(TENGU, 0, 4, "forge.4").die(TENGU, 1, 2, "green.1")
    assert turn(table).step != "A"
    table.die(0, 0, 1, "glade.1")
    assert turn(table).step != "A"  # a 1 cannot cross
    table.die(0, 0, 2, "glade.1").die(TENGU, 2, 1, "glade.1")
    found = quick.plan(table.state, 1)
    assert (found.turns[0].step, found.turns[0].die, found.turns[0].to) == ("A", 0, "hill.glade")
    assert found.asks == "bitoku" and len(found.turns) == 8 and found.turns[0].boon == "bitoku"
    table.state = replace(table.state, boons=("glade.bitoku",))
    found = quick.plan(table.state, 1)
    assert (found.asks, found.turns[0].boon, len(found.turns)) == ("yokai", "yokai", 7)
    table.state = replace(table.state, boons=("glade.bitoku", "glade.yokai"))
    table.force(0, Gain(("kodama.home+4",)))
    assert turn(table).boon == "two" and turn(table).items == ("kodama.glade+1", "kodama.home+1")
    table.state = replace(table.state, boons=tuple(b for b in BOONS if b.startswith("glade.")))
    assert turn(table).step != "A"


def test_Q7_without_a_contest_it_crosses_last_and_where_it_can() -> None:
    table = card(alone(), hill="yomi").die(TENGU, 0, 4, "forge.4")
    for number in (1, 2):
        table.die(TENGU, number, 3, f"home.{('amulet', 'vision')[number - 1]}")
    move = turn(table)
    assert (move.step, move.die, move.to) == ("I", 0, "hill.glade")
    table.do(TENGU, move)
    assert table.has(TENGU).dice[0].value == 3


def test_Q7_the_cards_hills_come_first_then_those_beside_them() -> None:
    table = card(alone(), hill="forge", boon="bitoku")
    for number, at in enumerate(("yomi.3", "glade.3", "home.copy")):
        table.die(TENGU, number, 3, at)
    gone: tuple[str, ...] = ()
    for hill in ("forge", "glade", "yomi"):
        assert (turn(table).step, turn(table).to) == ("I", f"hill.{hill}")
        gone += tuple(boon for boon in BOONS if boon.startswith(f"{hill}."))
        table.state = replace(table.state, boons=gone)


# --- Q8, Q9, Q10


@pytest.mark.parametrize(("how", "points"), [("crystals", 2), ("one", 1), ("none", 0)])
@pytest.mark.parametrize("tracking", ["turns", "everything"])
def test_Q8_its_crystals_score_in_spring(how: str, points: int, tracking: str) -> None:
    table = alone(tengu_points=how, tracking=tracking)
    table.state = table.state.with_player(TENGU, crystals=(Crystal("crystal"),) * 2)
    table.do(TENGU, Activate(1, "L", attitude=0)) if turn(table).step == "L" else table.force(
        TENGU, Activate(1, "L", attitude=0)
    )
    table.force(TABLE, Go()).do(0, GAME.codec.from_json({"do": "ready"}))
    assert (table.state.season, table.good(TENGU, "vp")) == ("spring", points)
    assert table.due(TENGU) == {}
    told = [do.key for do in GAME.view(table.state, 0).reminders]
    assert ("quick_spring" in told) == bool(points) and "tengu_walks" not in told


def test_Q8_when_it_passes_its_attitude_is_inactive() -> None:
    table = alone().do(TABLE, FixTengu("active", 1))
    for number in range(3):
        table.die(TENGU, number, 1, f"yomi.{number + 1}")
    table.do(TENGU, turn(table))
    assert table.has(TENGU).passed and not table.state.tengu.active  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("level", "placing", "crossing"), [(LEVELS[0], 3, 0), (LEVELS[1], 5, 0), (LEVELS[2], 5, 2)]
)
def test_Q9_the_levels_differ_in_points(level: str, placing: int, crossing: int) -> None:
    table = card(alone(level), region="stairway", die="highest").die(TENGU, 0, 3, "green.0")
    assert turn(table).items[-1] == f"vp+{placing}"
    table.die(TENGU, 0, 3, "forge.3").die(TENGU, 1, 3, "home.amulet").die(TENGU, 2, 3, "home.vision")
    items = quick.plan(table.state, 1).turns[-1].items
    assert items == ((f"vp+{crossing}",) if crossing else ())


def test_Q9_levels_are_apart() -> None:
    """A few games each; the figures of thousands stand in benchmarks/README.md."""
    means = []
    for level in LEVELS:
        draw = random.Random(11)
        ends = [quick_tengu.game(level, draw, check=True) for _ in range(3)]
        totals = [quick_tengu.points(state)["total"] for state, _ in ends]
        means.append(sum(totals) / len(totals))
        assert all(24 <= sum(steps.values()) <= 44 for _, steps in ends)
    assert means[0] + 8 < means[1] < means[2] - 8
    assert 130 <= means[1] <= 165


@pytest.mark.parametrize("tracking", ["turns", "everything"])
def test_Q10_its_part_of_the_count_is_known(tracking: str) -> None:
    table = alone(tracking=tracking, season="spring").do(TABLE, TenguRocks("kappa", "temple"))
    table.force(TENGU, Gain(("temple+2", "vp+9", "jin+1")))
    sheet = GAME.tally(table.state, ("Ana",))["tengu"]
    assert (sheet["building_vp"], sheet["rock_matches"], sheet["vp"]) == (0, 3, 9)
    assert sheet["bitoku"] == ["jin"] and set(sheet["kodama"]) == set(REGIONS)
    assert "building_vp" not in GAME.tally(Table(1).state, ("Ana",))["tengu"]


# --- any table


WALKS = [
    ("bitoku", 1, (("tengu", "quick_easier"), ("tracking", "everything"))),
    ("bitoku", 1, (("tengu", "quick"), ("tracking", "turns"))),
    ("bitoku", 1, (("forest_action", "higher"), ("tengu", "quick_harder"), ("tengu_lead", "behind"))),
]


@settings(max_examples=40)
@given(st.sampled_from(WALKS), st.data())
def test_whatever_the_table_has_come_to_its_turn_is_legal(table: Any, data: st.DataObject) -> None:
    walk = playing.walk(*table, 1)
    its = [s for s in walk.states if s.season == "summer" and s.turn == TENGU and not s.players[1].passed]
    state = data.draw(st.sampled_from(its))
    will = state.tengu.will[0] if state.tengu.will else data.draw(st.integers(1, 6))
    for move in quick.plan(state, will).turns:
        against = GAME.check(state, TENGU, move)
        assert worst(against) < Severity.ILLEGAL, (move, against)
        after = GAME.apply(state, TENGU, move)
        assert list(GAME.invariants(after)) == []
    assert quick.decide(state, will) == quick.decide(state, will)


def test_a_log_replays_and_undo_keeps_the_order_of_the_cards() -> None:
    draw, setup = random.Random(8), GAME.settle({"tengu": "quick", "tracking": "everything"})
    line = start(GAME, playing.Setup(1, setup)).add(Entry(1, "move", TABLE, {"do": "go"}))

    def add(seat: int, move: Any) -> None:
        nonlocal line
        line = line.add(Entry(line.revision + 1, "move", seat, GAME.codec.to_json(move)))

    marks: list[tuple[int, Tengu]] = []
    for number in range(1, 18):
        if n := {1: CARDS, 8: 8, 16: 8}.get(number):
            add(TABLE, Shuffle(number, tuple(draw.sample(range(n), n))))
        low, high = sorted((draw.randint(1, 6), draw.randint(1, 6)))
        add(TABLE, Roll(low, high, number))
        marks.append((line.revision, line.state.tengu))
        add(TENGU, quick.decide(line.state, low))
        add(TABLE, GAME.codec.from_json({"do": "fix_turn", "player": TENGU}))
    last = line.state
    entries = [node.entry for node in line.backwards()][::-1]
    assert replay(start(GAME, playing.Setup(1, setup)), entries).timeline.state == last
    count = line.revision
    for revision, tengu in reversed(marks):
        while count > revision:
            line = line.add(Entry(line.revision + 1, "undo", TABLE))
            count -= 1
        assert line.state.tengu == tengu
    for _ in range(entries[-1].number - count):
        line = line.add(Entry(line.revision + 1, "redo", TABLE))
    assert line.state == last


def test_our_data_is_sound() -> None:
    data = components("bitoku")["quick"]
    assert set(data["levels"].values()) == set(data["level"]) and set(data["resources"]) == set("12346")
    assert set(LEVELS) == set(data["levels"])
    state = alone().state
    assert Pass() not in GAME.legal(state, TENGU)
    with pytest.raises(ValueError, match="alone"):
        quick.plan(Table(2).state, 1)
