"""Every rule that the app enforces or keeps count of has a test that bears its id, and what it refuses is
tried beside what it allows; so has every mistake that players report."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from companion.facts import rules

SAID_AS: Final = {"X3": "D5"}
"""The harder game is a reading of the rule that decides about the forest action."""


@lru_cache
def _tests() -> tuple[tuple[set[str], str], ...]:
    """(ids in its name, source) of every test beside this one; F1_to_F4 names all four, Y8_and_Y9 both."""
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    test = re.compile(r"^def (test_\w+)(.*?)(?=^[^\s)]|\Z)", re.M | re.S)
    found = [each for text in texts for each in test.findall(text)]
    return tuple((_ids(name), source) for name, source in found)


def _ids(name: str) -> set[str]:
    if span := re.match(r"test_([A-Z])(\d+)_to_\1(\d+)_", name):
        return {f"{span[1]}{n}" for n in range(int(span[2]), int(span[3]) + 1)}
    named = re.match(r"test_((?:[A-Z]\d+(?:_and)?_)+)", name)
    return set(re.findall(r"[A-Z]\d+", named[1])) if named else set()


def _named() -> set[str]:
    return set().union(*(ids for ids, _ in _tests()))


def test_every_rule_has_its_test() -> None:
    enforced = {id_ for id_, rule in rules("bitoku").items() if rule.enforced != "shows"}
    assert len(enforced) > 85
    assert enforced <= _named()


def test_every_rule_that_refuses_is_tried_legally_and_illegally() -> None:
    checked = {id_ for id_, rule in rules("bitoku").items() if rule.enforced == "check"}
    assert len(checked) > 35
    for id_ in sorted(checked):
        sources = [source for ids, source in _tests() if id_ in ids]
        refused = f'("{SAID_AS.get(id_, id_)}", "'
        assert any(refused in source for source in sources), f"{id_} refuses nothing"
        assert any(".do(" in source or "== set()" in source for source in sources), f"{id_} allows nothing"


def test_every_mistake_of_players_has_its_test() -> None:
    assert {f"T{n:02}" for n in range(1, 31)} <= _named()
