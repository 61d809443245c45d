"""What is due to the seats of a phone, each with its answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from companion.engine.game import Severity, worst
from companion.games.bitoku.moves import Build, Drop, Grow, Take, Use
from companion.games.bitoku.state import BUILDINGS, CRYSTALS, HILLS, NOBODY, Due
from companion.web.bitoku.sight import Answer, Sight
from companion.web.speech.bitoku import answer_name, capital, icon_of, joined
from companion.web.words import t

PRICED: Final = ("mitama_or_dragonfly", "mitama", "dragonfly_tile")
"""What is bought: its price is asked on the pad, together with what else the piece brought."""
OWNERS: Final = ("owner", "vp_or_amulet")
"""What another's turn brought, and is chosen before one's own."""
BUILDS: Final = ("build", "grow_or_build")
GROWS: Final = ("grow", "grow_or_build")
FEW: Final = 3
"""So many dues, as a turn brings them, all stand above the question; of more only the first."""


@dataclass(frozen=True, slots=True)
class Owed:
    """Something due to a seat that this phone plays, with its answers."""

    id: str
    seat: int
    title: str
    icon: str
    note: str
    answers: tuple[Answer, ...]
    drop: str
    open: bool


class Dues(Sight):
    """What waits for an answer."""

    @cached_property
    def owed(self) -> tuple[Owed, ...]:
        """What is due to the seats this phone plays, the seat that moved last first; none while something
        else is being asked."""
        if not self.writes or self.given.get("do"):
            return ()
        last = self.room.table.timeline.head
        moved = -1 if last is None else last.entry.seat
        seats = sorted(self.room.plays, key=lambda seat: (seat != moved, seat not in self.room.held, seat))
        found: list[Owed] = []
        for seat in seats:
            for at, due in enumerate(self.state.players[seat].dues):
                soon = seat == moved or (not self.room.shared and seat not in self.room.acting)
                soon = soon or due.key in OWNERS
                soon = soon and (due.key != "rock" or self.state.season == "spring" or due.region != "")
                found.append(self._owed(seat, at, due, soon and not any(o.open for o in found)))
        return tuple(found)

    @property
    def owed_first(self) -> tuple[tuple[Owed, ...], tuple[Owed, ...]]:
        """What stands above the question, and what is folded away so that the question stays in sight."""
        owed = tuple(sorted(self.owed, key=lambda one: not one.open))
        few = FEW if len(owed) <= FEW else 1
        return owed[:few], owed[few:]

    def _owed(self, seat: int, at: int, due: Due, first: bool) -> Owed:
        name = capital(t(f"bitoku.due.{due.key}"))
        note = t(f"bitoku.region.{due.region}") if due.region else ""
        return Owed(
            f"due-{seat}-{at}-{due.key}",
            seat,
            t("app.bitoku.times", n=due.n, what=name) if due.n > 1 else name,
            icon_of(due.key),
            joined(self.say, [part for part in (note, t("app.bitoku.less") if due.less else "") if part]),
            tuple(self._choices(seat, due)),
            self.form(Drop(due.key)),
            first,
        )

    def _choices(self, seat: int, due: Due) -> Iterator[Answer]:
        state = self.state
        for label, of in self._known_rocks if due.key == "rock" else ():
            asked = {"do": "take", "due": "rock", "what": of}
            kind = answer_name(self.say, self.room.names, state, seat, "rock", of)
            yield self.answer(seat, Take("rock", of), label, icon_of(of) or "rock", asked, kind)
        for what in next((d.choices for d in self.view.players[seat].dues if d.key == due.key), ()):
            text = capital(answer_name(self.say, self.room.names, state, seat, due.key, what))
            if due.key in PRICED:
                href = self.pad(seat, do="take", due=due.key, what=what)
                yield Answer(text, icon_of(what), "", href, True)
                continue
            answers = {"do": "take", "due": due.key, "what": what}
            yield self.answer(seat, Take(due.key, what), text, icon_of(what), answers)
        if due.key in BUILDS:
            for kind in BUILDINGS:
                yield self._to_pad(seat, Build(kind, HILLS[0]), {"do": "build", "building": kind}, kind)
        if due.key in GROWS:
            for kind in CRYSTALS:
                yield self._to_pad(seat, Grow(kind, "top"), {"do": "grow", "crystal": kind}, kind)
        if due.key == "building":
            for at, building in enumerate(state.buildings):
                if building.region == due.region:
                    owner = "" if building.owner == NOBODY else self.room.names[building.owner]
                    using: dict[str, Any] = {"do": "use", "building": at}
                    yield self._to_pad(seat, Use(at), using, building.kind, owner)

    @cached_property
    def _known_rocks(self) -> list[tuple[str, str]]:
        from companion.web.mycopy.known import rocks  # it speaks of pieces, and speech begins here

        return rocks(self.room)

    def _to_pad(self, seat: int, move: Any, answers: Mapping[str, Any], kind: str, note: str = "") -> Answer:
        against = self.check(seat, move)
        legal = worst(against) < Severity.ILLEGAL or move.kind != "use"
        why = "" if legal else self.room.why(max(against, key=lambda v: v.severity))
        href = self.pad(seat, **answers) if legal else self.here(seat, **answers)
        return Answer(t(f"bitoku.piece.{kind}"), icon_of(kind), "", href, legal, why, note)
