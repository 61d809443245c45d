"""Favor tokens: named in secret, found, and the `+` that brings a gemstone back (R11, R21)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from companion.engine.game import Violation
from companion.games.spirits.moves import Found, Peek, Plus
from companion.games.spirits.state import CELL, TOKEN_COPIES, TOKENS_IN_PLAY, State, Token
from companion.games.spirits.wording import illegal, impossible, token_word

LEGAL: Final[tuple[Violation, ...]] = ()


def _own_token(state: State, seat: int, at: str) -> Token | None:
    cell = CELL.get(at)
    token = None if cell is None else state.token_at(cell)
    return token if token is not None and token.holder == seat and not token.used else None


def _check_plus(state: State, seat: int, move: Plus) -> tuple[Violation, ...]:
    token = _own_token(state, seat, move.at)
    if token is None:
        return (impossible("R21", "no_such_token"),)
    if token.kind not in ("", "+"):
        return (impossible("R21", "token_is_other", token=token_word(token.kind)),)
    if against := _check_kind(state, seat, token, "+"):
        return against
    if state.phase == "over":
        return (illegal("R30", "plus_too_late"),)
    if state.removed[seat] == 0:
        return (illegal("R21", "nothing_removed"),)
    return LEGAL


def _step_plus(state: State, seat: int, move: Plus) -> State:
    removed = list(state.removed)
    removed[seat] = max(0, removed[seat] - 1)
    return replace(_with_token(state, CELL[move.at], kind="+", used=True), removed=tuple(removed))


def _check_peek(state: State, seat: int, move: Peek) -> tuple[Violation, ...]:
    token = _own_token(state, seat, move.at)
    if token is None:
        return (impossible("R11", "no_such_token"),)
    if move.token not in TOKEN_COPIES:
        return (impossible("R11", "no_such_kind"),)
    return _check_kind(state, seat, token, move.token)


def _check_kind(state: State, seat: int, token: Token, kind: str) -> tuple[Violation, ...]:
    """Whether a token can be of that kind, by what the seat may know: its own tokens and those revealed."""
    seen, over = 0, state.phase == "over"
    for other in state.tokens:
        if other.kind == kind and other is not token and (other.holder == seat or other.used or over):
            seen += 1
    if seen >= TOKEN_COPIES[kind]:
        return (impossible("R11", "kind_used_up", token=token_word(kind), n=TOKEN_COPIES[kind]),)
    return LEGAL


def _step_peek(state: State, seat: int, move: Peek) -> State:
    if _own_token(state, seat, move.at) is None:  # a note that outlived the turn in which the token was taken
        return state
    return _with_token(state, CELL[move.at], kind=move.token)


def _with_token(state: State, cell: int, **changes: Any) -> State:
    return replace(state, tokens=tuple(replace(t, **changes) if t.cell == cell else t for t in state.tokens))


def _check_found(state: State, seat: int, move: Found) -> tuple[Violation, ...]:
    cell = CELL.get(move.at)
    if cell is None or state.holders[cell] != seat:
        return (impossible("R11", "not_your_tile"),)
    if state.token_at(cell) is not None:
        return (impossible("R11", "token_known"),)
    if len(state.tokens) >= TOKENS_IN_PLAY:
        return (impossible("P2", "tokens_used_up", n=TOKENS_IN_PLAY),)
    return LEGAL if cell in state.taken else (illegal("R11", "not_this_turn"),)


def _step_found(state: State, seat: int, move: Found) -> State:
    return replace(state, tokens=(*state.tokens, Token(CELL[move.at], seat)))


CHECKS: Final[dict[type, Callable[..., tuple[Violation, ...]]]] = {
    Plus: _check_plus,
    Peek: _check_peek,
    Found: _check_found,
}
STEPS: Final[dict[type, Callable[..., State]]] = {Plus: _step_plus, Peek: _step_peek, Found: _step_found}
