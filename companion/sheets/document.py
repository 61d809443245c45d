"""A sheet as an HTML document: which there are, and the template with its words, numbers and icons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion import facts
from companion.drawings import icons, qr_path
from companion.paths import TEMPLATES
from companion.sheets import contents

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "bitoku": ("reference", "details", "solo", "scorepad", "setup", "box"),
    "spirits": ("reference", "solo", "scorepad", "setup", "box"),
}
"""The kinds of sheet of each game. A table tent (`tent`) is made for a table besides."""
PAPERS: Final = ("a4", "letter")
ADDRESSED: Final = ("box", "tent")
"""Kinds that carry a QR code, so that they need an address."""

_ADDRESS = re.compile(r"https?://[^\s/]+(/\S*)?")


class NoSuchSheet(ValueError):
    """A sheet that we do not have. `part`, what is at fault: game, kind, lang, paper or address; `known`,
    what it may be instead, empty for an address."""

    def __init__(self, part: str, value: str, known: Iterable[str] = ()) -> None:
        self.part = part
        self.value = value
        self.known = tuple(known)
        super().__init__(f"there is no sheet with the {part} {value[:40]!r}")


@dataclass(frozen=True, slots=True)
class Sheet:
    """What to print. `address`: where the QR code of a box card or tent leads; `code`: the code for typing,
    which a tent needs. Raises NoSuchSheet."""

    slug: str
    kind: str
    lang: str = "en"
    paper: str = "a4"
    address: str = ""
    code: str = ""

    def __post_init__(self) -> None:
        kinds = ("tent",) if self.code else KINDS.get(self.slug, ())
        for part, value, known in (
            ("game", self.slug, tuple(KINDS)),
            ("kind", self.kind, kinds),
            ("lang", self.lang, facts.LANGUAGES),
            ("paper", self.paper, PAPERS),
        ):
            if value not in known:
                raise NoSuchSheet(part, value, known)
        if self.kind in ADDRESSED and not _ADDRESS.fullmatch(self.address):
            raise NoSuchSheet("address", self.address)


def document(
    sheet: Sheet, stylesheet: str = "", back: str = "", backward: str = "", back_lang: str = "en"
) -> str:
    """The sheet as a whole HTML page.

    `stylesheet`: the address of sheets.css, left out for a PDF; `back`: where a reader on a screen goes back
    to, `backward` and `back_lang` the words of that link and their language.
    """
    say = facts.words(sheet.lang)
    name = sheet.kind if sheet.kind in ADDRESSED else f"{sheet.kind}.{sheet.slug}"
    template = _environment().get_template(f"sheets/{name}.html")
    context: dict[str, Any] = {
        "sheet": sheet,
        "lang": sheet.lang,
        "t": say,
        "gap": " " if sheet.lang == "en" else "",  # between two sentences
        "stop": "." if sheet.lang == "en" else "。",
        "game": say(f"app.game.{sheet.slug}"),
        "stylesheet": stylesheet,
        "back": back,
        "backward": backward,
        "back_lang": back_lang,
        "data": facts.components(sheet.slug),
        "rules": facts.rules(sheet.slug),
        **contents.of(sheet.slug, say),
    }
    if sheet.kind in ADDRESSED:
        context["qr"] = qr_path(sheet.address, border=0)
        context["host"] = sheet.address.split("://", 1)[1].split("/", 1)[0]
    return template.render(context)


@cache
def _environment() -> Environment:
    """Our own, as a sheet is made without a web request on the command line."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(icon=icon)
    return made


def icon(name: str, colour: str = "", kind: str = "") -> Markup:
    """One of our drawings inside the page, as a printer follows no link. Its word stands beside it.

    `colour`: a colour of sheets.css's own palette. Raises KeyError for a name that is not drawn.
    """
    shape = icons()["plus" if name == "+" else name].shapes
    paint = f' color="{_COLOURS[colour]}" fill="{_COLOURS[colour]}"' if colour else ""
    classes = f"icon {kind}".strip()
    return Markup(f'<svg class="{classes}" viewBox="0 0 24 24" aria-hidden="true"{paint}>{shape}</svg>')  # noqa: S704


_COLOURS: Final = {"moss": "#33561f", "torii": "#a72c17", "pale": "#8b8672", "white": "#ffffff"}
