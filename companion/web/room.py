"""A table as one phone meets it, and the answer to it: a whole page, or its part `#table` for htmx."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from flask import Response, abort, current_app, make_response, redirect, render_template, request, url_for

from companion import facts
from companion.engine.game import TABLE, Game, Violation, Word
from companion.engine.numbers import whole
from companion.games import GAMES
from companion.tables import COLOURS, NoTable, Table, Tables, start_of_turn
from companion.web import errors
from companion.web.limits import by_address, limiter
from companion.web.phones import known_phone
from companion.web.quick import FRAME, tag_of
from companion.web.speech import SPEECH, Speech
from companion.web.words import lang, t

guesses = limiter.shared_limit("60/minute", scope="guess", key_func=by_address)


def tables() -> Tables:
    """The tables of the house."""
    found: Tables = current_app.extensions["tables"]
    return found


@dataclass(frozen=True)
class Room:
    """A table and who this phone is there.

    `held`: the seats of the phone, none for a spectator. `asked`: the seat the address names. `opened`:
    whether it asks to see the secrets of a seat.
    """

    table: Table
    phone: str | None
    held: tuple[int, ...]
    asked: int | None = None
    opened: bool = False

    @property
    def code(self) -> str:
        return self.table.code

    @property
    def game(self) -> Game:
        return self.table.game

    @cached_property
    def speech(self) -> Speech:
        found = SPEECH[self.game.slug]
        return found.alone if found.alone is not None and len(self.table.seats) == 1 else found

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players, and after them the opponents that no person plays."""
        return (*self.table.names, *(t(key) for key in self.table.opponents))

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The colour of each of them; an opponent's is the last one that nobody has."""
        taken = tuple(seat.colour for seat in self.table.seats)
        free = [colour for colour in reversed(COLOURS) if colour not in taken]
        return (*taken, *free[: len(self.table.opponents)])

    @property
    def state(self) -> Any:
        return self.table.state

    @cached_property
    def host(self) -> bool:
        return self.table.is_host(self.phone)

    @cached_property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.game.to_act(self.state)

    @cached_property
    def plays(self) -> tuple[int, ...]:
        """The seats this phone may act for: its own first, and once it has one those of nobody, or all when
        everything lies open; last the table itself, when it is to say what chance brought."""
        if not self.held:
            return ()
        others = (s.number for s in self.table.seats if self.revealed or not s.taken)
        opponents = range(len(self.table.seats), len(self.names))
        chance = (TABLE,) if TABLE in self.acting else ()
        return (*self.held, *(seat for seat in others if seat not in self.held), *opponents, *chance)

    @cached_property
    def seat(self) -> int | None:
        """The seat this screen is about: the one asked for if the phone plays it, else one that may act."""
        if self.asked in self.plays:
            return self.asked
        return next((seat for seat in self.plays if seat in self.acting), self.held[0] if self.held else None)

    @cached_property
    def revealed(self) -> bool:
        """Whether the game's secrets lie open."""
        return self.game.revealed(self.state)

    @cached_property
    def secretive(self) -> bool:
        """Whether the game has anything that only one seat may know."""
        return any(move.secret for move in self.game.moves)  # type: ignore[attr-defined]

    @property
    def eyes(self) -> int | None:
        """The seat whose secrets may be shown. A phone with several seats must have drawn the curtain, where
        there are secrets."""
        if not self.secretive or (self.revealed and self.held and self.seat not in (*self.held, TABLE)):
            return self.seat
        if len(self.held) == 1:
            return self.held[0]
        return self.seat if self.opened and self.seat in self.held else None

    @property
    def mid_turn(self) -> bool:
        """Whether the seat to act has done something in this turn already."""
        return start_of_turn(self.table) > 0

    @property
    def shared(self) -> bool:
        """Whether the phone goes from hand to hand."""
        return len(self.held) > 1

    def url(self, endpoint: str = "table.show", **values: Any) -> str:
        """An address of this table."""
        return url_for(endpoint, code=self.code, **values)

    def why(self, violation: Violation) -> str:
        """What stands against a move, as a sentence in the reader's language."""
        values = {key: self._said(value) for key, value in violation.values.items()}
        return t(f"{self.game.slug}.why.{violation.reason}", **values)

    def _said(self, value: int | str | Word) -> int | str | Word:
        if isinstance(value, Word) and value.key.startswith("seat."):
            seat = int(value.key.removeprefix("seat."))
            return self.names[seat] if 0 <= seat < len(self.names) else t("app.seat.table")
        return value


def enter(code: str) -> Room:
    """The table of that link, met by the phone that asks. Aborts with 404 and a sentence."""
    try:
        table = tables().get(code)
    except NoTable:
        no_table()
    return meet(table, read_seat(request.args.get("seat")), bool(request.args.get("open")))


def meet(table: Table, asked: int | None = None, opened: bool = False) -> Room:
    """The table as the phone that asks meets it."""
    phone = known_phone()
    return Room(table, phone, table.seats_of(phone), asked, opened)


def say() -> facts.Words:
    """The words of the reader's language."""
    return facts.words(lang())


def read_seat(text: str | None) -> int | None:
    """The number of a seat, None when it is none."""
    return whole(text or "", 2)


@guesses
def no_table() -> NoReturn:
    """There is no such table. Counted, so that codes cannot be tried out."""
    abort(errors.answer(404, sentence=t("app.table.no_such")))


def refuse(status: int, sentence: str) -> NoReturn:
    """End the request with a sentence."""
    abort(errors.answer(status, sentence=sentence, table=True))


def is_part() -> bool:
    """Whether htmx wants the table alone."""
    return request.headers.get("HX-Request") == "true"


def address() -> str:
    """The address asked for, with its query."""
    return request.full_path.rstrip("?")


def nonce() -> str:
    """A new one, for the forms of one rendering."""
    return secrets.token_urlsafe(12)


def tag(room: Room, here: str) -> str:
    """Changes whenever the screen at that address would. Which seats a phone holds cannot change without the
    table's change."""
    return tag_of(room.table.change, request.environ, here)


def unchanged(room: Room) -> Response | None:
    """304 for the screen that looks whether anything happened, when nothing did."""
    same = request.headers.get("HX-PTag") == tag(room, address())
    if same and request.headers.get("HX-Source") == FRAME:
        return Response(status=304)
    return None


def screen(room: Room, part: str, status: int = 200, here: str | None = None, **context: Any) -> Response:
    """A screen of the table: `templates/table/<part>`, in its frame, in a whole page unless htmx asks.

    `here` is the address at which it fetches itself again; by default the one asked for.
    """
    here = here or address()
    mark = tag(room, here)
    html = render_template(
        "table/_frame.html" if is_part() else "table/room.html",
        part=f"table/{part}",
        room=room,
        here=here,
        tag=mark,
        nonce=nonce(),
        slug=room.game.slug,
        rules_url=rules_url(room.game.slug),
        **{
            **dict.fromkeys(
                (
                    *("message", "yours", "refusal", "turn", "action", "target", "retry", "reasons"),
                    *("question", "picture"),
                )
            ),
            **context,
        },
    )
    response = make_response(html, status)
    response.headers["Cache-Control"] = "private, no-store"
    if is_part() and request.headers.get("HX-Source") == FRAME:
        response.headers["HX-PTag"] = mark
    return response


def rules_url(slug: str) -> str | None:
    """The rules of a game, when they have a room."""
    return url_for("rules.show", slug=slug) if "rules.show" in current_app.view_functions else None


def see(url: str) -> Response:
    """Go there: by a redirect that a reload does not repeat."""
    return make_response(redirect(url, 303))


def game_or_404(slug: str) -> Game:
    """A game that can be followed at a table."""
    if slug not in GAMES:
        refuse(404, t("app.lobby.no_game"))
    return GAMES[slug]
