"""The loader of the cases finds its files, packed or not, and names the one that is missing."""

import gzip
import json

import pytest

from tests.oracle.cases import cases


def test_the_copy_is_read(monkeypatch):
    monkeypatch.delenv("COMPANION_CASES", raising=False)
    assert sum(1 for _ in cases("bitoku_scoring")) == 125
    assert sum(1 for _ in cases("bitoku_scoring.jsonl")) == 125
    with pytest.raises(FileNotFoundError, match="no_such"):
        list(cases("no_such"))


def test_another_folder_plain_and_packed(monkeypatch, tmp_path):
    monkeypatch.setenv("COMPANION_CASES", str(tmp_path))
    (tmp_path / "plain.jsonl").write_text('{"id": 1}\n\n{"id": 2}\n')
    with gzip.open(tmp_path / "packed.jsonl.gz", "wt") as file:
        file.write(json.dumps({"id": "木"}) + "\n")
    assert [case["id"] for case in cases("plain")] == [1, 2]
    assert [case["id"] for case in cases("packed")] == ["木"]
    with pytest.warns(UserWarning, match=r"gone\.jsonl is not in"):
        assert list(cases("gone")) == []
