"""What the record of a move costs, whatever lies behind it: at entry 10, 100, 1,000 and 10,000 of a log, and
in a database of 100,000 tables, beside a bare insert committed to the same disk in the same run.

`cpu`: the processor's time, with what the disk makes of it; `wall`: until it is on the disk. `cold` is the
first look at the table by a server that has just started.
"""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from companion.engine.game import TABLE
from companion.store import NewTable, SeatRow, Store
from companion.tables import Tables
from tests.pile import GAME, Add

AT = "2026-01-01T00:00:00Z"
GAMES = {"pile": GAME}
SEATS = tuple(SeatRow(f"Player {n}", colour) for n, colour in enumerate(("red", "blue", "green", "yellow")))
BODY = '{"at":"2026-01-01T00:00:00Z","kind":"move","move":{"count":1,"do":"add"},"seat":-1}'


def bare(path: Path) -> Callable[[int], None]:
    """A small row on the disk."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("CREATE TABLE move (number INTEGER PRIMARY KEY, body TEXT NOT NULL)")

    def commit(_: int) -> None:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO move (body) VALUES (?)", [BODY])
        db.execute("COMMIT")

    return commit


def measured(works: dict[str, Callable[[int], None]], repeats: int) -> dict[str, tuple[float, float]]:
    """Median (cpu, wall) milliseconds of each, done in turns."""
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in works}
    for n in range(repeats):
        for name, work in works.items():
            cpu, wall = time.process_time(), time.perf_counter()
            work(n)
            times[name].append((time.process_time() - cpu, time.perf_counter() - wall))
    return {
        name: (median(c for c, _ in found) * 1000, median(w for _, w in found) * 1000)
        for name, found in times.items()
    }


def player(house: Tables, code: str) -> Callable[[int], None]:
    """Somebody who adds a stone at that table."""
    house.get(code)

    def play(n: int) -> None:
        outcome = house.play(code, TABLE, Add(1), revision=0, nonce=f"n{n}")
        assert outcome.status == "recorded"

    return play


def filled(store: Store, tables: int) -> None:
    """So many tables of twenty entries, put in at once."""
    with store._writing() as db:
        (start,) = db.conn.execute("SELECT value FROM counter WHERE name = 'change'").fetchone()
        db.conn.executemany(
            "INSERT INTO tables (code, short, game, options, host, created, touched, revision, change)"
            " VALUES (?, ?, 'pile', '{}', 'h', ?, ?, 20, ?)",
            ((f"T{n:012}", f"{n:06}", AT, AT, start + n + 1) for n in range(tables)),
        )
        db.conn.executemany(
            "INSERT INTO seat VALUES (?, ?, ?, ?, NULL)",
            ((f"T{n:012}", m, s.name, s.colour) for n in range(tables) for m, s in enumerate(SEATS)),
        )
        db.conn.executemany(
            "INSERT INTO entry VALUES (?, ?, ?, ?)",
            ((f"T{n:012}", m, f"n{m}x", BODY) for n in range(tables) for m in range(1, 21)),
        )
        db.conn.execute("UPDATE counter SET value = ? WHERE name = 'change'", [start + tables])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":")[0].replace("\n", " "))
    parser.add_argument("--repeats", type=int, default=300)
    parser.add_argument("--tables", type=int, default=100_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store, large = Store(Path(folder) / "mori.db"), Store(Path(folder) / "large.db")
        house = Tables(store, GAMES)
        began = time.perf_counter()
        filled(large, given.tables)
        print(
            f"{given.tables:,} tables made in {time.perf_counter() - began:.0f} s, "
            f"{(Path(folder) / 'large.db').stat().st_size / 1e6:.0f} MB"
        )
        works = {"bare insert and commit": bare(Path(folder) / "bare.db")}
        cold: dict[str, float] = {}
        for length in (10, 100, 1_000, 10_000):
            code = store.create(NewTable("pile", {"long": "no"}, SEATS, "h", AT, AT, [BODY] * length))
            start = time.process_time()
            works[f"move at entry {length:,}"] = player(house, code)
            cold[f"move at entry {length:,}"] = (time.process_time() - start) * 1000
        crowd = Tables(large, GAMES)
        name = f"move among {given.tables:,} tables"
        works[name] = player(crowd, f"T{given.tables // 2:012}")
        found = measured(works, given.repeats)
        floor = found["bare insert and commit"]
        print(f"{'':32}{'cpu ms':>8}{'wall ms':>9}{'x bare: cpu':>13}{'wall':>7}{'cold ms':>10}")
        for name, (cpu, wall) in found.items():
            print(
                f"{name:32}{cpu:>8.3f}{wall:>9.3f}{cpu / floor[0]:>13.2f}{wall / floor[1]:>7.2f}"
                + (f"{cold[name]:>10.1f}" if name in cold else "")
            )
        store.close()
        large.close()


if __name__ == "__main__":
    main()
