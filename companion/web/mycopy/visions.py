"""The known visions in the score calculator: one tap is the whole card."""

from __future__ import annotations

from dataclasses import dataclass

from flask import has_request_context

from companion import facts
from companion.games.bitoku.learned import Piece
from companion.web.mycopy import copies
from companion.web.mycopy.telling import needs_text
from companion.web.phones import known_phone
from companion.web.scores_bitoku_form import needs_text as needs_field
from companion.web.words import lang


@dataclass(frozen=True, slots=True)
class Seen:
    """A vision that this phone knows: its label, what it asks for, and the card as a button carries it (see
    scores_bitoku_form.act)."""

    label: str
    note: str
    card: str


def known_visions() -> list[Seen]:
    """The visions of this phone's copy that say what they ask for; none where no phone asks."""
    phone = known_phone() if has_request_context() else None
    known = copies().pieces(phone) if phone else []
    return [_seen(each.piece) for each in known if each.piece.kind == "vision" and each.piece.needs]


def _seen(piece: Piece) -> Seen:
    asked = needs_field([[(want.of, want.n) for want in need] for need in piece.needs])
    vp, miss = piece.number("vp"), piece.number("miss")
    numbers = ("" if vp is None else str(vp), "" if miss is None else str(-miss))
    return Seen(
        piece.label,
        needs_text(facts.words(lang()), piece.needs),
        "/".join((asked, *numbers, piece.label)),
    )
