"""The moves of Spirits of the Forest. Cells are `row,column`; faces are codes; seats are numbers from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

RESERVE: Final = "reserve"
_NONE: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Take:
    """Collect a tile. `face` names it when nobody has; `pay` is where the gemstone comes from that another
    player's gemstone costs: `reserve`, or the cell of an own one (R1 to R8, R16 to R20)."""

    kind: ClassVar[str] = "take"
    lead: ClassVar[str] = "at"
    secret: ClassVar[frozenset[str]] = _NONE
    at: str
    face: str = ""
    pay: str = ""


@dataclass(frozen=True, slots=True)
class Stop:
    """Collect no more tiles in this turn (R5, R9)."""

    kind: ClassVar[str] = "stop"
    lead: ClassVar[str] = ""
    secret: ClassVar[frozenset[str]] = _NONE


@dataclass(frozen=True, slots=True)
class Place:
    """Put a gemstone from the reserve on a tile (R13, R14)."""

    kind: ClassVar[str] = "place"
    lead: ClassVar[str] = "at"
    secret: ClassVar[frozenset[str]] = _NONE
    at: str


@dataclass(frozen=True, slots=True)
class Shift:
    """Move an own gemstone from one tile to another (R13 to R15)."""

    kind: ClassVar[str] = "shift"
    lead: ClassVar[str] = "start"
    secret: ClassVar[frozenset[str]] = _NONE
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class Keep:
    """Leave the gemstones as they are and end the turn (R13)."""

    kind: ClassVar[str] = "keep"
    lead: ClassVar[str] = ""
    secret: ClassVar[frozenset[str]] = _NONE


@dataclass(frozen=True, slots=True)
class Plus:
    """Reveal and discard the `+` token that lay on `at`; a removed gemstone comes back (R21)."""

    kind: ClassVar[str] = "plus"
    lead: ClassVar[str] = "at"
    secret: ClassVar[frozenset[str]] = _NONE
    private: ClassVar[bool] = True
    at: str


@dataclass(frozen=True, slots=True)
class Peek:
    """Note in secret what the token that lay on `at` shows: a category or `+` (R11)."""

    kind: ClassVar[str] = "peek"
    lead: ClassVar[str] = "at"
    secret: ClassVar[frozenset[str]] = frozenset({"token"})
    private: ClassVar[bool] = True
    aside: ClassVar[bool] = True
    at: str
    token: str


@dataclass(frozen=True, slots=True)
class Found:
    """A favor token lay on a tile taken in this turn, at a table that laid them anywhere (R11, D-6)."""

    kind: ClassVar[str] = "found"
    lead: ClassVar[str] = "at"
    secret: ClassVar[frozenset[str]] = _NONE
    at: str


@dataclass(frozen=True, slots=True)
class Lay:
    """A favor token lies on this tile of the forest, at a table that laid them anywhere (D-6)."""

    kind: ClassVar[str] = "lay"
    lead: ClassVar[str] = "at"
    secret: ClassVar[frozenset[str]] = _NONE
    at: str


@dataclass(frozen=True, slots=True)
class Name:
    """What is printed on a tile; the empty text forgets it."""

    kind: ClassVar[str] = "name"
    lead: ClassVar[str] = "at"
    secret: ClassVar[frozenset[str]] = _NONE
    at: str
    face: str = ""


@dataclass(frozen=True, slots=True)
class Forest:
    """The whole forest at once: 48 codes row by row, `?` for a tile left unnamed."""

    kind: ClassVar[str] = "forest"
    lead: ClassVar[str] = ""
    secret: ClassVar[frozenset[str]] = _NONE
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FixTile:
    """Correct who has a tile: a seat, or -1 to put it back into the forest. Its token goes with it."""

    kind: ClassVar[str] = "fix_tile"
    lead: ClassVar[str] = "at"
    secret: ClassVar[frozenset[str]] = _NONE
    at: str
    holder: int
    face: str = ""


@dataclass(frozen=True, slots=True)
class FixGem:
    """Correct whose gemstone lies on a tile: a seat's, or -1 for none."""

    kind: ClassVar[str] = "fix_gem"
    lead: ClassVar[str] = "at"
    secret: ClassVar[frozenset[str]] = _NONE
    at: str
    owner: int


@dataclass(frozen=True, slots=True)
class FixRemoved:
    """Correct how many gemstones of a player are out of the game; the reserve follows."""

    kind: ClassVar[str] = "fix_removed"
    lead: ClassVar[str] = "player"
    secret: ClassVar[frozenset[str]] = _NONE
    player: int
    count: int


@dataclass(frozen=True, slots=True)
class FixTurn:
    """Correct whose turn it is and at which step: `collect` or `gem`."""

    kind: ClassVar[str] = "fix_turn"
    lead: ClassVar[str] = "player"
    secret: ClassVar[frozenset[str]] = _NONE
    player: int
    phase: str = "collect"


@dataclass(frozen=True, slots=True)
class FixToken:
    """Correct who has the favor token of a cell: a seat, or -1 for the forest."""

    kind: ClassVar[str] = "fix_token"
    lead: ClassVar[str] = "at"
    secret: ClassVar[frozenset[str]] = _NONE
    at: str
    holder: int


TABLE_MOVES: Final = (Name, Forest, Lay, FixTile, FixGem, FixRemoved, FixTurn, FixToken)
MOVES: Final = (Take, Stop, Place, Shift, Keep, Plus, Peek, Found, *TABLE_MOVES)
