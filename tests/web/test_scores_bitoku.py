"""Bitoku's Ascension on the score screens: the form says what the sheet says, and every fault stands at its
field."""

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
from companion.games.bitoku.visions import WANTED
from companion.web import scores_bitoku_form as form
from companion.web.scores_bitoku import CALCULATOR, STEPS, step_of
from companion.web.scores_sheet import Counted, count, pack
from tests.oracle.cases import cases
from tests.web.test_scores import faults, values

CASES = list(cases("bitoku_scoring"))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """One phone for all of them: a calculator keeps nothing."""
    app = create_app(
        tmp_path_factory.mktemp("data"), TESTING=True, WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False
    )
    client = app.test_client(use_cookies=False)
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def counted(sheet: dict, **changed: str) -> Counted:
    return count(CALCULATOR, {**CALCULATOR.empty(), **CALCULATOR.write(sheet), **changed}, "en")


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_the_form_counts_what_the_sheet_counts(case: dict) -> None:
    found = counted(case["sheet"])
    assert found.final, (found.faults, found.missing)
    assert found.result is not None
    want = dict(case["expect"]["lines"])
    tengu = want.pop("Tengu", None)
    assert {p.name: p.total for p in found.result.players} == {n: of["total"] for n, of in want.items()}
    if "ranking" in case["expect"]:
        assert [found.result.players[i].name for i in found.result.ranking] == case["expect"]["ranking"]
    if tengu is not None:
        assert found.result.opponent is not None and found.result.opponent.total == tengu["total"]
        assert found.result.won is case["expect"]["won"]


def test_a_step_has_its_mark_once_something_is_in_it(client: FlaskClient) -> None:
    empty = client.get("/score/bitoku").get_data(as_text=True)
    assert "class=done" not in empty and "<b>0</b>" not in empty
    some = {**CALCULATOR.empty(), "a.virtue.makoto": "1", "b.name": "Bo"}
    html = client.get("/score/bitoku", query_string={"s": pack(some)}).get_data(as_text=True)
    assert re.findall(r'href="#step-(\w+)" class=done', html) == ["virtues"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("at", [0, 40, 110])
def test_the_whole_page_in_every_language(client: FlaskClient, lang: str, at: int) -> None:
    fields = {**CALCULATOR.empty(), **CALCULATOR.write(CASES[at]["sheet"])}
    html = client.get("/score/bitoku", query_string={"s": pack(fields), "lang": lang}).get_data(as_text=True)
    assert all(f'id="step-{step}"' in html for step in STEPS)
    assert words(lang)("scores.keep") in html, "it is final, and can be kept"
    assert {name: value for name, value in values(html).items() if value} == {
        name: fields[name] for name in values(html) if fields.get(name)
    }


def base() -> dict:
    """A small sheet that is complete."""
    tracks = dict.fromkeys(("yomi", "stairway", "home", "glade", "forge"), 3)
    player = {"vp": 10, "dice": [1, 2, 3], "kodama": tracks, "rocks": [], "visions": [], "holdings": {}}
    return {
        "game": "bitoku",
        "treasures": {region: [5, 3, 1] for region in tracks},
        "players": [{**player, "name": f"P{n}", "turn_order": n} for n in (1, 2, 3)],
    }


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("changed", "field", "key"),
    [
        ({"a.vp": "x"}, "a.vp", "scores.fault.not_a_sum"),
        ({"b.vp": "-5"}, "b.vp", "bitoku.sheet.too_small"),
        ({"a.die.2": "7"}, "a.die.2", "bitoku.sheet.no_such_pip"),
        (
            {"a.rocks": "1", "a.rock.1.kind": "kappa", "a.rock.1.pilgrims": "12"},
            "a.rock.1.pilgrims",
            "too_large",
        ),
        (
            {
                "a.rocks": "1 2",
                "a.rock.1.kind": "kappa",
                "a.rock.1.pilgrims": "8",
                "a.rock.2.kind": "ara",
                "a.rock.2.pilgrims": "4",
            },
            "a.rock.2.pilgrims",
            "bitoku.sheet.pilgrims",
        ),
        ({"a.name": "P2"}, "b.name", "scores.fault.same_name"),
        ({"tr.yomi.2": "100"}, "tr.yomi.2", "bitoku.sheet.too_large"),
        (
            {**{f"{o}.virtue.gi": "1" for o in "abc"}, "opt.box": "base"},
            "c.virtue.makoto",
            "bitoku.sheet.virtue_copies",
        ),
    ],
)
def test_a_fault_is_a_sentence_at_its_field(
    client: FlaskClient, lang: str, changed: dict[str, str], field: str, key: str
) -> None:
    fields = {**CALCULATOR.empty(), **CALCULATOR.write(base()), **changed}
    response = client.post(f"/score/bitoku?lang={lang}", data={"rest": pack(fields), "do": ""})
    html = response.get_data(as_text=True)
    assert response.status_code == 422 and set(faults(html)) == {field}
    key = key if "." in key else f"bitoku.sheet.{key}"
    start = words(lang)._texts[key].forms[-1].split("{")[0]
    assert start in faults(html)[field]
    assert {n: v for n, v in values(html).items() if v} == {
        n: fields[n] for n in values(html) if fields.get(n)
    }
    assert words(lang)("scores.keep") not in html


@pytest.mark.parametrize("field", ["b.vp", "b.crystal_vp", "b.die.2"])
def test_a_fault_has_a_row_of_its_own_and_says_whose_it_is(client: FlaskClient, field: str) -> None:
    html = client.post("/score/bitoku", data={"b.name": "Bo", field: "?"}).get_data(as_text=True)
    said = "Bo: “?” cannot be read: only digits, + and − are allowed."
    assert faults(html)[field] == said and f'<a href="#f-{field}">{said}</a>' in html
    assert re.search(rf'<tr class="faults"><td colspan="\d"><p class="fault" id="n-{re.escape(field)}"', html)


def test_a_third_gi_is_pointed_out_where_additions_may_explain_it(client: FlaskClient) -> None:
    fields = {**CALCULATOR.empty(), **CALCULATOR.write(base()), **{f"{o}.virtue.gi": "1" for o in "abc"}}
    html = client.get("/score/bitoku", query_string={"s": pack(fields)}).get_data(as_text=True)
    assert "Gi: 3 cards in all, but the base game has 2." in html and not faults(html)


@pytest.mark.parametrize(
    ("gone", "field"),
    [
        (("a.die.3",), "a.die.1"),
        (("b.kodama.glade",), "b.kodama.glade"),
        (("turns",), "turns"),
        (("tr.home.1", "tr.home.2", "tr.home.3"), "tr.home.1"),
    ],
)
def test_what_is_not_entered_yet_is_named_with_its_step(gone: tuple[str, ...], field: str) -> None:
    fields = {**CALCULATOR.empty(), **CALCULATOR.write(base())}
    found = count(CALCULATOR, {n: v for n, v in fields.items() if n not in gone}, "en")
    assert field in found.missing and not found.faults and not found.final
    assert step_of(field) in STEPS and found.result is not None, "it is counted as far as it goes"


def test_the_loss_of_a_vision_is_asked_for_only_when_it_is_not_met() -> None:
    card = {"a.visions": "1", "a.vision.1.needs": "temple:1", "a.vision.1.vp": "5"}
    met = counted(base(), **card, **{"a.hold.temple": "1"})
    assert met.final and met.result is not None and met.result.players[0].lines
    assert set(counted(base(), **card).missing) == {"a.vision.1.miss"}
    lost = counted(base(), **card, **{"a.vision.1.miss": "2"})
    line = next(line for line in lost.result.players[0].lines if line.key == "visions")  # type: ignore[union-attr]
    assert lost.final and line.points == -2


def test_a_number_is_entered_once_and_counts_everywhere() -> None:
    found = counted(
        base(),
        **{
            "a.rocks": "1",
            "a.rock.1.kind": "ara",
            "a.rock.1.pilgrims": "2",
            "a.hold.ara": "2",
            "a.hold.shinigami": "1",
            "a.hold.wood": "6",
            "a.visions": "1",
            "a.vision.1.needs": "mitama:3;wood:2;rock:1",
            "a.vision.1.vp": "9",
        },
    )
    assert found.result is not None
    points = {line.key: line.points for line in found.result.players[0].lines}
    assert (points["rocks"], points["visions"], points["homage"]) == (6, 9, 3)


def test_turn_order_is_tapped_and_the_last_one_follows() -> None:
    fields = form.act({"seats": "abc"}, "turn.b")
    assert form.turns(fields) == "b"
    fields = form.act(fields, "turn.c")
    assert form.turns(fields) == "bca"
    assert form.turns(form.act(fields, "turn.c")) == "b", "tapped again, it is taken back with all behind it"
    assert form.turns({"seats": "ab", "mode": "solo", "turns": "t"}) == "ta"


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        ("kappa kappa temple or mitama mitama", "kappa:2;temple:1|mitama:2"),
        ("temple temple or onsen onsen", "temple:2|onsen:2"),
        ("kappa and kappa", "kappa:1;kappa:1"),
        ("kappa or erase temple", "kappa:1;temple:1"),
        ("kappa kappa erase", "kappa:1"),
        ("kappa temple erase erase", ""),
        ("or and erase", ""),
        ("nonsense", ""),
    ],
)
def test_what_a_vision_asks_for_is_tapped(keys: str, text: str) -> None:
    """T08: "A or two B" and "two A or two B" are told apart."""
    found = ""
    for key in keys.split():
        found = form.press_need(found, key)
    assert form.needs_text(form.needs(found)) == text


@given(st.lists(st.sampled_from([*WANTED, "or", "and", "erase"]), max_size=20))
def test_any_taps_make_needs_that_can_be_read(keys: list[str]) -> None:
    found = ""
    for key in keys:
        found = form.press_need(found, key)
    assert form.needs(form.needs_text(form.needs(found))) == form.needs(found)


def test_rocks_and_visions_come_and_go_by_their_own_numbers() -> None:
    fields = dict(CALCULATOR.empty())
    for button in ("rock.a.kappa", "rock.a.ara", "rock.b.temple", "card.a", "need.kappa", "remove.a.rocks.1"):
        fields = form.act(fields, button)
    assert fields["a.rocks"] == "2" and fields["a.rock.2.kind"] == "ara" and "a.rock.1.kind" not in fields
    assert fields["b.rock.1.kind"] == "temple" and fields["a.vision.1.needs"] == "kappa:1"
    assert all(form.is_field(name) for name in fields)


def test_only_the_pieces_that_matter_are_asked_for(client: FlaskClient) -> None:
    fields = {**CALCULATOR.empty(), "a.rocks": "1", "a.rock.1.kind": "kappa"}
    asked = values(client.post("/score/bitoku", data={"rest": pack(fields)}).get_data(as_text=True))
    assert {"a.hold.kappa", "a.hold.yama_uba"} <= set(asked) and "a.hold.temple" not in asked
    assert "b.hold.kappa" not in asked


def test_each_field_stands_on_the_page_once(client: FlaskClient) -> None:
    fields = {**CALCULATOR.empty(), **CALCULATOR.write(CASES[2]["sheet"])}
    html = client.get("/score/bitoku", query_string={"s": pack(fields)}).get_data(as_text=True)
    names = [
        part.split('"')[0]
        for part in html.split('<input type="text"')[1:]
        for part in [part.split('name="')[1]]
    ]
    assert len(names) == len(set(names))


def test_additions_are_entered_with_their_own_values() -> None:
    found = counted(
        base(),
        **{
            "a.rocks": "1",
            "a.rock.1.name": "Festival rock",
            "a.rock.1.matches": "4",
            "a.rock.1.pilgrims": "1",
            "a.rock.1.vp": "2",
            "b.extras": "1",
            "b.extra.1.name": "Festival",
            "b.extra.1.points": "3+4",
        },
    )
    assert found.final and found.result is not None
    assert next(line.points for line in found.result.players[0].lines if line.key == "rocks") == 8
    assert next(line.points for line in found.result.players[1].lines if line.key == "extra") == 7


def test_a_result_says_why(client: FlaskClient) -> None:
    fields = {**CALCULATOR.empty(), **CALCULATOR.write(CASES[1]["sheet"])}
    html = unescape(client.get("/score/bitoku", query_string={"s": pack(fields)}).get_data(as_text=True))
    assert "× pieces" in html and "pips +" in html and "place 1 on space" in html
    assert "scores.bitoku" not in html and "bitoku.line" not in html


def test_json_goes_out_and_in(client: FlaskClient) -> None:
    sheet = CASES[0]["sheet"]
    html = client.post("/score/bitoku", data={"json": json.dumps(sheet), "do": "open"}).get_data(as_text=True)
    assert values(html)["a.vp"] == str(sheet["players"][0]["vp"])
    broken = client.post("/score/bitoku", data={"json": json.dumps(sheet)[:-9], "do": "open"})
    assert broken.status_code == 422 and "This is no score sheet of this game in JSON." in broken.get_data(
        as_text=True
    )


def test_a_shared_sheet_keeps_the_chosen_vision_to_each_phone(client: FlaskClient) -> None:
    where = client.post("/score/bitoku/share", data={"s": pack({"seats": "ab"})}).location.split("?")[0]
    html = client.post(where, data={"do": "card.a"}).get_data(as_text=True)
    assert 'value="need.kappa"' in html
    html = client.post(where, data={"do": "need.kappa", "card": "a.1"}).get_data(as_text=True)
    assert "1 Kappa" in html
    assert 'value="need.kappa"' not in client.get(where).get_data(as_text=True)


_NAMES = st.sampled_from(
    [
        *("seats", "mode", "turns", "last_first", "spaces", "card", "tr.yomi.1", "opt.box", "opt.pioneer"),
        *(
            "a.vp",
            "a.die.1",
            "a.rocks",
            "a.rock.1.kind",
            "a.rock.1.pilgrims",
            "a.visions",
            "a.vision.1.needs",
        ),
        *(
            "a.vision.1.vp",
            "a.vision.1.miss",
            "a.hold.kappa",
            "a.paired.ara",
            "a.kodama.yomi",
            "t.vp",
            "t.crystals",
        ),
        *("a.extras", "a.extra.1.points", "b.name"),
    ]
)
_TEXTS = st.one_of(
    st.text(max_size=20),
    st.sampled_from(
        ["1", "1 2", "99999", "-3", "solo", "abcd", "kappa:2;temple:1|mitama:2", "x:1|;;|", "last_round"]
    ),
)


@settings(deadline=None)
@given(st.dictionaries(_NAMES, _TEXTS, max_size=8))
def test_no_form_breaks_the_count(fields: dict[str, str]) -> None:
    for lang in ("en", "zh-Hant"):
        found = count(CALCULATOR, {**CALCULATOR.empty(), **fields}, lang)
        assert all(isinstance(text, str) for text in (*found.faults.values(), *found.missing.values()))
        CALCULATOR.context(found)
