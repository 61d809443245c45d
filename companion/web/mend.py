"""Setting the record right: the log, amendments, corrections, the forest entered at once, and the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Blueprint, Response, request

from companion.engine.game import TABLE
from companion.engine.log import Node
from companion.engine.moves import MoveError
from companion.engine.numbers import whole
from companion.engine.picker import unasked
from companion.tables import NotYours, as_file, may_act, may_export
from companion.web.ask import Asked, answers_given, put
from companion.web.log import Line, line, lines, told
from companion.web.room import Room, enter, meet, refuse, say, screen, tables, unchanged
from companion.web.speech.label import part_name
from companion.web.table import after, allowed, once_for, posted_number, revision
from companion.web.words import t

blueprint = Blueprint("mend", __name__)

A_PAGE: Final = 60
"""So many moves of the log stand on one page."""
_UNASKED: Final = ("faces", "labels", "cards", "turn")
"""Parts that have a form of their own, that lie face down and are nobody's to know, or that follow."""


@blueprint.get("/t/<code>/log")
def log(code: str) -> Response:
    """The moves that stand, the last one first; `?upto=` an entry shows those before."""
    room = enter(code)
    upto = whole(request.args.get("upto", ""), 9)
    shown = lines(room, A_PAGE + 1, upto)
    return unchanged(room) or screen(
        room,
        "_log.html",
        lines=shown[:A_PAGE],
        fixed=_fixed(room, shown[:A_PAGE]),
        earlier=shown[A_PAGE:],
        upto=upto,
        status_line=t("app.log.status"),
        may_export=may_export(room.table, room.phone),
    )


def _fixed(room: Room, shown: Sequence[Line]) -> set[int]:
    """The numbers of those entries that this phone cannot amend: another's, and what has no part to ask."""
    numbers = {line.number for line in shown}
    found = set()
    for node in room.table.timeline.backwards() if room.held and not room.table.closed else ():
        if (number := node.entry.number) in numbers:
            seat, move = node.entry.seat, node.move
            own = seat in room.held or seat == TABLE
            if not _may_amend(room, seat, move) or not any(
                value and name != "do" and name not in _hidden(move, own)
                for name, value in room.game.codec.answers(move).items()
            ):
                found.add(number)
    return found


def _may_amend(room: Room, seat: int, move: Any) -> bool:
    try:
        may_act(room.table, room.phone, seat, move)
    except NotYours:
        return False
    return True


def _hidden(move: Any, own: bool) -> set[str]:
    """The names of the parts of a move that are not asked again."""
    return {*_UNASKED, *(() if own else move.secret)}


# --- amendments


@blueprint.get("/t/<code>/amend/<int:number>")
def amending(code: str, number: int) -> Response:
    """What an entry of the log should have said: its parts, or the question about one of them."""
    room = enter(code)
    node = standing(room, number)
    allowed(room, node.entry.seat, node.move)
    return unchanged(room) or amend_screen(room, node)


def amend_screen(
    room: Room, node: Node, status: int = 200, here: str | None = None, **context: Any
) -> Response:
    """The entry, and the question when a part of it was chosen. A secret needs its seat's eyes."""
    seat, move = node.entry.seat, node.move
    own = seat in (TABLE, room.eyes)
    if move.secret and not own:
        return screen(
            room,
            "_curtain.html",
            seat=seat,
            onward=_amend_url(room, node, {"open": 1, "seat": seat}),
            status_line=t("app.table.curtain.status"),
        )
    state = room.table.timeline.first if node.before is None else node.before.state
    given = answers_given(room) if here is None else {}
    question: Asked | None = None
    if given.get("do") == move.kind:
        question = put(
            room,
            state,
            seat,
            given,
            lambda other: other.kind == move.kind,
            lambda answers: _amend_url(room, node, answers),
            like=move,
        )
    return screen(
        room,
        "_amend.html",
        status,
        here,
        line=line(room, node),
        node=node,
        parts=_parts(room, node, state, own),
        question=question,
        view=room.game.view(state, room.eyes),
        status_line=t("app.log.amend.status", number=node.entry.number),
        **context,
    )


def _parts(room: Room, node: Node, state: Any, own: bool) -> list[tuple[str, str, str]]:
    """(name, value, address of the question) of every part of the entry that can be asked again."""
    answers = room.game.codec.answers(node.move)
    rows = [m for m in room.game.candidates(state, node.entry.seat) if m.kind == node.move.kind]
    hidden = {*_hidden(node.move, own), *unasked(rows, node.move)}
    found = []
    given: dict[str, str] = {"do": answers.pop("do")}
    for name, value in answers.items():
        if value and name not in hidden and (told := _told(room, node, state, name, value)):
            found.append((part_name(say(), node.move.kind, name), told, _amend_url(room, node, given)))
        given = {**given, name: value}
    return found


def _told(room: Room, node: Node, state: Any, name: str, value: str) -> str:
    seat, move = node.entry.seat, node.move
    if room.speech.part is not None:
        return room.speech.part(say(), room.names, state, seat, move, name, value)
    return room.speech.said(say(), room.names, name, value, move.kind)


def _amend_url(room: Room, node: Node, answers: Mapping[str, Any]) -> str:
    more = {"open": 1, "seat": room.seat} if room.opened else {}
    return room.url("mend.amending", number=node.entry.number, **{**more, **answers})


@blueprint.post("/t/<code>/amend")
def amend(code: str) -> Response:
    """Give an entry another content, and keep what came after."""
    room = enter(code)
    node = standing(room, posted_number("target"))
    by = allowed(room, node.entry.seat, node.move)
    try:
        content = room.game.codec.from_form(request.form.get("move", ""))
    except MoveError:
        return amend_screen(
            room, node, 422, _amend_url(room, node, {}), message=t("app.table.unreadable_move")
        )
    outcome = tables().amend(
        code,
        node.entry.number,
        node.entry.seat,
        content,
        revision=revision(),
        nonce=once_for("amend"),
        by=by,
        overrule=request.form.get("overrule") == "1",
    )
    if outcome.status != "refused":
        return after(room, outcome)
    fresh = meet(outcome.table, room.asked, room.opened)
    node = standing(fresh, node.entry.number)
    reasons = [fresh.why(violation) for violation in outcome.violations]
    broke = fresh.table.timeline.node(outcome.broke.number) if outcome.broke is not None else None
    return amend_screen(
        fresh,
        node,
        422,
        _amend_url(fresh, node, {}),
        message=t("app.log.amend.breaks", number=broke.entry.number, what=told(fresh, broke).rstrip(".。"))
        if broke is not None
        else t("app.log.amend.refused"),
        reasons=reasons,
        retry=fresh.game.codec.to_form(content) if broke is None and _only_illegal(outcome) else "",
    )


def _only_illegal(outcome: Any) -> bool:
    return bool(outcome.violations) and all(v.severity.name != "IMPOSSIBLE" for v in outcome.violations)


def standing(room: Room, number: int) -> Node:
    """The standing entry of that number. Aborts with a sentence."""
    node = room.table.timeline.node(number)
    if node is None:
        refuse(404, t("app.log.not_standing", number=number))
    return node


# --- corrections


@blueprint.get("/t/<code>/fix")
def fix(code: str) -> Response:
    """Corrections: what is to be set right, then the question about it."""
    room = enter(code)
    allowed(room, TABLE)
    given = answers_given(room)
    kind = given.get("do", "")
    question: Asked | None = None
    if kind in room.speech.corrections:
        place = given.get("at", "")
        question = put(
            room,
            room.state,
            TABLE,
            given,
            lambda move: move.kind == kind and (not place or move.at == place),
            lambda answers: room.url("mend.fix", **answers),
        )
    possible = {move.kind for move in room.game.candidates(room.state, TABLE)}
    return unchanged(room) or screen(
        room,
        "_fix.html",
        kinds=[kind for kind in room.speech.corrections if kind in possible],
        question=question,
        view=room.game.view(room.state, None),
        title=t(f"app.fix.{room.game.slug}.{kind}") if question else t("app.fix.title"),
        status_line=t("app.fix.status"),
    )


# --- the file


@blueprint.get("/t/<code>/export.json")
def export(code: str) -> Response:
    """The whole table as one file, for whom nothing in it is secret."""
    room = enter(code)
    if not may_export(room.table, room.phone):
        refuse(403, t("app.table.export_secret"))
    response = Response(as_file(tables().export(code)), mimetype="application/json")
    name = f"mori-{room.game.slug}-{room.table.short}.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store"
    return response
