"""Numbers of a table of Bitoku entered in one form: what a player has, and what lies on the board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from flask import Blueprint, Response, request

from companion.engine.game import TABLE
from companion.engine.numbers import whole
from companion.games.bitoku.corrections import COUNTS, SLOTS, count, countable
from companion.games.bitoku.goods import KODAMA, PILGRIM_ITEMS
from companion.games.bitoku.moves import Count, FixCount, FixKodama, Heights, Treasure
from companion.games.bitoku.state import (
    AMULETS,
    BUILDINGS,
    CRYSTALS,
    HOME,
    MITAMA,
    PAIRS,
    PURPLE,
    REGIONS,
    RESOURCES,
    VIRTUES,
    YOKAI,
    State,
)
from companion.web.mycopy.known import treasures
from companion.web.pad import bitoku
from companion.web.room import Room, meet, refuse, say, screen, see, tables, unchanged
from companion.web.speech.bitoku import icon_of
from companion.web.speech.places import capital, place_name, space
from companion.web.table import allowed, once_for, posted_seat, revision
from companion.web.words import t

blueprint = Blueprint("stock", __name__)
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "goods": ("vp", *RESOURCES, *AMULETS),
    "kodama": tuple(KODAMA),
    "pilgrims": PILGRIM_ITEMS,
    "pieces": (*BUILDINGS, *CRYSTALS, *MITAMA, "dragonfly", *PAIRS, "vision", "rocks", *PURPLE.values()),
    "cards": (*YOKAI, *VIRTUES, "accomplished", "hand", "deck", "discards", "farewelled"),
}
PRIZES: Final = ("first", "second", "third")
MOST: Final = 999


@blueprint.get("/t/<code>/stock")
def show(code: str) -> Response:
    """Everything a player has, as numbers to be set right."""
    room = bitoku(code)
    seat = room.seat if room.asked is None else room.asked
    if seat is None or seat >= len(room.names):
        refuse(422, t("app.table.no_such_seat"))
    allowed(room, TABLE)
    return unchanged(room) or stock_screen(room, seat)


def stock_screen(room: Room, seat: int, status: int = 200, **context: Any) -> Response:
    """The form of a seat; `context` may bring a `message`."""
    groups = {
        name: [
            (what, icon_of(what), t(f"bitoku.piece.{what}"), count(room.state, seat, what)) for what in group
        ]
        for name, group in GROUPS.items()
    }
    here = room.url("stock.show", seat=seat)
    line = t("app.bitoku.stock.status", name=room.names[seat])
    return screen(room, "_stock.html", status, here, seat=seat, groups=groups, status_line=line, **context)


@blueprint.post("/t/<code>/stock")
def set_right(code: str) -> Response:
    """Record every number that is another one now."""
    room = bitoku(code)
    seat, by = posted_seat(room), allowed(room, TABLE)
    if not 0 <= seat < len(room.names):
        refuse(422, t("app.table.no_such_seat"))
    return _record(
        room, by, _stocked(room, seat), lambda fresh, said: stock_screen(fresh, seat, 422, message=said)
    )


def _stocked(room: Room, seat: int) -> Iterator[Any]:
    for what in dict.fromkeys(what for group in GROUPS.values() for what in group):
        n = posted(what)
        if n is None or n == count(room.state, seat, what):
            continue
        if what in KODAMA:
            yield FixKodama(seat, what.partition(".")[2], n)
        elif what in COUNTS and what not in SLOTS:
            yield FixCount(seat, what, n)


@blueprint.get("/t/<code>/board")
def board(code: str) -> Response:
    """What is printed on this table's board: lake treasures, heights of the home, numbers of spaces."""
    room = bitoku(code)
    allowed(room, TABLE)
    return unchanged(room) or board_screen(room)


def board_screen(room: Room, status: int = 200, **context: Any) -> Response:
    """The form of the board; `context` may bring a `message`."""
    state: State = room.state
    prizes = dict(state.prizes)
    return screen(
        room,
        "_board_notes.html",
        status,
        room.url("stock.board"),
        treasures=[(r, icon_of(r), t(f"bitoku.region.{r}"), prizes.get(r, ("", "", ""))) for r in REGIONS],
        spaces=[(space, t(f"bitoku.space.{space}")) for space in state.spaces(HOME)],
        known=treasures(room),
        heights=state.heights or ("",) * len(state.spaces(HOME)),
        sizes=list(_sizes(state)),
        status_line=t("app.bitoku.board.status"),
        **context,
    )


def _sizes(state: State) -> Iterator[tuple[str, list[tuple[str, str, int | str]]]]:
    """The kinds of place under their headings: (place, its name there, how many or nothing)."""
    found: dict[str, list[tuple[str, str, int | str]]] = {}
    zones = {"hill": t("app.log.part.hill"), "area": t("app.bitoku.areas")}
    for place in countable(state):
        zone, _, spot = place.partition(".")
        if zone in REGIONS:
            heading, name = t(f"bitoku.region.{zone}"), capital(space(say(), spot))
        elif zone in zones:
            heading, name = zones[zone], t(f"bitoku.region.{spot}")
        else:
            heading, name = t("app.bitoku.other_places"), place_name(say(), place)
        found.setdefault(heading, []).append((place, name, state.size(place) or ""))
    yield from found.items()


@blueprint.post("/t/<code>/board")
def note_board(code: str) -> Response:
    """Record what is new about the board."""
    room = bitoku(code)
    by = allowed(room, TABLE)
    return _record(room, by, _noted(room), lambda fresh, said: board_screen(fresh, 422, message=said))


def _noted(room: Room) -> Iterator[Any]:
    state: State = room.state
    known = treasures(room)
    for region in REGIONS:
        prize = [posted(f"{region}.{name}") for name in PRIZES]
        if chosen := known.get(request.form.get(f"known.{region}", "")):
            prize = list(chosen[1])
        if all(n is not None for n in prize) and tuple(prize) != dict(state.prizes).get(region):
            yield Treasure(region, *(n or 0 for n in prize))
    spaces = tuple(request.form.get(f"height.{at}", "") for at in range(len(state.spaces(HOME))))
    if all(spaces) and spaces != state.heights:
        yield Heights(spaces)
    for place in countable(state):
        n = posted(f"n.{place}")
        if n is not None and n != state.size(place):
            yield Count(place, n)


def posted(name: str) -> int | None:
    """A number of the form, None where it is empty. Aborts with a sentence for anything else."""
    text = request.form.get(name, "").strip()
    if not text:
        return None
    number = whole(text, 3)
    if number is None:
        refuse(422, t("app.bitoku.no_number", text=text[:20]))
    return number


def _record(room: Room, by: int, moves: Iterable[Any], again: Callable[[Room, str], Response]) -> Response:
    """Record the moves one after another as the table's; stop at the first that is refused and say why."""
    seen, once = revision(), once_for("n")
    for number, move in enumerate(list(moves)):
        outcome = tables().play(room.code, TABLE, move, revision=seen, nonce=f"{once}.{number}", by=by)
        if outcome.status not in ("recorded", "repeated"):
            fresh = meet(tables().get(room.code), room.asked)
            why = fresh.why(outcome.violations[0]) if outcome.violations else t("app.table.refused")
            return again(fresh, why)
        seen = outcome.table.revision
    return see(room.url())
