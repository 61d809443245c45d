"""Bitoku (森靈之道), Germán P. Millán, Devir 2021, for one to four players."""

from companion.engine.game import Game
from companion.games.bitoku.moves import MOVES
from companion.games.bitoku.rules import apply, candidates, check, to_act
from companion.games.bitoku.scoring import score
from companion.games.bitoku.state import OPTIONS, invariants, setup
from companion.games.bitoku.tally import tally
from companion.games.bitoku.view import view

GAME = Game(
    slug="bitoku",
    seats=(1, 2, 3, 4),
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
    whole=False,
    opponents=lambda state: () if state.tengu is None else ("bitoku.tengu",),
)
