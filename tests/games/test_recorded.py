"""Whole tables as people exported them replay to the score they had.

To keep a bug from coming back, put the export of its table into `recorded/`; where the right totals and
winners are known, beside it in NAME.score.json.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.record import as_file, entry_body, read_record, write_record

FOLDER = Path(__file__).parent / "recorded"
FILES = sorted(path for path in FOLDER.glob("*.json") if not path.name.endswith(".score.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_table_replays_to_its_score(path: Path) -> None:
    text = path.read_text("utf-8")
    record = read_record(json.loads(text), GAMES)
    for node in record.timeline.backwards():
        assert list(record.game.invariants(node.state)) == []
    bodies = [entry_body(entry) for entry in record.entries]
    again = write_record(record.game, record.setup.options, record.players, record.created, bodies)
    assert as_file(again) == text, "exported again it is the same, byte for byte"
    expected = path.with_suffix(".score.json")
    if expected.exists():
        names = tuple(name for name, _ in record.players)
        result = record.game.score(record.game.tally(record.timeline.state, names)).json
        score = json.loads(expected.read_text("utf-8"))
        assert {player["name"]: player["total"] for player in result["players"]} == score["totals"]
        assert sorted(result["winners"]) == sorted(score["winners"])


def test_the_recorded_tables_hold_every_kind_of_entry() -> None:
    entries = [entry for path in FILES for entry in json.loads(path.read_text("utf-8"))["entries"]]
    assert {entry["kind"] for entry in entries} == {"move", "amend", "back", "undo", "redo"}
    assert any(entry.get("overruled") for entry in entries)
    assert {"take", "place", "shift", "plus", "peek", "found", "forest"} <= {
        entry["move"]["do"] for entry in entries if "move" in entry
    }
