"""The demo table: a real table of a game, at which a prepared game is entered a step a tap, and told.

The steps are rules_db/<slug>/demo.toml. Where the demo stands follows from the log alone; as soon as
anything else is entered, the table is one like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from flask import Blueprint, Response, request, session

from companion.engine.game import Word
from companion.engine.log import Entry
from companion.facts import components
from companion.games import GAMES
from companion.tables import TableError
from companion.web.ask import Asked, put
from companion.web.limits import openings, openings_here
from companion.web.lobby import BOX_COLOURS, reason, recent, remember
from companion.web.phones import phone_id
from companion.web.room import (
    Room,
    enter,
    is_part,
    meet,
    refuse,
    say,
    screen,
    see,
    tables,
    unchanged,
)
from companion.web.table import allowed, revision
from companion.web.words import t

blueprint = Blueprint("demo", __name__)
SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Made:
    """What one entry records: a move, or (None) that the last entry is taken back."""

    seat: int
    move: Mapping[str, Any] | None

    def is_in(self, entry: Entry, slug: str) -> bool:
        """Whether the entry records just this."""
        if self.move is None or entry.kind != "move":
            return self.move is None and entry.kind == "undo"
        codec = GAMES[slug].codec
        return entry.seat == self.seat and codec.from_json(entry.move) == codec.from_json(self.move)


@dataclass(frozen=True, slots=True)
class Step:
    """One tap: the word that tells it, the rule that matters, who acts, and what is recorded: a move, or that
    the last entry is taken back, or nothing; `then` holds the moves after it, each with its seat. `ask`:
    answers of a move not yet made. `marked`: the place or face to look at."""

    say: str
    rule: str
    seat: int = 0
    move: Mapping[str, Any] | None = None
    undo: bool = False
    then: Sequence[Mapping[str, Any]] = ()
    ask: Mapping[str, str] | None = None
    marked: str = ""

    @property
    def records(self) -> tuple[Made, ...]:
        """The entries that this step adds to the log."""
        first = (Made(self.seat, self.move),) if self.undo or self.move is not None else ()
        return (*first, *(Made(one.get("seat", self.seat), one["move"]) for one in self.then))

    @property
    def face(self) -> str:
        """The tile that is taken, empty when none is."""
        return str(self.move.get("face", "")) if self.move else ""


@cache
def steps(slug: str) -> tuple[Step, ...]:
    """The prepared game; empty for a game that has none."""
    return tuple(Step(**data) for data in components(slug).get("demo", ()))


def standing(slug: str, entries: Sequence[Entry]) -> tuple[int, ...]:
    """The steps at which a table with this log stands: the one that was recorded last and those after it that
    only show something. Empty when the log is another game."""
    recorded, found = 0, []
    for number, step in enumerate(steps(slug)):
        if step.records and recorded == len(entries):
            break
        for made in step.records:
            if recorded == len(entries) or not made.is_in(entries[recorded], slug):
                return ()
            recorded += 1
        if recorded == len(entries):
            found.append(number)
    return tuple(found) if recorded == len(entries) else ()


def stands(room: Room) -> tuple[int, ...]:
    """Where the demo stands at this phone's table, empty when there is none or it has ended."""
    if session.get("demo") != room.code or room.table.closed or room.table.broken or not room.held:
        return ()
    if room.table.revision > sum(len(step.records) for step in steps(room.game.slug)):
        return ()
    return standing(room.game.slug, tables().entries(room.code))


@blueprint.app_template_global()
def demo_url(room: Room) -> str | None:
    """The way back to a demo that was left before its end."""
    at = stands(room)
    return room.url("demo.show") if at and at[-1] + 1 < len(steps(room.game.slug)) else None


@blueprint.post("/demo/<slug>")
@openings
@openings_here
def begin(slug: str) -> Response:
    """Open the demo table, or go back to the one that has not come to its end."""
    if slug not in GAMES or not steps(slug):
        refuse(404, t("app.lobby.no_game"))
    last = session.get("demo")
    for room in recent():
        if room.code == last and room.game.slug == slug and demo_url(room):
            return see(room.url("demo.show"))
    names = [name.strip() for name in t("desk.example.names").split("/")][:SEATS]
    players = list(zip(names, BOX_COLOURS[slug], strict=False))
    try:
        table = tables().create(slug, players, components(slug).get("demo_options", {}), phone_id())
        for seat in range(1, SEATS):
            tables().claim(table.code, seat, phone_id())
    except TableError as error:
        refuse(422, reason(error))
    remember(table.code)
    session["demo"] = table.code
    return see(meet(table).url("demo.show"))


@blueprint.get("/t/<code>/demo")
def show(code: str) -> Response:
    """Where the demo stands; `?step=` chooses among steps that record nothing."""
    room = enter(code)
    return unchanged(room) or demo_screen(room, request.args.get("step", ""))


@blueprint.post("/t/<code>/demo")
def go_on(code: str) -> Response:
    """Record the next step. What was recorded already, by a second tap, is only shown."""
    room = enter(code)
    at, seen = stands(room), revision()
    onward = steps(room.game.slug)[at[-1] + 1 :] if at else ()
    if not onward or seen != room.table.revision:
        return _answer(room)
    for made in onward[0].records:
        once, by = f"demo.{seen}", allowed(room, made.seat)
        if made.move is None:
            outcome = tables().undo(code, revision=seen, nonce=once, by=by)
        else:
            outcome = tables().play(code, made.seat, made.move, revision=seen, nonce=once, by=by)
        seen, room = seen + 1, meet(outcome.table)
        if outcome.status not in ("recorded", "repeated"):  # something else was entered meanwhile
            break
    return _answer(room)


def _answer(room: Room) -> Response:
    return demo_screen(room) if is_part() else see(room.url("demo.show"))


def demo_screen(room: Room, asked: str = "") -> Response:
    """The table as it stands and what is told of it; the table itself when the demo is over."""
    at, story = stands(room), steps(room.game.slug)
    if not at:
        return see(room.url())
    number = int(asked) if asked in {str(n) for n in at} else at[0]
    step = story[number]
    onward = number + 1
    view, shown = room.game.view(room.state, room.eyes), _shown(room, step)
    here = room.url("demo.show", step=number) if number != at[0] else room.url("demo.show")
    return screen(
        room,
        "_demo.html",
        here=here,
        step=step,
        number=number,
        all=len(story),
        look=room.url("demo.show", step=onward) if onward in at else None,
        more=onward < len(story),
        told=t(f"desk.demo.{room.game.slug}.{step.say}", **_names(room, step)),
        back=here,
        view=view,
        before=_before(room),
        shown=shown,
        picture=room.speech.picture(replace(room, held=()), view, shown, step.ask or {}),
        beside=(),
        marked=step.marked,
        status_line=room.speech.status(say(), room.names, room.state),
    )


def _names(room: Room, step: Step) -> dict[str, str | Word]:
    key = f"{room.game.slug}.tile.{step.marked}"
    tile = {"tile": Word(key)} if say().has(key) else {}
    return {"name": room.names[step.seat], "other": room.names[1 - step.seat], **tile}


def _before(room: Room) -> Any:
    """The table as anybody saw it before the last entry."""
    head, first = room.table.timeline.head, room.table.timeline.first
    return room.game.view(first if head is None or head.before is None else head.before.state, None)


def _shown(room: Room, step: Step) -> Asked | None:
    """The question or refusal that the answers of the step lead to, without a way to give it."""
    if step.ask is None:
        return None
    return put(room, room.state, step.seat, step.ask, lambda move: True, lambda answers: "")
