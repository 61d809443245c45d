"""Spirits of the Forest in sentences. Words: `spirits.*`, `app.ask.spirits.*` for what only a table says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final

from companion.engine.game import TABLE
from companion.engine.numbers import whole
from companion.engine.picker import Choice, Question
from companion.facts import Words
from companion.games.spirits.moves import RESERVE, Keep, Stop
from companion.games.spirits.rules import clashes, to_act
from companion.games.spirits.state import CELL, CELLS, COLUMNS, FACES, FOREST, State, Tiles
from companion.web.speech.label import Label

_PLACES: Final = ("at", "start", "to")
_SEATS: Final = ("holder", "owner", "player")
_ASIDE: Final = ("peek", "plus")
CORRECTIONS: Final = ("name", "lay", "fix_tile", "fix_gem", "fix_removed", "fix_turn", "fix_token")


def said(say: Words, names: Sequence[str], field: str, value: Any, kind: str = "") -> str:
    """One field of a move in words."""
    if field in _PLACES:
        return _place_name(say, str(value))
    if field == "face":
        return say(f"spirits.tile.{value}") if value in FACES else say("spirits.tile.unknown")
    if field == "token":
        return say(f"spirits.token.{value or 'unknown'}")
    if field == "pay":
        return say("spirits.piece.reserve") if value == RESERVE else said(say, names, "at", value)
    if field in _SEATS:
        seat = int(value)
        if seat == FOREST:
            return say("app.none") if field == "owner" else say("spirits.piece.forest")
        return names[seat] if 0 <= seat < len(names) else say("app.seat.number", n=seat + 1)
    if field == "phase":
        return say(f"app.ask.spirits.phase.{value}")
    return str(value)


def _place_name(say: Words, at: str) -> str:
    """A place by its row and tile, one that the forest does not have too."""
    if at in CELL:
        return say(f"spirits.place.{at}")
    row, column = (whole(part, 2) for part in f"{at},".split(",")[:2])
    if row is None or column is None:
        return at
    return say("spirits.place.at", row=row + 1, column=column + 1)


def told_face(say: Words, face: str) -> str:
    """A tile within a sentence."""
    return say(f"spirits.tile.{face}") if face in FACES else say("spirits.tile.an_unknown")


def line(say: Words, names: Sequence[str], seat: int, move: Any, state: Tiles, own: bool) -> str:
    """A recorded move as a sentence. `state` is the one after it; `own`: the reader may know its secrets."""
    values = {
        f.name: said(say, names, f.name, getattr(move, f.name)) for f in fields(move) if f.name != "faces"
    }
    values["name"] = _name(say, names, seat)
    key = move.kind
    if key == "take":
        values["face"] = told_face(say, _face(state, move))
        if move.pay:
            key += ".reserve" if move.pay == RESERVE else ".forest"
    elif key == "peek" and own:
        return say("spirits.move.peek.own", **{**values, "kind": values["token"]})
    elif key == "name":
        if not move.face:
            return say("app.log.spirits.unname", **values)
        key = "face"
    elif key.startswith("fix_"):
        if key == "fix_tile":
            values["face"] = told_face(say, _face(state, move))
        return say(f"app.log.spirits.{key}", **values)
    return say(f"spirits.move.{key}", **values)


def _face(state: Tiles, move: Any) -> str:
    """The face a move is about: what is known of its place, else what the move says."""
    cell = CELL.get(move.at)
    return (state.faces[cell] if cell is not None else "") or str(move.face)


def status(say: Words, names: Sequence[str], state: State) -> str:
    """Who acts, and what is to be done."""
    if state.phase == "over":
        return say("app.ask.spirits.status.reveal" if to_act(state) else "app.ask.spirits.over")
    name = _name(say, names, state.turn)
    if state.phase == "gem":
        return say("app.ask.spirits.status.gem", name=name)
    if state.taken:
        return say("app.ask.spirits.status.second", name=name)
    return say("app.ask.spirits.status.collect", name=name)


def title(say: Words, names: Sequence[str], seat: int, state: State, question: Question) -> str:
    """The question itself."""
    field, answers = question.field, question.answers
    kind = answers.get("do", "")
    if field == "do":
        if seat == TABLE:
            return say("app.ask.spirits.correct")
        if state.phase == "over":
            return say("app.ask.spirits.reveal")
        if seat != state.turn:
            return say("app.ask.spirits.aside")
        if state.phase == "gem":
            return say("app.ask.spirits.gem")
        return say("app.ask.spirits.second" if state.taken else "app.ask.spirits.collect")
    values = {name: said(say, names, name, value) for name, value in answers.items() if name != "do"}
    if kind == "shift" and field == "start":
        return say("app.ask.spirits.start")
    if field == "at":
        return say("app.ask.spirits.at")
    if field == "player":
        return say("app.ask.spirits.player")
    return say(f"app.ask.spirits.{field}", **values)


def label(say: Words, names: Sequence[str], seat: int, state: State, choice: Choice) -> Label:
    """What stands on the button of an answer."""
    field, value, kind = choice.field, choice.value, choice.kind
    if not field:
        return _plain(say, state, kind)
    if field == "face":
        return (
            Label(said(say, names, field, value), tile=value)
            if value
            else Label(say("app.ask.spirits.forget"))
        )
    if field == "token":
        return Label(said(say, names, field, value), icon=value)
    if field in ("pay", *_PLACES) and value in CELL:
        return _place(say, names, seat, state, choice)
    if field == "pay" and value == RESERVE:
        left = state.reserve(seat)
        return Label(say("app.ask.spirits.pay.reserve"), say.n("spirits.gems", left), icon="gem")
    if field == "count":
        return Label(say.n("spirits.gems", int(value)), icon="gem")
    if field in _SEATS:
        return Label(said(say, names, field, value), seat=int(value))
    return Label(said(say, names, field, value))


def shape(state: Tiles, question: Question) -> str:
    """How the answers are laid out: `ends` and `wide` with the forest above (the wide one has every place at
    full size), `faces` as a grid of all tiles, else `list`."""
    if question.field == "face":
        return "faces"
    if question.field in ("at", "start", "to"):
        return "ends" if question.answers.get("do") == "take" else "wide"
    if question.field != "do":
        return "list"
    kinds = {choice.kind for choice in question.choices}
    return "wide" if kinds & {"place", "shift", "name", "lay", "fix_tile", "fix_gem", "fix_token"} else "ends"


def aside(state: State, move: Any) -> bool:
    """Whether the move is about secret tokens, and belongs beside the question of the turn. After the last
    tile the question is what the tokens show that nobody has named yet."""
    if move.kind not in _ASIDE or state.phase != "over":
        return move.kind in _ASIDE
    return all(
        CELLS[token.cell] != move.at for token in (*clashes(state), *(t for t in state.tokens if not t.kind))
    )


def plan(say: Words, names: Sequence[str], seat: int, move: Any, state: Tiles, own: bool) -> str:
    """A move that is not recorded yet as a sentence; `state` is the one before it."""
    return line(say, names, seat, move, state, own)


def shortcuts(say: Words, seat: int, state: State) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """Several moves under one button: no second tile and no gemstone ends the turn."""
    if state.phase == "collect" and state.taken and seat == state.turn:
        return ((say("app.ask.spirits.end_turn"), (Stop(), Keep())),)
    return ()


def _plain(say: Words, state: State, kind: str) -> Label:
    if kind == "stop":
        key = "stop" if state.taken else "skip"
        return Label(say(f"app.ask.spirits.{key}"), icon="gem" if state.taken else "check")
    if kind == "keep":
        return Label(say("app.ask.spirits.keep"), icon="check", main=True)
    return Label(say(f"app.ask.spirits.do.{kind}"))


def _place(say: Words, names: Sequence[str], seat: int, state: State, choice: Choice) -> Label:
    cell, kind = CELL[choice.value], choice.kind
    face = state.faces[cell]
    where = said(say, names, "at", choice.value)
    if choice.field == "pay":
        return Label(say("app.ask.spirits.pay.forest", at=where), icon="gem", at=choice.value)
    if kind == "take":
        where = say(
            "app.ask.spirits.end", row=say("spirits.row", n=cell // COLUMNS + 1), end=end(say, state, cell)
        )
        note = _gem_note(say, names, seat, state, cell)
        named = said(say, names, "face", face) if face else where
        notes = " · ".join(part for part in (where if face else "", note) if part)
        return Label(named, notes, face, at=choice.value, on_board=True)
    if kind == "peek":
        token = state.token_at(cell)
        if token is None or not token.kind:
            return Label(where, say("app.ask.spirits.do.peek"), icon="token", at=choice.value)
        return Label(said(say, names, "token", token.kind), where, icon=token.kind, at=choice.value)
    if kind in ("found", "plus"):
        return Label(say(f"app.ask.spirits.do.{kind}"), where, icon="token", at=choice.value)
    if kind == "shift" and choice.field == "start":
        return Label(say("app.ask.spirits.do.shift"), where, face, at=choice.value, on_board=True)
    named = said(say, names, "face", face) if face else where
    return Label(named, where if face else "", face, at=choice.value, on_board=True)


def _gem_note(say: Words, names: Sequence[str], seat: int, state: State, cell: int) -> str:
    owner = state.gems[cell]
    if owner == FOREST:
        return ""
    if owner == seat:
        return say("app.ask.spirits.own_gem")
    return say("app.ask.spirits.costs", name=_name(say, names, owner))


def end(say: Words, state: Tiles, cell: int) -> str:
    """Which end of its row a tile is: left, right, or the last one there."""
    row = range(cell // COLUMNS * COLUMNS, cell // COLUMNS * COLUMNS + COLUMNS)
    left = [other for other in row if state.holders[other] == FOREST]
    if left == [cell]:
        return say("app.ask.spirits.last")
    return say("spirits.end.left" if left and left[0] == cell else "spirits.end.right")


def _name(say: Words, names: Sequence[str], seat: int) -> str:
    return names[seat] if 0 <= seat < len(names) else say("app.seat.table")
