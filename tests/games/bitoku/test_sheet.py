"""Whatever is wrong in a score sheet is named where it stands, with a sentence in every language."""

import ast
import json
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import Word
from companion.engine.scores import SheetError
from companion.facts import LANGUAGES, words
from companion.games.bitoku import scoring
from companion.games.bitoku.scoring import SheetErrors, draft, score
from companion.games.bitoku.sheet import read
from tests.games.bitoku.sheets import REGIONS, player, sheet, solo
from tests.oracle.cases import cases

GOOD = sheet(
    player(
        "Ana",
        1,
        rocks=[{"matches": 2, "pilgrims": 5}, {"kind": "kappa", "pilgrims": 6}],
        visions=[
            {"needs": [{"of": "wood", "n": 1}, {"any": [{"of": "temple", "n": 1}]}], "vp": 5, "miss": -1}
        ],
        holdings={"kappa": 1, "nigi": 1, "dragonfly": 1},
        extra=[{"name": "Festival", "points": 2}],
    ),
    player("Bo", 2),
    options={"rocks": "product"},
)


def changed(*path_and_value):
    """The good sheet with one part put in its place."""
    *path, last, value = path_and_value
    content = deepcopy(GOOD)
    part = content
    for step in path:
        part = part[step]
    part[last] = value
    return content


def without(*path):
    content = deepcopy(GOOD)
    part = content
    for step in path[:-1]:
        part = part[step]
    del part[path[-1]]
    return content


P0 = ("players", 0)
WRONG = [
    # letters, negatives, other things than numbers
    ((*P0, "vp", "12"), (*P0, "vp"), "not_a_number"),
    ((*P0, "vp", "abc"), (*P0, "vp"), "not_a_number"),
    ((*P0, "vp", 1.5), (*P0, "vp"), "not_a_number"),
    ((*P0, "vp", True), (*P0, "vp"), "not_a_number"),
    ((*P0, "vp", -1), (*P0, "vp"), "too_small"),
    ((*P0, "vp", 10**9), (*P0, "vp"), "too_large"),
    ((*P0, "harvest", -2), (*P0, "harvest"), "too_small"),
    ((*P0, "building_vp", [1]), (*P0, "building_vp"), "not_a_number"),
    ((*P0, "crystal_vp", {}), (*P0, "crystal_vp"), "not_a_number"),
    ((*P0, "kodama", "yomi", -1), (*P0, "kodama", "yomi"), "too_small"),
    ((*P0, "kodama", "yomi", 31), (*P0, "kodama", "yomi"), "too_large"),
    ((*P0, "kodama", "sea", 2), (*P0, "kodama", "sea"), "no_such_region"),
    ((*P0, "kodama", [1, 2]), (*P0, "kodama"), "not_an_object"),
    # dice
    ((*P0, "dice", [7, 1, 1]), (*P0, "dice", 0), "no_such_pip"),
    ((*P0, "dice", [1, 0, 1]), (*P0, "dice", 1), "no_such_pip"),
    ((*P0, "dice", [1, 1, "x"]), (*P0, "dice", 2), "not_a_number"),
    ((*P0, "dice", [1, 1]), (*P0, "dice"), "three_dice"),
    ((*P0, "dice", [1, 1, 1, 1]), (*P0, "dice"), "three_dice"),
    ((*P0, "dice", 3), (*P0, "dice"), "not_a_list"),
    # Bitoku cards, resources, pieces
    ((*P0, "bitoku", ["gi", "honour"]), (*P0, "bitoku", 1), "no_such_virtue"),
    ((*P0, "bitoku", [["gi"]]), (*P0, "bitoku", 0), "no_such_virtue"),
    ((*P0, "bitoku", {"gi": 1}), (*P0, "bitoku"), "not_a_list"),
    ((*P0, "resources", {"gold": 1}), (*P0, "resources", "gold"), "no_such_resource"),
    ((*P0, "resources", {"wood": -1}), (*P0, "resources", "wood"), "too_small"),
    ((*P0, "holdings", {"building": 1}), (*P0, "holdings", "building"), "no_such_piece"),
    ((*P0, "holdings", {"kappa": "x"}), (*P0, "holdings", "kappa"), "not_a_number"),
    ((*P0, "holdings", []), (*P0, "holdings"), "not_an_object"),
    ((*P0, "paired", {"kappa": 1}), (*P0, "paired", "kappa"), "no_such_mitama"),
    ((*P0, "paired", {"ara": 1}), (*P0, "paired", "ara"), "paired_not_held"),
    ((*P0, "holdings", {"nigi": 1, "pair": 1}), None, None),
    # rocks
    ((*P0, "rocks", 0, "pilgrims", 6), (*P0, "rocks", 1, "pilgrims"), "pilgrims"),
    ((*P0, "rocks", 0, "pilgrims", 12), (*P0, "rocks", 0, "pilgrims"), "too_large"),
    ((*P0, "rocks", 0, "matches", -3), (*P0, "rocks", 0, "matches"), "too_small"),
    ((*P0, "rocks", 0, "vp", "a lot"), (*P0, "rocks", 0, "vp"), "not_a_number"),
    ((*P0, "rocks", 1, "kind", "dragon"), (*P0, "rocks", 1, "kind"), "no_such_piece"),
    ((*P0, "rocks", 1, "colour", "grey"), (*P0, "rocks", 1, "colour"), "unknown_key"),
    ((*P0, "rocks", 0, 5), (*P0, "rocks", 0), "not_an_object"),
    # visions
    ((*P0, "visions", 0, "miss", 2), (*P0, "visions", 0, "miss"), "too_large"),
    ((*P0, "visions", 0, "vp", -2), (*P0, "visions", 0, "vp"), "too_small"),
    ((*P0, "visions", 0, "needs", 0, "of", "luck"), (*P0, "visions", 0, "needs", 0, "of"), "no_such_piece"),
    ((*P0, "visions", 0, "needs", 0, "n", 0), (*P0, "visions", 0, "needs", 0, "n"), "too_small"),
    ((*P0, "visions", 0, "needs", 0, "n", "2"), (*P0, "visions", 0, "needs", 0, "n"), "not_a_number"),
    ((*P0, "visions", 0, "needs", 1, "any", []), (*P0, "visions", 0, "needs", 1, "any"), "no_alternative"),
    ((*P0, "visions", 0, "needs", 1, "n", 2), (*P0, "visions", 0, "needs", 1, "n"), "unknown_key"),
    ((*P0, "visions", 0, "needs", [{"of": "wood"}] * 6), (*P0, "visions", 0, "needs"), "list_too_long"),
    (
        (*P0, "visions", 0, "needs", [{"any": [{"of": of} for of in ("wood", "jade", "sake", "stone")]}] * 4),
        (*P0, "visions", 0, "needs"),
        "too_many_ways",
    ),
    ((*P0, "visions", [GOOD["players"][0]["visions"][0]] * 29), (*P0, "visions"), "list_too_long"),
    # players
    ((*P0, "name", " "), (*P0, "name"), "bad_name"),
    ((*P0, "name", "x" * 41), (*P0, "name"), "bad_name"),
    ((*P0, "name", 7), (*P0, "name"), "bad_name"),
    ((*P0, "name", "\u2800"), (*P0, "name"), "bad_name"),
    ((*P0, "name", "A\nB"), (*P0, "name"), "bad_name"),
    ((*P0, "name", "bO\u200d"), ("players", 1, "name"), "name_twice"),
    ((*P0, "name", "Bo"), ("players", 1, "name"), "name_twice"),
    ((*P0, "turn_order", 2), ("players", 1, "turn_order"), "turn_order_twice"),
    ((*P0, "turn_order", 3), (*P0, "turn_order"), "turn_order_high"),
    ((*P0, "turn_order", 0), (*P0, "turn_order"), "too_small"),
    ((*P0, "colour", "red"), (*P0, "colour"), "unknown_key"),
    ((*P0, "last_round_first", 1), (*P0, "last_round_first"), "not_a_flag"),
    ((*P0, "extra", 0, "points", "many"), (*P0, "extra", 0, "points"), "not_a_number"),
    (("players", 0, "Ana"), ("players", 0), "not_an_object"),
    (("players", {}), ("players",), "not_a_list"),
    (("players", [player(f"P{n}", min(n, 4)) for n in range(1, 6)]), ("players",), "too_many_players"),
    # the table
    (("game", "spirits"), ("game",), "other_game"),
    (("treasures", "yomi", [5, "x"]), ("treasures", "yomi", 1), "not_a_number"),
    (("treasures", "yomi", 5), ("treasures", "yomi"), "not_a_list"),
    (("treasures", "sea", [5]), ("treasures", "sea"), "no_such_region"),
    (("options", {"rocks": "twice"}), ("options", "rocks"), "no_such_choice"),
    (("options", {"rocks": ["min"]}), ("options", "rocks"), "no_such_choice"),
    (("options", {"dice": "big"}), ("options", "dice"), "no_such_option"),
    (("tengu", {"turn_order": 1, "kodama": {}}), ("tengu",), "tengu_alone"),
    (("expansion", True), ("expansion",), "unknown_key"),
]


@pytest.mark.parametrize(("change", "path", "reason"), WRONG)
def test_what_is_wrong_is_named_where_it_stands(change, path, reason):
    content = changed(*change)
    if path is None:
        assert score(content)
        return
    with pytest.raises(SheetErrors) as raised:
        score(content)
    assert (path, reason) in [(fault.path, fault.reason) for fault in raised.value.faults]
    assert (raised.value.path, raised.value.reason) == (
        raised.value.faults[0].path,
        raised.value.faults[0].reason,
    )
    for lang in LANGUAGES:
        for fault in raised.value.faults:
            assert sentence(lang, fault)
    draft(content)  # and the rest can still be counted


def sentence(lang, fault):
    values = {name: words(lang)(of.key) if isinstance(of, Word) else of for name, of in fault.values.items()}
    return words(lang)(f"bitoku.sheet.{fault.reason}", **values)


@pytest.mark.parametrize(
    "path",
    [
        ("players",),
        ("treasures",),
        ("treasures", "yomi"),
        (*P0, "name"),
        (*P0, "turn_order"),
        (*P0, "dice"),
        (*P0, "kodama"),
        (*P0, "kodama", "forge"),
        (*P0, "rocks", 0, "matches"),
        (*P0, "visions", 0, "vp"),
        (*P0, "visions", 0, "miss"),
        (*P0, "visions", 0, "needs"),
        (*P0, "visions", 0, "needs", 0, "of"),
        (*P0, "extra", 0, "name"),
    ],
)
def test_what_is_missing_is_named(path):
    with pytest.raises(SheetErrors) as raised:
        score(without(*path))
    gaps = [fault for fault in raised.value.faults if fault.reason == "missing"]
    assert path in [gap.path for gap in gaps]
    assert all(sentence(lang, gap) for gap in gaps for lang in LANGUAGES)


def test_a_missing_player():
    for content, reason in ((sheet(), "no_players"), (sheet(player("Ana", 1)), "nobody_else")):
        with pytest.raises(SheetError) as raised:
            score(content)
        assert raised.value.reason == reason


def test_two_first_in_turn_order():
    with pytest.raises(SheetError) as raised:
        score(sheet(player("Ana", 1), player("Bo", 1)))
    assert sentence("en", raised.value) == "Two cannot both be number 1 in turn order."


def test_a_twelfth_pilgrim():
    with pytest.raises(SheetError) as raised:
        score(changed(*P0, "rocks", 0, "pilgrims", 6))
    assert raised.value.values == {"have": 12, "n": 11}


def test_a_third_gi_is_pointed_out_or_refused():
    content = changed(*P0, "bitoku", ["gi"] * 3)
    assert [(w.path, w.reason) for w in score(content).warnings] == [((*P0, "bitoku"), "virtue_copies")]
    with pytest.raises(SheetError) as raised:
        score(content | {"options": {"box": "base"}})
    assert raised.value.path == (*P0, "bitoku")
    assert sentence("en", raised.value) == "Gi: 3 cards in all, but the base game has 2."


@pytest.mark.parametrize(
    ("change", "path", "reason"),
    [
        ((*P0, "holdings", {"temple": 4, "farm": 3}), (*P0, "holdings", "temple"), "six_buildings"),
        ((*P0, "holdings", {"temple": 7}), (*P0, "holdings", "temple"), "more_than_box"),
        ((*P0, "holdings", {"dream_crystal": 9}), (*P0, "holdings", "dream_crystal"), "crystal_places"),
        ((*P0, "holdings", {"shinigami": 5}), (*P0, "holdings", "shinigami"), "more_than_box"),
        ((*P0, "holdings", {"kappa": 30, "nezumi": 20}), (*P0, "holdings", "nezumi"), "more_than_box"),
        ((*P0, "holdings", {"rock": 14}), ("players",), "more_than_box"),
        ((*P0, "rocks", 1, "matches", 2), (*P0, "rocks", 1, "matches"), "matches_differ"),
        ((*P0, "holdings", {"wood": 1}), None, ""),
        (("treasures", "yomi", [2, 5]), ("treasures", "yomi"), "prizes_rise"),
        (("neutral_kodama", dict.fromkeys(REGIONS, 5)), ("neutral_kodama", "yomi"), "neutral_moved"),
    ],
)
def test_more_than_the_base_game_shows_is_a_warning(change, path, reason):
    warnings = score(changed(*change)).warnings
    assert ((path, reason) in [(warning.path, warning.reason) for warning in warnings]) == (path is not None)
    assert all(sentence(lang, warning) for warning in warnings for lang in LANGUAGES)


def test_resources_that_differ_from_the_pieces_are_pointed_out():
    content = changed(*P0, "resources", {"wood": 2})
    content["players"][0]["holdings"] = {"wood": 1}
    assert [warning.reason for warning in score(content).warnings] == ["resources_differ"]


def test_pairs_must_fit_the_mitama_and_the_dragonflies():
    held = {"nigi": 2, "dragonfly": 1, "pair": 2}
    content = changed(*P0, "holdings", held)
    content["players"][0]["paired"] = {"nigi": 2}
    with pytest.raises(SheetError) as raised:
        score(content)
    assert raised.value.reason == "paired_dragonflies"
    content["players"][0]["paired"] = {"nigi": 1}
    with pytest.raises(SheetError) as raised:
        score(content)
    assert raised.value.reason == "pairs_differ"


def test_who_was_first_in_the_last_year_is_asked_only_when_it_counts():
    with pytest.raises(SheetError) as raised:
        score(changed("options", {"pioneer": "last_round"}))
    assert raised.value.path == (*P0, "last_round_first")
    both = changed("options", {"pioneer": "last_round"})
    for seat in both["players"]:
        seat["last_round_first"] = True
    with pytest.raises(SheetError) as raised:
        score(both)
    assert raised.value.reason == "last_first_twice"


def test_the_neutral_kodama_is_for_one_and_two():
    three = sheet(player("A", 1), player("B", 2), player("C", 3), neutral_kodama=dict.fromkeys(REGIONS, 4))
    with pytest.raises(SheetError) as raised:
        score(three)
    assert raised.value.reason == "neutral_for_two"


def test_the_tengu_is_read_as_strictly():
    for change, reason in (
        ({"starting_yokai": 6}, "too_large"),
        ({"turn_order": 1}, "turn_order_twice"),
        ({"visions": []}, "unknown_key"),
        ({"resources": {"gold": 1}}, "no_such_resource"),
    ):
        with pytest.raises(SheetError) as raised:
            score(solo(player("Ana", 1), change))
        assert raised.value.reason == reason


def test_all_faults_are_named_at_once():
    content = changed(*P0, "dice", [7, 8, 1])
    content["players"][1]["vp"] = -3
    assert [fault.reason for fault in read(content).faults] == ["no_such_pip", "no_such_pip", "too_small"]


def test_every_reason_has_its_sentence():
    folder = Path(scoring.__file__).parent
    found = set()
    for name in ("sheet", "reading", "box", "scoring"):
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("fault", "warn"):
                found |= {arg.value for arg in node.args[1:2] if isinstance(arg, ast.Constant)}
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "SheetError":
                found |= {arg.value for arg in node.args[1:2] if isinstance(arg, ast.Constant)}
    assert len(found) > 25
    assert {
        (lang, key) for lang in LANGUAGES for key in found if not words(lang).has(f"bitoku.sheet.{key}")
    } == set()


# --- anything at all


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
SHEETS = [case["sheet"] for case in cases("bitoku_scoring")] or [GOOD]


@st.composite
def spoilt_sheets(draw):
    """A sheet of the cases with something put in the place of one of its parts."""
    content = deepcopy(draw(st.sampled_from(SHEETS)))
    part = content
    while True:
        key = draw(st.sampled_from(sorted(part) if isinstance(part, dict) else range(len(part))))
        if isinstance(part[key], dict | list) and part[key] and draw(st.booleans()):
            part = part[key]
            continue
        part[key] = draw(json_values)
        return content


@settings(max_examples=300, deadline=None)
@given(st.one_of(json_values, spoilt_sheets()))
def test_anything_is_counted_or_refused(content):
    result, reading = draft(content)
    json.dumps(result.json)
    for fault in (*reading.faults, *reading.missing, *reading.warnings):
        assert sentence("zh-Hans", fault)
    if reading.faults or reading.missing:
        with pytest.raises(SheetErrors):
            score(content)
    else:
        assert score(content).json == result.json
