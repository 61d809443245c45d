"""A copy of Bitoku by its pages: entered, changed, taken along, shown to a friend, used at the table."""

from __future__ import annotations

import io
import json
import random
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import create_app
from companion.copies import Copies
from companion.facts import LANGUAGES, words
from companion.games.bitoku import GAME
from companion.games.bitoku.learned import KINDS, MOST_PIECES, Piece, as_file, read
from companion.games.bitoku.state import REGIONS, VIRTUES, YOKAI
from companion.games.bitoku.visions import Want
from companion.web.mycopy.entry import Entry
from companion.web.mycopy.known import FEW
from companion.web.mycopy.telling import needs_text, told, word_name
from companion.web.pad import GROUPS
from tests.web.pages import Page, Phone
from tests.web.screens_copy import PIECES
from tests.web.test_table_bitoku import do, open_table, state_of, summer

SAY = words("en")


@pytest.fixture
def ana(app: Flask) -> Phone:
    return Phone(app.test_client())


@pytest.fixture
def bo(app: Flask) -> Phone:
    return Phone(app.test_client())


def learn(phone: Phone, **said: Any) -> Page:
    """A piece entered by its form, from what a file would say."""
    entry = Entry.of(SAY, read(said))
    page = phone.post("/copy/bitoku/piece", kind=entry.kind, press="save", **entry.fields)
    assert page.status == 200 and "Saved." in page.words, page.words
    return page


def copy_of(phone: Phone) -> dict[str, Any]:
    """What the phone knows, as its file says."""
    return json.loads(phone.client.get("/copy/bitoku/export.json").get_data(as_text=True))


def pieces_of(phone: Phone) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = copy_of(phone)["pieces"]
    return found


def carry(phone: Phone, text: str | bytes) -> Page:
    """A file brought in, up to the report."""
    raw = text.encode() if isinstance(text, str) else text
    answer = phone.client.post("/copy/bitoku/import", data={"file": (io.BytesIO(raw), "copy.json")})
    phone.page = Page(answer)
    return phone.page


def take(phone: Phone, text: str, **chosen: str) -> Page:
    """The report's button."""
    return phone.post("/copy/bitoku/take", text=text, **chosen)


# --- words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_a_piece_may_say_has_its_words(lang: str) -> None:
    say = words(lang)
    unknown = say("app.bitoku.other_rock")
    for kind in KINDS.values():
        for known in (*kind.words.values(), *kind.lists.values()):
            names = [word_name(say, word) for word in known]
            assert len(set(names)) == len(names) and unknown not in names
    for piece in PIECES:
        assert all(line and "copy." not in line for line in told(say, read(piece)))


def test_every_form_in_every_language(ana: Phone) -> None:
    for said in PIECES:
        learn(ana, **said)
    kinds = kinds_of(ana)
    pieces = [path for kind in kinds for path in addresses(ana, kind)]
    assert len(kinds) == len(KINDS) and len(pieces) == len(PIECES) + len(KINDS)
    paths = ["/copy/bitoku", *kinds, *pieces]
    for lang in LANGUAGES:
        ana.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
        for path in paths:
            page = ana.go(path)
            assert (page.status, page.language) == (200, lang) and "copy." not in page.words


def kinds_of(phone: Phone) -> list[str]:
    """The addresses of the kinds, from the page of the copy."""
    return [link.href for link in phone.go("/copy/bitoku").links if "/copy/bitoku/kind/" in link.href]


def addresses(phone: Phone, kind: str) -> list[str]:
    """The addresses of the forms that the page of a kind leads to."""
    return [link.href for link in phone.go(kind).links if re.search("/copy/bitoku/(piece|new)/", link.href)]


def test_a_copy_of_four_hundred_pieces_is_read_in_pages_of_a_few(app: Flask, ana: Phone) -> None:
    learn(ana, kind="tengu", label="1")
    words = (*YOKAI, *VIRTUES, *(f"kodama.{region}" for region in REGIONS), "walk", "grow_or_build")
    effect = [f"{word}+9" for word in words]
    big = {
        "kind": "building",
        "of": "ancient",
        "value": 6,
        "bonus": effect,
        "action": effect,
        "owner": effect,
    }
    with ana.client.session_transaction() as session:
        copies = Copies(app.extensions["tables"].store)
        many = [read({**big, "label": f"ancient building {n}"}) for n in range(MOST_PIECES - 1)]
        copies.take(session["phone"], many)
    for lang in LANGUAGES:
        ana.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
        for path in ("/copy/bitoku", "/copy/bitoku/kind/building", "/copy/bitoku/kind/building?page=17"):
            assert len(ana.go(path).html.encode()) < 80_000, path
    ana.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = ana.go("/copy/bitoku")
    assert "Buildings 399 of 30" in page.words and "Action cards of the Tengu 1 of 10" in page.words
    seen = set()
    for link in [link.href for link in ana.follow("Buildings").links if "page=" in link.href]:
        seen |= set(re.findall("ancient building [0-9]+", ana.go(link).words))
    assert len(seen) == MOST_PIECES - 1, "every piece is on one of the pages"
    ana.follow("ancient building 398")
    ana.press("Save")
    assert "Saved." in ana.page.words and "ancient building 398" in ana.page.words, (
        "on the page that holds it"
    )


@pytest.mark.parametrize("query", ["page=0", "page=99", "page=x", "page=1²", "page=", "at=nobody", "page=-1"])
def test_any_page_of_a_kind_is_a_page(ana: Phone, query: str) -> None:
    assert ana.go(f"/copy/bitoku/kind/comet?{query}").status == 404, "nor for a phone that knows nothing"
    learn(ana, **PIECES[0])
    page = ana.go(f"/copy/bitoku/kind/yokai?{query}")
    assert page.status == 200 and "K7" in page.words
    assert ana.go("/copy/bitoku/kind/comet").status == 404


def test_a_copy_says_until_when_it_is_kept(tmp_path: Any, ana: Phone) -> None:
    assert "kept until" not in ana.go("/copy/bitoku").words, "there is none"
    learn(ana, **PIECES[0])
    until = (datetime.now(UTC) + timedelta(days=400)).date().isoformat()
    assert f"It is kept until {until}" in ana.go("/copy/bitoku").words
    forever = create_app(tmp_path, TESTING=True, WTF_CSRF_ENABLED=False, EXPIRE_DAYS=0)
    phone = Phone(forever.test_client())
    learn(phone, **PIECES[0])
    assert "kept until" not in phone.go("/copy/bitoku").words


def test_using_a_copy_at_the_table_or_looking_at_it_keeps_it(app: Flask, ana: Phone) -> None:
    learn(ana, **PIECES[0])
    url = open_table(ana)
    store = app.extensions["tables"].store
    for path in (f"{url}/pad?seat=0", "/copy/bitoku", "/copy/bitoku/kind/yokai"):
        with store._writing() as db:
            db.conn.execute("UPDATE used SET day = '2020-01-01'")
        ana.go(path)
        assert Copies(store).unused("2020-01-02") == [], path


def test_the_way_back_to_the_table_goes_through_the_kinds(ana: Phone) -> None:
    page = ana.go("/copy/bitoku?back=/t/X")
    ana.follow("Yokai")
    assert ana.page.link("Back to the table") == "/t/X"
    page = ana.follow("All of my copy")
    assert page.link("Back to the table") == "/t/X"


# --- the form


def test_a_piece_is_entered_by_pad_and_words(ana: Phone) -> None:
    page = ana.go("/copy/bitoku")
    assert "Yokai 0 of 49" in page.words
    ana.follow("Yokai")
    ana.follow("Enter a yokai")
    ana.press("One more: Wood", label="red fox")
    ana.press("One more: Wood")
    ana.press("One more: Movement points")
    assert "+2 Wood" in ana.page.words
    ana.press("One less: Wood")
    ana.press("Save", **{"w.of": "kitsune", "n.farewell": "3"})
    assert "Saved." in ana.page.words and "Yokai 1 of 49" in ana.page.words
    assert "red fox Kitsune Farewell points: 3 Wood +1, Movement points +1" in ana.page.words
    (piece,) = pieces_of(ana)
    assert piece == {
        "kind": "yokai", "label": "red fox", "of": "kitsune", "farewell": 3, "action": ["wood+1", "walk+1"]
    }  # fmt: skip


def test_a_piece_is_changed_and_deleted_and_comes_back(ana: Phone) -> None:
    learn(ana, **PIECES[2])
    ana.follow("K1", "Temple")
    page = ana.press("When built")
    assert "own kodama of this region" in page.words
    ana.press("When used")
    ana.press("One more: Virtue points")
    ana.press("Save", **{"w.of": "temple"})
    assert pieces_of(ana) == [{**PIECES[2], "action": ["vp+1"]}]
    ana.follow("K1", "Temple")
    ana.press("Delete this piece")
    assert "Deleted." in ana.page.words and pieces_of(ana) == []
    ana.press("Bring it back")
    assert "It is back." in ana.page.words and len(pieces_of(ana)) == 1


def test_a_piece_stays_of_its_kind(ana: Phone) -> None:
    learn(ana, **PIECES[2])
    ana.follow("K1", "Temple")
    form = next(form for form in ana.page.forms if form.fields.get("id"))
    sent = {**form.fields, "kind": "rock", "label": "z", "press": "save"}
    assert ana.post("/copy/bitoku/piece", **sent).status == 404 and pieces_of(ana) == [PIECES[2]]


def test_a_piece_of_every_kind_goes_through_its_form(ana: Phone) -> None:
    for said in PIECES:
        learn(ana, **said)
    assert all(said in pieces_of(ana) for said in PIECES)
    before = copy_of(ana)
    paths = [path for kind in kinds_of(ana) for path in addresses(ana, kind) if "/piece/" in path]
    for path in paths:
        page = ana.go(path)
        chosen = dict(re.findall(r'name="(w\.\w+)".*?<option value="(\w+)" selected>', page.html))
        ana.send(page.form("/copy/bitoku/piece"), None, press="save", **chosen)
    assert copy_of(ana) == before, "saved as it stood"


def test_the_pad_of_a_piece_has_everything_the_tables_pad_has() -> None:
    for kind, shape in KINDS.items():
        keys = {key.what for group in Entry(SAY, kind, {}).groups.values() for key in group}
        everything = {what for group in GROUPS.values() for what in group}
        assert keys == ((everything | {"here"} if shape.here else everything) if shape.effects else set())


def test_a_vision_is_tapped_together(ana: Phone) -> None:
    ana.go("/copy/bitoku/new/vision")
    ana.press("Kappa", label="V1", **{"n.vp": "7", "n.miss": "2"})
    ana.press("Kappa")
    ana.press("Temple")
    ana.send(ana.page.form("/copy/bitoku/piece"), None, press="need:or")
    ana.press("Farm")
    assert "2 × Kappa, (1 × Temple or 1 × Farm)" in ana.page.words
    ana.press("Save")
    assert pieces_of(ana)[0] == {
        "kind": "vision", "label": "V1", "vp": 7, "miss": -2,
        "needs": [{"of": "kappa", "n": 2}, {"any": [{"of": "temple", "n": 1}, {"of": "farm", "n": 1}]}],
    }  # fmt: skip


def test_a_card_of_the_tengu_needs_a_label_alone_and_keeps_its_order(ana: Phone) -> None:
    ana.go("/copy/bitoku/new/tengu")
    ana.press("A Bitoku card", label="1")
    ana.press("Yokai")
    ana.press("Iwakura rock")
    ana.press("Yokai")
    ana.press("Save")
    assert pieces_of(ana) == [{"kind": "tengu", "label": "1", "takes": ["bitoku", "rock"]}]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"kind": "yokai"}, "A name or note has 1 to 24 characters"),
        ({"kind": "yokai", "label": "x" * 25}, "A name or note has 1 to 24 characters"),
        ({"kind": "yokai", "label": "K1", "n.farewell": "13"}, "13 is too large: the most here is 12."),
        ({"kind": "yokai", "label": "K1", "n.farewell": "many"}, "“many” is not a whole number."),
        ({"kind": "yokai", "label": "K1", "w.of": "dragon"}, "“dragon” cannot be chosen here."),
        ({"kind": "treasure", "label": "K1", "n.first": "१"}, "“१” is not a whole number."),
        ({"kind": "tengu", "label": "1", "e.extra": "wood:1~jade:1~sake:1~stone:1~vp:1"}, "At most 4"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(ana: Phone, fields: dict[str, str], said: str) -> None:
    page = ana.post("/copy/bitoku/piece", press="save", **fields)
    assert page.status == 422 and said in page.words
    assert fields.get("label", "")[:24] in page.html, "nothing that was typed is lost"
    assert pieces_of(ana) == []


def test_a_label_that_is_in_use_and_a_copy_that_is_full_are_sentences(app: Flask, ana: Phone) -> None:
    learn(ana, kind="yokai", label="K1")
    page = ana.post("/copy/bitoku/piece", kind="yokai", label="k1", press="save")
    assert page.status == 422 and "You already have “k1” of this kind" in page.words
    many = as_file(Piece("yokai", f"Z{n}") for n in range(MOST_PIECES - 1))
    assert "New: 399." in take(ana, many).words
    page = ana.post("/copy/bitoku/piece", kind="yokai", label="more", press="save")
    assert page.status == 422 and f"at most {MOST_PIECES} pieces" in page.words
    assert take(ana, as_file([Piece("gate", "more")])).status == 422


@settings(max_examples=30, deadline=None, derandomize=True, database=None,
          suppress_health_check=list(HealthCheck))  # fmt: skip
@given(st.data())
def test_any_form_is_a_form_again(app: Flask, data: st.DataObject) -> None:
    """Whatever fields and buttons are sent: a page, and what is kept can be read again."""
    texts = st.sampled_from(
        ["", "K1", "wood:1~vp:-3", "wood:999", "kappa:2;temple", "|", "here:1", "9" * 9, "-1"]
    )
    names = [
        "label",
        "note",
        "on",
        "needs",
        "w.of",
        "w.per",
        "n.farewell",
        "n.vp",
        "l.takes",
        "e.action",
        "e.x",
    ]
    fields = data.draw(st.dictionaries(st.sampled_from(names), texts | st.text(max_size=9)))
    fields["kind"] = data.draw(st.sampled_from([*KINDS, "comet"]))
    buttons = ["save", "", "item:wood:1", "item:here:-1", "item:x:1", "item:wood:99", "on:bonus", "need:or"]
    fields["press"] = data.draw(
        st.sampled_from([*buttons, "list:takes:rock", "list:x:y", "need:kappa", ":::"])
    )
    answer = app.test_client().post("/copy/bitoku/piece", data=fields)
    assert answer.status_code in (200, 303, 404, 422)


# --- whose it is


def test_nobody_sees_or_changes_anothers_pieces(ana: Phone, bo: Phone) -> None:
    learn(ana, **PIECES[0])
    path = ana.page.link("K7")
    assert pieces_of(bo) == [] and "K7" not in bo.go("/copy/bitoku/kind/yokai").words
    assert bo.go(path).status == 404
    id_ = path.rsplit("/", 1)[-1]
    learn(bo, kind="yokai", label="B1")
    for url, form in (
        ("piece", {"kind": "yokai", "id": id_, "label": "stolen", "press": "save"}),
        ("piece", {"kind": "yokai", "id": id_, "label": "stolen", "press": "item:wood:1"}),
        ("delete", {"id": id_}),
        ("restore", {"id": id_}),
        ("withdraw", {}),
    ):
        assert bo.post(f"/copy/bitoku/{url}", **form).status == 404, url
    assert pieces_of(ana) == [PIECES[0]]


def test_no_page_of_a_copy_is_kept_on_the_way(ana: Phone) -> None:
    piece = learn(ana, **PIECES[0]).link("K7")
    ana.post("/copy/bitoku/lend")
    link = re.search(r"/copy/s/\w+", ana.page.html)
    assert link
    kind = "/copy/bitoku/kind/yokai"
    for path in ("/copy/bitoku", kind, piece, "/copy/bitoku/export.json", link[0]):
        assert ana.client.get(path).headers["Cache-Control"] == "private, no-store"


def test_a_way_back_leads_to_a_table_alone(ana: Phone) -> None:
    assert "Back to the table" in ana.go("/copy/bitoku?back=/t/ABC").words
    for out in ("//evil.example", "https://evil.example", "/\\evil.example"):
        assert "Back to the table" not in ana.go(f"/copy/bitoku?back={out}").words


# --- as a file, and behind a link


def test_a_file_goes_round_byte_for_byte(ana: Phone, bo: Phone) -> None:
    for said in PIECES:
        learn(ana, **said)
    first = ana.client.get("/copy/bitoku/export.json")
    assert "attachment" in first.headers["Content-Disposition"]
    text = first.get_data(as_text=True)
    page = carry(bo, "\ufeff" + text)
    assert f"Pieces: {len(PIECES)}. New: {len(PIECES)}. The same as yours: 0." in page.words
    assert pieces_of(bo) == [], "looking keeps nothing"
    take(bo, text)
    assert bo.client.get("/copy/bitoku/export.json").get_data(as_text=True) == text


def test_of_what_differs_each_is_chosen(ana: Phone) -> None:
    learn(ana, kind="yokai", label="K1", farewell=1)
    learn(ana, kind="yokai", label="K2", farewell=1)
    theirs = as_file([Piece("yokai", label, numbers=(("farewell", 2),)) for label in ("K1", "K2", "K3")])
    page = carry(ana, theirs)
    assert "New: 1. The same as yours: 0. Different from yours: 2." in page.words
    form = page.form("/copy/bitoku/take")
    assert form.fields["choose.yokai.K1"] == "mine"
    assert theirs == json.loads(json.dumps(theirs))
    page = take(ana, theirs, **{"choose.yokai.K1": "mine", "choose.yokai.K2": "theirs"})
    assert "New: 1. Replaced: 1." in page.words
    assert [piece["farewell"] for piece in pieces_of(ana)] == [1, 2, 2]


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "This is no copy of Bitoku"),
        (b"\xff\xfe", "This is no copy of Bitoku"),
        (b"[" * 100_000, "This is no copy of Bitoku"),
        (b'{"game": "spirits"}', "This is no copy of Bitoku"),
        (b'{"game": "bitoku", "copy": 7, "pieces": []}', "A later version"),
        (b'{"game": "bitoku", "copy": 1.0, "pieces": []}', "A later version"),
        (b'{"game": "bitoku", "copy": 1, "pieces": null}', "missing"),
        (b'{"game": "bitoku", "copy": 1, "pieces": [{"label": "\\ud800"}]}', "This is no copy"),
        (b'{"game": "bitoku", "copy": 1, "pieces": [{"kind": "gate"}]}',
         "Piece 1 (Something else), What you call it:"),
        (b'{"game": "bitoku", "copy": 1, "pieces": [{"kind": "gate", "label": "a", "action": ["x"]}]}',
         "Piece 1 (a), What it gives: “x” is nothing that this piece can give."),
        (b'{"game": "bitoku", "copy": 1, "pieces": [{"kind": "gate", "label": "a"}, {"kind": "gate",'
         b' "label": "A"}]}', "Piece 2 (A): “A” stands in the file twice."),
    ],
)  # fmt: skip
def test_a_bad_file_is_a_sentence(ana: Phone, raw: bytes, said: str) -> None:
    page = carry(ana, raw)
    assert page.status == 422 and said in page.words
    assert take(ana, raw.decode("latin-1")).status == 422 and pieces_of(ana) == []


def test_a_file_that_is_too_large_is_refused(ana: Phone) -> None:
    assert carry(ana, b" " * 1_100_000).status == 413


def test_a_friend_takes_a_copy_by_a_link(ana: Phone, bo: Phone) -> None:
    for said in PIECES[:3]:
        learn(ana, **said)
    learn(bo, **{**PIECES[0], "farewell": 9})
    page = ana.post("/copy/bitoku/lend")
    link = re.search(r"/copy/s/(\w{13})", page.html)
    assert link and "until you end it" in page.words
    page = bo.go(link[0])
    assert "A friend’s copy of Bitoku" in page.words and "New: 2." in page.words
    form = page.form(link[0])
    bo.send(form, page.button("Take it over")[1], **{"choose.yokai.K7": "theirs"})
    assert "New: 2. Replaced: 1." in bo.page.words and copy_of(bo) == copy_of(ana)
    ana.press("End this link")
    for _ in range(2):
        page = bo.go(link[0])
        assert page.status == 404 and "No copy is shown at this link" in page.words
    assert bo.post(link[0]).status == 404


def test_what_is_not_there_leads_back_to_the_copy(ana: Phone) -> None:
    for path in ("/copy/bitoku/kind/nonsense", "/copy/bitoku/piece/0"):
        page = ana.go(path)
        assert page.status == 404 and page.link("Back to my copy") == "/copy/bitoku"


def test_left_is_a_die_or_the_hills_as_the_field_means_it(ana: Phone) -> None:
    page = learn(ana, kind="tengu", label="T1", tie="left", crossing=["left"])
    assert "left" in page.words and "hills on the left" in page.words
    assert "Hills on the left" in ana.go(page.link("T1")).html


def test_links_cannot_be_tried_out(tmp_path: Any) -> None:
    app = create_app(tmp_path, TESTING=True, WTF_CSRF_ENABLED=False)
    seen = [app.test_client().get(f"/copy/s/{n:013d}").status_code for n in range(62)]
    assert seen[:60] == [404] * 60 and seen[60:] == [429] * 2


# --- at the table


def play_first(phone: Phone, url: str) -> None:
    summer(phone, url)
    phone.go(url)
    phone.press("Play a yokai. left")


def test_a_known_yokai_is_one_tap_of_the_pad(app: Flask, ana: Phone) -> None:
    learn(ana, kind="yokai", label="K7", action=["wood+1", "walk+2"])
    url = open_table(ana)
    play_first(ana, url)
    ana.follow("What came and went: Ana")
    ana.press("K7", "Wood +1")
    player = state_of(app, url).players[0]
    assert player.good("wood") == 2 and player.due("walk").n == 2
    assert "Ana: Wood +1, Movement points +2." in ana.page.words


def test_the_counters_of_the_pad_stand_before_all_known_pieces_but_the_likeliest(ana: Phone) -> None:
    learn(ana, kind="crystal", label="C1", action=["wood+1"])
    for n in range(FEW):
        learn(ana, kind="yokai", label=f"K{n}", action=["wood+1"])
    url = open_table(ana)
    play_first(ana, url)
    html = ana.go(f"{url}/pad?seat=0").html
    yokai, wood, crystals = (
        html.index(text) for text in ("known-yokai-action", "One more: Wood", "known-crystal")
    )
    assert yokai < wood < crystals and 'id="known-yokai-action" open' in html
    learn(ana, kind="yokai", label="K9", action=["wood+1"])
    assert 'id="known-yokai-action" open' not in ana.go(f"{url}/pad?seat=0").html


def test_what_stands_against_a_piece_is_seen_on_the_pad(app: Flask, ana: Phone) -> None:
    learn(ana, kind="yokai", label="K7", action=["wood-9", "vp+1"])
    url = open_table(ana)
    play_first(ana, url)
    ana.follow("What came and went: Ana")
    page = ana.follow("K7", "Wood −9")
    assert "nothing goes below zero" in page.words and not page.has_button("Record it")


def test_known_pieces_add_to_what_was_tapped(ana: Phone) -> None:
    learn(ana, kind="yokai", label="K7", action=["wood+1"])
    url = open_table(ana)
    page = ana.go(f"{url}/pad?seat=0&so=wood:2~jade:1")
    page = ana.go(page.link("K7"))
    assert "+3 Wood" in page.words and "+1 Jade" in page.words


def test_a_known_building_brings_its_value_and_the_kodama_of_its_region(app: Flask, ana: Phone) -> None:
    learn(ana, **PIECES[2])
    learn(ana, **PIECES[12])
    url = open_table(ana)
    summer(ana, url)
    do(ana, url, 0, "do=play&slot=1")
    do(ana, url, 1, "do=play&slot=1")
    do(ana, url, 0, "do=place&die=1&region=forge&space=2")
    ana.go(url)
    ana.follow("Temple")
    ana.follow("K1", "Own kodama of this region +1")
    ana.follow("K1", "Wood −1")
    ana.follow("Lands of Yomi")
    ana.press("Record it")
    state = state_of(app, url)
    building = state.buildings[-1]
    assert (building.kind, building.region, building.value) == ("temple", "yomi", 3)
    assert state.players[0].kodama[0] == 2 and state.players[0].good("wood") == 0


def test_a_known_action_of_a_building_is_recorded_at_once(app: Flask, ana: Phone) -> None:
    learn(ana, kind="building", label="T1", of="temple", value=2, action=["here+1", "vp+2"])
    learn(ana, kind="building", label="T2", of="temple", value=5, action=["vp+9"])
    learn(ana, kind="building", label="F1", of="farm", action=["vp+8"])
    url = open_table(ana)
    summer(ana, url)
    do(ana, url, 0, "do=play&slot=1")
    do(ana, url, 1, "do=play&slot=1")
    do(ana, url, 0, "do=build&building=temple&region=glade&value=2")
    do(ana, url, 0, "do=place&die=1&region=glade&space=2", overrule="1")
    number = len(state_of(app, url).buildings) - 1
    page = ana.go(f"{url}/pad?seat=0&do=use&building={number}")
    assert "T2" not in page.words and "F1" not in page.words, "another value, another kind"
    before = state_of(app, url).players[0].kodama
    _, button = page.button("T1") if page.has_button("T1") else (None, None)
    if button is None:  # built in this turn: shown on the pad with its reason
        page = ana.go(page.link("T1"))
        ana.press("Record anyway")
    else:
        ana.press("T1")
    player = state_of(app, url).players[0]
    assert player.good("vp") == 2 and player.kodama[3] == before[3] + 1


def test_the_pieces_of_the_table_are_offered_ones_own_first(app: Flask, ana: Phone, bo: Phone) -> None:
    learn(ana, kind="yokai", label="A1", action=["wood+1"])
    learn(bo, kind="yokai", label="B1", action=["jade+1"])
    url = open_table(ana, phones="each")
    assert "B1" not in ana.go(f"{url}/pad?seat=0").words, "nobody sits there yet"
    bo.go(url)
    bo.press("Bo")
    page = ana.go(f"{url}/pad?seat=0")
    assert page.words.index("A1") < page.words.index("B1")
    page = bo.go(f"{url}/pad?seat=1")
    assert page.words.index("B1") < page.words.index("A1")
    ana.press("B1")
    assert state_of(app, url).players[0].good("jade") == 2
    assert [piece["label"] for piece in pieces_of(ana)] == ["A1"], "using is not taking"
    eve = Phone(app.test_client())
    assert "A1" not in eve.go(f"{url}?watch=1").words and eve.go(f"{url}/pad?seat=0").status == 403


def test_a_table_needs_no_copy_to_be_replayed(app: Flask, ana: Phone) -> None:
    learn(ana, kind="yokai", label="secret name", action=["wood+1"])
    url = open_table(ana)
    ana.go(f"{url}/pad?seat=0")
    ana.press("secret name")
    text = ana.client.get(f"{url}/export.json").get_data(as_text=True)
    assert "secret" not in text and "wood+1" in text


def test_a_farewell_counts_what_its_owner_has(app: Flask, ana: Phone) -> None:
    learn(ana, kind="yokai", label="K7", farewell=2, per="building")
    learn(ana, kind="yokai", label="K8", farewell=3)
    url = open_table(ana)
    summer(ana, url)
    do(ana, url, 0, "do=play&slot=0")
    do(ana, url, 0, "do=gain&items=temple%2B1%20farm%2B1")
    do(ana, url, -1, "do=fix_season&season=winter&year=1")
    ana.go(url)
    page = ana.follow("The left yokai leaves")
    assert "K8 3 points now" in page.words
    ana.press("K7", "4 points now")
    player = state_of(app, url).players[0]
    assert (player.good("vp"), player.farewelled) == (4, 1)


def test_a_known_treasure_fills_a_lake(app: Flask, ana: Phone) -> None:
    learn(ana, **PIECES[9])
    url = open_table(ana)
    page = ana.go(f"{url}/board")
    id_ = re.search(r'<option value="([^"]{12})">K1 \(8 · 5 · 2\)', page.html)
    assert id_
    ana.send(page.form("/board"), None, **{"known.forge": id_[1], "known.yomi": "none"})
    assert dict(state_of(app, url).prizes) == {"forge": (8, 5, 2)}


def test_a_known_vision_is_one_tap_in_the_calculator(ana: Phone, bo: Phone) -> None:
    learn(ana, **PIECES[10])
    learn(ana, kind="vision", label="never looked at")
    page = ana.go("/score/bitoku")
    assert "never looked at" not in page.words
    ana.press("K1", "2 × Kappa, (1 × Temple or 2 × Mitama)")
    fields = ana.page.form("/score/bitoku").fields
    assert fields["a.vision.1.vp"] == "9" and fields["a.vision.1.miss"] == "2"
    ana.press("K1", "2 × Kappa")
    assert "a.vision.2.vp" in ana.page.form("/score/bitoku").fields
    assert "K1" not in bo.go("/score/bitoku").words


@pytest.mark.parametrize(
    "card",
    ["", "///", "kappa:1", "kappa:1/x/y/z", "|;/9/9/" + "x" * 999, "9" * 500, f"kappa:{'1' * 4400}/9/9/x"],
)
def test_any_card_that_a_button_brings_is_a_form(ana: Phone, card: str) -> None:
    for letter in ("a", "t", "z", ""):
        page = ana.post("/score/bitoku", do=f"seen.{letter}.{card}")
        assert page.status in (200, 422)


OWNED = {"kind": "building", "label": "red roof", "of": "temple", "value": 2, "action": ["wood+1"]}


def build_and_reach(phone: Phone, other: Phone, url: str) -> int:
    """Bo's temple in the glade, and a die of Ana's that reaches it; the number of the building."""
    summer(phone, url)
    do(phone, url, 0, "do=play&slot=1")
    do(other, url, 1, "do=build&building=temple&region=glade&value=2")
    do(other, url, 1, "do=play&slot=1")
    do(phone, url, 0, "do=place&die=1&region=glade&space=2")
    found = re.findall(r"do=use&amp;building=(\d+)", phone.go(url).html)
    return int(found[-1])


def test_an_owners_bonus_takes_nothing_away(app: Flask, ana: Phone, bo: Phone) -> None:
    fields = {"kind": "building", "label": "hut", "w.of": "temple", "on": "owner", "e.owner": "vp:1"}
    ana.post("/copy/bitoku/piece", **fields, press="item:wood:-1")
    ana.press("Save")
    assert "Wood" not in ana.page.words and "Virtue points +1" in ana.page.words
    learn(ana, **OWNED, owner=["vp+1", "wood-1"])  # as a file may say
    url = open_table(ana, phones="each")
    bo.go(url)
    bo.press("Bo")
    ana.go(f"{url}/pad?seat=0&do=use&building={build_and_reach(ana, bo, url)}")
    ana.press("red roof", "Owner’s bonus: Virtue points +1")
    assert "Wood +1. Bo: Virtue points +1." in ana.page.words


def test_the_owner_of_a_known_building_gets_its_bonus_with_the_same_entry(
    app: Flask, ana: Phone, bo: Phone
) -> None:
    learn(ana, **OWNED, owner=["vp+1", "vp_or_amulet+1"])
    url = open_table(ana, phones="each")
    bo.go(url)
    bo.press("Bo")
    number = build_and_reach(ana, bo, url)
    page = ana.go(f"{url}/pad?seat=0&do=use&building={number}")
    ana.press("red roof", "Owner’s bonus: Virtue points +1")
    assert "Wood +1. Bo: Virtue points +1, Choice: 1 point or a +1 amulet." in ana.page.words
    theirs = state_of(app, url).players[1]
    assert theirs.good("vp") == 1 and [due.key for due in theirs.dues if due.key != "rock"] == [
        "vp_or_amulet"
    ]
    page = bo.go(url)
    asked = page.html[page.html.index('<details class="owed') :]
    assert re.search(r'id="due-1-\d-vp_or_amulet" open', asked), (
        "asked before Bo goes on, though it is Bo's turn"
    )
    bo.press("+1 amulet")
    assert state_of(app, url).players[1].good("amulet1") == 2
    ana.go(url)
    ana.press("Undo")
    ana.press("Undo")
    theirs = state_of(app, url).players[1]
    assert theirs.good("vp") == 0 and "vp_or_amulet" not in [due.key for due in theirs.dues]
    assert state_of(app, url).players[0].good("wood") == 1, "undone together"
    text = ana.client.get(f"{url}/export.json").get_data(as_text=True)
    assert "red roof" not in text and '"for_owner"' in text, "the log needs no copy"


def test_a_known_building_whose_action_is_not_brings_the_owners_bonus_on_the_pad(
    app: Flask, ana: Phone
) -> None:
    learn(ana, kind="building", label="T1", of="temple", value=2, owner=["vp+1", "here+1"])
    url = open_table(ana)
    number = build_and_reach(ana, ana, url)
    ana.go(f"{url}/pad?seat=0&do=use&building={number}")
    page = ana.follow("T1")
    assert "Owner’s bonus: Virtue points +1, Kodama, Glade of Jade +1" in page.words
    page = ana.follow("One more: Jade")
    assert "Owner’s bonus" in page.words
    ana.press("Record it")
    state = state_of(app, url)
    assert state.players[1].good("vp") == 1 and state.players[0].good("jade") == 2
    assert state.buildings[number].for_owner == ("vp+1", "kodama.glade+1")
    page = ana.go(f"{url}/pad?seat=0&do=use&building={number}")
    assert "Owner’s bonus: Virtue points +1" in page.words, "known from now on, by whoever uses it"


def test_a_known_building_is_built_with_what_it_gives_its_owner(app: Flask, ana: Phone) -> None:
    learn(ana, **OWNED, owner=["here+1"])
    url = open_table(ana)
    summer(ana, url)
    ana.go(f"{url}/pad?seat=0&do=build")
    ana.follow("red roof")
    ana.follow("Lands of Yomi")
    ana.press("Record it")
    built = state_of(app, url).buildings[-1]
    assert (built.value, built.for_owner) == (2, ("kodama.yomi+1",))
    ana.go(f"{url}/pad?seat=0&do=build")
    ana.follow("red roof")
    ana.follow("Farm")
    ana.follow("Lands of Yomi")
    ana.press("Record it")
    assert state_of(app, url).buildings[-1].for_owner == (), "another building"


def test_a_known_rock_is_one_tap_where_a_rock_is_taken(app: Flask, ana: Phone, bo: Phone) -> None:
    learn(bo, kind="rock", label="by the pond", of="ryokan")
    learn(ana, kind="rock", label="grey one", of="kitsune")
    learn(ana, kind="rock", label="never looked at")
    url = open_table(ana, phones="each")
    bo.go(url)
    bo.press("Bo")
    page = ana.go(url)
    assert "never looked at" not in page.words
    assert page.words.index("grey one") < page.words.index("by the pond") < page.words.rindex("Kappa")
    ana.press("grey one", "Kitsune")
    assert [rock.of for rock in state_of(app, url).players[0].rocks] == ["kitsune"]
    summer(ana, url)
    do(ana, url, 0, "do=gain&items=rock%2B1")
    ana.go(url)
    ana.press("by the pond", "Ryokan")
    assert [rock.of for rock in state_of(app, url).players[0].rocks] == ["kitsune", "ryokan"]
    text = ana.client.get(f"{url}/export.json").get_data(as_text=True)
    assert "grey" not in text and "pond" not in text


def test_a_known_place_of_the_board_brings_its_purple_points(app: Flask, ana: Phone) -> None:
    learn(ana, kind="place", label="first", of="building", cost=["amulet1-1"], points=4)
    learn(ana, kind="place", label="well", of="crystal", points=2)
    url = open_table(ana)
    summer(ana, url)
    total = game_total(ana, url)
    ana.go(f"{url}/pad?seat=0&do=build&building=temple&region=yomi")
    page = ana.follow("first", "Purple points of buildings +4")
    assert "+4 Purple points of buildings" in page.words and "well" not in page.words
    ana.press("Record it")
    assert game_total(ana, url) == total + 4
    ana.go(f"{url}/pad?seat=0&do=grow&crystal=dream_crystal&place=top")
    ana.follow("well", "Purple points of crystals +2")
    ana.press("Record it")
    assert game_total(ana, url) == total + 6
    page = ana.go(f"{url}/stock?seat=0")
    ana.send(page.form("/stock"), None, crystal_vp="5")
    assert game_total(ana, url) == total + 9, "set right among the numbers"
    for _ in range(2):
        ana.press("Undo")
    assert game_total(ana, url) == total + 4
    do(ana, url, -1, "do=fix_season&season=ascension&year=4")
    ana.go(f"{url}/end")
    page = ana.follow("Finish the count")
    assert page.form("/score/bitoku").fields["a.building_vp"] == "4", "filled in, to be looked over"


def game_total(phone: Phone, url: str) -> int:
    """What the table says that Ana has if it ended now, held against the count of what it exports."""
    state, names = state_of(phone.client.application, url), ("Ana", "Bo")
    score = GAME.score(json.loads(json.dumps(GAME.tally(state, names))))
    page = phone.go(url)
    assert f" {score.players[0].total} if it ended now" in page.words
    return score.players[0].total


def test_purple_points_entered_by_hand_are_remembered_with_the_place(ana: Phone) -> None:
    url = open_table(ana)
    page = ana.go(f"{url}/pad?seat=0&do=grow&crystal=dream_crystal&place=top")
    first = page.html[page.html.index('<ul class="pad"') :]
    assert first.index("Purple points of crystals") < first.index("Wood")
    grow = {"seat": "0", "do": "grow", "crystal": "dream_crystal", "place": "top", "as": "place.cost"}
    ana.post(f"{url}/remember", label="well", so="crystal_vp:2", **grow)
    ana.post(f"{url}/remember", label="well", so="jade:-1~crystal_vp:2", **grow)
    ana.post(f"{url}/remember", label="well", so="crystal_vp:2", **grow)
    assert pieces_of(ana) == [
        {"kind": "place", "label": "well", "of": "crystal", "points": 2, "cost": ["jade-1"]}
    ]
    build = {"seat": "0", "do": "build", "building": "temple", "region": "yomi", "as": "building.bonus"}
    ana.post(f"{url}/remember", label="T3", so="building_vp:3~vp:1~wood:-1", **build)
    assert pieces_of(ana)[0] == {"kind": "building", "label": "T3", "of": "temple", "bonus": ["vp+1"]}


# --- remembered from the pad


def test_what_was_entered_by_hand_is_remembered_with_a_label(app: Flask, ana: Phone) -> None:
    url = open_table(ana)
    play_first(ana, url)
    ana.follow("What came and went: Ana")
    ana.follow("One more: Wood")
    assert "Remember this piece" in ana.page.words
    ana.press("Remember it", label="red fox", **{"as": "yokai.action"})
    assert "“red fox” is known from now on." in ana.page.words and "+1 Wood" in ana.page.words
    assert pieces_of(ana) == [{"kind": "yokai", "label": "red fox", "action": ["wood+1"]}]
    ana.press("Record it")
    assert state_of(app, url).players[0].good("wood") == 2
    do(ana, url, 1, "do=play&slot=0")
    ana.go(f"{url}/pad?seat=0")
    ana.press("red fox")
    assert state_of(app, url).players[0].good("wood") == 3


def test_a_lesson_says_what_is_wrong_and_changes_nothing(ana: Phone, bo: Phone, app: Flask) -> None:
    learn(ana, kind="yokai", label="K7", action=["jade+1"])
    url = open_table(ana, phones="each")
    form = {"seat": "0", "do": "gain", "so": "wood:1", "as": "yokai.action"}
    for label, said in (
        ("K7", "something else printed on it"),
        ("", "A name or note has"),
        ("x" * 99, "A name"),
    ):
        page = ana.post(f"{url}/remember", label=label, **form)
        assert page.status == 422 and said in page.words and "+1 Wood" in page.words
    assert ana.post(f"{url}/remember", label="K8", **{**form, "as": "building.bonus"}).status == 422
    assert ana.post(f"{url}/remember", label="K8", **{**form, "so": ""}).status == 422
    assert bo.post(f"{url}/remember", label="K8", **form).status == 403
    assert len(pieces_of(ana)) == 1 and pieces_of(bo) == []
    for _ in range(2):
        assert ana.post(f"{url}/remember", label="K8", **form).status == 200
    assert [piece["label"] for piece in pieces_of(ana)] == ["K7", "K8"], "sent twice it is one"


def test_a_building_is_learned_when_built_and_when_used(app: Flask, ana: Phone) -> None:
    url = open_table(ana)
    build = {"seat": "0", "do": "build", "building": "temple", "region": "yomi", "value": "3"}
    so = "kodama.yomi:1~amulet1:1~wood:-1"
    ana.post(f"{url}/remember", label="T3", so=so, **{**build, "as": "building.bonus"})
    ana.post(f"{url}/remember", label="first", so=so, **{**build, "as": "place.cost"})
    do(ana, url, 0, "do=build&building=temple&region=yomi&value=3")
    number = len(state_of(app, url).buildings) - 1
    use = {"seat": "0", "do": "use", "building": str(number), "so": "vp:2~kodama.yomi:1"}
    ana.post(f"{url}/remember", label="T3", **{**use, "as": "building.action"})
    assert pieces_of(ana) == [
        {"kind": "building", "label": "T3", "of": "temple", "value": 3, "bonus": ["amulet1+1", "here+1"],
         "action": ["vp+2", "here+1"]},
        {"kind": "place", "label": "first", "of": "building", "cost": ["wood-1"]},
    ]  # fmt: skip


def test_any_lesson_is_an_answer(app: Flask, ana: Phone) -> None:
    url = open_table(ana)
    lot = random.Random(7)
    more = {"building": "99", "what": "dragonfly", "value": "x", "region": "home", "label": "L"}
    for _ in range(40):
        form = {
            "do": lot.choice(["gain", "take", "build", "grow", "use", "none"]),
            "as": lot.choice(["yokai.action", "price.cost", "place.cost", "building.action", "x.y", ""]),
            "so": lot.choice(["", "wood:-1", "here:1", "vp:2~kodama.yomi:1"]),
        }
        assert ana.post(f"{url}/remember", seat="0", **{**more, **form}).status in (200, 422), form
    assert Copies(app.extensions["tables"].store).cards("nobody") == ()


def test_what_is_wrong_with_a_file_names_the_field_and_nothing_new_leads_back(app: Flask) -> None:
    client = app.test_client()
    piece = {"kind": "yokai", "label": "K7", "farewell": 99}
    for lang in LANGUAGES:
        say = words(lang)
        file = {"file": json.dumps({"game": "bitoku", "copy": 1, "pieces": [piece]})}
        page = Page(client.post(f"/copy/bitoku/import?lang={lang}", data=file))
        assert page.status == 422 and say("copy.field.farewell") in page.words
        none = Page(client.post(f"/copy/bitoku/import?lang={lang}", data={"file": (io.BytesIO(b""), "")}))
        assert none.status == 422 and say("copy.why.no_file") in none.words
    fine = json.dumps({"game": "bitoku", "copy": 1, "pieces": [{**piece, "farewell": 3}]})
    client.post("/copy/bitoku/take", data={"text": fine})
    page = Page(client.post("/copy/bitoku/import?lang=en", data={"file": fine}))
    assert words("en")("copy.report.nothing") in page.words
    assert words("en")("copy.report.leave") not in page.words


def test_a_vision_groups_what_may_be_chosen() -> None:
    wanted = ((Want("kappa", 2),), (Want("temple", 1), Want("mitama", 2)))
    said = [needs_text(words(lang), wanted) for lang in LANGUAGES]
    assert said[0] == "2 × Kappa, (1 × Temple or 2 × Mitama)" and all("）" in text for text in said[1:])
    assert needs_text(words("en"), wanted[1:]) == "1 × Temple or 2 × Mitama"
