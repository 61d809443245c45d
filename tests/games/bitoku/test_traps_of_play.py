"""The mistakes that players report (facts/bitoku.md, section 9), those of set-up and of play. The others are
beside the count."""

from __future__ import annotations

import pytest

from companion.facts import LANGUAGES, components, rules, words
from companion.games.bitoku import GAME
from companion.games.bitoku.moves import (
    Build,
    Count,
    Cross,
    Farewell,
    FixKodama,
    FixSeason,
    Gain,
    Go,
    Pass,
    Place,
    Play,
    Take,
    Use,
)
from companion.games.bitoku.reminders import setup_list
from companion.games.bitoku.state import NOBODY
from companion.games.bitoku.tally import tally
from tests.games.bitoku.table import TABLE, Table, all_out


def listed(seats: int) -> dict[str, str]:
    """The set-up list in English, by key."""
    say = words("en")
    return {r.key: say(f"bitoku.do.{r.key}", **r.values) for r in setup_list(seats)}


def test_T01_inserts_swapped() -> None:
    three, four = listed(3)["board_three"], listed(4)["board_four"]
    assert "fewer" in three and "more" in four
    for text in (three, four):
        assert "red frames in the forest below" in text and "blue ones on the hills above" in text


def test_T02_ancient_buildings_have_no_owner() -> None:
    assert "missing bonus" in listed(2)["ancient_all"] and "missing bonus" in listed(3)["ancient_two"]
    table = Table(3).die(0, 0, 3, "green.0").do(0, Place(0, "glade", "1"))
    ancient = next(at for at, b in enumerate(table.state.buildings) if b.region == "glade")
    assert table.state.buildings[ancient].owner == NOBODY
    table.do(0, Use(ancient))
    assert all(table.due(seat) == {} for seat in range(3))
    assert Table(4).state.buildings == ()


def test_T03_gates_mixed_up() -> None:
    text = listed(3)["torii"]
    assert "A (reddish)" in text and "B (bluish)" in text and "8 of each" in text


def test_T04_resonance_before_or_after_the_card() -> None:
    """What card and crystal gave is entered in any order, in one entry or in two."""
    before = Table(2).do(0, Play(0)).do(0, Gain(("wood+1",))).do(0, Gain(("vp+2",)))
    after = Table(2).do(0, Play(0)).do(0, Gain(("vp+2", "wood+1")))
    assert before.state == after.state


def test_T05_amulets_on_a_die() -> None:
    table = Table(2).have(0, amulet1=0, amulet2=1).die(0, 0, 5, "green.0").do(0, Place(0, "glade", "1", 1))
    assert table.has(0).dice[0].value == 6 and table.good(0, "amulet2") == 0, "the surplus is lost"
    table = Table(2).have(0, amulet1=2).die(0, 0, 2, "green.0").do(0, Place(0, "glade", "1", 2))
    assert table.has(0).dice[0].value == 4 and table.good(0, "amulet1") == 0


def test_T06_a_pilgrim_thrown_away_for_a_die_that_is_placed_at_once() -> None:
    table = Table(2).do(0, Place(0, "glade", "1", pilgrim=1))
    player = table.has(0)
    assert player.dice[0].at == "glade.1" and 11 - player.gone == 10
    asleep = Table(2).have(0, awake=0)
    assert asleep.against(0, Place(0, "glade", "1", pilgrim=1)) == {("D2", "none_awake")}


def test_T07_a_lower_die_may_be_placed_and_use_a_building() -> None:
    table = Table(4).die(1, 0, 4, "glade.4").do(1, Build("farm", "glade", 3)).do(1, Build("farm", "glade", 4))
    table.die(0, 0, 3, "green.0").do(0, Place(0, "glade", "2"))
    assert table.due(0) == {"building": 1}, "no forest action"
    assert table.against(0, Use(1)) == {("D6", "value_too_low")}
    table.do(0, Use(0)).turn(0).die(0, 1, 4, "green.1").do(0, Place(1, "glade", "2"))
    assert table.due(0)["wood_or_jade"] == 1, "a 4 beside a 4"


def test_T09_an_unlocked_die_is_used_without_a_card() -> None:
    table = Table(2).do(0, Gain(("unlock+1",))).do(0, Take("unlock", "1")).do(0, Place(1, "glade", "1"))
    table.turn(0).do(0, Play(1))
    assert table.has(0).dice[1].at == "glade.1", "a card may still be played beside it"


@pytest.mark.parametrize(("value", "crossed"), [(6, 3), (5, 4), (2, 1)])
def test_T10_penance(value: int, crossed: int) -> None:
    table = Table(3, "turns").die(0, 0, value, "forge.1").do(0, Cross(0, "forge", "two"))
    assert table.has(0).dice[0].value == crossed


def test_T10_a_one_cannot_cross() -> None:
    table = Table(3, "turns").die(0, 0, 1, "forge.1")
    assert table.against(0, Cross(0, "forge", "two")) == {("C2", "one_cannot")}


def test_T11_a_yokai_taken_by_crossing_is_played_the_same_year() -> None:
    table = (
        Table(3, "turns").have(0, hand=0).die(0, 0, 4, "forge.1").do(0, Cross(0, "forge", "yokai")).turn(0)
    )
    assert table.against(0, Play(0)) == set()
    for slot in range(3):
        table.have(0, **{f"slot{slot}": 1})
    assert table.against(0, Play(0)) == {("K1", "slots_full")}, "only while a place is free"


def test_T12_farewell_with_five_leaves_four() -> None:
    table = Table(2).do(0, Play(0)).do(TABLE, FixSeason("winter", 1))
    assert table.has(0).cards == 5
    points = 2 * 5  # two for each of five crystals, counted now whatever comes later
    table.do(0, Farewell(0, points))
    assert table.has(0).cards == 4 and table.good(0, "vp") == 10
    four = Table(2).have(0, deck=0).do(0, Play(0)).do(TABLE, FixSeason("winter", 1))
    assert four.against(0, Farewell(0, 1)) == {("Y7", "too_few_yokai")}


def test_T14_three_points_by_the_last_order_or_by_the_last_year() -> None:
    for reading, first in (("track", "Y"), ("last_round", "X")):
        table = Table(2, pioneer=reading).do(TABLE, FixSeason("spring", 4)).do(TABLE, Go())
        for seat in (0, 1):
            all_out(table, seat)
        table.die(1, 0, 5, "home.amulet")
        for seat in (0, 1):
            table.turn(seat).do(seat, Pass())
        table.do(TABLE, Go())
        assert table.state.season == "ascension" and table.state.order == (1, 0)
        players = GAME.score(tally(table.state, ("X", "Y"))).players
        pioneer = {p.name: line.points for p in players for line in p.lines if line.key == "pioneer"}
        assert pioneer == {first: 3, "XY".replace(first, ""): 0}


def test_T15_four_years() -> None:
    assert components("bitoku")["rounds"] == 4 == GAME.view(Table(2).state, 0).years


def test_T16_visions_and_rocks_are_open() -> None:
    table = Table(2).do(0, Take("rock", "kappa"))
    other = GAME.view(table.state, 1).players[0]
    assert other.goods["vision"] == 1 and [rock.of for rock in other.rocks] == ["kappa"]


def test_T17_two_players_have_a_neutral_kodama_on_every_track() -> None:
    assert "space 4 of all 5 tracks" in listed(2)["neutral_kodama"]
    assert set(tally(Table(2).state, ("A", "B"))["neutral_kodama"].values()) == {4}
    assert "neutral_kodama" not in tally(Table(3).state, ("A", "B", "C"))


@pytest.mark.parametrize("seats", GAME.seats)
def test_T19_everybody_starts_alike(seats: int) -> None:
    state = Table(seats).state
    players = state.players[: state.people]
    assert len(set(players)) == 1


def test_T20_the_rule_is_told_where_it_is_asked() -> None:
    """Rules are looked up all the time: whatever is refused names its rule, which can be read in each
    language."""
    table = Table(3).die(0, 0, 1, "yomi.1").die(1, 0, 4, "glade.3").die(0, 1, 3, "green.1")
    known, met = rules("bitoku"), set()
    for move in GAME.candidates(table.state, 0):
        for violation in GAME.check(table.state, 0, move):
            met.add(violation.rule)
            assert violation.rule in known
    assert {"C2", "D3", "D4", "D5", "Y4"} <= met
    for lang in LANGUAGES:
        say = words(lang)
        assert all(len(say(f"bitoku.rule.{id_}")) > 9 and say(f"bitoku.rule.{id_}.title") for id_ in met)


def test_T21_two_steps_for_one_kodama_or_for_two() -> None:
    table = Table(2).do(0, Gain(("kodama+2",)))
    table.do(0, Take("kodama", "yomi")).do(0, Take("kodama", "forge"))
    assert table.has(0).kodama == (2, 1, 1, 1, 2)
    table.do(0, Gain(("kodama+2",))).do(0, Take("kodama", "yomi")).do(0, Take("kodama", "yomi"))
    assert table.has(0).kodama[0] == 4
    table.do(0, Gain(("push+2",))).do(TABLE, FixKodama(1, "home", 3))
    table.do(0, Take("push", "home.1")).do(0, Take("push", "home.1"))
    assert table.has(1).kodama[2] == 1, "both on kodama of one region"


def test_T22_the_last_space_is_taken() -> None:
    table = Table(3).do(TABLE, Count("kodama", 8)).do(TABLE, FixKodama(1, "home", 8))
    table.do(TABLE, FixKodama(0, "home", 7)).do(0, Gain(("kodama+1",)))
    assert table.against(0, Take("kodama", "home")) == {("G10", "kodama_end")}
    assert table.has(0).kodama[2] == 7


def test_T23_a_die_that_crossed_no_longer_compares() -> None:
    table = Table(4).die(1, 0, 6, "stairway.4").die(0, 0, 2, "green.0")
    assert ("D5", "lower_die") in table.hints(0, Place(0, "stairway", "2"))
    table.turn(1).do(1, Cross(0, "stairway", "bitoku")).turn(0)
    assert table.hints(0, Place(0, "stairway", "2")) == set()
    assert table.do(0, Place(0, "stairway", "2")).due(0) == {"walk": 1}


def test_T24_a_six_in_the_forge_pays_less_for_one_of_two() -> None:
    table = Table(4).die(0, 0, 6, "green.0").do(0, Place(0, "forge", "6"))
    dues = GAME.view(table.state, 0).players[0].dues
    assert [(due.key, due.less) for due in dues if due.key in ("grow", "build")] == [
        ("grow", "one"),
        ("build", "one"),
    ]
    table.do(0, Build("farm", "forge"))
    assert [due.less for due in table.has(0).dues if due.key == "grow"] == ["one"]


def test_T29_points_left_over_and_side_paths() -> None:
    table = Table(2).have(0, road=2).do(0, Gain(("walk+3",))).do(0, Take("walk", "side.1"))
    assert table.against(0, Take("walk", "side.1")) == {("W4", "side_taken")}
    assert table.hints(0, Play(0)) == {("W1", "points_lost")}
    assert table.do(0, Play(0)).due(0) == {}, "lost"
    table.have(1, road=1).do(1, Gain(("walk+1",)))
    assert table.against(1, Take("walk", "side.1")) == set(), "another player's"


def test_T30_not_the_building_of_the_same_turn() -> None:
    table = Table(4).die(0, 0, 6, "green.0").do(1, Build("farm", "forge", 1))
    table.do(0, Place(0, "forge", "2")).do(0, Build("onsen", "forge", 1))
    assert table.against(0, Use(1)) == {("D7", "built_this_turn")}
