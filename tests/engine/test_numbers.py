from __future__ import annotations

import pytest

from companion.engine.numbers import whole


@pytest.mark.parametrize(
    ("text", "digits", "number"),
    [("0", 1, 0), ("007", 3, 7), ("12", 2, 12), ("123", 2, None), ("9" * 5000, 4, None)],
)
def test_a_whole_number_of_so_many_digits(text: str, digits: int, number: int | None) -> None:
    assert whole(text, digits) == number


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1 ", "1_0", "1.0", "²", "٣", "一", "x", "\0"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert whole(text, 9) is None
