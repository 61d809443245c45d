"""The numbers that a template cannot read straight from rules_db: counted, or worked out as the games do."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from companion import facts
from companion.games.spirits.scoring import MISSING, majority
from companion.paths import RULES_DB

MINUS: Final = "−"


def of(slug: str, say: facts.Words) -> dict[str, Any]:
    """What the templates of a game may name besides the components."""
    own = _own(slug)
    seats = range(max(map(int, facts.components("spirits")["gems"]["each"])))
    return {
        "own": own,
        "signed": signed,
        "seats": seats,
        **(_spirits(own) if slug == "spirits" else _bitoku(own, say)),
    }


@cache
def _own(slug: str) -> Mapping[str, Any]:
    return tomllib.loads((RULES_DB / "sheets" / f"{slug}.toml").read_text("utf-8"))


def signed(n: int) -> str:
    """A number with a minus sign that is as wide as a plus."""
    return f"{MINUS}{-n}" if n < 0 else f"{n}"


# --- Spirits of the Forest


def _spirits(own: Mapping[str, Any]) -> dict[str, Any]:
    data = facts.components("spirits")
    forest, totals = data["forest"], data["totals"]
    tiles: Counter[str] = Counter()
    doubles: Counter[str] = Counter()
    for tile in facts.tiles("spirits"):
        tiles[tile.spirit] += tile.count
        doubles[tile.spirit] += tile.count * (tile.symbols == 2)
    half = forest["columns"] // 2
    return {
        "categories": facts.categories("spirits"),
        "tiles_of": tiles,
        "doubles_of": doubles,
        "cost": -data["points"]["missing"],
        "places": [tuple(map(int, cell.split(","))) for cell in forest["v"]],
        "left_over": totals["tokens"] - forest["tokens"],
        "plain_total": sum(t.count for t in facts.tiles("spirits") if t.symbols == 1 and not t.power),
        "shortest": (forest["rows"] - 1) * half,  # two tiles leave a row in each turn
        "longest": forest["rows"] * half - 1,
        "example": _example(own["example"]),
    }


def _example(example: Mapping[str, Any]) -> list[dict[str, Any]]:
    """One category among four players, counted by R24 to R27."""
    tiles, tokens = example["tiles"], example["tokens"]
    leads = majority([a + b for a, b in zip(tiles, tokens, strict=True)])
    return [
        {"tiles": on, "tokens": more, "points": (on + more if best else 0) + (0 if on else MISSING)}
        for on, more, best in zip(tiles, tokens, leads, strict=True)
    ]


# --- Bitoku


def _bitoku(own: Mapping[str, Any], say: facts.Words) -> dict[str, Any]:
    data, example = facts.components("bitoku"), own["example"]
    highest, crossed = data["highest_die"], data["crossed_six"]
    points = {
        "track": example["track"],
        "harvest": 0,
        "pioneer": data["points"]["pioneer"],
        "virtues": data["virtue_points"][example["kinds"]],
        "treasures": sum(example["prizes"][: example["level"]]) // example["level"],
        "rocks": example["pilgrims"] * example["pieces"],
        "homage": (sum(example["dice"]) + example["resources"]) // data["points"]["homage_divisor"],
        "visions": sum(example["visions"]),
        "destiny": sum(example["destiny"]),
    }
    return {
        "penance": [(n, crossed if n == highest else n - 1) for n in range(highest, 0, -1)],
        "cells": {region: _cells(data, region, say) for region in data["regions"] if region != "home"},
        "home": _home(data, say),
        "asked": _asked(data, example, ", " if say.lang == "en" else "、"),
        "asked_first": 4,  # what is asked while setting up
        "inventory": _inventory(data),
        "tengu_count": _tengu_count(data["points"]),
        "worked": points,
        "worked_total": sum(points.values()),
    }


def _cells(data: Mapping[str, Any], region: str, say: facts.Words) -> list[dict[str, Any]]:
    """The five spaces of a region: the die needed, what it gives, and what is left out of the price."""
    return [
        {
            "needs": number,
            "gives": _effects(data["forest"][region][number], say, data),
            "less": data["less"].get(f"{region}.{number}"),
        }
        for number in data["numbers"]
    ]


def _asked(
    data: Mapping[str, Any], example: Mapping[str, Any], comma: str
) -> list[tuple[str, dict[str, Any]]]:
    """What is asked at the table, in order, with the numbers of question and answer."""
    n, level = data["farewell_yokai"], example["level"]
    prizes, dice = example["prizes"], example["dice"]
    divisor = data["points"]["homage_divisor"]
    counted = sum(dice) + example["resources"]
    three, four = (players for players, face in _own("bitoku")["inserts"].items() if face != "none")
    return [
        ("inserts", {"three": three, "four": four}),
        ("ancient", {"four": next(p for p, found in data["ancient_buildings"].items() if not found)}),
        ("torii", {"a": data["tiles"]["torii_a"], "b": data["tiles"]["torii_b"]}),
        ("compensation", {}),
        ("open", {}),
        ("second_card", {}),
        ("resonance", {}),
        ("pilgrim", {}),
        (
            "amulets",
            {
                "die": example["amulet"]["die"],
                "amulet": example["amulet"]["value"],
                "six": data["highest_die"],
            },
        ),
        ("cheapest", {}),
        ("branch", {}),
        ("red", {}),
        ("farewell", {"n": n, "less": n - 1, "most": data["farewell_most"]}),
        ("rounds", {"n": data["rounds"]}),
        (
            "tie",
            {
                "prizes": comma.join(map(str, prizes)),
                "a": level,
                "share": sum(prizes[:level]) // level,
                "next": prizes[level],
            },
        ),
        ("notation", {}),
        ("two_visions", {}),
        (
            "homage",
            {
                "dice": " + ".join(map(str, dice)),
                "resources": example["resources"],
                "sum": counted,
                "n": divisor,
                "points": counted // divisor,
            },
        ),
        ("hard", {"six": data["highest_die"]}),
    ]


def _inventory(data: Mapping[str, Any]) -> list[tuple[str, int]]:
    """What a whole box holds, of each thing."""
    tiles, cards, supply, player = data["tiles"], data["cards"], data["supply"], data["player"]
    families = data["families"]
    people = len(data["peoples"])
    return [
        *((name, player[name] * people) for name in ("dice", "pilgrims", "kodama", "building_markers")),
        ("resources", sum(supply[name] for name in data["resources"])),
        ("buildings", sum(tiles[name] for name in families["building"])),
        ("ancient_building", tiles["ancient_building"]),
        ("treasure", tiles["treasure"]),
        ("crystal", tiles["crystal"]),
        ("mitama", sum(tiles[name] for name in families["mitama"])),
        ("dragonfly", tiles["dragonfly"]),
        ("torii", tiles["torii_a"] + tiles["torii_b"]),
        ("rocks", data["rocks"]["count"]),
        *((name, cards[name]) for name in ("starting_yokai", "yokai", "bitoku", "vision", "tengu_action")),
        *((name, supply[name]) for name in ("amulets", "triple_resources", "hikaru_markers", "inserts")),
    ]


def _tengu_count(points: Mapping[str, Any]) -> list[tuple[str, int | str]]:
    """The Tengu's Ascension: of each line the points for one thing, or where they are read."""
    tengu = points["tengu"]
    return [
        ("track", "shown"),
        ("buildings", "shown"),
        ("match", tengu["match"]),
        ("starting", tengu["starting_yokai"]),
        ("advanced", tengu["advanced_yokai"]),
        ("resources", tengu["resource"]),
        ("crystals", tengu["crystal"]),
        ("virtues", "table"),
        ("treasures", "prize"),
        ("first", points["pioneer"]),
    ]


def _home(data: Mapping[str, Any], say: facts.Words) -> list[dict[str, Any]]:
    """The spaces of the Great Spirit's home: for which numbers of players (empty: all), what they give."""
    found = []
    for space, gives in data["forest"]["home"].items():
        players = [n for n, spaces in data["home_spaces"].items() if space in spaces]
        whole = len(players) == len(data["home_spaces"])
        span = "" if whole else f"{players[0]}–{players[-1]}"
        found.append({"players": span, "gives": _effects(gives, say, data)})
    return found


_ALTERNATIVES: Final[Mapping[str, tuple[str, ...]]] = {
    "mitama_or_dragonfly": ("mitama", "dragonfly"),
    "dragonfly_tile": ("dragonfly",),
    "grow_or_build": ("crystal", "build"),
    "grow": ("crystal",),
    "vision_or_resource": ("vision",),
    "resource_or_walk": ("resource", "walk"),
}
_ICONS: Final[Mapping[str, tuple[str, ...]]] = {
    "build": ("temple",),
    "walk": ("pilgrim",),
    "wood_or_jade": ("wood", "jade"),
    "resource": (),
}


def _effects(items: tuple[str, ...], say: facts.Words, data: Mapping[str, Any]) -> list[list[dict[str, Any]]]:
    """Effects such as `walk+2`: all are given; of the inner list one, each with its icons and words."""
    return [[_effect(name, n, say, data) for name in names] for names, n in map(_parts, items)]


def _parts(item: str) -> tuple[tuple[str, ...], int]:
    name, _, n = item.rpartition("+")
    name = name.split(".")[0]
    return _ALTERNATIVES.get(name, (name,)), int(n)


def _effect(name: str, n: int, say: facts.Words, data: Mapping[str, Any]) -> dict[str, Any]:
    if name.startswith("amulet"):
        name, n = "amulet", int(name.removeprefix("amulet"))
    key = "walks" if name == "walk" and n > 1 else name
    words = say(f"sheets.bitoku.effect.{key}", n=n, least=_own("bitoku")["copy_least"])
    return {
        "name": name,
        "n": n,
        "words": words,
        "icons": () if name == "copy" else _ICONS.get(name, (name,)),
    }
