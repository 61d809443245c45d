"""The Tengu's turn and its seasons (rules S1 to S9).

Its printed cards and most of its cycle are its owner's: what they say is entered. What the table knows is
answered here: which card, which steps cannot be, and what the attested ones do. A policy that decides by
itself records the same move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.engine.game import Severity, Violation, worst
from companion.engine.names import same_name
from companion.facts import components
from companion.games.bitoku.deck import CARDS, FACE_UP, ROW, Tengu, counted, on_the_table, place_of, used
from companion.games.bitoku.dice import SIX, begin, out_of_turn, penance, room_for, unlock
from companion.games.bitoku.dues import ROCKS, book_all
from companion.games.bitoku.goods import book, step_kodama, with_good
from companion.games.bitoku.moves import Activate, Chance, FixTengu, TenguRocks
from companion.games.bitoku.state import (
    BOONS,
    DICE,
    FAMILIES,
    HILLS,
    HOME,
    NOBODY,
    REGIONS,
    SIDE,
    TENGU,
    Die,
    Rock,
    State,
)
from companion.games.bitoku.will import is_label, to_shuffle
from companion.games.bitoku.wording import illegal, impossible, region_word, unwise
from companion.games.bitoku.year import after_turn

_SOLO: Final[Mapping[str, Any]] = components("bitoku")["solo"]
STEPS: Final[tuple[str, ...]] = _SOLO["steps"]
ATTESTED: Final[tuple[str, ...]] = _SOLO["attested"]
"""The steps that are described somewhere; the others are read in the rulebook."""
PASS: Final = STEPS[-1]
CROSSING: Final = "A"
PLACING: Final = ("B", "C", "F")
SECOND: Final[Mapping[str, str]] = _SOLO["second"]
"""What comes with its second rock, by the family that the rock counts."""
CHANCES: Final = ("rock", "second_rock", "winter_rock", "other")
HOME_POINTS: Final[int] = _SOLO["home_points"]
HOME_EACH: Final[int] = _SOLO["home_each"]
"""What step F scores, and for each high die of the player (rule S3)."""
MOST_OF: Final = 20
MOST_PICKS: Final = 6
_PICK: Final = re.compile(r"([1-9][0-9]?)/([1-9][0-9]?)")
LEGAL: Final[tuple[Violation, ...]] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the cycle: whether its words are known here, and why it cannot be done (None: it may)."""

    letter: str
    attested: bool
    against: Violation | None


# --- the cycle: S3


def cycle(state: State, will: int) -> tuple[Step, ...]:
    """Every step with what the table knows against it, for the card that the lower Will die names."""
    return tuple(Step(letter, letter in ATTESTED, _against(state, letter, will)) for letter in STEPS)


def _against(state: State, letter: str, will: int) -> Violation | None:
    if letter == "A":
        return None if crossers(state) else illegal("S3", "tengu_no_crossing")
    if letter == "B":
        return _no_activation(state, will)
    if letter in ("C", "F") and not free_dice(state):
        return illegal("S3", "tengu_no_die")
    if letter == "F" and all(_full(state, HOME, space) for space in state.spaces(HOME)):
        return illegal("S3", "tengu_home_full")
    return None


def _no_activation(state: State, will: int) -> Violation | None:
    """Step B: only locked dice, the attitude inactive, the card on the left."""
    if state.tengu is not None and state.tengu.active:
        return illegal("S3", "tengu_is_active")
    if ROW[place_of(will)] != ROW[0]:
        return illegal("S3", "tengu_not_left")
    if free_dice(state):
        return illegal("S3", "tengu_has_die")
    return None if locked_dice(state) else illegal("S3", "tengu_none_locked")


def free_dice(state: State) -> tuple[int, ...]:
    """Its unlocked dice, the one that the table chose to be used first in front (option tengu_die)."""
    dice = state.players[TENGU].dice
    found = [number for number, die in enumerate(dice) if die.zone == "green"]
    how = "ask" if state.tengu is None else state.tengu.reading("tengu_die")
    return tuple(sorted(found, key=lambda number: dice[number].value, reverse=how == "highest"))


def locked_dice(state: State) -> tuple[int, ...]:
    """Its locked dice."""
    return tuple(number for number, die in enumerate(state.players[TENGU].dice) if die.zone == "red")


def crossers(state: State) -> tuple[int, ...]:
    """Its dice that stand by the river with a boon left to cover on the other side."""
    return tuple(
        number for number, die in enumerate(state.players[TENGU].dice) if any(True for _ in banks(state, die))
    )


def banks(state: State, die: Die) -> Iterator[tuple[str, str]]:
    """(hill, boon) of every boon that the die could cross to."""
    for boon in BOONS:
        hill, _, name = boon.partition(".")
        near = die.zone in HILLS and SIDE[hill] == SIDE[die.zone]
        if near and boon not in state.boons and not _full(state, "hill", hill):
            yield hill, name


def _full(state: State, zone: str, spot: str) -> bool:
    size = state.size(f"{zone}.{spot}")
    return bool(size) and sum(1 for _ in state.dice_in(zone, spot)) >= size


# --- its turn


def candidates(state: State) -> Iterator[Activate]:
    """What the Tengu might do: the attested steps in every way, the others as such. What they gained and
    moved besides has no end and is left to its own form."""
    dice = state.players[TENGU].dice
    forest = [(region, space) for region in REGIONS for space in state.spaces(region)]
    for will in range(1, 7):
        for number in crossers(state):
            for hill, boon in banks(state, dice[number]):
                yield Activate(will, "A", number, f"hill.{hill}", boon)
        for number in locked_dice(state):
            if will > 4:
                yield from (Activate(will, "B", number, f"{r}.{s}", unlock=number) for r, s in forest)
        for number in free_dice(state):
            yield from (Activate(will, "C", number, f"{r}.{s}") for r, s in forest if r != HOME)
            yield from (Activate(will, "F", number, f"{r}.{s}") for r, s in forest if r == HOME)
        for letter in STEPS:
            if letter not in (CROSSING, *PLACING):
                yield Activate(will, letter)
            if letter not in ATTESTED:
                yield from (Activate(will, letter, unlock=number) for number in locked_dice(state))


def check(state: State, seat: int, move: Activate) -> tuple[Violation, ...]:
    """What stands against a turn of the Tengu."""
    if state.tengu is None or seat != TENGU:
        return (impossible("S1", "no_tengu"),)
    if against := _malformed(move):
        return (against,)
    if move.turn not in (0, state.tengu.turn):
        return (impossible("S2", "tengu_turn", n=state.tengu.turn),)
    found = [*out_of_turn(state, TENGU), *_moved(state, move)]
    if worst(found) == Severity.IMPOSSIBLE:
        return tuple(found)
    if move.step == PASS and (move.die, move.unlock) != (NOBODY, NOBODY):
        found.append(illegal("S3", "tengu_pass_moves"))
    if move.step in (CROSSING, *PLACING) and move.die == NOBODY:
        found.append(illegal("S3", "tengu_which_die", step=move.step))
    against = _against(state, move.step, move.will)
    if against is not None:
        found.append(against)
    found += _card_against(state.tengu, move)
    moved = _dice_and_cards(state, move)
    return (*found, *book_all(moved, TENGU, move.items)[1])


def _card_against(tengu: Tengu, move: Activate) -> Iterator[Violation]:
    """What the deck has against the card of a turn (rule S2)."""
    if tengu.quick:
        return
    if to_shuffle(tengu):
        yield illegal("S2", "tengu_to_shuffle", n=to_shuffle(tengu))
    there = tengu.row[place_of(move.will)]
    if not move.card or same_name(there, move.card):
        return
    if tengu.dealt:
        yield illegal("S2", "tengu_other_card", card=there)
    elif any(same_name(card, move.card) for card in tengu.cards):
        yield unwise("S2", "tengu_card_away", card=move.card)


def _malformed(move: Activate) -> Violation | None:
    """Numbers and words that no Tengu's turn can have."""
    if not 1 <= move.will <= 6 or (move.other and not move.will <= move.other <= 6):
        return impossible("S2", "tengu_will")
    if move.step not in STEPS:
        return impossible("S3", "tengu_step")
    if move.card and not is_label(move.card):
        return impossible("S2", "tengu_label")
    if not (NOBODY <= move.die < DICE and NOBODY <= move.unlock < DICE):
        return impossible("D1", "no_such_die")
    if not -1 <= move.attitude <= 1 or len(move.picks) > MOST_PICKS:
        return impossible("S3", "tengu_step")
    if any(picked(pick) is None for pick in move.picks):
        return impossible("S3", "no_such_chance")
    if (move.die == NOBODY) != (not move.to) or bool(move.boon) != move.to.startswith("hill."):
        return impossible("D4", "no_such_space")
    return None


def picked(pick: str) -> tuple[int, int] | None:
    """(which, of how many) that chance picked, None when it is nothing that chance can have picked."""
    match = _PICK.fullmatch(pick)
    if match is None:
        return None
    n, of = int(match[1]), int(match[2])
    return (n, of) if 1 <= n <= of <= MOST_OF and of > 1 else None


def _moved(state: State, move: Activate) -> Iterator[Violation]:
    """What stands against the die that is unlocked and the one that moves."""
    dice = state.players[TENGU].dice
    if move.unlock != NOBODY and dice[move.unlock].zone != "red":
        yield impossible("D1", "not_locked")
        return
    if move.die == NOBODY:
        return
    die = dice[move.die]
    zone, _, spot = move.to.partition(".")
    if zone == "hill":
        yield from _crossing(state, move, die, spot)
        return
    if zone not in REGIONS or spot not in state.spaces(zone):
        yield impossible("D4", "no_such_space")
    elif die.out:
        yield impossible("D1", "die_is_out")
    else:
        if die.zone == "red" and move.unlock != move.die:
            yield illegal("D1", "tengu_locked")
        if (move.step == "F") != (zone == HOME) and move.step in PLACING and move.step != "B":
            yield illegal("S3", "tengu_elsewhere", step=move.step)
        yield from room_for(state, move.to, sum(1 for _ in state.dice_in(zone, spot)))


def _crossing(state: State, move: Activate, die: Die, hill: str) -> Iterator[Violation]:
    if f"{hill}.{move.boon}" not in BOONS:
        yield impossible("C3", "no_such_boon")
    elif die.zone == "hill":
        yield impossible("C1", "has_crossed")
    elif not die.out:
        yield impossible("C1", "not_in_forest")
    else:
        if die.zone == HOME:
            yield illegal("C1", "not_from_home")
        elif SIDE[hill] != SIDE[die.zone]:
            yield illegal("C4", "other_hill", region=region_word(die.zone))
        if f"{hill}.{move.boon}" in state.boons:
            yield illegal("C3", "boon_covered")
        if die.value == 1:
            yield unwise("C2", "tengu_one_crosses")
        yield from room_for(state, f"hill.{hill}", sum(1 for _ in state.dice_in("hill", hill)))


def step(state: State, seat: int, move: Activate) -> State:
    """The whole turn: dice, boon, attitude, the card used, what was gained, and perhaps its pass."""
    if state.tengu is None:
        return state
    return after_turn(book(_dice_and_cards(state, move), TENGU, move.items)[0], TENGU)


def _dice_and_cards(state: State, move: Activate) -> State:
    tengu = state.tengu
    if tengu is None:
        return state
    state = begin(state, TENGU)
    if move.unlock != NOBODY:
        state = unlock(state, TENGU, move.unlock)
        die = state.players[TENGU].dice[move.unlock]
        state = state.with_die(TENGU, move.unlock, replace(die, value=min(SIX, die.value + tengu.lift)))
    if move.die != NOBODY:
        die = state.players[TENGU].dice[move.die]
        value = crossed(tengu, die.value) if move.boon else die.value
        state = state.with_die(TENGU, move.die, Die(value, move.to)).with_player(TENGU, last=move.die)
    if move.boon:
        covered = f"{move.to.removeprefix('hill.')}.{move.boon}"
        state = replace(state, boons=tuple(dict.fromkeys((*state.boons, covered))))
    if move.step == PASS and state.season == "summer":
        state = state.with_player(TENGU, passed=True)
    active = tengu.active or move.step == "B" if move.attitude == NOBODY else bool(move.attitude)
    return replace(state, tengu=replace(used(tengu, place_of(move.will), label=move.card), active=active))


def crossed(tengu: Tengu, value: int) -> int:
    """What a die of the Tengu shows beyond the river: nobody says, so the table chose (rule S9)."""
    return penance(value) if tengu.reading("tengu_penance") == "same" else value


def gains(state: State, letter: str, to: str) -> tuple[str, ...]:
    """What a step gives by itself, as far as that is known: the kodama of the region, and the points of the
    Great Spirit's home (rules S3, S8)."""
    region = to.partition(".")[0]
    if letter == "F":
        return (f"vp+{home_points(state)}",)
    return (f"kodama.{region}+1",) if letter == "C" and advances(state, region) else ()


def home_points(state: State) -> int:
    """The points of step F: more for each die of the player that shows a 5 or a 6."""
    high: int = sum(die.value >= _SOLO["home_from"] for die in state.players[0].dice)
    return HOME_POINTS + HOME_EACH * high


def advances(state: State, region: str) -> bool:
    """Whether its kodama of a region moves on: as far as the track goes, and in the easier game only where
    the player's is ahead (rules G10, S8), as far as the table knows where that is."""
    if region not in REGIONS or step_kodama(state, TENGU, region, 1)[1]:
        return False
    if not state.everything:
        return True
    at = REGIONS.index(region)
    ahead = state.players[0].kodama[at] > state.players[TENGU].kodama[at]
    return ahead or (state.tengu is not None and state.tengu.reading("tengu_lead") == "always")


# --- its rocks, chance, corrections


YOKAI_ROCKS: Final = tuple(kind for kind in ROCKS if kind in FAMILIES["yokai"])
SECOND_ROCKS: Final = {kind: family for family in SECOND for kind in FAMILIES[family] if kind in ROCKS}
"""What its second rock may count, with the family."""


def fixes(state: State) -> Iterator[Any]:
    """What the table may record about the Tengu."""
    tengu = state.tengu
    if tengu is None:
        return
    now = tuple(rock.of for rock in state.players[TENGU].rocks)
    for yokai in YOKAI_ROCKS:
        yield from (TenguRocks(yokai, other) for other in SECOND_ROCKS if (yokai, other) != now)
    for among in CHANCES:
        yield from (Chance(among, of, n) for of in (2, 3) for n in range(1, of + 1))
    yield FixTengu("active", int(not tengu.active))
    if tengu.dealt and not tengu.quick:
        yield FixTengu("dealt", 0)
    pile = len(tengu.pile)
    yield from (FixTengu("pile", n) for n in range(CARDS - FACE_UP + 1) if n != pile)


def check_rocks(state: State, move: TenguRocks) -> tuple[Violation, ...]:
    if state.tengu is None:
        return (impossible("S1", "no_tengu"),)
    known = move.yokai in YOKAI_ROCKS and move.also in SECOND_ROCKS
    return LEGAL if known else (impossible("S1", "tengu_rocks"),)


def step_rocks(state: State, move: TenguRocks) -> State:
    """Its rocks, and the stone or sake that comes with the second; an earlier one is given back (S1, S6)."""
    before = state.players[TENGU].rocks
    if state.tengu is not None and state.tengu.reading("tengu_start") not in ("no_goods", "nothing"):
        given = [(SECOND_ROCKS.get(rock.of, ""), -1) for rock in before[1:2]]
        for family, n in (*given, (SECOND_ROCKS[move.also], 1)):
            if family:
                what = SECOND[family]
                have = state.players[TENGU].good(what)
                state = with_good(state, TENGU, what, max(0, have + n))
    return state.with_player(TENGU, rocks=(Rock(move.yokai), Rock(move.also), *before[2:]))


def check_chance(state: State, move: Chance) -> tuple[Violation, ...]:
    if state.tengu is None:
        return (impossible("S1", "no_tengu"),)
    known = move.among in CHANCES and picked(f"{move.pick}/{move.of}") is not None
    return LEGAL if known else (impossible("S1", "no_such_chance"),)


def check_fix(state: State, move: FixTengu) -> tuple[Violation, ...]:
    if state.tengu is None:
        return (impossible("S1", "no_tengu"),)
    if move.what == "active" and move.n in (0, 1):
        return LEGAL
    if move.what == "dealt" and move.n == 0:
        return (
            LEGAL if state.tengu.dealt and not state.tengu.quick else (impossible("S2", "tengu_not_dealt"),)
        )
    known = move.what == "pile" and 0 <= move.n <= CARDS - FACE_UP
    return LEGAL if known else (impossible("S2", "tengu_pile", n=CARDS - FACE_UP),)


def step_fix(state: State, move: FixTengu) -> State:
    if state.tengu is None:
        return state
    if move.what == "active":
        return replace(state, tengu=replace(state.tengu, active=bool(move.n)))
    if move.what == "dealt":
        return replace(state, tengu=on_the_table(state.tengu))
    return replace(state, tengu=counted(state.tengu, move.n))
