"""Our icons by name, and the files they lie in; QR codes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from typing import Final

import qrcode
from qrcode.image.svg import SvgPathImage

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


@lru_cache(maxsize=200)
def qr_path(link: str, border: int = 4) -> tuple[str, str]:
    """The QR code of a link as one SVG path, and the box it stands in with a border of so many modules."""
    code = qrcode.QRCode(
        border=border, error_correction=qrcode.constants.ERROR_CORRECT_M, image_factory=SvgPathImage
    )
    code.add_data(link)
    image = code.make_image()
    image.save(BytesIO())  # draws the path
    size = code.modules_count + 2 * border
    return str(image.path.get("d")), f"0 0 {size} {size}"
