"""What may be done in Bitoku, and what a move does. Rule ids are those of rules_db/bitoku."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from companion.engine.game import TABLE, Violation
from companion.games.bitoku import building, corrections, dice, dues, quick, tengu, year
from companion.games.bitoku.moves import (
    TABLE_MOVES,
    Activate,
    Arrange,
    Build,
    Cross,
    Drop,
    Farewell,
    Gain,
    Grow,
    Order,
    Pass,
    Place,
    Play,
    Ready,
    Take,
    Use,
)
from companion.games.bitoku.state import State
from companion.games.bitoku.wording import impossible

to_act = year.waiting_for


def check(state: State, seat: int, move: Any) -> tuple[Violation, ...]:
    """Everything that stands against the move, empty when it is legal."""
    if isinstance(move, TABLE_MOVES):
        if seat != TABLE:
            return (impossible("P1", "table_only"),)
        return corrections.CHECKS[type(move)](state, move)
    if isinstance(move, Order) and seat == TABLE:
        return year.check_order(state, seat, move)
    if not 0 <= seat < state.seats:
        return (impossible("P1", "no_such_seat"),)
    if state.is_tengu(seat) and type(move) not in _TENGUS:
        return (impossible("S2", "tengu_turns"),)
    return _CHECKS[type(move)](state, seat, move)


def apply(state: State, seat: int, move: Any) -> State:
    """The table after the move. Any move that is not IMPOSSIBLE can be applied."""
    if isinstance(move, TABLE_MOVES):
        return corrections.STEPS[type(move)](state, move)
    return _STEPS[type(move)](state, seat, move)


def candidates(state: State, seat: int) -> Iterator[Any]:
    """Plausible moves; what is not legal is there to be shown with its reason. The icon pad (Gain) has no end
    of moves and is left to its own form."""
    if seat == TABLE:
        yield from year.orders(state) if state.season == "autumn" else ()
        yield from corrections.candidates(state)
        return
    yield from dues.candidates(state, seat)
    yield from building.candidates(state, seat)
    if state.is_tengu(seat):
        if state.season == "summer" and seat == state.turn:
            yield from (quick if state.quick else tengu).candidates(state)
    elif state.season == "summer" and seat == state.turn:
        yield from dice.candidates(state, seat)
    else:
        yield from year.candidates(state, seat)


_CHECKS: Final[dict[type, Callable[..., tuple[Violation, ...]]]] = {
    Play: dice.check_play,
    Place: dice.check_place,
    Cross: dice.check_cross,
    Pass: dice.check_pass,
    Ready: year.check_ready,
    Arrange: year.check_arrange,
    Farewell: year.check_farewell,
    Order: year.check_order,
    Gain: dues.check_gain,
    Take: dues.check_take,
    Drop: dues.check_drop,
    Build: building.check_build,
    Use: building.check_use,
    Grow: building.check_grow,
    Activate: quick.check,
}
_STEPS: Final[dict[type, Callable[..., State]]] = {
    Play: dice.step_play,
    Place: dice.step_place,
    Cross: dice.step_cross,
    Pass: dice.step_pass,
    Ready: year.step_ready,
    Arrange: year.step_arrange,
    Farewell: year.step_farewell,
    Order: year.step_order,
    Gain: dues.step_gain,
    Take: dues.step_take,
    Drop: dues.step_drop,
    Build: building.step_build,
    Use: building.step_use,
    Grow: building.step_grow,
    Activate: tengu.step,
}
_TENGUS: Final = (Activate, Gain, Take, Drop, Build, Use, Grow)
"""What can be recorded for the Tengu: its turn whole, and what it has."""
