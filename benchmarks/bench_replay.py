"""A whole recorded table from its JSON text, beside reading that JSON alone.

`entries`: the text read, then folded move by move, as a server does for a table it has not kept in memory.
`import`: the same with every part doubted, as for a file that a person sends. By the processor's time.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from companion.engine.game import Setup
from companion.engine.log import Entry, replay, start
from companion.games import GAMES
from companion.record import read_record

RECORDED = Path(__file__).resolve().parents[1] / "tests" / "games" / "recorded"


def milliseconds(work: Callable[[], Any], repeats: int) -> float:
    """The median time of one call."""
    times = []
    for _ in range(repeats):
        start_ = time.process_time()
        work()
        times.append((time.process_time() - start_) * 1000)
    return median(times)


def folded(text: str) -> Any:
    """The table's last state."""
    content = json.loads(text)
    game = GAMES[content["game"]]
    entries = [
        Entry(**{**entry, "overruled": tuple(entry.get("overruled", ()))}) for entry in content["entries"]
    ]
    found = replay(start(game, Setup(len(content["seats"]), content["options"])), entries)
    assert found.broken is None
    return found.timeline.state


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeats", type=int, default=40)
    given = parser.parse_args()
    print(f"{'':34}{'entries':>8}{'json ms':>9}{'fold ms':>9}{'x json':>8}{'import ms':>11}{'x json':>8}")
    for path in sorted(RECORDED.glob("*.json")):
        text = path.read_text("utf-8")
        if "entries" not in (content := json.loads(text)):
            continue
        read = milliseconds(lambda text=text: json.loads(text), given.repeats)  # type: ignore[misc]
        fold = milliseconds(lambda text=text: folded(text), given.repeats)  # type: ignore[misc]
        whole = milliseconds(lambda text=text: read_record(json.loads(text), GAMES), given.repeats)  # type: ignore[misc]
        print(
            f"{path.stem:34}{len(content['entries']):>8}{read:>9.2f}{fold:>9.2f}{fold / read:>8.1f}"
            f"{whole:>11.2f}{whole / read:>8.1f}"
        )


if __name__ == "__main__":
    main()
