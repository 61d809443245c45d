"""Games alone as a test deals and plays them: what lies under the backs is known here and nowhere else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.game import TABLE, Setup
from companion.games.spirits import GAME
from companion.games.spirits.solo import Solo
from companion.games.spirits.solo_moves import Choose, Own, Pair, Reveal
from companion.games.spirits.state import CELL, CELLS, COPIES, FACES, SPIRITS


@dataclass(frozen=True)
class Deal:
    """48 faces by cell, the ghost's tokens in their order, and one's own."""

    faces: tuple[str, ...]
    tokens: tuple[str, ...]
    own: str

    def pair(self, state: Solo, at: str) -> Pair:
        """The take at that end, with the faces that nobody has named yet."""
        cell = CELL[at]
        other = state.other_end(cell)
        its = "" if other is None or state.faces[other] else self.faces[other]
        return Pair(at, "" if state.faces[cell] else self.faces[cell], its)


def deal(seed: int) -> Deal:
    """A shuffled box."""
    draw = random.Random(seed)
    faces = [face for face, copies in COPIES.items() for _ in range(copies)]
    tokens = list(SPIRITS)
    draw.shuffle(faces)
    draw.shuffle(tokens)
    return Deal(tuple(faces), tuple(tokens[:3]), tokens[3])


def alone(**options: str) -> Solo:
    """A table for one as it begins."""
    state: Solo = GAME.setup(Setup(1, GAME.settle(options, 1)))
    return state


def do(state: Solo, move: Any, seat: int = 0) -> Solo:
    """The table after a legal move."""
    assert GAME.check(state, seat, move) == (), move
    after: Solo = GAME.apply(state, seat, move)
    assert list(GAME.invariants(after)) == []
    return after


def take(state: Solo, box: Deal, *places: str) -> Solo:
    """After these takes, tokens of the ghost revealed as they come."""
    for at in places:
        state = reveal(do(state, box.pair(state, at)), box)
    return state


def reveal(state: Solo, box: Deal) -> Solo:
    """With the tokens named that the ghost gains."""
    while state.phase == "reveal":
        state = do(state, Reveal(box.tokens[state.gained.index("")]), TABLE)
    return state


def empty(state: Solo, box: Deal, *rows: int) -> Solo:
    """With all tiles of these rows taken, always from the left."""
    for row in rows:
        while (both := state.row_ends(row)) is not None:
            state = take(state, box, CELLS[both[0]])
    return state


Choice = Callable[[Solo, Deal, Sequence[str]], str]


def play(box: Deal, choose: Choice, what: str = "keep", **options: str) -> Iterator[Solo]:
    """A whole game, every state of it."""
    state = alone(**options)
    yield state
    while state.phase == "take":
        state = do(state, box.pair(state, choose(state, box, [CELLS[cell] for cell in state.ends()])))
        yield state
        state = reveal(state, box)
    state = do(state, Own(box.own))
    yield state
    if state.phase == "choose":
        state = do(state, Choose(what))
        yield state


def at_random(seed: int) -> Choice:
    """Any end."""
    draw = random.Random(seed)
    return lambda state, box, ends: draw.choice(ends)


def greedy(state: Solo, box: Deal, ends: Sequence[str]) -> str:
    """The end that leaves the player furthest ahead where he is weakest; all that lies open is seen."""

    def worth(at: str) -> float:
        pair = box.pair(state, at)
        after = GAME.apply(state, 0, pair)
        mine, its = after.counts(0), after.counts(1)
        lacking = sum(min(0, mine[key] - its[key]) for key in SPIRITS)
        return lacking + 0.1 * sum(mine.values())

    return max(ends, key=worth)


def recount(box: Deal, state: Solo) -> Mapping[str, tuple[int, int]]:
    """The symbols of both sides, counted again from the pairs that were taken."""
    found = {key: [0, 0] for key in SPIRITS}
    for pair in state.pairs:
        for side, cell in enumerate(pair):
            face = FACES[box.faces[cell]]
            found[face.spirit][side] += face.symbols
    return {key: (mine, its) for key, (mine, its) in found.items()}
