"""The year: Spring, the end of Summer, Autumn's order, Winter, and what comes after the fourth one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any, Final

from companion.engine.game import Violation
from companion.facts import components
from companion.games.bitoku.goods import add_due, book
from companion.games.bitoku.moves import Arrange, Farewell, Go, Order, Ready
from companion.games.bitoku.state import (
    DICE,
    HOME,
    NOBODY,
    PLACES,
    TENGU,
    YEARS,
    Die,
    Due,
    Player,
    State,
)
from companion.games.bitoku.wording import illegal, impossible, season_word, seat_word, unwise

_DATA: Final = components("bitoku")
DRAW_TO: Final[int] = _DATA["draw_to"]
KEEP: Final[int] = _DATA["keep"]
FAREWELL_MOST: Final[int] = _DATA["farewell_most"]
FAREWELL_CARDS: Final[int] = _DATA["farewell_yokai"]
LEGAL: Final[tuple[Violation, ...]] = ()


def waiting_for(state: State) -> tuple[int, ...]:
    """The seats that the season waits for, in turn order; in Autumn any of them may say the order. For the
    Tengu only Summer waits."""
    if state.season == "summer":
        return (state.turn,)
    if state.season == "ascension":
        return ()
    people = tuple(seat for seat in state.order if not state.is_tengu(seat))
    if state.season == "autumn":
        return people
    return tuple(seat for seat in people if not state.players[seat].ready)


def candidates(state: State, seat: int) -> Iterator[Any]:
    """What a seat might do in Spring, Autumn and Winter."""
    if state.season == "autumn":
        yield from orders(state)
        if home_order(state) is not None:
            yield Ready()
    if state.season not in ("spring", "winter") or state.players[seat].ready:
        return
    yield Ready()
    if state.season == "winter":
        now = arranged(state.players[seat])
        yield from (Arrange(*dice) for dice in permutations(range(DICE)) if dice != now)
        for slot, card in enumerate(state.players[seat].slots):
            if card:
                yield from (Farewell(slot, points) for points in range(FAREWELL_MOST + 1))


# --- Summer ends: Y4


def after_turn(state: State, seat: int) -> State:
    """The next seat in turn order that has not passed, or the end of Summer."""
    if state.season != "summer":
        return replace(state, turns=state.turns + 1)
    at = state.order.index(seat)
    later = (*state.order[at + 1 :], *state.order[: at + 1])
    state = replace(state, turns=state.turns + 1)
    for other in later:
        if not state.players[other].passed:
            return replace(state, turn=other)
    return autumn(state)


# --- Autumn: Y5


def autumn(state: State) -> State:
    """The order for the next year, if it can be told; else the table is asked."""
    found = home_order(state)
    if found is None:
        return replace(state, season="autumn")
    return winter(replace(state, order=found))


def in_home(state: State) -> tuple[int, ...]:
    """The seats with a die in the Great Spirit's home, in the present order."""
    there = {seat for seat, _, _ in state.dice_in(HOME)}
    return tuple(seat for seat in state.order if seat in there)


def home_order(state: State) -> tuple[int, ...] | None:
    """The next turn order: who has the highest die in the home goes first, then the next highest, the others
    as they were (rule Y5). None when the heights of several players' dice are not known."""
    seats = in_home(state)
    if len(seats) <= 1:
        return moved_up(state.order, seats)
    dice = [(seat, die) for seat, _, die in state.dice_in(HOME)]
    for rank in (_noted_height, _height_of_space):
        found = [(rank(state, die), seat) for seat, die in dice]
        if any(height is None for height, _ in found):
            continue
        best: dict[int, int] = {}
        for height, seat in found:
            best[seat] = min(best.get(seat, 99), height or 0)
        if len(set(best.values())) == len(best):
            return moved_up(state.order, tuple(sorted(best, key=lambda seat: best[seat])))
    return None


def _noted_height(state: State, die: Die) -> int | None:
    return die.height or None


def _height_of_space(state: State, die: Die) -> int | None:
    return state.heights.index(die.spot) + 1 if die.spot in state.heights else None


def moved_up(order: tuple[int, ...], first: tuple[int, ...]) -> tuple[int, ...]:
    """These seats first, the others behind them as they were."""
    return (*first, *(seat for seat in order if seat not in first))


def orders(state: State) -> Iterator[Order]:
    """Every order in which the dice in the home may stand."""
    for seats in permutations(in_home(state)):
        if len(seats) > 1:
            yield Order(*seats)


def _said(move: Order) -> tuple[int, ...]:
    return tuple(s for s in (move.first, move.second, move.third, move.fourth) if s != NOBODY)


def check_order(state: State, seat: int, move: Order) -> tuple[Violation, ...]:
    if state.season != "autumn":
        return (impossible("Y5", "order_not_asked"),)
    if sorted(_said(move)) != sorted(in_home(state)):
        return (impossible("Y5", "order_of_home", n=len(in_home(state))),)
    return LEGAL


def step_order(state: State, seat: int, move: Order) -> State:
    return winter(replace(state, order=moved_up(state.order, _said(move))))


# --- Spring and Winter: Y2, Y3, Y6 to Y9


def winter(state: State) -> State:
    """Every die goes home to a red place with the value it has (rule Y6); the rest each player does."""
    for seat, player in enumerate(state.players):
        dice = tuple(Die(die.value, f"red.{place}") for place, die in enumerate(player.dice))
        state = state.with_player(seat, dice=dice, passed=False, ready=False, removed_card=False, last=NOBODY)
    return replace(state, season="winter")


def check_ready(state: State, seat: int, move: Ready) -> tuple[Violation, ...]:
    if state.season == "autumn":
        return (illegal("Y5", "order_first"),) if home_order(state) is None else LEGAL
    if state.season not in ("spring", "winter"):
        return (illegal("Y1", "nothing_to_finish", season=season_word(state.season)),)
    return (illegal("Y1", "is_ready"),) if state.players[seat].ready else LEGAL


def step_ready(state: State, seat: int, move: Ready) -> State:
    if state.season == "autumn":
        return step_go(state, Go())
    if state.season not in ("spring", "winter") or state.players[seat].ready:
        return state
    player = state.players[seat]
    if state.season == "spring":
        player = drawn(player)
    else:
        discards = player.discards + sum(player.slots)
        player = replace(player, slots=(False,) * PLACES, discards=discards)
    state = replace(
        state,
        players=(*state.players[:seat], replace(player, ready=True), *state.players[seat + 1 :]),
    )
    return state if waiting_for(state) else next_season(state)


def drawn(player: Player) -> Player:
    """Draw to four, keep three; an empty deck is made anew from the discards (rule Y2)."""
    need = max(0, DRAW_TO - player.hand)
    deck, discards = player.deck, player.discards
    if need > deck:
        deck, discards = deck + discards, 0
    draw = min(need, deck)
    hand = player.hand + draw
    away = max(0, hand - KEEP)
    return replace(player, hand=hand - away, deck=deck - draw, discards=discards + away)


def shuffles(player: Player) -> bool:
    """Whether the player's deck is too short for the Spring, so that the discards are shuffled."""
    return DRAW_TO - player.hand > player.deck and player.discards > 0


def next_season(state: State) -> State:
    """From Spring to Summer; from Winter to the next year, after the last one to the Ascension (Y1, Y8)."""
    players = tuple(replace(player, ready=False, passed=False) for player in state.players)
    if state.season == "spring":
        first = state.order[0]
        return replace(state, players=players, season="summer", turn=first, led=first)
    if state.year >= YEARS:
        return replace(state, players=players, season="ascension", turn=state.order[0])
    state = replace(state, players=players, season="spring", year=state.year + 1, boons=())
    state = replace(state, turn=state.order[0])
    points = tengu_points(state)
    if state.quick and points:
        return book(state, TENGU, (f"vp+{points}",))[0]  # rule Q8
    return add_due(state, TENGU, Due("walk", points)) if state.everything and points else state


def tengu_points(state: State) -> int:
    """The movement points of the Tengu in Spring: one for each of its crystals, unless the table chose
    otherwise (rule S4)."""
    if state.tengu is None:
        return 0
    crystals = len(state.players[TENGU].crystals)
    return {"crystals": crystals, "one": min(1, crystals)}.get(state.tengu.reading("tengu_points"), 0)


def arranged(player: Player) -> tuple[int, ...]:
    """The number of the die on each red place, -1 for none."""
    at = {die.at: number for number, die in enumerate(player.dice)}
    return tuple(at.get(f"red.{place}", NOBODY) for place in range(PLACES))


def check_arrange(state: State, seat: int, move: Arrange) -> tuple[Violation, ...]:
    if sorted((move.left, move.middle, move.right)) != list(range(DICE)):
        return (impossible("Y6", "each_die_once"),)
    if any(die.zone != "red" for die in state.players[seat].dice):
        return (impossible("Y6", "dice_not_home"),)
    if state.season not in ("winter", "spring"):
        return (illegal("Y6", "only_winter"),)
    return LEGAL


def step_arrange(state: State, seat: int, move: Arrange) -> State:
    dice = list(state.players[seat].dice)
    for place, number in enumerate((move.left, move.middle, move.right)):
        dice[number] = replace(dice[number], at=f"red.{place}")
    return state.with_player(seat, dice=tuple(dice))


def check_farewell(state: State, seat: int, move: Farewell) -> tuple[Violation, ...]:
    player = state.players[seat]
    if not 0 <= move.slot < PLACES or not player.slots[move.slot]:
        return (impossible("Y7", "no_card_there"),)
    if move.points < 0 or move.points > 99:
        return (impossible("Y7", "no_such_points"),)
    found = []
    if state.season != "winter":
        found.append(illegal("Y7", "only_winter_farewell"))
    if player.cards < FAREWELL_CARDS:
        found.append(illegal("Y7", "too_few_yokai", n=player.cards, least=FAREWELL_CARDS))
    if player.removed_card:
        found.append(illegal("Y7", "one_farewell"))
    if move.points > FAREWELL_MOST:
        found.append(illegal("Y7", "most_points", n=FAREWELL_MOST))
    before = state.order[: state.order.index(seat)]
    earlier = [s for s in before if not state.players[s].ready and not state.is_tengu(s)]
    if state.season == "winter" and earlier:
        found.append(unwise("Y7", "turn_order", who=seat_word(earlier[0])))
    return tuple(found)


def step_farewell(state: State, seat: int, move: Farewell) -> State:
    """The card leaves for good and gives its points at once; it stays the player's for rocks (rule Y7)."""
    player = state.players[seat]
    slots = tuple(card and at != move.slot for at, card in enumerate(player.slots))
    gone = player.farewelled + 1
    state = state.with_player(seat, slots=slots, farewelled=gone, removed_card=True)
    return book(state, seat, (f"vp+{move.points}",))[0] if move.points else state


# --- the season is done for everybody


def check_go(state: State, move: Go) -> tuple[Violation, ...]:
    if state.season == "ascension":
        return (impossible("Y1", "over"),)
    if state.season == "summer":
        return (illegal("Y4", "not_all_passed"),)
    unknown = state.season == "autumn" and home_order(state) is None
    return (illegal("Y5", "order_first"),) if unknown else LEGAL


def step_go(state: State, move: Go) -> State:
    if state.season == "summer":
        return autumn(replace(state, players=tuple(replace(p, passed=True) for p in state.players)))
    if state.season == "autumn":
        return winter(replace(state, order=home_order(state) or state.order))
    for seat in waiting_for(state):
        state = step_ready(state, seat, Ready())
    return state
