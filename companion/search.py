"""The search of the rules desk: rules and glossary of all games, in any of the three languages at once.

One index in memory (SQLite FTS5), made from rules_db when it is first asked. A document holds its words in every
language, so that any language's word finds it; the answer is shown in the reader's. Chinese is indexed character
by character and asked for as phrases, since a trigram index knows no word of one or two characters.
"""

from __future__ import annotations

import difflib
import re
import sqlite3
import threading
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from sqlite_utils import Database

from companion import facts

Marked = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it is what was looked for."""

LONGEST: Final = 200
_MOST_UNITS: Final = 40
_NARROW: Final = 0.3
"""What scores less than this share of the best is left out."""

_HAN: Final = r"\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_GAP: Final = "\u200b"
_BETWEEN: Final = re.compile(rf"(?<=[{_HAN}])(?=\w)|(?<=\w)(?=[{_HAN}])")
_TOKEN: Final = re.compile(rf"[{_HAN}]+|[^\W_{_HAN}]+")
_ID: Final = re.compile(r"(?:rule|規則|规则)?\s*([a-z])[\s.-]?0*(\d{1,2})", re.IGNORECASE)
_MINUS: Final = re.compile(r"(?<![\w])[-−–](?=\d)")
_COLUMNS: Final = tuple(
    f"{part}_{lang.replace('-', '_')}" for part in ("title", "body") for lang in facts.LANGUAGES
)
_WEIGHTS: Final = (6.0, 6.0, 6.0, 1.0, 1.0, 1.0, 4.0)

_IDLE_EN: Final = frozenset(
    "a about after all am an and any are as at be been being before but by can could did do does for from get"
    " gets got had has have having he her his how i if in into is it its just know let like many may me mean"
    " means might much must my of off on one or our out over own please really rule rules s say says shall she"
    " should so still t tell than that the their them then there these they thing this those to too us was we"
    " were what when where which while who why will with would you your".split()
)
_IDLE_HAN: Final = re.compile(
    "可不可以|能不能|會不會|会不会|是不是|要不要|有沒有|有没有|為什麼|为什么|怎麼樣|怎么样|怎麼辦|怎么办|什麼|什么|怎麼|怎么|"
    "多少|可以|如何|是否|哪些|哪裡|哪里|請問|请问|如果|的話|的话|時候|时候|應該|应该|這個|这个|那個|那个|還是|还是|"
    "[的了嗎吗呢嘛吧啊呀我你他她它是在就都也和與与把被讓让這这那哪誰谁要會会能幾几怎麼么]"
)


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the glossary. `icon`: our drawing of it; `rules`: where it is explained, the chief one first;
    `values`: what its text names, read from the components."""

    id: str
    game: str
    icon: str | None
    rules: tuple[str, ...]
    values: Mapping[str, int]
    name_key: str
    text_key: str

    def other_names(self, say: facts.Words) -> tuple[str, ...]:
        """What else people call it, in one language."""
        key = f"{self.game}.term.{self.id}.also"
        return tuple(part.strip() for part in say(key).split("/")) if say.has(key) else ()

    def text(self, say: facts.Words) -> str:
        """What it is, in a sentence; empty where the name says it all."""
        return say(self.text_key, **self.values) if say.has(self.text_key) else ""


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found: a rule's id or a term's, its title and text in the reader's language."""

    game: str
    id: str
    title: Marked
    text: Marked


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to a query. `instead`: what was looked for where the query itself finds nothing."""

    query: str
    instead: str | None
    rules: tuple[Hit, ...]
    terms: tuple[Hit, ...]


def search(query: str, lang: str, game: str | None = None, most: int = 12) -> Found:
    """The rules and terms that answer a query best, the best first, of one game or of all.

    A query may be words of any of the languages, a whole question, or a rule's id. Never raises for what a
    person may type; a query of nothing finds nothing. Raises KeyError for a language we lack.
    """
    facts.words(lang)
    return _index().search(query, lang, game, most)


@cache
def glossary(slug: str) -> Mapping[str, Term]:
    """The terms of a game by id, in the order of the glossary. Raises KeyError for a game we lack."""
    terms = {}
    for id_, data in facts.components(slug).get("glossary", {}).items():
        values = {name: _at(slug, path) for name, path in data.get("values", {}).items()}
        name, text = data.get("word", f"{slug}.term.{id_}"), data.get("text", f"{slug}.term.{id_}.text")
        terms[id_] = Term(id_, slug, data.get("icon"), data.get("rules", ()), values, name, text)
    return terms


def _at(slug: str, path: str) -> int:
    """The number in the components at a dotted path; of a table or list how many are in it."""
    value = facts.components(slug)
    for step in path.split("/"):
        value = value[step]
    return value if isinstance(value, int) else len(value)


def plain(marked: Marked) -> str:
    """A marked text without its marks."""
    return "".join(text for text, _ in marked)


# --- Chinese in one script


@cache
def _to_simplified() -> dict[int, str]:
    """Traditional -> Simplified, character by character, learnt from our own words: texts of the same key and
    length say the same. A character that Simplified texts use too is left alone."""
    hant, hans = facts.words("zh-Hant"), facts.words("zh-Hans")
    pairs: dict[str, Counter[str]] = {}
    known: set[str] = set()
    for key in hans.keys:
        for one, other in zip(hant.forms(key), hans.forms(key), strict=False):
            known.update(other)
            if len(one) == len(other):
                for a, b in zip(one, other, strict=True):
                    pairs.setdefault(a, Counter())[b] += 1
    chosen = {a: found.most_common(1)[0][0] for a, found in pairs.items() if a not in known}
    return {ord(a): b for a, b in chosen.items() if re.fullmatch(f"[{_HAN}]{{2}}", a + b)}


def _fold(text: str) -> str:
    """Simplified characters, of the same length; what highlights are found in."""
    return text.translate(_to_simplified())


def _split(text: str) -> str:
    """Each Han character a word of its own."""
    return _BETWEEN.sub(_GAP, text)


# --- the index


@dataclass(frozen=True, slots=True)
class _Document:
    game: str
    kind: str
    id: str
    titles: Mapping[str, str]
    bodies: Mapping[str, str]
    others: str

    def row(self, number: int) -> dict[str, str | int]:
        texts = [*(self.titles[lang] for lang in facts.LANGUAGES), *(self.bodies[lang] for lang in facts.LANGUAGES)]
        columns = {column: _split(_fold(text)) for column, text in zip(_COLUMNS, texts, strict=True)}
        others = _split(_fold(self.others.replace("+", "plus")))
        return {"id": number, "game": self.game, "kind": self.kind, **columns, "others": others}


def _documents() -> Iterator[_Document]:
    say = {lang: facts.words(lang) for lang in facts.LANGUAGES}
    for slug in facts.games():
        named: dict[str, list[str]] = {}
        for term in glossary(slug).values():
            names = [name for words in say.values() for name in (words(term.name_key), *term.other_names(words))]
            for rule in term.rules:
                named.setdefault(rule, []).extend(names)
            yield _Document(
                slug,
                "term",
                term.id,
                {lang: words(term.name_key) for lang, words in say.items()},
                {lang: term.text(words) for lang, words in say.items()},
                "\n".join(names),
            )
        for rule_ in facts.rules(slug).values():
            if not say["en"].has(rule_.title_key):
                continue  # `check` names it; a search that is down helps nobody
            yield _Document(
                slug,
                "rule",
                rule_.id,
                {lang: words(rule_.title_key) for lang, words in say.items()},
                {
                    lang: "\n".join((words(rule_.text_key), *map(words, rule_.examples)))
                    for lang, words in say.items()
                },
                "\n".join(named.get(rule_.id, ())),
            )


class _Index:
    """The documents, the database that finds them, and the vocabulary that mends what is misspelt."""

    def __init__(self) -> None:
        self.documents = list(_documents())
        self.lock = threading.Lock()
        self.connection = sqlite3.connect(":memory:", check_same_thread=False)
        table = Database(self.connection)["entry"]
        table.insert_all((d.row(n) for n, d in enumerate(self.documents)), pk="id")
        table.enable_fts([*_COLUMNS, "others"], tokenize="porter unicode61 remove_diacritics 2")  # type: ignore[union-attr]
        self.words, self.han = self._vocabulary()

    def _vocabulary(self) -> tuple[dict[str, int], list[str]]:
        """The Latin words with how often they stand there, and the Chinese names of things."""
        latin: Counter[str] = Counter()
        han: dict[str, None] = {}
        for document in self.documents:
            for text in (document.titles["en"], document.bodies["en"], document.others):
                latin.update(t for t in _TOKEN.findall(_bare(text)) if t.isascii() and not t.isdigit())
            for text in (document.titles["zh-Hant"], document.titles["zh-Hans"], *document.others.split("\n")):
                han.update(dict.fromkeys(t for t in _TOKEN.findall(_fold(text)) if not t.isascii() and len(t) > 1))
        return latin, list(han)

    def search(self, query: str, lang: str, game: str | None, most: int) -> Found:
        query = " ".join(unicodedata.normalize("NFKC", query[:LONGEST]).split())
        if by_id := self._by_id(query, lang, game):
            return Found(query, None, by_id, ())
        expression, asked = self._expression(query)
        if not expression:
            return Found(query, None, (), ())
        rules = self._ask(expression, "rule", lang, game, most)
        terms = self._ask(expression, "term", lang, game, 4)
        rules = _named_first(rules, asked, game)[:most]
        instead = asked if asked != _bare(query) and _meant(asked) != _meant(_bare(query)) else None
        return Found(query, instead, tuple(rules), tuple(terms))

    def _by_id(self, query: str, lang: str, game: str | None) -> tuple[Hit, ...]:
        match = _ID.fullmatch(query)
        if match is None:
            return ()
        wanted = f"{match[1].upper()}{int(match[2])}"
        say = facts.words(lang)
        rules = [facts.rules(slug).get(wanted) for slug in facts.games() if game in (None, slug)]
        return tuple(
            Hit(rule.game, rule.id, ((say(rule.title_key), False),), ((say(rule.text_key), False),))
            for rule in rules
            if rule is not None
        )

    # --- the query

    def _expression(self, query: str) -> tuple[str, str]:
        """What FTS5 is asked, and the query as it was understood: mended where nothing has such a word."""
        tokens = _TOKEN.findall(_bare(query))
        busy = [token for token in tokens if not _idle(token)] or tokens
        units: dict[str, None] = {}
        understood = {}
        for token in busy:
            mended, forms = (self._latin if token.isascii() else self._chinese)(token)
            understood[token] = mended
            units.update(dict.fromkeys(forms))
        whole = " ".join(_split(understood.get(token, token)).replace(_GAP, " ") for token in tokens)
        if 1 < len(tokens) < 9 and units:
            units[whole] = None
        expression = " OR ".join(f'"{unit}"' for unit in list(units)[:_MOST_UNITS])
        asked = query if all(a == b for a, b in understood.items()) else _replaced(_bare(query), understood)
        return expression, _bare(asked)

    def _latin(self, word: str) -> tuple[str, list[str]]:
        if self._knows(word):
            longer = [w for w in self.words if w.startswith(word) and len(word) > 2]
            return word, [word, *longer[:8]]
        if begun := [w for w in self.words if w.startswith(word)]:
            return word, sorted(begun, key=lambda w: -self.words[w])[:8]
        close = difflib.get_close_matches(word, self.words, 3, 0.72) if len(word) > 2 else []
        if close:
            best = max(close, key=lambda w: (round(_alike(word, w), 2), self.words[w]))
            return best, [best]
        return word, [word]

    def _chinese(self, run: str) -> tuple[str, list[str]]:
        parts = [part for part in _IDLE_HAN.sub(" ", run).split() if part] or [run]
        units = [unit for part in parts for unit in _phrases(part)]
        if any(self._knows(unit) for unit in units):
            return run, units
        for part in parts:
            if len(part) > 1 and (close := difflib.get_close_matches(part, self.han, 1, 0.5)):
                return close[0], _phrases(close[0])
        return run, [character for part in parts for character in part]

    def _knows(self, unit: str) -> bool:
        sql = "select 1 from entry_fts where entry_fts match ? limit 1"
        with self.lock:
            return self.connection.execute(sql, (f'"{unit}"',)).fetchone() is not None

    # --- the answer

    def _ask(self, expression: str, kind: str, lang: str, game: str | None, most: int) -> list[Hit]:
        at = facts.LANGUAGES.index(lang)
        if kind == "term":
            expression = f"{{{' '.join(_COLUMNS[:3])} others}} : ({expression})"
        sql = f"""
            select entry.id, bm25(entry_fts, {", ".join(map(str, _WEIGHTS))}) as score,
                highlight(entry_fts, {at}, char(2), char(3)), highlight(entry_fts, {at + 3}, char(2), char(3))
            from entry_fts join entry on entry.id = entry_fts.rowid
            where entry_fts match ? and kind = ? and (? is null or game = ?)
            order by score, entry.id limit ?
        """  # noqa: S608 - numbers and names of our own
        with self.lock:
            rows = self.connection.execute(sql, (expression, kind, game, game, max(most, 30))).fetchall()
        best = rows[0][1] if rows else 0.0
        hits = []
        for number, score, title, body in rows:
            if score <= best * _NARROW:  # bm25 is negative: the better the lower
                document = self.documents[number]
                marked = _marked(document.titles[lang], title), _marked(document.bodies[lang], body)
                hits.append(Hit(document.game, document.id, *marked))
        return hits[: max(most, 4)]


@cache
def _index() -> _Index:
    return _Index()


def _bare(text: str) -> str:
    """Small letters without accents, signs as words, one script."""
    text = _MINUS.sub(" minus ", text.replace("+", " plus "))
    text = unicodedata.normalize("NFKD", text.casefold())
    text = "".join(c for c in text if not unicodedata.combining(c))
    return _fold(" ".join(re.sub(r"['’]s?\b", "", text).split()))


def _meant(text: str) -> str:
    return "".join(_TOKEN.findall(text))


def _idle(token: str) -> bool:
    return token in _IDLE_EN or not _IDLE_HAN.sub("", token)


def _phrases(part: str) -> list[str]:
    """A run of Han characters as phrases: itself, and every two neighbours."""
    pairs = [part[i : i + 2] for i in range(len(part) - 1)]
    return [" ".join(unit) for unit in dict.fromkeys([part, *pairs])]


def _replaced(query: str, understood: Mapping[str, str]) -> str:
    return _TOKEN.sub(lambda match: understood.get(match[0], match[0]), query)


def _alike(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other).ratio()


def _named_first(hits: Iterable[Hit], asked: str, game: str | None) -> list[Hit]:
    """Who asks for a term by its name wants the rules that explain it, in the glossary's order."""
    chief: dict[tuple[str, str], int] = {}
    for slug in facts.games():
        for term in glossary(slug).values() if game in (None, slug) else ():
            says = [facts.words(lang) for lang in facts.LANGUAGES]
            names = {_meant(_bare(n)) for say in says for n in (say(term.name_key), *term.other_names(say))}
            if _meant(asked) in names:
                for rule in term.rules:
                    chief.setdefault((slug, rule), len(chief))
    return sorted(hits, key=lambda hit: chief.get((hit.game, hit.id), len(chief)))


def _marked(text: str, highlighted: str) -> Marked:
    """The text itself in pieces, cut where its folded and split copy is marked."""
    pieces: list[tuple[str, bool]] = []
    at, inside = 0, False
    for part in re.split("([\x02\x03])", highlighted):
        if part in ("\x02", "\x03"):
            inside = part == "\x02"
            continue
        length = len(part.replace(_GAP, ""))
        if length:
            pieces.append((text[at : at + length], inside))
        at += length
    return tuple(pieces)
