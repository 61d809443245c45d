"""How the rules name things in a violation: words that the reader's language fills in."""

from __future__ import annotations

from companion.engine.game import Severity, Violation, Word


def impossible(rule: str, reason: str, **values: int | str | Word) -> Violation:
    """A move that contradicts the components or the record."""
    return Violation(rule, Severity.IMPOSSIBLE, reason, values)


def illegal(rule: str, reason: str, **values: int | str | Word) -> Violation:
    """A move that breaks a rule."""
    return Violation(rule, Severity.ILLEGAL, reason, values)


def unwise(rule: str, reason: str, **values: int | str | Word) -> Violation:
    """Nothing against the rules, but perhaps not meant."""
    return Violation(rule, Severity.UNWISE, reason, values)


def piece_word(kind: str) -> Word:
    """The name of something counted, such as `wood`, `kappa` or `temple`."""
    return Word(f"bitoku.piece.{kind}")


def due_word(key: str) -> Word:
    """The name of something due."""
    return Word(f"bitoku.due.{key}")


def region_word(region: str) -> Word:
    """The name of a region of the forest."""
    return Word(f"bitoku.region.{region}")


def season_word(season: str) -> Word:
    """The name of a season."""
    return Word(f"bitoku.season.{season}")


def seat_word(seat: int) -> Word:
    """A player, whose name the table knows: the key `seat.N` is filled in with it."""
    return Word(f"seat.{seat}")
