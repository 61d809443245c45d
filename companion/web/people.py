"""Who sits at the table: seats taken, given back, named; the QR code; the table locked, ended, continued."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, current_app, request

from companion.drawings import qr_path
from companion.tables import NotYours, Table, TableError
from companion.web.limits import by_address, limiter, openings, openings_here
from companion.web.lobby import reason, remember
from companion.web.phones import outside, phone_id
from companion.web.room import Room, enter, meet, read_seat, refuse, screen, see, tables, unchanged
from companion.web.words import t

blueprint = Blueprint("people", __name__)


@blueprint.get("/t/<code>/people")
def show(code: str) -> Response:
    """The people and the way in."""
    room = enter(code)
    return unchanged(room) or people_screen(room)


def people_screen(room: Room, status: int = 200, here: str | None = None, **context: object) -> Response:
    """The people's screen; `context` may bring a `message`."""
    link = outside(room.url())
    return screen(
        room,
        "_people.html",
        status,
        here,
        link=link,
        qr=qr_path(link),
        status_line=t("app.table.people.status"),
        renaming=read_seat(request.args.get("rename")),
        closes=current_app.config["CLOSE_DAYS"],
        expires=current_app.config["EXPIRE_DAYS"],
        **context,
    )


@blueprint.post("/t/<code>/claim")
@limiter.limit("60/minute", key_func=by_address)
def claim(code: str) -> Response:
    """Sit down: one seat, or with `all` every free one."""
    room = enter(code)
    phone = phone_id()
    if request.form.get("all") == "1":
        wanted = [seat.number for seat in room.table.seats if not seat.taken]
    else:
        wanted = [posted(room)]

    def sit() -> Table:
        table = room.table
        for seat in wanted:
            table = tables().claim(code, seat, phone)
        return table

    return _do(room, sit, lambda fresh: fresh.url())


@blueprint.post("/t/<code>/free")
def free(code: str) -> Response:
    """Give a seat back, one's own or as the host another's."""
    room = enter(code)
    seat = posted(room)
    return _do(room, lambda: tables().free(code, seat, phone_id()), lambda fresh: fresh.url("people.show"))


@blueprint.post("/t/<code>/rename")
def rename(code: str) -> Response:
    """Another name for a seat."""
    room = enter(code)
    seat = posted(room)
    name = request.form.get("name", "")
    return _do(
        room, lambda: tables().rename(code, seat, name, phone_id()), lambda fresh: fresh.url("people.show")
    )


@blueprint.post("/t/<code>/lock")
def lock(code: str) -> Response:
    """Let nobody else sit down, or let them again."""
    room = enter(code)
    locked = request.form.get("locked") == "1"
    return _do(room, lambda: tables().lock(code, locked, phone_id()), lambda fresh: fresh.url("people.show"))


@blueprint.post("/t/<code>/close")
def close(code: str) -> Response:
    """End the table, or open it again."""
    room = enter(code)
    closed = request.form.get("closed") != "0"
    return _do(room, lambda: tables().close(code, phone_id(), closed), lambda fresh: fresh.url("people.show"))


@blueprint.post("/t/<code>/again")
@openings
@openings_here
def again(code: str) -> Response:
    """The next game with the same people."""
    room = enter(code)
    return _do(room, lambda: tables().again(code, phone_id()), lambda fresh: fresh.url())


@blueprint.post("/t/<code>/mend")
@openings
@openings_here
def mend(code: str) -> Response:
    """Go on from the part of a broken log that still replays, at a new table."""
    room = enter(code)
    return _do(room, lambda: tables().mend(code, phone_id()), lambda fresh: fresh.url())


@blueprint.get("/t/<code>/next")
def next_table(code: str) -> Response:
    """The table that was opened to play again."""
    room = enter(code)
    if room.table.after is None:
        return see(room.url())
    fresh = meet(tables().get(room.table.after))
    if fresh.held:
        remember(fresh.code)
    return see(fresh.url())


def _do(room: Room, act: Callable[[], Table], onward: Callable[[Room], str]) -> Response:
    try:
        table = act()
    except NotYours as error:
        if error.seat is None:
            refuse(403, t("app.table.host_only"))
        refuse(403, t("app.table.not_your_seat", name=room.names[error.seat]))
    except TableError as error:
        return people_screen(
            meet(tables().get(room.code)), 422, room.url("people.show"), message=reason(error)
        )
    fresh = meet(table)
    if fresh.held:
        remember(fresh.code)
    return see(onward(fresh))


def posted(room: Room) -> int:
    """The seat a form is about. Aborts with a sentence."""
    seat = read_seat(request.form.get("seat"))
    if seat is None or seat >= len(room.names):
        refuse(422, t("app.table.no_such_seat"))
    return seat
