"""What was entered on the pad by hand, remembered as a piece: one more tap and a label."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.bitoku.learned import HERE, KINDS, Piece, items
from companion.games.bitoku.state import BUILDINGS, PURPLE
from companion.web.mycopy.telling import occasion_name
from companion.web.room import say
from companion.web.words import t

if TYPE_CHECKING:
    from companion.web.pad import Draft

_GAIN: Final = ("yokai.action", "crystal.action", "dragonfly.action", "shinigami.action", "gate.action")
_AS: Final = {
    "gain": _GAIN,
    "build": ("building.bonus", "place.cost", "price.cost"),
    "use": ("building.action",),
    "grow": ("place.cost", "price.cost"),
}


class Otherwise(ValueError):
    """A piece of that label is known to give something else."""


def offered(draft: Draft) -> list[tuple[str, str]]:
    """(kind and occasion, in words) of what the items on the pad may be remembered as."""
    return [(name, _words(name)) for name in lessons(draft) if teaches(draft, name)]


def teaches(draft: Draft, name: str) -> bool:
    """Whether something on the pad belongs to it."""
    return bool(effect(draft, name)) or (name == "place.cost" and _points(draft) > 0)


def _points(draft: Draft) -> int:
    """The purple points on the pad."""
    return sum(draft.items.get(purple, 0) for purple in PURPLE.values())


def _words(name: str) -> str:
    kind, _, occasion = name.partition(".")
    if len(KINDS[kind].effects) == 1:
        return t(f"copy.one.{kind}")
    return t("copy.told.field", field=t(f"copy.one.{kind}"), value=occasion_name(say(), kind, occasion))


def lessons(draft: Draft) -> tuple[str, ...]:
    """Kind and occasion of what the pad of this draft can teach."""
    if draft.kind != "take":
        return _AS[draft.kind]
    what = draft.answers.get("what", "")
    action = (f"{what}.action",) if what in ("dragonfly", "shinigami") else ()
    return (*action, "price.cost")


def effect(draft: Draft, name: str) -> tuple[str, ...]:
    """The items that belong to it: where something is bought, what is paid is the price, the rest it gave."""
    found = dict(draft.items)
    if name.endswith(".cost"):
        found = {what: n for what, n in found.items() if n < 0}
    elif draft.kind in ("build", "take"):
        found = {what: n for what, n in found.items() if n > 0 and what not in PURPLE.values()}
    here = f"kodama.{draft.region}"
    if draft.region and name.startswith("building.") and here in found:
        found[HERE] = found.get(HERE, 0) + found.pop(here)
    return items(found)


def lesson(draft: Draft, name: str, label: str, known: Piece | None) -> Piece:
    """The piece with what the draft teaches of it; `known` is what there is under that label. Raises
    Otherwise."""
    kind, _, occasion = name.partition(".")
    given = effect(draft, name)
    words, numbers = dict(_words_of(draft, kind)), {}
    value = draft.answers.get("value", "") if draft.kind == "build" else str(draft.house_value)
    if kind == "building" and value in tuple("123456"):
        numbers["value"] = int(value)
    if kind == "place" and _points(draft) > 0:
        numbers["points"] = _points(draft)
    if known is None:
        return Piece(kind, label, tuple(words.items()), tuple(numbers.items()), effects=((occasion, given),))
    if given and known.effect(occasion) not in ((), given):
        raise Otherwise(known.label)
    if any(known.word(key) not in ("", word) for key, word in words.items()):
        raise Otherwise(known.label)
    if any(known.number(key) not in (None, n) for key, n in numbers.items()):
        raise Otherwise(known.label)
    return replace(
        known,
        words=tuple({**words, **dict(known.words)}.items()),
        numbers=tuple({**numbers, **dict(known.numbers)}.items()),
        effects=tuple({**dict(known.effects), **({occasion: given} if given else {})}.items()),
    )


def _words_of(draft: Draft, kind: str) -> list[tuple[str, str]]:
    if kind == "building":
        of = draft.house_kind if draft.kind == "use" else draft.answers.get("building", "")
        return [("of", of)] if of in (*BUILDINGS, "ancient") else []
    if kind in ("price", "place"):
        bought = {"build": "building", "grow": "crystal"}.get(draft.kind, "")
        bought = bought or ("dragonfly" if draft.answers.get("what") == "dragonfly" else "mitama")
        return [("of", bought)]
    return []
