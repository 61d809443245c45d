"""What stands on the button of one answer."""

from __future__ import annotations

from dataclasses import dataclass

from companion.facts import Words


@dataclass(frozen=True, slots=True)
class Label:
    """`text` names the answer, `note` says more in a smaller line.

    `tile` is the code of a tile to draw (empty: its back), `icon` the name of a piece, `at` the place it is
    about, `on_board` whether that place stands for it in the picture; `main`: the answer most often meant;
    `seat`: whose mark stands beside it, below zero for none.
    """

    text: str
    note: str = ""
    tile: str | None = None
    icon: str = ""
    at: str = ""
    on_board: bool = False
    main: bool = False
    seat: int = -1


def part_name(say: Words, kind: str, field: str) -> str:
    """What a part of a move of that kind is called."""
    own = f"app.log.part.{kind}.{field}"
    return say(own if say.has(own) else f"app.log.part.{field}")
