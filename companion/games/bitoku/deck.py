"""The Tengu's action cards, its attitude, and how it is played at this table (rules S1 to S3).

The printed cards stay with their owner: a card is its label, empty where nobody gave it one. So the pile is
counted whether or not the faces are known, and whether they lie on the table or the app deals them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.engine.names import same_name
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
    Will dice as they were rolled for this turn, empty before. `dealt`: whether the app deals the cards, in an
    order that was noted, `order`: that in which the discards of the next renewal will lie. `readings` are the
    options of playing alone."""

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
    def turn(self) -> int:
        """The number of its next turn, counted from 1."""
        return self.turns + 1

    @property
    def quick(self) -> bool:
        """Whether the app decides its turns (rule Q1)."""
        return dict(self.readings).get("tengu", "printed") != "printed"

    @property
    def app_deals(self) -> bool:
        """Whether the app has its cards: our own, or the printed ones that were dealt here."""
        return self.dealt or self.quick

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
    def whole(self) -> bool:
        """Whether each of its cards is there once, as far as their labels are known."""
        labels = [label for label in self.cards if label]
        return len(self.cards) == CARDS and len(set(labels)) == len(labels)

    @property
    def renews(self) -> bool:
        """Whether the discards are shuffled after the card of this turn."""
        return not self.pile


def place_of(will: int) -> int:
    """The place in the row that the lower Will die names: 1 and 2 the right, 3 and 4 the middle, 5 and 6 the
    left card (rule S2)."""
    return FACE_UP - 1 - (will - 1) // 2


def used(tengu: Tengu, place: int, order: Sequence[int] = (), label: str = "") -> Tengu:
    """After the card at a place was used: it is discarded, those left of it slide right and the next one of
    the pile lies on the left. An empty pile is first made of the discards, shuffled: `order`, or the one that
    was noted, numbers them in the order they then lie in. Without it they stay as they are where the app
    deals them; on the table nobody knows any more which is which (rule S2). `label`: the card's, if it was
    seen."""
    if label and not tengu.app_deals:
        tengu = seen_at(tengu, place, label)
    discards = (*tengu.discards, tengu.row[place])
    rest = (*tengu.row[:place], *tengu.row[place + 1 :])
    pile, noted = tengu.pile, tengu.order
    if not pile:
        order, noted = order or noted, ()
        if sorted(order) == list(range(len(discards))):
            pile = tuple(discards[at] for at in order)
        else:
            pile = discards if tengu.app_deals else ("",) * len(discards)
        discards = ()
    row, turns = (pile[0], *rest), tengu.turns + 1
    return replace(tengu, row=row, pile=pile[1:], discards=discards, turns=turns, will=(), order=noted)


def shuffled(tengu: Tengu, order: Sequence[int]) -> Tengu:
    """With the order of the cards noted: `order` numbers all of them before the first turn, the row from the
    right and then the pile; later the discards of the next renewal. Anything else changes nothing, nor does
    any order of cards that lie on the table."""
    if not tengu.app_deals:
        return tengu
    if not tengu.dealt and not tengu.turns and len(order) == CARDS:
        away = (*reversed(tengu.row), *tengu.pile)
        cards = tuple(away[at] for at in order)
        return replace(tengu, row=cards[FACE_UP - 1 :: -1], pile=cards[FACE_UP:], dealt=True)
    return replace(tengu, order=tuple(order)) if len(order) == RENEWED else tengu


def counted(tengu: Tengu, pile: int) -> Tengu:
    """With so many cards in the pile, the others beside the row in the discards: cards whose labels are not
    known move first."""
    away = (*tengu.pile, *tengu.discards)
    here = away[:pile] if tengu.app_deals else ("",) * pile
    return replace(tengu, pile=here, discards=away[pile:])


def face_down(tengu: Tengu) -> Tengu:
    """As anybody sees it: what lies face down, and in which order it will, nobody knows."""
    return replace(tengu, pile=("",) * len(tengu.pile), order=())


def seen_at(tengu: Tengu, place: int, label: str) -> Tengu:
    """With the label of a card of the row known; where the same one was thought to lie, nobody knows now."""
    row, pile, discards = (
        tuple("" if same_name(card, label) else card for card in cards)
        for cards in (tengu.row, tengu.pile, tengu.discards)
    )
    return replace(tengu, row=(*row[:place], label, *row[place + 1 :]), pile=pile, discards=discards)


def dealt(tengu: Tengu, labels: Sequence[str]) -> Tengu:
    """With all labels given, the app deals from now on: those of the row from the left, then those of the
    pile, the next one first, then the discards. Their numbers stay as they are."""
    row, away, pile = tuple(labels[:FACE_UP]), tuple(labels[FACE_UP:]), len(tengu.pile)
    return replace(tengu, row=row, pile=away[:pile], discards=away[pile:], dealt=True, order=())


def on_the_table(tengu: Tengu) -> Tengu:
    """With the cards laid out on the table again: row and discards are known, the pile is shuffled."""
    return replace(tengu, pile=("",) * len(tengu.pile), dealt=False, order=())
