"""SQLite through sqlite-utils: one file, made when it is not there.

Every write is one BEGIN IMMEDIATE transaction under a lock of the process, so a read inside it stays true
until the commit; with synchronous=FULL what was answered has reached the disk.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlite_utils import Database, Migrations

from companion.databases import TICK, StoreError
from companion.databases.schema import STEPS

migrations: Final = Migrations("companion")


def _step(statements: tuple[str, ...]) -> Callable[[Database], None]:
    def apply(db: Database) -> None:
        for statement in statements:
            rowid = " WITHOUT ROWID" if statement.startswith("CREATE TABLE") else ""
            db.execute(statement + rowid)

    return apply


for _name, _statements in STEPS.items():
    migrations(name=_name)(_step(_statements))

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
def as_store_error() -> Iterator[None]:
    """What SQLite says is wrong, as a StoreError."""
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


class SQLite:
    """A Database in one SQLite file. Safe for many processes too."""

    def __init__(self, path: Path, patience: float) -> None:
        self.path = path
        self.patience = patience
        self._idle: list[Database] = []
        self._owner = os.getpid()
        with self.writing() as db:
            unknown = {m.name for m in migrations.applied(db)} - set(STEPS)
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
    def connection(self) -> Iterator[Database]:
        """A connection of the pool."""
        if self._owner != os.getpid():  # after a fork the parent's connections must not be touched
            self._idle, self._owner = [], os.getpid()
        with as_store_error():
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
    def reading(self) -> Iterator[Database]:
        """One moment of the database."""
        with self.connection() as db:
            db.conn.execute("BEGIN")
            try:
                yield db
            finally:
                db.rollback()

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """One transaction that no other writer interrupts."""
        if not _WRITING.acquire(timeout=self.patience):
            raise StoreError("locked")
        try:
            with self.connection() as db:
                db.conn.execute("BEGIN IMMEDIATE")
                try:
                    yield db
                    db.conn.execute("COMMIT")
                finally:
                    db.rollback()
        finally:
            _WRITING.release()

    def ticks(self) -> Iterator[bool]:
        """See Database. SQLite's own counter tells what other connections committed."""
        with as_store_error():
            db = self._connect()  # its own: the counter says nothing of what this connection wrote
            try:
                seen = -1
                while True:
                    time.sleep(TICK)
                    (version,) = db.conn.execute("PRAGMA data_version").fetchone()
                    stirred, seen = version != seen, version
                    yield stirred
            finally:
                db.close()
