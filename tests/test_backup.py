"""A copy made while phones play, put back; and tables that expire, never without their file."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion import backup, expiry, open_tables
from companion.__main__ import main
from companion.codes import phone_hash
from companion.copies import Copies
from companion.databases.schema import STEPS, TABLES
from companion.engine.game import TABLE
from companion.expiry import Expired, Policy, daily, expire
from companion.games import GAMES
from companion.games.bitoku.learned import read, read_file
from companion.scorebook import Scorebook
from companion.store import Store
from companion.tables import NoTable, Table, Tables, as_file
from tests.pile import GAME, Add
from tests.serving import serving

PLAYERS = [("Ann", "red"), ("小森", "blue")]
NOW = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)


def run(*args: str | Path, code: int = 0) -> Result:
    done = CliRunner().invoke(main, [str(arg) for arg in args])
    assert "Traceback" not in done.output
    assert done.exit_code == code, done.output
    assert len(done.stderr.strip().splitlines()) <= 1
    return done


def filled(place: str | Path) -> dict[str, str]:
    """Tables, one continued in another, a shared sheet: code -> export, and the sheet's under `sheet`."""
    tables = Tables(Store(place), GAMES)
    codes = [tables.create("spirits", PLAYERS, {}, "phone").code for _ in range(3)]
    codes.append(tables.again(codes[-1], "phone").code)
    for code in codes[:2]:
        for n in range(6):
            table = tables.get(code)
            seat = table.game.to_act(table.state)[0]
            move = table.game.legal(table.state, seat)[0]
            assert tables.play(code, seat, move, revision=n, nonce=f"n{n}").status == "recorded"
    tables.close(codes[1], "phone")
    tables.lock(codes[0], True, "phone")
    book = Scorebook(tables.store)
    sheet = book.open("spirits", {"a": "森"}, "phone")
    found = contents(place, [*codes, f"sheet {sheet}"])
    tables.store.close()
    return found


def contents(place: str | Path, names: Any) -> dict[str, str]:
    tables = Tables(Store(place), GAMES)
    found = {}
    for name in names:
        if name.startswith("sheet "):
            found[name] = repr(Scorebook(tables.store).sheet(name[6:]).fields)
        else:
            table = tables.get(name)
            found[name] = as_file(tables.export(name)) + repr(
                (table.holders, table.locked, table.closed, table.after)
            )
    tables.store.close()
    return found


def test_the_tables_that_are_copied_are_all_there_are(place: str | Path) -> None:
    store = Store(place)
    with store._connection() as db:
        for table, (_, columns) in TABLES.items():
            cursor: Any = db.conn.execute(f"SELECT * FROM {table}")
            assert {column[0] for column in cursor.description} == set(columns)
    made = {words.split()[2] for step in STEPS.values() for words in step if words.startswith("CREATE TABLE")}
    assert made == set(TABLES)
    store.close()


@pytest.mark.parametrize("there", ["sqlite", "postgres"])
def test_a_house_is_put_back_as_it_was_also_in_the_other_database(
    place: str | Path, there: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    before = filled(place)
    key = tmp_path / "key"
    key.write_text("k" * 64)
    held = backup.back_up(place, key, tmp_path / "copy")
    assert (held.tables, held.entries) == (4, 12)
    assert (tmp_path / "copy").stat().st_mode & 0o77 == 0, "it holds the key"
    (tmp_path / "new").mkdir()
    target: str | Path = tmp_path / "new" / "mori.db"
    if there == "postgres":
        target = str(request.getfixturevalue("other_postgres"))
    assert backup.restore(tmp_path / "copy", target, tmp_path / "new" / "secret_key") == held
    assert contents(target, before) == before
    assert (tmp_path / "new" / "secret_key").read_text() == "k" * 64
    old, new = Store(place), Store(target)
    assert new.last_change() > old.last_change() + 1000, "no phone takes a new change for one it has seen"
    table = Tables(new, GAMES).get(next(iter(before)))
    assert Tables(new, GAMES).undo(table.code, revision=table.revision, nonce="u").status == "recorded"
    with pytest.raises(backup.BackupError, match="--force"):
        backup.restore(tmp_path / "copy", target, tmp_path / "new" / "secret_key")
    old.close()
    new.close()
    backup.restore(tmp_path / "copy", target, tmp_path / "new" / "secret_key", force=True)
    assert contents(target, before) == before


def test_a_copy_under_load_is_of_one_moment_and_holds_what_was_acknowledged(
    place: str | Path, tmp_path: Path
) -> None:
    tables = Tables(Store(place), {"pile": GAME})
    codes = [tables.create("pile", PLAYERS, {}, "ann").code for _ in range(4)]
    stop = threading.Event()
    done = dict.fromkeys(codes, 0)
    failed: list[BaseException] = []

    def burst(code: str) -> None:
        try:
            while not stop.is_set():
                assert (
                    tables.play(code, TABLE, Add(1), revision=0, nonce=f"n{done[code]}").status == "recorded"
                )
                done[code] += 1
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=burst, args=(code,)) for code in codes]
    for thread in threads:
        thread.start()
    for n in range(3):
        promised = dict(done)
        copy = tmp_path / f"copy{n}"
        backup.back_up(place, tmp_path / "no-key", copy)
        (tmp_path / f"{n}").mkdir()
        backup.restore(copy, tmp_path / f"{n}" / "mori.db", tmp_path / f"{n}" / "secret_key")
        found = Tables(Store(tmp_path / f"{n}" / "mori.db"), {"pile": GAME})
        for code in codes:
            assert found.get(code).revision >= promised[code]
            assert found.get(code).broken is None
    stop.set()
    for thread in threads:
        thread.join()
    assert not failed and min(done.values()) > 0
    tables.store.close()


def test_by_command_while_the_server_runs_and_back(tmp_path: Path) -> None:
    with serving(tmp_path / "log") as running:
        tables = open_tables(tmp_path / "data")
        code = tables.create("spirits", PLAYERS, {}, "phone").code
        said = run("backup", tmp_path / "copy", "--data", tmp_path / "data").output
        assert "1 tables, 0 entries" in said
        tables.rename(code, 0, "Anna", "phone")
        tables.store.close()
        said = run("restore", tmp_path / "copy", "--data", tmp_path / "data", code=1).stderr
        assert "--force" in said
        said = run("restore", "--force", tmp_path / "copy", "--data", tmp_path / "data", code=1).stderr
        assert "stop it first" in said
        assert running.get(f"/t/{code}")[0] == 200
        assert running.stop() == 0
    run("restore", "--force", tmp_path / "copy", "--data", tmp_path / "data")
    tables = open_tables(tmp_path / "data")
    assert tables.get(code).names[0] == "Ann"
    tables.store.close()
    aside = list((tmp_path / "data").glob("mori.db.before-*"))
    assert len(aside) == 1, "what was there before is kept"
    assert Tables(Store(aside[0]), GAMES).get(code).names[0] == "Anna"


def test_a_damaged_house_is_not_copied_and_a_copy_takes_its_place(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    before = filled(data / "mori.db")
    run("backup", tmp_path / "copy", "--data", data)
    content = bytearray((data / "mori.db").read_bytes())
    content[8192:16384] = b"\xff" * 8192
    (data / "mori.db").write_bytes(content)
    assert "damaged" in run("backup", tmp_path / "other", "--data", data, code=1).stderr
    assert not (tmp_path / "other").exists()
    for damage in (b"", b"\xff" * 100):
        (data / "mori.db").write_bytes(damage + bytes(content[len(damage) :]))
        run("restore", tmp_path / "copy", "--force", "--data", data)
        assert contents(data / "mori.db", before) == before


@pytest.mark.parametrize("spoil", ["text", "cut", "flipped", "empty-zip", "newer", "torn"])
def test_a_spoiled_copy_is_refused_and_nothing_changes(tmp_path: Path, spoil: str) -> None:
    data = tmp_path / "data"
    data.mkdir()
    before = filled(data / "mori.db")
    copy = tmp_path / "copy"
    run("backup", copy, "--data", data)
    content = bytearray(copy.read_bytes())
    if spoil == "text":
        copy.write_text("not a copy")
    elif spoil == "cut":
        copy.write_bytes(content[:-100])
    elif spoil == "flipped":
        content[len(content) // 2] ^= 0xFF
        copy.write_bytes(content)
    elif spoil == "empty-zip":
        with zipfile.ZipFile(copy, "w") as archive:
            archive.writestr("../evil", "x")
    else:
        with zipfile.ZipFile(copy) as archive:
            archive.extract("mori.db", tmp_path)
        with sqlite3.connect(tmp_path / "mori.db") as db:
            if spoil == "newer":
                db.execute("UPDATE _sqlite_migrations SET name = 'm999_later' WHERE name = 'm003_touched'")
            else:
                db.execute("DELETE FROM entry WHERE number = 3")
        db.close()
        with zipfile.ZipFile(copy, "w") as archive:
            archive.write(tmp_path / "mori.db", "mori.db")
    said = run("restore", copy, "--force", "--data", data, code=1).stderr
    assert said.strip()
    assert contents(data / "mori.db", before) == before
    assert not list(data.glob("*before*")) and not (tmp_path / "evil").exists()


def test_a_copy_of_an_old_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    before = {k: v for k, v in filled(data / "mori.db").items() if not k.startswith("sheet")}
    with sqlite3.connect(data / "mori.db") as db:
        for table in ("sheet_field", "sheet", "result", "piece", "lent", "note", "used"):
            db.execute(f"DROP TABLE {table}")
        db.execute("DROP INDEX seat_phone")
        db.execute("DROP INDEX tables_touched")
        db.execute("DROP INDEX tables_after")
        db.execute("DELETE FROM _sqlite_migrations WHERE name <> 'm001_tables'")
    db.close()
    run("backup", tmp_path / "copy", "--data", data)
    shutil.rmtree(data)
    run("restore", tmp_path / "copy", "--data", data)
    assert contents(data / "mori.db", before) == before


def test_what_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    assert "no tables" in run("backup", tmp_path / "copy", "--data", tmp_path, code=1).stderr
    filled(tmp_path / "mori.db")
    run("backup", tmp_path / "no" / "copy", "--data", tmp_path, code=1)
    run("restore", tmp_path / "nothing", "--data", tmp_path, code=2)
    assert "no tables" in run("expire", "--data", tmp_path / "empty", code=1).stderr


# -- what expires ----------------------------------------------------------------------------------------


@pytest.fixture
def clock() -> list[datetime]:
    return [NOW]


@pytest.fixture
def house(place: str | Path, clock: list[datetime]) -> Iterator[Tables]:
    store = Store(place)
    yield Tables(store, {"pile": GAME}, lambda: clock[0])
    store.close()


def at(clock: list[datetime], days: int, make: Callable[[], Table]) -> Table:
    """What was done so many days ago."""
    clock[0] = NOW - timedelta(days=days)
    table = make()
    clock[0] = NOW
    return table


def test_a_table_is_closed_then_removed_with_its_file(
    house: Tables, clock: list[datetime], tmp_path: Path
) -> None:
    def make() -> Table:
        return house.create("pile", PLAYERS, {}, "ann")

    fresh, still, idle, old = (at(clock, days, make) for days in (1, 89, 91, 401))
    at(clock, 401, lambda: house.play(old.code, TABLE, Add(2), revision=0, nonce="n").table)
    again = at(clock, 401, lambda: house.again(old.code, "ann"))
    text = as_file(house.export(old.code))
    policy = Policy(90, 400, tmp_path / "expired")
    would = expire(house, policy, NOW, only_look=True)
    assert house.get(old.code).revision == 1 and not policy.folder.exists()
    done = expire(house, policy, NOW)
    assert done == would and set(done.removed) == {old.code, again.code}
    assert done.closed == (idle.code,) and house.get(idle.code).closed
    assert house.get(idle.code).change > idle.change, "its phones see it"
    assert not house.get(still.code).closed and not house.get(fresh.code).closed
    for code in (old.code, again.code):
        with pytest.raises(NoTable):
            house.get(code)
    assert (policy.folder / f"{old.code}.json").read_text("utf-8") == text
    assert house.import_(json.loads(text), "ann").state == old.state.__class__(
        old.state.pile + 2, 0, (0, 0), (None, None)
    )
    assert expire(house, policy, NOW) == Expired()
    clock[0] = NOW + timedelta(days=1)
    house.close(idle.code, "ann", False)
    assert expire(house, policy, NOW + timedelta(days=80)).removed == (), "opened again, it counts anew"


def test_what_cannot_be_written_to_a_file_stays(house: Tables, clock: list[datetime], tmp_path: Path) -> None:
    table = at(clock, 500, lambda: house.create("pile", PLAYERS, {}, "ann"))
    unknown = Tables(house.store, {})
    assert expire(unknown, Policy(0, 400, tmp_path / "x"), NOW).kept == (table.code,)
    with pytest.raises(OSError):
        (tmp_path / "file").write_text("in the way")
        expire(house, Policy(0, 400, tmp_path / "file"), NOW)
    assert house.get(table.code).revision == 0
    assert expire(house, Policy(0, 0, tmp_path), NOW) == Expired(), "0 is never"


def test_a_table_touched_between_the_file_and_the_end_stays(
    house: Tables, clock: list[datetime], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at(clock, 500, lambda: house.create("pile", PLAYERS, {}, "ann"))
    real = house.export

    def export(code: str) -> Any:
        found = real(code)
        house.play(code, TABLE, Add(1), revision=0, nonce="n")
        return found

    monkeypatch.setattr(house, "export", export)
    assert expire(house, Policy(0, 400, tmp_path), NOW) == Expired(kept=(table.code,))
    assert house.get(table.code).revision == 1


def test_a_clock_that_jumps_ahead_empties_nothing(
    house: Tables, clock: list[datetime], tmp_path: Path
) -> None:
    table = house.create("pile", PLAYERS, {}, "ann")
    policy = Policy(90, 400, tmp_path)
    assert daily(house, policy, NOW) is None, "the first look only remembers the day"
    assert daily(house, policy, NOW + timedelta(hours=2)) is None, "once a day"
    assert daily(house, policy, NOW + timedelta(days=1)) == Expired()
    assert daily(house, policy, NOW + timedelta(days=5000)) is None
    assert daily(house, policy, NOW + timedelta(days=2)) is None, "back again"
    assert not house.get(table.code).closed
    for day in range(3, 401, 40):
        daily(house, policy, NOW + timedelta(days=day))
    assert house.get(table.code).closed
    done = daily(house, policy, NOW + timedelta(days=403))
    assert done and done.removed == (table.code,)


def test_the_server_looks_by_itself(house: Tables, clock: list[datetime], tmp_path: Path) -> None:
    table = at(clock, 500, lambda: house.create("pile", PLAYERS, {}, "ann"))
    house.store.note("expired_on", NOW.toordinal() - 1)
    expiry.begin(house, Policy(90, 400, tmp_path / "expired"), lambda: NOW, first=0.01)
    for _ in range(500):
        if (tmp_path / "expired" / f"{table.code}.json").exists():
            break
        threading.Event().wait(0.02)
    assert (tmp_path / "expired" / f"{table.code}.json").is_file()


def test_a_copy_that_its_phone_does_not_use_is_removed_with_its_file(
    house: Tables, clock: list[datetime], tmp_path: Path
) -> None:
    copies = Copies(house.store, lambda: clock[0])
    pieces = [read({"kind": "rock", "label": label}) for label in ("R1", "森")]

    def learn(days: int, phone: str) -> None:
        clock[0] = NOW - timedelta(days=days)
        copies.take(phone, pieces)
        copies.lend(phone)
        clock[0] = NOW

    for days, phone in ((401, "ann"), (399, "bo"), (500, "looks now and then")):
        learn(days, phone)
    copies.use("looks now and then")
    with house.store._writing() as db:  # entered before such days were noted
        db.conn.execute(
            "INSERT INTO piece SELECT 'x', game, id, body, gone FROM piece WHERE phone = ?",
            [phone_hash("bo")],
        )
    policy = Policy(90, 400, tmp_path / "expired")
    assert expire(house, Policy(90, 0, policy.folder), NOW) == Expired(), "0 is never"
    would = expire(house, policy, NOW, only_look=True)
    assert len(would.copies) == 1 and not policy.folder.exists() and len(copies.pieces("ann")) == 2
    assert expire(house, policy, NOW) == would == Expired(copies=would.copies)
    text = (policy.folder / f"{would.copies[0]}.json").read_text("utf-8")
    assert read_file(json.loads(text)) == tuple(pieces) and "ann" not in text
    assert copies.pieces("ann") == [] and copies.lent("ann") is None
    assert all(len(copies.pieces(phone)) == 2 for phone in ("bo", "looks now and then"))
    assert len(copies.kept("x")) == 2, "the days of an old one are counted from the first look"
    copies.take("ann", read_file(json.loads(text)))
    assert len(copies.pieces("ann")) == 2, "it can be brought back"
    assert len(expire(house, policy, NOW + timedelta(days=401)).copies) == 4


def test_a_copy_that_cannot_be_read_or_is_used_meanwhile_stays(
    house: Tables, clock: list[datetime], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = Copies(house.store, lambda: NOW - timedelta(days=500))
    for phone in ("ann", "bo"):
        copies.save(phone, read({"kind": "rock", "label": "R1"}))
    with house.store._writing() as db:
        db.conn.execute("UPDATE piece SET body = ? WHERE phone = ?", ['{"kind": "comet"}', phone_hash("ann")])
    real = Copies.kept

    def kept(self: Copies, holder: str) -> Any:
        found = real(self, holder)
        Copies(house.store, lambda: NOW).use("bo")
        return found

    monkeypatch.setattr(Copies, "kept", kept)
    assert expire(house, Policy(0, 400, tmp_path), NOW) == Expired()
    with house.store._connection() as db:
        assert db.conn.execute("SELECT COUNT(*) FROM piece").fetchone()[0] == 2


def test_expire_by_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = open_tables(tmp_path)
    long_ago = Tables(tables.store, GAMES, lambda: datetime.now(UTC) - timedelta(days=300))
    code = long_ago.create("spirits", PLAYERS, {}, "phone").code
    assert run("expire", "--dry-run", "--data", tmp_path).output.startswith(
        "1 would be closed, 0 would be removed"
    )
    assert run("expire", "--data", tmp_path).output.startswith("1 closed, 0 removed")
    monkeypatch.setenv("COMPANION_EXPIRE_DAYS", "299")
    assert run("expire", "--data", tmp_path).output.startswith("0 closed, 1 removed")
    assert (tmp_path / "expired" / f"{code}.json").is_file()
    monkeypatch.setenv("COMPANION_EXPIRE_DAYS", "soon")
    assert "number of days" in run("expire", "--data", tmp_path, code=2).stderr
    tables.store.close()


def test_the_copy_needs_no_right_to_write(tmp_path: Path) -> None:
    """As a cron job of another user has it, or on a disk that turned read-only."""
    before = filled(tmp_path / "mori.db")
    (tmp_path / "out").mkdir()
    tmp_path.joinpath("mori.db").chmod(0o444)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "companion",
            "backup",
            str(tmp_path / "out" / "copy"),
            "--data",
            str(tmp_path),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    backup.restore(tmp_path / "out" / "copy", tmp_path / "out" / "mori.db", tmp_path / "out" / "secret_key")
    assert contents(tmp_path / "out" / "mori.db", before) == before
