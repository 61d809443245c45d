"""Bitoku in sentences. Words: `bitoku.*`, and `app.*.bitoku.*` for what only a table says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any, Final

from companion.engine.numbers import whole
from companion.facts import Words
from companion.games.bitoku.building import owner_gets
from companion.games.bitoku.dues import BRIDGES
from companion.games.bitoku.goods import CHOICES, DUES, parse
from companion.games.bitoku.state import (
    AMULETS,
    BUILDINGS,
    CRYSTALS,
    FAMILIES,
    MITAMA,
    NOBODY,
    NUMBERS,
    PURPLE,
    REGIONS,
    RESOURCES,
    VIRTUES,
    YOKAI,
    State,
)
from companion.web.speech import tengu
from companion.web.speech.places import capital as capital
from companion.web.speech.places import joined as joined
from companion.web.speech.places import place_name as place_name
from companion.web.speech.places import space
from companion.web.speech.places import space_name as space_name

CORRECTIONS: Final = (
    *("go", "fix_turn", "fix_die", "fix_count", "fix_kodama", "fix_boon", "fix_order", "fix_season"),
    *("tengu_rocks", "fix_tengu", "count", "track"),
)
ITEMS: Final = ("items", "for_owner")
"""Fields of moves that hold items of the pad."""
_SEATS: Final = ("player", "first", "second", "third", "fourth")
DICE: Final = ("left", "middle", "right")
_NUMBERS: Final = {"treasure": ("first", "second", "third"), "fix_kodama": ("space",)}
"""Fields that are plain numbers in moves of that kind, elsewhere seats or kinds of spaces."""
_CHOICES: Final = (*BRIDGES, "walk", "kodama", "seat", "both", "bitoku", "start", "on", "side", "other")
_ICONS: Final = {
    **{name: name for name in (*RESOURCES, *BUILDINGS, "rock", "vision", "dragonfly", "kodama")},
    **dict.fromkeys(AMULETS, "amulet"),
    **dict.fromkeys(CRYSTALS, "crystal"),
    **dict.fromkeys((*MITAMA, *FAMILIES["mitama"], "mitama"), "mitama"),
    **dict.fromkeys(YOKAI, "yokai"),
    **dict.fromkeys((*VIRTUES, "bitoku", "accomplished"), "bitoku"),
    **dict.fromkeys(("walk", "start", "on", "side", "seat", *BRIDGES), "pilgrim"),
    **dict.fromkeys(("awake", "asleep", "road", "settled", "seated", "gone"), "pilgrim"),
    **dict.fromkeys((f"pair_{kind}" for kind in MITAMA), "dragonfly"),
    **dict.fromkeys(("deck", "hand", "discards", "farewelled", "slot0", "slot1", "slot2"), "yokai"),
    **{
        "vp": "crown",
        **dict.fromkeys(PURPLE.values(), "crown"),
        "both": "crown",
        "rocks": "rock",
        "grow": "crystal",
        "build": "temple",
        "push": "kodama",
    },
    **{"unlock": "unlock", "pair": "dragonfly", "copy": "copy", "building": "temple", "boon": "torii"},
    **{"grow_or_build": "crystal", "mitama_or_dragonfly": "mitama", "dragonfly_tile": "dragonfly"},
    **{"resource": "wood", "wood_or_jade": "wood", "resource_or_amulet": "amulet", "owner": "crown"},
    **{"resource_or_walk": "pilgrim", "vision_or_resource": "vision", "walk_or_amulet": "pilgrim"},
    **{"vp_or_amulet": "amulet", "kodama_or_amulet": "kodama", "yokai": "yokai", "other": "dots"},
    **{"yomi": "mitama", "stairway": "arrow-right", "home": "mori", "glade": "jade", "forge": "crystal"},
}


def icon_of(what: str) -> str:
    """The drawing of a piece, a thing due, a choice or a region; empty when there is none."""
    found = _ICONS.get(what)
    return found if found is not None else _ICONS.get(what.partition(".")[0], "")


def seat_name(say: Words, names: Sequence[str], seat: int) -> str:
    """The player of a seat, or the table."""
    return names[seat] if 0 <= seat < len(names) else say("app.seat.table")


def piece_name(say: Words, names: Sequence[str], what: str) -> str:
    """A piece, a thing due or a choice: whatever `what` of a move may be."""
    head, _, tail = what.partition(".")
    if head in ("rock", "other") or (head in _CHOICES and not tail):
        return say("app.bitoku.other_rock") if head == "other" else say(f"bitoku.choice.{head}")
    if head == "side":
        return say("app.bitoku.side", n=tail)
    if head in REGIONS:
        if tail in NUMBERS:
            return space_name(say, head, tail)
        return say(f"bitoku.region.{head}")
    if what in DUES and what not in ("kodama", "rock"):
        return say(f"bitoku.due.{what}")
    return say(f"bitoku.piece.{what}")


def items_text(say: Words, items: Sequence[str]) -> str:
    """What came and went, as on the pad."""
    read = (found for item in items if (found := parse(item)) is not None)
    return joined(say, [item_text(say, what, n) for what, n in read])


def word_of_item(say: Words, what: str) -> str:
    """A word of the pad, as it stands inside a sentence."""
    return say(f"bitoku.due.{what}" if what in DUES else f"bitoku.piece.{what}")


def item_text(say: Words, what: str, n: int, name: str = "") -> str:
    """One word of the pad and how many came or went; something to choose is called so."""
    name = name or word_of_item(say, what)
    name = say("app.bitoku.virtue_card", name=name) if what in VIRTUES else name
    if what in DUES and what != "walk" and n > 0:
        many = name if n == 1 else say("app.bitoku.times", n=n, what=name)
        return capital(say("app.bitoku.item_choice", what=many) if what in CHOICES else many)
    return capital(say("app.bitoku.item", what=name, n=f"+{n}" if n > 0 else f"−{-n}"))


def said(say: Words, names: Sequence[str], field: str, value: Any, kind: str = "") -> str:
    """One field of a move in words; `kind` is the kind of the move, where its fields mean something else."""
    text = str(value)
    if kind in _NUMBERS and field in _NUMBERS[kind]:
        return text
    if field in tengu.FIELDS or (field == "what" and text in tengu.DECK):
        return tengu.said(say, field, value)
    if field in _SEATS:
        if text == str(NOBODY) or whole(text.removeprefix("-"), 3) is None:
            return say("app.none")
        return seat_name(say, names, int(text))
    if field == "seats":
        seats = value if isinstance(value, tuple) else text.split()
        return joined(say, [said(say, names, "player", seat) for seat in seats])
    if field == "spaces":
        spaces = value if isinstance(value, tuple) else text.split()
        return joined(say, [say(f"bitoku.space.{space}") for space in spaces])
    if field in ITEMS:
        return items_text(say, value if isinstance(value, tuple) else text.split())
    if field in ("region", "hill"):
        return say(f"bitoku.region.{text}") if text in REGIONS else text
    if field == "slot":
        return say(f"app.bitoku.place.{text}") if text in "012" else text
    if field == "die" or field in DICE:
        die = whole(text, 3)
        return say("app.none") if die is None else say("app.bitoku.die_number", n=die + 1)
    if field == "height" and text == "0":
        return say("app.none")
    if field == "space":
        return space(say, text)
    if field == "boon":
        return say(f"bitoku.boon.{text}") if text else say("app.none")
    if field == "at":
        return place_name(say, text)
    if field == "place":
        return crystal_place(say, text) if text == "top" or text.startswith("slot") else place_name(say, text)
    if field == "due":
        return say(f"bitoku.due.{text}")
    if field == "what":
        return _what(say, names, text)
    if field == "how":
        return say(f"app.bitoku.tracking.{text}")
    if field == "season":
        return say(f"bitoku.season.{text}")
    if field == "covered":
        return say(f"app.bitoku.covered.{text}")
    if field == "pilgrim":
        return say(f"app.bitoku.pilgrim.{text}")
    if (field == "building" and text in BUILDINGS) or (field == "crystal" and text in CRYSTALS):
        return say(f"bitoku.piece.{text}")
    if field == "building":
        return text if (at := whole(text, 3)) is None else say("app.bitoku.building_number", n=at + 1)
    return text.replace("-", "−")


def standing(say: Words, names: Sequence[str], field: str, value: Any, kind: str = "") -> str:
    """The same where it stands by itself: with a capital, but what somebody was named or called stays so."""
    text = said(say, names, field, value, kind)
    return text if field in (*_SEATS, "seats", "card") else capital(text)


def _what(say: Words, names: Sequence[str], what: str) -> str:
    if (at := whole(what, 3)) is not None:
        return say("app.bitoku.number", n=at + 1)
    return piece_name(say, names, what)


def answer_name(say: Words, names: Sequence[str], state: State, seat: int, due: str, what: str) -> str:
    """One answer to what is due to a seat."""
    player = state.players[seat]
    if due == "copy":
        return space_name(say, *what.split(".")) if what.count(".") == 1 else what
    if due == "push":
        region, _, other = what.partition(".")
        pushed = whole(other, 3)
        named = seat_name(say, names, NOBODY if pushed is None else pushed)
        return say("app.bitoku.kodama_of", region=said(say, names, "region", region), name=named)
    at = whole(what, 3)
    if due == "unlock" and at is not None and at < len(player.dice):
        return say("app.bitoku.die_showing", n=player.dice[at].value)
    if due == "seat" and at is not None and at < len(player.rocks):
        of = player.rocks[at].of
        return say("app.bitoku.rock_of", n=at + 1, of=piece_name(say, names, of or "other"))
    if due == "rock" and what == "other":
        return say("app.bitoku.other_rock")
    if (due == "walk" and what == "bitoku") or (due in ("owner", "vp_or_amulet") and what == "vp"):
        return say(f"bitoku.choice.{what}")
    if due in ("boon", "kodama_or_amulet", "walk_or_amulet", "resource_or_walk") and what in _CHOICES:
        return say(f"bitoku.choice.{what}")
    if due == "boon" and what == "rock":
        return say("bitoku.choice.rock")
    return _what(say, names, what)


def crystal_place(say: Words, place: str) -> str:
    """A place for a crystal on a player's board."""
    if place == "top":
        return say("app.bitoku.crystal_top")
    return say("app.bitoku.crystal_slot", place=say(f"app.bitoku.place.{place.removeprefix('slot')}"))


# --- moves


def line(say: Words, names: Sequence[str], seat: int, move: Any, state: State, own: bool) -> str:
    """A recorded move as a sentence. `state` is the one after it; nothing in Bitoku is secret."""
    kind = move.kind
    values: dict[str, Any] = {
        f.name: said(say, names, f.name, getattr(move, f.name), kind)
        for f in fields(move)
        if f.name not in ITEMS
    }
    values["name"] = seat_name(say, names, seat)
    if kind == "place":
        return _placed(say, values, seat, move, state)
    if kind == "cross":
        values["n"] = state.players[seat].dice[move.die].value if _on_hill(state, seat, move) else "?"
        return say("app.log.bitoku.cross", **values)
    if kind == "arrange" and 0 <= seat < state.seats:
        numbers = (move.left, move.middle, move.right)
        dice = state.players[seat].dice
        shown = [str(dice[n].value) for n in numbers if 0 <= n < len(dice)]
        return say("app.log.bitoku.arrange", dice=joined(say, shown), **values)
    if kind == "order":
        seats = [s for s in (move.first, move.second, move.third, move.fourth) if s != NOBODY]
        return say("app.log.bitoku.order", seats=said(say, names, "seats", tuple(seats)))
    if kind == "activate":
        return _with_items(say, tengu.line(say, values["name"], move, state), move)
    if kind == "fix_tengu" and move.what == "dealt":
        return say("app.log.bitoku.laid_out")
    if kind == "fix_tengu" and move.what == "pile":
        return say("app.log.bitoku.fix_pile", **values)
    if kind == "fix_tengu" and move.what == "active":
        values["n"] = tengu.said(say, "attitude", move.n)
    if kind == "gain":
        return say("app.log.bitoku.gain", items=items_text(say, move.items), **values)
    if kind == "take":
        region, _, other = move.what.partition(".")
        if move.due == "push" and (pushed := whole(other, 3)) is not None:
            values |= {"region": said(say, names, "region", region), "other": seat_name(say, names, pushed)}
            return _with_items(say, say("app.log.bitoku.push", **values), move)
        what = answer_name(say, names, state, seat, move.due, move.what)
        return _with_items(say, say("app.log.bitoku.take", **{**values, "what": what}), move)
    if kind == "build":
        key = "app.log.bitoku.build_value" if move.value else "app.log.bitoku.build"
        return _with_items(say, say(key, **values), move)
    if kind == "use":
        values |= house(say, names, state, move.building)
        used = _with_items(say, say("app.log.bitoku.use", **values), move)
        return with_owner(say, names, seat, move, state, used)
    if kind == "grow":
        return _with_items(say, say("app.log.bitoku.grow", **values), move)
    if kind == "fix_die":
        return say("app.log.bitoku.fix_die", **values)
    return say(f"app.log.bitoku.{kind}", **values)


def _placed(say: Words, values: dict[str, Any], seat: int, move: Any, state: State) -> str:
    dice = state.players[seat].dice if 0 <= seat < state.seats else ()
    die = dice[move.die] if 0 <= move.die < len(dice) else None
    there = die is not None and die.at == f"{move.region}.{move.space}"
    shown = 0 if die is None else die.value if there else min(6, die.value + move.add)
    values |= {"n": shown, "where": space_name(say, move.region, move.space)}
    key = "place_pilgrim" if move.pilgrim else "place_raised" if move.add else "place"
    return say(f"app.log.bitoku.{key}", **values)


def _on_hill(state: State, seat: int, move: Any) -> bool:
    dice = state.players[seat].dice if 0 <= seat < state.seats else ()
    return move.die in range(len(dice)) and dice[move.die].zone == "hill"


def house(say: Words, names: Sequence[str], state: State, number: int) -> dict[str, str]:
    """The kind and the owner of a building of the board, in words; a number where it has none."""
    if not 0 <= number < len(state.buildings):
        return {"building": say("app.bitoku.building_number", n=number + 1), "owner": say("app.none")}
    building = state.buildings[number]
    owner = say("app.none") if building.owner == NOBODY else seat_name(say, names, building.owner)
    return {"building": say(f"bitoku.piece.{building.kind}"), "owner": owner}


def _with_items(say: Words, sentence: str, move: Any) -> str:
    if not move.items:
        return sentence
    return say("app.log.bitoku.with_items", sentence=sentence, items=items_text(say, move.items))


def with_owner(say: Words, names: Sequence[str], seat: int, move: Any, state: State, sentence: str) -> str:
    """What is said about a building that is used, and what its owner gets by itself."""
    if not 0 <= move.building < len(state.buildings):
        return sentence
    building = state.buildings[move.building]
    noted = replace(building, for_owner=move.for_owner or building.for_owner)
    items = owner_gets(state, seat, noted)
    if not items:
        return sentence
    name = seat_name(say, names, building.owner)
    return say("app.log.bitoku.owner_gets", sentence=sentence, name=name, items=items_text(say, items))


def plan(say: Words, names: Sequence[str], seat: int, move: Any, state: State, own: bool) -> str:
    """A move that is not recorded yet as a sentence; `state` is the one before it."""
    if move.kind == "cross" and 0 <= seat < state.seats and 0 <= move.die < len(state.players[seat].dice):
        values = {f.name: said(say, names, f.name, getattr(move, f.name)) for f in fields(move)}
        die = state.players[seat].dice[move.die]
        return say("app.log.bitoku.cross", name=seat_name(say, names, seat), n=_crossed(die.value), **values)
    if move.kind == "activate":
        return _with_items(say, tengu.plan(say, seat_name(say, names, seat), move, state), move)
    return line(say, names, seat, move, state, own)


def _crossed(value: int) -> int:
    return 3 if value == 6 else max(1, value - 1)
