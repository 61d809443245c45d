"""Spirits of the Forest beside python-chess and OpenSpiel's Python games, one after the other in one run.

Legal lists: positions of random games, each asked for its whole list of legal moves. Random decisions: a
legal list, a random choice from it, and the next state, from the start of a game to its end, again and again.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from companion.engine.game import TABLE, Setup
from companion.games.spirits import GAME
from companion.games.spirits.moves import Forest

CASES = Path(__file__).resolve().parents[1] / "tests" / "oracle" / "cases"
SPIEL = ("python_tic_tac_toe", "python_kuhn_poker", "python_block_dominoes", "python_liars_poker")


def beginnings() -> list[Any]:
    """The tables of the case files as they were laid out, every tile named, for 2 to 4 players."""
    states = []
    for name in ("spirits_games", "spirits_party_games"):
        for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()[:20]:
            case = json.loads(line)
            state = GAME.setup(Setup(case["players"], GAME.settle({})))
            faces = tuple(face for row in case["layout"] for face in row)
            states.append(GAME.apply(state, TABLE, Forest(faces)))
    return states


def unnamed() -> list[Any]:
    """Tables at which nobody has named a tile."""
    return [GAME.setup(Setup(seats, GAME.settle({}))) for seats in GAME.seats]


def spirits_decisions(starts: list[Any], draw: random.Random) -> Iterator[tuple[Any, int]]:
    """Random play for ever: each state and the seat that decides in it."""
    while True:
        state = draw.choice(starts)
        while state.phase != "over":
            yield state, state.turn
            state = GAME.apply(state, state.turn, draw.choice(GAME.legal(state, state.turn)))


def chess_decisions(draw: random.Random) -> Iterator[Any]:
    import chess

    while True:
        board = chess.Board()
        while (
            (moves := list(board.legal_moves)) and not board.is_insufficient_material() and board.ply() < 200
        ):
            yield board
            board.push(draw.choice(moves))


def spiel_decisions(name: str, draw: random.Random) -> Iterator[Any]:
    import pyspiel
    from open_spiel.python import games  # noqa: F401  (registers them)

    game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(outcomes, chances)[0])
                continue
            actions = state.legal_actions()
            yield state
            state.apply_action(draw.choice(actions))


def per_second(work: Callable[[], int], seconds: float, times: int = 3) -> float:
    """The median rate of `work`, which says how much it did, by the processor's time."""
    rates = []
    for _ in range(times):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            done += work()
        rates.append(done / spent)
    return median(rates)


def decisions(source: Iterator[Any]) -> Callable[[], int]:
    def work() -> int:
        for _ in range(100):
            next(source)
        return 100

    return work


def lists(samples: list[Any], legal: Callable[[Any], Any]) -> Callable[[], int]:
    def work() -> int:
        for sample in samples:
            legal(sample)
        return len(samples)

    return work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each of three repeats of each line")
    parser.add_argument("--profile", action="store_true", help="profile our own legal lists and stop")
    given = parser.parse_args()
    known = spirits_decisions(beginnings(), random.Random(1))
    fresh = spirits_decisions(unnamed(), random.Random(1))
    ours = [next(known) for _ in range(1500)]
    ours_fresh = [next(fresh) for _ in range(500)]
    if given.profile:
        import cProfile

        cProfile.runctx(
            "[GAME.legal(*o) for o in ours]; [next(known) for _ in range(1500)]",
            {"GAME": GAME, "ours": ours, "known": known}, {}, sort="tottime",
        )  # fmt: skip
        return

    print("legal lists a second                                 moves in a list")
    chess_source = chess_decisions(random.Random(1))
    boards = [board.copy() for board, _ in zip(chess_source, range(1500), strict=False)]
    anchor = per_second(lists(boards, _chess_list), given.seconds)
    _line("python-chess", anchor, anchor, _length(boards, _chess_list))
    for name, samples in (("spirits, forest known", ours), ("spirits, faces unknown", ours_fresh)):
        _line(name, per_second(lists(samples, _our_list), given.seconds), anchor, _length(samples, _our_list))

    print("random decisions a second")
    rates = [per_second(decisions(spiel_decisions(name, random.Random(1))), given.seconds) for name in SPIEL]
    anchor = median(rates)
    for name, rate in zip(SPIEL, rates, strict=True):
        _line(f"OpenSpiel {name}", rate, anchor)
    _line("OpenSpiel, their median", anchor, anchor)
    _line("python-chess", per_second(decisions(chess_decisions(random.Random(1))), given.seconds), anchor)
    _line("spirits, forest known", per_second(decisions(known), given.seconds), anchor)
    _line("spirits, faces unknown", per_second(decisions(fresh), given.seconds), anchor)


def _chess_list(board: Any) -> list[Any]:
    return list(board.legal_moves)


def _our_list(decision: tuple[Any, int]) -> list[Any]:
    return GAME.legal(*decision)


def _length(samples: list[Any], legal: Callable[[Any], list[Any]]) -> float:
    return sum(len(legal(sample)) for sample in samples) / len(samples)


def _line(name: str, rate: float, anchor: float, length: float | None = None) -> None:
    print(
        f"  {name:34}{rate:>10,.0f}   x {rate / anchor:.2f}" + ("" if length is None else f"{length:>10.0f}")
    )


if __name__ == "__main__":
    main()
