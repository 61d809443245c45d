"""The lake treasures: who is how far on each kodama track, and how prizes are shared (rules A4 and S17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from companion.games.bitoku.ending import REGIONS, Sheet

NEUTRAL: Final = "neutral"
TENGU: Final = "tengu"
START: Final = 1
"""The space on which every kodama begins."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Those who stand level on a track. `level`: indexes of players, NEUTRAL or TENGU; `place`: 1 for the
    furthest; `prizes`: those at stake for them; `share`: what each of them gets."""

    place: int
    space: int
    level: tuple[int | str, ...]
    prizes: tuple[int, ...]

    @property
    def share(self) -> int:
        return sum(self.prizes) // len(self.level)


def standings(sheet: Sheet) -> dict[str, tuple[Standing, ...]]:
    """Every track, the furthest first."""
    return {region: _track(sheet, region) for region in REGIONS}


def _track(sheet: Sheet, region: str) -> tuple[Standing, ...]:
    # Level with anybody, the Tengu is ahead.
    spaces: dict[int | str, tuple[int, int]] = {
        at: (player.kodama[region], 0) for at, player in enumerate(sheet.players)
    }
    if region in sheet.neutral:
        spaces[NEUTRAL] = (sheet.neutral[region], 0)
    if sheet.tengu is not None:
        spaces[TENGU] = (sheet.tengu.kodama[region], 1)
    if sheet.options["unmoved"] == "none":
        spaces = {who: space for who, space in spaces.items() if space[0] > START}
    return share(spaces, sheet.treasures[region])


def share(spaces: Mapping[int | str, tuple[int, int]], prizes: Sequence[int]) -> tuple[Standing, ...]:
    """Those level take as many of the next prizes as they are and share them; without a prize it is 0."""
    order = sorted(spaces, key=lambda who: spaces[who], reverse=True)
    found: list[Standing] = []
    taken = 0
    for (space, _), group in groupby(order, key=lambda who: spaces[who]):
        level = tuple(group)
        found.append(Standing(taken + 1, space, level, tuple(prizes[taken : taken + len(level)])))
        taken += len(level)
    return tuple(found)
