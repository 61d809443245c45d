"""Tables of Spirits of the Forest as a test wants them, and what stands against a move there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.engine.game import Setup
from companion.games.spirits import GAME
from companion.games.spirits.state import CELL, CELLS, COPIES, FOREST, State, Token


def forest(
    faces: Mapping[str, str] | None = None,
    *,
    seats: int = 2,
    options: Mapping[str, str] | None = None,
    taken: Mapping[int, tuple[str, ...]] | None = None,
    gems: Mapping[int, tuple[str, ...]] | None = None,
    removed: tuple[int, ...] | None = None,
    tokens: tuple[Token, ...] | None = None,
    turns: int = 1,
    **more: Any,
) -> State:
    """A table in play: `faces` by cell, `taken` and `gems` as cells by seat; turn of seat 0, not the first.

    A taken tile without a face gets one that is left.
    """
    state = GAME.setup(Setup(seats, GAME.settle(options or {})))
    named, holders, stones = list(state.faces), list(state.holders), list(state.gems)
    for at, face in (faces or {}).items():
        named[CELL[at]] = face
    spare = [face for face, copies in COPIES.items() for _ in range(copies - named.count(face))]
    for seat, cells in (taken or {}).items():
        for at in cells:
            holders[CELL[at]] = seat
            named[CELL[at]] = named[CELL[at]] or spare.pop()
    for seat, cells in (gems or {}).items():
        for at in cells:
            stones[CELL[at]] = seat
    state = replace(
        state,
        faces=tuple(named),
        holders=tuple(holders),
        gems=tuple(stones),
        removed=removed or (0,) * seats,
        tokens=state.tokens if tokens is None else tokens,
        turns=turns,
        **more,
    )
    lost = {token.cell for token in state.tokens if token.holder == FOREST and holders[token.cell] != FOREST}
    state = replace(state, tokens=tuple(t for t in state.tokens if t.cell not in lost))
    assert list(GAME.invariants(state)) == []
    return state


def against(state: State, seat: int, move: Any) -> list[tuple[str, str]]:
    """(rule, reason) of everything that stands against the move."""
    return [(violation.rule, violation.reason) for violation in GAME.check(state, seat, move)]


def play(state: State, *moves: tuple[int, Any]) -> State:
    """The table after legal moves of (seat, move)."""
    for seat, move in moves:
        assert against(state, seat, move) == [], move
        state = GAME.apply(state, seat, move)
        assert list(GAME.invariants(state)) == []
    return state


def legal(state: State, seat: int, kind: type) -> list[Any]:
    """The seat's legal moves of that kind."""
    return [move for move in GAME.legal(state, seat) if isinstance(move, kind)]


def row(number: int, start: int = 0, stop: int = 12) -> tuple[str, ...]:
    """Cells of a row."""
    return CELLS[number * 12 + start : number * 12 + stop]


def token(at: str, holder: int = FOREST, kind: str = "", used: bool = False) -> Token:
    return Token(CELL[at], holder, kind, used)


def whole() -> list[str]:
    """Every tile once, in some order."""
    return [face for face, copies in COPIES.items() for _ in range(copies)]


def stuck(**more: Any) -> State:
    """Two tiles left, both under the other's gemstones, and seat 0 has none at all."""
    gone = (*row(0, 2), *row(1), *row(2), *row(3))
    return forest(gems={1: ("0,0", "0,1")}, removed=(3, 0), taken={1: gone},
                  tokens=(token("3,4", 1, "moss"), *more.pop("extra", ())), **more)  # fmt: skip


def plus_table(removed: int = 1, kind: str = "", **more: Any) -> State:
    return forest(removed=(removed, 0), taken={0: ("0,1", "0,0"), 1: ("0,10", "0,11")},
                  tokens=(token("0,1", 0, kind), token("0,10", 1, "+")), **more)  # fmt: skip


def gem_step(**more: Any) -> State:
    return forest(phase="gem", **more)


def last_tile() -> State:
    return forest({"0,0": "leaves1", "0,1": "leaves1+sun"}, taken={1: CELLS[2:]}, tokens=(token("3,4", 1),))
