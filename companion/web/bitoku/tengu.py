"""The Tengu's turn as one phone is asked about it, a question a screen, and what its seasons want."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from companion.engine.game import Severity, worst
from companion.engine.names import same_name
from companion.games.bitoku import printed
from companion.games.bitoku.deck import ROW, place_of
from companion.games.bitoku.learned import Piece, counts
from companion.games.bitoku.quick import STEPS as QUICK_STEPS
from companion.games.bitoku.state import HILLS, HOME, NOBODY, TENGU
from companion.games.bitoku.tengu import (
    ATTESTED,
    CROSSING,
    HOME_EACH,
    HOME_POINTS,
    MOST_PICKS,
    PASS,
    PLACING,
    crossed,
    cycle,
    free_dice,
    home_points,
    locked_dice,
    picked,
)
from companion.games.bitoku.view import DieView, RegionView, SpaceView, View
from companion.web.bitoku.cards import called
from companion.web.bitoku.sight import Answer
from companion.web.bitoku.turn import Turn
from companion.web.bitoku.woods import BOON_ICONS, Area, Spot, Woods
from companion.web.speech.tengu import boon
from companion.web.words import t

if TYPE_CHECKING:
    from companion.web.room import Room

EQUALS: Final = tuple(range(2, 7))
"""Among how many equal things chance may pick in a turn."""
Crossers = list[tuple[DieView, int, list[tuple[str, list[Answer]]]]]
"""(die, its value beyond, [(hill, boons)]) of dice that could cross."""


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of the cycle: what it says, the reason against it, whether it was found not possible, the
    address where it is done, what its owner wrote down about it, and what the card says against it."""

    letter: str
    text: str
    known: bool
    why: str
    refused: bool
    done: str
    note: str
    by_card: str


class Activation(Woods):
    """A turn of the Tengu on its way. `notes`: what this phone wrote down about the steps, by letter.
    `cards`: the action cards that are known at the table."""

    def __init__(
        self, room: Room, view: View, turn: Turn, notes: Mapping[str, str], cards: tuple[Piece, ...] = ()
    ) -> None:
        super().__init__(room, view, None, {})
        self.draft = turn
        self.notes = notes
        self.cards = cards

    def url(self, **changes: Any) -> str:
        """The screen with something answered."""
        return self._address(replace(self.draft, **changes))

    # --- the Will and the card

    @property
    def card(self) -> str:
        """The place of the card in the row."""
        return ROW[place_of(self.draft.will)]

    @cached_property
    def held(self) -> Piece | None:
        """What is known of the card, None when nothing is."""
        return called(self.cards, self.draft.card)

    @property
    def card_name(self) -> str:
        """The card in words."""
        place = t(f"app.bitoku.tengu.card.{self.card}")
        return t("app.bitoku.cards.at", place=place, card=self.draft.card) if self.draft.card else place

    @property
    def row_labels(self) -> list[tuple[str, str]]:
        """(place, label) of the cards face up, from the left; the label is empty where nobody knows it."""
        tengu = self.state.tengu
        labels = ("",) * len(ROW) if tengu is None or tengu.quick else tengu.row
        return [
            (place, self.draft.card if place == self.card else label)
            for place, label in zip(ROW, labels, strict=True)
        ]

    @property
    def which(self) -> list[tuple[str, str, bool]]:
        """(label, address, chosen) of the known cards that may lie there; none where the app deals."""
        tengu = self.state.tengu
        if tengu is None or tengu.app_deals:
            return []
        place = place_of(self.draft.will)
        away = [label for label in (*tengu.row[:place], *tengu.row[place + 1 :], *tengu.discards) if label]
        found = []
        for card in self.cards:
            chosen = card is self.held
            if chosen or not any(same_name(card.label, label) for label in away):
                found.append((card.label, self.url(card="" if chosen else card.label), chosen))
        return found

    @property
    def will(self) -> tuple[int, ...]:
        """The Will dice that were noted, the lower first."""
        return tuple(n for n in (self.draft.will, self.draft.other) if n)

    # --- the cycle

    @property
    def quick(self) -> bool:
        """Whether the app decides its turns; then only the steps of that variant are told."""
        return self.state.tengu is not None and self.state.tengu.quick

    @cached_property
    def steps(self) -> tuple[StepView, ...]:
        """All steps in their order."""
        found = []
        for step in cycle(self.state, self.draft.will):
            if self.quick and step.letter not in QUICK_STEPS:
                continue
            why = "" if step.against is None else self.room.why(step.against)
            said = None if self.held is None else printed.against(self.state, self.held, step.letter)
            found.append(
                StepView(
                    step.letter,
                    self.told_step(step.letter),
                    step.attested or self.quick,
                    why,
                    step.letter in self.draft.no,
                    self._done(step.letter),
                    self.notes.get(step.letter, ""),
                    "" if said is None else self.room.why(said),
                )
            )
        return tuple(found)

    def _done(self, letter: str) -> str:
        """The address where a step is done, with what the card answers of it."""
        turn = replace(self.draft, step=letter, ask="")
        card = self.held
        if card is not None and letter == CROSSING:
            if way := printed.crossing(card, printed.crossings(self.state)):
                turn = replace(turn, die=way[0], to=f"hill.{way[1]}", boon=way[2])
        elif card is not None and letter in PLACING:
            number, to = printed.placing(self.state, card, letter)
            turn = self._placed(turn, number, to) if to else turn
        return self._address(turn)

    def _address(self, turn: Turn) -> str:
        return f"{self.room.url('tengu.show')}?{urlencode(turn.sent)}"

    def told_step(self, letter: str) -> str:
        """What a step says: in our words, in its owner's, or where to read it."""
        if self.quick and letter in QUICK_STEPS:
            scored = {"n": home_points(self.state), "base": HOME_POINTS, "each": HOME_EACH}
            return t(f"app.bitoku.quick.step.{letter}", **scored)
        if letter == "F":
            return t("app.bitoku.tengu.step.F", n=home_points(self.state), base=HOME_POINTS, each=HOME_EACH)
        if letter in ATTESTED:
            return t(f"app.bitoku.tengu.step.{letter}")
        return self.notes.get(letter) or t("app.bitoku.tengu.step.unknown", step=letter)

    def says(self, letter: str) -> str:
        """The same with the name of the step; where to read it names the step itself."""
        told, unknown = self.told_step(letter), t("app.bitoku.tengu.step.unknown", step=letter)
        return told if told == unknown else t("app.bitoku.tengu.says", step=letter, what=told)

    @cached_property
    def step(self) -> StepView:
        """The step that is asked about: the first that may be and was not found impossible."""
        steps = self.steps
        return next((s for s in steps if not s.why and not s.refused and not s.by_card), steps[-1])

    @property
    def skipped(self) -> list[StepView]:
        """The steps before it that the table knows to be impossible, or that do not go with the card."""
        return [s for s in self.steps if (s.why or s.by_card) and s.letter < self.step.letter]

    @property
    def not_possible(self) -> str:
        """The address when the step cannot be done; empty for the last one."""
        letter = self.step.letter
        return "" if letter == PASS else self.url(no=self.draft.no + letter)

    @property
    def onward(self) -> list[StepView]:
        """The other steps that may be done: also those that only the card is against, or one tapped away."""
        return [s for s in self.steps if not s.why and s.letter != self.step.letter]

    @property
    def undone(self) -> str:
        """The question before this one, with its answer taken back; the table before the first."""
        return self.url(no=self.draft.no[:-1]) if self.draft.no else self.room.url()

    @property
    def back(self) -> str:
        """The cycle again, as far as it was answered."""
        draft = self.draft
        kept = {name: getattr(draft, name) for name in ("turn", "will", "other", "no", "picks", "card")}
        return self._address(Turn(**kept))

    # --- a die moves

    @property
    def movable(self) -> tuple[int, ...]:
        """The dice that the step may place, the one to be used first in front."""
        free = locked_dice(self.state) if self.draft.step == "B" else free_dice(self.state)
        if self.held is not None and self.draft.step in PLACING:
            first = printed.dice(self.state, self.held, self.draft.step)
            return (*first, *(number for number in free if number not in first))
        return free if self.draft.step in PLACING else (*free, *locked_dice(self.state))

    @property
    def die(self) -> int:
        """The number of the die in hand."""
        movable = self.movable
        return self.draft.die if self.draft.die in movable else movable[0] if movable else NOBODY

    @property
    def dice(self) -> list[tuple[DieView, str, bool]]:
        """(die, address with it in hand, whether it is) of the dice to choose from."""
        shown = self.view.players[TENGU].dice
        return [(shown[n], self.url(die=n, to="", boon=""), n == self.die) for n in self.movable]

    @property
    def lands(self) -> tuple[Area, ...]:
        """The regions where the die may go."""
        wanted = {"C": HILLS, "F": (HOME,)}.get(self.draft.step)
        return tuple(area for area in self.areas if wanted is None or area.region in wanted)

    @property
    def lands_by_card(self) -> tuple[tuple[Area, ...], tuple[Area, ...]]:
        """The regions where the die may go: those that the card names, and the others."""
        region = "" if self.held is None or self.draft.step not in ("B", "C") else self.held.word("location")
        named = tuple(area for area in self.lands if area.region == region)
        return (named, tuple(a for a in self.lands if a not in named)) if named else (self.lands, ())

    @property
    def nowhere(self) -> str:
        """Why the step can place the die in hand on no space; empty where it can."""
        if self.die == NOBODY or any(s.state == "can" for area in self.lands for s in area.spots):
            return ""
        said = next((step.why for step in self.steps if step.letter == self.draft.step), "")
        return said or t("app.bitoku.tengu.nowhere")

    @property
    def instead(self) -> str:
        """Where to go on when no die can cross: what else the step did, or the next step."""
        draft = self.draft
        return self.url(ask="") if self.open_step else self.url(step="", no=draft.no + draft.step)

    def _spot(self, region: RegionView, space: SpaceView) -> Spot:
        spot = super()._spot(region, space)
        if self.draft.asked != "place" or self.die == NOBODY:
            return spot
        placed = self._placed(self.draft, self.die, f"{spot.region}.{spot.space}")
        against = [v for v in self.check(TENGU, placed.move) if v.rule in ("D1", "D4", "S3")]
        first = max(against, key=lambda v: v.severity, default=None)
        said = spot.label if first is None else self.sentence(spot.label, self.room.why(first))
        return replace(
            spot,
            href=self._address(placed),
            state="cannot" if worst(against) >= Severity.ILLEGAL else "can",
            label=said,
        )

    def _placed(self, turn: Turn, number: int, to: str) -> Turn:
        """The turn with a die placed there, and what that gives by itself and by the card."""
        locked = self.state.players[TENGU].dice[number].zone == "red"
        so = turn.so
        if self.state.everything and not so:
            found = counts(printed.gains(self.state, self.held, turn.step, to))
            so = "~".join(f"{what}:{n}" for what, n in found.items())
        unlock = number if locked else turn.unlock
        return replace(turn, die=number, to=to, boon="", ask="", unlock=unlock, so=so)

    @property
    def otherwise(self) -> list[tuple[str, str, str]]:
        """(icon, words, address) of the questions that the card answered, to answer them anew."""
        if self.held is None or not self.draft.to or self.open_step:
            return []
        if self.draft.boon:
            return [("torii", t("app.bitoku.cards.other_crossing"), self.url(ask="cross"))]
        again = self.url(ask="place", to="", unlock=NOBODY, so="")
        return [("arrow-right", t("app.bitoku.cards.other_place"), again)]

    @cached_property
    def crossings(self) -> Crossers:
        """Every die that could cross; with a card only where its upper half lets it."""
        return self._crossers(self._by_card)

    @cached_property
    def crossings_else(self) -> Crossers:
        """The ways over the river that the card does not name."""
        return self._crossers([way for way in printed.crossings(self.state) if way not in self._by_card])

    @cached_property
    def _by_card(self) -> list[printed.Crossing]:
        ways = printed.crossings(self.state)
        return ways if self.held is None else printed.fitting(self.held, ways) or ways

    def _crossers(self, ways: Sequence[printed.Crossing]) -> Crossers:
        tengu = self.state.tengu
        found: dict[int, dict[str, list[Answer]]] = {}
        for number, hill, gets in ways:
            href = self.url(die=number, to=f"hill.{hill}", boon=gets, ask="")
            answer = Answer(boon(self.say, gets), BOON_ICONS[gets], "", href, True)
            found.setdefault(number, {}).setdefault(hill, []).append(answer)
        dice = self.view.players[TENGU].dice
        return [
            (dice[n], 0 if tengu is None else crossed(tengu, dice[n].value), list(hills.items()))
            for n, hills in found.items()
        ]

    # --- what is left to say

    @property
    def sentence_of_it(self) -> str:
        """The turn in words."""
        return self.room.speech.plan(
            self.say, self.room.names, TENGU, replace(self.draft.move, items=()), self.state, True
        )

    @property
    def open_step(self) -> bool:
        """Whether the step may do anything, as the rulebook says."""
        return self.draft.step not in ATTESTED

    @property
    def unlockable(self) -> list[tuple[DieView, str, bool]]:
        """(die, address, chosen) of the dice that may be unlocked, or were."""
        shown = self.view.players[TENGU].dice
        return [
            (shown[n], self.url(unlock=NOBODY if n == self.draft.unlock else n), n == self.draft.unlock)
            for n in locked_dice(self.state)
        ]

    @property
    def active(self) -> bool:
        """The attitude after the turn."""
        if self.draft.attitude != NOBODY:
            return bool(self.draft.attitude)
        return self.draft.step == "B" or (self.state.tengu is not None and self.state.tengu.active)

    @property
    def flip(self) -> str:
        """The address with the attitude turned over."""
        return self.url(attitude=int(not self.active))

    @property
    def chances(self) -> list[str]:
        """What chance has picked so far, in words."""
        return [t("app.bitoku.tengu.chance", n=n, of=of) for n, of in map(_known, self.draft.picks)]

    @property
    def may_pick(self) -> bool:
        return len(self.draft.picks) < MOST_PICKS


def _known(pick: str) -> tuple[int, int]:
    return picked(pick) or (0, 0)
