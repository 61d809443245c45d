"""Where tables are kept: one log of entries a table, appended at a revision.

The SQL here is of the kind that SQLite and PostgreSQL both understand; companion/databases brings the
connections and says what is wrong with a database that cannot do it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.codes import new_code, new_short
from companion.databases import Session, StoreError, open_database

__all__ = [
    "Appended",
    "Conflict",
    "NewTable",
    "NoTable",
    "SeatRow",
    "Store",
    "StoreError",
    "TableRow",
]


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


class Appended(NamedTuple):
    """An entry of a log: its number, whether it is a new one, and the table's last change before it and
    since."""

    number: int
    new: bool
    before: int
    change: int


class Store:
    """The tables in one database: the path of a SQLite file, made when it is not there, or the address of a
    PostgreSQL server (`postgresql://...`). Safe for many threads and processes.

    `patience` is how many seconds a write waits for other writers. Everything raises StoreError.
    """

    def __init__(self, where: str | Path, patience: float = 10.0) -> None:
        self.where = where
        self.database = open_database(where, patience)

    def close(self) -> None:
        """Let go of the connections that are not in use."""
        self.database.close()

    def _connection(self) -> AbstractContextManager[Session]:
        return self.database.connection()

    def _reading(self) -> AbstractContextManager[Session]:
        return self.database.reading()

    def _writing(self) -> AbstractContextManager[Session]:
        return self.database.writing()

    def create(self, new: NewTable, before: str | None = None) -> str:
        """Keep a new table; its code. With `before`, the table it continues: there is one such table, so a
        second call gives the first one's code."""
        with self._writing() as db:
            if before is not None and (known := _row(db, before).after) is not None:
                return known
            code, short = new_code(), new_short()
            while db.conn.execute("SELECT 1 FROM tables WHERE short = ? AND NOT closed", [short]).fetchone():
                short = new_short()
            options = json.dumps(dict(new.options), sort_keys=True)
            times = (new.created, new.at)
            db.conn.execute(
                "INSERT INTO tables (code, short, game, options, host, created, touched, revision, change)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                [code, short, new.game, options, new.host, *times, len(new.entries), _next_change(db)],
            )
            db.conn.executemany(
                "INSERT INTO seat VALUES (?, ?, ?, ?, ?)",
                ((code, n, s.name, s.colour, s.phone) for n, s in enumerate(new.seats)),
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
        with self._connection() as db:
            row = _row(db, code)
            if row.revision <= after:
                return row, []
            # What stands in a log never changes, so up to that revision it is of the row's moment.
            tail = db.conn.execute(
                "SELECT body FROM entry WHERE code = ? AND number > ? AND number <= ? ORDER BY number",
                [code, after, row.revision],
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

    def append(self, code: str, expected: int, nonce: str, body: str, at: str) -> Appended:
        """Store the entry `expected` + 1; it is on the disk when this returns. A nonce seen before stores
        nothing. Raises Conflict when the log is not at `expected`."""
        with self._writing() as db:
            found = db.conn.execute(
                "SELECT revision, change, (SELECT number FROM entry WHERE code = ? AND nonce = ?)"
                " FROM tables WHERE code = ?",
                [code, nonce, code],
            ).fetchone()
            if found is None:
                raise NoTable(code)
            revision, before, earlier = found
            if earlier is not None:
                return Appended(earlier, False, before, before)
            if revision != expected:
                raise Conflict(revision)
            change = _next_change(db)
            db.conn.execute("INSERT INTO entry VALUES (?, ?, ?, ?)", [code, expected + 1, nonce, body])
            db.conn.execute(
                "UPDATE tables SET revision = ?, touched = ?, change = ? WHERE code = ?",
                [expected + 1, at, change, code],
            )
        return Appended(expected + 1, True, before, change)

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

    def untouched(self, before: str, *, open_only: bool = False) -> list[str]:
        """The codes of tables where nothing was done since that time, the longest untouched first."""
        which = " AND NOT closed" if open_only else ""
        sql = f"SELECT code FROM tables WHERE touched < ?{which} ORDER BY touched, code"  # noqa: S608
        with self._connection() as db:
            return [code for (code,) in db.conn.execute(sql, [before])]

    def alone(self, game: str, phone: str, most: int) -> list[str]:
        """The codes of the tables for one of that game at which that phone (its hash) sits, the last opened
        first. What a file brought was played on some other phone."""
        sql = (
            "SELECT tables.code FROM seat JOIN tables ON tables.code = seat.code"
            " WHERE seat.phone = ? AND seat.number = 0 AND tables.game = ? AND NOT EXISTS"
            " (SELECT 1 FROM seat AS other WHERE other.code = seat.code AND other.number = 1)"
            " AND NOT EXISTS (SELECT 1 FROM entry WHERE entry.code = seat.code AND nonce = 'brought-1')"
            " ORDER BY tables.created DESC, tables.change DESC LIMIT ?"
        )
        with self._connection() as db:
            return [code for (code,) in db.conn.execute(sql, [phone, game, most])]

    def close_untouched(self, code: str, before: str) -> bool:
        """Close the table if nothing was done at it since that time; this itself does not touch it."""
        with self._writing() as db:
            row = _row(db, code)
            if row.closed or row.touched >= before:
                return False
            db.conn.execute(
                "UPDATE tables SET closed = ?, change = ? WHERE code = ?", [True, _next_change(db), code]
            )
        return True

    def remove(self, code: str, before: str) -> bool:
        """Remove the table with its log if nothing was done at it since that time."""
        with self._writing() as db:
            if _row(db, code).touched >= before:
                return False
            db.conn.execute("UPDATE tables SET after = NULL WHERE after = ?", [code])
            db.conn.execute("DELETE FROM tables WHERE code = ?", [code])
        return True

    def note(self, name: str, value: int) -> int | None:
        """Remember a number under a name; the one that was there before."""
        with self._writing() as db:
            found = db.conn.execute("SELECT value FROM counter WHERE name = ?", [name]).fetchone()
            db.conn.execute(
                "INSERT INTO counter VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                [name, value],
            )
        return None if found is None else int(found[0])

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
        return self.database.ticks()

    def ping(self) -> None:
        """Look whether the database answers."""
        self.last_change()


_COLUMNS = tuple(field.name for field in fields(TableRow) if field.name != "seats")
_ROW = (
    f"SELECT {', '.join(f't.{name}' for name in _COLUMNS)}, s.name, s.colour, s.phone"  # noqa: S608
    " FROM tables t JOIN seat s ON s.code = t.code WHERE t.code = ? ORDER BY s.number"
)


def _row(db: Session, code: str) -> TableRow:
    found = db.conn.execute(_ROW, [code]).fetchall()
    if not found:
        raise NoTable(code)
    columns: dict[str, Any] = dict(zip(_COLUMNS, found[0], strict=False))
    columns.update(
        options=_options(columns["options"]), locked=bool(columns["locked"]), closed=bool(columns["closed"])
    )
    return TableRow(**columns, seats=tuple(SeatRow(*row[len(_COLUMNS) :]) for row in found))


@lru_cache(maxsize=200)
def _options(text: str) -> Mapping[str, str]:
    return MappingProxyType(json.loads(text))


def _number_of(db: Session, code: str, nonce: str) -> int | None:
    found = db.conn.execute("SELECT number FROM entry WHERE code = ? AND nonce = ?", [code, nonce]).fetchone()
    return None if found is None else int(found[0])


def _next_change(db: Session) -> int:
    sql = "UPDATE counter SET value = value + 1 WHERE name = 'change' RETURNING value"
    return int(db.conn.execute(sql).fetchall()[0][0])


def _touch(db: Session, code: str, at: str) -> None:
    db.conn.execute("UPDATE tables SET touched = ?, change = ? WHERE code = ?", [at, _next_change(db), code])
