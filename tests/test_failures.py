"""What can go wrong with a server and its disk, each with what is promised: nothing acknowledged is lost, the
phone is told in a sentence, and the house is well again by itself when the cause is gone.

The long ones, with real disks that fill and servers killed again and again, are marked `slow`.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import create_app, open_tables
from companion.databases.schema import STEPS
from companion.databases.sqlite import SQLite
from companion.games import GAMES
from companion.tables import Table, Tables
from tests.phones import Phone, listen, token_of
from tests.serving import COMMAND, Running, serving
from tests.web.pages import Page

PLAYERS = [("Ann", "red"), ("Ben", "blue")]
EN = {"Accept-Language": "en"}


def legal_form(table: Table, nonce: str) -> dict[str, str]:
    """The fields by which whoever is to act makes some legal move."""
    seat = table.game.to_act(table.state)[0]
    move = table.game.legal(table.state, seat)[0]
    return {
        "seat": str(seat),
        "move": table.game.codec.to_form(move),
        "revision": str(table.revision),
        "nonce": nonce,
    }


# -- servers that die ------------------------------------------------------------------------------------


class Load:
    """Phones that play at tables of their own, each sending a move again until somebody answers it, and
    keeping what was acknowledged."""

    def __init__(self, folder: Path, phones: int) -> None:
        self.tables = open_tables(folder)
        self.running: Running | None = None
        self.acknowledged: dict[str, list[str]] = {}
        self.trouble: list[BaseException] = []
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=(n,)) for n in range(phones)]

    def begin(self) -> None:
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(60)
        assert not self.trouble, self.trouble

    def told(self) -> int:
        """How many moves were acknowledged until now."""
        return sum(len(nonces) for nonces in self.acknowledged.values())

    def wait_for(self, more: int, seconds: float = 60) -> None:
        """Until so many more were."""
        wanted, until = self.told() + more, time.monotonic() + seconds
        while self.told() < wanted:
            assert time.monotonic() < until and not self.trouble, (self.told(), wanted, self.trouble)
            time.sleep(0.01)

    def _play(self, number: int) -> None:
        try:
            self._games(number)
        except BaseException as error:
            self.trouble.append(error)

    def _games(self, number: int) -> None:
        assert self.running is not None
        phone = Phone(self.running)
        while not self._stop.is_set():
            code = self.tables.create("spirits", PLAYERS, {}, f"phone{number}").code
            self.tables.free(code, 0, f"phone{number}")
            page = ""
            while not self._stop.is_set() and not (
                page and self._answered(phone, f"/t/{code}/claim", page, all="1")
            ):
                page = self._page(phone, f"/t/{code}")
            nonces = self.acknowledged.setdefault(code, [])
            while not self._stop.is_set():
                table = self.tables.get(code)
                if table.over or table.revision > 40:
                    break
                fields = legal_form(table, f"{number}-{len(nonces)}")
                # A move is sent again, with the same nonce, until it is known what became of it.
                while not self._stop.is_set() and not self._answered(
                    phone, f"/t/{code}/move", page, **fields
                ):
                    pass
                else:
                    if not self._stop.is_set():
                        nonces.append(fields["nonce"])

    def _page(self, phone: Phone, path: str) -> str:
        with contextlib.suppress(OSError):
            status, page = phone.ask(path)
            if status == 200:
                return page
        time.sleep(0.02)
        return ""

    def _answered(self, phone: Phone, path: str, page: str, **fields: str) -> bool:
        assert self.running is not None
        phone.running = self.running
        try:
            status = phone.post(path, page, **fields)
        except (OSError, ValueError, EOFError):
            time.sleep(0.02)
            return False
        except Exception as error:  # a torn answer, as http.client has many names for
            if type(error).__module__ != "http.client":
                raise
            return False
        assert status in (303, 503), (status, path, fields)
        return status == 303

    def check(self) -> None:
        """Every acknowledged move is there, once, in order; no log is broken."""
        for code, nonces in self.acknowledged.items():
            table = self.tables.get(code)
            assert table.broken is None
            numbers = [self.tables.store.number_of(code, nonce) for nonce in nonces]
            assert numbers == list(range(1, len(nonces) + 1)), code
            assert len(nonces) <= table.revision <= len(nonces) + 1, "at most one a phone was not yet told of"


def workers(running: Running) -> list[int]:
    """The processes that answer."""
    pid = running.process.pid
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def kill_all(running: Running) -> None:
    for pid in [running.process.pid, *workers(running)]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    running.process.wait(20)


def killed_again_and_again(tmp_path: Path, times: int, phones: int) -> None:
    chance = random.Random(times)
    (tmp_path / "data").mkdir()
    load = Load(tmp_path / "data", phones)
    try:
        for n in range(times):
            with serving(tmp_path / "log") as running:
                load.running = running
                if n == 0:
                    load.begin()
                load.wait_for(chance.randrange(10, 30))
                kill_all(running)
                load.check()
        with serving(tmp_path / "log") as running:
            load.running = running
            load.wait_for(20)
            load.end()
    finally:
        load._stop.set()
    load.check()
    assert load.told() > 10 * times
    load.tables.store.close()


def test_a_server_killed_under_load_has_every_move_it_acknowledged(tmp_path: Path) -> None:
    killed_again_and_again(tmp_path, times=2, phones=3)


@pytest.mark.slow
def test_a_server_killed_twelve_times_under_load_has_every_move(tmp_path: Path) -> None:
    killed_again_and_again(tmp_path, times=12, phones=8)


def test_a_worker_that_is_killed_is_replaced_and_phones_go_on(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    load = Load(tmp_path / "data", 3)
    with serving(tmp_path / "log", "--server", "gunicorn") as running:
        load.running = running
        load.begin()
        try:
            for _ in range(2):
                load.wait_for(10)
                before = workers(running)
                os.kill(before[0], signal.SIGKILL)
                load.wait_for(10)
                assert workers(running) != before
            load.end()
        finally:
            load._stop.set()
        load.check()
        code = next(iter(load.acknowledged))
        listen(running, code)[0].close()
        assert running.stop() == 0
    load.tables.store.close()


# -- disks, in the process -------------------------------------------------------------------------------


@pytest.fixture
def house(app: Flask) -> Tables:
    found: Tables = app.extensions["tables"]
    assert isinstance(found.store.database, SQLite)
    found.store.database.patience = 0.3
    found.store.close()  # what is open already has the old patience
    return found


@pytest.fixture
def table(house: Tables, client: FlaskClient) -> Table:
    """A table at which the phone holds both seats."""
    made = house.create("spirits", PLAYERS, {}, "nobody")
    house.free(made.code, 0, "nobody")
    assert client.post(f"/t/{made.code}/claim", data={"all": "1"}).status_code == 303
    return house.get(made.code)


def play(client: FlaskClient, house: Tables, table: Table, nonce: str, **more: str) -> Any:
    fields = {**legal_form(house.get(table.code), nonce), **more}
    return client.post(f"/t/{table.code}/move", data=fields, headers=EN)


def refused_while(
    client: FlaskClient, house: Tables, table: Table, trouble: Callable[[], Any], sentence: str
) -> None:
    """A move in the time of `trouble` (a context) gets 503 and the sentence; the table can be read all the
    same; afterwards the same form is recorded, once."""
    assert play(client, house, table, "before").status_code == 303
    with trouble():
        answer = play(client, house, table, "during")
        assert answer.status_code == 503 and sentence in Page(answer).words
        assert answer.headers["Retry-After"] == "5"
        as_json = client.post(
            f"/t/{table.code}/undo",
            data={"revision": "1", "nonce": "x"},
            headers={"Accept": "application/json", **EN},
        )
        assert as_json.status_code == 503 and sentence in as_json.json["message"]
        assert client.get(f"/t/{table.code}").status_code == 200, "what was recorded can be read"
    assert play(client, house, table, "during").status_code == 303
    assert house.get(table.code).revision == 2
    assert client.get("/healthz").status_code == 200


def test_a_full_disk(client: FlaskClient, house: Tables, table: Table) -> None:
    @contextlib.contextmanager
    def full() -> Iterator[None]:
        database = house.store.database
        real = database._connect  # type: ignore[attr-defined]

        def connect() -> Any:
            db = real()
            db.conn.execute("PRAGMA max_page_count = 1").fetchone()  # what SQLite says then is SQLITE_FULL
            return db

        with house.store._writing() as db:  # no page is left over for small changes
            db.conn.execute("DROP TABLE IF EXISTS filling")
            db.conn.execute("CREATE TABLE filling (x)")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(database, "_connect", connect)
            house.store.close()
            with pytest.raises(Exception, match="full"):
                for _ in range(2000):
                    with house.store._writing() as db:
                        db.conn.execute("INSERT INTO filling VALUES (?)", ["x" * 3000])
            yield
        house.store.close()

    @contextlib.contextmanager
    def surely_full() -> Iterator[None]:
        # A small move may still find room in a page that is half empty: these do not.
        with full(), pytest.MonkeyPatch.context() as patch:
            real = house.store.append

            def append(code: str, expected: int, nonce: str, body: str, at: str) -> tuple[int, bool]:
                return real(code, expected, nonce, body + " " * 9000, at)

            patch.setattr(house.store, "append", append)
            yield

    refused_while(client, house, table, surely_full, "The disk of the computer that keeps the tables is full")


def test_a_disk_that_turned_read_only(client: FlaskClient, house: Tables, table: Table) -> None:
    @contextlib.contextmanager
    def readonly() -> Iterator[None]:
        real = sqlite3.connect
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                "companion.databases.sqlite.sqlite3.connect",
                lambda path, **more: real(f"{Path(path).as_uri()}?mode=ro", uri=True, **more),
            )
            house.store.close()
            yield
        house.store.close()

    refused_while(client, house, table, readonly, "may not write to its disk")


def test_a_database_that_another_program_keeps_locked(
    client: FlaskClient, house: Tables, table: Table
) -> None:
    @contextlib.contextmanager
    def locked() -> Iterator[None]:
        other = sqlite3.connect(house.store.where, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
        other.close()

    refused_while(client, house, table, locked, "Many phones are writing at once")


@pytest.mark.parametrize("which", ["middle", "last"])
def test_a_damaged_page_is_said_and_what_it_does_not_touch_goes_on(
    client: FlaskClient, house: Tables, table: Table, which: str
) -> None:
    path = Path(house.store.where)
    assert play(client, house, table, "n").status_code == 303
    other = house.create("spirits", PLAYERS, {}, "nobody")
    for n in range(60):  # its log fills pages of its own
        seen = f"{n:05}" + "y" * 700
        house.store.append(other.code, n, f"n{n}", json.dumps({"kind": "undo", "seat": -1, "at": seen}), "")
    house.store.close()
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        db.execute("PRAGMA journal_mode=DELETE").fetchone()
    good = path.read_bytes()
    at = good.index(b"00030" + b"y" * 700) // 4096 * 4096 if which == "middle" else len(good) - 4096
    path.write_bytes(good[:at] + b"\xff" * 4096 + good[at + 4096 :])
    fresh = create_app(path.parent, TESTING=True, WTF_CSRF_ENABLED=False)
    phone = fresh.test_client()
    answers = [phone.get(f"/t/{made.code}", headers=EN) for made in (other, table)]
    assert 503 in [answer.status_code for answer in answers]
    for answer in answers:
        assert answer.status_code == 200 or (answer.status_code == 503 and "damaged" in Page(answer).words)
    if which == "middle":
        assert answers[1].status_code == phone.get("/healthz").status_code == 200
    fresh.extensions["tables"].store.close()
    for part in ("-wal", "-shm"):
        Path(f"{path}{part}").unlink(missing_ok=True)
    path.write_bytes(good)
    for made in (other, table):
        assert phone.get(f"/t/{made.code}").status_code == 200, "well again without a new start"


@pytest.mark.parametrize("spoil", ["none", "cut"])
def test_a_file_that_is_no_database_ends_the_start_with_a_sentence(tmp_path: Path, spoil: str) -> None:
    if spoil == "cut":
        open_tables(tmp_path).store.close()
        whole = (tmp_path / "mori.db").read_bytes()
    (tmp_path / "mori.db").write_bytes(b"\xff" * 8192 if spoil == "none" else whole[:-4096])
    done = subprocess.run(
        [*COMMAND, "serve", "--port", "0", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1
    assert "corrupt" in done.stderr


# -- versions --------------------------------------------------------------------------------------------


def as_of(version: int, path: Path) -> None:
    """Take the database back to what that version of the schema was."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        if version < 7:
            db.execute("DROP TABLE used")
        if version < 6:
            db.execute("DROP TABLE note")
        if version < 5:
            db.execute("DROP INDEX seat_phone")
        if version < 4:
            for name in ("piece", "lent"):
                db.execute(f"DROP TABLE {name}")
        if version < 3:
            db.execute("DROP INDEX tables_touched")
            db.execute("DROP INDEX tables_after")
        if version < 2:
            for name in ("sheet_field", "sheet", "result"):
                db.execute(f"DROP TABLE {name}")
        db.execute("DELETE FROM _sqlite_migrations WHERE name >= ?", [f"m{version + 1:03}"])
        db.commit()


@pytest.mark.parametrize("version", range(1, len(STEPS)))
def test_an_old_schema_is_brought_up_to_date_with_its_tables(tmp_path: Path, version: int) -> None:
    tables = open_tables(tmp_path)
    code = tables.create("spirits", PLAYERS, {}, "nobody").code
    tables.store.close()
    as_of(version, tmp_path / "mori.db")
    app = create_app(tmp_path, TESTING=True, WTF_CSRF_ENABLED=False)
    phone = app.test_client()
    assert phone.get(f"/t/{code}").status_code == phone.get("/score/spirits").status_code == 200
    assert app.extensions["tables"].store.untouched("9") == [code]


def test_a_newer_schema_is_left_alone_with_a_sentence(tmp_path: Path) -> None:
    tables = open_tables(tmp_path)
    tables.store.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "mori.db")) as db:
        db.execute("UPDATE _sqlite_migrations SET name = 'm999_later' WHERE name = 'm003_touched'")
        db.commit()
    before = (tmp_path / "mori.db").read_bytes()
    done = subprocess.run(
        [*COMMAND, "serve", "--port", "0", "--data", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1 and "newer" in done.stderr and len(done.stderr.strip().splitlines()) == 1
    assert (tmp_path / "mori.db").read_bytes() == before


@pytest.mark.parametrize(
    "body",
    [
        '{"kind":"move","seat":0,"at":"2020-01-01T00:00:00Z","move":{"do":"frolic","with":"kodama"}}',
        '{"kind":"move","seat":0,"at":"2020-01-01T00:00:00Z","move":{"do":"take","at":"9,99","face":"x"}}',
        '{"kind":"dance","seat":0,"at":"2020-01-01T00:00:00Z"}',
        '{"kind":"undo"',
        "[]",
    ],
)
def test_a_log_of_another_version_shows_its_good_part_and_can_be_mended(
    client: FlaskClient, house: Tables, table: Table, body: str
) -> None:
    assert play(client, house, table, "n").status_code == 303
    good = house.get(table.code)
    house.store.append(table.code, 1, "other", body, "2020-01-01T00:00:00Z")
    page = Page(client.get(f"/t/{table.code}", headers=EN))
    assert page.status == 200 and "entry 2" in page.words.lower()
    answer = client.post(f"/t/{table.code}/move", data=legal_form(good, "more"), headers=EN)
    assert answer.status_code == 422, "nothing is put behind what cannot be read"
    for path in ("log", "people", "events"):
        assert client.get(f"/t/{table.code}/{path}").status_code == 200
    mended = client.post(f"/t/{table.code}/mend")
    assert mended.status_code == 303
    code = mended.headers["Location"].rsplit("/", 1)[-1]
    assert house.get(code).broken is None and house.get(code).state == good.state
    assert play(client, house, house.get(code), "on").status_code == 303


# -- clocks ----------------------------------------------------------------------------------------------


def test_a_clock_that_jumps_turns_nobody_out_and_loses_no_move(
    client: FlaskClient, house: Tables, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    for n, days in enumerate((0, -20_000, 3_000, -1, 0)):
        at = datetime.now(UTC) + timedelta(days=days)
        monkeypatch.setattr(time, "time", lambda days=days: now + days * 86400)
        monkeypatch.setattr(house, "_now", lambda at=at: at)
        assert play(client, house, table, f"n{n}").status_code == 303, f"{days} days off"
        assert len(client.get(f"/t/{table.code}/log").text) > 1000
    found = house.get(table.code)
    assert found.revision == 5 and found.broken is None
    assert [entry.number for entry in house.entries(table.code)] == [1, 2, 3, 4, 5]
    assert client.post(f"/t/{table.code}/undo", data={"revision": "5", "nonce": "u"}).status_code == 303


# -- too much --------------------------------------------------------------------------------------------


def test_a_log_of_twenty_thousand_entries_takes_no_more_and_can_be_read(
    client: FlaskClient, house: Tables, table: Table
) -> None:
    assert play(client, house, table, "n").status_code == 303
    at = "2026-01-01T00:00:00Z"
    bodies = [json.dumps({"kind": kind, "seat": -1, "at": at}) for kind in ("undo", "redo")]
    with house.store._writing() as db:
        db.conn.executemany(
            "INSERT INTO entry VALUES (?, ?, ?, ?)",
            ((table.code, n, f"n{n}", bodies[n % 2]) for n in range(2, 20_001)),
        )
        counted = "UPDATE tables SET revision = 20000, change = change + 1 WHERE code = ?"
        db.conn.execute(counted, [table.code])
    answer = client.post(f"/t/{table.code}/redo", data={"revision": "20000", "nonce": "more"}, headers=EN)
    assert answer.status_code == 422 and "The log of this table is full" in Page(answer).words
    assert house.get(table.code).revision == 20_000
    for path in ("", "/log", "/people"):
        assert client.get(f"/t/{table.code}{path}").status_code == 200


@pytest.mark.parametrize("size", [8_000, 50_000, 63_000, 70_000, 2_000_000])
def test_a_move_of_fifty_thousand_bytes_is_refused_kindly(
    client: FlaskClient, house: Tables, table: Table, size: int
) -> None:
    answer = play(client, house, table, "n", move="do=take&at=0%2C0&face=" + "x" * size)
    assert answer.status_code in (413, 422)
    assert len(Page(answer).words) > 20 and "x" * 100 not in answer.text
    long_nonce = play(client, house, table, "n" * size)
    assert long_nonce.status_code in (413, 422)
    assert house.get(table.code).revision == 0
    assert play(client, house, table, "after").status_code == 303


# -- real disks ------------------------------------------------------------------------------------------


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[None]:
    """A file system of its own at that folder, which needs the right to mount."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"this needs the right to mount: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs tmpfs")
def test_a_disk_that_fills_up_under_a_server_and_is_emptied(tmp_path: Path) -> None:
    with small_disk(tmp_path / "data", "6m"), serving(tmp_path / "log") as running:
        tables = open_tables(tmp_path / "data")
        code = tables.create("spirits", PLAYERS, {}, "nobody").code
        tables.free(code, 0, "nobody")
        tables.store.close()
        phone = Phone(running)
        page = phone.get(f"/t/{code}")
        assert phone.post(f"/t/{code}/claim", page, all="1") == 303
        ballast = tmp_path / "data" / "ballast"
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 4096)
        told, refused = 0, 0
        reader = Tables(tables.store, GAMES)
        for n in range(400):
            table = reader.get(code)
            if table.over:
                break
            status, answer = phone.ask(
                f"/t/{code}/move", {"csrf_token": token_of(page), **legal_form(table, f"n{n}")}
            )
            if status == 303:
                told += 1
                assert reader.get(code).revision == told
                phone.post(f"/t/{code}/undo", page, revision=str(told), nonce=f"u{n}")
                told = reader.get(code).revision
                continue
            assert status == 503 and "full" in answer
            refused += 1
            if refused == 3:
                assert phone.ask(f"/t/{code}")[0] == 200, "what is there can be read on a full disk"
                ballast.unlink()
            if refused > 3:
                pytest.fail("there is room, and it still refuses")
        assert refused == 3 and told > 3
        assert reader.get(code).revision == told and reader.get(code).broken is None
        assert running.stop() == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs tmpfs")
def test_a_start_on_a_disk_that_takes_nothing_is_one_sentence(tmp_path: Path) -> None:
    with small_disk(tmp_path / "data", "6m"):
        open_tables(tmp_path / "data").store.close()
        subprocess.run(["mount", "-o", "remount,ro", str(tmp_path / "data")], check=True)
        done = subprocess.run(
            [*COMMAND, "serve", "--port", "0", "--data", str(tmp_path / "data")],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode in (1, 2) and len(done.stderr.strip().splitlines()) == 1, done.stderr
