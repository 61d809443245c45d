"""The games of the house."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.game import Game
from companion.engine.scores import Result
from companion.games import spirits
from companion.games.bitoku import scoring as bitoku_scoring

GAMES: dict[str, Game] = {game.slug: game for game in (spirits.GAME,)}
"""Every game that can be followed at a table, by its slug."""

SCORES: dict[str, Callable[[Mapping[str, Any]], Result]] = {
    "bitoku": bitoku_scoring.score,
    **{slug: game.score for slug, game in GAMES.items()},
}
"""Every game whose score sheets can be counted, by its slug."""
