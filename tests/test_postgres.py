"""Tables on a PostgreSQL server: what only it does. That it keeps the tables as SQLite does is shown by the
tests of the store, the tables, the score book and the kill, which run over both."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner

from companion import create_app, open_tables
from companion.__main__ import main
from companion.scorebook import Scorebook
from companion.store import NewTable, SeatRow, Store, StoreError
from companion.watch import Watcher
from tests.phones import Phone, listen
from tests.postgres import Cluster
from tests.serving import serving

AT = "2026-01-01T00:00:00Z"
NEW = NewTable("pile", {}, (SeatRow("Ann", "red"),), "phone", AT, AT)


@pytest.fixture
def store(postgres: str) -> Iterator[Store]:
    store = Store(postgres)
    yield store
    store.close()


def test_a_session_waits_for_the_disk_and_for_no_one_for_ever(store: Store) -> None:
    with store._connection() as db:
        for name, value in (
            ("synchronous_commit", "on"),
            ("lock_timeout", "10s"),
            ("idle_in_transaction_session_timeout", "10s"),
        ):
            assert db.conn.execute(f"SHOW {name}").fetchone() == (value,)


def test_who_holds_the_lock_for_too_long_is_named_and_then_it_works_again(store: Store) -> None:
    code = store.create(NEW)
    hasty = Store(store.where, patience=0.5)
    with store._writing() as db:
        db.conn.execute("SELECT 1")
        with pytest.raises(StoreError) as error:
            hasty.append(code, 0, "n", "a", AT)
        assert error.value.kind == "locked"
        assert hasty.read(code, 0)[0].revision == 0, "reading needs no lock"
    assert hasty.append(code, 0, "n", "a", AT)[:2] == (1, True)
    hasty.close()


def test_a_writer_that_hangs_is_thrown_out(store: Store) -> None:
    hasty = Store(store.where, patience=1)
    with pytest.raises(StoreError), hasty._writing() as db:
        db.conn.execute("INSERT INTO counter VALUES ('hung', 1)")
        time.sleep(2.5)
    assert store.note("hung", 2) is None, "and left nothing behind"
    hasty.close()


def test_a_server_that_may_not_write_is_named_and_still_read(store: Store) -> None:
    code = store.create(NEW)
    reader = Store(store.where)
    with reader._connection() as db:
        db.conn.execute("SET default_transaction_read_only = on")
    with pytest.raises(StoreError) as error:
        for n in range(20):  # by whichever connection of the pool
            reader.append(code, n, f"n{n}", "a", AT)
    assert error.value.kind == "readonly"
    assert len(reader.read(code, 0)[1]) == reader.read(code, 0)[0].revision < 20
    reader.close()


def test_a_database_of_a_later_version_is_left_alone(store: Store) -> None:
    with store._writing() as db:
        db.conn.execute("INSERT INTO step VALUES ('m999_later')")
    with pytest.raises(StoreError) as error:
        Store(store.where)
    assert error.value.kind == "newer"


def test_an_address_where_nobody_answers_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = f"postgresql://ann:geheim@/mori?host={tmp_path}"
    with pytest.raises(StoreError) as error:
        Store(nowhere, patience=0.5)
    assert error.value.kind == "unreadable" and "geheim" not in str(error.value)
    with pytest.raises(StoreError) as error:
        Store("postgresql://x y z:::", patience=0.5)
    assert error.value.kind == "unreadable"
    monkeypatch.setenv("DATABASE_URL", "mysql://x")
    done = CliRunner().invoke(main, ["serve", "--port", "0", "--data", str(tmp_path)])
    assert done.exit_code == 2 and "postgresql://" in done.stderr


def test_psycopg_is_loaded_only_when_asked_for() -> None:
    code = (
        "import sys; from companion import create_app; import tempfile; create_app(tempfile.mkdtemp());"
        "print('psycopg' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_text_with_a_nul_is_kept_without_it(store: Store) -> None:
    book = Scorebook(store)
    code = book.open("spirits", {"a": "x\0y"}, "phone")
    assert book.sheet(code).fields == {"a": "xy"}


def test_a_restart_of_the_server_is_survived(postgres_server: Cluster, postgres: str) -> None:
    store = Store(postgres, patience=3)
    watcher = Watcher(store)
    code = store.create(NEW)
    change = store.change(code)
    woken: list[int] = []
    waiting = threading.Thread(target=lambda: woken.append(watcher.wait(code, change, 30)))
    waiting.start()
    try:
        time.sleep(0.5)
        postgres_server.control("restart", "-m", "immediate")
        until = time.monotonic() + 20
        while True:
            try:
                assert store.append(code, 0, "n", "a", AT)[0] == 1
                break
            except StoreError as error:
                assert error.kind == "unreadable" and time.monotonic() < until
        waiting.join(20)
        assert woken and woken[0] >= change
        assert watcher.wait(code, change, 5) > change
        other = Store(postgres)
        change = store.change(code)
        threading.Timer(1.5, lambda: other.append(code, 1, "m", "b", AT)).start()
        assert watcher.wait(code, change, 20) > change, "it listens again"
        other.close()
    finally:
        watcher.close()
        store.close()


def test_the_app_says_503_while_the_server_is_away_and_is_well_again_after(
    postgres_server: Cluster, postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", postgres)
    app = create_app(tmp_path, TESTING=True)
    database = app.extensions["tables"].store.database
    database.patience = 1
    database.close()
    code = app.extensions["tables"].create("spirits", [("Ann", "red"), ("Bo", "blue")], {}, "phone").code
    client = app.test_client()
    assert client.get("/healthz").status_code == client.get(f"/t/{code}").status_code == 200
    postgres_server.control("stop", "-m", "immediate")
    try:
        page = client.get(f"/t/{code}", headers={"Accept-Language": "en"})
        assert (page.status_code, page.headers["Retry-After"]) == (503, "5")
        assert "Try again in a few seconds" in page.text and "psycopg" not in page.text
        assert client.get("/healthz").status_code == 503
    finally:
        postgres_server.control("start")
    until = time.monotonic() + 30
    while client.get(f"/t/{code}").status_code != 200 and time.monotonic() < until:
        time.sleep(0.1)
    assert client.get("/healthz").status_code == 200


# -- two machines at one table ---------------------------------------------------------------------------


def test_phones_at_two_servers_see_each_others_moves_within_a_second(postgres: str, tmp_path: Path) -> None:
    key = {"COMPANION_SECRET_KEY": "k" * 64, "DATABASE_URL": postgres}
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with (
        serving(tmp_path / "one" / "log", **key) as one,
        serving(tmp_path / "two" / "log", **key) as two,
    ):
        tables = open_tables(postgres)
        code = tables.create("spirits", [("Ann", "red"), ("Ben", "blue")], {}, "phone").code
        phones = Phone(one), Phone(two)
        for seat, phone in enumerate(phones):
            if seat == 0:
                tables.free(code, 0, "phone")
            phone.post(f"/t/{code}/claim", phone.get(f"/t/{code}"), seat=str(seat))
        streams = [listen(running, code) for running in (one, two)]
        delays = []
        for turn in range(6):
            table = tables.get(code)
            seat = table.game.to_act(table.state)[0]
            move = table.game.legal(table.state, seat)[0]
            there = streams[1 - seat][1]
            page = phones[seat].get(f"/t/{code}")
            phones[seat].post(
                f"/t/{code}/move",
                page,
                seat=str(seat),
                move=table.game.codec.to_form(move),
                revision=str(table.revision),
                nonce=f"turn{turn}",
            )
            began = time.monotonic()
            change = tables.change(code)
            assert change > table.change
            while there.readline() != f"data: {change}\n".encode():
                pass
            delays.append(time.monotonic() - began)
            assert tables.get(code).revision == table.revision + 1
        assert sorted(delays)[len(delays) // 2] < 1, delays
        ends = [json.loads(running.get("/healthz")[2])["ok"] for running in (one, two)]
        assert ends == [True, True]
        for connection, _ in streams:
            connection.close()
        tables.store.close()
    with psycopg.connect(postgres) as connection:
        row = connection.execute("SELECT count(*) FROM entry WHERE code = %s", [code]).fetchone()
    assert row == (6,)
