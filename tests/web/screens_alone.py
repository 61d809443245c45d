"""Every screen of a table of Spirits for one by name: (name, address, phone, form, status)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.engine.game import TABLE
from companion.games.spirits.moves import Name
from companion.games.spirits.solo import Solo
from companion.games.spirits.solo_moves import Choose, Own, Reveal
from companion.games.spirits.state import CELLS
from companion.tables import Table, Tables
from tests.games.spirits.alone import Choice, Deal, at_random, deal, greedy

BOX = deal(3)
WON = 26
"""A deal that a greedy player wins keeping the token."""


def opened(tables: Tables, phone: str, **options: str) -> Table:
    """A table for one."""
    return tables.create("spirits", (("Ana", "green"),), options, phone)


def record(tables: Tables, table: Table, seat: int, move: Any) -> Table:
    """The table after a move that is taken."""
    outcome = tables.play(
        table.code, seat, move, revision=table.revision, nonce=f"alone {table.revision + 1}"
    )
    assert outcome.status == "recorded", outcome
    return outcome.table


def played(
    tables: Tables,
    table: Table,
    until: Callable[[Solo], bool] = lambda state: False,
    choose: Choice = greedy,
    box: Deal = BOX,
) -> Table:
    """The table played on until then, or to its end."""
    while not until(table.state) and not table.over:
        state: Solo = table.state
        move: Any = Choose("keep")
        if state.phase == "take":
            move = box.pair(state, choose(state, box, [CELLS[cell] for cell in state.ends()]))
        elif state.phase == "reveal":
            move = Reveal(box.tokens[state.gained.index("")])
        elif state.phase == "own":
            move = Own(box.own)
        table = record(tables, table, TABLE if state.phase == "reveal" else 0, move)
    return table


def _phase(name: str) -> Callable[[Solo], bool]:
    return lambda state: state.phase == name


def addresses(tables: Tables, phone: str) -> Iterator[tuple[str, str, str, dict[str, str] | None, int]]:
    """Every screen, over tables made for it."""

    def screen(name: str, table: Table, more: str = "", who: str = phone, status: int = 200) -> Any:
        return f"alone, {name}", f"/t/{table.code}{more}", who, None, status

    fresh = opened(tables, phone)
    yield screen("first turn", fresh)
    yield screen("watched", fresh, "", "eve")
    yield screen("people", fresh, "/people")
    yield screen("face", fresh, "?do=pair&at=0,0")
    yield screen("face of the ghost", fresh, "?do=pair&at=0,0&face=moss2")
    yield screen("no forest to enter", fresh, "/forest", status=404)
    middle = played(tables, opened(tables, phone), lambda state: len(state.pairs) == 9)
    for cell in list(middle.state.ends())[:3]:
        middle = record(tables, middle, TABLE, Name(CELLS[cell], BOX.faces[cell]))
    yield screen("in the middle", middle)
    yield screen("log", middle, "/log")
    yield screen("amend", middle, "/amend/3?do=pair")
    yield screen("correct", middle, "/fix")
    for kind in ("fix_tile", "fix_ghost", "fix_own"):
        yield screen(f"correct {kind}", middle, f"/fix?do={kind}")
    yield screen("correct fix_ghost, which", middle, "/fix?do=fix_ghost&number=0")
    gone = CELLS[middle.state.pairs[0][0]]
    yield screen("correct fix_tile there", middle, f"/fix?do=fix_tile&at={gone}")
    form = {"seat": "0", "revision": str(middle.revision), "nonce": "never", "move": "do=pair&at=0,5"}
    yield "alone, refused", f"/t/{middle.code}/move", phone, form, 422
    first = played(tables, opened(tables, phone), _phase("reveal"))
    yield screen("a token of the ghost", first)
    yield screen("own token at the end", played(tables, opened(tables, phone), _phase("own")))
    choice = played(tables, opened(tables, phone), _phase("choose"))
    yield screen("choice", choice)
    lost = played(tables, opened(tables, phone, solo_level="harder"), choose=at_random(1))
    yield screen("over", lost)
    yield screen("lost", lost, "/end")
    yield screen("correct fix_choice", lost, "/fix?do=fix_choice")
    won = played(tables, opened(tables, phone, solo_token="keep"), box=deal(WON))
    yield screen("won", won, "/end")
    yield "alone, games", "/alone/spirits", phone, None, 200
    yield "alone, a new table", "/new/spirits?count=1", phone, None, 200
