"""Spirits of the Forest (森林之灵), Michael Schacht, ThunderGryph Games 2018, for two to four players."""

from companion.engine.game import Game
from companion.games.spirits.moves import MOVES
from companion.games.spirits.rules import apply, candidates, check, to_act
from companion.games.spirits.scoring import score, tally
from companion.games.spirits.state import GEMS_EACH, OPTIONS, invariants, setup
from companion.games.spirits.view import view

GAME = Game(
    slug="spirits",
    seats=tuple(GEMS_EACH),
    options=OPTIONS,
    moves=MOVES,
    setup=setup,
    to_act=to_act,
    candidates=candidates,
    check=check,
    apply=apply,
    tally=tally,
    score=score,
    view=view,
    invariants=invariants,
    revealed=lambda state: state.phase == "over",
)
