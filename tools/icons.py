# ruff: noqa: E501, S603 - path data does not break into lines; rsvg-convert gets our own files
"""Draw the icons: static/icons/icons.svg and bitoku.svg (the sprites), mori.svg and its PNGs, ridge.svg.

One family: solid silhouettes on a 24-unit grid, nothing thinner than 1.5 units and no gap under 1.2, so that each
lives at 16 pixels in one colour. Run `python tools/icons.py` after a change; PNGs need rsvg-convert. A test compares
the committed files with what this file draws.
"""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from pathlib import Path

ICONS = Path(__file__).resolve().parent.parent / "static" / "icons"


def path(d: str) -> str:
    """A filled shape; where shapes of one path overlap there is a hole."""
    return f'<path fill-rule="evenodd" d="{d}"/>'


def line(d: str, width: float = 2.2) -> str:
    """A brush stroke with round ends."""
    return (
        f'<path fill="none" stroke="currentColor" stroke-width="{width:g}" stroke-linecap="round"'
        f' stroke-linejoin="round" d="{d}"/>'
    )


def circle(x: float, y: float, r: float) -> str:
    """A circle as path data, to fill or to cut out."""
    return f"M{x - r:g} {y:g}a{r:g} {r:g} 0 1 0 {2 * r:g} 0a{r:g} {r:g} 0 1 0 {-2 * r:g} 0Z"


def ellipse(x: float, y: float, rx: float, ry: float) -> str:
    return f"M{x - rx:g} {y:g}a{rx:g} {ry:g} 0 1 0 {2 * rx:g} 0a{rx:g} {ry:g} 0 1 0 {-2 * rx:g} 0Z"


def box(x: float, y: float, w: float, h: float, r: float = 0) -> str:
    if not r:
        return f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}Z"
    a = f"a{r:g} {r:g} 0 0 1"
    return (
        f"M{x + r:g} {y:g}h{w - 2 * r:g}{a} {r:g} {r:g}v{h - 2 * r:g}{a} {-r:g} {r:g}"
        f"h{-(w - 2 * r):g}{a} {-r:g} {-r:g}v{-(h - 2 * r):g}{a} {r:g} {-r:g}Z"
    )


def polygon(*points: tuple[float, float]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "Z"


def polar(angle: float, r: float, x: float = 12, y: float = 12) -> tuple[float, float]:
    """The point at an angle in degrees (0 is up, clockwise) and a distance."""
    a = math.radians(angle)
    return x + r * math.sin(a), y - r * math.cos(a)


def mirrored(body: str) -> str:
    """A shape and its mirror image about the upright middle."""
    return f'{body}<g transform="matrix(-1 0 0 1 24 0)">{body}</g>'


def flipped(body: str) -> str:
    return f'<g transform="matrix(-1 0 0 1 24 0)">{body}</g>'


def turned(body: str, angle: float, x: float = 12, y: float = 12) -> str:
    return f'<g transform="rotate({angle:g} {x:g} {y:g})">{body}</g>'


def blossom() -> str:
    petal = "M12 10.1C8.6 8.9 7.4 4.6 9.9 1.3L12 3.1 14.1 1.3C16.6 4.6 15.4 8.9 12 10.1Z"
    return "".join(turned(path(petal), 72 * i) for i in range(5)) + path(circle(12, 12, 1.5))


def web() -> str:
    spokes = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*polar(a, 11), *polar(a + 180, 11)) for a in (0, 60, 120)
    )
    rings = ""
    for r in (5.2, 9.4):
        points = [polar(60 * i, r) for i in range(7)]
        rings += "M{:.1f} {:.1f}".format(*points[0])
        for i in range(6):
            rings += "Q{:.1f} {:.1f} {:.1f} {:.1f}".format(*polar(60 * i + 30, r * 0.62), *points[i + 1])
    return line(spokes, 1.7) + line(rings, 1.7)


def sunburst() -> str:
    rays = "".join(
        polygon(polar(45 * i - 13, 7), polar(45 * i, 11.6), polar(45 * i + 13, 7)) for i in range(8)
    )
    return path(circle(12, 12, 5.2)) + path(rays)


def coin() -> str:
    """The back of a favor token: a scalloped coin with a sprout."""
    edge = "M{:.2f} {:.2f}".format(*polar(0, 10.4))
    for i in range(12):
        edge += "A2.9 2.9 0 0 1 {:.2f} {:.2f}".format(*polar(30 * (i + 1), 10.4))
    sprout = "M12 12.2C9 12.4 7 10.6 6.9 7.7 10.1 7.5 12 9.3 12 12.2Z"
    return path(edge + "Z" + circle(12, 12, 8.1)) + mirrored(path(sprout)) + line("M12 10.5v6.2", 1.9)


def die(pips: str) -> str:
    spots = {
        "a": (7.2, 7.2),
        "b": (16.8, 7.2),
        "c": (7.2, 12),
        "d": (12, 12),
        "e": (16.8, 12),
        "f": (7.2, 16.8),
        "g": (16.8, 16.8),
    }
    return path(
        box(2, 2, 20, 20, 4.6) + "".join(circle(*spots[p], 2.6 if pips == "d" else 1.95) for p in pips)
    )


def cedar(x: float, y: float, s: float) -> str:
    """A cedar far away, slim, its foot at x, y; s is its height in units."""
    w, h = 0.15 * s, s
    left, right = [], []
    for reach, drop in ((0.45, 0.34), (0.75, 0.62), (1.0, 0.9)):
        top = h - drop * h
        right.append(
            f"L{x + reach * w:.1f} {y - top:.1f}L{x + reach * w * 0.45:.1f} {y - top - 0.02 * h:.1f}"
        )
        left.insert(
            0, f"L{x - reach * w * 0.45:.1f} {y - top - 0.02 * h:.1f}L{x - reach * w:.1f} {y - top:.1f}"
        )
    return f"M{x:.1f} {y - h:.1f}{''.join(right)}V{y:.1f}H{x - 0.2 * w:.1f}{''.join(left)}Z"


TREE = (
    "M0 -12C0.6 -11 1 -10 1.1 -8.9C2.6 -9 4.2 -8.6 5.6 -7.4C4.6 -6.7 3.2 -6.3 1.7 -6.3"
    "C2.6 -4.5 4.2 -2.9 6.3 -1.9C4.6 -0.8 2.4 -1.4 1.1 -3.1C1.1 -1.8 1.2 -0.6 1.5 0.7"
)
"""The right half of the sign for tree as a tree grows it: crown, bough, falling branch, trunk; the foot at 0, 0."""


def tree(x: float, y: float, s: float) -> str:
    """A tree that is also the sign for tree. Its foot stands at x, y."""
    numbers = [float(n) for n in re.findall(r"-?[0-9.]+", TREE)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))

    def at(points: list[tuple[float, float]]) -> str:
        return " ".join(f"{x + s * px:.2f} {y + s * py:.2f}" for px, py in points)

    left = [(-px, py) for px, py in reversed(points)]
    curves = "".join("C" + at(points[i : i + 3]) for i in range(1, len(points), 3))
    back = "".join("C" + at(left[i : i + 3]) for i in range(1, len(left), 3))
    return f"M{at(points[:1])}{curves}L{at(left[:1])}{back}Z"


def forest() -> str:
    """The mark of the product: three trees, standing as they do in the sign for forest."""
    return path(tree(12, 11.6, 0.91)) + path(tree(5.9, 22.9, 0.91)) + path(tree(18.1, 22.9, 0.91))


def grains() -> str:
    spots = [
        (16.6, 4.2, 38),
        (13.2, 5.6, 0),
        (18.2, 8.4, 80),
        (10.7, 9.4, -8),
        (15.6, 12, 72),
        (8.6, 13.6, -14),
        (13.4, 16, 66),
    ]
    return "".join(turned(path(ellipse(x, y, 1.6, 2.9)), a, x, y) for x, y, a in spots)


def star(r: float = 11, inner: float = 4.9, y: float = 12.6) -> str:
    return polygon(*(polar(36 * i, inner if i % 2 else r, 12, y) for i in range(10)))


HEAD = path(circle(12, 7, 4.4) + "M3.6 21.6C3.8 16.4 7.2 13.2 12 13.2s8.2 3.2 8.4 8.4Z")
BRANCHES = line("M6.6 22C7.8 17 10 13.6 12.2 10.2", 3.4) + line("M12.2 10.2C13.8 7.6 14.3 5 14 2.2", 2.6)
BRANCHES += line("M9.4 15.4C8 12.8 5.8 11.4 2.6 11.2", 2.3) + line("M11.4 11.8C15 11.8 18.2 10 20.4 6.2", 2.4)
BRANCHES += line(
    "M6 12C5.2 10.4 5 8.6 5.6 6.6M17 10.4c1.4 1.1 3 1.6 5 1.4M13.9 6.4C12.2 5.8 10.8 4.6 10 2.8", 2
)
UNDO = path("M9.8 2.6v12.8L1.8 9Z") + line("M9 9h5.6a5.6 5.6 0 0 1 0 11.2H8.4", 3)
ARROW = path("M11.4 3.4v17.2L2 12Z") + line("M11 12h9.4", 3.6)
EYE = "M12 4.6C6.8 4.6 3 7.8.8 12c2.2 4.2 6 7.4 11.2 7.4S21 16.2 23.2 12C21 7.8 17.2 4.6 12 4.6Z"
PHONE = path(box(6, 1.5, 12, 21, 2.8) + box(8, 4.4, 8, 12.8) + circle(12, 19.9, 1.2))

SPIRITS = {
    "branches": BRANCHES,
    "dew": path(
        "M9.6 3.2C9.6 3.2 3 11 3 15.5a6.6 6.6 0 0 0 13.2 0C16.2 11 9.6 3.2 9.6 3.2Z"
        "M5.5 15.1a.95.95 0 0 1 1.9 0c0 1.6 1 2.6 2.4 2.8a.95.95 0 0 1-.2 1.9c-2.4-.3-4.1-2.1-4.1-4.7Z"
        "M18.4 1.6c0 0-2.9 3.5-2.9 5.6a2.9 2.9 0 0 0 5.8 0C21.3 5.1 18.4 1.6 18.4 1.6Z"
        "M20.4 13.4c0 0-1.9 2.3-1.9 3.7a1.9 1.9 0 0 0 3.8 0C22.3 15.7 20.4 13.4 20.4 13.4Z"
    ),
    "flowers": blossom(),
    "fruits": path(
        circle(6.9, 17, 4.9)
        + circle(17.3, 15.4, 4.9)
        + "M4 16.8c.1-1.6 1-2.6 2.4-2.9l.3 1.5c-.7.2-1.1.7-1.2 1.5ZM14.4 15.2c.1-1.6 1-2.6 2.4-2.9l.3 1.5c-.7.2-1.1.7-1.2 1.5Z"
        + "M14.6 3.6C11.6.9 7.8.8 4.6 3.4 7.8 6.4 11.6 6.4 14.6 3.6Z"
    )
    + line("M7.4 12.6C8.4 9 10.6 5.8 14.8 3.2 14.8 6.2 15.8 8.8 17.2 11", 1.9),
    "leaves": path("M20.4 2.7C9.4 2.2 3 7 3.1 14.2c0 1.4.3 2.6.8 3.6C7.6 12.2 12.6 8.2 20.4 2.7Z")
    + path("M21.3 3.6C21.8 14.6 17 21 9.8 20.9c-1.4 0-2.6-.3-3.6-.8C9.4 13.8 14.2 9.2 21.3 3.6Z")
    + line("M2.5 21.6 5 18.9", 2),
    "moss": path(
        "M1.2 20.2c0-2.7 1.9-4.7 4.3-4.7.6-2.7 3-4.5 5.8-4.2 2.6.2 4.5 1.9 5.1 4.2.7-.4 1.5-.6 2.3-.4 2.4.3 4.1 2.4 4.1 5.1 0 .9-.6 1.6-1.6 1.6H2.8c-1 0-1.6-.7-1.6-1.6Z"
    )
    + line(
        "M5.4 16.6C5.4 13.4 5 11.2 4 9.2M10.4 12.6C10.2 9.6 10.4 7.6 11 5.6M17 16C17 13 17.6 10.8 18.8 9", 1.7
    )
    + turned(path(ellipse(3.6, 7.6, 1.7, 2.6)), -26, 3.6, 7.6)
    + turned(path(ellipse(11.4, 4.2, 1.7, 2.7)), 14, 11.4, 4.2)
    + turned(path(ellipse(19.6, 7.6, 1.7, 2.6)), 30, 19.6, 7.6),
    "mushrooms": path(
        "M1.4 12.2C1.4 6.6 5 2.4 10 2.4s8.6 4.2 8.6 9.8c0 1.1-.7 1.7-1.8 1.7H3.2c-1.1 0-1.8-.6-1.8-1.7Z"
        + circle(6.4, 8.9, 1.6)
        + circle(11.2, 6.1, 1.5)
        + circle(13.9, 10.3, 1.6)
        + "M7 15.2h6c-.3 2.4.1 4.5 1.1 6.6H5.9c1-2.1 1.4-4.2 1.1-6.6Z"
        + "M15.2 18.2c0-2.3 1.5-3.9 3.6-3.9s3.6 1.6 3.6 3.9c0 .5-.3.8-.8.8H16c-.5 0-.8-.3-.8-.8ZM17.6 20h2.4l.5 1.8h-3.4Z"
    ),
    "webs": web(),
    "vines": line(
        "M9.2 22C9.4 18 6 16.4 6 12 6 7.2 9.4 3.9 13.4 3.9c3.8 0 6.4 2.6 6.4 6 0 3-2.2 5.2-4.9 5.2-2.4 0-4-1.7-4-3.7"
        " 0-1.7 1.2-2.9 2.7-2.9",
        2.5,
    )
    + path(
        "M6 14C2.8 14 1 11.6 1.2 8.2 4.4 8.4 6.2 10.6 6 14ZM9 21C9.2 17.8 12 16.2 16.4 17.4 15.6 20.8 12.4 22.4 9 21ZM9.2 6C6.8 5 5.8 3 6.6.6 9.2 1.2 10.2 3.4 9.2 6Z"
    ),
}

POWERS = {
    "fire": path(
        "M12.6 1.2C13.2 5 19.2 8.2 19.2 14.8A7.1 7.1 0 0 1 4.8 14.8C4.8 11.6 6.4 9.2 8.2 7.6c.2 1.9.8 3 1.8 3.7C9.6 7.6 10 4 12.6 1.2Z"
        "M12.3 13.2c.3 1.8 2.6 2.6 2.6 5a2.9 2.9 0 0 1-5.8 0c0-1.3.5-2.2 1.3-2.9.1.7.4 1.2 1 1.4-.1-1.3.1-2.5.9-3.5Z"
    ),
    "moon": path("M14.4 1.9A10.2 10.2 0 1 0 22 14.6 8.8 8.8 0 0 1 14.4 1.9Z"),
    "sun": sunburst(),
}

TOKENS = {
    "plus": line("M12 4.4v15.2M4.4 12h15.2", 5),
    "token": coin(),
    "gem": path(
        "M6.6 3h3.2L7.2 9H1.6ZM11.2 3h1.6l2.6 6H8.6ZM14.2 3h3.2l5 6h-5.6ZM1.9 10.5h5.3L10.6 20ZM8.8 10.5h6.4L12 21.6ZM16.8 10.5h5.3L13.4 20Z"
    ),
}

BITOKU = {
    **{f"die-{i}": die(p) for i, p in enumerate(("d", "ag", "adg", "abfg", "abdfg", "abcefg"), 1)},
    "kodama": path(
        "M12.2 6.2c3.8 0 6 2.6 5.7 6.2-.2 1.8-.1 2.8.9 4.4 1.2 1.9 1.6 3.5 1.4 5.2H4c-.3-1.8.2-3.4 1.3-5.2 1-1.6 1.2-2.6 1-4.4C5.9 8.8 8.3 6.2 12.2 6.2Z"
        + circle(9.6, 12.4, 1.3)
        + circle(14.4, 12.4, 1.3)
        + ellipse(12, 15.5, 0.9, 1.2)
    )
    + line("M12 7.4V4", 1.6)
    + mirrored(path("M12 5.2C9.2 5.4 7.4 3.8 7.2 1 10.2.9 12 2.4 12 5.2Z")),
    "torii": path("M1 2.8C8 5 16 5 23 2.8l-.9 3.7c-6.4 1.6-13.8 1.6-20.2 0ZM3 10.2h18v2.6H3Z")
    + path("M10.8 6.6h2.4v4h-2.4Z")
    + mirrored(path("M5.6 7.2h3.2l-.2 14.6H5Z")),
    "crystal": path(
        "M11.4 1.6v19.8L8 18V6ZM12.8 1.4 16.2 6v12l-3.4 3.6ZM4.6 9.4l2.2 2.4v7.6L4.4 21l-2.8-2.8v-5.6ZM19.4 7.6l3 3.6v7L19.8 21l-2.2-1.6V10Z"
    ),
    "mitama": path(
        "M20.6 1.2c1.5 3.8-.4 6-1.6 7.6 2.6 6-.9 13.2-7.9 13.2-5.1 0-9-3.7-9-8.6 0-5 3.8-8.2 8.6-8.2 4 0 8.4-.2 9.9-4Z"
        + ellipse(7.8, 14, 1.4, 2)
        + ellipse(13.2, 14, 1.4, 2)
    ),
    "dragonfly": path(circle(12, 4.2, 2.7))
    + line("M12 8.4v13.4", 2.4)
    + line("M12 8v5", 3.6)
    + mirrored(
        turned(path(ellipse(5.6, 8.6, 5, 1.9)), 12, 10, 9)
        + turned(path(ellipse(6, 13.2, 4.6, 1.8)), -16, 10.4, 12)
    ),
    "yokai": path(
        "M2.8 1.6c3 1 5.2 2.8 6.6 5.2h5.2c1.4-2.4 3.6-4.2 6.6-5.2.8 5.2.6 9.6-.8 13C18.8 18.2 15.8 21.2 12 22.4 8.2 21.2 5.2 18.2 3.6 14.6 2.2 11.2 2 6.8 2.8 1.6Z"
        "M5.4 12c2.2-.5 4 .3 5.2 2.2-2.3.6-4.2-.1-5.2-2.2ZM18.6 12c-2.2-.5-4 .3-5.2 2.2 2.3.6 4.2-.1 5.2-2.2ZM10.5 17.3h3L12 19.3ZM12 8l1.2 2.2L12 12.4l-1.2-2.2Z"
    ),
    "rock": path(
        "M1.4 22c-.3-3.2.5-5.6 2-8 5.2 1.9 11.6 1.8 17-.3 1.7 2.3 2.5 5.2 2.3 8.3Z"
        "M6 16.2h2.5l-.9 1.9h1.6l-2.9 3.7.7-2.5h-1.7ZM11 16.4h2.5l-.9 1.9h1.6l-2.9 3.7.7-2.5h-1.7ZM16 15.9h2.5l-.9 1.9h1.6l-2.9 3.7.7-2.5h-1.7Z"
        "M4.8 9.9c.6-2.8 2.4-4 3.6-6.2C9.8 1.2 13.4.8 15.2 2.4c2.4 2 1.9 4.3 4 7.3-4.6 1.7-9.8 1.8-14.4.2Z"
    )
    + line("M3.4 11.8c5.4 2 11.8 1.9 17.4-.2", 1.7),
    "pilgrim": path(
        "M11 1.6 20 8c-5.4 2.3-12.6 2.3-18 0ZM7.4 10.9c2.4.5 4.8.5 7.2 0 1.9 3 3 6.8 3.2 10.9H4.2c.2-4.1 1.3-7.9 3.2-10.9Z"
    )
    + line("M20.8 10.5v11", 1.9)
    + path(circle(20.8, 9, 2.3) + circle(20.8, 9, 0.8)),
    "temple": path(
        "M12 1c1.7 2.5 4.6 3.9 8.4 4.3-.4 1.6-1.3 2.6-2.6 3.2H6.2C4.9 7.9 4 6.9 3.6 5.3 7.4 4.9 10.3 3.5 12 1ZM7.4 9.9h9.2v1.7H7.4Z"
        "M7 13h10c1.1 1.3 3 2.1 5.7 2.4-.4 1.6-1.4 2.6-2.7 3.1H4c-1.3-.5-2.3-1.5-2.7-3.1C4 15.1 5.9 14.3 7 13ZM5.6 19.9h4.2v2.1H5.6ZM14.2 19.9h4.2v2.1h-4.2Z"
    ),
    "onsen": path("M1.6 13.2h20.8c0 5.2-4 8.8-10.4 8.8S1.6 18.4 1.6 13.2Z")
    + line("M6.8 10.6c-1.9-2 1.5-3.6 0-6M12 10.6c-2.3-2.7 2-5.2 0-9M17.2 10.6c-1.9-2 1.5-3.6 0-6", 2.2),
    "farm": line("M6.4 22C7 16.4 9.6 10.4 15.6 6", 1.8)
    + grains()
    + path("M6.6 21.8C3 19 1.6 14.8 2.8 10 6.2 12.8 7.6 17 6.6 21.8Z"),
    "ryokan": path(
        "M8.2 1.4h7.6v2.4H8.2ZM6.6 5.2h10.8c1.2 1 2 2.1 2.5 3.4H4.1c.5-1.3 1.3-2.4 2.5-3.4ZM3.7 10h16.6c.2 1.3.2 2.7 0 4H3.7c-.2-1.3-.2-2.7 0-4Z"
        "M4.1 15.4h15.8c-.5 1.3-1.3 2.4-2.5 3.4H6.6c-1.2-1-2-2.1-2.5-3.4ZM8.2 20.2h7.6v2.4H8.2Z"
    ),
    "wood": path(
        "M8.8 5h10.6c1.9 0 3.2 3.1 3.2 7s-1.3 7-3.2 7H8.8c2.1-1.6 3.2-4.1 3.2-7s-1.1-5.4-3.2-7Z"
        + ellipse(5.8, 12, 4.6, 7)
        + ellipse(5.8, 12, 2.7, 4.6)
        + ellipse(5.8, 12, 1.1, 2.3)
    ),
    "jade": path(
        "M9.6 1.8c6.6 0 11.4 4.5 11.4 10.5 0 5.4-4.1 9.5-10.1 10.1 2.5-1.6 3.7-3.7 3.3-6.2-1.3.7-2.9 1-4.6 1C5.2 17.2 2 13.8 2 9.5s3.3-7.7 7.6-7.7Z"
        + circle(9, 8.8, 2.2)
    ),
    "sake": path(
        "M6.7 1.6h5.6v2c-.7.8-1 1.8-.8 2.8.4 2.1 4.5 3.9 4.5 8.9v3.7c0 1.9-1.3 3.2-3.2 3.2H6.2C4.3 22.2 3 20.9 3 19v-3.7c0-5 4.1-6.8 4.5-8.9.2-1-.1-2-.8-2.8Z"
        "M9.5 11.6l2.7 3.2-2.7 3.2-2.7-3.2ZM17.4 15.6h5.8l-.9 5.4c-.1.7-.6 1.2-1.3 1.2h-1.4c-.7 0-1.2-.5-1.3-1.2Z"
    ),
    "stone": path(ellipse(12, 18.4, 9.8, 3.6) + ellipse(12.8, 11.2, 6.8, 2.5) + ellipse(11.4, 5.2, 4.4, 2.4)),
    "amulet": path(
        "M8.6 6.8h6.8L19.4 10v10.2a2 2 0 0 1-2 2H6.6a2 2 0 0 1-2-2V10ZM8.4 12.2v7.4h7.2v-7.4Z"
        + box(10.2, 13.6, 3.6, 4.6, 0.6)
    )
    + line(
        "M12 8.6V5.4M12 5.4C8.4 5.4 7.8 1.8 10 1.8c1.5 0 2 1.8 2 3.6 0-1.8.5-3.6 2-3.6 2.2 0 1.6 3.6-2 3.6Z",
        1.5,
    ),
    "vision": path(
        box(3.4, 1.4, 17.2, 21.2, 2.8)
        + "M12 7.6c-2.8 0-4.9 1.7-6.2 4.4 1.3 2.7 3.4 4.4 6.2 4.4s4.9-1.7 6.2-4.4C16.9 9.3 14.8 7.6 12 7.6Z"
        + circle(12, 12, 2.2)
    ),
    "bitoku": path("M12 2.6c3.4 4 4.1 8.6 0 14.4C7.9 11.2 8.6 6.6 12 2.6Z")
    + mirrored(
        path(
            "M4.4 6.8c3.3.9 5.3 2.9 6 9.8C5.6 15.4 3.4 12 4.4 6.8ZM.8 12.8c3.6 0 6.4 1.5 8.6 5-3.8.8-7.2-.8-8.6-5Z"
        )
    )
    + line("M5.6 20.8h12.8", 2),
}

MARKS = {
    "mark-triangle": path("M10.3 3.2a2 2 0 0 1 3.4 0l8.6 15.2a2 2 0 0 1-1.7 3H3.4a2 2 0 0 1-1.7-3Z"),
    "mark-circle": path(circle(12, 12, 10)),
    "mark-diamond": path(
        "M10.6 1.4a2 2 0 0 1 2.8 0l9.2 9.2a2 2 0 0 1 0 2.8l-9.2 9.2a2 2 0 0 1-2.8 0l-9.2-9.2a2 2 0 0 1 0-2.8Z"
    ),
    "mark-square": path(box(2.8, 2.8, 18.4, 18.4, 2.6)),
    "mark-hexagon": path(polygon(*(polar(60 * i, 11) for i in range(6)))),
    "mark-star": path(star()),
    "mark-cross": path("M8 2h8v6h6v8h-6v6H8v-6H2V8h6Z"),
    "mark-ring": path(circle(12, 12, 10.5) + circle(12, 12, 5)),
}

SCREEN = {
    "undo": UNDO,
    "redo": flipped(UNDO),
    "arrow-left": ARROW,
    "arrow-right": flipped(ARROW),
    "log": path(circle(4, 5, 2) + circle(4, 12, 2) + circle(4, 19, 2))
    + line("M9.6 5h11M9.6 12h11M9.6 19h7", 2.8),
    "people": path(
        circle(8.6, 7.4, 4.2) + "M1 20.8C1.2 16 4.2 13.2 8.6 13.2s7.4 2.8 7.6 7.6Z"
        "M15 3.5a4.2 4.2 0 1 1 .4 7.9A6.5 6.5 0 0 0 15 3.5ZM16.4 13.3c3.9.2 6.4 2.8 6.6 7.5h-4.9c-.1-3-.7-5.6-1.7-7.5Z"
    ),
    "person": HEAD,
    "lock": path(box(3.6, 10.4, 16.8, 11.8, 2.6) + circle(12, 15, 1.8) + "M11.2 15.6h1.6v3.4h-1.6Z")
    + line("M7.6 10.6V7.4a4.4 4.4 0 0 1 8.8 0v3.2", 2.6),
    "unlock": path(box(3.6, 10.4, 16.8, 11.8, 2.6) + circle(12, 16.2, 2))
    + line("M7.6 10.6V6.6a4.4 4.4 0 0 1 8.6-1.3", 2.6),
    "qr": path(
        "".join(
            box(x, y, 8.6, 8.6, 1.4) + box(x + 2.2, y + 2.2, 4.2, 4.2)
            for x, y in ((2, 2), (13.4, 2), (2, 13.4))
        )
        + box(13.4, 13.4, 3.6, 3.6)
        + box(18.4, 13.4, 3.6, 3.6)
        + box(13.4, 18.4, 3.6, 3.6)
        + box(18.4, 18.4, 3.6, 3.6)
    ),
    "eye": path(EYE + circle(12, 12, 4.6) + circle(12, 12, 2.4)),
    "eye-off": path(
        "M4.6 7.5A16 16 0 0 0 .8 12c2.2 4.2 6 7.4 11.2 7.4 1.3 0 2.5-.2 3.6-.6ZM8.9 5C9.9 4.7 10.9 4.6 12 4.6c5.2 0 9 3.2 11.2 7.4a16 16 0 0 1-3.5 4.3Z"
    )
    + line("M3.6 2.8 20.4 21.2", 2.2),
    "check": line("M4 12.8 9.6 18.4 20.2 6", 4),
    "cross": line("M5.4 5.4 18.6 18.6M18.6 5.4 5.4 18.6", 4),
    "warning": path(
        "M10.1 2.8a2.2 2.2 0 0 1 3.8 0l8.7 15.6a2.2 2.2 0 0 1-1.9 3.3H3.3a2.2 2.2 0 0 1-1.9-3.3ZM10.6 8.2l.5 6.6h1.8l.5-6.6Z"
        + circle(12, 17.8, 1.5)
    ),
    "info": path(circle(12, 12, 10.4) + circle(12, 7, 1.6) + "M10.5 10.4h3v7.8h-3Z"),
    "book": mirrored(path("M11.2 6.2C9 4.2 5.6 3.2 1.2 3.4v15c4.2-.2 7.6.6 10 2.6Z")),
    "print": path(
        "M6.4 1.8h11.2v5H6.4ZM4 8.2h16a2.4 2.4 0 0 1 2.4 2.4v7.2h-3.4v-3.4H5v3.4H1.6v-7.2A2.4 2.4 0 0 1 4 8.2ZM6.6 16h10.8v6.2H6.6Z"
        + circle(18.6, 11.4, 1.2)
    ),
    "share": path(circle(18.4, 4.6, 3.4) + circle(5.2, 12, 3.4) + circle(18.4, 19.4, 3.4))
    + line("M5.2 12 18.4 4.6M5.2 12 18.4 19.4", 2),
    "copy": path(
        "M8.4 6.4a2 2 0 0 1 2-2h9.8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-9.8a2 2 0 0 1-2-2ZM3.8 1.6h10.6a2 2 0 0 1 1.9 1.4H8.8A2 2 0 0 0 6.8 5v13.6h-3a2 2 0 0 1-2-2v-13a2 2 0 0 1 2-2Z"
    ),
    "sheet": path(
        "M5.4 1.6h9L20.6 7.8V20.4a2 2 0 0 1-2 2H5.4a2 2 0 0 1-2-2V3.6a2 2 0 0 1 2-2Z"
        + box(6.8, 10, 10.4, 1.8)
        + box(6.8, 13.6, 10.4, 1.8)
        + box(6.8, 17.2, 6.4, 1.8)
    ),
    "crown": path("M2 6.4l5.4 4L12 2.8l4.6 7.6 5.4-4-2 11.2H4ZM4.2 19.2h15.6v2.6H4.2Z"),
    "search": line("M15.6 15.6 21.2 21.2", 3.4) + path(circle(10, 10, 8) + circle(10, 10, 4.9)),
    "pencil": path(
        "M16.8 1.9a2 2 0 0 1 2.8 0l2.5 2.5a2 2 0 0 1 0 2.8l-2 2-5.3-5.3ZM13.7 5 19 10.3 7.4 21.9 1.6 22.4 2.1 16.6Z"
    ),
    "flag": line("M4.6 2.6v19", 2.8) + path("M7.2 3c4.6-2 8.2 2 14 0v10.6c-5.8 2-9.4-2-14 0Z"),
    "wait": path(
        "M4.4 1.6h15.2v2.8h-1.4c0 3.4-1.2 5.6-3.8 7.6 2.6 2 3.8 4.2 3.8 7.6h1.4v2.8H4.4v-2.8h1.4c0-3.4 1.2-5.6 3.8-7.6C7 10 5.8 7.8 5.8 4.4H4.4ZM8.6 18.8h6.8c-.5-1.8-1.6-3-3.4-3.8-1.8.8-2.9 2-3.4 3.8Z"
    ),
    "phone": PHONE,
    "pass": path(box(7.4, 1.6, 9.2, 15, 2.2) + box(9.2, 4, 5.6, 8.8))
    + line("M4.2 12.6C1.2 16 3.8 20.4 12 20.4c3.4 0 5.8-.7 7.2-1.9", 2.2)
    + path("M16.2 15.6l6.6.4-2.4 6Z"),
    "trash": path(
        "M9 1.6h6l.9 1.8h5.5v2.7H2.6V3.4h5.5ZM4.4 7.6h15.2l-1.2 13a2 2 0 0 1-2 1.8H7.6a2 2 0 0 1-2-1.8ZM8.8 10.2l.5 9.4h1.7l-.3-9.4ZM13.3 10.2l-.3 9.4h1.7l.5-9.4Z"
    ),
    "dots": path(circle(4.4, 12, 2.6) + circle(12, 12, 2.6) + circle(19.6, 12, 2.6)),
    "minus": line("M4.4 12h15.2", 5),
    "language": line("M2 5.2h11M7.5 2.2v3M10.6 5.4C10 9.2 7 12.6 2.6 14.4M4.6 8.4c1.2 2.4 3.2 4.4 5.8 5.6", 2)
    + line("M12.2 21.6 16.9 10.4 21.6 21.6M14 18.2h5.8", 2.3),
    "table": path(
        ellipse(12, 12, 6.2, 6.2)
        + circle(12, 2.9, 2.1)
        + circle(12, 21.1, 2.1)
        + circle(2.9, 12, 2.1)
        + circle(21.1, 12, 2.1)
    ),
    "mori": forest(),
}

ICONS_OF_ALL = {**SPIRITS, **POWERS, **TOKENS, **MARKS, **SCREEN}


def sprite(icons: dict[str, str]) -> str:
    symbols = "\n".join(f'<symbol id="{n}" viewBox="0 0 24 24">{b}</symbol>' for n, b in icons.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def app_icon() -> str:
    """The mark at dusk, inside the round that every phone's mask leaves free."""
    trees = "".join(
        f'<path d="{tree(x, y, s)}"/>'
        for x, y, s in ((12, 11.8, 0.68), (7.5, 19.8, 0.68), (16.5, 19.8, 0.68))
    )
    hills = "M0 17.2C5 14.8 9 16.6 13 15.6s7-2 11-.4V24H0Z"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" fill="#1c3b33"/>'
        f'<circle cx="12" cy="8.6" r="5.6" fill="#d9482b"/><path d="{hills}" fill="#12291f"/>'
        f'<g fill="#f7f0de">{trees}</g></svg>\n'
    )


def ridge() -> str:
    """A strip of far and near trees that repeats; used as a mask, so only its opacity counts."""
    far = [
        (8, 62),
        (34, 48),
        (62, 70),
        (96, 54),
        (128, 66),
        (158, 44),
        (190, 60),
        (226, 72),
        (262, 50),
        (298, 64),
        (330, 46),
        (366, 68),
        (398, 52),
    ]
    near = [
        (20, 40),
        (52, 58),
        (82, 34),
        (140, 52),
        (174, 72),
        (208, 40),
        (280, 56),
        (314, 36),
        (350, 60),
        (384, 38),
    ]

    def wood(trees: list[tuple[int, int]], foot: int) -> str:
        d = "".join(
            cedar(x + shift, foot + 4, h)
            for x, h in trees
            for shift in (-420, 0, 420)
            if -40 < x + shift < 460
        )
        return d + f"M0 {foot}h420v{112 - foot}H0Z"

    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 112" width="420" height="112">'
        f'<path opacity=".45" d="{wood(far, 90)}"/><path d="{wood(near, 104)}"/></svg>\n'
    )


def drawn() -> dict[str, str]:
    """Every text file this tool writes, by name."""
    return {
        "icons.svg": sprite(ICONS_OF_ALL),
        "bitoku.svg": sprite(BITOKU),
        "mori.svg": app_icon(),
        "ridge.svg": ridge(),
    }


def main() -> None:
    ICONS.mkdir(parents=True, exist_ok=True)
    for name, text in drawn().items():
        (ICONS / name).write_text(text, encoding="utf-8")
    convert = shutil.which("rsvg-convert")
    if convert is None:
        raise SystemExit("rsvg-convert is missing (Debian: librsvg2-bin): the PNGs were not drawn.")
    for size in (192, 512):
        out = ICONS / f"mori-{size}.png"
        subprocess.run(
            [convert, "-w", str(size), "-h", str(size), str(ICONS / "mori.svg"), "-o", str(out)], check=True
        )


if __name__ == "__main__":
    main()
