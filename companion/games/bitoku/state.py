"""The table of Bitoku: dice, cards, pilgrims, kodama and goods of each player, the year, whose turn.

Everybody may know all of it; hands are kept as numbers. Places are texts: a die is at `red.N` or `green.N` on
the own board, at `<region>.<space>` in the forest or at `hill.<region>`. Which numbers are printed on pieces
is not known here: they are entered. Components and spaces, with their sources: rules_db/bitoku.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.engine.game import Setup
from companion.facts import components, options
from companion.games.bitoku.deck import FACE_UP, Tengu

_DATA: Final = components("bitoku")
REGIONS: Final[tuple[str, ...]] = tuple(_DATA["regions"])
HOME: Final = "home"
HILLS: Final = tuple(region for region in REGIONS if region != HOME)
"""The regions with an inhabited area, a river and hills: all but the Great Spirit's home."""
SIDE: Final[Mapping[str, str]] = {region: side for side, two in _DATA["sides"].items() for region in two}
SEASONS: Final[tuple[str, ...]] = (*_DATA["seasons"], "ascension")
YEARS: Final[int] = _DATA["rounds"]
BOONS: Final = tuple(f"{hill}.{boon}" for hill in HILLS for boon in _DATA["boons"])
NUMBERS: Final[tuple[str, ...]] = tuple(_DATA["numbers"])
HOME_SPACES: Final[Mapping[int, tuple[str, ...]]] = {int(n): s for n, s in _DATA["home_spaces"].items()}
FAMILIES: Final[Mapping[str, tuple[str, ...]]] = _DATA["families"]
RESOURCES: Final[tuple[str, ...]] = tuple(_DATA["resources"])
BUILDINGS: Final = FAMILIES["building"]
CRYSTALS: Final = FAMILIES["crystal"]
MITAMA: Final = FAMILIES["mitama"]
YOKAI: Final = FAMILIES["yokai"]
VIRTUES: Final[Mapping[str, int]] = _DATA["bitoku"]
"""Bitoku kinds, and how many cards of each there are."""
AMULETS: Final[Mapping[str, int]] = {f"amulet{n}": n for n in _DATA["supply"]["amulet_values"]}
PAIRS: Final = {f"pair_{kind}": kind for kind in MITAMA}
"""A dragonfly put together with a mitama, by the mitama's kind. Both halves stay counted as what they are."""
PURPLE: Final = {"building": "building_vp", "crystal": "crystal_vp"}
"""The purple points of the places used, which count at the end, by what stood or stands there."""
GOODS: Final = (
    *RESOURCES,
    *AMULETS,
    "vp",
    *YOKAI,
    *VIRTUES,
    "accomplished",
    *MITAMA,
    "dragonfly",
    *PAIRS,
    "vision",
    *PURPLE.values(),
)
"""What is kept as a plain number for each player; `accomplished`: Bitoku cards the marker has reached."""
GOOD: Final = {name: at for at, name in enumerate(GOODS)}
MOST: Final = dict.fromkeys(GOODS, 99) | {"vp": 999}
"""What no count ever reaches."""
DICE: Final = len(_DATA["player"]["dice_values"])
PLACES: Final[int] = _DATA["yokai_places"]
PILGRIMS: Final[int] = _DATA["player"]["pilgrims"]
CRYSTAL_PLACES: Final[Mapping[str, int]] = {
    **{f"slot{n}": 1 for n in range(PLACES)},
    "top": _DATA["top_crystal_places"],
}
MOST_CRYSTALS: Final[int] = _DATA["player"]["crystal_places"]
MOST_BUILDINGS: Final[int] = _DATA["player"]["building_markers"]
FARTHEST: Final = 30
"""No kodama track is as long; how long it is nobody publishes (facts, section 5)."""
NOBODY: Final = -1
TRACKING: Final = ("turns", "everything")
SOLO_OPTIONS: Final[tuple[str, ...]] = (*_DATA["solo_options"], *_DATA["solo_sheet_options"])
OPTIONS: Final = tuple(
    option
    for option in options("bitoku")
    if option.key in (*_DATA["table_options"], *_DATA["sheet_options"], *SOLO_OPTIONS)
)
TENGU: Final = 1
"""Alone: the seat of the Tengu. The person has seat 0, and the table is one for two."""
NEVER: Final[tuple[str, ...]] = _DATA["solo"]["never"]
"""What the Tengu never has."""


@dataclass(frozen=True, slots=True)
class Die:
    """A guardian: its value, where it is, and in the home at which height (1 the highest, 0 not noted)."""

    value: int
    at: str
    height: int = 0

    @property
    def zone(self) -> str:
        """`red`, `green`, `hill`, or the region of the forest it stands in."""
        return self.at.partition(".")[0]

    @property
    def spot(self) -> str:
        """The place within the zone."""
        return self.at.partition(".")[2]

    @property
    def out(self) -> bool:
        """Whether it has left its owner's board."""
        return self.zone not in ("red", "green")


@dataclass(frozen=True, slots=True)
class Due:
    """Something that a player may still take or decide: `n` times `key`. `region` is where it comes from,
    `less` what may be left out of its price, `but` what was chosen before and may not be chosen again."""

    key: str
    n: int = 1
    region: str = ""
    less: str = ""
    but: str = ""


@dataclass(frozen=True, slots=True)
class Rock:
    """A rock on a player's path: the kind it counts (empty: not noted) and the pilgrims seated beside it."""

    of: str = ""
    pilgrims: int = 0


@dataclass(frozen=True, slots=True)
class Crystal:
    """A crystal on a player's board: its kind, and its place: `slot0` to `slot2`, `top`, or empty (nobody
    noted it)."""

    kind: str
    place: str = ""


@dataclass(frozen=True, slots=True)
class Building:
    """A building in an inhabited area: `owner` NOBODY for an ancient one; `value` what a die needs (0: not
    noted); `built` the number of the turn in which it was built; `for_owner` what its owner gets when another
    player uses it, as items of the pad (empty: not noted)."""

    kind: str
    region: str = ""
    owner: int = NOBODY
    value: int = 0
    built: int = 0
    for_owner: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """What a player has. `slots` are the yokai places with a card on them; pilgrims that are nowhere else are
    asleep; `settled` are those in side paths, by the number of the side path (0: not noted); `gone` those
    removed for good. `last` is the die placed in the last turn, `turn` the number of that turn."""

    dice: tuple[Die, ...]
    goods: tuple[int, ...]
    kodama: tuple[int, ...]
    deck: int
    slots: tuple[bool, ...] = (False,) * PLACES
    hand: int = 0
    discards: int = 0
    farewelled: int = 0
    awake: int = _DATA["player"]["pilgrims_awake"]
    road: int = 0
    settled: tuple[int, ...] = ()
    gone: int = 0
    rocks: tuple[Rock, ...] = ()
    crystals: tuple[Crystal, ...] = ()
    dues: tuple[Due, ...] = ()
    passed: bool = False
    ready: bool = False
    removed_card: bool = False
    last: int = NOBODY
    turn: int = 0

    def good(self, name: str) -> int:
        """How many of something that is kept as a plain number."""
        return self.goods[GOOD[name]]

    @property
    def seated(self) -> int:
        return sum(rock.pilgrims for rock in self.rocks)

    @property
    def asleep(self) -> int:
        return PILGRIMS - self.awake - self.road - len(self.settled) - self.gone - self.seated

    @property
    def cards(self) -> int:
        """Yokai cards in all: deck, hand, board and discards."""
        return self.deck + self.hand + sum(self.slots) + self.discards

    @property
    def bitoku(self) -> int:
        return sum(self.good(kind) for kind in VIRTUES)

    @property
    def pairs(self) -> int:
        return sum(self.good(pair) for pair in PAIRS)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The kinds of mitama that still wait for a dragonfly."""
        return tuple(kind for pair, kind in PAIRS.items() if self.good(kind) > self.good(pair))

    def due(self, *keys: str) -> Due | None:
        """The first thing due under one of these keys."""
        return next((due for due in self.dues if due.key in keys), None)


@dataclass(frozen=True, slots=True)
class State:
    """The whole table. `turn` is the seat to act in Summer, `turns` the number of turns taken. `boons` are
    those covered this year. `led` is who was first in the last Summer. `sizes` are the numbers of places
    somebody counted, `heights` the spaces of the home from top to bottom and `prizes` what the lake treasures
    give, if somebody noted them. `options` are the readings that the score sheet asks for. `tengu` is there
    when one person plays alone; seat TENGU is then its own."""

    seats: int
    tracking: str
    harder: bool
    players: tuple[Player, ...]
    order: tuple[int, ...]
    year: int = 1
    season: str = "spring"
    turn: int = 0
    turns: int = 0
    led: int = 0
    boons: tuple[str, ...] = ()
    buildings: tuple[Building, ...] = ()
    sizes: tuple[tuple[str, int], ...] = ()
    heights: tuple[str, ...] = ()
    prizes: tuple[tuple[str, tuple[int, ...]], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    tengu: Tengu | None = None

    @property
    def people(self) -> int:
        """How many seats people have: all of them, or the one beside the Tengu's."""
        return self.seats if self.tengu is None else TENGU

    def is_tengu(self, seat: int) -> bool:
        """Whether the seat is the Tengu's."""
        return self.tengu is not None and seat == TENGU

    @property
    def quick(self) -> bool:
        """Whether one plays alone and the app decides what the Tengu does (rule Q1)."""
        return self.tengu is not None and self.tengu.quick

    @property
    def everything(self) -> bool:
        """Whether goods and points are kept count of too."""
        return self.tracking == "everything"

    def size(self, place: str) -> int:
        """How many places of that kind there are, 0 when nobody counted them."""
        return dict(self.sizes).get(place, 0)

    def spaces(self, region: str) -> tuple[str, ...]:
        """The kinds of space of a region, from left to right."""
        return HOME_SPACES[self.seats] if region == HOME else NUMBERS

    def dice_in(self, zone: str, spot: str = "") -> Iterator[tuple[int, int, Die]]:
        """(seat, number, die) of the dice in a zone, or on one spot of it."""
        wanted = f"{zone}.{spot}"
        for seat, player in enumerate(self.players):
            for number, die in enumerate(player.dice):
                if die.at == wanted or (not spot and die.at.startswith(wanted)):
                    yield seat, number, die

    def own_buildings(self, seat: int) -> list[Building]:
        """The buildings with that player's marker."""
        return [building for building in self.buildings if building.owner == seat]

    def with_player(self, seat: int, **changes: Any) -> State:
        """The table with something of one player changed."""
        players = list(self.players)
        players[seat] = replace(players[seat], **changes)
        return replace(self, players=tuple(players))

    def with_die(self, seat: int, number: int, die: Die) -> State:
        """The table with one die changed."""
        dice = list(self.players[seat].dice)
        dice[number] = die
        return self.with_player(seat, dice=tuple(dice))


def setup(start: Setup) -> State:
    """The table after set-up (rules P2, P3; alone S1 as well)."""
    own = _DATA["player"]
    goods = dict.fromkeys(GOODS, 0)
    goods |= {"wood": own["wood"], "jade": own["jade"]}
    goods |= {"dragonfly": own["dragonflies"], "vision": own["visions"]}
    goods |= dict.fromkeys(_DATA["starting_species"], 1)
    for amulet in own["amulets"]:
        goods[f"amulet{amulet}"] += 1
    tracking = start.options["tracking"]
    player = Player(
        dice=_locked(own["dice_values"]),
        goods=tuple(goods.values()),
        kodama=(1,) * len(REGIONS),
        deck=own["starting_yokai"],
        dues=(Due("rock"),) if tracking == "everything" else (),
    )
    alone = start.seats == 1
    seats = 2 if alone else start.seats
    sheet_options = (*_DATA["sheet_options"], *(_DATA["solo_sheet_options"] if alone else ()))
    state = State(
        seats=seats,
        tracking=tracking,
        harder=start.options["forest_action"] == "higher",
        players=(player,) * seats,
        order=tuple(range(seats)),
        buildings=tuple(
            Building("ancient", region) for region in _DATA["ancient_buildings"][str(start.seats)]
        ),
        options=tuple((key, start.options[key]) for key in sheet_options),
    )
    return _with_tengu(state, start.options) if alone else state


def _locked(values: Iterable[int]) -> tuple[Die, ...]:
    return tuple(Die(value, f"red.{place}") for place, value in enumerate(sorted(values, reverse=True)))


def tengu_at_first(options: Mapping[str, str]) -> Player:
    """What the Tengu begins with, easier or harder as the table chose (rules S1, S6, S7)."""
    own, start, ahead = _DATA["tengu"], options["tengu_start"], options["tengu_ahead"]
    goods = dict.fromkeys(GOODS, 0)
    goods["wood"] = 0 if start in ("no_goods", "nothing") else own["wood"]
    dragonflies = {"two_dragonflies": 2, "no_dragonfly": 0, "nothing": 0}
    goods["dragonfly"] = dragonflies.get(start, own["dragonflies"])
    yokai = 0 if start in ("no_yokai", "nothing") else 1
    goods |= dict.fromkeys(_DATA["starting_species"], yokai)
    road = int(ahead in ("pilgrim", "both"))
    return Player(
        dice=_locked(own["dice_values"]),
        goods=tuple(goods.values()),
        kodama=(2 if ahead in ("kodama", "both") else 1,) * len(REGIONS),
        deck=yokai * own["starting_yokai"],
        awake=own["pilgrims"] - road,
        road=road,
    )


def _with_tengu(state: State, options: Mapping[str, str]) -> State:
    """The Tengu on the second seat. It is first."""
    return replace(
        state,
        players=(state.players[0], tengu_at_first(options)),
        order=(TENGU, 0),
        turn=TENGU,
        led=TENGU,
        tengu=_cards(Tengu(readings=tuple((key, options[key]) for key in SOLO_OPTIONS))),
    )


def _cards(tengu: Tengu) -> Tengu:
    """Our own cards where the app decides (rule Q2): the first three in the row, from the right."""
    if not tengu.quick:
        return tengu
    labels = tuple(_DATA["quick"]["cards"])
    return replace(tengu, row=labels[FACE_UP - 1 :: -1], pile=labels[FACE_UP:])


def invariants(state: State) -> Iterator[str]:
    """What is broken in a state; nothing ever should be."""
    if sorted(state.order) != list(range(state.seats)):
        yield f"order {state.order}"
    if not 0 <= state.turn < state.seats or not 1 <= state.year <= YEARS or state.season not in SEASONS:
        yield f"turn {state.turn}, year {state.year}, {state.season}"
    if len(set(state.boons)) < len(state.boons) or not set(state.boons) <= set(BOONS):
        yield f"boons {state.boons}"
    if state.tengu is not None and (state.seats != 2 or not state.tengu.whole):
        yield f"tengu {state.tengu}"
    for seat, player in enumerate(state.players):
        yield from (f"seat {seat}: {problem}" for problem in _player_problems(state, player))
        if len(state.own_buildings(seat)) > MOST_BUILDINGS:
            yield f"seat {seat}: too many buildings"


def _player_problems(state: State, player: Player) -> Iterator[str]:
    if len(player.dice) != DICE or not all(1 <= die.value <= 6 for die in player.dice):
        yield f"dice {player.dice}"
    if not all(is_place(state, die.at) for die in player.dice):
        yield f"places of dice {player.dice}"
    own = [die.spot for die in player.dice if not die.out]
    if len(set(own)) < len(own):
        yield f"two dice at one place: {player.dice}"
    if any(not 0 <= n <= MOST[name] for name, n in zip(GOODS, player.goods, strict=True)):
        yield f"goods {player.goods}"
    numbers = (player.deck, player.hand, player.discards, player.farewelled, player.awake, player.road)
    if min(*numbers, player.gone, player.asleep) < 0:
        yield f"cards or pilgrims {player}"
    if not all(1 <= space <= FARTHEST for space in player.kodama):
        yield f"kodama {player.kodama}"
    if len(player.crystals) > MOST_CRYSTALS:
        yield "too many crystals"
    if player.good("accomplished") > player.bitoku:
        yield "more Bitoku cards accomplished than there are"
    if any(player.good(pair) > player.good(kind) for pair, kind in PAIRS.items()):
        yield "a pair without its mitama"
    if player.pairs > player.good("dragonfly"):
        yield "a pair without its dragonfly"
    if any(due.n < 1 for due in player.dues):
        yield f"dues {player.dues}"


def is_place(state: State, at: str) -> bool:
    """Whether a die can be there."""
    zone, _, spot = at.partition(".")
    if zone in ("red", "green"):
        return spot in map(str, range(PLACES))
    return spot in HILLS if zone == "hill" else zone in REGIONS and spot in state.spaces(zone)
