"""The Ascension, rule by rule, and the test cases T08 to T28 of the facts that concern scoring."""

import pytest

from companion.engine.game import Word
from companion.engine.scores import SheetError
from companion.facts import rules
from companion.games.bitoku.scoring import draft, score
from tests.games.bitoku.sheets import REGIONS, player, sheet, solo


def lines(content, name="Ana"):
    result = score(content).json
    seats = [*result["players"], *([result["opponent"]] if "opponent" in result else [])]
    return next(seat["lines"] for seat in seats if seat["name"] == name)


def values(content, key, at=0):
    return next(line.values for line in score(content).players[at].lines if line.key == key)


def kodama(**spaces):
    return dict.fromkeys(REGIONS, 1) | spaces


def two(ana=None, bo=None, **changes):
    return sheet(player("Ana", 1, **(ana or {})), player("Bo", 2, **(bo or {})), **changes)


def four(*spaces, prizes, **changes):
    """Four players on the track of Yomi."""
    seats = [player(f"P{at}", at + 1, kodama=kodama(yomi=space)) for at, space in enumerate(spaces)]
    return sheet(*seats, treasures={region: [0] for region in REGIONS} | {"yomi": prizes}, **changes)


def shares(content):
    return [seat["lines"]["treasures"]["yomi"] for seat in score(content).json["players"]]


def card(*needs, vp=6, miss=-2):
    return {"needs": list(needs), "vp": vp, "miss": miss}


def need(of, n=1):
    return {"of": of, "n": n}


# --- the test cases of the facts


def test_T08_a_or_two_b_is_not_two_a_or_two_b():
    first = card({"any": [need("temple", 1), need("farm", 2)]})
    second = card({"any": [need("temple", 2), need("farm", 2)]})
    for holdings, met in (
        ({"temple": 1}, (1, 0)),
        ({"farm": 2}, (1, 1)),
        ({"temple": 2}, (1, 1)),
        ({"temple": 1, "farm": 1}, (1, 0)),
        ({"farm": 1}, (0, 0)),
    ):
        found = tuple(
            lines(two({"visions": [vision], "holdings": holdings}))["visions_met"]
            for vision in (first, second)
        )
        assert found == met, holdings


def test_T13_kinds_count_once_and_unfinished_cards_too():
    assert lines(two({"bitoku": ["gi", "rei"]}))["virtues"] == 2
    assert lines(two({"bitoku": ["jin", "jin", "jin", "yu"]}))["virtues"] == 2
    assert values(two({"bitoku": ["jin", "jin", "yu"]}), "virtues") == {"kinds": {"jin": 2, "yu": 1}, "n": 2}


def test_T14_A2_the_final_track_pays_the_pioneer():
    ana, bo = player("Ana", 2, last_round_first=True), player("Bo", 1)
    assert [lines(sheet(ana, bo), name)["pioneer"] for name in ("Ana", "Bo")] == [0, 3]
    other = sheet(ana, bo, options={"pioneer": "last_round"})
    assert [lines(other, name)["pioneer"] for name in ("Ana", "Bo")] == [3, 0]
    assert score(other).json["options"]["pioneer"] == "last_round"


def test_T17_the_neutral_kodama_ranks_for_two_players():
    treasures = {"yomi": [5, 3, 1], **{region: [0] for region in REGIONS[1:]}}
    content = two({"kodama": kodama(yomi=3)}, {"kodama": kodama(yomi=6)}, treasures=treasures)
    assert shares(content) == [1, 5]
    assert shares(content | {"neutral_kodama": {}}) == [3, 5]
    level = two({"kodama": kodama(yomi=4)}, {"kodama": kodama(yomi=6)}, treasures=treasures)
    assert shares(level) == [2, 5]  # 3 and 1 shared with the neutral one
    three = sheet(player("Ana", 1), player("Bo", 2), player("Cy", 3), treasures=treasures)
    assert shares(three) == [3, 3, 3]


def test_T18_S17_level_with_the_tengu_the_tengu_is_ahead():
    content = solo(player("Ana", 1, kodama=kodama(yomi=6)), {"kodama": kodama(yomi=6)})
    content["treasures"]["yomi"] = [5, 3, 1]
    assert (lines(content)["treasures"]["yomi"], lines(content, "Tengu")["treasures"]["yomi"]) == (3, 5)
    three = solo(player("Ana", 1, kodama=kodama(yomi=4)), {"kodama": kodama(yomi=4)})
    three["treasures"]["yomi"] = [9, 4, 1]
    # The Tengu first; the neutral kodama and Ana share what is left.
    assert (lines(three)["treasures"]["yomi"], lines(three, "Tengu")["treasures"]["yomi"]) == (2, 9)


@pytest.mark.parametrize(
    ("dice", "resources", "points"),
    [
        ((6, 4, 3), {"wood": 2, "sake": 4}, 4),
        ((1, 1, 1), {}, 0),
        ((3, 3, 3), {"wood": 3}, 3),
        ((6, 6, 6), {}, 4),
    ],
)
def test_T25_homage(dice, resources, points):
    content = two({"dice": list(dice), "resources": resources})
    assert lines(content)["homage"] == points
    total = sum(dice) + sum(resources.values())
    assert values(content, "homage")["sum"] == total and total // 4 == points


@pytest.mark.parametrize(
    ("spaces", "prizes", "expected"),
    [
        ((6, 6, 4, 2), [5, 2, 1], [3, 3, 1, 0]),
        ((6, 6, 6, 2), [5, 2, 1], [2, 2, 2, 0]),
        ((6, 6, 6, 6), [5, 2, 1], [2, 2, 2, 2]),
        ((7, 5, 5, 5), [5, 2, 1], [5, 1, 1, 1]),
        ((7, 6, 3, 3), [5, 2, 1], [5, 2, 0, 0]),
        ((7, 6, 5, 1), [5, 2], [5, 2, 0, 0]),
    ],
)
def test_T26_level_kodama_share(spaces, prizes, expected):
    assert shares(four(*spaces, prizes=prizes)) == expected


def test_T27_two_visions_cannot_share_a_temple():
    visions = [card(need("temple"), vp=5, miss=-1), card(need("temple"), vp=7, miss=-2)]
    content = two({"visions": visions, "holdings": {"temple": 1}})
    assert (lines(content)["visions"], lines(content)["visions_met"]) == (6, 1)
    cards = values(content, "visions")["cards"]
    assert [of["met"] for of in cards] == [False, True]
    assert cards[0]["missing"] == [["temple", 1]] and cards[1]["served"] == [{"temple": 1}]
    both = two({"visions": visions, "holdings": {"temple": 2}})
    assert (lines(both)["visions"], lines(both)["visions_met"]) == (12, 2)


def test_T28_two_rocks_may_count_the_same_yokai():
    rocks = [{"kind": "kappa", "pilgrims": 1}, {"kind": "kappa", "pilgrims": 2}]
    content = two({"rocks": rocks, "holdings": {"kappa": 3}})
    assert lines(content)["rocks"] == [3, 6]


# --- rule by rule


def test_A0_points_on_the_track():
    assert lines(two({"vp": 87}))["track"] == 87


def test_A1_points_of_the_harvest():
    assert "harvest" not in lines(two({"vp": 87}))
    harvested = lines(two({"vp": 87, "harvest": 4}))
    assert (harvested["harvest"], harvested["total"]) == (4, 87 + 4 + 3)


def test_A2_three_for_the_first():
    assert [lines(two(), name)["pioneer"] for name in ("Ana", "Bo")] == [3, 0]
    assert values(two(), "pioneer") == {"turn_order": 1, "by": "track", "first": True}


def test_A3_the_table_of_kinds():
    kinds = ["makoto", "chugi", "yu", "jin", "rei", "gi", "meiyo"]
    found = [lines(two({"bitoku": kinds[:n]}))["virtues"] for n in range(8)]
    assert found == [0, 1, 2, 4, 7, 11, 16, 22]


def test_A4_an_unmoved_kodama_ranks_unless_the_table_says_no():
    content = four(1, 3, 1, 1, prizes=[6, 3, 0])
    assert shares(content) == [1, 6, 1, 1]
    assert shares(content | {"options": {"unmoved": "none"}}) == [0, 6, 0, 0]


def test_A4_why_names_who_is_level():
    regions = values(four(6, 6, 4, 2, prizes=[5, 2, 1]), "treasures")["regions"]
    assert regions["yomi"]["prizes"] == [5, 2] and regions["yomi"]["level"] == [0, 1]
    assert regions["yomi"]["place"] == 1
    assert regions["yomi"]["order"] == [[6, [0, 1], 3], [4, [2], 1], [2, [3], 0]]


def test_A5_matches_are_counted_with_jokers():
    holdings = {"kappa": 2, "yama_uba": 1, "nigi": 2, "shinigami": 2, "temple": 1, "farm": 1}
    for kind, matches in (("kappa", 3), ("kitsune", 1), ("nigi", 4), ("ara", 2), ("temple", 1), ("onsen", 0)):
        content = two({"rocks": [{"kind": kind, "pilgrims": 1}], "holdings": holdings})
        assert lines(content)["rocks"] == [matches], kind
    rock = values(two({"rocks": [{"kind": "kappa", "pilgrims": 2}], "holdings": holdings}), "rocks")["rocks"][
        0
    ]
    assert rock["pieces"] == {"kappa": 2, "yama_uba": 1} and rock["points"] == 6


def test_A5_mitama_in_pairs_count_and_nobody_seated_is_nothing():
    held = {"nigi": 2, "dragonfly": 1, "pair": 1}
    rocks = [{"kind": "nigi", "pilgrims": 1}, {"kind": "nigi", "pilgrims": 0}]
    assert lines(two({"rocks": rocks, "holdings": held, "paired": {"nigi": 1}}))["rocks"] == [2, 0]


def test_A5_the_other_reading_pays_one_match_a_pilgrim():
    rocks = [{"matches": 5, "pilgrims": 2}, {"matches": 1, "pilgrims": 3}]
    assert lines(two({"rocks": rocks}))["rocks"] == [10, 3]
    assert lines(two({"rocks": rocks}, options={"rocks": "min"}))["rocks"] == [2, 1]
    own = [{"name": "Festival rock", "matches": 2, "pilgrims": 2, "vp": 3}]
    assert lines(two({"rocks": own}))["rocks"] == [12]


def test_A6_a_resource_counts_for_the_homage_and_a_vision():
    content = two({"dice": [1, 1, 1], "resources": {"wood": 1}, "visions": [card(need("wood"))]})
    assert (lines(content)["homage"], lines(content)["visions_met"]) == (1, 1)
    held = two(
        {"dice": [1, 1, 1], "holdings": {"wood": 1}, "visions": [card(need("wood"))]} | {"resources": {}}
    )
    assert (lines(held)["homage"], lines(held)["visions_met"]) == (1, 1)


def test_A7_of_equal_points_more_visions_are_met():
    visions = [card(need("wood", 2), vp=6, miss=-2), *[card(need("wood"), vp=3, miss=-1)] * 2]
    content = two({"visions": visions, "holdings": {"wood": 2}})
    assert (lines(content)["visions"], lines(content)["visions_met"]) == (3 + 3 - 2, 2)


def test_A8_destiny():
    content = two({"building_vp": 11, "crystal_vp": 8})
    assert lines(content)["destiny"] == 19
    assert values(content, "destiny") == {"buildings": 11, "crystals": 8}


def test_A9_ties():
    met = [card(need("amulet"), vp=0, miss=0)]
    result = score(two({"vp": 7}, {"vp": 10, "visions": met, "holdings": {"amulet": 1}}))
    assert result.json["ranking"] == ["Bo", "Ana"] and result.decided_by == "visions"
    order = score(two({"vp": 7}, {"vp": 10}))
    assert order.json["ranking"] == ["Ana", "Bo"] and order.decided_by == "turn_order"
    assert order.json["winners"] == ["Ana"]
    assert score(two({"vp": 8}, {"vp": 10})).decided_by is None


def tengu(**changes):
    """What the Tengu's lines are on a sheet where it has only this."""
    return lines(solo(player("Ana", 1), changes), "Tengu")


def test_S10_you_win_with_more_points_than_the_tengu():
    for vp, won in ((61, True), (57, False), (56, False)):  # 57 and 3 for being first is level
        result = score(solo(player("Ana", 1, vp=vp), {"vp": 60}))
        assert (result.won, result.json["winners"]) == (won, ["Ana"] if won else [])


def test_S11_uncovered_building_places():
    content = solo(player("Ana", 1), {"building_vp": 5})
    assert lines(content, "Tengu")["buildings"] == 5
    assert lines(content | {"options": {"tengu_buildings": "off"}}, "Tengu")["total"] == 0


def test_S12_three_for_each_match():
    assert tengu(rock_matches=4)["rocks"] == 12


def test_S13_starting_yokai_three_advanced_six_and_not_nine():
    assert tengu(starting_yokai=5, advanced_yokai=2)["yokai"] == 15 + 12


def test_S14_one_for_each_resource():
    content = solo(player("Ana", 1), {"resources": {"wood": 2, "sake": 1}})
    assert lines(content, "Tengu")["resources"] == 3
    assert lines(content | {"options": {"tengu_resources": "off"}}, "Tengu")["resources"] == 0


def test_S15_two_for_each_crystal():
    assert tengu(crystals=3)["crystals"] == 6


def test_S16_its_kinds_by_the_usual_table():
    assert tengu(bitoku=["gi", "gi", "yu", "jin"])["virtues"] == 4


def test_S17_level_the_tengu_is_ahead_of_everybody():
    content = solo(player("Ana", 1, kodama=kodama(home=4)), {"kodama": kodama(home=4)})
    content["treasures"]["home"] = [8, 3, 2]
    assert (lines(content, "Tengu")["treasures"]["home"], lines(content)["treasures"]["home"]) == (8, 2)


def test_S18_first_in_turn_order():
    content = solo(player("Ana", 2), {"turn_order": 1})
    assert (lines(content, "Tengu")["pioneer"], lines(content)["pioneer"]) == (3, 0)
    assert tengu()["pioneer"] == 0


def test_S19_nothing_for_dice_and_visions():
    assert not {"homage", "visions", "destiny"} & tengu().keys()
    for key, value in (("dice", [6, 6, 6]), ("visions", [])):
        with pytest.raises(SheetError):
            tengu(**{key: value})


def test_S20_the_harder_tengu_gets_three_for_each_region_it_leads():
    ana = player("Ana", 1, kodama=dict(zip(REGIONS, (1, 2, 3, 4, 5), strict=True)))
    content = solo(ana, {"kodama": dict.fromkeys(REGIONS, 3)})
    assert "kodama" not in lines(content, "Tengu")
    harder = content | {"options": {"tengu_kodama": "on"}}
    assert lines(harder, "Tengu")["kodama"] == 9  # ahead in two, level in one
    assert harder["options"].items() <= score(harder).json["options"].items()


def test_options_of_the_tengu_stand_only_on_its_sheet():
    assert set(score(two()).json["options"]) == {"pioneer", "unmoved", "rocks", "box"}
    assert "tengu_kodama" in score(solo(player("Ana", 1), {})).json["options"]


def test_X1_points_by_hand():
    extra = [{"name": "Festival", "points": 5}, {"name": "Brawl", "points": -2}]
    content = two({"extra": extra})
    assert lines(content)["extra"] == 3 and lines(content)["total"] == 3 + 3
    assert values(content, "extra")["lines"] == [["Festival", 5], ["Brawl", -2]]
    assert lines(solo(player("Ana", 1), {"extra": extra}), "Tengu")["extra"] == 3


# --- readings that people get wrong must not come out


def test_wrong_readings_do_not_come_out():
    assert lines(two({"bitoku": ["jin"] * 3}))["virtues"] != 4  # copies are no kinds
    assert lines(two({"holdings": {"amulet": 9}}))["homage"] == 0  # amulets are no resources
    assert lines(two({"dice": [6, 6, 6], "resources": {"jade": 1}}))["homage"] == 4  # rounded down
    assert shares(four(6, 6, 5, 4, prizes=[5, 2, 1]))[0] != 5  # level kodama do not both get the first prize
    assert shares(four(6, 6, 5, 4, prizes=[5, 2, 1]))[2] != 2  # nor does the third move up
    one_vision = two({"visions": [card(need("temple", 2))], "holdings": {"temple": 1}})
    assert lines(one_vision)["visions"] == -2  # no points in part
    joker = two({"visions": [card(need("kappa"))], "holdings": {"yama_uba": 1}})
    assert lines(joker)["visions_met"] == 0  # a joker for rocks only


def test_every_line_names_a_rule_and_adds_up():
    for content in (two({"extra": [{"name": "x", "points": 1}], "harvest": 1}), solo(player("Ana", 1), {})):
        result = score(content)
        for seat in (*result.players, *([result.opponent] if result.opponent else [])):
            assert sum(line.points for line in seat.lines) == seat.total
            assert all(line.rule in rules("bitoku") for line in seat.lines)


def test_a_draft_counts_what_is_there():
    result, reading = draft({"players": [{"name": "Ana", "vp": 12, "dice": [7]}, {"bitoku": ["gi", "yu"]}]})
    assert [seat.total for seat in result.players] == [12, 2]
    assert {fault.reason for fault in reading.faults} == {"no_such_pip", "three_dice"}
    assert ("players", 1, "name") in {gap.path for gap in reading.missing}
    assert draft({})[0].players == () and draft(None)[1].faults[0].reason == "not_an_object"


def test_X2_more_than_the_box_holds_is_pointed_out_and_counted():
    content = two({"bitoku": ["gi", "gi", "meiyo"]}, {"bitoku": ["gi"]})
    result = score(content)
    assert [(w.path, w.reason) for w in result.warnings] == [(("players", 1, "bitoku"), "virtue_copies")]
    assert result.warnings[0].values == {"what": Word("bitoku.piece.gi"), "have": 3, "n": 2}
    assert result.json["warnings"] == [
        {
            "path": ["players", 1, "bitoku"],
            "reason": "virtue_copies",
            "values": {"what": "bitoku.piece.gi", "have": 3, "n": 2},
        }
    ]
