"""Counting a game of Bitoku: the eight steps of the Ascension (rules A0 to A9), and the Tengu's (S10 to S20).

`score` counts a finished sheet, `draft` one that is still being filled in. Each line carries the numbers that
explain it; the shapes stand at the function that makes the line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.engine.game import Word
from companion.engine.scores import Line, PlayerScore, Result, SheetError, rank
from companion.facts import components
from companion.games.bitoku.ending import REGIONS, Player, Sheet, Tengu, matching
from companion.games.bitoku.lakes import TENGU, Standing, standings
from companion.games.bitoku.sheet import Reading, read
from companion.games.bitoku.visions import Assignment, Card, assign

_DATA: Final[Mapping[str, Any]] = components("bitoku")
VIRTUE_POINTS: Final[tuple[int, ...]] = _DATA["virtue_points"]
PIONEER: Final[int] = _DATA["points"]["pioneer"]
HOMAGE: Final[int] = _DATA["points"]["homage_divisor"]
_TENGU: Final[Mapping[str, int]] = _DATA["points"]["tengu"]
TENGU_NAME: Final = "Tengu"
_LAST: Final = 99


class SheetErrors(SheetError):
    """Several things wrong in one sheet: the first of them, and all in `faults`."""

    def __init__(self, faults: Sequence[SheetError]) -> None:
        super().__init__(faults[0].path, faults[0].reason, **faults[0].values)
        self.faults = tuple(faults)


def score(sheet: Any) -> Result:
    """Count a score sheet. Raises SheetErrors naming every part at fault or missing."""
    reading = read(sheet)
    if wrong := reading.faults + reading.missing:
        raise SheetErrors(wrong)
    return count(reading)


def draft(sheet: Any) -> tuple[Result, Reading]:
    """Count what is there of a sheet, whatever is wrong or missing in it; the reading says what that is."""
    reading = read(sheet)
    return count(reading), reading


def count(reading: Reading) -> Result:
    """The result of a sheet that was read."""
    sheet = reading.sheet
    lakes = standings(sheet)
    counted = [_player(sheet, at, player, lakes) for at, player in enumerate(sheet.players)]
    players = tuple(
        _score(player.name, lines) for player, (lines, _) in zip(sheet.players, counted, strict=True)
    )
    met = [of.met for _, of in counted]
    warnings = reading.warnings + tuple(
        SheetError(("players", at, "visions"), "not_proven")
        for at, (_, of) in enumerate(counted)
        if not of.proven
    )
    used = {
        key: choice
        for key, choice in sheet.options.items()
        if sheet.tengu is not None or not key.startswith("tengu_")
    }
    order = [player.turn_order or _LAST for player in sheet.players]
    ranking = (
        rank(
            [player.total for player in players],
            (("visions", met), ("turn_order", [-place for place in order])),
        )
        if players
        else None
    )
    json: dict[str, Any] = {
        "game": "bitoku",
        "players": [_json(player, n) for player, n in zip(players, met, strict=True)],
        "ranking": [players[at].name for at in ranking.order] if ranking else [],
        "winners": [players[at].name for at in ranking.winners] if ranking else [],
        "decided_by": ranking.decided_by if ranking else None,
        "options": used,
        "warnings": [_warning(warning) for warning in warnings],
    }
    winners = ranking.winners if ranking else ()
    won, opponent = None, None
    if sheet.tengu is not None:
        opponent = _score(TENGU_NAME, _tengu(sheet, sheet.tengu, lakes))
        won = bool(players) and players[0].total > opponent.total
        winners = winners if won else ()
        json |= {"won": won, "opponent": _json(opponent, None)}
        json["winners"] = [players[at].name for at in winners]
    return Result(
        "bitoku",
        players,
        ranking.order if ranking else (),
        winners,
        ranking.decided_by if ranking else None,
        used,
        json,
        warnings=warnings,
        won=won,
        opponent=opponent,
    )


def _score(name: str, lines: Sequence[Line]) -> PlayerScore:
    return PlayerScore(name, tuple(lines), sum(line.points for line in lines))


def _json(player: PlayerScore, met: int | None) -> dict[str, Any]:
    """A score in the form of `cases/`: lakes by region, rocks one by one, everything else a number."""
    lines: dict[str, Any] = {}
    for line in player.lines:
        if line.key == "treasures":
            lines[line.key] = {region: of["points"] for region, of in line.values["regions"].items()}
        elif line.key == "rocks" and met is not None:
            lines[line.key] = [rock["points"] for rock in line.values["rocks"]]
        else:
            lines[line.key] = line.points
        if line.key == "visions":
            lines["visions_met"] = met
    return {"name": player.name, "total": player.total, "lines": {**lines, "total": player.total}}


def _warning(warning: SheetError) -> dict[str, Any]:
    values = {name: of.key if isinstance(of, Word) else of for name, of in warning.values.items()}
    return {"path": list(warning.path), "reason": warning.reason, "values": values}


# --- a player's lines


def _player(
    sheet: Sheet, at: int, player: Player, lakes: Mapping[str, Sequence[Standing]]
) -> tuple[list[Line], Assignment]:
    assignment = assign(player.visions, player.holdings, player.paired)
    lines = [Line("track", player.vp, "A0", {})]
    if player.harvest:
        lines.append(Line("harvest", player.harvest, "A1", {}))
    lines += [
        _pioneer(sheet, player, "A2"),
        _virtues(player.bitoku, "A3"),
        _treasures(lakes, at, "A4"),
        _rocks(sheet, player),
        _homage(player),
        _visions(assignment.cards),
        Line(
            "destiny",
            player.building_vp + player.crystal_vp,
            "A8",
            {"buildings": player.building_vp, "crystals": player.crystal_vp},
        ),
    ]
    return [*lines, *_extra(player)], assignment


def _pioneer(sheet: Sheet, seat: Player | Tengu, rule: str) -> Line:
    """values: `turn_order` (None: not known), `by`: the reading of the rule, `first`: whether it is they."""
    by = sheet.options["pioneer"]
    first = seat.turn_order == 1 if by == "track" else seat.last_round_first
    return Line(
        "pioneer", PIONEER if first else 0, rule, {"turn_order": seat.turn_order, "by": by, "first": first}
    )


def _virtues(cards: Sequence[str], rule: str) -> Line:
    """values: `kinds`: how many cards of each kind, `n`: how many kinds."""
    kinds = Counter(cards)
    return Line("virtues", VIRTUE_POINTS[len(kinds)], rule, {"kinds": dict(kinds), "n": len(kinds)})


def _treasures(lakes: Mapping[str, Sequence[Standing]], who: int | str, rule: str) -> Line:
    """values: `regions`: for each region `points`, `place` (0: has none), `space`, `prizes` shared, `level`:
    who shares it (indexes of players, "neutral", "tengu"), and `order`: everybody, furthest first."""
    regions: dict[str, dict[str, Any]] = {}
    for region in REGIONS:
        own = next((standing for standing in lakes[region] if who in standing.level), None)
        regions[region] = {
            "points": own.share if own else 0,
            "place": own.place if own else 0,
            "space": own.space if own else 0,
            "prizes": list(own.prizes) if own else [],
            "level": list(own.level) if own else [],
            "order": [[standing.space, list(standing.level), standing.share] for standing in lakes[region]],
        }
    return Line("treasures", sum(of["points"] for of in regions.values()), rule, {"regions": regions})


def _rocks(sheet: Sheet, player: Player) -> Line:
    """values: `rocks`: for each `kind`, `name`, `pilgrims`, `matches`, `pieces` (by kind, when they were
    counted from what the player holds), `vp` for each, `points`; `by`: the reading of the rule."""
    by = sheet.options["rocks"]
    rocks: list[dict[str, Any]] = []
    for rock in player.rocks:
        pieces = matching(rock, player) if rock.matches is None else {}
        matches = sum(pieces.values()) if rock.matches is None else rock.matches
        paid = rock.pilgrims * matches if by == "product" else min(rock.pilgrims, matches)
        rocks.append(
            {
                "kind": rock.kind,
                "name": rock.name,
                "pilgrims": rock.pilgrims,
                "matches": matches,
                "pieces": pieces,
                "vp": rock.vp,
                "points": paid * rock.vp,
            }
        )
    return Line("rocks", sum(rock["points"] for rock in rocks), "A5", {"rocks": rocks, "by": by})


def _homage(player: Player) -> Line:
    """values: `dice`, `pips`, `resources`: how many, `sum` of pips and resources, `divisor`."""
    pips, resources = sum(player.dice), sum(player.resources.values())
    return Line(
        "homage",
        (pips + resources) // HOMAGE,
        "A6",
        {
            "dice": list(player.dice),
            "pips": pips,
            "resources": resources,
            "sum": pips + resources,
            "divisor": HOMAGE,
        },
    )


def _visions(cards: Sequence[Card]) -> Line:
    """values: `cards`: for each `name`, `met`, `points`, `needs` (each a list of [of, n], one of which is
    enough), `served` (for each need the pieces by kind), `missing` (a list of [of, n]); `met`: how many."""
    shown = [
        {
            "name": card.vision.name,
            "met": card.met,
            "points": card.points,
            "needs": [[[want.of, want.n] for want in need] for need in card.vision.needs],
            "served": [dict(pieces) for pieces in card.served],
            "missing": [[want.of, want.n] for want in card.missing],
        }
        for card in cards
    ]
    return Line(
        "visions",
        sum(card.points for card in cards),
        "A7",
        {"cards": shown, "met": sum(card.met for card in cards)},
    )


def _extra(seat: Player | Tengu) -> list[Line]:
    """values: `lines`: the names and points entered by hand."""
    if not seat.extra:
        return []
    lines = [[line.name, line.points] for line in seat.extra]
    return [Line("extra", sum(line.points for line in seat.extra), "X1", {"lines": lines})]


# --- the Tengu's lines


def _tengu(sheet: Sheet, tengu: Tengu, lakes: Mapping[str, Sequence[Standing]]) -> list[Line]:
    """Values: `n` counted and `each`; for yokai `starting` and `advanced`; for the bonus the `regions`."""
    buildings = tengu.building_vp if sheet.options["tengu_buildings"] == "on" else 0
    resource = _TENGU["resource"] if sheet.options["tengu_resources"] == "on" else 0
    lines = [
        Line("track", tengu.vp, "A0", {}),
        Line("buildings", buildings, "S11", {"n": tengu.building_vp}),
        _each("rocks", tengu.rock_matches, _TENGU["match"], "S12"),
        Line(
            "yokai",
            tengu.starting_yokai * _TENGU["starting_yokai"] + tengu.advanced_yokai * _TENGU["advanced_yokai"],
            "S13",
            {"starting": tengu.starting_yokai, "advanced": tengu.advanced_yokai},
        ),
        _each("resources", sum(tengu.resources.values()), resource, "S14"),
        _each("crystals", tengu.crystals, _TENGU["crystal"], "S15"),
        _virtues(tengu.bitoku, "S16"),
        _treasures(lakes, TENGU, "S17"),
        _pioneer(sheet, tengu, "S18"),
    ]
    if sheet.options["tengu_kodama"] == "on" and sheet.players:
        mine = sheet.players[0].kodama
        ahead = [region for region in REGIONS if tengu.kodama[region] >= mine[region]]
        lines.append(
            Line("kodama", len(ahead) * _TENGU["ahead"], "S20", {"regions": ahead, "each": _TENGU["ahead"]})
        )
    return [*lines, *_extra(tengu)]


def _each(key: str, n: int, each: int, rule: str) -> Line:
    return Line(key, n * each, rule, {"n": n, "each": each})
