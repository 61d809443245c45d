"""A result as a link that hands the play to the app BG Stats, which asks before it keeps anything.

The form is that of bgstatsapp.com, "push plays to BG Stats from other apps or websites". `winner` must
always be there: its Android app refuses a play without it, though it is called optional.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from companion.engine.scores import Result
from companion.facts import words
from companion.scorebook import KeptPlayer, placed, same

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Mori"


def play(
    slug: str,
    bgg: int | None,
    players: Sequence[KeptPlayer],
    id_: str,
    played: datetime,
    minutes: int | None = None,
    comments: str = "",
    first: int | None = None,
) -> dict[str, Any]:
    """The play as BG Stats reads it. `bgg`: the game's number at BoardGameGeek, left out if None. A player is
    known again by the name. `first`: who began, None if it is not known, as from a score sheet. The game's
    name is English, as there."""
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": id_,
        "playDate": played.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
    }
    if minutes is not None:
        data["durationMin"] = minutes
    data["game"] = {
        "name": words("en")(f"app.game.{slug}"),
        "sourceGameId": slug,
        **({} if bgg is None else {"bggId": bgg}),
        "highestWins": True,
        "noPoints": False,
    }
    data["players"] = [
        {
            "name": player.name,
            "sourcePlayerId": same(player.name),
            "startPlayer": at == first,
            "rank": player.place,
            "score": player.total,
            "winner": player.winner,
        }
        for at, player in enumerate(players)
    ]
    if comments:
        data["comments"] = comments
    return data


def link(data: dict[str, Any]) -> str:
    """The address that opens the app with that play."""
    return ADDRESS + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")


def play_id(slug: str, packed: str) -> str:
    """The id of a sheet's play: the same sheet is the same play."""
    return f"{slug}-{hashlib.sha256(packed.encode()).hexdigest()[:20]}"


def sheet_link(slug: str, bgg: int | None, result: Result, packed: str) -> str:
    """The link that hands over a counted sheet, played now."""
    return link(play(slug, bgg, placed(result), play_id(slug, packed), datetime.now(UTC)))
