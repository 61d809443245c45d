"""Every reason that the rules or the count give has its sentence, with the values it names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from companion.facts import LANGUAGES, rules, words

GAMES = Path(__file__).resolve().parents[2] / "companion" / "games"


def _reasons(slug: str) -> set[tuple[str, str, frozenset[str]]]:
    """(rule, reason, names of its values) of every violation that the code can give."""
    found = set()
    for path in (GAMES / slug).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id not in ("illegal", "impossible", "unwise"):
                continue
            rule, reason = node.args
            reasons = [reason.body, reason.orelse] if isinstance(reason, ast.IfExp) else [reason]
            values = frozenset(k.arg for k in node.keywords if k.arg)
            found |= {(rule.value, r.value, values) for r in reasons}  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("slug", ["spirits"])
def test_every_reason_has_its_sentence_and_its_rule(slug: str, lang: str) -> None:
    reasons = _reasons(slug)
    assert len(reasons) > 30
    say = words(lang)
    for rule, reason, values in reasons:
        assert rule in rules(slug), f"{reason} cites {rule}"
        assert say.has(f"{slug}.why.{reason}")
        assert say(f"{slug}.why.{reason}", **dict.fromkeys(values, "x"))
