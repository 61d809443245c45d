"""The log against a naive one: undo, redo, back and amend, and a broken entry leaves the good prefix."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import Setup
from companion.engine.log import Entry, LogError, Timeline, replay, start
from tests.pile import GAME, Take

SETUP = Setup(2, {"long": "yes"})


def move(number: int, count: int, seat: int = 0, **more: Any) -> Entry:
    return Entry(number, "move", seat, {"do": "take", "count": count}, **more)


def fold(contents: list[tuple[int, int, int]]) -> Any:
    """The state after (number, seat, count) one by one; raises ValueError when the pile runs out."""
    state = GAME.setup(SETUP)
    for _, seat, count in contents:
        state = GAME.apply(state, seat, Take(count))
    return state


@dataclass
class Naive:
    """A log that keeps whole copies of the standing moves."""

    now: list[tuple[int, int, int]] = field(default_factory=list)
    past: list[list[tuple[int, int, int]]] = field(default_factory=list)
    future: list[list[tuple[int, int, int]]] = field(default_factory=list)

    def add(self, number: int, kind: str, target: int, seat: int, count: int) -> bool:
        """Whether the entry fits; nothing changes when it does not."""
        if kind == "undo" or kind == "redo":
            source, sink = (self.past, self.future) if kind == "undo" else (self.future, self.past)
            if not source:
                return False
            sink.append(self.now)
            self.now = source.pop()
            return True
        standing = [n for n, _, _ in self.now]
        if kind == "move":
            new = [*self.now, (number, seat, count)]
        elif target not in standing:
            return False
        elif kind == "back":
            new = self.now[: standing.index(target)]
        else:
            new = [(n, seat, count) if n == target else (n, s, c) for n, s, c in self.now]
        try:
            fold(new)
        except ValueError:
            return False
        self.past.append(self.now)
        self.now, self.future = new, []
        return True


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["move"] * 5 + ["undo"] * 2 + ["redo"] * 2 + ["back", "amend", "amend"]),
        st.integers(1, 30),
        st.integers(0, 1),
        st.integers(0, 5),
    ),
    max_size=40,
)


@given(STEPS)
def test_the_log_is_the_naive_log(steps: list[tuple[str, int, int, int]]) -> None:
    line, naive = start(GAME, SETUP), Naive()
    kept: list[Entry] = []
    for kind, target, seat, count in steps:
        number = len(kept) + 1
        target = 1 + target % number
        content = {"do": "take", "count": count} if kind in ("move", "amend") else None
        entry = Entry(number, kind, seat, content, target if kind in ("back", "amend") else 0)
        if naive.add(number, kind, target, seat, count):
            line = line.add(entry)
            kept.append(entry)
        else:
            with pytest.raises(LogError):
                line.add(entry)
        standing = [(n.entry.number, n.entry.seat, n.move.count) for n in line.backwards()][::-1]
        assert standing == naive.now
        assert line.state == fold(naive.now)
        assert (line.can_undo, line.can_redo) == (bool(naive.past), bool(naive.future))
        assert line.revision == len(kept)
    again = replay(start(GAME, SETUP), kept)
    assert again.broken is None and again.timeline.state == line.state


def played(*counts: int) -> Timeline:
    line = start(GAME, SETUP)
    for number, count in enumerate(counts, 1):
        line = line.add(move(number, count, (number - 1) % 2))
    return line


def test_amend_keeps_all_that_came_after() -> None:
    line = played(3, 1, 2)
    after = line.add(Entry(4, "amend", 1, {"do": "take", "count": 2}, target=1, overruled=("P2",)))
    assert [node.entry.number for node in after.backwards()] == [3, 2, 1]
    assert [node.move.count for node in after.backwards()] == [2, 1, 2]
    first = after.node(1)
    assert first is not None and (first.entry.seat, first.entry.overruled) == (1, ("P2",))
    assert after.state.taken == (2, 3)
    assert line.state.taken == (5, 1), "the timeline before is untouched"
    assert after.add(Entry(5, "undo", 0)).state == line.state


def test_amend_names_the_later_entry_that_no_longer_fits() -> None:
    line = played(3, 3, 3, 3)
    with pytest.raises(LogError) as refused:
        line.add(Entry(5, "amend", 0, {"do": "take", "count": 7}, target=1))
    assert refused.value.number == 4
    with pytest.raises(LogError) as refused:
        line.add(Entry(5, "amend", 0, {"do": "take", "count": 99}, target=1))
    assert refused.value.number == 5, "the amendment itself is at fault"


@pytest.mark.parametrize(
    "broken",
    [
        Entry(3, "move", 0, {"do": "take", "count": 99}),
        Entry(3, "move", 0, {"do": "fly"}),
        Entry(3, "move", 0, None),
        Entry(3, "move", 0, {"do": "take", "count": "2"}),
        Entry(3, "move", 7, {"do": "wish", "number": 1, "more": 1}),
        Entry(3, "leap", 0),
        Entry(3, "back", 0, target=3),
        Entry(3, "back", 0, target=0),
        Entry(3, "amend", 0, {"do": "take", "count": 1}, target=9),
        Entry(3, "redo", 0),
        Entry(4, "move", 0, {"do": "take", "count": 1}),
        Entry(2, "move", 0, {"do": "take", "count": 1}),
    ],
)
def test_a_broken_entry_leaves_the_good_prefix_and_is_named(broken: Entry) -> None:
    good = [move(1, 3), move(2, 1, 1)]
    found = replay(start(GAME, SETUP), [*good, broken, move(broken.number + 1, 1)])
    assert found.broken is not None and found.broken.number == broken.number
    assert str(broken.number) in str(found.broken)
    assert found.timeline.revision == 2
    assert found.timeline.state == replay(start(GAME, SETUP), good).timeline.state


def test_nothing_to_undo() -> None:
    with pytest.raises(LogError):
        start(GAME, SETUP).add(Entry(1, "undo", 0))


def test_replay_asks_nobody_whether_a_move_is_legal() -> None:
    line = start(GAME, SETUP).add(move(1, 9, seat=1))
    assert GAME.check(GAME.setup(SETUP), 1, Take(9)) != ()
    assert line.state.taken == (0, 9)


def test_a_long_log_neither_recurses_nor_slows_down() -> None:
    line = start(GAME, SETUP)
    for number in range(1, 5001):
        line = line.add(Entry(number, "move", -1, {"do": "add", "count": 1}))
    for number in range(5001, 10001):
        line = line.add(Entry(number, "undo" if number % 2 else "redo", 0))
    assert line.state.pile == 15 + 5000
    assert line.node(1) is not None
    del line
