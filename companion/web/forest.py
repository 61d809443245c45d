"""The whole forest of Spirits entered at once: a tap a tile, in the order they lie, or a pasted text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, request

from companion.engine.game import TABLE
from companion.engine.numbers import whole
from companion.games.spirits.moves import Forest
from companion.games.spirits.state import CELLS, COLUMNS, COPIES, FOREST, State
from companion.web.room import Room, enter, refuse, screen, see, unchanged
from companion.web.table import allowed
from companion.web.words import t

blueprint = Blueprint("forest", __name__)
_FACES: Final = tuple(COPIES)
_LETTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabc"
"""A letter a face, so that a draft of 48 tiles fits in an address; `-` is a tile not named."""
_NONE: Final = "-"
UNNAMED: Final = "?"
_SAME: Final = {"wind": "fire", "water": "dew", "web": "webs", "spiders": "webs", "branch": "branches"}
"""Other names that programs and translations use (facts, questions 23 and D-8)."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the draft: its index and name, the face drafted, whether its tile is gone, its address."""

    cell: int
    at: str
    face: str
    gone: bool
    href: str


@dataclass(frozen=True, slots=True)
class FaceChoice:
    """A face for the place in question, how many of it are left, and its address."""

    value: str
    left: int
    href: str


@blueprint.get("/t/<code>/forest")
def show(code: str) -> Response:
    """The draft so far and the next tile to be named."""
    room = enter(code)
    _has_forest(room)
    allowed(room, TABLE)
    return unchanged(room) or forest_screen(room)


def _has_forest(room: Room) -> None:
    """Refuse where there is none to enter: in another game, and alone, where it lies face down (S1)."""
    if room.game.slug != "spirits":
        refuse(404, t("app.forest.only_spirits"))
    if not isinstance(room.state, State):
        refuse(404, t("app.forest.face_down"))


def forest_screen(room: Room, status: int = 200, text: str = "", wrong: str = "") -> Response:
    """The draft of the address, over what the table knows."""
    state: State = room.state
    faces = draft(state, request.args.get("so", ""))
    cell = whole(request.args.get("at", ""), 2)
    if cell is None or cell >= len(CELLS) or state.holders[cell] != FOREST:
        cell = _next(state, faces, -1)
    used = {face: faces.count(face) for face in COPIES}
    if cell is not None and faces[cell]:
        used[faces[cell]] -= 1
    return screen(
        room,
        "_forest.html",
        status,
        rows=[
            [_spot(room, state, faces, row * COLUMNS + column) for column in range(COLUMNS)]
            for row in range(len(CELLS) // COLUMNS)
        ],
        cell=cell,
        choices={} if cell is None else {f: _choice(room, state, faces, cell, f, used) for f in COPIES},
        skip=None if cell is None else _url(room, faces, _next(state, faces, cell)),
        named=sum(1 for face in faces if face),
        move=room.game.codec.to_form(Forest(tuple(face or UNNAMED for face in faces))),
        text=text,
        wrong=wrong,
        status_line=t("app.forest.status"),
    )


def _spot(room: Room, state: State, faces: list[str], cell: int) -> Spot:
    gone = state.holders[cell] != FOREST
    return Spot(cell, CELLS[cell], faces[cell], gone, "" if gone else _url(room, faces, cell))


def _choice(
    room: Room, state: State, faces: list[str], cell: int, face: str, used: dict[str, int]
) -> FaceChoice:
    filled = [*faces[:cell], face, *faces[cell + 1 :]]
    return FaceChoice(face, COPIES[face] - used[face], _url(room, filled, _next(state, filled, cell)))


def _next(state: State, faces: list[str], after: int) -> int | None:
    """The next place without a face, in the order they lie, from the beginning when none follows."""
    open_ = [cell for cell, face in enumerate(faces) if not face and state.holders[cell] == FOREST]
    return next((cell for cell in open_ if cell > after), open_[0] if open_ else None)


def _url(room: Room, faces: list[str], cell: int | None) -> str:
    so = "".join(_LETTERS[_FACES.index(face)] if face else _NONE for face in faces)
    return room.url("forest.show", so=so, at=len(CELLS) if cell is None else cell)


def draft(state: State, so: str) -> list[str]:
    """The faces of the draft; what the table has taken stays as it is known."""
    read = [_FACES[_LETTERS.index(letter)] if letter in _LETTERS else "" for letter in so[: len(CELLS)]]
    read += [""] * (len(CELLS) - len(read)) if so else list(state.faces)
    return [
        known if holder != FOREST else face
        for known, holder, face in zip(state.faces, state.holders, read, strict=False)
    ]


@blueprint.post("/t/<code>/forest")
def paste(code: str) -> Response:
    """A pasted text of codes as the draft, to be looked at before it is recorded."""
    room = enter(code)
    _has_forest(room)
    allowed(room, TABLE)
    text = request.form.get("text", "")[:4000]
    faces, unknown = read(text)
    if unknown:
        return forest_screen(room, 422, text, t("app.forest.unknown_code", code=unknown[:24]))
    if len(faces) != len(CELLS):
        return forest_screen(room, 422, text, t("app.forest.wrong_count", n=len(faces), all=len(CELLS)))
    move = Forest(tuple(faces))
    if against := room.game.check(room.state, TABLE, move):
        return forest_screen(room, 422, text, room.why(against[0]))
    return see(_url(room, [face if face != UNNAMED else "" for face in faces], None))


def read(text: str) -> tuple[list[str], str]:
    """The faces of a text, `?` for those left open, and the first word that is no face."""
    faces = []
    for word in re.findall(r"[^\s,;|\[\]\"']+", text.lower()):
        if set(word) <= set("?-_"):
            faces.append(UNNAMED)
            continue
        match = re.fullmatch(r"([a-z]+)([12])(?:\+([a-z]+))?", word)
        if match is None:
            return faces, word
        spirit, symbols, power = match.groups()
        face = _SAME.get(spirit, spirit) + symbols + (f"+{_SAME.get(power, power)}" if power else "")
        if face not in COPIES:
            return faces, word
        faces.append(face)
    return faces, ""
