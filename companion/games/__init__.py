"""The games of the house."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.game import Game
from companion.engine.scores import Result
from companion.games import bitoku, spirits

GAMES: dict[str, Game] = {game.slug: game for game in (spirits.GAME, bitoku.GAME)}
"""Every game that can be followed at a table, by its slug."""

SCORES: dict[str, Callable[[Mapping[str, Any]], Result]] = {slug: game.score for slug, game in GAMES.items()}
"""Every game whose score sheets can be counted, by its slug."""
