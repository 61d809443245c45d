"""The table: the screen of play, and what is entered there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request

from companion.engine.game import TABLE
from companion.engine.moves import MoveError
from companion.engine.numbers import whole
from companion.table import is_seat
from companion.tables import NotYours, Outcome, may_act
from companion.web.ask import Asked, Item, answers_given, put
from companion.web.log import lines
from companion.web.room import (
    Room,
    enter,
    is_part,
    meet,
    read_seat,
    refuse,
    say,
    screen,
    see,
    tables,
    unchanged,
)
from companion.web.words import t

blueprint = Blueprint("table", __name__)
LAST = 3
"""How many entries of the log stand on the screen of play."""


@blueprint.get("/t/<code>")
def show(code: str) -> Response:
    """The table: who has a seat plays, who has none may take one or watch."""
    room = enter(code)
    if (same := unchanged(room)) is not None:
        return same
    free = not room.table.closed and any(not seat.taken for seat in room.table.seats)
    if free and not room.held and not request.args.get("watch"):
        return screen(room, "_join.html", status_line=t("app.table.join.status"))
    return play_screen(room)


def play_screen(
    room: Room,
    status: int = 200,
    here: str | None = None,
    answers: Mapping[str, str] | None = None,
    **context: Any,
) -> Response:
    """The screen of play. `context` may bring a `refusal` or a `message`."""
    if room.table.broken is not None:
        return screen(room, "_broken.html", status, here, status_line=t("app.table.broken.status"))
    given = answers_given(room) if answers is None else answers
    behind = room.secretive and room.shared and room.opened and room.eyes is not None
    if behind and not room.table.closed and not context:
        return secret_screen(room, status, here, given)
    view = room.game.view(room.state, room.eyes)
    asked = None if room.table.closed else question(room, given)
    return screen(
        room,
        "_play.html",
        status,
        here,
        view=view,
        turn=True,
        status_line=t("app.table.ended")
        if room.table.closed and not room.table.over
        else room.speech.status(say(), room.names, room.state),
        question=asked,
        picture=room.speech.picture(room, view, asked, given),
        beside=beside(room, given),
        shortcuts=shortcuts(room),
        last=lines(room, LAST),
        **context,
    )


def secret_screen(room: Room, status: int, here: str | None, given: Mapping[str, str]) -> Response:
    """Behind the curtain: what the seat alone may see, and what it may do about it."""
    asked = question(room, given)
    return screen(
        room,
        "_secret.html",
        status,
        here,
        seat=room.eyes,
        view=room.game.view(room.state, room.eyes),
        question=asked if given and asked and asked.field != "do" else None,
        beside=beside(room, given),
        status_line=t("app.table.secret.status", name=room.names[room.eyes or 0]),
    )


def question(room: Room, given: Mapping[str, str]) -> Asked | None:
    """What this phone is asked about the turn, None when it is somebody else's."""
    seat = room.seat
    if seat is None or seat not in room.plays or (seat not in room.acting and not given):
        return None
    state, speech = room.state, room.speech
    return put(
        room,
        state,
        seat,
        given,
        lambda move: not speech.aside(state, move) or (room.eyes == seat and move.kind == given.get("do")),
        lambda answers: here(room, seat, answers),
    )


def beside(room: Room, given: Mapping[str, str]) -> tuple[Item, ...]:
    """What the seat may do at any time, behind the curtain: look at its tokens, use one."""
    if room.eyes is None or room.table.closed or not room.secretive:
        return ()
    state, speech, seat = room.state, room.speech, room.eyes
    found = put(room, state, seat, {}, lambda m: speech.aside(state, m), lambda a: here(room, seat, a))
    if found is None:
        return ()
    return found.items


def here(room: Room, seat: int, answers: Mapping[str, str]) -> str:
    """The address of the table with these answers given."""
    more: dict[str, Any] = {}
    if len(room.plays) > 1:
        more["seat"] = seat
    if room.opened:
        more["open"] = 1
    return room.url(**more, **answers)


@blueprint.get("/t/<code>/curtain")
def curtain(code: str) -> Response:
    """Pass the phone: what follows is for one seat's eyes."""
    room = enter(code)
    if room.seat is None or room.seat not in room.held:
        refuse(403, t("app.table.spectators_watch"))
    onward = room.url(seat=room.seat, open=1)
    return screen(
        room, "_curtain.html", seat=room.seat, onward=onward, status_line=t("app.table.curtain.status")
    )


def shortcuts(room: Room) -> list[tuple[str, list[str]]]:
    """Several moves under one button: (words, the moves as a form sends them)."""
    if room.seat is None or room.seat not in room.acting or room.table.closed:
        return []
    form = room.game.codec.to_form
    found = room.speech.shortcuts(say(), room.seat, room.state)
    return [(text, [form(move) for move in moves]) for text, moves in found]


@blueprint.post("/t/<code>/move")
def move(code: str) -> Response:
    """Record a move, and those that `then` names after it as far as they are still legal."""
    room = enter(code)
    seat = posted_seat(room)
    allowed(room, seat)
    try:
        content = room.game.codec.from_form(request.form.get("move", ""))
    except MoveError:
        return play_screen(room, 422, room.url(), {}, message=t("app.table.unreadable_move"))
    by = allowed(room, seat, content)
    seen, once = revision(), request.form.get("nonce", "")
    overrule = request.form.get("overrule") == "1"
    outcome = tables().play(code, seat, content, revision=seen, nonce=once, by=by, overrule=overrule)
    for number, text in enumerate(request.form.getlist("then")[:4]):
        if outcome.status not in ("recorded", "repeated"):
            break
        outcome = _then(code, seat, text, outcome, f"{once}.{number}", by) or outcome
    return after(room, outcome, content, seat)


def _then(code: str, seat: int, text: str, before: Outcome, once: str, by: int) -> Outcome | None:
    table = before.table
    try:
        content = table.game.codec.from_form(text)
    except MoveError:
        return None
    if seat not in table.game.to_act(table.state):
        return None
    found = tables().play(code, seat, content, revision=table.revision, nonce=once, by=by)
    return found if found.status in ("recorded", "repeated") else None


def after(
    room: Room, outcome: Outcome, content: Any = None, seat: int | None = None, **more: Any
) -> Response:
    """The screen after something was entered: the table as it stands, or why it was not taken."""
    fresh = meet(outcome.table)
    if outcome.status in ("recorded", "repeated"):
        if not is_part():
            return see(fresh.url())
        return play_screen(fresh, 200, fresh.url(), {}, **more)
    if outcome.status == "conflict":
        last = lines(fresh, 1)
        key = "app.table.conflict.alone" if fresh.table.opponents else "app.table.conflict"
        told_last = t(key, what=last[0].text.rstrip(".。")) if last else t("app.table.conflict.empty")
        return play_screen(fresh, 409, fresh.url(), {}, message=told_last, yours=yours(fresh, content, seat))
    if outcome.status == "refused" and content is not None and seat is not None:
        shown = meet(outcome.table, seat, room.opened)
        return play_screen(
            shown, 422, here(shown, seat, {}), {}, refusal=refusal(shown, seat, content, outcome)
        )
    return play_screen(fresh, 422, fresh.url(), {}, message=t(f"app.table.{outcome.reason or 'refused'}"))


def yours(room: Room, content: Any, seat: int | None) -> tuple[str, str] | None:
    """A move that came too late, in words, and the address of it with what is against it now; empty when it
    is not the seat's turn any more."""
    if content is None or seat is None or not is_seat(room.table, seat):
        return None
    own = room.eyes == seat or seat == TABLE
    timeline, seen = room.table.timeline, revision()
    node = timeline.node(seen)  # in the words of the screen it was entered at, where that still stands
    state = timeline.first if seen == 0 else room.state if node is None else node.state
    sentence = room.speech.plan(say(), room.names, seat, content, state, own)
    return sentence, here(room, seat, room.game.codec.answers(content)) if seat in room.acting else ""


def refusal(room: Room, seat: int, content: Any, outcome: Outcome) -> Asked:
    """A move that was refused, as the panel that gives the reasons."""
    own = room.eyes == seat or seat == TABLE
    return Asked(
        seat=seat,
        title=t("app.ask.refused"),
        field="",
        shape="list",
        items=(),
        so_far=(),
        back=here(room, seat, {}),
        sentence=room.speech.plan(say(), room.names, seat, content, room.state, own),
        whole=room.game.codec.to_form(content),
        against=outcome.violations,
    )


@blueprint.post("/t/<code>/undo")
def undo(code: str) -> Response:
    """Take back the last change."""
    room = enter(code)
    by = allowed(room, TABLE)
    undone = tables().undo(code, revision=revision(), nonce=once_for("undo"), by=by, mine=room.held)
    return after(room, undone)


@blueprint.post("/t/<code>/redo")
def redo(code: str) -> Response:
    """Bring it back."""
    room = enter(code)
    return after(
        room, tables().redo(code, revision=revision(), nonce=once_for("redo"), by=allowed(room, TABLE))
    )


@blueprint.post("/t/<code>/restart")
def restart(code: str) -> Response:
    """Back to the start of the turn."""
    room = enter(code)
    by = allowed(room, TABLE)
    return after(room, tables().restart_turn(code, revision=revision(), nonce=once_for("restart"), by=by))


@blueprint.post("/t/<code>/back")
def back(code: str) -> Response:
    """Back to before an entry of the log."""
    room = enter(code)
    target, by = posted_number("target"), allowed(room, TABLE)
    return after(room, tables().back(code, target, revision=revision(), nonce=once_for("back"), by=by))


def once_for(what: str) -> str:
    """The nonce of this form: all forms of one screen share the first part."""
    return f"{request.form.get('nonce', '')[:50]}.{what}"


def posted_seat(room: Room) -> int:
    """The seat a form speaks for. Aborts with a sentence."""
    text = request.form.get("seat", "")
    seat = TABLE if text == str(TABLE) else read_seat(text)
    if seat is None or seat >= len(room.names):
        refuse(422, t("app.table.no_such_seat"))
    return seat


def posted_number(name: str) -> int:
    """A whole number of a form. Aborts with a sentence."""
    number = whole(request.form.get(name, ""), 7)
    if number is None:
        refuse(422, t("app.table.unreadable_form"))
    return number


def revision() -> int:
    """The state of the log that the form saw."""
    return posted_number("revision")


def allowed(room: Room, seat: int, content: Any = None) -> int:
    """As whom this phone may enter something for the seat. Aborts with 403 and a sentence."""
    try:
        return may_act(room.table, room.phone, seat, content)
    except NotYours:
        if not room.held:
            full = all(seat.taken for seat in room.table.seats)
            refuse(403, t("app.table.spectators_full" if full else "app.table.spectators_watch"))
        refuse(403, t("app.table.not_your_seat", name=room.names[seat]))
