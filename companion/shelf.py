"""Where shared score sheets and kept results lie: beside the tables, in the same database."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.codes import new_code
from companion.store import NoTable, Store, _next_change

MOST_SHEETS: Final = 20_000
"""Sheets kept in all; the ones longest untouched go first."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A shared sheet: every field that was ever filled, as it was typed. `change` is of the same count as the
    tables' changes."""

    code: str
    game: str
    fields: Mapping[str, str]
    change: int


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A kept result; `body` is what scorebook.py makes of it, `played` the UTC time in ISO form."""

    id: str
    game: str
    played: str
    body: Mapping[str, Any]


class Shelf:
    """Sheets and results in the tables' database. Raises StoreError, and NoTable where a sheet is asked for.

    It offers what a Watcher asks of a store, for its sheets.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- shared sheets

    def open(self, game: str, fields: Mapping[str, str], host: str, at: str) -> str:
        """Keep a new sheet; its code."""
        code = new_code()
        with self._store._writing() as db:
            change = _next_change(db)
            db.conn.execute("INSERT INTO sheet VALUES (?, ?, ?, ?, ?)", [code, game, host, at, change])
            db.conn.executemany(
                "INSERT INTO sheet_field VALUES (?, ?, ?, ?)",
                ((code, name, value, change) for name, value in fields.items()),
            )
            db.conn.execute(
                "DELETE FROM sheet WHERE change <="
                " (SELECT change FROM sheet ORDER BY change DESC LIMIT 1 OFFSET ?)",
                [MOST_SHEETS],
            )
        return code

    def sheet(self, code: str) -> SheetRow:
        """The sheet as it stands."""
        with self._store._reading() as db:
            found = db.conn.execute("SELECT code, game, change FROM sheet WHERE code = ?", [code]).fetchone()
            if found is None:
                raise NoTable(code)
            fields = db.conn.execute("SELECT name, value FROM sheet_field WHERE code = ?", [code])
            return SheetRow(found[0], found[1], dict(fields.fetchall()), found[2])

    def write(self, code: str, changed: Mapping[str, str], at: str) -> None:
        """Set these fields, each by itself; whoever writes last is right."""
        with self._store._writing() as db:
            if db.conn.execute("SELECT 1 FROM sheet WHERE code = ?", [code]).fetchone() is None:
                raise NoTable(code)
            change = _next_change(db)
            db.conn.executemany(
                "INSERT INTO sheet_field VALUES (?, ?, ?, ?)"
                " ON CONFLICT (code, name) DO UPDATE SET value = excluded.value, change = excluded.change",
                ((code, name, value, change) for name, value in changed.items()),
            )
            db.conn.execute("UPDATE sheet SET touched = ?, change = ? WHERE code = ?", [at, change, code])

    def change(self, code: str) -> int:
        """The last change of the sheet, for a quick look."""
        with self._store._connection() as db:
            found = db.conn.execute("SELECT change FROM sheet WHERE code = ?", [code]).fetchone()
        if found is None:
            raise NoTable(code)
        return int(found[0])

    def last_change(self) -> int:
        """The last change of all."""
        return self._store.last_change()

    def changes_after(self, change: int) -> list[tuple[int, str, int]]:
        """(change, code, change) of every sheet changed since."""
        with self._store._connection() as db:
            sql = "SELECT change, code, change FROM sheet WHERE change > ? ORDER BY change"
            return db.conn.execute(sql, [change]).fetchall()

    def ticks(self) -> Iterator[bool]:
        """See Store.ticks."""
        return self._store.ticks()

    # --- results

    def keep(self, row: ResultRow, phone: str, nonce: str, most: int) -> str:
        """Keep a result for a phone; its id. A nonce seen before keeps nothing: the earlier id. Beyond `most`
        the oldest go."""
        with self._store._writing() as db:
            known = db.conn.execute("SELECT id FROM result WHERE phone = ? AND nonce = ?", [phone, nonce])
            if (found := known.fetchone()) is not None:
                return str(found[0])
            body = json.dumps(row.body, ensure_ascii=False, sort_keys=True)
            db.conn.execute(
                "INSERT INTO result VALUES (?, ?, ?, ?, ?, ?)",
                [row.id, phone, nonce, row.game, row.played, body],
            )
            db.conn.execute(
                "DELETE FROM result WHERE phone = ? AND id NOT IN"
                " (SELECT id FROM result WHERE phone = ? ORDER BY played DESC, id LIMIT ?)",
                [phone, phone, most],
            )
        return row.id

    def results(self, phone: str) -> list[ResultRow]:
        """The results of a phone, the last one first."""
        sql = "SELECT id, game, played, body FROM result WHERE phone = ? ORDER BY played DESC, id"
        with self._store._connection() as db:
            rows = db.conn.execute(sql, [phone]).fetchall()
        return [ResultRow(id_, game, played, json.loads(body)) for id_, game, played, body in rows]

    def forget(self, phone: str, id_: str) -> bool:
        """Remove a result of the phone; whether there was one."""
        with self._store._writing() as db:
            done = db.conn.execute("DELETE FROM result WHERE phone = ? AND id = ?", [phone, id_])
            return bool(done.rowcount)
