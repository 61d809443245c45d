"""What becomes of a table that nobody touches: after a while it is closed, much later it is written to a file
and removed. Never without the file. So is a phone's copy of a game that it did not use for as long.

Once a day the server looks. It removes nothing on a day that does not follow one it knows: a clock that
jumped years ahead must not empty the house.
"""

from __future__ import annotations

import logging
import os
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from companion.copies import Copies
from companion.engine.log import LogError
from companion.games.bitoku.learned import as_file as pieces_as_file
from companion.store import NoTable, StoreError
from companion.tables import TableError, Tables, as_file

_LOG = logging.getLogger(__name__)
FOLDER: Final = "expired"
_FAR: Final = 45
"""Days after which a gap between two looks is not trusted to be the passing of time."""
_DAY: Final = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Policy:
    """Days without a touch until a table is closed, and until it or a phone's copy is removed; 0 is never.
    `folder` is where the files of what was removed go."""

    close: int
    remove: int
    folder: Path


@dataclass(frozen=True, slots=True)
class Expired:
    """Codes of tables: closed, removed, and kept since they cannot be written to a file; and the names of
    removed copies' files."""

    closed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()


def expire(tables: Tables, policy: Policy, now: datetime, *, only_look: bool = False) -> Expired:
    """Close and remove what is due at that time; with `only_look` nothing is done. Raises StoreError,
    OSError."""
    store = tables.store
    removed: list[str] = []
    closed: list[str] = []
    kept: list[str] = []
    if policy.remove:
        before = _days_before(now, policy.remove)
        for code in store.untouched(before):
            gone = only_look or _removed(tables, code, before, policy.folder)
            (removed if gone else kept).append(code)
    if policy.close:
        before = _days_before(now, policy.close)
        for code in store.untouched(before, open_only=True):
            if code not in removed and (only_look or store.close_untouched(code, before)):
                closed.append(code)
    copies = _copies(Copies(store, lambda: now), policy, now, only_look) if policy.remove else ()
    return Expired(tuple(closed), tuple(removed), tuple(kept), copies)


def _copies(copies: Copies, policy: Policy, now: datetime, only_look: bool) -> tuple[str, ...]:
    """The files of the copies that are gone. One that a later version wrote stays as it is."""
    before = _days_before(now, policy.remove)[:10]
    gone = []
    for holder in copies.unused(before):
        name = f"copy-{holder[:16]}-{now.date().isoformat()}"
        try:
            pieces = copies.kept(holder)
        except ValueError:
            continue
        if not only_look:
            if pieces:
                _write(policy.folder, name, pieces_as_file(pieces))
            if not copies.remove(holder, before):
                continue
        gone += [name] if pieces else []
    return tuple(gone)


def daily(tables: Tables, policy: Policy, now: datetime) -> Expired | None:
    """Expire, if this day follows one on which that was done; None when it did not look."""
    today = now.toordinal()
    before = tables.store.note("expired_on", today)
    if before == today:
        return None
    if before is None or not 0 < today - before <= _FAR:
        gap = "at an unknown number of" if before is None else today - before
        _LOG.info("nothing expires today: the last look was %s days ago", gap)
        return None
    return expire(tables, policy, now)


def begin(
    tables: Tables,
    policy: Policy,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    first: float = 60.0,
) -> threading.Thread:
    """Look a minute from now and then once a day, in a thread that ends with the process."""

    def run() -> None:
        pause = threading.Event()
        wait = first
        while not pause.wait(wait):
            wait = _DAY
            try:
                done = daily(tables, policy, now())
                if done and done != Expired():
                    _LOG.warning(
                        "expired: %s tables closed, %s and %s copies removed to %s, %s cannot be written"
                        " to a file",
                        *(len(done.closed), len(done.removed), len(done.copies)),
                        *(policy.folder, len(done.kept)),
                    )
            except (StoreError, OSError) as error:
                _LOG.error("nothing expires today: %s", error)

    thread = threading.Thread(target=run, name="mori-expiry", daemon=True)
    thread.start()
    return thread


def _removed(tables: Tables, code: str, before: str, folder: Path) -> bool:
    """Whether it is gone, its file written; a table touched meanwhile stays too."""
    try:
        text = as_file(tables.export(code))
    except NoTable:
        return True
    except (TableError, LogError, ValueError):
        return False  # of a game that this program does not have, or not to be read any more
    _write(folder, code, text)
    try:
        return tables.store.remove(code, before)
    except NoTable:
        return True


def _write(folder: Path, name: str, text: str) -> None:
    """The file on the disk, all of it or nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor, beside = tempfile.mkstemp(dir=folder, prefix=".expired-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).replace(folder / f"{name}.json")
    finally:
        Path(beside).unlink(missing_ok=True)


def _days_before(now: datetime, days: int) -> str:
    then = now.astimezone(UTC) - timedelta(days=min(days, 100_000))
    return then.isoformat(timespec="seconds").replace("+00:00", "Z")
