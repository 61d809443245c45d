"""Set-up and the year, rule by rule."""

from __future__ import annotations

import pytest

from companion.engine.game import Severity
from companion.facts import LANGUAGES, words
from companion.games.bitoku import GAME
from companion.games.bitoku.moves import (
    Arrange,
    Count,
    Cross,
    Farewell,
    FixOrder,
    FixSeason,
    FixTurn,
    Gain,
    Go,
    Heights,
    Order,
    Pass,
    Place,
    Play,
    Ready,
    Track,
    Treasure,
)
from companion.games.bitoku.reminders import Reminder, season_list, setup_list
from companion.games.bitoku.state import State
from companion.games.bitoku.tally import tally
from tests.games.bitoku.table import TABLE, Table, all_out


def winter(seats: int = 2, tracking: str = "everything", *home: tuple[int, int, str]) -> Table:
    """A table at whose end of Summer these dice (seat, number, space) stand in the home."""
    table = Table(seats, tracking)
    for seat in range(seats):
        all_out(table, seat)
    for seat, number, space in home:
        table.die(seat, number, 5, f"home.{space}")
    for seat in range(seats):
        table.turn(seat).do(seat, Pass())
    return table


def keys(table: Table) -> list[tuple[str, int | None]]:
    return [(reminder.key, reminder.seat) for reminder in season_list(table.state)]


# --- setting up

PEOPLE = [seats for seats in GAME.seats if seats > 1]
"""How many play it without the Tengu."""


@pytest.mark.parametrize("seats", PEOPLE)
def test_P2_the_board_by_the_number_of_players(seats: int) -> None:
    listed = {reminder.key: reminder for reminder in setup_list(seats)}
    ancient = [b.region for b in Table(seats).state.buildings]
    assert ancient == {2: ["yomi", "stairway", "glade", "forge"], 3: ["yomi", "glade"], 4: []}[seats]
    board = {2: "board_plain", 3: "board_three", 4: "board_four"}
    assert {key for key in listed if key.startswith("board")} == {board[seats]}
    assert ("neutral_kodama" in listed) == (seats == 2)
    view = GAME.view(Table(seats, season="spring").state, 0)
    assert view.setup == setup_list(seats) and GAME.view(Table(seats).state, 0).setup == ()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seats", PEOPLE)
def test_every_reminder_can_be_said(seats: int, lang: str) -> None:
    say = words(lang).seating([f"P{n}" for n in range(4)])
    listed: list[Reminder] = [*setup_list(seats)]
    for table in (
        Table(seats, season="spring").have(0, hand=5).have(1, hand=1, deck=1, discards=3, dream_crystal=2),
        winter(seats, "turns", (0, 0, "amulet"), (1, 0, "vision")),
        winter(seats),
        Table(seats, "turns").do(TABLE, FixSeason("spring", 2)),
        winter(seats).do(TABLE, FixSeason("winter", 4)),
    ):
        listed += season_list(table.state)
    assert {"shuffle", "keep", "harvest", "order_asked", "farewell", "hills_new"} <= {r.key for r in listed}
    for reminder in listed:
        assert "{" not in say(f"bitoku.do.{reminder.key}", **reminder.values)


def test_P3_what_a_player_starts_with() -> None:
    player = Table(4).has(3)
    assert [(die.value, die.at) for die in player.dice] == [(3, "red.0"), (2, "red.1"), (1, "red.2")]
    assert (player.awake, player.asleep, player.kodama) == (3, 8, (1,) * 5)
    have = {k: v for k, v in GAME.view(Table(4).state, 3).players[3].goods.items() if v}
    species = dict.fromkeys(("kappa", "imomushi", "nezumi", "kitsune", "shin_ookami"), 1)
    assert have == {"wood": 1, "jade": 1, "amulet1": 1, **species, "dragonfly": 1, "vision": 1}
    assert player.due("rock") is not None and Table(4, "turns").has(3).dues == ()


def test_P4_everybody_sees_the_same() -> None:
    state = Table(3).state
    one, two = GAME.view(state, 0), GAME.view(state, 1)
    assert one.players == two.players and one.regions == two.regions
    assert not any(move.secret for move in GAME.moves)  # type: ignore[attr-defined]


def test_P5_how_much_is_recorded_changes_at_any_time() -> None:
    table = Table(2, "turns")
    assert table.against(TABLE, Track("turns")) == {("P5", "already_so")}
    assert table.against(TABLE, Track("some")) == {("P5", "no_such_tracking")}
    assert set(tally(table.state, ("A", "B"))["players"][0]) == {"name", "turn_order", "dice"}
    table.do(TABLE, Track("everything"))
    assert table.state.everything and table.has(1).due("rock") is not None
    assert "vp" in tally(table.state, ("A", "B"))["players"][0]
    assert not table.do(TABLE, Track("turns")).state.everything


def test_P1_what_belongs_to_the_table_is_no_move_of_a_seat() -> None:
    table = Table(2)
    assert table.against(0, Go(), Severity.IMPOSSIBLE) == {("P1", "table_only")}
    assert table.against(5, Ready(), Severity.IMPOSSIBLE) == {("P1", "no_such_seat")}
    assert table.against(TABLE, FixTurn(2)) == {("P1", "no_such_seat")}
    assert table.against(TABLE, FixOrder((0, 0))) == {("P1", "each_seat_once")}
    assert table.do(TABLE, FixOrder((1, 0))).state.order == (1, 0)


# --- the year


def year(table: Table) -> None:
    """One year, seat by seat."""
    for seat in table.state.order:
        table.do(seat, Ready())
    for turn in range(table.state.seats * 7):
        (seat,) = GAME.to_act(table.state)
        step = turn // table.state.seats
        if step < 3:
            table.do(seat, Play(step))
        elif step < 6:
            table.do(seat, Place(step - 3, ("yomi", "stairway", "glade")[step - 3], "1"))
        else:
            table.do(seat, Pass())
    assert table.state.season == "winter"
    for seat in table.state.order:
        table.do(seat, Ready())


def test_Y1_four_years_then_the_ascension() -> None:
    table = Table(3, "turns", season="spring")
    for number in range(1, 5):
        assert (table.state.year, table.state.season) == (number, "spring")
        year(table)
    assert table.state.season == "ascension" and GAME.to_act(table.state) == ()
    assert table.against(TABLE, Go()) == {("Y1", "over")}
    assert ("Y1", "not_summer") in table.against(0, Play(0))
    assert table.against(0, Ready()) == {("Y1", "nothing_to_finish")}
    table.do(0, Gain(("vp+2",)))


def test_Y1_turns_are_taken_in_summer_only() -> None:
    table = Table(2, season="spring")
    assert table.against(0, Play(0)) == {("Y1", "not_summer"), ("K1", "no_card")}
    table.do(0, Ready())
    assert table.against(0, Ready()) == {("Y1", "is_ready")} and GAME.to_act(table.state) == (1,)
    assert table.do(1, Ready()).against(0, Ready()) == {("Y1", "nothing_to_finish")}


def test_Y1_the_season_is_corrected() -> None:
    table = Table(2).do(TABLE, FixSeason("winter", 3))
    assert GAME.to_act(table.state) == (0, 1)
    assert table.against(TABLE, FixSeason("winter", 5)) == {("Y1", "no_such_season")}
    assert table.do(TABLE, FixSeason("autumn", 3)).state.season == "winter", "nothing to be asked"


@pytest.mark.parametrize(
    ("hand", "deck", "discards", "after"),
    [
        (0, 5, 0, (3, 1, 1)),
        (0, 1, 4, (3, 1, 1)),
        (3, 0, 2, (3, 1, 1)),
        (4, 2, 0, (3, 2, 1)),
        (6, 2, 0, (3, 2, 3)),
        (1, 2, 0, (3, 0, 0)),
    ],
)
def test_Y2_draw_to_four_keep_three(hand: int, deck: int, discards: int, after: tuple[int, ...]) -> None:
    table = Table(2, season="spring").have(0, hand=hand, deck=deck, discards=discards).do(0, Ready())
    assert (table.has(0).hand, table.has(0).deck, table.has(0).discards) == after


def test_Y2_each_player_is_reminded_until_ready() -> None:
    table = Table(2, season="spring").have(0, hand=1, deck=1, discards=3).have(1, hand=4)
    assert keys(table) == [("shuffle", 0), ("draw", 0), ("keep", 1)]
    assert keys(table.do(0, Ready())) == [("keep", 1)]


def test_Y3_dream_crystals_are_named_in_spring() -> None:
    table = Table(2, season="spring").have(0, dream_crystal=2, sense_crystal=1)
    assert ("harvest", 0) in keys(table) and ("harvest", 1) not in keys(table)
    (harvest,) = (r for r in season_list(table.state) if r.key == "harvest")
    assert harvest.values == {"n": 2}


def test_Y4_summer_ends_when_all_have_passed() -> None:
    table = Table(2, "turns")
    assert table.against(TABLE, Go()) == {("Y4", "not_all_passed")}
    assert table.force(TABLE, Go()).state.season == "winter"


def test_Y5_without_dice_in_the_home_the_order_stays() -> None:
    table = winter(3)
    assert table.state.season == "winter" and table.state.order == (0, 1, 2)


def test_Y5_one_player_alone_there_goes_first_unasked() -> None:
    table = winter(3, "turns", (2, 0, "amulet"), (2, 1, "walk"))
    assert table.state.season == "winter" and table.state.order == (2, 0, 1)


def test_Y5_several_are_asked_for_the_highest() -> None:
    table = winter(4, "turns", (1, 0, "amulet"), (3, 0, "walk"))
    assert table.state.season == "autumn" and GAME.to_act(table.state) == (0, 1, 2, 3)
    assert keys(table) == [("order_asked", None)]
    assert set(GAME.candidates(table.state, 0)) == {Order(1, 3), Order(3, 1)}
    assert table.against(0, Order(1, 2)) == {("Y5", "order_of_home")}
    assert table.against(0, Order(1, -1)) == {("Y5", "order_of_home")}
    assert table.against(0, Ready()) == table.against(TABLE, Go()) == {("Y5", "order_first")}
    table.do(TABLE, Order(3, 1))
    assert table.state.order == (3, 1, 0, 2) and table.state.season == "winter"
    assert table.against(0, Order(3, 1), Severity.IMPOSSIBLE) == {("Y5", "order_not_asked")}


def test_Y5_heights_noted_with_the_dice_tell_the_order() -> None:
    table = Table(3, "turns")
    for seat in range(3):
        all_out(table, seat)
    table.die(0, 0, 3, "green.0").die(2, 0, 3, "green.0")
    table.turn(0).do(0, Place(0, "home", "amulet", height=2))
    table.turn(2).do(2, Place(0, "home", "walk", height=1))
    for seat in range(3):
        table.turn(seat).do(seat, Pass())
    assert table.state.season == "winter" and table.state.order == (2, 0, 1)


def test_Y5_the_spaces_of_the_home_are_told_once() -> None:
    table = winter(3, "turns", (0, 0, "amulet"), (1, 0, "vision"), (1, 1, "walk"))
    spaces = ("walk", "resource", "amulet", "vision")
    assert table.against(TABLE, Heights(spaces[1:])) == {("Y5", "spaces_of_home")}
    table.do(TABLE, Heights(spaces))
    assert table.state.season == "winter" and table.state.order == (1, 0, 2), "only the highest die counts"
    table = winter(3, "turns", (0, 0, "amulet"), (1, 0, "amulet"))
    assert table.do(TABLE, Heights(spaces)).state.season == "autumn", "two dice on spaces of one kind"
    assert GAME.view(table.state, 0).next_order is None


def test_Y6_dice_come_home_with_their_values() -> None:
    table = winter(2, "turns", (0, 1, "amulet"))
    dice = table.has(0).dice
    assert [die.value for die in dice] == [1, 5, 3] and all(die.zone == "red" for die in dice)
    table.do(0, Arrange(2, 0, 1))
    assert [die.at for die in table.has(0).dice] == ["red.1", "red.2", "red.0"]
    assert table.against(0, Arrange(0, 0, 1), Severity.IMPOSSIBLE) == {("Y6", "each_die_once")}
    summer = Table(2)
    assert summer.against(0, Arrange(2, 0, 1)) == {("Y6", "only_winter")}
    summer.die(0, 0, 2, "yomi.1")
    assert summer.against(0, Arrange(2, 0, 1), Severity.IMPOSSIBLE) == {("Y6", "dice_not_home")}


def test_Y7_farewell_needs_five_yokai_in_all() -> None:
    table = winter(2)
    assert table.has(0).cards == 5 and ("farewell", 0) in keys(table)
    assert table.against(0, Farewell(0, 13)) == {("Y7", "most_points")}
    table.do(0, Farewell(0, 12))
    player = table.has(0)
    assert (player.cards, player.farewelled, table.good(0, "vp")) == (4, 1, 12)
    assert table.good(0, "kappa") == 1, "it still counts for rocks"
    assert table.against(0, Farewell(1, 1)) == {("Y7", "too_few_yokai"), ("Y7", "one_farewell")}
    assert table.against(0, Farewell(0, 1), Severity.IMPOSSIBLE) == {("Y7", "no_card_there")}
    assert table.against(0, Farewell(1, -1), Severity.IMPOSSIBLE) == {("Y7", "no_such_points")}
    assert table.hints(1, Farewell(0, 3)) == {("Y7", "turn_order")}
    assert table.do(0, Ready()).hints(1, Farewell(0, 3)) == set()


def test_Y7_only_in_winter() -> None:
    table = Table(2, "turns").do(0, Play(0))
    assert table.against(0, Farewell(0, 3)) == {("Y7", "only_winter_farewell")}


def test_Y8_played_cards_go_to_the_discards_and_hands_are_kept() -> None:
    table = winter(2).have(0, hand=1).do(0, Farewell(0, 3)).do(0, Ready())
    player = table.has(0)
    assert player.slots == (False,) * 3 and (player.hand, player.discards) == (1, 1 + 2)


def test_Y8_and_Y9_the_spirit_moves_on_and_the_hills_are_cleared() -> None:
    table = Table(2).die(0, 0, 4, "yomi.1").do(0, Cross(0, "yomi", "yokai"))
    table.force(TABLE, Go())
    assert table.state.boons == ("yomi.yokai",)
    assert {key for key, _ in keys(table)} >= {"spirit_on", "hills_new", "markets_new", "markers"}
    table.do(TABLE, Go())
    assert table.state.boons == () and (table.state.year, table.state.season) == (2, "spring")
    table.do(TABLE, FixSeason("winter", 4))
    listed = {key for key, _ in keys(table)}
    assert "to_ascension" in listed and "hills_new" not in listed
    assert table.do(TABLE, Go()).state.season == "ascension"


def test_a_season_that_needs_nothing_is_one_entry() -> None:
    table = winter(4, "turns")
    table.do(TABLE, Go())
    assert table.state.season == "spring"
    assert table.do(TABLE, Go()).state.season == "summer"


# --- the sheet


def counted(state: State) -> dict[str, int]:
    sheet = tally(state, tuple("ABCD"[: state.seats]))
    return {player.name: player.total for player in GAME.score(sheet).players}


def test_the_score_can_be_had_at_any_moment() -> None:
    table = Table(2, season="spring")
    assert counted(table.state) == {"A": 5, "B": 2}, "3 for the first; 6 pips and 2 resources"
    table.do(TABLE, Treasure("yomi", 6, 4, 2))
    assert table.hints(TABLE, Treasure("yomi", 2, 4, 6)) == {("P2", "prizes_fall")}
    assert table.against(TABLE, Treasure("sea", 2, 4, 6)) == {("P2", "no_such_treasure")}
    table.do(TABLE, Go()).do(0, Gain(("kodama.yomi+4", "vp+10", "yu+1", "jin+1")))
    assert counted(table.state) == {"A": 5 + 6 + 10 + 2, "B": 2 + 2}, "the neutral one is second"


def test_the_sheet_names_who_led_the_last_summer_where_that_is_the_rule() -> None:
    table = winter(2, "everything", (1, 0, "amulet"))
    assert table.state.order == (1, 0)
    assert all("last_round_first" not in p for p in tally(table.state, ("A", "B"))["players"])
    table = Table(2, pioneer="last_round")
    table.do(TABLE, FixOrder((1, 0)))
    players = tally(table.state, ("A", "B"))["players"]
    assert [p.get("last_round_first") for p in players] == [True, None]
    assert [p["turn_order"] for p in players] == [2, 1]
    assert GAME.score(tally(table.state, ("A", "B"))).options["pioneer"] == "last_round"


def test_counted_places_are_limited() -> None:
    table = Table(2)
    assert table.against(TABLE, Count("nowhere", 1)) == {("D4", "no_such_space")}
    assert table.against(TABLE, Count("yomi.1", 99)) == {("D4", "place_count")}
    assert table.do(TABLE, Count("yomi.1", 2)).do(TABLE, Count("yomi.1", 0)).state.sizes == ()
