"""Phones for the load: cheap enough that the server, not they, is what is measured."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import session
from flask_wtf.csrf import generate_csrf

from companion import create_app
from companion.engine.game import Setup
from companion.games import GAMES
from companion.tables import Table, Tables

KEY = "0" * 64
ROOT = Path(__file__).resolve().parents[1]
FRAME = {"HX-Request": "true", "HX-Source": "section#table"}


@dataclass
class Phone:
    """A phone with its cookie and the token of its forms, as if it had opened a page before."""

    id: str
    cookie: str
    token: str


def phones(count: int, folder: Path) -> list[Phone]:
    """So many phones that a server with KEY believes."""
    app = create_app(folder, SECRET_KEY=KEY)
    signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    found = []
    for number in range(count):
        with app.test_request_context():
            session.update(phone=f"phone-{number}", since=int(time.time()))
            token = generate_csrf()
            found.append(Phone(f"phone-{number}", f"mori={signer.dumps(dict(session))}", token))
    app.extensions["tables"].store.close()
    return found


@dataclass
class Connection:
    """One connection that stays open between requests."""

    port: int
    reader: Any = None
    writer: Any = None

    async def ask(
        self, method: str, path: str, headers: dict[str, str], body: bytes = b""
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers (names in lower case) and body."""
        await self.send(method, path, headers, body)
        status, found = await self.head()
        if length := int(found.get("content-length", "0")):
            return status, found, await self.reader.readexactly(length)
        parts = []
        while found.get("transfer-encoding") == "chunked":
            size = int(await self.reader.readline(), 16)
            parts.append(await self.reader.readexactly(size + 2))
            if not size:
                break
        return status, found, b"".join(part[:-2] for part in parts)

    async def send(self, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> None:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Language: en"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
        self.writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        await self.writer.drain()

    async def head(self) -> tuple[int, dict[str, str]]:
        first, *rest = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.split(": ", 1) for line in rest if line)
        return int(first.split()[1]), {name.lower(): value for name, value in pairs}

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
            self.writer = None


@dataclass
class Server:
    """A server that runs: its port, and what it costs."""

    port: int
    process: subprocess.Popen[str]

    @property
    def worker(self) -> int:
        """The process that answers."""
        pid = self.process.pid
        return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])

    def cpu(self) -> float:
        """Seconds of a processor that it has used."""
        parts = Path(f"/proc/{self.worker}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Megabytes that are its own (PSS)."""
        text = Path(f"/proc/{self.worker}/smaps_rollup").read_text()
        found = re.search(r"^Pss:\s+(\d+)", text, re.M)
        assert found
        return int(found[1]) / 1024


@contextmanager
def server(command: Sequence[str], says: str, **environment: str) -> Iterator[Server]:
    """A server started by that command; `says` finds the port in what it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "COMPANION_SECRET_KEY": KEY, **environment},
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.search(says, line):
                port = int(found[1])
                break
        else:
            raise SystemExit("the server did not start")
        asyncio.run(_until_it_answers(port))
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait(20)


async def _until_it_answers(port: int) -> None:
    for _ in range(600):
        try:
            connection = Connection(port)
            await connection.ask("GET", "/healthz", {})
            connection.close()
            return
        except OSError:
            await asyncio.sleep(0.1)


@contextmanager
def mori(data: Path, **environment: str) -> Iterator[Server]:
    """Our own server over that folder."""
    with server(
        ["companion", "serve", "--port", "0", "--data", str(data)],
        r"open http://localhost:(\d+)",
        **environment,
    ) as s:
        yield s


@dataclass
class Plan:
    """A whole game that every table plays: (seat, the move as a form sends it)."""

    seats: int
    moves: list[tuple[int, str]] = field(default_factory=list)


def plan(slug: str, seats: int, most: int) -> Plan:
    """The game in which everybody does the first legal thing."""
    game = GAMES[slug]
    state = game.setup(Setup(seats, game.settle({})))
    found = Plan(seats)
    while len(found.moves) < most and (acting := game.to_act(state)):
        move = game.legal(state, acting[0])[0]
        found.moves.append((acting[0], game.codec.to_form(move)))
        state = game.apply(state, acting[0], move)
    return found


def seated(tables: Tables, slug: str, sitting: Sequence[Phone]) -> Table:
    """A new table with a phone in each seat."""
    colours = ("red", "blue", "green", "yellow")
    names = [(f"Player {n}", colour) for n, colour in zip(range(len(sitting)), colours, strict=False)]
    table = tables.create(slug, names, {}, sitting[0].id)
    for seat, phone in enumerate(sitting[1:], 1):
        table = tables.claim(table.code, seat, phone.id)
    return table


def form(phone: Phone, seat: int, move: str, revision: int, nonce: str) -> bytes:
    """A move as a phone sends it."""
    return urlencode(
        {"csrf_token": phone.token, "seat": seat, "move": move, "revision": revision, "nonce": nonce}
    ).encode()


def p50_p99(times: Sequence[float]) -> tuple[float, float]:
    """Milliseconds."""
    ordered = sorted(times)
    return ordered[len(ordered) // 2] * 1000, ordered[int(len(ordered) * 0.99)] * 1000
