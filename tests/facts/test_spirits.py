"""The box of Spirits of the Forest and its rules, against figures counted outside this project."""

from __future__ import annotations

from collections import Counter

import pytest

from companion import facts

PRINTED = {
    "branches": 8,
    "dew": 7,
    "flowers": 6,
    "fruits": 6,
    "leaves": 8,
    "moss": 5,
    "mushrooms": 7,
    "webs": 10,
    "vines": 8,
}
OPTIONS = {
    "power_tile": ("R3", "one", "two"),
    "move_gem": ("R15", "empty", "any"),
    "pay_from": ("R18", "any", "reserve"),
    "token_places": ("R11", "v", "any"),
    "second_tie": ("R29", "shared", "tokens"),
    "solo_token": ("S11", "choice", "keep"),
    "solo_penalty": ("S13", "score", "none"),
}


def test_tiles() -> None:
    tiles = facts.tiles("spirits")
    assert len(tiles) == len({tile.code for tile in tiles}) == 39
    assert sum(tile.count for tile in tiles) == 48
    assert sum(tile.count * tile.symbols for tile in tiles) == 65
    assert sum(tile.count for tile in tiles if tile.symbols == 2) == 17
    powers: Counter[str] = Counter()
    symbols: Counter[str] = Counter()
    for tile in tiles:
        symbols[tile.spirit] += tile.count * tile.symbols
        if tile.power:
            assert tile.symbols == 1
            powers[tile.power] += tile.count
    assert powers == {"fire": 9, "moon": 9, "sun": 9}
    assert symbols == PRINTED == dict(facts.components("spirits")["printed"])


def test_the_odd_ones() -> None:
    """Flowers have no fire and fruits have two; webs come in three doubles; only four spirits are bare."""
    count = {tile.code: tile.count for tile in facts.tiles("spirits")}
    assert "flowers1+fire" not in count and count["fruits1+fire"] == 2 and count["webs2"] == 3
    bare = {t.spirit for t in facts.tiles("spirits") if t.symbols == 1 and not t.power}
    assert bare == {"branches", "leaves", "webs", "vines"}


def test_tokens_and_gems() -> None:
    data = facts.components("spirits")
    assert sum(data["tokens"].values()) == 14 and data["tokens"]["+"] == 2
    assert set(data["tokens"]) == {*facts.categories("spirits"), "+"}
    assert dict(data["gems"]["each"]) == {"2": 3, "3": 2, "4": 2}
    assert data["gems"]["colours"] * data["gems"]["of_each"] == 12


def test_token_places_form_a_v() -> None:
    forest = facts.components("spirits")["forest"]
    assert forest["v"] == ("0,1", "0,10", "1,2", "1,9", "2,3", "2,8", "3,4", "3,7")


def test_order_of_the_categories() -> None:
    assert facts.categories("spirits") == (*PRINTED, "fire", "moon", "sun")


def test_every_rule_is_there() -> None:
    ids = set(facts.rules("spirits"))
    assert {f"R{n}" for n in range(1, 32)} | {f"S{n}" for n in range(1, 14)} <= ids
    assert ids - {f"R{n}" for n in range(1, 32)} - {f"S{n}" for n in range(1, 14)} == {
        f"P{n}" for n in range(1, 6)
    }


@pytest.mark.parametrize("key", OPTIONS)
def test_options(key: str) -> None:
    option = {option.key: option for option in facts.options("spirits")}[key]
    rule, default, other = OPTIONS[key]
    assert (option.rule, option.default, option.choices) == (rule, default, (default, other))
    for lang in facts.LANGUAGES:
        lines = {facts.words(lang)(f"spirits.option.{key}.{choice}") for choice in option.choices}
        assert len(lines) == 2


def test_what_is_kept_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        facts.components("spirits")["totals"]["tiles"] = 49  # type: ignore[index]
    with pytest.raises(TypeError):
        facts.rules("spirits")["R1"] = None  # type: ignore[index]


@pytest.mark.parametrize("read", [facts.rules, facts.components, facts.tiles, facts.options, facts.sources])
@pytest.mark.parametrize("slug", ["chess", "", "../spirits", "app"])
def test_no_such_game(read: object, slug: str) -> None:
    with pytest.raises(KeyError, match="no such game"):
        read(slug)  # type: ignore[operator]
