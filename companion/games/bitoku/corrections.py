"""What the table as a whole records: how much is tracked, places counted, corrections of a wrong record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any, Final

from companion.engine.game import Violation
from companion.games.bitoku import tengu, will
from companion.games.bitoku.goods import PILGRIM_ITEMS, PLACED, holds, set_good, step_counted
from companion.games.bitoku.moves import (
    Chance,
    Count,
    Deal,
    FixBoon,
    FixCount,
    FixDie,
    FixKodama,
    FixOrder,
    FixSeason,
    FixTengu,
    FixTurn,
    Go,
    Heights,
    Roll,
    Shuffle,
    TenguRocks,
    Track,
    Treasure,
)
from companion.games.bitoku.state import (
    BOONS,
    DICE,
    FARTHEST,
    GOOD,
    HILLS,
    HOME,
    MOST,
    PLACES,
    REGIONS,
    SEASONS,
    TRACKING,
    YEARS,
    Die,
    Due,
    Rock,
    State,
    is_place,
)
from companion.games.bitoku.wording import impossible, piece_word, unwise
from companion.games.bitoku.year import autumn, check_go, step_go

CARDS: Final = ("deck", "hand", "discards", "farewelled")
SLOTS: Final = tuple(f"slot{n}" for n in range(PLACES))
COUNTS: Final = (*GOOD, *PILGRIM_ITEMS, *PLACED, "rocks", *CARDS, *SLOTS)
"""What a correction may set for a player."""
MOST_PLACES: Final = 40
LEGAL: Final[tuple[Violation, ...]] = ()


def candidates(state: State) -> Iterator[Any]:
    """Plausible moves of the table: a number is offered a little below and above what it is, and none of it;
    any other is entered in the form of all numbers. What a lake treasure gives has a form of its own."""
    if state.season != "ascension":
        yield Go()
    yield from (Track(how) for how in TRACKING if how != state.tracking)
    for player, has in enumerate(state.players):
        yield FixTurn(player)
        for number, die in enumerate(has.dice):
            for n in range(1, 7):
                spots = (die.at,) if n != die.value else (at for at in _places(state) if at != die.at)
                yield from (FixDie(player, number, n, at) for at in spots)
        for what in COUNTS:
            have = count(state, player, what)
            near = range(max(1, have - 2), min(most(what), have + 2) + 1)
            yield from (FixCount(player, what, n) for n in (0, *near) if n != have)
        for region, space in zip(REGIONS, has.kodama, strict=True):
            yield from (FixKodama(player, region, n) for n in range(1, space + 4) if n != space)
    for boon in BOONS:
        hill, name = boon.split(".")
        yield FixBoon(hill, name, int(boon not in state.boons))
    yield from (FixOrder(seats) for seats in permutations(range(state.seats)) if seats != state.order)
    for season in SEASONS:
        years = range(1, YEARS + 1) if season != SEASONS[-1] else (state.year,)
        yield from (FixSeason(season, n) for n in years if (season, n) != (state.season, state.year))
    yield from (Count(place, n) for place in countable(state) for n in range(6) if n != state.size(place))
    yield from (Heights(spaces) for spaces in permutations(state.spaces(HOME)) if spaces != state.heights)
    yield from tengu.fixes(state)
    yield from will.candidates(state)


def _places(state: State) -> Iterator[str]:
    for zone in ("red", "green"):
        yield from (f"{zone}.{place}" for place in range(PLACES))
    for region in REGIONS:
        yield from (f"{region}.{space}" for space in state.spaces(region))
    yield from (f"hill.{region}" for region in HILLS)


def countable(state: State) -> tuple[str, ...]:
    """The kinds of place whose number a table may note."""
    spaces = (f"{region}.{space}" for region in REGIONS for space in state.spaces(region))
    hills = (f"{zone}.{region}" for zone in ("hill", "area") for region in HILLS)
    return (*spaces, *hills, "kodama", "side", "rocks")


def most(what: str) -> int:
    """The highest number that a correction of `what` may set."""
    return 1 if what in SLOTS else MOST.get(what, MOST_PLACES)


def count(state: State, seat: int, what: str) -> int:
    """The number that a correction of `what` would change."""
    if what in SLOTS:
        return int(state.players[seat].slots[SLOTS.index(what)])
    return holds(state, seat, what)


def _no_player(state: State, player: int) -> tuple[Violation, ...]:
    return LEGAL if 0 <= player < state.seats else (impossible("P1", "no_such_seat"),)


# --- how much is tracked, and what the board of this table looks like


def _check_track(state: State, move: Track) -> tuple[Violation, ...]:
    if move.how not in TRACKING:
        return (impossible("P5", "no_such_tracking"),)
    return (impossible("P5", "already_so"),) if move.how == state.tracking else LEGAL


def _step_track(state: State, move: Track) -> State:
    """From turns to everything: who has no rock yet is asked for the one given at set-up (rules P3, P5)."""
    state = replace(state, tracking=move.how)
    if state.everything:
        for seat, player in enumerate(state.players[: state.people]):
            if not player.rocks and not player.due("rock"):
                state = state.with_player(seat, dues=(*player.dues, Due("rock")))
    return state


def _check_count(state: State, move: Count) -> tuple[Violation, ...]:
    if move.place not in countable(state):
        return (impossible("D4", "no_such_space"),)
    if not 0 <= move.n <= MOST_PLACES:
        return (impossible("D4", "place_count", n=MOST_PLACES),)
    farthest = max(space for player in state.players for space in player.kodama)
    if move.place == "kodama" and 0 < move.n < farthest:
        return (impossible("G9", "track_shorter", n=farthest),)
    return LEGAL


def _step_count(state: State, move: Count) -> State:
    sizes = {**dict(state.sizes), move.place: move.n}
    return replace(state, sizes=tuple((place, n) for place, n in sizes.items() if n))


def _check_heights(state: State, move: Heights) -> tuple[Violation, ...]:
    same = sorted(move.spaces) == sorted(state.spaces(HOME))
    return LEGAL if same else (impossible("Y5", "spaces_of_home"),)


def _step_heights(state: State, move: Heights) -> State:
    state = replace(state, heights=move.spaces)
    return autumn(state) if state.season == "autumn" else state


def _check_treasure(state: State, move: Treasure) -> tuple[Violation, ...]:
    prizes = (move.first, move.second, move.third)
    if move.region not in REGIONS or not all(0 <= prize <= 99 for prize in prizes):
        return (impossible("P2", "no_such_treasure"),)
    return LEGAL if sorted(prizes, reverse=True) == list(prizes) else (unwise("P2", "prizes_fall"),)


def _step_treasure(state: State, move: Treasure) -> State:
    prizes = {**dict(state.prizes), move.region: (move.first, move.second, move.third)}
    return replace(state, prizes=tuple((region, prizes[region]) for region in REGIONS if region in prizes))


# --- corrections


def _check_fix_die(state: State, move: FixDie) -> tuple[Violation, ...]:
    if against := _no_player(state, move.player):
        return against
    if not 0 <= move.die < DICE:
        return (impossible("D1", "no_such_die"),)
    if not 1 <= move.value <= 6:
        return (impossible("D1", "no_such_pip"),)
    if not is_place(state, move.at):
        return (impossible("D4", "no_such_space"),)
    die = Die(move.value, move.at)
    others = [o for number, o in enumerate(state.players[move.player].dice) if number != move.die]
    if not die.out and any(not other.out and other.spot == die.spot for other in others):
        return (impossible("D1", "die_there"),)
    return LEGAL


def _step_fix_die(state: State, move: FixDie) -> State:
    return state.with_die(move.player, move.die, Die(move.value, move.at))


def _check_fix_count(state: State, move: FixCount) -> tuple[Violation, ...]:
    if against := _no_player(state, move.player):
        return against
    if move.what not in COUNTS:
        return (impossible("G1", "no_such_item", item=move.what[:24]),)
    if not 0 <= move.n <= most(move.what):
        return (impossible("G1", "count_range", what=piece_word(move.what), n=most(move.what)),)
    return _counted(state, move)[1]


def _step_fix_count(state: State, move: FixCount) -> State:
    return _counted(state, move)[0]


def _counted(state: State, move: FixCount) -> tuple[State, tuple[Violation, ...]]:
    seat, what, n = move.player, move.what, move.n
    player = state.players[seat]
    if what in GOOD:
        return set_good(state, seat, what, n)
    if what in PLACED:
        return step_counted(state, seat, what, n - holds(state, seat, what))
    if what in CARDS:
        return state.with_player(seat, **{what: n}), LEGAL
    if what in SLOTS:
        at = SLOTS.index(what)
        slots = (*player.slots[:at], bool(n), *player.slots[at + 1 :])
        return state.with_player(seat, slots=slots), LEGAL
    if what == "rocks":
        rocks = (*player.rocks[:n], *(Rock(),) * (n - len(player.rocks)))
        return state.with_player(seat, rocks=rocks), LEGAL
    more = n - holds(state, seat, what)
    if more > player.asleep:
        return state, (impossible("G8", "no_pilgrims", where=piece_word("asleep"), n=player.asleep),)
    if what == "settled":
        settled = (*player.settled[:n], *(0,) * more)
        return state.with_player(seat, settled=settled), LEGAL
    return state.with_player(seat, **{what: n}), LEGAL


def _check_fix_kodama(state: State, move: FixKodama) -> tuple[Violation, ...]:
    if against := _no_player(state, move.player):
        return against
    if move.region not in REGIONS:
        return (impossible("D4", "no_such_space"),)
    last = state.size("kodama") or FARTHEST
    return LEGAL if 1 <= move.space <= last else (impossible("G9", "kodama_range", n=last),)


def _step_fix_kodama(state: State, move: FixKodama) -> State:
    at = REGIONS.index(move.region)
    kodama = state.players[move.player].kodama
    return state.with_player(move.player, kodama=(*kodama[:at], move.space, *kodama[at + 1 :]))


def _check_fix_boon(state: State, move: FixBoon) -> tuple[Violation, ...]:
    if f"{move.hill}.{move.boon}" not in BOONS or move.covered not in (0, 1):
        return (impossible("C3", "no_such_boon"),)
    return LEGAL


def _step_fix_boon(state: State, move: FixBoon) -> State:
    boon = f"{move.hill}.{move.boon}"
    kept = tuple(other for other in state.boons if other != boon)
    return replace(state, boons=(*kept, boon) if move.covered else kept)


def _check_fix_order(state: State, move: FixOrder) -> tuple[Violation, ...]:
    same = sorted(move.seats) == list(range(state.seats))
    return LEGAL if same else (impossible("P1", "each_seat_once"),)


def _step_fix_order(state: State, move: FixOrder) -> State:
    return replace(state, order=move.seats)


def _check_fix_turn(state: State, move: FixTurn) -> tuple[Violation, ...]:
    return _no_player(state, move.player)


def _step_fix_turn(state: State, move: FixTurn) -> State:
    """That player's turn, who has then not passed."""
    return replace(state.with_player(move.player, passed=False), turn=move.player)


def _check_fix_season(state: State, move: FixSeason) -> tuple[Violation, ...]:
    known = move.season in SEASONS and 1 <= move.year <= YEARS
    return LEGAL if known else (impossible("Y1", "no_such_season", n=YEARS),)


def _step_fix_season(state: State, move: FixSeason) -> State:
    """The season begins anew: nobody is ready, nobody has passed, the first in the order is to act."""
    players = tuple(replace(player, ready=False, passed=False) for player in state.players)
    state = replace(state, players=players, season=move.season, year=move.year, turn=state.order[0])
    if move.season == "summer":
        state = replace(state, led=state.order[0])
    return autumn(state) if move.season == "autumn" else state


CHECKS: Final[dict[type, Callable[[State, Any], tuple[Violation, ...]]]] = {
    Track: _check_track,
    Go: check_go,
    Count: _check_count,
    Heights: _check_heights,
    Treasure: _check_treasure,
    FixDie: _check_fix_die,
    FixCount: _check_fix_count,
    FixKodama: _check_fix_kodama,
    FixBoon: _check_fix_boon,
    FixOrder: _check_fix_order,
    FixTurn: _check_fix_turn,
    FixSeason: _check_fix_season,
    TenguRocks: tengu.check_rocks,
    Chance: tengu.check_chance,
    Roll: will.check_roll,
    Shuffle: will.check_shuffle,
    Deal: will.check_deal,
    FixTengu: tengu.check_fix,
}
STEPS: Final[dict[type, Callable[[State, Any], State]]] = {
    Track: _step_track,
    Go: step_go,
    Count: _step_count,
    Heights: _step_heights,
    Treasure: _step_treasure,
    FixDie: _step_fix_die,
    FixCount: _step_fix_count,
    FixKodama: _step_fix_kodama,
    FixBoon: _step_fix_boon,
    FixOrder: _step_fix_order,
    FixTurn: _step_fix_turn,
    FixSeason: _step_fix_season,
    TenguRocks: tengu.step_rocks,
    Chance: lambda state, move: state,
    Roll: will.step_roll,
    Shuffle: will.step_shuffle,
    Deal: will.step_deal,
    FixTengu: tengu.step_fix,
}
