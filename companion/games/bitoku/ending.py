"""The end of a game of Bitoku, as records that can be counted, and the numbers of the box that limit them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.facts import components, options, rules
from companion.games.bitoku.visions import FAMILIES, FAMILY_OF, Vision

_DATA: Final[Mapping[str, Any]] = components("bitoku")
REGIONS: Final[tuple[str, ...]] = _DATA["regions"]
RESOURCES: Final[tuple[str, ...]] = _DATA["resources"]
VIRTUES: Final[Mapping[str, int]] = _DATA["bitoku"]
"""The Bitoku kinds, and how many cards of each there are."""
MITAMA: Final = FAMILIES["mitama"]
JOKERS: Final[Mapping[str, str]] = _DATA["rocks"]["jokers"]
OPTIONS: Final = {
    option.key: option for option in options("bitoku") if rules("bitoku")[option.rule].enforced == "score"
}
"""The readings of rules that the count depends on."""
MOST_PLAYERS: Final = 4
DICE: Final[int] = _DATA["player"]["dice"]
PILGRIMS: Final[int] = _DATA["player"]["pilgrims"]
STARTING_YOKAI: Final[int] = _DATA["player"]["starting_yokai"]
VISION_CARDS: Final[int] = _DATA["cards"]["vision"]
NEUTRAL_PLAYERS: Final[tuple[int, ...]] = _DATA["neutral_kodama"]["players"]
NEUTRAL_SPACE: Final[int] = _DATA["neutral_kodama"]["space"]


@dataclass(frozen=True, slots=True)
class Rock:
    """An iwakura rock on the own path. `matches`: pieces of its kind, None to have them counted from what the
    player holds; `vp`: for each of them."""

    pilgrims: int
    matches: int | None = None
    kind: str = ""
    vp: int = 1
    name: str = ""


@dataclass(frozen=True, slots=True)
class Extra:
    """Points entered by hand under a name of their own."""

    name: str
    points: int


@dataclass(frozen=True, slots=True)
class Player:
    """One player's end of the game. `turn_order` is None only on a sheet that is not finished. `holdings`
    counts pieces by kind, the resources among them; `paired`: how many of its mitama sit in linked pairs."""

    name: str
    turn_order: int | None = None
    vp: int = 0
    harvest: int = 0
    bitoku: tuple[str, ...] = ()
    kodama: Mapping[str, int] = field(default_factory=dict)
    rocks: tuple[Rock, ...] = ()
    dice: tuple[int, ...] = ()
    resources: Mapping[str, int] = field(default_factory=dict)
    visions: tuple[Vision, ...] = ()
    holdings: Mapping[str, int] = field(default_factory=dict)
    paired: Mapping[str, int] = field(default_factory=dict)
    building_vp: int = 0
    crystal_vp: int = 0
    extra: tuple[Extra, ...] = ()
    last_round_first: bool = False


@dataclass(frozen=True, slots=True)
class Tengu:
    """The solo opponent's end of the game. `rock_matches`: its pieces that match its rocks."""

    turn_order: int | None = None
    vp: int = 0
    building_vp: int = 0
    rock_matches: int = 0
    starting_yokai: int = 0
    advanced_yokai: int = 0
    crystals: int = 0
    resources: Mapping[str, int] = field(default_factory=dict)
    bitoku: tuple[str, ...] = ()
    kodama: Mapping[str, int] = field(default_factory=dict)
    extra: tuple[Extra, ...] = ()
    last_round_first: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet. `treasures`: per region the prizes from first place down. `neutral`: the space of the
    neutral kodama in each region, empty without it."""

    players: tuple[Player, ...]
    treasures: Mapping[str, tuple[int, ...]]
    neutral: Mapping[str, int]
    tengu: Tengu | None
    options: Mapping[str, str]


def matching(rock: Rock, player: Player) -> dict[str, int]:
    """The pieces of a player that match a rock, by kind, the joker of its family among them (rule A5)."""
    kinds = FAMILIES.get(rock.kind, (rock.kind,))
    joker = JOKERS.get(FAMILY_OF.get(rock.kind, ""))
    return {kind: n for kind in (*kinds, joker) if kind and (n := player.holdings.get(kind, 0))}
