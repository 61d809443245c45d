"""Score lines, totals, and the ranking with the tie-break that decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any


class SheetError(ValueError):
    """A score sheet that cannot be counted.

    `path` leads to the part at fault (`("players", 1, "dice")`), `reason` is the key of its sentence
    (`<slug>.sheet.<reason>`, or `app.sheet.<reason>`), `values` what the sentence names.
    """

    def __init__(self, path: Sequence[str | int], reason: str, **values: Any) -> None:
        self.path = tuple(path)
        self.reason = reason
        self.values = values
        where = ".".join(str(part) for part in path)
        detail = ", ".join(f"{key} {value}" for key, value in values.items())
        super().__init__(": ".join(part for part in (where, reason.replace("_", " "), detail) if part))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score: its key, its points, the rule it comes from, and the numbers that explain it."""

    key: str
    points: int
    rule: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """A player's lines and their sum."""

    name: str
    lines: tuple[Line, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Result:
    """A finished count. `ranking` and `winners` are indexes of `players`; `decided_by` names the tie-break
    that separated the winner, None when the totals did or nothing could. `json`: see contract.md."""

    game: str
    players: tuple[PlayerScore, ...]
    ranking: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: str | None
    options: Mapping[str, str]
    json: dict[str, Any]
    warnings: tuple[SheetError, ...] = ()
    won: bool | None = None
    opponent: PlayerScore | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """`order`: indexes, best first. `winners`: those level at the top. `decided_by`: see Result."""

    order: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: str | None


def rank(totals: Sequence[int], breaks: Sequence[tuple[str, Sequence[int]]] = ()) -> Ranking:
    """Highest total first; each tie-break is a name and one number a player, the higher one better."""
    columns = [totals, *(numbers for _, numbers in breaks)]
    keys = [tuple(column[i] for column in columns) for i in range(len(totals))]
    order = sorted(range(len(totals)), key=lambda i: keys[i], reverse=True)
    winners = tuple(i for i in order if keys[i] == keys[order[0]])
    tied = [i for i in order if totals[i] == totals[order[0]]]
    decided_by = None
    for name, numbers in breaks:
        if len(tied) == len(winners):
            break
        best = max(numbers[i] for i in tied)
        left = [i for i in tied if numbers[i] == best]
        if len(left) < len(tied):
            decided_by, tied = name, left
    return Ranking(tuple(order), winners, decided_by)


def places(ranking: Ranking, totals: Sequence[int], breaks: Sequence[Sequence[int]] = ()) -> list[int]:
    """The place of each player, 1 for the winners; equals share a place."""
    result = [0] * len(totals)
    for _, group in groupby(
        enumerate(ranking.order, 1), key=lambda at: (totals[at[1]], *(b[at[1]] for b in breaks))
    ):
        members = list(group)
        for _, player in members:
            result[player] = members[0][0]
    return result
