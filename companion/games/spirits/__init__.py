"""Spirits of the Forest (森林之灵), Michael Schacht, ThunderGryph Games 2018, for one to four players.

One player has a table of another kind (solo.py), with moves of its own; which functions are meant follows
from the state they are given.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from companion.engine.game import Game, Setup, Violation
from companion.games.spirits import rules, scoring, solo, solo_rules, solo_view, state, view
from companion.games.spirits.moves import MOVES
from companion.games.spirits.solo import Solo
from companion.games.spirits.solo_moves import MOVES as SOLO_MOVES
from companion.games.spirits.wording import impossible

Found = TypeVar("Found")


def _either(several: Callable[..., Found], alone: Callable[..., Found]) -> Callable[..., Found]:
    """The function for the table it is called with."""
    return lambda table, *more: (alone if isinstance(table, Solo) else several)(table, *more)


def _setup(start: Setup) -> Any:
    return solo.setup(start) if start.seats == 1 else state.setup(start)


def _check(table: Any, seat: int, move: Any) -> tuple[Violation, ...]:
    if isinstance(table, Solo):
        return solo_rules.check(table, seat, move)
    if type(move) in SOLO_MOVES:
        return (impossible("S3", "only_alone"),)
    return rules.check(table, seat, move)


GAME = Game(
    slug="spirits",
    seats=(1, *state.GEMS_EACH),
    options=state.OPTIONS,
    moves=(*MOVES, *SOLO_MOVES),
    setup=_setup,
    to_act=_either(rules.to_act, solo_rules.to_act),
    candidates=_either(rules.candidates, solo_rules.candidates),
    check=_check,
    apply=_either(rules.apply, solo_rules.apply),
    tally=_either(scoring.tally, solo_view.tally),
    score=scoring.score,
    view=_either(view.view, solo_view.view),
    invariants=_either(state.invariants, solo.invariants),
    revealed=lambda table: isinstance(table, Solo) or table.phase == "over",
    opponents=lambda table: ("spirits.piece.ghost",) if isinstance(table, Solo) else (),
)
