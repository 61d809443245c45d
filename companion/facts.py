"""What rules_db says: components and rules of each game, and the words of every screen in three languages.

Words are gettext files whose msgid is a key, `rules_db/<domain>/words/<lang>.po`; rules and components are
TOML. Everything is read once and kept; nothing here is ever written.
"""

from __future__ import annotations

import logging
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any, Final

from babel.messages.pofile import read_po

from companion.engine.game import Option, Word
from companion.paths import RULES_DB

LANGUAGES: Final = ("en", "zh-Hant", "zh-Hans")
CONFIDENCE: Final = ("A", "B", "C", "?", "own")
"""A: independent sources agree, or the print was seen. B: one good source. C: inferred. ?: open. own: of
this app alone."""
ENFORCED: Final = ("check", "score", "counts", "asks", "shows")
"""How the app treats a rule: refuses moves by it, scores by it, keeps count, asks, or only shows it."""

STRICT: bool = os.environ.get("COMPANION_STRICT", "") not in ("", "0")
"""Tests and development set this: a missing key or value raises KeyError instead of falling back."""

_LOG = logging.getLogger(__name__)
_TILE = re.compile(r"([a-z]+)([12])(?:\+([a-z]+))?")


# --- languages


def negotiate(tags: Iterable[str], choice: str | None = None) -> str:
    """The language to show: the reader's own choice, else the first tag that we have, else English.

    `tags` are BCP 47 tags in order of preference (`zh-TW`, `zh-Hans-SG`); anything else is passed over.
    """
    if choice in LANGUAGES:
        return choice
    for tag in tags:
        primary, *parts = tag.strip().lower().replace("_", "-").split("-")
        if primary == "en":
            return "en"
        if primary in ("zh", "cmn", "yue"):
            if "hant" in parts or "hans" in parts:
                return "zh-Hant" if "hant" in parts else "zh-Hans"
            return "zh-Hant" if primary == "yue" or {"tw", "hk", "mo", "yue"} & set(parts) else "zh-Hans"
    return "en"


# --- words


@dataclass(frozen=True, slots=True)
class Text:
    """The words of one key: one form, or one for each plural number (`forms[-1]` is the general one)."""

    forms: tuple[str, ...]
    fields: frozenset[str]


class Words:
    """The words of one language: `words(key, **values)`.

    A value that is an engine `Word` is itself looked up. Of a key with plural forms the value `n` chooses the
    form. In production a key that is missing falls back to English, then to the key itself, logged once.
    """

    __slots__ = ("_english", "_missed", "_plain", "_plural", "_texts", "lang")

    def __init__(
        self, lang: str, texts: Mapping[str, Text], plural: Callable[[int], int], english: Words | None = None
    ) -> None:
        self.lang = lang
        self._texts = texts
        self._plain = {key: text.forms[-1] for key, text in texts.items() if not text.fields}
        self._plural = plural
        self._english = english
        self._missed: set[str] = set()

    def __call__(self, key: str, /, **values: Any) -> str:
        """The words of a key. Raises KeyError for a missing key or value when STRICT."""
        if not values and (plain := self._plain.get(key)) is not None:
            return plain
        text = self._texts.get(key)
        if text is None:
            return self._missing(key, values)
        form = text.forms[-1]
        if len(text.forms) > 1 and isinstance(n := values.get("n"), int):
            form = text.forms[self._plural(n)]
        if not text.fields:
            return form
        said = {name: self(value.key) if isinstance(value, Word) else value for name, value in values.items()}
        if not text.fields <= said.keys():
            lacking = sorted(text.fields - said.keys())
            if STRICT:
                raise KeyError(f"{key} needs {', '.join(lacking)} ({self.lang})")
            self._note(f"{key} was not given {', '.join(lacking)}")
            said |= dict.fromkeys(lacking, "…")
        return form.format_map(said)

    def n(self, key: str, n: int, /, **values: Any) -> str:
        """The words of a key for a number of things; the number is the value `n` too."""
        return self(key, n=n, **values)

    def has(self, key: str) -> bool:
        """Whether this language itself has the key."""
        return key in self._texts

    def forms(self, key: str) -> tuple[str, ...]:
        """The forms of a key as they are written, none when this language lacks it."""
        return self._texts[key].forms if key in self._texts else ()

    def fields(self, key: str) -> frozenset[str]:
        """The names of the values that a key's words ask for."""
        return self._texts[key].fields if key in self._texts else frozenset()

    def seating(self, names: Sequence[str]) -> Words:
        """The same words, in which `Word("seat.N")` is the name of the player in that seat."""
        seats = {f"seat.{seat}": name for seat, name in enumerate(names)}
        seated = copy(self)
        seated._plain = {**self._plain, **seats}
        seated._texts = {**self._texts, **{key: Text((name,), frozenset()) for key, name in seats.items()}}
        return seated

    @property
    def keys(self) -> Iterable[str]:
        """All keys of this language."""
        return self._texts.keys()

    def _missing(self, key: str, values: Mapping[str, Any]) -> str:
        if STRICT:
            raise KeyError(f"no words for {key!r} in {self.lang}")
        self._note(f"no words for {key[:80]!r}")
        return key if self._english is None else self._english(key, **values)

    def _note(self, problem: str) -> None:
        if problem not in self._missed and len(self._missed) < 1000:
            self._missed.add(problem)
            _LOG.warning("%s in %s", problem, self.lang)


@cache
def words(lang: str) -> Words:
    """All words of a language, those of every domain together. Raises KeyError for a language we lack."""
    if lang not in LANGUAGES:
        raise KeyError(f"no such language: {lang[:20]!r}")
    texts: dict[str, Text] = {}
    plural: Callable[[int], int] = c2py("0")
    for path in word_files(lang):
        more, plural = read_words(path)
        texts |= more
    texts |= _made(texts)
    return Words(lang, MappingProxyType(texts), plural, None if lang == "en" else words("en"))


def word_files(lang: str) -> list[Path]:
    """The words files of a language, one for each domain."""
    return sorted(RULES_DB.glob(f"*/words/{lang}.po"))


def read_words(path: Path) -> tuple[dict[str, Text], Callable[[int], int]]:
    """The texts of one words file by key, and its plural rule. Raises babel's PoFileError; empty and fuzzy
    entries are left out."""
    with path.open("rb") as file:
        catalog = read_po(file, abort_invalid=True)
    texts: dict[str, Text] = {}
    for message in catalog:
        key = message.id if isinstance(message.id, str) else message.id[0]
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if key and forms and all(forms) and not message.fuzzy:
            texts[key] = Text(forms, frozenset(name for form in forms for name in placeholders(form)))
    return texts, c2py(catalog.plural_expr)


def placeholders(form: str) -> list[str]:
    """The names in braces, in order. Raises ValueError for braces that do not pair."""
    return [name for _, name, _, _ in Formatter().parse(form) if name is not None]


def _made(texts: Mapping[str, Text]) -> dict[str, Text]:
    """Names that are put together from parts: of every tile face, every place in the forest, every token."""
    if "spirits.tile.single" not in texts:
        return {}

    def say(pattern: str, **values: str) -> Text:
        return Text((texts[pattern].forms[-1].format_map(values),), frozenset())

    def part(group: str, name: str) -> str:
        return texts[f"spirits.{group}.{name}"].forms[-1]

    made: dict[str, Text] = {}
    for tile in tiles("spirits"):
        pattern = "power" if tile.power else "double" if tile.symbols == 2 else "single"
        values = {"spirit": part("symbol", tile.spirit), "power": part("symbol", tile.power or tile.spirit)}
        made[f"spirits.tile.{tile.code}"] = say(f"spirits.tile.{pattern}", **values)
    forest = components("spirits")["forest"]
    for row in range(forest["rows"]):
        for column in range(forest["columns"]):
            place = say("spirits.place.at", row=str(row + 1), column=str(column + 1))
            made[f"spirits.place.{row},{column}"] = place
    for kind in categories("spirits"):
        made[f"spirits.token.{kind}"] = say("spirits.token.of", category=part("symbol", kind))
    return made


# --- components


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile: its code (`dew1+sun`), spirit, spirit symbols, power source, and how many exist."""

    code: str
    spirit: str
    symbols: int
    power: str | None
    count: int


def games() -> tuple[str, ...]:
    """The games that have rules here."""
    return tuple(sorted(path.parent.name for path in RULES_DB.glob("*/rules.toml")))


@cache
def components(slug: str) -> Mapping[str, Any]:
    """The component data of a game, every TOML file of its folder but the rules, read-only (lists as tuples).

    Raises KeyError for a game we lack.
    """
    merged: dict[str, Any] = {}
    for path in sorted((RULES_DB / slug).glob("*.toml")) if slug in games() else ():
        if path.name == "rules.toml":
            continue
        data = tomllib.loads(path.read_text("utf-8"))
        if twice := merged.keys() & data.keys():
            raise ValueError(f"{path.name}: {', '.join(sorted(twice))} stands in another file already")
        merged |= data
    if not merged:
        raise KeyError(f"no such game: {slug[:40]!r}")
    return _frozen(merged)  # type: ignore[no-any-return]


@cache
def categories(slug: str) -> tuple[str, ...]:
    """What is counted, in the order shown everywhere: for Spirits the nine spirits, then the three powers."""
    data = components(slug)
    return (*data["spirits"], *data["powers"])


@cache
def tiles(slug: str) -> tuple[Tile, ...]:
    """The kinds of tile in the box. Raises ValueError for a code that cannot be read."""
    found = []
    for code, count in components(slug)["tiles"].items():
        match = _TILE.fullmatch(code)
        if match is None:
            raise ValueError(f"{slug}: no tile has the code {code!r}")
        spirit, symbols, power = match.groups()
        found.append(Tile(code, spirit, int(symbols), power, count))
    return tuple(found)


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(part) for key, part in value.items()})
    return tuple(_frozen(part) for part in value) if isinstance(value, list) else value


# --- rules


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule was read. Its description is the word `<slug>.source.<id>`."""

    id: str
    url: str | None


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule. Its words are `<slug>.rule.<id>` and `<slug>.rule.<id>.title`.

    `section`: the chapter it stands in. `sources`: ids of `sources(slug)`; `follows`: the rules it is deduced
    from instead. `confidence`: see CONFIDENCE. `enforced`: see ENFORCED. `see`: its neighbours. `option`: the
    option of the table that chooses its reading. `examples`: the keys of its examples.
    """

    id: str
    game: str
    section: str
    sources: tuple[str, ...]
    follows: tuple[str, ...]
    confidence: str
    enforced: str
    see: tuple[str, ...]
    option: str | None
    examples: tuple[str, ...]

    @property
    def title_key(self) -> str:
        return f"{self.game}.rule.{self.id}.title"

    @property
    def text_key(self) -> str:
        return f"{self.game}.rule.{self.id}"


@cache
def _rules_file(slug: str) -> Mapping[str, Any]:
    if slug not in games():
        raise KeyError(f"no such game: {slug[:40]!r}")
    data: Mapping[str, Any] = _frozen(tomllib.loads((RULES_DB / slug / "rules.toml").read_text("utf-8")))
    return data


@cache
def rules(slug: str) -> Mapping[str, Rule]:
    """The rules of a game by id, in the order of a reader. Raises KeyError for a game we lack."""
    found = {}
    for id_, data in _rules_file(slug)["rules"].items():
        count = data.get("examples", 0)
        found[id_] = Rule(
            id=id_,
            game=slug,
            section=data["section"],
            sources=data.get("sources", ()),
            follows=data.get("follows", ()),
            confidence=data["confidence"],
            enforced=data["enforced"],
            see=data.get("see", ()),
            option=data.get("option"),
            examples=tuple(f"{slug}.rule.{id_}.example.{i + 1}" for i in range(count)),
        )
    return MappingProxyType(found)


@cache
def sources(slug: str) -> Mapping[str, Source]:
    """The sources of a game's rules by id."""
    known = _rules_file(slug)["sources"].items()
    return MappingProxyType({id_: Source(id_, url or None) for id_, url in known})


@cache
def sections(slug: str) -> tuple[str, ...]:
    """The chapters of a game's rules, in order. Their headings are the words `<slug>.section.<name>`."""
    return tuple(_rules_file(slug)["sections"])


@cache
def options(slug: str) -> tuple[Option, ...]:
    """The points where sources disagree. Words: `<slug>.option.<key>` and `<slug>.option.<key>.<choice>`."""
    return tuple(
        Option(
            *(key, data["choices"], data["default"], data["rule"]),
            seats=data.get("seats", ()),
            front=data.get("front", False),
            only=data.get("only", {}),
        )
        for key, data in _rules_file(slug).get("options", {}).items()
    )


def check() -> list[str]:
    """Every problem of the facts, one sentence each; empty when all is well."""
    from companion.factcheck import check as problems  # it reads this module

    return problems()
