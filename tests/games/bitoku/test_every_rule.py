"""Every rule of play that the app enforces or keeps count of has a test that bears its id."""

from __future__ import annotations

import re
from pathlib import Path

from companion.facts import rules

OF_PLAY = ("setup", "year", "cards", "dice", "forest", "river", "gaining", "wisdom", "solo")
TRAPS = (*range(1, 8), *range(9, 13), *range(14, 18), 19, *range(21, 25), 29, 30)


def _named() -> set[str]:
    """The ids in the names of the tests beside this one; F1_to_F4 names all four."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        for name in re.findall(r"^def test_(\w+)", path.read_text("utf-8"), re.M):
            if span := re.match(r"([A-Z])(\d+)_to_\1(\d+)_", name):
                found |= {f"{span[1]}{n}" for n in range(int(span[2]), int(span[3]) + 1)}
            elif one := re.match(r"([A-Z]\d+)_", name):
                found.add(one[1])
    return found


def test_every_rule_of_play_has_its_test() -> None:
    enforced = {id_ for id_, rule in rules("bitoku").items() if rule.section in OF_PLAY}
    enforced = {id_ for id_ in enforced if rules("bitoku")[id_].enforced in ("check", "counts", "asks")}
    assert len(enforced) > 35
    assert enforced | {"X3"} <= _named()


def test_every_trap_of_play_has_its_test() -> None:
    assert {f"T{n:02}" for n in TRAPS} <= _named()
