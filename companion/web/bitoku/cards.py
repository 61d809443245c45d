"""The Tengu's printed cards at the table: on the table, known from somebody's copy, or dealt by the app."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from companion.engine.names import same_name
from companion.games.bitoku.deck import CARDS, ROW, place_of
from companion.games.bitoku.learned import Piece
from companion.games.bitoku.moves import FixTengu
from companion.web.bitoku.sight import Sight
from companion.web.words import t

if TYPE_CHECKING:
    from companion.web.room import Room


def cards_known(room: Room) -> tuple[Piece, ...]:
    """The action cards that the phones at the table know, this phone's own first, each label once."""
    from companion.web.mycopy.known import table_knows  # it speaks of pieces, and speech begins here

    found: dict[tuple[str, str], Piece] = {}
    for known in table_knows(room):
        if known.piece.kind == "tengu":
            found.setdefault(known.piece.key, known.piece)
    return tuple(found.values())


def the_ten(room: Room) -> tuple[str, ...]:
    """The labels of the ten cards, where this phone or the whole table knows just ten; otherwise none."""
    from companion.web.mycopy.known import table_knows

    own = [known.piece.label for known in table_knows(room) if known.own and known.piece.kind == "tengu"]
    labels = own if len(own) == CARDS else [card.label for card in cards_known(room)]
    return tuple(labels) if len(labels) == CARDS else ()


def called(cards: tuple[Piece, ...], label: str) -> Piece | None:
    """The card with that label, None when nobody entered it."""
    return next((card for card in cards if label and same_name(card.label, label)), None)


class Cards(Sight):
    """The ways with the deck, beside the Tengu's Will."""

    @property
    def dealt(self) -> bool:
        """Whether the app deals the printed cards."""
        return self.state.tengu is not None and self.state.tengu.dealt and not self.state.tengu.quick

    @property
    def row_named(self) -> list[tuple[str, str]]:
        """(place, label) of the printed cards face up, from the left; none while nobody knows one."""
        tengu = self.state.tengu
        if tengu is None or tengu.quick or not any(tengu.row):
            return []
        return list(zip(ROW, tengu.row, strict=True))

    @cached_property
    def number_known(self) -> int:
        """How many of its cards are entered."""
        return len(cards_known(self.room))

    @cached_property
    def can_deal(self) -> bool:
        """Whether all are."""
        return bool(the_ten(self.room))

    @property
    def all_cards(self) -> int:
        return CARDS

    @property
    def lay_out(self) -> str:
        """The move that lays them out on the table."""
        return self.form(FixTengu("dealt", 0))

    @property
    def shuffles_first(self) -> bool:
        """Whether its discards are shuffled with the next roll."""
        return self.state.tengu is not None and bool(self.state.tengu.renews and not self.state.tengu.order)

    @property
    def go_on(self) -> tuple[str, str]:
        """(words, address) of the turn that was begun with a roll; empty before."""
        tengu = self.state.tengu
        if tengu is None or not tengu.will:
            return "", ""
        place = place_of(tengu.will[0])
        card = t(f"app.bitoku.tengu.card.{ROW[place]}")
        if tengu.row[place]:
            card = t("app.bitoku.cards.at", place=card, card=tengu.row[place])
        low, high = tengu.will
        return t("app.bitoku.cards.go_on", card=card), self.room.url(
            "tengu.show", turn=tengu.turn, will=low, other=high
        )
