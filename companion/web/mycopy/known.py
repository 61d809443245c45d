"""Known pieces at the table: what they fill into the pad, and what they record at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final

from companion import facts
from companion.copies import Known
from companion.engine.game import Severity, worst
from companion.engine.moves import as_text
from companion.games.bitoku.learned import KINDS, Piece, at, counts, farewell, items
from companion.games.bitoku.moves import Farewell, Gain, Use
from companion.games.bitoku.state import MITAMA, NOBODY, PURPLE, State
from companion.games.bitoku.tally import held
from companion.web.mycopy import copies
from companion.web.mycopy.telling import effect_text, icon_of_piece, word_name
from companion.web.speech.places import joined
from companion.web.words import lang, t

if TYPE_CHECKING:
    from companion.web.pad import Draft
    from companion.web.room import Room

Occasion = tuple[str, str, str]
"""A kind, what of it is meant, and what such pieces are (empty: any)."""
GAINS: Final[tuple[Occasion, ...]] = (
    *(("yokai", "action", ""), ("crystal", "action", ""), ("gate", "action", "")),
    *(("dragonfly", "action", ""), ("shinigami", "action", "")),
)
"""What may give something by itself."""
FEW: Final = 4
_LOOK_BACK: Final = 12


@dataclass(frozen=True, slots=True)
class Tap:
    """A known piece: one tap records `move`, or leads to `href`, the pad with what the piece gives."""

    label: str
    note: str
    icon: str
    move: str
    href: str


@dataclass(frozen=True, slots=True)
class Row:
    """The known pieces of a kind; `open` when they are what is most likely meant, and so few that what can be
    counted by hand stays in sight below them."""

    key: str
    title: str
    taps: tuple[Tap, ...]
    open: bool


def table_knows(room: Room) -> list[Known]:
    """What the phones at the table know, this one's own first."""
    found = copies().at_table(room.phone, room.table.holders)
    if room.phone is not None and any(known.own for known in found):
        copies().use(room.phone)
    return found


def occasions(draft: Draft) -> tuple[Occasion, ...]:
    """What may have given or cost what is entered on the pad, the likeliest first."""
    answers = draft.answers
    if draft.kind == "build":
        return ("building", "bonus", answers.get("building", "")), *_bought("building")
    if draft.kind == "grow":
        return _bought("crystal")
    if draft.kind == "use":
        return (("building", "action", draft.house_kind),)
    if draft.kind == "take":
        what = answers.get("what", "")
        if what == "dragonfly":
            return ("price", "cost", "dragonfly"), ("dragonfly", "action", "")
        if what in MITAMA:
            action = (("shinigami", "action", ""),) if what == "shinigami" else ()
            return (*action, ("price", "cost", "mitama"))
        return ()
    return tuple(sorted(GAINS, key=lambda occasion: occasion[0] != _likely(draft)))


def _bought(of: str) -> tuple[Occasion, ...]:
    return ("place", "cost", of), ("price", "cost", of)


def _likely(draft: Draft) -> str:
    """The kind of piece that gives something after the seat's last entry."""
    if draft.state.season == "spring":
        return "crystal"
    entries = islice(draft.room.table.timeline.backwards(), _LOOK_BACK)
    move = next((node.move for node in entries if node.entry.seat == draft.seat), None)
    if move is None or move.kind != "take":
        return "yokai"
    return "gate" if move.due == "walk" else "dragonfly"


def rows(draft: Draft) -> list[Row]:
    """The known pieces that fit the pad."""
    known, say = table_knows(draft.room), facts.words(lang())
    found: list[Row] = []
    for kind, name, of in occasions(draft):
        fitting = [k.piece for k in known if k.piece.kind == kind and _fits(k.piece, draft, name, of)]
        taps = tuple(_tap(draft, piece, name) for piece in fitting)
        if taps:
            title = t(f"copy.kind.{kind}")
            if of and kind in ("price", "place"):
                title = t("copy.told.field", field=title, value=word_name(say, of))
            found.append(Row(f"{kind}-{name}", title, taps, not found and len(taps) <= FEW))
    return found


def _fits(piece: Piece, draft: Draft, name: str, of: str) -> bool:
    if of and piece.word("of") not in ("", of):
        return False
    value = draft.house_value
    if draft.kind == "use" and value and piece.number("value") not in (None, value):
        return False
    if name == "bonus" or (draft.kind == "use" and _for_owner(piece)):
        return True
    return bool(piece.effect(name) or _purple(piece))


def _purple(piece: Piece) -> dict[str, int]:
    """What a place of the board is worth at the end (rule A8)."""
    purple, n = PURPLE.get(piece.word("of"), ""), piece.number("points")
    return {purple: n} if piece.kind == "place" and purple and n else {}


def _for_owner(piece: Piece) -> tuple[str, ...]:
    """What a building gives its owner: it comes from the supply, so nothing goes (rule D8)."""
    return items({what: n for what, n in counts(piece.effect("owner")).items() if n > 0})


def _tap(draft: Draft, piece: Piece, name: str) -> Tap:
    given, say = {**counts(piece.effect(name)), **_purple(piece)}, facts.words(lang())
    owner = _for_owner(piece)
    move = "" if draft.items else _at_once(draft, given, owner)
    more = {what: draft.items.get(what, 0) + given.get(what, 0) for what in {**draft.items, **given}}
    answers = {}
    if draft.kind == "build" and name == "bonus":
        answers = {"building": piece.word("of"), "value": str(piece.number("value") or "")}
    answers["for_owner"] = as_text(owner)
    note = effect_text(say, items(given)) or word_name(say, piece.word("of"))
    if owner:
        note = joined(say, [note, for_owner(owner)])
    href = draft.url(more, **{key: text for key, text in answers.items() if text})
    return Tap(piece.label, note, icon_of_piece(piece), move, href)


def for_owner(effect: Iterable[str]) -> str:
    """What a building gives its owner, in words."""
    text = effect_text(facts.words(lang()), effect)
    return t("copy.told.field", field=t("app.log.part.for_owner"), value=text)


def _at_once(draft: Draft, given: Mapping[str, int], owner: tuple[str, ...]) -> str:
    """The move that is made when nothing is to be chosen and nothing stands against it."""
    move: Gain | Use
    if draft.kind == "gain":
        move = Gain(items(given))
    elif draft.kind == "use" and draft.house != NOBODY and given:
        move = Use(draft.house, items(at(draft.region, given)), items(at(draft.region, counts(owner))))
    else:
        return ""
    game = draft.room.game
    if worst(game.check(draft.state, draft.seat, move)) >= Severity.ILLEGAL:
        return ""
    return game.codec.to_form(move)


# --- farewell, rocks, and the treasures of the lakes


def farewells(room: Room, seat: int, slot: int) -> Iterator[Tap]:
    """The known yokai, each with the points that it gives now when it leaves this place (rule Y7)."""
    state: State = room.state
    game = room.game
    holdings = held(state, seat)
    for known in table_knows(room):
        piece = known.piece
        counted = state.everything or not piece.word("per")
        points = farewell(piece, holdings) if piece.kind == "yokai" and counted else None
        if points is not None and worst(game.check(state, seat, Farewell(slot, points))) < Severity.ILLEGAL:
            move = game.codec.to_form(Farewell(slot, points))
            yield Tap(piece.label, t("copy.play.points", n=points), icon_of_piece(piece), move, "")


def rocks(room: Room) -> list[tuple[str, str]]:
    """The known rocks: (label, what it counts)."""
    pieces = (known.piece for known in table_knows(room) if known.piece.kind == "rock")
    return [(piece.label, piece.word("of")) for piece in pieces if piece.word("of")]


def treasures(room: Room) -> dict[str, tuple[str, tuple[int, ...]]]:
    """The known lake treasures by id: the label, and the three prizes."""
    found = {}
    for known in table_knows(room):
        prizes = [known.piece.number(name) for name in KINDS["treasure"].numbers]
        if known.piece.kind == "treasure" and None not in prizes:
            found[known.id] = (known.piece.label, tuple(n or 0 for n in prizes))
    return found
