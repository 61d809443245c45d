"""What is due to a player, and how each of it is answered: chosen, spent, seated, moved, or dropped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from companion.engine.game import Violation
from companion.engine.numbers import whole
from companion.facts import components
from companion.games.bitoku.dice import forest_action, unlock
from companion.games.bitoku.goods import (
    CHOICES,
    DUES,
    Booked,
    add_due,
    book,
    less_due,
    step_kodama,
    with_good,
)
from companion.games.bitoku.moves import Drop, Gain, Take
from companion.games.bitoku.state import DICE, FAMILIES, HILLS, NEVER, NUMBERS, REGIONS, Due, Rock, State
from companion.games.bitoku.wording import illegal, impossible, region_word, unwise

_DATA: Final = components("bitoku")
BRIDGES: Final = _DATA["bridges"]
_JOKERS: Final = tuple(_DATA["rocks"]["jokers"].values())
ROCKS: Final = (
    *(kind for family in _DATA["rocks"]["families"] for kind in FAMILIES[family] if kind not in _JOKERS),
    "other",
)
"""What a rock may count. Which 13 rocks there are is not published; `other` is anything else."""
MOST_ROCKS: Final[int] = _DATA["rocks"]["count"] + _DATA["rocks"]["resutoran"]
MOST_ITEMS: Final = 60
MOST_SIDES: Final = 30
LEGAL: Final[tuple[Violation, ...]] = ()


def candidates(state: State, seat: int) -> Iterator[Any]:
    """Every plain answer to what is due to the seat."""
    for due in dict.fromkeys(due.key for due in state.players[seat].dues):
        yield from (Take(due, what) for what in choices(state, seat, due))
        yield Drop(due)


def choices(state: State, seat: int, due: str) -> tuple[str, ...]:
    """What may be answered to one thing due; empty for those that Build, Use and Grow answer."""
    if due in CHOICES:
        return tuple(
            what
            for what, items in CHOICES[due].items()
            if not state.is_tengu(seat) or not any(item.rpartition("+")[0] in NEVER for item in items)
        )
    return _CHOICES[due](state, seat) if due in _CHOICES else ()


def _steps(state: State, seat: int) -> tuple[str, ...]:
    sides = state.size("side")
    side = tuple(f"side.{n}" for n in range(1, sides + 1)) if sides else ("side",)
    return ("bitoku", "start", "on", *side, *BRIDGES)


def _rivals(state: State, seat: int) -> tuple[str, ...]:
    others = [other for other in range(state.seats) if other != seat]
    return tuple(f"{region}.{other}" for region in REGIONS for other in others)


def _copies(state: State, seat: int) -> tuple[str, ...]:
    """The forest spaces whose action another player's die could do, by its value (rule F6)."""
    return tuple(
        f"{region}.{number}"
        for region in HILLS
        for number in NUMBERS
        if any(other != seat and die.value >= int(number) for other, _, die in state.dice_in(region))
    )


_CHOICES: Final[dict[str, Callable[[State, int], tuple[str, ...]]]] = {
    "walk": _steps,
    "kodama": lambda state, seat: REGIONS,
    "push": _rivals,
    "rock": lambda state, seat: ROCKS,
    "seat": lambda state, seat: tuple(map(str, range(len(state.players[seat].rocks)))),
    "unlock": lambda state, seat: tuple(
        str(number) for number, die in enumerate(state.players[seat].dice) if die.zone == "red"
    ),
    "pair": lambda state, seat: state.players[seat].waiting,
    "copy": _copies,
}


# --- the pad


def check_gain(state: State, seat: int, move: Gain) -> tuple[Violation, ...]:
    if not move.items:
        return (impossible("G1", "no_items"),)
    return book_all(state, seat, move.items)[1]


def step_gain(state: State, seat: int, move: Gain) -> State:
    return book(state, seat, move.items)[0]


def book_all(state: State, seat: int, items: tuple[str, ...]) -> Booked:
    """Items that a person entered."""
    if len(items) > MOST_ITEMS:
        return state, (impossible("G1", "many_items", n=MOST_ITEMS),)
    return book(state, seat, items)


# --- answering what is due


def check_take(state: State, seat: int, move: Take) -> tuple[Violation, ...]:
    if move.due not in DUES or (move.due not in CHOICES and move.due not in _ANSWERS):
        return (impossible("G1", "no_such_due"),)
    player = state.players[seat]
    due = player.due(move.due)
    found = []
    if due is None:
        found.append(illegal("W1", "no_points") if move.due == "walk" else illegal("G1", "nothing_due"))
    if due is not None and move.what == due.but:
        found.append(illegal("C3", "two_different"))
    state, against = _answered(state, seat, move.due, move.what)
    return (*found, *against, *book_all(state, seat, move.items)[1])


def step_take(state: State, seat: int, move: Take) -> State:
    due = state.players[seat].due(move.due)
    if due is not None:
        state = less_due(state, seat, due)
        if move.due == "boon" and due.n > 1:
            state = _other_boon(state, seat, due, move.what)
    state, _ = _answered(state, seat, move.due, move.what)
    return book(state, seat, move.items)[0]


def _other_boon(state: State, seat: int, due: Due, chosen: str) -> State:
    """Of the two boons the second must be a different one (rule C3)."""
    state = less_due(state, seat, replace(due, n=due.n - 1), due.n - 1)
    return add_due(state, seat, replace(due, n=due.n - 1, but=chosen))


def check_drop(state: State, seat: int, move: Drop) -> tuple[Violation, ...]:
    return LEGAL if state.players[seat].due(move.due) else (impossible("G1", "nothing_to_drop"),)


def step_drop(state: State, seat: int, move: Drop) -> State:
    kept = tuple(due for due in state.players[seat].dues if due.key != move.due)
    return state.with_player(seat, dues=kept)


def answered(state: State, seat: int, *keys: str) -> State:
    """One of the first of these that is due is done."""
    due = state.players[seat].due(*keys)
    return state if due is None else less_due(state, seat, due)


def _answered(state: State, seat: int, due: str, what: str) -> Booked:
    if due in CHOICES:
        if what not in CHOICES[due]:
            return state, (impossible("G1", "no_such_choice", choice=what[:24]),)
        return book(state, seat, CHOICES[due][what])
    return _ANSWERS[due](state, seat, what)


def _no_choice(state: State, what: str) -> Booked:
    return state, (impossible("G1", "no_such_choice", choice=what[:24]),)


def _number(text: str, below: int) -> int | None:
    number = whole(text, 2)
    return number if number is not None and number < below else None


# --- a movement point spent: W1 to W6


def _walk(state: State, seat: int, what: str) -> Booked:
    player = state.players[seat]
    if what == "bitoku":
        return book(state, seat, ("accomplished+1",))
    if what == "start":
        return _awake(state, seat, illegal("W2", "nobody_awake"), lambda state: _more_road(state, seat))
    if what != "on" and what not in BRIDGES and what.partition(".")[0] != "side":
        return _no_choice(state, what)
    if not player.road:
        return state, (impossible("W3", "none_on_road"),)
    if what == "on":
        return state, LEGAL
    if what in BRIDGES:
        return state, _bridge(player.good("accomplished"), BRIDGES[what])
    return _side(state, seat, what)


def _more_road(state: State, seat: int) -> State:
    return state.with_player(seat, road=state.players[seat].road + 1)


def _bridge(accomplished: int, needs: int) -> tuple[Violation, ...]:
    return LEGAL if accomplished >= needs else (illegal("W5", "bridge_closed", n=needs, have=accomplished),)


def _side(state: State, seat: int, what: str) -> Booked:
    player = state.players[seat]
    number = 0
    if what != "side":
        found = _number(what.partition(".")[2], MOST_SIDES + 1)
        if not found:
            return _no_choice(state, what)
        number = found
    against = (illegal("W4", "side_taken"),) if number and number in player.settled else LEGAL
    settled = (*player.settled, number)
    return state.with_player(seat, road=player.road - 1, settled=settled), against


def _awake(state: State, seat: int, otherwise: Violation, then: Callable[[State], State]) -> Booked:
    """With one pilgrim awake fewer. At a table that counts turns only, or overruled, one has woken."""
    player = state.players[seat]
    if not player.awake + player.asleep:
        return state, (impossible("W2", "no_pilgrim_left"),)
    against = LEGAL if player.awake or not state.everything else (otherwise,)
    return then(state.with_player(seat, awake=max(0, player.awake - 1))), against


# --- the other answers


def _kodama(state: State, seat: int, what: str) -> Booked:
    return step_kodama(state, seat, what, 1) if what in REGIONS else _no_choice(state, what)


def _push(state: State, seat: int, what: str) -> Booked:
    region, _, other = what.partition(".")
    number = _number(other, state.seats)
    if region not in REGIONS or number is None or number == seat:
        return _no_choice(state, what)
    return step_kodama(state, number, region, -1)


def _rock(state: State, seat: int, what: str) -> Booked:
    if what not in ROCKS:
        return _no_choice(state, what)
    rocks = state.players[seat].rocks
    if len(rocks) >= MOST_ROCKS:
        return state, (impossible("G7", "no_rock_left", n=MOST_ROCKS),)
    size = state.size("rocks")
    against = (illegal("G7", "rock_path_full", n=size),) if size and len(rocks) >= size else LEGAL
    return state.with_player(seat, rocks=(*rocks, Rock(what))), against


def _seat(state: State, seat: int, what: str) -> Booked:
    rocks = state.players[seat].rocks
    number = _number(what, len(rocks))
    if number is None:
        return state, (impossible("G8", "no_such_rock"),)
    more = replace(rocks[number], pilgrims=rocks[number].pilgrims + 1)
    seated = (*rocks[:number], more, *rocks[number + 1 :])
    none = illegal("G8", "nobody_to_seat")
    return _awake(state, seat, none, lambda state: state.with_player(seat, rocks=seated))


def _unlock(state: State, seat: int, what: str) -> Booked:
    number = _number(what, DICE)
    if number is None:
        return state, (impossible("D1", "no_such_die"),)
    if state.players[seat].dice[number].zone != "red":
        return state, (impossible("D1", "not_locked"),)
    return unlock(state, seat, number), LEGAL


def _pair(state: State, seat: int, what: str) -> Booked:
    player = state.players[seat]
    if what not in player.waiting or player.good("dragonfly") <= player.pairs:
        return state, (impossible("G4", "nothing_to_pair"),)
    return with_good(state, seat, f"pair_{what}", player.good(f"pair_{what}") + 1), LEGAL


def _copy(state: State, seat: int, what: str) -> Booked:
    region, _, number = what.partition(".")
    if region not in HILLS or number not in NUMBERS:
        return _no_choice(state, what)
    others = [die for other, _, die in state.dice_in(region) if other != seat]
    found: tuple[Violation, ...] = LEGAL
    if not any(die.value >= int(number) for die in others):
        found = (illegal("F6", "no_die_to_copy", region=region_word(region), n=int(number)),)
    elif not any(die.spot == number for die in others):
        found = (unwise("F6", "copies_other_space"),)
    return forest_action(state, seat, region, number), found


_ANSWERS: Final[dict[str, Callable[[State, int, str], Booked]]] = {
    "walk": _walk,
    "kodama": _kodama,
    "push": _push,
    "rock": _rock,
    "seat": _seat,
    "unlock": _unlock,
    "pair": _pair,
    "copy": _copy,
}
