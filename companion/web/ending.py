"""The end of a game: who won, and the reason for each number."""

from __future__ import annotations

from flask import Blueprint, Response, url_for

from companion.engine.scores import SheetError
from companion.web.phones import outside
from companion.web.reasons import reason_of
from companion.web.room import Room, enter, say, screen, see, unchanged
from companion.web.scores import CALCULATORS
from companion.web.scores_sheet import pack
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
        keep=room.url("scores_results.keep_table"),
        counting=counting(room),
        reason_of=lambda result, line: reason_of(say(), result, line),
        link=outside(room.url("ending.end")),
        status_line=t("app.end.status"),
    )


def counting(room: Room) -> str:
    """The calculator with what the table kept count of filled in."""
    calculator = CALCULATORS[room.game.slug]
    fields = calculator.write(room.game.tally(room.state, room.names))
    return url_for("scores.show", slug=calculator.slug, s=pack({**calculator.empty(), **fields}))
