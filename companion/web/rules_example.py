"""One game of each worked through: the numbers are counted by the game's own `score`, the words say how."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion import facts
from companion.engine.game import Word
from companion.engine.scores import Line, PlayerScore, Result
from companion.facts import Words
from companion.games import bitoku, spirits
from companion.web.reasons import reason_of

_SCORE: Mapping[str, Callable[[Mapping[str, Any]], Result]] = {
    "spirits": spirits.GAME.score,
    "bitoku": bitoku.GAME.score,
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A player's points in a row, `held`: what they come from where one number says it, and the words."""

    points: int
    held: int | None
    leads: bool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the count for everybody, and the rule it follows."""

    key: str
    word: str
    rule: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A finished count, ready to be shown. `notable`: (row, player's number) whose reason is worth a look."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    winners: tuple[str, ...]
    notable: tuple[tuple[Row, int], ...]


def worked(slug: str, say: Words) -> Example | None:
    """The example of a game, None when rules_db has none."""
    data = facts.components(slug).get("example")
    if data is None:
        return None
    sheet = {**_plain(data), "game": slug}
    names = [name.strip() for name in say("desk.example.names").split("/")][: len(sheet["players"])]
    for player, name in zip(sheet["players"], names, strict=True):
        player["name"] = name
    result = _SCORE[slug](sheet)
    keys = dict.fromkeys(line.key for player in result.players for line in player.lines)
    rows = tuple(_row(result, key, say) for key in keys)
    return Example(
        tuple(names),
        rows,
        tuple(player.total for player in result.players),
        tuple(result.players[at].name for at in result.winners),
        tuple((row, at) for row in rows for at, line in enumerate(_lines(result, row.key)) if _notable(line)),
    )


def _plain(value: Any) -> Any:
    """The components are read-only; a sheet is what JSON would give."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _lines(result: Result, key: str) -> list[Line | None]:
    return [_line(player, key) for player in result.players]


def _line(player: PlayerScore, key: str) -> Line | None:
    return next((line for line in player.lines if line.key == key), None)


def _row(result: Result, key: str, say: Words) -> Row:
    lines = _lines(result, key)
    rule = next(
        (line.rule for line in lines if line and line.points), next(line.rule for line in lines if line)
    )
    kind = "category" if result.game == "spirits" else "line"
    cells = tuple(_cell(result, line, say) for line in lines)
    return Row(key, say(f"{result.game}.{kind}.{key}"), rule, cells)


def _cell(result: Result, line: Line | None, say: Words) -> Cell:
    if line is None:
        return Cell(0, None, False, ())
    if result.game == "spirits":
        held = line.values["tiles"] + line.values["tokens"]
        return Cell(line.points, held, line.values["leads"], (reason_of(say, result, line),))
    return Cell(line.points, None, False, tuple(_bitoku(say, line)))


def _notable(line: Line | None) -> bool:
    """A token that mattered, or a category without a tile; a shared majority speaks for itself beside it."""
    return line is not None and bool(line.values.get("tokens") or line.values.get("missing"))


# --- Bitoku: how each step is counted


def _bitoku(say: Words, line: Line) -> list[str]:
    values = line.values
    if line.key in ("track", "harvest"):
        return [say(f"desk.example.{line.key}", n=line.points)]
    if line.key == "pioneer":
        return [say(f"desk.example.pioneer.{'first' if values['first'] else 'no'}", n=line.points)]
    if line.key == "virtues":
        return [say.n("desk.example.virtues", values["n"], m=line.points)]
    if line.key == "treasures":
        return [_treasure(say, region, of) for region, of in values["regions"].items()]
    if line.key == "rocks":
        return [
            say.n("desk.example.rock", rock["pilgrims"], matches=rock["matches"], m=rock["points"])
            for rock in values["rocks"]
        ]
    if line.key == "homage":
        dice = " + ".join(map(str, values["dice"]))
        return [
            say(
                "desk.example.homage",
                dice=dice,
                resources=values["resources"],
                divisor=values["divisor"],
                m=line.points,
            )
        ]
    if line.key == "visions":
        return [
            say(
                f"desk.example.vision.{'met' if card['met'] else 'not'}",
                needs=_needs(say, card["needs"]),
                m=_signed(card["points"]),
            )
            for card in values["cards"]
        ]
    if line.key == "destiny":
        return [say("desk.example.destiny", a=values["buildings"], b=values["crystals"])]
    return []


def _treasure(say: Words, region: str, of: Mapping[str, Any]) -> str:
    word = Word(f"bitoku.region.{region}")
    if len(of["level"]) < 2:
        return say("desk.example.treasure", region=word, m=of["points"])
    prizes = " + ".join(map(str, of["prizes"]))
    return say("desk.example.treasure.shared", region=word, prizes=prizes, n=len(of["level"]), m=of["points"])


def _needs(say: Words, needs: Sequence[Sequence[Sequence[Any]]]) -> str:
    wants = (want for need in needs for want in need)
    pieces = (say("desk.example.piece", n=n, piece=Word(f"bitoku.piece.{of}")) for of, n in wants)
    return say("desk.separator").join(pieces)


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "−")
