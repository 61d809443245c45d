"""A plain score sheet to change in tests."""

from copy import deepcopy

REGIONS = ("yomi", "stairway", "home", "glade", "forge")


def player(name, turn_order, **changes):
    plain = {
        "name": name,
        "turn_order": turn_order,
        "vp": 0,
        "bitoku": [],
        "kodama": dict.fromkeys(REGIONS, 1),
        "rocks": [],
        "dice": [1, 1, 1],
        "resources": {},
        "visions": [],
        "holdings": {},
        "building_vp": 0,
        "crystal_vp": 0,
    }
    return plain | changes


def sheet(*players, **changes):
    """Treasures are worth nothing unless a test says so."""
    nothing = {region: [0, 0, 0] for region in REGIONS}
    return deepcopy({"game": "bitoku", "treasures": nothing, "players": list(players)} | changes)


def solo(player_, tengu, **changes):
    plain = {"turn_order": 2, "kodama": dict.fromkeys(REGIONS, 1)}
    return sheet(player_, tengu=plain | tengu, **changes)
