"""First game? Short hints at the right moments of a table, on the phone that asked for them.

The phone's own cookie keeps whether it wants them and which it has seen; a hint whose moment has passed is
seen, so they end by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, Response, request, session

from companion.games.bitoku.view import View as Bitoku
from companion.games.spirits.solo_view import AloneView as Alone
from companion.games.spirits.view import View as Spirits
from companion.web.room import Room, see
from companion.web.rules import own_path

blueprint = Blueprint("hints", __name__)

ASKED_UNTIL: Final = 6
"""Whether this is a first game is asked while the log has no more entries."""
NEARLY_EMPTY: Final = 10
"""Tiles left in the forest when the end comes near."""
RULE: Final[Mapping[str, Mapping[str, str]]] = {
    "spirits": {
        "first": "R7",
        "take": "R2",
        "second": "R4",
        "gem": "R13",
        "reserved": "R17",
        "token": "R11",
        "end": "R26",
        "ghost": "S3",
        "level": "S10",
        "emptied": "S5",
        "own": "S11",
    },
    "bitoku": {
        "spring": "Y2",
        "card": "D1",
        "die": "D4",
        "river": "C1",
        "pilgrim": "D2",
        "pass": "Y4",
        "order": "Y5",
        "farewell": "Y7",
    },
}
"""Every hint of each game with its rule. Words: desk.hint.<slug>.<name>; no name is used twice."""
_NAMES: Final = frozenset(name for hints in RULE.values() for name in hints)


@dataclass(frozen=True, slots=True)
class Hint:
    """What to show: the question whether this is a first game (`name` empty), or a hint and its rule."""

    name: str
    rule: str


@blueprint.app_template_global()
def hint_now(room: Room, view: Any) -> Hint | None:
    """The hint for this screen of play, None when there is nothing to say. Remembers what was shown."""
    if type(view) not in MOMENTS or not room.held or room.table.over or room.table.closed:
        return None
    kept = session.get("hints")
    if kept is None:
        return Hint("", "") if room.table.revision <= ASKED_UNTIL else None
    if not isinstance(kept, list):
        return None
    now = list(dict.fromkeys(moments(room, view)))
    shown, seen = str(kept[0]), [str(name) for name in kept[1:]]
    if shown and shown not in now:
        seen.append(shown)
    name = next((name for name in now if name not in seen), "")
    if [name, *seen] != kept:
        session["hints"] = [name, *seen]
    return Hint(name, RULE[room.game.slug][name]) if name else None


def moments(room: Room, view: Any) -> Iterator[str]:
    """Which hints fit now, the most urgent first; of what the phone itself may see."""
    seat = room.seat
    if seat is not None and seat in room.held and seat in room.acting:
        yield from MOMENTS[type(view)](room, seat, view)


def _spirits(room: Room, seat: int, view: Spirits) -> Iterator[str]:
    if not room.shared and any(token.at in view.taken for token in view.players[seat].tokens):
        yield "token"
    if view.phase == "gem":
        yield "gem"
    elif view.taken:
        yield "second"
    else:
        ends = (cell for row in view.rows for cell in row if cell.end)
        if any(cell.gem not in (None, seat) for cell in ends):
            yield "reserved"
        yield "first" if view.first_turn else "take"
        if view.left <= NEARLY_EMPTY:
            yield "end"


def _alone(room: Room, seat: int, view: Alone) -> Iterator[str]:
    if view.phase == "choose":
        yield "own"
    elif view.phase == "take":
        if view.gained:
            yield "emptied"
        yield "ghost" if view.turn == 1 else "level"


def _bitoku(room: Room, seat: int, view: Bitoku) -> Iterator[str]:
    if view.season == "autumn":
        yield "order"
    elif view.season != "summer":
        yield {"spring": "spring", "winter": "farewell"}[view.season]
    else:
        own = view.players[seat]
        cards, dice = own.missing
        if any(not die.locked for die in view.reach):
            yield "die"
        elif cards:
            yield "card"
        elif dice:
            yield "pilgrim"
        if any(die.crossed for die in own.dice):
            yield "river"
        if not cards and not dice:
            yield "pass"


MOMENTS: Final[Mapping[type, Callable[[Room, int, Any], Iterator[str]]]] = {
    Spirits: _spirits,
    Alone: _alone,
    Bitoku: _bitoku,
}
"""What each game says of its moments, by its view."""


@blueprint.post("/hints")
def choose() -> Response:
    """Turn the hints of this phone on or off, or put one away."""
    kept = session.get("hints")
    do = request.form.get("do", "")
    if do == "on":
        session["hints"] = [""]
    elif do == "off":
        session["hints"] = False
    elif do in _NAMES and isinstance(kept, list):
        session["hints"] = ["", *dict.fromkeys([*(name for name in kept[1:] if name in _NAMES), do])]
    session.permanent = True
    return see(own_path(request.form.get("next")) or "/")
