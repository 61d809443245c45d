"""One question at a time: every move is reached, what no longer holds is dropped, the clear is not asked."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from companion.engine.game import Game, Severity, Violation
from companion.engine.picker import Pick, Question, ask
from tests.pile import GAME as PILE


@dataclass(frozen=True, slots=True)
class Build:
    """Its first question is not about its first field."""

    kind: ClassVar[str] = "build"
    lead: ClassVar[str] = "place"
    secret: ClassVar[frozenset[str]] = frozenset()
    wood: str
    place: str
    parts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rest:
    kind: ClassVar[str] = "rest"
    lead: ClassVar[str] = ""
    secret: ClassVar[frozenset[str]] = frozenset()


BUILDS = tuple(
    Build(wood, place, parts)
    for place in ("hill", "lake")
    for wood in ("oak", "fir")
    for parts in ((), (1, 2), (3,))
    if (place, wood) != ("lake", "fir")
)


def check(state: tuple[Any, ...], seat: int, move: Any) -> tuple[Violation, ...]:
    if isinstance(move, Build) and move.place == "lake":
        severity = Severity.ILLEGAL if move.parts else Severity.IMPOSSIBLE
        return (Violation("L1", severity, "wet"),)
    return ()


GAME: Game = replace(
    PILE,
    moves=(Build, Rest),
    setup=lambda given: (*BUILDS, Rest()),
    candidates=lambda state, seat: state,
    check=check,
)
STATE = (*BUILDS, Rest())


def reach(game: Game, state: Any, seat: int) -> set[Any]:
    """Every move that answering questions leads to."""
    found, queue = set(), [{}]
    asked: set[tuple[tuple[str, str], ...]] = set()
    while queue:
        answers: Mapping[str, str] = queue.pop()
        question = ask(game, state, seat, answers)
        if isinstance(question, Pick):
            found.add(question.move)
        elif isinstance(question, Question):
            assert question.choices
            for choice in question.choices:
                assert choice.answers not in (answers, question.answers), "a question that leads nowhere"
                if choice.move is not None:
                    found.add(choice.move)
                key = tuple(sorted(choice.answers.items()))
                if key not in asked:
                    asked.add(key)
                    queue.append(choice.answers)
    return found


def test_every_candidate_is_reached() -> None:
    assert reach(GAME, STATE, 0) == set(STATE)


def test_the_lead_is_asked_with_the_kind_wherever_it_stands() -> None:
    first = ask(GAME, STATE, 0, {})
    assert isinstance(first, Question) and first.field == "do"
    assert [(c.kind, c.value) for c in first.choices] == [("build", "hill"), ("build", "lake"), ("rest", "")]
    second = ask(GAME, STATE, 0, first.choices[0].answers)
    assert isinstance(second, Question) and second.field == "wood"


def test_a_field_in_which_all_agree_is_not_asked() -> None:
    question = ask(GAME, STATE, 0, {"do": "build", "place": "lake"})
    assert isinstance(question, Question)
    assert question.field == "parts" and question.answers["wood"] == "oak"


def test_what_is_clear_and_not_given_does_not_hide_the_answers_after_it() -> None:
    pick = ask(GAME, STATE, 0, {"do": "build", "place": "lake", "parts": "1 2"})
    assert isinstance(pick, Pick) and pick.move == Build("oak", "lake", (1, 2))


def test_the_last_answer_completes_the_move() -> None:
    question = ask(GAME, STATE, 0, {"do": "build", "place": "hill", "wood": "oak"})
    assert isinstance(question, Question)
    assert [choice.move for choice in question.choices] == [
        b for b in BUILDS if (b.place, b.wood) == ("hill", "oak")
    ]
    done = ask(GAME, STATE, 0, question.choices[1].answers)
    assert isinstance(done, Pick) and done.move == Build("oak", "hill", (1, 2)) and done.violations == ()


def test_answers_that_no_longer_hold_are_dropped_with_all_after_them() -> None:
    answers = {"do": "build", "place": "hill", "wood": "elm", "parts": "3"}
    question = ask(GAME, STATE, 0, answers)
    assert isinstance(question, Question)
    assert question.field == "wood" and dict(question.answers) == {"do": "build", "place": "hill"}
    question = ask(GAME, STATE, 0, {"do": "build", "place": "hill", "parts": "3"})
    assert isinstance(question, Question) and question.field == "wood", "what is open is asked in its order"
    assert dict(question.answers) == {"do": "build", "place": "hill"}
    for hostile in ({"do": "fly"}, {"do": ""}, {"place": "hill"}, {"do": "build", "place": "☃"}):
        question = ask(GAME, STATE, 0, hostile)
        assert isinstance(question, Question) and question.field in ("do", "wood", "place")


def test_answers_of_a_choice_survive_somebody_elses_move() -> None:
    question = ask(GAME, STATE, 0, {"do": "build", "place": "hill"})
    assert isinstance(question, Question)
    fewer = tuple(move for move in STATE if getattr(move, "parts", ()) != (1, 2))
    later = ask(GAME, fewer, 0, question.choices[0].answers)
    assert isinstance(later, Question)
    assert later.answers["wood"] == question.choices[0].value and len(later.choices) == 2


def test_a_choice_is_refused_only_when_nothing_behind_it_is_legal() -> None:
    first = ask(GAME, STATE, 0, {})
    assert isinstance(first, Question)
    hill, lake, rest = first.choices
    assert hill.legal and rest.legal and not hill.violations and not rest.violations
    assert not lake.legal
    assert lake.violations == (Violation("L1", Severity.ILLEGAL, "wet"),), "the mildest reason is shown"
    pick = ask(GAME, STATE, 0, {"do": "build", "place": "lake", "wood": "oak", "parts": ""})
    assert isinstance(pick, Pick) and pick.violations[0].severity is Severity.IMPOSSIBLE


def test_nothing_to_do_and_a_narrowed_list() -> None:
    assert ask(GAME, (), 0, {}) is None
    assert ask(GAME, STATE, 0, {}, among=lambda move: False) is None
    only = ask(GAME, STATE, 0, {}, among=lambda move: isinstance(move, Rest))
    assert isinstance(only, Question) and [c.move for c in only.choices] == [Rest()]


@pytest.mark.parametrize("seed", range(30))
def test_random_candidate_lists_are_reached_whole(seed: int) -> None:
    draw = random.Random(seed)
    state = tuple(move for move in STATE if draw.random() < 0.6)
    if state:
        assert reach(GAME, state, 0) == set(state)


def test_what_no_candidate_asks_about_stays_as_it_was_in_the_move_that_is_amended() -> None:
    state = tuple(build for build in BUILDS if not build.parts)
    like = Build("oak", "hill", (7, 8))
    question = ask(GAME, state, 0, {"do": "build"}, like=like)
    assert isinstance(question, Question) and question.choices[-1].answers["parts"] == "7 8"
    picked = ask(GAME, state, 0, {"do": "build", "place": "hill", "wood": "fir"}, like=like)
    assert isinstance(picked, Pick) and picked.move == Build("fir", "hill", (7, 8))
    plain = ask(GAME, state, 0, {"do": "build", "place": "hill", "wood": "fir"})
    assert isinstance(plain, Pick) and plain.move == Build("fir", "hill")
    asked = ask(GAME, BUILDS, 0, {"do": "build", "place": "hill", "wood": "fir"}, like=like)
    assert isinstance(asked, Question) and asked.field == "parts", "what the candidates vary is asked"
