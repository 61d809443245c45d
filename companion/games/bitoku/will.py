"""What chance brings the Tengu when the app has its cards, our own or the printed ones by their labels: the
Will dice, the order of the cards (S2, Q2).

The dice are thrown and the cards shuffled elsewhere; here both are only recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.engine.game import Violation
from companion.engine.names import BadName, clean_name, seen
from companion.games.bitoku.deck import CARDS, RENEWED, Tengu, dealt, shuffled
from companion.games.bitoku.dice import SIX, out_of_turn
from companion.games.bitoku.moves import Deal, Roll, Shuffle
from companion.games.bitoku.state import TENGU, State
from companion.games.bitoku.wording import illegal, impossible

LEGAL: Final[tuple[Violation, ...]] = ()
LABEL: Final = 24
"""How long the label of a card may be."""


def to_shuffle(tengu: Tengu) -> int:
    """How many cards are to be shuffled before the Tengu's next turn, 0 when none are."""
    if not tengu.app_deals:
        return 0
    if not tengu.turns:
        return 0 if tengu.dealt else CARDS
    return RENEWED if tengu.renews and not tengu.order else 0


def candidates(state: State) -> Iterator[Any]:
    """What chance might bring; of the orders only two, they are too many."""
    tengu = state.tengu
    if tengu is None:
        return
    turn = tengu.turn
    if not tengu.app_deals:
        names = [str(n) for n in range(1, CARDS + 1)]
        yield from (Deal(turn, spread(tengu, order)) for order in (names, names[::-1]))
        return
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
    if move.turn != state.tengu.turn:
        return (impossible("S2", "tengu_turn", n=state.tengu.turn),)
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
    if move.turn != state.tengu.turn:
        return (impossible("S2", "tengu_turn", n=state.tengu.turn),)
    if sorted(move.cards) not in (list(range(CARDS)), list(range(RENEWED))):
        return (impossible("S2", "tengu_order"),)
    return LEGAL if len(move.cards) == to_shuffle(state.tengu) else (illegal("S2", "tengu_no_shuffle"),)


def step_shuffle(state: State, move: Shuffle) -> State:
    return state if state.tengu is None else replace(state, tengu=shuffled(state.tengu, move.cards))


# --- the printed cards, dealt by their labels


def is_label(label: str) -> bool:
    """Whether a card may be called so."""
    try:
        return clean_name(label, LABEL) == label
    except BadName:
        return False


def spread(tengu: Tengu, labels: Sequence[str]) -> tuple[str, ...]:
    """These ten labels as they come to lie: a card that is known stays where it is, the others take the free
    places in their order."""
    there = [seen(card) for card in tengu.cards]
    rest = iter([label for label in labels if seen(label) not in there])
    known = {seen(label): label for label in labels}
    return tuple(known.get(card) or next(rest, "") for card in there)


def check_deal(state: State, move: Deal) -> tuple[Violation, ...]:
    tengu = state.tengu
    if tengu is None:
        return (impossible("S1", "no_tengu"),)
    if tengu.quick:
        return (impossible("Q2", "tengu_own_deck"),)
    if move.turn != tengu.turn:
        return (impossible("S2", "tengu_turn", n=tengu.turn),)
    different = {seen(label) for label in move.labels if is_label(label)}
    if len(move.labels) != CARDS or len(different) != CARDS:
        return (impossible("S2", "tengu_labels", n=CARDS),)
    if tengu.dealt:
        return (illegal("S2", "tengu_is_dealt"),)
    moved = [card for card, label in zip(tengu.cards, move.labels, strict=True) if card and card != label]
    return (illegal("S2", "tengu_card_lies", card=moved[0]),) if moved else LEGAL


def step_deal(state: State, move: Deal) -> State:
    return state if state.tengu is None else replace(state, tengu=dealt(state.tengu, move.labels))
