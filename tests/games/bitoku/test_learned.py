"""Pieces of somebody's own copy: read from anything, written so that they come back the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.scores import SheetError
from companion.facts import LANGUAGES, components, words
from companion.games.bitoku.goods import book
from companion.games.bitoku.learned import (
    FAREWELL_MOST,
    HERE,
    KINDS,
    LABEL,
    MOST_ITEMS,
    MOST_PIECES,
    Piece,
    as_file,
    at,
    counts,
    farewell,
    in_order,
    items,
    read,
    read_file,
    to_json,
)
from companion.games.bitoku.visions import PIECES

TEMPLE = {"kind": "building", "label": "T3", "of": "temple", "value": 3, "bonus": ["amulet1+1", "here+2"]}
VISION = {
    "kind": "vision",
    "label": "V1",
    "vp": 7,
    "miss": -2,
    "needs": [{"of": "kappa", "n": 2}, {"any": [{"of": "temple", "n": 1}, {"of": "mitama", "n": 2}]}],
}
LABELS = st.text("Kk7 森a", min_size=1, max_size=LABEL).filter(str.strip)


def effects(kind: str, name: str) -> st.SearchStrategy[list[str]]:
    shape = KINDS[kind]
    known = [
        "wood",
        "vp",
        "walk",
        "kodama",
        "kodama.yomi",
        "owner",
        "makoto",
        *([HERE] if shape.here else []),
    ]
    some = st.dictionaries(st.sampled_from(known), st.integers(1, 99) | st.integers(-99, -1), max_size=4)
    return some.map(lambda found: [f"{what}{n:+d}" for what, n in found.items()])


@st.composite
def pieces(draw: st.DrawFn) -> dict[str, Any]:
    name = draw(st.sampled_from(sorted(KINDS)))
    kind = KINDS[name]
    said: dict[str, Any] = {"kind": name, "label": draw(LABELS)}
    fields = {
        **{key: st.sampled_from(known) for key, known in kind.words.items()},
        **{key: st.integers(*bounds) for key, bounds in kind.numbers.items()},
        **{key: st.lists(st.sampled_from(known), unique=True) for key, known in kind.lists.items()},
        **{key: effects(name, key) for key in kind.effects},
    }
    if kind.note:
        fields["note"] = st.text("ab 森", max_size=30)
    if kind.needs:
        fields["needs"] = st.sampled_from([VISION["needs"], VISION["needs"][:1], []])
    for key, values in fields.items():
        if draw(st.booleans()):
            said[key] = draw(values)
    return said


@settings(max_examples=120, deadline=None)
@given(pieces())
def test_what_was_read_is_written_so_that_it_is_read_again(said: dict[str, Any]) -> None:
    piece = read(said)
    assert piece.kind == said["kind"]
    written = to_json(piece)
    assert read(written) == piece and to_json(read(written)) == written
    known = {key: value for key, value in said.items() if key not in ("label", "note") and value != []}
    assert {key: sorted(v, key=str) if isinstance(v, list) else v for key, v in known.items()} == {
        key: sorted(v, key=str) if isinstance(v, list) else v
        for key, v in written.items()
        if key not in ("label", "note")
    }


@settings(max_examples=40, deadline=None)
@given(st.lists(pieces(), max_size=6), st.randoms(use_true_random=False))
def test_a_file_is_the_same_in_whatever_order(said: list[dict[str, Any]], lot: Any) -> None:
    found = list({piece.key: piece for piece in map(read, said)}.values())
    text = as_file(found)
    lot.shuffle(found)
    assert as_file(found) == text
    assert as_file(read_file(json.loads(text))) == text


ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
    | st.sampled_from(["yokai", "building", "vision", "tengu", "wood+1", "here+1", "kappa", "lowest"]),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(
        st.sampled_from(
            ["kind", "label", "of", "per", "action", "needs", "any", "n", "value", "extra", "takes", "note"]
        )
        | st.text(max_size=4),
        inner,
        max_size=5,
    ),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(ODD, st.sampled_from(sorted(KINDS)))
def test_anything_is_a_piece_or_one_error_that_has_a_sentence(value: Any, kind: str) -> None:
    if isinstance(value, dict):
        value = {"kind": kind, "label": "K1", **value}
    for take, content in (
        (read, value),
        (read_file, value),
        (read_file, {"game": "bitoku", "copy": 1, "pieces": [value]}),
    ):
        try:
            take(content)
        except SheetError as error:
            assert all(isinstance(part, str | int) for part in error.path)
            for lang in LANGUAGES:
                assert words(lang)(f"copy.why.{error.reason}", **error.values)


WRONG: list[tuple[str, Any, str]] = [
    ("no object", [], "not_an_object"),
    ("no kind", {"label": "x"}, "no_such_kind"),
    ("another kind", {**TEMPLE, "kind": "castle"}, "no_such_kind"),
    ("no label", {"kind": "yokai"}, "missing"),
    ("an empty label", {"kind": "yokai", "label": " "}, "bad_name"),
    ("a long label", {"kind": "yokai", "label": "x" * (LABEL + 1)}, "bad_name"),
    ("a label of two lines", {"kind": "yokai", "label": "a\nb"}, "bad_name"),
    ("another species", {"kind": "yokai", "label": "x", "of": "dragon"}, "no_such_word"),
    ("a value beyond the die", {**TEMPLE, "value": 7}, "too_large"),
    ("a value that is true", {**TEMPLE, "value": True}, "not_a_number"),
    ("no item", {**TEMPLE, "bonus": ["gold+1"]}, "no_such_item"),
    ("an item of nothing", {**TEMPLE, "bonus": ["wood+0"]}, "no_such_item"),
    ("an item of much", {**TEMPLE, "bonus": ["wood+100"]}, "too_large"),
    ("an item twice", {**TEMPLE, "bonus": ["wood+1", "wood+2"]}, "item_twice"),
    ("many items", {**TEMPLE, "bonus": ["wood+1"] * (MOST_ITEMS + 1)}, "list_too_long"),
    ("here, nowhere", {"kind": "yokai", "label": "x", "action": ["here+1"]}, "no_such_item"),
    ("a field of another kind", {**TEMPLE, "farewell": 3}, "unknown_key"),
    ("a choice of nothing", {**VISION, "needs": [{"any": []}]}, "no_alternative"),
    ("a wish for nothing", {**VISION, "needs": [{"n": 2}]}, "missing"),
    ("five extras", {"kind": "tengu", "label": "1", "extra": [f"amulet{n}+1" for n in (1, 2, 3)]
                     + ["wood+1", "jade+1"]}, "list_too_long"),
    ("a side twice", {"kind": "tengu", "label": "1", "crossing": ["left", "left"]}, "word_twice"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "reason"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_what_is_wrong_about_a_piece_is_named(content: Any, reason: str) -> None:
    with pytest.raises(SheetError) as wrong:
        read(content)
    assert wrong.value.reason == reason


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ([], "not_an_object"),
        ({"pieces": []}, "other_file"),
        ({"game": "spirits", "copy": 1, "pieces": []}, "other_file"),
        ({"game": "bitoku", "entries": []}, "other_file"),
        ({"game": "bitoku", "copy": 2, "pieces": []}, "later_file"),
        ({"game": "bitoku", "copy": 1, "pieces": {}}, "not_a_list"),
        ({"game": "bitoku", "copy": 1, "pieces": [], "more": 1}, "unknown_key"),
        ({"game": "bitoku", "copy": 1, "pieces": [TEMPLE, {**TEMPLE, "label": "t3"}]}, "label_twice"),
        ({"game": "bitoku", "copy": 1, "pieces": [TEMPLE] * (MOST_PIECES + 1)}, "list_too_long"),
    ],
)
def test_what_is_wrong_about_a_file_is_named(content: Any, reason: str) -> None:
    with pytest.raises(SheetError) as wrong:
        read_file(content)
    assert wrong.value.reason == reason


def test_the_fault_of_a_file_says_which_piece() -> None:
    with pytest.raises(SheetError) as wrong:
        read_file({"game": "bitoku", "copy": 1, "pieces": [TEMPLE, {**TEMPLE, "label": "b", "value": 9}]})
    assert wrong.value.path == ("pieces", 1, "value")


def test_the_ten_cards_of_the_tengu_may_say_everything_or_nothing() -> None:
    full = {
        "kind": "tengu",
        "label": "1",
        "location": "yomi",
        "die": "lowest",
        "tie": "printed",
        "slot": 2,
        "value": 4,
        "crossing": ["yomi", "left"],
        "takes": ["bitoku", "yokai"],
        "gains": ["wood+1", "here+1", "unlock+1", "vp+3"],
        "extra": ["walk+2"],
        "note": "two tails",
    }
    piece = read(full)
    assert piece.listed("takes") == ("bitoku", "yokai"), "in the order that the card shows"
    assert set(to_json(piece)) == set(full) and piece.note == "two tails"
    assert to_json(read({"kind": "tengu", "label": "2"})) == {"kind": "tengu", "label": "2"}
    assert KINDS["tengu"].exists == 10


def test_what_exists_is_what_the_box_holds() -> None:
    cards = components("bitoku")["cards"]
    known = {name: kind.exists for name, kind in KINDS.items()}
    assert known["yokai"] == 49 and known["vision"] == cards["vision"] == 28
    assert (known["building"], known["crystal"], known["gate"], known["treasure"]) == (30, 32, 16, 5)
    assert known["price"] == 0, "how many spaces a market has is published nowhere"


def test_here_is_the_region_of_the_building() -> None:
    effect = counts(("here+2", "wood-1", "kodama.yomi+1"))
    assert at("", effect) == effect == {"here": 2, "wood": -1, "kodama.yomi": 1}
    assert at("yomi", effect) == {"wood": -1, "kodama.yomi": 3}
    assert items(at("forge", effect)) == ("wood-1", "kodama.yomi+1", "kodama.forge+2")
    assert items({"here": -1}) == ("here-1",)


def test_every_effect_is_booked_as_on_the_pad(bitoku_state: Any = None) -> None:
    from companion.engine.game import Setup
    from companion.games.bitoku import GAME

    state = GAME.setup(Setup(2, GAME.settle({"tracking": "everything"})))
    given_ = items(at("yomi", counts(read(TEMPLE).effect("bonus"))))
    after, against = book(state, 0, given_)
    assert not against and after.players[0].kodama[0] == 3 and after.players[0].good("amulet1") == 2


def test_Y7_a_farewell_counts_what_its_owner_has_and_at_most_twelve() -> None:
    def points(held: dict[str, int], **said: Any) -> int | None:
        return farewell(read({"kind": "yokai", "label": "K1", **said}), held)

    assert points({}) is None
    assert points({}, farewell=3) == 3
    assert points({"temple": 2}, farewell=2, per="temple") == 4
    assert points({"temple": 2, "farm": 1}, farewell=2, per="building") == 6
    assert points({}, farewell=2, per="building") == 0
    assert points({"dream_crystal": 7}, farewell=2, per="crystal") == FAREWELL_MOST == 12
    assert set(KINDS["yokai"].words["per"]) >= set(PIECES)


def test_labels_are_listed_as_people_count() -> None:
    labels = ["K10", "a", "K2", "K2b", "7", "森"]
    found = in_order(Piece("yokai", label) for label in labels)
    assert [piece.label for piece in found] == ["7", "a", "K2", "K2b", "K10", "森"]
