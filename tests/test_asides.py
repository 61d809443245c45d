"""What a seat notes for itself stands whatever the others take back, and nobody else can ask about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.game import Severity
from companion.games import GAMES
from companion.games.spirits.moves import Keep, Peek, Plus, Take
from companion.store import Store
from companion.table import NotYours, Table, may_act, may_export
from companion.tables import Tables

ANA, BO = "phone of Ana", "phone of Bo"


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(Store(tmp_path / "mori.db"), GAMES)


def enter(tables: Tables, code: str, seat: int, move: object) -> None:
    table = tables.get(code)
    nonce = f"n{table.revision}"
    outcome = tables.play(code, seat, move, revision=table.revision, nonce=nonce, by=seat, overrule=True)
    assert outcome.status == "recorded", outcome.violations


def begun(tables: Tables) -> str:
    """Ana has a token of her first turn; Bo has taken a tile, and then she notes what it is."""
    code = tables.create("spirits", [("Ana", "red"), ("Bo", "blue")], {}, ANA).code
    tables.claim(code, 1, BO)
    enter(tables, code, 0, Take("0,0", "webs2"))
    enter(tables, code, 0, Keep())
    enter(tables, code, 1, Take("0,11", "moss2"))
    enter(tables, code, 1, Keep())
    enter(tables, code, 0, Take("0,1", "dew2"))
    enter(tables, code, 0, Keep())
    enter(tables, code, 1, Take("1,0", "vines1"))
    enter(tables, code, 0, Peek("0,1", "sun"))
    return code


def noted(table: Table) -> str:
    return next(token.kind for token in table.state.tokens if token.cell == 1)


def test_an_undo_takes_back_the_own_move_and_keeps_the_others_note(tables: Tables) -> None:
    code = begun(tables)
    outcome = tables.undo(code, revision=8, nonce="undo", by=1, mine=(1,))
    assert outcome.status == "recorded"
    assert outcome.table.state.holders[12] == -1
    assert noted(outcome.table) == "sun"


def test_the_noter_takes_back_her_own_note(tables: Tables) -> None:
    outcome = tables.undo(begun(tables), revision=8, nonce="undo", by=0, mine=(0,))
    assert noted(outcome.table) == ""
    assert outcome.table.state.holders[12] == 1


def test_a_turn_can_be_restarted_over_a_note_of_another(tables: Tables) -> None:
    outcome = tables.restart_turn(begun(tables), revision=8, nonce="again", by=1)
    assert outcome.status == "recorded"
    assert outcome.table.state.holders[12] == -1
    assert noted(outcome.table) == "sun"


def test_a_note_whose_token_went_back_is_left_out(tables: Tables) -> None:
    code = begun(tables)
    outcome = tables.back(code, 4, revision=8, nonce="back", by=1)
    assert outcome.status == "recorded"
    assert noted(outcome.table) == ""
    assert not list(GAMES["spirits"].invariants(outcome.table.state))


def test_nobody_else_may_ask_about_the_tokens_of_a_freed_seat(tables: Tables) -> None:
    code = begun(tables)
    table = tables.free(code, 0, ANA)
    for move in (Plus("0,1"), Peek("0,1", "moon")):
        with pytest.raises(NotYours):
            may_act(table, BO, 0, move)
    assert may_act(table, BO, 0, Keep()) == 1
    assert not may_export(table, BO)


def test_at_the_end_everybody_may_enter_what_is_left(tables: Tables) -> None:
    code = begun(tables)
    game = GAMES["spirits"]
    while not game.revealed((table := tables.get(code)).state):
        seat = game.to_act(table.state)[0]
        legal = game.legal(table.state, seat)
        move = next((m for m in legal if isinstance(m, Take)), None) or next(
            m for m in legal if not isinstance(m, Plus | Peek)
        )
        enter(tables, code, seat, move)
    table = tables.get(code)
    tokens = [t for t in table.state.tokens if t.holder == 0 and not t.kind]
    assert tokens, "this game leaves Ana a token to name"
    move = next(
        m
        for m in game.candidates(table.state, 0)
        if isinstance(m, Peek)
        and not any(v.severity == Severity.IMPOSSIBLE for v in game.check(table.state, 0, m))
    )
    assert may_act(table, BO, 0, move) == 1
    assert may_export(table, BO)
    outcome = tables.restart_turn(code, revision=table.revision, nonce="again", by=1)
    assert (outcome.status, outcome.reason) == ("invalid", "nothing_to_restart")
