"""Games played alone: what this phone finished, and how long it has been winning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, make_response, render_template

from companion.engine.scores import SheetError
from companion.tables import NoTable, StoreError, Table
from companion.web.phones import known_phone
from companion.web.room import game_or_404, tables
from companion.web.words import t

blueprint = Blueprint("alone", __name__)
MOST = 200
"""How many of the phone's tables are looked through, the last one touched first."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: the code of its table, the day it was opened, its level in words, points, whether it
    was won."""

    code: str
    day: str
    level: str
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class Record:
    """What the finished games add up to, the last one first in `games`. `streak`: wins in a row up to now,
    `longest` ever; `best`: the most points of a game won, None without one."""

    games: Sequence[Played]
    wins: int
    streak: int
    longest: int
    best: int | None


@blueprint.get("/alone/<slug>")
def show(slug: str) -> Response:
    """The finished games of this phone."""
    game = game_or_404(slug)
    phone = known_phone()
    codes = tables().alone(slug, phone, MOST) if phone and game.whole else []
    found = [played for code in codes if (played := _played(code))]
    html = render_template(
        "lobby/alone.html", slug=slug, record=add_up(found), possible=1 in game.seats, whole=game.whole
    )
    response = make_response(html)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _played(code: str) -> Played | None:
    """The game of a table, None while it is not finished."""
    try:
        table = tables().get(code)
        if table.broken is not None or not table.over:
            return None
        result = table.game.score(table.game.tally(table.state, table.names))
    except (NoTable, StoreError, SheetError):
        return None
    if result.won is None:
        return None
    return Played(code, table.created[:10], _level(table), result.players[0].total, result.won)


def _level(table: Table) -> str:
    """The reading that says how strong the opponent is, empty in a game without levels."""
    key = next((option.key for option in table.game.readings(1) if option.key.endswith("_level")), "")
    return t(f"app.alone.level.{table.setup.options[key]}") if key else ""


def add_up(games: Sequence[Played]) -> Record:
    """The games, the last one first, as a record."""
    longest = run = 0
    for played in reversed(games):
        run = run + 1 if played.won else 0
        longest = max(longest, run)
    won = [played.points for played in games if played.won]
    return Record(games, len(won), run, longest, max(won, default=None))
