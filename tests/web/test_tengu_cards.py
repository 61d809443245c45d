"""The Tengu's printed cards by the pages: a card that is tapped answers, all ten are dealt, ways change."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from flask import Flask

from companion.copies import Copies
from companion.facts import words
from companion.games.bitoku.deck import place_of
from companion.games.bitoku.learned import read
from companion.games.bitoku.state import State
from companion.tables import Tables
from tests.web.pages import Phone
from tests.web.test_tengu import begin, fix, log_of, state_of

SAY = words("en")
DEAL, LAY_OUT = SAY("app.bitoku.cards.deal"), SAY("app.bitoku.cards.lay_out")
ROLL, DONE, RECORD = SAY("app.bitoku.tengu.roll"), SAY("app.bitoku.tengu.done"), SAY("app.ask.record")
FORGE = {"location": "forge", "slot": 2, "die": "lowest", "gains": ["wood+1"], "crossing": ["yomi"]}
LABELS = [*(f"K{n}" for n in range(1, 9)), "red fox", "50 %"]
SHUFFLE = SAY("app.bitoku.cards.shuffle_roll")
MOST_BY_LABEL, MOST_DEALT = 6, 4


@pytest.fixture
def ana(app: Flask) -> Phone:
    return Phone(app.test_client())


def teach(app: Flask, phone: Phone, *cards: dict[str, Any]) -> None:
    """These cards in the phone's copy."""
    with phone.client.session_transaction() as session:
        id_ = session["phone"]
    Copies(app.extensions["tables"].store).take(id_, [read({"kind": "tengu", **card}) for card in cards])


def ten(app: Flask, phone: Phone, **said: Any) -> None:
    teach(app, phone, *({"label": label, **said} for label in LABELS))


def deck(app: Flask, url: str) -> Any:
    return state_of(app, url).tengu


# --- my cards


def test_a_card_that_is_tapped_answers_the_turn(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    teach(app, ana, {"label": "K7", **FORGE}, {"label": "K8", "note": "odd"})
    fix(ana, url, "do=fix_die&player=1&die=0&value=5&at=green.0")
    fix(ana, url, "do=fix_die&player=1&die=2&value=2&at=green.2")
    ana.go(url)
    ana.follow(SAY("app.bitoku.tengu.lower", n=1))
    assert SAY("app.bitoku.cards.which") in ana.page.words
    ana.follow("K7")
    assert "use the right card (K7)" in ana.page.words and "Lower half, region: " in ana.page.words
    ana.follow(DONE)
    assert "step C: a 2 to the Forge, space 2" in ana.page.words and "wood" in ana.page.words
    ana.press(RECORD)  # four taps
    state = state_of(app, url)
    assert state.players[1].dice[2].at == "forge.2" and state.players[1].kodama[-1] == 2
    assert state.players[1].good("wood") == 2 and deck(app, url).discards == ("K7",)
    assert "right card (K7), step C" in ana.page.words


def test_every_answer_of_a_card_can_be_another_one(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    teach(app, ana, {"label": "K7", **FORGE})
    fix(ana, url, "do=fix_die&player=1&die=0&value=5&at=green.0")
    fix(ana, url, "do=fix_die&player=1&die=2&value=2&at=green.2")
    ana.go(url + "/tengu?will=1&card=K7")
    ana.follow(DONE)
    ana.follow(SAY("app.bitoku.cards.other_place"))
    ana.follow("die showing 5")
    ana.go(ana.page.link("Glade of Jade", "space 3"))
    assert "step C: a 5 to the Glade of Jade, space 3" in ana.page.words
    ana.press(RECORD)
    state = state_of(app, url)
    assert state.players[1].dice[0].at == "glade.3" and state.players[1].dice[2].at == "green.2"
    fix(ana, url, "do=fix_turn&player=1")
    ana.go(url + "/tengu?will=1&card=K7")
    ana.follow("K7")  # once more: it is not this card
    assert "(K7)" not in ana.page.words


def test_the_upper_half_narrows_the_crossing_and_what_it_is_against_can_be_done(
    ana: Phone, app: Flask
) -> None:
    url = begin(ana)
    teach(app, ana, {"label": "K7", "crossing": ["yomi"]}, {"label": "K8", "crossing": ["forge"]})
    teach(app, ana, {"label": "K9", "crossing": ["yomi"], "takes": ["yokai"]})
    fix(ana, url, "do=fix_die&player=1&die=0&value=6&at=yomi.4")
    ana.go(url + "/tengu?will=1&card=K7")
    ana.follow(DONE)
    assert len([x for x in ana.page.links if "boon=" in x.href]) == 6
    before, _, after = ana.page.html.partition('id="crossings-else"')
    assert before.count("boon=") == 3 == after.count("boon=")
    ana.go(url + "/tengu?will=1&card=K8")
    assert "Step A skipped. Card K8" in ana.page.words
    ana.follow(SAY("app.bitoku.tengu.step", step="A"))
    assert SAY("app.bitoku.tengu.ask.cross") in ana.page.words
    ana.go(url + "/tengu?will=1&card=K9")
    ana.follow(DONE)
    assert "step A" in ana.page.words and "now a 3, for" in ana.page.words
    ana.follow(SAY("app.bitoku.cards.other_crossing"))
    assert SAY("app.bitoku.tengu.ask.cross") in ana.page.words


def test_a_place_that_is_taken_or_open_is_asked(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    teach(app, ana, {"label": "K7", **FORGE}, {"label": "K8", "location": "glade"})
    fix(ana, url, "do=fix_die&player=1&die=0&value=5&at=green.0")
    fix(ana, url, "do=fix_die&player=0&die=0&value=5&at=forge.2")
    ana.go(url + "/tengu?will=1&card=K7")
    assert "Step C skipped. Card K7" in ana.page.words
    ana.go(url + "/tengu?will=1&card=K8")
    ana.follow(DONE)
    before, _, after = ana.page.html.partition('id="places-else"')
    assert "to=glade.1" in before and "to=forge" not in before and "to=forge.1" in after


def test_cards_that_are_known_to_lie_elsewhere_are_not_offered(ana: Phone, app: Flask) -> None:
    url = begin(ana, tracking="turns")
    teach(app, ana, {"label": "K7"}, {"label": "K8"})
    ana.go(url + "/tengu?will=1&card=K7&step=D")
    ana.press(RECORD)
    fix(ana, url, "do=fix_turn&player=1")
    page = ana.go(url + "/tengu?will=1")
    labels = [link.text for link in page.links if link.text in ("K7", "K8")]
    assert labels == ["K8"]
    page = ana.go(url + "/tengu?will=1&card=K7&step=D")
    assert "K7 was noted in another place" in page.words
    ana.press(RECORD)
    assert deck(app, url).discards == ("", "K7")


# --- dealt by the app


def test_the_app_deals_only_when_all_ten_are_entered(ana: Phone, app: Flask) -> None:
    url = begin(ana, tracking="turns")
    teach(app, ana, {"label": "K7"})
    page = ana.go(url)
    assert SAY("app.bitoku.cards.known", n=1, of=10) in page.words and not page.has_button(DEAL)
    fields = page.form("/undo").fields
    assert ana.post(url + "/tengu/deal", **fields).status == 422
    assert ana.post(url + "/tengu/will", **fields).status == 404
    teach(app, ana, *({"label": label} for label in LABELS))
    assert ana.go(url).has_button(DEAL)
    teach(app, ana, {"label": "one too many"})
    assert not ana.go(url).has_button(DEAL)
    eve = Phone(app.test_client())
    eve.go(url)
    assert eve.post(url + "/tengu/deal", **fields).status == 403
    quick = begin(ana, tracking="turns", tengu="quick")
    fields = ana.go(quick).form("/undo").fields
    assert ana.post(quick + "/tengu/deal", **fields).status == 422


def test_undo_never_deals_rolls_or_shuffles_anew(ana: Phone, app: Flask) -> None:
    url, seen = begin(ana, tracking="turns"), set()
    ten(app, ana)
    ana.go(url)
    for _ in range(3):
        ana.press(DEAL)
        assert sorted(deck(app, url).cards) == sorted(LABELS)
        ana.press(ROLL)
        low, high = deck(app, url).will
        asked = ana.page.response.request.args
        assert (asked["will"], asked["other"]) == (str(low), str(high))
        seen.add((deck(app, url).cards, deck(app, url).will))
        ana.go(url)
        assert not ana.page.has_button(ROLL) and "Go on with the" in ana.page.words
        for _ in range(2):
            ana.press(SAY("app.table.undo"))
        assert deck(app, url).dealt is False
    assert len(seen) == 1


def test_a_year_that_the_app_deals_takes_four_taps_a_turn_at_most(
    ana: Phone, app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    """Random turns through the pages; the order is renewed at the eighth, and the file keeps it."""
    draw, url, taps = random.Random(11), begin(ana, tracking="turns"), []
    ten(app, ana, location="forge", slot=2, die="lowest")
    ana.go(url)
    ana.press(DEAL)
    for turn in range(1, 10):
        fix(ana, url, "do=fix_turn&player=1")
        if turn % 3 == 0:
            fix(ana, url, f"do=fix_die&player=1&die=0&value=3&at={'green.0' if turn % 2 else 'yomi.3'}")
        before, page = deck(app, url), ana.go(url)
        assert all(label in page.words for label in before.row)
        ana.press(SHUFFLE if turn == 8 else ROLL)
        will = deck(app, url).will[0]
        assert f"({before.row[place_of(will)]})" in ana.page.words
        taps.append(1 + finish(ana, draw))
        if turn == 8:
            away = (*before.discards, before.row[place_of(will)])
            assert sorted((deck(app, url).row[0], *deck(app, url).pile)) == sorted(away)
        after = deck(app, url)
        assert after.turns == turn and sorted(after.cards) == sorted(LABELS) and after.dealt
    assert max(taps) <= MOST_DEALT, taps
    tables: Tables = app.extensions["tables"]
    code = url.rsplit("/", 1)[-1]
    before_state = state_of(app, url)
    file = json.loads(json.dumps(tables.export(code)))
    assert tables.import_(file, "another phone").state == before_state
    assert Tables(tables.store, tables.games).get(code).state == before_state
    with capsys.disabled():
        print(f"\nTengu, dealt by the app: taps a turn {taps}")


def finish(phone: Phone, draw: random.Random) -> int:
    """A turn of the Tengu from the question of its step on, never a pass; how many taps it took."""
    taps, asked = 2, re.search(r"Step ([A-K]): can it be done\?", phone.page.words)
    assert asked is not None
    others = [
        x for x in phone.page.links if re.match(r"Step [D-K]\b", x.text) and not x.text.startswith("Step F")
    ]
    if asked[1] in "ABC" or draw.random() < 0.3 or not others:
        phone.follow(DONE)
    else:
        phone.go(draw.choice(others).href)
    if SAY("app.bitoku.tengu.ask.cross") in phone.page.words:
        taps += 1
        phone.go(draw.choice([x.href for x in phone.page.links if "boon=" in x.href]))
    elif SAY("app.bitoku.tengu.ask.place") in phone.page.words:
        taps += 1
        phone.go(
            draw.choice([x.href for x in phone.page.links if ", space" in x.text or "to=home" in x.href])
        )
    elif SAY("app.bitoku.tengu.unlock") in phone.page.words and draw.random() < 0.7:
        taps += 1
        phone.go(next(x.href for x in phone.page.links if x.text.startswith("die showing")))
    phone.press(RECORD)
    assert phone.page.status == 200, phone.page.words
    return taps


def test_a_year_by_labels_takes_six_taps_a_turn_at_most(
    ana: Phone, app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    draw, url, taps = random.Random(5), begin(ana, tracking="turns"), []
    ten(app, ana, location="glade")
    ana.go(url)
    for turn in range(1, 10):
        fix(ana, url, "do=fix_turn&player=1")
        if turn % 3 == 0:
            fix(ana, url, f"do=fix_die&player=1&die=0&value=3&at={'green.0' if turn % 2 else 'yomi.3'}")
        ana.go(url)
        ana.press(ROLL)
        label = next(link for link in ana.page.links if link.text in LABELS and "card=" in link.href)
        ana.go(label.href)
        taps.append(2 + finish(ana, draw))
        assert len(deck(app, url).discards) == turn % 8
    assert max(taps) <= MOST_BY_LABEL
    with capsys.disabled():
        print(f"\nTengu, by label: taps a turn {taps}")


def test_the_will_may_be_rolled_on_the_table_too(ana: Phone, app: Flask) -> None:
    url = begin(ana, tracking="turns")
    ten(app, ana)
    ana.go(url)
    ana.press(DEAL)
    before = len(log_of(app, url))
    ana.press(SAY("app.bitoku.tengu.lower", n=5))
    assert f"left card ({deck(app, url).row[0]})" in ana.page.words and len(log_of(app, url)) == before


# --- the ways change


def test_the_ways_change_in_mid_game_and_the_deck_stays(ana: Phone, app: Flask) -> None:
    url = begin(ana, tracking="turns")
    ten(app, ana)
    for query in ("?will=1&card=K1&step=D", "?will=3&step=D", "?will=5&card=red fox&step=D"):
        fix(ana, url, "do=fix_turn&player=1")
        ana.go(url + "/tengu" + query)
        ana.press(RECORD)
    fix(ana, url, "do=fix_turn&player=1")
    ana.go(url)
    ana.press(DEAL)
    tengu = deck(app, url)
    assert (len(tengu.pile), tengu.discards[0], tengu.discards[2]) == (4, "K1", "red fox")
    ana.press(LAY_OUT)
    laid = deck(app, url)
    assert (laid.row, laid.discards, len(laid.pile), laid.turns) == (tengu.row, tengu.discards, 4, 3)
    assert tengu.row[2] in ana.page.words and tengu.pile[0] not in ana.page.words.split("Its three cards")[0]
    ana.go(url + "/tengu?will=1")
    assert f"right card ({tengu.row[2]})" in ana.page.words
    ana.go(url + "/tengu?will=1&step=D")
    ana.press(RECORD)
    assert deck(app, url).row == ("", *tengu.row[:2]) and deck(app, url).discards == (
        *tengu.discards,
        tengu.row[2],
    )
    page = ana.go(url + "/log")
    assert "The app shuffles and deals" in page.words and "lie on the table again" in page.words
    assert isinstance(state_of(app, url), State)


def test_any_card_in_an_address_can_be_opened(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    for query in ("?will=1&card=" + "x" * 99, "?will=1&card=%00", "?will=1&card=unknown", "?card=K7"):
        page = ana.go(url + "/tengu" + query)
        assert page.status == 200, query
    page = ana.go(url + "/tengu?will=1&card=unknown")
    assert SAY("app.bitoku.cards.unread", card="unknown") in page.words
