"""The log in SQLite: appended at a revision, once a nonce, whatever the disk and other writers do."""

from __future__ import annotations

import multiprocessing
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import codes
from companion.store import Conflict, NewTable, NoTable, SeatRow, Store, StoreError, TableRow
from companion.watch import Watcher

AT = "2026-01-01T00:00:00Z"
SEATS = (SeatRow("Ann", "red", "phone"), SeatRow("李", "blue"))
NEW = NewTable("pile", {"long": "no"}, SEATS, "phone", AT, AT)


@pytest.fixture
def store(place: str | Path) -> Iterator[Store]:
    """A store in each of the databases."""
    store = Store(place)
    yield store
    store.close()


@pytest.fixture
def in_file(tmp_path: Path) -> Iterator[Store]:
    """A store in a file, for what only SQLite does."""
    store = Store(tmp_path / "mori.sqlite3")
    yield store
    store.close()


def test_a_table_is_kept_as_given_and_found_by_both_codes(store: Store) -> None:
    code = store.create(NEW)
    row, entries = store.read(code, 0)
    assert (row.game, row.options, row.seats, row.host, row.revision) == (
        "pile",
        {"long": "no"},
        SEATS,
        "phone",
        0,
    )
    assert entries == [] and not row.locked and not row.closed
    assert store.by_short(row.short) == code
    with pytest.raises(NoTable):
        store.by_short("AAAAAA")
    with pytest.raises(NoTable):
        store.read("A" * 13, 0)


def test_an_entry_is_stored_once_at_its_place(store: Store) -> None:
    code = store.create(NEW)
    assert store.append(code, 0, "one", "a", AT)[:2] == (1, True)
    assert store.append(code, 0, "one", "other", AT)[:2] == (1, False)
    with pytest.raises(Conflict) as moved_on:
        store.append(code, 0, "two", "b", AT)
    assert moved_on.value.revision == 1
    assert store.append(code, 1, "two", "b", AT)[:2] == (2, True)
    assert store.read(code, 0)[1] == ["a", "b"]
    assert store.read(code, 1)[1] == ["b"]
    assert store.entry(code, 2) == "b" and store.number_of(code, "two") == 2
    other = store.create(NEW)
    assert store.append(other, 0, "one", "c", AT)[:2] == (1, True)


def test_it_is_all_there_when_opened_again(store: Store) -> None:
    code = store.create(NEW)
    store.append(code, 0, "one", "a", AT)
    again = Store(store.where)
    assert again.read(code, 0)[1] == ["a"]
    again.close()


def test_what_is_committed_is_on_the_disk(in_file: Store) -> None:
    with in_file._connection() as db:
        assert db.conn.execute("PRAGMA synchronous").fetchone()[0] == 2
        assert db.conn.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert db.conn.execute("PRAGMA foreign_keys").fetchone()[0] == 1


def test_threads_that_append_at_once_all_get_in_or_are_told_where_the_log_stands(store: Store) -> None:
    code = store.create(NEW)
    begin = threading.Barrier(8)

    def burst(thread: int) -> int:
        begin.wait()
        at, conflicts = 0, 0
        for n in range(25):
            while True:
                try:
                    at = store.append(code, at, f"{thread}-{n}", f"{thread}-{n}", AT)[0]
                    break
                except Conflict as conflict:
                    at = conflict.revision
                    conflicts += 1
        return conflicts

    with ThreadPoolExecutor(8) as pool:
        conflicts = sum(pool.map(burst, range(8)))
    entries = store.read(code, 0)[1]
    assert sorted(entries) == sorted(f"{t}-{n}" for t in range(8) for n in range(25))
    assert conflicts > 0, "the threads never met: the test shows nothing"


def test_processes_that_open_a_new_database_at_once_all_can(place: str | Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        codes_made = pool.map(_open_and_create, [place] * 4)
    store = Store(place)
    assert [store.read(code, 0)[0].code for code in codes_made] == codes_made


def _open_and_create(place: str | Path) -> str:
    store = Store(place)
    code = store.create(NEW)
    store.close()
    return code


def test_what_a_seat_change_raises_changes_nothing(store: Store) -> None:
    code = store.create(NEW)
    before = store.read(code, 0)[0]

    def refuse(row: TableRow) -> SeatRow:
        raise PermissionError

    with pytest.raises(PermissionError):
        store.seat(code, 0, AT, refuse)
    assert store.read(code, 0)[0] == before
    store.seat(code, 1, AT, lambda row: replace(row.seats[1], phone="other"))
    assert store.read(code, 0)[0].seats[1] == SeatRow("李", "blue", "other")


def test_every_change_of_a_table_has_a_higher_number(store: Store) -> None:
    one, two = store.create(NEW), store.create(NEW)
    seen = [store.change(one), store.change(two)]
    store.append(one, 0, "n", "a", AT)
    seen.append(store.change(one))
    store.seat(one, 1, AT, lambda row: replace(row.seats[1], name="B"))
    seen.append(store.change(one))
    store.mark(one, AT, locked=True)
    seen.append(store.change(one))
    assert seen == sorted(set(seen)) and store.last_change() == seen[-1]
    assert store.changes_after(seen[0]) == [(seen[1], two, 0), (seen[-1], one, 1)]
    assert store.changes_after(seen[-1]) == []


def test_a_closed_table_gives_its_short_code_away(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    shorts = iter(["AAAAAA", "AAAAAA", "BBBBBB", "AAAAAA", "CCCCCC"])
    monkeypatch.setattr("companion.store.new_short", lambda: next(shorts))
    one, two = store.create(NEW), store.create(NEW)
    assert [store.read(code, 0)[0].short for code in (one, two)] == ["AAAAAA", "BBBBBB"]
    store.mark(one, AT, closed=True)
    three = store.create(NEW)
    assert store.by_short("AAAAAA") == three
    store.mark(one, AT, closed=False)
    assert store.by_short("CCCCCC") == one


def test_a_table_goes_on_in_one_other_table(store: Store) -> None:
    code = store.create(NEW)
    after = store.create(NEW, before=code)
    assert store.create(NEW, before=code) == after
    assert store.read(code, 0)[0].after == after


# -- what disks do ---------------------------------------------------------------------------------------


def test_a_locked_database_is_named_after_patience_and_then_works_again(in_file: Store) -> None:
    code = in_file.create(NEW)
    hasty = Store(in_file.where, patience=0.1)
    other = sqlite3.connect(in_file.where, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError) as error:
        hasty.append(code, 0, "n", "a", AT)
    assert error.value.kind == "locked"
    assert hasty.read(code, 0)[0].revision == 0, "reading needs no lock"
    other.execute("ROLLBACK")
    assert hasty.append(code, 0, "n", "a", AT)[:2] == (1, True)


@pytest.mark.parametrize(
    ("pragma", "kind"), [("PRAGMA max_page_count = 1", "full"), ("PRAGMA query_only = 1", "readonly")]
)
def test_a_disk_that_takes_nothing_is_named_and_keeps_what_there_was(
    in_file: Store, pragma: str, kind: str
) -> None:
    code = in_file.create(NEW)
    in_file.append(code, 0, "n", "a", AT)
    with in_file._connection() as db:
        db.conn.execute(pragma).fetchall()
    with pytest.raises(StoreError) as error:
        for n in range(100):
            in_file.append(code, 1 + n, f"n{n}", "b" * 8000, AT)
    assert error.value.kind == kind
    assert in_file.read(code, 0)[1][0] == "a"
    revision = in_file.read(code, 0)[0].revision
    assert len(in_file.read(code, 0)[1]) == revision
    later = in_file.append(code, revision, "later", "c", AT)
    assert later[:2] == (revision + 1, True), "the next try starts clean"


def test_a_file_that_is_no_database_is_called_corrupt(tmp_path: Path) -> None:
    path = tmp_path / "mori.sqlite3"
    path.write_bytes(b"not a database at all, but long enough" * 100)
    with pytest.raises(StoreError) as error:
        Store(path)
    assert error.value.kind == "corrupt"


def test_a_corrupted_page_is_called_corrupt(in_file: Store) -> None:
    code = in_file.create(NEW)
    for n in range(200):
        in_file.append(code, n, str(n), "a" * 500, AT)
    in_file.close()
    with sqlite3.connect(in_file.where) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    content = bytearray(in_file.where.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    in_file.where.write_bytes(content)
    with pytest.raises(StoreError) as error:
        Store(in_file.where).read(code, 0)
    assert error.value.kind == "corrupt"


def test_a_folder_that_is_not_there_is_called_unreadable(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as error:
        Store(tmp_path / "no" / "mori.sqlite3")
    assert error.value.kind == "unreadable"


def test_a_database_of_a_later_version_is_left_alone(in_file: Store) -> None:
    with in_file._writing() as db:
        db.conn.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES (?, ?, ?)",
            ["companion", "m999_later", AT],
        )
    with pytest.raises(StoreError) as error:
        Store(in_file.where)
    assert error.value.kind == "newer"


# -- cost ------------------------------------------------------------------------------------------------


def test_no_query_of_a_move_reads_a_whole_table(in_file: Store) -> None:
    statements: list[str] = []
    code = in_file.create(NEW)
    with in_file._connection() as db:
        db.conn.set_trace_callback(statements.append)
    in_file.append(code, 0, "n", "a", AT)
    in_file.read(code, 0)
    in_file.number_of(code, "n")
    in_file.change(code)
    in_file.changes_after(0)
    in_file.by_short(in_file.read(code, 0)[0].short)
    with in_file._connection() as db:
        db.conn.set_trace_callback(None)
        asked = {s for s in statements if s.split()[0] in ("SELECT", "UPDATE", "INSERT")}
        plans = {s: [step[3] for step in db.conn.execute(f"EXPLAIN QUERY PLAN {s}")] for s in asked}
    assert len(asked) >= 8
    assert [s for s, plan in plans.items() if any(step.startswith("SCAN") for step in plan)] == []


# -- codes -----------------------------------------------------------------------------------------------


def test_codes_have_the_bits_they_claim() -> None:
    assert len(set(codes.ALPHABET)) == 31
    assert 31**codes.LINK_LENGTH > 2**60
    made = {codes.new_code() for _ in range(500)}
    assert len(made) == 500 and {len(code) for code in made} == {13}
    assert set("".join(made)) == set(codes.ALPHABET)


@given(st.text(alphabet=codes.ALPHABET, min_size=6, max_size=13))
def test_a_code_is_read_however_it_is_typed(code: str) -> None:
    assert codes.normal(code) == code
    assert codes.normal(f" {code[:3].lower()}-{code[3:].lower()} ") == code
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    assert codes.normal(wide) == code
    assert codes.normal(code.replace("0", "O").replace("1", "l").replace("5", "s").replace("V", "u")) == code


@given(st.text())
def test_no_text_makes_more_than_a_code_of_it(text: str) -> None:
    assert set(codes.normal(text)) <= set(codes.ALPHABET)


def test_phones_are_not_kept_as_they_are(store: Store) -> None:
    assert codes.phone_hash("phone") != "phone" and len(codes.phone_hash("phone")) == 64
    assert codes.phone_hash("\ud800")


# -- waiting ---------------------------------------------------------------------------------------------


@pytest.fixture
def watcher(store: Store) -> Iterator[Watcher]:
    watcher = Watcher(store)
    yield watcher
    watcher.close()


def test_a_waiter_is_woken_by_its_own_table_alone(store: Store, watcher: Watcher) -> None:
    one, two = store.create(NEW), store.create(NEW)
    change = store.change(one)
    with ThreadPoolExecutor(4) as pool:
        waiting = [pool.submit(watcher.wait, one, change, 20) for _ in range(3)]
        other = pool.submit(watcher.wait, two, store.change(two), 0.4)
        Store(store.where).append(one, 0, "n", "a", AT)
        assert {future.result(5) for future in waiting} == {store.change(one)}
        assert other.result(5) == store.change(two)
    assert not watcher._waiting, "nobody is left on the list"
    assert sum(t.name == "mori-watcher" and t is watcher._thread for t in threading.enumerate()) == 1


def test_a_change_before_the_wait_is_not_missed(store: Store, watcher: Watcher) -> None:
    code = store.create(NEW)
    change = store.change(code)
    store.append(code, 0, "n", "a", AT)
    assert watcher.wait(code, change, 20) > change
    assert watcher.wait(code, store.change(code), 0.05) == store.change(code)


def test_a_watcher_lives_through_trouble_of_the_disk(
    store: Store,
    watcher: Watcher,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    code = store.create(NEW)
    monkeypatch.setattr("companion.watch._PAUSE", 0.01)
    real = store.changes_after
    troubles = [StoreError("locked"), StoreError("unreadable")]

    def sometimes(change: int) -> list[tuple[int, str, int]]:
        if troubles:
            raise troubles.pop()
        return real(change)

    monkeypatch.setattr(store, "changes_after", sometimes)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(watcher.wait, code, store.change(code), 20)
        until = time.monotonic() + 10
        while troubles and time.monotonic() < until:
            time.sleep(0.01)
        assert not troubles and not waiting.done()
        store.append(code, 0, "n", "a", AT)
        assert waiting.result(5) == store.change(code)
    told = [record.getMessage().partition(":")[0] for record in caplog.records]
    assert told == ["the watcher pauses", "the watcher goes on"], "once each, however long it took"


def test_closing_wakes_everyone(store: Store, watcher: Watcher) -> None:
    code = store.create(NEW)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(watcher.wait, code, store.change(code), 60)
        watcher.close()
        assert waiting.result(5) == store.change(code)
