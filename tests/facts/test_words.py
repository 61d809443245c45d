"""Words: keys, values, plurals, what happens when one is missing, and the language of a reader."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from companion import facts
from companion.engine.game import Word


@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_a_value_may_be_a_word(lang: str) -> None:
    say = facts.words(lang)
    text = say("spirits.score.missing", category=Word("spirits.category.moss"))
    assert say("spirits.category.moss") in text and "{" not in text


def test_plurals_follow_the_language() -> None:
    say = facts.words("en")
    assert [say.n("app.points", n) for n in (0, 1, 2, -1)] == ["0 points", "1 point", "2 points", "-1 points"]
    assert say("app.points", n=1) == "1 point"
    assert facts.words("zh-Hant").n("app.points", 1) == "1 分"


def test_names_are_made_from_parts() -> None:
    assert facts.words("en")("spirits.tile.leaves1+sun") == "leaf with sun"
    assert facts.words("en")("spirits.place.3,11") == "row 4, tile 12"
    assert facts.words("zh-Hans")("spirits.tile.webs2") == "双蛛网"
    assert facts.words("zh-Hant")("spirits.token.fire") == "火焰標記"
    for lang in facts.LANGUAGES:
        say = facts.words(lang)
        names = {say(f"spirits.tile.{tile.code}") for tile in facts.tiles("spirits")}
        assert len(names) == 39, "every face has its own name"


def test_players_have_their_names() -> None:
    say = facts.words("en").seating(["Ann {x}", "<b>"])
    assert say("seat.1") == "<b>"
    told = say("spirits.move.stop", name=Word("seat.0"))
    assert told == "Ann {x} takes no more tiles.", "a name is never read as a pattern"
    assert not facts.words("en").has("seat.0")


def test_strict_words_must_be_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "STRICT", True)
    say = facts.words("zh-Hans")
    with pytest.raises(KeyError, match=r"no words for 'app\.no\.such'"):
        say("app.no.such")
    with pytest.raises(KeyError, match="needs category"):
        say("spirits.score.missing")
    with pytest.raises(KeyError, match="needs at"):
        say("spirits.move.place", name="Ann")
    with pytest.raises(KeyError, match="no such language"):
        facts.words("de")


def test_production_falls_back_and_logs_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(facts, "STRICT", False)
    english = facts.Words("en", {"app.a": facts.Text(("one {x}",), frozenset({"x"}))}, lambda n: 0)
    say = facts.Words("zh-Hans", {}, lambda n: 0, english)
    with caplog.at_level(logging.WARNING):
        assert [say("app.a", x=1) for _ in range(3)] == ["one 1"] * 3
        assert len(caplog.records) == 1
        assert say("app.b") == "app.b"
        assert say("app.a") == "one …"


def test_empty_and_fuzzy_entries_are_no_words(tmp_path: Path) -> None:
    head = 'msgid ""\nmsgstr "Language: en\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    path = tmp_path / "en.po"
    path.write_text(
        f'{head}msgid "app.a"\nmsgstr "A"\n\nmsgid "app.b"\nmsgstr ""\n\n'
        '#, fuzzy\nmsgid "app.c"\nmsgstr "C"\n\n'
        'msgid "app.d"\nmsgid_plural "app.d"\nmsgstr[0] "one"\nmsgstr[1] "{n}"\n'
    )
    texts, plural = facts.read_words(path)
    assert set(texts) == {"app.a", "app.d"}
    assert texts["app.d"].forms == ("one", "{n}") and plural(1) == 0 and plural(5) == 1


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("zh-TW,zh;q=0.9,en-US;q=0.8,en;q=0.7", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-MO", "zh-Hant"),
        ("zh-Hant-TW", "zh-Hant"),
        ("zh-Hant-CN", "zh-Hant"),
        ("yue", "zh-Hant"),
        ("zh-CN,zh;q=0.9", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-Hans-HK", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("ZH_tw", "zh-Hant"),
        ("ja,zh-TW;q=0.5,en;q=0.4", "zh-Hant"),
        ("en-GB,zh-TW;q=0.5", "en"),
        ("en;q=0.3,zh-CN;q=0.8", "zh-Hans"),
        ("de-DE,de;q=0.9", "en"),
        ("*", "en"),
        ("", "en"),
        (";;;,=,q=1", "en"),
    ],
)
def test_the_language_of_a_browser(header: str, lang: str) -> None:
    tags = list(parse_accept_header(header, LanguageAccept).values())
    assert facts.negotiate(tags) == lang
    assert facts.negotiate(tags, "zh-Hant") == "zh-Hant", "the reader's own choice comes first"
    assert facts.negotiate(tags, "tlh") == lang, "a choice that we lack is passed over"
