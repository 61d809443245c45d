"""The Tengu of Bitoku: its turn answered screen by screen, chance, and what an owner writes down."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from secrets import randbelow
from typing import Final

from flask import Blueprint, Response, request

from companion.engine.game import TABLE, Severity, worst
from companion.games.bitoku.deck import place_of
from companion.games.bitoku.dice import SIX
from companion.games.bitoku.goods import DUES, holds
from companion.games.bitoku.moves import Chance
from companion.games.bitoku.state import NEVER, TENGU
from companion.games.bitoku.tengu import ATTESTED, CHANCES, MOST_OF, MOST_PICKS, STEPS
from companion.notes import Notes
from companion.web.bitoku.cards import cards_known
from companion.web.bitoku.tengu import EQUALS, Activation
from companion.web.bitoku.turn import Turn, read
from companion.web.mycopy.telling import told
from companion.web.pad import GROUPS, MOST, Key, bitoku
from companion.web.phones import known_phone, phone_id
from companion.web.room import Room, refuse, screen, see, tables, unchanged
from companion.web.speech.bitoku import icon_of, word_of_item
from companion.web.table import after, allowed, once_for, posted_number, revision
from companion.web.words import t

blueprint = Blueprint("tengu", __name__)
NOTE: Final = "bitoku.tengu."
"""How the names of the notes about its steps begin."""


def alone(code: str) -> Room:
    """A table of Bitoku for one. Aborts with a sentence for another one, and for who only watches."""
    room = bitoku(code)
    if room.state.tengu is None:
        refuse(404, t("bitoku.why.no_tengu"))
    allowed(room, TENGU)
    return room


def notes() -> Notes:
    """What phones wrote down."""
    return Notes(tables().store)


def steps_noted() -> dict[str, str]:
    """What this phone wrote down about the steps, by letter."""
    phone = known_phone()
    found = notes().of(phone, NOTE) if phone else {}
    return {name.removeprefix(NOTE): text for name, text in found.items()}


@blueprint.get("/t/<code>/tengu")
def show(code: str) -> Response:
    """The next question of its turn; at the table when it is not its turn."""
    room = alone(code)
    turn = read(request.args)
    if turn.asked == "will" or TENGU not in room.acting or room.table.closed or _is_over(room, turn):
        return see(room.url())
    return unchanged(room) or turn_screen(room, now(room, turn))


def _is_over(room: Room, turn: Turn) -> bool:
    """Whether the screen is one of an earlier turn of the Tengu's, or of one that was taken back."""
    return turn.turn not in (0, room.state.tengu.turn)


def now(room: Room, turn: Turn) -> Turn:
    """The turn with its number, and with the card that lies where the Will says as far as the table knows."""
    tengu = room.state.tengu
    turn = replace(turn, turn=tengu.turn)
    there = tengu.row[place_of(turn.will)] if turn.will and not tengu.quick else ""
    return replace(turn, card=there if tengu.app_deals or not turn.card else turn.card)


def turn_screen(room: Room, turn: Turn) -> Response:
    """A question of the Tengu's turn."""
    shown = Activation(room, room.game.view(room.state, TENGU), turn, steps_noted(), cards_known(room))
    move = turn.move
    against = room.game.check(room.state, TENGU, move) if turn.asked == "gains" else ()
    counted = room.state.everything and turn.asked == "gains"
    keys = {
        name: [_key(shown, what) for what in group if what not in NEVER]
        for name, group in (GROUPS if counted else {}).items()
    }
    return screen(
        room,
        "_tengu.html",
        shown=shown,
        draft=turn,
        asked=None,
        view=shown.view,
        picture=shown,
        groups=keys,
        so_far=[_key(shown, what) for what in turn.items],
        move=room.game.codec.to_form(move),
        passing=room.game.codec.to_form(replace(move, step=STEPS[-1])),
        against=against,
        worst=worst(against),
        illegal=Severity.ILLEGAL,
        equals=EQUALS,
        deck=room.state.tengu,
        told=list(told(shown.say, shown.held)) if shown.held is not None else [],
        status_line=t("app.bitoku.tengu.status", card=shown.card_name),
    )


def _key(shown: Activation, what: str) -> Key:
    """A piece of the pad in the Tengu's turn."""
    items = shown.draft.items
    n = items.get(what, 0)

    def so(number: int) -> str:
        more = {**items, what: max(-MOST, min(MOST, number))}
        return shown.url(so="~".join(f"{word}:{count}" for word, count in more.items() if count))

    has = None if what in DUES else holds(shown.state, TENGU, what)
    name = word_of_item(shown.say, what)
    return Key(what, name, icon_of(what), n, has, so(n + 1), so(n - 1), so(n + 5) if what == "vp" else "")


@blueprint.post("/t/<code>/tengu")
def chance(code: str) -> Response:
    """What chance decides: the Will dice (`do` is `roll`), one of several equal things in its turn (`pick`),
    or a rock, which is noted in the log at once (`rock`)."""
    room = alone(code)
    turn, do = read(request.form), request.form.get("do", "")
    if _is_over(room, turn):
        return see(room.url())
    if do == "roll":
        return see(_address(room, _rolled(room)))
    of = posted_number("of")
    if not 2 <= of <= MOST_OF:
        refuse(422, t("bitoku.why.no_such_chance"))
    if do == "pick":
        pick = randbelow(of) + 1
        return see(_address(room, replace(turn, picks=(*turn.picks, f"{pick}/{of}")[:MOST_PICKS])))
    among = request.form.get("among", "")
    if do != "rock" or among not in CHANCES:
        refuse(422, t("app.table.unreadable_form"))
    seen, once, by = revision(), once_for(f"chance.{among}"), allowed(room, TABLE)
    move = Chance(among, of, _drawn(f"{code}.{once}", of))
    return after(room, tables().play(code, TABLE, move, revision=seen, nonce=once, by=by), move, TABLE)


def _rolled(room: Room) -> Turn:
    """The Tengu's turn with its Will: the same dice whenever this turn of this table is come to, so that no
    way back rolls anew."""
    turn = room.state.tengu.turn
    high, low = divmod(_drawn(f"{room.code}.will.{turn}", SIX * SIX) - 1, SIX)
    low, high = sorted((low + 1, high + 1))
    return Turn(turn=turn, will=low, other=high)


def _drawn(once: str, of: int) -> int:
    """One of so many by chance; the same again for the same form, so that a tap sent twice picks once."""
    return int.from_bytes(sha256(once.encode()).digest()[:8]) % of + 1


def _address(room: Room, turn: Turn) -> str:
    return room.url("tengu.show", **turn.sent)


@blueprint.post("/t/<code>/tengu/note")
def note(code: str) -> Response:
    """Keep what the owner wrote down about a step, for this phone alone."""
    room = alone(code)
    turn, step = read(request.form), request.form.get("noted", "")
    if step not in STEPS or step in ATTESTED:
        refuse(422, t("bitoku.why.tengu_step"))
    text = " ".join("".join(c if c.isprintable() else " " for c in request.form.get("text", "")).split())
    notes().write(phone_id(), NOTE + step, text)
    return see(_address(room, turn) if turn.will else room.url())
