"""What the table as a whole records: tiles named, tokens laid out, and corrections of a wrong record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, TypeVar

from companion.engine.game import Violation
from companion.games.spirits.moves import (
    FixGem,
    FixRemoved,
    FixTile,
    FixToken,
    FixTurn,
    Forest,
    Lay,
    Name,
)
from companion.games.spirits.state import (
    CELL,
    CELLS,
    COPIES,
    FOREST,
    GEMS_EACH,
    TOKENS_IN_PLAY,
    State,
    Tiles,
    Token,
)
from companion.games.spirits.wording import impossible, seat_word, tile_word

UNNAMED: Final = "?"
LEGAL: Final[tuple[Violation, ...]] = ()
Some = TypeVar("Some", bound=Tiles)


def candidates(state: State) -> Iterator[Any]:
    """Plausible moves of the table."""
    holders = range(FOREST, state.seats)
    for cell, at in enumerate(CELLS):
        face = state.faces[cell]
        if state.holders[cell] == FOREST:
            yield from (Name(at, other) for other in ("", *COPIES) if other != face)
            if state.token_at(cell) is None:
                yield Lay(at)
            yield from (FixGem(at, owner) for owner in holders if owner != state.gems[cell])
        else:
            yield from (Name(at, other) for other in COPIES if other != face)
        faces = ("",) if face else tuple(COPIES)
        yield from (
            FixTile(at, holder, named)
            for holder in holders
            if holder != state.holders[cell]
            for named in faces
        )
        yield from (FixToken(at, holder) for holder in holders if _token_holder(state, cell) != holder)
    for player in range(state.seats):
        counts = range(GEMS_EACH[state.seats] + 1)
        yield from (FixRemoved(player, n) for n in counts if n != state.removed[player])
        yield from (FixTurn(player, phase) for phase in ("collect", "gem"))


def _token_holder(state: State, cell: int) -> int | None:
    token = state.token_at(cell)
    return None if token is None else token.holder


def no_place(at: str) -> tuple[Violation, ...]:
    return () if at in CELL else (impossible("P1", "no_such_place"),)


def check_name(state: Tiles, move: Name) -> tuple[Violation, ...]:
    """What stands against another face for a tile; only one of the forest may be unknown again."""
    if against := no_place(move.at):
        return against
    cell = CELL[move.at]
    if not move.face:
        return LEGAL if state.holders[cell] == FOREST else (impossible("P5", "face_needed"),)
    return check_face(state, cell, move.face)


def check_face(state: Tiles, cell: int, face: str) -> tuple[Violation, ...]:
    """What stands against that face at that cell: no such one, or none of them left."""
    if face not in COPIES:
        return (impossible("P5", "no_such_face", code=face[:24]),)
    if state.faces[cell] != face and state.left(face) <= 0:
        return (impossible("P5", "face_used_up", tile=tile_word(face), n=COPIES[face]),)
    return LEGAL


def step_name(state: Some, move: Name) -> Some:
    """The tile named."""
    return with_face(state, CELL[move.at], move.face)


def with_face(state: Some, cell: int, face: str) -> Some:
    """The table with that face at that cell."""
    return replace(state, faces=(*state.faces[:cell], face, *state.faces[cell + 1 :]))


def _check_forest(state: State, move: Forest) -> tuple[Violation, ...]:
    if len(move.faces) != len(CELLS):
        return (impossible("P1", "forest_size", n=len(move.faces), all=len(CELLS)),)
    found = [
        impossible("P5", "no_such_face", code=face[:24])
        for face in dict.fromkeys(move.faces)
        if face != UNNAMED and face not in COPIES
    ]
    named = Counter(_forest_faces(state, move))
    found += [
        impossible("P5", "face_used_up", tile=tile_word(face), n=COPIES[face])
        for face in COPIES
        if named[face] > COPIES[face]
    ]
    found += [
        impossible("P5", "other_face", tile=tile_word(known))
        for known, face, holder in zip(state.faces, move.faces, state.holders, strict=True)
        if holder != FOREST and face not in (UNNAMED, known)
    ]
    return tuple(found)


def _forest_faces(state: State, move: Forest) -> tuple[str, ...]:
    return tuple(
        known if face == UNNAMED and holder != FOREST else "" if face == UNNAMED else face
        for known, face, holder in zip(state.faces, move.faces, state.holders, strict=True)
    )


def _step_forest(state: State, move: Forest) -> State:
    return replace(state, faces=_forest_faces(state, move))


def _check_lay(state: State, move: Lay) -> tuple[Violation, ...]:
    if against := no_place(move.at):
        return against
    cell = CELL[move.at]
    if state.holders[cell] != FOREST:
        return (impossible("P2", "tile_gone", who=seat_word(state.holders[cell])),)
    return _check_new_token(state, cell)


def _check_new_token(state: State, cell: int) -> tuple[Violation, ...]:
    if state.token_at(cell) is not None:
        return (impossible("P2", "token_known"),)
    if len(state.tokens) >= TOKENS_IN_PLAY:
        return (impossible("P2", "tokens_used_up", n=TOKENS_IN_PLAY),)
    return LEGAL


def _step_lay(state: State, move: Lay) -> State:
    return replace(state, tokens=(*state.tokens, Token(CELL[move.at])))


def _check_holder(state: State, holder: int) -> tuple[Violation, ...]:
    return () if FOREST <= holder < state.seats else (impossible("P4", "no_such_seat"),)


def _check_fix_tile(state: State, move: FixTile) -> tuple[Violation, ...]:
    return no_place(move.at) or _check_holder(state, move.holder) or check_given(state, move)


def check_given(state: Tiles, move: FixTile) -> tuple[Violation, ...]:
    """What stands against another holder of a tile that exists."""
    cell = CELL[move.at]
    if state.holders[cell] == move.holder:
        return (impossible("P5", "already_so"),)
    known = state.faces[cell]
    if known and move.face not in ("", known):
        return (impossible("P5", "other_face", tile=tile_word(known)),)
    if known:
        return LEGAL
    return check_face(state, cell, move.face) if move.face else (impossible("P5", "face_needed"),)


def _step_fix_tile(state: State, move: FixTile) -> State:
    cell = CELL[move.at]
    holders, gems = list(state.holders), list(state.gems)
    before, holders[cell], gems[cell] = holders[cell], move.holder, FOREST
    tokens = tuple(
        replace(t, holder=move.holder, kind="")  # what the one noted in secret is not the other's to read
        if t.cell == cell and t.holder == before and not t.used
        else t
        for t in state.tokens
    )
    if move.face:
        state = with_face(state, cell, move.face)
    over = FOREST not in holders
    return replace(
        state,
        holders=tuple(holders),
        gems=tuple(gems),
        tokens=tokens,
        taken=tuple(t for t in state.taken if t != cell),
        phase="over" if over else "collect" if state.phase == "over" else state.phase,
    )


def _check_fix_gem(state: State, move: FixGem) -> tuple[Violation, ...]:
    if against := no_place(move.at) or _check_holder(state, move.owner):
        return against
    cell = CELL[move.at]
    if state.holders[cell] != FOREST:
        return (impossible("R14", "tile_gone", who=seat_word(state.holders[cell])),)
    if state.gems[cell] == move.owner:
        return (impossible("R14", "already_so"),)
    if move.owner != FOREST and state.reserve(move.owner) <= 0:
        return (impossible("R14", "no_gem_left", who=seat_word(move.owner)),)
    return LEGAL


def _step_fix_gem(state: State, move: FixGem) -> State:
    cell = CELL[move.at]
    return replace(state, gems=(*state.gems[:cell], move.owner, *state.gems[cell + 1 :]))


def _check_fix_removed(state: State, move: FixRemoved) -> tuple[Violation, ...]:
    if not 0 <= move.player < state.seats:
        return (impossible("P4", "no_such_seat"),)
    most = GEMS_EACH[state.seats] - state.placed(move.player)
    if not 0 <= move.count <= most:
        return (impossible("R17", "gem_count", n=most),)
    return LEGAL


def _step_fix_removed(state: State, move: FixRemoved) -> State:
    removed = list(state.removed)
    removed[move.player] = move.count
    return replace(state, removed=tuple(removed))


def _check_fix_turn(state: State, move: FixTurn) -> tuple[Violation, ...]:
    if not 0 <= move.player < state.seats:
        return (impossible("P4", "no_such_seat"),)
    if move.phase not in ("collect", "gem"):
        return (impossible("P4", "no_such_step"),)
    if state.phase == "over":
        return (impossible("R22", "game_over"),)
    return LEGAL


def _step_fix_turn(state: State, move: FixTurn) -> State:
    return replace(state, turn=move.player, phase=move.phase, taken=())


def _check_fix_token(state: State, move: FixToken) -> tuple[Violation, ...]:
    if against := no_place(move.at) or _check_holder(state, move.holder):
        return against
    cell = CELL[move.at]
    token = state.token_at(cell)
    if move.holder == FOREST and state.holders[cell] != FOREST:
        return (impossible("R11", "tile_gone", who=seat_word(state.holders[cell])),)
    if token is None:
        return _check_new_token(state, cell)
    if token.used:
        return (impossible("R21", "token_used"),)
    return (impossible("R11", "already_so"),) if token.holder == move.holder else LEGAL


def _step_fix_token(state: State, move: FixToken) -> State:
    cell = CELL[move.at]
    if state.token_at(cell) is None:
        return replace(state, tokens=(*state.tokens, Token(cell, move.holder)))
    return replace(
        state,
        tokens=tuple(replace(t, holder=move.holder, kind="") if t.cell == cell else t for t in state.tokens),
    )


CHECKS: Final[dict[type, Callable[[State, Any], tuple[Violation, ...]]]] = {
    Name: check_name,
    Forest: _check_forest,
    Lay: _check_lay,
    FixTile: _check_fix_tile,
    FixGem: _check_fix_gem,
    FixRemoved: _check_fix_removed,
    FixTurn: _check_fix_turn,
    FixToken: _check_fix_token,
}
STEPS: Final[dict[type, Callable[[State, Any], State]]] = {
    Name: step_name,
    Forest: _step_forest,
    Lay: _step_lay,
    FixTile: _step_fix_tile,
    FixGem: _step_fix_gem,
    FixRemoved: _step_fix_removed,
    FixTurn: _step_fix_turn,
    FixToken: _step_fix_token,
}
