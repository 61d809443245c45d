"""The databases that a store can lie in: a file of SQLite's, or a PostgreSQL server.

Each offers the same few things (`Database`), and both understand the same SQL; what differs between them
(how a transaction begins, who writes next, how one hears of other processes) stays in its own module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final, Protocol

TICK: Final = 0.025
"""Seconds between two looks for what others wrote."""


class StoreError(Exception):
    """The database cannot do it. `kind`: locked, full, readonly, corrupt, unreadable, or newer (made by a
    later version of this program)."""

    def __init__(self, kind: str, detail: str = "") -> None:
        super().__init__(f"the database is {kind}" + (f": {detail}" if detail else ""))
        self.kind = kind


class Rows(Protocol):
    """What came of a statement."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """Takes SQL that both databases understand, with `?` for each value."""

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows: ...
    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> Any: ...


class Session(Protocol):
    """A connection while it is in use."""

    @property
    def conn(self) -> Connection: ...


class Database(Protocol):
    """Safe for many threads, and after a fork. Everything raises StoreError."""

    def connection(self) -> AbstractContextManager[Session]:
        """A connection at which each statement stands for itself."""

    def reading(self) -> AbstractContextManager[Session]:
        """One moment of the database, whatever others write meanwhile."""

    def writing(self) -> AbstractContextManager[Session]:
        """One transaction that no other writer interrupts, so that what is read in it stays true; it is on
        the disk when the block ends, and undone when the block raises."""

    def ticks(self) -> Iterator[bool]:
        """Never ends: waits a moment, then says whether something may have changed in the meantime."""

    def close(self) -> None:
        """Let go of the connections that are not in use."""


def open_database(where: str | Path, patience: float) -> Database:
    """The database at that path or `postgresql://` address, with every table that a store needs.

    `patience` is how many seconds a write waits for other writers. Raises StoreError.
    """
    if is_postgres(where):
        from companion.databases.postgres import Postgres

        return Postgres(str(where), patience)
    from companion.databases.sqlite import SQLite

    return SQLite(Path(where), patience)


def is_postgres(where: str | Path) -> bool:
    """Whether that is the address of a PostgreSQL server."""
    return isinstance(where, str) and where.startswith(("postgresql://", "postgres://"))
