"""The score book: sheets that several phones fill together, and the results a phone keeps. The only writer of
both, as tables.py is of tables.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, cast

from companion.codes import normal, phone_hash
from companion.engine.scores import Result
from companion.shelf import ResultRow, SheetRow, Shelf
from companion.store import NoTable, Store
from companion.watch import Watcher

MOST_RESULTS: Final = 2000
MOST_FIELDS: Final = 1200
LONGEST: Final = 400
"""Letters of one field of a sheet."""
__all__ = [
    "Kept",
    "KeptPlayer",
    "Scorebook",
    "SheetFull",
    "SheetRow",
    "Standing",
    "placed",
    "same",
    "standings",
]
DATE: Final = "%Y-%m-%d %H:%M:%S"


class SheetFull(ValueError):
    """The shared sheet takes no more fields, or a field is too long."""


@dataclass(frozen=True, slots=True)
class KeptPlayer:
    """How a player came out; `place` 1 is the best, `winner` as the result says."""

    name: str
    total: int
    place: int
    winner: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept result. `played` is UTC, `result` as in contract.md, `sheet` what it was counted from.
    `fields`: the calculator's fields, so that it opens again as it was typed; `table`: the table's code."""

    id: str
    game: str
    played: datetime
    players: tuple[KeptPlayer, ...]
    result: Mapping[str, Any]
    sheet: Mapping[str, Any]
    fields: Mapping[str, str]
    table: str
    minutes: int | None

    @property
    def solo(self) -> bool:
        return "won" in self.result

    def for_export(self) -> dict[str, Any]:
        """The result in JSON, as `companion score` prints it, with what the book knows besides."""
        return {
            "id": self.id,
            "played": self.played.strftime("%Y-%m-%dT%H:%M:%SZ"),
            **({"minutes": self.minutes} if self.minutes is not None else {}),
            **({"table": self.table} if self.table else {}),
            "sheet": dict(self.sheet),
            "result": dict(self.result),
        }


class Scorebook:
    """The score book in a store. Safe for many threads and processes. Phones are given by their ids and kept
    as hashes. Every method may raise StoreError, those with a code NoTable."""

    def __init__(self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._shelf = Shelf(store)
        self.watcher = Watcher(cast(Store, self._shelf))  # it asks only for what a shelf has too
        self._now = now

    # --- sheets for several phones

    def open(self, game: str, fields: Mapping[str, str], phone: str) -> str:
        """Open a shared sheet with these fields; its code, which cannot be guessed. Raises SheetFull."""
        return self._shelf.open(game, _sound(fields), phone_hash(phone), self._time())

    def sheet(self, code: str) -> SheetRow:
        """The sheet as it stands."""
        return self._shelf.sheet(_code(code))

    def write(self, code: str, changed: Mapping[str, str]) -> SheetRow:
        """Set some fields of a sheet and give it as it stands then. Raises SheetFull."""
        before = self.sheet(code)
        changed = {n: v for n, v in _sound(changed).items() if before.fields.get(n, "") != v}
        if len(before.fields.keys() | changed.keys()) > MOST_FIELDS:
            raise SheetFull("too many fields")
        if not changed:
            return before
        self._shelf.write(before.code, changed, self._time())
        return self.sheet(code)

    def change(self, code: str) -> int:
        """The sheet's last change."""
        return self._shelf.change(_code(code))

    def wait(self, code: str, change: int, timeout: float) -> int:
        """The sheet's last change, as soon as it is above `change` or the time is up."""
        return self.watcher.wait(_code(code), change, timeout)

    # --- results

    def keep(
        self,
        phone: str,
        result: Result,
        sheet: Mapping[str, Any],
        nonce: str,
        *,
        fields: Mapping[str, str] | None = None,
        table: str = "",
        minutes: int | None = None,
        played: datetime | None = None,
    ) -> str:
        """Keep a result for the phone; its id. The same nonce again keeps nothing new."""
        at = played or self._now()
        body = {
            "players": [
                {"name": p.name, "total": p.total, "place": p.place, "winner": p.winner}
                for p in placed(result)
            ],
            "result": result.json,
            "sheet": dict(sheet),
            "fields": dict(fields or {}),
            "table": table,
            "minutes": minutes,
        }
        row = ResultRow(secrets.token_urlsafe(9), result.game, at.astimezone(UTC).strftime(DATE), body)
        return self._shelf.keep(row, phone_hash(phone), nonce[:100], MOST_RESULTS)

    def results(self, phone: str) -> list[Kept]:
        """What the phone keeps, the last game first."""
        return [_kept(row) for row in self._shelf.results(phone_hash(phone))]

    def result(self, phone: str, id_: str) -> Kept | None:
        """One of them."""
        return next((kept for kept in self.results(phone) if kept.id == id_), None)

    def forget(self, phone: str, id_: str) -> bool:
        """Remove one; whether there was one."""
        return self._shelf.forget(phone_hash(phone), id_)

    def _time(self) -> str:
        return self._now().astimezone(UTC).strftime(DATE)


def placed(result: Result) -> tuple[KeptPlayer, ...]:
    """The players of a result with their places, in the order of the sheet. Winners share the first place;
    further back those share one whom nothing separates."""
    place: dict[int, int] = dict.fromkeys(result.winners, 1)
    for at, (before, index) in enumerate(zip((None, *result.ranking), result.ranking, strict=False), 1):
        if index not in place:
            place[index] = place[before] if before is not None and _level(result, before, index) else at
    return tuple(
        KeptPlayer(player.name, player.total, place[index], index in result.winners)
        for index, player in enumerate(result.players)
    )


def _level(result: Result, one: int, two: int) -> bool:
    """Whether two players are level throughout. Bitoku's turn order separates everybody."""
    if result.game != "spirits" or result.options.get("second_tie") != "shared":
        return False
    players = result.json["players"]
    same_tiles = players[one].get("tile_count") == players[two].get("tile_count")
    return result.players[one].total == result.players[two].total and same_tiles


@dataclass(frozen=True, slots=True)
class Standing:
    """A player over several results of one game: plays, wins, average and best total, and the totals in the
    order they were played."""

    name: str
    plays: int
    wins: int
    average: float
    best: int
    totals: tuple[int, ...]


def standings(results: Sequence[Kept]) -> list[Standing]:
    """Every player of these results, the one with the most wins first. Names that differ only in capitals
    or in spaces are one player."""
    totals: dict[str, list[int]] = {}
    wins: dict[str, int] = {}
    called: dict[str, str] = {}
    for kept in sorted(results, key=lambda kept: kept.played):
        for player in kept.players:
            key = same(player.name)
            called[key] = player.name
            totals.setdefault(key, []).append(player.total)
            wins[key] = wins.get(key, 0) + player.winner
    found = [
        Standing(called[k], len(t), wins[k], sum(t) / len(t), max(t), tuple(t)) for k, t in totals.items()
    ]
    return sorted(found, key=lambda s: (-s.wins, -s.average, s.name))


def same(name: str) -> str:
    """The form of a name by which a player is known again."""
    return " ".join(name.split()).casefold()


def _kept(row: ResultRow) -> Kept:
    body = row.body
    return Kept(
        id=row.id,
        game=row.game,
        played=datetime.strptime(row.played, DATE).replace(tzinfo=UTC),
        players=tuple(KeptPlayer(**player) for player in body["players"]),
        result=body["result"],
        sheet=body["sheet"],
        fields=body["fields"],
        table=body["table"],
        minutes=body["minutes"],
    )


def _sound(fields: Mapping[str, str]) -> dict[str, str]:
    if len(fields) > MOST_FIELDS or any(len(n) > LONGEST or len(v) > LONGEST for n, v in fields.items()):
        raise SheetFull("too many or too long fields")
    return dict(fields)


def _code(code: str) -> str:
    found = normal(code)
    if not found:
        raise NoTable(code[:40])
    return found
