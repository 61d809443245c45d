"""Building, using buildings, and crystals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from companion.engine.game import Violation
from companion.games.bitoku.dice import built_now, usable
from companion.games.bitoku.dues import MOST_ITEMS, answered, book_all
from companion.games.bitoku.goods import add_due, book, parse, place_free, wake
from companion.games.bitoku.moves import Build, Grow, Use
from companion.games.bitoku.state import (
    BUILDINGS,
    CRYSTAL_PLACES,
    CRYSTALS,
    HILLS,
    MOST_BUILDINGS,
    MOST_CRYSTALS,
    NEVER,
    NOBODY,
    Building,
    Crystal,
    Due,
    State,
)
from companion.games.bitoku.wording import illegal, impossible, region_word

COPIES: Final = 6
"""Tiles of each type of building."""


def candidates(state: State, seat: int) -> Iterator[Any]:
    """What may be built, used or placed with what is due to the seat."""
    player = state.players[seat]
    if player.due("build", "grow_or_build"):
        yield from (Build(kind, region) for kind in BUILDINGS for region in HILLS)
    if player.due("grow", "grow_or_build"):
        for kind in CRYSTALS:
            yield from (Grow(kind, place) for place in CRYSTAL_PLACES)
    due = player.due("building")
    if due is not None:
        yield from (Use(number) for number, b in enumerate(state.buildings) if b.region == due.region)


def check_build(state: State, seat: int, move: Build) -> tuple[Violation, ...]:
    """A building may come from a space, a card or a tile, so nothing need be due (rule G2)."""
    if move.building not in BUILDINGS or move.region not in HILLS:
        return (impossible("G2", "no_such_building"),)
    if not 0 <= move.value <= 6:
        return (impossible("G2", "no_such_value"),)
    if len(state.own_buildings(seat)) >= MOST_BUILDINGS:
        return (impossible("G2", "six_buildings", n=MOST_BUILDINGS),)
    found = []
    if sum(building.kind == move.building for building in state.buildings) >= COPIES:
        found.append(illegal("G2", "tiles_used_up", n=COPIES))
    size = state.size(f"area.{move.region}")
    if size and sum(building.region == move.region for building in state.buildings) >= size:
        found.append(illegal("G2", "area_full", region=region_word(move.region), n=size))
    return (*found, *book_all(state, seat, move.items)[1], *_check_for_owner(move.for_owner))


def _check_for_owner(items: tuple[str, ...]) -> tuple[Violation, ...]:
    """What a tile shows its owner comes from the supply, so it takes nothing away (rule D8)."""
    if len(items) > MOST_ITEMS:
        return (impossible("G1", "many_items", n=MOST_ITEMS),)
    read = [(item, parse(item)) for item in items]
    wrong = (item for item, found in read if found is None or found[1] < 0)
    return tuple(impossible("G1", "no_such_item", item=item[:24]) for item in wrong)


def step_build(state: State, seat: int, move: Build) -> State:
    built = state.players[seat].turn
    building = Building(move.building, move.region, seat, move.value, built, move.for_owner)
    state = answered(state, seat, "build", "grow_or_build")
    state = replace(state, buildings=(*state.buildings, building))
    return book(state, seat, move.items)[0]


def check_use(state: State, seat: int, move: Use) -> tuple[Violation, ...]:
    if not 0 <= move.building < len(state.buildings):
        return (impossible("D6", "no_such_building_there"),)
    player, building = state.players[seat], state.buildings[move.building]
    due = player.due("building")
    found = []
    if player.last == NOBODY or due is None:
        found.append(illegal("D6", "no_die_for_it"))
    elif building.region != due.region:
        found.append(illegal("D6", "other_area", region=region_word(due.region)))
    elif built_now(state, seat, move.building):
        found.append(illegal("D7", "built_this_turn"))
    elif not usable(state, seat, move.building):
        found.append(illegal("D6", "value_too_low", n=building.value))
    return (*found, *book_all(state, seat, move.items)[1], *_check_for_owner(move.for_owner))


def step_use(state: State, seat: int, move: Use) -> State:
    """The owner of the building gets its bonus from the supply (rule D8): what the tile is known to show, or
    what the owner then says."""
    state = answered(state, seat, "building")
    building = state.buildings[move.building]
    if move.for_owner:
        building = replace(building, for_owner=move.for_owner)
        houses = (*state.buildings[: move.building], building, *state.buildings[move.building + 1 :])
        state = replace(state, buildings=houses)
    if building.for_owner:
        state = book(state, building.owner, owner_gets(state, seat, building))[0]
    elif building.owner not in (seat, NOBODY) and state.everything:
        state = add_due(state, building.owner, Due("owner"))
    return book(state, seat, move.items)[0]


def owner_gets(state: State, seat: int, building: Building) -> tuple[str, ...]:
    """What the owner of a building gets by itself when that seat uses it; nothing where nobody knows, or
    where there is no other owner (rule D8). The Tengu never has amulets (rule S1)."""
    if building.owner in (seat, NOBODY) or not state.everything:
        return ()
    never = NEVER if state.is_tengu(building.owner) else ()
    return tuple(item for item in building.for_owner if item.rpartition("+")[0] not in never)


def check_grow(state: State, seat: int, move: Grow) -> tuple[Violation, ...]:
    if move.crystal not in CRYSTALS or move.place not in CRYSTAL_PLACES:
        return (impossible("G5", "no_such_crystal_place"),)
    player = state.players[seat]
    if len(player.crystals) >= MOST_CRYSTALS:
        return (impossible("G5", "crystal_places", n=MOST_CRYSTALS),)
    if not place_free(player, move.place):
        return (impossible("G5", "crystal_there"),)
    return book_all(state, seat, move.items)[1]


def step_grow(state: State, seat: int, move: Grow) -> State:
    state = answered(state, seat, "grow", "grow_or_build")
    state = wake(state, seat, Crystal(move.crystal, move.place))
    return book(state, seat, move.items)[0]
