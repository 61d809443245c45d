"""What conformance asks of Bitoku besides: its count at any moment, hostile moves, and the pad."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import Setup, Severity, worst
from companion.engine.scores import SheetError
from companion.games.bitoku import GAME
from companion.games.bitoku.goods import ITEMS
from companion.games.bitoku.moves import Gain
from companion.games.bitoku.scoring import SheetErrors
from companion.games.bitoku.state import REGIONS
from tests.games import playing
from tests.games import test_conformance as checks

TABLES = [
    ("bitoku", seats, (("forest_action", forest), ("tracking", tracking)))
    for seats, (tracking, forest) in product(
        GAME.seats, (("turns", "higher"), ("everything", "level"), ("everything", "higher"))
    )
]
every_table = pytest.mark.parametrize("table", TABLES, ids=lambda t: f"{t[1]}-{dict(t[2])}")


@every_table
def test_the_tally_is_counted_at_any_moment(table: Any) -> None:
    """Where everything is kept count of, at once; where turns are, once the rest is answered."""
    walk = playing.walk(*table, 1)
    names = tuple(f"P{seat}" for seat in range(walk.setup.seats))
    for state in (*random.Random(4).sample(walk.states, 12), walk.states[-1]):
        sheet = json.loads(json.dumps(GAME.tally(state, names)))
        if not state.everything:
            with pytest.raises(SheetErrors) as wrong:
                GAME.score(sheet)
            assert {fault.reason for fault in wrong.value.faults} == {"missing"}
            sheet["treasures"] = {region: [5, 3, 1] for region in REGIONS}
            for player in (*sheet["players"], *([sheet["tengu"]] if "tengu" in sheet else [])):
                player["kodama"] = dict.fromkeys(REGIONS, 2)
        result = GAME.score(sheet)
        assert [player.name for player in result.players] == list(names)
        assert all(player.total == sum(line.points for line in player.lines) for player in result.players)


@settings(max_examples=400)
@given(data=st.data())
def test_no_readable_move_makes_the_rules_stumble(data: st.DataObject) -> None:
    table = data.draw(st.sampled_from(TABLES))
    walk = playing.walk(*table, 1)
    state = data.draw(st.sampled_from(walk.states))
    move = data.draw(_hostile())
    seat = data.draw(st.integers(-2, walk.setup.seats) | st.integers())
    _hold(state, seat, move)


def _hostile() -> st.SearchStrategy[Any]:
    if not _STRATEGY:
        _STRATEGY.append(checks._hostile(GAME.slug))
    return _STRATEGY[0]


_STRATEGY: list[st.SearchStrategy[Any]] = []


def _hold(state: Any, seat: int, move: Any) -> Any:
    against = GAME.check(state, seat, move)
    checks.assert_explained(GAME, against)
    if worst(against) == Severity.IMPOSSIBLE:
        return state
    after = GAME.apply(state, seat, move)
    assert list(GAME.invariants(after)) == []
    checks.assert_frozen(after)
    GAME.view(after, None)
    return after


@settings(max_examples=300)
@given(
    st.sampled_from(["turns", "everything"]),
    st.lists(
        st.tuples(
            st.integers(0, 1),
            st.lists(
                st.builds("{}{}{}".format, st.sampled_from(ITEMS), st.sampled_from("+-"), st.integers(1, 12)),
                max_size=6,
            ),
        ),
        max_size=12,
    ),
)
def test_whatever_the_pad_brings_keeps_the_invariants(
    tracking: str, entries: list[tuple[int, list[str]]]
) -> None:
    state = GAME.setup(Setup(2, GAME.settle({"tracking": tracking})))
    for seat, items in entries:
        state = _hold(state, seat, Gain(tuple(items)))
        for move in GAME.candidates(state, seat):
            GAME.check(state, seat, move)
    try:
        GAME.score(GAME.tally(state, ("A", "B")))
    except SheetError as wrong:
        assert wrong.reason == "missing" and tracking == "turns"
