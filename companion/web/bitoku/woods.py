"""The forest and the hills in the picture, and the die that is placed there or crosses the river."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion import facts
from companion.engine.game import Severity, worst
from companion.games.bitoku.dice import GIVES, SIX, built_now, highest, penance
from companion.games.bitoku.goods import parse, pay_amulets
from companion.games.bitoku.moves import Cross, Place
from companion.games.bitoku.state import AMULETS, BOONS, GOODS, HILLS, HOME, NOBODY, SIDE
from companion.games.bitoku.view import DieView, RegionView, SpaceReach, SpaceView
from companion.web.bitoku.sight import Answer, Sight
from companion.web.speech.bitoku import capital, icon_of, joined, space_name
from companion.web.words import t

BOON_ICONS: Final = {"bitoku": "bitoku", "yokai": "yokai", "two": "torii"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A die in the picture: whose, its value, and the address of what may be done with it now."""

    seat: int
    value: int
    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Spot:
    """A kind of space: its number, what it gives as (icon, how often), its dice. `state`: `can` when the
    chosen die does its action, `rest` when it may only stand there, `cannot`; `badge`: the pips it lacks."""

    region: str
    space: str
    number: int
    gives: tuple[tuple[str, int], ...]
    dice: tuple[Shown, ...]
    label: str
    state: str = ""
    move: str = ""
    href: str = ""
    badge: int = 0

    @property
    def crosser(self) -> Shown | None:
        """The die here that may be asked to cross the river."""
        return next((die for die in self.dice if die.href), None)


@dataclass(frozen=True, slots=True)
class House:
    """A building of an inhabited area; `reached` by the chosen die."""

    kind: str
    value: int
    owner: int
    reached: bool
    label: str


@dataclass(frozen=True, slots=True)
class Area:
    """A region of the forest with its hills; `boons` are (name, icon, covered, address of its correction)."""

    region: str
    icon: str
    spots: tuple[Spot, ...]
    houses: tuple[House, ...]
    hill: tuple[Shown, ...]
    boons: tuple[tuple[str, str, bool, str], ...]


@dataclass(frozen=True, slots=True)
class Placing:
    """The die in hand: its value, raised by `add`, and the addresses with more and fewer amulets."""

    value: int
    raised: int
    add: int
    more: str
    fewer: str
    pilgrim: bool
    outbids: bool
    amulets: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Hillside:
    """Where a crossing die may go, and the boons there."""

    hill: str
    boons: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Crossing:
    """A die on its way over the river."""

    value: int
    crossed: int
    hills: tuple[Hillside, ...]


class Woods(Sight):
    """The main board."""

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """The five regions from left to right."""
        return tuple(self._area(region) for region in self.view.regions)

    def _area(self, region: RegionView) -> Area:
        placing = self.placing
        houses = tuple(
            House(
                b.kind,
                b.value,
                b.owner,
                placing is not None and self._reaches(at, b.value, placing.raised),
                self._house_label(b.kind, b.value, b.owner),
            )
            for at, b in region.buildings
        )
        hill = f"{region.region}."
        boons = tuple(
            (
                t(f"bitoku.boon.{boon.removeprefix(hill)}"),
                BOON_ICONS[boon.removeprefix(hill)],
                boon not in region.boons,
                self.fix("fix_boon", hill=region.region, boon=boon.removeprefix(hill)),
            )
            for boon in BOONS
            if boon.startswith(hill)
        )
        return Area(
            region.region,
            icon_of(region.region),
            tuple(self._spot(region, space) for space in region.spaces),
            houses,
            tuple(self._shown(die) for die in region.hill),
            boons,
        )

    def _reaches(self, at: int, value: int, raised: int) -> bool:
        seat = self.seat
        return seat is not None and value <= raised and not built_now(self.state, seat, at)

    def _house_label(self, kind: str, value: int, owner: int) -> str:
        name = t("app.none") if owner == NOBODY else self.room.names[owner]
        if kind == "ancient":
            return t("bitoku.piece.ancient")
        return t("app.bitoku.house", what=t(f"bitoku.piece.{kind}"), name=name, n=value or "?")

    def _shown(self, die: DieView) -> Shown:
        """A die; one that may cross the river now leads there."""
        href = ""
        if self.shape == "turn" and die.seat == self.seat and die.crossed and die.zone in HILLS:
            href = self.here(die.seat, do="cross", die=die.number)
        label = t("app.bitoku.die_of", name=self.room.names[die.seat], n=die.value)
        return Shown(die.seat, die.value, label, href)

    def _spot(self, region: RegionView, space: SpaceView) -> Spot:
        gives = tuple(_icons(GIVES[region.region][space.space]))
        dice = tuple(self._shown(die) for die in space.dice)
        said = [space_name(self.say, region.region, space.space)]
        if region.region != HOME:
            said.append(_gives_text(self.say, GIVES[region.region][space.space]))
        said += [die.label for die in dice]
        spot = Spot(region.region, space.space, space.number, gives, dice, joined(self.say, said))
        if self.placing is None or self.seat is None:
            return spot
        return self._target(spot, self.seat, self.placing)

    def _target(self, spot: Spot, seat: int, placing: Placing) -> Spot:
        """The spot as a place for the die in hand."""
        number = int(self.given["die"])
        move = Place(number, spot.region, spot.space, placing.add, int(placing.pilgrim))
        against = self.check(seat, move)
        reach = self._reach.get((spot.region, spot.space))
        badge = 0
        if worst(against) >= Severity.ILLEGAL:
            state = "cannot"
        elif any(v.rule in ("D5", "F6") for v in against):
            state = "rest"
            badge = reach.needs or 0 if reach is not None and not placing.add else 0
        else:
            state = "can"
        first = max(against, key=lambda v: v.severity, default=None)
        said = spot.label if first is None else self.sentence(spot.label, self.room.why(first))
        answers = {"do": "place", "die": number, "region": spot.region, "space": spot.space}
        href = self.here(seat, **answers, add=placing.add, pilgrim=int(placing.pilgrim), height=0)
        return Spot(
            **{name: getattr(spot, name) for name in ("region", "space", "number", "gives", "dice")},
            label=said,
            state=state,
            move="" if state == "cannot" else self.form(move),
            href=href,
            badge=badge,
        )

    @cached_property
    def _reach(self) -> Mapping[tuple[str, str], SpaceReach]:
        number = int(self.given.get("die", -1))
        found = next((die for die in self.view.reach if die.die == number), None)
        return {} if found is None else {(s.region, s.space): s for s in found.spaces}

    @cached_property
    def placing(self) -> Placing | None:
        """The die that is being placed, when one is."""
        if self.shape != "placing" or self.seat is None:
            return None
        seat, number = self.seat, int(self.given["die"])
        player = self.state.players[seat]
        die = player.dice[number]
        goods = [player.good(name) for name in AMULETS]
        beyond = self.state.harder and any(highest(self.state, region) == SIX for region in HILLS)
        steps = [0] + [
            pips
            for pips in range(1, SIX - die.value + 1 + int(beyond))
            if not self.state.everything or pay_amulets(goods, pips, die.value + pips >= SIX) is not None
        ]
        asked = self.given.get("add", "0")
        add = max(
            (s for s in steps if asked.isascii() and asked.isdigit() and s <= int(asked[:2])), default=0
        )
        at = steps.index(add)
        return Placing(
            die.value,
            min(SIX, die.value + add),
            add,
            self.here(seat, do="place", die=number, add=steps[at + 1]) if at + 1 < len(steps) else "",
            self.here(seat, do="place", die=number, add=steps[at - 1]) if at else "",
            die.zone == "red",
            die.value + add > SIX,
            tuple(zip(AMULETS, goods, strict=True)) if self.state.everything else (),
        )

    @cached_property
    def crossing(self) -> Crossing | None:
        """The die that is crossing the river, when one is."""
        if self.shape != "crossing" or self.seat is None:
            return None
        seat, number = self.seat, int(self.given["die"])
        die = self.state.players[seat].dice[number]
        near = [
            hill
            for hill in HILLS
            if hill == die.zone or (self.view.seats <= 2 and SIDE[hill] == SIDE.get(die.zone))
        ]
        hills = tuple(Hillside(hill, tuple(self._boons(seat, number, hill))) for hill in near)
        return Crossing(die.value, penance(die.value), hills)

    def _boons(self, seat: int, number: int, hill: str) -> Iterator[Answer]:
        for boon in (b.removeprefix(f"{hill}.") for b in BOONS if b.startswith(f"{hill}.")):
            move = Cross(number, hill, boon)
            text = capital(t(f"bitoku.boon.{boon}"))
            answers = {"do": "cross", "die": number, "hill": hill, "boon": boon}
            yield self.answer(seat, move, text, BOON_ICONS[boon], answers)


def _icons(items: Sequence[str]) -> Iterator[tuple[str, int]]:
    """What a space gives in drawings: (name of a drawing or of a group of them, how often)."""
    for item in items:
        read = parse(item)
        if read is None:
            continue
        what, n = read
        for one in DRAWN.get(what, (icon_of(what),)):
            yield one, n


DRAWN: Final = {
    "mitama_or_dragonfly": ("mitama", "dragonfly"),
    "wood_or_jade": ("wood", "jade"),
    "resource": ("resource",),
    "grow_or_build": ("crystal", "temple"),
    "vision_or_resource": ("vision",),
    "resource_or_walk": ("resource", "pilgrim"),
    **{name: (name,) for name in AMULETS},
}


def _gives_text(say: facts.Words, items: Sequence[str]) -> str:
    said = []
    for item in items:
        read = parse(item)
        if read is not None:
            what, n = read
            due = what.partition(".")[0] if what.startswith("kodama") else what
            name = say(f"bitoku.due.{due}") if due not in GOODS else say(f"bitoku.piece.{due}")
            said.append(say("app.bitoku.times", n=n, what=name) if n > 1 else name)
    return joined(say, said)
