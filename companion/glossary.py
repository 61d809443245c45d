"""The glossary: the words of a game, what else people call them, our icon, the rules that explain them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from companion import facts


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the glossary. `icon`: our drawing of it; `rules`: where it is explained, the chief one first;
    `values`: the numbers that its text names, read from the components."""

    id: str
    game: str
    icon: str | None
    rules: tuple[str, ...]
    values: Mapping[str, int]
    name_key: str
    text_key: str

    def others(self, say: facts.Words) -> tuple[str, ...]:
        """What else people call it, in one language."""
        key = f"{self.game}.term.{self.id}.also"
        return tuple(part.strip() for part in say(key).split("/")) if say.has(key) else ()

    def names(self, says: Iterable[facts.Words]) -> list[str]:
        """All its names in those languages."""
        return [name for say in says for name in (say(self.name_key), *self.others(say))]

    def text(self, say: facts.Words) -> str:
        """What it is, in a sentence; empty where the name says it all."""
        return say(self.text_key, **self.values) if say.has(self.text_key) else ""


@cache
def glossary(slug: str) -> Mapping[str, Term]:
    """The terms of a game by id, in the order of the glossary. Raises KeyError for a game we lack, or for a
    value that the components do not have."""
    terms = {}
    for id_, data in facts.components(slug).get("glossary", {}).items():
        values = {name: _number(slug, path) for name, path in data.get("values", {}).items()}
        name, text = f"{slug}.term.{id_}", f"{slug}.term.{id_}.text"
        rules = data.get("rules", ())
        terms[id_] = Term(
            id_, slug, data.get("icon"), rules, values, data.get("word", name), data.get("text", text)
        )
    return MappingProxyType(terms)


def _number(slug: str, path: str) -> int:
    """The number in the components at `table/key`."""
    value = facts.components(slug)
    for step in path.split("/"):
        value = value[step]
    if not isinstance(value, int):
        raise KeyError(f"{slug}: {path} is no number")
    return value
