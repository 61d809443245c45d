"""A table's life: opened, joined, played, corrected, closed. The only room that writes.

Who may act for a seat is decided by `may_act` alone; the web asks it before it calls `play` and its kin.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from companion.codes import SHORT_LENGTH, normal, phone_hash
from companion.engine.game import TABLE, Game, Severity, Violation, worst
from companion.engine.log import Entry, LogError
from companion.engine.moves import MoveError
from companion.engine.names import same_name
from companion.record import (
    COLOURS,
    MAX_ENTRIES,
    MAX_MOVE,
    MAX_WORK,
    REASONS,
    TableError,
    as_file,
    canonical,
    clean_name,
    entry_body,
    objections,
    read_body,
    read_record,
    seated,
    settled,
    work_of,
    write_record,
)
from companion.store import Conflict, NewTable, NoTable, SeatRow, Store, StoreError, TableRow
from companion.table import (
    NotYours,
    Outcome,
    Seat,
    Table,
    below_asides,
    is_seat,
    may_act,
    may_export,
    start_of_turn,
)
from companion.timelines import Timelines, options_of
from companion.watch import Watcher

__all__ = [
    "COLOURS",
    "REASONS",
    "NoTable",
    "NotYours",
    "Outcome",
    "Seat",
    "StoreError",
    "Table",
    "TableError",
    "Tables",
    "as_file",
    "may_act",
    "may_export",
    "start_of_turn",
]

_TRIES: Final = 50


class Tables:
    """The tables in a store, with the games that can be played at them. Safe for many threads; other
    processes may write to the same store. Every method may raise StoreError, those with a code NoTable.

    Phones are given by their ids and kept as hashes. `now` gives the time that entries bear.
    """

    def __init__(
        self, store: Store, games: Mapping[str, Game], now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self.store = store
        self.games = games
        self.watcher = Watcher(store)
        self.on_outcome: Callable[[str], None] = lambda status: None
        """Told the status of every Outcome."""
        self._now = now
        self._timelines = Timelines(store, games)

    def create(
        self, slug: str, players: Sequence[tuple[str, str]], options: Mapping[str, str], phone: str
    ) -> Table:
        """Open a table for (name, colour) of each player; its phone is the host and holds the first seat.
        Raises TableError."""
        game = self.games.get(slug)
        if game is None:
            raise TableError("unknown_game", "game", game=str(slug)[:40])
        seats = _with_host(seated(game, players), phone)
        at = self._time()
        new = NewTable(game.slug, settled(game, options, len(seats)), seats, phone_hash(phone), at, at)
        return self.get(self.store.create(new))

    def get(self, code: str) -> Table:
        """The table as it stands. Raises NoTable."""
        return self._timelines.look(_code(code))[0]

    def find(self, short: str) -> str:
        """The link code for a code typed by a person: the short one of an open table, or the long one."""
        typed = normal(short)
        if len(typed) != SHORT_LENGTH:
            self.store.change(_code(typed))
            return typed
        return self.store.by_short(typed)

    def alone(self, slug: str, phone: str, most: int) -> list[str]:
        """The link codes of the tables for one at which the phone plays that game, the last opened first."""
        return self.store.alone(slug, phone_hash(phone), most)

    def change(self, code: str) -> int:
        """The table's last change, without replaying anything."""
        return self.store.change(_code(code))

    def wait(self, code: str, change: int, timeout: float) -> int:
        """The table's last change, as soon as it is above `change` or the time is up."""
        return self.watcher.wait(_code(code), change, timeout)

    def entries(self, code: str) -> list[Entry]:
        """The whole log, with what was taken back; entries that no longer read end it."""
        entries = []
        for number, body in enumerate(self.store.read(_code(code), 0)[1], 1):
            try:
                entries.append(read_body(number, body))
            except LogError:
                break
        return entries

    def play(
        self,
        code: str,
        seat: int,
        move: Any,
        *,
        revision: int,
        nonce: str,
        by: int | None = None,
        overrule: bool = False,
    ) -> Outcome:
        """Record a move (a move of the game, or its JSON), with `overrule` also one that breaks a rule. A
        move entered at an old revision is recorded when nothing stands against it now."""

        def judge(table: Table, draft: Entry) -> Entry | Outcome:
            if not is_seat(table, seat):
                return Outcome("invalid", table, reason="no_such_seat")
            violations, _ = objections(table.timeline, draft)
            against = worst(violations)
            if revision != table.revision and against >= Severity.ILLEGAL:
                return Outcome("conflict", table, violations=violations)
            if against == Severity.IMPOSSIBLE or (against == Severity.ILLEGAL and not overrule):
                return Outcome("refused", table, violations=violations)
            return replace(draft, overruled=_overruled(violations))

        return self._told(self._append(code, revision, nonce, Entry(0, "move", seat, by=by), judge, move))

    def amend(
        self,
        code: str,
        target: int,
        seat: int,
        move: Any,
        *,
        revision: int,
        nonce: str,
        by: int | None = None,
        overrule: bool = False,
    ) -> Outcome:
        """Give the standing entry `target` another content, and keep all that came after. Refused when a
        later entry becomes impossible. The phone must be one that may act for the old and the new seat."""

        def judge(table: Table, draft: Entry) -> Entry | Outcome:
            if revision != table.revision:
                return Outcome("conflict", table)
            if not is_seat(table, seat):
                return Outcome("invalid", table, reason="no_such_seat")
            try:
                violations, broke = objections(table.timeline, draft)
            except LogError:
                return Outcome("invalid", table, reason="not_standing")
            against = worst(violations)
            if against == Severity.IMPOSSIBLE or (against == Severity.ILLEGAL and not overrule):
                return Outcome("refused", table, violations=violations, broke=broke)
            return replace(draft, overruled=_overruled(violations))

        draft = Entry(0, "amend", seat, target=target, by=by)
        return self._told(self._append(code, revision, nonce, draft, judge, move))

    def undo(
        self, code: str, *, revision: int, nonce: str, by: int | None = None, mine: Collection[int] = ()
    ) -> Outcome:
        """Take back the last change that still stands: a move, an amendment or a step back. What other seats
        than `mine` (the phone's) noted aside since is kept."""
        if mine and (target := below_asides(self.get(code), mine)):
            return self.back(code, target, revision=revision, nonce=nonce, by=by)
        return self._turn_back(code, "undo", revision, nonce, by)

    def redo(self, code: str, *, revision: int, nonce: str, by: int | None = None) -> Outcome:
        """Bring back the last change undone."""
        return self._turn_back(code, "redo", revision, nonce, by)

    def back(self, code: str, target: int, *, revision: int, nonce: str, by: int | None = None) -> Outcome:
        """Drop the standing entry `target` and all after it."""
        return self._turn_back(code, "back", revision, nonce, by, lambda table: target, "not_standing")

    def restart_turn(self, code: str, *, revision: int, nonce: str, by: int | None = None) -> Outcome:
        """Back to the start of the turn: drop the last unbroken run of moves of the seat to act (after the
        end of the game, of the seat that moved last), with what chance brought in between."""
        return self._turn_back(code, "back", revision, nonce, by, start_of_turn, "nothing_to_restart")

    def claim(self, code: str, seat: int, phone: str) -> Table:
        """Give a free seat to the phone. At a locked table only the host and who has a seat may sit down."""

        def sit(row: TableRow) -> SeatRow:
            now, mine = _seat(row, seat), phone_hash(phone)
            _open(row)
            if now.phone not in (None, mine):
                raise TableError("seat_taken", "seat", name=now.name)
            if row.locked and mine != row.host and all(mine != other.phone for other in row.seats):
                raise TableError("table_locked", "seat")
            return replace(now, phone=mine)

        return self._reseat(code, seat, sit)

    def free(self, code: str, seat: int, phone: str) -> Table:
        """Make a seat free again; for the phone that holds it, and the host."""

        def stand(row: TableRow) -> SeatRow:
            now, mine = _seat(row, seat), phone_hash(phone)
            if now.phone is not None and mine not in (row.host, now.phone):
                raise NotYours(seat)
            return replace(now, phone=None)

        return self._reseat(code, seat, stand)

    def rename(self, code: str, seat: int, name: str, phone: str) -> Table:
        """Another name for a seat; for its phone, the host, and any phone with a seat when it is free."""

        def call(row: TableRow) -> SeatRow:
            now, mine = _seat(row, seat), phone_hash(phone)
            _open(row)
            seated_here = any(mine == other.phone for other in row.seats)
            if mine not in (row.host, now.phone) and not (now.phone is None and seated_here):
                raise NotYours(seat)
            text = clean_name(name, "name")
            if any(same_name(text, other.name) for n, other in enumerate(row.seats) if n != seat):
                raise TableError("name_twice", "name", name=text)
            return replace(now, name=text)

        return self._reseat(code, seat, call)

    def lock(self, code: str, locked: bool, phone: str) -> Table:
        """Let nobody else sit down, or let them again; for the host."""
        self._for_host(code, phone)
        self.store.mark(_code(code), self._time(), locked=locked)
        return self.get(code)

    def close(self, code: str, phone: str, closed: bool = True) -> Table:
        """End the table, or open it again; for the host. A closed table can be read and exported."""
        self._for_host(code, phone)
        self.store.mark(_code(code), self._time(), closed=closed)
        return self.get(code)

    def seats_of(self, code: str, phone: str | None) -> tuple[int, ...]:
        """The seats that the phone holds."""
        return self.get(code).seats_of(phone)

    def is_host(self, code: str, phone: str | None) -> bool:
        return self.get(code).is_host(phone)

    def again(self, code: str, phone: str) -> Table:
        """A new table for the same people with the same colours, options and phones. A second call gives the
        same table. For the host and who has a seat."""
        return self._continue(code, phone, mend=False)

    def mend(self, code: str, phone: str) -> Table:
        """For a table whose log no longer replays: a new one with the good prefix, to play on from."""
        return self._continue(code, phone, mend=True)

    def export(self, code: str) -> dict[str, Any]:
        """The table as JSON values (`as_file` makes the file); see `may_export` for who may have it. Raises
        TableError for a log of which no file can be made."""
        row, bodies = self.store.read(_code(code), 0)
        game = self._timelines.game_of(row)
        players = [(seat.name, seat.colour) for seat in row.seats]
        return write_record(game, options_of(game, row.options, len(players)), players, row.created, bodies)

    def import_(self, data: Any, phone: str) -> Table:
        """A table from an export, whose host is the phone. Raises TableError with the path at fault."""
        record = read_record(data, self.games)
        seats = _with_host(record.players, phone)
        bodies = [entry_body(entry) for entry in record.entries]
        options = record.setup.options
        host = phone_hash(phone)
        new = NewTable(record.game.slug, options, seats, host, record.created, self._time(), bodies)
        return self.get(self.store.create(new))

    def _told(self, outcome: Outcome) -> Outcome:
        self.on_outcome(outcome.status)
        return outcome

    def _append(
        self,
        code: str,
        revision: int,
        nonce: str,
        draft: Entry,
        judge: Callable[[Table, Entry], Entry | Outcome],
        move: Any = None,
    ) -> Outcome:
        """Append what `judge` makes of the draft, again when another phone was quicker."""
        if not (isinstance(nonce, str) and 0 < len(nonce) <= 64 and nonce.isascii() and nonce.isprintable()):
            raise TableError("nonce", "nonce")
        code = _code(code)
        table, work = self._timelines.look(code)
        if move is not None:
            try:
                draft = replace(draft, move=_plain(table.game, move))
            except MoveError:
                return Outcome("invalid", table, reason="unreadable_move")
        for _ in range(_TRIES):
            # What was entered at the last revision cannot be in the log yet.
            if revision != table.revision and (number := self.store.number_of(code, nonce)) is not None:
                return self._repeated(code, number, draft)
            if table.closed or table.broken is not None:
                return Outcome("invalid", table, reason="closed" if table.closed else "broken")
            numbered = replace(draft, number=table.revision + 1, at=self._time())
            ruling = judge(table, numbered)
            if isinstance(ruling, Outcome):
                return ruling
            if table.revision >= MAX_ENTRIES:
                raise TableError("log_full", limit=MAX_ENTRIES)
            more = work_of(table.timeline, ruling)
            if work + more > MAX_WORK:
                raise TableError("log_full", limit=MAX_WORK)
            after = table.timeline.add(ruling)  # what would not replay never reaches the log
            body = entry_body(ruling)
            try:
                done = self.store.append(code, table.revision, nonce, body, ruling.at)
            except Conflict:
                table, work = self._timelines.look(code)
                continue
            if not done.new:
                return self._repeated(code, done.number, draft)
            fresh = self._timelines.advance(code, after, body, done, more)
            return Outcome("recorded", fresh, ruling)
        return Outcome("conflict", table)

    def _repeated(self, code: str, number: int, draft: Entry) -> Outcome:
        """The nonce was seen: the same form sent again, or an old page filled in another way."""
        table = self._timelines.look(code)[0]
        try:
            earlier = read_body(number, self.store.entry(code, number))
        except LogError:
            return Outcome("invalid", table, reason="broken")
        same = (earlier.kind, earlier.move) == (draft.kind, draft.move)
        if draft.move is not None:
            same = same and earlier.seat == draft.seat
        if draft.target:
            same = same and earlier.target == draft.target
        return Outcome("repeated" if same else "conflict", table, earlier)

    def _turn_back(
        self,
        code: str,
        kind: str,
        revision: int,
        nonce: str,
        by: int | None,
        target: Callable[[Table], int] = lambda table: 0,
        otherwise: str = "",
    ) -> Outcome:
        def judge(table: Table, draft: Entry) -> Entry | Outcome:
            if revision != table.revision:
                return Outcome("conflict", table)
            if kind == "back":
                found = target(table)
                if table.timeline.node(found) is None:
                    return Outcome("invalid", table, reason=otherwise)
                return replace(draft, target=found)
            if not (table.timeline.can_undo if kind == "undo" else table.timeline.can_redo):
                return Outcome("invalid", table, reason=f"nothing_to_{kind}")
            return draft

        draft = Entry(0, kind, TABLE if by is None else by, by=by)
        return self._told(self._append(code, revision, nonce, draft, judge))

    def _reseat(self, code: str, seat: int, change: Callable[[TableRow], SeatRow]) -> Table:
        self.store.seat(_code(code), seat, self._time(), change)
        return self.get(code)

    def _for_host(self, code: str, phone: str) -> None:
        if not self.get(code).is_host(phone):
            raise NotYours

    def _continue(self, code: str, phone: str, *, mend: bool) -> Table:
        row, bodies = self.store.read(_code(code), 0)
        table = self.get(code)
        if not table.is_host(phone) and not table.seats_of(phone):
            raise NotYours
        if mend and table.broken is None:
            raise TableError("not_broken")
        at = self._time()
        prefix = bodies[: table.revision] if mend else []
        new = NewTable(
            row.game, table.setup.options, row.seats, row.host, row.created if mend else at, at, prefix
        )
        return self.get(self.store.create(new, before=row.code))

    def _time(self) -> str:
        return self._now().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _code(code: str) -> str:
    typed = normal(code)
    if not typed:
        raise NoTable(code[:20])
    return typed


def _with_host(players: Sequence[tuple[str, str]], phone: str) -> list[SeatRow]:
    return [
        SeatRow(name, colour, phone_hash(phone) if n == 0 else None)
        for n, (name, colour) in enumerate(players)
    ]


def _seat(row: TableRow, seat: int) -> SeatRow:
    if not 0 <= seat < len(row.seats):
        raise TableError("seat_unknown", "seat")
    return row.seats[seat]


def _open(row: TableRow) -> None:
    if row.closed:
        raise TableError("table_closed")


def _overruled(violations: Sequence[Violation]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(v.rule for v in violations if v.severity == Severity.ILLEGAL))


def _plain(game: Game, move: Any) -> Any:
    """The move as JSON values, as the log gives it back. Raises MoveError, TableError."""
    read = move if type(move) in game.moves else game.codec.from_json(move)
    try:
        text = canonical(game.codec.to_json(read))
    except ValueError as error:
        raise MoveError("do", "not a text") from error
    if len(text.encode()) > MAX_MOVE:
        raise TableError("move_long", "move", limit=MAX_MOVE)
    return json.loads(text)
