"""The Tengu's action cards, its attitude, and how it is played at this table (rules S1 to S3).

The printed cards stay with their owner: a card is its label, empty where nobody gave it one. So the pile is
counted whether or not the faces are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.facts import components

_DATA: Final = components("bitoku")
CARDS: Final[int] = _DATA["cards"]["tengu_action"]
ROW: Final = ("left", "middle", "right")
"""The places of the row, the newest card first."""
FACE_UP: Final = len(ROW)


@dataclass(frozen=True, slots=True)
class Tengu:
    """`row`: the labels of the cards face up, from the left; `pile`: those face down, the next one first;
    `discards`, the last one at the end. `active`: its attitude. `turns`: how many it has taken. `readings`
    are the options of playing alone."""

    row: tuple[str, ...] = ("",) * FACE_UP
    pile: tuple[str, ...] = ("",) * (CARDS - FACE_UP)
    discards: tuple[str, ...] = ()
    active: bool = False
    turns: int = 0
    readings: tuple[tuple[str, str], ...] = ()

    def reading(self, key: str) -> str:
        """What the table chose for an option of playing alone."""
        return dict(self.readings)[key]

    @property
    def cards(self) -> tuple[str, ...]:
        """All its cards."""
        return (*self.row, *self.pile, *self.discards)

    @property
    def renews(self) -> bool:
        """Whether the discards are shuffled after the card of this turn."""
        return not self.pile


def place_of(will: int) -> int:
    """The place in the row that the lower Will die names: 1 and 2 the right, 3 and 4 the middle, 5 and 6 the
    left card (rule S2)."""
    return FACE_UP - 1 - (will - 1) // 2


def used(tengu: Tengu, place: int, order: Sequence[int] = ()) -> Tengu:
    """After the card at a place was used: it is discarded, those left of it slide right and the next one of
    the pile lies on the left. An empty pile is first made of the discards, shuffled: `order` numbers them in
    the order they then lie in; without it they stay as they are (rule S2)."""
    discards = (*tengu.discards, tengu.row[place])
    rest = (*tengu.row[:place], *tengu.row[place + 1 :])
    pile = tengu.pile
    if not pile:
        shuffled = order if sorted(order) == list(range(len(discards))) else range(len(discards))
        pile, discards = tuple(discards[at] for at in shuffled), ()
    return replace(tengu, row=(pile[0], *rest), pile=pile[1:], discards=discards, turns=tengu.turns + 1)


def counted(tengu: Tengu, pile: int) -> Tengu:
    """With so many cards in the pile, the others beside the row in the discards: cards whose labels are not
    known move first."""
    away = (*tengu.pile, *tengu.discards)
    return replace(tengu, pile=away[:pile], discards=away[pile:])
