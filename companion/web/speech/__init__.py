"""How each game is spoken of at its table: moves, questions and answers as sentences. One module a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from companion.engine.picker import Choice, Question
from companion.facts import Words
from companion.web import bitoku as bitoku_screens
from companion.web.speech import asking, bitoku, parts, spirits, spirits_alone
from companion.web.speech.label import Label


@dataclass(frozen=True, slots=True)
class Speech:
    """What the rooms say of a game.

    line(say, names, seat, move, state, own) -> a move in the log, `state` the one after it, `own` whether
    the reader may know its secrets. plan: the same of a move over the state before it. title(say, names,
    seat, state, question) -> the question. label(say, names, seat, state, choice) -> Label of an answer.
    status(say, names, state) -> who acts and what is to be done. said(say, names, field, value, kind of
    move) -> one field. part(say, names, state, seat, move, field, value) -> the same over the state before
    the move, empty for a part that says nothing. shape(state, question) -> how the answers are laid out.
    aside(state, move): whether it stands beside the question of the turn, behind the curtain.
    shortcuts(say, seat, state) -> (words, moves) under one button.
    `corrections`: the kinds of move that set the record right. picture(room, view, question, answers so far)
    -> what the game's own templates need beside its view. alone: the Speech of a table for one player, where
    it is another.
    """

    line: Callable[[Words, Sequence[str], int, Any, Any, bool], str]
    title: Callable[[Words, Sequence[str], int, Any, Question], str]
    label: Callable[[Words, Sequence[str], int, Any, Choice], Label]
    status: Callable[[Words, Sequence[str], Any], str]
    said: Callable[[Words, Sequence[str], str, Any, str], str]
    plan: Callable[[Words, Sequence[str], int, Any, Any, bool], str]
    shape: Callable[[Any, Question], str]
    aside: Callable[[Any, Any], bool]
    shortcuts: Callable[[Words, int, Any], tuple[tuple[str, tuple[Any, ...]], ...]]
    corrections: tuple[str, ...]
    picture: Callable[[Any, Any, Any, Mapping[str, str]], Any]
    alone: Speech | None = None
    part: Callable[[Words, Sequence[str], Any, int, Any, str, str], str] | None = None


SPEECH: Final[Mapping[str, Speech]] = {
    "spirits": Speech(
        line=spirits.line,
        title=spirits.title,
        label=spirits.label,
        status=spirits.status,
        said=spirits.said,
        plan=spirits.plan,
        shape=spirits.shape,
        aside=spirits.aside,
        shortcuts=spirits.shortcuts,
        corrections=spirits.CORRECTIONS,
        picture=lambda room, view, question, given: None,
        alone=Speech(
            line=spirits_alone.line,
            title=spirits_alone.title,
            label=spirits_alone.label,
            status=spirits_alone.status,
            said=spirits_alone.said,
            plan=spirits_alone.line,
            shape=spirits_alone.shape,
            aside=spirits_alone.aside,
            shortcuts=spirits_alone.shortcuts,
            corrections=spirits_alone.CORRECTIONS,
            picture=lambda room, view, question, given: None,
        ),
    ),
    "bitoku": Speech(
        line=bitoku.line,
        title=asking.title,
        label=asking.label,
        status=asking.status,
        said=bitoku.said,
        plan=bitoku.plan,
        shape=asking.shape,
        aside=asking.aside,
        shortcuts=asking.shortcuts,
        corrections=bitoku.CORRECTIONS,
        picture=bitoku_screens.picture,
        part=parts.part,
    ),
}
