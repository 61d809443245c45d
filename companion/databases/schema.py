"""The tables, step by step from the first version on, in SQL that both databases understand.

A step that was published is never changed: databases that took it exist.
"""

from __future__ import annotations

from typing import Final

STEPS: Final[dict[str, tuple[str, ...]]] = {
    # Tables, seats, entries, and the one number that counts changes.
    "m001_tables": (
        "CREATE TABLE tables (code TEXT PRIMARY KEY, short TEXT NOT NULL, game TEXT NOT NULL,"
        " options TEXT NOT NULL, host TEXT NOT NULL, created TEXT NOT NULL, touched TEXT NOT NULL,"
        " locked BOOLEAN NOT NULL DEFAULT FALSE, closed BOOLEAN NOT NULL DEFAULT FALSE,"
        " after TEXT REFERENCES tables(code), revision INTEGER NOT NULL DEFAULT 0, change BIGINT NOT NULL)",
        "CREATE UNIQUE INDEX tables_short ON tables (short) WHERE NOT closed",
        "CREATE UNIQUE INDEX tables_change ON tables (change)",
        "CREATE TABLE seat (code TEXT NOT NULL REFERENCES tables(code) ON DELETE CASCADE,"
        " number INTEGER NOT NULL, name TEXT NOT NULL, colour TEXT NOT NULL, phone TEXT,"
        " PRIMARY KEY (code, number))",
        "CREATE TABLE entry (code TEXT NOT NULL REFERENCES tables(code) ON DELETE CASCADE,"
        " number INTEGER NOT NULL, nonce TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (code, number))",
        "CREATE UNIQUE INDEX entry_nonce ON entry (code, nonce)",
        "CREATE TABLE counter (name TEXT PRIMARY KEY, value BIGINT NOT NULL)",
        "INSERT INTO counter VALUES ('change', 0)",
    ),
    # Shared score sheets by field, and kept results (see shelf.py).
    "m002_scores": (
        "CREATE TABLE sheet (code TEXT PRIMARY KEY, game TEXT NOT NULL, host TEXT NOT NULL,"
        " touched TEXT NOT NULL, change BIGINT NOT NULL)",
        "CREATE UNIQUE INDEX sheet_change ON sheet (change)",
        "CREATE TABLE sheet_field (code TEXT NOT NULL REFERENCES sheet(code) ON DELETE CASCADE,"
        " name TEXT NOT NULL, value TEXT NOT NULL, change BIGINT NOT NULL, PRIMARY KEY (code, name))",
        "CREATE TABLE result (id TEXT PRIMARY KEY, phone TEXT NOT NULL, nonce TEXT NOT NULL,"
        " game TEXT NOT NULL, played TEXT NOT NULL, body TEXT NOT NULL)",
        "CREATE UNIQUE INDEX result_nonce ON result (phone, nonce)",
    ),
    # What nobody touched for long is found without looking at every table.
    "m003_touched": (
        "CREATE INDEX tables_touched ON tables (touched)",
        "CREATE INDEX tables_after ON tables (after) WHERE after IS NOT NULL",
    ),
    # What phones know of their own copies of a game, and the links by which they show it (see copies.py).
    "m004_pieces": (
        "CREATE TABLE piece (phone TEXT NOT NULL, game TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,"
        " gone TEXT, PRIMARY KEY (phone, game, id))",
        "CREATE TABLE lent (code TEXT PRIMARY KEY, phone TEXT NOT NULL, game TEXT NOT NULL,"
        " until TEXT NOT NULL)",
        "CREATE UNIQUE INDEX lent_phone ON lent (phone, game)",
    ),
    # The tables at which a phone sits are found without looking at every seat.
    "m005_alone": ("CREATE INDEX seat_phone ON seat (phone) WHERE phone IS NOT NULL",),
    # What a phone wrote down for itself (see notes.py).
    "m006_notes": (
        "CREATE TABLE note (phone TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,"
        " PRIMARY KEY (phone, name))",
    ),
    # The day on which a phone last used its copy of a game.
    "m007_used": (
        "CREATE TABLE used (phone TEXT NOT NULL, game TEXT NOT NULL, day TEXT NOT NULL,"
        " PRIMARY KEY (phone, game))",
    ),
}

TABLES: Final[dict[str, tuple[int, tuple[str, ...]]]] = {
    "counter": (1, ("name", "value")),
    "tables": (
        1,
        (
            *("code", "short", "game", "options", "host", "created", "touched", "locked", "closed", "after"),
            *("revision", "change"),
        ),
    ),
    "seat": (2, ("code", "number", "name", "colour", "phone")),
    "entry": (2, ("code", "number", "nonce", "body")),
    "sheet": (1, ("code", "game", "host", "touched", "change")),
    "sheet_field": (2, ("code", "name", "value", "change")),
    "result": (1, ("id", "phone", "nonce", "game", "played", "body")),
    "piece": (3, ("phone", "game", "id", "body", "gone")),
    "lent": (1, ("code", "phone", "game", "until")),
    "note": (2, ("phone", "name", "value")),
    "used": (2, ("phone", "game", "day")),
}
"""Every table, each after those that it refers to: how many of its columns are the key, and its columns."""
