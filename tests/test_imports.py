"""Imports run one way (design.md): an arrow between the rooms of the house that is not listed is wrong."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "companion"

ARROWS: dict[str, set[str]] = {
    "engine": set(),
    "paths": set(),
    "drawings": {"paths"},
    "bundles": {"paths"},
    "codes": set(),
    "facts": {"engine", "paths", "factcheck"},
    "factcheck": {"facts", "paths", "glossary"},
    "glossary": {"facts"},
    "search": {"facts", "glossary"},
    "games": {"engine", "facts"},
    "databases": set(),
    "store": {"codes", "databases"},
    "watch": {"store"},
    "record": {"engine"},
    "table": {"engine", "record", "codes", "store"},
    "timelines": {"engine", "record", "table", "store"},
    "tables": {"engine", "record", "table", "timelines", "watch", "store", "codes", "games"},
    "shelf": {"store", "codes"},
    "scorebook": {"engine", "shelf", "watch", "store", "codes", "games"},
    "copies": {"databases", "store", "codes", "games"},
    "notes": {"store", "codes"},
    "sheets": {"facts", "paths", "drawings", "games", "engine"},
    "settings": set(),
    "network": set(),
    "backup": {"databases"},
    "expiry": {"copies", "engine", "games", "store", "tables"},
    "exits": set(),
    "logs": set(),
    "metrics": {""},
    "chores": {"", "backup", "exits", "expiry", "settings", "store"},
    "serve": {"web", "paths", "bundles", "expiry"},
    "web": {
        "",
        "tables",
        "scorebook",
        "copies",
        "notes",
        "table",
        "record",
        "codes",
        "games",
        "engine",
        "facts",
        "glossary",
        "search",
        "paths",
        "drawings",
        "bundles",
        "sheets",
    },
    "": {"settings", "paths", "logs", "metrics", "web", "tables", "store", "games"},
    "__main__": {"*"},
}
"""Room -> the rooms it may import besides itself. "" is companion/__init__.py: create_app and the version."""

PURE = {"engine", "games"}
PURE_PACKAGES = {"cattrs", "companion"}
NEITHER_CLOCK_NOR_CHANCE_NOR_DISK = {
    *("asyncio", "datetime", "io", "os", "pathlib", "random", "secrets", "shelve", "shutil", "socket"),
    *("sqlite3", "subprocess", "tempfile", "threading", "time", "urllib.request", "uuid"),
}
COMPILED = {
    *("brotli", "flask_compress", "gunicorn", "waitress", "whitenoise", "weasyprint"),
    *("bs4", "lxml", "msgspec", "numpy", "orjson", "PIL", "pydantic"),
}
MAY_NEED_COMPILED = {"serve", "sheets"}


def modules() -> list[str]:
    return sorted(
        str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") if "_data" not in path.parts
    )


def room(path: str) -> str:
    first = Path(path).parts[0].removesuffix(".py")
    return "" if first == "__init__" else first


def imported(path: str, source: str) -> Iterator[str]:
    """The full names of what a module imports, wherever in it the import stands."""
    package = ["companion", *Path(path).with_suffix("").parts[:-1]]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*start, *([node.module] if node.module else [])])
            # `from companion import facts` imports a room, `from companion.facts import words` a name of one.
            yield from (f"{module}.{alias.name}" if module == "companion" else module for alias in node.names)


def wrong(path: str, source: str) -> list[str]:
    """What is wrong about the imports of one module, in words."""
    here, found = room(path), []
    if here not in ARROWS:
        return [f"{path} is no room of the house: give it its arrows"]
    for name in imported(path, source):
        top, _, rest = name.partition(".")
        if top == "companion":
            there = rest.partition(".")[0]
            there = there if there in ARROWS else ""
            if there != here and not {there, "*"} & ARROWS[here]:
                found.append(f"{here or 'companion'} -> {there or 'companion'}")
        elif here in PURE and top not in PURE_PACKAGES and top not in sys.stdlib_module_names:
            found.append(f"{here} -> {top}")
        elif here in PURE and {top, name} & NEITHER_CLOCK_NOR_CHANCE_NOR_DISK:
            found.append(f"{here} -> {name}")
        elif top in COMPILED and here not in MAY_NEED_COMPILED:
            found.append(f"{here} -> {top}, which is compiled")
    return found


@pytest.mark.parametrize("path", modules())
def test_imports_run_one_way(path: str) -> None:
    assert wrong(path, (PACKAGE / path).read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("engine/log.py", "from companion.games import GAMES"),
        ("engine/log.py", "from ..games import GAMES"),
        ("engine/log.py", "import random"),
        ("games/spirits/rules.py", "def f():\n    from flask import g"),
        ("games/spirits/rules.py", "from datetime import datetime"),
        ("games/spirits/rules.py", "from companion import tables"),
        ("store.py", "from companion.tables import Tables"),
        ("web/lobby.py", "from companion.store import Store"),
        ("web/lobby.py", "import weasyprint"),
        ("stray.py", ""),
    ],
)
def test_an_arrow_the_other_way_is_found(path: str, source: str) -> None:
    assert wrong(path, source)


def test_counting_a_sheet_needs_no_web_and_no_database() -> None:
    """`companion score` and a browser without a server load the games alone."""
    import subprocess

    code = (
        "import companion.games, sys; print(*sorted({'flask', 'sqlite_utils', 'sqlite3'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
