"""Goods, buildings, crystals, visions, rocks, kodama and the paths, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.game import Severity
from companion.games.bitoku import GAME
from companion.games.bitoku.moves import Build, Count, Drop, FixCount, FixKodama, Gain, Grow, Pass, Play, Take
from companion.games.bitoku.state import REGIONS
from tests.games.bitoku.table import TABLE, Table, all_out


def walking(points: int = 1, **counts: int) -> Table:
    """Seat 0 with movement points, and some of what it has set."""
    return Table(2).have(0, **counts).do(0, Gain((f"walk+{points}",)))


# --- the pad


def test_G1_goods_come_and_go_and_never_fall_below_zero() -> None:
    table = Table(2).do(0, Gain(("wood+4", "jade-1", "amulet3+1", "vp+12")))
    assert [table.good(0, what) for what in ("wood", "jade", "amulet3", "vp")] == [5, 0, 1, 12]
    assert table.against(0, Gain(("jade-1",)), Severity.IMPOSSIBLE) == {("G1", "below_zero")}
    (violation,) = GAME.check(table.state, 0, Gain(("wood-6",)))
    assert violation.values["n"] == 5
    assert table.against(0, Gain(("sake+2", "sake-3"))) == {("G1", "below_zero")}
    table.do(0, Gain(("sake+2", "sake-2")))


@pytest.mark.parametrize(
    "item", ["wood", "wood+0", "wood+-1", "gold+1", "wood+1000", "wood+ 1", "", "rock+1x"]
)
def test_G1_what_is_no_item_is_named(item: str) -> None:
    assert Table(2).against(0, Gain((item,)), Severity.IMPOSSIBLE) == {("G1", "no_such_item")}


def test_G1_nothing_and_too_much_are_refused() -> None:
    table = Table(2)
    assert table.against(0, Gain(())) == {("G1", "no_items")}
    assert table.against(0, Gain(("wood+1",) * 61)) == {("G1", "many_items")}
    assert table.against(0, Gain(("wood+99",))) == {("G1", "too_many")}
    assert table.against(0, Gain(("walk+99", "walk+1"))) == {("G1", "too_many")}


def test_G1_anybody_enters_what_a_turn_gave_at_any_time() -> None:
    for tracking in ("turns", "everything"):
        table = Table(3, tracking).do(2, Gain(("vp+3",)))
        assert table.good(2, "vp") == 3 and GAME.to_act(table.state) == (0,)


def test_G1_what_is_due_can_be_dropped_and_what_is_not_due_says_so() -> None:
    table = Table(2).do(0, Gain(("resource+2",))).do(0, Take("resource", "sake")).do(0, Drop("resource"))
    assert table.due(0) == {} and table.good(0, "sake") == 1
    assert table.against(0, Drop("resource")) == {("G1", "nothing_to_drop")}
    assert table.against(0, Take("resource", "sake")) == {("G1", "nothing_due")}
    assert table.force(0, Take("resource", "sake")).good(0, "sake") == 2, "entered late all the same"
    assert table.against(0, Take("luck", "sake"), Severity.IMPOSSIBLE) == {("G1", "no_such_due")}
    assert table.against(0, Take("build", "temple"), Severity.IMPOSSIBLE) == {("G1", "no_such_due")}


# --- buildings and crystals


def test_G2_six_buildings_a_game() -> None:
    table = Table(2)
    for _ in range(6):
        table.do(0, Build("temple" if _ < 3 else "farm", "yomi"))
    assert table.against(0, Build("onsen", "glade"), Severity.IMPOSSIBLE) == {("G2", "six_buildings")}
    assert table.against(0, Gain(("onsen+1",))) == {("G2", "six_buildings")}
    table.do(0, Gain(("farm-1",))).do(0, Build("onsen", "glade", 3, ("kodama.glade+1", "amulet1+1")))
    assert table.has(0).kodama[3] == 2 and table.good(0, "amulet1") == 2
    for kind, region in (("castle", "yomi"), ("farm", "home")):
        assert table.against(1, Build(kind, region)) == {("G2", "no_such_building")}
    assert table.against(1, Build("farm", "yomi", 7)) == {("G2", "no_such_value")}


def test_G2_an_area_that_was_counted_can_be_full_and_a_type_used_up() -> None:
    table = Table(4).do(TABLE, Count("area.glade", 1)).do(0, Build("farm", "glade"))
    assert table.against(0, Build("farm", "glade")) == {("G2", "area_full")}
    for seat in range(1, 4):
        table.do(seat, Gain(("farm+1",))) if seat == 3 else table.do(seat, Gain(("farm+2",)))
    assert table.against(0, Build("farm", "yomi")) == {("G2", "tiles_used_up")}


def test_G2_building_takes_what_was_due() -> None:
    table = Table(2).do(0, Gain(("build+1", "grow_or_build+1"))).do(0, Build("farm", "yomi", 0, ("wood-1",)))
    assert table.due(0) == {"grow_or_build": 1} and table.good(0, "wood") == 0
    assert table.do(0, Build("farm", "yomi")).due(0) == {}


@pytest.mark.parametrize(
    ("kind", "due", "amulets"),
    [
        ("ara", {"resource_or_amulet": 1}, 1),
        ("nigi", {"unlock": 1}, 2),
        ("saki", {"walk_or_amulet": 1}, 1),
        ("kushi", {"kodama_or_amulet": 1}, 1),
        ("shinigami", {}, 1),
    ],
)
def test_G3_each_mitama_acts_when_it_is_gained(kind: str, due: dict[str, int], amulets: int) -> None:
    table = Table(2).do(0, Gain((f"{kind}+1",)))
    assert table.due(0) == due and table.good(0, "amulet1") == amulets
    assert Table(2, "turns").do(0, Gain((f"{kind}+1",))).due(0) == {}


def test_G4_a_pair_is_made_when_one_is_gained_and_the_other_waits() -> None:
    table = Table(2).do(0, Gain(("shinigami+1",)))
    assert table.good(0, "pair_shinigami") == 1, "the dragonfly of set-up was waiting"
    table.do(0, Gain(("ara+1", "ara+1"))).do(0, Gain(("dragonfly+1",)))
    assert table.good(0, "pair_ara") == 1 and "pair" not in table.due(0)
    assert table.has(0).pairs == 2 and table.good(0, "dragonfly") == 2
    table.do(0, Gain(("saki+1", "dragonfly+1")))
    assert table.due(0)["pair"] == 1, "an ara and a saki wait: which?"
    assert table.against(0, Take("pair", "kushi")) == {("G4", "nothing_to_pair")}
    assert table.do(0, Take("pair", "saki")).good(0, "pair_saki") == 1


def test_G4_a_pair_is_never_split() -> None:
    table = Table(2).do(0, Gain(("shinigami+1",)))
    assert table.against(0, Gain(("shinigami-1",))) == {("G4", "in_a_pair")}
    assert table.against(0, Gain(("dragonfly-1",))) == {("G4", "in_a_pair")}
    assert table.against(0, Gain(("pair_shinigami+1",))) == {("G4", "nothing_to_pair")}


def test_G5_a_crystal_wakes_the_pilgrim_of_its_place() -> None:
    table = Table(2).do(0, Gain(("grow+1",))).do(0, Grow("sense_crystal", "slot1", ("wood-1",)))
    player = table.has(0)
    assert (player.awake, player.asleep, table.due(0)) == (4, 7, {})
    assert table.against(0, Grow("dream_crystal", "slot1")) == {("G5", "crystal_there")}
    for _ in range(5):
        table.do(0, Grow("dream_crystal", "top"))
    assert table.against(0, Grow("dream_crystal", "top")) == {("G5", "crystal_there")}
    table.do(0, Gain(("crystal+1",))).do(0, Grow("memory_crystal", "slot2"))
    assert table.against(0, Grow("memory_crystal", "slot0")) == {("G5", "crystal_places")}
    assert table.has(0).asleep == 0
    for crystal, place in (("red", "top"), ("crystal", "left")):
        assert table.against(1, Grow(crystal, place)) == {("G5", "no_such_crystal_place")}


def test_A8_purple_points_of_places_wait_for_the_ascension() -> None:
    table = Table(3)
    before = {line.key: line.points for line in GAME.score(tally(table)).players[0].lines}
    assert "building_vp" not in tally(table)["players"][0], "of a place that nobody knows it is asked"
    table.do(0, Build("temple", "glade", 1, ("wood-1", "building_vp+3")))
    table.do(0, Build("farm", "yomi", 1, ("building_vp+4",)))
    table.do(0, Grow("dream_crystal", "top", ("crystal_vp+2",)))
    sheet = tally(table)
    assert (sheet["players"][0]["building_vp"], sheet["players"][0]["crystal_vp"]) == (7, 2)
    lines = {line.key: line.points for line in GAME.score(sheet).players[0].lines}
    assert lines["destiny"] == 9 and lines["track"] == before["track"] == table.good(0, "vp")
    assert table.against(0, Gain(("building_vp-8",)), Severity.IMPOSSIBLE) == {("G1", "below_zero")}
    table.have(0, building_vp=5)
    assert tally(table)["players"][0]["building_vp"] == 5


def tally(table: Table) -> dict[str, Any]:
    return GAME.tally(table.state, ("Ana", "Bo", "Cem"))


def test_G6_of_two_visions_one_is_kept_or_a_resource_taken() -> None:
    table = Table(2).do(0, Gain(("vision_or_resource+2",)))
    table.do(0, Take("vision_or_resource", "vision")).do(0, Take("vision_or_resource", "stone"))
    assert table.good(0, "vision") == 2 and table.good(0, "stone") == 1


def test_G7_rocks_and_their_path() -> None:
    table = Table(2).do(0, Take("rock", "kappa")).do(0, Gain(("rock+1",)))
    table.do(TABLE, Count("rocks", 1))
    assert table.against(0, Take("rock", "farm")) == {("G7", "rock_path_full")}
    table.do(TABLE, Count("rocks", 2)).do(0, Take("rock", "farm"))
    assert [rock.of for rock in table.has(0).rocks] == ["kappa", "farm"]
    assert table.against(0, Take("rock", "yama_uba"), Severity.IMPOSSIBLE) >= {("G1", "no_such_choice")}
    table.have(0, rocks=18)
    assert ("G7", "no_rock_left") in table.against(0, Take("rock", "farm"))


def test_G8_an_awake_pilgrim_is_seated_at_a_rock() -> None:
    table = Table(2).do(0, Take("rock", "kappa")).do(0, Gain(("seat+3",))).do(0, Take("seat", "0"))
    player = table.has(0)
    assert (player.rocks[0].pilgrims, player.awake, player.asleep) == (1, 2, 8)
    assert table.against(0, Take("seat", "1")) == {("G8", "no_such_rock")}
    table.have(0, awake=0)
    assert table.against(0, Take("seat", "0")) == {("G8", "nobody_to_seat")}
    table.have(0, gone=10)
    assert table.against(0, Take("seat", "0"), Severity.IMPOSSIBLE) == {("W2", "no_pilgrim_left")}


def test_G8_pilgrims_are_sent_by_the_pad_as_well() -> None:
    table = Table(2).do(0, Gain(("awake+2", "road+1", "settled+1", "gone+1")))
    player = table.has(0)
    assert (player.awake, player.road, player.settled, player.gone, player.asleep) == (3, 0, (0,), 1, 6)
    assert table.against(0, Gain(("settled+1",))) == {("G8", "no_pilgrims")}
    assert table.do(0, Gain(("settled-1",))).has(0).road == 1


def test_G9_kodama_go_on_and_are_pushed_back() -> None:
    table = Table(3).do(0, Gain(("kodama+2", "push+1"))).do(0, Take("kodama", "yomi"))
    table.do(0, Take("kodama", "forge"))
    assert table.has(0).kodama == (2, 1, 1, 1, 2)
    assert table.against(0, Take("push", "yomi.1")) == {("G9", "kodama_start")}
    assert table.against(0, Take("push", "yomi.0")) == {("G1", "no_such_choice")}, "not one's own"
    table.do(TABLE, FixKodama(1, "yomi", 3)).do(0, Take("push", "yomi.1"))
    assert table.has(1).kodama[0] == 2
    assert table.against(TABLE, FixKodama(1, "yomi", 0)) == {("G9", "kodama_range")}
    assert table.against(TABLE, Count("kodama", 1)) == {("G9", "track_shorter")}


def test_G10_the_last_space_holds_one() -> None:
    table = Table(3).do(TABLE, Count("kodama", 5)).do(TABLE, FixKodama(1, "glade", 5))
    table.do(0, Gain(("kodama.glade+9",)))
    assert table.has(0).kodama[3] == 4
    assert table.against(0, Gain(("kodama.glade+1",))) == {("G10", "kodama_end")}
    table.do(0, Gain(("kodama.yomi+9",)))
    assert table.has(0).kodama[0] == 5


# --- movement points


def test_W1_movement_points_are_spent_one_by_one_or_lost() -> None:
    table = walking(2).do(0, Take("walk", "start"))
    assert table.due(0) == {"walk": 1} and table.hints(0, Play(0)) == {("W1", "points_lost")}
    table.do(0, Play(0))
    assert table.due(0) == {}
    assert table.against(0, Take("walk", "start")) == {("W1", "no_points")}


def test_W1_points_of_the_last_turn_are_gone_when_one_passes() -> None:
    table = all_out(Table(2), 0).turn(0).do(0, Gain(("walk+1",)))
    assert table.hints(0, Pass()) == {("W1", "points_lost")}
    assert table.do(0, Pass()).due(0) == {}


def test_W2_an_awake_pilgrim_sets_out() -> None:
    table = walking(2).do(0, Take("walk", "start"))
    assert (table.has(0).awake, table.has(0).road, table.has(0).asleep) == (2, 1, 8)
    table.have(0, awake=0)
    assert table.against(0, Take("walk", "start")) == {("W2", "nobody_awake")}
    table.have(0, gone=10)
    assert table.against(0, Take("walk", "start"), Severity.IMPOSSIBLE) == {("W2", "no_pilgrim_left")}


def test_W3_a_pilgrim_goes_on() -> None:
    assert walking().against(0, Take("walk", "on")) == {("W3", "none_on_road")}
    table = walking(road=1).do(0, Take("walk", "on"))
    assert table.has(0).road == 1 and table.due(0) == {}
    assert walking(road=1).against(0, Take("walk", "back")) == {("G1", "no_such_choice")}


def test_W4_one_pilgrim_of_a_player_in_a_side_path() -> None:
    table = walking(3, road=2).do(0, Take("walk", "side.2"))
    assert table.has(0).settled == (2,) and table.has(0).road == 1
    assert table.against(0, Take("walk", "side.2")) == {("W4", "side_taken")}
    assert table.against(0, Take("walk", "side.99")) == {("G1", "no_such_choice")}
    table.have(1, road=1).do(1, Gain(("walk+1",))).do(1, Take("walk", "side.2"))
    assert table.do(0, Take("walk", "side")).has(0).settled == (2, 0), "nobody need say which"


def test_W4_side_paths_are_offered_by_number_once_they_are_counted() -> None:
    table = walking(road=1)
    assert Take("walk", "side") in list(GAME.candidates(table.state, 0))
    table.do(TABLE, Count("side", 2))
    offered = {m.what for m in GAME.candidates(table.state, 0) if m.kind == "take" and m.due == "walk"}
    assert offered == {"bitoku", "start", "on", "side.1", "side.2", "bridge1", "bridge2"}


def test_W5_bridges_ask_for_accomplished_cards() -> None:
    table = walking(road=1, yu=2)
    assert table.against(0, Take("walk", "bridge1")) == {("W5", "bridge_closed")}
    table.have(0, accomplished=1)
    assert table.against(0, Take("walk", "bridge1")) == set()
    assert table.against(0, Take("walk", "bridge2")) == {("W5", "bridge_closed")}
    table.have(0, accomplished=2).do(0, Take("walk", "bridge2"))


def test_W6_the_marker_goes_to_the_next_card() -> None:
    table = walking(2)
    assert table.against(0, Take("walk", "bitoku"), Severity.IMPOSSIBLE) == {("W6", "no_card_ahead")}
    table.do(0, Gain(("yu+1",))).do(0, Take("walk", "bitoku", ("vp+3", "sake+1")))
    assert [table.good(0, what) for what in ("accomplished", "vp", "sake")] == [1, 3, 1]
    assert table.against(0, Gain(("yu-1",))) == {("W6", "no_card_ahead")}


def test_W6_no_more_cards_of_a_kind_than_there_are() -> None:
    table = Table(2).do(0, Gain(("meiyo+1",)))
    assert table.against(1, Gain(("meiyo+1",))) == {("W6", "copies")}
    assert table.against(1, Gain(("meiyo+1",)), Severity.IMPOSSIBLE) == set(), "the table may know better"
    assert table.against(TABLE, FixCount(1, "gi", 3)) == {("W6", "copies")}


# --- corrections of counts


def test_counts_are_corrected_in_one_entry() -> None:
    table = Table(2).have(0, temple=2, dream_crystal=1, settled=2, hand=1, slot1=1, vp=40, rocks=2)
    player = table.has(0)
    assert len(table.state.own_buildings(0)) == 2 and player.slots == (False, True, False)
    assert (player.hand, len(player.settled), len(player.rocks), table.good(0, "vp")) == (1, 2, 2, 40)
    table.have(0, temple=0, settled=0, rocks=0)
    assert table.state.own_buildings(0) == [] and table.has(0).settled == ()
    for move, reason in (
        (FixCount(0, "vp", -1), "count_range"),
        (FixCount(0, "wood", 100), "count_range"),
        (FixCount(0, "slot0", 2), "count_range"),
        (FixCount(0, "road", 12), "no_pilgrims"),
        (FixCount(0, "gold", 1), "no_such_item"),
        (FixCount(7, "vp", 1), "no_such_seat"),
        (FixCount(0, "temple", 7), "six_buildings"),
    ):
        assert {why for _, why in table.against(TABLE, move, Severity.IMPOSSIBLE)} == {reason}


def test_kodama_are_corrected_where_they_stand() -> None:
    table = Table(2)
    for at, region in enumerate(REGIONS):
        table.do(TABLE, FixKodama(1, region, at + 2))
    assert table.has(1).kodama == (2, 3, 4, 5, 6)
    assert table.against(TABLE, FixKodama(1, "sea", 1)) == {("D4", "no_such_space")}
