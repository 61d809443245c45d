"""What people asked and argued about at the table, each as it is right; numbered as in the facts."""

from __future__ import annotations

from dataclasses import replace

from companion.facts import LANGUAGES, components, rules, words
from companion.games.spirits import GAME
from companion.games.spirits.moves import RESERVE, Keep, Peek, Place, Plus, Shift, Stop, Take
from companion.games.spirits.state import CATEGORIES, CELLS, COPIES, FACES, PRINTED, V_CELLS
from tests.games.spirits.board import against, forest, gem_step, legal, play, plus_table, stuck, token
from tests.games.spirits.test_scoring import counted, points


def test_Q01_powers_do_not_count_when_two_are_taken() -> None:
    state = play(forest({"0,0": "dew1+sun", "1,11": "dew1+fire"}), (0, Take("0,0")))
    assert against(state, 0, Take("1,11")) == []


def test_Q02_the_tile_just_uncovered_may_be_the_second() -> None:
    fits = play(forest({"0,0": "leaves1", "0,1": "leaves1+sun"}), (0, Take("0,0")))
    assert against(fits, 0, Take("0,1")) == []
    double = play(forest({"0,0": "leaves1", "0,1": "leaves2", "1,0": "leaves1+sun"}), (0, Take("0,0")))
    assert against(double, 0, Take("0,1")) == [("R6", "double_second")]


def test_Q03_two_tiles_from_different_rows() -> None:
    state = play(forest({"0,0": "moss1+sun", "3,11": "moss1+moon"}), (0, Take("0,0")))
    assert against(state, 0, Take("3,11")) == []


def test_Q04_only_the_very_first_turn_is_limited() -> None:
    faces = {"0,0": "moss1+sun", "3,11": "moss1+moon"}
    first = replace(play(forest(faces, turns=0), (0, Take("0,0"))), phase="collect")
    assert against(first, 0, Take("3,11")) == [("R7", "first_turn")]
    second = play(forest(faces, turns=1, turn=1), (1, Take("0,0")))
    assert against(second, 1, Take("3,11")) == []


def test_Q05_a_token_does_not_save_from_minus_three() -> None:
    assert points(counted({"leaves": 0, "tokens": ["leaves"]}, {"leaves": 8}), "leaves") == [-3, 8]


def test_Q06_a_tied_majority_scores_for_both() -> None:
    assert points(counted({"branches": 3}, {"branches": 3}), "branches") == [3, 3]


def test_Q07_the_loss_is_three_for_powers_too() -> None:
    assert points(counted({"fire": 0}, {"fire": 9}), "fire") == [-3, 9]
    assert components("spirits")["points"]["missing"] == -3


def test_Q08_equal_totals_fewer_tiles_win() -> None:
    assert counted({"tile_count": 25}, {"tile_count": 23}).winners == (1,)
    assert counted({"tile_count": 24}, {"tile_count": 24}).winners == (0, 1)


def test_Q09_plus_before_a_gemstone_is_lost_brings_nothing() -> None:
    assert against(plus_table(removed=0), 0, Plus("0,1")) == [("R21", "nothing_removed")]


def test_Q10_a_placed_gemstone_stays_while_one_is_in_hand() -> None:
    state = gem_step(gems={0: ("1,5", "1,6")})
    assert state.reserve(0) == 1
    assert against(state, 0, Shift("1,5", "2,5")) == [("R15", "reserve_not_empty")]


def test_Q11_no_gemstone_has_to_be_placed() -> None:
    assert against(gem_step(), 0, Keep()) == []


def test_Q12_a_gemstone_on_another_tile_may_pay() -> None:
    state = forest({"0,0": "leaves2"}, gems={1: ("0,0",), 0: ("1,5", "1,6")}, removed=(1, 0))
    assert {move.pay for move in legal(state, 0, Take) if move.at == "0,0"} == {"1,5", "1,6"}


def test_Q13_a_reserved_tile_can_be_taken_for_one_gemstone() -> None:
    state = play(forest({"0,0": "leaves2"}, gems={1: ("0,0",)}), (0, Take("0,0", pay=RESERVE)))
    assert (state.removed, state.reserve(1)) == ((1, 0), 3)


def test_Q14_the_printed_number_counts_symbols_not_tiles() -> None:
    tiles = sum(copies for face, copies in COPIES.items() if FACES[face].spirit == "flowers")
    assert (tiles, PRINTED["flowers"]) == (4, 6)


def test_Q18_the_tokens_lie_in_the_v_unless_the_table_says_otherwise() -> None:
    assert len(V_CELLS) == 8 and {cell // 12 for cell in V_CELLS} == {0, 1, 2, 3}
    assert {token.cell for token in forest().tokens} == set(V_CELLS)
    assert forest(options={"token_places": "any"}).tokens == ()


def test_Q19_a_stuck_player_is_skipped_unless_a_plus_helps() -> None:
    assert [m for m in GAME.legal(stuck(), 0) if not isinstance(m, Peek)] == [Stop()]
    cells = (token("3,4", 1, "moss"), token("3,9", 0, "+"))
    holders = list(stuck().holders)
    holders[CELLS.index("3,9")] = 0
    helped = replace(stuck(), tokens=cells, holders=tuple(holders))
    freed = play(helped, (0, Plus("3,9")))
    assert against(freed, 0, Stop()) == [("R8", "must_take")]
    assert any(move.pay == RESERVE for move in legal(freed, 0, Take))


def test_Q20_every_tile_and_category_has_a_word_not_only_a_colour() -> None:
    for lang in LANGUAGES:
        say = words(lang)
        for part, names in (("category", CATEGORIES), ("tile", COPIES), ("token", (*CATEGORIES, "+"))):
            said = [say(f"spirits.{part}.{name}") for name in names]
            assert len(set(said)) == len(said)


def test_Q21_a_refusal_says_why_and_cites_its_rule() -> None:
    for move in (Take("0,5", "moss2"), Stop(), Place("0,0")):
        (violation, *_) = GAME.check(forest(), 0, move)
        assert violation.rule in rules("spirits")
        for lang in LANGUAGES:
            assert words(lang)(f"spirits.why.{violation.reason}", **violation.values)
