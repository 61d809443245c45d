"""The parts of a recorded move of Bitoku, where an entry of the log is amended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from companion.engine.numbers import whole
from companion.facts import Words
from companion.games.bitoku.state import HOME, State
from companion.web.speech.bitoku import DICE, answer_name, standing
from companion.web.speech.places import capital, place_name

_OF_DICE: Final = ("die", "unlock", *DICE)


def part(say: Words, names: Sequence[str], state: State, seat: int, move: Any, field: str, value: str) -> str:
    """A part in words: a die by what it shows and where it is, a building by its kind and region. `state` is
    the one before the move; empty for a part that says nothing there."""
    owner, number = getattr(move, "player", seat), whole(value, 3)
    if field in _OF_DICE and number is not None and 0 <= owner < state.seats:
        dice = state.players[owner].dice
        if number < len(dice):
            shown = capital(say("app.bitoku.die_showing", n=dice[number].value))
            return say("app.bitoku.named", what=shown, name=place_name(say, dice[number].at))
    if field == "building" and number is not None and number < len(state.buildings):
        building = state.buildings[number]
        region = say(f"bitoku.region.{building.region}")
        return say("app.bitoku.in_region", what=say(f"bitoku.piece.{building.kind}"), region=region)
    if field == "what" and move.kind in ("take", "drop") and 0 <= seat < state.seats:
        return capital(answer_name(say, names, state, seat, move.due, value))
    if field == "height" and value == "0" and move.region != HOME:
        return ""
    return standing(say, names, field, value, move.kind)
