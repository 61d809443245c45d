"""A production server in a process of its own, for tests that need the real one."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = (sys.executable, "-m", "companion")


@dataclass
class Running:
    """A server that answers at `url`; `printed` is what it told its terminal until then."""

    process: subprocess.Popen[str]
    url: str
    printed: str

    def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers (names in lower case) and body."""
        request = urllib.request.Request(
            self.url + path, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read()

    def stop(self) -> int:
        """Ends it as a person or a machine does; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=20)


@contextmanager
def serving(
    log: Path, *options: str, command: Sequence[str | Path] = COMMAND, **environment: str
) -> Iterator[Running]:
    """Runs `companion serve` with its tables beside `log`, on a free port, until the block ends."""
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("COMPANION_", "PYTHON"))
    }
    with log.open("w+", encoding="utf-8") as output:
        process = subprocess.Popen(
            [*map(str, command), "serve", "--port", "0", "--data", str(log.parent / "data"), *options],
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
            env=clean | {"TMPDIR": str(log.parent)} | environment,
            cwd=ROOT if command is COMMAND else log.parent,
        )
        try:
            yield _answering(process, log)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def _answering(process: subprocess.Popen[str], log: Path) -> Running:
    until = time.monotonic() + 40
    while time.monotonic() < until and process.poll() is None:
        printed = log.read_text("utf-8")
        if found := re.search(r"On this computer open (http://\S+)", printed):
            running = Running(process, found[1].replace("localhost", "127.0.0.1"), printed)
            try:
                if running.get("/healthz")[0] == 200:
                    running.printed = log.read_text("utf-8")
                    return running
            except OSError:
                pass
        time.sleep(0.05)
    raise AssertionError(f"the server does not answer; it said:\n{log.read_text('utf-8')}")
