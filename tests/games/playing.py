"""Random play of any game: mostly legal, now and then a correction, another seat, or a rule overruled."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.engine.game import TABLE, Game, Setup, Severity, worst
from companion.engine.picker import Pick, Question, ask
from companion.games import GAMES

DISTURBED = 120
"""Steps in which anything may happen; after them the game is played to its end."""
LONGEST = 3000


@dataclass(frozen=True)
class Walk:
    """A game as it was played: `states` has one more than `moves`, which are (seat, move, overruled)."""

    game: Game
    setup: Setup
    states: tuple[Any, ...]
    moves: tuple[tuple[int, Any, tuple[str, ...]], ...]


def tables() -> list[Any]:
    """Every game as (slug, seats, options): each seat count at the defaults and with all else that concerns
    it, and every other reading that concerns several players alone at one of those."""
    found: list[Any] = []
    for slug, game in GAMES.items():
        others = {
            seats: [
                (o.key, c) for o in game.options if o.concerns(seats) for c in o.choices if c != o.default
            ]
            for seats in game.seats
        }
        found += [(slug, seats, ()) for seats in game.seats]
        found += [(slug, seats, tuple(dict(other).items())) for seats, other in others.items() if other]
        alone = [(o, c) for o in game.options for c in o.choices if c != o.default]
        for i, (option, choice) in enumerate(alone):
            if several := [seats for seats in game.seats if seats > 1 and option.concerns(seats)]:
                found.append((slug, several[i % len(several)], ((option.key, choice),)))
    return found


@cache
def walk(slug: str, seats: int, options: tuple[tuple[str, str], ...], seed: int) -> Walk:
    """One game played to its end; the same seed gives the same game."""
    game, draw = GAMES[slug], random.Random(seed)
    setup = Setup(seats, game.settle(dict(options)))
    states, moves = [game.setup(setup)], []
    while acting := game.to_act(states[-1]):
        if len(moves) >= LONGEST:
            raise AssertionError(f"{slug} does not end")
        seat, move, overruled = _choose(game, states[-1], acting, draw, len(moves) < DISTURBED)
        moves.append((seat, move, overruled))
        states.append(game.apply(states[-1], seat, move))
    return Walk(game, setup, tuple(states), tuple(moves))


def _choose(
    game: Game, state: Any, acting: tuple[int, ...], draw: random.Random, disturbed: bool
) -> tuple[int, Any, tuple[str, ...]]:
    seat = draw.choice(acting)
    if disturbed and draw.random() < 0.15:
        seat = draw.choice([TABLE, *range(max(acting) + 1)])
        pool = list(game.candidates(state, seat if seat == TABLE or draw.random() < 0.5 else acting[0]))
        for move in draw.sample(pool, min(len(pool), 12)):
            against = game.check(state, seat, move)
            if worst(against) < Severity.IMPOSSIBLE and (draw.random() < 0.5 or worst(against) < 2):
                return seat, move, tuple(v.rule for v in against if v.severity is Severity.ILLEGAL)
        seat = draw.choice(acting)
    legal = game.legal(state, seat)
    assert legal, f"seat {seat} is to act and has nothing to do"
    kind = draw.choice(sorted({move.kind for move in legal}))
    return seat, draw.choice([move for move in legal if move.kind == kind]), ()


def reach(game: Game, state: Any, seat: int, among: frozenset[Any]) -> set[Any]:
    """Every move among those that answering one question after another leads to."""
    found: set[Any] = set()
    queue: list[dict[str, str]] = [{}]
    while queue:
        question = ask(game, state, seat, queue.pop(), among.__contains__)
        if isinstance(question, Pick):
            found.add(question.move)
        elif isinstance(question, Question):
            for choice in question.choices:
                if choice.move is not None:
                    found.add(choice.move)
                else:
                    assert len(choice.answers) > len(question.answers), "the same question again"
                    queue.append(dict(choice.answers))
    return found
