"""A whole house in one file, and back: every table and score in a SQLite file, and the key that signs the
cookies by which phones keep their seats.

The copy is of one moment, made while the server runs. It is the same whether the tables lie in a file or on
a PostgreSQL server, so it also moves them from one to the other.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from companion.databases import Session, StoreError, is_postgres, open_database
from companion.databases.schema import STEPS, TABLES
from companion.databases.sqlite import as_store_error

DATABASE: Final = "mori.db"
KEY: Final = "secret_key"
_BATCH: Final = 2000
_SPOILED: Final = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error),
    *(EOFError, NotImplementedError, RuntimeError),
)
"""What zipfile raises over a file that is none, or none any more."""
_GAP: Final = 1_000_000_000
"""Added to the count of changes by a restore, so that no number that a phone has seen comes again."""


class BackupError(Exception):
    """It cannot be done; the message is one sentence for the person who asked."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a copy holds."""

    tables: int
    entries: int
    results: int


def back_up(place: str | Path, key: Path, target: Path) -> Contents:
    """Write a copy of what lies at `place` to `target`, all of it or nothing. Raises BackupError, StoreError,
    OSError."""
    with _folder_beside(target) as folder:
        copy = folder / DATABASE
        if is_postgres(place):
            source, into = open_database(place, 10), open_database(copy, 10)
            with source.reading() as old, into.writing() as new:
                _pour(old, new)
            source.close()
            into.close()
        else:
            _copy_file(Path(place), copy)
        contents = examine(copy)
        packed = folder / "packed"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(copy, DATABASE)
            if key.is_file():
                archive.write(key, KEY)
        _put(packed, target)
    return contents


def restore(file: Path, place: str | Path, key: Path, *, force: bool = False) -> Contents:
    """Put a copy in the place of what is there. With `force` also where there are tables already: a file is
    kept beside under another name. No server may be using them. Raises BackupError, StoreError, OSError."""
    with _folder_beside(key) as folder:
        copy = folder / DATABASE
        try:
            with zipfile.ZipFile(file) as archive:
                for name in (DATABASE, KEY):
                    if name in archive.namelist():
                        archive.extract(name, folder)
        except _SPOILED as error:
            raise BackupError(f"{file} is not a whole backup") from error
        if not copy.is_file():
            raise BackupError(f"{file} is not a backup of Mori")
        contents = examine(copy)
        _set_apart(copy)
        now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        if is_postgres(place):
            _fill(copy, place, force)
        else:
            path = Path(place)
            if path.exists() and not force:
                raise BackupError(
                    f"there are tables in {path.parent} already; --force puts these in their place"
                )
            _let_go(path)
            for part in (
                "-wal",
                "-shm",
                "",
            ):  # a log of changes left beside would be taken for the new file's
                _keep_aside(Path(f"{path}{part}"), f"{path}.before-{now}{part}")
            _put(copy, path)
        if (folder / KEY).is_file():
            if key.is_file() and key.read_bytes() != (folder / KEY).read_bytes():
                _keep_aside(key, f"{key}.before-{now}")
            _put(folder / KEY, key)
    return contents


def examine(copy: Path) -> Contents:
    """What is in a copy. Raises BackupError when it is damaged, incomplete, or of a later version."""
    try:
        with as_store_error(), contextlib.closing(sqlite3.connect(copy)) as db:
            said = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if said != "ok" or db.execute("PRAGMA foreign_key_check").fetchone():
                raise BackupError(f"the tables are damaged: {' '.join(str(said).split())[:100]}")
            unknown = {name for (name,) in db.execute("SELECT name FROM _sqlite_migrations")} - set(STEPS)
            if unknown:
                raise BackupError("the copy was made by a newer version of this program")
            torn = db.execute(
                "SELECT count(*) FROM tables t WHERE revision <>"
                " (SELECT count(*) FROM entry e WHERE e.code = t.code)"
            ).fetchone()[0]
            if torn:
                raise BackupError(f"{torn} tables have not as many entries as they should")
            count = [db.execute(f"SELECT count(*) FROM {t}").fetchone()[0] for t in ("tables", "entry")]  # noqa: S608
            scores = "m002_scores" in {name for (name,) in db.execute("SELECT name FROM _sqlite_migrations")}
            results = db.execute("SELECT count(*) FROM result").fetchone()[0] if scores else 0
    except StoreError as error:
        raise BackupError(f"the tables are damaged: {error}") from error
    return Contents(count[0], count[1], results)


def _copy_file(source: Path, copy: Path) -> None:
    """One moment of a SQLite file, without a lock that a writer would feel."""
    if not source.is_file():
        raise BackupError(f"there are no tables in {source.parent}")
    with (
        as_store_error(),
        contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
        contextlib.closing(sqlite3.connect(copy)) as new,
    ):
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE").fetchone()  # one file, nothing beside it


def _set_apart(copy: Path) -> None:
    with as_store_error(), contextlib.closing(sqlite3.connect(copy)) as db:
        db.execute("UPDATE counter SET value = value + ? WHERE name = 'change'", [_GAP])
        db.commit()


def _fill(copy: Path, place: str | Path, force: bool) -> None:
    source, into = open_database(copy, 10), open_database(place, 10)
    try:
        with source.reading() as old, into.writing() as new:
            asked = ("SELECT 1 FROM tables LIMIT 1", "SELECT 1 FROM result LIMIT 1")
            there = any(new.conn.execute(sql).fetchone() for sql in asked)
            if there and not force:
                raise BackupError(
                    "there are tables in that database already; --force puts these in their place"
                )
            _pour(old, new)
    finally:
        source.close()
        into.close()


def _pour(old: Session, new: Session) -> None:
    """Every row of one database in the place of those of another."""
    for table in reversed(TABLES):
        new.conn.execute(f"DELETE FROM {table}")  # noqa: S608
    for table, (keys, columns) in TABLES.items():
        marks = ", ".join("?" * len(columns))
        insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608
        for rows in _batches(old, table, keys, columns):
            new.conn.executemany(insert, [_row(table, columns, row) for row in rows])
    at = TABLES["tables"][1].index("after")
    for rows in _batches(old, "tables", *TABLES["tables"]):
        followed = [(row[at], row[0]) for row in rows if row[at] is not None]
        if followed:
            new.conn.executemany("UPDATE tables SET after = ? WHERE code = ?", followed)


def _row(table: str, columns: tuple[str, ...], row: tuple[Any, ...]) -> list[Any]:
    if table != "tables":
        return list(row)
    named = dict(zip(columns, row, strict=True))
    # A table may be followed by one that comes later in the copy: that is told when all are there.
    named.update(locked=bool(named["locked"]), closed=bool(named["closed"]), after=None)
    return list(named.values())


def _batches(db: Session, table: str, keys: int, columns: tuple[str, ...]) -> Iterator[list[tuple[Any, ...]]]:
    key = ", ".join(columns[:keys])
    start = f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608
    end = f" ORDER BY {key} LIMIT {_BATCH}"
    rows = db.conn.execute(start + end).fetchall()
    while rows:
        yield rows
        after = f" WHERE ({key}) > ({', '.join('?' * keys)})"
        rows = db.conn.execute(start + after + end, list(rows[-1][:keys])).fetchall()


def _let_go(path: Path) -> None:
    """Make sure that no server has the file open. A file too damaged to be asked is let go as it is."""
    if not path.exists():
        return
    try:
        with as_store_error(), contextlib.closing(sqlite3.connect(path, timeout=1)) as db:
            db.execute("PRAGMA journal_mode=DELETE").fetchone()  # only alone can one leave WAL
    except StoreError as error:
        if error.kind == "locked":
            raise BackupError("a server is using these tables; stop it first") from error
        if error.kind != "corrupt":
            raise


def _keep_aside(path: Path, name: str) -> None:
    if path.exists():
        path.replace(name)


def _put(source: Path, target: Path) -> None:
    """Move a file into its place, and have both on the disk."""
    with source.open("rb+") as file:
        os.fsync(file.fileno())
    source.chmod(0o600)  # it holds the key, or the key is all that it is
    source.replace(target)
    if os.name == "posix":
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextlib.contextmanager
def _folder_beside(target: Path) -> Iterator[Path]:
    # On the same disk, so that the last step is a rename.
    with tempfile.TemporaryDirectory(dir=target.absolute().parent, prefix=".mori-") as folder:
        yield Path(folder)
