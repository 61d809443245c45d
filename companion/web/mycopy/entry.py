"""A piece of one's own copy as its form holds it while it is entered.

Fields: `label` and `note`; `w.<field>` a word, `n.<field>` a number, `l.<field>` words one after another,
`e.<occasion>` items as in the address of the pad (`wood:1~vp:2`), `needs` as in the calculator; `on` is the
occasion whose pad is open. Every button is a press that makes other fields of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.engine.numbers import whole
from companion.engine.scores import SheetError
from companion.facts import Words
from companion.games.bitoku.learned import HERE, KINDS, MOST, WORDS, Piece, counts, items, read
from companion.games.bitoku.visions import Want
from companion.web.mycopy.telling import item_icon, item_name, needs_text, occasion_name, word_name
from companion.web.pad import GROUPS
from companion.web.pad import read as read_draft
from companion.web.scores_bitoku import ICONS, PALETTE
from companion.web.scores_bitoku_form import needs, press_need
from companion.web.scores_bitoku_form import needs_text as needs_field

LONGEST: Final = 1500
OWNERS: Final = ("vp", "vp_or_amulet", "amulet1")


@dataclass(frozen=True, slots=True)
class Key:
    """A word of the pad: how many of it the piece gives."""

    what: str
    name: str
    icon: str
    n: int


class Entry:
    """The form of one piece. `wrong`: field -> what is wrong about it."""

    def __init__(self, say: Words, kind: str, fields: Mapping[str, str], id_: str = "") -> None:
        self.say = say
        self.kind = kind
        self.shape = KINDS[kind]
        self.id = id_
        self.fields = {name: text[:LONGEST] for name, text in fields.items() if self._has(name)}
        self.wrong: dict[str, str] = {}
        self.pressed = ""
        """The word of the pad that was pressed last, so that its group stays open."""

    @classmethod
    def of(cls, say: Words, piece: Piece, id_: str = "") -> Entry:
        """The form of a piece that is known."""
        fields = {"label": piece.label, "note": piece.note}
        fields |= {f"w.{name}": word for name, word in piece.words}
        fields |= {f"n.{name}": str(abs(n)) for name, n in piece.numbers}
        fields |= {f"l.{name}": " ".join(words) for name, words in piece.lists}
        fields |= {f"e.{name}": _draft(counts(effect)) for name, effect in piece.effects}
        fields["needs"] = needs_field([[(want.of, want.n) for want in need] for need in piece.needs])
        return cls(say, piece.kind, fields, id_)

    def _has(self, name: str) -> bool:
        what, _, field = name.partition(".")
        if what in ("w", "n", "l", "e"):
            known = {"w": self.shape.words, "n": self.shape.numbers, "l": self.shape.lists}
            return field in known.get(what, self.shape.effects)
        return name in ("label", "note", "needs", "on")

    def text(self, name: str) -> str:
        """A field as it stands."""
        return self.fields.get(name, "")

    # --- effects

    @property
    def on(self) -> str:
        """The occasion whose pad is open, empty when the kind has none."""
        open_ = self.text("on")
        return open_ if open_ in self.shape.effects else next(iter(self.shape.effects), "")

    def effect(self, name: str) -> dict[str, int]:
        """What it gives on an occasion, by word."""
        return read_draft(self.text(f"e.{name}"))

    def keys(self, group: str) -> list[Key]:
        """The words of a group of the pad, for the occasion that is open."""
        given = self.effect(self.on)
        words = list(GROUPS[group])
        if self.on == "owner":  # what most tiles show their owner stands in front
            words = [what for what in words if what not in OWNERS]
            words = [*OWNERS, *words] if group == "goods" else words
        if group == "kodama" and self.shape.here:
            words.insert(0, HERE)
        return [self._key(what, given.get(what, 0)) for what in words]

    def _key(self, what: str, n: int) -> Key:
        return Key(what, item_name(self.say, what), item_icon(what), n)

    @property
    def groups(self) -> dict[str, list[Key]]:
        """The pad of the occasion that is open."""
        return {group: self.keys(group) for group in GROUPS} if self.on else {}

    def occasion(self, name: str) -> str:
        """The name of an occasion."""
        return occasion_name(self.say, self.kind, name)

    def given(self, name: str) -> list[Key]:
        """What it gives on an occasion."""
        return [self._key(what, n) for what, n in self.effect(name).items()]

    # --- words, lists, needs

    def words(self, name: str) -> list[tuple[str, str]]:
        """(word, its name) of everything a field offers."""
        return [(word, word_name(self.say, word, name)) for word in self.shape.words[name]]

    def listed(self, name: str) -> list[tuple[str, str, int]]:
        """(word, its name, its place in the list or 0) of everything a list offers."""
        chosen = self._list(name)
        return [
            (word, word_name(self.say, word, name), chosen.index(word) + 1 if word in chosen else 0)
            for word in self.shape.lists[name]
        ]

    def _list(self, name: str) -> list[str]:
        known = self.shape.lists[name]
        return list(dict.fromkeys(word for word in self.text(f"l.{name}").split() if word in known))

    @property
    def asks(self) -> str:
        """What a vision asks for, in words."""
        wanted = [[Want(of, n) for of, n in wants] for wants in needs(self.text("needs"))]
        return needs_text(self.say, wanted)

    @property
    def palette(self) -> list[list[tuple[str, str, str]]]:
        """(kind, its name, its drawing) of what a vision may ask for, in rows."""
        return [[(of, word_name(self.say, of), ICONS.get(of, of)) for of in row] for row in PALETTE]

    # --- pressing and reading

    def press(self, button: str) -> None:
        """`on:<occasion>`, `item:<word>:<how many more>`, `list:<field>:<word>`, `need:<key>`. Anything else
        changes nothing."""
        what, _, rest = button.partition(":")
        name, _, value = rest.partition(":")
        if what == "on" and name in self.shape.effects:
            self.fields["on"] = name
        elif what == "item" and name in WORDS and value in ("1", "-1", "5") and self.on:
            given = self.effect(self.on)
            least = 0 if self.on == "owner" else -MOST  # an owner's bonus takes nothing (rule D8)
            given[name] = max(least, min(MOST, given.get(name, 0) + int(value)))
            self.fields[f"e.{self.on}"] = _draft(given)
            self.pressed = name
        elif what == "list" and name in self.shape.lists:
            chosen = self._list(name)
            more = [value] if value not in chosen else []
            self.fields[f"l.{name}"] = " ".join([*(word for word in chosen if word != value), *more])
        elif what == "need" and self.shape.needs:
            self.fields["needs"] = press_need(self.text("needs"), name)

    def to_json(self) -> dict[str, Any]:
        """The piece as far as it is entered, to be read like that of a file."""
        said: dict[str, Any] = {"kind": self.kind, "label": self.text("label")}
        said |= {name: word for name in self.shape.words if (word := self.text(f"w.{name}"))}
        for name in self.shape.numbers:
            if text := self.text(f"n.{name}").strip():
                n = _whole(text)
                said[name] = -abs(n) if isinstance(n, int) and name == "miss" else n
        said |= {name: words for name in self.shape.lists if (words := self._list(name))}
        if self.shape.needs and (asked := needs(self.text("needs"))):
            said["needs"] = [
                {"any": [{"of": of, "n": n} for of, n in wants]} if len(wants) > 1 else
                {"of": wants[0][0], "n": wants[0][1]}
                for wants in asked
            ]  # fmt: skip
        said |= {name: list(effect) for name in self.shape.effects if (effect := items(self.effect(name)))}
        if self.shape.note and self.text("note").strip():
            said["note"] = self.text("note")
        return said

    def read(self) -> Piece | None:
        """The piece; None when something is wrong, which then stands in `wrong`."""
        try:
            return read(self.to_json())
        except SheetError as error:
            self.fault(error)
            return None

    def fault(self, error: SheetError) -> None:
        """Put what is wrong beside its field."""
        field = str(error.path[0]) if error.path else "label"
        if field in self.shape.effects:
            self.fields["on"] = field
        self.wrong[field] = self.say(f"copy.why.{error.reason}", **error.values)


def _draft(found: Mapping[str, int]) -> str:
    return "~".join(f"{what}:{n}" for what, n in counts(items(found)).items())


def _whole(text: str) -> int | str:
    plain = text.replace("−", "-")
    return text if whole(plain.removeprefix("-"), 5) is None else int(plain)
