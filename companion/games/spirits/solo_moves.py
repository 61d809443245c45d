"""The moves of the table for one player. Those about single tiles are the ones of the larger table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from companion.games.spirits.moves import FixTile, Name

_NONE: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Pair:
    """Take the tile at one end of a row; the one at its other end goes to the ghost (S3). `face` and `ghost`
    name the two where nobody has yet."""

    kind: ClassVar[str] = "pair"
    lead: ClassVar[str] = "at"
    secret: ClassVar[frozenset[str]] = _NONE
    at: str
    face: str = ""
    ghost: str = ""


@dataclass(frozen=True, slots=True)
class Own:
    """What the player's own favor token shows, which lies face up from the start (S2)."""

    kind: ClassVar[str] = "own"
    lead: ClassVar[str] = "token"
    secret: ClassVar[frozenset[str]] = _NONE
    token: str


@dataclass(frozen=True, slots=True)
class Choose:
    """What becomes of the own token before the count: `keep`, `discard` or `give` (S11)."""

    kind: ClassVar[str] = "choose"
    lead: ClassVar[str] = "what"
    secret: ClassVar[frozenset[str]] = _NONE
    what: str


@dataclass(frozen=True, slots=True)
class Reveal:
    """A row was emptied: what the favor token that the ghost gains shows (S4)."""

    kind: ClassVar[str] = "reveal"
    lead: ClassVar[str] = "token"
    secret: ClassVar[frozenset[str]] = _NONE
    token: str


@dataclass(frozen=True, slots=True)
class FixGhost:
    """Correct what a favor token of the ghost shows, by its number from 0; the empty text forgets it."""

    kind: ClassVar[str] = "fix_ghost"
    lead: ClassVar[str] = "number"
    secret: ClassVar[frozenset[str]] = _NONE
    number: int
    token: str


@dataclass(frozen=True, slots=True)
class FixOwn:
    """Correct what the own token shows; the empty text forgets it, and what was chosen about it."""

    kind: ClassVar[str] = "fix_own"
    lead: ClassVar[str] = "token"
    secret: ClassVar[frozenset[str]] = _NONE
    token: str


@dataclass(frozen=True, slots=True)
class FixChoice:
    """Correct what becomes of the own token; the empty text asks again."""

    kind: ClassVar[str] = "fix_choice"
    lead: ClassVar[str] = "what"
    secret: ClassVar[frozenset[str]] = _NONE
    what: str


PLAYER_MOVES: Final = (Pair, Own, Choose)
TABLE_MOVES: Final = (Reveal, FixGhost, FixOwn, FixChoice)
MOVES: Final = (*PLAYER_MOVES, *TABLE_MOVES)
ALL: Final = (*MOVES, Name, FixTile)
"""Everything that may be entered at the table for one player."""
