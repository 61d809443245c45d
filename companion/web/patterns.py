"""The pattern page: every piece that a screen is composed of, side by side, in the reader's language."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion import facts
from companion.drawings import icons

blueprint = Blueprint("patterns", __name__, url_prefix="/patterns")

COLOURS = ("red", "blue", "yellow", "green", "purple", "orange", "white", "black")

_FOREST = (
    "webs2 dew1+sun moss1+moon fruits1+fire vines1 leaves2 branches1+moon webs1 mushrooms2 flowers2 dew2"
    " leaves1+sun",
    ". . branches2 webs1+fire ? ? ? ? vines2 moss2 mushrooms1+sun flowers1+moon",
    "dew1+fire vines1+sun mushrooms1+moon leaves1 webs2 fruits2 branches1 flowers1+sun moss1+fire . . .",
    ". . . . . fruits1+sun vines1+moon webs1+sun leaves1+fire . . .",
)
_GEMS = {(0, 3): "red", (1, 8): "blue", (2, 0): "blue", (3, 5): "yellow"}
_TOKENS = {(0, 1), (1, 2), (2, 8), (3, 7)}


def _forest() -> list[list[dict[str, object]]]:
    """An invented table in the middle of play: per row the places as `_ui.cell` takes them."""
    rows = []
    for r, line in enumerate(_FOREST):
        codes = line.split()
        left = [c for c, code in enumerate(codes) if code != "."]
        row = []
        for c, code in enumerate(codes):
            end = c in (left[0], left[-1])
            row.append(
                {
                    "code": "" if code in "?." else code,
                    "column": c + 1,
                    "gone": code == ".",
                    "end": end,
                    "state": "" if not end else "cannot" if (r + c) % 3 == 2 else "can",
                    "chosen": (r, c) == (1, 2),
                    "gem": _GEMS.get((r, c)),
                    "token": (r, c) in _TOKENS,
                }
            )
        rows.append(row)
    return rows


@blueprint.get("/")
def page() -> str:
    """All patterns."""
    categories = facts.categories("spirits")
    return render_template(
        "patterns/page.html",
        icons=icons(),
        categories=categories,
        forest=_forest(),
        colours=COLOURS,
        majorities=[(name, 3 + i * 5 % 4, i * 7 % 5, 1 + i % 3) for i, name in enumerate(categories)],
    )
