"""What one player may do against the ghost, and what a move does. Rule ids are those of rules_db/spirits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from companion.engine.game import TABLE, Violation
from companion.games.spirits.corrections import check_given, check_name, no_place, step_name, with_face
from companion.games.spirits.moves import FixTile, Name
from companion.games.spirits.scoring import CHOICES
from companion.games.spirits.solo import GHOST, PLAYER, Solo
from companion.games.spirits.solo_moves import Choose, FixChoice, FixGhost, FixOwn, Own, Pair, Reveal
from companion.games.spirits.state import CELL, CELLS, COPIES, FACES, FOREST, ROWS, SPIRITS
from companion.games.spirits.wording import illegal, impossible, seat_word, tile_word, token_word

LEGAL: Final[tuple[Violation, ...]] = ()


def to_act(state: Solo) -> tuple[int, ...]:
    """The player; the table while a token of the ghost is to be revealed; nobody when the game is over."""
    phase = state.phase
    if phase == "reveal":
        return (TABLE,)
    return () if phase == "over" else (PLAYER,)


def check(state: Solo, seat: int, move: Any) -> tuple[Violation, ...]:
    """Everything that stands against the move, empty when it is legal."""
    kind = type(move)
    if kind in _CHECKS:
        return _CHECKS[kind](state, move) if seat == PLAYER else (impossible("P4", "no_such_seat"),)
    if kind in _TABLE_CHECKS:
        return _TABLE_CHECKS[kind](state, move) if seat == TABLE else (impossible("P4", "table_only"),)
    return (impossible("S12", "not_alone"),)


def apply(state: Solo, seat: int, move: Any) -> Solo:
    """The table after the move. Any move that is not IMPOSSIBLE can be applied."""
    return _STEPS[type(move)](state, move)


def candidates(state: Solo, seat: int) -> Iterator[Any]:
    """Plausible moves, the legal ones among them."""
    if seat == TABLE:
        yield from _table_candidates(state)
    elif seat == PLAYER:
        if state.phase == "take":
            for cell in state.ends():
                other = state.other_end(cell)
                unnamed = other is not None and not state.faces[other]
                yield from _pairs(CELLS[cell], not state.faces[cell], unnamed)
        elif state.phase == "choose":
            yield from (Choose(what) for what in CHOICES)
        yield from (Own(kind) for kind in SPIRITS if kind != state.own)


@cache
def _pairs(at: str, asks: bool, asks_ghost: bool) -> tuple[Pair, ...]:
    """Made once: two tiles that nobody has named are any two."""
    faces, ghosts = (tuple(COPIES) if asked else ("",) for asked in (asks, asks_ghost))
    return tuple(Pair(at, face, ghost) for face in faces for ghost in ghosts)


def _table_candidates(state: Solo) -> Iterator[Any]:
    if state.phase == "reveal":
        yield from (Reveal(kind) for kind in SPIRITS)
    for cell, at in enumerate(CELLS):
        face, holder = state.faces[cell], state.holders[cell]
        unknown = ("",) if holder == FOREST else ()
        yield from (Name(at, other) for other in (*unknown, *COPIES) if other != face)
        for other_holder in (FOREST, PLAYER, GHOST):
            if other_holder != holder:
                yield from (FixTile(at, other_holder, named) for named in (("",) if face else COPIES))
    for number, known in enumerate(state.tokens):
        kinds = SPIRITS if number < state.emptied else ()
        yield from (FixGhost(number, kind) for kind in ("", *kinds) if kind != known)
    yield from (FixOwn(kind) for kind in ("", *SPIRITS) if kind != state.own)
    if state.may_choose and state.own:
        yield from (FixChoice(what) for what in ("", *CHOICES) if what != state.choice)


# --- taking: S3, S5


def _check_pair(state: Solo, move: Pair) -> tuple[Violation, ...]:
    cell = CELL.get(move.at)
    if cell is None:
        return (impossible("P1", "no_such_place"),)
    if state.holders[cell] != FOREST:
        return (impossible("S3", "tile_gone", who=seat_word(state.holders[cell])),)
    other = state.other_end(cell)
    if other is None and move.ghost:
        return (impossible("S3", "no_other_end"),)
    tiles = ((cell, move.face),) if other is None else ((cell, move.face), (other, move.ghost))
    if against := _check_faces(state, tiles):
        return against
    found: list[Violation] = []
    emptied = state.emptied
    if emptied >= ROWS - 1:
        found.append(illegal("S5", "rows_done", n=ROWS - emptied))
    elif "" in state.tokens[:emptied]:
        found.append(illegal("S4", "token_first"))
    if not state.is_end(cell):
        found.append(illegal("S3", "not_an_end"))
    return tuple(found) if found else LEGAL


def _check_faces(state: Solo, tiles: Sequence[tuple[int, str]]) -> tuple[Violation, ...]:
    named = [face for cell, face in tiles if not state.faces[cell]]
    for cell, face in tiles:
        known = state.faces[cell]
        if known:
            if face not in ("", known):
                return (impossible("P5", "other_face", tile=tile_word(known)),)
        elif face not in FACES:
            return (impossible("P5", "face_needed"),)
        elif state.left(face) < named.count(face):
            return (impossible("P5", "face_used_up", tile=tile_word(face), n=COPIES[face]),)
    return LEGAL


def _step_pair(state: Solo, move: Pair) -> Solo:
    cell = CELL[move.at]
    other = state.other_end(cell)
    state = with_face(state, cell, state.faces[cell] or move.face)
    holders = list(state.holders)
    holders[cell] = PLAYER
    if other is not None:
        state = with_face(state, other, state.faces[other] or move.ghost)
        holders[other] = GHOST
    pair = (cell, FOREST if other is None else other)
    return replace(state, holders=tuple(holders), pairs=(*state.pairs, pair))


# --- favor tokens: S2, S4, S7, S11


def _check_kind(state: Solo, kind: str, instead_of: str) -> tuple[Violation, ...]:
    """Whether a token can show that spirit: there is one of each (S2)."""
    if kind not in SPIRITS:
        return (impossible("S2", "no_such_kind"),)
    if kind != instead_of and kind in (*state.tokens, state.own):
        return (impossible("S2", "kind_used_up", token=token_word(kind), n=1),)
    return LEGAL


def _check_own(state: Solo, move: Own) -> tuple[Violation, ...]:
    return _check_kind(state, move.token, state.own)


def _step_own(state: Solo, move: Own | FixOwn) -> Solo:
    return replace(state, own=move.token, choice=state.choice if move.token else "")


def _check_choose(state: Solo, move: Choose) -> tuple[Violation, ...]:
    if against := _check_choice(state, move.what):
        return against
    if not state.ended:
        return (illegal("S11", "rows_left", n=state.emptied),)
    if "" in state.gained:
        return (illegal("S4", "token_first"),)
    return (illegal("S11", "chosen"),) if state.choice else LEGAL


def _check_choice(state: Solo, what: str) -> tuple[Violation, ...]:
    if what not in CHOICES:
        return (impossible("S11", "no_such_choice"),)
    if not state.may_choose:
        return (impossible("S11", "nothing_to_choose"),)
    return LEGAL if state.own else (impossible("S11", "own_unknown"),)


def _step_choose(state: Solo, move: Choose | FixChoice) -> Solo:
    return replace(state, choice=move.what)


def _check_reveal(state: Solo, move: Reveal) -> tuple[Violation, ...]:
    if "" not in state.gained:
        return (impossible("S4", "nothing_to_reveal"),)
    return _check_kind(state, move.token, "")


def _step_reveal(state: Solo, move: Reveal) -> Solo:
    return _with_token(state, state.gained.index(""), move.token)


def _with_token(state: Solo, number: int, kind: str) -> Solo:
    return replace(state, tokens=(*state.tokens[:number], kind, *state.tokens[number + 1 :]))


# --- corrections


def _check_fix_tile(state: Solo, move: FixTile) -> tuple[Violation, ...]:
    if against := no_place(move.at):
        return against
    if move.holder not in (FOREST, PLAYER, GHOST):
        return (impossible("P4", "no_such_seat"),)
    return check_given(state, move)


def _step_fix_tile(state: Solo, move: FixTile) -> Solo:
    cell = CELL[move.at]
    if move.face:
        state = with_face(state, cell, move.face)
    state = replace(state, holders=(*state.holders[:cell], move.holder, *state.holders[cell + 1 :]))
    return state if state.ended else replace(state, choice="")


def _check_fix_ghost(state: Solo, move: FixGhost) -> tuple[Violation, ...]:
    if not 0 <= move.number < len(state.tokens):
        return (impossible("S2", "no_ghost_token"),)
    if not move.token:
        return LEGAL
    if move.number >= state.emptied:
        return (illegal("S4", "token_face_down"),)
    return _check_kind(state, move.token, state.tokens[move.number])


def _step_fix_ghost(state: Solo, move: FixGhost) -> Solo:
    return _with_token(state, move.number, move.token)


def _check_fix_own(state: Solo, move: FixOwn) -> tuple[Violation, ...]:
    return _check_kind(state, move.token, state.own) if move.token else LEGAL


def _check_fix_choice(state: Solo, move: FixChoice) -> tuple[Violation, ...]:
    return _check_choice(state, move.what) if move.what else LEGAL


_CHECKS: Final[dict[type, Callable[[Solo, Any], tuple[Violation, ...]]]] = {
    Pair: _check_pair,
    Own: _check_own,
    Choose: _check_choose,
}
_TABLE_CHECKS: Final[dict[type, Callable[[Solo, Any], tuple[Violation, ...]]]] = {
    Reveal: _check_reveal,
    Name: check_name,
    FixTile: _check_fix_tile,
    FixGhost: _check_fix_ghost,
    FixOwn: _check_fix_own,
    FixChoice: _check_fix_choice,
}
_STEPS: Final[dict[type, Callable[[Solo, Any], Solo]]] = {
    Pair: _step_pair,
    Own: _step_own,
    Choose: _step_choose,
    Reveal: _step_reveal,
    Name: step_name,
    FixTile: _step_fix_tile,
    FixGhost: _step_fix_ghost,
    FixOwn: _step_own,
    FixChoice: _step_choose,
}
