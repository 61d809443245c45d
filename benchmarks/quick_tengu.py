"""What Quick Tengu scores at each level, over thousands of games against a plain player.

`python -m benchmarks.quick_tengu [games]`. The player plays cards, places dice where they do most, raises
some, races for the boons now and then, and passes. What only the box knows is drawn: the pieces that lie
there, and lake treasures of 5, 3 and 1. A good player's 135 to 160 points are to be an even match at the
normal level.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections import Counter
from typing import Any

from companion.engine.game import TABLE, Setup, Severity, worst
from companion.games.bitoku import GAME, quick
from companion.games.bitoku.dice import no_forest_action, room_for
from companion.games.bitoku.moves import (
    Activate,
    Cross,
    Gain,
    Go,
    Order,
    Pass,
    Place,
    Play,
    Roll,
    Shuffle,
    TenguRocks,
)
from companion.games.bitoku.state import BOONS, HILLS, HOME, REGIONS, SIDE, TENGU, VIRTUES, State
from companion.games.bitoku.tengu import SECOND_ROCKS, YOKAI_ROCKS
from companion.games.bitoku.will import to_shuffle
from companion.games.bitoku.year import in_home

TREASURE = (5, 3, 1)
OTHER_TREASURES = ((3, 2, 1), (8, 5, 3))
EAGER = 0.3
OTHERS_EAGER = (0.0, 0.7)
LEVELS = ("quick_easier", "quick", "quick_harder")
GOOD_PLAYER = (135, 160)


def game(
    level: str, draw: random.Random, check: bool = False, eager: float = EAGER
) -> tuple[State, Counter[str]]:
    """One game to its end: the last state, and how often the Tengu took each step. With `check` every turn of
    the Tengu is looked at. `eager`: how often the player crosses the river as soon as it can."""
    state: State = GAME.setup(Setup(1, GAME.settle({"tengu": level})))
    state = GAME.apply(state, TABLE, TenguRocks(draw.choice(YOKAI_ROCKS), draw.choice(list(SECOND_ROCKS))))
    steps: Counter[str] = Counter()
    while state.season != "ascension":
        if state.season == "autumn":
            there = list(in_home(state))
            draw.shuffle(there)
            state = GAME.apply(state, 0, Order(*there))
        elif state.season != "summer":
            state = GAME.apply(state, TABLE, Go())
        elif state.turn == TENGU:
            state, move = _its_turn(state, draw, check)
            steps[move.step] += 1
        else:
            for move in _your_turn(state, draw, eager):
                state = GAME.apply(state, 0, move)
    return state, steps


def _its_turn(state: State, draw: random.Random, check: bool) -> tuple[State, Activate]:
    tengu = state.tengu
    assert tengu is not None
    if n := to_shuffle(tengu):
        state = GAME.apply(state, TABLE, Shuffle(tengu.turns + 1, tuple(draw.sample(range(n), n))))
    low, high = sorted((draw.randint(1, 6), draw.randint(1, 6)))
    state = GAME.apply(state, TABLE, Roll(low, high, tengu.turns + 1))
    plan = quick.plan(state, low)
    move = _lying_there(plan, draw) if plan.asks else plan.turns[0]
    if check:
        for one in plan.turns:
            against = GAME.check(state, TENGU, one)
            assert worst(against) < Severity.ILLEGAL, (one, against)
    return GAME.apply(state, TENGU, move), move


def _lying_there(plan: quick.Plan, draw: random.Random) -> Activate:
    """The turn with the piece that happens to lie there: of mitama three are to choose from."""
    kinds = [move.items[-1].removesuffix("+1") for move in plan.turns[:-1]]
    if plan.asks == "mitama":
        market = {draw.choice(kinds) for _ in range(3)}
        return plan.turns[min(kinds.index(kind) for kind in market)]
    weights = [VIRTUES.get(kind, 1) for kind in kinds]
    return draw.choices(plan.turns[:-1], weights)[0]


def _your_turn(state: State, draw: random.Random, eager: float) -> list[Any]:
    player = state.players[0]
    free = [number for number, die in enumerate(player.dice) if die.zone == "green"]
    crossing = _crossings(state)
    if crossing and (draw.random() < eager or not (free or player.hand)):
        hill, boon, number = draw.choice(crossing)
        kodama = [Gain((f"kodama.{hill}+1",))] if boon == "two" else []
        return [*kodama, Cross(number, hill, boon)]
    slots = [slot for slot, card in enumerate(player.slots) if not card]
    if free and (draw.random() < 0.7 or not (player.hand and slots)):
        return _placing(state, draw.choice(free), draw)
    if player.hand and slots:
        return [Play(draw.choice(slots))]
    return [Pass()]


def _crossings(state: State) -> list[tuple[str, str, int]]:
    found = []
    for number, die in enumerate(state.players[0].dice):
        for boon in BOONS:
            hill, _, name = boon.partition(".")
            near = die.zone in HILLS and SIDE[hill] == SIDE[die.zone] and die.value > 1
            if near and boon not in state.boons:
                found.append((hill, name, number))
    return found


def _placing(state: State, number: int, draw: random.Random) -> list[Any]:
    """A die to the region of the moment, raised by up to two, where it does most."""
    value = state.players[0].dice[number].value
    add = min(draw.choice((0, 1, 1, 2)), 6 - value)
    regions = draw.sample(HILLS, len(HILLS))
    for region in regions if draw.random() < 0.85 else (HOME,):
        for space in reversed(state.spaces(region)):
            standing = sum(1 for _ in state.dice_in(region, space))
            acts = region == HOME or no_forest_action(state, region, space, value + add) is None
            if acts and not room_for(state, f"{region}.{space}", standing):
                walked = draw.random() < 0.35 and state.players[0].kodama[REGIONS.index(region)] < 9
                kodama = [Gain((f"kodama.{region}+1",))] if walked or space == "1" else []
                return [*kodama, Place(number, region, space, add)]
    return [Place(number, regions[0], "1")]


def points(state: State, treasure: tuple[int, ...] = TREASURE) -> dict[str, int]:
    """The lines of the Tengu's count and their sum."""
    sheet = GAME.tally(state, ("Player",))
    sheet["treasures"] = {region: list(treasure) for region in REGIONS}
    sheet["players"][0]["kodama"] = dict(zip(REGIONS, state.players[0].kodama, strict=True))
    opponent = GAME.score(sheet).opponent
    assert opponent is not None
    return {line.key: line.points for line in opponent.lines} | {"total": opponent.total}


def main(games: int) -> None:
    print(f"{games:,} games a level; points of the Tengu")
    print(f"{'level':14}{'mean':>7}{'sd':>6}{'5 %':>6}{'50 %':>6}{'95 %':>6}{'turns':>7}   lines, on average")
    for level in LEVELS:
        draw = random.Random(7)
        ends = [game(level, draw) for _ in range(games)]
        scores = [points(state) for state, _ in ends]
        totals = [score["total"] for score in scores]
        cuts = statistics.quantiles(totals, n=20)
        turns = statistics.mean(sum(steps.values()) for _, steps in ends)
        lines = ", ".join(
            f"{key} {statistics.mean(score[key] for score in scores):.0f}"
            for key in scores[0]
            if key != "total"
        )
        print(
            f"{level:14}{statistics.mean(totals):7.1f}{statistics.stdev(totals):6.1f}"
            f"{cuts[0]:6.0f}{statistics.median(totals):6.0f}{cuts[-1]:6.0f}{turns:7.1f}   {lines}"
        )
        taken = sum((steps for _, steps in ends), Counter())
        print(" " * 14 + "steps a game: " + ", ".join(f"{s} {taken[s] / games:.1f}" for s in sorted(taken)))
        low, high = GOOD_PLAYER
        for mine in (low, (low + high) // 2, high):
            beaten = sum(total < mine for total in totals) / games
            print(" " * 14 + f"a player with {mine} wins {beaten:.0%}")
    _otherwise(games // 4)


def _otherwise(games: int) -> None:
    """How far the normal level rests on what was assumed."""
    print(f"normal, assumed otherwise, {games:,} games each: mean")
    for eager in OTHERS_EAGER:
        draw = random.Random(7)
        ends = [game("quick", draw, eager=eager)[0] for _ in range(games)]
        mean = statistics.mean(points(state)["total"] for state in ends)
        print(f"  the player crosses as soon as it can {eager:.0%} of the time: {mean:.1f}")
    draw = random.Random(7)
    ends = [game("quick", draw)[0] for _ in range(games)]
    for treasure in OTHER_TREASURES:
        mean = statistics.mean(points(state, treasure)["total"] for state in ends)
        print(f"  lake treasures of {treasure}: {mean:.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
