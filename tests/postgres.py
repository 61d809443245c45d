"""A PostgreSQL server of the tests' own: made in a folder that goes away, reached by a socket in it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

USER = "postgres"


def binaries() -> Path | None:
    """The folder of the server's programs, which Debian keeps off the PATH; the newest version's."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: float(p.parts[4]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


@dataclass
class Cluster:
    """A server that runs. `url` is the address of its one database."""

    folder: Path
    programs: Path

    @property
    def url(self) -> str:
        return f"postgresql://{USER}@/postgres?host={self.folder}"

    def in_schema(self, name: str) -> str:
        """The address with a schema of its own, so that tests do not meet; made when it is not there."""
        import psycopg

        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f'CREATE SCHEMA IF NOT EXISTS "{name}"')  # type: ignore[call-overload]
        return f"{self.url}&options=-csearch_path%3D{name}"

    def control(self, *what: str) -> None:
        """pg_ctl: start, stop, restart."""
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=200 -c fsync=off"
        more = ["-o", options] if what[0] in ("start", "restart") else []
        place = ("-D", self.folder / "data", "-w", "-l", self.folder / "log")
        run([self.programs / "pg_ctl", *place, *more, *what])


def run(command: Sequence[str | Path]) -> None:
    """Runs it as the user postgres when we are root, whom the server refuses."""
    as_user = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*as_user, *map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/", text=True
    )
    if done.returncode:
        raise AssertionError(f"{command[0]}: {done.stderr}")


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A fresh server until the block ends. LookupError when PostgreSQL is not installed."""
    programs = binaries()
    if programs is None:
        raise LookupError("PostgreSQL's server is not installed: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="mori-pg-", dir="/tmp"))
    try:
        if os.geteuid() == 0:
            owner = pwd.getpwnam(USER)
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        run([programs / "initdb", "-D", folder / "data", "-A", "trust", "-U", USER, "-N", "-E", "UTF8"])
        found = Cluster(folder, programs)
        found.control("start")
        try:
            yield found
        finally:
            found.control("stop", "-m", "immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
