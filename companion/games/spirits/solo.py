"""The table of one player against the ghost (S1 to S13): face-down tiles, three favor tokens, no gemstones.

Cells and faces are those of state.py. What nobody has seen yet is not in the state: a tile is named when it
is taken or when the player wants to compare, a token of the ghost when its row is emptied.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.engine.game import Setup
from companion.games.spirits.state import CELLS, COLUMNS, FOREST, ROWS, SPIRITS, Tiles, broken_tiles, symbols

PLAYER: Final = 0
GHOST: Final = 1
"""The holder of what the ghost has; its seat comes after the player's."""
LEVELS: Final = {"easier": 1, "published": 2, "harder": 3}
"""Favor tokens of the ghost (S2). Only two are published."""

_STARTS: Final = range(0, ROWS * COLUMNS, COLUMNS)


@dataclass(frozen=True, slots=True)
class Solo(Tiles):
    """The whole table. `pairs`: per turn the cell of the player's tile and of the ghost's (-1: it got none).
    `tokens`: the ghost's favor tokens in the order in which it gains them, empty while face down. `own`: the
    player's, empty until named. `choice`: what becomes of it in the end, empty until chosen (S11);
    `may_choose`: whether there is anything to choose. `penalty`: whether no tile costs points (S13)."""

    tokens: tuple[str, ...]
    may_choose: bool
    penalty: bool
    own: str = ""
    choice: str = ""
    pairs: tuple[tuple[int, int], ...] = ()

    @property
    def emptied(self) -> int:
        """How many rows are empty."""
        holders = self.holders
        return sum(FOREST not in holders[start : start + COLUMNS] for start in _STARTS)

    @property
    def gained(self) -> tuple[str, ...]:
        """The favor tokens that the ghost has by now, one for each emptied row (S4); empty: not yet named."""
        return self.tokens[: self.emptied]

    @property
    def ended(self) -> bool:
        """Whether at most one row is left, so that nobody takes another tile (S5)."""
        return self.emptied >= ROWS - 1

    @property
    def phase(self) -> str:
        """`reveal` a token of the ghost, `take`, name the `own` token, `choose` about it, or `over`."""
        if "" in self.gained:
            return "reveal"
        if not self.ended:
            return "take"
        if not self.own:
            return "own"
        return "choose" if self.may_choose and not self.choice else "over"

    def other_end(self, cell: int) -> int | None:
        """The tile that the ghost gets when the player takes this one, None when no other is left (S3)."""
        both = self.row_ends(cell // COLUMNS)
        if both is None or both == (cell, cell):
            return None
        return both[1] if cell == both[0] else both[0]

    def counts(self, side: int) -> dict[str, int]:
        """Symbols per spirit on the tiles of a side."""
        found = symbols(self.held(side))
        return {spirit: found[spirit] for spirit in SPIRITS}


def setup(start: Setup) -> Solo:
    """The table after set-up, no tile named yet (S1, S2)."""
    chosen = start.options
    return Solo(
        faces=("",) * len(CELLS),
        holders=(FOREST,) * len(CELLS),
        tokens=("",) * LEVELS[chosen["solo_level"]],
        may_choose=chosen["solo_token"] == "choice",  # noqa: S105
        penalty=chosen["solo_penalty"] == "score",
    )


def invariants(state: Solo) -> Iterator[str]:
    """What is broken in a state; nothing ever should be."""
    yield from broken_tiles(state)
    named = [kind for kind in (*state.tokens, state.own) if kind]
    if len(set(named)) < len(named) or not set(named) <= set(SPIRITS):
        yield f"favor tokens {named}"
    if state.choice and not (state.own and state.may_choose):
        yield f"the choice {state.choice} about the token {state.own!r}"
