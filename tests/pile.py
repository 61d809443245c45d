"""A tiny game for the tests of the rooms around games: players take one to three stones from a pile.

Rules: P1 take one to three, P2 in turn, P3 never more than there are, P4 one alone is rarely wise, P5 a
secret wish is made once. Chance (the seat TABLE) may add stones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.engine.game import TABLE, Game, Option, Setup, Severity, Violation
from companion.engine.scores import Line, PlayerScore, Result, rank

STONES = 12


@dataclass(frozen=True, slots=True)
class Take:
    kind: ClassVar[str] = "take"
    lead: ClassVar[str] = "count"
    secret: ClassVar[frozenset[str]] = frozenset()
    count: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Wish:
    kind: ClassVar[str] = "wish"
    lead: ClassVar[str] = ""
    secret: ClassVar[frozenset[str]] = frozenset({"number"})
    number: int


@dataclass(frozen=True, slots=True)
class Add:
    kind: ClassVar[str] = "add"
    lead: ClassVar[str] = "count"
    secret: ClassVar[frozenset[str]] = frozenset()
    count: int


@dataclass(frozen=True, slots=True)
class Pile:
    pile: int
    turn: int
    taken: tuple[int, ...]
    wishes: tuple[int | None, ...]


def setup(given: Setup) -> Pile:
    extra = 3 if given.options.get("long") == "yes" else 0
    return Pile(STONES + extra, 0, (0,) * given.seats, (None,) * given.seats)


def to_act(state: Pile) -> tuple[int, ...]:
    return (state.turn,) if state.pile else ()


def candidates(state: Pile, seat: int) -> Iterable[Any]:
    if seat == TABLE:
        return [Add(1), Add(2)]
    return [Take(1), Take(2), Take(3), *(Wish(n) for n in range(3))]


def check(state: Pile, seat: int, move: Any) -> tuple[Violation, ...]:
    found: list[Violation] = []

    def against(rule: str, severity: Severity) -> None:
        found.append(Violation(rule, severity, rule.lower()))

    if isinstance(move, Add):
        if seat != TABLE or not 1 <= move.count <= 9:
            against("P3", Severity.IMPOSSIBLE)
        return tuple(found)
    if not 0 <= seat < len(state.taken):
        against("P2", Severity.IMPOSSIBLE)
    elif isinstance(move, Wish):
        if state.wishes[seat] is not None:
            against("P5", Severity.ILLEGAL)
    else:
        if not 1 <= move.count <= state.pile:
            against("P3", Severity.IMPOSSIBLE)
        if move.count > 3:
            against("P1", Severity.ILLEGAL)
        if seat != state.turn:
            against("P2", Severity.ILLEGAL)
        if move.count == 1:
            against("P4", Severity.UNWISE)
    return tuple(found)


def apply(state: Pile, seat: int, move: Any) -> Pile:
    if isinstance(move, Add):
        return replace(state, pile=state.pile + move.count)
    if isinstance(move, Wish):
        wishes = tuple(move.number if s == seat else w for s, w in enumerate(state.wishes))
        return replace(state, wishes=wishes)
    if move.count > state.pile:
        raise ValueError("not so many stones")
    taken = tuple(n + move.count if s == seat else n for s, n in enumerate(state.taken))
    return replace(state, pile=state.pile - move.count, turn=(seat + 1) % len(taken), taken=taken)


def tally(state: Pile, names: tuple[str, ...]) -> dict[str, Any]:
    players = [{"name": name, "stones": n} for name, n in zip(names, state.taken, strict=True)]
    return {"game": "pile", "players": players}


def score(sheet: Mapping[str, Any]) -> Result:
    totals = [player["stones"] for player in sheet["players"]]
    players = tuple(
        PlayerScore(p["name"], (Line("stones", t, "P1"),), t)
        for p, t in zip(sheet["players"], totals, strict=True)
    )
    ranking = rank(totals)
    return Result("pile", players, ranking.order, ranking.winners, None, {}, {"totals": totals})


def view(state: Pile, seat: int | None) -> dict[str, Any]:
    mine = None if seat is None or seat == TABLE else state.wishes[seat]
    return {"pile": state.pile, "turn": state.turn, "taken": state.taken, "wish": mine}


def invariants(state: Pile) -> Iterable[str]:
    if state.pile < 0:
        yield "the pile is below nothing"


GAME = Game(
    slug="pile",
    seats=(1, 2, 3, 4),
    options=(Option("long", ("no", "yes"), "no", "P1"),),
    moves=(Take, Wish, Add),
    setup=setup,
    to_act=to_act,
    candidates=candidates,
    check=check,
    apply=apply,
    tally=tally,
    score=score,
    view=view,
    invariants=invariants,
)
