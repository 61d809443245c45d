"""Load on the production server: what a request costs beside the bare floor, and a thousand phones at tables
of four that listen, look and play.

The floor is a bare Flask page and a bare Flask + SQLite commit on the same gunicorn with the same worker
(benchmarks/bare.py), in the same run, in turns. `cpu` is the processor's time in the server, which a busy
machine changes least; p50 and p99 are what a phone waits.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from benchmarks.phones import (
    FRAME,
    Connection,
    Phone,
    Plan,
    Server,
    form,
    mori,
    p50_p99,
    phones,
    plan,
    seated,
    server,
)
from companion import open_tables
from companion.tables import Tables

AT_ONCE = 4
"""Requests under way at once."""
Ask = Callable[[Connection, int, int], Awaitable[None]]
"""(connection, which of those AT_ONCE, how many it asked before)"""


class Kind:
    """One kind of request: who answers, and what was measured."""

    def __init__(self, name: str, where: Server, ask: Ask) -> None:
        self.name, self.where, self.ask = name, where, ask
        self.times: list[float] = []
        self.cpu = 0.0
        self.wall = 0.0
        self.done = 0

    async def run(self, count: int) -> None:
        """So many more by each of those AT_ONCE."""
        before, began = self.where.cpu(), time.perf_counter()

        async def one(who: int) -> None:
            connection = Connection(self.where.port)
            for number in range(self.done, self.done + count):
                start = time.perf_counter()
                await self.ask(connection, who, number)
                self.times.append(time.perf_counter() - start)
            connection.close()

        await asyncio.gather(*(one(who) for who in range(AT_ONCE)))
        self.done += count
        self.cpu += self.where.cpu() - before
        self.wall += time.perf_counter() - began

    @property
    def each(self) -> float:
        """Milliseconds of the processor."""
        return self.cpu / len(self.times) * 1000


def expect(status: int, *wanted: int) -> None:
    if status not in wanted:
        raise SystemExit(f"a request was answered with {status}, not {wanted}")


def costs(
    ours: Server, floor: Server, tables: Tables, sitting: list[Phone], given: argparse.Namespace
) -> None:
    """The table of costs."""
    game = plan(given.game, 4, given.moves)
    length = len(game.moves)
    each = max(1, given.tables // AT_ONCE)
    codes = [seated(tables, given.game, sitting).code for _ in range(2 * given.rounds * each * AT_ONCE)]
    still = seated(tables, given.game, sitting)
    own = {"Cookie": sitting[0].cookie, **FRAME}
    _, found, _ = asyncio.run(_once(ours, f"/t/{still.code}", own))
    tag = found["hx-ptag"]

    async def page(connection: Connection, who: int, number: int) -> None:
        expect((await connection.ask("GET", "/page", {}))[0], 200)

    def committing(path: str) -> Ask:
        async def commit(connection: Connection, who: int, number: int) -> None:
            seat, move = game.moves[number % length]
            body = form(sitting[0], seat, move, number, f"n{number}")
            expect((await connection.ask("POST", path, {"Cookie": sitting[0].cookie}, body))[0], 303)

        return commit

    async def poll(connection: Connection, who: int, number: int) -> None:
        expect((await connection.ask("GET", f"/t/{still.code}", {**own, "HX-PTag": tag}))[0], 304)

    async def screen(connection: Connection, who: int, number: int) -> None:
        expect((await connection.ask("GET", f"/t/{still.code}", own))[0], 200)

    def moving(used: list[str], more: dict[str, str], wanted: int) -> Ask:
        async def move(connection: Connection, who: int, number: int) -> None:
            code, at = used[number // length * AT_ONCE + who], number % length
            seat, what = game.moves[at]
            headers = {"Cookie": sitting[seat].cookie, **more}
            body = form(sitting[seat], seat, what, at, f"n{at}")
            expect((await connection.ask("POST", f"/t/{code}/move", headers, body))[0], wanted)

        return move

    half = len(codes) // 2
    kinds = [
        Kind("bare page", floor, page),
        Kind("unchanged poll (304)", ours, poll),
        Kind("screen of a table", ours, screen),
        Kind("bare commit", floor, committing("/commit")),
        Kind("commit, form checked", floor, committing("/checked")),
        Kind("move, recorded (303)", ours, moving(codes[:half], {}, 303)),
        Kind("move and next screen", ours, moving(codes[half:], FRAME, 200)),
    ]
    for _ in range(given.rounds):
        for kind in kinds:
            asyncio.run(kind.run(each * length))
    print(
        f"\n{given.game}, four phones a table, {len(kinds[0].times)} requests of each kind, {AT_ONCE} at once"
    )
    print(f"{'':24}{'a second':>9}{'p50 ms':>8}{'p99 ms':>8}{'cpu ms':>8}   beside the floor: cpu, p50, p99")
    for kind in kinds:
        bare = kinds[0] if kind in kinds[:3] else kinds[3]
        p50, p99 = p50_p99(kind.times)
        base50, base99 = p50_p99(bare.times)
        print(
            f"{kind.name:24}{len(kind.times) / kind.wall:>9.0f}{p50:>8.2f}{p99:>8.1f}{kind.each:>8.2f}"
            f"{kind.each / bare.each:>9.2f}{p50 / base50:>6.2f}{p99 / base99:>6.2f}"
        )


async def _once(where: Server, path: str, headers: dict[str, str]) -> tuple[int, dict[str, str], bytes]:
    connection = Connection(where.port)
    try:
        return await connection.ask("GET", path, headers)
    finally:
        connection.close()


class Listening:
    """A phone on the stream of its table, which looks at the table whenever it moved."""

    def __init__(self, port: int, phone: Phone, code: str) -> None:
        self.stream, self.other = Connection(port), Connection(port)
        self.phone, self.code = phone, code
        self.seen: list[tuple[int, float]] = []
        """(change, when it stood on the screen)"""

    async def sit(self, change: int) -> None:
        await self.stream.send("GET", f"/t/{self.code}/events?since={change}", {"Cookie": self.phone.cookie})
        expect((await self.stream.head())[0], 200)

    async def follow(self) -> None:
        """Until the stream ends."""
        try:
            while line := await self.stream.reader.readline():
                if line.startswith(b"data: "):
                    headers = {"Cookie": self.phone.cookie, **FRAME}
                    expect((await self.other.ask("GET", f"/t/{self.code}", headers))[0], 200)
                    self.seen.append((int(line[6:]), time.perf_counter()))
        except (asyncio.IncompleteReadError, ConnectionError):
            return


def listening(
    ours: Server, tables: Tables, crowd: list[Phone], game: Plan, given: argparse.Namespace
) -> None:
    """Many phones that listen: memory, idle cost, and how soon each has a move on its screen."""
    groups = [crowd[n : n + 4] for n in range(0, len(crowd), 4)]
    codes = [seated(tables, given.game, group).code for group in groups]
    asyncio.run(_listening(ours, tables, groups, codes, game, given))


async def _listening(
    ours: Server,
    tables: Tables,
    groups: list[list[Phone]],
    codes: list[str],
    game: Plan,
    given: argparse.Namespace,
) -> None:
    empty = ours.memory()
    pairs = [(p, code) for group, code in zip(groups, codes, strict=True) for p in group]
    all_ = [Listening(ours.port, phone, code) for phone, code in pairs]
    for phone in all_:
        await phone.sit(tables.change(phone.code))
    following = [asyncio.create_task(phone.follow()) for phone in all_]
    await asyncio.sleep(3)
    full, before = ours.memory(), ours.cpu()
    await asyncio.sleep(5)
    idle = (ours.cpu() - before) / 5 * 100
    posts: list[float] = []
    sent: dict[tuple[str, int], float] = {}
    began, before = time.perf_counter(), ours.cpu()
    free: asyncio.Queue[Connection] = asyncio.Queue()
    for _ in range(16):
        free.put_nowait(Connection(ours.port))

    async def play(n: int) -> None:
        code, group, revision = codes[n % len(codes)], groups[n % len(codes)], n // len(codes)
        seat, move = game.moves[revision]
        connection = await free.get()
        start = time.perf_counter()
        body = form(group[seat], seat, move, revision, f"n{n}")
        headers = {"Cookie": group[seat].cookie, **FRAME}
        status, found, _ = await connection.ask("POST", f"/t/{code}/move", headers, body)
        expect(status, 200)
        posts.append(time.perf_counter() - start)
        sent[code, int(found["hx-ptag"].partition(".")[0])] = start
        free.put_nowait(connection)

    tasks = []
    for n in range(min(int(given.rate * given.seconds), len(codes) * len(game.moves))):
        await asyncio.sleep(max(0, began + n / given.rate - time.perf_counter()))
        tasks.append(asyncio.create_task(play(n)))
    await asyncio.gather(*tasks)
    await asyncio.sleep(1)
    wall = time.perf_counter() - began
    busy = (ours.cpu() - before) / wall * 100
    waits = [
        when - sent[phone.code, change]
        for phone in all_
        for change, when in phone.seen
        if (phone.code, change) in sent
    ]
    for task in following:
        task.cancel()
    for phone in all_:
        phone.stream.close()
        phone.other.close()
    print(f"\n{len(all_)} phones listen at {len(codes)} tables, {given.rate:g} moves a second")
    each = (full - empty) * 1024 / len(all_)
    print(f"memory {empty:.0f} MB empty, {full:.0f} MB with all: {each:.0f} kB a phone")
    print(
        f"processor {idle:.1f} % idle, {busy:.0f} % with the moves and"
        f" {len(waits) / wall:.0f} screens a second"
    )
    p50, p99 = p50_p99(posts)
    print(f"a move answered with its screen: p50 {p50:.0f} ms, p99 {p99:.0f} ms ({len(posts)} moves)")
    p50, p99 = p50_p99(waits)
    print(f"a move on all four screens:      p50 {p50:.0f} ms, p99 {p99:.0f} ms ({len(waits)} screens)")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0].replace("\n", " "))
    parser.add_argument("--game", choices=("spirits", "bitoku"), default="spirits")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=8, help="tables a round that are played")
    parser.add_argument("--moves", type=int, default=24, help="moves of each")
    parser.add_argument("--listeners", type=int, default=1000, help="0: leave them out")
    parser.add_argument("--rate", type=float, default=25, help="moves a second while they listen")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--database-url", default="", help="measure over PostgreSQL")
    given = parser.parse_args()
    environment = {"DATABASE_URL": given.database_url} if given.database_url else {}
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        crowd = phones(max(given.listeners, 4), Path(folder) / "keys")
        tables = open_tables(given.database_url or _made(data))
        with (
            mori(data, **environment) as ours,
            server(["benchmarks.bare", str(Path(folder) / "bare.db")], r"^(\d+)$") as floor,
        ):
            if given.rounds:
                costs(ours, floor, tables, crowd[:4], given)
            if given.listeners:
                listening(ours, tables, crowd, plan(given.game, 4, given.moves), given)
        tables.store.close()


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


if __name__ == "__main__":
    main()
