"""One short test for each rule of the table: what it allows, what it refuses, and its options both ways."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.engine.game import TABLE, Setup
from companion.facts import rules
from companion.games.spirits import GAME
from companion.games.spirits.moves import (
    FixTurn,
    Forest,
    Keep,
    Lay,
    Name,
    Peek,
    Place,
    Plus,
    Stop,
    Take,
)
from companion.games.spirits.state import CATEGORIES, CELLS, COPIES, FACES, FOREST
from tests.games.spirits.board import (
    against,
    forest,
    last_tile,
    legal,
    play,
    row,
    stuck,
    token,
    whole,
)

# --- P: setting up


def test_P1_forty_eight_tiles_in_four_rows_of_twelve() -> None:
    state = GAME.setup(Setup(2, GAME.settle({})))
    assert (len(state.faces), CELLS[0], CELLS[-1]) == (48, "0,0", "3,11")
    assert against(state, TABLE, Forest(tuple(whole()))) == []
    assert against(state, TABLE, Forest(tuple(whole()[:47]))) == [("P1", "forest_size")]
    assert against(state, 0, Take("4,0", "moss2")) == [("P1", "no_such_place")]
    assert against(state, TABLE, Name("0,12", "moss2")) == [("P1", "no_such_place")]


def test_P2_eight_tokens_lie_in_the_v_or_anywhere() -> None:
    v = GAME.setup(Setup(2, GAME.settle({})))
    assert [CELLS[t.cell] for t in v.tokens] == ["0,1", "0,10", "1,2", "1,9", "2,3", "2,8", "3,4", "3,7"]
    assert against(v, TABLE, Lay("0,0")) == [("P2", "tokens_used_up")]
    anywhere = GAME.setup(Setup(2, GAME.settle({"token_places": "any"})))
    assert anywhere.tokens == ()
    laid = play(anywhere, *((TABLE, Lay(at)) for at in row(0, 0, 8)))
    assert len(laid.tokens) == 8
    assert against(laid, TABLE, Lay("0,3")) == [("P2", "token_known")]
    assert against(laid, TABLE, Lay("3,3")) == [("P2", "tokens_used_up")]


def test_P3_three_gemstones_each_for_two_players_two_for_more() -> None:
    for seats, each in ((2, 3), (3, 2), (4, 2)):
        state = GAME.setup(Setup(seats, GAME.settle({})))
        assert [state.reserve(seat) for seat in range(seats)] == [each] * seats


def test_P4_the_first_seat_begins_and_only_the_seat_in_turn_acts() -> None:
    state = forest(turns=0)
    assert GAME.to_act(state) == (0,)
    assert ("P4", "not_your_turn") in against(state, 1, Take("0,0", "moss2"))
    assert against(state, 9, Stop()) == [("P4", "no_such_seat")]
    assert against(state, 0, FixTurn(1)) == [("P4", "table_only")]
    assert GAME.to_act(play(state, (TABLE, FixTurn(1)))) == (1,)


def test_P5_no_face_more_often_than_it_exists() -> None:
    state = forest({"1,1": "moss2"})
    assert against(state, 0, Take("0,0", "moss2")) == [("P5", "face_used_up")]
    assert against(state, 0, Take("0,0", "moss3")) == [("P5", "face_needed")]
    assert against(state, TABLE, Name("0,0", "moss2")) == [("P5", "face_used_up")]
    assert against(state, TABLE, Name("0,0", "moss3")) == [("P5", "no_such_face")]
    assert against(state, TABLE, Name("0,0", "moss1+sun")) == []
    assert against(state, 0, Take("1,1", "dew2")) == [("P5", "other_face")]
    twice = ["moss2", "moss2", *["?"] * 46]
    assert against(state, TABLE, Forest(tuple(twice))) == [("P5", "face_used_up")]


# --- R1 to R10, R12: collecting


def test_R1_only_the_ends_of_a_row_are_exposed() -> None:
    state = forest(dict(zip(CELLS, whole(), strict=True)))
    ends = {"0,0", "0,11", "1,0", "1,11", "2,0", "2,11", "3,0", "3,11"}
    assert {move.at for move in legal(state, 0, Take)} == ends
    for at in CELLS:
        assert (against(state, 0, Take(at)) == []) == (at in ends)
    assert against(state, 0, Take("0,5")) == [("R1", "not_an_end")]
    one_left = forest({"0,5": "moss2"}, taken={0: row(0, 0, 5), 1: row(0, 6)})
    assert [at for at in row(0) if against(one_left, 0, Take(at)) == []] == ["0,5"]
    assert against(one_left, 0, Take("0,4")) == [("R1", "tile_gone")]


def test_R2_one_double_or_up_to_two_singles_of_one_spirit() -> None:
    state = forest({"0,0": "leaves1", "1,0": "leaves1+sun", "2,0": "moss1+sun", "3,0": "leaves1+moon",
                    "3,1": "leaves1+fire"})  # fmt: skip
    one = play(state, (0, Take("0,0")))
    assert against(one, 0, Take("1,0")) == []
    assert against(one, 0, Take("2,0")) == [("R2", "other_spirit")]
    two = GAME.apply(one, 0, Take("1,0"))
    assert two.phase == "gem", "after two the gemstone follows"
    again = replace(two, phase="collect")
    assert against(again, 0, Take("3,0")) == [("R2", "two_taken")]


def test_R3_a_power_source_is_no_symbol() -> None:
    faces = {"0,0": "dew1+sun", "1,0": "dew1+fire"}
    state = play(forest(faces), (0, Take("0,0")))
    assert against(state, 0, Take("1,0")) == []
    as_two = play(forest(faces, options={"power_tile": "two"}), (0, Take("0,0")))
    assert as_two.phase == "gem", "with power counted it is a double"
    plain = play(forest({"0,0": "leaves1", "1,0": "leaves1+sun", "2,0": "webs1"},
                        options={"power_tile": "two"}), (0, Take("2,0")))  # fmt: skip
    assert plain.phase == "gem", "no second plain web exists"


def test_R3_counted_as_two_the_power_tile_is_refused_as_a_second() -> None:
    state = forest({"0,0": "leaves1", "1,0": "leaves1+sun"}, options={"power_tile": "two"}, phase="collect")
    state = replace(GAME.apply(state, 0, Take("0,0")), phase="collect")
    assert against(state, 0, Take("1,0")) == [("R6", "double_second")]
    ordinary = GAME.apply(forest({"0,0": "leaves1", "1,0": "leaves1+sun"}), 0, Take("0,0"))
    assert against(ordinary, 0, Take("1,0")) == []


@pytest.mark.parametrize("second", ["0,1", "0,11", "3,11"])
def test_R4_the_second_tile_comes_from_any_exposed_place(second: str) -> None:
    faces = {"0,0": "leaves1", "0,1": "leaves1+sun", "0,11": "leaves1+moon", "3,11": "leaves1+fire"}
    state = forest(faces)
    assert ("R1", "not_an_end") in against(state, 0, Take("0,1"))
    assert against(play(state, (0, Take("0,0"))), 0, Take(second)) == []


def test_R5_one_single_tile_is_enough() -> None:
    state = play(forest({"0,0": "leaves1", "0,1": "leaves1+sun"}), (0, Take("0,0")))
    assert state.phase == "collect"
    assert play(state, (0, Stop())).phase == "gem"


def test_R6_a_double_is_taken_alone() -> None:
    state = forest({"0,0": "leaves1", "1,0": "leaves2", "2,0": "leaves1+sun"})
    one = play(state, (0, Take("0,0")))
    assert against(one, 0, Take("1,0")) == [("R6", "double_second")]
    double = play(state, (0, Take("1,0")))
    assert double.phase == "gem"
    assert against(replace(double, phase="collect"), 0, Take("0,0")) == [("R6", "double_alone")]


def test_R7_the_very_first_turn_takes_one_tile_nobody_else_is_limited() -> None:
    faces = {"0,0": "leaves1", "0,1": "leaves1+sun", "1,0": "moss1+sun", "1,1": "moss1+moon"}
    first = play(forest(faces, turns=0), (0, Take("0,0")))
    assert first.phase == "gem"
    assert against(replace(first, phase="collect"), 0, Take("0,1")) == [("R7", "first_turn")]
    second = play(first, (0, Keep()), (1, Take("1,0")))
    assert against(second, 1, Take("1,1")) == []


def test_R8_one_tile_must_be_taken_while_one_can_be() -> None:
    state = forest({"0,0": "leaves1"})
    assert against(state, 0, Stop()) == [("R8", "must_take")]
    dear = forest(gems={1: ("0,0",)}, taken={0: (*row(0, 1), *row(1), *row(2), *row(3))})
    assert against(dear, 0, Stop()) == [("R8", "must_take")], "who can pay has to"


def test_R9_who_can_take_nothing_is_skipped() -> None:
    state = stuck()
    assert [type(move) for move in GAME.legal(state, 0) if not isinstance(move, Peek)] == [Stop]
    after = play(state, (0, Stop()))
    assert (after.turn, after.phase, after.turns) == (1, "collect", 2), "the gemstone step is empty too"


def test_R10_stuck_only_when_every_end_is_reserved_and_no_gemstone_is_left() -> None:
    assert against(stuck(), 0, Stop()) == []
    poor = replace(stuck(), removed=(2, 0))
    assert against(poor, 0, Stop()) == [("R8", "must_take")]
    free = replace(stuck(), gems=(FOREST,) * 48)
    assert against(free, 0, Stop()) == [("R8", "must_take")]


def test_R12_collected_tiles_lie_open_to_all() -> None:
    state = play(forest({"0,0": "leaves2"}), (0, Take("0,0")))
    for looking in (0, 1, None):
        assert GAME.view(state, looking).players[0].tiles == ("leaves2",)


# --- R22, R23: the end


def test_R22_the_game_ends_with_the_last_tile() -> None:
    one = play(last_tile(), (0, Take("0,0")))
    assert one.phase == "collect"
    over = play(one, (0, Take("0,1")))
    assert over.phase == "over" and GAME.to_act(over) == (1,), "a token is left to reveal"
    assert against(over, 0, Keep()) == [("R22", "game_over")]
    assert against(over, TABLE, FixTurn(0)) == [("R22", "game_over")]
    assert GAME.to_act(play(over, (1, Peek("3,4", "moss")))) == ()


def test_R23_after_the_last_tile_no_gemstone_step() -> None:
    over = play(last_tile(), (0, Take("0,0")), (0, Take("0,1")))
    assert legal(over, 0, Place) == [] and legal(over, 0, Keep) == []
    assert against(over, 0, Stop()) == [("R22", "game_over")]


def test_R30_a_plus_is_too_late_after_the_end() -> None:
    over = play(forest({"0,0": "leaves2"}, taken={1: CELLS[1:]}, tokens=(token("3,4", 1),), removed=(0, 1)),
                (0, Take("0,0")))  # fmt: skip
    assert against(over, 1, Plus("3,4")) == [("R30", "plus_too_late")]


def test_the_end_waits_for_tokens_that_were_named_twice() -> None:
    tokens = (token("0,1", 0, "moss"), token("0,10", 1, "moss"), token("1,2", 1, "+", True))
    state = forest(taken={0: CELLS[:24], 1: CELLS[24:]}, tokens=tokens, phase="over")
    assert GAME.to_act(state) == (0, 1)
    assert GAME.view(state, None).clashes == ("0,1", "0,10")
    assert GAME.to_act(play(state, (1, Peek("0,10", "dew")))) == ()


def test_the_end_asks_no_player_whose_tokens_are_all_used() -> None:
    tokens = (token("0,1", 0, "+"), token("0,10", 1, "+", True), token("1,2", 1, "+", True))
    state = forest(taken={0: CELLS[:24], 1: CELLS[24:]}, tokens=tokens, phase="over", removed=(0, 1))
    assert GAME.to_act(state) == (0,)


# --- all of them


def test_tiles_symbols_and_gemstones_are_what_the_box_holds() -> None:
    assert sum(COPIES.values()) == 48
    printed: Counter[str] = Counter()
    for face, copies in COPIES.items():
        for category, symbols in FACES[face].counts():
            printed[category] += copies * symbols
    spirits = (
        8,
        7,
        6,
        6,
        8,
        5,
        7,
        10,
        8,
    )  # branches, dew, flowers, fruits, leaves, moss, mushrooms, webs, vines
    assert tuple(printed[category] for category in CATEGORIES) == (*spirits, 9, 9, 9)


def test_every_rule_of_the_table_has_a_test_named_for_it() -> None:
    from tests.games.spirits import test_scoring, test_tokens_and_gems

    names = {*globals(), *vars(test_scoring), *vars(test_tokens_and_gems)}
    lacking = [
        rule.id
        for rule in rules("spirits").values()
        if (rule.section != "solo" or rule.enforced == "score")
        and not any(name.startswith(f"test_{rule.id}_") for name in names)
    ]
    assert lacking == []
