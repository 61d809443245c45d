"""The log of a table in sentences, as far as its reader may know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from companion.engine.game import TABLE
from companion.engine.log import Entry, Node
from companion.web.room import Room, say
from companion.web.words import t


@dataclass(frozen=True, slots=True)
class Line:
    """One standing move: its entry's number, who acted (TABLE for the table), what was done, the rules it was
    recorded against, and whether it was amended since."""

    number: int
    seat: int
    text: str
    overruled: tuple[str, ...]
    at: str


def lines(room: Room, most: int, upto: int | None = None) -> Sequence[Line]:
    """The moves that stand, the last one first, or from the entry of a number backwards."""
    nodes = (n for n in room.table.timeline.backwards() if upto is None or n.entry.number <= upto)
    return [line(room, node) for node in islice(nodes, most)]


def line(room: Room, node: Node) -> Line:
    """One standing move in words."""
    return Line(
        number=node.entry.number,
        seat=node.entry.seat,
        text=told(room, node),
        overruled=node.entry.overruled,
        at=node.entry.at,
    )


def told(room: Room, node: Node) -> str:
    """The move of a node as a sentence; a secret of another seat is left out."""
    own = node.entry.seat in (TABLE, room.eyes)
    return room.speech.line(say(), room.names, node.entry.seat, node.move, node.state, own)


def told_entry(room: Room, entry: Entry) -> str:
    """An entry of the standing log by its number, in words."""
    node = room.table.timeline.node(entry.number)
    return t("app.log.entry", number=entry.number, what="" if node is None else told(room, node))
