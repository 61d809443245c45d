"""The Tengu's printed cards by their labels: dealt by the app, laid out on the table, and what one of them
answers of a turn."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import Setup, Severity
from companion.engine.log import Entry, replay, start
from companion.games.bitoku import GAME, printed
from companion.games.bitoku.deck import CARDS, ROW, Tengu, place_of
from companion.games.bitoku.learned import Piece, read
from companion.games.bitoku.moves import Activate, Deal, FixTengu, FixTurn, Go, Roll, Shuffle
from companion.games.bitoku.will import spread, to_shuffle
from tests.games.bitoku.table import DEFAULTS, TABLE, Table

TENGU = 1
LABELS = ("K1", "K2", "red fox", "50 %", "五", "K6", "K7", "K8", "K9", "K10")


def alone(**options: str) -> Table:
    """A table of one, the Tengu to act."""
    return Table(1, **options)


def deck(table: Table) -> Tengu:
    assert table.state.tengu is not None
    return table.state.tengu


def card(**said: Any) -> Piece:
    return read({"kind": "tengu", "label": "K7", **said})


# --- the deck


def test_S2_cards_that_are_dealt_keep_their_order_and_their_number() -> None:
    table = alone().do(TABLE, Deal(1, LABELS))
    assert (deck(table).row, deck(table).pile) == (LABELS[:3], LABELS[3:])
    view = GAME.view(table.state, 0)
    assert view.tengu.row == LABELS[:3] and set(view.tengu.pile) == {""}
    assert table.against(TENGU, Activate(1, "D", card="K1")) == {("S2", "tengu_other_card")}
    table.do(TENGU, Activate(1, "D", card="RED FOX"))
    assert deck(table).row == ("50 %", "K1", "K2") and deck(table).discards == ("red fox",)
    assert table.against(TABLE, Deal(2, LABELS)) == {("S2", "tengu_is_dealt")}


@pytest.mark.parametrize(
    ("labels", "turn", "reason"),
    [
        (LABELS[:9], 1, "tengu_labels"),
        ((*LABELS[:9], "k1"), 1, "tengu_labels"),
        ((*LABELS[:9], ""), 1, "tengu_labels"),
        ((*LABELS[:9], "x" * 25), 1, "tengu_labels"),
        ((*LABELS[:9], "a\u202eb"), 1, "tengu_labels"),
        (LABELS, 2, "tengu_turn"),
    ],
)
def test_S2_what_is_no_deck_cannot_be_dealt(labels: tuple[str, ...], turn: int, reason: str) -> None:
    assert alone().against(TABLE, Deal(turn, labels), Severity.IMPOSSIBLE) == {("S2", reason)}


def test_only_printed_cards_are_dealt_and_laid_out() -> None:
    quick = alone(tengu="quick")
    assert quick.against(TABLE, Deal(1, LABELS), Severity.IMPOSSIBLE) == {("Q2", "tengu_own_deck")}
    assert Table(2).against(TABLE, Deal(1, LABELS)) == {("S1", "no_tengu")}
    quick.do(TABLE, Shuffle(1, tuple(range(CARDS))))
    for table in (quick, alone()):
        assert table.against(TABLE, FixTengu("dealt", 0)) == {("S2", "tengu_not_dealt")}
        assert table.against(TABLE, FixTengu("dealt", 1), Severity.IMPOSSIBLE)
    assert alone().against(TABLE, Shuffle(1, tuple(range(CARDS)))) == {("S2", "tengu_no_shuffle")}
    assert deck(alone().force(TABLE, Shuffle(1, tuple(range(CARDS))))) == Tengu(
        readings=deck(alone()).readings
    )


def test_a_label_is_a_label() -> None:
    for wrong in ("x" * 25, " K1", "K1 ", "a\nb", "\u202e"):
        assert alone().against(TENGU, Activate(1, "D", card=wrong), Severity.IMPOSSIBLE) == {
            ("S2", "tengu_label")
        }


def test_S2_a_card_that_is_named_at_the_table_is_known_until_the_discards_are_shuffled() -> None:
    table, used = alone(), []
    for turn in range(1, 8):
        table.turn(TENGU).do(TENGU, Activate(1, "D", card=f"K{turn}"))
        used.append(f"K{turn}")
        assert list(deck(table).discards) == used and set(deck(table).row) == {""}
    assert table.hints(TENGU, Activate(1, "D", card="k3")) >= {("S2", "tengu_card_away")}
    again = table.turn(TENGU).state
    table.do(TENGU, Activate(1, "D", card="K3"))
    assert set(deck(table).cards) == {""} and len(deck(table).pile) == 7
    table.state = again
    table.do(TENGU, Activate(1, "D"))
    assert set(deck(table).cards) == {""}


def test_ways_change_in_mid_game_and_what_is_known_stays() -> None:
    table = alone()
    for label in ("K1", "", "K3"):
        table.turn(TENGU).do(TENGU, Activate(1, "D", card=label))
    names = [f"K{n}" for n in range(1, 11)]
    assert table.against(TABLE, Deal(4, tuple(names))) == {("S2", "tengu_card_lies")}
    labels = spread(deck(table), names)
    table.do(TABLE, Deal(4, labels))
    assert sorted(deck(table).cards) == sorted(names) and (len(deck(table).pile), deck(table).turns) == (4, 3)
    assert (deck(table).discards[0], deck(table).discards[2]) == ("K1", "K3")
    row, gone = deck(table).row, deck(table).discards
    table.do(TABLE, FixTengu("dealt", 0))
    assert (deck(table).row, deck(table).discards) == (row, gone) and set(deck(table).pile) == {""}
    table.turn(TENGU).do(TENGU, Activate(5, "D"))
    assert deck(table).row == ("", *row[1:]) and deck(table).discards == (*gone, row[0])
    back = spread(deck(table), names)
    assert back[1:3] == row[1:]
    table.do(TABLE, Deal(5, back))
    assert deck(table).discards == (*gone, row[0])


def test_S2_dealt_discards_are_shuffled_by_a_noted_order() -> None:
    table = alone().do(TABLE, Deal(1, LABELS))
    for turn in range(1, 8):
        assert to_shuffle(deck(table)) == 0
        table.turn(TENGU).do(TENGU, Activate(turn % 6 + 1, "D"))
    table.turn(TENGU)
    assert table.against(TENGU, Activate(1, "D")) == {("S2", "tengu_to_shuffle")}
    away = (*deck(table).discards, deck(table).row[2])
    kept = table.state
    table.force(TENGU, Activate(1, "D"))
    assert (deck(table).row[0], *deck(table).pile) == away  # as they lay: nothing is made up
    table.state = kept
    order = (7, 0, 6, 1, 5, 2, 4, 3)
    table.do(TABLE, Shuffle(8, order)).do(TABLE, Roll(2, 4, 8)).do(TENGU, Activate(2, "D"))
    assert (deck(table).row[0], *deck(table).pile) == tuple(away[n] for n in order)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(["turn", "deal", "lay", "undo", "redo", "count"]), max_size=40), st.randoms())
def test_the_deck_holds_through_every_way_and_undo_and_redo_and_the_file(does: list[str], draw: Any) -> None:
    setup = Setup(1, DEFAULTS)
    line, entries = start(GAME, setup), []

    def enter(kind: str, seat: int = TABLE, move: Any = None) -> None:
        nonlocal line
        if move is not None:
            against = GAME.check(line.state, seat, move)
            assert all(v.severity < Severity.ILLEGAL for v in against), (move, against)
        said = None if move is None else json.loads(json.dumps(GAME.codec.to_json(move)))
        entries.append(Entry(line.revision + 1, kind, seat, said))
        line = line.add(entries[-1])
        assert list(GAME.invariants(line.state)) == []

    enter("move", TABLE, Go())
    for do in does:
        tengu = line.state.tengu
        if do == "turn" and line.state.season == "summer":
            if line.state.turn != TENGU:
                enter("move", TABLE, FixTurn(TENGU))
            turn = tengu.turns + 1
            if n := to_shuffle(tengu):
                enter("move", TABLE, Shuffle(turn, tuple(draw.sample(range(n), n))))
            will = draw.randint(1, 6)
            known = {*tengu.cards}
            shown = tengu.row[place_of(will)] or draw.choice(["", *(n for n in LABELS if n not in known)])
            enter("move", TENGU, Activate(will, "D", card=shown))
            after = line.state.tengu
            assert after.turns == turn and (not tengu.dealt or sorted(after.cards) == sorted(LABELS))
        elif do == "deal" and not tengu.dealt:
            enter("move", TABLE, Deal(tengu.turns + 1, spread(tengu, draw.sample(LABELS, CARDS))))
            after = line.state.tengu
            assert sorted(after.cards) == sorted(LABELS)
            assert all(old in ("", new) for old, new in zip(tengu.cards, after.cards, strict=True))
        elif do == "lay" and tengu.dealt:
            enter("move", TABLE, FixTengu("dealt", 0))
            after = line.state.tengu
            assert (after.row, after.discards) == (tengu.row, tengu.discards)
            assert len(after.pile) == len(tengu.pile)
        elif do == "count":
            enter("move", TABLE, FixTengu("pile", draw.randint(0, 7)))
        elif do == "undo" and line.can_undo:
            before = line.state
            enter("undo")
            enter("redo")
            assert line.state == before
            enter("undo")
        elif do == "redo" and line.can_redo:
            enter("redo")
    assert replay(start(GAME, setup), entries).timeline.state == line.state


def test_a_label_of_several_words_comes_back_from_a_form() -> None:
    for move in (Deal(1, LABELS), Activate(1, "D", card="red fox")):
        assert GAME.codec.from_form(GAME.codec.to_form(move)) == move
        assert GAME.codec.from_answers(GAME.codec.answers(move)) == move


# --- what a card answers


def test_an_empty_card_answers_nothing() -> None:
    table = alone().die(TENGU, 0, 5, "yomi.3").die(TENGU, 1, 4, "green.1")
    for letter in "ABCF":
        assert printed.against(table.state, card(), letter) is None
    assert printed.placing(table.state, card(), "C") == (-1, "")
    assert printed.crossing(card(), printed.crossings(table.state)) is None
    assert printed.gains(table.state, card(), "C", "forge.2") == ("kodama.forge+1",)
    assert printed.gains(table.state, None, "F", "home.copy") == ("vp+3",)


def test_the_top_half_narrows_the_crossing() -> None:
    table = alone().die(TENGU, 0, 5, "yomi.3")
    ways = printed.crossings(table.state)
    assert len(ways) == 6
    assert {way[1] for way in printed.fitting(card(crossing=["yomi"]), ways)} == {"yomi"}
    left = printed.fitting(card(crossing=["left"], takes=["yokai"]), ways)
    assert len(left) == 6 and left[0] == (0, "yomi", "yokai")
    assert printed.crossing(card(crossing=["yomi"], takes=["yokai"]), ways) == (0, "yomi", "yokai")
    assert printed.crossing(card(crossing=["yomi"]), ways) is None
    assert printed.crossing(card(crossing=["left"], takes=["yokai"]), ways) is None
    against = printed.against(table.state, card(crossing=["forge", "right"]), "A")
    assert against is not None and against.reason == "card_no_crossing"
    table.do(TABLE, GAME.codec.from_json({"do": "fix_boon", "hill": "yomi", "boon": "yokai", "covered": 1}))
    ways = printed.crossings(table.state)
    assert printed.crossing(card(crossing=["yomi"], takes=["yokai", "bitoku"]), ways) == (0, "yomi", "bitoku")


def test_the_bottom_half_names_the_space_and_the_die() -> None:
    table = alone().die(TENGU, 0, 5, "green.0").die(TENGU, 1, 3, "green.1")
    state = table.state
    assert printed.placing(state, card(location="forge", slot=2, die="lowest"), "C") == (1, "forge.2")
    assert printed.placing(state, card(location="forge", slot=2, die="highest"), "C") == (0, "forge.2")
    assert printed.placing(state, card(location="forge", slot=2), "C") == (-1, "")  # which die is open
    assert printed.placing(state, card(location="forge", slot=2, value=4), "C") == (0, "forge.2")
    assert printed.placing(state, card(location="forge", die="lowest"), "C") == (-1, "")  # which space is
    assert printed.spaces(state, card(location="forge")) == tuple(f"forge.{n}" for n in state.spaces("forge"))
    chosen = alone(tengu_die="highest").die(TENGU, 0, 5, "green.0").die(TENGU, 1, 3, "green.1").state
    assert printed.placing(chosen, card(location="forge", slot=2), "C") == (0, "forge.2")
    assert printed.placing(state, card(location="home"), "C") == (-1, "")

    def why(letter: str, **said: Any) -> str:
        against = printed.against(state, card(**said), letter)
        return "" if against is None else against.reason

    assert why("C", location="home") == "card_home" and why("B", location="home") == ""
    assert why("C", location="forge", value=6) == "card_no_die"
    assert why("F", location="forge", value=6) == ""
    state = table.die(0, 0, 2, "forge.2").state
    assert why("C", location="forge", slot=2) == "card_full" and why("C", location="forge") == ""


def test_what_the_bottom_half_gains_is_added_to_the_step() -> None:
    state = alone().state
    one = card(location="forge", gains=["wood+2", "vp+1", "amulet1+1"])
    assert set(printed.gains(state, one, "C", "forge.2")) == {"kodama.forge+1", "wood+2", "vp+1"}
    two = card(location="forge", gains=["here+2"])
    assert printed.gains(state, two, "C", "glade.1") == ("kodama.glade+2",)
    assert printed.gains(state, two, "B", "home.copy") == ("kodama.home+2",)
    assert printed.gains(state, two, "D", "forge.2") == ()


def test_the_row_is_named_from_the_left() -> None:
    table = alone().do(TABLE, Deal(1, LABELS))
    assert dict(zip(ROW, deck(table).row, strict=True)) == {
        "left": "K1", "middle": "K2", "right": "red fox",
    }  # fmt: skip
    draw = random.Random(2)
    assert len(set(spread(Tengu(), draw.sample(LABELS, CARDS)))) == CARDS
