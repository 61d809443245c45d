"""A turn of the Tengu as far as it was answered, as the address of a screen holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from companion.engine.numbers import whole
from companion.games.bitoku.goods import parse
from companion.games.bitoku.moves import Activate
from companion.games.bitoku.state import BOONS, HILLS, HOME, HOME_SPACES, NOBODY, NUMBERS
from companion.games.bitoku.tengu import CROSSING, MOST_PICKS, PLACING, STEPS, picked
from companion.games.bitoku.will import is_label

_PLACES: Final = {
    *(f"{region}.{number}" for region in HILLS for number in NUMBERS),
    *(f"{HOME}.{space}" for space in HOME_SPACES[1]),
    *(f"hill.{region}" for region in HILLS),
}
_BOONS: Final = {boon.partition(".")[2] for boon in BOONS}
_ASKS: Final = ("place", "cross")


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the Tengu as far as it was answered; the address of every screen holds all of it. `no`: the
    steps found not possible. `ask`: what is asked besides, `place` or `cross`. The rest: see Activate."""

    turn: int = 0
    will: int = 0
    other: int = 0
    no: str = ""
    step: str = ""
    die: int = NOBODY
    to: str = ""
    boon: str = ""
    unlock: int = NOBODY
    attitude: int = NOBODY
    picks: tuple[str, ...] = ()
    card: str = ""
    ask: str = ""
    so: str = ""

    @property
    def items(self) -> dict[str, int]:
        """What it gained, by the words of the pad."""
        return pad_items(self.so)

    @property
    def move(self) -> Activate:
        """The turn as it would be recorded."""
        return Activate(
            **{f.name: getattr(self, f.name) for f in fields(Activate) if f.name != "items"},
            items=tuple(f"{what}{n:+d}" for what, n in self.items.items()),
        )

    @property
    def asked(self) -> str:
        """The next question: `will`, `step`, `cross`, `place`, or `gains` with all that is left."""
        if not self.will:
            return "will"
        if not self.step:
            return "step"
        if self.ask:
            return self.ask
        if self.step == CROSSING and not self.boon:
            return "cross"
        return "place" if self.step in PLACING and not self.to else "gains"

    @property
    def sent(self) -> dict[str, str]:
        """The turn as the fields of an address or a form."""
        found = {}
        for field in fields(self):
            value = getattr(self, field.name)
            if value != field.default:
                found[field.name] = " ".join(value) if isinstance(value, tuple) else str(value)
        return found


def read(asked: Mapping[str, str]) -> Turn:
    """The turn that an address or a form holds; what cannot be read is as if it were not there."""
    picks = tuple(pick for pick in asked.get("picks", "")[:60].split() if picked(pick))
    will, other = _number(asked, "will", 1, 6, 0), _number(asked, "other", 1, 6, 0)
    step, to, boon = asked.get("step", ""), asked.get("to", ""), asked.get("boon", "")
    crosses = to.startswith("hill.") and boon in _BOONS
    return Turn(
        turn=whole(asked.get("turn", ""), 3) or 0,
        will=will,
        other=other if other >= will else 0,
        no="".join(letter for letter in STEPS if letter in asked.get("no", "")[:40]),
        step=step if step in STEPS else "",
        die=_number(asked, "die", 0, 2, NOBODY),
        to=to if to in _PLACES and to.startswith("hill.") == crosses else "",
        boon=boon if crosses else "",
        unlock=_number(asked, "unlock", 0, 2, NOBODY),
        attitude=_number(asked, "attitude", 0, 1, NOBODY),
        picks=picks[:MOST_PICKS],
        card=asked.get("card", "") if is_label(asked.get("card", "")) else "",
        ask=asked.get("ask", "") if asked.get("ask") in _ASKS else "",
        so="~".join(f"{what}:{n}" for what, n in pad_items(asked.get("so", "")).items()),
    )


def pad_items(so: str) -> dict[str, int]:
    """The items of a draft as the pad writes them, `wood:-2~vp:3`; what cannot be read is left out."""
    found: dict[str, int] = {}
    for part in so[:1500].split("~"):
        what, _, n = part.rpartition(":")
        if whole(n.removeprefix("-"), 2):
            found[what] = int(n)
    return {what: n for what, n in found.items() if parse(f"{what}{n:+d}") is not None}


def _number(asked: Mapping[str, str], name: str, low: int, high: int, otherwise: int) -> int:
    number = whole(asked.get(name, ""), 1)
    return number if number is not None and low <= number <= high else otherwise
