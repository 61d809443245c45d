"""Summer, rule by rule: whose turn, yokai, dice, amulets, placing, forest and building actions, passing."""

from __future__ import annotations

from companion.engine.game import Severity, Word
from companion.games.bitoku import GAME
from companion.games.bitoku.goods import pay_amulets
from companion.games.bitoku.moves import Build, FixTurn, Gain, Pass, Place, Play, Take, Use
from companion.games.bitoku.state import NOBODY
from tests.games.bitoku.table import TABLE, Table, all_out


def test_P1_turns_go_round_in_the_turn_order() -> None:
    table = Table(3, "turns")
    for turn, seat in enumerate((0, 1, 2, 0)):
        assert GAME.to_act(table.state) == (seat,)
        (violation,) = GAME.check(table.state, (seat + 1) % 3, Play(2))
        assert (violation.rule, violation.reason) == ("P1", "not_your_turn")
        assert violation.values == {"who": Word(f"seat.{seat}")}
        table.do(seat, Play(turn // 3))


def test_P1_a_turn_out_of_order_goes_on_from_there_when_the_table_wants_it() -> None:
    table = Table(3, "turns").force(1, Play(0))
    assert GAME.to_act(table.state) == (2,)


def test_P1_who_has_passed_is_left_out() -> None:
    table = all_out(Table(3, "turns"), 1).turn(1).do(1, Pass()).turn(0)
    assert GAME.to_act(table.do(0, Play(0)).state) == (2,)


def test_Y4_passing_needs_three_cards_and_three_dice() -> None:
    table = Table(2, "turns")
    assert table.against(0, Pass()) == {("Y4", "cards_left"), ("Y4", "dice_left")}
    values = {v.reason: v.values["n"] for v in GAME.check(table.state, 0, Pass())}
    assert values == {"cards_left": 3, "dice_left": 3}
    all_out(table, 0).turn(0)
    table.die(0, 2, 1, "green.2")
    assert table.against(0, Pass()) == {("Y4", "dice_left")}
    table.die(0, 2, 1, "home.copy").do(0, Pass())
    assert table.against(0, Pass()) == {("Y4", "has_passed")}


def test_Y4_what_can_no_longer_be_used_holds_nobody_back() -> None:
    table = Table(2).have(0, hand=0, awake=0)
    assert table.against(0, Pass()) == set()
    assert table.have(0, awake=1).against(0, Pass()) == {("Y4", "dice_left")}


def test_K1_a_yokai_goes_to_an_empty_place() -> None:
    table = Table(2, "turns").do(0, Play(1)).turn(0)
    assert table.has(0).slots == (False, True, False) and table.has(0).hand == 2
    assert table.against(0, Play(1), Severity.IMPOSSIBLE) == {("K1", "slot_taken")}
    table.do(0, Play(0)).turn(0).do(0, Play(2)).turn(0)
    for slot in range(3):
        assert table.against(0, Play(slot)) == {("K1", "slots_full")}
    assert table.against(0, Play(3)) == {("K1", "no_such_slot")}


def test_K1_a_hand_that_the_record_thinks_empty_can_be_overruled() -> None:
    table = Table(2, "turns").have(0, hand=0)
    assert table.against(0, Play(0)) == {("K1", "no_card")}
    assert table.force(0, Play(0)).has(0).hand == 0


def test_K2_the_die_beside_it_is_unlocked() -> None:
    table = Table(2, "turns").do(0, Play(1)).turn(0)
    assert [die.at for die in table.has(0).dice] == ["red.0", "green.1", "red.2"]
    table.die(0, 0, 3, "green.0").do(0, Play(0)).turn(0)
    assert table.has(0).dice[0].at == "green.0", "beside an unlocked die it unlocks nothing"
    table.die(0, 2, 1, "yomi.1").do(0, Play(2))
    assert [die.at for die in table.has(0).dice] == ["green.0", "green.1", "yomi.1"]


def test_D1_only_an_unlocked_die_is_placed_and_stays_where_it_is() -> None:
    table = Table(2, "turns")
    assert table.against(0, Place(0, "glade", "1")) == {("D1", "locked")}
    table.do(0, Play(0)).turn(0).do(0, Place(0, "glade", "3")).turn(0)
    assert table.has(0).dice[0].at == "glade.3"
    assert table.against(0, Place(0, "yomi", "1"), Severity.IMPOSSIBLE) == {("D1", "die_is_out")}
    assert table.against(0, Place(3, "yomi", "1")) == {("D1", "no_such_die")}


def test_D1_an_effect_can_unlock_a_die() -> None:
    table = Table(2).do(0, Gain(("unlock+1",)))
    table.do(0, Take("unlock", "2"))
    assert table.has(0).dice[2].at == "green.2" and "unlock" not in table.due(0)
    table.do(0, Gain(("unlock+1",)))
    assert table.against(0, Take("unlock", "2")) == {("D1", "not_locked")}


def test_D2_an_awake_pilgrim_thrown_away_frees_a_die() -> None:
    table = Table(2).do(0, Place(1, "glade", "1", pilgrim=1)).turn(0)
    player = table.has(0)
    assert (player.awake, player.asleep, player.gone) == (2, 8, 1)
    table.die(0, 0, 3, "green.0")
    assert table.against(0, Place(0, "glade", "1", pilgrim=1)) == {("D2", "needless")}
    table.have(0, awake=0)
    assert table.against(0, Place(2, "glade", "1", pilgrim=1)) == {("D2", "none_awake")}


def test_D2_where_turns_are_counted_a_pilgrim_may_have_woken() -> None:
    table = Table(2, "turns").have(0, awake=0)
    table.do(0, Place(0, "glade", "1", pilgrim=1)).turn(0)
    assert (table.has(0).gone, table.has(0).asleep) == (1, 10)
    table.have(0, gone=11)
    assert table.against(0, Place(1, "glade", "1", pilgrim=1)) == {("D2", "no_pilgrim")}


def test_D3_amulets_raise_a_die_and_give_no_change() -> None:
    table = Table(2).have(0, amulet1=0, amulet2=1).die(0, 0, 3, "green.0")
    assert table.against(0, Place(0, "home", "amulet", 1)) == {("D3", "no_amulets")}
    table.do(0, Place(0, "home", "amulet", 2))
    assert table.has(0).dice[0].value == 5 and table.good(0, "amulet2") == 1, "one spent, one gained there"


def test_D3_never_above_six() -> None:
    table = Table(2, "turns").die(0, 0, 5, "green.0")
    assert table.against(0, Place(0, "home", "amulet", 2)) == {("D3", "above_six")}
    assert table.force(0, Place(0, "home", "amulet", 2)).has(0).dice[0].value == 6


def test_D3_the_fewest_pips_are_lost() -> None:
    assert pay_amulets((1, 1, 1), 3, False) == (0, 0, 1)
    assert pay_amulets((2, 1, 0), 2, False) == (0, 1, 0)
    assert pay_amulets((0, 1, 1), 1, True) == (0, 1, 0)
    assert pay_amulets((0, 1, 1), 1, False) is None
    assert pay_amulets((1, 0, 0), 2, True) is None


def test_D4_any_die_on_any_space_but_one_a_space() -> None:
    table = Table(2, "turns").die(0, 0, 1, "green.0").die(1, 0, 6, "glade.6")
    low = Place(0, "glade", "6")
    assert table.against(0, low) == set()
    assert table.hints(0, low) == {("D4", "space_taken"), ("D5", "below_number")}
    table.do(TABLE, GAME.codec.from_json({"do": "count", "place": "glade.6", "n": 1}))
    assert table.against(0, low) == {("D4", "space_full")}
    table.do(TABLE, GAME.codec.from_json({"do": "count", "place": "glade.6", "n": 2}))
    assert table.against(0, low) == set() and ("D4", "space_taken") not in table.hints(0, low)
    for region, space in (("glade", "5"), ("hill", "yomi"), ("home", "walk"), ("nowhere", "1")):
        assert table.against(0, Place(0, region, space)) == {("D4", "no_such_space")}


def test_D5_the_forest_action_needs_the_highest_die() -> None:
    table = Table(4).die(1, 0, 4, "glade.3")
    table.die(0, 0, 3, "green.0")
    assert table.hints(0, Place(0, "glade", "2")) == {("D5", "lower_die")}
    table.do(0, Place(0, "glade", "2"))
    assert "wood_or_jade" not in table.due(0)
    table.turn(0).die(0, 1, 4, "green.1").do(0, Place(1, "glade", "2"))
    assert table.due(0) == {"wood_or_jade": 1}, "an equal die is enough"


def test_X3_the_harder_game_asks_for_a_higher_die() -> None:
    table = Table(4, forest_action="higher").die(1, 0, 4, "glade.3").die(0, 0, 4, "green.0")
    assert table.hints(0, Place(0, "glade", "2")) == {("D5", "not_higher")}
    table.do(0, Place(0, "glade", "2"))
    assert table.due(0) == {}
    table.turn(0).die(0, 1, 5, "green.1").do(0, Place(1, "glade", "2"))
    assert table.due(0) == {"wood_or_jade": 1}


def test_X3_against_a_six_an_amulet_counts_as_more() -> None:
    table = Table(4, forest_action="higher").die(1, 0, 6, "glade.3").die(0, 0, 6, "green.0")
    assert table.hints(0, Place(0, "glade", "6")) == {("D5", "not_higher")}
    assert table.hints(0, Place(0, "glade", "6", 1)) == set() == table.against(0, Place(0, "glade", "6", 1))
    table.do(0, Place(0, "glade", "6", 1))
    assert table.has(0).dice[0].value == 6 and table.good(0, "amulet1") == 0
    assert table.due(0) == {"resource": 3}
    assert ("D3", "above_six") in table.turn(0).against(0, Place(1, "yomi", "1", 5))


def building(table: Table, seat: int, region: str, value: int) -> int:
    """Another player's building in a region; its number."""
    table.turn(seat).do(seat, Build("temple", region, value))
    return len(table.state.buildings) - 1


def test_D6_a_building_is_used_by_a_die_that_reaches_it() -> None:
    table = Table(4)
    number = building(table, 1, "glade", 3)
    table.die(2, 0, 6, "glade.6").die(0, 0, 3, "green.0").turn(0)
    table.do(0, Place(0, "glade", "1"))
    assert table.due(0) == {"building": 1}, "whatever higher die stands there"
    table.do(0, Use(number, ("vp+2",)))
    assert table.good(0, "vp") == 2 and table.due(0) == {}
    assert table.against(0, Use(number)) == {("D6", "no_die_for_it")}, "once a die"
    assert table.against(0, Use(9)) == {("D6", "no_such_building_there")}


def test_D6_not_by_a_lower_die_nor_from_elsewhere() -> None:
    table = Table(4)
    low, far = building(table, 1, "glade", 4), building(table, 1, "yomi", 1)
    known = building(table, 1, "glade", 0)
    table.die(0, 0, 3, "green.0").turn(0).do(0, Place(0, "glade", "1"))
    assert table.against(0, Use(low)) == {("D6", "value_too_low")}
    assert table.against(0, Use(far)) == {("D6", "other_area")}
    assert table.against(0, Use(known)) == set(), "a value that nobody noted is for the player to judge"


def test_D7_not_in_the_turn_it_was_built() -> None:
    table = Table(4).die(0, 0, 6, "green.0")
    other = building(table, 1, "forge", 1)
    table.turn(0).do(0, Place(0, "forge", "2")).do(0, Build("onsen", "forge", 2))
    assert table.against(0, Use(other + 1)) == {("D7", "built_this_turn")}
    table.do(0, Use(other)).turn(0).die(0, 1, 6, "green.1").do(0, Place(1, "forge", "1"))
    assert table.against(0, Use(other + 1)) == set(), "in a later turn"


def test_D8_the_owner_gets_the_bonus_and_chooses() -> None:
    table = Table(3)
    theirs = building(table, 1, "glade", 1)
    own = building(table, 0, "glade", 1)
    ancient = next(
        at for at, b in enumerate(table.state.buildings) if b.owner == NOBODY and b.region == "glade"
    )
    for number in range(3):
        table.die(0, number, 3, f"green.{number}")
    for number, used in enumerate((own, ancient, theirs)):
        table.turn(0).do(0, Place(number, "glade", "1")).do(0, Use(used))
        assert table.due(1) == ({"owner": 1} if used == theirs else {})
    table.do(1, Take("owner", "amulet1"))
    assert table.good(1, "amulet1") == 2 and table.due(1) == {} and table.good(0, "vp") == 0


def used_by_all(table: Table, number: int, *moves: Use) -> None:
    """One die of the first player after another is placed in the glade, and uses the building there."""
    for die, move in enumerate(moves):
        table.die(0, die, 3, f"green.{die}").turn(0).do(0, Place(die, "glade", "1")).do(0, move)


def test_D8_what_is_known_of_the_building_comes_by_itself() -> None:
    table = Table(3).turn(1).do(1, Build("temple", "glade", 1, (), ("vp+1", "vp_or_amulet+1")))
    number = len(table.state.buildings) - 1
    used_by_all(table, number, Use(number, ("wood+1",)), Use(number))
    assert table.good(1, "vp") == 2 and table.due(1) == {"vp_or_amulet": 2} and table.due(0) == {}
    table.do(1, Take("vp_or_amulet", "vp")).do(1, Take("vp_or_amulet", "amulet1"))
    assert (table.good(1, "vp"), table.good(1, "amulet1"), table.due(1)) == (3, 2, {})
    assert table.against(1, Take("vp_or_amulet", "both"), Severity.IMPOSSIBLE)


def test_D8_a_building_known_when_used_is_known_from_then_on() -> None:
    table = Table(3)
    number = building(table, 1, "glade", 1)
    used_by_all(table, number, Use(number), Use(number, (), ("amulet1+1",)), Use(number))
    assert table.due(1) == {"owner": 1}, "of the first use nobody knew what the tile shows"
    assert table.good(1, "amulet1") == 3


def test_D8_nobody_else_gets_what_the_tile_shows_its_owner() -> None:
    table = Table(3)
    ancient = next(at for at, b in enumerate(table.state.buildings) if b.region == "glade")
    own = building(table, 0, "glade", 1)
    used_by_all(table, own, Use(own, (), ("vp+1",)), Use(ancient, (), ("vp+1",)))
    assert [table.good(seat, "vp") for seat in range(3)] == [0, 0, 0] and table.due(0) == {}
    assert table.state.buildings[own].for_owner == ("vp+1",)
    turns = Table(3, "turns")
    number = building(turns, 1, "glade", 1)
    turns.die(0, 0, 3, "glade.1").force(0, Use(number, (), ("vp+1",)))
    assert turns.good(1, "vp") == 0, "goods are not kept count of"


def test_D8_what_cannot_be_for_the_owner_is_said() -> None:
    table = Table(3)
    number = building(table, 1, "glade", 1)
    table.die(0, 0, 3, "green.0").turn(0).do(0, Place(0, "glade", "1"))
    for items in (("vp+1", "comet+1"), ("wood-9",), ("vp+1",) * 61):
        assert table.against(0, Use(number, (), items), Severity.IMPOSSIBLE)
        assert table.against(0, Build("temple", "yomi", 1, (), items), Severity.IMPOSSIBLE)
    assert table.against(0, Use(number, (), ("vp+1",))) == set()


def test_a_turn_correction_wakes_a_player_who_passed() -> None:
    table = all_out(Table(2, "turns"), 0).turn(0).do(0, Pass())
    table.do(TABLE, FixTurn(0))
    assert not table.has(0).passed and GAME.to_act(table.state) == (0,)
