"""An independent count of a table of Bitoku, kept beside the app by somebody who knows the printed rules.

Nothing here comes from companion.games: what a space gives and what a season does is written down anew.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

REGIONS = ("yomi", "stairway", "home", "glade", "forge")
OUTER = ("yomi", "stairway", "glade", "forge")
BOONS = ("bitoku", "yokai", "two")
VIRTUES = [0, 1, 2, 4, 7, 11, 16, 22]


@dataclass
class Die:
    value: int
    zone: str
    spot: str


@dataclass
class Own:
    """What one player has."""

    dice: list[Die] = field(default_factory=lambda: [Die(3 - n, "red", str(n)) for n in range(3)])
    slots: list[bool] = field(default_factory=lambda: [False] * 3)
    hand: int = 0
    deck: int = 5
    discards: int = 0
    passed: bool = False
    goods: Counter[str] = field(
        default_factory=lambda: Counter(wood=1, jade=1, amulet1=1, dragonfly=1, vision=1)
    )
    kodama: dict[str, int] = field(default_factory=lambda: dict.fromkeys(REGIONS, 1))
    awake: int = 3
    road: int = 0
    buildings: Counter[str] = field(default_factory=Counter)

    def at(self, zone: str, spot: str = "") -> list[Die]:
        return [die for die in self.dice if die.zone == zone and (not spot or die.spot == spot)]


class Scribe:
    """The whole table. Seats take turns in `order`; `turn` is the seat to act in Summer."""

    def __init__(self, seats: int) -> None:
        self.own = [Own() for _ in range(seats)]
        self.order = list(range(seats))
        self.turn = 0
        self.year = 1
        self.boons: set[str] = set()
        self.season = "spring"

    def all_dice(self, zone: str) -> list[Die]:
        return [die for own in self.own for die in own.at(zone)]

    def spring(self) -> None:
        for own in self.own:
            need = max(0, 4 - own.hand)
            if need > own.deck:
                own.deck, own.discards = own.deck + own.discards, 0
            drawn = min(need, own.deck)
            own.deck -= drawn
            own.hand += drawn
            own.discards += max(0, own.hand - 3)
            own.hand = min(own.hand, 3)
        self.season, self.turn = "summer", self.order[0]

    def play(self, slot: int) -> None:
        own = self.own[self.turn]
        own.slots[slot] = True
        own.hand -= 1
        for die in own.at("red", str(slot)):
            die.zone = "green"
        self.next()

    def highest(self, region: str) -> int:
        return max((die.value for die in self.all_dice(region)), default=0)

    def place(self, die: Die, region: str, space: str, add: int) -> bool:
        """Whether the forest action is done."""
        value = die.value + add
        acts = region == "home" or (value >= int(space) and value >= self.highest(region))
        own = self.own[self.turn]
        if add:
            own.goods[f"amulet{add}"] -= 1
        die.value, die.zone, die.spot = value, region, space
        self.next()
        return acts

    def cross(self, die: Die, boon: str) -> None:
        hill = die.zone
        die.value = 3 if die.value == 6 else die.value - 1
        die.zone, die.spot = "hill", hill
        self.boons.add(f"{hill}.{boon}")
        if boon == "yokai":
            self.own[self.turn].hand += 1
        self.next()

    def pass_(self) -> None:
        self.own[self.turn].passed = True
        self.next()

    def next(self) -> None:
        at = self.order.index(self.turn)
        for seat in self.order[at + 1 :] + self.order[: at + 1]:
            if not self.own[seat].passed:
                self.turn = seat
                return
        self.season = "autumn"

    def in_home(self) -> list[int]:
        return [seat for seat in self.order if self.own[seat].at("home")]

    def autumn(self, first: list[int]) -> None:
        self.order = first + [seat for seat in self.order if seat not in first]
        for own in self.own:
            for number, die in enumerate(own.dice):
                die.zone, die.spot = "red", str(number)
            own.passed = False
        self.season = "winter"

    def winter(self) -> None:
        for own in self.own:
            own.discards += sum(own.slots)
            own.slots = [False] * 3
        if self.year == 4:
            self.season = "over"
            return
        self.boons = set()
        self.year += 1
        self.season = "spring"

    def points(self, prizes: dict[str, list[int]]) -> list[int]:
        """The points that can be counted without visions, rocks and what is printed on the boards."""
        totals = []
        for seat, own in enumerate(self.own):
            total = own.goods["vp"] + (3 if self.order[0] == seat else 0)
            kinds = sum(
                own.goods[kind] > 0 for kind in ("makoto", "chugi", "yu", "jin", "rei", "gi", "meiyo")
            )
            resources = sum(own.goods[kind] for kind in ("wood", "jade", "sake", "stone"))
            total += VIRTUES[kinds] + (sum(die.value for die in own.dice) + resources) // 4
            for region, three in prizes.items():
                total += self._track(region, own.kodama[region], three)
            totals.append(total)
        return totals

    def _track(self, region: str, mine: int, three: list[int]) -> int:
        others = [own.kodama[region] for own in self.own]
        ahead = sum(other > mine for other in others)
        level = others.count(mine)
        return sum(three[ahead : ahead + level]) // level
