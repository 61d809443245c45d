"""The table of one player as anybody may see it, and the nine comparisons as they stand (S9, S10).

Nothing here is secret: what lies face down nobody knows, so it is not in the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.spirits.scoring import score
from companion.games.spirits.solo import GHOST, PLAYER, Solo
from companion.games.spirits.state import (
    CELLS,
    COLUMNS,
    FACES,
    FOREST,
    PRINTED,
    ROWS,
    SPIRITS,
)
from companion.games.spirits.view import CellView, cell_view


@dataclass(frozen=True, slots=True)
class Duel:
    """One comparison. `mine` and `its`: symbols with the tokens that count by now; `out`: symbols that can
    still be taken; `hope` and `fear`: 1 when the own token, or a face-down one of the ghost, shows this
    spirit or may show it. `sure`: the ghost cannot get more any more, unless the player gives it the token;
    `lost`: the player cannot draw level any more. `minus`: no tile of it would cost the player (S13)."""

    key: str
    mine: int
    its: int
    out: int
    printed: int
    hope: int
    fear: int
    sure: bool
    lost: bool
    minus: bool

    @property
    def lead(self) -> int:
        """By how much the player leads; 0 level, below it behind."""
        return self.mine - self.its


@dataclass(frozen=True, slots=True)
class Lane:
    """A row with what lies open in it: its two ends (the same tile twice when it is the only one, None when
    the row is empty), and how many tiles lie face down between them."""

    number: int
    left: CellView | None
    right: CellView | None
    between: int


@dataclass(frozen=True, slots=True)
class TakeView:
    """What a take would do: the two tiles (`ghost_at` empty: none is left for it; a face is empty where
    nobody has named the tile), and the comparisons that change as (before, after)."""

    at: str
    face: str
    ghost_at: str
    ghost_face: str
    changes: tuple[tuple[Duel, Duel], ...]
    behind: int


@dataclass(frozen=True, slots=True)
class Ending:
    """What a choice about the own token comes to: whether it wins, with how many points (S11)."""

    won: bool
    points: int


@dataclass(frozen=True, slots=True)
class AloneView:
    """The table of one player. `turn` counts from 1; `rows` are all places, `lanes` what lies open of them.
    `gained`: the ghost's tokens so far (empty: not named yet), `hidden` how many more it has. `lost`: the
    comparisons that cannot be won any more, so that the game cannot (D-11 of the facts)."""

    phase: str
    turn: int
    rows: tuple[tuple[CellView, ...], ...]
    lanes: tuple[Lane, ...]
    duels: tuple[Duel, ...]
    takes: tuple[TakeView, ...]
    mine: int
    its: int
    left: int
    own: str
    choice: str
    gained: tuple[str, ...]
    hidden: int

    @property
    def lost(self) -> tuple[Duel, ...]:
        """The comparisons that cannot be drawn level any more."""
        return tuple(duel for duel in self.duels if duel.lost)

    @property
    def behind(self) -> int:
        """In how many spirits the ghost has more."""
        return sum(duel.lead < 0 for duel in self.duels)


def view(state: Solo, seat: int | None) -> AloneView:
    """The table as anybody may see it."""
    ends = set(state.ends())
    fresh = state.pairs[-1] if state.pairs else ()
    cells = tuple(cell_view(state, cell, end=cell in ends, fresh=cell in fresh) for cell in range(len(CELLS)))
    phase = state.phase
    mine, its = state.counts(PLAYER), state.counts(GHOST)
    return AloneView(
        phase=phase,
        turn=len(state.pairs) + 1,
        rows=tuple(cells[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)),
        lanes=tuple(_lane(state, row, cells) for row in range(ROWS)),
        duels=duels(state, mine, its),
        takes=tuple(_takes(state, mine, its)) if phase == "take" else (),
        mine=state.holders.count(PLAYER),
        its=state.holders.count(GHOST),
        left=state.holders.count(FOREST),
        own=state.own,
        choice=state.choice,
        gained=state.gained,
        hidden=len(state.tokens) - len(state.gained),
    )


def _lane(state: Solo, row: int, cells: tuple[CellView, ...]) -> Lane:
    both = state.row_ends(row)
    if both is None:
        return Lane(row + 1, None, None, 0)
    between = state.holders[both[0] + 1 : both[1]].count(FOREST)
    return Lane(row + 1, cells[both[0]], cells[both[1]], between)


def duels(state: Solo, mine: Mapping[str, int], its: Mapping[str, int]) -> tuple[Duel, ...]:
    """The nine comparisons with these symbols on tiles."""
    return tuple(_duel(state, key, mine[key], its[key]) for key in SPIRITS)


def _duel(state: Solo, key: str, tiles: int, ghost_tiles: int) -> Duel:
    keeps = state.choice == "keep" or (state.ended and bool(state.own) and not state.may_choose)
    gives = state.choice == "give"
    own = state.own == key
    mine = tiles + (own and keeps)
    its = ghost_tiles + (key in state.gained) + (own and gives)
    out = 0 if state.ended else PRINTED[key] - tiles - ghost_tiles
    open_ = not (keeps or gives or state.choice)
    hope = int(open_ and (own or (not state.own and key not in state.tokens)))
    hidden = any(not kind for kind in state.tokens)
    fear = int((hidden and not own and key not in state.tokens) or key in state.tokens[state.emptied :])
    return Duel(
        key=key,
        mine=mine,
        its=its,
        out=out,
        printed=PRINTED[key],
        hope=hope,
        fear=fear,
        sure=mine >= its + out + fear,
        lost=its > mine + out + hope,
        minus=state.penalty and not tiles,
    )


def _takes(state: Solo, mine: Mapping[str, int], its: Mapping[str, int]) -> Iterator[TakeView]:
    before = duels(state, mine, its)
    for cell in state.ends():
        other = state.other_end(cell)
        face, ghost = state.faces[cell], "" if other is None else state.faces[other]
        after = duels(state, _with(mine, face), _with(its, ghost))
        changes = tuple(
            (b, a) for b, a in zip(before, after, strict=True) if (b.mine, b.its) != (a.mine, a.its)
        )
        yield TakeView(
            at=CELLS[cell],
            face=face,
            ghost_at="" if other is None else CELLS[other],
            ghost_face=ghost,
            changes=changes,
            behind=sum(duel.lead < 0 for duel in after),
        )


def _with(counts: Mapping[str, int], face: str) -> Mapping[str, int]:
    if not face:
        return counts
    spirit = FACES[face].spirit
    return {**counts, spirit: counts[spirit] + FACES[face].symbols}


def tally(state: Solo, names: tuple[str, ...]) -> dict[str, Any]:
    """The score sheet of the table as it lies, in the form that `score` reads."""
    return _sheet(state, names[0], state.choice or "keep")


def _sheet(state: Solo, name: str, choice: str) -> dict[str, Any]:
    return {
        "game": "spirits",
        "players": [{"name": name, "tiles": state.held(PLAYER), "tokens": []}],
        "solo": {"tiles": state.held(GHOST), "tokens": [kind for kind in state.gained if kind]},
        "choice": choice,
        **({"token": state.own} if state.own else {}),
        "options": {
            "solo_token": "choice" if state.may_choose else "keep",
            "solo_penalty": "score" if state.penalty else "none",
        },
    }


def ending(state: Solo, what: str) -> Ending:
    """What that choice about the own token would come to now."""
    result = score(_sheet(state, "?", what))
    return Ending(bool(result.won), result.players[0].total)
