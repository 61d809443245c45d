"""The next question as a phone shows it: answers as buttons, links that ask on, and refusals with reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from flask import request

from companion.engine.game import TABLE, Severity, Violation, worst
from companion.engine.picker import Choice, Pick, Question, ask
from companion.web.room import Room, say
from companion.web.speech.label import Label
from companion.web.words import t

LONGEST = 200
"""Letters of one answer in an address."""


@dataclass(frozen=True, slots=True)
class Item:
    """One answer.

    `move` is the whole move as a form sends it, empty when more is to be asked; `href` asks on, or leads to
    the reasons when it is not `legal`; `why` is the first reason.
    """

    label: Label
    kind: str
    value: str
    move: str
    href: str
    legal: bool
    why: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What the thumb's zone shows.

    `shape` says how the answers are laid out (see speech). `so_far`: what was answered, in words. `whole`:
    the finished move as a form sends it, in words `sentence`; then there are no items. `against`: what stands
    against the move, or against every answer alike.
    """

    seat: int
    title: str
    field: str
    shape: str
    items: tuple[Item, ...]
    so_far: tuple[str, ...]
    back: str
    sentence: str = ""
    whole: str = ""
    against: tuple[Violation, ...] = ()

    @property
    def possible(self) -> bool:
        """Whether the finished move can be recorded at all."""
        return worst(self.against) < Severity.IMPOSSIBLE

    @property
    def by_place(self) -> dict[str, Item]:
        """The answers that the picture of the table can give, by their place."""
        return {item.label.at: item for item in self.items if item.label.on_board}


def answers_given(room: Room) -> dict[str, str]:
    """The answers that the address holds: the kind of a move and its fields, nothing else."""
    kind = room.game.codec.kinds.get(request.args.get("do", ""))
    if kind is None:
        return {}
    names = ("do", *(field.name for field in fields(kind)))
    return {name: request.args[name][:LONGEST] for name in names if name in request.args}


def put(
    room: Room,
    state: Any,
    seat: int,
    answers: Mapping[str, str],
    among: Callable[[Any], bool],
    href: Callable[[Mapping[str, str]], str],
    like: Any | None = None,
) -> Asked | None:
    """The next question to that seat over `state`; `href` makes the address of the answers so far, `like` is
    the move that is amended."""
    found = ask(room.game, state, seat, answers, among, like)
    if found is None:
        return None
    speech, spoken, names = room.speech, say(), room.names
    back = href({})
    if isinstance(found, Pick):
        own = room.eyes == seat or seat == TABLE
        return Asked(
            seat=seat,
            title=t(f"app.severity.{worst(found.violations)}") if found.violations else t("app.ask.whole"),
            field="",
            shape="list",
            items=(),
            so_far=(),
            back=back,
            sentence=speech.plan(spoken, names, seat, found.move, state, own),
            whole=room.game.codec.to_form(found.move),
            against=found.violations,
        )
    return Asked(
        seat=seat,
        title=speech.title(spoken, names, seat, state, found),
        field=found.field,
        shape=speech.shape(state, found),
        items=tuple(_item(room, state, seat, choice, href) for choice in found.choices),
        so_far=_so_far(room, state, found),
        back=back,
        against=_all_against(found),
    )


def _item(
    room: Room, state: Any, seat: int, choice: Choice, href: Callable[[Mapping[str, str]], str]
) -> Item:
    whole = choice.move is not None and choice.legal
    return Item(
        label=room.speech.label(say(), room.names, seat, state, choice),
        kind=choice.kind,
        value=choice.value,
        move=room.game.codec.to_form(choice.move) if whole else "",
        href=href(choice.answers),
        legal=choice.legal,
        why="" if choice.legal else room.why(choice.violations[0]),
    )


def _so_far(room: Room, state: Any, question: Question) -> tuple[str, ...]:
    spoken = say()
    return tuple(
        room.speech.said(spoken, room.names, name, value, question.answers.get("do", ""))
        for name, value in question.answers.items()
        if name not in ("do", question.field) and value
    )


def _all_against(question: Question) -> tuple[Violation, ...]:
    """What stands against every answer alike, so that it is said once and first."""
    if any(choice.legal for choice in question.choices) or not question.choices:
        return ()
    first = question.choices[0].violations
    same = all(choice.violations == first for choice in question.choices)
    return first if same and len(question.choices) > 1 else ()
