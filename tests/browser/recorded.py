"""The recorded games as people play them at a table: no tile is known before it is taken."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Setup
from companion.games.spirits import GAME
from companion.games.spirits.moves import RESERVE, Keep, Peek, Place, Plus, Shift, Stop, Take
from companion.games.spirits.state import CELL, State
from tests.oracle.cases import cases

PHASES = {"C": "collect", "G": "gem"}


@dataclass(frozen=True)
class Step:
    """One move: the table before it, who makes it, what it is, the table after it."""

    before: State
    seat: int
    move: Any
    after: State


def game(number: int) -> dict[str, Any]:
    """The recorded game of that number; its tokens lie in the V, as the table's default has them."""
    return next(case for case in cases("spirits_party_games") if case["id"] == number)


def steps(case: dict[str, Any], late: Collection[str] = ()) -> Iterator[Step]:
    """Every move of the game in order. A token is named by its owner as soon as it is taken, those from the
    places of `late` when the game is over, as by people who keep them secret on paper."""
    state = GAME.setup(Setup(case["players"], GAME.settle({})))
    kinds = {f"{row},{column}": kind for row, column, kind in case["favor_tokens"]}

    def step(seat: int, move: Any) -> Step:
        nonlocal state
        before = state
        assert GAME.check(before, seat, move) == (), (case["id"], seat, move)
        state = GAME.apply(before, seat, move)
        return Step(before, seat, move, state)

    for seat, phase, legal, _, action in case["decisions"]:
        if state.phase == "collect" and PHASES[phase] == "gem" and state.turn == seat:
            # Nobody knows what lies there, so the table asks where the program knew that there is no second.
            yield step(seat, Stop())
        if (state.turn, state.phase) != (seat, PHASES[phase]):
            assert legal == 1 and action in ("E", "K"), (case["id"], action)
            continue
        yield step(seat, read(case, state, seat, action, kinds))
        at = action[1:].split("!")[0]
        if action[0] == "T" and at in kinds and at not in late:
            yield step(seat, Peek(at, kinds[at]))
    for token in sorted(state.tokens, key=lambda token: token.holder):
        if not token.kind:
            at = next(place for place in kinds if CELL[place] == token.cell)
            yield step(token.holder, Peek(at, kinds[at]))
    assert GAME.to_act(state) == ()


def read(case: dict[str, Any], state: State, seat: int, action: str, kinds: dict[str, str]) -> Any:
    """The move that the file writes in short."""
    what, rest = action[0], action[1:]
    if what == "T":
        at, _, pay = rest.partition("!")
        face = "" if state.faces[CELL[at]] else case["layout"][CELL[at] // 12][CELL[at] % 12]
        return Take(at, face, RESERVE if pay == "S" else pay[1:])
    if what == "P":
        return Place(rest)
    if what == "M":
        return Shift(*rest.split(">"))
    if what == "U":
        held = {t.cell for t in state.tokens if t.holder == seat and not t.used}
        return Plus(next(at for at, kind in kinds.items() if kind == "+" and CELL[at] in held))
    return Stop() if what == "E" else Keep()
