"""The most valuable set of things that fit together: a knapsack of many capacities and of choices, exact.

Each thing can be packed in one of several ways, each a demand on some of the capacities. The search is depth
first. It is cut off by two bounds on what the things to come can still add: for each single capacity, the
knapsack table of that capacity alone; and for all of them together, prices (Lagrange multipliers) at which
the room that is left is sold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import gcd
from typing import Final

_BITS: Final = 12
_FIELD: Final = (1 << _BITS) - 1
_MOST: Final = _FIELD >> 1
_ROUNDS: Final = 60
_STEPS: Final = 400_000
"""Where the search gives up, after a second or two. Twelve printed cards take a thousandth of it."""
_COMPARED: Final = 400

Demand = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Thing:
    """`ways` are packed demands, the cheapest first, and `costs` what they cost at the prices."""

    number: int
    gain: int
    ways: tuple[int, ...]
    costs: tuple[float, ...] = ()

    @property
    def surplus(self) -> float:
        return max(0.0, self.gain - self.costs[0])


@dataclass(frozen=True, slots=True)
class Packing:
    """The way taken for each thing, None: left out. `proven`: nothing better exists; False when the search
    gave up with the best it had found."""

    chosen: tuple[int | None, ...]
    proven: bool


def pack(things: Sequence[tuple[int, Sequence[Demand]]], capacity: Demand, steps: int = _STEPS) -> Packing:
    """The packing with the greatest sum of gains and, among equal sums, the most things. `things`: what each
    gains, at least 0, and its ways; a way without any demand is never taken."""
    fields = _Fields(sorted({name for _, ways in things for way in ways for name in way}))
    packed = [
        {fields.pack(way): number for number, way in reversed(list(enumerate(ways)))} for _, ways in things
    ]
    # One thing more is worth less than a point, but more than nothing.
    point = len(things) + 1
    useful = [fields.useful([way for way in ways if _fits(way, capacity)]) for _, ways in things]
    entries = [
        _Thing(number, gain * point + 1, ways)
        for number, ((gain, _), ways) in enumerate(zip(things, useful, strict=True))
        if ways
    ]
    chosen: list[int | None] = [None] * len(things)
    found, proven = _search(entries, fields, fields.pack(capacity), steps)
    for thing, way in found:
        chosen[thing.number] = packed[thing.number][way]
    return Packing(tuple(chosen), proven)


def _fits(way: Demand, capacity: Demand) -> bool:
    return all(n <= capacity.get(name, 0) for name, n in way.items())


class _Enough(Exception):
    """The search has taken all the steps it may."""


def _search(
    things: list[_Thing], fields: _Fields, capacity: int, steps: int
) -> tuple[list[tuple[_Thing, int]], bool]:
    capacity = fields.summed(fields.least(capacity, sum(fields.widest(thing.ways) for thing in things)))
    prices = _prices(things, fields, capacity)
    # Things with few ways first, then those that are worth more than they cost.
    things = sorted(
        (fields.priced(thing, prices) for thing in things), key=lambda one: (len(one.ways), -one.surplus)
    )
    most, surplus = [0], [0.0]
    for thing in reversed(things):
        most.append(most[-1] + fields.widest(thing.ways))
        surplus.append(surplus[-1] + thing.surplus)
    most.reverse()
    surplus.reverse()
    tables = fields.tables(things, capacity)
    step = gcd(*(thing.gain for thing in things))
    guard, names, last = fields.guard, fields.names, len(things)
    path = [0] * last
    best_path, best_value = path[:], 0
    seen: list[dict[int, int]] = [{} for _ in things]

    def search(at: int, room: int, value: int, worth: float) -> None:
        nonlocal best_path, best_value, steps
        steps -= 1
        if steps < 0:
            raise _Enough
        if value > best_value:
            best_path, best_value = [*path[:at], *[0] * (last - at)], value
        if at == last or value + int(worth + surplus[at] + 1e-6) // step * step <= best_value:
            return
        for place, table in tables[at]:
            if value + table[(room >> place) & _FIELD] <= best_value:
                return
        # More room than the things to come can fill is the same room.
        room = fields.least(room, most[at])
        if seen[at].get(room & names, -1) >= value:
            return
        seen[at][room & names] = value
        thing = things[at]
        for way, cost in zip(thing.ways, thing.costs, strict=True):
            rest = (room | guard) - way
            if rest & guard == guard:
                path[at] = way
                search(at + 1, rest ^ guard, value + thing.gain, worth - cost)
        path[at] = 0
        search(at + 1, room, value, worth)

    proven = True
    try:
        search(0, capacity, 0, fields.cost(capacity, prices))
    except _Enough:
        proven = False
    return [(thing, way) for thing, way in zip(things, best_path, strict=True) if way], proven


def _prices(things: Sequence[_Thing], fields: _Fields, capacity: int) -> list[float]:
    """A price for each capacity at which selling all the room and paying for every thing that is worth its
    price comes near the best: subgradient steps, which raise the price of what is asked for too much."""
    room = fields.numbers(capacity)
    ways = [
        [[(at, n) for at, n in enumerate(fields.numbers(way)) if n] for way in thing.ways] for thing in things
    ]
    prices = best = [0.0] * len(room)
    lowest, scale, stale = float("inf"), 0.05, 0
    for _ in range(_ROUNDS):
        bound = sum(price * n for price, n in zip(prices, room, strict=True))
        asked = [0] * len(room)
        for thing, of_thing in zip(things, ways, strict=True):
            cost, cheapest = min((sum(prices[at] * n for at, n in way), way) for way in of_thing)
            if thing.gain > cost:
                bound += thing.gain - cost
                for at, n in cheapest:
                    asked[at] += n
        if bound < lowest - 1e-9:
            lowest, best, stale = bound, prices, 0
        elif (stale := stale + 1) == 4:
            scale, stale = scale / 2, 0
        over = [n - r if price or n > r else 0 for n, r, price in zip(asked, room, prices, strict=True)]
        if not (length := sum(n * n for n in over)):
            break
        pace = scale * bound / length
        prices = [max(0.0, price + pace * n) for price, n in zip(prices, over, strict=True)]
    return best


class _Fields:
    """Demands and capacities as one whole number each: a field of bits for every name and one for their sum.
    The top bit of a field is a guard, so that one subtraction compares all fields at once."""

    def __init__(self, names: Sequence[str]) -> None:
        self.places = {name: at * _BITS for at, name in enumerate(names)}
        self.top = len(names) * _BITS
        self.names = (1 << self.top) - 1
        self.guard = sum(1 << (place + _BITS - 1) for place in (*self.places.values(), self.top))

    def pack(self, numbers: Demand) -> int:
        return self.summed(sum(min(numbers.get(name, 0), _MOST) << at for name, at in self.places.items()))

    def summed(self, packed: int) -> int:
        """With the last field set to the sum of the others."""
        packed &= self.names
        return packed | min(sum(self.numbers(packed)), _MOST) << self.top

    def numbers(self, packed: int) -> list[int]:
        return [(packed >> place) & _FIELD for place in self.places.values()]

    def cost(self, packed: int, prices: Sequence[float]) -> float:
        return sum(n * price for n, price in zip(self.numbers(packed), prices, strict=True))

    def least(self, one: int, two: int) -> int:
        """The smaller number in each field."""
        enough = ((one | self.guard) - two) & self.guard
        enough -= enough >> (_BITS - 1)
        return (one & ~enough) | (two & enough)

    def widest(self, ways: Sequence[int]) -> int:
        """The greatest number in each field."""
        places = (*self.places.values(), self.top)
        return sum(max((way >> place) & _FIELD for way in ways) << place for place in places)

    def useful(self, ways: Sequence[Demand]) -> tuple[int, ...]:
        """The ways without those that ask for as much as another and more."""
        packed, guard = {self.pack(way) for way in ways} - {0}, self.guard
        if len(packed) > _COMPARED:
            return tuple(sorted(packed))
        return tuple(
            one
            for one in sorted(packed)
            if not any(two != one and ((one | guard) - two) & guard == guard for two in packed)
        )

    def priced(self, thing: _Thing, prices: Sequence[float]) -> _Thing:
        """The thing with its ways in the order of their costs."""
        ways = sorted((self.cost(way, prices), way) for way in thing.ways)
        return replace(thing, ways=tuple(way for _, way in ways), costs=tuple(cost for cost, _ in ways))

    def tables(self, things: Sequence[_Thing], capacity: int) -> list[list[tuple[int, list[int]]]]:
        """For each thing: per field, the most that it and those after it can gain by the room in that field,
        were it the only one. Fields that cannot bind are left out."""
        result: list[list[tuple[int, list[int]]]] = [[] for _ in things]
        for place in (self.top, *self.places.values()):
            size = (capacity >> place) & _FIELD
            weights = [min((way >> place) & _FIELD for way in thing.ways) for thing in things]
            if sum(weights) <= size:
                continue
            table = [0] * (size + 1)
            for at in reversed(range(len(things))):
                weight, gain = weights[at], things[at].gain
                table = [
                    max(table[room], table[room - weight] + gain) if room >= weight else table[room]
                    for room in range(size + 1)
                ]
                result[at].append((place, table))
        return result
