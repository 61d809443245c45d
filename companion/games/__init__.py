"""The games of the house."""

from __future__ import annotations

from companion.engine.game import Game

GAMES: dict[str, Game] = {}
"""Every game by its slug."""
