"""Which piece serves which vision card: the assignment worth the most, found exactly.

Each piece may serve one vision (rule A7). A kind belongs to at most one family (a temple is a building), so,
by Hall's theorem, needs can be served together just when no kind and no family is asked for more than is
there. The needs of a card become a few vectors of demands, one for each choice among its alternatives, and
the best set of cards is a knapsack with a capacity for each kind and family (packing.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Final

from companion.facts import components
from companion.games.bitoku.packing import pack

_DATA: Final = components("bitoku")
FAMILIES: Final[Mapping[str, tuple[str, ...]]] = _DATA["families"]
FAMILY_OF: Final = {kind: family for family, kinds in FAMILIES.items() for kind in kinds}
PIECES: Final = (*FAMILY_OF, *_DATA["pieces"]["single"])
"""What a player can hold."""
WANTED: Final = tuple(dict.fromkeys((*FAMILIES, *PIECES)))
"""What a vision can ask for: any piece, or any of a family."""


@dataclass(frozen=True, slots=True)
class Want:
    """`n` pieces of a kind or family."""

    of: str
    n: int


@dataclass(frozen=True, slots=True)
class Vision:
    """A card: every one of `needs` must be met, a need by any one of its alternatives."""

    needs: tuple[tuple[Want, ...], ...]
    vp: int
    miss: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """What became of a vision. Met: `served` names, for each need, the pieces that serve it. Not met:
    `missing` is the least that would have to be added to meet it as well."""

    vision: Vision
    met: bool
    served: tuple[Mapping[str, int], ...] = ()
    missing: tuple[Want, ...] = ()

    @property
    def points(self) -> int:
        return self.vision.vp if self.met else self.vision.miss


@dataclass(frozen=True, slots=True)
class Assignment:
    """The best use of the pieces, a card for each vision in the order given."""

    cards: tuple[Card, ...]
    proven: bool = True
    """False when the search gave up: a better one may exist."""

    @property
    def points(self) -> int:
        return sum(card.points for card in self.cards)

    @property
    def met(self) -> int:
        return sum(card.met for card in self.cards)


Demand = Counter[str]
"""How many are asked of each capacity: a kind, `any <family>`, or `pair <kind>` for linked pairs."""


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to meet a card: what it demands, and the alternative taken for each need."""

    demand: Demand
    wants: tuple[Want, ...]


def assign(
    visions: Sequence[Vision], holdings: Mapping[str, int], paired: Mapping[str, int] | None = None
) -> Assignment:
    """The assignment with the most points and, among those, the most visions met.

    `holdings` counts pieces by kind. `paired`: how many of its mitama, by kind, sit in a linked pair with one
    of its dragonflies; such a pair serves as a pair, or else its two halves serve one by one. Any further
    `pair` of `holdings` is one of which nothing more is known.
    """
    held = Counter({kind: n for kind, n in holdings.items() if n > 0})
    linked = Counter({kind: n for kind, n in (paired or {}).items() if n > 0})
    held["pair"] = max(0, held["pair"] - linked.total())
    wanted = {want.of for vision in visions for need in vision.needs for want in need}
    # Pairs whose mitama no card asks for by its own name are as good as each other.
    buckets = {kind: kind if kind in wanted else "other" for kind in linked}
    capacity = _capacity(held, linked, buckets)
    ways = [_ways(vision, capacity) for vision in visions]
    gains = [vision.vp - vision.miss for vision in visions]
    taken = pack([(gain, [way.demand for way in of]) for gain, of in zip(gains, ways, strict=True)], capacity)
    chosen = [None if way is None else of[way] for way, of in zip(taken.chosen, ways, strict=True)]
    for way in chosen:
        if way is not None:
            capacity.subtract(way.demand)
    unmet = [options for options, way in zip(ways, chosen, strict=True) if way is None]
    unserved = frozenset(want.of for options in unmet for way in options for want in way.wants)
    served = _serve(chosen, held, linked, buckets, unserved)
    return Assignment(
        tuple(
            Card(vision, False, missing=_missing(options, capacity))
            if way is None
            else Card(vision, True, served=pieces)
            for vision, options, way, pieces in zip(visions, ways, chosen, served, strict=True)
        ),
        taken.proven,
    )


def _capacity(held: Demand, linked: Demand, buckets: Mapping[str, str]) -> Demand:
    capacity = held.copy()
    for kind, n in linked.items():
        capacity[f"pair {buckets[kind]}"] += n
    for family, kinds in FAMILIES.items():
        capacity[f"any {family}"] = sum(capacity[kind] for kind in kinds)
    return capacity


def _ways(vision: Vision, capacity: Demand) -> list[_Way]:
    """Every way to meet a card, those with equal demands once."""
    ways = [_Way(Counter(), ())]
    for need in vision.needs:
        wider: dict[frozenset[tuple[str, int]], _Way] = {}
        for way in ways:
            for want in need:
                for more in _demands(want, capacity):
                    demand = way.demand + more
                    wider.setdefault(frozenset(demand.items()), _Way(demand, (*way.wants, want)))
        ways = list(wider.values())
    return ways


def _demands(want: Want, capacity: Demand) -> Iterable[Demand]:
    if want.of in FAMILIES:
        yield Counter({f"any {want.of}": want.n})
    elif want.of == "pair":
        yield Counter({"pair": want.n})
        kinds = [name for name, n in capacity.items() if n and name.startswith("pair")]
        for taken in combinations_with_replacement(kinds, want.n):
            demand: Demand = Counter(taken)
            for name in taken:
                if name != "pair":
                    demand.update(("dragonfly", "any mitama", *([name[5:]] if name != "pair other" else [])))
            if all(n <= capacity[name] for name, n in demand.items()):
                yield demand
    elif want.of in FAMILY_OF:
        yield Counter({want.of: want.n, f"any {FAMILY_OF[want.of]}": want.n})
    else:
        yield Counter({want.of: want.n})


# --- what serves which card, and what is missing


def _serve(
    chosen: Sequence[_Way | None],
    held: Demand,
    linked: Demand,
    buckets: Mapping[str, str],
    wanted: frozenset[str],
) -> list[tuple[Mapping[str, int], ...]]:
    """Real pieces for each need of the cards met. Linked pairs first, then kinds, then families, and of a
    family those that are not `wanted` by a card that is not met."""
    left = held.copy()
    linked = linked.copy()
    served: list[list[Counter[str]]] = [[Counter() for _ in way.wants] if way else [] for way in chosen]
    for needs, way in zip(served, chosen, strict=True):
        for need, want in zip(needs, way.wants if way else (), strict=True):
            if want.of == "pair":
                need["pair"] = want.n
        for name, n in way.demand.items() if way else ():
            if name == "pair":
                left["pair"] -= n
            for _ in range(n if name.startswith("pair ") else 0):
                kind = max((n, kind) for kind, n in linked.items() if name == f"pair {buckets[kind]}")[1]
                linked[kind] -= 1
                left.subtract((kind, "dragonfly"))
    for families in (False, True):
        for needs, way in zip(served, chosen, strict=True):
            for need, want in zip(needs, way.wants if way else (), strict=True):
                if want.of == "pair" or (want.of in FAMILIES) is not families:
                    continue
                kinds = FAMILIES.get(want.of, (want.of,))
                for kind in sorted(kinds, key=lambda kind: (kind in wanted, -left[kind])):
                    n = min(left[kind], want.n - need.total())
                    if n:
                        need[kind] += n
                        left[kind] -= n
    return [tuple(needs) for needs in served]


def _missing(ways: Sequence[_Way], left: Demand) -> tuple[Want, ...]:
    """The fewest further pieces that would meet the card beside those met."""
    lacks = [_lack(way.demand, left) for way in ways]
    return min(lacks, key=lambda lack: sum(want.n for want in lack), default=())


def _lack(demand: Demand, left: Demand) -> tuple[Want, ...]:
    demand, lack = demand.copy(), Counter[str]()
    for name in [name for name in demand if name.startswith("pair ")]:
        n = max(0, demand[name] - left[name])
        lack["pair"] += n
        demand.subtract({"dragonfly": n, "any mitama": n, name[5:]: n})
    for name, n in demand.items():
        if not name.startswith(("any ", "pair ")) and n > left[name]:
            lack[name] += n - left[name]
    for family, kinds in FAMILIES.items():
        n = demand[f"any {family}"] - left[f"any {family}"] - sum(lack[kind] for kind in kinds)
        if n > 0:
            lack[family] += n
    return tuple(Want(of, n) for of, n in lack.items() if n > 0)
