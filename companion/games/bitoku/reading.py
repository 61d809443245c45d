"""Reading JSON that a person or another program wrote: nothing is trusted, and every fault is kept."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from companion.engine.game import Word
from companion.engine.names import BadName, clean_name
from companion.engine.scores import SheetError

Path = tuple[str | int, ...]
_SHOWN = 40


class Reader:
    """Collects what is wrong, what is missing and what is remarkable while a sheet is read."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.faults: list[SheetError] = []
        self.missing: list[SheetError] = []
        self.warnings: list[SheetError] = []

    def fault(self, path: Path, reason: str, **values: Any) -> None:
        """Something that cannot be counted."""
        self.faults.append(SheetError(path, reason, **values))

    def lacks(self, path: Path) -> None:
        """Something that is not there yet."""
        self.missing.append(SheetError(path, "missing", what=Word(f"{self.slug}.field.{path[-1]}")))

    def warn(self, path: Path, reason: str, **values: Any) -> None:
        """Something that the base game cannot show."""
        self.warnings.append(SheetError(path, reason, **values))

    def part(self, value: Any, path: Path) -> Part:
        """An object of the sheet; anything else is a fault and reads as an empty one."""
        if not isinstance(value, Mapping):
            self.fault(path, "not_an_object")
            value = {}
        return Part(self, value, path)

    def number(self, value: Any, path: Path, low: int, high: int) -> int | None:
        """A whole number from `low` to `high`, None when it is none."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.fault(path, "not_a_number", value=shown(value))
        elif value < low:
            self.fault(path, "too_small", value=shown(value), n=low)
        elif value > high:
            self.fault(path, "too_large", value=shown(value), n=high)
        else:
            return value
        return None


class Part:
    """An object of a sheet, read key by key; `done` names the keys that nothing asked for."""

    def __init__(self, reader: Reader, content: Mapping[Any, Any], path: Path) -> None:
        self.reader = reader
        self.content = content
        self.path = path
        self._known: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self.content

    def __getitem__(self, key: str) -> Any:
        return self.content[key]

    def get(self, key: str, default: Any = None) -> Any:
        """The value as it stands."""
        self._known.add(key)
        return self.content.get(key, default)

    def at(self, key: str) -> Path:
        """The path of a key."""
        return (*self.path, key)

    def number(
        self, key: str, low: int = 0, high: int = 999, default: int = 0, required: bool = False
    ) -> int:
        """A whole number; `default` when it is not there or at fault."""
        value = self.get(key)
        if value is None:
            if required:
                self.reader.lacks(self.at(key))
            return default
        number = self.reader.number(value, self.at(key), low, high)
        return default if number is None else number

    def text(self, key: str, longest: int, required: bool = False) -> str:
        """A name or the like, by the rule for names; empty if it may be left out."""
        value = self.get(key)
        if value is None and not required:
            return ""
        if value is None:
            self.reader.lacks(self.at(key))
        elif required or not isinstance(value, str) or value.strip():
            try:
                return clean_name(value, longest)
            except BadName:
                self.reader.fault(self.at(key), "bad_name", n=longest)
        return ""

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.get(key, False)
        if not isinstance(value, bool):
            self.reader.fault(self.at(key), "not_a_flag")
            return False
        return value

    def sequence(self, key: str, required: bool = False, most: int = 999) -> list[Any]:
        """A list of anything, empty when it is not there or at fault."""
        value = self.get(key)
        if value is None:
            if required:
                self.reader.lacks(self.at(key))
        elif not isinstance(value, list):
            self.reader.fault(self.at(key), "not_a_list")
        elif len(value) > most:
            self.reader.fault(self.at(key), "list_too_long", n=most)
        else:
            return value
        return []

    def parts(self, key: str, most: int = 999) -> Iterator[Part]:
        """The objects of a list."""
        for at, value in enumerate(self.sequence(key, most=most)):
            yield self.reader.part(value, (*self.at(key), at))

    def choices(self, key: str, known: Collection[str], reason: str) -> tuple[str, ...]:
        """A list of names, each a known one; the others are faults and left out."""
        found = []
        for at, value in enumerate(self.sequence(key)):
            if isinstance(value, str) and value in known:
                found.append(value)
            else:
                self.reader.fault((*self.at(key), at), reason, value=shown(value))
        return tuple(found)

    def mapping(self, key: str, known: Collection[str], reason: str, required: bool = False) -> Part:
        """An object with known keys only; the others are faults."""
        value = self.get(key)
        if value is None:
            if required:
                self.reader.lacks(self.at(key))
            return Part(self.reader, {}, self.at(key))
        part = self.reader.part(value, self.at(key))
        for name in part.content:
            if name not in known:
                self.reader.fault(part.at(shown(name)), reason, value=shown(name))
        return part

    def counts(self, key: str, known: Collection[str], reason: str, most: int = 99) -> dict[str, int]:
        """An object of whole numbers from 0 to `most`, by known names."""
        part = self.mapping(key, known, reason)
        return {name: part.number(name, 0, most) for name in known if name in part}

    def done(self) -> None:
        """Every key that nobody asked for is a fault."""
        for key in self.content:
            if key not in self._known:
                self.reader.fault(self.at(shown(key)), "unknown_key", value=shown(key))


def shown(value: Any) -> str:
    """What was written, short enough for a sentence."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
