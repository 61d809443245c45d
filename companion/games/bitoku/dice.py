"""Summer: playing yokai, using dice, crossing the river, passing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from companion.engine.game import Violation
from companion.facts import components
from companion.games.bitoku.goods import add_due, book, pay_amulets, with_good
from companion.games.bitoku.moves import Cross, Pass, Place, Play
from companion.games.bitoku.state import (
    AMULETS,
    BOONS,
    DICE,
    HILLS,
    HOME,
    NOBODY,
    PLACES,
    REGIONS,
    SIDE,
    Die,
    Due,
    Player,
    State,
)
from companion.games.bitoku.wording import illegal, impossible, region_word, season_word, seat_word, unwise
from companion.games.bitoku.year import after_turn

_DATA: Final = components("bitoku")
GIVES: Final = _DATA["forest"]
LESS: Final = _DATA["less"]
SIX: Final[int] = _DATA["highest_die"]
CROSSED_SIX: Final[int] = _DATA["crossed_six"]
FLEETING: Final = (
    *("walk", "building", "copy", "build", "grow", "grow_or_build"),
    *("mitama_or_dragonfly", "mitama", "dragonfly_tile"),
)
"""What is gone when its player acts again; what was chosen from the supply waits."""
LEGAL: Final[tuple[Violation, ...]] = ()


def out_of_turn(state: State, seat: int) -> tuple[Violation, ...]:
    """Why the seat may not take a turn now (rules Y1, Y4, P1), with a hint when something would be lost."""
    if state.season != "summer":
        return (illegal("Y1", "not_summer", season=season_word(state.season)),)
    if state.players[seat].passed:
        return (illegal("Y4", "has_passed"),)
    if state.turn != seat:
        return (illegal("P1", "not_your_turn", who=seat_word(state.turn)),)
    points = state.players[seat].due("walk")
    return LEGAL if points is None else (unwise("W1", "points_lost", n=points.n),)


def begin(state: State, seat: int) -> State:
    """A new turn of the seat: what it left undone in the last one is gone (rule W1)."""
    player = state.players[seat]
    kept = tuple(due for due in player.dues if due.key not in FLEETING)
    return state.with_player(seat, dues=kept, last=NOBODY, turn=state.turns + 1)


def candidates(state: State, seat: int) -> Iterator[Any]:
    """What the seat whose turn it is might do."""
    player = state.players[seat]
    yield from (Play(slot) for slot in range(PLACES))
    for number, die in enumerate(player.dice):
        if not die.out:
            yield from _places(state, number, die)
    for number, die in enumerate(player.dice):
        if die.zone in HILLS:
            for hill in HILLS:
                if hill == die.zone or (state.seats <= 2 and SIDE[hill] == SIDE[die.zone]):
                    yield from (Cross(number, *boon.split(".")) for boon in BOONS if boon.startswith(hill))
        elif die.zone == HOME:
            yield Cross(number, HILLS[0], "bitoku")
    yield Pass()


def _places(state: State, number: int, die: Die) -> Iterator[Place]:
    pilgrim = int(die.zone == "red")
    for region in REGIONS:
        pips = range(SIX - die.value + 1 + int(_outbids(state, region)))
        for space in state.spaces(region):
            yield from (Place(number, region, space, add, pilgrim) for add in pips)


# --- playing a yokai: K1 to K3


def check_play(state: State, seat: int, move: Play) -> tuple[Violation, ...]:
    if not 0 <= move.slot < PLACES:
        return (impossible("K1", "no_such_slot"),)
    player = state.players[seat]
    if player.slots[move.slot]:
        if all(player.slots):
            return (impossible("K1", "slots_full"),)
        return (impossible("K1", "slot_taken"),)
    found = out_of_turn(state, seat)
    return found if player.hand else (*found, illegal("K1", "no_card"))


def step_play(state: State, seat: int, move: Play) -> State:
    """The card lies on its place, and the die beside it is unlocked (rules K1, K2)."""
    state = begin(state, seat)
    player = state.players[seat]
    slots = tuple(card or at == move.slot for at, card in enumerate(player.slots))
    state = state.with_player(seat, slots=slots, hand=max(0, player.hand - 1))
    for number, die in enumerate(player.dice):
        if die.at == f"red.{move.slot}":
            state = unlock(state, seat, number)
    return after_turn(state, seat)


def unlock(state: State, seat: int, number: int) -> State:
    """A locked die moves up to the green place (rules K2, D1)."""
    die = state.players[seat].dice[number]
    return state.with_die(seat, number, replace(die, at=f"green.{die.spot}")) if die.zone == "red" else state


# --- using a die: D1 to D6


def check_place(state: State, seat: int, move: Place) -> tuple[Violation, ...]:
    player = state.players[seat]
    if not 0 <= move.die < DICE:
        return (impossible("D1", "no_such_die"),)
    if move.region not in REGIONS or move.space not in state.spaces(move.region):
        return (impossible("D4", "no_such_space"),)
    if not 0 <= move.add <= SIX or move.pilgrim not in (0, 1) or not 0 <= move.height <= 9:
        return (impossible("D3", "no_such_pips"),)
    die = player.dice[move.die]
    if die.out:
        return (impossible("D1", "die_is_out"),)
    if move.pilgrim and player.awake + player.asleep == 0:
        return (impossible("D2", "no_pilgrim"),)
    found = [*out_of_turn(state, seat)]
    if die.zone == "red" and not move.pilgrim:
        found.append(illegal("D1", "locked"))
    elif move.pilgrim and die.zone == "green":
        found.append(illegal("D2", "needless"))
    elif move.pilgrim and state.everything and not player.awake:
        found.append(illegal("D2", "none_awake"))
    if die.value + move.add > SIX + int(_outbids(state, move.region)):
        found.append(illegal("D3", "above_six"))
    elif move.add and state.everything and _amulets(player, move.add, die.value + move.add >= SIX) is None:
        found.append(illegal("D3", "no_amulets", n=move.add))
    found += room_for(state, f"{move.region}.{move.space}", _standing(state, move.region, move.space))
    value = min(SIX, die.value + move.add)
    if move.region != HOME:
        against = no_forest_action(state, move.region, move.space, value, die.value + move.add > SIX)
        found += () if against is None else (against,)
    elif move.space == "copy" and value < 2:
        found.append(illegal("F6", "copy_needs_two"))
    return tuple(found)


def _standing(state: State, region: str, space: str) -> int:
    return sum(1 for _ in state.dice_in(region, space))


def room_for(state: State, place: str, standing: int) -> tuple[Violation, ...]:
    """One die a space (rule D4): a refusal when the spaces were counted, otherwise a hint."""
    size = state.size(place)
    if size and standing >= size:
        return (illegal("D4", "space_full", n=size),)
    return (unwise("D4", "space_taken", n=standing),) if standing and not size else LEGAL


def _amulets(player: Player, pips: int, waste: bool) -> tuple[int, ...] | None:
    return pay_amulets([player.good(name) for name in AMULETS], pips, waste)


def highest(state: State, region: str) -> int:
    """The highest die in a region of the forest, 0 when there is none."""
    return max((die.value for _, _, die in state.dice_in(region)), default=0)


def _outbids(state: State, region: str) -> bool:
    """The harder game: against a 6 an amulet lets a die count as more, for the forest action only (D5)."""
    return state.harder and region != HOME and highest(state, region) == SIX


def no_forest_action(
    state: State, region: str, space: str, value: int, outbid: bool = False
) -> Violation | None:
    """Why a die with that value would not do the forest action of a space, None when it may (D5)."""
    if value < int(space):
        return unwise("D5", "below_number", n=int(space))
    top = highest(state, region)
    if value < top or (state.harder and value == top and not outbid):
        return unwise("D5", "not_higher" if state.harder else "lower_die", n=top)
    return None


def step_place(state: State, seat: int, move: Place) -> State:
    """Amulets first, then the die on its space; what it may do there happens or is due (rules D2 to D6)."""
    state = begin(state, seat)
    player = state.players[seat]
    die = player.dice[move.die]
    if move.pilgrim:
        state = _pilgrim_gone(state, seat)
    raised = die.value + move.add
    value = min(SIX, raised)
    spent = _amulets(player, move.add, raised >= SIX) if state.everything and move.add else None
    for name, n in zip(AMULETS, spent or (), strict=False):
        state = with_good(state, seat, name, player.good(name) - n)
    home = move.region == HOME
    allowed = home or no_forest_action(state, move.region, move.space, value, raised > SIX) is None
    if home and move.space == "copy":
        value = max(1, value - 1)
    placed = Die(value, f"{move.region}.{move.space}", move.height if home else 0)
    state = state.with_die(seat, move.die, placed).with_player(seat, last=move.die)
    if allowed:
        state = forest_action(state, seat, move.region, move.space)
    if state.everything and any(usable(state, seat, number) for number in range(len(state.buildings))):
        state = add_due(state, seat, Due("building", 1, move.region))
    return after_turn(state, seat)


def _pilgrim_gone(state: State, seat: int) -> State:
    """One pilgrim fewer for good (rule D2). One that nobody recorded as awake has woken meanwhile."""
    player = state.players[seat]
    return state.with_player(seat, gone=player.gone + 1, awake=max(0, player.awake - 1))


def forest_action(state: State, seat: int, region: str, space: str) -> State:
    """What a space of the forest gives, at a table that keeps count of it (rules F1 to F6)."""
    if not state.everything:
        return state
    return book(state, seat, GIVES[region][space], region, LESS.get(f"{region}.{space}", ""))[0]


def usable(state: State, seat: int, number: int) -> bool:
    """Whether the die just placed reaches that building's value, as far as it is known (rules D6, D7)."""
    player, building = state.players[seat], state.buildings[number]
    if player.last == NOBODY or building.region != player.dice[player.last].zone:
        return False
    return building.value <= player.dice[player.last].value and not built_now(state, seat, number)


def built_now(state: State, seat: int, number: int) -> bool:
    """Whether the seat built it in its present turn (rule D7)."""
    building, turn = state.buildings[number], state.players[seat].turn
    return building.owner == seat and building.built == turn > 0


# --- crossing the river: C1 to C4


def check_cross(state: State, seat: int, move: Cross) -> tuple[Violation, ...]:
    if not 0 <= move.die < DICE:
        return (impossible("D1", "no_such_die"),)
    boon = f"{move.hill}.{move.boon}"
    if boon not in BOONS:
        return (impossible("C3", "no_such_boon"),)
    die = state.players[seat].dice[move.die]
    if die.zone == "hill":
        return (impossible("C1", "has_crossed"),)
    if not die.out:
        return (impossible("C1", "not_in_forest"),)
    found = [*out_of_turn(state, seat)]
    if die.zone == HOME:
        found.append(illegal("C1", "not_from_home"))
    elif move.hill != die.zone and (state.seats > 2 or SIDE[move.hill] != SIDE[die.zone]):
        found.append(illegal("C4", "other_hill", region=region_word(die.zone)))
    if die.value == 1:
        found.append(illegal("C2", "one_cannot"))
    if boon in state.boons:
        found.append(illegal("C3", "boon_covered"))
    standing = sum(1 for _ in state.dice_in("hill", move.hill))
    found += room_for(state, f"hill.{move.hill}", standing)
    return tuple(found)


def penance(value: int) -> int:
    """What a die shows after crossing the river (rule C2)."""
    return CROSSED_SIX if value == SIX else max(1, value - 1)


def step_cross(state: State, seat: int, move: Cross) -> State:
    """The die goes over, a 6 as a 3, and its boon is covered (rules C2 to C4)."""
    state = begin(state, seat)
    value = penance(state.players[seat].dice[move.die].value)
    state = state.with_die(seat, move.die, Die(value, f"hill.{move.hill}"))
    boon = f"{move.hill}.{move.boon}"
    if boon not in state.boons:
        state = replace(state, boons=(*state.boons, boon))
    if move.boon == "yokai":
        state = state.with_player(seat, hand=state.players[seat].hand + 1)
    if state.everything:
        due = Due("boon", 2, move.hill) if move.boon == "two" else Due(move.boon, 1, move.hill)
        state = add_due(state, seat, due)
    return after_turn(state, seat)


# --- passing: Y4


def missing(state: State, seat: int) -> tuple[int, int]:
    """How many cards and how many dice a player still has to use before passing; what can be used no more,
    because no card or no pilgrim is left for it, holds nobody back."""
    player = state.players[seat]
    pilgrims = player.awake if state.everything else player.awake + player.asleep
    dice = 0
    for die in player.dice:
        card = player.hand and not die.out and not player.slots[int(die.spot)]
        dice += die.zone == "green" or (die.zone == "red" and bool(pilgrims or card))
    return min(PLACES - sum(player.slots), player.hand), dice


def check_pass(state: State, seat: int, move: Pass) -> tuple[Violation, ...]:
    found = [*out_of_turn(state, seat)]
    cards, dice = missing(state, seat)
    if cards:
        found.append(illegal("Y4", "cards_left", n=cards))
    if dice:
        found.append(illegal("Y4", "dice_left", n=dice))
    return tuple(found)


def step_pass(state: State, seat: int, move: Pass) -> State:
    state = begin(state, seat)
    if state.season == "summer":
        state = state.with_player(seat, passed=True)
    return after_turn(state, seat)
