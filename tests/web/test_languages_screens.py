"""Every screen speaks one language: nothing of another is left on it, whatever the reader chose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from flask import Flask

from companion import create_app
from companion.facts import LANGUAGES
from tests.facts.test_languages import CODE, HAN, LATIN, foreign
from tests.web.screens import House, Screen, client_of, missing

NAMES = {"Ana", "Bo", "Cem", "Dia", "ana"}
LETTERS = LATIN | NAMES | {"UTC", "BG", "Stats", "localhost"} | set("ABCDEFGHIJKL")  # the letters of steps
_READ = ("aria-label", "placeholder", "title", "alt", "content", "data-offline", "data-failed", "data-copied")
_VOID = {"input", "meta", "link", "br", "hr", "img", "use", "path", "rect", "circle"}


class Reader(HTMLParser):
    """What a page says in its own language: its texts and the attributes that are read out. What stands in an
    element that names another language, in a text a person typed, or in a code, is not."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.language = ""
        self.said: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = given.get("lang", "")
        muted = any(quiet for _, quiet in self._open)
        muted = muted or given.get("lang", self.language) != self.language
        muted = muted or tag in ("script", "style", "textarea") or given.get("class") in ("join-code", "code")
        if not muted and given.get("name") not in ("viewport", "color-scheme", "theme-color", "htmx-config"):
            names = [name for name in _READ if name != "content" or given.get("name") == "description"]
            self.said += [given[name] for name in names if name in given]
        if tag not in _VOID:
            self._open.append((tag, muted))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(quiet for _, quiet in self._open) and data.strip():
            self.said.append(data)


def odd(lang: str, text: str) -> str:
    """What of a text is in another language than `lang`."""
    text = re.sub(r"https?://\S+|Mori 森|\b[a-z]+[129](\+[a-z]+)?", " ", text)  # addresses, tile codes
    if lang == "en":
        return "".join(HAN.findall(text))
    latin = re.findall(r"[A-Za-z][A-Za-z'-]*", CODE.sub(" ", text))
    return " ".join([word for word in latin if word not in LETTERS] + list(foreign(lang, text)))


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    data = tmp_path_factory.mktemp("data")
    return create_app(data, TESTING=True, WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False)


@pytest.fixture(scope="module")
def screens(app: Flask) -> list[Screen]:
    return list(House(app).screens())


def test_the_reader_can_find_something() -> None:
    page = '<html lang="zh-Hant"><p aria-label="Undo">還原<b lang="en">fine</b></p><p>Ana and moss2</p>'
    reader = Reader(page)
    assert reader.said == ["Undo", "還原", "Ana and moss2"]
    assert [odd("zh-Hant", text) for text in reader.said] == ["Undo", "", "and"]
    assert odd("zh-Hans", "还原 還") == "還"
    assert odd("en", "Undo 還原") == "還原"


def test_every_room_is_looked_at(app: Flask, screens: list[Screen]) -> None:
    assert missing(app, screens) == set(), "add these to tests/web/screens.py"
    assert len({screen.name for screen in screens}) == len(screens)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_screen_speaks_one_language(app: Flask, screens: list[Screen], lang: str) -> None:
    wrong = list(_wrong(app, screens, lang))
    assert not wrong, "\n".join(wrong)


def _wrong(app: Flask, screens: list[Screen], lang: str) -> Iterator[str]:
    for screen in screens:
        answer = screen.ask(client_of(app, screen, lang), lang)
        if answer.status_code != screen.status:
            yield f"{screen.name}: {answer.status_code} in place of {screen.status}"
            continue
        html = answer.get_data(as_text=True)
        reader = Reader(html)
        if reader.language not in (lang, ""):
            yield f"{screen.name}: speaks {reader.language}"
        for text in dict.fromkeys(reader.said):
            if found := odd(lang, text):
                yield f"{screen.name}: {found!r} in {' '.join(text.split())[:90]!r}"
            if re.match(r"\s*(app|scores|spirits|bitoku|sheets)\.[a-z_.]+\s*$", text):
                yield f"{screen.name}: the key {text!r} has no words"
