"""The Tengu of Bitoku in sentences. Words: `app.bitoku.tengu.*`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from companion.engine.numbers import whole
from companion.facts import Words
from companion.games.bitoku.deck import ROW, place_of
from companion.games.bitoku.moves import Activate
from companion.games.bitoku.state import NOBODY, TENGU, State
from companion.games.bitoku.tengu import PASS as PASS
from companion.games.bitoku.tengu import crossed, picked
from companion.web.speech.places import joined, place_name

FIELDS: Final = (
    *("will", "other", "step", "to", "unlock", "attitude", "picks", "among", "of", "pick"),
    *("yokai", "also", "labels", "card"),
)
DECK: Final = ("pile", "active", "dealt")


def said(say: Words, field: str, value: Any) -> str:
    """One field of a move about the Tengu in words."""
    text = str(value)
    if field == "card":
        return text or say("app.none")
    if field == "labels":
        return say("app.bitoku.cards.face_down")  # the order is nobody's to know
    if field == "other" and text == "0":
        return say("app.none")
    if field in ("yokai", "also"):
        return _named(say, "bitoku.piece", text)
    if field in ("what", "among"):
        return _named(say, f"app.bitoku.tengu.{field}", text)
    if field == "to":
        return place_name(say, text) if text else say("app.none")
    if field == "unlock":
        die = whole(text, 3)
        return say("app.none") if die is None else say("app.bitoku.die_number", n=die + 1)
    if field == "attitude":
        return _named(say, "app.bitoku.tengu.active", text)
    if field == "picks":
        picks = value if isinstance(value, tuple) else text.split()
        return joined(say, [chance(say, pick) for pick in picks])
    return text


def _named(say: Words, start: str, text: str) -> str:
    """The word under that key, or what was written where there is none."""
    key = f"{start}.{text}"
    return say(key) if say.has(key) else text


def chance(say: Words, pick: str) -> str:
    """What chance picked, `n/of` in words."""
    n, of = picked(pick) or (0, 0)
    return say("app.bitoku.tengu.chance", n=n, of=of)


def card(say: Words, will: int) -> str:
    """The card of the row that the lower Will die names."""
    return say(f"app.bitoku.tengu.card.{ROW[place_of(will)]}")


def boon(say: Words, name: str) -> str:
    """A boon as the Tengu gets it: it has no hand."""
    return say("bitoku.boon.tengu_yokai") if name == "yokai" else _named(say, "bitoku.boon", name)


def line(say: Words, name: str, move: Activate, state: State) -> str:
    """A turn of the Tengu as a sentence, without what it gained; `state` is the one after it."""
    dice = state.players[TENGU].dice if state.is_tengu(TENGU) else ()
    values = {number: die.value for number, die in enumerate(dice)}
    return _sentence(say, name, move, values)


def plan(say: Words, name: str, move: Activate, state: State) -> str:
    """The same before it is recorded; `state` is the one before it."""
    if state.tengu is None:
        return line(say, name, move, state)
    values = {number: die.value for number, die in enumerate(state.players[TENGU].dice)}
    if move.boon and move.die in values:
        values[move.die] = crossed(state.tengu, values[move.die])
    return _sentence(say, name, move, values)


def _sentence(say: Words, name: str, move: Activate, values: dict[int, int]) -> str:
    said_card = card(say, move.will) if 1 <= move.will <= 6 else say("app.none")
    if move.card:
        said_card = say("app.bitoku.cards.at", place=said_card, card=move.card)
    what = joined(say, list(_done(say, move, values)))
    key = "activate_pass" if move.step == PASS else "activate_more" if what else "activate"
    return say(f"app.log.bitoku.{key}", name=name, card=said_card, step=move.step, what=what)


def _done(say: Words, move: Activate, values: dict[int, int]) -> Iterator[str]:
    if move.unlock in values and move.unlock != move.die:
        yield say("app.bitoku.tengu.unlocks", n=values[move.unlock])
    if move.die in values and move.to:
        if move.boon:
            gets = boon(say, move.boon)
            region = _named(say, "bitoku.region", move.to.partition(".")[2])
            yield say("app.bitoku.tengu.crosses", n=values[move.die], region=region, boon=gets)
        else:
            yield say("app.bitoku.tengu.places", n=values[move.die], where=place_name(say, move.to))
    if move.attitude != NOBODY:
        yield _named(say, "app.bitoku.tengu.active", str(move.attitude))
    yield from (chance(say, pick) for pick in move.picks)
