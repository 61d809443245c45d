"""The score sheet of any game as a form: fields as they were typed, read into the sheet that is counted.

Fields are one flat mapping, name -> text, so that the same sheet can stand in a form, in an address, and
in the database of shared sheets. Each player has a letter; `seats` holds the letters at the table in
order, so a player who leaves takes nobody else's fields along.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.engine.game import Word
from companion.engine.names import same_name
from companion.engine.scores import Line, Result, SheetError
from companion.facts import words
from companion.web.posted import read_json
from companion.web.scores_sums import SumError, read_sum

Fields = Mapping[str, str]

LONGEST_FIELD: Final = 400
LONGEST_LINK: Final = 12_000
LARGEST: Final = 128_000
"""Bytes that a link may unfold to."""
NAME_LENGTH: Final = 40


class LinkError(ValueError):
    """An address that holds no sheet."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong about a field: the key of its sentence and the values it names."""

    field: str
    key: str
    values: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a form holds. `sheet` is None when it cannot be counted with its faults; `filled`: whether
    anything was entered."""

    sheet: dict[str, Any] | None
    faults: tuple[Fault, ...]
    filled: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """A sheet that was counted as far as it goes: with what is wrong in it and what it does not say yet.
    `sheet` is the one that was counted."""

    sheet: dict[str, Any]
    result: Result | None
    faults: tuple[SheetError, ...] = ()
    missing: tuple[SheetError, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """Why a player has the points of a line: a sentence's key and values, and the rule it comes from.
    `n`: the number that chooses a plural form."""

    key: str
    values: Mapping[str, Any]
    rule: str
    n: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the total that the chart shows: its key, its word, and the lines that belong to it."""

    key: str
    word: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Calculator:
    """What a game supplies to the generic score screens.

    `seats`: how many players. `colours`: of the players' letters. `is_field(name)`: whether a form may
    hold it. `empty()`: the fields of a new sheet. `act(fields, button)`: the fields after a button that
    changes the form. `read(fields, call)`: the sheet; `call(n)` names the n-th player. `write(sheet)`:
    the fields of a sheet. Raises SheetError. `place(fields, error)`: the field that a SheetError is
    about. `parts(result)`: the parts of a total. `notes(result, player, line)`: the reasons for a line.
    `odd(fields, sheet)`: what is allowed but strange. `named(error)`: the values of a SheetError as words.
    `line_word(result, line)`: what a line is called. `context(counted)`: what its template needs besides.
    `count(sheet)`: see Outcome. `own`: the fields that each phone has for itself. `lost(result)`: why a solo
    game is lost where the totals do not say it. `opponent`: the letter of the solo opponent.
    """

    slug: str
    bgg: int | None
    seats: tuple[int, ...]
    colours: tuple[str, ...]
    is_field: Callable[[str], bool]
    empty: Callable[[], dict[str, str]]
    act: Callable[[Fields, str], dict[str, str]]
    read: Callable[[Fields, Callable[[int], str]], Reading]
    write: Callable[[Mapping[str, Any]], dict[str, str]]
    place: Callable[[Fields, SheetError], str]
    parts: Callable[[Result], tuple[Part, ...]]
    notes: Callable[[Result, int, Line], tuple[Note, ...]]
    odd: Callable[[Fields, Mapping[str, Any]], tuple[Note, ...]]
    named: Callable[[SheetError], Mapping[str, Any]]
    line_word: Callable[[Result, Line], Word | str]
    context: Callable[[Counted], Mapping[str, Any]]
    count: Callable[[dict[str, Any]], Outcome]
    own: frozenset[str] = frozenset()
    lost: Callable[[Result], Note | None] = lambda result: None
    opponent: str = "t"


# --- seats and numbers


LETTERS: Final = "abcd"


def seats(fields: Fields, most: int = 4) -> str:
    """The letters of the players at the table, in order."""
    found = "".join(dict.fromkeys(letter for letter in fields.get("seats", "") if letter in LETTERS[:most]))
    return found or LETTERS[0]


def add_seat(fields: Fields, most: int) -> dict[str, str]:
    """One player more, with the first letter that is free."""
    now = seats(fields, most)
    free = next((letter for letter in LETTERS[:most] if letter not in now), "")
    return {**fields, "seats": now + free}


def drop_seat(fields: Fields, letter: str, least: int = 1) -> dict[str, str]:
    """That player leaves, with all that was entered for them."""
    now = seats(fields)
    if letter not in now or len(now) <= least:
        return dict(fields)
    kept = {name: value for name, value in fields.items() if not name.startswith(f"{letter}.")}
    return {**kept, "seats": now.replace(letter, "")}


class Reader:
    """Reads numbers out of fields and keeps every fault."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.faults: list[Fault] = []

    def text(self, name: str) -> str:
        """A field as it was typed."""
        return self.fields.get(name, "")

    def number(self, name: str, least: int = 0, most: int | None = None, why: str = "", **values: Any) -> int:
        """The number in a field; 0, or `least` if that is more, when it is empty or faulty. `why`: the key of
        the sentence for a number out of bounds, with `value`, `least`, `most`, and further `values`."""
        nothing = max(0, least)
        try:
            found = read_sum(self.text(name))
        except SumError as error:
            self.fault(name, f"scores.fault.{error.reason}", value=self.text(name)[:20])
            return nothing
        if found is None:
            return nothing
        if found < least or (most is not None and found > most):
            key = why or ("scores.fault.range" if most is not None else "scores.fault.least")
            bounds = {"least": least} if most is None else {"least": least, "most": most}
            self.fault(name, key, value=found, **bounds, **values)
            return nothing
        return found

    def fault(self, name: str, key: str, /, **values: Any) -> None:
        """Something is wrong about a field."""
        self.faults.append(Fault(name, key, values))

    def names(self, letters: str, call: Callable[[int], str]) -> list[str]:
        """The players' names, those who have none called by their number."""
        found: list[str] = []
        for at, letter in enumerate(letters, 1):
            name = " ".join(self.text(f"{letter}.name").split()) or call(at)
            if len(name) > NAME_LENGTH:
                self.fault(f"{letter}.name", "scores.fault.long_name", n=NAME_LENGTH)
                name = name[:NAME_LENGTH]
            if any(same_name(name, other) for other in found):
                self.fault(f"{letter}.name", "scores.fault.same_name", name=name)
            found.append(name)
        return found


# --- counting


@dataclass(frozen=True)
class Counted:
    """A form with all that comes of it. `faults` and `missing`: field -> sentence, in the reader's language.
    `result` may be one so far, as long as there are any."""

    fields: Fields
    sheet: dict[str, Any] | None
    result: Result | None
    faults: Mapping[str, str]
    missing: Mapping[str, str]
    odd: tuple[Note, ...]
    filled: bool

    @property
    def final(self) -> bool:
        """Whether this is the result."""
        return self.result is not None and not self.faults and not self.missing


def count(calculator: Calculator, fields: Fields, lang: str) -> Counted:
    """Read a form and count it; what stands in the way becomes sentences at the fields."""
    say = words(lang)
    reading = calculator.read(fields, lambda n: say("scores.player", n=n))
    faults: dict[str, str] = {}
    missing: dict[str, str] = {}
    for fault in reading.faults:
        faults.setdefault(fault.field, say(fault.key, **fault.values))
    if reading.sheet is None:
        return Counted(fields, None, None, faults, missing, (), reading.filled)
    outcome = calculator.count(reading.sheet)
    for found, errors in ((faults, outcome.faults), (missing, outcome.missing)):
        for error in errors:
            found.setdefault(calculator.place(fields, error), sentence(calculator, error, lang))
    for name in faults:  # what cannot be read is not missing too
        missing.pop(name, None)
    odd = calculator.odd(fields, outcome.sheet) if outcome.result is not None else ()
    return Counted(fields, outcome.sheet, outcome.result, faults, missing, odd, reading.filled)


def sentence(calculator: Calculator, error: SheetError, lang: str) -> str:
    """A SheetError in words."""
    say = words(lang)
    for domain in (calculator.slug, "app"):
        if say.has(key := f"{domain}.sheet.{error.reason}"):
            return say(key, **calculator.named(error))
    return say("scores.fault.unreadable")


# --- a sheet in an address


def pack(fields: Fields) -> str:
    """The filled fields as compressed JSON in base64url."""
    filled = {name: value for name, value in sorted(fields.items()) if value}
    content = json.dumps(filled, ensure_ascii=False, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(zlib.compress(content, 9)).decode().rstrip("=")


def unpack(calculator: Calculator, text: str) -> dict[str, str]:
    """The fields of such a text. Raises LinkError."""
    if len(text) > LONGEST_LINK:
        raise LinkError("too long")
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        unfold = zlib.decompressobj()
        content = unfold.decompress(packed, LARGEST)
        value = read_json(content) if unfold.eof else None
    except (binascii.Error, zlib.error, ValueError) as error:
        raise LinkError("unreadable") from error
    if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
        raise LinkError("no fields")
    return known(calculator, value.items())


def known(calculator: Calculator, pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The fields that a form of this game can hold; a field given several times holds all its values."""
    found: dict[str, str] = {}
    for name, value in pairs:
        if calculator.is_field(name):
            found[name] = (found.get(name, "") + value)[:LONGEST_FIELD]
    return found


def fields_of(names: Sequence[str], values: Mapping[str, Any]) -> dict[str, str]:
    """Numbers and texts of a mapping as fields, `names` in their order."""
    return {name: str(values[name]) for name in names if values.get(name) not in (None, "")}
