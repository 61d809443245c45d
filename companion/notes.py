"""What a phone wrote down for itself: a few lines under names, in the tables' database."""

from __future__ import annotations

from typing import Final

from companion.codes import phone_hash
from companion.store import Store

LONGEST: Final = 400
"""Letters of a note."""


class Notes:
    """The notes of phones, given by their ids and kept by hashes of them. Raises StoreError."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, phone: str, start: str = "") -> dict[str, str]:
        """The notes of a phone whose names begin so, by name."""
        with self._store._connection() as db:
            rows = db.conn.execute(
                "SELECT name, value FROM note WHERE phone = ? ORDER BY name", [phone_hash(phone)]
            ).fetchall()
        return {name: value for name, value in rows if name.startswith(start)}

    def write(self, phone: str, name: str, value: str) -> None:
        """Keep a note in the place of an earlier one, at most LONGEST letters; an empty one is removed."""
        mine, text = phone_hash(phone), value.strip()[:LONGEST]
        with self._store._writing() as db:
            if not text:
                db.conn.execute("DELETE FROM note WHERE phone = ? AND name = ?", [mine, name])
                return
            db.conn.execute(
                "INSERT INTO note VALUES (?, ?, ?)"
                " ON CONFLICT (phone, name) DO UPDATE SET value = excluded.value",
                [mine, name, text],
            )
