"""First game? Short hints at the right moments of a table, on the phone that asked for them.

The phone's own cookie keeps whether it wants them and which it has seen; a hint whose moment has passed is
seen, so they end by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, Response, request, session

from companion.games.spirits.view import View
from companion.web.room import Room, see
from companion.web.rules import own_path

blueprint = Blueprint("hints", __name__)

ASKED_UNTIL: Final = 6
"""Whether this is a first game is asked while the log has no more entries."""
NEARLY_EMPTY: Final = 10
"""Tiles left in the forest when the end comes near."""
RULE: Final[Mapping[str, str]] = {
    "first": "R7",
    "take": "R2",
    "second": "R4",
    "gem": "R13",
    "reserved": "R17",
    "token": "R11",
    "end": "R26",
}
"""Every hint of Spirits with its rule. Words: desk.hint.spirits.<name>."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What to show: the question whether this is a first game (`name` empty), or a hint and its rule."""

    name: str
    rule: str


@blueprint.app_template_global()
def hint_now(room: Room, view: Any) -> Hint | None:
    """The hint for this screen of play, None when there is nothing to say. Remembers what was shown."""
    if not isinstance(view, View) or not room.held or room.table.over or room.table.closed:
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
    return Hint(name, RULE[name]) if name else None


def moments(room: Room, view: View) -> Iterator[str]:
    """Which hints fit now, the most urgent first; of what the phone itself may see."""
    seat = room.seat
    if seat is None or seat not in room.held:
        return
    if seat not in room.acting:
        return
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


@blueprint.post("/hints")
def choose() -> Response:
    """Turn the hints of this phone on or off, or put one away."""
    kept = session.get("hints")
    do = request.form.get("do", "")
    if do == "on":
        session["hints"] = [""]
    elif do == "off":
        session["hints"] = False
    elif do in RULE and isinstance(kept, list):
        session["hints"] = ["", *dict.fromkeys([*(name for name in kept[1:] if name in RULE), do])]
    session.permanent = True
    return see(own_path(request.form.get("next")) or "/")
