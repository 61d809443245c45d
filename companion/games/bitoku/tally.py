"""The score sheet of a table of Bitoku, with what was kept count of filled in."""

from __future__ import annotations

from typing import Any, Final

from companion.facts import components
from companion.games.bitoku.state import (
    AMULETS,
    BUILDINGS,
    CRYSTALS,
    FAMILIES,
    MITAMA,
    REGIONS,
    RESOURCES,
    VIRTUES,
    YOKAI,
    Player,
    State,
)

_DATA: Final = components("bitoku")
_JOKERS: Final = _DATA["rocks"]["jokers"]
_FAMILY: Final = {kind: family for family, kinds in FAMILIES.items() for kind in kinds}


def tally(state: State, names: tuple[str, ...]) -> dict[str, Any]:
    """The sheet as it stands now. At a table that keeps count of turns only it names the players, their place
    in the turn order and their dice; what was not kept count of is left out."""
    sheet: dict[str, Any] = {
        "game": "bitoku",
        "players": [_player(state, seat, name) for seat, name in enumerate(names)],
    }
    neutral = _DATA["neutral_kodama"]
    if state.seats in neutral["players"]:
        sheet["neutral_kodama"] = dict.fromkeys(REGIONS, neutral["space"])
    return sheet


def _player(state: State, seat: int, name: str) -> dict[str, Any]:
    player = state.players[seat]
    sheet: dict[str, Any] = {
        "name": name,
        "turn_order": state.order.index(seat) + 1,
        "dice": [die.value for die in player.dice],
    }
    if not state.everything:
        return sheet
    holdings = held(state, seat)
    return sheet | {
        "vp": player.good("vp"),
        "bitoku": [kind for kind in VIRTUES for _ in range(player.good(kind))],
        "kodama": dict(zip(REGIONS, player.kodama, strict=True)),
        "rocks": [_rock(player, at, holdings) for at in range(len(player.rocks))],
        "resources": {kind: player.good(kind) for kind in RESOURCES},
        "holdings": {kind: n for kind, n in holdings.items() if n},
    }


def held(state: State, seat: int) -> dict[str, int]:
    """The pieces of a player by kind, those in pairs counted as what they are and the pairs beside them."""
    player, own = state.players[seat], state.own_buildings(seat)
    holdings = {kind: player.good(kind) for kind in (*RESOURCES, *YOKAI, *MITAMA, "dragonfly")}
    holdings |= {kind: sum(building.kind == kind for building in own) for kind in BUILDINGS}
    holdings |= {kind: sum(crystal.kind == kind for crystal in player.crystals) for kind in CRYSTALS}
    holdings |= {"pair": player.pairs, "rock": len(player.rocks)}
    return holdings | {"amulet": sum(player.good(name) for name in AMULETS)}


def _rock(player: Player, at: int, holdings: dict[str, int]) -> dict[str, Any]:
    """A rock: what it counts, how many of it the player has, jokers among them, and who sits there (A5)."""
    rock = player.rocks[at]
    if rock.of not in _FAMILY:
        return {"pilgrims": rock.pilgrims, "matches": 0}
    joker = _JOKERS.get(_FAMILY[rock.of])
    matches = holdings[rock.of] + (holdings[joker] if joker else 0)
    return {"of": rock.of, "pilgrims": rock.pilgrims, "matches": matches}
