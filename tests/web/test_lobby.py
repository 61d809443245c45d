"""The lobby: a new table, the way in, one's tables, the files."""

from __future__ import annotations

import io
import json

import pytest
from flask import Flask

from companion import create_app
from companion.facts import LANGUAGES
from tests.web.pages import Page, Phone


@pytest.fixture
def ana(app: Flask) -> Phone:
    return Phone(app.test_client())


@pytest.fixture
def bo(app: Flask) -> Phone:
    return Phone(app.test_client())


def open_table(phone: Phone, **fields: str) -> str:
    """A table opened by the form as it is filled in; its address."""
    page = phone.go("/new/spirits")
    page = phone.send(page.form("/new/spirits"), **fields)
    assert page.status == 200, page.words
    return page.response.request.path.removesuffix("/people")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_screen_of_the_lobby_in_every_language(app: Flask, lang: str) -> None:
    phone = Phone(app.test_client(), lang)
    for url in ("/", "/new/spirits"):
        page = phone.go(url)
        assert (page.status, page.language) == (200, lang)


def test_defaults_open_a_table_for_two_at_once(ana: Phone) -> None:
    url = open_table(ana)
    page = ana.go(url)
    assert "Player 1" in page.words and "Player 2" in page.words and "Player 3" not in page.words


@pytest.mark.parametrize("typed", ["Player 2", "player ２"])
def test_no_name_is_never_the_name_of_somebody(ana: Phone, typed: str) -> None:
    url = open_table(ana, count="3", **{"name-0": typed, "name-1": "", "name-2": " "})
    page = ana.go(url)
    assert "Player 3" in page.words and "Player 4" in page.words


def test_names_colours_and_options_are_taken(ana: Phone) -> None:
    url = open_table(
        ana,
        count="3",
        **{"name-0": "Ana", "name-1": "Bo", "name-2": "Cem", "colour-2": "blue", "option-move_gem": "any"},
    )
    page = ana.go(url)
    assert "Cem" in page.words
    assert "Also with gemstones in reserve" in page.words


def test_an_error_stands_at_its_field_and_nothing_is_lost(ana: Phone) -> None:
    form = ana.go("/new/spirits").form("/new/spirits")
    page = ana.send(form, **{"name-0": "Ana", "name-1": "ana", "option-pay_from": "reserve"})
    assert page.status == 422
    assert "There is already somebody called" in page.words
    again = page.form("/new/spirits").fields
    assert (again["name-0"], again["name-1"], again["option-pay_from"]) == ("Ana", "ana", "reserve")


@pytest.mark.parametrize(
    "fields",
    [
        {"name-1": "x" * 500},
        {"name-1": "\u202e"},
        {"colour-0": "green", "colour-1": "green"},
        {"colour-0": "octarine"},
        {"option-power_tile": "seven"},
        {"count": "99", "name-1": "\ud800x"},
    ],
)
def test_what_cannot_be_is_a_sentence(ana: Phone, fields: dict[str, str]) -> None:
    form = ana.go("/new/spirits").form("/new/spirits")
    data = {
        name: value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        for name, value in fields.items()
    }
    page = ana.send(form, **data)
    assert page.status in (200, 422)
    assert "Traceback" not in page.html


def test_no_such_game_is_a_sentence(ana: Phone) -> None:
    assert ana.go("/new/chess").status == 404
    assert ana.post("/new/chess").status == 404


def test_one_phone_for_all_holds_every_seat(ana: Phone, bo: Phone) -> None:
    url = open_table(ana, phones="one", count="4")
    assert not bo.go(url).has_button("Player 2")
    assert "You are watching" in bo.page.words


def test_the_names_of_the_last_table_are_remembered(ana: Phone) -> None:
    open_table(ana, count="3", **{"name-0": "Ana", "name-1": "Bo", "name-2": "Cem"})
    fields = ana.go("/new/spirits").form("/new/spirits").fields
    assert (fields["count"], fields["name-0"], fields["name-2"]) == ("3", "Ana", "Cem")


def test_a_code_or_a_link_leads_to_the_table(ana: Phone, bo: Phone) -> None:
    url = open_table(ana)
    short = ana.go(url + "/people").html.split('class="join-code">')[1][:6]
    for typed in (short, short.lower(), f" {short[:3]}-{short[3:]} ", f"http://localhost{url}?x=1", url):
        page = bo.go("/")
        page = bo.send(page.form("/join"), code=typed)
        assert page.response.request.path == url, typed


@pytest.mark.parametrize("typed", ["", "nonsense", "000000", "/", "x" * 1000, "🌲", "http://", "%00"])
def test_a_wrong_code_is_a_sentence_at_the_field(ana: Phone, typed: str) -> None:
    page = ana.send(ana.go("/").form("/join"), code=typed)
    assert page.status in (404, 422)
    assert 'aria-invalid="true"' in page.html
    assert page.html.count("autofocus") == 1, "the page opens where the mistake is"


def test_the_lobby_opens_at_its_top_unless_something_is_wrong(ana: Phone) -> None:
    assert "autofocus" not in ana.go("/").html


def test_ones_own_tables_stand_in_the_lobby(ana: Phone, bo: Phone) -> None:
    url = open_table(ana, **{"name-0": "Ana", "name-1": "Bo"})
    assert url in [link.href for link in ana.go("/").links]
    assert url not in [link.href for link in bo.go("/").links]
    bo.go(url)
    assert url not in [link.href for link in bo.go("/").links], "only looked on"
    bo.go(url)
    bo.press("Bo")
    assert url in [link.href for link in bo.go("/").links]


def test_a_file_goes_out_and_comes_in_again(ana: Phone, bo: Phone) -> None:
    url = open_table(ana, phones="one", **{"name-0": "Ana", "name-1": "Bo"})
    ana.go(url + "?do=take&at=0,0")
    ana.press("moss with sun")
    raw = ana.client.get(url + "/export.json")
    assert raw.status_code == 200 and "attachment" in raw.headers["Content-Disposition"]
    bo.go("/")
    answer = bo.client.post("/import", data={"file": (io.BytesIO(raw.data), "t.json")}, follow_redirects=True)
    page = Page(answer)
    other = answer.request.path.removesuffix("/people")
    assert page.status == 200 and other != url
    assert "Ana takes moss with sun from row 1, tile 1" in bo.go(other).words
    second = bo.client.get(other + "/export.json").data
    assert second == raw.data


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"\xff\xfe", b"null", b'{"format": "mori-table"}', b"[" * 90_000, b"1e999"]
)
def test_a_file_that_is_no_table_is_a_sentence(ana: Phone, body: bytes) -> None:
    answer = ana.client.post("/import", data={"file": (io.BytesIO(body), "t.json")})
    assert answer.status_code == 422
    assert b'aria-invalid="true"' in answer.data


def test_an_impossible_entry_in_a_file_is_named(ana: Phone) -> None:
    url = open_table(ana)
    data = json.loads(ana.client.get(url + "/export.json").data)
    move = {"do": "take", "at": "0,0", "face": "moss1+sun"}
    data["entries"] = [
        {"number": 1, "kind": "move", "seat": 0, "move": move, "at": "2026-01-01T00:00:00Z"},
        {"number": 2, "kind": "move", "seat": 1, "move": move, "at": "2026-01-01T00:00:00Z"},
    ]
    body = io.BytesIO(json.dumps(data).encode())
    answer = ana.client.post("/import", data={"file": (body, "t.json")})
    assert answer.status_code == 422
    assert "Entry 2" in answer.get_data(as_text=True)
    assert "autofocus" in answer.get_data(as_text=True)


def test_the_language_is_chosen_and_kept(ana: Phone) -> None:
    page = ana.go("/")
    ana.send(page.form("/language"), lang="zh-Hant")
    assert ana.go("/").language == "zh-Hant"
    ana.client.post("/text-size", data={"size": "xl", "next": "/"})
    assert 'data-text="xl"' in ana.go("/").html


@pytest.mark.parametrize("onward", ["//evil.example", "https://evil.example", "/\\evil.example", "\r\nX: y"])
def test_a_choice_does_not_lead_away(ana: Phone, onward: str) -> None:
    answer = ana.client.post("/language", data={"lang": "en", "next": onward})
    assert answer.status_code == 303
    assert answer.location == "/"


def test_codes_cannot_be_tried_out(tmp_path: object) -> None:
    app = create_app(tmp_path / "data", TESTING=True, WTF_CSRF_ENABLED=False)  # type: ignore[operator]
    client = app.test_client()
    answers = [client.post("/join", data={"code": f"A{n:05}"}).status_code for n in range(30)]
    assert answers[0] == 404 and answers[-1] == 429
    links = [client.get(f"/t/A{n:012}").status_code for n in range(70)]
    assert links[0] == 404 and links[-1] == 429


def test_who_plays_alone_is_asked_first_against_whom_and_for_one_name(ana: Phone) -> None:
    words = ana.go("/new/bitoku?count=1").words
    folded = words.index("Rules that are read in two ways")
    assert words.index("Who plays the Tengu") < words.index("Your name") < words.index("Name 2") < folded
    assert words.index("What is kept count of") < folded < words.index("A head start for the Tengu")
    words = ana.go("/new/spirits?count=1").words
    assert words.index("Solo: how strong the ghost is") < words.index("Your name") < words.index("Name 2")


def test_no_file_and_a_colour_taken_twice_are_said(ana: Phone) -> None:
    for empty in ((io.BytesIO(b""), ""), (io.BytesIO(b" "), "t.json")):
        answer = ana.client.post("/import", data={"file": empty})
        assert answer.status_code == 422 and "Choose a file first." in answer.get_data(as_text=True)
    names = {"count": "2", "name-0": "Ana", "name-1": "ana"}
    page = ana.post("/new/spirits", **names, **{"colour-0": "red", "colour-1": "red"})
    assert page.status == 422 and "already somebody called" in page.words
    assert page.words.count("Two players chose red.") == 1
