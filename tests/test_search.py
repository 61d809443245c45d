"""The search of the rules desk answers what players ask, in the words they ask it in."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import facts
from companion.__main__ import main
from companion.glossary import glossary
from companion.search import plain, search

QUESTIONS = tomllib.loads((Path(__file__).parent / "questions.toml").read_text("utf-8"))
ASKED = [
    (lang, game, question, tuple(rules))
    for lang, games in QUESTIONS.items()
    for game, questions in games.items()
    for question, rules in questions.items()
]


def found(query: str, lang: str = "en", game: str | None = None) -> list[str]:
    return [hit.id for hit in search(query, lang, game).rules]


def test_the_questions_are_many_and_name_rules_that_exist() -> None:
    for lang in facts.LANGUAGES:
        assert sum(asked[0] == lang for asked in ASKED) >= 20
        assert {game for one, game, _, _ in ASKED if one == lang} == set(facts.games())
    for _, game, question, rules in ASKED:
        assert rules, question
        assert set(rules) <= set(facts.rules(game)), question


@pytest.mark.parametrize(("lang", "game", "question", "rules"), ASKED)
def test_a_question_finds_its_rule_first_or_second(
    lang: str, game: str, question: str, rules: tuple[str, ...]
) -> None:
    answer = search(question, lang, game)
    assert set(rules) & {hit.id for hit in answer.rules[:2]}, [hit.id for hit in answer.rules]
    assert len(answer.rules) <= 12


@pytest.mark.parametrize("query", ["kodama", "木靈", "木灵", "Kodama", "KÓDAMA", "ｋｏｄａｍａ"])
def test_any_language_and_spelling_of_a_word_finds_the_same(query: str) -> None:
    assert found(query)[:2] == ["G9", "G10"]
    assert search(query, "zh-Hant").terms[0].id in ("kodama", "neutral", "kodama_track")


def test_an_answer_is_in_the_readers_language_whatever_was_asked() -> None:
    for lang in facts.LANGUAGES:
        first = search("宝石", lang, "spirits").rules[0]
        assert plain(first.title) == facts.words(lang)("spirits.rule.R13.title")
        assert plain(first.text) == facts.words(lang)("spirits.rule.R13")


def test_one_and_two_characters_are_found() -> None:
    for query in ("橋", "桥", "橋樑", "御守", "酒"):
        assert found(query, "zh-Hant", "bitoku"), query


def test_traditional_and_simplified_find_one_another() -> None:
    assert found("圖標", "zh-Hant", "spirits") == found("图标", "zh-Hant", "spirits") != []
    assert found("寶石", "zh-Hans") == found("宝石", "zh-Hans")


def test_stems_and_prefixes_are_found_as_one_types() -> None:
    for query in ("gemstones", "gemstone", "gemst", "gem"):
        assert "R13" in found(query, "en", "spirits")[:3], query
    assert "R4" in found("uncovering", "en", "spirits")


def test_a_rules_id_leads_to_it_in_every_game_that_has_it() -> None:
    assert found("R15") == found("r 15") == found("rule R15") == ["R15"]
    assert [(hit.game, hit.id) for hit in search("s03", "en").rules] == [("bitoku", "S3"), ("spirits", "S3")]
    assert found("S3", game="spirits") == ["S3"]


def test_what_is_misspelt_is_mended_and_said() -> None:
    answer = search("jewl", "en", "spirits")
    assert (answer.instead, answer.rules[0].id) == ("jewel", "R13")
    assert search("寳石", "zh-Hant", "spirits").instead == "寶石"
    assert search("寳石", "zh-Hans", "spirits").instead == "宝石"
    assert search("gem", "en").instead is None


def test_what_was_found_is_marked_in_the_text_itself() -> None:
    hit = next(hit for hit in search("gemstones", "en", "spirits").rules if hit.id == "R16")
    assert [text for text, mark in hit.title if mark] == ["gemstone"]
    hit = next(hit for hit in search("宝石", "zh-Hant", "spirits").rules if hit.id == "R16")
    assert [text for text, mark in hit.title if mark] == ["寶石"]
    assert plain(hit.title) == facts.words("zh-Hant")("spirits.rule.R16.title")


def test_solo_rules_answer_who_asks_about_solo() -> None:
    assert not any(id_.startswith("S") for id_ in found("power sources", "en", "spirits")[:2])
    assert found("power sources in solo", "en", "spirits")[0] == "S8"


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ",
        '"',
        "*",
        "a AND",
        "NOT (",
        "title_0:x",
        "{",
        "\x00\x01",
        "🌲",
        "的",
        "the",
        "%s",
        "x" * 5000,
        "-3",
        "'",
    ],
)
def test_whatever_is_typed_is_answered(query: str) -> None:
    for lang in facts.LANGUAGES:
        answer = search(query, lang)
        assert len(answer.rules) <= 12
        assert len(answer.terms) <= 4


def test_every_name_in_the_glossary_finds_a_rule_that_explains_it() -> None:
    for slug in facts.games():
        for term in glossary(slug).values():
            for lang in facts.LANGUAGES:
                name = facts.words(lang)(term.name_key)
                assert set(term.rules) & set(found(name, lang, slug)[:3]), (slug, term.id, name)


def test_a_language_we_lack_is_an_error() -> None:
    with pytest.raises(KeyError):
        search("gem", "de")


def test_the_command_line_answers_too() -> None:
    run = CliRunner().invoke
    done = run(main, ["rules", "最後", "一格", "--game", "bitoku", "--lang", "zh-Hant"])
    assert done.exit_code == 0
    assert done.stdout.startswith("G10  木靈軌的最後一格\n    只能容納一個木靈。")
    assert run(main, ["rules", "-3"]).stdout.startswith("R26  ")
    assert run(main, ["rules", "tie"]).stdout.count(" · Bitoku") >= 1
    assert run(main, ["rules", "jewl", "--game", "spirits"]).stdout.startswith("Showing results for “jewel”.")
    nothing = run(main, ["rules", "zzzqqx"])
    assert (nothing.exit_code, nothing.stdout) == (1, "")
    assert nothing.stderr == "Error: no rule was found for zzzqqx\n"
    assert run(main, ["rules"]).exit_code == run(main, ["rules", "x", "--lang", "de"]).exit_code == 2
