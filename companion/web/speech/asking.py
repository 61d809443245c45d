"""Bitoku's questions and answers in words, and how they are laid out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.engine.game import TABLE
from companion.engine.picker import Choice, Question
from companion.facts import Words
from companion.games.bitoku.state import State
from companion.web.speech import tengu
from companion.web.speech.bitoku import DICE, answer_name, house, icon_of, said, seat_name, standing
from companion.web.speech.label import Label, part_name
from companion.web.speech.places import joined, place_name

_ASIDE: Final = ("take", "drop", "build", "use", "grow")
"""Answers to what is due: they stand beside the question of the turn and hold up nobody."""


def status(say: Words, names: Sequence[str], state: State) -> str:
    """Who acts, and what is to be done."""
    if state.season == "summer":
        return say("app.ask.bitoku.status.summer", name=seat_name(say, names, state.turn))
    if state.season == "ascension":
        return say("app.ask.bitoku.status.ascension")
    people = [seat for seat in state.order if not state.is_tengu(seat)]
    waiting = [seat_name(say, names, seat) for seat in people if not state.players[seat].ready]
    return say(f"app.ask.bitoku.status.{state.season}", names=joined(say, waiting))


def title(say: Words, names: Sequence[str], seat: int, state: State, question: Question) -> str:
    """The question itself."""
    field, kind = question.field, question.answers.get("do", "")
    if seat == TABLE:
        key = f"app.ask.bitoku.fix.{field}"
        return say(key) if say.has(key) else say(f"app.log.part.{field}")
    if field == "do" and state.is_tengu(seat):
        return say("app.ask.bitoku.tengu")
    if field == "do":
        key = state.season if state.season in ("spring", "summer", "autumn", "winter") else "spring"
        return say(f"app.ask.bitoku.{key}", name=seat_name(say, names, seat), n=state.year)
    if kind == "place" and field == "region":
        return say("app.ask.bitoku.where")
    if kind == "cross":
        return say("app.ask.bitoku.boon")
    if kind == "farewell":
        slot = said(say, names, "slot", question.answers.get("slot", ""))
        key = "app.ask.bitoku.points" if field == "points" else "app.ask.bitoku.farewell"
        return say(key, name=seat_name(say, names, seat), slot=slot)
    if kind == "order":
        return say("app.ask.bitoku.highest" if field == "first" else "app.ask.bitoku.next_highest")
    return part_name(say, kind, field)


def label(say: Words, names: Sequence[str], seat: int, state: State, choice: Choice) -> Label:
    """What stands on the button of an answer."""
    field, value, kind = choice.field, choice.value, choice.kind
    if not field:
        return _plain(say, state, kind)
    if kind == "play" and field == "slot":
        return Label(say("app.ask.bitoku.play"), say(f"app.bitoku.place.{value}"), icon="yokai")
    if field in ("die", "unlock", *DICE):
        return _die(say, seat, state, choice)
    if kind == "farewell" and field == "slot":
        return Label(say("app.ask.bitoku.leaves", slot=say(f"app.bitoku.place.{value}")), icon="yokai")
    if field == "points":
        return Label(value)
    if field == "add":
        return Label(say("app.ask.bitoku.add", n=int(value)), icon="amulet")
    if field == "due":
        return Label(said(say, names, field, value), icon=icon_of(value))
    if field == "what" and kind in ("take", "drop"):
        due = choice.answers["due"]
        return Label(answer_name(say, names, state, seat, due, value), icon=icon_of(value))
    if kind == "use" and field == "building":
        found = house(say, names, state, int(value))
        return Label(found["building"], found["owner"], icon=icon_of(state.buildings[int(value)].kind))
    if kind == "order" and field == "first":
        return Label(say("app.ask.bitoku.do.order", name=said(say, names, field, value)), icon="mori")
    if field == "player":
        return Label(said(say, names, field, value), seat=int(value))
    return Label(standing(say, names, field, value, kind), icon=icon_of(value))


def _die(say: Words, seat: int, state: State, choice: Choice) -> Label:
    at, number = choice.answers.get("player"), int(choice.value)
    owner = int(at) if at is not None else seat
    if number < 0:
        return Label(say("app.none"))
    if not 0 <= owner < state.seats:
        return Label(say("app.bitoku.die_number", n=number + 1))
    die = state.players[owner].dice[number]
    name = say("app.bitoku.die_showing", n=die.value)
    if choice.kind == "place":
        name = say("app.ask.bitoku.use", n=die.value)
    elif choice.kind == "cross":
        name = say("app.ask.bitoku.cross", n=die.value)
    return Label(name, place_name(say, die.at), icon=f"die-{die.value}")


def _plain(say: Words, state: State, kind: str) -> Label:
    if kind == "ready" and state.season == "autumn":
        return Label(say("app.ask.bitoku.do.order_clear"), icon="check", main=True)
    icons = {"pass": "flag", "ready": "check", "go": "arrow-right"}
    return Label(say(f"app.ask.bitoku.do.{kind}"), icon=icons.get(kind, ""), main=kind == "ready")


def shape(state: State, question: Question) -> str:
    """How the answers are laid out: `turn` as the player's own board, `placing` and `crossing` over the
    forest, `season` beside what is to be done, `numbers` and `pieces` as grids, else `list`."""
    field, kind = question.field, question.answers.get("do", "")
    if field == "do":
        kinds = {choice.kind for choice in question.choices}
        if kinds & {"play", "place", "pass"}:
            return "turn"
        if kinds == {"activate"}:
            return "quick" if state.quick else "tengu"
        return "season" if kinds & {"ready", "order"} and "go" not in kinds else "list"
    if kind == "place" and field == "region":
        return "placing"
    if kind == "cross" and field in ("hill", "boon"):
        return "crossing"
    if field in ("points", "n", "value", "year") or (kind == "fix_kodama" and field == "space"):
        return "numbers"
    return "pieces" if field == "what" else "list"


def aside(state: State, move: Any) -> bool:
    """Whether the move answers something that is due, and so holds up nobody's turn. A die with amulets is
    no answer of its own either: they are added once the die is in hand."""
    # its own screens gather the rest, but where the app decides all of it is one answer
    whole = move.kind == "activate" and move.step != tengu.PASS and not state.quick
    return move.kind in _ASIDE or (move.kind == "place" and move.add > 0) or whole


def shortcuts(say: Words, seat: int, state: State) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Nothing here needs several moves at once."""
    return ()
