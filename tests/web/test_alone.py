"""Spirits of the Forest for one on the screen: opened, played by plain forms, counted, and remembered."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.facts import LANGUAGES, words
from companion.games.spirits.solo import Solo
from companion.games.spirits.state import CELL, CELLS
from companion.tables import Table, Tables
from companion.web.alone import Played, add_up
from tests.games.spirits.alone import at_random, deal, greedy
from tests.web.pages import Phone
from tests.web.screens_alone import BOX, WON, opened, played

SAY = words("en")


@pytest.fixture
def ana(app: Flask) -> Phone:
    return Phone(app.test_client())


def table_of(app: Flask, url: str) -> Table:
    return app.extensions["tables"].get(url.rsplit("/", 1)[-1])  # type: ignore[no-any-return]


def begin(phone: Phone, **fields: str) -> str:
    """A table for one, opened from the start page by links and forms; its address."""
    phone.go("/")
    phone.follow("Play alone", "Spirits")
    page = phone.send(phone.page.form("/new/spirits"), **{"name-0": "Ana", **fields})
    assert page.status == 200, page.words
    return str(page.response.request.path)


def turn(phone: Phone, app: Flask, url: str, at: str) -> None:
    """One take as a thumb makes it without a script: the end, the own face, the ghost's."""
    state: Solo = table_of(app, url).state
    pair = BOX.pair(state, at)
    row = CELL[at] // 12
    left, _ = state.row_ends(row) or (-1, -1)
    phone.go(url)
    phone.follow(f"Row {row + 1}, {'left' if CELL[at] == left else 'right'} end")
    phone.go(next(link.href for link in phone.page.links if link.text == SAY(f"spirits.tile.{pair.face}")))
    press(phone, pair.ghost)


def press(phone: Phone, face: str) -> None:
    """The button of exactly that tile."""
    for form in phone.page.forms:
        for button in form.buttons:
            if button.text == SAY(f"spirits.tile.{face}"):
                assert phone.send(form, button).status == 200
                return
    raise AssertionError(face)


def test_a_whole_game_by_plain_forms(ana: Phone, app: Flask) -> None:
    url = begin(ana, **{"option-solo_level": "easier"})
    assert table_of(app, url).setup.options == {
        "solo_token": "choice",
        "solo_penalty": "score",
        "solo_level": "easier",
    }
    tables = app.extensions["tables"]
    for number in (1, 2):
        state: Solo = table_of(app, url).state
        turn(ana, app, url, greedy(state, BOX, [CELLS[cell] for cell in state.ends()]))
        assert table_of(app, url).revision == number, "a turn is one entry"
    played(tables, table_of(app, url), lambda state: state.phase == "reveal")
    assert "A row is empty" in ana.go(url).words
    ana.press(SAY(f"spirits.token.{BOX.tokens[0]}"))
    assert table_of(app, url).state.gained == BOX.tokens[:1]
    played(tables, table_of(app, url), lambda state: state.phase == "own")
    ana.go(url)
    ana.press(SAY(f"spirits.token.{BOX.own}"))
    page = ana.press("Give it to the ghost")
    assert "The game is over" in page.words
    table = table_of(app, url)
    result = table.game.score(table.game.tally(table.state, table.names))
    page = ana.go(url + "/end")
    assert ("Ana wins" in page.words) == result.won
    assert str(result.players[0].total) in page.words and "Own favor token: 10 points" in page.words
    for lang in LANGUAGES:
        assert Phone(ana.client, lang).go(url + "/end").status == 200


def test_two_taps_or_one_where_tiles_are_named(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    for at in ("0,0", "0,11"):
        ana.go(url)
        ana.follow(f"Name {SAY(f'spirits.place.{at}')}")
        press(ana, BOX.faces[CELL[at]])
    assert 'id="takes" open' in ana.page.response.text, "who names one end goes on to the next"
    assert "do=pair&at=0%2C0" in ana.go(url).moves()
    assert "behind in" in ana.page.words, "the fold says what the take would do"
    ana.press(SAY("spirits.place.0,0"))
    assert len(table_of(app, url).state.pairs) == 1


def test_a_turn_is_undone_and_brought_back_whole(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    turn(ana, app, url, "2,0")
    after = table_of(app, url).state
    assert "Back to the start" not in ana.page.words, "a turn is one move: undo is enough"
    ana.press("Undo")
    assert table_of(app, url).state.pairs == () and table_of(app, url).state.faces[24] == ""
    ana.press("Redo")
    assert table_of(app, url).state == after


def test_a_misnamed_tile_is_amended_and_a_tile_put_back(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    turn(ana, app, url, "2,0")
    other = next(face for face in BOX.faces if face not in (BOX.faces[24], BOX.faces[35]))
    ana.go(url + "/amend/1")
    ana.follow("Tile")
    page = ana.go(f"{url}/amend/1?do=pair&at=2,0&face={other.replace('+', '%2B')}")
    press(ana, BOX.faces[35])
    assert table_of(app, url).state.faces[24] == other, page.words
    ana.go(url + "/fix?do=fix_tile&at=2,11")
    ana.press("forest")
    assert table_of(app, url).state.holders[35] == -1


def test_a_second_phone_watches(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    bo = Phone(app.test_client())
    page = bo.go(url)
    assert "You are watching" in page.words and not page.moves()
    assert bo.post(url + "/move", seat="0", move="do=own&token=moss", revision="0", nonce="x").status == 403
    assert bo.post(url + "/move", seat="-1", move="do=own&token=moss", revision="0", nonce="y").status == 403
    assert "can watch" in ana.go(url + "/people").words


def test_a_game_that_cannot_be_won_says_why_and_goes_on(ana: Phone, app: Flask) -> None:
    tables = app.extensions["tables"]
    begin(ana)
    with ana.client.session_transaction() as session:
        phone = session["phone"]

    def hopeless(state: Solo) -> bool:
        return bool(tables.games["spirits"].view(state, 0).lost)

    table = played(tables, opened(tables, phone), hopeless, at_random(1))
    page = ana.go(f"/t/{table.code}")
    assert "This game can no longer be won" in page.words and "can still come" in page.words
    assert played(tables, table, choose=at_random(2)).over


def test_finished_games_are_remembered_by_their_phone_alone(ana: Phone, app: Flask) -> None:
    tables = app.extensions["tables"]
    begin(ana)
    assert "No solo game has been finished" in ana.go("/alone/spirits").words
    with ana.client.session_transaction() as session:
        phone = session["phone"]
    table = played(tables, opened(tables, phone, solo_token="keep"), box=deal(WON))
    result = table.game.score(table.game.tally(table.state, table.names))
    assert result.won
    played(tables, opened(tables, phone, solo_level="harder"), lambda state: len(state.pairs) == 3)
    page = ana.go("/alone/spirits")
    assert f"as published {result.players[0].total}" in page.words and "harder" not in page.words
    assert "No solo game" in Phone(app.test_client()).go("/alone/spirits").words
    assert ana.go("/alone/chess").status == 404


def test_streaks() -> None:
    def game(won: bool, points: int = 30) -> Played:
        return Played("x", "2026-01-01", "", points, won)

    empty = add_up([])
    assert (empty.wins, empty.streak, empty.longest, empty.best) == (0, 0, 0, None)
    record = add_up(
        [game(True), game(True, 40), game(False, 50), game(True), game(True), game(True), game(False)]
    )
    assert (record.wins, record.streak, record.longest, record.best) == (5, 2, 3, 40)
    assert add_up([game(False), game(True)]).streak == 0


def test_several_players_do_not_see_what_concerns_one(ana: Phone, app: Flask) -> None:
    page = ana.go("/new/spirits")
    assert page.form("/new/spirits").fields["count"] == "2", "who plays alone says so"
    page = ana.send(page.form("/new/spirits"))
    url = page.response.request.path.removesuffix("/people")
    assert not any(key.startswith("solo") for key in table_of(app, url).setup.options)
    assert "Solo" not in ana.go(url).words


def test_hints_come_alone_too_and_end_by_themselves(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    ana.press("Show hints")
    assert "the ghost gets the one at its other end" in ana.page.words
    turn(ana, app, url, "0,0")
    assert "must not be behind in a single spirit" in ana.page.words
    ana.press("Got it")
    assert "Got it" not in ana.page.words
    house: Tables = app.extensions["tables"]
    played(house, table_of(app, url), lambda state: state.phase == "take" and bool(state.gained))
    assert "A row is empty" in ana.go(url).words
    played(house, table_of(app, url), lambda state: state.phase == "choose")
    assert "counts for you, or brings points" in ana.go(url).words
    ana.press("Got it")
    assert "Got it" not in ana.page.words
