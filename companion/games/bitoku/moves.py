"""The moves of Bitoku. Dice, places and seats are numbers from 0; regions, spaces and pieces are words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

_NONE: Final[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Play:
    """Play a yokai from the hand to a place of the own board (K1 to K3)."""

    kind: ClassVar[str] = "play"
    lead: ClassVar[str] = "slot"
    secret: ClassVar[frozenset[str]] = _NONE
    slot: int


@dataclass(frozen=True, slots=True)
class Place:
    """Use a die: `add` pips by amulets, then put it on a space of the forest (D1 to D5). `pilgrim` is 1 when
    an awake pilgrim is thrown away to free it; `height` counts the spaces of the home from the top, 0 if
    nobody looked."""

    kind: ClassVar[str] = "place"
    lead: ClassVar[str] = "die"
    secret: ClassVar[frozenset[str]] = _NONE
    die: int
    region: str
    space: str
    add: int = 0
    pilgrim: int = 0
    height: int = 0


@dataclass(frozen=True, slots=True)
class Cross:
    """Let a die cross the river to the hills of `hill` and take the boon there: `bitoku`, `yokai` or `two`
    (C1 to C4)."""

    kind: ClassVar[str] = "cross"
    lead: ClassVar[str] = "die"
    secret: ClassVar[frozenset[str]] = _NONE
    die: int
    hill: str
    boon: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Be out for the rest of the Summer (Y4)."""

    kind: ClassVar[str] = "pass"
    lead: ClassVar[str] = ""
    secret: ClassVar[frozenset[str]] = _NONE


@dataclass(frozen=True, slots=True)
class Ready:
    """Spring or Winter is done for this seat (Y2, Y3, Y6 to Y8)."""

    kind: ClassVar[str] = "ready"
    lead: ClassVar[str] = ""
    secret: ClassVar[frozenset[str]] = _NONE


@dataclass(frozen=True, slots=True)
class Arrange:
    """Lay the dice on the red places in another way: the number of the die for each place (Y6)."""

    kind: ClassVar[str] = "arrange"
    lead: ClassVar[str] = "left"
    secret: ClassVar[frozenset[str]] = _NONE
    left: int
    middle: int
    right: int


@dataclass(frozen=True, slots=True)
class Farewell:
    """Remove the yokai on a place of the board for good, for the points it gives (Y7)."""

    kind: ClassVar[str] = "farewell"
    lead: ClassVar[str] = "slot"
    secret: ClassVar[frozenset[str]] = _NONE
    slot: int
    points: int


@dataclass(frozen=True, slots=True)
class Order:
    """Whose die stands highest in the Great Spirit's home, then the next; -1 where nobody is left (Y5)."""

    kind: ClassVar[str] = "order"
    lead: ClassVar[str] = "first"
    secret: ClassVar[frozenset[str]] = _NONE
    first: int
    second: int
    third: int = -1
    fourth: int = -1


@dataclass(frozen=True, slots=True)
class Gain:
    """What came and went, as on the icon pad: items `what+n` and `what-n` (G1)."""

    kind: ClassVar[str] = "gain"
    lead: ClassVar[str] = ""
    secret: ClassVar[frozenset[str]] = _NONE
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Take:
    """Answer one of what is due: a movement point spent, a resource chosen, a mitama bought. `items` are what
    else came or went with it, its price for example."""

    kind: ClassVar[str] = "take"
    lead: ClassVar[str] = "due"
    secret: ClassVar[frozenset[str]] = _NONE
    due: str
    what: str
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drop:
    """Do without all that is due under this name."""

    kind: ClassVar[str] = "drop"
    lead: ClassVar[str] = "due"
    secret: ClassVar[frozenset[str]] = _NONE
    due: str


@dataclass(frozen=True, slots=True)
class Build:
    """Build: a building of a kind in an inhabited area, with the value that a die needs there (0: not noted).
    `items`: the price, and what the tile gave (G2); `for_owner`: what it gives its owner when another player
    uses it, empty if nobody looked (D8)."""

    kind: ClassVar[str] = "build"
    lead: ClassVar[str] = "building"
    secret: ClassVar[frozenset[str]] = _NONE
    building: str
    region: str
    value: int = 0
    items: tuple[str, ...] = ()
    for_owner: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Use:
    """Do the action of a building with the die just placed (D6 to D8). `building` is its number; `for_owner`
    as in Build, empty for what was noted before."""

    kind: ClassVar[str] = "use"
    lead: ClassVar[str] = "building"
    secret: ClassVar[frozenset[str]] = _NONE
    building: int
    items: tuple[str, ...] = ()
    for_owner: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grow:
    """Put a crystal on a place of the own board: `slot0` to `slot2` or `top` (G5)."""

    kind: ClassVar[str] = "grow"
    lead: ClassVar[str] = "crystal"
    secret: ClassVar[frozenset[str]] = _NONE
    crystal: str
    place: str
    items: tuple[str, ...] = ()


# --- alone: the Tengu


@dataclass(frozen=True, slots=True)
class Activate:
    """The Tengu's turn, recorded whole (S2, S3). `will`: the lower Will die, `other`: the other one (0: not
    noted). `step`: the letter of its step. `unlock`: the die it unlocked, `die`: the one it moved (-1: none),
    `to`: where to, `<region>.<space>` or `hill.<region>`, `boon`: what it covered there. `attitude`: 1
    active, 0 inactive, -1 as the step says. `picks`: what chance decided, `n/of`. `items`: as on the pad.
    `card`: the label of the card in somebody's own copy, empty if nobody looked. `turn`: which of its turns,
    counted from 1, so that a screen left over from another one is not taken for the next (0: not noted)."""

    kind: ClassVar[str] = "activate"
    lead: ClassVar[str] = "will"
    secret: ClassVar[frozenset[str]] = _NONE
    will: int
    step: str
    die: int = -1
    to: str = ""
    boon: str = ""
    unlock: int = -1
    attitude: int = -1
    other: int = 0
    picks: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    card: str = ""
    turn: int = 0


@dataclass(frozen=True, slots=True)
class TenguRocks:
    """The Tengu's two rocks, by the kind each counts: the one for yokai, and the one for buildings or mitama
    (S1)."""

    kind: ClassVar[str] = "tengu_rocks"
    lead: ClassVar[str] = "yokai"
    secret: ClassVar[frozenset[str]] = _NONE
    yokai: str
    also: str


@dataclass(frozen=True, slots=True)
class Chance:
    """Chance picked one of so many for the player: a rock of the garden, for example (S1, S5)."""

    kind: ClassVar[str] = "chance"
    lead: ClassVar[str] = "among"
    secret: ClassVar[frozenset[str]] = _NONE
    among: str
    of: int
    pick: int


@dataclass(frozen=True, slots=True)
class FixTengu:
    """Correct the Tengu's deck or attitude: `pile`, the cards in its pile, or `active`, 1 or 0; `dealt`, 0,
    lays cards that the app dealt out on the table."""

    kind: ClassVar[str] = "fix_tengu"
    lead: ClassVar[str] = "what"
    secret: ClassVar[frozenset[str]] = _NONE
    what: str
    n: int


@dataclass(frozen=True, slots=True)
class Roll:
    """The Will dice as they fell for the Tengu's turn of that number, counted from 1 (S2, Q2)."""

    kind: ClassVar[str] = "roll"
    lead: ClassVar[str] = "low"
    secret: ClassVar[frozenset[str]] = _NONE
    low: int
    high: int
    turn: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The order in which the Tengu's cards lie from its turn of that number on, counted from 1 (S2, Q2): the
    number that each card had before. All ten before the first turn, later the discards."""

    kind: ClassVar[str] = "shuffle"
    lead: ClassVar[str] = "turn"
    secret: ClassVar[frozenset[str]] = _NONE
    turn: int
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """The app deals the Tengu's printed cards from its turn of that number on, counted from 1 (S2): the ten
    labels in the order in which they lie, the row from the left, the pile from the next one, the discards."""

    kind: ClassVar[str] = "deal"
    lead: ClassVar[str] = "turn"
    secret: ClassVar[frozenset[str]] = _NONE
    turn: int
    labels: tuple[str, ...]


# --- what the table as a whole records


@dataclass(frozen=True, slots=True)
class Track:
    """How much is kept count of from now on: `turns` or `everything` (P5)."""

    kind: ClassVar[str] = "track"
    lead: ClassVar[str] = "how"
    secret: ClassVar[frozenset[str]] = _NONE
    how: str


@dataclass(frozen=True, slots=True)
class Go:
    """The season is done for everybody."""

    kind: ClassVar[str] = "go"
    lead: ClassVar[str] = ""
    secret: ClassVar[frozenset[str]] = _NONE


@dataclass(frozen=True, slots=True)
class Count:
    """How many places of a kind there are on this table's board: `<region>.<space>`, `hill.<region>`,
    `kodama` for the spaces of a track, `side` for the side paths; 0 when nobody knows (D4)."""

    kind: ClassVar[str] = "count"
    lead: ClassVar[str] = "place"
    secret: ClassVar[frozenset[str]] = _NONE
    place: str
    n: int


@dataclass(frozen=True, slots=True)
class Heights:
    """The spaces of the Great Spirit's home from top to bottom (Y5)."""

    kind: ClassVar[str] = "heights"
    lead: ClassVar[str] = ""
    secret: ClassVar[frozenset[str]] = _NONE
    spaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Treasure:
    """What the lake treasure of a region gives to the three furthest kodama (P2, A4)."""

    kind: ClassVar[str] = "treasure"
    lead: ClassVar[str] = "region"
    secret: ClassVar[frozenset[str]] = _NONE
    region: str
    first: int
    second: int
    third: int


@dataclass(frozen=True, slots=True)
class FixDie:
    """Correct a die: its value, and where it is."""

    kind: ClassVar[str] = "fix_die"
    lead: ClassVar[str] = "player"
    secret: ClassVar[frozenset[str]] = _NONE
    player: int
    die: int
    value: int
    at: str


@dataclass(frozen=True, slots=True)
class FixCount:
    """Correct how many of something a player has."""

    kind: ClassVar[str] = "fix_count"
    lead: ClassVar[str] = "player"
    secret: ClassVar[frozenset[str]] = _NONE
    player: int
    what: str
    n: int


@dataclass(frozen=True, slots=True)
class FixKodama:
    """Correct on which space of its track a kodama stands, counted from 1."""

    kind: ClassVar[str] = "fix_kodama"
    lead: ClassVar[str] = "player"
    secret: ClassVar[frozenset[str]] = _NONE
    player: int
    region: str
    space: int


@dataclass(frozen=True, slots=True)
class FixBoon:
    """Correct whether a boon of the hills is covered (1) or free (0)."""

    kind: ClassVar[str] = "fix_boon"
    lead: ClassVar[str] = "hill"
    secret: ClassVar[frozenset[str]] = _NONE
    hill: str
    boon: str
    covered: int


@dataclass(frozen=True, slots=True)
class FixOrder:
    """Correct the turn order: the seats from first to last."""

    kind: ClassVar[str] = "fix_order"
    lead: ClassVar[str] = "seats"
    secret: ClassVar[frozenset[str]] = _NONE
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FixTurn:
    """Correct whose turn it is."""

    kind: ClassVar[str] = "fix_turn"
    lead: ClassVar[str] = "player"
    secret: ClassVar[frozenset[str]] = _NONE
    player: int


@dataclass(frozen=True, slots=True)
class FixSeason:
    """Correct the year and the season."""

    kind: ClassVar[str] = "fix_season"
    lead: ClassVar[str] = "season"
    secret: ClassVar[frozenset[str]] = _NONE
    season: str
    year: int


TURNS: Final = (Play, Place, Cross, Pass)
TABLE_MOVES: Final = (
    Track,
    Go,
    Count,
    Heights,
    Treasure,
    FixDie,
    FixCount,
    FixKodama,
    FixBoon,
    FixOrder,
    FixTurn,
    FixSeason,
    TenguRocks,
    Chance,
    Roll,
    Shuffle,
    Deal,
    FixTengu,
)
MOVES: Final = (
    *TURNS,
    Ready,
    Arrange,
    Farewell,
    Order,
    Gain,
    Take,
    Drop,
    Build,
    Use,
    Grow,
    Activate,
    *TABLE_MOVES,
)
