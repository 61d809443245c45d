"""Moves to and from JSON and forms. A move is a frozen dataclass; its `kind` stands under the key `do`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl, quote, unquote, urlencode

from cattrs import Converter
from cattrs.errors import BaseValidationError, ForbiddenExtraKeysError
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn


class MoveError(ValueError):
    """A move that cannot be read. `field` names the part at fault (`do` for the kind)."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


_APART: Final = re.compile(r"[\s%]")
"""What would part a text of a tuple in two, and the sign that stands for it."""


def _strict_int(value: Any, _: type) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("not a whole number")
    return value


def _strict_str(value: Any, _: type) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    return value


def _is_tuple(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin is tuple


class Codec:
    """Reads and writes the moves of one game.

    JSON: `{"do": "take", "at": "0,3"}`; fields at their default are left out. Form text: the same as a query
    string, `do=take&at=0%2C3`, a tuple as its parts joined by a space; a space within a part is `%20`.
    """

    def __init__(self, moves: tuple[type, ...]) -> None:
        self.kinds: dict[str, type] = {move.kind: move for move in moves}  # type: ignore[attr-defined]
        self._converter = Converter(forbid_extra_keys=True)
        self._converter.register_structure_hook(int, _strict_int)
        self._converter.register_structure_hook(str, _strict_str)
        self._converter.register_structure_hook_func(_is_tuple, self._strict_tuple)
        for move in moves:
            self._converter.register_structure_hook(
                move, make_dict_structure_fn(move, self._converter, _cattrs_forbid_extra_keys=True)
            )
            self._converter.register_unstructure_hook(
                move, make_dict_unstructure_fn(move, self._converter, _cattrs_omit_if_default=True)
            )
        self._types = {move: get_type_hints(move) for move in moves}

    def _strict_tuple(self, value: Any, kind: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise ValueError("not a list")
        return tuple(self._converter.structure(part, get_args(kind)[0]) for part in value)

    def to_json(self, move: Any) -> dict[str, Any]:
        """The move as a JSON object."""
        return {"do": move.kind, **self._converter.unstructure(move)}

    def from_json(self, value: Any) -> Any:
        """The move that `to_json` wrote. Raises MoveError naming the field at fault."""
        if not isinstance(value, Mapping):
            raise MoveError("do", "a move is an object")
        content = dict(value)
        kind = content.pop("do", None)
        if not isinstance(kind, str) or kind not in self.kinds:
            raise MoveError("do", f"no such move: {str(kind)[:40]!r}")
        try:
            return self._converter.structure(content, self.kinds[kind])
        except (BaseValidationError, ValueError, TypeError, KeyError) as error:
            field = _field_at_fault(error)
            raise MoveError(field, f"{kind}: {field} cannot be read") from error

    def answers(self, move: Any) -> dict[str, str]:
        """The move as the answers that a form gives: every field as text, in the order of the fields."""
        return {"do": move.kind, **{f.name: as_text(getattr(move, f.name)) for f in fields(move)}}

    def to_form(self, move: Any) -> str:
        """The move as one query string, for the value of a button."""
        said = self.to_json(move)
        return urlencode({name: text for name, text in self.answers(move).items() if name in said})

    def from_form(self, text: str) -> Any:
        """The move of `to_form`. Raises MoveError naming the field at fault."""
        try:
            pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=True, max_num_fields=60)
        except ValueError as error:
            raise MoveError("do", "not a move") from error
        answers: dict[str, str] = {}
        for name, value in pairs:
            if name in answers:
                raise MoveError(name, f"{name[:40]} is given twice")
            answers[name] = value
        return self.from_answers(answers)

    def from_answers(self, answers: Mapping[str, str]) -> Any:
        """The move that a complete set of answers names. Raises MoveError naming the field at fault."""
        kind = answers.get("do", "")
        if kind not in self.kinds:
            raise MoveError("do", f"no such move: {kind[:40]!r}")
        hints = self._types[self.kinds[kind]]
        content: dict[str, Any] = {"do": kind}
        for name, text in answers.items():
            if name == "do":
                continue
            content[name] = _from_text(name, text, hints.get(name, str))
        return self.from_json(content)


def as_text(value: Any) -> str:
    """One field of a move as the text a form carries."""
    if isinstance(value, tuple):
        return " ".join(_APART.sub(lambda found: quote(found[0]), str(part)) for part in value)
    return str(value)


def _whole(text: str) -> int:
    if "_" in text:  # Python reads 1_000, people do not write it
        raise ValueError("not a whole number")
    return int(text)


def _from_text(name: str, text: str, hint: Any) -> Any:
    try:
        if hint is int:
            return _whole(text)
        if _is_tuple(hint):
            whole = get_args(hint)[0] is int
            return tuple(_whole(part) if whole else unquote(part) for part in text.split())
    except ValueError as error:
        raise MoveError(name, f"{name} is not a whole number") from error
    return text


def _field_at_fault(error: BaseException) -> str:
    if isinstance(error, ForbiddenExtraKeysError):
        return min(error.extra_fields) or "do"  # JSON may name a field with no letters
    if isinstance(error, BaseValidationError):
        for inner in error.exceptions:
            for note in getattr(inner, "__notes__", ()):
                if (name := getattr(note, "name", None)) is not None:
                    return str(name)
            if isinstance(inner, BaseValidationError | ForbiddenExtraKeysError):
                return _field_at_fault(inner)
            if isinstance(inner, KeyError):
                return str(inner.args[0])
    return "do"
