"""The Tengu's turn as one phone is asked about it, a question a screen, and what its seasons want."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode

from companion.engine.game import Severity, worst
from companion.games.bitoku.deck import ROW, place_of
from companion.games.bitoku.dice import penance
from companion.games.bitoku.state import HILLS, HOME, NOBODY, TENGU
from companion.games.bitoku.tengu import (
    ATTESTED,
    MOST_PICKS,
    PASS,
    PLACING,
    banks,
    crossed,
    crossers,
    cycle,
    free_dice,
    gains,
    home_points,
    locked_dice,
    picked,
)
from companion.games.bitoku.view import DieView, RegionView, SpaceView, View
from companion.web.bitoku.sight import Answer
from companion.web.bitoku.turn import Turn
from companion.web.bitoku.woods import BOON_ICONS, Area, Spot, Woods
from companion.web.words import t

if TYPE_CHECKING:
    from companion.web.room import Room

EQUALS: Final = tuple(range(2, 7))
"""Among how many equal things chance may pick in a turn."""


@dataclass(frozen=True, slots=True)
class StepView:
    """A step of the cycle: what it says, the reason against it, whether it was found not possible, the
    address where it is done, and what its owner wrote down about it."""

    letter: str
    text: str
    known: bool
    why: str
    refused: bool
    done: str
    note: str


class Activation(Woods):
    """A turn of the Tengu on its way. `notes`: what this phone wrote down about the steps, by letter."""

    def __init__(self, room: Room, view: View, turn: Turn, notes: Mapping[str, str]) -> None:
        super().__init__(room, view, None, {})
        self.draft = turn
        self.notes = notes

    def url(self, **changes: Any) -> str:
        """The screen with something answered."""
        sent = replace(self.draft, **changes).sent
        return f"{self.room.url('tengu.show')}?{urlencode(sent)}"

    # --- the Will and the card

    @property
    def card(self) -> str:
        """The place of the card in the row."""
        return ROW[place_of(self.draft.will)]

    @property
    def will(self) -> tuple[int, ...]:
        """The Will dice that were noted, the lower first."""
        return tuple(n for n in (self.draft.will, self.draft.other) if n)

    # --- the cycle

    @cached_property
    def steps(self) -> tuple[StepView, ...]:
        """All steps in their order."""
        found = []
        for step in cycle(self.state, self.draft.will):
            why = "" if step.against is None else self.room.why(step.against)
            found.append(
                StepView(
                    step.letter,
                    self.told_step(step.letter),
                    step.attested,
                    why,
                    step.letter in self.draft.no,
                    self.url(step=step.letter, ask=""),
                    self.notes.get(step.letter, ""),
                )
            )
        return tuple(found)

    def told_step(self, letter: str) -> str:
        """What a step says: in our words, in its owner's, or where to read it."""
        if letter == "F":
            return t("app.bitoku.tengu.step.F", n=home_points(self.state))
        if letter in ATTESTED:
            return t(f"app.bitoku.tengu.step.{letter}")
        return self.notes.get(letter) or t("app.bitoku.tengu.step.unknown", step=letter)

    @cached_property
    def step(self) -> StepView:
        """The step that is asked about: the first that may be and was not found impossible."""
        steps = self.steps
        return next((one for one in steps if not one.why and not one.refused), steps[-1])

    @property
    def skipped(self) -> list[StepView]:
        """The steps before it that the table knows to be impossible."""
        return [one for one in self.steps if one.why and one.letter < self.step.letter]

    @property
    def not_possible(self) -> str:
        """The address when the step cannot be done; empty for the last one."""
        letter = self.step.letter
        return "" if letter == PASS else self.url(no=self.draft.no + letter)

    @property
    def onward(self) -> list[StepView]:
        """The steps after it that may be done."""
        return [one for one in self.steps if one.letter > self.step.letter and not one.why]

    @property
    def back(self) -> str:
        """The cycle again, as far as it was answered."""
        kept = Turn(will=self.draft.will, other=self.draft.other, no=self.draft.no, picks=self.draft.picks)
        return f"{self.room.url('tengu.show')}?{urlencode(kept.sent)}"

    # --- a die moves

    @property
    def movable(self) -> tuple[int, ...]:
        """The dice that the step may place, the one to be used first in front."""
        if self.draft.step == "B":
            return locked_dice(self.state)
        free = free_dice(self.state)
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

    def _spot(self, region: RegionView, space: SpaceView) -> Spot:
        spot = super()._spot(region, space)
        if self.draft.asked != "place" or self.die == NOBODY:
            return spot
        placed = self._placed(f"{spot.region}.{spot.space}")
        against = [v for v in self.check(TENGU, placed.move) if v.rule in ("D1", "D4", "S3")]
        first = max(against, key=lambda v: v.severity, default=None)
        said = spot.label if first is None else self.sentence(spot.label, self.room.why(first))
        return replace(
            spot,
            href=f"{self.room.url('tengu.show')}?{urlencode(placed.sent)}",
            state="cannot" if worst(against) >= Severity.ILLEGAL else "can",
            label=said,
        )

    def _placed(self, to: str) -> Turn:
        """The turn with the die in hand placed there, and what that gives by itself."""
        locked = self.state.players[TENGU].dice[self.die].zone == "red"
        so = self.draft.so
        if self.state.everything and not so:
            so = "~".join(item.replace("+", ":") for item in gains(self.state, self.draft.step, to))
        return replace(
            self.draft,
            die=self.die,
            to=to,
            boon="",
            ask="",
            unlock=self.die if locked else self.draft.unlock,
            so=so,
        )

    @cached_property
    def crossings(self) -> list[tuple[DieView, int, list[tuple[str, list[Answer]]]]]:
        """(die, its value beyond, [(hill, boons)]) of every die that could cross."""
        tengu = self.state.tengu
        found = []
        for number in crossers(self.state) if tengu is not None else ():
            die = self.view.players[TENGU].dice[number]
            value = penance(die.value) if tengu is None else crossed(tengu, die.value)
            hills: dict[str, list[Answer]] = {}
            for hill, boon in banks(self.state, self.state.players[TENGU].dice[number]):
                href = self.url(die=number, to=f"hill.{hill}", boon=boon, ask="")
                text = t(f"bitoku.boon.{boon}")
                hills.setdefault(hill, []).append(Answer(text, BOON_ICONS[boon], "", href, True))
            found.append((die, value, list(hills.items())))
        return found

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


class Alone(Woods):
    """What the table of one shows of the Tengu beside its turn."""

    @property
    def will_hrefs(self) -> list[tuple[int, str]]:
        """(the lower Will die, address of the turn with it)."""
        return [(n, f"{self.room.url('tengu.show')}?will={n}") for n in range(1, 7)]

    @property
    def deck(self) -> tuple[int, int, bool] | None:
        """The cards in its pile and its discards, and whether the next turn shuffles; None without it."""
        tengu = self.view.tengu
        return None if tengu is None else (len(tengu.pile), len(tengu.discards), tengu.renews)

    @property
    def face_up(self) -> Sequence[tuple[str, str]]:
        """(place, label) of its cards from the left."""
        return [] if self.view.tengu is None else list(zip(ROW, self.view.tengu.row, strict=True))

    @property
    def drawn_by_chance(self) -> list[tuple[str, str]]:
        """(what for, in words) of what chance picked in this season, the last one first."""
        found = []
        for node in self.room.table.timeline.backwards():
            if node.state.season != self.state.season:
                break
            if node.move.kind == "chance":
                said = t("app.bitoku.tengu.chance", n=node.move.pick, of=node.move.of)
                found.append((node.move.among, said))
        return found

    @property
    def rocks_of_tengu(self) -> list[str]:
        """What its rocks count, in words."""
        return [t(f"bitoku.piece.{rock.of}") for rock in self.state.players[TENGU].rocks if rock.of]
