"""What is printed on the pieces of somebody's own copy, as its owner enters it: nobody publishes it.

A piece is a kind and a label, and beside them only what was entered. What it gives on an occasion is a tuple
of pad items (goods.py); `here+1` among them is the own kodama of the region that the building stands in.
Entries of a table never refer to a piece: they hold the items themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from companion.engine.names import seen
from companion.engine.scores import SheetError
from companion.facts import components
from companion.games.bitoku.dues import ROCKS
from companion.games.bitoku.goods import ITEMS, parse
from companion.games.bitoku.reading import Part, Reader, shown
from companion.games.bitoku.sheet import read_needs
from companion.games.bitoku.state import BUILDINGS, CRYSTALS, FAMILIES, HILLS, REGIONS, YOKAI
from companion.games.bitoku.visions import WANTED, Want
from companion.games.bitoku.will import LABEL as LABEL

_DATA: Final = components("bitoku")
_CARDS: Final[Mapping[str, int]] = _DATA["cards"]
_TILES: Final[Mapping[str, int]] = _DATA["tiles"]
_OWN: Final[Mapping[str, int]] = _DATA["player"]
FAREWELL_MOST: Final[int] = _DATA["farewell_most"]
HERE: Final = "here"
WORDS: Final = (*ITEMS, HERE)
"""Every word that an effect may hold."""
VERSION: Final = 1
MOST_PIECES: Final = 400
NOTE: Final = 200
MOST_ITEMS: Final = 20
MOST: Final = 99


@dataclass(frozen=True, slots=True)
class Kind:
    """What may be entered about pieces of a kind.

    `exists`: how many the box holds, 0 where it depends. `words`: fields with one of these words.
    `numbers`: fields with a number in these bounds. `lists`: fields with some of these words, in order, none
    twice. `needs`: whether it asks for something, as a vision does. `effects`: occasions on which it gives
    something. `few`: effects that hold no more than so many items. `here`: whether it stands in a region.
    """

    exists: int = 0
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    numbers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    needs: bool = False
    effects: tuple[str, ...] = ()
    few: Mapping[str, int] = field(default_factory=dict)
    here: bool = False
    note: bool = False


_DIE: Final = (1, 6)
KINDS: Final[Mapping[str, Kind]] = {
    "yokai": Kind(
        _CARDS["starting_yokai"] + _CARDS["yokai"],
        {"of": YOKAI, "per": WANTED},
        {"farewell": (0, FAREWELL_MOST)},
        effects=("action",),
    ),
    "building": Kind(
        sum(_TILES[kind] for kind in BUILDINGS) + _TILES["ancient_building"],
        {"of": (*BUILDINGS, "ancient")},
        {"value": _DIE},
        effects=("bonus", "action", "owner"),
        here=True,
    ),
    "crystal": Kind(_TILES["crystal"], {"of": CRYSTALS}, effects=("action",)),
    "dragonfly": Kind(_TILES["dragonfly"], effects=("action",)),
    "shinigami": Kind(_TILES["shinigami"], effects=("action",)),
    "gate": Kind(_TILES["torii_a"] + _TILES["torii_b"], {"of": ("torii_a", "torii_b")}, effects=("action",)),
    "rock": Kind(_DATA["rocks"]["count"], {"of": ROCKS}),
    "treasure": Kind(
        _TILES["treasure"], numbers={"first": (0, MOST), "second": (0, MOST), "third": (0, MOST)}
    ),
    "vision": Kind(_CARDS["vision"], numbers={"vp": (0, MOST), "miss": (-MOST, 0)}, needs=True),
    "price": Kind(words={"of": ("mitama", "dragonfly", "crystal", "building")}, effects=("cost",)),
    "place": Kind(
        _OWN["building_markers"] + _OWN["crystal_places"],
        {"of": ("building", "crystal")},
        {"points": (0, MOST)},
        effects=("cost",),
    ),
    "tengu": Kind(
        _CARDS["tengu_action"],
        {
            "location": REGIONS,
            "die": ("lowest", "highest", "any"),
            "tie": ("left", "right", "lowest", "highest", "rarest", "random", "printed"),
        },
        {"slot": (1, 9), "value": _DIE},
        {
            "crossing": (*HILLS, "left", "right"),
            "takes": ("yokai", "bitoku", "vision", "rock", "pilgrim", "kodama", "other"),
        },
        effects=("gains", "extra"),
        few={"extra": 4},
        here=True,
        note=True,
    ),
}
"""The kinds in the order in which they are listed everywhere. Yokai: `farewell` points, for each piece of
`per` where they count pieces (rule Y7). Price: the market's; place: a marker's or a crystal's on the player
board, with its purple points. Tengu: the action cards of the solo game; every field may be left out."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What is known of a piece. Fields that were not entered are not there."""

    kind: str
    label: str
    words: tuple[tuple[str, str], ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    lists: tuple[tuple[str, tuple[str, ...]], ...] = ()
    needs: tuple[tuple[Want, ...], ...] = ()
    effects: tuple[tuple[str, tuple[str, ...]], ...] = ()
    note: str = ""

    def word(self, name: str) -> str:
        """One of the words, empty when it was not entered."""
        return dict(self.words).get(name, "")

    def number(self, name: str) -> int | None:
        """One of the numbers, None when it was not entered."""
        return dict(self.numbers).get(name)

    def listed(self, name: str) -> tuple[str, ...]:
        """One of the lists."""
        return dict(self.lists).get(name, ())

    def effect(self, name: str) -> tuple[str, ...]:
        """What it gives on an occasion, as pad items."""
        return dict(self.effects).get(name, ())

    @property
    def key(self) -> tuple[str, str]:
        """What is equal for pieces that would be taken for each other: a kind has each label once."""
        return self.kind, seen(self.label)


# --- items


def count(item: str) -> tuple[str, int] | None:
    """The word and the signed number of an item of an effect, None when it is none."""
    if item.startswith(HERE):
        read = parse(f"rock{item.removeprefix(HERE)}")
        return None if read is None else (HERE, read[1])
    return parse(item)


def items(counts: Mapping[str, int]) -> tuple[str, ...]:
    """The items of these counts, in the order of the pad."""
    return tuple(f"{what}{counts[what]:+d}" for what in WORDS if counts.get(what))


def counts(effect: Iterable[str]) -> dict[str, int]:
    """An effect as counts by word."""
    return dict(read for read in map(count, effect) if read is not None)


def at(region: str, found: Mapping[str, int]) -> dict[str, int]:
    """Counts with the kodama of the region in the place of `here`; as they are where no region is known."""
    if region not in REGIONS or HERE not in found:
        return dict(found)
    kodama = f"kodama.{region}"
    placed = {what: n for what, n in found.items() if what != HERE}
    return {**placed, kodama: placed.get(kodama, 0) + found[HERE]}


def farewell(piece: Piece, held: Mapping[str, int]) -> int | None:
    """The points of a yokai that takes its leave from a player who holds these pieces, at most 12; None when
    nobody entered them (rule Y7)."""
    points, per = piece.number("farewell"), piece.word("per")
    if points is None:
        return None
    have = sum(held.get(kind, 0) for kind in FAMILIES.get(per, (per,))) if per else 1
    return min(FAREWELL_MOST, points * have)


# --- JSON


def to_json(piece: Piece) -> dict[str, Any]:
    """The piece as a JSON object: its kind, its label, and each field that was entered, in a fixed order."""
    said: dict[str, Any] = {"kind": piece.kind, "label": piece.label}
    said |= dict(piece.words) | dict(piece.numbers)
    said |= {name: list(words) for name, words in piece.lists}
    if piece.needs:
        said["needs"] = [_need(need) for need in piece.needs]
    said |= {name: list(effect) for name, effect in piece.effects}
    return said | ({"note": piece.note} if piece.note else {})


def _need(need: Sequence[Want]) -> dict[str, Any]:
    wants = [{"of": want.of, "n": want.n} for want in need]
    return wants[0] if len(wants) == 1 else {"any": wants}


def as_file(pieces: Iterable[Piece]) -> str:
    """Pieces as one JSON file. Equal pieces make equal files, in whatever order they are given."""
    said = [to_json(piece) for piece in in_order(pieces)]
    return (
        json.dumps({"game": "bitoku", "copy": VERSION, "pieces": said}, ensure_ascii=False, indent=1) + "\n"
    )


def in_order(pieces: Iterable[Piece]) -> list[Piece]:
    """The pieces by kind and then by label, K2 before K10."""
    kinds = list(KINDS)
    return sorted(pieces, key=lambda piece: (kinds.index(piece.kind), _natural(piece.label), piece.label))


def _natural(label: str) -> tuple[tuple[int, int, str], ...]:
    parts: list[str] = []
    for letter in label.casefold():
        if parts and letter in "0123456789" and parts[-1][-1] in "0123456789":
            parts[-1] += letter
        else:
            parts.append(letter)
    return tuple((0, int(part), "") if part[0] in "0123456789" else (1, 0, part) for part in parts)


def read(value: Any) -> Piece:
    """The piece of a JSON object. Raises SheetError, whose path leads to what is wrong."""
    reader = Reader("bitoku")
    piece = _piece(reader.part(value, ()))
    for fault in (*reader.faults, *reader.missing):
        raise fault
    if piece is None:
        raise SheetError(("kind",), "no_such_kind")
    return piece


def read_file(value: Any) -> tuple[Piece, ...]:
    """The pieces of a file. Raises SheetError, whose path holds the number of the piece at fault."""
    reader = Reader("bitoku")
    if isinstance(value, Mapping) and (value.get("game") != "bitoku" or "copy" not in value):
        raise SheetError((), "other_file")
    file = reader.part(value, ())
    file.get("game")
    version = file.get("copy")
    if type(version) is not int or version != VERSION:
        reader.fault(("copy",), "later_file")
    if file.get("pieces") is None:
        reader.lacks(("pieces",))
    found = [_piece(part) for part in file.parts("pieces", MOST_PIECES)]
    file.done()
    for fault in (*reader.faults, *reader.missing):
        raise fault
    pieces = [piece for piece in found if piece is not None]
    known: set[tuple[str, str]] = set()
    for number, piece in enumerate(pieces):
        if piece.key in known:
            raise SheetError(("pieces", number), "label_twice", value=piece.label)
        known.add(piece.key)
    return tuple(pieces)


def _piece(part: Part) -> Piece | None:
    name = part.get("kind")
    if not isinstance(name, str) or name not in KINDS:
        part.reader.fault(part.at("kind"), "no_such_kind", value=shown(name))
        return None
    kind = KINDS[name]
    piece = Piece(
        name,
        part.text("label", LABEL, required=True),
        tuple((key, word) for key in kind.words if (word := _word(part, key, kind.words[key]))),
        tuple((key, part.number(key, *kind.numbers[key])) for key in kind.numbers if _given(part, key)),
        tuple((key, words) for key in kind.lists if (words := _list(part, key, kind.lists[key]))),
        read_needs(part) if kind.needs else (),
        tuple((key, found) for key in kind.effects if (found := _effect(part, key, kind))),
        part.text("note", NOTE) if kind.note else "",
    )
    part.done()
    return piece


def _given(part: Part, key: str) -> bool:
    return part.get(key) is not None


def _word(part: Part, key: str, known: tuple[str, ...]) -> str:
    value = part.get(key)
    if value is None:
        return ""
    if not isinstance(value, str) or value not in known:
        part.reader.fault(part.at(key), "no_such_word", value=shown(value))
        return ""
    return value


def _list(part: Part, key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    found = part.choices(key, known, "no_such_word")
    if len(set(found)) < len(found):
        part.reader.fault(part.at(key), "word_twice")
    return found


def _effect(part: Part, key: str, kind: Kind) -> tuple[str, ...]:
    found: dict[str, int] = {}
    for number, item in enumerate(part.sequence(key, most=kind.few.get(key, MOST_ITEMS))):
        where = (*part.at(key), number)
        read = count(item) if isinstance(item, str) else None
        if read is None or (read[0] == HERE and not kind.here):
            part.reader.fault(where, "no_such_item", value=shown(item))
        elif abs(read[1]) > MOST:
            part.reader.fault(where, "too_large", value=shown(item), n=MOST)
        elif read[0] in found:
            part.reader.fault(where, "item_twice", value=shown(item))
        else:
            found[read[0]] = read[1]
    return items(found)
