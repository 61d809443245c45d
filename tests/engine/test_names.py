"""What passes as a name, and which two are one."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.names import BadName, clean_name, same_name

UNSEEN = [
    "",
    " ",
    "\u3164",
    "\u2800",
    "\u200b",
    "\u2060",
    "\u00ad",
    "\u200d",
    "\u115f \u1160",
    "\uffa0\ufe0f",
]


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_that_nobody_sees_is_none(name: str) -> None:
    with pytest.raises(BadName) as refused:
        clean_name(name, 24)
    assert refused.value.reason == "empty"


@pytest.mark.parametrize(
    "name", ["a\x00b", "a\nb", "a\u2028b", "a\x85b", "a\u202eb", "a\u200bb", "a\ud800", 7, None]
)
def test_what_does_not_belong_in_a_line_is_refused(name: Any) -> None:
    with pytest.raises(BadName) as refused:
        clean_name(name, 24)
    assert refused.value.reason == "letters"


def test_a_name_is_trimmed_and_composed() -> None:
    assert clean_name(" Zoe\u0301  van\tA\n", 24) == "Zoé van A"
    for name in ("👩‍👩‍👧", "❤️", "محمد", "森の精", "W" * 24):
        assert clean_name(name, 24) == name
    with pytest.raises(BadName, match="long"):
        clean_name("W" * 25, 24)


@pytest.mark.parametrize("other", ["ann", "ＡＮＮ", "Ann\u3164", "A\u200dnn", "An\u2800n", "Ann \ufe0f"])
def test_names_that_look_alike_are_the_same(other: str) -> None:
    assert same_name("Ann", other)
    assert not same_name("Anna", other)
