"""A table as it stands, what came of a move at it, and who may act."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from companion.codes import phone_hash
from companion.engine.game import TABLE, Game, Setup, Violation
from companion.engine.log import Entry, LogError, Timeline, is_aside


class NotYours(Exception):
    """The phone may not do this. `seat` is the seat it is about, None for what the host alone may do."""

    def __init__(self, seat: int | None = None) -> None:
        super().__init__("only the host may do this" if seat is None else f"seat {seat} is not this phone's")
        self.seat = seat


@dataclass(frozen=True)
class Seat:
    """A place at the table; `taken` when a phone holds it."""

    number: int
    name: str
    colour: str
    taken: bool


@dataclass(frozen=True)
class Table:
    """A table as it stands. `change` grows with everything that can alter a screen of it. `broken` names the
    first entry that does not replay; the timeline is the good prefix before it. `after` is the code of the
    table opened to play again. `host` and `holders` (per seat) are hashes of phones."""

    code: str
    short: str
    game: Game
    setup: Setup
    seats: tuple[Seat, ...]
    created: str
    locked: bool
    closed: bool
    change: int
    timeline: Timeline = field(repr=False)
    broken: LogError | None
    after: str | None
    host: str = field(repr=False)
    holders: tuple[str | None, ...] = field(repr=False)

    @property
    def state(self) -> Any:
        return self.timeline.state

    @property
    def revision(self) -> int:
        return self.timeline.revision

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)

    @property
    def opponents(self) -> tuple[str, ...]:
        """The keys of the names of those that no person plays; their seats come after the others."""
        return self.game.opponents(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended: nobody is to act."""
        return not self.game.to_act(self.state)

    def seats_of(self, phone: str | None) -> tuple[int, ...]:
        """The seats that the phone holds."""
        if phone is None:
            return ()
        mine = phone_hash(phone)
        return tuple(number for number, holder in enumerate(self.holders) if holder == mine)

    def is_host(self, phone: str | None) -> bool:
        return phone is not None and self.host == phone_hash(phone)


@dataclass(frozen=True)
class Outcome:
    """What came of it. `status`: recorded, repeated (the same form again: nothing new), refused (`violations`
    say why, `broke` names the later entry that an amendment would make impossible), conflict (the log has
    moved on; look at the table), invalid (`reason`: unreadable_move, no_such_seat, nothing_to_undo,
    nothing_to_redo, nothing_to_restart, not_standing, broken, closed). `table` is fresh."""

    status: str
    table: Table
    entry: Entry | None = None
    violations: tuple[Violation, ...] = ()
    broke: Entry | None = None
    reason: str = ""


def may_act(table: Table, phone: str | None, seat: int, move: Any = None) -> int:
    """The seat as which the phone may enter something for `seat` (the entry's `by`). Raises NotYours.

    A phone acts for the seats it holds; a phone with a seat also for seats that nobody holds, and for TABLE:
    chance, corrections, undo and redo. A `private` move of a seat comes from that seat's phone alone, so that
    no answer tells what it rests on. Once everything lies open, a phone with a seat acts for all.
    """
    mine = table.seats_of(phone)
    if not mine:
        raise NotYours(seat)
    if seat in mine:
        return seat
    closed = 0 <= seat < len(table.seats) and not table.game.revealed(table.state)
    if closed and (table.seats[seat].taken or getattr(move, "private", False)):
        raise NotYours(seat)
    acting = [number for number in mine if number in table.game.to_act(table.state)]
    return (acting or mine)[0]


def may_export(table: Table, phone: str | None) -> bool:
    """Whether the whole log, secrets included, may go to this phone: when there are none, when all lies open,
    or when every seat that is held is its own and no other has noted a secret."""
    if not any(move.secret for move in table.game.moves):  # type: ignore[attr-defined]
        return True
    if table.over or table.game.revealed(table.state):
        return True
    mine = table.seats_of(phone)
    if not mine or any(seat.taken and seat.number not in mine for seat in table.seats):
        return False
    return not any(node.move.secret and node.entry.seat not in mine for node in table.timeline.backwards())


def is_seat(table: Table, seat: int) -> bool:
    """Whether anyone sits or acts there: TABLE, a seat, or an opponent that no person plays."""
    return seat == TABLE or 0 <= seat < len(table.seats) + len(table.opponents)


def start_of_turn(table: Table) -> int:
    """The first entry of the turn, 0 when nothing was done in it or its game is at its end."""
    if table.game.revealed(table.state):
        return 0
    acting = set(table.game.to_act(table.state))
    first = 0
    for node in table.timeline.backwards():
        if node.entry.seat == TABLE or (is_aside(node) and node.entry.seat not in acting):
            continue
        acting = acting or {node.entry.seat}
        if node.entry.seat not in acting:
            break
        first = node.entry.number
    return first


def below_asides(table: Table, mine: Collection[int]) -> int:
    """When the last thing entered is a note of another seat: the entry below such notes, which is what an
    undo by these seats is meant to take back. 0 otherwise."""
    for above, node in enumerate(table.timeline.backwards()):
        if not above and node.entry.number != table.revision:
            return 0
        if not is_aside(node) or node.entry.seat in mine:
            return node.entry.number if above else 0
    return 0
