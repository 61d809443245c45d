"""Files that every page loads, put together and made small, so that a phone asks once for each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from rcssmin import cssmin
from rjsmin import jsmin

from companion.paths import STATIC

BUNDLES: Final[Mapping[str, tuple[str, ...]]] = {
    "shell.css": ("app.css", "table.css"),
    "shell.js": (
        *("vendor/htmx-4.0.1.min.js", "vendor/hx-sse-4.0.1.min.js", "vendor/hx-ptag-4.0.1.min.js"),
        *("queue.js", "app.js"),
    ),
}
"""What each is made of, in order. Their addresses are those of files beside the parts."""


def age(path: str) -> int:
    """When a file of static, or the youngest part of a bundle, was changed. Raises OSError without one."""
    return max((STATIC / part).stat().st_mtime_ns for part in BUNDLES.get(path, (path,)))


def content(path: str) -> bytes:
    """A file of static, or a bundle. Raises OSError when there is none."""
    return _together(path, age(path)) if path in BUNDLES else (STATIC / path).read_bytes()


@cache
def _together(name: str, _age: int) -> bytes:
    return "\n".join(map(_small, BUNDLES[name])).encode()


def _small(part: str) -> str:
    text = (STATIC / part).read_text("utf-8")
    if ".min." in part:
        return text
    return str(cssmin(text) if part.endswith(".css") else jsmin(text))
