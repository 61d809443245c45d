"""The vision search at its worst: many cards that want the same pieces, and plain brute force on small hands.

Each row is a family of random hands made to be hard. `worst` is the slowest hand, by the processor's time;
`unproven` counts hands whose search gave up. The last rows compare with trying everything, in the same run.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any

from companion.games.bitoku.visions import FAMILIES, FAMILY_OF, PIECES, Vision, Want, assign
from tests.games.bitoku import plain_visions

KINDS = {
    "all kinds and families": (PIECES, tuple(FAMILIES)),
    "kinds of families only": (tuple(FAMILY_OF), ()),
    "few kinds, three families": (
        ("temple", "onsen", "wood", "sake", "nigi", "dragonfly", "pair"),
        ("building", "resource", "mitama"),
    ),
    "eight kinds, two families": (
        (*FAMILIES["building"], *FAMILIES["resource"]),
        ("building", "resource"),
    ),
}
SHAPES = {
    "1 to 3 needs, half of them either-or": ((1, 3), 0.5),
    "3 needs, all either-or": ((3, 3), 1.0),
    "4 needs, all either-or": ((4, 4), 1.0),
}


def hand(rng: random.Random, kinds: Sequence[str], pieces: int) -> dict[str, int]:
    """So many pieces at random."""
    held: dict[str, int] = {}
    for _ in range(pieces):
        kind = rng.choice(kinds)
        held[kind] = held.get(kind, 0) + 1
    return held


def card(
    rng: random.Random,
    kinds: Sequence[str],
    families: Sequence[str],
    needs: tuple[int, int],
    either: float,
    even: bool,
) -> Vision:
    """A card at random; `even`: worth the same as every other."""
    wants = []
    for _ in range(rng.randint(*needs)):
        choices = 2 if rng.random() < either else 1
        wants.append(
            tuple(
                Want(
                    rng.choice(families) if families and rng.random() < 0.5 else rng.choice(kinds),
                    rng.randint(1, 2),
                )
                for _ in range(choices)
            )
        )
    return Vision(tuple(wants), 6 if even else rng.randint(3, 9), -2 if even else -rng.randint(1, 2))


def milliseconds(work: Callable[[], Any]) -> float:
    """The time of one call."""
    start = time.process_time()
    work()
    return (time.process_time() - start) * 1000


def worst_cases(cards: int, pieces: int, hands: int) -> None:
    """One row for each shape of card and choice of kinds."""
    print(f"\n{cards} visions, {pieces} pieces, {hands} hands a row")
    for shape, (needs, either) in SHAPES.items():
        for name, (kinds, families) in KINDS.items():
            rng = random.Random(f"{cards} {pieces} {shape} {name}")
            times, unproven = [], 0
            for number in range(hands):
                held = hand(rng, kinds, pieces)
                visions = [card(rng, kinds, families, needs, either, number % 2 == 1) for _ in range(cards)]
                found = []
                times.append(milliseconds(lambda v=visions, h=held, f=found: f.append(assign(v, h))))
                unproven += not found[0].proven
            print(
                f"  {shape:38} {name:27} median {median(times):7.1f} ms   worst {max(times):7.1f} ms"
                f"   unproven {unproven}"
            )


def beside_brute_force(hands: int) -> None:
    """How many times longer trying everything takes, on hands small enough for it."""
    print(f"\nbeside plain brute force, {hands} hands a row")
    for cards, pieces in ((2, 6), (3, 8), (4, 10)):
        rng = random.Random(f"{cards} {pieces}")
        kinds, families = KINDS["few kinds, three families"]
        ours = plain = 0.0
        for _ in range(hands):
            held = hand(rng, kinds, pieces)
            visions = [card(rng, kinds, families, (1, 3), 0.5, False) for _ in range(cards)]
            ours += milliseconds(lambda v=visions, h=held: assign(v, h))
            plain += milliseconds(lambda v=visions, h=held: plain_visions.best(v, h))
        print(
            f"  {cards} visions, {pieces:2} pieces: search {ours / hands:6.2f} ms, brute force"
            f" {plain / hands:8.2f} ms, ratio {plain / ours:7.1f}"
        )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20, help="hands a row")
    hands = parser.parse_args().hands
    beside_brute_force(hands)
    for cards, pieces in ((5, 26), (12, 60), (16, 60)):
        worst_cases(cards, pieces, hands)


if __name__ == "__main__":
    main()
