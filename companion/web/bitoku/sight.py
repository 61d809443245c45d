"""A table of Bitoku as one phone sees it: addresses, and answers with what stands against them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from companion import facts
from companion.engine.game import Severity, Violation, worst
from companion.games.bitoku.reminders import Reminder
from companion.games.bitoku.state import State
from companion.games.bitoku.view import View
from companion.web.speech.places import within
from companion.web.words import lang

if TYPE_CHECKING:
    from companion.web.ask import Asked
    from companion.web.room import Room


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: `move` as a form sends it, or `href` to what is asked next or to the reason against it."""

    text: str
    icon: str
    move: str
    href: str
    legal: bool
    why: str = ""
    note: str = ""


class Sight:
    """What all parts of the picture need. Parts are made when a template asks for them."""

    def __init__(self, room: Room, view: View, question: Asked | None, given: Mapping[str, str]) -> None:
        self.room = room
        self.view = view
        self.question = question
        self.given = given
        self.state: State = room.state
        self.say = facts.words(lang())

    def here(self, seat: int, **answers: Any) -> str:
        """The table with these answers given for the seat."""
        more: dict[str, Any] = {"seat": seat} if len(self.room.plays) > 1 else {}
        return self.room.url(**more, **answers)

    def pad(self, seat: int, **answers: Any) -> str:
        """The icon pad of the seat."""
        return self.room.url("pad.show", seat=seat, **answers)

    def form(self, move: Any) -> str:
        return self.room.game.codec.to_form(move)

    def check(self, seat: int, move: Any) -> tuple[Violation, ...]:
        return self.room.game.check(self.state, seat, move)

    @property
    def writes(self) -> bool:
        """Whether this phone may enter anything."""
        return bool(self.room.held) and not self.room.table.closed

    def fix(self, kind: str, **answers: Any) -> str:
        if not self.writes:
            return ""
        return f"{self._fixes}?{urlencode({'do': kind, **answers})}"

    @cached_property
    def _fixes(self) -> str:
        return self.room.url("mend.fix")

    def answer(
        self, seat: int, move: Any, text: str, icon: str, answers: Mapping[str, Any], note: str = ""
    ) -> Answer:
        against = self.check(seat, move)
        legal = worst(against) < Severity.ILLEGAL
        first = max(against, key=lambda v: v.severity, default=None)
        return Answer(
            text,
            icon,
            self.form(move) if legal else "",
            self.here(seat, **answers),
            legal,
            "" if legal or first is None else self.room.why(first),
            note or (self.room.why(first) if legal and first is not None else ""),
        )

    def sentence(self, *parts: str) -> str:
        """The name of a button that says several things, one after another."""
        return (". " if self.say.lang == "en" else "。").join(part.rstrip(".。") for part in parts if part)

    def told(self, do: Reminder) -> str:
        """One thing to do, as a sentence."""
        return self.say.seating(self.room.names)(f"bitoku.do.{do.key}", **do.values)

    def told_of_seat(self, do: Reminder) -> str:
        """The same as it goes on after the name of its player."""
        return self.say("app.bitoku.named", what="", name=within(self.told(do)))

    @property
    def pad_seat(self) -> int:
        """Whose pad is at hand: the one that moved last, if this phone plays it."""
        last = self.room.table.timeline.head
        moved = -1 if last is None else last.entry.seat
        return moved if moved in self.room.plays else (self.room.seat or 0)

    @property
    def seat(self) -> int | None:
        return self.question.seat if self.question is not None else None

    @property
    def shape(self) -> str:
        return "" if self.question is None else self.question.shape
