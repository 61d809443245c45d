"""Waiting for a table to change: one thread a process looks at the database and wakes those who wait."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import defaultdict

from companion.store import Store, StoreError

_LOG = logging.getLogger(__name__)
_PAUSE = 1.0


class Watcher:
    """Wakes the waiters of a table when it changed, whichever process changed it. The thread starts with the
    first wait, and costs no thread or connection a table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._waiting: dict[str, set[threading.Event]] = defaultdict(set)
        self._thread: threading.Thread | None = None
        self._owner = 0
        self._seen = 0
        self._closed = False

    def wait(self, code: str, change: int, timeout: float) -> int:
        """The number of the table's last change, as soon as it is above `change`; after `timeout` seconds, or
        when the watcher is closed, whatever it is. Raises NoTable, StoreError."""
        self._start()
        woken = threading.Event()
        with self._lock:
            self._waiting[code].add(woken)
        try:
            until = time.monotonic() + timeout
            while True:
                latest = self._store.change(code)
                left = until - time.monotonic()
                if latest > change or left <= 0 or self._closed:
                    return latest
                woken.wait(left)
                woken.clear()
        finally:
            with self._lock:
                self._waiting[code].discard(woken)
                if not self._waiting[code]:
                    del self._waiting[code]

    def close(self) -> None:
        """Stop, and wake everyone who waits."""
        self._closed = True
        self._wake(None)

    def _start(self) -> None:
        with self._lock:
            if self._owner != os.getpid():  # a fork has no threads of its parent
                self._waiting.clear()
                self._thread, self._owner = None, os.getpid()
            if self._thread is None and not self._closed:
                self._seen = self._store.last_change()
                self._thread = threading.Thread(target=self._watch, name="mori-watcher", daemon=True)
                self._thread.start()

    def _wake(self, code: str | None) -> None:
        with self._lock:
            rooms = list(self._waiting.values()) if code is None else [self._waiting.get(code, set())]
            for room in rooms:
                for waiter in room:
                    waiter.set()

    def _watch(self) -> None:
        paused = False
        while not self._closed:
            try:
                for stirred in self._store.ticks():
                    if self._closed:
                        return
                    if stirred:
                        for change, code, _ in self._store.changes_after(self._seen):
                            self._seen = change
                            self._wake(code)
                    if paused:
                        _LOG.warning("the watcher goes on")
                        paused = False
            except StoreError as error:
                # Those who wait look for themselves and meet the same error, or find it gone.
                if not paused:  # a database that is away for an hour is told once
                    _LOG.warning("the watcher pauses: %s", error)
                paused = True
                self._wake(None)
                time.sleep(_PAUSE)
