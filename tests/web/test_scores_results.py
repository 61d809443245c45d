"""The play log: kept results, what they add up to, and the link to BG Stats."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from urllib.parse import unquote, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.facts import LANGUAGES
from companion.games import SCORES
from companion.scorebook import Kept, KeptPlayer
from companion.web.scores import scorebook
from companion.web.scores_bgstats import ADDRESS, link, play
from companion.web.scores_results import kept_link
from companion.web.scores_sheet import pack

SHEET = pack({"seats": "ab", "a.name": "Ann", "b.name": "Bo", "a.moss": "3", "b.dew": "2"})


def keep(client: FlaskClient, packed: str = SHEET, **more: str) -> str:
    response = client.post("/score/spirits/keep", data={"s": packed, **more})
    assert response.status_code == 303
    return response.location


def test_a_result_is_kept_for_this_phone(client: FlaskClient, app: Flask) -> None:
    where = keep(client, minutes="50")
    html = client.get(where).get_data(as_text=True)
    assert "Ann wins" in html and "50 minutes" in html and "Moss: the most, 3 held, 3 points" in html
    assert keep(client, minutes="00001" + "1" * 4400).split("?")[0] == where.split("?")[0]
    assert keep(client).split("?")[0] == where.split("?")[0], "twice the same tap is one result"
    assert "1 result<" in client.get("/results").get_data(as_text=True)
    other = app.test_client()
    assert other.get(where).status_code == 404
    assert "Ann" not in other.get("/results").get_data(as_text=True)


def test_the_log_is_searched_by_player_game_and_date(client: FlaskClient) -> None:
    keep(client)
    keep(client, pack({"seats": "ab", "a.name": "Cy", "b.name": "Bo", "a.moss": "3"}))
    today = datetime.now(UTC).strftime("%Y-%m-%d")

    def found(**search: str) -> str:
        return client.get("/results", query_string=search).get_data(as_text=True)

    assert (
        "2 results" in found() and "2 results" in found(player="bo") and "1 result<" in found(player=" CY ")
    )
    assert "0 results" in found(player="Dot") and "0 results" in found(game="bitoku")
    assert "2 results" in found(since=today, until=today) and "0 results" in found(until="2020-01-01")
    assert "2 results" in found(since="no date"), "what is no date narrows nothing"


def test_what_the_plays_add_up_to(client: FlaskClient) -> None:
    for moss in "325":
        keep(client, pack({"seats": "ab", "a.name": "Ann", "b.name": "Bo", "a.moss": moss}))
    html = client.get("/results").get_data(as_text=True)
    row = html[html.index("player=Ann") : html.index("player=Bo")]
    assert [n for n in ("3", "−30", "−28") if f'<td class="n">{n}</td>' in row] == ["3", "−30", "−28"]
    assert "Totals of Ann, one play after another: " in html


def test_a_result_is_deleted_and_taken_along(client: FlaskClient) -> None:
    where = keep(client).split("?")[0]
    content = json.loads(client.get("/results/all.json").data)
    assert content["results"][0]["result"]["winners"] == ["Ann"]
    response = client.post(f"{where}/delete")
    assert response.status_code == 303 and client.get(where).status_code == 404
    assert json.loads(client.get("/results/all.json").data) == {"results": []}


def test_a_sheet_that_cannot_be_counted_is_not_kept(client: FlaskClient) -> None:
    assert client.post("/score/spirits/keep", data={"s": "x"}).status_code == 422
    response = client.post("/score/spirits/keep", data={"s": pack({"seats": "ab", "a.moss": "99"})})
    assert response.status_code == 422 and "99 is not possible" in response.get_data(as_text=True)
    assert client.post("/score/chess/keep", data={"s": SHEET}).status_code == 404


def test_a_result_of_a_table_has_the_marks_of_its_seats(client: FlaskClient, app: Flask) -> None:
    form = {"count": "2", "name-0": "Ann", "name-1": "Bo", "colour-0": "red", "colour-1": "blue"}
    code = urlsplit(client.post("/new/spirits", data=form).location).path.split("/")[2]
    assert 'who p-yellow"' in client.get(keep(client)).get_data(as_text=True)
    sheet = {"game": "spirits", "players": [{"name": name, "tiles": []} for name in ("Ann", "Bo")]}
    with app.test_request_context(), client.session_transaction() as session:
        book, result = scorebook(), SCORES["spirits"](sheet)
        here, gone = (
            book.keep(session["phone"], result, sheet, at, table=at) for at in (code, "0" * len(code))
        )
    html = client.get(f"/results/{here}").get_data(as_text=True)
    assert 'who p-red"' in html and 'who p-blue"' in html and 'who p-yellow"' not in html
    assert 'who p-yellow"' in client.get(f"/results/{gone}").get_data(as_text=True)


def test_a_table_that_goes_on_has_nothing_to_keep(client: FlaskClient) -> None:
    form = {"count": "2", "name-0": "Ann", "name-1": "Bo", "colour-0": "yellow", "colour-1": "green"}
    where = urlsplit(client.post("/new/spirits", data=form).location).path.removesuffix("/people")
    response = client.post(f"{where}/keep")
    assert response.status_code == 422 and "no final result" in response.get_data(as_text=True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_in_every_language(client: FlaskClient, lang: str) -> None:
    assert client.get(f"/results?lang={lang}").status_code == 200
    keep(client)
    keep(client, pack({"seats": "ab", "mode": "solo", "a.name": "Ann", "a.moss": "3", "g.dew": "1"}))
    assert client.get(f"/results?lang={lang}").status_code == 200


PLAYERS = [KeptPlayer("Ann 森", 84, 1, True), KeptPlayer("Bo", 80, 2, False)]


def read(url: str) -> dict:
    assert url.startswith(ADDRESS)
    return json.loads(unquote(url.removeprefix(ADDRESS)))


def test_bg_stats_gets_the_play_in_its_form() -> None:
    played = datetime(2026, 11, 30, 23, 5, 9, tzinfo=timezone(timedelta(hours=8)))
    assert read(link(play("bitoku", 323612, PLAYERS, "p1", played, 90, "Ascension"))) == {
        "sourceName": "Mori",
        "sourcePlayId": "p1",
        "playDate": "2026-11-30 15:05:09",
        "durationMin": 90,
        "game": {
            "name": "Bitoku",
            "sourceGameId": "bitoku",
            "bggId": 323612,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Ann 森",
                "sourcePlayerId": "ann 森",
                "startPlayer": False,
                "rank": 1,
                "score": 84,
                "winner": True,
            },
            {
                "name": "Bo",
                "sourcePlayerId": "bo",
                "startPlayer": False,
                "rank": 2,
                "score": 80,
                "winner": False,
            },
        ],
        "comments": "Ascension",
    }


def test_bg_stats_gets_no_number_for_spirits() -> None:
    data = play("spirits", None, PLAYERS, "p1", datetime.now(UTC))
    assert "bggId" not in data["game"] and data["game"]["name"] == "Spirits of the Forest"
    assert "durationMin" not in data and "comments" not in data


def test_bg_stats_hears_of_a_lost_solo_game(client: FlaskClient) -> None:
    packed = pack({"seats": "ab", "mode": "solo", "a.name": "Ann", "a.moss": "1", "g.moss": "2"})
    html = client.get("/score/spirits", query_string={"s": packed}).get_data(as_text=True)
    start = html.index(ADDRESS)
    (ann,) = read(html[start : html.index('"', start)])["players"]
    assert ann["winner"] is False and ann["score"] == -24


@pytest.mark.parametrize(("table", "first"), [("K7WQ", [True, False]), ("", [False, False])])
def test_bg_stats_hears_who_began_where_the_table_knows_it(table: str, first: list[bool]) -> None:
    played = datetime(2026, 11, 30, tzinfo=UTC)
    kept = Kept("p1", "spirits", played, tuple(PLAYERS), {}, {}, {}, table, None)
    assert [player["startPlayer"] for player in read(kept_link(kept))["players"]] == first
