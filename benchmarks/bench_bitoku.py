"""A finished game of Bitoku for four, of about 120 turns: replayed from its log, and the page that shows it.

The replay stands beside `json.loads` of the text; the pages are those of a table in the last Summer, on a
phone that holds every seat, beside the screen of play of a table of Spirits. By the processor's time, so that
a busy machine changes it less.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from typing import Any

from benchmarks.bench_replay import RECORDED, folded, milliseconds
from companion import create_app
from companion.engine.game import TABLE

BITOKU = RECORDED / "bitoku_four_players.json"
SPIRITS = RECORDED / "four_players_with_plus.json"


def cut(text: str, most: int) -> Any:
    """The record with its first entries only."""
    content = json.loads(text)
    return {**content, "entries": content["entries"][:most]}


def last_summer(text: str) -> int:
    """How many entries lead into the middle of the last Summer."""
    entries = json.loads(text)["entries"]
    seasons = [e["number"] for e in entries if e["seat"] == TABLE and e["move"]["do"] == "go"]
    return (int(seasons[-2]) + int(seasons[-1])) // 2


def page(record: Any, path: str, repeats: int) -> tuple[float, int]:
    """Milliseconds and bytes of an address of that table."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(folder, TESTING=True, WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False)
        client = app.test_client()
        client.get("/")
        brought = client.post("/import", data={"file": json.dumps(record)})
        assert brought.status_code == 303, brought.get_data(as_text=True)
        url = brought.headers["Location"].removesuffix("/people")
        client.post(url + "/claim", data={"all": "1"})
        found = client.get(url + path)
        assert found.status_code == 200
        time = milliseconds(lambda: client.get(url + path), repeats)
        app.extensions["tables"].watcher.close()
        return time, len(found.data)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=30)
    repeats = parser.parse_args().repeats
    text, other = BITOKU.read_text("utf-8"), SPIRITS.read_text("utf-8")
    read = milliseconds(lambda: json.loads(text), repeats)
    fold = milliseconds(lambda: folded(text), repeats)
    entries = len(json.loads(text)["entries"])
    print(f"replay: {entries} entries, {fold:.2f} ms; json.loads {read:.2f} ms; ratio {fold / read:.1f}")
    anchor, size = page(cut(other, 60), "", repeats)
    print(f"page of Spirits: {anchor:.1f} ms, {size // 1024} kB")
    record = cut(text, last_summer(text))
    for name, path in (("play", ""), ("pad", "/pad"), ("log", "/log")):
        time, size = page(record, path, repeats)
        print(f"page of Bitoku, {name}: {time:.1f} ms, {size // 1024} kB; ratio {time / anchor:.1f}")


if __name__ == "__main__":
    main()
