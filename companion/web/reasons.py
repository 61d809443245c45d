"""The reason for a number of a score, as a sentence."""

from __future__ import annotations

from companion.engine.game import Word
from companion.engine.scores import Line, Result
from companion.facts import Words, categories


def reason_of(say: Words, result: Result, line: Line) -> str:
    """Why a line of a result has its points."""
    return _spirits(say, line) if result.game == "spirits" else ""


def _spirits(say: Words, line: Line) -> str:
    if line.key not in categories("spirits"):
        return say("spirits.score.solo_token", n=line.points)
    values = line.values
    tiles, tokens = values.get("tiles", 0), values.get("tokens", 0)
    said = {
        "category": Word(f"spirits.category.{line.key}"),
        "n": tiles + tokens,
        "most": values.get("most", 0),
    }
    parts = []
    if values.get("leads"):
        parts.append(
            say("spirits.score.shared" if values.get("shared") else "spirits.score.majority", **said)
        )
    elif not values.get("missing"):
        parts.append(say("spirits.score.fewer", **said))
    if values.get("missing"):
        parts.append(say("spirits.score.missing_token" if tokens else "spirits.score.missing", **said))
    if tokens and tiles:
        sums = (say("spirits.score.from_tiles", n=tiles), say.n("spirits.score.from_tokens", tokens))
        parts.append(say("app.list.separator").join(sums) if say.lang != "en" else ", ".join(sums))
    return "\N{NO-BREAK SPACE}· ".join(parts)  # no line begins with the dot
