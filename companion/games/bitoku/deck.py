"""The Tengu's action cards, its attitude, and how it is played at this table (rules S1 to S3).

The printed cards stay with their owner: a card is its label, empty where nobody gave it one. So the pile is
counted whether or not the faces are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.facts import components

_DATA: Final = components("bitoku")
_QUICK: Final = _DATA["quick"]
CARDS: Final[int] = _DATA["cards"]["tengu_action"]
ROW: Final = ("left", "middle", "right")
"""The places of the row, the newest card first."""
FACE_UP: Final = len(ROW)
RENEWED: Final = CARDS - FACE_UP + 1
"""The discards that are shuffled each time the pile is used up."""


@dataclass(frozen=True, slots=True)
class Tengu:
    """`row`: the labels of the cards face up, from the left; `pile`: those face down, the next one first;
    `discards`, the last one at the end. `active`: its attitude. `turns`: how many it has taken. `will`: the
    Will dice as they were rolled for this turn, empty before. `dealt`: whether the order of the cards was
    noted, `order`: that in which the discards of the next renewal will lie. `readings` are the options of
    playing alone."""

    row: tuple[str, ...] = ("",) * FACE_UP
    pile: tuple[str, ...] = ("",) * (CARDS - FACE_UP)
    discards: tuple[str, ...] = ()
    active: bool = False
    turns: int = 0
    will: tuple[int, ...] = ()
    dealt: bool = False
    order: tuple[int, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()

    def reading(self, key: str) -> str:
        """What the table chose for an option of playing alone."""
        return dict(self.readings)[key]

    @property
    def quick(self) -> bool:
        """Whether the app decides its turns (rule Q1)."""
        return dict(self.readings).get("tengu", "printed") != "printed"

    @property
    def level(self) -> Mapping[str, Any]:
        """The numbers of the level that the table chose, where the app decides (rule Q9)."""
        found: Mapping[str, Any] = _QUICK["level"][_QUICK["levels"][self.reading("tengu")]]
        return found

    @property
    def lift(self) -> int:
        """The pips that a die of its is turned up when it is unlocked (rule Q4)."""
        return int(self.level["lift"]) if self.quick else 0

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
    the pile lies on the left. An empty pile is first made of the discards, shuffled: `order`, or the one that
    was noted, numbers them in the order they then lie in; without it they stay as they are (rule S2)."""
    discards = (*tengu.discards, tengu.row[place])
    rest = (*tengu.row[:place], *tengu.row[place + 1 :])
    pile, noted = tengu.pile, tengu.order
    if not pile:
        order, noted = order or noted, ()
        shuffled = order if sorted(order) == list(range(len(discards))) else range(len(discards))
        pile, discards = tuple(discards[at] for at in shuffled), ()
    row, turns = (pile[0], *rest), tengu.turns + 1
    return replace(tengu, row=row, pile=pile[1:], discards=discards, turns=turns, will=(), order=noted)


def shuffled(tengu: Tengu, order: Sequence[int]) -> Tengu:
    """With the order of the cards noted: `order` numbers all of them before the first turn, the row from the
    right and then the pile; later the discards of the next renewal. Anything else changes nothing."""
    if not tengu.dealt and not tengu.turns and len(order) == CARDS:
        away = (*reversed(tengu.row), *tengu.pile)
        cards = tuple(away[at] for at in order)
        return replace(tengu, row=cards[FACE_UP - 1 :: -1], pile=cards[FACE_UP:], dealt=True)
    return replace(tengu, order=tuple(order)) if len(order) == RENEWED else tengu


def counted(tengu: Tengu, pile: int) -> Tengu:
    """With so many cards in the pile, the others beside the row in the discards: cards whose labels are not
    known move first."""
    away = (*tengu.pile, *tengu.discards)
    return replace(tengu, pile=away[:pile], discards=away[pile:])
