"""Spirits of the Forest for one player in sentences. What is said as at the larger table is said there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

from companion.engine.game import TABLE
from companion.engine.picker import Choice, Question
from companion.facts import Words
from companion.games.spirits.solo import PLAYER, Solo
from companion.games.spirits.solo_view import ending
from companion.games.spirits.state import CELL, CELLS, COLUMNS, FOREST
from companion.web.speech import spirits
from companion.web.speech.label import Label

CORRECTIONS: Final = ("name", "fix_tile", "fix_ghost", "fix_own", "fix_choice")
_KEY: Final = {"reveal": "reveal_ghost"}
"""Where the larger table says something else by the same word."""
_CHOOSE: Final = {"keep": "token", "discard": "cross", "give": "pass"}


def said(say: Words, names: Sequence[str], field: str, value: Any, kind: str = "") -> str:
    """One field of a move in words."""
    if field == "ghost":
        return spirits.said(say, names, "face", value)
    if field == "what":
        return say(f"app.ask.spirits.choose.{value}") if value else say("app.none")
    if field == "number":
        return say("app.ask.spirits.ghost_token", n=int(value) + 1)
    return spirits.said(say, names, field, value)


def line(say: Words, names: Sequence[str], seat: int, move: Any, state: Solo, own: bool) -> str:
    """A move as a sentence; `state` is the one after it, or the one before it when it is not recorded yet."""
    values = {f.name: said(say, names, f.name, getattr(move, f.name)) for f in fields(move)}
    values["name"] = names[PLAYER]
    if move.kind == "pair":
        mine, its = _cells(state, move.at)
        values["face"] = _face(say, state, mine, move.face)
        if its is None:
            return say("spirits.move.pair.last", **values)
        return say("spirits.move.pair", **{**values, "ghost": _face(say, state, its, move.ghost)})
    if move.kind == "choose":
        return say(f"spirits.move.choose.{move.what}", **values)
    if move.kind in ("own", "reveal"):
        return say(f"spirits.move.{move.kind}", **values)
    if move.kind in CORRECTIONS[2:]:
        return say(f"app.log.spirits.{move.kind}", **values)
    return spirits.line(say, names, seat, move, state, own)


def _cells(state: Solo, at: str) -> tuple[int | None, int | None]:
    """The player's tile and the ghost's of a take, before or after it."""
    cell = CELL.get(at)
    if cell is None:
        return None, None
    if state.holders[cell] == FOREST:
        return cell, state.other_end(cell)
    its = next((other for mine, other in reversed(state.pairs) if mine == cell), FOREST)
    return cell, None if its == FOREST else its


def _face(say: Words, state: Solo, cell: int | None, named: str) -> str:
    return spirits.told_face(say, ("" if cell is None else state.faces[cell]) or named)


def status(say: Words, names: Sequence[str], state: Solo) -> str:
    """What is to be done."""
    phase = state.phase
    if phase == "take":
        return say("app.ask.spirits.status.pair", name=names[PLAYER], n=len(state.pairs) + 1)
    if phase == "over":
        return say("app.ask.spirits.over")
    return say(f"app.ask.spirits.status.{_KEY.get(phase, phase)}")


def title(say: Words, names: Sequence[str], seat: int, state: Solo, question: Question) -> str:
    """The question itself."""
    field, answers = question.field, question.answers
    if field == "do":
        if state.phase in ("reveal", "own", "choose"):
            return say(f"app.ask.spirits.{_KEY.get(state.phase, state.phase)}")
        return say("app.ask.spirits.correct" if seat == TABLE else "app.ask.spirits.pair")
    if field in ("face", "ghost") and answers.get("do") == "pair":
        cell = CELL[answers["at"]]
        other = state.other_end(cell)
        place = CELLS[cell if field == "face" or other is None else other]
        return say(f"app.ask.spirits.pair.{field}", at=_end(say, state, place))
    if field in ("what", "number"):
        return say(f"app.ask.spirits.{'choose' if field == 'what' else 'number'}")
    return spirits.title(say, names, seat, state, question)  # type: ignore[arg-type]


def label(say: Words, names: Sequence[str], seat: int, state: Solo, choice: Choice) -> Label:
    """What stands on the button of an answer."""
    field, value, kind = choice.field, choice.value, choice.kind
    if kind == "pair" and field == "at":
        return _pair(say, state, value)
    if field == "ghost":
        return Label(said(say, names, "face", value), tile=value)
    if field == "what":
        return _what(say, state, value, kind)
    if field == "token":
        text = said(say, names, field, value) if value else say("app.ask.spirits.token_forget")
        return Label(text, icon=value or "token")
    if field == "number":
        known = state.tokens[int(value)]
        return Label(said(say, names, field, value), said(say, names, "token", known), icon=known or "token")
    return spirits.label(say, names, seat, state, choice)  # type: ignore[arg-type]


def _pair(say: Words, state: Solo, at: str) -> Label:
    cell = CELL[at]
    face, other = state.faces[cell], state.other_end(cell)
    where = _end(say, state, at)
    its = state.faces[other] if other is not None else ""
    notes = [where] if face else []
    if its:
        notes.append(say("app.ask.spirits.pair.its", tile=spirits.said(say, (), "face", its)))
    return Label(
        spirits.said(say, (), "face", face) if face else where, " · ".join(notes), face, at=at, on_board=True
    )


def _end(say: Words, state: Solo, at: str) -> str:
    cell = CELL[at]
    row = say("spirits.row", n=cell // COLUMNS + 1)
    return say("app.ask.spirits.end", row=row, end=spirits.end(say, state, cell))


def _what(say: Words, state: Solo, what: str, kind: str) -> Label:
    if not what:
        return Label(say("app.ask.spirits.choose.again"))
    note = ""
    if kind == "choose":
        comes = ending(state, what)
        note = say(f"app.ask.spirits.choose.{'won' if comes.won else 'lost'}", n=comes.points)
    return Label(say(f"app.ask.spirits.choose.{what}"), note, icon=_CHOOSE[what], main=what == "keep")


def shape(state: Solo, question: Question) -> str:
    """How the answers are laid out."""
    if question.field == "ghost":
        return "faces"
    if question.field == "at" and question.answers.get("do") == "pair":
        return "ends"
    if question.field == "do" and {choice.kind for choice in question.choices} & {"own", "reveal", "choose"}:
        return "list"
    return spirits.shape(state, question)


def aside(state: Solo, move: Any) -> bool:
    """Whether the move stands beside the question: the own token until it is asked for, and corrections while
    the table is to say what a token of the ghost shows."""
    if move.kind == "own":
        return state.phase != "own"
    return move.kind in CORRECTIONS


def shortcuts(say: Words, seat: int, state: Solo) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """A turn is one move here, so nothing is put together."""
    return ()
