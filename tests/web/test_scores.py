"""The score calculator: numbers as people write them, faults at their fields, nothing lost on the way."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import create_app
from companion.facts import LANGUAGES, words
from companion.games import SCORES
from companion.games.spirits import state
from companion.web.scores import CALCULATORS
from companion.web.scores_panel import MINUS
from companion.web.scores_sheet import LinkError, add_seat, drop_seat, pack, unpack
from companion.web.scores_sums import SumError, read_sum
from tests.oracle.cases import cases

SPIRITS = CALCULATORS["spirits"]
LIVE = {"HX-Request": "true"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """One phone for all of them: a calculator keeps nothing."""
    app = create_app(
        tmp_path_factory.mktemp("data"), TESTING=True, WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False
    )
    client = app.test_client(use_cookies=False)
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", None), ("  ", None), ("7", 7), ("3+5-1", 7), (" 3 + 5 - 1 ", 7), ("-4", -4), ("+4", 4),
        ("３＋５－１", 7),
        ("3−1", 2), ("007", 7), ("1+" * 20 + "1", 21),
    ],
)  # fmt: skip
def test_sums(text: str, number: int | None) -> None:
    assert read_sum(text) == number


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x", "not_a_sum"), ("1.5", "not_a_sum"), ("3 4", "not_a_sum"), ("3++4", "not_a_sum"),
        ("1e3", "not_a_sum"),
        ("²", "not_a_sum"), ("٣", "not_a_sum"), ("2*3", "not_a_sum"), ("1234567", "not_a_sum"),
        ("1" * 61, "not_a_sum"),
        ("3+", "unfinished"), ("-", "unfinished"), ("3 -", "unfinished"),
    ],
)  # fmt: skip
def test_what_is_no_sum(text: str, reason: str) -> None:
    with pytest.raises(SumError) as error:
        read_sum(text)
    assert error.value.reason == reason


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read_sum(text)
    except SumError as error:
        assert error.reason in ("not_a_sum", "unfinished")


@given(st.lists(st.integers(0, 999), min_size=1, max_size=8))
def test_a_sum_is_the_sum(numbers: list[int]) -> None:
    assert read_sum("+".join(map(str, numbers))) == sum(numbers)


def test_a_player_who_leaves_takes_nobody_elses_numbers() -> None:
    fields = {"seats": "abc", "a.moss": "1", "b.moss": "2", "c.moss": "3"}
    after = drop_seat(fields, "b", least=2)
    assert after == {"seats": "ac", "a.moss": "1", "c.moss": "3"}
    assert add_seat(after, 4)["seats"] == "acb"
    assert drop_seat(after, "a", least=2) == after, "two stay at the table"


def faults(html: str) -> dict[str, str]:
    """Field -> sentence of every fault on a page."""
    found = re.findall(r'class="fault" id="n-([^"]+)">.*?<span>(.*?)</span></p>', html, re.S)
    return {name: unescape(text) for name, text in found}


def values(html: str) -> dict[str, str]:
    """Name -> value of every text field."""
    found = {}
    for field in re.findall(r"<input type=\"text\"[^>]*>", html):
        name, value = re.search(r'name="([^"]*)"', field), re.search(r'value="([^"]*)"', field)
        if name and value:
            found[name[1]] = unescape(value[1])
    return found


def totals(html: str) -> list[int]:
    """The totals in the order of the ranking."""
    return [int(n.replace("−", "-")) for n in re.findall(r'<span class="number">(.*?)</span>', html)]


def test_the_result_comes_with_the_first_number(client: FlaskClient) -> None:
    empty = client.get("/score/spirits").get_data(as_text=True)
    assert totals(empty) == []
    response = client.post("/score/spirits", data={"a.moss": "2+1", "b.moss": "1"}, headers=LIVE)
    html = response.get_data(as_text=True)
    assert response.status_code == 200 and html.lstrip().startswith('<div id="sheet"')
    assert totals(html) == [-30, -33]
    assert values(html)["a.moss"] == "2+1", "what was typed stays as it was typed"


def test_a_whole_page_without_javascript(client: FlaskClient) -> None:
    html = client.post("/score/spirits", data={"a.moss": "3", "token.dew": ["", "b"]}).get_data(as_text=True)
    assert "<!doctype html>" in html and totals(html) == [-30, -35]
    assert re.search(r'name="token.dew"[^>]*value="b" data-one checked', html)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("data", "field", "key"),
    [
        ({"a.moss": "x"}, "a.moss", "scores.fault.not_a_sum"),
        ({"a.moss": "-1"}, "a.moss", "scores.spirits.too_many"),
        ({"b.webs": "11"}, "b.webs", "scores.spirits.too_many"),
        ({"a.moss": "3+"}, "a.moss", "scores.fault.unfinished"),
        ({"a.moss": "1", "a.name": "Bo", "b.name": "Bo"}, "b.name", "scores.fault.same_name"),
        ({"a.moss": "1", "a.name": "Bo", "b.name": "BO"}, "b.name", "scores.fault.same_name"),
        ({"a.name": "x" * 50}, "a.name", "scores.fault.long_name"),
        ({"token.moss": ["", "a", "b"]}, "token.moss", "scores.spirits.token_twice"),
        ({"a.moss": "3", "b.moss": "3"}, "b.moss", "spirits.sheet.too_many_symbols"),
    ],
)
def test_a_fault_is_a_sentence_at_its_field_and_loses_nothing(
    client: FlaskClient, lang: str, data: dict, field: str, key: str
) -> None:
    sent = {"a.dew": "2+2", "b.sun": "4", **data}
    response = client.post(f"/score/spirits?lang={lang}", data=sent)
    html = response.get_data(as_text=True)
    assert response.status_code == 422
    start = re.split(r"\{\w+\}", words(lang)._texts[key].forms[-1])
    assert set(faults(html)) == {field}
    assert all(part in faults(html)[field] for part in start), "in the reader's language"
    kept = values(html)
    assert all(kept[name] == value for name, value in sent.items() if isinstance(value, str))
    at = re.search(r"<input[^>]*autofocus[^>]*>", html)
    assert at and f'name="{field}"' in at[0], "the first fault has the focus"
    assert totals(html) == [], "no total from numbers that cannot be"


def test_as_one_types_the_focus_stays(client: FlaskClient) -> None:
    typing = client.post("/score/spirits", data={"a.moss": "x"}, headers=LIVE).get_data(as_text=True)
    assert "autofocus" not in typing and faults(typing)
    pressed = client.post("/score/spirits", data={"a.moss": "x", "do": ""}, headers=LIVE).get_data(
        as_text=True
    )
    assert "autofocus" in pressed


def test_players_come_and_go(client: FlaskClient) -> None:
    rest = pack({"seats": "ab", "a.moss": "1", "b.moss": "2"})
    html = client.post("/score/spirits", data={"rest": rest, "do": "add"}).get_data(as_text=True)
    assert "c.moss" in values(html)
    html = client.post("/score/spirits", data={"rest": pack({"seats": "abc", "c.moss": "2"}), "do": "drop.a"})
    assert "a.moss" not in values(html.get_data(as_text=True)) and "c.moss" in values(
        html.get_data(as_text=True)
    )


def test_solo_and_back_loses_nothing(client: FlaskClient) -> None:
    html = client.post("/score/spirits", data={"a.moss": "2", "b.moss": "1", "do": "solo"}).get_data(
        as_text=True
    )
    rest = re.search(r'name="rest" id="rest" value="([^"]+)"', html)
    assert rest and "g.moss" in values(html) and "b.moss" not in values(html)
    html = client.post("/score/spirits", data={"rest": rest[1], "g.moss": "1", "do": "table"}).get_data(
        as_text=True
    )
    assert values(html)["b.moss"] == "1"


def test_solo_with_the_token_given_away(client: FlaskClient) -> None:
    data = {"rest": pack({"seats": "ab", "mode": "solo"}), "a.moss": "3", "g.moss": "2", "own.choice": "give"}
    html = client.post("/score/spirits", data=data).get_data(as_text=True)
    assert faults(html) == {"own.token": words("en")("spirits.sheet.token_missing")}
    html = client.post("/score/spirits", data={**data, "own.token": "dew"}).get_data(as_text=True)
    assert totals(html) == [3 - 24 + 10, 1] and "loses the solo game" in html


def test_a_lost_solo_game_says_by_what_and_ranks_nobody(client: FlaskClient) -> None:
    fields = {"seats": "a", "mode": "solo", "a.name": "Ana", "a.moss": "5", "g.dew": "3", "token.dew": "g"}
    html = unescape(client.get(f"/score/spirits?s={pack(fields)}").get_data(as_text=True))
    assert "The opponent holds more of: Dew. One spirit is enough to lose." in html
    assert 'href="/rules/spirits#S9"' in html and totals(html) == [5 - 24, 4]
    assert "Dew: the most, 4 held, 4 points" in html and "3 on tiles, 1 on favor tokens" in html
    assert "Moss: 0 held, the most is 5" in html and "Moss: nobody" not in html and "Dew: nobody" not in html
    assert f"to lose.\nAna {MINUS}19\nOpponent 4\n" in html
    higher = fields | {f"a.{kind}": "4" for kind in state.SPIRITS if kind != "dew"}
    shown = client.get(f"/score/spirits?s={pack(higher)}").get_data(as_text=True)
    assert "loses the solo game" in shown and "class=first" not in shown


def test_tiles_are_asked_for_only_in_a_tie(client: FlaskClient) -> None:
    even = {"a.moss": "2", "b.dew": "2"}
    assert "a.tiles" in values(client.post("/score/spirits", data=even).get_data(as_text=True))
    assert "a.tiles" not in values(client.post("/score/spirits", data={"a.moss": "2"}).get_data(as_text=True))
    html = client.post("/score/spirits", data={**even, "a.tiles": "20", "b.tiles": "18"}).get_data(
        as_text=True
    )
    assert "Player 2 wins" in html and words("en")("spirits.tie.tiles") in html


def test_what_is_odd_is_pointed_out(client: FlaskClient) -> None:
    html = client.post("/score/spirits", data={"a.moss": "2", "b.moss": "1"}).get_data(as_text=True)
    assert "Moss: 3 counted, but the tiles of the box show 5." in html
    html = client.post("/score/spirits", data={"a.moss": "4", "b.moss": "1"}).get_data(as_text=True)
    assert "counted, but" not in html


def test_what_if_moves_beside_what_was_kept(client: FlaskClient) -> None:
    kept = pack({"seats": "ab", "a.moss": "3", "b.dew": "2"})
    html = client.post("/score/spirits", data={"rest": kept, "kept": kept, "b.dew": "7"}, headers=LIVE)
    text = html.get_data(as_text=True)
    assert (
        "+5 against what was kept · up 1 place" in text and "+0 against what was kept · down 1 place" in text
    )
    rest = pack({"seats": "ab", "a.moss": "3", "b.dew": "7"})
    back = client.post("/score/spirits", data={"rest": rest, "kept": kept, "do": "back"}).get_data(
        as_text=True
    )
    assert values(back)["b.dew"] == "2"


@pytest.mark.parametrize("slug", CALCULATORS)
def test_a_link_holds_the_whole_sheet(client: FlaskClient, slug: str) -> None:
    calculator = CALCULATORS[slug]
    fields = {"seats": "ab", "a.name": "Ann 森", "b.name": "<b>"}
    assert unpack(calculator, pack(fields)) == fields
    html = client.get(f"/score/{slug}", query_string={"s": pack(fields)}).get_data(as_text=True)
    assert values(html)["a.name"] == "Ann 森" and "<b></b>" not in html


@pytest.mark.parametrize(
    "bad", ["x", "!!!!", "eJw", "A" * 20_000, pack({"a.moss": "1"})[:-4], "eJyrrgUAAXUA-Q"]
)
def test_a_link_that_was_cut_off_is_met_with_a_sentence(client: FlaskClient, bad: str) -> None:
    response = client.get("/score/spirits", query_string={"s": bad})
    html = response.get_data(as_text=True)
    assert response.status_code in (200, 422)
    assert ("This link holds no readable sheet" in html) == (response.status_code == 422)


def test_a_link_cannot_unfold_without_end() -> None:
    import base64
    import zlib

    bomb = base64.urlsafe_b64encode(zlib.compress(b'{"a.moss":"' + b"1" * 3_000_000 + b'"}', 9)).decode()
    with pytest.raises(LinkError):
        unpack(SPIRITS, bomb.rstrip("="))


def test_json_out_and_in(client: FlaskClient) -> None:
    packed = pack({"seats": "ab", "a.name": "Ann", "b.name": "Bo", "a.moss": "2+1", "token.+1": "b"})
    response = client.get("/score/spirits/sheet.json", query_string={"s": packed})
    content = json.loads(response.data)
    assert "attachment" in response.headers["Content-Disposition"]
    assert content["result"]["winners"] == ["Ann"] and content["sheet"]["players"][1]["tokens"] == ["+"]
    html = client.post("/score/spirits", data={"json": response.get_data(as_text=True), "do": "open"})
    assert values(html.get_data(as_text=True))["a.moss"] == "3"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "This is no score sheet"),
        ("[" * 5000, "This is no score sheet"),
        ('{"game":"go"}', "This is no score sheet"),
        ('{"game":"spirits"}', "players: The sheet names no players."),
        (
            '{"players":[{"name":"A","counts":{"moss":99}},{"name":"B","counts":{}}]}',
            "players.0.counts.moss: 99",
        ),
    ],
)
def test_json_that_cannot_be_read_loses_nothing(client: FlaskClient, text: str, said: str) -> None:
    response = client.post("/score/spirits", data={"json": text, "do": "open", "a.moss": "2+2"})
    html = response.get_data(as_text=True)
    assert response.status_code == 422 and said in html
    assert values(html)["a.moss"] == "2+2" and unescape(html).count(text[:30]) >= 1


CASES = list(cases("spirits_scoring"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_the_form_counts_what_the_sheet_counts(case: dict) -> None:
    sheet = {
        "game": "spirits",
        "players": [
            {"name": f"P{i}", "tiles": tiles, "tokens": tokens}
            for i, (tiles, tokens) in enumerate(zip(case["tiles"], case["tokens"], strict=True))
        ],
    }
    reading = SPIRITS.read(SPIRITS.write(sheet), lambda n: f"Player {n}")
    assert reading.faults == () and reading.sheet is not None
    result = SCORES["spirits"](reading.sheet)
    assert [player.total for player in result.players] == case["scores"]
    assert list(result.winners) == case["winners"]


@settings(deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(
            ["seats", "mode", "a.moss", "b.name", "g.dew", "token.moss", "own.choice", "opt.second_tie"]
        ),
        st.text(max_size=30),
    )
)
def test_no_form_breaks_the_count(fields: dict[str, str]) -> None:
    from companion.web.scores_sheet import count

    for lang in LANGUAGES:
        counted = count(SPIRITS, {**SPIRITS.empty(), **fields}, lang)
        assert (counted.result is None) == bool(counted.faults)
