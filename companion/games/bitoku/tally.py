"""The score sheet of a table of Bitoku, with what was kept count of filled in."""

from __future__ import annotations

from typing import Any, Final

from companion.facts import components
from companion.games.bitoku.ending import Player as Holder
from companion.games.bitoku.ending import Rock as Counted
from companion.games.bitoku.ending import matching
from companion.games.bitoku.state import (
    AMULETS,
    BUILDINGS,
    CRYSTALS,
    MITAMA,
    PAIRS,
    PURPLE,
    REGIONS,
    RESOURCES,
    TENGU,
    VIRTUES,
    YOKAI,
    Rock,
    State,
)
from companion.games.bitoku.visions import WANTED

_DATA: Final = components("bitoku")
_NEUTRAL: Final = _DATA["neutral_kodama"]


def tally(state: State, names: tuple[str, ...]) -> dict[str, Any]:
    """The sheet as it stands now. A table that keeps count of turns only says the players, their place
    in the turn order and their dice, and leaves out the rest. One that keeps count of everything can be
    counted at any moment: of a lake treasure or a rock that nobody described nothing is counted."""
    prizes = dict(state.prizes)
    sheet: dict[str, Any] = {"game": "bitoku", "options": dict(state.options)}
    if state.everything:
        prizes = {region: prizes.get(region, ()) for region in REGIONS}
    if prizes:
        sheet["treasures"] = {region: list(prize) for region, prize in prizes.items()}
    if state.seats in _NEUTRAL["players"]:
        sheet["neutral_kodama"] = dict.fromkeys(REGIONS, _NEUTRAL["space"])
    sheet["players"] = [_player(state, seat, name) for seat, name in enumerate(names[: state.people])]
    if state.tengu is not None:
        sheet["tengu"] = _tengu(state)
    return sheet


def _player(state: State, seat: int, name: str) -> dict[str, Any]:
    player = state.players[seat]
    sheet: dict[str, Any] = {
        "name": name,
        "turn_order": state.order.index(seat) + 1,
        "dice": [die.value for die in player.dice],
    }
    if state.led == seat and ("pioneer", "last_round") in state.options:
        sheet["last_round_first"] = True
    if not state.everything:
        return sheet
    return sheet | {
        "vp": player.good("vp"),
        "bitoku": [kind for kind in VIRTUES for _ in range(player.good(kind))],
        "kodama": dict(zip(REGIONS, player.kodama, strict=True)),
        "rocks": [_rock(rock) for rock in player.rocks],
        "resources": {kind: player.good(kind) for kind in RESOURCES},
        "holdings": {kind: n for kind, n in held(state, seat).items() if n},
        "paired": {kind: player.good(pair) for pair, kind in PAIRS.items() if player.good(pair)},
        **{purple: player.good(purple) for purple in PURPLE.values() if player.good(purple)},
    }


def _tengu(state: State) -> dict[str, Any]:
    """The Tengu's part. What its building markers uncovered is printed on its board and asked, unless
    somebody noted it (rule S11). In the quick variant they uncover nothing, and what it has is counted in
    either tracking (rule Q10)."""
    player = state.players[TENGU]
    sheet: dict[str, Any] = {"turn_order": state.order.index(TENGU) + 1}
    if state.led == TENGU and ("pioneer", "last_round") in state.options:
        sheet["last_round_first"] = True
    if state.quick or player.good("building_vp"):
        sheet["building_vp"] = 0 if state.quick else player.good("building_vp")
    if not (state.everything or state.quick):
        return sheet
    holder = Holder("", holdings=held(state, TENGU))
    matches = (matching(Counted(0, kind=rock.of), holder) for rock in player.rocks if rock.of in WANTED)
    yokai = sum(player.good(kind) for kind in YOKAI)
    starting = min(yokai, player.deck)
    return sheet | {
        "vp": player.good("vp"),
        "rock_matches": sum(sum(found.values()) for found in matches),
        "starting_yokai": starting,
        "advanced_yokai": yokai - starting,
        "crystals": len(player.crystals),
        "resources": {kind: player.good(kind) for kind in RESOURCES},
        "bitoku": [kind for kind in VIRTUES for _ in range(player.good(kind))],
        "kodama": dict(zip(REGIONS, player.kodama, strict=True)),
    }


def held(state: State, seat: int) -> dict[str, int]:
    """The pieces of a player by kind; those in pairs count as what they are, and the pairs beside them."""
    player, own = state.players[seat], state.own_buildings(seat)
    holdings = {kind: player.good(kind) for kind in (*RESOURCES, *YOKAI, *MITAMA, "dragonfly")}
    holdings |= {kind: sum(building.kind == kind for building in own) for kind in BUILDINGS}
    holdings |= {kind: sum(crystal.kind == kind for crystal in player.crystals) for kind in CRYSTALS}
    holdings |= {"pair": player.pairs, "rock": len(player.rocks)}
    return holdings | {"amulet": sum(player.good(name) for name in AMULETS)}


def _rock(rock: Rock) -> dict[str, Any]:
    """A rock as the sheet has it: its matches are counted there from what the player holds (rule A5)."""
    if rock.of in ("", "other"):
        return {"pilgrims": rock.pilgrims, "matches": 0}
    return {"kind": rock.of, "pilgrims": rock.pilgrims}
