"""What was acknowledged stays: through kill -9 in a burst of moves, and with two processes at one table."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.store import Store
from companion.tables import Table, Tables
from tests.pile import GAME, STONES, Add

ROOT = Path(__file__).resolve().parent.parent
PLAYERS = [("Ann", "red"), ("Bo", "blue")]
BURST = """
import sys
import threading
from companion.store import Store
from companion.tables import Tables
from tests.pile import GAME, Add

path, code, name, moves, threads = sys.argv[1:]
house = Tables(Store(path), {"pile": GAME})
print("open", flush=True)
sys.stdin.readline()

def burst(thread):
    for n in range(int(moves)):
        nonce = f"{name}-{thread}-{n}"
        while True:
            outcome = house.play(code, -1, Add(1), revision=0, nonce=nonce)
            if outcome.status != "conflict":
                break
        sys.stdout.write(f"{nonce} {outcome.status} {outcome.entry.number}\\n")
        sys.stdout.flush()

running = [threading.Thread(target=burst, args=(n,)) for n in range(int(threads))]
for thread in running:
    thread.start()
for thread in running:
    thread.join()
"""


@contextmanager
def burst(
    path: str | Path, table: Table, name: str, moves: int, threads: int
) -> Iterator[subprocess.Popen[str]]:
    """A process that plays moves at the table as soon as it is told, and says of each when it is done."""
    process = subprocess.Popen(
        [sys.executable, "-c", BURST, str(path), table.code, name, str(moves), str(threads)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None and process.stdout.readline() == "open\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def begin(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def acknowledged(lines: list[str]) -> dict[str, int]:
    """nonce -> number, of the whole lines."""
    found = {}
    for line in lines:
        if line.endswith("\n"):
            nonce, status, number = line.split()
            assert status == "recorded"
            found[nonce] = int(number)
    return found


def nonces_of(store: Store, table: Table) -> dict[str, int]:
    with store._connection() as db:
        rows = db.conn.execute("SELECT nonce, number FROM entry WHERE code = ?", [table.code]).fetchall()
    assert len({nonce for nonce, _ in rows}) == len(rows), "no nonce twice"
    assert sorted(number for _, number in rows) == list(range(1, len(rows) + 1)), "no gap"
    return dict(rows)


def test_kill_in_the_middle_of_a_burst_loses_nothing_acknowledged(place: str | Path) -> None:
    chance = random.Random(7)
    house = Tables(Store(place), {"pile": GAME})
    table = house.create("pile", PLAYERS, {}, "ann")
    promised: dict[str, int] = {}
    for run in range(5):
        threads = 1 + 3 * (run % 2)
        with burst(place, table, f"run{run}", 100_000, threads) as process:
            begin(process)
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(chance.randrange(20, 120))]
            process.kill()
            lines += process.stdout.readlines()
            assert process.wait() != 0, "it was killed, it did not end"
        promised |= acknowledged(lines)
        store = Store(place)
        kept = nonces_of(store, table)
        assert promised.items() <= kept.items()
        assert len(kept.keys() - promised.keys()) <= 4 * (run + 1), "at most one a thread was not yet told"
        found = Tables(store, {"pile": GAME}).get(table.code)
        assert found.broken is None and found.revision == len(kept) and found.state.pile == STONES + len(kept)
    # A phone that was not told sends its move again: it is there once, whether it had been stored or not.
    untold = sorted(kept.keys() - promised.keys())
    for nonce in [*untold, "run4-0-never"]:
        again = house.play(table.code, -1, Add(1), revision=0, nonce=nonce)
        assert again.status == ("repeated" if nonce in kept else "recorded")
    assert house.get(table.code).revision == len(kept) + 1


def test_two_processes_at_one_table_lose_nothing(place: str | Path) -> None:
    store = Store(place)
    house = Tables(store, {"pile": GAME})
    table = house.create("pile", PLAYERS, {}, "ann")
    with burst(place, table, "one", 150, 2) as one, burst(place, table, "two", 150, 2) as two:
        both = (one, two)
        for process in both:
            begin(process)
        lines: dict[int, list[str]] = {}

        def listen(process: subprocess.Popen[str]) -> None:
            assert process.stdout is not None
            lines[process.pid] = process.stdout.readlines()

        listening = [threading.Thread(target=listen, args=(process,)) for process in both]
        for thread in listening:
            thread.start()
        for thread in listening:
            thread.join(120)
        assert [process.wait(10) for process in both] == [0, 0]
    told = acknowledged(lines[one.pid]) | acknowledged(lines[two.pid])
    assert len(told) == 600
    assert nonces_of(store, table) == told
    assert house.get(table.code).state.pile == STONES + 600
    one_numbers = sorted(number for nonce, number in told.items() if nonce.startswith("one"))
    assert one_numbers[-1] - one_numbers[0] >= 300, "the processes took turns, or the test shows nothing"


def test_a_change_by_another_process_wakes_who_waits_here(place: str | Path) -> None:
    house = Tables(Store(place), {"pile": GAME})
    table = house.create("pile", PLAYERS, {}, "ann")
    with burst(place, table, "one", 1, 1) as process:
        threading.Timer(0.2, begin, [process]).start()
        assert house.wait(table.code, table.change, 20) > table.change
        assert house.get(table.code).revision == 1
    house.watcher.close()
