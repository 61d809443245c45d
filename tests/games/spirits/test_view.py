"""What a seat sees: the majorities from the tiles that all see, and nothing of what others hold in secret."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.games.spirits import GAME
from companion.games.spirits.moves import Take
from companion.games.spirits.state import CATEGORIES, CELLS, FACES, FOREST, PRINTED, TOKEN_COPIES, State
from companion.games.spirits.view import CategoryView, View
from tests.games.spirits.board import forest, play, token, whole


def category(state: State, key: str, seat: int | None = None) -> CategoryView:
    return next(c for c in GAME.view(state, seat).categories if c.key == key)


def split(*piles: tuple[str, ...], seats: int = 2, **more: Any) -> State:
    """A table at which each seat has taken the tiles named, along the rows."""
    faces, taken, cell = {}, {}, 0
    for seat, pile in enumerate(piles):
        taken[seat] = CELLS[cell : cell + len(pile)]
        faces.update(zip(taken[seat], pile, strict=True))
        cell += len(pile)
    return forest(faces, taken=taken, seats=seats, tokens=(), **more)


def test_who_has_how_many_and_what_is_still_out() -> None:
    moss = category(split(("moss2", "moss1+sun"), ("moss1+fire",)), "moss")
    assert (moss.printed, moss.counts, moss.out, moss.leaders) == (5, (3, 1), 1, (0,))
    assert category(split((), ()), "moss").leaders == ()
    level = category(split(("dew2",), ("dew2",)), "dew")
    assert (level.leaders, level.without, level.sure) == ((0, 1), (), ())


def test_sure_needs_more_than_what_is_out_and_a_hidden_token() -> None:
    one_out = split(("moss2", "moss1+sun"), ("moss1+fire",))
    assert category(one_out, "moss").sure == (0,), "3 against 1, 1 out and a token: at worst 3 each"
    two_out = split(("moss2", "moss1+sun"), ())
    assert category(two_out, "moss").sure == (0,)
    open_still = split(("moss2",), ("moss1+fire",))
    assert category(open_still, "moss").sure == ()
    close = split(("dew2", "dew1+sun"), ("dew2",))
    assert category(close, "dew").sure == (), "3 against 2 with 2 out"


def test_who_has_none_is_warned_and_who_can_get_none_has_lost_it() -> None:
    gone = ("moss2", "moss1+sun", "moss1+fire", "moss1+moon")
    lost = category(split(gone, ()), "moss")
    assert (lost.out, lost.without, lost.lost, lost.sure) == (0, (1,), (1,), (0,))
    threatened = category(split(gone[:3], ()), "moss")
    assert (threatened.without, threatened.lost) == ((1,), ())


@pytest.mark.parametrize("seed", range(20))
def test_what_is_sure_holds_in_every_end_that_can_still_come(seed: int) -> None:
    draw = random.Random(seed)
    seats = draw.choice((2, 3, 4))
    tiles = draw.sample(whole(), 48)
    n = draw.randrange(20, 46)
    taken = {seat: tuple(at for i, at in enumerate(CELLS[:n]) if i % seats == seat) for seat in range(seats)}
    state = forest(dict(zip(CELLS, tiles, strict=True)), seats=seats, taken=taken, tokens=())
    found = GAME.view(state, None).categories
    for _ in range(40):
        holders = tuple(draw.randrange(seats) if h == FOREST else h for h in state.holders)
        end = replace(state, phase="over", holders=holders)
        sheet = GAME.tally(end, tuple(f"P{s}" for s in range(seats)))
        for kind in draw.sample(list(TOKEN_COPIES), 8):
            sheet["players"][draw.randrange(seats)]["tokens"].append(kind)
        result = GAME.score(sheet)
        for view, column in zip(found, zip(*(p.lines for p in result.players), strict=True), strict=True):
            for seat in view.sure:
                assert column[seat].values["leads"] and column[seat].points > 0
            for seat in view.lost:
                assert column[seat].values["missing"]


def test_out_counts_every_symbol_that_nobody_has() -> None:
    state = split(("leaves1+sun", "webs2"), ("vines1+sun",))
    for found in GAME.view(state, 0).categories:
        held = sum(n for face in ("leaves1+sun", "webs2", "vines1+sun")
                   for key, n in FACES[face].counts() if key == found.key)  # fmt: skip
        assert found.out == PRINTED[found.key] - held
    assert [found.key for found in GAME.view(state, 0).categories] == list(CATEGORIES)


def hidden(kind: str) -> State:
    tokens = (token("0,1", 0, kind), token("0,10", 1, "dew"), token("1,2"))
    return forest(taken={0: ("0,0", "0,1"), 1: ("0,10", "0,11")}, tokens=tokens, removed=(1, 0))


@pytest.mark.parametrize("kind", ["", "+", "moss", "sun"])
def test_nothing_of_a_hidden_token_reaches_another_seat_or_a_spectator(kind: str) -> None:
    for looking in (1, None):
        assert repr(GAME.view(hidden(kind), looking)) == repr(GAME.view(hidden("webs"), looking))
    mine = GAME.view(hidden("moss"), 0)
    assert [(t.at, t.kind, t.named) for t in mine.players[0].tokens] == [("0,1", "moss", True)]
    assert [(t.at, t.kind, t.named) for t in mine.players[1].tokens] == [("0,10", "", False)]
    assert category(hidden("moss"), "moss", 0).own_tokens == 1
    assert category(hidden("moss"), "moss", 1).own_tokens == 0
    assert category(hidden("moss"), "moss").own_tokens == 0


def test_a_hidden_token_does_not_make_anybody_lead_or_sure() -> None:
    for key in CATEGORIES:
        for looking in (0, 1, None):
            with_token, without = category(hidden(key), key, looking), category(hidden(""), key, looking)
            assert replace(with_token, own_tokens=0) == replace(without, own_tokens=0)


def test_a_used_token_is_open_and_after_the_end_all_are() -> None:
    used = forest(taken={0: ("0,0", "0,1")}, tokens=(token("0,1", 0, "+", True),))
    assert GAME.view(used, 1).players[0].tokens[0].kind == "+"
    over = forest(taken={0: CELLS[:24], 1: CELLS[24:]}, phase="over", tokens=(token("0,1", 0, "moss"),))
    assert GAME.view(over, None).players[0].tokens[0].kind == "moss"


def ended(seats: int, kinds: list[str]) -> State:
    """The forest shared out, and these tokens with it."""
    faces = dict(zip(CELLS, random.Random(7).sample(whole(), 48), strict=True))
    taken = {seat: tuple(at for n, at in enumerate(CELLS) if n % seats == seat) for seat in range(seats)}
    tokens = tuple(token(CELLS[n], n % seats, kind) for n, kind in enumerate(kinds))
    return forest(faces, seats=seats, taken=taken, tokens=tokens, phase="over")


@pytest.mark.parametrize("seats", (2, 3, 4))
def test_after_the_last_tile_who_leads_is_who_scores(seats: int) -> None:
    state = ended(seats, random.Random(seats).sample(list(TOKEN_COPIES), 8))
    result = GAME.score(GAME.tally(state, tuple(f"P{seat}" for seat in range(seats))))
    for n, found in enumerate(GAME.view(state, 0).categories):
        lines = [player.lines[n] for player in result.players]
        leads = tuple(seat for seat, line in enumerate(lines) if line.values["leads"])
        missing = tuple(seat for seat, line in enumerate(lines) if line.values["missing"])
        assert (found.leaders, found.sure, found.lost, found.own_tokens) == (leads, leads, missing, 0)


def test_a_token_that_nobody_has_named_leaves_a_majority_open() -> None:
    found = GAME.view(ended(2, ["dew", "moss", "sun", ""]), None).categories
    assert [c.sure for c in found] == [() if abs(c.counts[0] - c.counts[1]) < 1 else c.leaders for c in found]
    assert any(c.leaders and not c.sure for c in found) and any(c.sure for c in found)


def test_the_forest_as_all_see_it() -> None:
    state = play(forest({"0,0": "leaves1"}, gems={1: ("1,5",)}), (0, Take("0,0")))
    shown: View = GAME.view(state, 1)
    cells = {cell.at: cell for line in shown.rows for cell in line}
    assert [len(line) for line in shown.rows] == [12] * 4
    assert (cells["0,0"].holder, cells["0,0"].fresh, cells["0,0"].end) == (0, True, False)
    assert (cells["0,1"].end, cells["0,1"].token, cells["0,1"].holder) == (True, True, None)
    assert (cells["1,5"].gem, cells["1,5"].end) == (1, False)
    assert (shown.left, shown.taken, shown.first_turn) == (47, ("0,0",), False)
    assert (shown.players[1].reserve, shown.players[1].placed, shown.players[1].removed) == (2, 1, 0)
