"""Quick Tengu: a variant of our own, in which the app decides the Tengu's whole turn (rules Q1 to Q10).

Everything follows from the table and the Will. What nobody here can know is which piece lies there: then the
plan has one turn for each piece that may.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.engine.game import Severity, Violation, worst
from companion.facts import components
from companion.games.bitoku import tengu
from companion.games.bitoku.deck import Tengu, place_of
from companion.games.bitoku.dice import SIX, no_forest_action, room_for
from companion.games.bitoku.goods import book, holds
from companion.games.bitoku.moves import Activate
from companion.games.bitoku.state import (
    BUILDINGS,
    HILLS,
    HOME,
    MITAMA,
    REGIONS,
    RESOURCES,
    SIDE,
    TENGU,
    VIRTUES,
    YOKAI,
    Die,
    Player,
    State,
)
from companion.games.bitoku.wording import illegal, region_word

_DATA: Final[Mapping[str, Any]] = components("bitoku")["quick"]
PIECES: Final[Mapping[str, tuple[str, ...]]] = {"yokai": YOKAI, "bitoku": tuple(VIRTUES), "mitama": MITAMA}
"""What may lie there, by what is taken."""
BOON_ORDER: Final = {"bitoku": ("bitoku", "yokai", "two"), "yokai": ("yokai", "bitoku", "two")}


@dataclass(frozen=True, slots=True)
class Card:
    """One of our cards: the hills it crosses to and the boon it looks at first, the region it places a die
    in, and whether it takes the `highest` or the `lowest` of several dice."""

    hill: str
    boon: str
    region: str
    die: str


CARDS: Final[Mapping[str, Card]] = {label: Card(**card) for label, card in _DATA["cards"].items()}


@dataclass(frozen=True, slots=True)
class Step:
    """A step that could not be done, and why."""

    letter: str
    against: Violation


@dataclass(frozen=True, slots=True)
class Plan:
    """What the Tengu does: `turns` differ only in the piece that lies there, the last one for none; there is
    one when nothing is to be said. `asks` names what lies there, or is empty. `over`: the steps before."""

    turns: tuple[Activate, ...]
    asks: str = ""
    over: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class _Draft:
    """A turn before its gains: `takes` is what lies there, `gains` all else."""

    move: Activate
    gains: tuple[str, ...] = ()
    takes: str = ""


@dataclass(frozen=True, slots=True)
class _Moment:
    """The table, the Will, the card that it names, and what the level of the game makes of it."""

    state: State
    will: int
    card: Card
    level: Mapping[str, Any]

    @property
    def its(self) -> Player:
        return self.state.players[TENGU]


def card_of(of: Tengu, will: int) -> Card:
    """The card that the lower Will die names; a label that is none of ours counts as the first."""
    return CARDS.get(of.row[place_of(will)], next(iter(CARDS.values())))


def decide(state: State, will: int) -> Activate:
    """The turn of the Tengu for the lower Will die, with the likeliest piece where one lies there."""
    return plan(state, will).turns[0]


def plan(state: State, will: int) -> Plan:
    """The first step of our cycle that can be done, with all that comes of it (rule Q3)."""
    of = state.tengu
    if of is None:
        raise ValueError("nobody plays alone here")
    now = _Moment(state, will, card_of(of, will), of.level)
    over: list[Step] = []
    for letter, find in _CYCLE.items():
        found = find(now)
        if isinstance(found, _Draft):
            return _whole(now, found, tuple(over))
        over.append(Step(letter, found))
    return Plan((Activate(will, _PASS, attitude=_DATA["passes"]),), "", tuple(over))


def _whole(now: _Moment, draft: _Draft, over: tuple[Step, ...]) -> Plan:
    """The plan of a draft: its gains as far as they can be, once for every piece that may lie there."""
    items = tuple(taken(now.state, draft.gains))
    likely = _likeliest(now, draft.takes)
    pieces = [what for what in likely if f"{what}+1" in taken(now.state, (*items, f"{what}+1"))]
    turns = [replace(draft.move, items=(*items, f"{what}+1")) for what in pieces]
    return Plan((*turns, replace(draft.move, items=items)), draft.takes if turns else "", over)


def taken(state: State, items: Iterable[str]) -> Iterator[str]:
    """Of these items those that the Tengu can have, one after another."""
    for item in items:
        after, against = book(state, TENGU, (item,))
        if worst(against) < Severity.ILLEGAL:
            state = after
            yield item


def _likeliest(now: _Moment, takes: str) -> list[str]:
    """What may lie there: what its rocks count first (rule Q6)."""
    counted = {rock.of for rock in now.its.rocks}
    return sorted(PIECES.get(takes, ()), key=lambda what: what not in counted)


# --- the steps: Q3


def _contested(now: _Moment) -> _Draft | Violation:
    """A: over the river to the card's hills, where the player's dice could go too (rule Q7)."""
    side = SIDE[now.card.hill]
    yours = [die for die in now.state.players[0].dice if die.zone in HILLS and SIDE[die.zone] == side]
    if not any(die.value > 1 for die in yours):
        return illegal("Q7", "quick_not_contested", region=region_word(now.card.hill))
    return _over(now, "A", (now.card.hill,)) or illegal("S3", "tengu_no_crossing")


def _crossing(now: _Moment) -> _Draft | Violation:
    """I: over the river wherever it can."""
    near = sorted(HILLS, key=lambda hill: (hill != now.card.hill, SIDE[hill] != SIDE[now.card.hill]))
    return _over(now, "I", near) or illegal("S3", "tengu_no_crossing")


def _over(now: _Moment, letter: str, hills: Iterable[str]) -> _Draft | None:
    dice = [number for number in tengu.crossers(now.state) if now.its.dice[number].value > 1]
    for hill in hills:
        for number in _by_card(now, dice):
            free = {boon for to, boon in tengu.banks(now.state, now.its.dice[number]) if to == hill}
            boon = next((boon for boon in BOON_ORDER[now.card.boon] if boon in free), None)
            if boon is None:
                continue
            points = _points(now.level["crossing"])
            move = Activate(now.will, letter, number, f"hill.{hill}", boon)
            if boon == "two":
                return _Draft(move, (*_kodama(now, (hill, _behind(now, hill))), *points))
            return _Draft(move, points, boon)
    return None


def _attitude(now: _Moment) -> _Draft | Violation:
    """B: only locked dice, inactive, the left card: a die is unlocked and placed at once."""
    step = next(step for step in tengu.cycle(now.state, now.will) if step.letter == "B")
    if step.against is not None:
        return step.against
    number = _by_card(now, tengu.locked_dice(now.state))[0]
    die = now.its.dice[number]
    raised = now.state.with_die(
        TENGU, number, Die(min(SIX, die.value + now.level["lift"]), f"green.{die.spot}")
    )
    found = _placed(replace(now, state=raised), now.card.region, (number,))
    if found is None:
        return illegal("Q5", "quick_no_space", region=region_word(now.card.region))
    return replace(found, move=replace(found.move, step="B", unlock=number))


def _card_region(now: _Moment) -> _Draft | Violation:
    """C: an unlocked die to the card's region."""
    if not tengu.free_dice(now.state):
        return illegal("S3", "tengu_no_die")
    if now.card.region == HOME:
        return illegal("Q5", "quick_home_card")
    return _placed(now, now.card.region) or illegal(
        "Q5", "quick_no_space", region=region_word(now.card.region)
    )


def _home(now: _Moment) -> _Draft | Violation:
    """F: an unlocked die to the Great Spirit's home."""
    if not tengu.free_dice(now.state):
        return illegal("S3", "tengu_no_die")
    return _placed(now, HOME) or illegal("S3", "tengu_home_full")


def _elsewhere(now: _Moment) -> _Draft | Violation:
    """G: an unlocked die to the next region to the right where it may act, round from the card's."""
    if not tengu.free_dice(now.state):
        return illegal("S3", "tengu_no_die")
    at = REGIONS.index(now.card.region)
    for region in (*REGIONS[at + 1 :], *REGIONS[:at]):
        found = None if region == HOME else _placed(now, region)
        if found is not None:
            return replace(found, move=replace(found.move, step="G"))
    return illegal("Q5", "quick_nowhere")


def _unlocking(now: _Moment) -> _Draft | Violation:
    """H: a locked die is unlocked and turned up (rule Q4)."""
    locked = _by_card(now, tengu.locked_dice(now.state))
    if not locked:
        return illegal("S3", "tengu_none_locked")
    return _Draft(Activate(now.will, "H", unlock=locked[0]))


_CYCLE: Final[Mapping[str, Callable[[_Moment], _Draft | Violation]]] = dict(
    zip(
        _DATA["steps"][:-1],
        (_contested, _attitude, _card_region, _home, _elsewhere, _unlocking, _crossing),
        strict=True,
    )
)
STEPS: Final[tuple[str, ...]] = _DATA["steps"]
_PASS: Final[str] = STEPS[-1]


def _by_card(now: _Moment, dice: Iterable[int]) -> list[int]:
    """These dice in the order in which the card takes them."""
    last = -1 if now.card.die == "highest" else 1
    return sorted(dice, key=lambda number: last * now.its.dice[number].value)


# --- placing: Q5, Q6


def _placed(now: _Moment, region: str, dice: Iterable[int] = ()) -> _Draft | None:
    """An unlocked die in a region, and what it brings; None when none of them may act there."""
    for number in _by_card(now, dice or tengu.free_dice(now.state)):
        value = now.its.dice[number].value
        space = _space(now.state, region, value)
        if space is None:
            continue
        move = Activate(now.will, "F" if region == HOME else "C", number, f"{region}.{space}")
        if region == HOME:
            return _Draft(move, tengu.gains(now.state, "F", move.to))
        number_there = int(space)
        points = int(now.level["points"]) + number_there * int(now.level["number"])
        found = _BRINGS[region](now, number_there)
        gains = (*tengu.gains(now.state, "C", move.to), *found.gains, *_points(points))
        return replace(found, move=move, gains=gains)
    return None


def _space(state: State, region: str, value: int) -> str | None:
    """The free space with the highest number that a die may act on there (rules Q5, D5); in the home the
    highest free one, as far as the heights were noted."""
    if region == HOME:
        spaces = state.heights or state.spaces(HOME)
    else:
        spaces = tuple(
            space
            for space in reversed(state.spaces(region))
            if no_forest_action(state, region, space, value) is None
        )
    return next(
        (s for s in spaces if not room_for(state, f"{region}.{s}", _standing(state, region, s))), None
    )


def _standing(state: State, region: str, space: str) -> int:
    return sum(1 for _ in state.dice_in(region, space))


def _yomi(now: _Moment, number: int) -> _Draft:
    """A mitama, without paying."""
    return _Draft(_NO_MOVE, (), "mitama" if number > 1 else "")


def _stairway(now: _Moment, number: int) -> _Draft:
    """The pilgrim on the path goes to a side path; when there is none, one sets out."""
    return _Draft(_NO_MOVE, ("settled+1",) if now.its.road else ("road+1",))


def _glade(now: _Moment, number: int) -> _Draft:
    """Resources, of the kind it has fewest of each time."""
    have = {what: now.its.good(what) for what in RESOURCES}
    found = []
    for _ in range(_DATA["resources"][str(number)]):
        what = min(have, key=lambda what: have[what])
        have[what] += 1
        found.append(f"{what}+1")
    return _Draft(_NO_MOVE, tuple(found))


def _forge(now: _Moment, number: int) -> _Draft:
    """A crystal, or a building when it has no more of them; the kind that its rock counts, else the one that
    it has fewest of."""
    counted = [rock.of for rock in now.its.rocks if rock.of in BUILDINGS]
    built = {what: holds(now.state, TENGU, what) for what in BUILDINGS}
    crystals = len(now.its.crystals)
    if sum(built.values()) > crystals or not tuple(taken(now.state, ("temple+1",))):
        return _Draft(_NO_MOVE, ("crystal+1",))
    what = counted[0] if counted else min(built, key=lambda kind: built[kind])
    return _Draft(_NO_MOVE, (f"{what}+1",))


_NO_MOVE: Final = Activate(1, _PASS)
_BRINGS: Final[Mapping[str, Callable[[_Moment, int], _Draft]]] = {
    "yomi": _yomi,
    "stairway": _stairway,
    "glade": _glade,
    "forge": _forge,
}


def _points(n: int) -> tuple[str, ...]:
    return (f"vp+{n}",) if n else ()


def _behind(now: _Moment, but: str) -> str:
    """The region, not that one, in which its kodama is furthest behind the player's (rule Q7)."""
    gaps = {
        region: yours - its
        for region, yours, its in zip(REGIONS, now.state.players[0].kodama, now.its.kodama, strict=True)
        if region != but
    }
    return max(gaps, key=lambda region: gaps[region])


def _kodama(now: _Moment, regions: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"kodama.{region}+1" for region in regions if tengu.advances(now.state, region))


# --- as a table of ours plays it


def candidates(state: State) -> Iterator[Activate]:
    """What the Tengu does for the Will that was rolled, or for each one that may be."""
    if state.tengu is None:
        return
    for will in state.tengu.will[:1] or range(1, SIX + 1):
        yield from plan(state, will).turns


def check(state: State, seat: int, move: Activate) -> tuple[Violation, ...]:
    """What stands against a turn of the Tengu; here also that the app decides another one (rule Q3)."""
    found = tengu.check(state, seat, move)
    of = state.tengu
    if of is None or not state.quick or worst(found) == Severity.IMPOSSIBLE:
        return found
    if of.will and move.will != of.will[0]:
        return (*found, illegal("Q2", "quick_other_will", n=of.will[0]))
    planned = decide(state, move.will)
    if replace(move, items=(), other=0, picks=(), turn=0) != replace(planned, items=()):
        return (*found, illegal("Q3", "quick_other_step", step=planned.step))
    return found
