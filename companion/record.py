"""A table as one JSON file: written, read with every part doubted, and replayed through its game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from companion.engine import names
from companion.engine.game import TABLE, Game, Setup, Severity, Violation, worst
from companion.engine.log import KINDS, Entry, LogError, Timeline, start
from companion.engine.moves import MoveError
from companion.engine.names import same_name

FORMAT: Final = "mori-table"
VERSION: Final = 1
COLOURS: Final = ("red", "blue", "green", "yellow", "purple", "black")
"""The colours a seat can have, in the order they are offered."""
NAME_LENGTH: Final = 24
MAX_ENTRIES: Final = 20_000
MAX_MOVE: Final = 8_000
"""Bytes of one move's JSON."""
MAX_WORK: Final = 100_000
"""Moves applied when a whole log is replayed; an amendment applies again what came after it."""


class TableError(ValueError):
    """Something a person gave for a table cannot be taken.

    `reason` is one of REASONS, the key of its sentence; `path` leads to the part at fault
    (`("players", 1, "name")`), `field` is its first part, `values` what the sentence names.
    """

    def __init__(self, reason: str, *path: str | int, **values: Any) -> None:
        self.reason = reason
        self.path = path
        self.values = values
        where = ".".join(str(part) for part in path)
        detail = ", ".join(f"{key} {value}" for key, value in values.items())
        super().__init__(": ".join(part for part in (where, reason.replace("_", " "), detail) if part))

    @property
    def field(self) -> str:
        return str(self.path[0]) if self.path else ""


REASONS: Final = {
    "unknown_game": ("game",),
    "seat_count": ("count", "allowed"),
    "name_empty": (),
    "name_long": ("limit",),
    "name_letters": (),
    "name_twice": ("name",),
    "colour_unknown": ("colour",),
    "colour_twice": ("colour",),
    "option_unknown": ("option",),
    "seat_unknown": (),
    "seat_taken": ("name",),
    "table_locked": (),
    "table_closed": (),
    "not_broken": (),
    "nonce": (),
    "move_long": ("limit",),
    "log_full": ("limit",),
    "not_a_record": (),
    "record_version": ("version",),
    "record_part": ("part",),
    "entry_impossible": ("number", "rule"),
    "entry_broken": ("number",),
}
"""Every reason of a TableError, with the names of its values."""


@dataclass(frozen=True, slots=True)
class Record:
    """A table outside of the database: (name, colour) of each seat, and the whole log, replayed."""

    game: Game
    setup: Setup
    players: tuple[tuple[str, str], ...]
    created: str
    entries: tuple[Entry, ...]
    timeline: Timeline


def canonical(value: Any) -> str:
    """JSON in the one form it is kept in: keys sorted, no spaces. Raises ValueError for half a character."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    text.encode()
    return text


def as_file(data: Mapping[str, Any]) -> str:
    """An export as the text of its file."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, indent=1) + "\n"


def entry_body(entry: Entry) -> str:
    """An entry as its line of the log; the number is where it stands."""
    return canonical(_entry_json(entry))


def read_body(number: int, body: str) -> Entry:
    """The entry that `entry_body` wrote. Raises LogError for what no longer reads."""
    try:
        content = json.loads(body)
        content["overruled"] = tuple(content.get("overruled", ()))
        return Entry(number=number, **content)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise LogError(number, f"cannot be read: {type(error).__name__}") from error


def write_record(
    game: Game,
    options: Mapping[str, str],
    players: Iterable[tuple[str, str]],
    created: str,
    bodies: Iterable[str],
) -> dict[str, Any]:
    """The export: format, version, game, options, seats, created and the entries, as JSON values. Raises
    TableError naming an entry that is no JSON object any more."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.slug,
        "options": dict(options),
        "seats": [{"name": name, "colour": colour} for name, colour in players],
        "created": created,
        "entries": [{"number": n, **_content(n, body)} for n, body in enumerate(bodies, 1)],
    }


def _content(number: int, body: str) -> dict[str, Any]:
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise TableError("entry_broken", "entries", number - 1, number=number)
    return content


def read_record(data: Any, games: Mapping[str, Game]) -> Record:
    """An export, replayed through its game. Raises TableError naming the part at fault; an entry that
    contradicts the components or does not replay refuses the whole with its number."""
    content = _object(data, (), {"format", "version", "game", "options", "seats", "created", "entries"})
    if content["format"] != FORMAT:
        raise TableError("not_a_record", "format")
    if content["version"] != VERSION or isinstance(content["version"], bool):
        raise TableError("record_version", "version", version=str(content["version"])[:20])
    game = games.get(content["game"]) if isinstance(content["game"], str) else None
    if game is None:
        raise TableError("unknown_game", "game", game=str(content["game"])[:40])
    seats = [
        _object(seat, ("seats", i), {"name", "colour"})
        for i, seat in enumerate(_list(content["seats"], 20, "seats"))
    ]
    players = seated(game, [(seat["name"], seat["colour"]) for seat in seats], path="seats")
    setup = Setup(len(players), settled(game, content["options"], len(players)))
    _time(content["created"], "created")
    listed = content["entries"]
    if isinstance(listed, list) and len(listed) > MAX_ENTRIES:
        raise TableError("log_full", "entries", limit=MAX_ENTRIES)
    timeline = start(game, setup)
    entries: list[Entry] = []
    work = 0
    for number, item in enumerate(_list(listed, MAX_ENTRIES, "entries"), 1):
        entry = _entry(item, number, len(players), game)
        work += work_of(timeline, entry)
        if work > MAX_WORK:
            raise TableError("log_full", "entries", number - 1, limit=MAX_WORK)
        try:
            violations, _ = objections(timeline, entry)
            if worst(violations) == Severity.IMPOSSIBLE:
                rule = max(violations, key=lambda v: v.severity).rule
                raise TableError("entry_impossible", "entries", number - 1, number=number, rule=rule)
            timeline = timeline.add(entry)
        except LogError as error:
            raise TableError("entry_broken", "entries", number - 1, number=number) from error
        entries.append(entry)
    return Record(game, setup, players, content["created"], tuple(entries), timeline)


def objections(timeline: Timeline, entry: Entry) -> tuple[tuple[Violation, ...], Entry | None]:
    """What stands against a move or an amendment at its place in the log.

    When an amendment makes a later entry impossible: what stands against that one, and the entry. Raises
    LogError for an amendment of what does not stand.
    """
    if entry.kind not in ("move", "amend"):
        return (), None
    game, state = timeline.game, timeline.state
    later = []
    if entry.kind == "amend":
        for node in timeline.backwards():
            if node.entry.number == entry.target:
                state = timeline.first if node.before is None else node.before.state
                break
            later.append(node)
        else:
            raise LogError(entry.number, f"entry {entry.target} does not stand")
    move = game.codec.from_json(entry.move)
    violations = game.check(state, entry.seat, move)
    if not later or worst(violations) == Severity.IMPOSSIBLE:
        return violations, None
    state = game.apply(state, entry.seat, move)
    for node in reversed(later):
        found = game.check(state, node.entry.seat, node.move)
        if worst(found) == Severity.IMPOSSIBLE:
            return found, node.entry
        state = game.apply(state, node.entry.seat, node.move)
    return violations, None


def work_of(timeline: Timeline, entry: Entry) -> int:
    """How many moves the entry applies at most."""
    return timeline.head.depth if entry.kind == "amend" and timeline.head is not None else 1


def clean_name(name: Any, *path: str | int) -> str:
    """A player's name, composed and without space around it. Raises TableError."""
    try:
        return names.clean_name(name, NAME_LENGTH)
    except names.BadName as error:
        values = {"limit": NAME_LENGTH} if error.reason == "long" else {}
        raise TableError(f"name_{error.reason}", *path, **values) from error


def seated(
    game: Game, players: Sequence[tuple[Any, Any]], path: str = "players"
) -> tuple[tuple[str, str], ...]:
    """The players of a new table: as many as the game seats, names and colours told apart."""
    if len(players) not in game.seats:
        allowed = ", ".join(str(count) for count in game.seats)
        raise TableError("seat_count", path, count=len(players), allowed=allowed)
    found: list[tuple[str, str]] = []
    for i, (given, colour) in enumerate(players):
        name = clean_name(given, path, i, "name")
        if any(same_name(name, other) for other, _ in found):
            raise TableError("name_twice", path, i, "name", name=name)
        if colour not in COLOURS:
            raise TableError("colour_unknown", path, i, "colour", colour=str(colour)[:40])
        if any(colour == other for _, other in found):
            raise TableError("colour_twice", path, i, "colour", colour=colour)
        found.append((name, colour))
    return tuple(found)


def settled(game: Game, options: Any, seats: int) -> dict[str, str]:
    """The reading of every option of a new table of so many seats."""
    if not isinstance(options, Mapping):
        raise TableError("record_part", "options", part="options")
    known = {option.key: option.choices for option in game.options}
    for key, choice in options.items():
        if key not in known or choice not in known[key]:
            raise TableError("option_unknown", "options", str(key)[:40], option=str(key)[:40])
    return game.settle(options, seats)


def _entry_json(entry: Entry) -> dict[str, Any]:
    content: dict[str, Any] = {"kind": entry.kind, "seat": entry.seat, "at": entry.at}
    if entry.move is not None:
        content["move"] = entry.move
    if entry.target:
        content["target"] = entry.target
    if entry.by is not None:
        content["by"] = entry.by
    if entry.overruled:
        content["overruled"] = list(entry.overruled)
    return content


def _entry(item: Any, number: int, seats: int, game: Game) -> Entry:
    at = ("entries", number - 1)
    optional = frozenset({"move", "target", "by", "overruled"})
    content = _object(item, at, {"number", "kind", "seat", "at"}, optional)

    def whole(key: str, low: int, high: int) -> int:
        value = content[key]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise TableError("record_part", *at, key, part=key)
        return value

    kind = content["kind"]
    if not isinstance(kind, str) or kind not in KINDS:
        raise TableError("record_part", *at, "kind", part="kind")
    whole("number", number, number)
    _time(content["at"], *at, "at")
    has_move, has_target = kind in ("move", "amend"), kind in ("amend", "back")
    for key, wanted in (("move", has_move), ("target", has_target)):
        if wanted != (key in content):
            raise TableError("record_part", *at, key, part=key)
    move = None
    if has_move:
        try:
            move = json.loads(canonical(game.codec.to_json(game.codec.from_json(content["move"]))))
        except MoveError as error:
            raise TableError("record_part", *at, "move", error.field, part=error.field) from error
        except ValueError as error:
            raise TableError("record_part", *at, "move", part="move") from error
        if len(canonical(move).encode()) > MAX_MOVE:
            raise TableError("move_long", *at, "move", limit=MAX_MOVE)
    overruled = _list(content.get("overruled", []), 20, *at, "overruled")
    if any(not isinstance(rule, str) or not rule.isascii() or not 0 < len(rule) <= 40 for rule in overruled):
        raise TableError("record_part", *at, "overruled", part="overruled")
    return Entry(
        number=number,
        kind=kind,
        seat=whole("seat", TABLE, max(seats, *game.seats) - 1),
        move=move,
        target=whole("target", 1, number - 1) if has_target else 0,
        by=whole("by", 0, seats - 1) if "by" in content else None,
        overruled=tuple(overruled),
        at=content["at"],
    )


def _object(
    value: Any, path: tuple[str | int, ...], needed: set[str], optional: frozenset[str] = frozenset()
) -> dict[str, Any]:
    if not isinstance(value, dict):
        if not path:
            raise TableError("not_a_record")
        raise TableError("record_part", *path, part=path[0])
    unknown = {str(key) for key in value} - needed - optional
    for key in (*sorted(needed - value.keys()), *sorted(unknown)):
        raise TableError("record_part", *path, key[:40], part=key[:40])
    return value


def _list(value: Any, limit: int, *path: str | int) -> list[Any]:
    if not isinstance(value, list) or len(value) > limit:
        raise TableError("record_part", *path, part=path[-1])
    return value


def _time(value: Any, *path: str | int) -> None:
    try:
        if not isinstance(value, str) or len(value) > 40 or not value.isascii():
            raise ValueError
        datetime.fromisoformat(value)
    except ValueError as error:
        raise TableError("record_part", *path, part=path[-1]) from error
