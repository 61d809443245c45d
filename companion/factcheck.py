"""The facts check themselves: what is missing, doubled, contradictory or without a source in rules_db."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from babel.messages.pofile import PoFileError

from companion import facts
from companion.glossary import glossary
from companion.paths import RULES_DB

PACKAGE: Final = Path(__file__).parent
TESTS: Final = PACKAGE.parent / "tests"

_KEY: Final = re.compile(r"[a-z]+(\.[\w+?-]+)+")
_MSGID: Final = re.compile(r'^msgid "(.+)"$', re.MULTILINE)
_FUZZY: Final = re.compile(r"^#,.*\bfuzzy\b", re.MULTILINE)
_FIELD: Final = re.compile(r"[a-z_]+")
_RULE: Final = re.compile(r"[A-Z]\d{1,2}")


def check() -> list[str]:
    """Every problem found, one sentence each for developers; empty when all is well."""
    problems = list(_words())
    if problems:  # what follows reads the words
        return problems
    for slug in facts.games():
        try:
            facts.rules(slug)
            facts.components(slug)
        except (KeyError, TypeError, ValueError, tomllib.TOMLDecodeError) as error:
            problems.append(f"{slug}: cannot be read: {error}")
            continue
        problems += _rules(slug)
        problems += _glossary(slug)
        problems += _demo(slug)
        problems += _cited(slug)
        problems += _tested(slug)
        if slug == "spirits":
            problems += _spirits()
    return problems


# --- words


def _words() -> Iterator[str]:
    seen: dict[tuple[str, str], str] = {}
    for folder in sorted(path for path in RULES_DB.glob("*/words") if any(path.iterdir())):
        domain = folder.parent.name
        languages: dict[str, dict[str, facts.Text]] = {}
        for lang in facts.LANGUAGES:
            path = folder / f"{lang}.po"
            where = f"{domain}/words/{lang}.po"
            try:
                text = path.read_text("utf-8")
                languages[lang], _ = facts.read_words(path)
            except FileNotFoundError:
                yield f"{where} is missing"
                continue
            except (PoFileError, ValueError) as error:
                yield f"{where} cannot be read: {error}"
                continue
            yield from _file(where, text, languages[lang])
            for key in languages[lang]:
                if (lang, key) in seen:
                    yield f"{where}: {key} stands in {seen[lang, key]} too"
                seen[lang, key] = where
        yield from _compared(domain, languages)


def _file(where: str, text: str, texts: Mapping[str, facts.Text]) -> Iterator[str]:
    keys = _MSGID.findall(text)
    for key, times in Counter(keys).items():
        if times > 1:
            yield f"{where}: {key} stands there {times} times"
        if key not in texts:
            yield f"{where}: {key} has no words"
        if not _KEY.fullmatch(key):
            yield f"{where}: {key} is no key of the form domain.part.name"
    if _FUZZY.search(text):
        yield f"{where}: an entry is marked fuzzy"
    for key, said in texts.items():
        if any("{{" in form or "}}" in form for form in said.forms):
            yield f"{where}: {key} has braces that stand for themselves"
        for name in said.fields:
            if not _FIELD.fullmatch(name):
                yield f"{where}: {key} has the placeholder {{{name}}}, which is no plain name"


def _compared(domain: str, languages: Mapping[str, Mapping[str, facts.Text]]) -> Iterator[str]:
    for key in sorted(set().union(*languages.values())):
        have = {lang: texts[key] for lang, texts in languages.items() if key in texts}
        for lang in languages:
            if lang not in have:
                yield f"{domain}: {key} is missing in {lang}"
        if len({text.fields for text in have.values()}) > 1:
            named = "; ".join(f"{lang} {', '.join(sorted(t.fields)) or 'none'}" for lang, t in have.items())
            yield f"{domain}: the placeholders of {key} differ: {named}"
        plural = {lang: len(text.forms) > 1 for lang, text in have.items()}
        if plural.get("en") is False and any(plural.values()):
            yield f"{domain}: {key} has plural forms in one language but not in English"


# --- rules


def _rules(slug: str) -> Iterator[str]:
    rules, sources, sections = facts.rules(slug), facts.sources(slug), facts.sections(slug)
    options = {option.key: option for option in facts.options(slug)}
    needed: list[str] = [f"{slug}.section.{name}" for name in sections]
    needed += [f"{slug}.source.{name}" for name in sources]
    for id_, rule in rules.items():
        needed += [rule.title_key, rule.text_key, *rule.examples]
        if not rule.sources and not rule.follows:
            yield f"{slug} {id_} has no source and follows from no other rule"
        if rule.confidence not in facts.CONFIDENCE:
            yield f"{slug} {id_} has the confidence {rule.confidence!r}"
        if rule.confidence == "A" and len(rule.sources) < 2 and not rule.follows:
            yield f"{slug} {id_} has confidence A with fewer than two sources"
        if rule.enforced not in facts.ENFORCED:
            yield f"{slug} {id_} is enforced as {rule.enforced!r}"
        if rule.section not in sections:
            yield f"{slug} {id_} stands in the unknown section {rule.section!r}"
        yield from (f"{slug} {id_} names the unknown source {s}" for s in rule.sources if s not in sources)
        for other in (*rule.see, *rule.follows):
            if other not in rules or other == id_:
                yield f"{slug} {id_} links to {other}, which is no other rule"
        if rule.option is not None and rule.option not in options:
            yield f"{slug} {id_} names the unknown option {rule.option}"
    for section in sections:
        if all(rule.section != section for rule in rules.values()):
            yield f"{slug}: the section {section} has no rule"
    for unused in sources.keys() - {name for rule in rules.values() for name in rule.sources}:
        yield f"{slug}: no rule names the source {unused}"
    for key, option in options.items():
        needed += [f"{slug}.option.{key}", *(f"{slug}.option.{key}.{choice}" for choice in option.choices)]
        if option.default not in option.choices or len(set(option.choices)) < 2:
            yield f"{slug}: the option {key} needs two choices and one of them as its default"
        if option.rule not in rules or rules[option.rule].option != key:
            yield f"{slug}: the option {key} and its rule {option.rule} do not name each other"
    for lang in facts.LANGUAGES:
        yield from (f"{key} is missing in {lang}" for key in needed if not facts.words(lang).has(key))
    known = set(needed)
    for key in facts.words("en").keys:
        if re.match(rf"{slug}\.(rule|source|section|option)\.", key) and key not in known:
            yield f"{key} is the word of nothing in {slug}/rules.toml"


def _glossary(slug: str) -> Iterator[str]:
    rules = facts.rules(slug)
    needed = set()
    for id_, data in facts.components(slug).get("glossary", {}).items():
        if not data.get("rules"):
            yield f"{slug}: no rule explains the term {id_}"
        for rule in data.get("rules", ()):
            if rule not in rules:
                yield f"{slug}: the term {id_} leads to {rule}, which is no rule"
    try:
        terms = glossary(slug)
    except (KeyError, TypeError) as error:
        yield f"{slug}: the glossary names a number that is not there: {error}"
        return
    for lang in facts.LANGUAGES:
        say = facts.words(lang)
        for term in terms.values():
            if not say.has(term.name_key):
                yield f"{term.name_key} is missing in {lang}"
            needed |= {f"{slug}.term.{term.id}.{part}" for part in ("also", "text")}
            for name in say.fields(term.text_key) ^ term.values.keys():
                yield f"{slug}: the text of the term {term.id} and its values differ in {name} ({lang})"
    for key in facts.words("en").keys:
        if re.fullmatch(rf"{slug}\.term\.\w+\.(also|text)", key) and key not in needed:
            yield f"{key} is the word of no term in {slug}/glossary.toml"


def _demo(slug: str) -> Iterator[str]:
    """The steps of the demo table; that they replay is for the tests, with the game itself."""
    rules, said = facts.rules(slug), set()
    for number, step in enumerate(facts.components(slug).get("demo", ()), 1):
        key = f"desk.demo.{slug}.{step.get('say')}"
        said.add(key)
        if step.get("rule") not in rules:
            yield f"{slug}: step {number} of the demo leads to {step.get('rule')}, which is no rule"
        for lang in facts.LANGUAGES:
            if not facts.words(lang).has(key):
                yield f"{key} is missing in {lang}"
    for key in facts.words("en").keys:
        if key.startswith(f"desk.demo.{slug}.") and key not in said:
            yield f"{key} is the word of no step in {slug}/demo.toml"


# --- code and tests


def _cited(slug: str) -> Iterator[str]:
    """Rule ids said by the code of a game, in its folder and in modules named after it, that are none."""
    rules = facts.rules(slug)
    for path in sorted(PACKAGE.rglob("*.py")):
        if slug not in (path.parent.name, path.stem, path.stem.rpartition("_")[2]):
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            if _RULE.fullmatch(node.value) and node.value not in rules:
                yield f"{path.name}, line {node.lineno}: {slug} has no rule {node.value}"


def _tested(slug: str) -> Iterator[str]:
    """Rules that moves are refused by or points follow from, without a test named `test_<id>_...`. Says
    nothing where there are no tests beside the package."""
    folder = TESTS / "games" / slug
    if not folder.is_dir():
        return
    found = {
        id_
        for path in folder.rglob("test_*.py")
        for id_ in re.findall(r"def test_([A-Z]\d{1,2})_", path.read_text("utf-8"))
    }
    for id_, rule in facts.rules(slug).items():
        if rule.enforced in ("check", "score") and id_ not in found:
            yield f"{slug}: no test is named for {id_}, which is enforced ({rule.enforced})"


# --- components


def _spirits() -> Iterator[str]:
    data, tiles = facts.components("spirits"), facts.tiles("spirits")
    totals, forest = data["totals"], data["forest"]
    powers = Counter(dict.fromkeys(data["powers"], 0))
    symbols = Counter(dict.fromkeys(data["spirits"], 0))
    for tile in tiles:
        if tile.spirit not in data["spirits"] or (tile.power or "fire") not in data["powers"]:
            yield f"spirits: the tile {tile.code} names no spirit or power that exists"
        if tile.power and tile.symbols == 2:
            yield f"spirits: the tile {tile.code} has two symbols and a power source"
        if tile.count < 1:
            yield f"spirits: the tile {tile.code} exists {tile.count} times"
        symbols[tile.spirit] += tile.symbols * tile.count
        if tile.power:
            powers[tile.power] += tile.count
    counted: dict[str, Any] = {
        "tiles": sum(tile.count for tile in tiles),
        "kinds": len(tiles),
        "symbols": symbols.total(),
        "powers": powers.total(),
        "tokens": sum(data["tokens"].values()),
        "gems": data["gems"]["colours"] * data["gems"]["of_each"],
    }
    yield from (f"spirits: {k} add up to {n}, not {totals[k]}" for k, n in counted.items() if n != totals[k])
    for spirit, found in symbols.items():
        if found != data["printed"].get(spirit):
            yield f"spirits: {spirit} has {found} symbols, but {data['printed'].get(spirit)} is printed"
    for power, found in powers.items():
        if found != totals["each_power"]:
            yield f"spirits: {power} is on {found} tiles, not {totals['each_power']}"
    if set(data["tokens"]) != {*facts.categories("spirits"), "+"}:
        yield "spirits: the favor tokens are not one of each category and the +"
    if forest["rows"] * forest["columns"] != totals["tiles"]:
        yield "spirits: the forest has not a place for each tile"
    places = [tuple(map(int, cell.split(","))) for cell in forest["v"]]
    if len(set(places)) != forest["tokens"] or not all(
        0 <= row < forest["rows"] and 0 <= column < forest["columns"] for row, column in places
    ):
        yield "spirits: the places of the favor tokens are not as many different tiles of the forest"
    for seats, gems in data["gems"]["each"].items():
        if int(seats) > data["gems"]["colours"] or gems > data["gems"]["of_each"]:
            yield f"spirits: there are not {gems} gemstones each for {seats} players"
    known = facts.sources("spirits")
    for name in (*data["sources"], *forest["sources"], *data["gems"]["sources"]):
        if name not in known:
            yield f"spirits: the components name the unknown source {name}"
