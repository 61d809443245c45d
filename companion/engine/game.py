"""What a game supplies, and what it says about a move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any, ClassVar, Final, Protocol

from companion.engine.moves import Codec
from companion.engine.scores import Result

TABLE: Final = -1
"""The seat of chance and of corrections: a tile turned up, a die rolled, a count set right."""


class Severity(IntEnum):
    """How much stands against a move."""

    UNWISE = 1
    """Legal; a hint."""
    ILLEGAL = 2
    """Breaks a rule: refused, but the table may record it anyway."""
    IMPOSSIBLE = 3
    """Contradicts the components or the record: it can only be corrected."""


@dataclass(frozen=True, slots=True)
class Word:
    """A value of a sentence that is itself looked up in the reader's language, by its key in the words."""

    key: str


@dataclass(frozen=True, slots=True)
class Violation:
    """One thing that stands against a move.

    `rule` is the id of a rule in rules_db, `reason` the key of its sentence (`<slug>.why.<reason>` in the
    words), `values` what the sentence names.
    """

    rule: str
    severity: Severity
    reason: str
    values: Mapping[str, int | str | Word] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Option:
    """A point where the sources disagree: the table chooses a reading. The words give each choice a line.
    `seats`: the numbers of players it is about, empty: all. `front`: whether a new table asks it at once.
    `only`: the choices of other options beside which it means anything."""

    key: str
    choices: tuple[str, ...]
    default: str
    rule: str
    seats: tuple[int, ...] = ()
    front: bool = False
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def concerns(self, seats: int, chosen: Mapping[str, str] | None = None) -> bool:
        """Whether it means anything to that many players, beside what they have chosen."""
        known = chosen or {}
        beside = all(key not in known or known[key] in fits for key, fits in self.only.items())
        return beside and (not self.seats or seats in self.seats)


class Move(Protocol):
    """A frozen dataclass of strings, ints and tuples of them.

    `kind` names it in JSON and in forms. `lead` is the field that the first question answers together with
    the kind, or empty. `secret` are the fields that only the acting seat may read, in the log as elsewhere.
    Two marks are optional: `private`, a move that rests on what only its seat knows, so that nobody else may
    enter it; `aside`, one that its seat may enter at any time and that changes nothing but its own note: it
    survives when others go back, and `apply` leaves the state as it is where it no longer fits.
    """

    kind: ClassVar[str]
    lead: ClassVar[str]
    secret: ClassVar[frozenset[str]]


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from: how many seats, and the reading chosen for each option."""

    seats: int
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Game:
    """Everything the rooms around a game need of it, as functions of immutable states.

    setup(Setup) -> state. to_act(state) -> the seats that may act now, none when the game is over.
    candidates(state, seat) -> plausible moves, every legal one among them. check(state, seat, move) -> all
    that stands against the move, empty when legal; the only legality code. apply(state, seat, move) -> the
    next state, for every move that is not IMPOSSIBLE. tally(state, names) -> a score sheet as JSON.
    score(sheet) -> Result, raising SheetError. view(state, seat) -> what that seat may know (None: a
    spectator). invariants(state) -> the broken ones, in words for developers. revealed(state) -> whether
    everything secret lies open, so that any phone at the table may enter what is left. opponents(state) ->
    the keys of the names of those that no person plays; their seats come after those of the players. whole:
    whether the tally at the end is all there is to count; otherwise the rest is asked of the players.
    """

    slug: str
    seats: tuple[int, ...]
    options: tuple[Option, ...]
    moves: tuple[type, ...]
    setup: Callable[[Setup], Any]
    to_act: Callable[[Any], tuple[int, ...]]
    candidates: Callable[[Any, int], Iterable[Any]]
    check: Callable[[Any, int, Any], tuple[Violation, ...]]
    apply: Callable[[Any, int, Any], Any]
    tally: Callable[[Any, tuple[str, ...]], dict[str, Any]]
    score: Callable[[Mapping[str, Any]], Result]
    view: Callable[[Any, int | None], Any]
    invariants: Callable[[Any], Iterable[str]]
    revealed: Callable[[Any], bool] = lambda state: False
    opponents: Callable[[Any], tuple[str, ...]] = lambda state: ()
    whole: bool = True

    @cached_property
    def codec(self) -> Codec:
        """Moves of this game to and from JSON and forms."""
        return Codec(self.moves)

    def readings(self, seats: int, chosen: Mapping[str, str] | None = None) -> tuple[Option, ...]:
        """The options that mean anything to that many players, beside what they have chosen."""
        return tuple(option for option in self.options if option.concerns(seats, chosen))

    def settle(self, options: Mapping[str, str], seats: int | None = None) -> dict[str, str]:
        """The reading of every option, defaults filled in; with `seats` only of those that concern so many.
        Raises ValueError on an unknown key or choice."""
        known = {option.key: option for option in self.options}
        for key, choice in options.items():
            if key not in known or choice not in known[key].choices:
                raise ValueError(f"{self.slug} has no option {key!r} with the choice {choice!r}")
        asked = self.options if seats is None else self.readings(seats)
        return {option.key: options.get(option.key, option.default) for option in asked}

    def legal(self, state: Any, seat: int) -> list[Any]:
        """The candidates that nothing but hints stand against, in the order of `candidates`."""
        check = self.check
        return [
            move
            for move in self.candidates(state, seat)
            if not (against := check(state, seat, move)) or worst(against) <= Severity.UNWISE
        ]


def worst(violations: Iterable[Violation]) -> int:
    """The highest severity among them, 0 when there is none."""
    highest = 0
    for violation in violations:
        if violation.severity > highest:
            highest = violation.severity
    return highest
