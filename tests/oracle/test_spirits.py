"""Whole games and scored ends of Spirits of the Forest, as independent programs played and counted them."""

from __future__ import annotations

import zlib
from typing import Any

import pytest

from companion.engine.game import TABLE, Setup
from companion.games.spirits import GAME
from companion.games.spirits.moves import (
    RESERVE,
    Forest,
    Keep,
    Lay,
    Peek,
    Place,
    Plus,
    Shift,
    Stop,
    Take,
)
from companion.games.spirits.state import CELL, V_CELLS, State
from tests.oracle.cases import cases

PHASES = {"C": "collect", "G": "gem"}


def notation(move: Any) -> str | None:
    """A move as the case files write it; None for what they do not list."""
    match move:
        case Take(at, _, pay):
            return f"T{at}" + ("!S" if pay == RESERVE else f"!F{pay}" if pay else "")
        case Place(at):
            return f"P{at}"
        case Shift(start, to):
            return f"M{start}>{to}"
        case Stop():
            return "E"
        case Keep():
            return "K"
        case Plus():
            return "U"
    return None


def begin(case: dict[str, Any]) -> State:
    """The table as the case lays it out, with every tile named."""
    places = [f"{row},{column}" for row, column, _ in case["favor_tokens"]]
    in_v = sorted(CELL[at] for at in places) == sorted(V_CELLS)
    state = GAME.setup(Setup(case["players"], GAME.settle({"token_places": "v" if in_v else "any"})))
    faces = tuple(face for row in case["layout"] for face in row)
    for move in (Forest(faces), *(() if in_v else map(Lay, places))):
        assert GAME.check(state, TABLE, move) == ()
        state = GAME.apply(state, TABLE, move)
    return state


def play(case: dict[str, Any]) -> State:
    """Replay every decision, comparing the whole list of legal actions each time."""
    state = begin(case)
    kinds = {f"{row},{column}": kind for row, column, kind in case["favor_tokens"]}
    for number, (seat, phase, legal, crc, action) in enumerate(case["decisions"]):
        where = f"game {case['id']}, decision {number}"
        if (state.turn, state.phase) != (seat, PHASES[phase]):
            # A step in which nobody could do anything: the program asks for the only answer, we go on.
            assert legal == 1 and action in ("E", "K"), where
            continue
        moves = {text: move for move in GAME.legal(state, seat) if (text := notation(move))}
        assert len(moves) == legal, where
        assert f"{zlib.crc32('|'.join(sorted(moves)).encode()):08x}" == crc, where
        move = moves[action]
        state = GAME.apply(state, seat, move)
        if isinstance(move, Take) and move.at in kinds:
            peek = Peek(move.at, kinds[move.at])
            assert GAME.check(state, seat, peek) == (), where
            state = GAME.apply(state, seat, peek)
        assert not list(GAME.invariants(state)), where
    return state


@pytest.mark.parametrize("name", ["spirits_games", "spirits_party_games"])
def test_whole_games(name: str) -> None:
    for case in cases(name):
        state = play(case)
        names = tuple(f"P{seat}" for seat in range(case["players"]))
        assert GAME.to_act(state) == (), case["id"]
        result = GAME.score(GAME.tally(state, names)).json
        assert [p["total"] for p in result["players"]] == case["scores"], case["id"]
        assert [p["tile_count"] for p in result["players"]] == case["tiles"], case["id"]
        assert list(state.removed) == case["gems_removed"], case["id"]
        for category, (counts, points) in case["categories"].items():
            pairs = [c if isinstance(c, list) else [c, c] for c in counts]
            assert [p["counts"][category] for p in result["players"]] == pairs, (case["id"], category)
            assert [p["lines"][category] for p in result["players"]] == points, (case["id"], category)
        if "winners" in case:
            winners = case["winners"]
        else:
            winners = [0, 1] if case["winner"] is None else [case["winner"]]
        assert sorted(result["winners"]) == [names[i] for i in winners], case["id"]


def test_scored_ends() -> None:
    for case in cases("spirits_scoring"):
        names = [f"P{i}" for i in range(case["players"])]
        as_tiles = {
            "game": "spirits",
            "players": [
                {"name": name, "tiles": tiles, "tokens": tokens}
                for name, tiles, tokens in zip(names, case["tiles"], case["tokens"], strict=True)
            ],
        }
        as_counts = {
            "game": "spirits",
            "players": [
                {
                    "name": name,
                    "counts": {category: pairs[i][0] for category, pairs in case["counts"].items()},
                    "tile_count": case["tile_counts"][i],
                    "tokens": case["tokens"][i],
                }
                for i, name in enumerate(names)
            ],
        }
        for sheet in (as_tiles, as_counts):
            result = GAME.score(sheet).json
            assert [p["total"] for p in result["players"]] == case["scores"], case["id"]
            assert sorted(result["winners"]) == [names[i] for i in case["winners"]], case["id"]
            for category, points in case["points"].items():
                assert [p["lines"][category] for p in result["players"]] == points, case["id"]
                assert [p["counts"][category] for p in result["players"]] == case["counts"][category]
        if case["scores"] != case["scores_if_token_cancels_penalty"]:
            assert [p["total"] for p in result["players"]] != case["scores_if_token_cancels_penalty"]
