"""What a seat may know of a table of Spirits of the Forest, and the majorities as they stand.

Everything here is computed from the tiles that everybody sees and the seat's own tokens, never from another
seat's: two tables that differ only in what a seat may not know give it equal views.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.spirits.rules import clashes
from companion.games.spirits.state import (
    CATEGORIES,
    CELLS,
    COLUMNS,
    FOREST,
    GEMS_EACH,
    PRINTED,
    ROWS,
    State,
    Tiles,
    symbols,
)

HIDDEN_TOKEN = 1
"""Each category has one favor token, which any player may hold face down."""


@dataclass(frozen=True, slots=True)
class CellView:
    """One place of the forest. `holder` is None while the tile lies there, `gem` the owner of a gemstone on
    it or None, `token` whether a favor token lies on it, `fresh` whether it was taken in this turn."""

    at: str
    row: int
    column: int
    face: str
    holder: int | None
    end: bool
    gem: int | None
    token: bool
    fresh: bool


@dataclass(frozen=True, slots=True)
class TokenView:
    """A favor token in front of a player. `kind` is empty while it is face down to this viewer; `named` says
    whether the viewer may know that its holder has noted it."""

    at: str
    kind: str
    used: bool
    named: bool


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What lies in front of a player. `counts`: symbols on tiles per category."""

    seat: int
    tiles: tuple[str, ...]
    counts: dict[str, int]
    reserve: int
    placed: int
    removed: int
    tokens: tuple[TokenView, ...]


@dataclass(frozen=True, slots=True)
class CategoryView:
    """A category as it stands. `counts`: symbols per seat, on tiles while the forest stands, after it with
    the tokens that are named; `out`: symbols not yet taken; `leaders`: who has the most now; `sure`: who
    scores it whatever happens, a hidden token included (R24, R25); `without`: who has no tile of it yet
    (R26); `lost`: who can get none any more; `own_tokens`: the viewer's tokens of it that `counts` lacks."""

    key: str
    printed: int
    counts: tuple[int, ...]
    out: int
    leaders: tuple[int, ...]
    sure: tuple[int, ...]
    without: tuple[int, ...]
    lost: tuple[int, ...]
    own_tokens: int


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat, or a spectator (`seat` None), may see it."""

    seat: int | None
    turn: int
    phase: str
    first_turn: bool
    taken: tuple[str, ...]
    rows: tuple[tuple[CellView, ...], ...]
    left: int
    gems_each: int
    players: tuple[PlayerView, ...]
    categories: tuple[CategoryView, ...]
    clashes: tuple[str, ...]


def view(state: State, seat: int | None) -> View:
    """The table as that seat may see it."""
    over = state.phase == "over"
    ends = set(state.ends())
    lying = {token.cell for token in state.tokens if token.holder == FOREST}
    cells = tuple(
        cell_view(
            state,
            cell,
            end=cell in ends,
            fresh=cell in state.taken,
            gem=None if state.gems[cell] == FOREST else state.gems[cell],
            token=cell in lying,
        )
        for cell in range(len(CELLS))
    )
    players = tuple(_player(state, player, seat, over) for player in range(state.seats))
    return View(
        seat=seat,
        turn=state.turn,
        phase=state.phase,
        first_turn=state.turns == 0,
        taken=tuple(CELLS[cell] for cell in state.taken),
        rows=tuple(cells[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)),
        left=state.holders.count(FOREST),
        gems_each=GEMS_EACH[state.seats],
        players=players,
        categories=tuple(
            _counted(key, players) if over else _category(key, players, seat) for key in CATEGORIES
        ),
        clashes=tuple(CELLS[token.cell] for token in clashes(state)) if over else (),
    )


def cell_view(
    tiles: Tiles, cell: int, *, end: bool, fresh: bool, gem: int | None = None, token: bool = False
) -> CellView:
    """One place of any table's forest."""
    holder = tiles.holders[cell]
    return CellView(
        at=CELLS[cell],
        row=cell // COLUMNS,
        column=cell % COLUMNS,
        face=tiles.faces[cell],
        holder=None if holder == FOREST else holder,
        end=end,
        gem=gem,
        token=token,
        fresh=fresh,
    )


def _player(state: State, player: int, viewer: int | None, over: bool) -> PlayerView:
    tiles = tuple(state.held(player))
    return PlayerView(
        seat=player,
        tiles=tiles,
        counts=dict(symbols(tiles)),
        reserve=state.reserve(player),
        placed=state.placed(player),
        removed=state.removed[player],
        tokens=tuple(
            TokenView(CELLS[t.cell], t.kind if seen else "", t.used, seen and bool(t.kind))
            for t in state.tokens
            if t.holder == player
            for seen in (over or t.used or player == viewer,)
        ),
    )


def _category(key: str, players: tuple[PlayerView, ...], viewer: int | None) -> CategoryView:
    counts = tuple(player.counts.get(key, 0) for player in players)
    out = PRINTED[key] - sum(counts)
    return CategoryView(
        key=key,
        printed=PRINTED[key],
        counts=counts,
        out=out,
        leaders=_leaders(counts),
        sure=_sure(counts, out + HIDDEN_TOKEN),
        without=tuple(s for s, count in enumerate(counts) if not count),
        lost=tuple(s for s, count in enumerate(counts) if not count and not out),
        own_tokens=0 if viewer is None else _tokens(players[viewer], key),
    )


def _counted(key: str, players: tuple[PlayerView, ...]) -> CategoryView:
    """The category after the last tile, as the score counts it; a token that nobody has named may still be
    of it."""
    tiles = _category(key, players, None)
    counts = tuple(tiles.counts[player.seat] + _tokens(player, key) for player in players)
    unnamed = any(not token.kind for player in players for token in player.tokens)
    return replace(
        tiles, counts=counts, leaders=_leaders(counts), sure=_sure(counts, HIDDEN_TOKEN if unnamed else 0)
    )


def _tokens(player: PlayerView, key: str) -> int:
    return sum(token.kind == key and not token.used for token in player.tokens)


def _leaders(counts: tuple[int, ...]) -> tuple[int, ...]:
    best = max(counts)
    return tuple(s for s, count in enumerate(counts) if best and count == best)


def _sure(counts: tuple[int, ...], more: int) -> tuple[int, ...]:
    """Who has the most even if somebody else gets `more` of it."""
    return tuple(
        s
        for s, count in enumerate(counts)
        if count and all(count >= other + more for o, other in enumerate(counts) if o != s)
    )
