"""The lobby: a new table, the way to one by its code, and the tables this phone sits at."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from flask import Blueprint, Response, current_app, make_response, render_template, request, session

from companion.engine.game import Game
from companion.engine.names import same_name
from companion.facts import components
from companion.games import GAMES
from companion.tables import COLOURS, NoTable, TableError
from companion.web.limits import by_address, large_body, limiter, openings, openings_here
from companion.web.phones import known_phone, phone_id
from companion.web.posted import read_json
from companion.web.room import Room, game_or_404, meet, see, tables
from companion.web.words import keep, t

blueprint = Blueprint("lobby", __name__)
BOX_COLOURS: Final[Mapping[str, tuple[str, ...]]] = {
    "spirits": ("yellow", "green", "red", "blue"),
    "bitoku": ("red", "blue", "yellow", "green", "purple", "orange", "white", "black"),
}
"""The colours of the pieces in each box, in the order they are offered; where no source says which the four
peoples have, all of ours."""
RECENT: Final = 12
PHONES: Final = ("each", "one")


@dataclass(frozen=True)
class Draft:
    """A new table as its form holds it: how many players, name and colour of every row, options, and whether
    everyone brings a phone (`each`) or one phone serves all (`one`)."""

    count: int
    players: tuple[tuple[str, str], ...]
    options: Mapping[str, str]
    phones: str = "each"


@blueprint.get("/")
def lobby() -> Response:
    """What can be begun, and what was."""
    return _lobby()


def _lobby(status: int = 200, typed: str = "", wrong: Mapping[str, str] | None = None) -> Response:
    return make_response(
        render_template(
            "lobby/lobby.html",
            games=list(GAMES),
            demos=[slug for slug in GAMES if components(slug).get("demo")],
            alone=[slug for slug, game in GAMES.items() if 1 in game.seats],
            recent=recent(),
            typed=typed,
            wrong=wrong or {},
            rooms=current_app.view_functions.keys(),
        ),
        status,
    )


def recent() -> list[Room]:
    """The tables this phone has a seat at, the last one first."""
    found = []
    for code in session.get("tables", [])[:RECENT] if known_phone() else ():
        try:
            room = meet(tables().get(str(code)))
        except (NoTable, TableError):
            continue
        if room.held:
            found.append(room)
    return found


def remember(code: str) -> None:
    """This phone sits at the table: it stands first in its lobby."""
    session["tables"] = [code, *(c for c in session.get("tables", []) if c != code)][:RECENT]


@blueprint.get("/new/<slug>")
def new(slug: str) -> str:
    """The form of a new table, filled in with what is likely."""
    game = game_or_404(slug)
    known = [str(name) for name in session.get("people", [])]
    rows = max(game.seats)
    names = [*known, *[""] * rows][:rows]
    colours = box_colours(game)
    asked = request.args.get("count", str(len(known)))
    count = int(asked) if asked in {str(n) for n in game.seats} else fewest(game)
    return form(game, Draft(count, tuple(zip(names, colours, strict=False)), game.settle({})), {})


def fewest(game: Game) -> int:
    """How many players a new table has unless somebody says otherwise; who plays alone says so."""
    return min((n for n in game.seats if n > 1), default=min(game.seats))


def form(game: Game, draft: Draft, wrong: Mapping[str, str]) -> str:
    """The form with what was entered, and `wrong`: field -> sentence."""
    return render_template(
        "lobby/new.html",
        game=game,
        slug=game.slug,
        draft=draft,
        wrong=wrong,
        colours=box_colours(game),
        wrong_option=any(name.startswith("option-") for name in wrong),
    )


def box_colours(game: Game) -> tuple[str, ...]:
    """The colours that this game's box has."""
    return BOX_COLOURS.get(game.slug, COLOURS)


@blueprint.post("/new/<slug>")
@openings
@openings_here
def create(slug: str) -> Response:
    """Open the table and go there; with errors the same form, nothing lost."""
    game = game_or_404(slug)
    draft = read_draft(game)
    players = named(draft.players[: draft.count])
    try:
        table = tables().create(slug, players, draft.options, phone_id())
    except TableError as error:
        return make_response(form(game, draft, {**_twice(draft), **at_field(error)}), 422)
    if draft.phones == "one":
        for seat in table.seats[1:]:
            tables().claim(table.code, seat.number, phone_id())
    names = [name for name, _ in players]
    if draft.count > 1:
        session["people"] = names
    elif not session.get("people"):
        session["people"] = [*names, *[""] * (fewest(game) - 1)]
    remember(table.code)
    waits = draft.phones == "each" and draft.count > 1
    return see(meet(table).url("people.show" if waits else "table.show"))


def named(players: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The players of a form; who gave no name is called by the number, or by the next that nobody has."""
    given = [name for name, _ in players if name.strip()]
    found = []
    for n, (name, colour) in enumerate(players, 1):
        if not name.strip():
            calls = (t("app.lobby.player", n=number) for number in itertools.count(n))
            name = next(call for call in calls if not any(same_name(call, other) for other in given))
            given.append(name)
        found.append((name.strip(), colour))
    return found


def read_draft(game: Game) -> Draft:
    """What the form holds, whatever was sent."""
    values = request.form
    count = values.get("count", "")
    rows = range(max(game.seats))
    colours = box_colours(game)
    return Draft(
        count=int(count) if count in {str(n) for n in game.seats} else fewest(game),
        players=tuple(
            (values.get(f"name-{i}", "")[:200], values.get(f"colour-{i}", colours[i])) for i in rows
        ),
        options={option.key: values.get(f"option-{option.key}", option.default) for option in game.options},
        phones=values.get("phones", "") if values.get("phones") in PHONES else "each",
    )


def _twice(draft: Draft) -> dict[str, str]:
    """The sentence at each colour that an earlier player has: it is said even where a name is wrong too."""
    colours = [colour for _, colour in draft.players[: draft.count]]
    twice = (n for n, colour in enumerate(colours) if colour in COLOURS and colour in colours[:n])
    return {f"colour-{n}": reason(TableError("colour_twice", colour=colours[n])) for n in twice}


def at_field(error: TableError) -> dict[str, str]:
    """The sentence of an error, under the name of the field it belongs to."""
    sentence = reason(error)
    path = error.path
    if len(path) == 3 and path[0] == "players":
        return {f"{path[2]}-{path[1]}": sentence}
    if len(path) == 2 and path[0] == "options":
        return {f"option-{path[1]}": sentence}
    return {"": sentence}


def reason(error: TableError) -> str:
    """Why a table did not take something, as a sentence."""
    values = dict(error.values)
    if "colour" in values and values["colour"] in COLOURS:
        values["colour"] = t(f"app.colour.{values['colour']}")
    return t(f"app.refused.{error.reason}", **values)


@blueprint.post("/join")
@limiter.limit("20/minute", key_func=by_address)
def join() -> Response:
    """Go to the table of a code or a pasted link."""
    typed = request.form.get("code", "").strip()[:300]
    code = typed.split("?")[0].split("#")[0].rstrip("/").rsplit("/", 1)[-1]
    if not code:
        return _lobby(422, typed, {"code": t("app.lobby.code_empty")})
    try:
        return see(meet(tables().get(tables().find(code))).url())
    except NoTable:
        return _lobby(404, typed, {"code": t("app.lobby.code_unknown")})


@blueprint.post("/language")
def language() -> Response:
    """The language of this phone from now on."""
    return _keep("lang")


@blueprint.post("/text-size")
def text_size() -> Response:
    """The text size of this phone from now on."""
    return _keep("size")


def _keep(name: str) -> Response:
    onward = request.form.get("next", "/")[:2000]
    own = onward.startswith("/") and not onward.startswith(("//", "/\\"))
    response = see(onward if own and onward.isprintable() else "/")
    keep(response, name, request.form.get(name, ""))
    return response


@blueprint.post("/import")
@large_body
@limiter.limit("20/hour", key_func=by_address)
def bring() -> Response:
    """Open the table that a file holds."""
    try:
        raw = _uploaded()
        if not raw.strip():
            return _lobby(422, wrong={"file": t("app.lobby.file_empty")})
        data = read_json(raw)
    except ValueError:
        return _lobby(422, wrong={"file": t("app.refused.not_a_record")})
    try:
        table = tables().import_(data, phone_id())
    except TableError as error:
        return _lobby(422, wrong={"file": reason(error)})
    remember(table.code)
    return see(meet(table).url("people.show"))


def _uploaded() -> bytes:
    """What the file holds, or the text field; nothing when none was chosen."""
    file = request.files.get("file")
    return file.read() if file is not None else request.form.get("file", "").encode()
