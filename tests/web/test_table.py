"""The table: turns by taps, refusals, secrets, seats, the log and its corrections, the end."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.facts import LANGUAGES
from companion.games import GAMES
from companion.games.spirits.state import CELLS, COPIES
from companion.tables import Tables
from tests.web.pages import Page, Phone
from tests.web.test_lobby import open_table

NAMES = {"name-0": "Ana", "name-1": "Bo"}


@pytest.fixture
def ana(app: Flask) -> Phone:
    return Phone(app.test_client())


@pytest.fixture
def bo(app: Flask) -> Phone:
    return Phone(app.test_client())


@pytest.fixture
def eve(app: Flask) -> Phone:
    return Phone(app.test_client())


@pytest.fixture
def url(ana: Phone, bo: Phone) -> str:
    """A table of Ana and Bo, each with a phone."""
    url = open_table(ana, **NAMES)
    bo.go(url)
    bo.press("Bo")
    ana.go(url)
    return url


def take(phone: Phone, url: str, place: str, face: str) -> Page:
    """Two taps: the row's end, then its face."""
    phone.go(url)
    phone.follow(f"{place}: unknown tile")
    return phone.press(face)


# --- taps


def test_a_turn_is_three_taps(ana: Phone, bo: Phone, url: str) -> None:
    ana.follow("row 1, tile 1: unknown tile")
    assert "Which tile is it?" in ana.page.words
    ana.press("moss with sun")
    assert "Ana: place a gemstone" in ana.page.words
    ana.press("No gemstone, end the turn")
    assert "Bo: take a tile" in ana.page.words
    assert "Ana takes moss with sun from row 1, tile 1" in bo.go(url).words


def test_the_turn_ends_in_one_tap_without_a_second_tile_and_a_gemstone(
    ana: Phone, bo: Phone, url: str
) -> None:
    take(ana, url, "row 1, tile 1", "moss with sun")
    ana.press("No gemstone")
    take(bo, url, "row 2, tile 1", "dew with fire")
    assert "A second tile?" in bo.page.words
    bo.press("End the turn, no gemstone")
    assert "Ana: take a tile" in bo.page.words
    log = bo.go(url + "/log").words
    assert "Bo takes no more tiles" in log and "Bo leaves the gemstones" in log


def test_a_gemstone_is_one_tap_in_the_picture(ana: Phone, url: str) -> None:
    take(ana, url, "row 1, tile 1", "moss with sun")
    ana.press("row 2, tile 5: unknown tile")
    assert "Ana places a gemstone on row 2, tile 5" in ana.page.words
    assert "Ana's gemstone" in ana.page.words


def test_the_picture_and_the_list_are_the_same_answers(ana: Phone, url: str) -> None:
    taken = [link.href for link in ana.page.links if "do=take" in link.href]
    assert len(taken) == 16 and len(set(taken)) == 8


def test_a_known_tile_is_one_tap(ana: Phone, url: str) -> None:
    ana.post(url + "/move", move="do=name&at=0%2C0&face=webs2", seat="-1", revision="0", nonce="n1")
    ana.press("row 1, tile 1: double web")
    assert "Ana takes double web" in ana.page.words


# --- refusals


def test_a_greyed_face_leads_to_its_reason(ana: Phone, bo: Phone, url: str) -> None:
    take(ana, url, "row 1, tile 1", "moss with sun")
    ana.press("No gemstone")
    bo.go(url)
    bo.follow("row 2, tile 1: unknown")
    bo.follow("moss with sun")
    assert "Correct the record" in [link.text for link in bo.page.links]
    assert "all 1 " in bo.page.words.lower() or "moss with sun" in bo.page.words
    assert re.search(r"Rule [A-Z]\d+ · ", bo.page.words)
    assert not bo.page.has_button("Record anyway")


def test_the_forest_stays_beside_the_question_which_gemstone_pays(ana: Phone, bo: Phone, url: str) -> None:
    moves = (
        "do=take&at=0%2C0&face=webs2",
        "do=place&at=1%2C4",
        "do=take&at=3%2C0&face=moss2",
        "do=place&at=0%2C11",
    )
    for n, move in enumerate(moves):
        phone = (ana, bo)[n // 2]
        assert (
            phone.post(url + "/move", move=move, seat=str(n // 2), revision=str(n), nonce=str(n)).status
            == 200
        )
    page = ana.go(url + "?do=take&at=0,11&face=dew2")
    assert "The one on row 2, tile 5" in page.words
    assert re.findall(r'class="cell can.*?aria-label="([^":]*)', page.html) == ["row 2, tile 5"]


def test_what_breaks_a_rule_can_be_recorded_anyway(ana: Phone, bo: Phone, url: str) -> None:
    take(ana, url, "row 1, tile 1", "moss with sun")
    ana.press("No gemstone")
    take(bo, url, "row 2, tile 1", "dew with fire")
    bo.follow("row 3, tile 1: unknown")
    bo.follow("moss with moon")
    assert "Rule R2" in bo.page.words
    bo.press("Record anyway")
    assert "recorded against R2" in bo.page.words


def test_a_refused_form_says_why_and_offers_to_record_it(ana: Phone, bo: Phone, url: str) -> None:
    page = bo.post(url + "/move", move="do=take&at=3%2C0&face=webs2", seat="1", revision="0", nonce="n")
    assert page.status == 422
    assert "It is Ana's turn" in page.words or "Ana" in page.words
    assert "row 3, tile 7: unknown tile" in page.words, "the forest that the refusal speaks of"
    page = bo.press("Record anyway")
    assert "Bo takes double web" in page.words and "recorded against P4" in page.words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_of_a_first_turn_in_every_language(app: Flask, ana: Phone, url: str, lang: str) -> None:
    ana.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    ana.go(url)
    for move in ("do=stop", "do=place&at=0%2C0", "do=keep", "do=take&at=0%2C5&face=webs1"):
        page = ana.post(url + "/move", move=move, seat="0", revision="0", nonce=move)
        assert page.status == 422 and page.language == lang


# --- the same thing twice, and at the same time


def test_a_repeated_nonce_is_one_move(ana: Phone, url: str) -> None:
    data = {"move": "do=take&at=0%2C0&face=webs2", "seat": "0", "revision": "0", "nonce": "once"}
    assert ana.post(url + "/move", **data).status == 200
    assert ana.post(url + "/move", **data).status == 200
    assert ana.go(url + "/log").words.count("takes double web") == 1


def test_an_old_screen_gets_a_conflict_with_who_did_what(ana: Phone, bo: Phone, url: str) -> None:
    take(ana, url, "row 1, tile 1", "moss with sun")
    page = ana.post(url + "/move", move="do=take&at=0%2C0&face=webs2", seat="0", revision="0", nonce="late")
    assert page.status == 409
    assert "Somebody was quicker: Ana takes moss with sun" in page.words
    page = ana.follow("Do it again: Ana takes double web from row 1, tile 1")
    assert "Record anyway" not in page.words and "row 1, tile 1" in page.words


# --- undo, redo, restart, back, amend


def test_undo_redo_and_restart(ana: Phone, url: str) -> None:
    take(ana, url, "row 1, tile 1", "moss with sun")
    assert "Ana takes" not in ana.press("Undo").words
    assert "Ana takes" in ana.press("Redo").words
    ana.press("Restart the turn")
    assert "Ana takes" not in ana.page.words and "Which tile do you take?" in ana.page.words


def test_nothing_to_undo_is_a_sentence(ana: Phone, url: str) -> None:
    page = ana.post(url + "/undo", revision="0", nonce="n")
    assert page.status == 422 and "There is nothing to undo." in page.words
    page = ana.post(url + "/restart", revision="0", nonce="n")
    assert "Nothing was done in this turn yet." in page.words


def three_turns(ana: Phone, bo: Phone, url: str) -> None:
    take(ana, url, "row 1, tile 1", "moss with sun")
    ana.press("No gemstone")
    take(bo, url, "row 2, tile 1", "double web")
    bo.press("No gemstone")
    take(ana, url, "row 3, tile 1", "double dew")
    ana.press("No gemstone")


def test_back_to_here(ana: Phone, bo: Phone, url: str) -> None:
    three_turns(ana, bo, url)
    ana.go(url + "/log")
    ana.press("Undo entry 3 and all after it")
    assert "Bo: take a tile" in ana.page.words
    assert "Bo takes" not in ana.go(url + "/log").words


def test_the_log_offers_to_amend_what_this_phone_can_amend(ana: Phone, bo: Phone, url: str) -> None:
    three_turns(ana, bo, url)
    for phone, own in ((ana, ["5", "1"]), (bo, ["3"])):
        links = phone.go(url + "/log").links
        assert [link.href.rsplit("/", 1)[1] for link in links if "/amend/" in link.href] == own
    page = ana.go(url + "/amend/2")
    assert "Entry 2 cannot be changed" in page.words and "What was it really?" not in page.words
    ana.press("Undo entry 2 and all after it")
    assert "Ana: place a gemstone" in ana.page.words


def test_what_the_log_offers_to_amend_is_what_can_be_asked(
    app: Flask, ana: Phone, bo: Phone, url: str
) -> None:
    three_turns(ana, bo, url)
    ana.go(url + "/forest")
    ana.follow("double web")
    ana.press("Record the forest")
    offered = {link.href for link in ana.go(url + "/log").links if "/amend/" in link.href}
    for number in range(1, app.extensions["tables"].get(url.rsplit("/", 1)[1]).revision + 1):
        page = ana.go(f"{url}/amend/{number}")
        asks = page.status == 200 and "cannot be changed" not in page.words
        assert asks == (f"{url}/amend/{number}" in offered), number


def test_a_room_that_is_not_there_leads_back_to_its_table(ana: Phone, url: str) -> None:
    page = ana.go(url + "/amend/99")
    assert page.status == 404 and page.link("To the table") == url
    page = ana.go("/t/0000000000000/amend/99")
    assert page.status == 404 and "To the table" not in page.words


def test_a_place_outside_the_forest_is_named_in_words(ana: Phone, url: str) -> None:
    page = ana.post(url + "/move", move="do=take&at=9%2C9", seat="0", revision="0", nonce="n")
    assert page.status == 422 and "Ana takes an unknown tile from row 10, tile 10." in page.words


def test_a_long_log_is_read_in_pages(
    ana: Phone, bo: Phone, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_turns(ana, bo, url)
    monkeypatch.setattr("companion.web.mend.A_PAGE", 2)
    told = [re.findall(r'id="entry-(\d+)"', ana.go(url + "/log").html)]
    ana.follow("Earlier moves")
    told.append(re.findall(r'id="entry-(\d+)"', ana.page.html))
    assert [*map(int, told[0] + told[1])] == [6, 5, 4, 3] and len(told[0]) == 2
    ana.follow("The latest moves")
    assert 'id="entry-6"' in ana.page.html
    assert ana.go(url + "/log?upto=x").status == ana.go(url + "/log?upto=0").status == 200


def test_an_earlier_entry_is_amended_and_the_rest_stays(ana: Phone, bo: Phone, url: str) -> None:
    three_turns(ana, bo, url)
    ana.go(url + "/log")
    links = [link.href for link in ana.page.links if link.href.endswith("/amend/1")]
    ana.go(links[0])
    ana.follow("moss with sun", "Tile")
    assert "Which tile is it?" in ana.page.words
    ana.press("vine with sun")
    log = ana.go(url + "/log").words
    assert "Ana takes vine with sun from row 1, tile 1" in log
    assert "Ana takes double dew" in log


def test_an_amendment_that_breaks_a_later_entry_names_it(ana: Phone, bo: Phone, url: str) -> None:
    three_turns(ana, bo, url)
    page = ana.post(
        url + "/amend", target="1", move="do=take&at=2%2C0&face=moss1%2Bsun", revision="6", nonce="a"
    )
    assert page.status == 422
    assert "entry 5 would no longer fit" in page.words and "double dew" in page.words


def test_anothers_entry_is_not_mine_to_amend(ana: Phone, bo: Phone, url: str) -> None:
    three_turns(ana, bo, url)
    assert bo.go(url + "/amend/1").status == 403
    assert bo.post(url + "/amend", target="1", move="do=keep", revision="6", nonce="b").status == 403


# --- corrections


def test_corrections_by_the_picker(ana: Phone, bo: Phone, url: str) -> None:
    three_turns(ana, bo, url)
    ana.go(url + "/fix")
    ana.follow("Who has a tile")
    assert not ana.page.has_button("Undo"), "it would take back what the table recorded last"
    ana.follow("row 1, tile 1: moss with sun")
    ana.press("Bo")
    assert "Correction: moss with sun from row 1, tile 1 is now with: Bo" in ana.page.words
    ana.go(url + "/fix")
    ana.follow("Whose turn it is")
    ana.follow("Ana")
    ana.press("Taking tiles")
    assert "Ana: take a tile" in ana.page.words
    ana.go(url + "/fix")
    ana.follow("Whose gemstone lies on a tile")
    ana.follow("row 4, tile 6")
    ana.press("Bo")
    assert "Bo's gemstone" in ana.page.words
    ana.go(url + "/fix")
    ana.follow("Gemstones out of the game")
    ana.follow("Ana")
    ana.press("2 gemstones")
    assert "Ana has 2 gemstones out of the game" in ana.page.words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_correction_is_asked_in_every_language(ana: Phone, bo: Phone, url: str, lang: str) -> None:
    three_turns(ana, bo, url)
    ana.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    for kind in ("name", "lay", "fix_tile", "fix_gem", "fix_removed", "fix_turn", "fix_token"):
        page = ana.go(f"{url}/fix?do={kind}")
        assert page.status == 200 and page.language == lang
        onward = next(
            (link.href for link in page.links if f"do={kind}" in link.href and "&" in link.href), ""
        )
        assert ana.go(onward or url).status == 200


def test_the_forest_tile_by_tile(ana: Phone, url: str) -> None:
    ana.go(url + "/forest")
    ana.follow("double web")
    ana.follow("dew with sun")
    assert "2 of 48 tiles are named." in ana.page.words
    ana.press("Record the forest")
    assert "row 1, tile 1: double web" in ana.page.words and "row 1, tile 2: dew with sun" in ana.page.words


def test_a_face_named_too_often_is_refused_with_the_reason(ana: Phone, url: str) -> None:
    ana.go(url + "/forest")
    ana.follow("moss with sun")
    assert "moss with sun: all of them are named already" in ana.page.words


def whole_forest() -> list[str]:
    return [face for face, copies in COPIES.items() for _ in range(copies)]


def test_the_forest_as_text(ana: Phone, url: str) -> None:
    ana.go(url + "/forest")
    text = "\n".join(", ".join(whole_forest()[row * 12 : row * 12 + 12]) for row in range(4))
    ana.send(ana.page.form("/forest"), text=text.upper().replace("FIRE", "wind"))
    assert "48 of 48" in ana.page.words
    ana.press("Record the forest")
    assert "unknown tile" not in ana.page.words


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("webs2 webs3", "webs3 is no tile of this game"),
        ("webs2", "1 codes were read"),
        (" ".join(["webs2"] * 48), "web"),
        ("<script>", "is no tile"),
        ("", "0 codes were read"),
    ],
)
def test_a_forest_that_cannot_be_is_refused_at_the_field(ana: Phone, url: str, text: str, said: str) -> None:
    ana.go(url + "/forest")
    page = ana.send(ana.page.form("/forest"), text=text)
    assert page.status == 422 and said in page.words
    assert 'aria-invalid="true"' in page.html


# --- seats


def test_a_stranger_can_look_but_not_write(eve: Phone, ana: Phone, url: str) -> None:
    page = eve.go(url)
    assert "You are watching" in page.words and not page.moves()
    for path, data in (
        ("/move", {"move": "do=take&at=0%2C0&face=webs2", "seat": "0"}),
        ("/undo", {}),
        ("/redo", {}),
        ("/restart", {}),
        ("/back", {"target": "1"}),
        ("/move", {"move": "do=name&at=0%2C0&face=webs2", "seat": "-1"}),
        ("/lock", {"locked": "1"}),
        ("/close", {}),
        ("/free", {"seat": "0"}),
        ("/rename", {"seat": "0", "name": "Eve"}),
        ("/again", {}),
        ("/forest", {"text": "webs2"}),
    ):
        page = eve.post(url + path, revision="0", nonce="n", **data)
        assert page.status == 403, path
        assert "app.error" not in page.words
        assert "Sit down first" not in page.words, "there is no seat left"
    assert "Ana: take a tile" in ana.go(url).words and "Eve" not in ana.page.words


def test_nobody_acts_for_a_seat_of_another_phone(bo: Phone, url: str) -> None:
    page = bo.post(url + "/move", move="do=take&at=0%2C0&face=webs2", seat="0", revision="0", nonce="n")
    assert page.status == 403 and "Another phone plays for Ana" in page.words
    assert f'href="{url}"' in page.html, "the way back"


def test_join_watch_leave_and_return(ana: Phone, eve: Phone) -> None:
    url = open_table(ana, **NAMES)
    page = eve.go(url)
    assert "Who are you?" in page.words
    assert "You are watching" in eve.follow("Only watch").words
    eve.go(url)
    eve.press("Bo")
    assert "Bo" in eve.page.words and "Ana: take a tile" in eve.page.words
    assert "you" in eve.go(url + "/people").words, "the seat is kept by the cookie"
    eve.press("Leave the seat")
    assert eve.page.has_button("Sit here", "Bo")


def test_a_taken_seat_is_refused_with_a_sentence(ana: Phone, eve: Phone, url: str) -> None:
    page = eve.post(url + "/claim", seat="1")
    assert page.status == 422 and "Another phone already plays for Bo." in page.words


def test_the_host_frees_a_seat_and_locks_the_table(ana: Phone, bo: Phone, eve: Phone, url: str) -> None:
    ana.go(url + "/people")
    ana.press("Lock")
    ana.press("Free the seat", "Bo")
    assert eve.post(url + "/claim", seat="1").status == 422
    assert "locked" in eve.page.words
    ana.go(url + "/people")
    ana.press("Unlock")
    assert eve.post(url + "/claim", seat="1").status == 200


def test_rename_and_its_errors(ana: Phone, url: str) -> None:
    page = ana.post(url + "/rename", seat="0", name="Zoë 🌲")
    assert "Zoë 🌲" in page.words
    for name in ("", "  ", "Bo", "x" * 100, "\x00"):
        page = ana.post(url + "/rename", seat="0", name=name)
        assert page.status == 422 and "Zoë" in page.words


def test_the_qr_code_and_the_short_code_stand_at_the_top(ana: Phone, url: str) -> None:
    page = ana.go(url + "/people")
    assert f"http://localhost{url}" in page.html
    assert re.search(r'class="join-code">[0-9A-Z]{6}<', page.html)
    assert page.html.index("join-code") < page.html.index('id="seats"')


def test_close_and_reopen(ana: Phone, bo: Phone, url: str) -> None:
    ana.go(url + "/people")
    ana.press("End this table")
    page = bo.post(url + "/move", move="do=take&at=0%2C0&face=webs2", seat="0", revision="0", nonce="n")
    assert page.status in (403, 422)
    assert "This table has ended" in bo.go(url).words and not bo.page.moves()
    assert "take a tile" not in bo.page.words and "Somebody else's turn" not in bo.page.words
    page = ana.go(url + "/people")
    assert "Join this table" not in page.words and not page.has_button("Lock")
    ana.press("Open this table again")
    assert "Ana: take a tile" in ana.go(url).words


def test_a_locked_table_offers_no_seat(ana: Phone, eve: Phone) -> None:
    url = open_table(ana, **NAMES)
    ana.go(url + "/people")
    ana.press("Lock")
    page = eve.go(url)
    assert "locked" in page.words and not page.has_button("Bo")
    assert not eve.go(url + "/people").has_button("Sit here")


def test_a_damaged_log_shows_the_good_part_and_the_way_on(
    app: Flask, ana: Phone, bo: Phone, url: str
) -> None:
    take(ana, url, "row 1, tile 1", "moss with sun")
    tables: Tables = app.extensions["tables"]
    code = url.rsplit("/", 1)[-1]
    body = '{"kind": "move", "seat": 1, "move": {"do": "fly"}, "at": "2026-01-01T00:00:00Z"}'
    tables.store.append(code, 1, "junk", body, "2026-01-01T00:00:00Z")
    page = ana.go(url)
    assert page.status == 200 and "Entry 2 does not replay" in page.words
    assert ana.post(url + "/undo", revision="1", nonce="n").status in (200, 409, 422)
    ana.go(url)
    ana.press("Go on at a new table from entry 1")
    assert ana.page.response.request.path != url
    assert "Ana takes moss with sun" in ana.page.words and "Ana: place a gemstone" in ana.page.words
    assert bo.go(ana.page.response.request.path).has_button("Undo"), "the seats are kept"


# --- secrets


def test_a_token_is_noted_on_the_owners_phone_alone(ana: Phone, bo: Phone, url: str) -> None:
    give_token(ana, bo, url)
    ana.go(url)
    ana.follow("Note what it shows")
    ana.press("sun token")
    assert "sun token" in ana.page.words
    assert "sun token" not in bo.go(url).words
    assert "The favor token from row 1, tile 2 is: sun token" in ana.go(url + "/log").words
    log = bo.go(url + "/log").words
    assert "Ana looks at the favor token from row 1, tile 2" in log and "sun token" not in log
    assert bo.client.get(url + "/export.json").status_code == 403


def give_token(ana: Phone, bo: Phone, url: str) -> None:
    """Ana holds the token of row 1, tile 2; it is Bo's turn."""
    take(ana, url, "row 1, tile 1", "moss with sun")
    ana.press("No gemstone")
    take(bo, url, "row 2, tile 1", "double web")
    bo.press("No gemstone")
    take(ana, url, "row 1, tile 2", "double dew")
    ana.press("No gemstone")


def seen(phone: Phone, url: str) -> list[str]:
    """Every screen of a phone, without what is made anew for each rendering."""
    found = []
    for path in ("", "/log", "/people", "/fix", "/curtain", "/end"):
        html = phone.go(url + path).html
        html = re.sub(
            r'(name="(?:nonce|csrf_token)" value="|hx-ptag="|<path d=")[^"]*', "", html.replace(url, "/t/X")
        )
        found.append(re.sub(r'(class="join-code">\w+|events\?since=\d+|data-change="\d+")', "", html))
    return found


def test_what_a_seat_sees_does_not_depend_on_anothers_token(app: Flask) -> None:
    screens = {}
    for kind in ("sun", "+", "moss"):
        ana, bo, eve = (Phone(app.test_client()) for _ in range(3))
        url = open_table(ana, **NAMES)
        bo.go(url)
        bo.press("Bo")
        give_token(ana, bo, url)
        ana.go(url)
        move = f"do=peek&at=0%2C1&token={'%2B' if kind == '+' else kind}"
        ana.post(url + "/move", move=move, seat="0", revision="6", nonce="peek")
        assert ana.page.status == 200
        screens[kind] = [html for phone in (bo, eve) for html in seen(phone, url)]
    assert screens["sun"] == screens["+"] == screens["moss"]


def test_a_shared_phone_draws_the_curtain_before_secrets(ana: Phone) -> None:
    url = open_table(ana, phones="one", **NAMES)
    give_token(ana, ana, url)
    page = ana.go(url)
    assert "Note what it shows" not in page.words
    ana.follow("Ana's favor tokens (secret)")
    assert "Pass the phone to Ana" in ana.page.words
    ana.follow("I am Ana")
    ana.follow("Note what it shows")
    assert "What does the token show?" in ana.page.words
    ana.press("moon token")
    assert "moon token" not in ana.page.words, "the curtain falls again"
    assert "moon token" not in ana.go(url + "/log").words
    take(ana, url, "row 2, tile 2", "double web")
    ana.press("No gemstone")
    assert "Ana: take a tile" in ana.page.words
    assert "moon token" not in ana.page.words and "Note what it shows" not in ana.page.words
    assert "moon token" not in ana.go(url + "/log").words
    ana.go(url)
    ana.follow("Ana's favor tokens (secret)")
    assert "moon token" in ana.follow("I am Ana").words


def test_the_curtain_is_only_for_ones_own_seats(ana: Phone, bo: Phone, url: str) -> None:
    give_token(ana, bo, url)
    ana.go(url)
    ana.follow("Note what it shows")
    ana.press("sun token")
    for query in ("?seat=0&open=1", "?open=1", "?seat=0&open=1&do=peek&at=0,1"):
        assert "sun token" not in bo.go(url + query).words


# --- bad input


@pytest.mark.parametrize(
    "code", ["X", "0" * 13, "../x", "%00", "🌲", "A" * 300, "0000000000000/log", "null/end"]
)
def test_an_unknown_table_is_a_friendly_404(ana: Phone, code: str) -> None:
    page = ana.go(f"/t/{code}")
    assert page.status == 404
    assert any(link.href == "/" for link in page.links)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"move": "", "seat": "0", "revision": "0", "nonce": "n"},
        {"move": "do=take", "seat": "0", "revision": "0", "nonce": "n"},
        {"move": "do=fly&at=1", "seat": "0", "revision": "0", "nonce": "n"},
        {"move": "do=take&at=9%2C9&face=webs2", "seat": "0", "revision": "0", "nonce": "n"},
        {"move": "do=take&at=0%2C0&face=webs2", "seat": "7", "revision": "0", "nonce": "n"},
        {"move": "do=take&at=0%2C0&face=webs2", "seat": "x", "revision": "0", "nonce": "n"},
        {"move": "do=take&at=0%2C0&face=webs2", "seat": "0", "revision": "-1", "nonce": "n"},
        {"move": "do=take&at=0%2C0&face=webs2", "seat": "0", "revision": "9" * 30, "nonce": "n"},
        {"move": "do=take&at=0%2C0&face=webs2", "seat": "0", "revision": "0", "nonce": ""},
        {"move": "do=take&at=0%2C0&face=webs2", "seat": "0", "revision": "0", "nonce": "ü" * 99},
        {"move": "x" * 60_000, "seat": "0", "revision": "0", "nonce": "n"},
    ],
)
def test_a_broken_form_is_a_sentence_and_records_nothing(ana: Phone, url: str, data: dict[str, str]) -> None:
    page = ana.post(url + "/move", **data)
    assert 400 <= page.status < 500, page.status
    assert "Nothing is recorded yet." in ana.go(url).words


@pytest.mark.parametrize(
    "query",
    [
        "?do=take&at=99,99",
        "?do=nonsense",
        "?do=take&face=webs2",
        "?seat=99",
        "?seat=-1&open=1",
        "?seat=%F0%9F%8C%B2",
        "?do=" + "x" * 4000,
        "?do=take&at=0,0&face=webs2&pay=reserve",
    ],
)
def test_any_address_of_the_table_shows_the_table(ana: Phone, url: str, query: str) -> None:
    assert ana.go(url + query).status == 200
    assert ana.go(url + "/fix" + query).status == 200
    for at in ("9999", "00009999999", "0" * 4400, "٣"):
        assert ana.go(url + "/forest" + query + f"&so=zz%F0&at={at}").status == 200


# --- htmx


def test_a_part_is_the_table_alone_and_says_304_when_nothing_moved(ana: Phone, url: str) -> None:
    headers = {"HX-Request": "true", "HX-Source": "section#table"}
    first = ana.client.get(url, headers=headers)
    assert first.status_code == 200 and b"<html" not in first.data and b'id="table"' in first.data
    mark = first.headers["HX-PTag"]
    assert ana.client.get(url, headers={**headers, "HX-PTag": mark}).status_code == 304
    assert ana.client.get(url + "?do=take", headers={**headers, "HX-PTag": mark}).status_code == 200
    take(ana, url, "row 1, tile 1", "moss with sun")
    assert ana.client.get(url, headers={**headers, "HX-PTag": mark}).status_code == 200


def test_a_link_is_never_answered_with_304(ana: Phone, url: str) -> None:
    headers = {"HX-Request": "true", "HX-Source": "section#table"}
    mark = ana.client.get(url, headers=headers).headers["HX-PTag"]
    answer = ana.client.get(url, headers={"HX-Request": "true", "HX-Source": "a", "HX-PTag": mark})
    assert answer.status_code == 200 and "HX-PTag" not in answer.headers


def test_a_tap_of_htmx_is_answered_with_the_fresh_part(ana: Phone, url: str) -> None:
    data = {"move": "do=take&at=0%2C0&face=webs2", "seat": "0", "revision": "0", "nonce": "n"}
    answer = ana.client.post(url + "/move", data=data, headers={"HX-Request": "true"})
    assert answer.status_code == 200 and b"<html" not in answer.data
    assert f'hx-get="{url}"'.encode() in answer.data


def test_the_question_somebody_is_in_the_middle_of_is_kept(ana: Phone, bo: Phone, url: str) -> None:
    take(ana, url, "row 1, tile 1", "moss with sun")
    ana.press("No gemstone")
    bo.go(url)
    bo.follow("row 4, tile 12: unknown")
    middle = re.search(r'id="table" hx-get="([^"]+)"', bo.page.html)
    assert middle is not None
    ana.go(url + "/forest")
    ana.follow("double web")
    ana.press("Record the forest")
    again = bo.go(middle[1].replace("&amp;", "&"))
    assert "Which tile is it?" in again.words and "row 4, tile 12" in again.words


# --- a whole game


def play_out(phone: Phone, url: str, most: int = 400) -> Page:
    """Everything by one phone: an end, a face, no more."""
    page = phone.go(url)
    for _ in range(most):
        if "See the score" in page.words:
            return page
        if page.has_button("End the turn, no gemstone"):
            page = phone.press("End the turn, no gemstone")
        elif page.has_button("No gemstone, end the turn"):
            page = phone.press("No gemstone, end the turn")
        elif any("do=peek" in link.href for link in page.links):
            page = phone.follow("Note what it shows")
            page = phone.press("token")
        elif any(move.startswith("do=take") for move in page.moves()):
            value = next(move for move in page.moves() if move.startswith("do=take"))
            form = next(f for f in page.forms if any(b.value == value for b in f.buttons))
            page = phone.send(form, next(b for b in form.buttons if b.value == value))
        else:
            page = phone.go(next(link.href for link in page.links if "do=take" in link.href))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("seats", ["2", "4"])
def test_a_whole_game_by_one_phone_without_javascript(app: Flask, ana: Phone, seats: str) -> None:
    url = open_table(ana, phones="one", count=seats, **NAMES)
    play_out(ana, url)
    page = ana.follow("See the score")
    assert page.status == 200 and ("wins" in page.words or "share the win" in page.words)
    assert "no tile, minus 3" in page.words or "the most, " in page.words
    tables: Tables = app.extensions["tables"]
    state = tables.get(url.rsplit("/", 1)[-1]).state
    assert not list(GAMES["spirits"].invariants(state)) and all(state.faces) and len(CELLS) == 48
    for lang in LANGUAGES:
        ana.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
        for path in ("/end", "", "/log", "/people"):
            assert ana.go(url + path).status == 200
    ana.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    ana.go(url + "/end")
    ana.press("Keep this result")
    assert ana.page.status == 200
    ana.go(url + "/end")
    ana.press("Play again with the same people")
    fresh = ana.page.response.request.path
    assert fresh != url and "Ana: take a tile" in ana.page.words
    assert "next game with the same people" in ana.go(url).words
    assert 'class="board"' not in ana.page.html, "no tile is left in the forest"
    assert ana.go(url + "/end").words.index("To the next game") < ana.page.words.index("Points by category")
    assert ana.follow("next game").response.request.path == fresh


def test_before_the_end_there_is_no_score(ana: Phone, url: str) -> None:
    assert ana.go(url + "/end").response.request.path == url


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_screen_in_every_language(app: Flask, ana: Phone, bo: Phone, url: str, lang: str) -> None:
    give_token(ana, bo, url)
    ana.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    for path in (
        "",
        "/people",
        "/people?rename=0",
        "/log",
        "/fix",
        "/forest",
        "/curtain",
        "/amend/1",
        "/amend/1?do=take&at=0,0",
    ):
        page = ana.go(url + path)
        assert (page.status, page.language) == (200, lang), path
    bo.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    for path in ("", "?do=take&at=3,0", "?do=take&at=3,0&face=moss1%2Bsun"):
        assert bo.go(url + path).status == 200
    stranger = Phone(app.test_client(), lang)
    assert stranger.go(url).status == 200
