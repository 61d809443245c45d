"""Each words file is written in its own language and script, and says the same as the others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import opencc
import pytest

from companion import facts

HAN = re.compile(r"[\u3400-\u9fff]")
CHINESE = ("zh-Hant", "zh-Hans")
LATIN = {
    *("Mori", "Bitoku", "Board", "Game", "Arena", "Ultra", "Games"),  # names
    *("QR", "Code", "PDF", "JSON", "JavaScript", "Wi-Fi", "V", "OK"),
    *("A", "B"),  # the two kinds of torii gate, and placeholders for pieces in an example
    *("C", "F", "G", "H", "I", "L"),  # steps of the Tengu's cycle have letters
}
"""Latin words that Chinese readers expect to see in Latin letters."""
CODE = re.compile(
    r"[A-Z]\d+|[a-z]+[12](?:\+[a-z]+)?|\d+[A-Za-z]+|companion(?: [a-z-]+)*|--[a-z-]+|[a-z]+\.[a-z]+"
)
TAIWAN = re.compile("網絡|信息|屏幕|默認|服務器|程序|鏈接|二維碼|加載|用戶|數據|視頻|菜單|文件夾|打印")
MAINLAND = re.compile("网路|资讯|萤幕|预设|伺服器|程式|载入|储存|使用者|选单|资料夹|列印|行动条码|档案")
BOTH_SCRIPTS = set("台秘岩注群才只")
"""Characters that Taiwan writes too, although a converter knows an older form."""


def texts(lang: str) -> Iterator[tuple[str, str]]:
    """Every form of every key as it stands in the files, without the placeholders."""
    for path in facts.word_files(lang):
        for key, text in facts.read_words(path)[0].items():
            for form in text.forms:
                yield key, re.sub(r"\{\w+\}", "", form)


@cache
def converter(way: str) -> opencc.OpenCC:
    return opencc.OpenCC(way)


def foreign(lang: str, text: str) -> str:
    """The characters of a Chinese text that belong to the other script."""
    turned = converter("tw2s" if lang == "zh-Hans" else "s2t").convert(text)
    odd = {a for a, b in zip(text, turned, strict=True) if a != b}
    return "".join(sorted(odd - BOTH_SCRIPTS if lang == "zh-Hant" else odd))


def test_the_script_test_can_fail() -> None:
    assert foreign("zh-Hans", "苔蘚和叶片") == "蘚"
    assert foreign("zh-Hant", "苔蘚和叶片") == "叶"
    assert foreign("zh-Hans", "接著看著名的书") == "著"
    assert not foreign("zh-Hant", "後台的秘密") and not foreign("zh-Hans", "后台的秘密")


@pytest.mark.parametrize("lang", CHINESE)
def test_one_script_only(lang: str) -> None:
    assert {key: odd for key, text in texts(lang) if (odd := foreign(lang, text))} == {}


@pytest.mark.parametrize("lang", CHINESE)
def test_no_english_in_chinese(lang: str) -> None:
    found = {}
    for key, text in texts(lang):
        left = CODE.sub(" ", text)
        if odd := [word for word in re.findall(r"[A-Za-z][A-Za-z'-]*", left) if word not in LATIN]:
            found[key] = odd
    assert found == {}


def test_no_chinese_in_english() -> None:
    assert {key: text for key, text in texts("en") if HAN.search(text.replace("Mori 森", ""))} == {}


@pytest.mark.parametrize(("lang", "other"), [("zh-Hant", TAIWAN), ("zh-Hans", MAINLAND)])
def test_the_words_of_the_place(lang: str, other: re.Pattern[str]) -> None:
    assert {key: odd for key, text in texts(lang) if (odd := other.findall(text))} == {}


@pytest.mark.parametrize("lang", CHINESE)
def test_chinese_punctuation(lang: str) -> None:
    odd = re.compile(r"[\u3400-\u9fff][,;:?!()]|[,;:?!()][\u3400-\u9fff]|[\u3400-\u9fff]\.|\.\.\.")
    assert {key: text for key, text in texts(lang) if odd.search(text)} == {}


def test_both_scripts_name_the_same_numbers() -> None:
    numbers = [{key: re.findall(r"\d+", text) for key, text in texts(lang)} for lang in CHINESE]
    assert numbers[0] == numbers[1]


@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_a_rule_is_a_sentence(lang: str) -> None:
    say = facts.words(lang)
    for slug in facts.games():
        for rule in facts.rules(slug).values():
            for key in (rule.text_key, *rule.examples):
                assert say(key)[-1] in ".。！!", key
            assert say(rule.title_key)[-1] not in ".。", rule.id
            assert len(say(rule.text_key)) <= 500, f"{rule.id} is too long for one paragraph"
