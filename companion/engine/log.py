"""The log of a table: entries, and the state they fold to.

Nothing but the entries is truth. A `Timeline` is a value: adding an entry gives a new one that shares the
old one's nodes, so a reader never sees half a move, and undo costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.game import Game, Setup

KINDS = ("move", "amend", "back", "undo", "redo")


class LogError(ValueError):
    """An entry that does not fit the log. `number` is the entry at fault."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(f"entry {number}: {message}")
        self.number = number


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log.

    `number` counts from 1. `kind`: a `move`; `amend` gives the entry `target` the content `move`; `back`
    drops the entry `target` and all after it but the asides of other seats; `undo` takes back the last
    change that still stands; `redo` brings back the last one undone. `seat` is who acts (TABLE for chance and
    corrections), `by` the seat whose phone entered it, `overruled` the ids of the rules it was recorded
    against, `at` the time as ISO 8601 in UTC.
    """

    number: int
    kind: str
    seat: int
    move: Mapping[str, Any] | None = None
    target: int = 0
    by: int | None = None
    overruled: tuple[str, ...] = ()
    at: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A move that stands: the entry it came from, with its content as last amended, and the state after."""

    entry: Entry
    move: Any
    state: Any
    before: Node | None
    depth: int


def is_aside(node: Node) -> bool:
    """Whether the move is a note of its seat alone, which stands whatever the others take back."""
    return bool(getattr(node.move, "aside", False))


@dataclass(frozen=True, slots=True)
class _Stack:
    head: Node | None
    below: _Stack | None


@dataclass(frozen=True, slots=True)
class Timeline:
    """The moves that stand, and what undo and redo lead to. `revision` counts all entries."""

    game: Game
    first: Any
    revision: int = 0
    head: Node | None = None
    _past: _Stack | None = None
    _future: _Stack | None = None

    @property
    def state(self) -> Any:
        """The state at the table now."""
        return self.first if self.head is None else self.head.state

    @property
    def can_undo(self) -> bool:
        return self._past is not None

    @property
    def can_redo(self) -> bool:
        return self._future is not None

    def backwards(self) -> Iterator[Node]:
        """The moves that stand, the last one first."""
        node = self.head
        while node is not None:
            yield node
            node = node.before

    def node(self, number: int) -> Node | None:
        """The standing move of the entry with that number, None when it was taken back or never was one."""
        return next((node for node in self.backwards() if node.entry.number == number), None)

    def add(self, entry: Entry) -> Timeline:
        """The timeline after one more entry. Raises LogError; never asks whether a move is legal."""
        if entry.number != self.revision + 1:
            raise LogError(entry.number, f"the log is at {self.revision}")
        if entry.kind == "undo":
            if self._past is None:
                raise LogError(entry.number, "there is nothing to undo")
            future = _Stack(self.head, self._future)
            return Timeline(self.game, self.first, entry.number, self._past.head, self._past.below, future)
        past = _Stack(self.head, self._past)
        if entry.kind == "redo":
            if self._future is None:
                raise LogError(entry.number, "there is nothing to redo")
            return Timeline(self.game, self.first, entry.number, self._future.head, past, self._future.below)
        return Timeline(self.game, self.first, entry.number, self._changed(entry), past, None)

    def _changed(self, entry: Entry) -> Node | None:
        if entry.kind == "move":
            return self._step(self.head, entry, entry)
        target = self.node(entry.target)
        if target is None:
            raise LogError(entry.number, f"entry {entry.target} does not stand")
        if entry.kind == "back":
            return self._back(target, entry)
        if entry.kind != "amend":
            raise LogError(entry.number, f"no such kind of entry: {entry.kind[:40]!r}")
        after: list[Node] = []
        for node in self.backwards():
            if node is target:
                break
            after.append(node)
        amended = replace(target.entry, seat=entry.seat, move=entry.move, overruled=entry.overruled)
        head: Node | None = self._step(target.before, amended, entry)
        for node in reversed(after):
            head = self._step(head, node.entry, node.entry)
        return head

    def _back(self, target: Node, entry: Entry) -> Node | None:
        """Before the target, with the asides that other seats noted since."""
        kept: list[Node] = []
        for node in self.backwards():
            if is_aside(node) and node.entry.seat != target.entry.seat:
                kept.append(node)
            if node is target:
                break
        head = target.before
        for node in reversed(kept):
            head = self._step(head, node.entry, entry)
        return head

    def _step(self, before: Node | None, entry: Entry, cause: Entry) -> Node:
        state = self.first if before is None else before.state
        try:
            move = self.game.codec.from_json(entry.move)
            after = self.game.apply(state, entry.seat, move)
        except Exception as error:  # whatever a broken record makes a game raise, the prefix before it stands
            raise LogError(cause.number, f"{type(error).__name__}: {error}") from error
        return Node(entry, move, after, before, 1 if before is None else before.depth + 1)


@dataclass(frozen=True, slots=True)
class Replay:
    """As much of a log as can be replayed, and what stopped it (None: all of it stands)."""

    timeline: Timeline
    broken: LogError | None


def start(game: Game, setup: Setup) -> Timeline:
    """The timeline of an empty log."""
    return Timeline(game, game.setup(setup))


def replay(timeline: Timeline, entries: Iterable[Entry]) -> Replay:
    """Fold the entries onto the timeline, stopping at the first that does not replay."""
    for entry in entries:
        try:
            timeline = timeline.add(entry)
        except LogError as error:
            return Replay(timeline, error)
    return Replay(timeline, None)
