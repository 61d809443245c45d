"""Every move that could be written down and is legal is offered."""

from __future__ import annotations

from typing import Any

from companion.engine.game import TABLE
from companion.games.spirits import GAME
from companion.games.spirits.moves import (
    RESERVE,
    FixGem,
    FixTile,
    FixToken,
    FixTurn,
    Found,
    Keep,
    Lay,
    Name,
    Peek,
    Place,
    Plus,
    Shift,
    Stop,
    Take,
)
from companion.games.spirits.state import CELL, CELLS, State
from tests.games.spirits.board import (
    forest,
    gem_step,
    last_tile,
    play,
    plus_table,
    stuck,
    whole,
)


def test_every_legal_move_is_a_candidate() -> None:
    """Every move that could be written down, on tables of every kind; the whole forest at once is typed."""
    full = dict(zip(CELLS, whole(), strict=True))
    anywhere = {"token_places": "any"}
    tables = [
        forest(full),
        forest({"0,0": "leaves1"}, taken={1: ("0,1", "0,2")}, options=anywhere, phase="gem"),
        play(forest({"0,0": "leaves1", "0,1": "leaves1+sun"}), (0, Take("0,0"))),
        gem_step(gems={0: ("1,5", "1,7", "1,9"), 1: ("0,0",)}),
        gem_step(gems={0: ("1,5",)}, options={"move_gem": "any"}),
        plus_table(), stuck(), last_tile(),
        play(forest({"0,0": "leaves2"}, options=anywhere, taken={1: CELLS[1:]}), (0, Take("0,0"))),
        forest({"0,0": "leaves2"}, gems={1: ("0,0",), 0: ("1,5",)}, seats=3),
    ]  # fmt: skip
    kinds = ("moss", "dew", "+", "bear")
    for state in tables:
        places = [at for at in CELLS if state.faces[CELL[at]] or at in ("0,0", "0,1", "1,0", "3,4")]
        faces = ("", "leaves1", "moss2", "webs2")
        universe = [
            *(Take(at, face, pay) for at in places for face in faces for pay in ("", RESERVE, "1,5", "0,0")),
            *(cls(at) for cls in (Place, Plus, Found, Lay) for at in CELLS),
            *(Shift(start, to) for start in ("1,5", "0,0") for to in CELLS),
            *(Peek(at, kind) for at in CELLS for kind in kinds),
            *(Name(at, face) for at in places for face in faces),
            *(FixTile(at, holder, face) for at in places for holder in (-1, 0, 1, 2) for face in faces),
            *(cls(at, n) for cls in (FixGem, FixToken) for at in CELLS for n in (-1, 0, 1, 2)),
            *(FixTurn(player, phase) for player in (0, 1, 2) for phase in ("collect", "gem", "over")),
            Stop(), Keep(),
        ]  # fmt: skip
        for seat in (TABLE, *range(state.seats)):
            listed = set(GAME.candidates(state, seat))
            for move in universe:
                if GAME.check(state, seat, move) == () and not _says_what_is_known(state, move):
                    assert move in listed, (seat, move)


def _says_what_is_known(state: State, move: Any) -> bool:
    """A legal move that repeats the record in other words."""
    if isinstance(move, Take | FixTile) and move.face:
        return state.faces[CELL[move.at]] == move.face
    if isinstance(move, Name):
        return state.faces[CELL[move.at]] == move.face
    if isinstance(move, Peek):
        held = state.token_at(CELL[move.at])
        return held is not None and held.kind == move.token
    return False
