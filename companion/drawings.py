"""Our icons by name, and the files they lie in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from companion.paths import STATIC

SPRITES: Final = ("icons/icons.svg", "icons/bitoku.svg")
"""The files of icons. What Bitoku alone draws is apart: a table of the other game need not load it."""
_SYMBOL: Final = re.compile(r'<symbol id="([a-z0-9-]+)"[^>]*>(.*?)</symbol>')


@dataclass(frozen=True, slots=True)
class Icon:
    """A drawing on the 24-unit grid: the file that holds it, and its shapes as SVG."""

    sprite: str
    shapes: str


@cache
def icons() -> Mapping[str, Icon]:
    """Every icon by its name, in the order in which they are drawn."""
    return {
        name: Icon(sprite, shapes)
        for sprite in SPRITES
        for name, shapes in _SYMBOL.findall((STATIC / sprite).read_text("utf-8"))
    }
