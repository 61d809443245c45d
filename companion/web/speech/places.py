"""Places of Bitoku in words, and lists as a language sets them apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.facts import Words
from companion.games.bitoku.state import HOME_SPACES, REGIONS

_HOME_SPACES: Final = {space for spaces in HOME_SPACES.values() for space in spaces}


def joined(say: Words, parts: Sequence[str]) -> str:
    """Parts of a list as the language sets them apart."""
    return (say("app.list.separator") + (" " if say.lang == "en" else "")).join(parts)


def capital(text: str) -> str:
    """A text that stands by itself, where its language has capitals."""
    return f"{text[:1].upper()}{text[1:]}"


def within(text: str) -> str:
    """The same inside a sentence, after other words."""
    return f"{text[:1].lower()}{text[1:]}"


def space_name(say: Words, region: str, spot: str) -> str:
    """A kind of space of a region, region and all."""
    key = "app.bitoku.space_of_home" if spot in _HOME_SPACES else "app.bitoku.space_of"
    return say(key, region=say(f"bitoku.region.{region}"), space=space(say, spot))


def space(say: Words, name: str) -> str:
    """A kind of space, without its region."""
    if name in _HOME_SPACES:
        return say(f"bitoku.space.{name}")
    return say("app.bitoku.space", n=name)


def place_name(say: Words, at: str) -> str:
    """Where a die is, or a kind of place that can be counted."""
    zone, _, spot = at.partition(".")
    if zone in ("red", "green"):
        return say(f"app.bitoku.{zone}", place=say(f"app.bitoku.place.{spot}"))
    if zone in ("hill", "area"):
        return say(f"app.bitoku.{zone}", region=say(f"bitoku.region.{spot}"))
    if zone in REGIONS:
        return space_name(say, zone, spot)
    key = f"app.bitoku.count.{zone}"
    return say(key) if say.has(key) else at
