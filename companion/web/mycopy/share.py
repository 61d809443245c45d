"""My copy of Bitoku as a file and behind a link, and what others' files and links hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from flask import Blueprint, Response, request

from companion.copies import LENT_DAYS, Full, NoCopy
from companion.engine.scores import SheetError
from companion.games.bitoku.learned import MOST_PIECES, Piece, as_file, read_file
from companion.web.limits import by_address, large_body, limiter
from companion.web.mycopy import copies
from companion.web.mycopy.pages import list_screen, onward, page, writes
from companion.web.mycopy.telling import word_name
from companion.web.phones import known_phone, phone_id
from companion.web.posted import read_json
from companion.web.room import guesses, refuse, say
from companion.web.words import t

blueprint = Blueprint("mycopy_share", __name__)
takes = limiter.shared_limit("60/hour", scope="copy taken")
takes_here = limiter.shared_limit("240/hour", scope="copy taken here", key_func=by_address)
"""Together on the routes that keep a whole copy."""


class BadFile(ValueError):
    """A file that holds no copy; what it says is the sentence for its reader."""


@blueprint.get("/copy/bitoku/export.json")
def export() -> Response:
    """Everything this phone knows as one file. Equal copies make equal files."""
    phone = known_phone()
    known = copies().pieces(phone) if phone else []
    response = Response(as_file(each.piece for each in known), mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="mori-bitoku-copy.json"'
    response.headers["Cache-Control"] = "private, no-store"
    return response


@blueprint.post("/copy/bitoku/import")
@large_body
@limiter.limit("120/hour")
def bring() -> Response:
    """What a file holds beside what this phone knows; nothing is kept yet."""
    file = request.files.get("file")
    if file is not None and not file.filename:
        return list_screen(422, wrong={"file": t("copy.why.no_file")})
    raw = file.read() if file is not None else request.form.get("file", "").encode("utf-8", "replace")
    try:
        pieces = _pieces(raw)
    except BadFile as wrong:
        return list_screen(422, wrong={"file": str(wrong)})
    return _report(pieces, as_file(pieces))


@blueprint.post("/copy/bitoku/take")
@large_body
@takes
@takes_here
def take() -> Response:
    """Keep what is new in the file that `text` holds, and what was chosen in the place of one's own."""
    try:
        pieces = _pieces(request.form.get("text", "").encode("utf-8", "replace"))
    except BadFile as wrong:
        return list_screen(422, wrong={"file": str(wrong)})
    return _take(pieces)


@blueprint.post("/copy/bitoku/lend")
@limiter.limit("30/hour")
def lend() -> Response:
    """A new link to this phone's copy."""
    copies().lend(phone_id())
    return onward("mycopy.index", _anchor="share")


@blueprint.post("/copy/bitoku/withdraw")
@writes
def withdraw() -> Response:
    """End the link."""
    phone = known_phone()
    if phone is None or not copies().withdraw(phone):
        refuse(404, t("copy.refused.no_link"))
    return onward("mycopy.index", ended=1)


@blueprint.get("/copy/s/<code>")
def shown(code: str) -> Response:
    """A friend's copy, and what of it is new here."""
    return _report(_shown(code), "", code)


@blueprint.post("/copy/s/<code>")
@takes
@takes_here
def take_shown(code: str) -> Response:
    """Keep what is new in a friend's copy, and what was chosen in the place of one's own."""
    return _take(_shown(code))


def _shown(code: str) -> tuple[Piece, ...]:
    try:
        return copies().shown(code)
    except NoCopy:
        no_copy()


@guesses
def no_copy() -> NoReturn:
    """No copy is shown there. Counted, so that codes cannot be tried out."""
    refuse(404, t("copy.refused.no_copy", days=LENT_DAYS))


def _report(pieces: Sequence[Piece], text: str, code: str = "") -> Response:
    found = copies().compare(known_phone(), pieces)
    return page("report.html", r=found, text=text, code=code, total=len(pieces))


def _take(pieces: Sequence[Piece]) -> Response:
    phone = phone_id()
    instead = [
        piece.key
        for _, piece in copies().compare(phone, pieces).different
        if request.form.get(f"choose.{piece.kind}.{piece.label}") == "theirs"
    ]
    try:
        done = copies().take(phone, pieces, instead)
    except Full:
        refuse(422, t("copy.refused.full", n=MOST_PIECES))
    return onward("mycopy.index", new=len(done.new), instead=len(instead))


def _pieces(raw: bytes) -> tuple[Piece, ...]:
    """The pieces of a file. Raises BadFile."""
    content: Any = None
    try:
        content = read_json(raw)
        return read_file(content)
    except SheetError as error:
        raise BadFile(_told(error, content)) from error
    except ValueError as error:
        raise BadFile(t("copy.why.other_file")) from error


def _told(error: SheetError, content: Any) -> str:
    """What is wrong about a file, with the piece it is about."""
    why = t(f"copy.why.{error.reason}", **error.values)
    path = error.path
    if len(path) < 2 or path[0] != "pieces" or not isinstance(path[1], int):
        return why
    piece = content["pieces"][path[1]]
    label = piece.get("label") if isinstance(piece, dict) else None
    named = label[:24] if isinstance(label, str) and label.strip() else word_name(say(), "other")
    keys = [f"copy.{what}.{name}" for name in path[2:3] for what in ("field", "effect")]
    field = next((t(key) for key in keys if say().has(key)), "")
    if field:
        return t("copy.why_field", n=path[1] + 1, label=named, field=field, why=why)
    return t("copy.why_piece", n=path[1] + 1, label=named, why=why)
