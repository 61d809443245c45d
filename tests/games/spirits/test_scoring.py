"""The count: majorities, ties, what is missing, the winner, one player alone, and unreadable sheets."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion.games.spirits.scoring as scoring
from companion.engine.scores import Result, SheetError
from companion.facts import LANGUAGES, rules, words
from companion.games.spirits import GAME
from companion.games.spirits.state import CATEGORIES, CELLS, COPIES, POWERS, PRINTED, SPIRITS, TOKEN_COPIES
from tests.games.spirits.board import forest, token, whole

ALL = dict.fromkeys(CATEGORIES, 1)
"""Enough of everything to miss nothing."""


def counted(*players: dict[str, Any], **more: Any) -> Result:
    """The count of a sheet whose players give `counts` beyond one of everything, or whole players."""
    given = [
        {"name": f"P{i}", **player} if "tiles" in player or "counts" in player
        else {"name": f"P{i}", "counts": {**ALL, **{k: v for k, v in player.items() if k in CATEGORIES}},
              **{k: v for k, v in player.items() if k not in CATEGORIES}}
        for i, player in enumerate(players)
    ]  # fmt: skip
    return GAME.score({"game": "spirits", "players": given, **more})


def points(result: Result, category: str) -> list[int]:
    return [next(line.points for line in player.lines if line.key == category) for player in result.players]


# --- R24 to R31


def test_R24_the_most_symbols_score_their_number_the_others_nothing() -> None:
    result = counted({"moss": 3}, {"moss": 2})
    assert points(result, "moss") == [3, 0]
    with_token = counted({"moss": 2}, {"moss": 2, "tokens": ["moss"]})
    assert points(with_token, "moss") == [0, 3], "a token is one symbol"


def test_R25_all_who_tie_for_the_most_score_it_whole() -> None:
    assert points(counted({"branches": 3}, {"branches": 3}), "branches") == [3, 3]
    result = counted({"webs": 3}, {"webs": 2}, {"webs": 3})
    assert points(result, "webs") == [3, 0, 3]
    line = next(line for line in result.players[0].lines if line.key == "webs")
    assert (line.rule, line.values["shared"], line.values["most"]) == ("R25", True, 3)


def test_R26_nothing_of_a_category_costs_three() -> None:
    result = counted({"moss": 0}, {"moss": 4})
    assert points(result, "moss") == [-3, 4]
    nothing = counted({"counts": {}}, {})
    assert nothing.players[0].total == -3 * 12
    assert {line.rule for line in nothing.players[0].lines} == {"R26"}


def test_R27_a_token_does_not_save_from_the_loss() -> None:
    behind = counted({"leaves": 0, "tokens": ["leaves"]}, {"leaves": 4})
    assert points(behind, "leaves") == [-3, 4]
    level = counted({"leaves": 0, "tokens": ["leaves"]}, {"leaves": 1})
    assert points(level, "leaves") == [-2, 1], "the token still counts for the majority"


def test_R28_power_sources_count_like_spirits() -> None:
    for power in POWERS:
        result = counted({power: 4}, {power: 0, "tokens": [power]})
        assert points(result, power) == [4, -3]
        assert points(counted({power: 3}, {power: 2, "tokens": [power]}), power) == [3, 3]


def test_R29_the_fewer_tiles_win_a_tie() -> None:
    level = counted({"tile_count": 25}, {"tile_count": 23})
    assert (level.winners, level.decided_by) == ((1,), "tiles")
    same = counted({"tile_count": 24}, {"tile_count": 24, "tokens": ["+"]})
    assert (same.winners, same.decided_by) == ((0, 1), None)
    tokens = counted({"tile_count": 24, "tokens": ["+"]}, {"tile_count": 24},
                     options={"second_tie": "tokens"})  # fmt: skip
    assert (tokens.winners, tokens.decided_by) == ((1,), "tokens")
    unsaid = counted({"tile_count": 25}, {})
    assert (unsaid.winners, unsaid.decided_by) == ((0, 1), None), "only if every count is known"
    clear = counted({"moss": 3, "tile_count": 30}, {"tile_count": 5})
    assert (clear.winners, clear.decided_by) == ((0,), None)


def test_R30_an_unused_plus_is_worth_nothing() -> None:
    plain, plus = counted({"moss": 2}, {}), counted({"moss": 2, "tokens": ["+", "+"]}, {})
    assert [p.total for p in plain.players] == [p.total for p in plus.players]


def test_R31_a_category_that_nobody_holds_scores_for_nobody() -> None:
    result = counted({"moss": 0}, {"moss": 0})
    assert points(result, "moss") == [-3, -3]
    assert scoring.majority([0, 0, 0]) == [False, False, False]


def test_the_reason_of_every_line_is_a_rule_and_explains_its_points() -> None:
    result = counted({"moss": 0, "tokens": ["moss"], "sun": 3}, {"moss": 1, "branches": 4})
    for player in result.players:
        assert [line.key for line in player.lines] == list(CATEGORIES)
        for line in player.lines:
            assert line.rule in rules("spirits")
            held = line.values["tiles"] + line.values["tokens"]
            assert line.points == (held if line.values["leads"] else 0) - 3 * line.values["missing"]
        assert player.total == sum(line.points for line in player.lines)


@given(st.permutations(whole()), st.permutations([k for k, n in TOKEN_COPIES.items() for _ in range(n)]),
       st.integers(2, 4), st.randoms(use_true_random=False))  # fmt: skip
def test_counted_by_hand_and_from_the_tiles_it_is_the_same(
    tiles: list[str], tokens: list[str], seats: int, draw: Any
) -> None:
    piles: list[list[str]] = [[] for _ in range(seats)]
    for tile in tiles:
        draw.choice(piles).append(tile)
    held = [tokens[i:8:seats] for i in range(seats)]
    by_tiles = counted(*({"tiles": pile, "tokens": own} for pile, own in zip(piles, held, strict=True)))
    by_hand = counted(
        *(
            {
                "counts": {c: n for c, (n, _) in player["counts"].items()},
                "tile_count": len(pile),
                "tokens": own,
            }
            for player, pile, own in zip(by_tiles.json["players"], piles, held, strict=True)
        )
    )
    assert by_hand.json == by_tiles.json
    for category in CATEGORIES:
        counts = [p["counts"][category] for p in by_tiles.json["players"]]
        assert sum(on_tiles for on_tiles, _ in counts) == PRINTED[category]
        most = max(total for _, total in counts)
        assert points(by_tiles, category) == [
            (total if total == most else 0) + (0 if on_tiles else -3) for on_tiles, total in counts
        ]


def test_a_table_is_tallied_with_its_tokens_and_its_option() -> None:
    tokens = (token("0,1", 0, "moss"), token("0,10", 1, "+", True), token("1,2", 1), token("1,9", 1, "sun"))
    faces = dict(zip(CELLS, whole(), strict=True))
    state = forest(faces, taken={0: CELLS[:25], 1: CELLS[25:]}, tokens=tokens, phase="over",
                   options={"second_tie": "tokens"})  # fmt: skip
    sheet = GAME.tally(state, ("Ada", "Bo"))
    assert sheet["players"][0]["tiles"] == list(state.faces[:25])
    assert [p["tokens"] for p in sheet["players"]] == [["moss"], ["sun"]], (
        "used and unnamed ones are left out"
    )
    assert GAME.score(json.loads(json.dumps(sheet))).options == {"second_tie": "tokens"}
    assert GAME.tally(replace(state, tie_tokens=False), ("Ada", "Bo"))["options"] == {"second_tie": "shared"}


# --- S7 to S13: one player


def solo(mine: dict[str, int], ghost: dict[str, int], **more: Any) -> Result:
    one = dict.fromkeys(SPIRITS, 1)
    return GAME.score({
        "game": "spirits",
        "players": [{"name": "Ada", "counts": {**one, **mine}}],
        "solo": {"counts": {**one, **ghost}, "tokens": more.pop("ghost_tokens", [])},
        **more,
    })  # fmt: skip


def test_S7_the_own_token_is_gained_and_counts() -> None:
    assert solo({"moss": 1}, {"moss": 2}).won is False
    kept = solo({"moss": 1}, {"moss": 2}, token="moss", choice="keep")
    assert kept.won is True and points(kept, "moss") == [2]


def test_S8_power_sources_do_not_count() -> None:
    result = solo({"sun": 0}, {"sun": 9})
    assert result.won is True
    assert {line.key for line in result.players[0].lines} == set(SPIRITS)


def test_S9_more_of_any_spirit_for_the_opponent_loses() -> None:
    result = solo({"webs": 5, "vines": 1}, {"vines": 2})
    assert result.won is False and result.winners == () and result.json["winners"] == []
    assert result.opponent is not None
    said = {line.key: line.values for line in result.opponent.lines}
    assert (said["vines"]["tiles"], said["vines"]["most"], said["vines"]["leads"]) == (2, 2, True)
    assert (said["webs"]["most"], said["webs"]["leads"]) == (5, False) and said["moss"]["shared"]


def test_S10_to_lead_or_tie_everywhere_wins() -> None:
    result = solo({"webs": 5}, {"vines": 1})
    assert result.won is True and result.json["won"] is True and result.json["winners"] == ["Ada"]
    assert result.players[0].total == 5 + 8 and result.opponent is not None
    assert result.json["opponent"]["lines"]["webs"] == 0


@pytest.mark.parametrize(("choice", "bonus", "mine", "its"), [("keep", 0, 3, 2), ("discard", 5, 2, 2),
                                                              ("give", 10, 2, 3)])  # fmt: skip
def test_S11_the_token_is_kept_discarded_or_given(choice: str, bonus: int, mine: int, its: int) -> None:
    result = solo({"moss": 2}, {"moss": 2}, token="moss", choice=choice)
    assert result.opponent is not None
    counts = result.json["players"][0]["counts"]["moss"], result.json["opponent"]["counts"]["moss"]
    assert counts == ([2, mine], [2, its])
    assert sum(line.points for line in result.players[0].lines if line.key == "token") == bonus
    assert result.won is (choice != "give"), "the win is tested after the choice"
    with pytest.raises(SheetError) as refused:
        solo({}, {}, token="moss", choice="give", options={"solo_token": "keep"})
    assert refused.value.reason == "no_choice"


@pytest.mark.parametrize(("choice", "bonus", "mine", "its"), [("keep", 0, 3, 2), ("discard", 5, 2, 2),
                                                              ("give", 10, 2, 3)])  # fmt: skip
def test_S11_the_own_token_is_one_token_also_when_it_stands_in_the_list(
    choice: str, bonus: int, mine: int, its: int
) -> None:
    one = dict.fromkeys(SPIRITS, 1)
    player = {"name": "Ada", "counts": {**one, "moss": 2}, "tokens": ["moss"]}
    sheet = {"players": [player], "solo": {"counts": {**one, "moss": 2}}, "token": "moss", "choice": choice}
    result = GAME.score(sheet)
    assert result.json["players"][0]["counts"]["moss"] == [2, mine]
    assert result.json["opponent"]["counts"]["moss"] == [2, its]
    assert sum(line.points for line in result.players[0].lines if line.key == "token") == bonus


def test_S11_the_choice_is_read_where_people_put_it() -> None:
    for place in ("sheet", "solo", "player"):
        sheet: dict[str, Any] = {
            "game": "spirits",
            "players": [{"name": "Ada", "counts": dict.fromkeys(SPIRITS, 1)}],
            "solo": {"counts": dict.fromkeys(SPIRITS, 1)},
        }
        where = {"sheet": sheet, "solo": sheet["solo"], "player": sheet["players"][0]}[place]
        where.update(choice="discard", token="moss")
        assert GAME.score(sheet).players[0].total == 9 + 5, place


def test_S13_nothing_of_a_spirit_costs_three_unless_the_table_says_otherwise() -> None:
    neither = solo({"moss": 0}, {"moss": 0})
    assert neither.won is True and points(neither, "moss") == [-3], "nothing each is a tie"
    gentle = solo({"moss": 0}, {"moss": 0}, options={"solo_penalty": "none"})
    assert points(gentle, "moss") == [0]
    assert next(line.rule for line in gentle.players[0].lines if line.key == "moss") == "S13"


# --- what cannot be counted

ONE = {"name": "A", "tiles": ["moss2"]}
TWO = {"name": "B", "counts": {"dew": 2}}
SOLO = {"tiles": ["dew2"], "tokens": []}


def two(**changes: Any) -> dict[str, Any]:
    return {"players": [{**ONE, **changes}, TWO]}


def alone(**changes: Any) -> dict[str, Any]:
    return {"players": [ONE], "solo": SOLO, **changes}


REFUSED: list[tuple[str, tuple[str | int, ...], dict[str, Any]]] = [
    ("players_missing", ("players",), {}),
    ("players_missing", ("players",), {"players": {}}),
    ("players_missing", ("players",), {"players": []}),
    ("too_many_players", ("players",), {"players": [{"name": str(i), "tiles": []} for i in range(5)]}),
    ("one_player", ("players",), {"players": [ONE]}),
    ("solo_one_player", ("players",), {"players": [ONE, TWO], "solo": SOLO}),
    ("name_twice", ("players", 1, "name"), {"players": [ONE, ONE]}),
    ("bad_name", ("players", 0, "name"), two(name=" ")),
    ("bad_name", ("players", 0, "name"), two(name="n" * 41)),
    ("bad_name", ("players", 0, "name"), two(name=7)),
    ("bad_name", ("players", 0, "name"), two(name="\u3164")),
    ("bad_name", ("players", 0, "name"), two(name="A\nB")),
    ("name_twice", ("players", 1, "name"), {"players": [ONE, {**TWO, "name": "a\u200d"}]}),
    ("not_an_object", ("players", 0), {"players": ["A", "B"]}),
    ("not_an_object", ("solo",), alone(solo=[])),
    ("not_an_object", ("players", 1, "counts"), {"players": [ONE, {"counts": [1]}]}),
    ("not_an_object", ("options",), {**two(), "options": ["shared"]}),
    ("not_a_list", ("players", 0, "tiles"), two(tiles="moss2")),
    ("not_a_list", ("players", 0, "tokens"), two(tokens={"moss": 1})),
    ("no_such_tile", ("players", 0, "tiles", 1), two(tiles=["moss2", "moss3"])),
    ("no_such_tile", ("players", 0, "tiles", 0), two(tiles=[["moss2"]])),
    ("no_such_token", ("players", 0, "tokens", 0), two(tokens=["bear"])),
    ("no_such_token", ("players", 0, "tokens", 0), two(tokens=[{}])),
    ("no_such_category", ("players", 1, "counts", "bear"), {"players": [ONE, {"counts": {"bear": 1}}]}),
    ("tiles_or_counts", ("players", 0, "counts"), two(counts={})),
    ("tiles_missing", ("players", 1, "tiles"), {"players": [ONE, {}]}),
    ("not_a_number", ("players", 1, "counts", "dew"), {"players": [ONE, {"counts": {"dew": "2"}}]}),
    ("not_a_number", ("players", 1, "counts", "dew"), {"players": [ONE, {"counts": {"dew": True}}]}),
    ("not_a_number", ("players", 1, "tile_count"), {"players": [ONE, {"counts": {}, "tile_count": 1.5}]}),
    ("out_of_range", ("players", 1, "counts", "dew"), {"players": [ONE, {"counts": {"dew": 8}}]}),
    ("out_of_range", ("players", 1, "counts", "dew"), {"players": [ONE, {"counts": {"dew": -1}}]}),
    ("out_of_range", ("players", 1, "tile_count"), {"players": [ONE, {"counts": {}, "tile_count": 49}]}),
    ("no_such_option", ("options", "second_tie"), {**two(), "options": {"second_tie": "dice"}}),
    ("no_such_option", ("options", "luck"), {**two(), "options": {"luck": "shared"}}),
    ("no_such_option", ("options", "second_tie"), {**two(), "options": {"second_tie": []}}),
    ("too_many_symbols", ("players",), {"players": [{"counts": {"moss": 4}}, {"counts": {"moss": 2}}]}),
    ("too_many_tokens", ("players",), {"players": [{**ONE, "tokens": ["sun"]}, {**TWO, "tokens": ["sun"]}]}),
    ("too_many_tiles", ("players",), {"players": [{"counts": {}, "tile_count": n} for n in (30, 19)]}),
    ("few_tiles", ("players", 1, "tile_count"), {"players": [ONE, {"counts": {"dew": 5}, "tile_count": 2}]}),
    ("few_tiles", ("players", 1, "tile_count"), {"players": [ONE, {"counts": {"sun": 3}, "tile_count": 2}]}),
    ("few_tiles", ("solo", "tile_count"), alone(solo={"counts": {"dew": 1}, "tile_count": 0})),
    ("solo_spirit_token", ("players", 0, "tokens"), alone(players=[{**ONE, "tokens": ["sun"]}])),
    ("solo_spirit_token", ("solo", "tokens"), alone(solo={**SOLO, "tokens": ["+"]})),
    ("solo_spirit_token", ("token",), alone(token="sun", choice="discard")),
    ("solo_spirit_token", ("token",), alone(token=["moss"])),
    ("no_such_choice", ("choice",), alone(choice="sell", token="moss")),
    ("no_such_choice", ("choice",), alone(choice=["keep"])),
    ("no_such_choice", ("choice",), alone(choice=None)),
    ("token_missing", ("token",), alone(choice="give")),
    ("no_choice", ("choice",), alone(choice="give", token="moss", options={"solo_token": "keep"})),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "path", "sheet"), REFUSED)
def test_a_sheet_that_cannot_be_counted_says_where_and_why(
    reason: str, path: tuple[str | int, ...], sheet: dict[str, Any]
) -> None:
    with pytest.raises(SheetError) as refused:
        GAME.score({"game": "spirits", **sheet})
    assert (refused.value.reason, refused.value.path) == (reason, path)
    for lang in LANGUAGES:
        assert words(lang)(f"spirits.sheet.{reason}", **refused.value.values)


def test_every_reason_of_the_code_is_reached_above() -> None:
    tree = ast.parse(Path(scoring.__file__).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = {
        text.value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id in ("SheetError", "_list")
        for text in call.args[1:]
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
    }
    assert named == {reason for reason, _, _ in REFUSED} | {"tokens_over"}, "that one is a warning"


def test_more_tokens_than_are_laid_out_are_counted_with_a_warning() -> None:
    kinds = list(TOKEN_COPIES)
    eight, nine = (counted({"tokens": kinds[:n]}, {}) for n in (8, 9))
    assert (eight.warnings, eight.json["warnings"]) == ((), [])
    assert [warning.reason for warning in nine.warnings] == ["tokens_over"]
    warning = {"path": ["players"], "reason": "tokens_over", "values": {"value": 9, "n": 8}}
    assert nine.json["warnings"] == [warning]
    for lang in LANGUAGES:
        assert "9" in words(lang)("spirits.sheet.tokens_over", **nine.warnings[0].values)


def test_as_many_symbols_as_the_tiles_can_show_are_counted() -> None:
    assert counted({"counts": {"dew": 4, "sun": 2}, "tile_count": 2}, {}).players[0].total


KEYS = ["players", "solo", "options", "name", "tiles", "counts", "tile_count", "tokens", "choice", "token"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from([*CATEGORIES, *COPIES, "+", "keep", "give"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from([*KEYS, *CATEGORIES]) | st.text(max_size=5), inner, max_size=4),
    max_leaves=25,
)  # fmt: skip


@settings(max_examples=400)
@given(st.sampled_from([two(), alone(), alone(choice="give", token="moss")]), st.data())
def test_a_hostile_sheet_is_counted_or_refused(sheet: dict[str, Any], data: st.DataObject) -> None:
    sheet = json.loads(json.dumps(sheet))
    place: Any = sheet
    for _ in range(data.draw(st.integers(0, 3))):
        parts = [part for part in (place.values() if isinstance(place, dict) else place) if part]
        parts = [part for part in parts if isinstance(part, dict | list)]
        place = data.draw(st.sampled_from(parts)) if parts else place
    if isinstance(place, dict):
        key = data.draw(st.sampled_from(KEYS))
        place[key] = data.draw(JSON)
    else:
        place.insert(0, data.draw(JSON))
    try:
        result = GAME.score(sheet)
    except SheetError as refused:
        assert words("en")(f"spirits.sheet.{refused.reason}", **refused.values)
    else:
        json.dumps(result.json, allow_nan=False)
