"""The pieces that a screen shows by the hundred: icons, marks of players, spirit tiles, categories.

Functions that remember what they drew, where the rest of the pieces are macros (templates/_ui.html): a table
draws some two hundred of them for every phone after every move. /patterns shows each one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flask import Flask
from markupsafe import Markup

from companion.drawings import icons
from companion.web.words import asset

MARKS: Final = {
    "red": "triangle",
    "blue": "circle",
    "yellow": "diamond",
    "green": "square",
    "purple": "hexagon",
    "white": "star",
    "black": "cross",
    "orange": "ring",
}
"""The shape that goes with a player's colour, so that colour never stands alone."""
_SPRITE: Final = "icons/icons.svg"


def install(app: Flask) -> None:
    """The names that templates use."""
    app.jinja_env.globals.update(icon=icon, mark=mark, marks=MARKS, tile=tile, category=category)


def icon(name: str, label: str | None = None, **more: str) -> Markup:
    """A drawing: decoration beside a word, or, with a label, a picture whose name is read.

    `class`: small, big, huge, or any class of app.css. Raises KeyError for a name that is not drawn.
    """
    name = "plus" if name == "+" else name
    return _icon(asset(icons()[name].sprite), name, label, more.get("class", ""))


def mark(colour: str, label: str | None = None, **more: str) -> Markup:
    """A player's mark."""
    return _mark(asset(_SPRITE), colour, label, more.get("class", ""))


def tile(
    code: str, size: str = "normal", gem: str | None = None, token: bool = False, label: str | None = None
) -> Markup:
    """A tile of Spirits of the Forest: `webs2`, `dew1+sun`, empty for the back of an unknown one.

    `size`: normal, small, large. `gem`: a player's colour. `token`: a favor token lies on it. Without a label
    it is decoration, and the word stands beside it.
    """
    return _tile(asset(_SPRITE), code, size, gem, token, label)


def category(name: str, word: str, full: str = "") -> Markup:
    """A category's name with its piece. `full`: what is read out where the word is cut short."""
    return _category(asset(_SPRITE), name, word, full)


@lru_cache(2000)
def _icon(sprite: str, name: str, label: str | None, more: str) -> Markup:
    heard = Markup('role="img" aria-label="{}"').format(label) if label else Markup('aria-hidden="true"')
    use = Markup('<svg class="{}" viewBox="0 0 24 24" {}><use href="{}#{}"/></svg>')
    return use.format(f"icon {more}".strip(), heard, sprite, name)


@lru_cache(500)
def _mark(sprite: str, colour: str, label: str | None, more: str) -> Markup:
    drawn = _icon(sprite, f"mark-{MARKS.get(colour, 'circle')}", label, "")
    return Markup('<span class="{}">{}</span>').format(f"mark p-{colour} {more}".strip(), drawn)


@lru_cache(10_000)
def _tile(sprite: str, code: str, size: str, gem: str | None, token: bool, label: str | None) -> Markup:
    face, _, power = code.partition("+")
    spirit = face[:-1]
    drawn = _icon(sprite, spirit or "mori", None, "")
    parts = Markup('<span class="symbols">{}</span>').format(drawn * (2 if face.endswith("2") else 1))
    if power:
        symbol = _icon(sprite, power, None, "")
        parts += Markup('<span class="power cat-{}">{}</span>').format(power, symbol)
    if token:
        parts += Markup('<span class="on-tile token">{}</span>').format(_icon(sprite, "token", None, ""))
    if gem:
        shape = _icon(sprite, f"mark-{MARKS.get(gem, 'circle')}", None, "")
        parts += Markup('<span class="on-tile gem p-{}">{}</span>').format(gem, shape)
    heard = Markup('role="img" aria-label="{}"').format(label) if label else Markup('aria-hidden="true"')
    whole = Markup('<span class="tile {} cat-{}" {}>{}</span>')
    return whole.format(size, spirit or "back", heard, parts)


@lru_cache(500)
def _category(sprite: str, name: str, word: str, full: str) -> Markup:
    disc = Markup('<span class="disc">{}</span>').format(_icon(sprite, name, None, ""))
    said = Markup("<span>{}</span>").format(word)
    if full and full != word:
        said = Markup('<span aria-hidden="true">{}</span><span class="hidden">{}</span>').format(word, full)
    return Markup('<span class="category cat-{}">{}{}</span>').format(name, disc, said)
