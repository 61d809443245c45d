"""A counted sheet as it is shown: ranking, every number with its reason, the chart, and the text to copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.game import Word
from companion.engine.scores import PlayerScore, Result
from companion.facts import Words, options, words
from companion.scorebook import placed
from companion.web.scores_sheet import Calculator, Counted, Note, seats

MINUS = "−"


@dataclass(frozen=True, slots=True)
class Side:
    """A player, or the solo opponent, with the total. `change` and `rise`: against the kept state, None
    without one; `rise` counts places, up is positive."""

    letter: str
    name: str
    colour: str
    total: int
    place: int
    winner: bool
    change: int | None = None
    rise: int = 0


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence, and the rule it follows from."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One side's points in a row, None where the row does not concern them."""

    side: Side
    points: int | None
    reasons: tuple[Reason, ...]
    lead: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the score for everyone."""

    key: str
    word: str
    cells: tuple[Cell, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that its reasons follow from, each once."""
        found = (reason.rule for cell in self.cells for reason in cell.reasons if reason.rule)
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a player's bar, in points from its start."""

    key: str
    word: str
    start: int
    points: int


@dataclass(frozen=True, slots=True)
class Bar:
    """Where a player's points came from; `lost` are those below zero."""

    side: Side
    segments: tuple[Segment, ...]
    lost: int


@dataclass(frozen=True, slots=True)
class Panel:
    """Everything that the result shows, in the reader's language. `decided`: what made it so beside the
    totals. `sides` as on the sheet, `ranking` best first; of a solo game the last side is the opponent."""

    headline: str
    decided: Reason | None
    sides: tuple[Side, ...]
    ranking: tuple[Side, ...]
    rows: tuple[Row, ...]
    bars: tuple[Bar, ...]
    widest: int
    odd: tuple[Reason, ...]
    options: tuple[tuple[str, str], ...]
    text: str
    won: bool | None

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """(key, word) of every part in the chart, in its order."""
        found = {segment.key: segment.word for bar in self.bars for segment in bar.segments}
        return tuple((row.key, found[row.key]) for row in self.rows if row.key in found) + tuple(
            (key, word) for key, word in found.items() if all(row.key != key for row in self.rows)
        )

    def row(self, key: str) -> Row | None:
        """The row of that key."""
        return next((row for row in self.rows if row.key == key), None)


def panel(calculator: Calculator, counted: Counted, lang: str, kept: Result | None = None) -> Panel | None:
    """The panel of a counted form, None while it cannot be counted. `kept`: the state to compare with."""
    result = counted.result
    if result is None:
        return None
    letters = seats(counted.fields)
    return of_result(calculator, result, lang, letters, counted.odd, kept)


def of_result(
    calculator: Calculator,
    result: Result,
    lang: str,
    letters: str = "abcd",
    odd: tuple[Note, ...] = (),
    kept: Result | None = None,
    colours: Sequence[str] = (),
) -> Panel:
    """The panel of a result. `colours`: of the players, where they are not those of the calculator."""
    say = words(lang)
    sides = _sides(calculator, result, letters, kept, colours or calculator.colours, say)
    scores = [*result.players, *([result.opponent] if result.opponent else [])]
    rows = _rows(calculator, result, scores, sides, say)
    bars = _bars(calculator, result, scores, sides, say)
    ranking = sorted(sides, key=lambda side: side.place) if result.won is None else list(sides)
    if result.won is None:
        ranking = [sides[i] for i in result.ranking]
    odd_said = tuple(_reason(note, say) for note in odd)
    used = tuple(_used(result, say))
    headline, decided = _headline(calculator, result, say)
    return Panel(
        headline=headline,
        decided=decided,
        sides=sides,
        ranking=tuple(ranking),
        rows=rows,
        bars=bars,
        widest=max([1, *(sum(s.points for s in bar.segments) for bar in bars)]),
        odd=(*odd_said, *_warnings(calculator, result, say)),
        options=used,
        text=_text(result, headline, decided, ranking, rows, used, say),
        won=result.won,
    )


def signed(n: int | None) -> str:
    """A number with a real minus sign."""
    return "" if n is None else f"{MINUS}{-n}" if n < 0 else str(n)


def _sides(
    calculator: Calculator,
    result: Result,
    letters: str,
    kept: Result | None,
    colours: Sequence[str],
    say: Words,
) -> tuple[Side, ...]:
    before = {p.name: p for p in placed(kept)} if kept is not None else {}
    sides = []
    for at, player in enumerate(placed(result)):
        letter = letters[at] if at < len(letters) else ""
        colour = colours["abcd".find(letter)] if letter else ""
        was = before.get(player.name)
        sides.append(
            Side(
                letter,
                player.name,
                colour,
                player.total,
                player.place,
                player.winner,
                None if was is None else player.total - was.total,
                0 if was is None else was.place - player.place,
            )
        )
    if result.opponent is not None:
        was_total = kept.opponent.total if kept is not None and kept.opponent is not None else None
        change = None if was_total is None else result.opponent.total - was_total
        name = say(f"scores.{result.game}.opponent")
        total = result.opponent.total
        first = not result.won and total >= result.players[0].total  # S9 takes the win, it gives no points
        sides.append(Side("g", name, "", total, 2 if result.won else 1, first, change))
    return tuple(sides)


def _rows(
    calculator: Calculator, result: Result, scores: list[PlayerScore], sides: tuple[Side, ...], say: Words
) -> tuple[Row, ...]:
    lines = {line.key: line for score in reversed(scores) for line in score.lines}
    order = list(dict.fromkeys(line.key for score in scores for line in score.lines))
    rows = []
    for key in order:
        cells = []
        for at, (side, score) in enumerate(zip(sides, scores, strict=True)):
            line = next((line for line in score.lines if line.key == key), None)
            if line is None:
                cells.append(Cell(side, None, ()))
                continue
            notes = calculator.notes(result, at, line)
            lead = bool(line.values.get("leads"))
            cells.append(Cell(side, line.points, tuple(_reason(note, say) for note in notes), lead))
        word = calculator.line_word(result, lines[key])
        rows.append(Row(key, word if isinstance(word, str) else say(word.key), tuple(cells)))
    return tuple(rows)


def _bars(
    calculator: Calculator, result: Result, scores: list[PlayerScore], sides: tuple[Side, ...], say: Words
) -> tuple[Bar, ...]:
    parts = calculator.parts(result)
    bars = []
    for side, score in zip(sides, scores, strict=True):
        segments, start, lost = [], 0, 0
        for part in parts:
            points = sum(line.points for line in score.lines if line.key in part.lines)
            if points > 0:
                segments.append(Segment(part.key, say(part.word), start, points))
                start += points
            lost += min(0, points)
        bars.append(Bar(side, tuple(segments), lost))
    return tuple(bars)


def _reason(note: Note, say: Words) -> Reason:
    values = {name: _said(value, say) for name, value in note.values.items()}
    text = say(note.key, **values) if note.n is None else say.n(note.key, note.n, **values)
    return Reason(text, note.rule)


def _said(value: Any, say: Words) -> Any:
    """A value of a sentence: lists with their separator, so many of a piece, numbers with a real minus."""
    if isinstance(value, tuple):
        return say("scores.separator").join(str(_said(part, say)) for part in value)
    if isinstance(value, Word):
        return say(value.key)
    if isinstance(value, int):
        return signed(value)
    if hasattr(value, "what"):
        return say(value.key, n=value.n, what=say(value.what.key))
    return value


def _warnings(calculator: Calculator, result: Result, say: Words) -> tuple[Reason, ...]:
    found = []
    for warning in result.warnings:
        for domain in (calculator.slug, "app"):
            if say.has(key := f"{domain}.sheet.{warning.reason}"):
                found.append(Reason(say(key, **calculator.named(warning)), ""))
                break
    return tuple(found)


def _used(result: Result, say: Words) -> list[tuple[str, str]]:
    known = {option.key for option in options(result.game)}
    return [
        (say(f"{result.game}.option.{key}"), say(f"{result.game}.option.{key}.{choice}"))
        for key, choice in result.options.items()
        if key in known
    ]


def _headline(calculator: Calculator, result: Result, say: Words) -> tuple[str, Reason | None]:
    if result.won is not None:
        name = result.players[0].name
        note = calculator.lost(result)
        why = None if note is None else _reason(note, say)
        return say("scores.won" if result.won else "scores.lost", name=name), why
    names = [result.players[i].name for i in result.winners]
    if len(names) == 1:
        decided = Reason(say("scores.decided", by=_tie(result, say)), "") if result.decided_by else None
        return say("scores.wins", name=names[0]), decided
    separator = say("scores.and")
    return say("scores.share", names=separator.join(names)), Reason(say("scores.level"), "")


def _tie(result: Result, say: Words) -> str:
    return say(f"{result.game}.tie.{result.decided_by}")


def _text(
    result: Result,
    headline: str,
    decided: Reason | None,
    ranking: list[Side],
    rows: tuple[Row, ...],
    used: tuple[tuple[str, str], ...],
    say: Words,
) -> str:
    told = [say(f"app.game.{result.game}"), headline]
    if decided:
        told.append(decided.text)
    places = ["" if result.won is not None else f"{side.place}. " for side in ranking]
    told += [f"{at}{side.name} {signed(side.total)}" for at, side in zip(places, ranking, strict=True)]
    told.append("")
    for row in rows:
        numbers = (f"{cell.side.name} {signed(cell.points)}" for cell in row.cells if cell.points is not None)
        told.append(say("scores.cell", name=row.word, what=say("scores.separator").join(numbers)))
    if used:
        told += ["", *(say("scores.cell", name=option, what=choice) for option, choice in used)]
    return "\n".join(told)
