"""Quick Tengu on one screen: the Will, its cards, what is to be done with its pieces, and the buttons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from companion.games.bitoku import quick
from companion.games.bitoku.deck import ROW, place_of
from companion.games.bitoku.dice import SIX
from companion.games.bitoku.goods import parse
from companion.games.bitoku.moves import Activate
from companion.games.bitoku.state import BUILDINGS, NOBODY, RESOURCES, TENGU
from companion.games.bitoku.tengu import crossed
from companion.games.bitoku.will import to_shuffle
from companion.web.bitoku.sight import Answer, Sight
from companion.web.speech.bitoku import icon_of, items_text, place_name
from companion.web.speech.tengu import boon
from companion.web.words import t


@dataclass(frozen=True, slots=True)
class Faced:
    """A card of the row: its place, the region it places in and by which die, its hills and first boon, and
    all of it in words."""

    place: str
    region: str
    hill: str
    die: str
    boon: str
    label: str


@dataclass(frozen=True, slots=True)
class Todo:
    """One thing to do with the pieces, and its drawing."""

    icon: str
    text: str


class Quick(Sight):
    """The Tengu's turn when the app decides it."""

    @property
    def rolled(self) -> tuple[int, ...]:
        """The Will dice of this turn, the lower first; empty before."""
        return self.state.tengu.will if self.state.tengu is not None else ()

    @property
    def shuffles(self) -> bool:
        """Whether the cards are shuffled with the next roll."""
        return self.state.tengu is not None and bool(to_shuffle(self.state.tengu))

    @property
    def its_card(self) -> str:
        """The place of the card that the Will names."""
        return ROW[place_of(self.rolled[0])] if self.rolled else ""

    @property
    def faced(self) -> list[Faced]:
        """Its cards from the left; none before they were shuffled."""
        tengu = self.state.tengu
        if tengu is None or (self.shuffles and not tengu.turns):
            return []
        found = []
        for place, label in zip(ROW, tengu.row, strict=True):
            card = quick.CARDS.get(label)
            if card is None:
                continue
            said = {
                "region": t(f"bitoku.region.{card.region}"),
                "hill": t(f"bitoku.region.{card.hill}"),
                "die": t(f"app.bitoku.quick.die.{card.die}"),
                "boon": t(f"app.bitoku.quick.boon.{card.boon}"),
            }
            where = t(f"app.bitoku.tengu.card.{place}")
            whole = t("app.bitoku.quick.card", place=where, **said)
            found.append(Faced(place, card.region, card.hill, card.die, card.boon, whole))
        return found

    @cached_property
    def planned(self) -> quick.Plan | None:
        """What it does, once the dice are rolled."""
        return quick.plan(self.state, self.rolled[0]) if self.rolled else None

    @property
    def passed_over(self) -> list[tuple[str, str]]:
        """(letter, reason) of the steps before."""
        return (
            [] if self.planned is None else [(s.letter, self.room.why(s.against)) for s in self.planned.over]
        )

    @property
    def endings(self) -> list[Answer]:
        """The buttons that record the turn: one, or one for each piece that may lie there."""
        if self.planned is None:
            return []
        turn = 0 if self.state.tengu is None else self.state.tengu.turn
        turns = [replace(move, turn=turn) for move in self.planned.turns]
        if not self.planned.asks:
            return [Answer(t("app.bitoku.quick.done"), "check", self.form(turns[0]), "", True)]
        *some, none = turns
        found = []
        for move in some:
            what = move.items[-1].removesuffix("+1")
            found.append(Answer(t(f"bitoku.piece.{what}"), icon_of(what), self.form(move), "", True))
        return [*found, Answer(t("app.bitoku.quick.none"), "cross", self.form(none), "", True)]

    @property
    def todo(self) -> list[Todo]:
        """What is to be done with its pieces, in this order."""
        return [] if self.planned is None else list(self._told(self.planned))

    def _told(self, plan: quick.Plan) -> Iterator[Todo]:
        move, tengu = plan.turns[0], self.state.tengu
        if tengu is None:
            return
        dice = self.state.players[TENGU].dice
        if move.step == "B":
            yield Todo("redo", t("app.bitoku.quick.do.attitude"))
        value = dice[move.die].value if move.die != NOBODY else 0
        if move.unlock != NOBODY:
            before = dice[move.unlock].value
            raised = min(SIX, before + tengu.lift)
            value = raised if move.unlock == move.die else value
            key = "unlock" if raised == before else "lift"
            yield Todo("unlock", t(f"app.bitoku.quick.do.{key}", n=before, to=raised))
        if move.boon:
            yield from self._over(move, value, crossed(tengu, value))
        elif move.to:
            where = place_name(self.say, move.to)
            yield Todo(f"die-{value}", t("app.bitoku.quick.do.place", n=value, where=where))
        if plan.asks:
            yield Todo(plan.asks, self._take(plan.asks))
        elif move.boon:
            yield Todo("torii", t("app.bitoku.quick.do.cover", boon=boon(self.say, move.boon)))
        yield from self._gained(plan.turns[-1])
        if move.step == "L":
            yield Todo("flag", t("app.bitoku.quick.do.pass"))

    def _over(self, move: Activate, value: int, beyond: int) -> Iterator[Todo]:
        where = place_name(self.say, move.to)
        if beyond == value:
            yield Todo(f"die-{value}", t("app.bitoku.quick.do.cross_kept", n=value, where=where))
        else:
            yield Todo(f"die-{beyond}", t("app.bitoku.quick.do.cross", n=value, where=where, to=beyond))

    def _take(self, asks: str) -> str:
        rocks = [rock.of for rock in self.state.players[TENGU].rocks]
        counted = next((kind for kind in quick.PIECES[asks] if kind in rocks), "")
        if asks != "mitama":
            return t(f"app.bitoku.quick.do.take_{asks}")
        if not counted:
            return t("app.bitoku.quick.do.take_cheapest")
        return t("app.bitoku.quick.do.take_mitama", kind=t(f"bitoku.piece.{counted}"))

    def _gained(self, move: Activate) -> Iterator[Todo]:
        """What comes besides the piece that lies there."""
        goods: dict[str, int] = {}
        for item in move.items:
            what, n = parse(item) or ("", 0)
            head, _, region = what.partition(".")
            if what in RESOURCES:
                goods[what] = goods.get(what, 0) + n
            elif head == "kodama":
                yield Todo("kodama", t("app.bitoku.quick.do.kodama", region=t(f"bitoku.region.{region}")))
            elif what in BUILDINGS:
                yield Todo(what, t("app.bitoku.quick.do.building", what=t(f"bitoku.piece.{what}")))
            elif what in ("crystal", "road", "settled"):
                yield Todo(icon_of(what), t(f"app.bitoku.quick.do.{what}"))
            elif what == "vp":
                yield Todo("crown", t("app.bitoku.quick.do.vp", n=n))
        if goods:
            said = items_text(self.say, tuple(f"{what}+{n}" for what, n in goods.items()))
            yield Todo(next(iter(goods)), t("app.bitoku.quick.do.goods", what=said))

    @property
    def otherwise(self) -> str:
        """Where another turn is entered, question by question."""
        if self.state.tengu is None or not self.rolled:
            return ""
        low, high = self.rolled
        return self.room.url("tengu.show", turn=self.state.tengu.turn, will=low, other=high)
