"""PostgreSQL through psycopg, for those who need several machines at one set of tables.

Writers wait for one another under one lock of the database, so that what is read in a transaction stays true
and changes become visible in the order of their numbers; each commit wakes the other processes by NOTIFY.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, Final

from companion.databases import StoreError
from companion.databases.schema import STEPS

try:
    import psycopg
    from psycopg import errors
    from psycopg.pq import TransactionStatus
    from psycopg_pool import ConnectionPool, PoolTimeout
except ImportError as _missing:
    raise StoreError("unreadable", "PostgreSQL needs psycopg: install mori-companion[postgres]") from _missing

CONNECTIONS: Final = 16
"""At most so many at once from one process; a request holds one for a few milliseconds."""
CHANNEL: Final = "mori"
_LOCK: Final = 7_305_541_229_001
_LISTEN_PAUSE: Final = 0.5
_LOOK_ANYWAY: Final = 10
"""Pauses after which the watcher looks though nothing was heard: a notice may be lost on the way."""
_ALIVE: Final[dict[str, Any]] = {
    **{"connect_timeout": 5, "keepalives_idle": 10},
    **{"keepalives_interval": 5, "keepalives_count": 3},
}

_OUTSIDE: Final = (TransactionStatus.IDLE, TransactionStatus.UNKNOWN)

_KINDS: Final[tuple[tuple[type[Exception], str], ...]] = (
    (PoolTimeout, "unreadable"),
    (errors.LockNotAvailable, "locked"),
    (errors.QueryCanceled, "locked"),
    (errors.SerializationFailure, "locked"),
    (errors.DeadlockDetected, "locked"),
    (errors.IdleInTransactionSessionTimeout, "locked"),
    (errors.DiskFull, "full"),
    (errors.ReadOnlySqlTransaction, "readonly"),
    (errors.InsufficientPrivilege, "readonly"),
    (errors.DataCorrupted, "corrupt"),
    (errors.IndexCorrupted, "corrupt"),
    (psycopg.OperationalError, "unreadable"),
    (psycopg.InterfaceError, "unreadable"),
    (psycopg.InternalError, "corrupt"),
)


@contextmanager
def as_store_error() -> Iterator[None]:
    """What PostgreSQL says is wrong, as a StoreError."""
    try:
        yield
    except (psycopg.Error, PoolTimeout) as error:
        for kind_of, kind in _KINDS:
            if isinstance(error, kind_of):
                raise StoreError(kind, " ".join(str(error).split())[:200]) from error
        raise


@lru_cache(maxsize=200)
def _translated(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


def _plain(values: Sequence[Any]) -> list[Any]:
    # PostgreSQL keeps no NUL in a text; none of ours means anything.
    return [v.replace("\0", "") if isinstance(v, str) and "\0" in v else v for v in values]


class _Session:
    """A psycopg connection that takes SQL with `?` for the values."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection

    @property
    def conn(self) -> _Session:
        return self

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> psycopg.Cursor[Any]:
        return self._connection.execute(_translated(sql), _plain(values) or None)

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> None:
        self._connection.cursor().executemany(_translated(sql), [_plain(row) for row in values])


class Postgres:
    """A Database on a PostgreSQL server (13 or later). It needs a direct connection, not a pool that hands
    out transactions: it listens, and it sets its session up."""

    def __init__(self, url: str, patience: float) -> None:
        self.url = url
        self.patience = patience
        self._opening = threading.Lock()
        self._pool: ConnectionPool | None = None
        self._owner = 0
        try:
            self._build()
        except psycopg.Error as error:  # an address that works, of a database that cannot be used
            raise StoreError("unreadable", " ".join(str(error).split())[:200]) from error

    def _build(self) -> None:
        with self.writing() as db:
            db.execute("CREATE TABLE IF NOT EXISTS step (name TEXT PRIMARY KEY)")
            taken = {name for (name,) in db.execute("SELECT name FROM step")}
            if unknown := taken - set(STEPS):
                raise StoreError("newer", f"it knows {', '.join(sorted(unknown))}")
            for name, statements in STEPS.items():
                if name not in taken:
                    for statement in statements:
                        db.execute(statement)
                    db.execute("INSERT INTO step VALUES (?)", [name])

    def close(self) -> None:
        """Let go of every connection; the next use opens new ones."""
        with self._opening:
            pool, self._pool = self._pool, None
        if pool is not None and self._owner == os.getpid():
            pool.close()

    def _configure(self, connection: psycopg.Connection[Any]) -> None:
        milliseconds = int(self.patience * 1000)
        # Whoever dies in the middle of a transaction must not keep the others waiting for long.
        connection.execute(
            f"SET lock_timeout = {milliseconds}; SET synchronous_commit = on;"
            f" SET idle_in_transaction_session_timeout = {max(milliseconds, 1000)}"
        )

    def _pooled(self) -> ConnectionPool:
        with self._opening:
            if self._pool is None or self._owner != os.getpid():  # a fork must not touch its parent's
                self._owner = os.getpid()
                self._pool = ConnectionPool(
                    self.url,
                    min_size=1,
                    max_size=CONNECTIONS,
                    timeout=self.patience,
                    kwargs={"autocommit": True, **_ALIVE},
                    configure=self._configure,
                    check=ConnectionPool.check_connection,
                    open=True,
                )
            return self._pool

    @contextmanager
    def connection(self) -> Iterator[_Session]:
        """A connection of the pool, looked at before it is given out."""
        with as_store_error():
            pool = self._pooled()
            connection = pool.getconn()
            try:
                yield _Session(connection)
            finally:
                if connection.info.transaction_status not in _OUTSIDE:
                    with suppress(psycopg.Error):
                        connection.execute("ROLLBACK")
                pool.putconn(connection)

    @contextmanager
    def reading(self) -> Iterator[_Session]:
        """One moment of the database."""
        with self.connection() as db:
            db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield db
            db.execute("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[_Session]:
        """One transaction that no other writer interrupts."""
        with self.connection() as db:
            db.execute(f"BEGIN; SELECT pg_advisory_xact_lock({_LOCK})")
            yield db
            db.execute(f"NOTIFY {CHANNEL}; COMMIT")

    def ticks(self) -> Iterator[bool]:
        """See Database. Every process hears of every commit."""
        with as_store_error(), psycopg.connect(self.url, autocommit=True, **_ALIVE) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            yield True  # what was written before it listened
            quiet = 0
            while True:
                heard = any(True for _ in connection.notifies(timeout=_LISTEN_PAUSE, stop_after=1))
                quiet = 0 if heard else quiet + 1
                yield heard or quiet % _LOOK_ANYWAY == 0
