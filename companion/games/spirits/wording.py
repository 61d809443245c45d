"""How the rules name things in a violation: words that the reader's language fills in."""

from __future__ import annotations

from functools import cache

from companion.engine.game import Severity, Violation, Word


def impossible(rule: str, reason: str, **values: int | str | Word) -> Violation:
    """A move that contradicts the components or the record."""
    return Violation(rule, Severity.IMPOSSIBLE, reason, values)


def illegal(rule: str, reason: str, **values: int | str | Word) -> Violation:
    """A move that breaks a rule."""
    return Violation(rule, Severity.ILLEGAL, reason, values)


@cache
def tile_word(face: str) -> Word:
    """The name of a tile."""
    return Word(f"spirits.tile.{face}")


@cache
def token_word(kind: str) -> Word:
    """The name of a favor token."""
    return Word(f"spirits.token.{kind}")


@cache
def seat_word(seat: int) -> Word:
    """A player, whose name the table knows: the key `seat.N` is filled in with it."""
    return Word(f"seat.{seat}")
