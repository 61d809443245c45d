"""The Tengu's printed cards dealt by the app, once all ten are entered in somebody's copy."""

from __future__ import annotations

from secrets import SystemRandom
from typing import Final

from flask import Blueprint, Response

from companion.engine.game import TABLE, Severity, worst
from companion.games.bitoku.deck import CARDS
from companion.games.bitoku.moves import Deal
from companion.games.bitoku.will import spread
from companion.web.bitoku.cards import cards_known, the_ten
from companion.web.room import Room, refuse, tables
from companion.web.table import after, allowed, once_for, revision
from companion.web.tengu import alone
from companion.web.tengu_quick import before
from companion.web.words import t

blueprint = Blueprint("tengu_cards", __name__)
_CHANCE: Final = SystemRandom()


@blueprint.post("/t/<code>/tengu/deal")
def deal(code: str) -> Response:
    """Shuffle the ten cards; those that are known to lie somewhere stay there."""
    room = alone(code)
    by, seen, labels = allowed(room, TABLE), revision(), the_ten(room)
    if not labels:
        refuse(422, t("app.bitoku.cards.known", n=len(cards_known(room)), of=CARDS))
    move = _dealt_before(room, labels)
    if move is None:
        order = _CHANCE.sample(labels, CARDS)
        move = Deal(room.state.tengu.turn, spread(room.state.tengu, order))
    once = once_for("deal")
    return after(room, tables().play(code, TABLE, move, revision=seen, nonce=once, by=by), move, TABLE)


def _dealt_before(room: Room, labels: tuple[str, ...]) -> Deal | None:
    """How they were dealt for this turn before, if that still fits: going back never shuffles anew."""
    move = before(room, Deal, room.state.tengu.turn)
    if move is None or sorted(move.labels) != sorted(labels):
        return None
    return move if worst(room.game.check(room.state, TABLE, move)) < Severity.ILLEGAL else None
