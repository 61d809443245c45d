"""Remembering a piece from the pad of a table."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.copies import Full, NoPiece, Taken
from companion.engine.scores import SheetError
from companion.games.bitoku.learned import LABEL, MOST_PIECES, read, to_json
from companion.web.mycopy import copies
from companion.web.mycopy.lessons import Otherwise, lesson, lessons, teaches
from companion.web.mycopy.pages import writes, writes_here
from companion.web.pad import Draft, bitoku, pad_screen
from companion.web.phones import phone_id
from companion.web.room import refuse, see
from companion.web.table import allowed, posted_seat
from companion.web.words import t

blueprint = Blueprint("remember", __name__)


@blueprint.post("/t/<code>/remember")
@writes
@writes_here
def remember(code: str) -> Response:
    """Keep what the pad holds as a piece of this phone, and show the pad again; twice is one piece."""
    room = bitoku(code)
    seat = posted_seat(room)
    allowed(room, seat)
    if not 0 <= seat < len(room.names):
        refuse(422, t("app.table.no_such_seat"))
    draft = Draft(room, seat, request.form)
    said = _remember(draft)
    if said:
        return pad_screen(room, draft, 422, message=said)
    return see(draft.url(learned=request.form.get("label", "").strip()[:LABEL]))


def _remember(draft: Draft) -> str:
    """What stands in the way, as a sentence; empty when it is kept."""
    name, label = request.form.get("as", ""), request.form.get("label", "")
    if name not in lessons(draft) or not teaches(draft, name):
        return t("copy.why.missing")
    kind, phone = name.partition(".")[0], phone_id()
    try:
        named = read({"kind": kind, "label": label})
        known = next((each for each in copies().pieces(phone) if each.piece.key == named.key), None)
        taught = lesson(draft, name, named.label, None if known is None else known.piece)
        piece = read(to_json(taught))
        copies().save(phone, piece, "" if known is None else known.id)
    except SheetError as error:
        return t(f"copy.why.{error.reason}", **error.values)
    except (Otherwise, Taken, NoPiece):
        return t("copy.refused.otherwise", label=label)
    except Full:
        return t("copy.refused.full", n=MOST_PIECES)
    return ""
