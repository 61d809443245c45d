"""The command line as contract.md has it: what it prints, and how it ends."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import open_tables
from companion.__main__ import main
from companion.engine.game import TABLE
from companion.record import as_file
from companion.tables import Table, Tables

PLAYERS = [{"name": "Ann", "tiles": ["moss2", "vines1+sun"]}, {"name": "小森", "tiles": ["dew2", "webs2"]}]
SHEET: dict[str, Any] = {"game": "spirits", "players": [{**player, "tokens": []} for player in PLAYERS]}


def run(*args: str, given: str | bytes = "") -> Result:
    done = CliRunner().invoke(main, args, input=given)
    assert "Traceback" not in done.output
    if done.exit_code:
        assert len(done.stderr.strip().splitlines()) <= 1, "an error is one sentence"
    return done


def played(tables: Tables, moves: int = 24, seed: int = 1) -> Table:
    """A table of two at which some moves were made, whatever came to hand."""
    chance = random.Random(seed)
    table = tables.create("spirits", [("Ann", "red"), ("小森", "blue")], {}, "phone")
    for n in range(moves):
        acting = [*table.game.to_act(table.state), TABLE]
        legal = [(seat, move) for seat in acting for move in table.game.legal(table.state, seat)]
        if not legal:
            break
        seat, move = chance.choice(legal)
        table = tables.play(table.code, seat, move, revision=table.revision, nonce=f"n{n}", by=0).table
    return table


# --- in general


def test_every_command_explains_itself() -> None:
    assert run("--help").exit_code == 0
    for command in main.commands:
        help_ = run(command, "--help")
        assert help_.exit_code == 0
        assert help_.output.startswith("Usage:")
    assert {"serve", "score", "export", "import", "replay", "check"} <= set(main.commands)


@pytest.mark.parametrize(
    "args",
    [
        ("nope",),
        ("--nope",),
        ("score", "--nope"),
        ("score", "a", "b"),
        ("replay",),
        ("export",),
        ("serve", "--port", "x"),
        ("serve", "--port", "65536"),
        ("serve", "--server", "apache"),
    ],
)
def test_wrong_usage_is_2_and_one_sentence(args: tuple[str, ...]) -> None:
    done = run(*args)
    assert done.exit_code == 2
    assert "--help" in done.stderr


def test_a_fault_of_ours_is_a_sentence_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_STRICT")
    monkeypatch.setattr("companion.games.SCORES", {"spirits": lambda sheet: 1 / 0})
    done = run("score", given=json.dumps(SHEET))
    assert done.exit_code == 2
    assert "ZeroDivisionError" in done.stderr


# --- score


def test_score_prints_the_result() -> None:
    done = run("score", "-", given=json.dumps(SHEET))
    assert done.exit_code == 0
    result = json.loads(done.stdout)
    assert {"game", "players", "ranking", "winners", "decided_by"} <= result.keys()
    assert [player["name"] for player in result["players"]] == ["Ann", "小森"]
    assert "小森" in done.stdout
    for player in result["players"]:
        assert sum(player["lines"].values()) == player["total"]


def test_score_reads_a_file_and_standard_input_alike(tmp_path: Path) -> None:
    file = tmp_path / "sheet.json"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(SHEET).encode())
    assert run("score", str(file)).stdout == run("score", given=json.dumps(SHEET)).stdout


@pytest.mark.parametrize(
    "given", ["", "nonsense", "[1]", '"x"', "null", "[" * 100_000, '{"game": NaN}', b"\xff{}"]
)
def test_what_is_no_sheet_at_all_is_2(given: str | bytes) -> None:
    done = run("score", given=given)
    assert done.exit_code == 2
    assert done.stderr.startswith("Error: ")


@pytest.mark.parametrize(
    "sheet",
    [
        {},
        {"game": "chess"},
        {"game": ["spirits"]},
        {"game": "spirits"},
        {"game": "spirits", "players": []},
        {"game": "spirits", "players": [{"name": "A", "tiles": ["no-such-tile"]}] * 2},
        {"game": "spirits", "players": [{"name": "A", "tiles": ["moss2"] * 48, "tokens": []}]},
    ],
)
def test_a_sheet_that_cannot_be_counted_is_1(sheet: dict[str, Any]) -> None:
    done = run("score", given=json.dumps(sheet))
    assert done.exit_code == 1
    assert done.stderr.startswith("Error: ")
    assert done.stdout == ""


@pytest.mark.parametrize("name", ["missing.json", ".", "nul\x00l"])
def test_a_file_that_cannot_be_read_is_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("score", "replay", "import"):
        assert run(command, name).exit_code == 2


def test_jsonl_answers_every_line() -> None:
    lines = [json.dumps(SHEET), "", "nonsense", json.dumps({"game": "chess"}), json.dumps(SHEET)]
    done = run("score", "--jsonl", given="\n".join(lines))
    assert done.exit_code == 1
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, True, False]
    assert answers[0] == answers[3]
    assert run("score", "--jsonl", given=f"{lines[0]}\n").exit_code == 0
    assert run("score", "--jsonl", given="").exit_code == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=10,
)
PLAYER = st.fixed_dictionaries(
    {},
    optional={
        "name": JSON,
        "tiles": JSON | st.just(["moss2"]),
        "tokens": JSON,
        "counts": JSON,
        "tile_count": JSON,
    },
)
SHEETS = st.fixed_dictionaries(
    {"game": st.just("spirits")},
    optional={"players": st.lists(PLAYER | JSON, max_size=4) | JSON, "solo": PLAYER | JSON, "choice": JSON},
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(JSON | SHEETS)
def test_no_sheet_breaks_the_command(sheet: Any) -> None:
    assert run("score", given=json.dumps(sheet)).exit_code in (0, 1, 2)


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_break_the_command(content: bytes) -> None:
    for command in ("score", "replay"):
        assert run(command, "-", given=content).exit_code in (1, 2)


# --- tables out to files and back


def test_export_and_import_give_the_same_file(tmp_path: Path) -> None:
    table = played(open_tables(tmp_path))
    assert table.revision >= 20
    out = run("export", table.code, "--data", str(tmp_path))
    assert out.exit_code == 0
    file = tmp_path / "table.json"
    assert run("export", table.short.lower(), "-o", str(file), "--data", str(tmp_path)).exit_code == 0
    assert file.read_text("utf-8") == out.stdout

    other = tmp_path / "other"
    done = run("import", str(file), "--data", str(other))
    assert done.exit_code == 0
    address, short = done.stdout.split()
    again = open_tables(other).get(address.removeprefix("/t/"))
    assert again.short == short
    assert not any(seat.taken for seat in again.seats)
    assert run("export", again.code, "--data", str(other)).stdout == out.stdout


def test_replay_prints_what_score_prints(tmp_path: Path) -> None:
    tables = open_tables(tmp_path)
    table = played(tables, moves=30)
    file = tmp_path / "table.json"
    file.write_text(as_file(tables.export(table.code)), "utf-8")
    sheet = table.game.tally(table.state, table.names)
    assert run("replay", str(file)).stdout == run("score", given=json.dumps(sheet)).stdout != ""


def test_replay_names_the_entry_that_does_not_replay(tmp_path: Path) -> None:
    tables = open_tables(tmp_path)
    export = tables.export(played(tables, moves=6).code)
    taken = next(n for n, entry in enumerate(export["entries"]) if entry["kind"] == "move")
    export["entries"].append({**export["entries"][taken], "number": 7, "kind": "redo"})
    del export["entries"][-1]["move"]
    done = run("replay", "-", given=json.dumps(export))
    assert done.exit_code == 1
    assert "entry 7" in done.stderr


@pytest.mark.parametrize(
    "change", [{"format": "x"}, {"version": 99}, {"seats": 3}, {"entries": {}}, {"game": "go"}]
)
def test_what_is_no_table_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    tables = open_tables(tmp_path)
    export = {**tables.export(played(tables, moves=3).code), **change}
    for args in (("replay", "-"), ("import", "-", "--data", str(tmp_path))):
        assert run(*args, given=json.dumps(export)).exit_code == 1


def test_a_table_that_is_not_there_is_1(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    assert run("export", "ABC", "--data", str(nowhere)).exit_code == 1
    assert not nowhere.exists()
    open_tables(tmp_path)
    for code in ("ABC", "0000000000000", "", "x" * 500, "../../etc"):
        assert run("export", code, "--data", str(tmp_path)).exit_code == 1


def test_an_export_that_cannot_be_written_is_2(tmp_path: Path) -> None:
    table = played(open_tables(tmp_path), moves=1)
    done = run("export", table.code, "-o", str(tmp_path / "no" / "file"), "--data", str(tmp_path))
    assert done.exit_code == 2


def test_a_database_that_cannot_be_read_is_1(tmp_path: Path) -> None:
    (tmp_path / "mori.db").write_bytes(b"this is no database at all" * 100)
    for args in (("export", "ABC"), ("serve", "--port", "0")):
        done = run(*args, "--data", str(tmp_path))
        assert done.exit_code == 1
        assert "corrupt" in done.stderr


def test_a_database_of_a_later_version_is_1(tmp_path: Path) -> None:
    open_tables(tmp_path).store.close()
    with sqlite3.connect(tmp_path / "mori.db") as later:
        later.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('companion', 'm999', '')"
        )
    done = run("export", "ABC", "--data", str(tmp_path))
    assert done.exit_code == 1
    assert "newer" in done.stderr


# --- rules


@pytest.mark.parametrize("words", [("",), (" ", "\u3000")])
def test_rules_of_no_words_is_a_question_of_usage(words: tuple[str, ...]) -> None:
    done = run("rules", *words)
    assert done.exit_code == 2
    assert "at least one word" in done.stderr and "rules --help" in done.stderr


# --- check


def test_check_finds_the_facts_well() -> None:
    done = run("check")
    assert (done.exit_code, done.stderr) == (0, "")


def test_check_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.factcheck.check", lambda: ["spirits: tiles add up to 47"])
    done = CliRunner().invoke(main, ["check"])
    assert done.exit_code == 1
    assert "tiles add up to 47" in done.stderr
