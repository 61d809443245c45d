"""Moves to JSON and forms and back; what is not a move is refused with the field at fault."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.moves import Codec, MoveError


@dataclass(frozen=True, slots=True)
class Go:
    kind: ClassVar[str] = "go"
    lead: ClassVar[str] = "to"
    secret: ClassVar[frozenset[str]] = frozenset()
    to: str
    steps: int = 1
    mood: str = "calm"
    seen: tuple[str, ...] = ()
    dice: tuple[int, ...] = (6,)


@dataclass(frozen=True, slots=True)
class Rest:
    kind: ClassVar[str] = "rest"
    lead: ClassVar[str] = ""
    secret: ClassVar[frozenset[str]] = frozenset()


CODEC = Codec((Go, Rest))
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
PARTS = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=6)
MOVES = st.one_of(
    st.just(Rest()),
    st.builds(
        Go, TEXTS, st.integers(), TEXTS, st.lists(PARTS).map(tuple), st.lists(st.integers()).map(tuple)
    ),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.sampled_from(["go", "rest"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["do", "to", "steps", "mood", "seen", "dice"]) | TEXTS, inner, max_size=4
        )
    ),
    max_leaves=8,
)


@given(MOVES)
def test_a_move_comes_back_from_json_and_from_a_form(move: Any) -> None:
    assert CODEC.from_json(json.loads(json.dumps(CODEC.to_json(move)))) == move
    assert CODEC.from_form(CODEC.to_form(move)) == move
    assert CODEC.from_answers(CODEC.answers(move)) == move


def test_fields_at_their_default_are_left_out() -> None:
    assert CODEC.to_json(Go("hill")) == {"do": "go", "to": "hill"}
    assert CODEC.to_form(Go("0,3")) == "do=go&to=0%2C3"
    assert CODEC.to_form(Go("a", mood="", dice=())) == "do=go&to=a&mood=&dice="
    assert CODEC.answers(Go("a", seen=("b", "c"))) == {
        "do": "go", "to": "a", "steps": "1", "mood": "calm", "seen": "b c", "dice": "6",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (None, "do"),
        ([], "do"),
        ("go", "do"),
        ({}, "do"),
        ({"do": "fly"}, "do"),
        ({"do": ["go"]}, "do"),
        ({"do": "go"}, "to"),
        ({"do": "go", "to": 7}, "to"),
        ({"do": "go", "to": None}, "to"),
        ({"do": "go", "to": "a", "steps": "2"}, "steps"),
        ({"do": "go", "to": "a", "steps": True}, "steps"),
        ({"do": "go", "to": "a", "steps": 2.0}, "steps"),
        ({"do": "go", "to": "a", "seen": "abc"}, "seen"),
        ({"do": "go", "to": "a", "seen": {"b": 1}}, "seen"),
        ({"do": "go", "to": "a", "seen": [1]}, "seen"),
        ({"do": "go", "to": "a", "dice": ["1"]}, "dice"),
        ({"do": "go", "to": "a", "dice": 3}, "dice"),
        ({"do": "go", "to": "a", "other": 1}, "other"),
        ({"do": "rest", "to": "a"}, "to"),
    ],
)
def test_what_is_no_move_is_refused_with_the_field_at_fault(value: Any, field: str) -> None:
    with pytest.raises(MoveError) as refused:
        CODEC.from_json(value)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "do"),
        ("=", "do"),
        ("do", "do"),
        ("do=fly", "do"),
        ("do=go", "to"),
        ("do=go&to=a&to=b", "to"),
        ("do=go&do=rest&to=a", "do"),
        ("do=go&to=a&steps=two", "steps"),
        ("do=go&to=a&steps=1_0", "steps"),
        ("do=go&to=a&steps=" + "9" * 5000, "steps"),
        ("do=go&to=a&dice=1+x", "dice"),
        ("do=go&to=a&colour=red", "colour"),
        ("do=go&" + "&".join(f"a{i}=1" for i in range(99)), "do"),
    ],
)
def test_what_is_no_form_is_refused_with_the_field_at_fault(text: str, field: str) -> None:
    with pytest.raises(MoveError) as refused:
        CODEC.from_form(text)
    assert refused.value.field == field


@given(JSON)
def test_hostile_json_is_a_move_or_a_move_error(value: Any) -> None:
    try:
        move = CODEC.from_json(value)
    except MoveError as refused:
        assert refused.field and str(refused)
    else:
        assert CODEC.from_json(CODEC.to_json(move)) == move


@given(
    TEXTS
    | st.lists(st.tuples(st.sampled_from(["do", "to", "steps", "dice"]), TEXTS)).map(
        lambda pairs: "&".join(f"{k}={v}" for k, v in pairs)
    )
)
def test_hostile_forms_are_a_move_or_a_move_error(text: str) -> None:
    try:
        move = CODEC.from_form(text)
    except MoveError as refused:
        assert refused.field and str(refused)
    else:
        assert CODEC.from_form(CODEC.to_form(move)) == move


@given(
    st.dictionaries(
        st.sampled_from(["do", "to", "steps", "mood", "seen", "dice"]) | TEXTS,
        TEXTS | st.sampled_from(["go", "rest"]),
    )
)
def test_hostile_answers_are_a_move_or_a_move_error(answers: dict[str, str]) -> None:
    try:
        assert CODEC.from_answers(answers).kind in CODEC.kinds
    except MoveError as refused:
        assert str(refused)
