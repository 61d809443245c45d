"""What a printed card of the Tengu answers of its turn, as its owner entered it (rules S2, S3).

Its top half is about crossing the river, its bottom half about a place. Nothing here decides: what a card
does not say stays open, and every answer may be another one.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.game import Violation
from companion.games.bitoku import tengu
from companion.games.bitoku.dice import room_for
from companion.games.bitoku.learned import Piece, at, counts, items
from companion.games.bitoku.quick import taken
from companion.games.bitoku.state import HILLS, HOME, NOBODY, REGIONS, SIDE, TENGU, State
from companion.games.bitoku.wording import illegal, region_word

Crossing = tuple[int, str, str]
"""A die, the hill that it goes to, the boon that it covers there."""


def crossings(state: State) -> list[Crossing]:
    """Every way over the river that a die of the Tengu has."""
    dice = state.players[TENGU].dice
    return [
        (number, hill, boon)
        for number in tengu.crossers(state)
        for hill, boon in tengu.banks(state, dice[number])
    ]


def hills(card: Piece) -> tuple[str, ...]:
    """The hills that its top half names, in order; none when it names none."""
    named = [hill for word in card.listed("crossing") for hill in HILLS if word in (hill, SIDE[hill])]
    return tuple(dict.fromkeys(named))


def fitting(card: Piece, ways: Iterable[Crossing]) -> list[Crossing]:
    """Those of the ways that the top half names, what it takes first in front; all when it names no hill."""
    named, takes = hills(card), card.listed("takes")
    fit = [way for way in ways if not named or way[1] in named]
    order = {what: number for number, what in enumerate(takes)}
    return sorted(
        fit, key=lambda way: (named.index(way[1]) if named else 0, order.get(way[2], len(order)), way[0])
    )


def crossing(card: Piece, ways: Iterable[Crossing]) -> Crossing | None:
    """The one way that the top half leaves: one die, one hill, what it takes first. None: it leaves more."""
    fit = fitting(card, ways)
    if len({way[:2] for way in fit}) != 1:
        return None
    wanted = [way for way in fit if way[2] in card.listed("takes")]
    return wanted[0] if wanted else fit[0] if len(fit) == 1 else None


def against(state: State, card: Piece, letter: str) -> Violation | None:
    """Why a step cannot be with this card, as far as it says; None: it may."""
    region = card.word("location")
    if letter == tengu.CROSSING and not fitting(card, crossings(state)):
        return illegal("S3", "card_no_crossing", card=card.label)
    if letter not in ("B", "C") or not region:
        return None
    if letter == "C" and region == HOME:
        return illegal("S3", "card_home", card=card.label)
    if not spaces(state, card):
        return illegal("S3", "card_full", card=card.label, region=region_word(region))
    if not dice(state, card, letter):
        return illegal("S3", "card_no_die", card=card.label, n=card.number("value") or 1)
    return None


def spaces(state: State, card: Piece) -> tuple[str, ...]:
    """The spaces that its bottom half names, `<region>.<space>`, as far as one may still be free; none when
    it names no region."""
    region, slot = card.word("location"), card.number("slot")
    if region not in REGIONS:
        return ()
    there = state.spaces(region)
    named = [space for space in there if slot is None or str(slot) not in there or space == str(slot)]
    return tuple(f"{region}.{space}" for space in named if not _taken(state, region, space))


def _taken(state: State, region: str, space: str) -> bool:
    standing = sum(1 for _ in state.dice_in(region, space))
    return bool(room_for(state, f"{region}.{space}", standing))


def dice(state: State, card: Piece, letter: str) -> tuple[int, ...]:
    """The dice that a step may place, the one that the card takes in front; those that show too little for
    it are left out."""
    found = tengu.locked_dice(state) if letter == "B" else tengu.free_dice(state)
    values, least = state.players[TENGU].dice, card.number("value") or 1
    reach = [number for number in found if values[number].value >= least]
    turn = {"lowest": 1, "highest": -1}.get(card.word("die"), 0)
    return tuple(sorted(reach, key=lambda number: turn * values[number].value))


def placing(state: State, card: Piece, letter: str) -> tuple[int, str]:
    """The die and the space that the bottom half leaves for a step; NOBODY and nothing where it leaves
    several."""
    found, named = dice(state, card, letter), spaces(state, card)
    if not found or len(named) != 1 or (letter == "C" and card.word("location") == HOME):
        return NOBODY, ""
    values = {state.players[TENGU].dice[number].value for number in found}
    says = card.word("die") in ("lowest", "highest") or len(values) == 1 or _chosen(state)
    return (found[0], named[0]) if says else (NOBODY, "")


def _chosen(state: State) -> bool:
    """Whether the table chose which die it uses when it has several (rule S9)."""
    return state.tengu is not None and state.tengu.reading("tengu_die") != "ask"


def gains(state: State, card: Piece | None, letter: str, to: str) -> tuple[str, ...]:
    """What a step gives by itself and by the bottom half of the card. A kodama that the card names stands in
    the place of the one that the step moves; what the Tengu cannot have is left out."""
    own = tengu.gains(state, letter, to)
    if card is None or letter not in tengu.PLACING or letter == "F":
        return own
    region = to.partition(".")[0]
    named = at(region, counts(card.effect("gains")))
    if region not in REGIONS:
        named.pop("here", None)
    found = {**counts(own), **named}
    return tuple(taken(state, items(found)))
