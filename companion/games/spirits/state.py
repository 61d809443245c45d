"""The table of Spirits of the Forest: 48 tiles in 4 rows of 12, gemstones, favor tokens, whose turn.

A cell is an index 0..47 (row x 12 + column) in the state and `row,column` in moves, counted from 0 at the top
left as the players see it. A face is a code such as `webs2`, `leaves1`, `dew1+sun`; the empty text is a tile
that nobody has named yet. Components and their sources: rules_db/spirits/tiles.toml.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from companion.engine.game import Setup
from companion.facts import components, options

ROWS: Final = 4
COLUMNS: Final = 12
CELLS: Final = tuple(f"{row},{column}" for row in range(ROWS) for column in range(COLUMNS))
CELL: Final = {name: index for index, name in enumerate(CELLS)}
FOREST: Final = -1
"""The holder of a tile or token that nobody has taken; as the owner of a gemstone, nobody."""

_DATA: Final = components("spirits")
SPIRITS: Final[tuple[str, ...]] = tuple(_DATA["spirits"])
POWERS: Final[tuple[str, ...]] = tuple(_DATA["powers"])
CATEGORIES: Final = SPIRITS + POWERS
COPIES: Final[Mapping[str, int]] = _DATA["tiles"]
"""How often each face exists."""
PRINTED: Final[Mapping[str, int]] = {
    **_DATA["printed"],
    **dict.fromkeys(POWERS, _DATA["totals"]["each_power"]),
}
"""Symbols of each category in the whole set of tiles."""
TOKEN_COPIES: Final[Mapping[str, int]] = _DATA["tokens"]
TOKENS_IN_PLAY: Final[int] = _DATA["forest"]["tokens"]
V_CELLS: Final = tuple(CELL[name] for name in _DATA["forest"]["v"])
GEMS_EACH: Final[Mapping[int, int]] = {int(seats): n for seats, n in _DATA["gems"]["each"].items()}
"""Gemstones of each player, by the number of players."""


OPTIONS: Final = options("spirits")


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a tile: its spirit, how many symbols of it, and a power source or the empty text."""

    spirit: str
    symbols: int
    power: str

    def counts(self) -> Iterator[tuple[str, int]]:
        """The symbols it adds, per category."""
        yield self.spirit, self.symbols
        if self.power:
            yield self.power, 1


def _read(code: str) -> Face:
    body, _, power = code.partition("+")
    return Face(body[:-1], int(body[-1]), power)


FACES: Final = {code: _read(code) for code in COPIES}


@dataclass(frozen=True, slots=True)
class Token:
    """A favor token, known by the cell it lay on. `kind` is empty until its holder names it."""

    cell: int
    holder: int = FOREST
    kind: str = ""
    used: bool = False


@dataclass(frozen=True, slots=True)
class Tiles:
    """The 48 tiles of any table: per cell its face and who has it."""

    faces: tuple[str, ...]
    holders: tuple[int, ...]

    def row_ends(self, row: int) -> tuple[int, int] | None:
        """The first and the last tile left in a row, the same cell when it is the only one."""
        start = row * COLUMNS
        holders = self.holders[start : start + COLUMNS]
        if FOREST not in holders:
            return None
        return start + holders.index(FOREST), start + COLUMNS - 1 - holders[::-1].index(FOREST)

    def ends(self) -> Iterator[int]:
        """The exposed tiles: the first and the last one left in each row (R1)."""
        for row in range(ROWS):
            if (both := self.row_ends(row)) is not None:
                yield from dict.fromkeys(both)

    def is_end(self, cell: int) -> bool:
        """Whether no other tile is left before the cell in its row, or none after it (R1)."""
        start = cell - cell % COLUMNS
        before, after = self.holders[start:cell], self.holders[cell + 1 : start + COLUMNS]
        return FOREST not in before or FOREST not in after

    def left(self, face: str) -> int:
        """How many tiles with that face have not been named yet."""
        return COPIES[face] - self.faces.count(face)

    def held(self, seat: int) -> list[str]:
        """The faces in front of the seat, in the order of the cells."""
        return [face for face, holder in zip(self.faces, self.holders, strict=True) if holder == seat]


@dataclass(frozen=True, slots=True)
class State(Tiles):
    """The whole table of several players. `phase` is `collect`, `gem` or `over`; `taken` are the cells taken
    in this turn; `turns` counts the finished turns. What lies in a reserve follows from the rest, so that no
    gemstone is ever lost: each player's gemstones are in the reserve, on the forest or removed (facts,
    section 3)."""

    seats: int
    power_two: bool
    move_any: bool
    pay_reserve: bool
    tie_tokens: bool
    gems: tuple[int, ...]
    removed: tuple[int, ...]
    tokens: tuple[Token, ...]
    turn: int = 0
    phase: str = "collect"
    taken: tuple[int, ...] = ()
    turns: int = 0

    def placed(self, seat: int) -> int:
        """Gemstones of the seat that lie on the forest."""
        return self.gems.count(seat)

    def reserve(self, seat: int) -> int:
        """Gemstones in front of the seat."""
        return GEMS_EACH[self.seats] - self.gems.count(seat) - self.removed[seat]

    def has_gem(self, seat: int) -> bool:
        """Whether the seat can pay at all, from the reserve or from the forest."""
        return self.removed[seat] < GEMS_EACH[self.seats]

    def single(self, face: str) -> bool:
        """Whether a tile counts as having one symbol, so that two of a spirit may be taken (R2, R3)."""
        printed = FACES[face]
        return printed.symbols == 1 and not (self.power_two and printed.power)

    def token_at(self, cell: int) -> Token | None:
        """The favor token that lies or lay on the cell."""
        for token in self.tokens:
            if token.cell == cell:
                return token
        return None


def setup(start: Setup) -> State:
    """The table after set-up, no tile named yet (facts, section 2; rules P1 to P5)."""
    chosen = start.options
    lying = V_CELLS if chosen["token_places"] == "v" else ()  # noqa: S105
    return State(
        seats=start.seats,
        power_two=chosen["power_tile"] == "two",
        move_any=chosen["move_gem"] == "any",
        pay_reserve=chosen["pay_from"] == "reserve",
        tie_tokens=chosen["second_tie"] == "tokens",
        faces=("",) * len(CELLS),
        holders=(FOREST,) * len(CELLS),
        gems=(FOREST,) * len(CELLS),
        removed=(0,) * start.seats,
        tokens=tuple(Token(cell) for cell in lying),
    )


def symbols(faces: Iterable[str]) -> Counter[str]:
    """Symbols per category on some tiles."""
    counts: Counter[str] = Counter()
    for face in faces:
        for category, number in FACES[face].counts():
            counts[category] += number
    return counts


def broken_tiles(tiles: Tiles) -> Iterator[str]:
    """What is broken in the tiles of a table: more of a face than exist, one taken that nobody named."""
    named = Counter(face for face in tiles.faces if face)
    yield from (f"{face}: {n} of {COPIES[face]}" for face, n in named.items() if n > COPIES[face])
    for cell, (face, holder) in enumerate(zip(tiles.faces, tiles.holders, strict=True)):
        if holder != FOREST and not face:
            yield f"tile {cell} was taken unnamed"


def invariants(state: State) -> Iterator[str]:
    """What is broken in a state; nothing ever should be (facts, the deduced invariants)."""
    yield from broken_tiles(state)
    for cell, (holder, gem) in enumerate(zip(state.holders, state.gems, strict=True)):
        if holder != FOREST and gem != FOREST:
            yield f"a gemstone on {cell}, which is gone"
    for seat in range(state.seats):
        if state.reserve(seat) < 0 or state.removed[seat] < 0:
            yield f"gemstones of seat {seat}: {state.reserve(seat)} in reserve, {state.removed[seat]} removed"
    if len(state.tokens) > TOKENS_IN_PLAY or len({token.cell for token in state.tokens}) < len(state.tokens):
        yield "favor tokens"
    for token in state.tokens:
        if token.holder == FOREST and (token.kind or token.used or state.holders[token.cell] != FOREST):
            yield f"the token of {token.cell}"
    if (state.phase == "over") != (FOREST not in state.holders):
        yield f"phase {state.phase}"
