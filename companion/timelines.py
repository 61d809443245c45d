"""Tables brought up to date: their timelines are kept between requests, the newest used first to stay."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.engine.game import Game, Setup
from companion.engine.log import LogError, Timeline, replay, start
from companion.record import MAX_WORK, TableError, read_body, work_of
from companion.store import Appended, Store, TableRow
from companion.table import Seat, Table

KEPT_TABLES: Final = 512
KEPT_WORK: Final = 2 * MAX_WORK
"""Moves in all the timelines that are kept."""


class _Kept:
    """A table's timeline between requests, brought up to date from the tail of the log."""

    __slots__ = ("broken", "counted", "last", "lock", "read", "table", "timeline", "work")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.clear()
        self.counted = 0

    def clear(self) -> None:
        self.table: Table | None = None
        self.timeline: Timeline | None = None
        self.broken: LogError | None = None
        self.read = 0
        self.last = ""  # the entry of that number as it is stored
        self.work = 0


class Timelines:
    """The tables of a store as they stand, each read from the tail of its log on. Safe for many threads."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self._store = store
        self._games = games
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._keeping = threading.Lock()
        self._total = 0

    def look(self, code: str) -> tuple[Table, int]:
        """The table brought up to date, and the work its log has cost."""
        with self._keeping:
            kept = self._kept.get(code) or _Kept()
        with kept.lock:
            table = kept.table
            if table is None or table.change != self._store.change(code):
                table = kept.table = self._read(code, kept)
            work = kept.work
        self._keep(code, kept, work)
        return table, work

    def _read(self, code: str, kept: _Kept) -> Table:
        row, tail = self._store.read(code, max(0, kept.read - 1))
        if kept.read:
            last, *tail = tail or [""]
            if last != kept.last:  # an older copy of the database was put in place, and perhaps played on
                kept.clear()
                row, tail = self._store.read(code, 0)
        game = self.game_of(row)
        setup = Setup(len(row.seats), options_of(game, row.options, len(row.seats)))
        timeline = start(game, setup) if kept.timeline is None else kept.timeline
        if kept.broken is None:
            timeline, kept.broken = _replay(kept, timeline, tail)
        kept.timeline, kept.read, kept.last = timeline, row.revision, tail[-1] if tail else kept.last
        return _table(row, game, setup, timeline, kept.broken)

    def advance(self, code: str, timeline: Timeline, body: str, done: Appended, work: int) -> Table:
        """The table after the entry that was just stored as `body`, without reading it back. Where others
        were quicker it is what they made of it."""
        with self._keeping:
            kept = self._kept.get(code)
        if kept is not None:
            with kept.lock:
                table = kept.table
                if table is not None and table.change == done.before and done.number == table.revision + 1:
                    kept.table = replace(table, change=done.change, timeline=timeline)
                    kept.timeline, kept.read, kept.last = timeline, done.number, body
                    kept.work += work
                    return kept.table
        return self.look(code)[0]

    def _keep(self, code: str, kept: _Kept, work: int) -> None:
        with self._keeping:
            before = self._kept.get(code)
            self._total += work - (before.counted if before is not None else 0)
            kept.counted = work
            self._kept[code] = kept
            self._kept.move_to_end(code)
            while len(self._kept) > KEPT_TABLES or (self._total > KEPT_WORK and len(self._kept) > 1):
                self._total -= self._kept.popitem(last=False)[1].counted

    def game_of(self, row: TableRow) -> Game:
        """The game of a table. Raises TableError when this program does not have it."""
        game = self._games.get(row.game)
        if game is None:
            raise TableError("unknown_game", "game", game=row.game)
        return game


def _replay(kept: _Kept, timeline: Timeline, tail: Sequence[str]) -> tuple[Timeline, LogError | None]:
    for number, body in enumerate(tail, kept.read + 1):
        try:
            entry = read_body(number, body)
        except LogError as error:
            return timeline, error
        kept.work += work_of(timeline, entry)
        timeline, broken = (found := replay(timeline, [entry])).timeline, found.broken
        if broken is not None:
            return timeline, broken
    return timeline, None


def _table(row: TableRow, game: Game, setup: Setup, timeline: Timeline, broken: LogError | None) -> Table:
    return Table(
        code=row.code,
        short=row.short,
        game=game,
        setup=setup,
        seats=tuple(Seat(n, s.name, s.colour, s.phone is not None) for n, s in enumerate(row.seats)),
        created=row.created,
        locked=row.locked,
        closed=row.closed,
        change=row.change,
        timeline=timeline,
        broken=broken,
        after=row.after,
        host=row.host,
        holders=tuple(seat.phone for seat in row.seats),
    )


def options_of(game: Game, kept: Mapping[str, str], seats: int) -> dict[str, str]:
    """The options of a table: one that the game learned later has its default, one it forgot stays."""
    return {**{option.key: option.default for option in game.readings(seats)}, **kept}
