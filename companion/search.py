"""The search of the rules desk: rules and glossary of all games, in any of the three languages at once.

One index in memory (SQLite FTS5), made from rules_db when it is first asked. A document holds its words in
every language, so that any language's word finds it; the answer is shown in the reader's. Chinese is indexed
character by character and asked for as phrases, since a trigram index knows no word of one or two characters.
"""

from __future__ import annotations

import difflib
import re
import sqlite3
import threading
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from sqlite_utils import Database

from companion import facts
from companion.glossary import glossary

Marked = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it is what was looked for."""

LONGEST: Final = 200
_MOST_PARTS: Final = 24
_NARROW: Final = {"rule": 0.3, "term": 0.6}
"""What scores less than this share of the best is left out."""
_SOLO_TERMS: Final = {"solo", "opponent", "tengu"}
"""Who asks about these wants the rules of the solo game; who does not, hardly."""

_HAN: Final = r"\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_GAP: Final = "\u200b"
_BETWEEN: Final = re.compile(rf"(?<=[{_HAN}])(?=\w)|(?<=\w)(?=[{_HAN}])")
_TOKEN: Final = re.compile(rf"[{_HAN}]+|[^\W_{_HAN}]+")
_ID: Final = re.compile(r"(?:rule|規則|规则)?\s*([a-z])[\s.-]?0*(\d{1,2})", re.IGNORECASE)
_MINUS: Final = re.compile(r"(?<!\w)[-−–](?=\d)")

_TITLES: Final = tuple(f"title_{at}" for at in range(3))
_BODIES: Final = tuple(f"body_{at}" for at in range(3))
_COLUMNS: Final = (*_TITLES, *_BODIES, "chief", "also")
_WEIGHTS: Final = (6.0, 6.0, 6.0, 1.5, 1.5, 1.5, 6.0, 2.5)
"""`chief`: the names of the terms a rule is the first to explain; `also`: of those it explains besides."""

_IDLE_EN: Final = frozenset(
    _TOKEN.findall(
        "a about after all am an and any are as at be been before but by can could did do does for from get "
        "gets got had has have he her his how i if in into is it its just let like many may me mean means "
        "might much my of on one or our out over own please really rule rules s she should so still t than "
        "that the their them then there these they this those to too us was we were what when where which "
        "who why will with would you your"
    )
)
_IDLE_HAN: Final = re.compile(
    "可不可以|能不能|會不會|会不会|是不是|要不要|有沒有|有没有|為什麼|为什么|怎麼樣|怎么样|怎麼辦|怎么办|什麼|什么|怎麼|怎么|"
    "多少|可以|如何|是否|哪些|哪裡|哪里|請問|请问|如果|的話|的话|時候|时候|應該|应该|這個|这个|那個|那个|還是|还是|"
    "[的了嗎吗呢嘛吧啊呀我你他她它是在就都也和與与把被讓让這这那哪誰谁要會会能幾几怎麼么]"
)


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


def plain(marked: Marked) -> str:
    """A marked text without its marks."""
    return "".join(text for text, _ in marked)


# --- text


@cache
def _to_simplified() -> Mapping[int, str]:
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
    """One script for all Chinese; the length stays, so that marks can be carried over."""
    return text.translate(_to_simplified())


def _split(text: str) -> str:
    """Each Han character a word of its own."""
    return _BETWEEN.sub(_GAP, _fold(text))


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


def _phrase(text: str) -> str:
    """Text as an FTS5 phrase: its words in this order."""
    return " ".join(" ".join(token) if not token.isascii() else token for token in _TOKEN.findall(text))


# --- the index


@dataclass(frozen=True, slots=True)
class _Document:
    game: str
    kind: str
    id: str
    solo: bool
    titles: tuple[str, ...]
    bodies: tuple[str, ...]
    chief: tuple[str, ...]
    also: tuple[str, ...]

    def row(self, number: int) -> dict[str, str | int]:
        names = ("\n".join(_bare(name) for name in names) for names in (self.chief, self.also))
        texts = zip(_COLUMNS, (*self.titles, *self.bodies, *names), strict=True)
        return {"id": number, "game": self.game, "kind": self.kind, **{c: _split(text) for c, text in texts}}


def _documents() -> Iterator[_Document]:
    says = [facts.words(lang) for lang in facts.LANGUAGES]
    for slug in facts.games():
        chief: dict[str, list[str]] = {}
        also: dict[str, list[str]] = {}
        for term in glossary(slug).values():
            names = term.names(says)
            for at, id_ in enumerate(term.rules):
                (also if at else chief).setdefault(id_, []).extend(names)
            titles = tuple(say(term.name_key) for say in says)
            texts = tuple(term.text(say) for say in says)
            yield _Document(slug, "term", term.id, False, titles, texts, tuple(names), ())
        for id_, rule in facts.rules(slug).items():
            if not says[0].has(rule.title_key):
                continue  # `check` names it; a search that is down helps nobody
            titles = tuple(say(rule.title_key) for say in says)
            texts = tuple("\n".join((say(rule.text_key), *map(say, rule.examples))) for say in says)
            others = tuple(tuple(names.get(id_, ())) for names in (chief, also))
            yield _Document(slug, "rule", id_, rule.section == "solo", titles, texts, *others)


class _Index:
    """The documents, the database that finds them, and the vocabulary that mends what is misspelt."""

    def __init__(self) -> None:
        self.documents = list(_documents())
        self.lock = threading.Lock()
        self.connection = sqlite3.connect(":memory:", check_same_thread=False)
        table = Database(self.connection).table("entry")
        table.insert_all((d.row(n) for n, d in enumerate(self.documents)), pk="id")
        table.enable_fts(_COLUMNS, tokenize="porter unicode61 remove_diacritics 2")
        self.latin: dict[str | None, Counter[str]] = {game: Counter() for game in (None, *facts.games())}
        self.han: dict[str | None, dict[str, str]] = {game: {} for game in (None, *facts.games())}
        self.names: dict[str, list[tuple[str, str]]] = {}
        """Every name of a term -> the rules it leads to, as (game, id)."""
        self.solo_names: set[str] = set()
        for document in self.documents:
            self._learn(document)

    def _learn(self, document: _Document) -> None:
        for game in (None, document.game):
            for text in (document.titles[0], document.bodies[0], *document.chief):
                words = (
                    word for word in _TOKEN.findall(_bare(text)) if word.isascii() and not word.isdigit()
                )
                self.latin[game].update(words)
            for text in (*document.titles[1:], *document.chief):
                for run in (run for run in _TOKEN.findall(text) if not run.isascii() and len(run) > 1):
                    self.han[game].setdefault(_fold(run), run)
        if document.kind == "term":
            rules = glossary(document.game)[document.id].rules
            for name in document.chief:
                leads = self.names.setdefault(_phrase(_bare(name)), [])
                leads += [(document.game, id_) for id_ in rules]
                if document.id in _SOLO_TERMS:
                    self.solo_names.add(_phrase(_bare(name)))

    def search(self, query: str, lang: str, game: str | None, most: int) -> Found:
        query = " ".join(unicodedata.normalize("NFKC", query[:LONGEST]).split())
        if by_id := self._by_id(query, lang, game):
            return Found(query, None, by_id, ())
        asked, parts = self._understand(query, game)
        if not parts:
            return Found(query, None, (), ())
        rules = self._ranked(asked, parts, "rule", game)[:most]
        terms = self._ranked(asked, parts, "term", game)[:3]
        hits = self._hits([*rules, *terms], parts, lang)
        instead = asked if _meant(asked) != _meant(_bare(query)) else None
        if instead and lang != "zh-Hans":
            instead = self.han[game].get(instead, instead)
        return Found(query, instead, tuple(hits[: len(rules)]), tuple(hits[len(rules) :]))

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

    def _understand(self, query: str, game: str | None) -> tuple[str, list[list[str]]]:
        """The query with what is misspelt mended, and its parts: each the phrases of which one is enough."""
        bare = _bare(query)
        tokens = _TOKEN.findall(bare)
        understood: dict[str, str] = {}
        parts: list[list[str]] = []
        for token in [token for token in tokens if not _idle(token)] or tokens:
            if token in understood:
                continue
            if token.isascii():
                understood[token], forms = self._word(token, game)
                parts.append(forms)
            else:
                understood[token], forms = self._characters(token, game)
                parts += [[form] for form in forms]
        return _TOKEN.sub(lambda match: understood.get(match[0], match[0]), bare), parts[:_MOST_PARTS]

    def _word(self, word: str, game: str | None) -> tuple[str, list[str]]:
        """A Latin word as meant, and the words that answer it: itself, what it begins, what it resembles."""
        known = self.latin[game]
        longer = sorted((w for w in known if w.startswith(word)), key=lambda w: -known[w])[:8]
        if self._knows(word, game):
            return word, [word, *(longer if len(word) > 2 else ())]
        if longer:
            return word, longer
        close = difflib.get_close_matches(word, known, 3, 0.75) if len(word) > 3 else []
        if not close:
            return word, [word]
        best = max(close, key=lambda w: (round(_alike(word, w), 1), known[w]))
        return best, [best]

    def _characters(self, run: str, game: str | None) -> tuple[str, list[str]]:
        """A run of Han characters as meant, and its phrases: the whole, and every two neighbours."""
        pieces = [piece for piece in _IDLE_HAN.sub(" ", run).split() if piece] or [run]
        phrases = [phrase for piece in pieces for phrase in _neighbours(piece)]
        if any(self._knows(phrase, game) for phrase in phrases):
            return run, phrases
        for piece in pieces:
            close = difflib.get_close_matches(piece, self.han[game], 9, 0.5) if len(piece) > 1 else []
            if close:
                order = list(self.han[game])
                best = max(close, key=lambda name: (_in_place(piece, name), -order.index(name)))
                return best, _neighbours(best)
        return run, [character for piece in pieces for character in piece]

    def _knows(self, phrase: str, game: str | None) -> bool:
        return bool(self._scores([phrase], "", game, _COLUMNS, 1))

    # --- the answer

    def _scores(
        self, phrases: Sequence[str], kind: str, game: str | None, columns: Sequence[str], most: int = 300
    ) -> list[tuple[int, float]]:
        """(document, score) for what has one of the phrases in one of the columns; higher is better."""
        expression = f"{{{' '.join(columns)}}} : ({_any_of(phrases)})"
        sql = f"""
            select entry.id, -bm25(entry_fts, {", ".join(map(str, _WEIGHTS))})
            from entry_fts join entry on entry.id = entry_fts.rowid
            where entry_fts match ? and (? = '' or kind = ?) and (? is null or game = ?) limit ?
        """  # noqa: S608 - the numbers are our own
        with self.lock:
            return self.connection.execute(sql, (expression, kind, kind, game, game, most)).fetchall()

    def _ranked(self, asked: str, parts: list[list[str]], kind: str, game: str | None) -> list[int]:
        """Documents, best first: by bm25, more for each part of the query that is met and for names in it."""
        columns = _COLUMNS if kind == "rule" else (*_TITLES, "chief")
        whole = f" {_phrase(asked)} "
        names = [name for name in self.names if " " in name and f" {name} " in whole]
        scores: dict[int, float] = {}
        met: Counter[int] = Counter()
        for part in (*parts, *([name] for name in names)):
            for number, score in self._scores(part, kind, game, columns):
                scores[number] = scores.get(number, 0.0) + score
                met[number] += 1
        solo = any(f" {name} " in whole for name in self.solo_names)
        for number in scores:
            scores[number] *= (met[number] / (len(parts) + len(names))) ** 0.5
            if self.documents[number].solo:
                scores[number] *= 1.5 if solo else 0.6
        order = sorted(scores, key=lambda number: (-scores[number], number))
        order = [number for number in order if scores[number] >= scores[order[0]] * _NARROW[kind]]
        # Who asks for a term by its name alone wants the rules that explain it, the chief one first.
        leads = self.names.get(whole.strip(), [])
        place = {lead: at for at, lead in reversed(list(enumerate(leads)))}
        found = {number: self.documents[number] for number in order}
        return sorted(order, key=lambda number: place.get((found[number].game, found[number].id), len(leads)))

    def _hits(self, numbers: Sequence[int], parts: list[list[str]], lang: str) -> list[Hit]:
        at = facts.LANGUAGES.index(lang)
        expression = _any_of([phrase for part in parts for phrase in part])
        shown = (f"highlight(entry_fts, {column}, char(2), char(3))" for column in (at, at + 3))
        sql = f"""
            select rowid, {", ".join(shown)}
            from entry_fts where entry_fts match ? and rowid in ({", ".join("?" * len(numbers))})
        """  # noqa: S608 - the numbers are our own
        with self.lock:
            rows = self.connection.execute(sql, (expression, *numbers)).fetchall()
        marks = {number: (title, body) for number, title, body in rows}
        hits = []
        for number in numbers:
            document = self.documents[number]
            title, body = document.titles[at], document.bodies[at]
            marked = marks.get(number, (title, body))
            hits.append(Hit(document.game, document.id, _marked(title, marked[0]), _marked(body, marked[1])))
        return hits


@cache
def _index() -> _Index:
    return _Index()


def _any_of(phrases: Sequence[str]) -> str:
    """What FTS5 is asked; a phrase holds letters, digits and blanks alone."""
    return " OR ".join(f'"{phrase}"' for phrase in phrases)


def _neighbours(run: str) -> list[str]:
    pairs = [run[i : i + 2] for i in range(len(run) - 1)]
    return [" ".join(phrase) for phrase in dict.fromkeys([run, *pairs])]


def _in_place(one: str, other: str) -> int:
    """How many characters are the same at the same place; fewer when the length differs."""
    return sum(a == b for a, b in zip(one, other, strict=False)) - abs(len(one) - len(other))


def _alike(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other).ratio()


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
