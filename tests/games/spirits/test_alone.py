"""The table for one player, rule by rule (S1 to S13 of rules_db)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import TABLE, Severity, Violation, worst
from companion.games.spirits import GAME
from companion.games.spirits.moves import FixTile, Keep, Name, Place, Stop, Take
from companion.games.spirits.scoring import score
from companion.games.spirits.solo import GHOST, PLAYER, Solo
from companion.games.spirits.solo_moves import Choose, FixChoice, FixGhost, FixOwn, Own, Pair, Reveal
from companion.games.spirits.solo_view import ending, view
from companion.games.spirits.state import CELL, CELLS, FACES, FOREST, SPIRITS
from tests.games.spirits.alone import (
    alone,
    at_random,
    deal,
    do,
    empty,
    greedy,
    play,
    recount,
    take,
)
from tests.games.spirits.board import forest

BOX = deal(1)


def against(state: Any, move: Any, seat: int = 0) -> list[tuple[str, str]]:
    found: tuple[Violation, ...] = GAME.check(state, seat, move)
    return [(violation.rule, violation.reason) for violation in found]


def ended(**options: str) -> Solo:
    """Three rows are empty, the own token is named."""
    return do(empty(alone(**options), BOX, 0, 1, 2), Own(BOX.own))


# --- set-up


def test_S1_all_tiles_lie_face_down_and_both_ends_of_each_row_are_up() -> None:
    state = alone()
    assert set(state.faces) == {""} and set(state.holders) == {FOREST}
    ends = [CELLS[cell] for cell in state.ends()]
    assert ends == [f"{row},{column}" for row in range(4) for column in (0, 11)]
    assert ("S3", "not_an_end") in against(state, Pair("0,5", "moss2", "webs2"))


def test_S2_tokens_show_nine_spirits_once_each() -> None:
    state = do(alone(), Own("moss"))
    assert state.tokens == ("", "")
    for kind in ("fire", "+", "stone"):
        assert against(alone(), Own(kind)) == [("S2", "no_such_kind")]
    state = do(empty(state, replace(BOX, tokens=("webs", "dew", "vines")), 0), Own("leaves"))
    assert against(state, Own("webs")) == [("S2", "kind_used_up")]
    assert against(state, FixGhost(0, "leaves"), TABLE) == [("S2", "kind_used_up")]
    assert against(state, FixGhost(1, "dew"), TABLE) == [("S4", "token_face_down")]
    assert against(state, FixGhost(2, "dew"), TABLE) == [("S2", "no_ghost_token")]


@pytest.mark.parametrize("level, tokens", [("easier", 1), ("published", 2), ("harder", 3)])
def test_S2_the_level_is_how_many_tokens_the_ghost_has(level: str, tokens: int) -> None:
    state = empty(alone(solo_level=level), BOX, 0, 1, 2)
    assert state.gained == BOX.tokens[:tokens] and view(state, 0).hidden == 0


# --- the turn


def test_S3_the_other_end_of_the_row_goes_to_the_ghost() -> None:
    state = take(alone(), BOX, "0,0", "0,10")
    assert [state.holders[CELL[at]] for at in ("0,0", "0,11", "0,10", "0,1")] == [
        PLAYER,
        GHOST,
        PLAYER,
        GHOST,
    ]
    assert state.faces[CELL["0,1"]] == BOX.faces[CELL["0,1"]]
    assert against(state, Pair("0,0", "", "")) == [("S3", "tile_gone")]


def test_S3_what_is_named_already_is_not_named_again_and_not_otherwise() -> None:
    state = do(alone(), Name("1,0", "moss2"), TABLE)
    assert against(state, Pair("1,0", "", "webs2")) == []
    assert against(state, Pair("1,0", "webs2", "webs2")) == [("P5", "other_face")]
    assert against(state, Pair("1,11", "webs2", "")) == []
    assert against(state, Pair("2,0", "", "webs2")) == [("P5", "face_needed")]
    assert against(state, Pair("2,0", "moss2", "webs2")) == [("P5", "face_used_up")]
    assert against(alone(), Pair("2,0", "moss2", "moss2")) == [("P5", "face_used_up")]
    assert against(alone(), Pair("2,0", "webs2", "webs2")) == [], "there are three"


def test_S3_the_last_tile_of_a_row_leaves_none_for_the_ghost() -> None:
    state = take(alone(), BOX, *["0,0", "0,1", "0,2", "0,3", "0,4"])
    state = do(state, FixTile("0,6", GHOST, BOX.faces[CELL["0,6"]]), TABLE)
    assert against(state, Pair("0,5", BOX.faces[5], "moss2")) == [("S3", "no_other_end")]
    after = do(state, Pair("0,5", BOX.faces[5]))
    assert after.pairs[-1] == (5, FOREST) and after.emptied == 1


def test_S3_belongs_to_one_player_alone() -> None:
    assert against(forest(), Pair("0,0", "moss2", "webs2")) == [("S3", "only_alone")]
    assert against(forest(), Reveal("moss"), TABLE) == [("S3", "only_alone")]
    assert against(alone(), Pair("0,0", "moss2", "webs2"), GHOST) == [("P4", "no_such_seat")]


def test_S4_each_of_the_first_rows_that_are_emptied_brings_the_ghost_a_token() -> None:
    state = take(alone(), BOX, *(f"0,{column}" for column in range(5)))
    assert state.gained == ()
    state = do(state, BOX.pair(state, "0,5"))
    assert state.phase == "reveal" and GAME.to_act(state) == (TABLE,)
    assert against(state, BOX.pair(state, "1,0")) == [("S4", "token_first")]
    assert worst(GAME.check(state, 0, BOX.pair(state, "1,0"))) == Severity.ILLEGAL, (
        "the table has the last word"
    )
    before = {duel.key: duel.its for duel in view(state, 0).duels}
    state = do(state, Reveal(BOX.tokens[0]), TABLE)
    assert {d.key: d.its - before[d.key] for d in view(state, 0).duels if d.its != before[d.key]} == {
        BOX.tokens[0]: 1
    }
    assert GAME.to_act(state) == (0,)
    assert against(state, Reveal("moss"), TABLE) == [("S4", "nothing_to_reveal")]
    assert empty(state, BOX, 2).gained == BOX.tokens[:2]


def test_S4_a_tile_put_back_takes_the_token_from_the_ghost_again() -> None:
    state = empty(alone(), BOX, 0)
    back = do(state, FixTile("0,0", FOREST), TABLE)
    assert (state.gained, back.gained) == (BOX.tokens[:1], ())


def test_S5_the_game_ends_when_one_row_is_left() -> None:
    """Facts, question 16: eight tiles are left in the fourth row, and it is over at once."""
    state = empty(take(alone(), BOX, "3,0", "3,1"), BOX, 0, 1)
    assert state.phase == "take"
    state = empty(state, BOX, 2)
    assert state.phase == "own" and state.holders.count(FOREST) == 8
    assert against(state, BOX.pair(state, "3,2")) == [("S5", "rows_done")]
    over = do(do(state, Own(BOX.own)), Choose("keep"))
    assert GAME.to_act(over) == ()
    assert all(duel.out == 0 for duel in view(over, 0).duels), "what is left in the row stays there"


@pytest.mark.parametrize("seed", range(40))
def test_S6_a_game_has_18_to_23_turns_and_leaves_an_even_number_of_tiles(seed: int) -> None:
    last = list(play(deal(seed), at_random(seed)))[-1]
    assert 18 <= len(last.pairs) <= 23
    assert last.holders.count(FOREST) == 48 - 2 * len(last.pairs) > 0


@pytest.mark.parametrize("left, turns", [(0, 18), (5, 23)])
def test_S6_both_bounds_are_reached(left: int, turns: int) -> None:
    state = take(alone(), BOX, *(f"3,{column}" for column in range(left)))
    assert len(empty(state, BOX, 0, 1, 2).pairs) == turns


def test_S12_nothing_of_the_larger_table_exists() -> None:
    for move in (Stop(), Keep(), Place("0,0"), Take("0,0", "moss2")):
        assert against(alone(), move) == [("S12", "not_alone")]
    singles = alone()
    singles = do(singles, Pair("0,0", "moss1+sun", "webs2"))
    assert GAME.to_act(singles) == (0,) and len(singles.pairs) == 1, "one tile, and the turn is over"


# --- the own token and the end


def test_S7_the_own_token_counts_at_the_end_alone() -> None:
    state = do(empty(alone(), BOX, 0, 1), Own(BOX.own))
    own = next(d for d in view(state, 0).duels if d.key == BOX.own)
    assert own.mine == state.counts(PLAYER)[BOX.own] and own.hope == 1
    over = do(ended(), Choose("keep"))
    kept = next(d for d in view(over, 0).duels if d.key == BOX.own)
    assert kept.mine == over.counts(PLAYER)[BOX.own] + 1


def test_S11_keep_discard_or_give_at_the_end() -> None:
    state = ended()
    assert GAME.to_act(state) == (0,)
    assert against(alone(), Choose("keep")) == [("S11", "own_unknown")]
    assert against(do(alone(), Own("moss")), Choose("keep")) == [("S11", "rows_left")]
    assert against(state, Choose("eat")) == [("S11", "no_such_choice")]
    for what, bonus in (("keep", 0), ("discard", 5), ("give", 10)):
        over = do(state, Choose(what))
        sheet = GAME.tally(over, ("Ana",))
        result = score(sheet)
        assert (sheet["choice"], sheet["token"]) == (what, BOX.own)
        line = {line.key: line.points for line in result.players[0].lines}
        assert line.get("token", 0) == bonus
        assert (result.won, result.players[0].total) == (ending(state, what).won, ending(state, what).points)
        assert against(over, Choose("keep")) == [("S11", "chosen")]
    given = next(d for d in view(do(state, Choose("give")), 0).duels if d.key == BOX.own)
    assert given.its == state.counts(GHOST)[BOX.own] + (BOX.own in state.gained) + 1


def test_S11_the_other_reading_simply_keeps_it() -> None:
    state = ended(solo_token="keep")
    assert state.phase == "over" and GAME.to_act(state) == ()
    assert against(state, Choose("give")) == [("S11", "nothing_to_choose")]
    assert against(state, FixChoice("give"), TABLE) == [("S11", "nothing_to_choose")]
    assert GAME.tally(state, ("Ana",))["options"] == {"solo_token": "keep", "solo_penalty": "score"}


def test_S13_the_reading_of_the_penalty_goes_on_the_sheet() -> None:
    state = ended(solo_penalty="none")
    assert GAME.tally(state, ("Ana",))["options"]["solo_penalty"] == "none"
    assert not any(duel.minus for duel in view(alone(solo_penalty="none"), 0).duels)
    costs = {duel.key for duel in view(take(alone(), BOX, "0,0"), 0).duels if duel.minus}
    assert costs == set(SPIRITS) - {FACES[BOX.faces[0]].spirit}


# --- corrections


def test_a_tile_put_back_after_the_end_opens_the_game_again() -> None:
    over = do(ended(), Choose("give"))
    back = do(over, FixTile("2,0", FOREST), TABLE)
    assert back.phase == "take" and back.choice == ""


def test_forgetting_the_own_token_forgets_the_choice() -> None:
    over = do(ended(), Choose("give"))
    back = do(over, FixOwn(""), TABLE)
    assert (back.phase, back.choice) == ("own", "")
    assert do(over, FixChoice(""), TABLE).phase == "choose"
    assert do(over, FixChoice("keep"), TABLE).choice == "keep"


def test_a_token_of_the_ghost_is_renamed_and_forgotten() -> None:
    state = empty(alone(), BOX, 0)
    other = next(kind for kind in SPIRITS if kind not in (*BOX.tokens, BOX.own))
    assert do(state, FixGhost(0, other), TABLE).gained == (other,)
    assert do(state, FixGhost(0, ""), TABLE).phase == "reveal"


# --- whole games


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    clever=st.booleans(),
    what=st.sampled_from(("keep", "discard", "give")),
    level=st.sampled_from(("easier", "published", "harder")),
)
def test_whole_games_agree_with_the_count(seed: int, clever: bool, what: str, level: str) -> None:
    """Every comparison as counted again from the deal, the end as `score` has it, and what was called lost or
    safe on the way came so."""
    box = deal(seed)
    states = list(play(box, greedy if clever else at_random(seed), what, solo_level=level))
    lost: set[str] = set()
    sure: set[str] = set()
    for state in states:
        seen, counted = view(state, 0), recount(box, state)
        lost |= {duel.key for duel in seen.duels if duel.lost}
        sure |= {duel.key for duel in seen.duels if duel.sure and not state.ended}
        if not state.ended:
            gained = [kind for kind in state.gained if kind]
            assert {d.key: (d.mine, d.its) for d in seen.duels} == {
                key: (mine, its + (key in gained)) for key, (mine, its) in counted.items()
            }
    over, result = states[-1], score(GAME.tally(states[-1], ("Ana",)))
    final = {duel.key: (duel.mine, duel.its) for duel in view(over, 0).duels}
    counts = result.json["players"][0]["counts"], result.json["opponent"]["counts"]
    assert final == {key: (counts[0][key][1], counts[1][key][1]) for key in SPIRITS}
    assert result.won == all(mine >= its for mine, its in final.values())
    assert all(final[key][0] < final[key][1] for key in lost), "called lost, and it was not"
    assert all(final[key][0] >= final[key][1] for key in sure if key != box.own), (
        "called safe, and it was not"
    )
    assert not (lost and result.won)


def test_every_take_says_what_it_would_do() -> None:
    state = alone()
    for at in ("0,0", "0,11", "1,0"):
        state = do(state, Name(at, BOX.faces[CELL[at]]), TABLE)
    takes = {take_.at: take_ for take_ in view(state, 0).takes}
    assert len(takes) == 8 and takes["2,0"].changes == ()
    assert takes["1,11"].face == "" and takes["1,11"].ghost_face == BOX.faces[CELL["1,0"]]
    for at, take_ in takes.items():
        if take_.face and take_.ghost_face:
            after = {d.key: d for d in view(do(state, BOX.pair(state, at)), 0).duels}
            assert all(
                (new.mine, new.its) == (after[new.key].mine, after[new.key].its) for _, new in take_.changes
            )
            assert take_.behind == sum(duel.lead < 0 for duel in after.values())
