"""Where tables are kept: SQLite through sqlite-utils, one log of entries a table, appended at a revision.

Every write is one BEGIN IMMEDIATE transaction under a lock of the process, so a read inside it stays true
until the commit; with synchronous=FULL what was answered has reached the disk. Another database takes this
one's place by offering the same public methods.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

from sqlite_utils import Database, Migrations

from companion.codes import new_code, new_short

TICK: Final = 0.025
"""Seconds between two looks for what others wrote."""


class StoreError(Exception):
    """The database cannot do it. `kind`: locked, full, readonly, corrupt, unreadable, or newer (made by a
    later version of this program)."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"the database is {kind}" + (f": {detail}" if detail else ""))
        self.kind = kind


class NoTable(LookupError):
    """There is no table with that code."""


class Conflict(Exception):
    """The log has moved on; `revision` is where it stands."""

    def __init__(self, revision: int) -> None:
        super().__init__(f"the log is at {revision}")
        self.revision = revision


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat; `phone` is the hash of the phone that holds it, None when it is free."""

    name: str
    colour: str
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a table starts with, `at` the time it is kept. `entries` are the bodies of a log brought along."""

    game: str
    options: Mapping[str, str]
    seats: Sequence[SeatRow]
    host: str
    created: str
    at: str
    entries: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as stored. `change` counts everything that can alter a screen, over all tables; `after` is the
    code of the table that was opened to play again. The phones' ids are hashes."""

    code: str
    short: str
    game: str
    options: Mapping[str, str]
    host: str
    created: str
    touched: str
    locked: bool
    closed: bool
    after: str | None
    revision: int
    change: int
    seats: tuple[SeatRow, ...]


migrations = Migrations("companion")


@migrations()
def m001_tables(db: Database) -> None:
    """Tables, seats, entries, and the one number that counts changes."""
    for statement in (
        "CREATE TABLE tables (code TEXT PRIMARY KEY, short TEXT NOT NULL, game TEXT NOT NULL,"
        " options TEXT NOT NULL, host TEXT NOT NULL, created TEXT NOT NULL, touched TEXT NOT NULL,"
        " locked INTEGER NOT NULL DEFAULT 0, closed INTEGER NOT NULL DEFAULT 0,"
        " after TEXT REFERENCES tables(code), revision INTEGER NOT NULL DEFAULT 0,"
        " change INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE UNIQUE INDEX tables_short ON tables (short) WHERE NOT closed",
        "CREATE UNIQUE INDEX tables_change ON tables (change)",
        "CREATE TABLE seat (code TEXT NOT NULL REFERENCES tables(code) ON DELETE CASCADE,"
        " number INTEGER NOT NULL, name TEXT NOT NULL, colour TEXT NOT NULL, phone TEXT,"
        " PRIMARY KEY (code, number)) WITHOUT ROWID",
        "CREATE TABLE entry (code TEXT NOT NULL REFERENCES tables(code) ON DELETE CASCADE,"
        " number INTEGER NOT NULL, nonce TEXT NOT NULL, body TEXT NOT NULL,"
        " PRIMARY KEY (code, number)) WITHOUT ROWID",
        "CREATE UNIQUE INDEX entry_nonce ON entry (code, nonce)",
        "CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID",
        "INSERT INTO counter VALUES ('change', 0)",
    ):
        db.execute(statement)


@migrations()
def m002_scores(db: Database) -> None:
    """Shared score sheets by field, and kept results (see shelf.py)."""
    for statement in (
        "CREATE TABLE sheet (code TEXT PRIMARY KEY, game TEXT NOT NULL, host TEXT NOT NULL,"
        " touched TEXT NOT NULL, change INTEGER NOT NULL) WITHOUT ROWID",
        "CREATE UNIQUE INDEX sheet_change ON sheet (change)",
        "CREATE TABLE sheet_field (code TEXT NOT NULL REFERENCES sheet(code) ON DELETE CASCADE,"
        " name TEXT NOT NULL, value TEXT NOT NULL, change INTEGER NOT NULL,"
        " PRIMARY KEY (code, name)) WITHOUT ROWID",
        "CREATE TABLE result (id TEXT PRIMARY KEY, phone TEXT NOT NULL, nonce TEXT NOT NULL,"
        " game TEXT NOT NULL, played TEXT NOT NULL, body TEXT NOT NULL) WITHOUT ROWID",
        "CREATE UNIQUE INDEX result_nonce ON result (phone, nonce)",
    ):
        db.execute(statement)


_WRITING = threading.Lock()  # SQLite's own queue of writers is unfair: within a process ours comes first

_KINDS = (
    ("SQLITE_BUSY", "locked"),
    ("SQLITE_LOCKED", "locked"),
    ("SQLITE_FULL", "full"),
    ("SQLITE_READONLY", "readonly"),
    ("SQLITE_PERM", "readonly"),
    ("SQLITE_CORRUPT", "corrupt"),
    ("SQLITE_NOTADB", "corrupt"),
    ("SQLITE_IOERR", "unreadable"),
    ("SQLITE_CANTOPEN", "unreadable"),
    ("SQLITE_AUTH", "unreadable"),
)


@contextmanager
def _as_store_error() -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        name = getattr(error, "sqlite_errorname", None) or ""
        for start, kind in _KINDS:
            if name.startswith(start):
                raise StoreError(kind, str(error)) from error
        if name.startswith("SQLITE_CONSTRAINT") or isinstance(error, sqlite3.ProgrammingError):
            raise
        raise StoreError("corrupt" if "malformed" in str(error) else "unreadable", str(error)) from error


class Store:
    """The tables in one SQLite file, made when it is not there. Safe for many threads and processes.

    `patience` is how many seconds a write waits for other writers. Raises StoreError.
    """

    def __init__(self, path: str | Path, patience: float = 10.0) -> None:
        self.path = Path(path)
        self.patience = patience
        self._idle: list[Database] = []
        self._owner = os.getpid()
        with self._writing() as db:
            unknown = {m.name for m in migrations.applied(db)} - {m.name for m in migrations._migrations}
            if unknown:
                raise StoreError("newer", f"it knows {', '.join(sorted(unknown))}")
            if migrations.pending(db):
                migrations.apply(db)

    def close(self) -> None:
        """Let go of the connections that are not in use."""
        while self._idle:
            self._idle.pop().close()

    def _connect(self) -> Database:
        connection = sqlite3.connect(
            self.path, timeout=self.patience, isolation_level=None, check_same_thread=False
        )
        try:
            db = Database(connection, execute_plugins=False)
            until = time.monotonic() + self.patience
            while True:
                try:  # two processes that open a new file at once: the switch to WAL does not queue by itself
                    db.enable_wal()
                    break
                except sqlite3.OperationalError as error:
                    if "locked" not in str(error) or time.monotonic() > until:
                        raise
                    time.sleep(0.02)
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA foreign_keys=ON")
        except BaseException:
            connection.close()
            raise
        return db

    @contextmanager
    def _connection(self) -> Iterator[Database]:
        """A connection of the pool."""
        if self._owner != os.getpid():  # after a fork the parent's connections must not be touched
            self._idle, self._owner = [], os.getpid()
        with _as_store_error():
            try:
                db = self._idle.pop()
            except IndexError:
                db = self._connect()
            try:
                yield db
            except sqlite3.Error:
                db.close()  # the next one starts clean
                raise
            except BaseException:
                self._idle.append(db)
                raise
            self._idle.append(db)

    @contextmanager
    def _reading(self) -> Iterator[Database]:
        """One moment of the database."""
        with self._connection() as db:
            db.conn.execute("BEGIN")
            try:
                yield db
            finally:
                db.rollback()

    @contextmanager
    def _writing(self) -> Iterator[Database]:
        """One transaction that no other writer interrupts."""
        if not _WRITING.acquire(timeout=self.patience):
            raise StoreError("locked")
        try:
            with self._connection() as db:
                db.conn.execute("BEGIN IMMEDIATE")
                try:
                    yield db
                    db.conn.execute("COMMIT")
                finally:
                    db.rollback()
        finally:
            _WRITING.release()

    def create(self, new: NewTable, before: str | None = None) -> str:
        """Keep a new table; its code. With `before`, the table it continues: there is one such table, so a
        second call gives the first one's code."""
        with self._writing() as db:
            if before is not None and (known := _row(db, before).after) is not None:
                return known
            code, short = new_code(), new_short()
            while db.conn.execute("SELECT 1 FROM tables WHERE short = ? AND NOT closed", [short]).fetchone():
                short = new_short()
            table = {
                "code": code,
                "short": short,
                "game": new.game,
                "options": json.dumps(dict(new.options), sort_keys=True),
                "host": new.host,
                "created": new.created,
                "touched": new.at,
                "revision": len(new.entries),
                "change": _next_change(db),
            }
            db.table("tables").insert(table)
            db.table("seat").insert_all(
                {"code": code, "number": n, "name": s.name, "colour": s.colour, "phone": s.phone}
                for n, s in enumerate(new.seats)
            )
            db.conn.executemany(
                "INSERT INTO entry VALUES (?, ?, ?, ?)",
                ((code, n, f"brought-{n}", body) for n, body in enumerate(new.entries, 1)),
            )
            if before is not None:
                db.conn.execute("UPDATE tables SET after = ? WHERE code = ?", [code, before])
                _touch(db, before, new.at)
            return code

    def read(self, code: str, after: int) -> tuple[TableRow, list[str]]:
        """The table and the bodies of its entries after that number, as of one moment."""
        with self._reading() as db:
            row = _row(db, code)
            if row.revision <= after:
                return row, []
            tail = db.conn.execute(
                "SELECT body FROM entry WHERE code = ? AND number > ? ORDER BY number", [code, after]
            )
            return row, [body for (body,) in tail]

    def by_short(self, short: str) -> str:
        """The code of the open table with that short code."""
        with self._connection() as db:
            found = db.conn.execute(
                "SELECT code FROM tables WHERE short = ? AND NOT closed", [short]
            ).fetchone()
        if found is None:
            raise NoTable(short)
        return str(found[0])

    def append(self, code: str, expected: int, nonce: str, body: str, at: str) -> tuple[int, bool]:
        """Store the entry `expected` + 1; its number and True once it is on the disk. A nonce seen before
        stores nothing: the earlier number and False. Raises Conflict when the log is not at `expected`."""
        with self._writing() as db:
            found = db.conn.execute("SELECT revision FROM tables WHERE code = ?", [code]).fetchone()
            if found is None:
                raise NoTable(code)
            if (earlier := _number_of(db, code, nonce)) is not None:
                return earlier, False
            if found[0] != expected:
                raise Conflict(found[0])
            db.conn.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", [code, expected + 1, nonce, body])
            db.conn.execute(
                "UPDATE tables SET revision = ?, touched = ?, change = ? WHERE code = ?",
                [expected + 1, at, _next_change(db), code],
            )
        return expected + 1, True

    def entry(self, code: str, number: int) -> str:
        """The body of one entry. Raises LookupError."""
        with self._connection() as db:
            found = db.conn.execute(
                "SELECT body FROM entry WHERE code = ? AND number = ?", [code, number]
            ).fetchone()
        if found is None:
            raise LookupError(number)
        return str(found[0])

    def number_of(self, code: str, nonce: str) -> int | None:
        """The number of the entry that came with that nonce."""
        with self._connection() as db:
            return _number_of(db, code, nonce)

    def seat(self, code: str, number: int, at: str, change: Callable[[TableRow], SeatRow]) -> None:
        """Change one seat to what `change` makes of the table; nothing changes if it raises."""
        with self._writing() as db:
            seat = change(_row(db, code))
            db.conn.execute(
                "UPDATE seat SET name = ?, colour = ?, phone = ? WHERE code = ? AND number = ?",
                [seat.name, seat.colour, seat.phone, code, number],
            )
            _touch(db, code, at)

    def mark(self, code: str, at: str, *, locked: bool | None = None, closed: bool | None = None) -> None:
        """Lock or close the table, or open it again. A closed table's short code is free for others."""
        with self._writing() as db:
            row = _row(db, code)
            short = row.short
            if row.closed and closed is False:
                while db.conn.execute(
                    "SELECT 1 FROM tables WHERE short = ? AND NOT closed", [short]
                ).fetchone():
                    short = new_short()
            db.conn.execute(
                "UPDATE tables SET locked = ?, closed = ?, short = ? WHERE code = ?",
                [
                    row.locked if locked is None else locked,
                    row.closed if closed is None else closed,
                    short,
                    code,
                ],
            )
            _touch(db, code, at)

    def change(self, code: str) -> int:
        """The last change of the table, for a quick look."""
        with self._connection() as db:
            found = db.conn.execute("SELECT change FROM tables WHERE code = ?", [code]).fetchone()
        if found is None:
            raise NoTable(code)
        return int(found[0])

    def last_change(self) -> int:
        """The last change of all."""
        with self._connection() as db:
            return int(db.conn.execute("SELECT value FROM counter WHERE name = 'change'").fetchone()[0])

    def changes_after(self, change: int) -> list[tuple[int, str, int]]:
        """(change, code, revision) of every table changed since, each once, by its last change."""
        with self._connection() as db:
            return db.conn.execute(
                "SELECT change, code, revision FROM tables WHERE change > ? ORDER BY change", [change]
            ).fetchall()

    def ticks(self) -> Iterator[bool]:
        """Never ends: waits a moment, then says whether something may have changed in the meantime."""
        with _as_store_error():
            db = self._connect()  # its own: data_version tells only what other connections committed
            try:
                seen = -1
                while True:
                    time.sleep(TICK)
                    (version,) = db.conn.execute("PRAGMA data_version").fetchone()
                    stirred, seen = version != seen, version
                    yield stirred
            finally:
                db.close()

    def ping(self) -> None:
        """Look whether the database answers."""
        self.last_change()


_COLUMNS = tuple(field.name for field in fields(TableRow) if field.name != "seats")


def _row(db: Database, code: str) -> TableRow:
    found = db.conn.execute(f"SELECT {', '.join(_COLUMNS)} FROM tables WHERE code = ?", [code]).fetchone()  # noqa: S608
    if found is None:
        raise NoTable(code)
    seats = db.conn.execute("SELECT name, colour, phone FROM seat WHERE code = ? ORDER BY number", [code])
    columns: dict[str, Any] = dict(zip(_COLUMNS, found, strict=True))
    columns.update(
        options=json.loads(columns["options"]), locked=bool(columns["locked"]), closed=bool(columns["closed"])
    )
    return TableRow(**columns, seats=tuple(SeatRow(*seat) for seat in seats))


def _number_of(db: Database, code: str, nonce: str) -> int | None:
    found = db.conn.execute("SELECT number FROM entry WHERE code = ? AND nonce = ?", [code, nonce]).fetchone()
    return None if found is None else int(found[0])


def _next_change(db: Database) -> int:
    sql = "UPDATE counter SET value = value + 1 WHERE name = 'change' RETURNING value"
    return int(db.conn.execute(sql).fetchall()[0][0])


def _touch(db: Database, code: str, at: str) -> None:
    db.conn.execute("UPDATE tables SET touched = ?, change = ? WHERE code = ?", [at, _next_change(db), code])
