"""The icon pad of Bitoku: what came and what went, a tap a piece, and the pieces that have a price."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from flask import Blueprint, Response, request

from companion.engine.game import Severity, Violation, worst
from companion.engine.moves import MoveError, as_text
from companion.engine.numbers import whole
from companion.games.bitoku.building import owner_gets
from companion.games.bitoku.goods import CHOICES, DUES, KODAMA, PILGRIM_ITEMS, holds
from companion.games.bitoku.learned import HERE, LABEL, WORDS, at, count, counts, items
from companion.games.bitoku.state import (
    AMULETS,
    BUILDINGS,
    CRYSTAL_PLACES,
    CRYSTALS,
    HILLS,
    MITAMA,
    NOBODY,
    PURPLE,
    RESOURCES,
    VIRTUES,
    YOKAI,
    State,
)
from companion.web.mycopy import known, lessons
from companion.web.mycopy.telling import item_icon, item_name
from companion.web.room import Room, enter, refuse, say, screen, unchanged
from companion.web.speech.bitoku import answer_name, capital, crystal_place, icon_of, joined
from companion.web.table import allowed
from companion.web.words import t

blueprint = Blueprint("pad", __name__)
KINDS: Final = ("gain", "take", "build", "grow", "use")
GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "goods": ("vp", *RESOURCES, *AMULETS),
    "then": (
        *("walk", "kodama", "push", "unlock", "resource", "wood_or_jade", "vision_or_resource"),
        *("rock", "seat", "mitama_or_dragonfly", "grow", "build", "bitoku", "yokai"),
        *("owner", "vp_or_amulet"),
    ),
    "kodama": tuple(KODAMA),
    "pieces": (*MITAMA, "dragonfly", "vision", *CRYSTALS, *BUILDINGS, *PURPLE.values()),
    "cards": (*YOKAI, *VIRTUES, "accomplished"),
    "pilgrims": PILGRIM_ITEMS,
}
MOST: Final = 99
_LONG: Final = {"for_owner": 400}
VALUES: Final = tuple(str(n) for n in range(7))


@dataclass(frozen=True, slots=True)
class Key:
    """A piece of the pad: how many of it come (or go, below zero), what the seat then has, and the addresses
    of one more and one fewer, and five more where many come at once."""

    what: str
    name: str
    icon: str
    n: int
    has: int | None
    more: str
    fewer: str
    five: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """An answer of one part of the move; `why` when something stands against it."""

    text: str
    icon: str
    href: str
    chosen: bool


class Draft:
    """What the address of the pad says: whose, which move, its answers, and the items so far."""

    def __init__(self, room: Room, seat: int, asked: Mapping[str, str]) -> None:
        self.room = room
        self.seat = seat
        self.state: State = room.state
        self.kind = asked.get("do", "") if asked.get("do") in KINDS else "gain"
        names = [f.name for f in fields(room.game.codec.kinds[self.kind]) if f.name != "items"]
        self.answers = {name: asked[name][: _LONG.get(name, 40)] for name in names if name in asked}
        self.items = read(asked.get("so", ""))

    def url(self, items: Mapping[str, int] | None = None, **answers: str) -> str:
        """The pad with something changed."""
        so = "~".join(f"{what}:{n}" for what, n in (self.items if items is None else items).items() if n)
        given = {**self.answers, **answers, **({"so": so} if so else {})}
        return self.room.url("pad.show", seat=self.seat, do=self.kind, **given)

    @property
    def fields(self) -> dict[str, str]:
        """The draft as the hidden fields of a form."""
        so = "~".join(f"{what}:{n}" for what, n in self.items.items() if n)
        return {"do": self.kind, **self.answers, "so": so}

    def of(self, seat: int) -> str:
        """The empty pad of another seat."""
        return self.room.url("pad.show", seat=seat)

    @property
    def house(self) -> int:
        """The number of the building that is used, NOBODY while none is chosen."""
        text = self.answers.get("building", "") if self.kind == "use" else ""
        number = whole(text, 2)
        return NOBODY if number is None or number >= len(self.state.buildings) else number

    @property
    def house_kind(self) -> str:
        """What the building that is used is, empty while none is chosen."""
        return "" if self.house == NOBODY else self.state.buildings[self.house].kind

    @property
    def house_value(self) -> int:
        """What a die needs there, 0 when nobody noted it."""
        return 0 if self.house == NOBODY else self.state.buildings[self.house].value

    @property
    def region(self) -> str:
        """The region of the building that is used or built, empty while that is open."""
        if self.house != NOBODY:
            return self.state.buildings[self.house].region
        region = self.answers.get("region", "") if self.kind == "build" else ""
        return region if region in HILLS else ""

    @property
    def move(self) -> Any:
        """The move so far, None while a part of it is missing."""
        so = " ".join(f"{what}{n:+d}" for what, n in at(self.region, self.items).items() if n)
        answers = {"do": self.kind, **self.answers, "items": so}
        if "for_owner" in answers:
            answers["for_owner"] = as_text(self.for_owner)
        try:
            return self.room.game.codec.from_answers(answers)
        except MoveError:
            return None

    @property
    def for_owner(self) -> tuple[str, ...]:
        """What the building is known to give its owner: as the piece says that was tapped, or as noted."""
        told = counts(self.answers.get("for_owner", "").split())
        if told or self.house == NOBODY:
            return items(at(self.region, told))
        return self.state.buildings[self.house].for_owner

    @property
    def owner_gets(self) -> str:
        """That in words, where it will be given or kept; empty where it is neither."""
        if self.house != NOBODY:
            building = replace(self.state.buildings[self.house], for_owner=self.for_owner)
            gets = owner_gets(self.state, self.seat, building)
            return known.for_owner(gets) if gets else ""
        return known.for_owner(self.for_owner) if self.for_owner else ""

    def keys(self, group: str) -> list[Key]:
        """The pieces of a group. Where a place of the board is used, its purple points are at hand."""
        purple = {"build": PURPLE["building"], "grow": PURPLE["crystal"]}.get(self.kind, "")
        words = [what for what in GROUPS[group] if what != purple]
        if purple and group == "goods":
            words.insert(1, purple)
        return [self.key(what) for what in words]

    def key(self, what: str) -> Key:
        """One piece of the pad."""
        n = self.items.get(what, 0)
        uncounted = what in DUES or what == HERE or not self.state.everything
        has = None if uncounted else holds(self.state, self.seat, what)

        def so(number: int) -> str:
            return self.url({**self.items, what: max(-MOST, min(MOST, number))})

        five = so(n + 5) if what == "vp" else ""
        return Key(what, item_name(say(), what), item_icon(what), n, has, so(n + 1), so(n - 1), five)

    # --- the parts of a move with a price

    @property
    def parts(self) -> list[tuple[str, list[Option]]]:
        """(title, answers) of every part that is chosen here."""
        if self.kind == "build":
            return [
                self._part("building", {kind: t(f"bitoku.piece.{kind}") for kind in BUILDINGS}),
                self._part("region", {hill: t(f"bitoku.region.{hill}") for hill in HILLS}),
                self._part("value", {n: n if n != "0" else t("app.bitoku.unknown") for n in VALUES}),
            ]
        if self.kind == "grow":
            return [
                self._part("crystal", {kind: t(f"bitoku.piece.{kind}") for kind in CRYSTALS}),
                self._part(
                    "place", {place: capital(crystal_place(say(), place)) for place in CRYSTAL_PLACES}
                ),
            ]
        if self.kind == "use":
            return [self._part("building", {str(at): self._house(at) for at in self._houses()})]
        if self.kind == "take" and self.answers.get("due") in CHOICES:
            due = self.answers["due"]
            names, state = self.room.names, self.state
            return [
                self._part(
                    "what",
                    {w: capital(answer_name(say(), names, state, self.seat, due, w)) for w in CHOICES[due]},
                )
            ]
        return []

    @property
    def missing(self) -> str:
        """The parts that are still to be chosen, in words; empty when none is."""
        titles = [title for title, options in self.parts if not any(option.chosen for option in options)]
        return t("app.bitoku.pad.missing", what=joined(say(), titles)) if titles else ""

    def _part(self, field: str, choices: Mapping[str, str]) -> tuple[str, list[Option]]:
        chosen = self.answers.get(field, "0" if field == "value" else "")
        stale = {"for_owner": ""} if field == "building" and "for_owner" in self.answers else {}
        options = [
            Option(
                text,
                icon_of(value) if field != "building" or value in BUILDINGS else "temple",
                self.url(None, **{**stale, field: value}),
                value == chosen,
            )
            for value, text in choices.items()
        ]
        return t(f"app.log.part.{field}"), options

    def _houses(self) -> list[int]:
        due = self.state.players[self.seat].due("building")
        found = [at for at, b in enumerate(self.state.buildings) if due is None or b.region == due.region]
        return found or list(range(len(self.state.buildings)))

    def _house(self, at: int) -> str:
        building = self.state.buildings[at]
        what = t(f"bitoku.piece.{building.kind}")
        if building.owner != NOBODY:
            name = self.room.names[building.owner]
            what = t("app.bitoku.house", what=what, name=name, n=building.value or "?")
        return t("app.bitoku.in_region", what=what, region=t(f"bitoku.region.{building.region}"))

    @property
    def title(self) -> str:
        """What the pad is about."""
        if self.kind == "take" and self.answers.get("due") in DUES:
            return capital(t(f"bitoku.due.{self.answers['due']}"))
        return t(f"app.bitoku.pad.{self.kind}")


def read(so: str) -> dict[str, int]:
    """The items of a draft, `wood:-2~vp:3`; what cannot be read is left out."""
    found: dict[str, int] = {}
    for part in so[:1500].split("~"):
        what, _, n = part.rpartition(":")
        if what in WORDS and whole(n.removeprefix("-"), 2):
            found[what] = int(n)
    return {what: n for what, n in found.items() if count(f"{what}{n:+d}") is not None}


@blueprint.get("/t/<code>/pad")
def show(code: str) -> Response:
    """The pad with the draft of the address; recorded like any other move."""
    room = bitoku(code)
    seat = room.seat if room.asked is None else room.asked
    if seat is None or seat >= len(room.names):
        refuse(422, t("app.table.no_such_seat"))
    allowed(room, seat)
    return unchanged(room) or pad_screen(room, Draft(room, seat, request.args))


def pad_screen(room: Room, draft: Draft, status: int = 200, **context: Any) -> Response:
    """The pad; `context` may bring a `message`."""
    move = draft.move
    against: tuple[Violation, ...] = ()
    if move is not None and (draft.items or draft.kind != "gain"):
        against = room.game.check(room.state, draft.seat, move)
    sentence = ""
    settled = move is not None and draft.kind != "gain" and not (draft.items or draft.missing)
    if settled and worst(against) < Severity.IMPOSSIBLE:
        sentence = room.speech.plan(say(), room.names, draft.seat, move, room.state, True)
    return screen(
        room,
        "_pad.html",
        status,
        draft.url() if request.method == "POST" else None,
        draft=draft,
        groups={name: draft.keys(name) for name in GROUPS},
        so_far=[draft.key(what) for what in draft.items],
        known=known.rows(draft),
        lessons=lessons.offered(draft),
        move="" if move is None else room.game.codec.to_form(move),
        empty=draft.kind == "gain" and not draft.items,
        sentence=sentence,
        against=against,
        worst=worst(against),
        illegal=Severity.ILLEGAL,
        status_line=t("app.bitoku.pad.status", name=room.names[draft.seat]),
        learned=request.args.get("learned", "")[:LABEL],
        asked_label=request.form.get("label", "")[:LABEL],
        **context,
    )


def bitoku(code: str) -> Room:
    """A table of Bitoku. Aborts with a sentence for another game."""
    room = enter(code)
    if room.game.slug != "bitoku":
        refuse(404, t("app.bitoku.only_bitoku"))
    return room
