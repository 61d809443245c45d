"""What may be done in Spirits of the Forest, and what a move does. Rule ids are those of rules_db/spirits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from companion.engine.game import TABLE, Violation
from companion.games.spirits.corrections import CHECKS as TABLE_CHECKS
from companion.games.spirits.corrections import STEPS as TABLE_STEPS
from companion.games.spirits.corrections import candidates as table_candidates
from companion.games.spirits.moves import (
    RESERVE,
    Found,
    Keep,
    Peek,
    Place,
    Plus,
    Shift,
    Stop,
    Take,
)
from companion.games.spirits.state import (
    CELL,
    CELLS,
    COPIES,
    FACES,
    FOREST,
    TOKEN_COPIES,
    TOKENS_IN_PLAY,
    State,
    Token,
)
from companion.games.spirits.tokens import CHECKS as TOKEN_CHECKS
from companion.games.spirits.tokens import STEPS as TOKEN_STEPS
from companion.games.spirits.wording import illegal, impossible, seat_word, tile_word

LEGAL: Final[tuple[Violation, ...]] = ()
_PEEKS: Final = tuple(tuple(Peek(at, kind) for kind in TOKEN_COPIES) for at in CELLS)
"""Made once: a player holds several tokens, each with every kind as a candidate all the time."""


def to_act(state: State) -> tuple[int, ...]:
    """The seat whose turn it is; after the last tile every seat with a token left to reveal (R22, R11)."""
    if state.phase != "over":
        return (state.turn,)
    clash = {token.kind for token in clashes(state)}
    return tuple(
        seat
        for seat in range(state.seats)
        if any(t.holder == seat and not t.used and (not t.kind or t.kind in clash) for t in state.tokens)
    )


def clashes(state: State) -> list[Token]:
    """Tokens named more often than they exist; only to be asked once all are revealed."""
    named = Counter(token.kind for token in state.tokens if token.kind)
    return [token for token in state.tokens if token.kind and named[token.kind] > TOKEN_COPIES[token.kind]]


def check(state: State, seat: int, move: Any) -> tuple[Violation, ...]:
    """Everything that stands against the move, empty when it is legal."""
    own = _CHECKS.get(type(move))
    if own is None:
        return TABLE_CHECKS[type(move)](state, move) if seat == TABLE else (impossible("P4", "table_only"),)
    return own(state, seat, move) if 0 <= seat < state.seats else (impossible("P4", "no_such_seat"),)


def apply(state: State, seat: int, move: Any) -> State:
    """The table after the move. Any move that is not IMPOSSIBLE can be applied."""
    own = _STEPS.get(type(move))
    return TABLE_STEPS[type(move)](state, move) if own is None else own(state, seat, move)


def candidates(state: State, seat: int) -> Iterator[Any]:
    """Plausible moves, the legal ones among them; what is not legal is there to be shown with its reason."""
    if seat == TABLE:
        yield from table_candidates(state)
        return
    if state.phase != "over" and seat == state.turn:
        if state.phase == "collect":
            for cell in state.ends():
                yield from _takes(state, seat, cell)
            yield Stop()
        else:
            yield from _gem_moves(state, seat)
            yield Keep()
    if seat == state.turn:
        yield from (Found(CELLS[cell]) for cell in _may_hide_token(state))
    for token in state.tokens:
        if token.holder == seat and not token.used:
            if token.kind in ("", "+") and state.phase != "over":
                yield Plus(CELLS[token.cell])
            yield from (peek for peek in _PEEKS[token.cell] if peek.token != token.kind)


# --- collecting: R1 to R10, R16 to R20


def _takes(state: State, seat: int, cell: int) -> Iterator[Take]:
    at = CELLS[cell]
    faces = ("",) if state.faces[cell] else tuple(COPIES)
    for pay in _payments(state, seat, cell):
        for face in faces:
            yield Take(at, face, pay)


def _payments(state: State, seat: int, cell: int) -> Iterator[str]:
    """From where the seat may pay for the tile (R17, R18); an empty one if nothing is due or possible."""
    if state.gems[cell] in (FOREST, seat) or not state.has_gem(seat):
        yield ""
        return
    reserve = state.reserve(seat)
    if reserve:
        yield RESERVE
    if not (reserve and state.pay_reserve):
        yield from (CELLS[other] for other, owner in enumerate(state.gems) if owner == seat)


def _check_take(state: State, seat: int, move: Take) -> tuple[Violation, ...]:
    cell = CELL.get(move.at)
    if cell is None:
        return (impossible("P1", "no_such_place"),)
    if state.holders[cell] != FOREST:
        return (impossible("R1", "tile_gone", who=seat_word(state.holders[cell])),)
    face = state.faces[cell]
    if move.face and face and move.face != face:
        return (impossible("P5", "other_face", tile=tile_word(face)),)
    if not face:
        face = move.face
        if face not in FACES:
            return (impossible("P5", "face_needed"),)
        if state.left(face) <= 0:
            return (impossible("P5", "face_used_up", tile=tile_word(face), n=COPIES[face]),)
    found: list[Violation] = []
    owner = state.gems[cell]
    if move.pay == RESERVE:
        if state.reserve(seat) <= 0:
            return (impossible("R18", "reserve_empty"),)
    elif move.pay:
        other = CELL.get(move.pay)
        if other is None or state.gems[other] != seat or other == cell:
            return (impossible("R18", "no_own_gem_there"),)
        if state.pay_reserve and state.reserve(seat):
            found.append(illegal("R18", "reserve_first"))
    if owner in (FOREST, seat):
        if move.pay:
            found.append(illegal("R16", "nothing_to_pay"))
    elif not move.pay:
        found.append(
            illegal("R17", "unpaid", who=seat_word(owner))
            if state.has_gem(seat)
            else illegal("R20", "no_gem", who=seat_word(owner))
        )
    if state.turn != seat:
        found.append(illegal("P4", "not_your_turn", who=seat_word(state.turn)))
    elif state.phase == "gem":
        found.append(illegal("R13", "collecting_done"))
    elif state.taken:
        found.extend(_check_together(state, face))
    if not state.is_end(cell):
        found.append(illegal("R1", "not_an_end"))
    return tuple(found) if found else LEGAL


def _check_together(state: State, face: str) -> Iterator[Violation]:
    """R2 to R7: what may be taken with what was taken in this turn already."""
    first = state.faces[state.taken[0]]
    if state.turns == 0:
        yield illegal("R7", "first_turn")
    elif len(state.taken) >= 2:
        yield illegal("R2", "two_taken")
    elif not state.single(first):
        yield illegal("R6", "double_alone", first=tile_word(first))
    elif not state.single(face):
        yield illegal("R6", "double_second", tile=tile_word(face), first=tile_word(first))
    elif FACES[face].spirit != FACES[first].spirit:
        yield illegal("R2", "other_spirit", tile=tile_word(face), first=tile_word(first))


def _can_pay(state: State, seat: int, cell: int) -> bool:
    return state.gems[cell] in (FOREST, seat) or state.has_gem(seat)


def _second_possible(state: State, seat: int) -> bool:
    """Whether some exposed tile could go with the single tile just taken."""
    spirit = FACES[state.faces[state.taken[0]]].spirit
    unnamed = any(
        FACES[face].spirit == spirit and state.single(face) and state.left(face) > 0 for face in COPIES
    )
    for cell in state.ends():
        face = state.faces[cell]
        fits = FACES[face].spirit == spirit and state.single(face) if face else unnamed
        if fits and _can_pay(state, seat, cell):
            return True
    return False


def _holds_token(state: State, seat: int) -> bool:
    """Whether the seat might use a `+`, by what everybody knows: the turn must not give away a secret."""
    return state.removed[seat] > 0 and any(t.holder == seat and not t.used for t in state.tokens)


def _step_take(state: State, seat: int, move: Take) -> State:
    if state.turn != seat:
        state = replace(state, turn=seat, phase="collect", taken=())
    cell = CELL[move.at]
    faces, holders, gems = list(state.faces), list(state.holders), list(state.gems)
    removed = list(state.removed)
    faces[cell] = faces[cell] or move.face
    holders[cell] = seat
    gems[cell] = FOREST
    if move.pay:
        removed[seat] += 1
        if move.pay != RESERVE:
            gems[CELL[move.pay]] = FOREST
    state = replace(
        state,
        faces=tuple(faces),
        holders=tuple(holders),
        gems=tuple(gems),
        removed=tuple(removed),
        tokens=tuple(
            replace(t, holder=seat) if t.cell == cell and t.holder == FOREST else t for t in state.tokens
        ),
        taken=(*state.taken, cell),
    )
    if FOREST not in holders:
        return replace(state, phase="over")
    if state.phase == "collect" and _collecting_ends(state, seat):
        return _gem_step(state, seat)
    return state


def _collecting_ends(state: State, seat: int) -> bool:
    if state.turns == 0 or len(state.taken) >= 2 or not state.single(state.faces[state.taken[0]]):
        return True
    return not (_second_possible(state, seat) or _holds_token(state, seat))


def _check_stop(state: State, seat: int, move: Stop) -> tuple[Violation, ...]:
    if against := _out_of_step(state, seat, "collect"):
        return against
    if not state.taken and any(_can_pay(state, seat, cell) for cell in state.ends()):
        return (illegal("R8", "must_take"),)
    return LEGAL


def _step_stop(state: State, seat: int, move: Stop) -> State:
    return _gem_step(state, seat) if state.turn == seat and state.phase == "collect" else state


# --- gemstones: R13 to R15


def _gem_moves(state: State, seat: int) -> Iterator[Any]:
    free = [
        cell
        for cell, (holder, gem) in enumerate(zip(state.holders, state.gems, strict=True))
        if holder == FOREST and gem == FOREST
    ]
    reserve = state.reserve(seat)
    if reserve:
        yield from (Place(CELLS[cell]) for cell in free)
    targets = free if state.move_any or not reserve else free[:1]
    for start, owner in enumerate(state.gems):
        if owner == seat:
            yield from (Shift(CELLS[start], CELLS[cell]) for cell in targets)


def _check_place(state: State, seat: int, move: Place) -> tuple[Violation, ...]:
    cell = CELL.get(move.at)
    if against := _no_room(state, cell):
        return against
    if state.reserve(seat) <= 0:
        return (impossible("R13", "reserve_empty"),)
    return _out_of_step(state, seat, "gem")


def _check_shift(state: State, seat: int, move: Shift) -> tuple[Violation, ...]:
    start = CELL.get(move.start)
    if start is None or state.gems[start] != seat:
        return (impossible("R15", "no_own_gem_there"),)
    if against := _no_room(state, CELL.get(move.to)):
        return against
    found = _out_of_step(state, seat, "gem")
    if not state.move_any and (reserve := state.reserve(seat)):
        return (*found, illegal("R15", "reserve_not_empty", n=reserve))
    return found


def _no_room(state: State, cell: int | None) -> tuple[Violation, ...]:
    if cell is None:
        return (impossible("P1", "no_such_place"),)
    if state.holders[cell] != FOREST:
        return (impossible("R14", "tile_gone", who=seat_word(state.holders[cell])),)
    if state.gems[cell] != FOREST:
        return (impossible("R14", "gem_there", who=seat_word(state.gems[cell])),)
    return LEGAL


def _out_of_step(state: State, seat: int, phase: str) -> tuple[Violation, ...]:
    """Not the seat's turn, or not that step of it."""
    if state.phase == "over":
        return (illegal("R22", "game_over"),)
    if state.turn != seat:
        return (illegal("P4", "not_your_turn", who=seat_word(state.turn)),)
    if state.phase != phase:
        return (illegal("R13", "collect_first" if phase == "gem" else "collecting_done"),)
    return LEGAL


def _with_gems(state: State, seat: int, changes: dict[int, int]) -> State:
    gems = list(state.gems)
    for cell, owner in changes.items():
        gems[cell] = owner
    state = replace(state, gems=tuple(gems))
    return _next_turn(state) if state.turn == seat and state.phase == "gem" else state


def _step_place(state: State, seat: int, move: Place) -> State:
    return _with_gems(state, seat, {CELL[move.at]: seat})


def _step_shift(state: State, seat: int, move: Shift) -> State:
    return _with_gems(state, seat, {CELL[move.start]: FOREST, CELL[move.to]: seat})


def _check_keep(state: State, seat: int, move: Keep) -> tuple[Violation, ...]:
    return _out_of_step(state, seat, "gem")


def _step_keep(state: State, seat: int, move: Keep) -> State:
    return _next_turn(state) if state.turn == seat and state.phase != "over" else state


def _gem_step(state: State, seat: int) -> State:
    """The gemstone step, or the next turn when nothing could be done or noted in it."""
    room = any(h == FOREST and g == FOREST for h, g in zip(state.holders, state.gems, strict=True))
    if (room and state.has_gem(seat)) or _holds_token(state, seat) or _may_hide_token(state):
        return replace(state, phase="gem")
    return _next_turn(state)


def _may_hide_token(state: State) -> list[int]:
    """The tiles of this turn on which a token not yet noted may have lain (D-6)."""
    if len(state.tokens) >= TOKENS_IN_PLAY:
        return []
    return [cell for cell in state.taken if state.token_at(cell) is None]


def _next_turn(state: State) -> State:
    return replace(
        state, turn=(state.turn + 1) % state.seats, phase="collect", taken=(), turns=state.turns + 1
    )


_CHECKS: Final[dict[type, Callable[..., tuple[Violation, ...]]]] = {
    Take: _check_take,
    Stop: _check_stop,
    Place: _check_place,
    Shift: _check_shift,
    Keep: _check_keep,
    **TOKEN_CHECKS,
}
_STEPS: Final[dict[type, Callable[..., State]]] = {
    Take: _step_take,
    Stop: _step_stop,
    Place: _step_place,
    Shift: _step_shift,
    Keep: _step_keep,
    **TOKEN_STEPS,
}
