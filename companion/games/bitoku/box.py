"""What the box can hold. More than the base game has is pointed out, since an expansion or a house rule may
explain it; what contradicts itself, or what no expansion adds to, is a fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from companion.engine.game import Word
from companion.facts import components
from companion.games.bitoku.ending import MITAMA, PILGRIMS, VIRTUES, VISION_CARDS, Player, Sheet, matching
from companion.games.bitoku.reading import Path, Reader
from companion.games.bitoku.visions import FAMILIES

_DATA: Final[Mapping[str, Any]] = components("bitoku")
_BUILDINGS: Final[int] = _DATA["player"]["building_markers"]
_CRYSTALS: Final[int] = _DATA["player"]["crystal_places"]
_TILES: Final[Mapping[str, int]] = _DATA["tiles"]
_ROCKS: Final[int] = _DATA["rocks"]["count"]
_YOKAI: Final[int] = _DATA["cards"]["starting_yokai"] + _DATA["cards"]["yokai"]
_AMULETS: Final[int] = _DATA["supply"]["amulets"]


def piece(kind: str) -> Word:
    """The name of a kind or family of pieces."""
    return Word(f"bitoku.piece.{kind}")


def components_allow(reader: Reader, sheet: Sheet) -> None:
    """Names everything that the components of the base game cannot show."""
    for at, player in enumerate(sheet.players):
        _own(reader, ("players", at), player)
    _virtues(reader, sheet)
    for kind, most in {kind: _TILES[kind] for kind in (*FAMILIES["building"], *MITAMA, "dragonfly")}.items():
        _shared(reader, sheet, (kind,), kind, most)
    _shared(reader, sheet, FAMILIES["crystal"], "crystal", _TILES["crystal"])
    _shared(reader, sheet, FAMILIES["yokai"], "yokai", _YOKAI)
    _shared(reader, sheet, ("amulet",), "amulet", _AMULETS)
    rocks = sum(max(len(player.rocks), player.holdings.get("rock", 0)) for player in sheet.players)
    if rocks > _ROCKS:
        reader.warn(("players",), "more_than_box", what=piece("rock"), have=rocks, n=_ROCKS)
    visions = sum(len(player.visions) for player in sheet.players)
    if visions > VISION_CARDS:
        reader.warn(("players",), "more_than_box", what=piece("vision"), have=visions, n=VISION_CARDS)


def _own(reader: Reader, path: Path, player: Player) -> None:
    """What one player has alone: pilgrims, markers, places, pairs."""
    seated = 0
    for at, rock in enumerate(player.rocks):
        if seated <= PILGRIMS < seated + rock.pilgrims:
            have = seated + rock.pilgrims
            reader.fault((*path, "rocks", at, "pilgrims"), "pilgrims", have=have, n=PILGRIMS)
        seated += rock.pilgrims
        found = sum(matching(rock, player).values())
        if rock.kind and rock.matches is not None and rock.matches != found:
            reader.warn((*path, "rocks", at, "matches"), "matches_differ", value=rock.matches, n=found)
    for family, reason, most in (
        ("building", "six_buildings", _BUILDINGS),
        ("crystal", "crystal_places", _CRYSTALS),
    ):
        have = sum(player.holdings.get(kind, 0) for kind in FAMILIES[family])
        if have > most:
            kind = next(kind for kind in FAMILIES[family] if player.holdings.get(kind))
            reader.warn((*path, "holdings", kind), reason, have=have, n=most)
    for kind, n in player.paired.items():
        if n > player.holdings.get(kind, 0):
            reader.fault((*path, "paired", kind), "paired_not_held", what=piece(kind), n=n)
    pairs = sum(player.paired.values())
    if pairs > player.holdings.get("dragonfly", 0):
        reader.fault((*path, "paired"), "paired_dragonflies", n=pairs)
    if pairs and player.holdings.get("pair", pairs) != pairs:
        reader.fault((*path, "holdings", "pair"), "pairs_differ", value=player.holdings["pair"], n=pairs)


def _virtues(reader: Reader, sheet: Sheet) -> None:
    """More cards of a Bitoku kind than there are: named at whoever has the last of them."""
    so_far: Counter[str] = Counter()
    owners: list[tuple[Path, tuple[str, ...]]] = [
        (("players", at, "bitoku"), player.bitoku) for at, player in enumerate(sheet.players)
    ]
    if sheet.tengu is not None:
        owners.append((("tengu", "bitoku"), sheet.tengu.bitoku))
    for path, cards in owners:
        more = Counter(cards)
        so_far += more
        for kind in more:
            if so_far[kind] > VIRTUES[kind]:
                reader.warn(path, "virtue_copies", what=piece(kind), have=so_far[kind], n=VIRTUES[kind])


def _shared(reader: Reader, sheet: Sheet, kinds: tuple[str, ...], name: str, most: int) -> None:
    """More pieces among all players than the box holds: named at whoever has the last of them."""
    have, where = 0, None
    for at, player in enumerate(sheet.players):
        for kind in kinds:
            if n := player.holdings.get(kind, 0):
                have += n
                where = ("players", at, "holdings", kind)
    if where is not None and have > most:
        reader.warn(where, "more_than_box", what=piece(name), have=have, n=most)
