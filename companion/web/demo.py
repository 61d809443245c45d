"""The demo table: a real table of Spirits, at which a prepared game is entered a step a tap, and told.

The steps are rules_db/spirits/demo.toml. Where the demo stands follows from the log alone; as soon as
anything else is entered, the table is one like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from flask import Blueprint, Response, request, session

from companion.engine.game import TABLE, Word
from companion.engine.log import Entry
from companion.facts import components
from companion.games.spirits import GAME
from companion.games.spirits.moves import Take
from companion.games.spirits.state import COPIES
from companion.games.spirits.view import CategoryView
from companion.tables import TableError
from companion.web.ask import Asked, put
from companion.web.limits import openings, openings_here
from companion.web.lobby import BOX_COLOURS, reason, remember
from companion.web.phones import phone_id
from companion.web.room import Room, enter, is_part, meet, refuse, say, screen, see, tables, unchanged
from companion.web.table import allowed, revision
from companion.web.words import t

blueprint = Blueprint("demo", __name__)
SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Step:
    """One tap: the word that tells it, the rule that matters, who acts, and what is recorded: a move, or that
    the last entry is taken back, or nothing. `ask`: answers of a move not yet made. `marked`: the place or
    face to look at."""

    say: str
    rule: str
    seat: int = 0
    move: Mapping[str, Any] | None = None
    undo: bool = False
    ask: Mapping[str, str] | None = None
    marked: str = ""

    @property
    def records(self) -> bool:
        return self.undo or self.move is not None

    @property
    def face(self) -> str:
        """The tile that is taken, empty when none is."""
        return str(self.move.get("face", "")) if self.move else ""

    def made(self, entry: Entry) -> bool:
        """Whether the entry is what this step records."""
        if self.undo or entry.kind != "move":
            return self.undo and entry.kind == "undo"
        codec = GAME.codec
        return entry.seat == self.seat and codec.from_json(entry.move) == codec.from_json(self.move)


@cache
def steps() -> tuple[Step, ...]:
    """The prepared game."""
    return tuple(Step(**data) for data in components("spirits")["demo"])


def standing(entries: Sequence[Entry]) -> tuple[int, ...]:
    """The steps at which a table with this log stands: the one that was recorded last and those after it that
    only show something. Empty when the log is another game."""
    recorded, found = 0, []
    for number, step in enumerate(steps()):
        if step.records:
            if recorded == len(entries):
                break
            if not step.made(entries[recorded]):
                return ()
            recorded += 1
        if recorded == len(entries):
            found.append(number)
    return tuple(found) if recorded == len(entries) else ()


def stands(room: Room) -> tuple[int, ...]:
    """Where the demo stands at this phone's table, empty when there is none or it has ended."""
    if session.get("demo") != room.code or room.table.closed or room.table.broken or not room.held:
        return ()
    if room.table.revision > sum(step.records for step in steps()):
        return ()
    return standing(tables().entries(room.code))


@blueprint.app_template_global()
def demo_url(room: Room) -> str | None:
    """The way back to a demo that was left before its end."""
    at = stands(room)
    return room.url("demo.show") if at and at[-1] + 1 < len(steps()) else None


@blueprint.post("/demo")
@openings
@openings_here
def begin() -> Response:
    """Open the demo table, or go back to the one that has not come to its end."""
    last = session.get("demo")
    if isinstance(last, str) and last in session.get("tables", []):
        room = enter(last)
        if demo_url(room):
            return see(room.url("demo.show"))
    names = [name.strip() for name in t("desk.example.names").split("/")][:SEATS]
    players = list(zip(names, BOX_COLOURS["spirits"], strict=False))
    try:
        table = tables().create("spirits", players, {}, phone_id())
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
    if not at or seen != room.table.revision or at[-1] + 1 >= len(steps()):
        return _answer(room)
    number = at[-1] + 1
    step, once = steps()[number], f"demo.{number}"
    if step.undo:
        outcome = tables().undo(code, revision=seen, nonce=once, by=allowed(room, TABLE))
    else:
        by = allowed(room, step.seat)
        outcome = tables().play(code, step.seat, step.move, revision=seen, nonce=once, by=by)
    return _answer(meet(outcome.table))


def _answer(room: Room) -> Response:
    return demo_screen(room) if is_part() else see(room.url("demo.show"))


def demo_screen(room: Room, asked: str = "") -> Response:
    """The table as it stands and what is told of it; the table itself when the demo is over."""
    at = stands(room)
    if not at:
        return see(room.url())
    number = int(asked) if asked in {str(n) for n in at} else at[0]
    step = steps()[number]
    onward = number + 1
    here = room.url("demo.show", step=number) if number != at[0] else room.url("demo.show")
    return screen(
        room,
        "_demo.html",
        here=here,
        step=step,
        number=number,
        all=len(steps()),
        look=room.url("demo.show", step=onward) if onward in at else None,
        more=onward < len(steps()),
        told=t(f"desk.demo.{room.game.slug}.{step.say}", **_names(room, step)),
        back=here,
        view=room.game.view(room.state, room.eyes),
        shown=_shown(room, step),
        moved=moved(room),
        beside=(),
        marked=step.marked,
        status_line=room.speech.status(say(), room.names, room.state),
    )


def _names(room: Room, step: Step) -> dict[str, str | Word]:
    tile = {"tile": Word(f"spirits.tile.{step.marked}")} if step.marked in COPIES else {}
    return {"name": room.names[step.seat], "other": room.names[1 - step.seat], **tile}


def _shown(room: Room, step: Step) -> Asked | None:
    """The question or refusal that the answers of the step lead to, without a way to give it."""
    if step.ask is None:
        return None
    return put(room, room.state, step.seat, step.ask, lambda move: True, lambda answers: "")


def moved(room: Room) -> list[CategoryView]:
    """The categories whose lead was changed by the last move, as they stand now."""
    head = room.table.timeline.head
    if head is None or not isinstance(head.move, Take):
        return []
    before = room.table.timeline.first if head.before is None else head.before.state
    was, now = (room.game.view(state, None).categories for state in (before, head.state))
    return [after for earlier, after in zip(was, now, strict=True) if earlier.leaders != after.leaders]
