"""Favor tokens and gemstones, R11 and R13 to R21, and the corrections of both."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.engine.game import TABLE, Severity, worst
from companion.games.spirits import GAME
from companion.games.spirits.moves import (
    RESERVE,
    FixGem,
    FixRemoved,
    FixTile,
    FixToken,
    Found,
    Keep,
    Peek,
    Place,
    Plus,
    Shift,
    Stop,
    Take,
)
from companion.games.spirits.state import CELL, CELLS, FOREST
from tests.games.spirits.board import (
    against,
    forest,
    gem_step,
    last_tile,
    legal,
    play,
    plus_table,
    stuck,
    token,
)

# --- R11, R21: favor tokens


def test_R11_the_token_comes_with_its_tile_and_is_named_in_secret() -> None:
    state = play(forest({"0,0": "leaves1", "0,1": "leaves1+sun"}), (0, Take("0,0")), (0, Take("0,1")))
    mine = state.token_at(CELL["0,1"])
    assert mine is not None and (mine.holder, mine.kind) == (0, "")
    assert against(state, 1, Peek("0,1", "moss")) == [("R11", "no_such_token")]
    assert against(state, 0, Peek("0,1", "bear")) == [("R11", "no_such_kind")]
    named = play(state, (0, Peek("0,1", "moss")))
    assert GAME.view(named, 0).players[0].tokens[0].kind == "moss"
    for looking in (1, None):
        assert GAME.view(named, looking).players[0].tokens[0].kind == ""
    assert against(named, 0, Peek("0,1", "dew")) == [], "a slip is put right"


def test_R11_a_kind_is_held_no_more_often_than_it_exists() -> None:
    state = forest(tokens=(token("0,1", 0, "moss"), token("0,10", 0), token("1,2", 1, "dew")),
                   taken={0: ("0,1", "0,0", "0,10", "0,11"), 1: ("1,2",)})  # fmt: skip
    assert against(state, 0, Peek("0,10", "moss")) == [("R11", "kind_used_up")]
    assert against(state, 0, Peek("0,10", "dew")) == [], "what another holds in secret refuses nothing"


def test_R11_a_token_found_anywhere_is_noted_when_its_tile_is_taken() -> None:
    state = forest({"0,0": "leaves1"}, options={"token_places": "any"})
    assert against(state, 0, Found("0,0")) == [("R11", "not_your_tile")]
    taken = play(state, (0, Take("0,0")))
    found = play(taken, (0, Found("0,0")))
    assert against(found, 0, Found("0,0")) == [("R11", "token_known")]
    later = play(play(taken, (0, Stop()), (0, Keep())), (1, Take("1,0", "dew2")))
    assert against(later, 0, Found("0,0")) == [("R11", "not_this_turn")]


def test_R11_without_a_gemstone_there_is_still_time_to_note_a_found_token() -> None:
    state = forest({"0,0": "leaves2"}, options={"token_places": "any"}, removed=(3, 0))
    taken = play(state, (0, Take("0,0")))
    assert legal(taken, 0, Found) == [Found("0,0")]
    assert play(taken, (0, Found("0,0"))).tokens[0].holder == 0


def test_R11_a_token_found_with_the_last_tile_can_be_noted() -> None:
    state = forest({"0,0": "leaves2"}, options={"token_places": "any"}, taken={1: CELLS[1:]})
    over = play(state, (0, Take("0,0")))
    assert over.phase == "over" and legal(over, 0, Found) == [Found("0,0")]
    assert GAME.to_act(play(over, (0, Found("0,0")))) == (0,), "it is to be revealed"


def test_R11_a_token_that_was_corrected_to_another_does_not_jump_with_its_tile() -> None:
    state = play(forest({"0,0": "leaves1", "0,1": "leaves1+sun"}), (TABLE, FixToken("0,1", 1)))
    state = play(state, (1, Peek("0,1", "moss")), (0, Take("0,0")), (0, Take("0,1")))
    held = state.token_at(CELL["0,1"])
    assert held is not None and (held.holder, held.kind) == (1, "moss")


@pytest.mark.parametrize("fix", [FixTile("0,1", 1), FixToken("0,1", 1)])
def test_R11_what_one_player_noted_is_not_shown_to_the_next_holder(fix: Any) -> None:
    state = forest(tokens=(token("0,1", 0, "moss"),), taken={0: ("0,0", "0,1")})
    moved = play(state, (TABLE, fix))
    held = moved.token_at(CELL["0,1"])
    assert held is not None and (held.holder, held.kind) == (1, "")


def test_R21_the_plus_token_brings_a_removed_gemstone_back() -> None:
    state = play(plus_table(), (0, Plus("0,1")))
    assert state.removed == (0, 0) and state.reserve(0) == 3
    used = state.token_at(CELL["0,1"])
    assert used is not None and (used.kind, used.used) == ("+", True)
    assert against(state, 0, Plus("0,1")) == [("R21", "no_such_token")]
    assert against(state, 0, Peek("0,1", "moss")) == [("R11", "no_such_token")]


def test_R21_without_a_removed_gemstone_it_does_nothing() -> None:
    state = plus_table(removed=0)
    assert against(state, 0, Plus("0,1")) == [("R21", "nothing_removed")]
    forced = GAME.apply(state, 0, Plus("0,1"))
    assert forced.reserve(0) == 3, "never a fourth gemstone"


def test_R21_at_any_time_also_in_another_players_turn() -> None:
    for more in ({}, {"phase": "gem"}, {"turn": 1}, {"turn": 1, "phase": "gem"}, {"turns": 0}):
        assert against(plus_table(**more), 0, Plus("0,1")) == []


def test_R21_only_a_plus_and_never_a_third() -> None:
    assert against(plus_table(kind="moss"), 0, Plus("0,1")) == [("R21", "token_is_other")]
    cells = ("0,1", "0,10", "1,2")
    for kind in ("", "+"):
        state = forest(
            removed=(1, 2),
            taken={1: ("0,1", "0,0", "0,10", "0,11"), 0: ("1,0", "1,1", "1,2")},
            tokens=(token(cells[0], 1, "+", True), token(cells[1], 1, "+", True), token(cells[2], 0, kind)),
        )
        assert against(state, 0, Plus("1,2")) == [("R11", "kind_used_up")]


def test_R21_who_might_use_it_is_asked_before_the_turn_passes_whatever_the_token_is() -> None:
    for kind in ("", "+", "moss"):
        state = replace(
            stuck(extra=(token("3,7", 0, kind),)), holders=(FOREST, FOREST, *(1,) * 43, 0, *(1,) * 2)
        )
        state = replace(state, tokens=(token("3,9", 0, kind),))
        after = play(state, (0, Stop()))
        assert (after.turn, after.phase) == (0, "gem"), kind


# --- R13 to R20: gemstones


def test_R13_the_gemstone_step_is_optional_and_holds_one_action() -> None:
    state = gem_step()
    assert against(forest(), 0, Place("0,0")) == [("R13", "collect_first")]
    assert against(forest(), 0, Keep()) == [("R13", "collect_first")]
    assert play(state, (0, Keep())).turn == 1
    placed = play(state, (0, Place("1,5")))
    assert placed.turn == 1 and placed.gems[CELL["1,5"]] == 0
    assert against(state, 0, Take("0,0", "moss2")) == [("R13", "collecting_done")]
    assert against(state, 0, Stop()) == [("R13", "collecting_done")]
    assert against(gem_step(gems={0: ("1,1", "1,2", "1,3")}), 0, Place("0,0")) == [("R13", "reserve_empty")]


def test_R14_one_gemstone_on_any_tile_of_the_forest() -> None:
    state = gem_step(gems={1: ("1,5",)}, taken={0: ("2,0",)})
    free = {at for at in CELLS if at not in ("1,5", "2,0")}
    assert {move.at for move in legal(state, 0, Place)} == free
    assert {"0,1", "1,6", "0,0"} <= free, "with a token, inside, at the edge"
    assert against(state, 0, Place("1,5")) == [("R14", "gem_there")]
    assert against(state, 0, Place("2,0")) == [("R14", "tile_gone")]
    assert against(state, 0, Place("9,9")) == [("P1", "no_such_place")]


def test_R15_a_gemstone_is_moved_only_when_none_is_in_reserve() -> None:
    some = gem_step(gems={0: ("1,5",)})
    assert against(some, 0, Shift("1,5", "1,6")) == [("R15", "reserve_not_empty")]
    none = gem_step(gems={0: ("1,5", "1,7", "1,9")})
    moved = play(none, (0, Shift("1,5", "1,6")))
    assert (moved.gems[CELL["1,5"]], moved.gems[CELL["1,6"]], moved.turn) == (FOREST, 0, 1)
    assert against(none, 0, Shift("1,4", "1,6")) == [("R15", "no_own_gem_there")]
    assert against(none, 0, Shift("1,5", "1,7")) == [("R14", "gem_there")]
    anyhow = gem_step(gems={0: ("1,5",)}, options={"move_gem": "any"})
    assert against(anyhow, 0, Shift("1,5", "1,6")) == []
    assert len(legal(anyhow, 0, Shift)) == 47


def test_R16_the_own_gemstone_comes_back_at_once() -> None:
    state = forest({"0,0": "leaves2"}, gems={0: ("0,0", "1,5", "1,6")})
    assert state.reserve(0) == 0
    taken = play(state, (0, Take("0,0")))
    assert (taken.reserve(0), taken.removed, taken.phase) == (1, (0, 0), "gem")
    assert against(taken, 0, Place("2,2")) == [], "to be placed again in the same turn"
    assert against(state, 0, Take("0,0", pay="1,5")) == [("R16", "nothing_to_pay")]


def test_R17_anothers_gemstone_goes_home_and_one_of_ones_own_leaves_the_game() -> None:
    state = forest({"0,0": "leaves2"}, gems={1: ("0,0",)})
    assert against(state, 0, Take("0,0")) == [("R17", "unpaid")]
    taken = play(state, (0, Take("0,0", pay=RESERVE)))
    assert (taken.removed, taken.reserve(0), taken.reserve(1)) == ((1, 0), 2, 3)
    assert against(taken, TABLE, FixRemoved(0, 4)) == [("R17", "gem_count")]
    assert against(taken, TABLE, FixRemoved(0, 3)) == []


def test_R18_paid_from_the_reserve_or_from_the_forest() -> None:
    both = forest({"0,0": "leaves2"}, gems={1: ("0,0",), 0: ("1,5",)})
    assert {move.pay for move in legal(both, 0, Take) if move.at == "0,0"} == {RESERVE, "1,5"}
    paid = play(both, (0, Take("0,0", pay="1,5")))
    assert (paid.removed, paid.reserve(0), paid.gems[CELL["1,5"]]) == ((1, 0), 2, FOREST)
    empty = forest({"0,0": "leaves2"}, gems={1: ("0,0",), 0: ("1,5", "1,6")}, removed=(1, 0))
    assert {move.pay for move in legal(empty, 0, Take) if move.at == "0,0"} == {"1,5", "1,6"}
    assert against(empty, 0, Take("0,0", pay=RESERVE)) == [("R18", "reserve_empty")]
    assert against(empty, 0, Take("0,0", pay="2,2")) == [("R18", "no_own_gem_there")]
    reserve = {"pay_from": "reserve"}
    strict = forest({"0,0": "leaves2"}, gems={1: ("0,0",), 0: ("1,5",)}, options=reserve)
    assert {move.pay for move in legal(strict, 0, Take) if move.at == "0,0"} == {RESERVE}
    assert against(strict, 0, Take("0,0", pay="1,5")) == [("R18", "reserve_first")]
    spent = forest({"0,0": "leaves2"}, gems={1: ("0,0",), 0: ("1,5", "1,6")}, removed=(1, 0), options=reserve)
    assert against(spent, 0, Take("0,0", pay="1,5")) == []


def test_R19_two_reserved_tiles_cost_two_gemstones() -> None:
    state = forest({"0,0": "leaves1", "1,0": "leaves1+sun"}, gems={1: ("0,0", "1,0")})
    taken = play(state, (0, Take("0,0", pay=RESERVE)), (0, Take("1,0", pay=RESERVE)))
    assert (taken.removed, taken.reserve(1)) == ((2, 0), 3)


def test_R20_without_a_gemstone_a_reserved_tile_cannot_be_taken() -> None:
    state = forest({"0,0": "leaves2"}, gems={1: ("0,0",)}, removed=(3, 0))
    assert against(state, 0, Take("0,0")) == [("R20", "no_gem")]
    assert worst(GAME.check(state, 0, Take("0,0"))) == Severity.ILLEGAL, "the table may overrule"
    overruled = GAME.apply(state, 0, Take("0,0"))
    assert overruled.reserve(1) == 3 and overruled.removed == (3, 0)


# --- corrections


def test_a_tile_put_back_brings_its_token_and_reopens_the_game() -> None:
    over = play(last_tile(), (0, Take("0,0")), (0, Take("0,1")))
    back = play(over, (TABLE, FixTile("3,4", FOREST)))
    put = back.token_at(CELL["3,4"])
    assert put is not None and (put.holder, put.kind) == (FOREST, "")
    assert (back.phase, back.turn) == ("collect", 0)
    assert against(over, TABLE, FixTile("3,4", 1)) == [("P5", "already_so")]
    assert against(back, TABLE, FixTile("3,4", 7)) == [("P4", "no_such_seat")]


def test_a_used_token_stays_with_who_used_it_when_its_tile_goes_back() -> None:
    state = play(
        plus_table(), (0, Plus("0,1")), (TABLE, FixTile("0,0", FOREST)), (TABLE, FixTile("0,1", FOREST))
    )
    again = play(replace(state, turn=1), (1, Take("0,0")))
    taken = GAME.apply(again, 1, Take("0,1"))
    used = taken.token_at(CELL["0,1"])
    assert used is not None and (used.holder, used.used) == (0, True)


def test_a_gemstone_is_corrected_within_what_there_is() -> None:
    state = forest(gems={0: ("1,1", "1,2", "1,3")}, taken={1: ("0,0",)})
    assert against(state, TABLE, FixGem("1,4", 0)) == [("R14", "no_gem_left")]
    assert against(state, TABLE, FixGem("0,0", 1)) == [("R14", "tile_gone")]
    assert against(state, TABLE, FixGem("1,1", 0)) == [("R14", "already_so")]
    assert play(state, (TABLE, FixGem("1,1", 1))).reserve(0) == 1
    assert play(state, (TABLE, FixGem("1,1", FOREST))).reserve(0) == 1
