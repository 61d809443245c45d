"""Whatever a forged form names, what is refused is said in a sentence."""

from __future__ import annotations

import itertools
from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest

from companion import facts
from companion.engine.game import TABLE, Setup
from companion.facts import words
from companion.games import GAMES
from companion.web.speech import SPEECH

TEXTS = ("", "²", "٣", "--5", "yomi.²", "0,99", "%", "9" * 5000)
NUMBERS = (-7, -1, 99, 10**12)
TABLES = [(slug, seats) for slug, game in GAMES.items() for seats in {min(game.seats), max(game.seats)}]


def filled(kind: type, text: str, number: int) -> Any:
    """A move of a kind with the same in all its fields."""
    hints = get_type_hints(kind)

    def value(hint: Any) -> Any:
        return number if hint is int else text if hint is str else (value(get_args(hint)[0]),)

    return kind(**{field.name: value(hints[field.name]) for field in fields(kind)})


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_any_move_can_be_said(slug: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "STRICT", False)  # a word that nobody has is shown as it was sent
    game, say, speech = GAMES[slug], words("en"), SPEECH[slug]
    speech = speech.alone if seats == 1 and speech.alone else speech
    state, names = game.setup(Setup(seats, game.settle({}))), [f"P{seat}" for seat in range(max(2, seats))]
    for kind, text, number in itertools.product(game.moves, TEXTS, NUMBERS):
        move = filled(kind, text, number)
        for seat in (TABLE, 0):
            assert speech.plan(say, names, seat, move, state, True)
        for name, answer in game.codec.answers(move).items():
            assert isinstance(speech.said(say, names, name, answer), str)
