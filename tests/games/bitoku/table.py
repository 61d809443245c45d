"""A table of Bitoku to try the rules at."""

from __future__ import annotations

from typing import Any

from companion.engine.game import Setup, Severity, worst
from companion.games.bitoku import GAME
from companion.games.bitoku.moves import Go, Play, Take
from companion.games.bitoku.state import Die, State

TABLE = -1
DEFAULTS = {o.key: o.default for o in GAME.options}


class Table:
    """A state that moves are played on. Everything is kept count of unless said otherwise."""

    def __init__(self, seats: int = 3, tracking: str = "everything", season: str = "summer", **options: str):
        self.state: State = GAME.setup(Setup(seats, {**DEFAULTS, "tracking": tracking, **options}))
        if season == "summer":
            self.do(TABLE, Go())

    def do(self, seat: int, move: Any) -> Table:
        """Play a move that is legal."""
        against = GAME.check(self.state, seat, move)
        assert worst(against) <= Severity.UNWISE, against
        return self.force(seat, move)

    def force(self, seat: int, move: Any) -> Table:
        """Play a move whatever stands against it, unless it is impossible."""
        assert worst(GAME.check(self.state, seat, move)) < Severity.IMPOSSIBLE
        self.state = GAME.apply(self.state, seat, move)
        assert list(GAME.invariants(self.state)) == []
        return self

    def against(self, seat: int, move: Any, severity: Severity = Severity.ILLEGAL) -> set[tuple[str, str]]:
        """(rule, reason) of all that stands against a move with at least that severity."""
        return {(v.rule, v.reason) for v in GAME.check(self.state, seat, move) if v.severity >= severity}

    def hints(self, seat: int, move: Any) -> set[tuple[str, str]]:
        """(rule, reason) of the hints."""
        found = GAME.check(self.state, seat, move)
        return {(v.rule, v.reason) for v in found if v.severity == Severity.UNWISE}

    def die(self, seat: int, number: int, value: int, at: str) -> Table:
        """Put a die somewhere without asking."""
        self.state = self.state.with_die(seat, number, Die(value, at))
        return self

    def turn(self, seat: int) -> Table:
        """It is that seat's turn."""
        self.state = GAME.apply(self.state, TABLE, GAME.codec.from_json({"do": "fix_turn", "player": seat}))
        return self

    def have(self, seat: int, **counts: int) -> Table:
        """Set some of what a player has."""
        for what, n in counts.items():
            move = GAME.codec.from_json({"do": "fix_count", "player": seat, "what": what, "n": n})
            self.force(TABLE, move)
        return self

    def due(self, seat: int) -> dict[str, int]:
        """What is due to a player, by name; the rock of set-up apart."""
        dues: dict[str, int] = {}
        for due in self.state.players[seat].dues:
            dues[due.key] = dues.get(due.key, 0) + due.n
        dues.pop("rock", None)
        return dues

    def good(self, seat: int, name: str) -> int:
        return self.state.players[seat].good(name)

    def has(self, seat: int) -> Any:
        return self.state.players[seat]


def without_rocks(table: Table) -> Table:
    """Nobody is asked for the rock of set-up any more."""
    for seat in range(table.state.seats):
        table.do(seat, Take("rock", "other"))
    return table


def all_out(table: Table, seat: int) -> Table:
    """The seat has played three cards and placed three dice."""
    for slot in range(3):
        table.turn(seat).do(seat, Play(slot))
    for number, region in enumerate(("yomi", "glade", "forge")):
        table.die(seat, number, number + 1, f"{region}.1")
    return table
