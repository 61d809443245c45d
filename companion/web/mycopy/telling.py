"""Pieces of somebody's own copy in words and drawings. Words: `copy.*`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Final

from companion.facts import Words
from companion.games.bitoku.learned import HERE, KINDS, Piece, counts
from companion.games.bitoku.visions import Want
from companion.web.speech.bitoku import capital, icon_of, item_text, joined, word_of_item
from companion.web.speech.places import within

ICONS: Final[Mapping[str, str]] = {
    **{"yokai": "yokai", "building": "temple", "crystal": "crystal", "dragonfly": "dragonfly"},
    **{"shinigami": "mitama", "gate": "torii", "rock": "rock", "treasure": "crown", "vision": "vision"},
    **{"price": "wood", "place": "flag", "tengu": "die-3"},
}
"""The drawing of each kind."""


def icon_of_piece(piece: Piece) -> str:
    """The drawing of a piece: of what it is, as far as that is known."""
    return icon_of(piece.word("of")) or ICONS[piece.kind]


def word_name(say: Words, word: str, field: str = "") -> str:
    """A word that a field may hold, as that field means it."""
    for key in (
        f"copy.word.{field}.{word}",
        f"copy.word.{word}",
        f"bitoku.region.{word}",
        f"bitoku.piece.{word}",
    ):
        if say.has(key):
            return say(key)
    return say("app.bitoku.other_rock")


def item_name(say: Words, what: str) -> str:
    """A word of the pad."""
    if what == HERE:
        return say("copy.item.here")
    return capital(word_of_item(say, what))


def item_icon(what: str) -> str:
    """The drawing of a word of the pad."""
    return "kodama" if what == HERE else icon_of(what)


def occasion_name(say: Words, kind: str, occasion: str) -> str:
    """When a piece of a kind gives something; a building gives its own when a die uses it."""
    used = kind == "building" and occasion == "action"
    return say("copy.effect.used" if used else f"copy.effect.{occasion}")


def effect_text(say: Words, effect: Iterable[str]) -> str:
    """What a piece gives, as on the pad."""
    found = counts(effect).items()
    return joined(say, [item_text(say, what, n, item_name(say, what)) for what, n in found])


def needs_text(say: Words, needs: Iterable[Iterable[Want]]) -> str:
    """What a vision asks for; what may be chosen stands together where there is more."""
    needs, parts = list(needs), []
    for need in needs:
        wants = [say("copy.told.want", n=want.n, what=word_name(say, want.of)) for want in need]
        text = reduce(lambda one, other: say("copy.told.or", one=one, other=other), wants)
        parts.append(say("copy.told.group", what=text) if len(wants) > 1 and len(needs) > 1 else text)
    return joined(say, parts)


def _within(say: Words, word: str, field: str) -> str:
    """A word that a field may hold, inside a sentence."""
    name = word_name(say, word, field)
    return within(name) if say.has(f"copy.word.{word}") else name


def told(say: Words, piece: Piece) -> Iterator[str]:
    """Everything that is known of a piece, a sentence each."""
    kind = KINDS[piece.kind]
    per = piece.word("per")
    for name, word in piece.words:
        if name == "of":
            yield word_name(say, word)
        elif name != "per":
            yield say("copy.told.field", field=say(f"copy.field.{name}"), value=_within(say, word, name))
    for name, n in piece.numbers:
        if name == "farewell" and per:
            yield say("copy.told.farewell_per", n=n, what=word_name(say, per))
        else:
            yield say("copy.told.field", field=say(f"copy.field.{name}"), value=abs(n))
    for name, words in piece.lists:
        value = joined(say, [_within(say, word, name) for word in words])
        yield say("copy.told.field", field=say(f"copy.field.{name}"), value=value)
    if piece.needs:
        yield say("copy.told.field", field=say("copy.field.needs"), value=needs_text(say, piece.needs))
    for name, effect in piece.effects:
        text = effect_text(say, effect)
        one = len(kind.effects) == 1
        yield text if one else say("copy.told.field", field=occasion_name(say, piece.kind, name), value=text)
    if piece.note:
        yield piece.note
