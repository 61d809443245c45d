"""The score sheet of Bitoku as it is written (JSON), read into what can be counted, with all that is wrong.

The form is that of `cases/`; everything beyond it has a default. `read` never gives up: a part at fault
counts as if it were empty and is named, so that a sheet half filled in can be counted too.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any, Final

from companion.engine.game import Word
from companion.engine.names import same_name
from companion.engine.scores import SheetError
from companion.games.bitoku.box import components_allow
from companion.games.bitoku.ending import (
    DICE,
    MITAMA,
    MOST_PLAYERS,
    NEUTRAL_PLAYERS,
    NEUTRAL_SPACE,
    OPTIONS,
    PILGRIMS,
    REGIONS,
    RESOURCES,
    STARTING_YOKAI,
    VIRTUES,
    VISION_CARDS,
    Extra,
    Player,
    Rock,
    Sheet,
    Tengu,
)
from companion.games.bitoku.reading import Part, Path, Reader, shown
from companion.games.bitoku.visions import PIECES, WANTED, Vision, Want

FARTHEST: Final = 30
"""No kodama track is that long; how long they are is printed on the board and known from no source."""
NAME_LENGTH: Final = 40
MANY: Final = 999
NEEDS, ALTERNATIVES, WAYS, PIECES_OF_A_NEED = 5, 4, 128, 9
"""More than any card can print: what a sheet may ask the search to do. WAYS: choices among alternatives."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A sheet, what is wrong in it, what it does not say yet, and what is more than the base game holds."""

    sheet: Sheet
    faults: tuple[SheetError, ...]
    missing: tuple[SheetError, ...]
    warnings: tuple[SheetError, ...]


def read(content: Any) -> Reading:
    """Read a sheet. Raises nothing: all that is wrong is in the reading."""
    reader = Reader("bitoku")
    table = reader.part(content, ())
    if table.get("game", "bitoku") != "bitoku":
        reader.fault(("game",), "other_game", value=shown(table["game"]))
    chosen = _options(reader, table)
    players = tuple(
        _player(reader.part(each, ("players", at)))
        for at, each in enumerate(table.sequence("players", required=True))
    )
    tengu = None if table.get("tengu") is None else _tengu(reader.part(table["tengu"], ("tengu",)))
    treasures = _treasures(table)
    sheet = Sheet(players, treasures, _neutral(table, len(players)), tengu, chosen)
    table.done()
    _seats(reader, sheet)
    _turn_order(reader, sheet)
    components_allow(reader, sheet)
    if chosen["box"] == "base":
        reader.faults += reader.warnings
    return Reading(sheet, tuple(reader.faults), tuple(reader.missing), tuple(reader.warnings))


def _options(reader: Reader, table: Part) -> dict[str, str]:
    given = reader.part(table.get("options") or {}, ("options",))
    for key, choice in given.content.items():
        if key not in OPTIONS:
            reader.fault(("options", shown(key)), "no_such_option", value=shown(key))
        elif choice not in OPTIONS[key].choices:
            reader.fault(("options", key), "no_such_choice", value=shown(choice))
    return {
        key: given[key] if key in given and given[key] in option.choices else option.default
        for key, option in OPTIONS.items()
    }


def _player(player: Part) -> Player:
    dice = player.sequence("dice", required=True)
    if dice and len(dice) != DICE:
        player.reader.fault(player.at("dice"), "three_dice", n=len(dice))
    holdings = player.counts("holdings", PIECES, "no_such_piece")
    resources = player.counts("resources", RESOURCES, "no_such_resource")
    result = Player(
        name=player.text("name", NAME_LENGTH, required=True),
        turn_order=player.number("turn_order", 1, MOST_PLAYERS, 0, required=True) or None,
        vp=player.number("vp"),
        harvest=player.number("harvest"),
        bitoku=player.choices("bitoku", VIRTUES, "no_such_virtue"),
        kodama=_kodama(player),
        rocks=tuple(_rock(rock) for rock in player.parts("rocks")),
        dice=tuple(_die(player, at, value) for at, value in enumerate(dice[:DICE])),
        resources=resources or {kind: holdings[kind] for kind in RESOURCES if kind in holdings},
        visions=tuple(_vision(vision) for vision in player.parts("visions", VISION_CARDS)),
        # A resource is entered once, wherever it counts.
        holdings={**resources, **holdings},
        paired=player.counts("paired", MITAMA, "no_such_mitama"),
        building_vp=player.number("building_vp"),
        crystal_vp=player.number("crystal_vp"),
        extra=_extra(player),
        last_round_first=player.flag("last_round_first"),
    )
    player.done()
    for kind in RESOURCES:
        if kind in resources and kind in holdings and resources[kind] != holdings[kind]:
            player.reader.warn((*player.at("holdings"), kind), "resources_differ", n=resources[kind])
    return result


def _die(player: Part, at: int, value: Any) -> int:
    path = (*player.at("dice"), at)
    if isinstance(value, int) and not isinstance(value, bool) and not 1 <= value <= 6:
        player.reader.fault(path, "no_such_pip", value=shown(value))
        return 0
    return player.reader.number(value, path, 1, 6) or 0


def _kodama(part: Part) -> dict[str, int]:
    tracks = part.mapping("kodama", REGIONS, "no_such_region", required=True)
    return {region: tracks.number(region, 0, FARTHEST, required="kodama" in part) for region in REGIONS}


def _rock(rock: Part) -> Rock:
    kind = rock.get("kind")
    if kind is not None and (not isinstance(kind, str) or kind not in WANTED):
        rock.reader.fault(rock.at("kind"), "no_such_piece", value=shown(kind))
        kind = None
    matches = rock.number("matches", 0, MANY, -1)
    if matches < 0 and kind is None and rock.get("matches") is None:
        rock.reader.lacks(rock.at("matches"))
    result = Rock(
        pilgrims=rock.number("pilgrims", 0, PILGRIMS),
        matches=None if matches < 0 else matches,
        kind=kind or "",
        vp=rock.number("vp", 0, 99, 1),
        name=rock.text("name", NAME_LENGTH),
    )
    rock.done()
    return result


def _vision(card: Part) -> Vision:
    needs = read_needs(card)
    if not needs:
        card.reader.lacks(card.at("needs"))
    result = Vision(
        needs,
        vp=card.number("vp", 0, 99, required=True),
        miss=card.number("miss", -99, 0, required=True),
        name=card.text("name", NAME_LENGTH),
    )
    card.done()
    return result


def read_needs(card: Part) -> tuple[tuple[Want, ...], ...]:
    """What a vision card asks for, as in `Vision.needs`; empty where nothing is said, or what is said is at
    fault."""
    needs: list[tuple[Want, ...]] = []
    for at, need in enumerate(card.parts("needs", NEEDS)):
        if "any" in need:
            if wants := tuple(_want(want) for want in need.parts("any", ALTERNATIVES)):
                needs.append(wants)
            else:
                card.reader.fault((*card.at("needs"), at, "any"), "no_alternative")
        else:
            needs.append((_want(need),))
        need.done()
    if prod(len(need) for need in needs) > WAYS:
        card.reader.fault(card.at("needs"), "too_many_ways", n=WAYS)
        needs = []
    if any(not want.of for need in needs for want in need):  # a fault by now; the card cannot be met
        needs = []
    return tuple(needs)


def _want(want: Part) -> Want:
    of = want.get("of")
    if of is None:
        want.reader.lacks(want.at("of"))
    elif not isinstance(of, str) or of not in WANTED:
        want.reader.fault(want.at("of"), "no_such_piece", value=shown(of))
        of = None
    n = want.number("n", 1, PIECES_OF_A_NEED, 1)
    want.done()
    return Want(of or "", n)


def _extra(part: Part) -> tuple[Extra, ...]:
    found = []
    for line in part.parts("extra"):
        found.append(Extra(line.text("name", NAME_LENGTH, required=True), line.number("points", -MANY, MANY)))
        line.done()
    return tuple(found)


def _tengu(tengu: Part) -> Tengu:
    result = Tengu(
        turn_order=tengu.number("turn_order", 1, 2, 0, required=True) or None,
        vp=tengu.number("vp"),
        building_vp=tengu.number("building_vp"),
        rock_matches=tengu.number("rock_matches", 0, 99),
        starting_yokai=tengu.number("starting_yokai", 0, STARTING_YOKAI),
        advanced_yokai=tengu.number("advanced_yokai", 0, 99),
        crystals=tengu.number("crystals", 0, 99),
        resources=tengu.counts("resources", RESOURCES, "no_such_resource"),
        bitoku=tengu.choices("bitoku", VIRTUES, "no_such_virtue"),
        kodama=_kodama(tengu),
        extra=_extra(tengu),
        last_round_first=tengu.flag("last_round_first"),
    )
    tengu.done()
    return result


def _treasures(table: Part) -> dict[str, tuple[int, ...]]:
    lakes = table.mapping("treasures", REGIONS, "no_such_region", required=True)
    found = {}
    for region in REGIONS:
        prizes = lakes.sequence(region, required="treasures" in table)
        found[region] = tuple(
            table.reader.number(prize, (*lakes.at(region), at), 0, 99) or 0 for at, prize in enumerate(prizes)
        )
        if any(later > earlier for earlier, later in pairwise(found[region])):
            table.reader.warn(lakes.at(region), "prizes_rise", region=Word(f"bitoku.region.{region}"))
    return found


def _neutral(table: Part, players: int) -> dict[str, int]:
    """One and two players have it, on the space where set-up puts it unless the sheet says otherwise."""
    if "neutral_kodama" not in table:
        return dict.fromkeys(REGIONS, NEUTRAL_SPACE) if players in NEUTRAL_PLAYERS else {}
    spaces = table.counts("neutral_kodama", REGIONS, "no_such_region", FARTHEST)
    if spaces and players not in NEUTRAL_PLAYERS:
        table.reader.fault(("neutral_kodama",), "neutral_for_two")
    for region, space in spaces.items():
        if space != NEUTRAL_SPACE:
            table.reader.warn(("neutral_kodama", region), "neutral_moved", n=NEUTRAL_SPACE)
    return spaces


# --- what the parts say together


def _seats(reader: Reader, sheet: Sheet) -> None:
    names = [player.name for player in sheet.players]
    if len(names) > MOST_PLAYERS:
        reader.fault(("players",), "too_many_players", n=MOST_PLAYERS)
    if sheet.tengu is not None and len(names) > 1:
        reader.fault(("tengu",), "tengu_alone")
    if sheet.tengu is None and len(names) == 1:
        reader.missing.append(SheetError(("players",), "nobody_else"))
    if not names:
        reader.missing.append(SheetError(("players",), "no_players"))
    for at, name in enumerate(names):
        if name and any(same_name(name, other) for other in names[:at]):
            reader.fault(("players", at, "name"), "name_twice", name=name)


def _turn_order(reader: Reader, sheet: Sheet) -> None:
    seats: list[tuple[Path, Player | Tengu]] = []
    seats += [(("players", at), seat) for at, seat in enumerate(sheet.players)]
    if sheet.tengu is not None:
        seats.append((("tengu",), sheet.tengu))
    taken: set[int] = set()
    for path, seat in seats:
        if seat.turn_order is None:
            continue
        if seat.turn_order > len(seats):
            reader.fault((*path, "turn_order"), "turn_order_high", value=seat.turn_order, n=len(seats))
        elif seat.turn_order in taken:
            reader.fault((*path, "turn_order"), "turn_order_twice", value=seat.turn_order)
        taken.add(seat.turn_order)
    first = [path for path, seat in seats if seat.last_round_first]
    for path in first[1:]:
        reader.fault((*path, "last_round_first"), "last_first_twice")
    if sheet.options["pioneer"] == "last_round" and seats and not first:
        reader.lacks((*seats[0][0], "last_round_first"))
