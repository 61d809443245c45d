"""A table's life, with a tiny game: who sits where, what is recorded, what is refused, and the way back."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import record, tables, timelines
from companion.engine.game import TABLE, Severity
from companion.engine.log import Entry
from companion.store import Store
from companion.table import may_act, may_export
from companion.tables import REASONS, NoTable, NotYours, Outcome, Table, TableError, Tables, as_file
from tests.pile import GAME, STONES, Add, Take, Wish

GAMES = {"pile": GAME}
PLAYERS = [("Ann", "red"), ("李", "blue")]
NOON = datetime(2026, 1, 1, 20, 0, tzinfo=timezone(timedelta(hours=8)))
_nonces = (f"n{n}" for n in itertools.count())


def nonce() -> str:
    return next(_nonces)


@pytest.fixture
def house(place: str | Path) -> Iterator[Tables]:
    tables = Tables(Store(place), GAMES, lambda: NOON)
    yield tables
    tables.watcher.close()
    tables.store.close()


@pytest.fixture
def table(house: Tables) -> Table:
    return house.create("pile", PLAYERS, {}, "ann")


def play(house: Tables, table: Table, seat: int, move: Any, **more: Any) -> Outcome:
    more.setdefault("revision", house.get(table.code).revision)
    return house.play(table.code, seat, move, **{"nonce": nonce(), **more})


def refusal(error: pytest.ExceptionInfo[TableError]) -> tuple[str, str]:
    reason = error.value.reason
    assert set(error.value.values) == set(REASONS[reason]), reason
    return reason, ".".join(str(part) for part in error.value.path)


# -- opening and joining ---------------------------------------------------------------------------------


def test_a_new_table_stands_as_asked_for(house: Tables) -> None:
    table = house.create("pile", [("  Zoe\u0301  van\tA ", "black"), ("李", "blue")], {"long": "yes"}, "p")
    assert table.names == ("Zoé van A", "李") and [s.colour for s in table.seats] == ["black", "blue"]
    assert table.setup.options == {"long": "yes"} and table.state.pile == STONES + 3
    assert table.created == "2026-01-01T12:00:00Z" and table.revision == 0
    assert table.is_host("p") and not table.is_host("q") and not table.is_host(None)
    assert table.seats_of("p") == (0,) and [s.taken for s in table.seats] == [True, False]
    assert house.find(table.short.lower()) == house.find(table.code) == table.code
    assert house.get(f"{table.code[:4]}-{table.code[4:].lower()}").code == table.code


def test_the_tables_for_one_of_a_phone_are_found_last_opened_first(house: Tables) -> None:
    mine = [house.create("pile", [("Ann", "red")], {}, "ann").code for _ in range(3)]
    house.create("pile", PLAYERS, {}, "ann")
    house.create("pile", [("Bo", "red")], {}, "bo")
    assert house.alone("pile", "ann", 9) == mine[::-1]
    assert house.alone("pile", "ann", 2) == mine[:0:-1]
    house.free(mine[2], 0, "ann")
    assert house.alone("pile", "ann", 9) == mine[1::-1]
    assert house.alone("pile", "cem", 9) == house.alone("chess", "ann", 9) == []


def test_a_game_alone_that_a_file_brought_is_nobodys(house: Tables) -> None:
    code = house.create("pile", [("Ann", "red")], {}, "ann").code
    play(house, house.get(code), 0, Take(1))
    brought = house.claim(house.import_(house.export(code), "bo").code, 0, "bo")
    assert brought.revision == 1 and house.alone("pile", "bo", 9) == []
    assert house.alone("pile", "ann", 9) == [code]


@pytest.mark.parametrize(
    ("players", "options", "reason", "path"),
    [
        ([], {}, "seat_count", "players"),
        ([(str(n), c) for n, c in enumerate(tables.COLOURS[:5])], {}, "seat_count", "players"),
        ([("", "red")], {}, "name_empty", "players.0.name"),
        ([(" \u200d ", "red")], {}, "name_empty", "players.0.name"),
        ([("x" * 25, "red")], {}, "name_long", "players.0.name"),
        ([("x" * 10_000, "red")], {}, "name_long", "players.0.name"),
        ([("a\x00b", "red")], {}, "name_letters", "players.0.name"),
        ([("a\u202eb", "red")], {}, "name_letters", "players.0.name"),
        ([("a\ud800", "red")], {}, "name_letters", "players.0.name"),
        ([("Ann", "red"), ("ＡＮＮ", "blue")], {}, "name_twice", "players.1.name"),
        ([("Ann", "red"), ("Bo", "red")], {}, "colour_twice", "players.1.colour"),
        ([("Ann", "mauve")], {}, "colour_unknown", "players.0.colour"),
        ([("Ann", "red")], {"long": "very"}, "option_unknown", "options.long"),
        ([("Ann", "red")], {"short": "yes"}, "option_unknown", "options.short"),
    ],
)
def test_bad_input_is_refused_with_its_place(
    house: Tables, players: list[tuple[str, str]], options: dict[str, str], reason: str, path: str
) -> None:
    with pytest.raises(TableError) as error:
        house.create("pile", players, options, "p")
    assert refusal(error) == (reason, path)
    assert error.value.field == path.split(".")[0]


@pytest.mark.parametrize("name", ["x" * 24, "👩‍👩‍👧", "O'Neil-<b>", "محمد", "森の精"])
def test_names_of_all_kinds_pass(house: Tables, name: str) -> None:
    table = house.create("pile", [(name, "red")], {}, "p")
    assert house.get(table.code).names == (name,)


def test_what_is_not_there_is_said(house: Tables) -> None:
    with pytest.raises(TableError) as error:
        house.create("chess", PLAYERS, {}, "p")
    assert refusal(error) == ("unknown_game", "game")
    for code in ("", "A" * 13, "x" * 1000, "../etc", "\ud800", "A" * 6, "é"):
        for ask in (house.get, house.find, house.change, house.export, lambda c: house.wait(c, 0, 0)):
            with pytest.raises(NoTable):
                ask(code)
    assert not house._timelines._kept, "codes that lead nowhere take no room"


def test_seats_are_claimed_once_and_freed_by_holder_or_host(house: Tables, table: Table) -> None:
    assert house.claim(table.code, 1, "bo").seats_of("bo") == (1,)
    assert house.claim(table.code, 1, "bo").seats_of("bo") == (1,), "again is no harm"
    with pytest.raises(TableError) as error:
        house.claim(table.code, 1, "cy")
    assert refusal(error) == ("seat_taken", "seat")
    with pytest.raises(NotYours):
        house.free(table.code, 1, "cy")
    with pytest.raises(NotYours):
        house.free(table.code, 0, "bo")
    assert not house.free(table.code, 1, "bo").seats[1].taken
    house.claim(table.code, 1, "cy")
    assert house.free(table.code, 1, "ann").seats_of("cy") == ()
    for seat in (-1, 2, 10**30):
        with pytest.raises(TableError) as error:
            house.claim(table.code, seat, "cy")
        assert refusal(error) == ("seat_unknown", "seat")


def test_two_phones_cannot_get_the_same_seat_at_once(house: Tables) -> None:
    for _ in range(10):
        table = house.create("pile", PLAYERS, {}, "ann")

        def sit(phone: str, code: str = table.code) -> bool:
            try:
                return bool(house.claim(code, 1, phone))
            except TableError:
                return False

        with ThreadPoolExecutor(4) as pool:
            assert sum(pool.map(sit, "abcd")) == 1


def test_a_locked_table_seats_nobody_new(house: Tables, table: Table) -> None:
    with pytest.raises(NotYours):
        house.lock(table.code, True, "bo")
    assert house.lock(table.code, True, "ann").locked
    with pytest.raises(TableError) as error:
        house.claim(table.code, 1, "bo")
    assert refusal(error) == ("table_locked", "seat")
    assert house.claim(table.code, 1, "ann").seats_of("ann") == (0, 1)
    house.free(table.code, 1, "ann")
    house.lock(table.code, False, "ann")
    assert house.claim(table.code, 1, "bo").seats[1].taken


def test_a_seat_is_renamed_by_those_it_concerns(house: Tables, table: Table) -> None:
    with pytest.raises(NotYours):
        house.rename(table.code, 1, "Bo", "stranger")
    assert house.rename(table.code, 1, " Bo ", "ann").names == ("Ann", "Bo")
    house.claim(table.code, 1, "bo")
    house.claim(house.create("pile", PLAYERS, {}, "bo").code, 1, "bo")
    assert house.rename(table.code, 1, "BO", "bo").names == ("Ann", "BO"), "another spelling of itself"
    with pytest.raises(NotYours):
        house.rename(table.code, 0, "Ana", "bo")
    with pytest.raises(TableError) as error:
        house.rename(table.code, 1, "ann", "bo")
    assert refusal(error) == ("name_twice", "name")


def test_who_may_act(house: Tables, table: Table) -> None:
    assert may_act(table, "ann", 0) == 0
    assert may_act(table, "ann", 1) == 0, "nobody holds it: whoever has a seat is the scribe"
    assert may_act(table, "ann", TABLE) == 0
    for phone in (None, "stranger"):
        for seat in (0, 1, TABLE):
            with pytest.raises(NotYours):
                may_act(table, phone, seat)
    table = house.claim(table.code, 1, "bo")
    assert may_act(table, "bo", 1) == may_act(table, "bo", TABLE) == 1
    for phone, seat in (("ann", 1), ("bo", 0)):
        with pytest.raises(NotYours):
            may_act(table, phone, seat)


def test_the_log_with_its_secrets_goes_to_those_who_know_them(house: Tables, table: Table) -> None:
    assert may_export(table, "ann") and not may_export(table, "stranger") and not may_export(table, None)
    table = house.claim(table.code, 1, "bo")
    assert not may_export(table, "ann") and not may_export(table, "bo")
    play(house, table, 0, Take(STONES), overrule=True)
    assert may_export(house.get(table.code), None), "the game is over"


# -- playing ---------------------------------------------------------------------------------------------


def test_a_move_is_recorded_with_who_and_when(house: Tables, table: Table) -> None:
    outcome = play(house, table, 0, Take(2), by=0)
    assert outcome.status == "recorded"
    assert outcome.entry == Entry(1, "move", 0, {"do": "take", "count": 2}, by=0, at="2026-01-01T12:00:00Z")
    assert outcome.table.state.pile == STONES - 2 and outcome.table.revision == 1
    assert outcome.table.change > table.change
    assert play(house, table, 1, {"do": "take", "count": 3}).table.state.taken == (2, 3)
    assert Tables(house.store, GAMES).get(table.code).state == house.get(table.code).state


def test_each_severity_has_its_answer(house: Tables, table: Table) -> None:
    assert play(house, table, 0, Take(99), overrule=True).status == "refused", "impossible stays impossible"
    refused = play(house, table, 0, Take(4))
    assert refused.status == "refused" and [v.rule for v in refused.violations] == ["P1"]
    assert house.get(table.code).revision == 0
    overruled = play(house, table, 0, Take(4), overrule=True)
    assert overruled.status == "recorded" and overruled.entry and overruled.entry.overruled == ("P1",)
    hinted = play(house, table, 1, Take(1))
    assert hinted.status == "recorded" and hinted.entry and hinted.entry.overruled == ()
    assert play(house, table, 0, Take(2), overrule=True).entry.overruled == ()  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "move", [{}, {"do": "fly"}, {"do": "take"}, {"do": "take", "count": "2"}, [], 3, "x"]
)
def test_what_is_no_move_is_invalid(house: Tables, table: Table, move: Any) -> None:
    outcome = play(house, table, 0, move)
    assert (outcome.status, outcome.reason) == ("invalid", "unreadable_move")


def test_half_a_character_is_no_move(house: Tables, table: Table) -> None:
    assert play(house, table, 0, Take(2, "\ud800")).reason == "unreadable_move"


@pytest.mark.parametrize("seat", [-2, 2, 10**20])
def test_a_seat_that_is_not_there_is_invalid(house: Tables, table: Table, seat: int) -> None:
    assert play(house, table, seat, Take(2)).reason == "no_such_seat"


@pytest.mark.parametrize("bad", ["", "x" * 65, "ä", "a\n", None, 3])
def test_a_nonce_is_a_short_plain_text(house: Tables, table: Table, bad: Any) -> None:
    with pytest.raises(TableError) as error:
        play(house, table, 0, Take(2), nonce=bad)
    assert refusal(error) == ("nonce", "nonce")


def test_the_same_form_twice_is_one_move(house: Tables, table: Table) -> None:
    first = play(house, table, 0, Take(2), nonce="tap", revision=0)
    play(house, table, 1, Take(3))
    second = play(house, table, 0, Take(2), nonce="tap", revision=0)
    assert second.status == "repeated" and second.entry == first.entry and second.table.revision == 2


def test_an_old_page_filled_in_another_way_is_no_repetition(house: Tables, table: Table) -> None:
    play(house, table, 0, Take(2), nonce="tap", revision=0)
    for seat, move in ((0, Take(3)), (1, Take(2))):
        assert play(house, table, seat, move, nonce="tap", revision=0).status == "conflict"
    assert house.undo(table.code, revision=1, nonce="tap").status == "conflict"
    assert house.get(table.code).revision == 1


def test_an_old_revision_counts_when_the_move_still_fits(house: Tables, table: Table) -> None:
    play(house, table, 0, Take(2))
    late = play(house, table, 1, Take(2), revision=0)
    assert late.status == "recorded" and late.table.revision == 2
    doubled = play(house, table, 1, Take(2), revision=1)
    assert doubled.status == "conflict" and doubled.table.revision == 2
    assert play(house, table, 1, Take(2), revision=1, overrule=True).status == "conflict", (
        "decided on an old page"
    )
    assert play(house, table, 0, Take(2), revision=10**30).status == "recorded"


def test_two_phones_that_enter_the_same_turn_at_once(house: Tables) -> None:
    for _ in range(10):
        table = house.create("pile", PLAYERS, {}, "ann")

        def enter(count: int, code: str = table.code) -> str:
            return house.play(code, 0, Take(count), revision=0, nonce=nonce()).status

        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(enter, (2, 3))) == ["conflict", "recorded"]


def test_eight_threads_lose_nothing(house: Tables, table: Table) -> None:
    def burst(thread: int) -> list[str]:
        return [
            house.play(table.code, TABLE, Add(1), revision=0, nonce=f"{thread}-{n}").status for n in range(15)
        ]

    with ThreadPoolExecutor(8) as pool:
        statuses = [status for found in pool.map(burst, range(8)) for status in found]
    recorded = statuses.count("recorded")
    assert set(statuses) <= {"recorded", "conflict"} and recorded > 100
    assert house.get(table.code).state.pile == STONES + recorded
    assert Tables(house.store, GAMES).get(table.code).state.pile == STONES + recorded


def test_kindly_refused_when_too_long(house: Tables, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TableError) as error:
        play(house, table, 0, Take(2, "x" * 50_000))
    assert refusal(error) == ("move_long", "move")
    assert play(house, table, 0, Take(2, "森" * 2600)).status == "recorded"
    monkeypatch.setattr(tables, "MAX_ENTRIES", 3)
    for _ in range(2):
        play(house, table, TABLE, Add(1))
    with pytest.raises(TableError) as error:
        play(house, table, TABLE, Add(1))
    assert refusal(error) == ("log_full", "")
    assert house.get(table.code).revision == 3


def test_a_log_cannot_be_made_costly_by_amendments(
    house: Tables, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MAX_WORK", 60)
    for _ in range(10):
        play(house, table, TABLE, Add(1))
    with pytest.raises(TableError) as error:
        for n in range(50):
            house.amend(table.code, 1, TABLE, Add(1), revision=10 + n, nonce=nonce())
    assert refusal(error) == ("log_full", "")
    assert house.get(table.code).revision == 15
    with pytest.raises(TableError):
        monkeypatch.setattr(record, "MAX_WORK", 20)
        house.import_(house.export(table.code), "p")


def test_a_closed_table_is_read_only(house: Tables, table: Table) -> None:
    play(house, table, 0, Take(2))
    with pytest.raises(NotYours):
        house.close(table.code, "bo")
    assert house.close(table.code, "ann").closed
    assert play(house, table, 1, Take(2)).reason == "closed"
    assert house.undo(table.code, revision=1, nonce=nonce()).reason == "closed"
    for change in (lambda: house.claim(table.code, 1, "bo"), lambda: house.rename(table.code, 0, "A", "ann")):
        with pytest.raises(TableError) as error:
            change()
        assert refusal(error)[0] == "table_closed"
    with pytest.raises(NoTable):
        house.find(table.short)
    assert house.export(table.code)["entries"]
    assert not house.close(table.code, "ann", closed=False).closed
    assert play(house, table, 1, Take(2)).status == "recorded"


# -- going back ------------------------------------------------------------------------------------------


def test_undo_and_redo(house: Tables, table: Table) -> None:
    code = table.code
    assert house.undo(code, revision=0, nonce=nonce()).reason == "nothing_to_undo"
    assert house.redo(code, revision=0, nonce=nonce()).reason == "nothing_to_redo"
    play(house, table, 0, Take(2))
    undone = house.undo(code, revision=1, nonce="u", by=0)
    assert undone.status == "recorded" and undone.table.state == table.state
    assert house.undo(code, revision=1, nonce="u").status == "repeated"
    assert house.redo(code, revision=1, nonce=nonce()).status == "conflict", "a way back is never re-based"
    assert house.redo(code, revision=2, nonce=nonce()).table.state.pile == STONES - 2


def test_back_drops_an_entry_and_all_after_it(house: Tables, table: Table) -> None:
    for seat, count in ((0, 2), (1, 3), (0, 1)):
        play(house, table, seat, Take(count))
    back = house.back(table.code, 2, revision=3, nonce=nonce())
    assert back.table.state.taken == (2, 0)
    for target in (2, 4, 0, -1, 99, 10**30):
        assert house.back(table.code, target, revision=4, nonce=nonce()).reason == "not_standing"
    assert house.undo(table.code, revision=4, nonce=nonce()).table.state.taken == (3, 3)


def test_restart_turn_drops_what_the_seat_to_act_did_since_the_others(house: Tables, table: Table) -> None:
    code = table.code
    play(house, table, 0, Take(2))
    assert house.restart_turn(code, revision=1, nonce=nonce()).reason == "nothing_to_restart"
    play(house, table, 1, Wish(1))
    play(house, table, TABLE, Add(1))
    play(house, table, 1, Wish(2), overrule=True)
    restarted = house.restart_turn(code, revision=4, nonce="r")
    assert restarted.status == "recorded" and restarted.entry and restarted.entry.target == 2
    assert restarted.table.state.wishes == (None, None) and restarted.table.state.pile == STONES - 2
    assert house.restart_turn(code, revision=4, nonce="r").status == "repeated"
    assert house.restart_turn(code, revision=4, nonce=nonce()).status == "conflict"


def test_restart_turn_after_the_end_takes_back_the_last_turn(house: Tables, table: Table) -> None:
    play(house, table, 0, Take(2))
    play(house, table, 1, Take(STONES - 2), overrule=True)
    assert house.get(table.code).over
    again = house.restart_turn(table.code, revision=2, nonce=nonce())
    assert again.table.state.taken == (2, 0)


def test_amend_changes_an_entry_and_keeps_what_came_after(house: Tables, table: Table) -> None:
    for seat, count in ((0, 2), (1, 3), (0, 3)):
        play(house, table, seat, Take(count))
    code = table.code
    amended = house.amend(code, 1, 0, Take(1), revision=3, nonce="a")
    assert amended.status == "recorded" and amended.table.state.taken == (4, 3)
    assert house.amend(code, 1, 0, Take(1), revision=3, nonce="a").status == "repeated"
    assert house.amend(code, 1, 0, Take(1), revision=3, nonce=nonce()).status == "conflict"
    assert house.amend(code, 9, 0, Take(1), revision=4, nonce=nonce()).reason == "not_standing"
    assert house.amend(code, 1, 7, Take(1), revision=4, nonce=nonce()).reason == "no_such_seat"
    assert house.amend(code, 1, 0, Take(4), revision=4, nonce=nonce()).status == "refused"
    overruled = house.amend(code, 1, 0, Take(4), revision=4, nonce=nonce(), overrule=True)
    assert overruled.entry and overruled.entry.overruled == ("P1",)
    node = overruled.table.timeline.node(1)
    assert node and node.entry.overruled == ("P1",) and node.move == Take(4)
    impossible = house.amend(code, 1, 0, Take(99), revision=5, nonce=nonce(), overrule=True)
    assert impossible.status == "refused" and impossible.broke is None
    assert house.undo(code, revision=5, nonce=nonce()).table.state.taken == (4, 3)


def test_an_amendment_that_makes_a_later_entry_impossible_names_it(house: Tables, table: Table) -> None:
    for seat, count in ((0, 2), (1, 3), (0, 7)):
        play(house, table, seat, Take(count), overrule=True)
    refused = house.amend(table.code, 1, 0, Take(3), revision=3, nonce=nonce())
    assert refused.status == "refused" and refused.broke and refused.broke.number == 3
    assert [v.rule for v in refused.violations if v.severity == Severity.IMPOSSIBLE] == ["P3"]
    assert house.get(table.code).revision == 3


Step = tuple[str, int, int]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["take", "take", "take", "add", "undo", "undo", "redo", "back", "amend"]),
        st.integers(0, 12),
        st.integers(1, 3),
    ),
    max_size=25,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_any_way_back_and_forth_equals_a_list(house: Tables, steps: list[Step]) -> None:
    table = house.create("pile", PLAYERS, {}, "ann")
    standing: list[tuple[int, int, Any]] = []  # number, seat, move
    past: list[list[tuple[int, int, Any]]] = []
    future: list[list[tuple[int, int, Any]]] = []
    revision = 0
    for kind, pick, count in steps:
        given_ = {"revision": revision, "nonce": nonce()}
        target = pick
        if kind in ("take", "add"):
            seat, move = (table.state.turn, Take(count)) if kind == "take" else (TABLE, Add(count))
            outcome = house.play(table.code, seat, move, **given_)
            after = [*standing, (revision + 1, seat, move)]
        elif kind == "undo":
            outcome = house.undo(table.code, **given_)
            assert (outcome.status == "recorded") == bool(past)
        elif kind == "redo":
            outcome = house.redo(table.code, **given_)
            assert (outcome.status == "recorded") == bool(future)
        elif kind == "back":
            outcome = house.back(table.code, target, **given_)
            assert (outcome.status == "recorded") == any(n == target for n, _, _ in standing)
            after = [at for at in standing if at[0] < target]
        else:
            old = next((at for at in standing if at[0] == target), (0, 0, None))
            new = Add(count) if old[1] == TABLE else Take(count)
            outcome = house.amend(table.code, target, old[1], new, overrule=True, **given_)
            after = [(n, s, new if n == target else m) for n, s, m in standing]
        table = outcome.table
        if outcome.status == "recorded":
            revision += 1
            if kind == "undo":
                future.append(standing)
                standing = past.pop()
            elif kind == "redo":
                past.append(standing)
                standing = future.pop()
            else:
                past.append(standing)
                future.clear()
                standing = after
        assert table.revision == revision
        state = table.timeline.first
        for _, seat, move in standing:
            state = GAME.apply(state, seat, move)
        assert table.state == state and not list(GAME.invariants(state))
        assert [(n.entry.number, n.entry.seat, n.move) for n in table.timeline.backwards()] == standing[::-1]
    cold = Tables(house.store, GAMES).get(table.code)
    assert cold.state == table.state and cold.broken is None
    data = house.export(table.code)
    brought = house.import_(json.loads(as_file(data)), "other")
    assert as_file(house.export(brought.code)) == as_file(data) and brought.state == table.state


# -- again, out and in -----------------------------------------------------------------------------------


def test_play_again_seats_the_same_people(house: Tables) -> None:
    table = house.create("pile", PLAYERS, {"long": "yes"}, "ann")
    house.claim(table.code, 1, "bo")
    play(house, table, 0, Take(2))
    with pytest.raises(NotYours):
        house.again(table.code, "stranger")
    fresh = house.again(table.code, "bo")
    assert fresh.code != table.code and fresh.revision == 0 and fresh.setup.options == {"long": "yes"}
    assert fresh.names == table.names and fresh.seats_of("bo") == (1,) and fresh.is_host("ann")
    assert house.again(table.code, "ann").code == fresh.code
    assert house.get(table.code).after == fresh.code


def test_an_export_says_everything_and_no_phone(house: Tables, table: Table) -> None:
    play(house, table, 0, Take(4), overrule=True, by=0)
    house.undo(table.code, revision=1, nonce=nonce(), by=0)
    assert house.export(table.code) == {
        "format": "mori-table",
        "version": 1,
        "game": "pile",
        "options": {"long": "no"},
        "seats": [{"name": "Ann", "colour": "red"}, {"name": "李", "colour": "blue"}],
        "created": "2026-01-01T12:00:00Z",
        "entries": [
            {"number": 1, "kind": "move", "seat": 0, "move": {"do": "take", "count": 4}, "by": 0,
             "overruled": ["P1"], "at": "2026-01-01T12:00:00Z"},
            {"number": 2, "kind": "undo", "seat": 0, "by": 0, "at": "2026-01-01T12:00:00Z"},
        ],
    }  # fmt: skip
    assert [entry.kind for entry in house.entries(table.code)] == ["move", "undo"]


def _sample(house: Tables) -> dict[str, Any]:
    table = house.create("pile", PLAYERS, {}, "ann")
    for seat, count in ((0, 2), (1, 3), (0, 7)):
        play(house, table, seat, Take(count), overrule=True, by=0)
    house.amend(table.code, 1, 0, Take(1), revision=3, nonce=nonce())
    house.back(table.code, 3, revision=4, nonce=nonce())
    return json.loads(as_file(house.export(table.code)))  # type: ignore[no-any-return]


def _set(path: str, value: Any) -> Any:
    def change(data: dict[str, Any]) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        part: Any = data
        for step in way:
            part = part[step]
        if value is _set:
            del part[last]
        else:
            part[last] = value

    return change


@pytest.mark.parametrize(
    ("path", "value", "reason", "where"),
    [
        ("format", "other", "not_a_record", "format"),
        ("version", 2, "record_version", "version"),
        ("version", True, "record_version", "version"),
        ("game", "chess", "unknown_game", "game"),
        ("game", ["pile"], "unknown_game", "game"),
        ("created", "yesterday", "record_part", "created"),
        ("created", _set, "record_part", "created"),
        ("extra", 1, "record_part", "extra"),
        ("seats", {}, "record_part", "seats"),
        ("seats", [], "seat_count", "seats"),
        ("seats.0", 7, "record_part", "seats.0"),
        ("seats.1.name", "ann", "name_twice", "seats.1.name"),
        ("seats.1.name", 5, "name_letters", "seats.1.name"),
        ("seats.1.colour", ["red"], "colour_unknown", "seats.1.colour"),
        ("seats.1.phone", "x", "record_part", "seats.1.phone"),
        ("options", [], "record_part", "options"),
        ("options.long", 1, "option_unknown", "options.long"),
        ("options.long", ["no"], "option_unknown", "options.long"),
        ("entries", None, "record_part", "entries"),
        ("entries", [0] * 20_001, "log_full", "entries"),
        ("entries.0", None, "record_part", "entries.0"),
        ("entries.1.number", 3, "record_part", "entries.1.number"),
        ("entries.1.kind", "erase", "record_part", "entries.1.kind"),
        ("entries.1.kind", "undo", "record_part", "entries.1.move"),
        ("entries.1.seat", True, "record_part", "entries.1.seat"),
        ("entries.1.seat", 99, "record_part", "entries.1.seat"),
        ("entries.1.by", 2, "record_part", "entries.1.by"),
        ("entries.1.at", "x" * 100, "record_part", "entries.1.at"),
        ("entries.1.move", [], "record_part", "entries.1.move.do"),
        ("entries.1.move.count", "2", "record_part", "entries.1.move.count"),
        ("entries.1.move.note", "\ud800", "record_part", "entries.1.move"),
        ("entries.1.move.note", "x" * 9000, "move_long", "entries.1.move"),
        ("entries.1.overruled", "P1", "record_part", "entries.1.overruled"),
        ("entries.1.overruled", [1], "record_part", "entries.1.overruled"),
        ("entries.1.target", 1, "record_part", "entries.1.target"),
        ("entries.3.target", 4, "record_part", "entries.3.target"),
        ("entries.1.move.count", 11, "entry_impossible", "entries.1"),
        ("entries.3.move.count", 9, "entry_impossible", "entries.3"),
        ("entries.4.target", 4, "entry_broken", "entries.4"),
    ],
)
def test_a_hostile_file_is_refused_with_the_place(
    house: Tables, path: str, value: Any, reason: str, where: str
) -> None:
    data = _sample(house)
    _set(path, value)(data)
    before = house.store.last_change()
    with pytest.raises(TableError) as error:
        house.import_(data, "p")
    assert refusal(error) == (reason, where)
    assert house.store.last_change() == before


@pytest.mark.parametrize("data", [None, [], 3, "x", {}])
def test_what_is_no_table_at_all_is_refused(house: Tables, data: Any) -> None:
    with pytest.raises(TableError):
        house.import_(data, "p")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_file_breaks_the_import(house: Tables, data: st.DataObject) -> None:
    sample = _sample(house)
    ways = [[key] for key in sample]
    ways += [["entries", n, key] for n, entry in enumerate(sample["entries"]) for key in entry]
    ways += [["seats", 0, key] for key in ("name", "colour")] + [["entries", 0, "move", "count"]]
    for way in data.draw(st.lists(st.sampled_from(ways), min_size=1, max_size=3)):
        part: Any = sample
        try:
            for step in way[:-1]:
                part = part[step]
            part[way[-1]] = data.draw(JSON)
        except (TypeError, KeyError, IndexError):
            continue
    try:
        table = house.import_(sample, "p")
    except TableError as error:
        assert error.reason in REASONS and str(error)
    else:
        exported = as_file(house.export(table.code))
        assert as_file(house.export(house.import_(json.loads(exported), "q").code)) == exported


# -- a log that no longer replays -------------------------------------------------------------------------


def _broken(house: Tables) -> tuple[Tables, Table]:
    table = house.create("pile", PLAYERS, {}, "ann")
    for seat, count in ((0, 2), (1, 3), (0, 3)):
        play(house, table, seat, Take(count))

    def apply(state: Any, seat: int, move: Any) -> Any:
        if state.pile == STONES - 2:
            raise KeyError("a rule that changed")
        return GAME.apply(state, seat, move)

    later = Tables(house.store, {"pile": replace(GAME, apply=apply)}, lambda: NOON)
    return later, later.get(table.code)


def test_the_good_prefix_of_a_broken_log_is_shown(house: Tables) -> None:
    later, table = _broken(house)
    assert table.broken is not None and table.broken.number == 2
    assert table.revision == 1 and table.state.taken == (2, 0)
    assert play(later, table, 1, Take(1)).reason == "broken"
    assert later.get(table.code).broken is not None
    assert len(later.export(table.code)["entries"]) == 3, "the export has all of it"
    assert house.get(table.code).broken is None, "the program that knows the rule still reads it"


def test_a_broken_table_is_played_on_from_its_good_prefix(house: Tables, table: Table) -> None:
    with pytest.raises(TableError) as error:
        house.mend(table.code, "ann")
    assert refusal(error)[0] == "not_broken"
    later, broken = _broken(house)
    mended = later.mend(broken.code, "ann")
    assert mended.broken is None and mended.state == broken.state and mended.revision == 1
    assert mended.seats_of("ann") == (0,)


@pytest.mark.parametrize(
    "body", ["", "[]", "{}", "null", "[" * 9999, '{"kind":"move"}', '{"kind":"move","seat":0,"x":1}']
)
def test_a_line_that_does_not_read_breaks_the_log_there(house: Tables, table: Table, body: str) -> None:
    play(house, table, 0, Take(2))
    house.store.append(table.code, 1, "x", body, "")
    for each in (house, Tables(house.store, GAMES)):
        found = each.get(table.code)
        assert found.broken is not None and found.broken.number == 2 and found.revision == 1
        assert len(each.entries(table.code)) == 1
        again = each.play(table.code, 1, Take(1), revision=1, nonce="x")
        assert (again.status, again.reason) == ("invalid", "broken"), "the form of that line sent again"
        if body[:1] != "{":
            with pytest.raises(TableError) as error:
                each.export(table.code)
            assert refusal(error) == ("entry_broken", "entries.1")


def test_an_option_learned_later_has_its_default_at_an_older_table(house: Tables, table: Table) -> None:
    with house.store._writing() as db:
        db.conn.execute("UPDATE tables SET options = '{}'")
    assert Tables(house.store, GAMES).get(table.code).setup.options == {"long": "no"}


# -- what is kept between requests ------------------------------------------------------------------------


def test_few_timelines_are_kept_and_the_rest_come_back(
    house: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timelines, "KEPT_TABLES", 3)
    opened = [house.create("pile", PLAYERS, {}, "ann") for _ in range(6)]
    for table in opened:
        play(house, table, 0, Take(2))
    assert list(house._timelines._kept) == [table.code for table in opened[-3:]]
    assert all(house.get(table.code).state.taken == (2, 0) for table in opened)
    monkeypatch.setattr(timelines, "KEPT_WORK", 1)
    house.get(opened[0].code)
    assert list(house._timelines._kept) == [opened[0].code] and house._timelines._total == 1


def test_a_move_reads_only_the_tail_of_the_log(house: Tables, table: Table) -> None:
    for _ in range(30):
        play(house, table, TABLE, Add(1))
    applied = 0

    def counting(state: Any, seat: int, move: Any) -> Any:
        nonlocal applied
        applied += 1
        return GAME.apply(state, seat, move)

    warm = Tables(house.store, {"pile": replace(GAME, apply=counting)}, lambda: NOON)
    assert warm.get(table.code).revision == 30 and applied == 30
    play(warm, table, TABLE, Add(1))
    assert applied <= 33
    warm.get(table.code)
    assert applied <= 33


def test_an_older_copy_of_the_database_put_in_place_is_noticed(house: Tables, table: Table) -> None:
    for _ in range(3):
        play(house, table, TABLE, Add(1))
    with house.store._writing() as db:
        db.conn.execute("DELETE FROM entry WHERE number > 1")
        db.conn.execute("UPDATE tables SET revision = 1, change = change - 2")
    assert house.get(table.code).revision == 1 and house.get(table.code).state.pile == STONES + 1


def test_an_older_copy_that_others_played_on_is_noticed_too(house: Tables, table: Table) -> None:
    for _ in range(3):
        play(house, table, TABLE, Add(1))
    with house.store._writing() as db:
        db.conn.execute("DELETE FROM entry WHERE number > 1")
        db.conn.execute("UPDATE tables SET revision = 1, change = change + 1000")
        db.conn.execute("UPDATE counter SET value = value + 1000 WHERE name = 'change'")
    other = Tables(house.store, GAMES, lambda: NOON)
    for _ in range(3):
        assert play(other, table, TABLE, Add(2), revision=other.get(table.code).revision).table.broken is None
    assert house.get(table.code).state == other.get(table.code).state
    assert house.get(table.code).state.pile == STONES + 7


def test_a_table_is_read_again_only_when_it_changed(
    house: Tables, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Tables(house.store, house.games)
    fresh = play(house, table, TABLE, Add(1)).table
    reads: list[str] = []
    read = house.store.read
    monkeypatch.setattr(house.store, "read", lambda code, after: reads.append(code) or read(code, after))
    assert play(house, fresh, TABLE, Add(1)).status == "recorded"
    assert house.get(table.code).state.pile == STONES + 2 and not reads
    assert play(other, other.get(table.code), TABLE, Add(1)).status == "recorded"
    reads.clear()
    assert house.get(table.code).state.pile == STONES + 3 and len(reads) == 1
    other.claim(table.code, 1, "bo")
    assert house.seats_of(table.code, "bo") == (1,), "nor is who sits there remembered too long"


def test_times_are_utc_whatever_the_clock_says(tmp_path: Path) -> None:
    clock = iter([NOON, NOON - timedelta(days=400), datetime(1970, 1, 1, tzinfo=UTC)])
    house = Tables(Store(tmp_path / "t.sqlite3"), GAMES, lambda: next(clock))
    table = house.create("pile", PLAYERS, {}, "ann")
    assert play(house, table, 0, Take(2)).status == "recorded", "a clock that jumps back stops nobody"
    assert play(house, table, 1, Take(2)).entry.at == "1970-01-01T00:00:00Z"  # type: ignore[union-attr]
