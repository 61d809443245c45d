"""The Tengu's cards in the app, those of Quick Tengu or the printed ones: they are shuffled and the Will dice
rolled here; the rest follows."""

from __future__ import annotations

from secrets import SystemRandom
from typing import Any, Final

from flask import Blueprint, Response, request

from companion.engine.game import TABLE
from companion.engine.moves import MoveError
from companion.games.bitoku.dice import SIX
from companion.games.bitoku.moves import Roll, Shuffle
from companion.games.bitoku.will import to_shuffle
from companion.web.room import Room, refuse, see, tables
from companion.web.table import after, allowed, once_for, revision
from companion.web.tengu import alone
from companion.web.words import t

blueprint = Blueprint("tengu_quick", __name__)
_CHANCE: Final = SystemRandom()
_LOWER: Final = frozenset("123456")


@blueprint.post("/t/<code>/tengu/will")
def roll(code: str) -> Response:
    """Shuffle where it is due, and roll the Will dice: moves of the table, which then decide the turn.
    `lower` is the Will as it was rolled on the table instead, for the printed cards."""
    room = alone(code)
    tengu = room.state.tengu
    if not tengu.app_deals:
        refuse(404, t("app.table.unreadable_form"))
    by, seen, turn = allowed(room, TABLE), revision(), tengu.turn
    moves: list[Any] = []
    if n := to_shuffle(tengu):
        moves.append(before(room, Shuffle, turn) or Shuffle(turn, tuple(_CHANCE.sample(range(n), n))))
    entered = request.form.get("lower", "")
    if tengu.quick or entered not in _LOWER:
        low, high = sorted(_CHANCE.randint(1, SIX) for _ in range(2))
        moves.append(before(room, Roll, turn) or Roll(low, high, turn))
    for move in moves:
        once = once_for(f"will.{move.kind}")
        outcome = tables().play(code, TABLE, move, revision=seen, nonce=once, by=by)
        if outcome.status not in ("recorded", "repeated"):
            return after(room, outcome, move, TABLE)
        seen = outcome.table.revision
    if tengu.quick:
        return after(room, outcome, move, TABLE)
    will = (int(entered), 0) if entered in _LOWER else outcome.table.state.tengu.will
    return see(room.url("tengu.show", turn=turn, will=will[0], other=will[1]))


def before(room: Room, kind: type, turn: int) -> Any | None:
    """What chance brought for that turn when it came to it before: going back never draws or rolls anew."""
    found = None
    for entry in tables().entries(room.code):
        content = entry.move or {}  # of a move, and of an entry that amends one
        if entry.overruled or content.get("do") != kind.kind:  # type: ignore[attr-defined]
            continue
        try:
            move = room.game.codec.from_json(content)
        except MoveError:
            continue
        found = move if move.turn == turn else found
    return found
