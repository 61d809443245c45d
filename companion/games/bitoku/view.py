"""What the screens show of a table of Bitoku. Everybody may know all of it: hands are kept as numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.game import Violation
from companion.games.bitoku.deck import Tengu, face_down
from companion.games.bitoku.dice import SIX, highest, missing, no_forest_action, penance, usable
from companion.games.bitoku.dues import choices
from companion.games.bitoku.reminders import Reminder, may_say_farewell, season_list, setup_of
from companion.games.bitoku.state import (
    BOONS,
    BUILDINGS,
    CRYSTAL_PLACES,
    GOODS,
    HILLS,
    HOME,
    REGIONS,
    YEARS,
    Building,
    Crystal,
    Die,
    Rock,
    State,
)
from companion.games.bitoku.year import home_order, waiting_for


@dataclass(frozen=True, slots=True)
class DieView:
    """A die: whose, which, its value, the zone (`red`, `green`, `hill` or a region) and the spot in it.
    `crossed` is the value it would have beyond the river, 0 when it cannot cross."""

    seat: int
    number: int
    value: int
    zone: str
    spot: str
    crossed: int


@dataclass(frozen=True, slots=True)
class SpaceView:
    """A kind of space of a region: the number a die needs for its action (0: any), how many such spaces there
    are (0: nobody counted), and the dice on them."""

    space: str
    number: int
    size: int
    dice: tuple[DieView, ...]


@dataclass(frozen=True, slots=True)
class RegionView:
    """A region: its spaces, the highest die in it, the buildings of its inhabited area by their numbers, and
    in the hills beyond the dice and the boons still to be had."""

    region: str
    spaces: tuple[SpaceView, ...]
    highest: int
    buildings: tuple[tuple[int, Building], ...]
    hill: tuple[DieView, ...]
    boons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpaceReach:
    """What a die may do on a space: `needs` pips more for its forest action (None: out of reach), `why` not
    without them, `value` once it has them, and the buildings there that it reaches as it is."""

    region: str
    space: str
    needs: int | None
    value: int
    why: Violation | None
    buildings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DieReach:
    """A die on the own board, whether it is locked, and what it may do where."""

    die: int
    value: int
    locked: bool
    spaces: tuple[SpaceReach, ...]


@dataclass(frozen=True, slots=True)
class DueView:
    """Something due: `n` times `key`, from a region, at a price less by `less`; `choices` are the answers."""

    key: str
    n: int
    region: str
    less: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What a player has. `goods` counts all of the pad, `slots` which yokai places hold a card, `resonates`
    which of them have a crystal, `missing` the cards and dice to use before passing, `farewell` whether a
    yokai may be removed now, `free` the crystal places left."""

    seat: int
    dice: tuple[DieView, ...]
    slots: tuple[bool, ...]
    resonates: tuple[bool, ...]
    hand: int
    deck: int
    discards: int
    farewelled: int
    cards: int
    pilgrims: Mapping[str, int]
    kodama: Mapping[str, int]
    goods: Mapping[str, int]
    buildings: Mapping[str, int]
    rocks: tuple[Rock, ...]
    crystals: tuple[Crystal, ...]
    free: Mapping[str, int]
    dues: tuple[DueView, ...]
    missing: tuple[int, int]
    passed: bool
    ready: bool
    farewell: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table as a seat, or a spectator (`seat` None), sees it. `reach` is about the viewer's dice, a
    spectator's are those of the seat to act. `next_order`: the turn order that the home gives, None while it
    cannot be told. `setup` is the check list, before the first Summer only. `people` are the seats without
    that of the `tengu`, who is there when one plays alone."""

    seat: int | None
    seats: int
    people: int
    tracking: str
    harder: bool
    year: int
    years: int
    season: str
    turn: int
    turns: int
    acting: tuple[int, ...]
    order: tuple[int, ...]
    next_order: tuple[int, ...] | None
    heights: tuple[str, ...]
    prizes: Mapping[str, tuple[int, ...]]
    regions: tuple[RegionView, ...]
    players: tuple[PlayerView, ...]
    reach: tuple[DieReach, ...]
    setup: tuple[Reminder, ...]
    reminders: tuple[Reminder, ...]
    tengu: Tengu | None


def view(state: State, seat: int | None) -> View:
    """The table as that seat may see it."""
    return View(
        seat=seat,
        seats=state.seats,
        people=state.people,
        tracking=state.tracking,
        harder=state.harder,
        year=state.year,
        years=YEARS,
        season=state.season,
        turn=state.turn,
        turns=state.turns,
        acting=waiting_for(state),
        order=state.order,
        next_order=home_order(state),
        heights=state.heights,
        prizes=dict(state.prizes),
        regions=tuple(_region(state, region) for region in REGIONS),
        players=tuple(_player(state, player) for player in range(state.seats)),
        reach=tuple(_reach(state, state.turn if seat is None else seat)) if state.season == "summer" else (),
        setup=setup_of(state) if state.year == 1 and state.season == "spring" else (),
        reminders=season_list(state),
        tengu=None if state.tengu is None else face_down(state.tengu),
    )


def _die(state: State, seat: int, number: int) -> DieView:
    die = state.players[seat].dice[number]
    crossed = penance(die.value) if die.zone in HILLS and die.value > 1 else 0
    return DieView(seat, number, die.value, die.zone, die.spot, crossed)


def _dice(state: State, zone: str, spot: str = "") -> tuple[DieView, ...]:
    return tuple(_die(state, seat, number) for seat, number, _ in state.dice_in(zone, spot))


def _region(state: State, region: str) -> RegionView:
    spaces = (
        SpaceView(
            space,
            0 if region == HOME else int(space),
            state.size(f"{region}.{space}"),
            _dice(state, region, space),
        )
        for space in state.spaces(region)
    )
    return RegionView(
        region=region,
        spaces=tuple(spaces),
        highest=highest(state, region),
        buildings=tuple((at, b) for at, b in enumerate(state.buildings) if b.region == region),
        hill=_dice(state, "hill", region),
        boons=tuple(b for b in BOONS if b.startswith(f"{region}.") and b not in state.boons),
    )


def _player(state: State, seat: int) -> PlayerView:
    player = state.players[seat]
    own = state.own_buildings(seat)
    places = [crystal.place for crystal in player.crystals]
    return PlayerView(
        seat=seat,
        dice=tuple(_die(state, seat, number) for number in range(len(player.dice))),
        slots=player.slots,
        resonates=tuple(f"slot{slot}" in places for slot in range(len(player.slots))),
        hand=player.hand,
        deck=player.deck,
        discards=player.discards,
        farewelled=player.farewelled,
        cards=player.cards,
        pilgrims={
            "awake": player.awake,
            "asleep": player.asleep,
            "road": player.road,
            "settled": len(player.settled),
            "seated": player.seated,
            "gone": player.gone,
        },
        kodama=dict(zip(REGIONS, player.kodama, strict=True)),
        goods=dict(zip(GOODS, player.goods, strict=True)),
        buildings={kind: sum(b.kind == kind for b in own) for kind in BUILDINGS},
        rocks=player.rocks,
        crystals=player.crystals,
        free={place: n - places.count(place) for place, n in CRYSTAL_PLACES.items()},
        dues=tuple(
            DueView(
                due.key,
                due.n,
                due.region,
                due.less,
                tuple(what for what in choices(state, seat, due.key) if what != due.but),
            )
            for due in player.dues
        ),
        missing=missing(state, seat),
        passed=player.passed,
        ready=player.ready,
        farewell=state.season == "winter" and may_say_farewell(player),
    )


def _reach(state: State, seat: int) -> Iterator[DieReach]:
    """What each die on the seat's board may do where (rules D3 to D6)."""
    for number, die in enumerate(state.players[seat].dice):
        if die.out:
            continue
        spaces = [
            _space_reach(state, seat, number, region, space)
            for region in REGIONS
            for space in state.spaces(region)
        ]
        yield DieReach(number, die.value, die.zone == "red", tuple(spaces))


def _space_reach(state: State, seat: int, number: int, region: str, space: str) -> SpaceReach:
    value = state.players[seat].dice[number].value
    if region == HOME:
        needs = 1 if space == "copy" and value < 2 else 0
        return SpaceReach(region, space, needs, value + needs, None, ())
    placed = Die(value, f"{region}.{space}")
    there = state.with_player(seat, last=number).with_die(seat, number, placed)
    buildings = tuple(at for at in range(len(state.buildings)) if usable(there, seat, at))
    why = no_forest_action(state, region, space, value)
    for pips in range(SIX + 2 - value):
        if no_forest_action(state, region, space, min(SIX, value + pips), value + pips > SIX) is None:
            return SpaceReach(region, space, pips, min(SIX, value + pips), why, buildings)
    return SpaceReach(region, space, None, value, why, buildings)
