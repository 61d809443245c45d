"""Ranking: the highest total, then each tie-break in turn; which one decided; equals share a place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.scores import SheetError, places, rank


def test_the_totals_decide() -> None:
    found = rank([3, 9, 5], [("tiles", [1, 2, 3])])
    assert (found.order, found.winners, found.decided_by) == ((1, 2, 0), (1,), None)


def test_the_first_break_that_separates_the_winner_is_named() -> None:
    assert rank([9, 9, 5], [("tiles", [-3, -2, 0])]).decided_by == "tiles"
    found = rank([9, 9, 9], [("tiles", [-2, -2, -3]), ("tokens", [0, 1, 5])])
    assert (found.order, found.winners, found.decided_by) == ((1, 0, 2), (1,), "tokens")


def test_a_break_that_only_thins_the_tie_decides_what_it_decided() -> None:
    found = rank([9, 9, 9], [("tiles", [-2, -2, -3])])
    assert (found.winners, found.decided_by) == ((0, 1), "tiles")


def test_a_tie_that_nothing_breaks_is_shared() -> None:
    found = rank([9, 9, 4], [("tiles", [-2, -2, 0]), ("tokens", [1, 1, 0])])
    assert (found.winners, found.decided_by) == ((0, 1), None)
    assert places(found, [9, 9, 4], [[-2, -2, 0], [1, 1, 0]]) == [1, 1, 3]


def test_a_tie_below_the_winner_names_no_break() -> None:
    found = rank([9, 4, 4], [("tiles", [0, 1, 2])])
    assert (found.order, found.decided_by) == ((0, 2, 1), None)


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 3), min_size=n, max_size=n), min_size=1, max_size=4)
    )
)
def test_rank_against_the_definition(columns: list[list[int]]) -> None:
    totals, *breaks = columns
    found = rank(totals, [(f"b{i}", numbers) for i, numbers in enumerate(breaks)])
    rows = list(zip(*columns, strict=True))
    assert sorted(found.order) == list(range(len(totals)))
    assert [rows[i] for i in found.order] == sorted(rows, reverse=True)
    assert set(found.winners) == {i for i, row in enumerate(rows) if row == max(rows)}
    place = places(found, totals, breaks)
    assert place == [1 + sum(other > row for other in rows) for row in rows]
    level, last = [i for i, total in enumerate(totals) if total == max(totals)], None
    for i, numbers in enumerate(breaks):
        thinned = [p for p in level if numbers[p] == max(numbers[q] for q in level)]
        if len(thinned) < len(level):
            level, last = thinned, f"b{i}"
    assert found.decided_by == last


def test_a_sheet_error_says_where_and_what() -> None:
    error = SheetError(("players", 1, "dice"), "out_of_range", value=9, n=6)
    assert str(error) == "players.1.dice: out of range: value 9, n 6"
    assert (error.path, error.reason, error.values) == (
        ("players", 1, "dice"),
        "out_of_range",
        {"value": 9, "n": 6},
    )
