"""The end of a game: who won, and the reason for each number."""

from __future__ import annotations

from flask import Blueprint, Response

from companion.engine.scores import SheetError
from companion.web.phones import outside
from companion.web.reasons import reason_of
from companion.web.room import enter, say, screen, see, unchanged
from companion.web.words import t

blueprint = Blueprint("ending", __name__)


@blueprint.get("/t/<code>/end")
def end(code: str) -> Response:
    """The final score; before the end it would tell what tokens are face down, so there is none."""
    room = enter(code)
    if (same := unchanged(room)) is not None:
        return same
    if not room.table.over:
        return see(room.url())
    try:
        result = room.game.score(room.game.tally(room.state, room.names))
    except SheetError:
        result = None
    return screen(
        room,
        "_end.html",
        result=result,
        reason_of=lambda result, line: reason_of(say(), result, line),
        link=outside(room.url("ending.end")),
        status_line=t("app.end.status"),
    )
