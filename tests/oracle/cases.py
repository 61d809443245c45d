"""The right answers from outside: JSON lines in the folder `cases` here, or in $COMPANION_CASES."""

from __future__ import annotations

import gzip
import json
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent / "cases"


def folder() -> Path:
    """Where the files are read from."""
    return Path(os.environ.get("COMPANION_CASES") or HERE)


def cases(name: str) -> Iterator[dict[str, Any]]:
    """The objects of `name`.jsonl or `name`.jsonl.gz, one a line (`name` with or without its ending).

    A file that a foreign folder lacks is reported by name, as a warning, and yields nothing; one that the
    copy lacks is an error.
    """
    stem = name.removesuffix(".gz").removesuffix(".jsonl")
    for path in (folder() / f"{stem}.jsonl", folder() / f"{stem}.jsonl.gz"):
        if path.is_file():
            with (
                gzip.open(path, "rt", encoding="utf-8")
                if path.suffix == ".gz"
                else path.open(encoding="utf-8") as lines
            ):
                yield from (json.loads(line) for line in lines if line.strip())
            return
    if folder() == HERE:
        raise FileNotFoundError(HERE / f"{stem}.jsonl")
    warnings.warn(f"{stem}.jsonl is not in {folder()}: its cases were not run", stacklevel=2)
