"""`check` finds nothing in what we ship, and finds whatever is broken in a copy of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion import factcheck, facts
from companion.glossary import glossary
from companion.paths import RULES_DB

CACHED = (
    glossary,
    *(facts.words, facts.components, facts.categories, facts.tiles),
    *(facts.rules, facts.sources, facts.sections, facts.options, facts._rules_file),
)


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of rules_db that facts reads in its stead."""
    folder = tmp_path / "rules_db"
    for domain in ("app", "desk", "spirits"):
        shutil.copytree(RULES_DB / domain, folder / domain)
    monkeypatch.setattr(facts, "RULES_DB", folder)
    monkeypatch.setattr(factcheck, "RULES_DB", folder)
    forget()
    yield folder
    forget()


def forget() -> None:
    for read in CACHED:
        read.cache_clear()


def test_all_is_well() -> None:
    assert facts.check() == []


def test_the_copy_is_well(copy: Path) -> None:
    assert facts.check() == []


def swap(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text, f"the test is out of date: {old!r}"
        return text.replace(old, new, 1)

    return change


WORDS = "spirits/words/zh-Hans.po"
RULES = "spirits/rules.toml"
TILES = "spirits/tiles.toml"
TERMS = "spirits/glossary.toml"
DEMO = "spirits/demo.toml"
MOSS = 'msgid "spirits.category.moss"\nmsgstr "苔藓"\n'


@pytest.mark.parametrize(
    ("file", "change", "said"),
    [
        (DEMO, swap('rule = "R7"', 'rule = "R99"'), "step 3 of the demo leads to R99"),
        (DEMO, swap('say = "undo"', 'say = "redo"'), "desk.demo.spirits.redo is missing in en"),
        (DEMO, swap('say = "undo"', 'say = "keep"'), "desk.demo.spirits.undo is the word of no step"),
        (WORDS, swap(MOSS, ""), "spirits.category.moss is missing in zh-Hans"),
        (WORDS, swap(MOSS, MOSS.replace("苔藓", "")), "spirits.category.moss has no words"),
        (WORDS, swap(MOSS, "#, fuzzy\n" + MOSS), "marked fuzzy"),
        (WORDS, swap(MOSS, MOSS + "\n" + MOSS), "spirits.category.moss stands there 2 times"),
        (WORDS, swap(MOSS, MOSS.replace("moss", "Moss!")), "is no key of the form"),
        (WORDS, swap("{name}从{at}拿走", "{name}从{wo}拿走"), "the placeholders of spirits.move.take differ"),
        (WORDS, swap("苔藓", "苔藓{"), "cannot be read"),
        (WORDS, swap("苔藓", "{{苔藓}}"), "braces that stand for themselves"),
        (WORDS, swap("{spirit}", "{spirit.x}"), "which is no plain name"),
        (
            WORDS,
            swap(MOSS, MOSS + '\nmsgid "spirits.rule.R99"\nmsgstr "x"\n'),
            "spirits.rule.R99 is missing in en",
        ),
        (WORDS, swap(MOSS, MOSS + '\nmsgid "app.back"\nmsgstr "x"\n'), "app.back stands in app/words"),
        (WORDS, lambda text: text + "\nnonsense", "cannot be read"),
        (RULES, swap('"R4", "R6", "R7"]', '"R4", "R6", "R77"]'), "links to R77"),
        (RULES, swap('sources = ["KS251", "BGA-EN", "SEED"]', "sources = []"), "R2 has no source"),
        (
            RULES,
            swap('sources = ["KS251", "BGA-EN", "SEED"]', 'sources = ["SEED"]'),
            "fewer than two sources",
        ),
        (RULES, swap('sources = ["KS251", "BGA-EN"', 'sources = ["KS251", "BGA"'), "unknown source BGA"),
        (RULES, swap('enforced = "counts"', 'enforced = "sometimes"'), "enforced as 'sometimes'"),
        (RULES, swap('confidence = "B"', 'confidence = "D"'), "the confidence 'D'"),
        (RULES, swap('confidence = "B"\n', ""), "spirits: cannot be read"),
        (RULES, swap('section = "collect"', 'section = "collecting"'), "unknown section 'collecting'"),
        (RULES, swap("examples = 2", "examples = 3"), "spirits.rule.R4.example.3 is missing in en"),
        (RULES, swap("examples = 2", "examples = 1"), "spirits.rule.R4.example.2 is the word of nothing"),
        (RULES, swap("[rules.S6]", "[rules.S66]"), "links to S6,"),
        (RULES, swap('option = "move_gem"\n', ""), "move_gem and its rule R15 do not name each other"),
        (RULES, swap('default = "one"', 'default = "three"'), "the option power_tile needs two choices"),
        (RULES, swap('RN = "', 'XX = ""\nRN = "'), "no rule names the source XX"),
        (RULES, lambda text: text + "\n[[", "spirits: cannot be read"),
        (TERMS, swap('rules = ["R6"', 'rules = ["R66"'), "the term double leads to R66, which is no rule"),
        (TERMS, swap('rules = ["R6", "R2", "P5"]', "rules = []"), "no rule explains the term double"),
        (TERMS, swap('"totals/tiles"', '"totals/cards"'), "names a number that is not there"),
        (TERMS, swap('values = { n = "totals/tiles" }', ""), "the term tile and its values differ in n"),
        (TERMS, swap("[glossary.double]", "[glossary.twin]"), "spirits.term.twin is missing in en"),
        (
            TERMS,
            swap("[glossary.double]", "[glossary.twin]"),
            "spirits.term.double.also is the word of no term",
        ),
        (TILES, swap("webs2 = 3", "webs2 = 2"), "webs has 8 symbols, but 10 is printed"),
        (TILES, swap('"fruits1+fire" = 2', '"fruits1+fire" = 1'), "fire is on 8 tiles"),
        (TILES, swap("leaves1 = 1\n", ""), "kinds add up to 38, not 39"),
        (TILES, swap('"+" = 2', '"+" = 1'), "tokens add up to 13"),
        (TILES, swap('"3,7"]', '"3,12"]'), "the places of the favor tokens"),
        (TILES, swap("of_each = 3", "of_each = 2"), "there are not 3 gemstones each for 2 players"),
        (TILES, swap('sources = ["ACC", "HB"]', 'sources = ["AC", "HB"]'), "unknown source AC"),
    ],
)
def test_what_is_broken_is_found(copy: Path, file: str, change: Callable[[str], str], said: str) -> None:
    path = copy / file
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    problems = facts.check()
    assert any(said in problem for problem in problems), problems


def test_a_missing_file_is_found(copy: Path) -> None:
    (copy / WORDS).unlink()
    assert "spirits/words/zh-Hans.po is missing" in facts.check()


def test_a_rule_that_code_cites_but_nobody_wrote_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "companion"
    for name, text in (
        ("games/spirits/rules.py", 'RULE = "R99"'),
        ("web/scores_spirits.py", 'NOTE = ("x", "Z1")'),
        ("web/sheets.py", 'PAPER = "A4"'),
    ):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    monkeypatch.setattr(factcheck, "PACKAGE", package)
    assert list(factcheck._cited("spirits")) == [
        "rules.py, line 1: spirits has no rule R99",
        "scores_spirits.py, line 1: spirits has no rule Z1",
    ]


def test_an_enforced_rule_without_a_test_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "games" / "spirits"
    monkeypatch.setattr(factcheck, "TESTS", tmp_path)
    assert list(factcheck._tested("spirits")) == []  # installed without tests
    folder.mkdir(parents=True)
    (folder / "test_rules.py").write_text("def test_R6_a_double_comes_alone() -> None: ...")
    problems = list(factcheck._tested("spirits"))
    assert "spirits: no test is named for R7, which is enforced (check)" in problems
    assert not any("R6," in problem or "R12," in problem for problem in problems)
