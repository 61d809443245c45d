"""The icon pad: items `what+n` and `what-n`, and what gaining them brings by itself.

All that a piece can give is a tuple of such items, whether it is printed on the board and known here, entered
by a player, or one day learned from the owner's own copy. An item names a number that a player has
(`wood+2`), a step of an own kodama (`kodama.yomi+1`), a piece with a place of its own (`temple+1`), a pilgrim
sent somewhere (`awake+1`), or something that is then due and wants a choice (`walk+2`, `rock+1`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.engine.game import Severity, Violation, worst
from companion.facts import components
from companion.games.bitoku.state import (
    AMULETS,
    BUILDINGS,
    CRYSTAL_PLACES,
    CRYSTALS,
    FARTHEST,
    GOOD,
    MITAMA,
    MOST,
    MOST_BUILDINGS,
    MOST_CRYSTALS,
    NEVER,
    PAIRS,
    REGIONS,
    VIRTUES,
    Building,
    Crystal,
    Due,
    Player,
    State,
)
from companion.games.bitoku.wording import due_word, illegal, impossible, piece_word, region_word

_DATA: Final = components("bitoku")
_ITEM: Final = re.compile(r"([a-z_]+[123]?(?:\.[a-z]+)?)([+-])([1-9][0-9]{0,2})")
CHOICES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = _DATA["choices"]
"""What may be chosen under each plain due, and what the choice gives."""
MITAMA_ACTIONS: Final[Mapping[str, tuple[str, ...]]] = _DATA["mitama_actions"]
DUES: Final = (
    *CHOICES,
    *("walk", "kodama", "push", "rock", "seat", "unlock", "pair", "copy"),
    *("build", "grow", "grow_or_build", "building"),
)
"""All that can be due."""
MOST_DUE: Final = 99
KODAMA: Final = {f"kodama.{region}": at for at, region in enumerate(REGIONS)}
PILGRIM_ITEMS: Final = ("awake", "road", "settled", "gone")
PLACED: Final = (*BUILDINGS, *CRYSTALS)
ITEMS: Final = (*GOOD, *KODAMA, *PILGRIM_ITEMS, *PLACED, *DUES)
"""Every word of the pad."""

Booked = tuple[State, tuple[Violation, ...]]


def parse(item: str) -> tuple[str, int] | None:
    """The word and the signed number of an item, None when it is none."""
    match = _ITEM.fullmatch(item)
    if match is None or match[1] not in ITEMS:
        return None
    return match[1], int(match[3]) if match[2] == "+" else -int(match[3])


def holds(state: State, seat: int, what: str) -> int:
    """How many of a word of the pad, or of the counts of cards, a player has."""
    player = state.players[seat]
    if what in GOOD:
        return player.good(what)
    if what in KODAMA:
        return player.kodama[KODAMA[what]]
    if what in BUILDINGS:
        return sum(building.kind == what for building in state.own_buildings(seat))
    if what in CRYSTALS:
        return sum(crystal.kind == what for crystal in player.crystals)
    if what == "rocks":
        return len(player.rocks)
    if what == "settled":
        return len(player.settled)
    if what in DUES:
        return sum(due.n for due in player.dues if due.key == what)
    return int(getattr(player, what))


def add_due(state: State, seat: int, due: Due) -> State:
    """One thing more is due."""
    dues = list(state.players[seat].dues)
    for at, other in enumerate(dues):
        if replace(other, n=due.n) == due:
            dues[at] = replace(other, n=other.n + due.n)
            break
    else:
        dues.append(due)
    return state.with_player(seat, dues=tuple(dues))


def less_due(state: State, seat: int, due: Due, n: int = 1) -> State:
    """So many less of it are due."""
    left = tuple(
        replace(other, n=other.n - n) if other == due else other for other in state.players[seat].dues
    )
    return state.with_player(seat, dues=tuple(other for other in left if other.n > 0))


def book(state: State, seat: int, items: Sequence[str], region: str = "", less: str = "") -> Booked:
    """The table after these items, one after another, and what stands against them. `region` and `less` mark
    what becomes due. Never below zero: what cannot be is left as it is."""
    found: list[Violation] = []
    for item in items:
        parsed = parse(item)
        if parsed is None:
            found.append(impossible("G1", "no_such_item", item=item[:24]))
            continue
        what, n = parsed
        state, against = _book_one(state, seat, what, n, region, less)
        found += against
    return state, tuple(found)


def _book_one(state: State, seat: int, what: str, n: int, region: str, less: str) -> Booked:
    if what in DUES:
        return _due_item(state, seat, what, n, region, less)
    if what in GOOD:
        return _good_item(state, seat, what, n)
    if what in KODAMA:
        return step_kodama(state, seat, REGIONS[KODAMA[what]], n)
    return step_counted(state, seat, what, n)


def _below(what: str, have: int) -> tuple[Violation, ...]:
    return (impossible("G1", "below_zero", what=piece_word(what), n=have),)


def _due_item(state: State, seat: int, what: str, n: int, region: str, less: str) -> Booked:
    if n > 0:
        if holds(state, seat, what) + n > MOST_DUE:
            return state, (impossible("G1", "too_many", what=due_word(what), n=MOST_DUE),)
        return add_due(state, seat, Due(what, n, region, less if what in _PRICED else "")), ()
    due = state.players[seat].due(what)
    if due is None or due.n < -n:
        have = 0 if due is None else due.n
        return state, (impossible("G1", "below_zero", what=due_word(what), n=have),)
    return less_due(state, seat, due, -n), ()


_PRICED: Final = ("mitama_or_dragonfly", "mitama", "dragonfly_tile", "build", "grow", "grow_or_build")


def _good_item(state: State, seat: int, what: str, n: int) -> Booked:
    have = state.players[seat].good(what)
    if have + n < 0:
        return state, _below(what, have)
    state, found = set_good(state, seat, what, have + n)
    if n > 0 and what in NEVER and state.is_tengu(seat):
        found = (*found, illegal("S1", "tengu_never", what=piece_word(what)))
    if n > 0 and what in (*MITAMA, "dragonfly") and worst(found) < Severity.IMPOSSIBLE:
        for _ in range(min(n, 9)):
            state = _gained_tile(state, seat, what)
    return state, found


def set_good(state: State, seat: int, what: str, n: int) -> Booked:
    """A plain number set to `n`, with what stands against it. What the other numbers forbid is not done."""
    player = state.players[seat]
    have = player.good(what)
    if n > MOST[what]:
        return state, (impossible("G1", "too_many", what=piece_word(what), n=MOST[what]),)
    if n < have and (against := _still_needed(player, what, n)):
        return state, against
    found: tuple[Violation, ...] = ()
    if what in VIRTUES and n > have:
        known = sum(other.good(what) for other in state.players) + n - have
        if known > VIRTUES[what]:
            found = (illegal("W6", "copies", what=piece_word(what), n=VIRTUES[what]),)
    if what == "accomplished" and n > player.bitoku:
        return state, (impossible("W6", "no_card_ahead", n=player.bitoku),)
    if what in PAIRS and n > have and not _can_pair(player, PAIRS[what], n - have):
        return state, (impossible("G4", "nothing_to_pair"),)
    return with_good(state, seat, what, n), found


def _can_pair(player: Player, kind: str, n: int) -> bool:
    free = player.good(kind) - player.good(f"pair_{kind}")
    return n <= min(free, player.good("dragonfly") - player.pairs)


def _still_needed(player: Player, what: str, left: int) -> tuple[Violation, ...]:
    """Why a piece cannot leave: it is half of a pair, or its Bitoku card was accomplished."""
    paired = player.pairs if what == "dragonfly" else player.good(f"pair_{what}") if what in MITAMA else 0
    if left < paired:
        return (impossible("G4", "in_a_pair", what=piece_word(what)),)
    if what in VIRTUES and player.bitoku - player.good(what) + left < player.good("accomplished"):
        return (impossible("W6", "no_card_ahead", n=player.bitoku),)
    return ()


def with_good(state: State, seat: int, what: str, n: int) -> State:
    """The table with one plain number changed."""
    at, goods = GOOD[what], state.players[seat].goods
    return state.with_player(seat, goods=(*goods[:at], n, *goods[at + 1 :]))


def _gained_tile(state: State, seat: int, what: str) -> State:
    """The action of a mitama, and the pair that a tile makes at the moment it is gained (rules G3, G4)."""
    if what in MITAMA_ACTIONS and state.everything and not state.is_tengu(seat):
        state, _ = book(state, seat, MITAMA_ACTIONS[what])
    player = state.players[seat]
    if what in MITAMA:
        if _can_pair(player, what, 1):
            state = with_good(state, seat, f"pair_{what}", player.good(f"pair_{what}") + 1)
    elif player.good("dragonfly") > player.pairs and player.waiting:
        if len(player.waiting) > 1 and state.everything:
            return add_due(state, seat, Due("pair"))
        pair = f"pair_{player.waiting[0]}"
        state = with_good(state, seat, pair, player.good(pair) + 1)
    return state


def step_kodama(state: State, seat: int, region: str, n: int) -> Booked:
    """A kodama so many spaces on (back if negative), as far as the track goes; its last space holds one (G9,
    G10). Refused only when it cannot move at all."""
    at = REGIONS.index(region)
    kodama = list(state.players[seat].kodama)
    last = state.size("kodama") or FARTHEST
    there = {player.kodama[at] for other, player in enumerate(state.players) if other != seat}
    if last in there and state.size("kodama"):
        last -= 1
    to = max(1, kodama[at] + n) if n < 0 else max(kodama[at], min(last, kodama[at] + n))
    if to == kodama[at]:
        reason = impossible("G10", "kodama_end", region=region_word(region))
        if n < 0:
            reason = impossible("G9", "kodama_start", region=region_word(region))
        return state, (reason,)
    kodama[at] = to
    return state.with_player(seat, kodama=tuple(kodama)), ()


def _pilgrims(state: State, seat: int, what: str, n: int) -> Booked:
    """Pilgrims sent somewhere: `awake` from sleep, `road` and `gone` from those awake, `settled` from the
    road."""
    player = state.players[seat]
    source = {"awake": "asleep", "road": "awake", "settled": "road", "gone": "awake"}[what]
    have, there = holds(state, seat, source), holds(state, seat, what)
    if have < n:
        return state, (impossible("G8", "no_pilgrims", where=piece_word(source), n=have),)
    if there + n < 0:
        return state, _below(what, there)
    changes: dict[str, object] = {} if source == "asleep" else {source: have - n}
    if what == "settled":
        changes[what] = player.settled[:n] if n < 0 else (*player.settled, *(0,) * n)
    else:
        changes[what] = there + n
    return state.with_player(seat, **changes), ()


def _building(state: State, seat: int, what: str, n: int) -> Booked:
    own = state.own_buildings(seat)
    if n > 0:
        if len(own) + n > MOST_BUILDINGS:
            return state, (impossible("G2", "six_buildings", n=MOST_BUILDINGS),)
        built = state.players[seat].turn
        more = (Building(what, owner=seat, built=built),) * n
        return replace(state, buildings=(*state.buildings, *more)), ()
    have = [at for at, b in enumerate(state.buildings) if b.owner == seat and b.kind == what]
    if len(have) < -n:
        return state, _below(what, len(have))
    away = set(have[n:])
    return replace(state, buildings=tuple(b for at, b in enumerate(state.buildings) if at not in away)), ()


def _crystal(state: State, seat: int, what: str, n: int) -> Booked:
    player = state.players[seat]
    if n > 0:
        if len(player.crystals) + n > MOST_CRYSTALS:
            return state, (impossible("G5", "crystal_places", n=MOST_CRYSTALS),)
        for _ in range(n):
            state = wake(state, seat, Crystal(what))
        return state, ()
    have = [at for at, crystal in enumerate(player.crystals) if crystal.kind == what]
    if len(have) < -n:
        return state, _below(what, len(have))
    away = set(have[n:])
    kept = tuple(crystal for at, crystal in enumerate(player.crystals) if at not in away)
    return state.with_player(seat, crystals=kept), ()


def wake(state: State, seat: int, crystal: Crystal) -> State:
    """A crystal on its place; the pilgrim who slept there wakes (rule G5)."""
    player = state.players[seat]
    awake = player.awake + (1 if player.asleep > 0 else 0)
    return state.with_player(seat, crystals=(*player.crystals, crystal), awake=awake)


def place_free(player: Player, place: str) -> bool:
    """Whether a crystal may still lie there; those whose place nobody noted may lie anywhere."""
    return sum(crystal.place == place for crystal in player.crystals) < CRYSTAL_PLACES[place]


_PLACED: Final[dict[tuple[str, ...], Callable[[State, int, str, int], Booked]]] = {
    PILGRIM_ITEMS: _pilgrims,
    BUILDINGS: _building,
    CRYSTALS: _crystal,
}


def step_counted(state: State, seat: int, what: str, n: int) -> Booked:
    """So many more (or fewer) of a piece or pilgrim that has its place."""
    change = next(change for kinds, change in _PLACED.items() if what in kinds)
    return change(state, seat, what, n)


def pay_amulets(goods: Sequence[int], pips: int, waste: bool) -> tuple[int, ...] | None:
    """The amulets that add so many pips, as few pips as possible lost, then as few amulets as possible (rule
    D3): how many of +1, +2, +3. Pips may be lost (`waste`) only at a die that reaches the 6. None when they
    cannot be added."""
    sizes = tuple(AMULETS.values())
    best: tuple[int, int, tuple[int, ...]] | None = None
    limits = [min(have, pips) for have in goods]
    for one in range(limits[0] + 1):
        for two in range(limits[1] + 1):
            for three in range(limits[2] + 1):
                spent = (one, two, three)
                lost = sum(n * size for n, size in zip(spent, sizes, strict=True)) - pips
                if lost < 0 or (lost and not waste):
                    continue
                found = (lost, sum(spent), spent)
                best = found if best is None else min(best, found)
    return None if best is None else best[2]
