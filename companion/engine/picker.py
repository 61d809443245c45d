"""From the plausible moves and the answers so far to the next question, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from companion.engine.game import Game, Severity, Violation, worst
from companion.engine.moves import as_text


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question.

    `answers` are all answers including this one. `move` is the whole move when this answer completes it,
    `legal` whether any move behind it is; `violations` say what stands against it when none is.
    """

    kind: str
    field: str
    value: str
    answers: Mapping[str, str]
    move: Any | None
    legal: bool
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """The next thing to ask. `field` is the field of the move it is about, `do` for the kind of move."""

    field: str
    answers: Mapping[str, str]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """Nothing is left to ask: the move, and what stands against it."""

    answers: Mapping[str, str]
    move: Any
    violations: tuple[Violation, ...]


def ask(
    game: Game,
    state: Any,
    seat: int,
    answers: Mapping[str, str],
    among: Callable[[Any], bool] = lambda move: True,
    like: Any | None = None,
) -> Question | Pick | None:
    """The next question for that seat, or the finished move; None when the seat has nothing to do.

    Answers are read in the order of the questions: the kind, the move's lead, its other fields. The first
    that no candidate bears out and all after it are dropped, so that a phone in the middle of a question
    keeps what still holds after somebody's move.
    A field in which all remaining candidates agree is not asked. `among` narrows the candidates. `like` is
    the move that is amended: what no candidate asks about stays as it is there.
    """
    rows = [move for move in game.candidates(state, seat) if among(move)]
    if not rows:
        return None
    if like is not None and (stays := unasked(rows, like)):
        rows = [replace(row, **stays) for row in rows]
    given: dict[str, str] = {}
    for name in _order(game, answers):
        if name not in answers:
            if len({_value(row, name) for row in rows}) > 1:
                break
            continue
        kept = [row for row in rows if _value(row, name) == answers[name]]
        if not kept:
            break
        rows, given[name] = kept, answers[name]
    if len(rows) == 1 and given:
        return Pick(game.codec.answers(rows[0]), rows[0], game.check(state, seat, rows[0]))
    field = _next_field(rows, given)
    return Question(field, given, _choices(game, state, seat, rows, field, given))


def unasked(rows: Sequence[Any], like: Any) -> dict[str, Any]:
    """The fields of a move, with their values, that every one of the candidates of its kind leaves at their
    default: they came by a form of their own."""
    return {
        field.name: value
        for field in fields(like)
        if (value := getattr(like, field.name)) != field.default
        and all(getattr(row, field.name) == field.default for row in rows)
    }


def _value(move: Any, name: str) -> str | None:
    """What a move answers to a question, None when it has no such field."""
    if name == "do":
        kind: str = move.kind
        return kind
    value = getattr(move, name, None)
    return None if value is None else as_text(value)


def _order(game: Game, answers: Mapping[str, str]) -> list[str]:
    kind = game.codec.kinds.get(answers.get("do", ""))
    if kind is None:
        return []
    lead: str = kind.lead  # type: ignore[attr-defined]
    return ["do", *([lead] if lead else []), *(f.name for f in fields(kind) if f.name != lead)]


def _next_field(rows: Sequence[Any], given: dict[str, str]) -> str:
    """The first field in which the candidates differ; the agreed ones before it are filled into `given`."""
    if "do" not in given:
        return "do"
    for field in fields(rows[0]):
        name = field.name
        if name in given:
            continue
        values = {as_text(getattr(row, name)) for row in rows}
        if len(values) > 1:
            return name
        given[name] = values.pop()
    return name


def _choices(
    game: Game,
    state: Any,
    seat: int,
    rows: Sequence[Any],
    field: str,
    given: Mapping[str, str],
) -> tuple[Choice, ...]:
    groups: dict[tuple[str, str], list[Any]] = {}
    for move in rows:
        lead = move.lead if field == "do" else field
        groups.setdefault((move.kind, as_text(getattr(move, lead)) if lead else ""), []).append(move)
    choices = []
    for (kind, value), members in groups.items():
        lead = members[0].lead if field == "do" else field
        against: list[tuple[Violation, ...]] = []
        for move in members:
            against.append(game.check(state, seat, move))
            if legal := worst(against[-1]) <= Severity.UNWISE:
                break  # thousands of moves may stand behind one answer
        done = len(members) == 1
        answers = {**given, "do": kind, **({lead: value} if lead else {})}
        choices.append(
            Choice(
                kind=kind,
                field=lead,
                value=value,
                answers=game.codec.answers(members[0]) if done else answers,
                move=members[0] if done else None,
                legal=legal,
                violations=() if legal else min(against, key=lambda v: (worst(v), len(v))),
            )
        )
    return tuple(choices)
