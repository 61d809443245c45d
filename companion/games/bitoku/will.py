"""What chance brings the Tengu when the app has its cards: the Will dice, the order of the cards (S2, Q2).

The dice are thrown and the cards shuffled elsewhere; here both are only recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from companion.engine.game import Violation
from companion.games.bitoku.deck import CARDS, RENEWED, Tengu, shuffled
from companion.games.bitoku.dice import SIX, out_of_turn
from companion.games.bitoku.moves import Roll, Shuffle
from companion.games.bitoku.state import TENGU, State
from companion.games.bitoku.wording import illegal, impossible

LEGAL: Final[tuple[Violation, ...]] = ()


def to_shuffle(tengu: Tengu) -> int:
    """How many cards are to be shuffled before the Tengu's next turn, 0 when none are."""
    if not tengu.turns:
        return 0 if tengu.dealt else CARDS
    return RENEWED if tengu.renews and not tengu.order else 0


def candidates(state: State) -> Iterator[Any]:
    """What chance might bring; of the orders only two, they are too many."""
    tengu = state.tengu
    if tengu is None or not tengu.quick:
        return
    turn = tengu.turns + 1
    if n := to_shuffle(tengu):
        yield Shuffle(turn, tuple(range(n)))
        yield Shuffle(turn, tuple(reversed(range(n))))
    if not tengu.will:
        yield from (Roll(low, high, turn) for low in range(1, SIX + 1) for high in range(low, SIX + 1))


def check_roll(state: State, move: Roll) -> tuple[Violation, ...]:
    if state.tengu is None:
        return (impossible("S1", "no_tengu"),)
    if not 1 <= move.low <= move.high <= SIX:
        return (impossible("S2", "tengu_will"),)
    if move.turn != state.tengu.turns + 1:
        return (impossible("S2", "tengu_turn", n=state.tengu.turns + 1),)
    if state.tengu.will:
        return (illegal("S2", "tengu_rolled"),)
    return tuple(out_of_turn(state, TENGU))


def step_roll(state: State, move: Roll) -> State:
    if state.tengu is None:
        return state
    return replace(state, tengu=replace(state.tengu, will=(move.low, move.high)))


def check_shuffle(state: State, move: Shuffle) -> tuple[Violation, ...]:
    if state.tengu is None:
        return (impossible("S1", "no_tengu"),)
    if move.turn != state.tengu.turns + 1:
        return (impossible("S2", "tengu_turn", n=state.tengu.turns + 1),)
    if sorted(move.cards) not in (list(range(CARDS)), list(range(RENEWED))):
        return (impossible("S2", "tengu_order"),)
    return LEGAL if len(move.cards) == to_shuffle(state.tengu) else (illegal("S2", "tengu_no_shuffle"),)


def step_shuffle(state: State, move: Shuffle) -> State:
    return state if state.tengu is None else replace(state, tengu=shuffled(state.tengu, move.cards))
