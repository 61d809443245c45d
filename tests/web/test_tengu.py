"""Bitoku alone by its pages: the Tengu's turn screen by screen, chance, what an owner writes down."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from statistics import median
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from companion.facts import words
from companion.games.bitoku.state import State
from companion.notes import LONGEST, Notes
from companion.store import Store
from companion.tables import Tables
from companion.web.speech.places import space_name
from companion.web.tengu import _drawn
from tests.web.pages import Page, Phone

SAY = words("en")
ROLL = SAY("app.bitoku.tengu.roll")
DONE, NOT = SAY("app.bitoku.tengu.done"), SAY("app.bitoku.tengu.not_possible")
RECORD = SAY("app.ask.record")


@pytest.fixture
def ana(app: Flask) -> Phone:
    return Phone(app.test_client())


@pytest.fixture
def eve(app: Flask) -> Phone:
    return Phone(app.test_client())


def begin(phone: Phone, tracking: str = "everything", season: str = "summer", **options: str) -> str:
    """A table for one by the form; its address."""
    form = phone.go("/new/bitoku").form("/new/bitoku")
    chosen = {f"option-{key}": choice for key, choice in {"tracking": tracking, **options}.items()}
    page = phone.send(form, count="1", **{"name-0": "Ana"}, **chosen)
    assert page.status == 200, page.words
    url = page.response.request.path.removesuffix("/people")
    if season == "summer":
        phone.go(url)
        phone.press(SAY("app.ask.bitoku.do.ready"))
    return url


def state_of(app: Flask, url: str) -> State:
    tables: Tables = app.extensions["tables"]
    state = tables.get(url.rsplit("/", 1)[-1]).state
    assert isinstance(state, State)
    return state


def log_of(app: Flask, url: str) -> list[str]:
    tables: Tables = app.extensions["tables"]
    return [entry.kind for entry in tables.entries(url.rsplit("/", 1)[-1])]


def spot(page: Page, *parts: str) -> str:
    """The address of the first space of the forest whose name has these parts."""
    return page.link(*parts)


# --- the turn, a question a screen


def test_a_turn_of_step_B_by_six_taps_at_most_is_one_entry(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    assert SAY("app.ask.bitoku.tengu") in ana.page.words and "still busy: Tengu" not in ana.page.words
    before = len(log_of(app, url))
    ana.follow(SAY("app.bitoku.tengu.lower", n=5))
    assert "Step A skipped. None of its dice stands by the river" in ana.page.words
    assert SAY("app.bitoku.tengu.ask.step", step="B") in ana.page.words
    ana.follow(DONE)
    ana.go(spot(ana.page, "Glade of Jade", "space 3"))
    assert "left card, step B: a 4 to the Glade of Jade, space 3" in ana.page.words
    ana.follow("One more: Virtue points")
    ana.press(RECORD)
    assert ana.page.status == 200 and len(log_of(app, url)) == before + 1
    state = state_of(app, url)
    tengu = state.tengu
    assert tengu is not None and tengu.active and (len(tengu.pile), len(tengu.discards)) == (6, 1)
    assert state.players[1].dice[0].at == "glade.3" and state.players[1].good("vp") == 1
    assert "Tengu: left card, step B: a 4 to the Glade of Jade, space 3. Virtue points +1." in ana.page.words
    ana.press(SAY("app.table.undo"))
    assert state_of(app, url).tengu != tengu and state_of(app, url).turn == 1
    ana.press(SAY("app.table.redo"))
    assert state_of(app, url) == state


def test_step_C_brings_its_kodama_and_step_F_its_points(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    fix(ana, url, "do=fix_die&player=1&die=2&value=2&at=green.2")
    fix(ana, url, "do=fix_die&player=0&die=0&value=5&at=yomi.3")
    ana.go(url + "/tengu?will=2")
    ana.follow(DONE)
    assert SAY("app.bitoku.tengu.ask.place") in ana.page.words
    assert not [link for link in ana.page.links if link.text.startswith("Great Spirit")]
    ana.go(spot(ana.page, "Forge", "space 1"))
    ana.press(RECORD)
    state = state_of(app, url)
    assert state.players[1].kodama[-1] == 2 and state.players[1].dice[2].at == "forge.1"
    fix(ana, url, "do=fix_turn&player=1")
    fix(ana, url, "do=fix_die&player=1&die=1&value=3&at=green.1")
    ana.go(url + "/tengu?will=2")
    ana.follow(SAY("app.bitoku.tengu.step", step="F"))
    ana.go(spot(ana.page, "Great Spirit", "another player"))
    ana.press(RECORD)
    assert state_of(app, url).players[1].good("vp") == 5


def test_a_crossing_and_a_card_it_takes(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    fix(ana, url, "do=fix_die&player=1&die=0&value=6&at=yomi.4")
    ana.go(url + "/tengu?will=1")
    ana.follow(DONE)
    ana.follow("the Bitoku card")
    ana.follow("One more: Jin")
    ana.press(RECORD)
    state = state_of(app, url)
    assert state.players[1].dice[0].at == "hill.yomi" and state.players[1].dice[0].value == 3
    assert state.boons == ("yomi.bitoku",) and state.players[1].good("jin") == 1


def test_a_step_of_the_rulebook_may_unlock_place_cross_and_turn_the_attitude(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    ana.go(url + "/tengu?will=3")
    for _ in "D":
        ana.follow(NOT)
    assert SAY("app.bitoku.tengu.ask.step", step="E") in ana.page.words
    assert SAY("app.bitoku.tengu.step.unknown", step="E") in ana.page.words
    ana.follow(SAY("app.bitoku.tengu.step", step="K"))
    ana.follow(SAY("app.bitoku.tengu.place"))
    ana.follow("die showing 3")
    ana.go(spot(ana.page, "Stairway of Knowledge", "space 2"))
    ana.follow(SAY("app.bitoku.tengu.flip"))
    ana.press(RECORD)
    state = state_of(app, url)
    assert state.tengu is not None and state.tengu.active
    assert state.players[1].dice[1].at == "stairway.2"
    assert "middle card, step K: a 3 to the Stairway of Knowledge, space 2, attitude active" in ana.page.words


def test_it_passes_and_the_player_goes_on_alone(ana: Phone, app: Flask) -> None:
    url = begin(ana, tracking="turns")
    ana.press(ROLL)
    assert re.search(r"use the (left|middle|right) card", ana.page.words)
    ana.follow(SAY("app.bitoku.tengu.step", step="L"))
    ana.press(SAY("app.bitoku.tengu.passes"))
    assert state_of(app, url).players[1].passed and "step L: it passes" in ana.page.words
    ana.press("Play a yokai")
    assert "Ana: " in ana.page.words and state_of(app, url).turn == 0


def test_the_will_is_rolled_by_chance_once_for_each_turn(ana: Phone, app: Flask) -> None:
    assert {_drawn(str(n), 36) for n in range(400)} == set(range(1, 37))
    url, rolled = begin(ana, tracking="turns"), []
    token = ana.go(url).form("/tengu").fields
    for _ in range(2):
        answers = {ana.client.post(url + "/tengu", data={**token, "do": "roll"}).location for _ in range(9)}
        assert len(answers) == 1, "no way back rolls anew"
        ana.go(answers.pop())
        will = shown_will(ana)
        assert 1 <= will["will"] <= will["other"] <= 6
        rolled.append(will["turn"])
        ana.follow(SAY("app.bitoku.tengu.step", step="K"))
        ana.press(RECORD)
        fix(ana, url, "do=fix_turn&player=1")
    assert rolled == [1, 2] and log_of(app, url).count("move") == 5


def shown_will(phone: Phone) -> dict[str, int]:
    """The turn and the Will dice in the address of the screen."""
    asked = parse_qs(urlsplit(phone.page.link(SAY("app.bitoku.tengu.step", step="K"))).query)
    return {name: int(asked[name][0]) for name in ("turn", "will", "other")}


def test_its_last_step_is_said_and_not_asked(ana: Phone) -> None:
    url = begin(ana)
    page = ana.go(f"{url}/tengu?will=6&no=ABCDEFGHIJK")
    assert SAY("app.bitoku.tengu.ask.last", step="L") in page.words
    assert SAY("app.bitoku.tengu.ask.step", step="L") not in page.words


def test_a_step_that_nobody_described_is_named_once(ana: Phone) -> None:
    url = begin(ana)
    unknown = SAY("app.bitoku.tengu.step.unknown", step="H")
    page = ana.go(f"{url}/tengu?will=2&step=H&ask=place")
    assert unknown in page.words and SAY("app.bitoku.tengu.says", step="H", what=unknown) not in page.words


def test_what_was_tapped_away_can_be_taken_back(ana: Phone) -> None:
    url = begin(ana, tracking="turns")
    ana.follow(SAY("app.bitoku.tengu.lower", n=5))
    ana.follow(NOT)
    assert SAY("app.bitoku.tengu.ask.step", step="D") in ana.page.words
    assert "step=B" in ana.page.link(SAY("app.bitoku.tengu.step", step="B")), "also by its letter"
    ana.follow(SAY("app.back"))
    assert SAY("app.bitoku.tengu.ask.step", step="B") in ana.page.words
    ana.follow(SAY("app.back"))
    assert ana.page.response.request.path == url and SAY("app.bitoku.tengu.roll") in ana.page.words


def test_a_screen_of_an_earlier_turn_is_out_of_date(ana: Phone, app: Flask) -> None:
    url = begin(ana, tracking="turns")
    ana.follow(SAY("app.bitoku.tengu.lower", n=1))
    ana.follow(SAY("app.bitoku.tengu.step", step="K"))
    here = ana.page.response.request.full_path
    old, record = ana.page.button(RECORD)
    ana.go(here)
    ana.press(RECORD)
    ana.press("Play a yokai")
    before = len(log_of(app, url))
    page = ana.send(old, record)
    assert page.status == 409 and SAY("app.bitoku.tengu.roll") in page.words
    assert (
        "This screen is out of date; nothing of it was recorded. The last move: Ana plays a yo" in page.words
    )
    assert len(log_of(app, url)) == before
    assert ana.go(here).response.request.path == url, "its links lead to the table"


def test_the_discards_are_shuffled_at_the_eighth_turn(ana: Phone, app: Flask) -> None:
    url = begin(ana, tracking="turns")
    told = []
    for _ in range(9):
        page = ana.go(url + "/tengu?will=1")
        told.append("shuffle all 8 discards" in page.words)
        ana.follow(DONE)
        ana.press(RECORD)
        fix(ana, url, "do=fix_turn&player=1")
    assert told == [False] * 7 + [True, False]


def test_chance_picks_among_equals_and_the_log_says_so(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    ana.go(url + "/tengu?will=1&step=D")
    form = next(f for f in ana.page.forms if f.fields.get("do") == "pick")
    page = ana.send(form, form.buttons[1])  # among three
    picked = re.search(r"number ([123]) of 3 by chance", page.words)
    assert picked is not None
    ana.press(RECORD)
    assert f"step D: number {picked[1]} of 3 by chance" in ana.page.words


def test_chance_picks_a_rock_at_set_up_and_the_rocks_are_named(ana: Phone, app: Flask) -> None:
    url = begin(ana, season="spring")
    page = ana.go(url)
    assert SAY("app.bitoku.setup_alone") in page.words and "None for the Tengu yet" not in page.words
    form = next(f for f in page.forms if f.fields.get("among") == "rock")
    page = ana.send(form, form.buttons[3])
    assert len(re.findall(r"its first rock: number [1-5] of 5 by chance", page.words)) == 2, (
        "also in the thumb"
    )
    again = ana.client.post(form.action, data={**form.fields, "of": "5"})
    assert again.status_code in (200, 303), "the same tap once more picks nothing new"
    assert len(log_of(app, url)) == 1
    ana.go(url)
    ana.follow(SAY("app.bitoku.tengu.name_rocks"))
    assert SAY("app.fix.title") not in ana.page.words, "nothing is wrong"
    ana.follow("Kitsune")
    ana.press("Temple")
    state = state_of(app, url)
    assert [rock.of for rock in state.players[1].rocks] == ["kitsune", "temple"]
    assert state.players[1].good("stone") == 1
    assert "Its rocks count: Kitsune" in ana.go(url).words


def test_year_and_season_are_set_and_the_end_misses_its_rocks(ana: Phone, app: Flask) -> None:
    url = begin(ana, season="spring", tengu="quick")
    ana.go(url + "/fix?do=fix_season")
    ana.follow(SAY("bitoku.season.winter"))
    assert [button.text for button in ana.page.form("/move").buttons] == ["1", "2", "3", "4"]
    ana.press("3")
    assert (state_of(app, url).season, state_of(app, url).year) == ("winter", 3)
    fix(ana, url, "do=fix_season&season=ascension&year=3")
    assert SAY("app.end.bitoku.name_rocks") in ana.go(url + "/end").words
    fix(ana, url, "do=tengu_rocks&yokai=kappa&also=farm")
    assert SAY("app.end.bitoku.name_rocks") not in ana.go(url + "/end").words


def test_undo_redo_a_restart_and_the_file_keep_its_deck(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    for turn in range(9):
        fix(ana, url, "do=fix_turn&player=1")
        do = f"do=activate&will={turn % 6 + 1}&step=D"
        revision = ana.go(url).form("/undo").fields["revision"]
        ana.post(url + "/move", seat="1", move=do, revision=revision, nonce=f"n{turn}")
    before = state_of(app, url)
    assert before.tengu is not None and (len(before.tengu.pile), before.tengu.turns) == (6, 9)
    for what in ("undo", "undo", "undo", "redo", "redo", "redo"):
        ana.press(SAY(f"app.table.{what}"))
    assert state_of(app, url) == before
    tables: Tables = app.extensions["tables"]
    assert Tables(tables.store, tables.games).get(url.rsplit("/", 1)[-1]).state == before
    file = json.loads(json.dumps(tables.export(url.rsplit("/", 1)[-1])))
    assert tables.import_(file, "another phone").state == before


# --- what an owner writes down


def test_a_step_written_down_is_there_the_next_time_and_for_this_phone_alone(
    ana: Phone, eve: Phone, app: Flask
) -> None:
    url = begin(ana)
    ana.go(url + "/tengu?will=3&other=4")
    form = ana.page.form("/note")
    page = ana.send(form, text="It takes\nthe <b>cheapest</b> crystal.\x00 ")
    assert page.response.request.args["other"] == "4"
    assert "It takes the <b>cheapest</b> crystal." in page.words
    other = begin(ana)
    assert "cheapest" in ana.go(other + "/tengu?will=1").words
    assert "cheapest" not in eve.go(begin(eve) + "/tengu?will=1").words
    page = ana.send(ana.go(other + "/tengu?will=1").form("/note"), text=" ")
    assert SAY("app.bitoku.tengu.step.unknown", step="D") in page.words
    assert ana.post(url + "/tengu/note", noted="C", text="x").status == 422
    assert ana.post(url + "/tengu/note", noted="Z", text="x").status == 422


def test_notes_are_kept_in_either_database(place: str | Path) -> None:
    store = Store(place)
    notes = Notes(store)
    notes.write("phone", "a.x", "  one ")
    notes.write("phone", "a.x", "two" + "y" * LONGEST)
    notes.write("phone", "b.x", "three")
    notes.write("other", "a.x", "four")
    assert notes.of("phone", "a.") == {"a.x": ("two" + "y" * LONGEST)[:LONGEST]}
    notes.write("phone", "b.x", "")
    assert list(notes.of("phone")) == ["a.x"] and notes.of("nobody") == {}
    store.close()


# --- who may, and what is nonsense


def test_only_who_plays_may_and_only_alone(ana: Phone, eve: Phone, app: Flask) -> None:
    url = begin(ana)
    for path in ("/tengu?will=1", "/tengu?will=1&step=D"):
        assert eve.go(url + path).status == 403
    assert eve.post(url + "/tengu", do="roll").status == 403
    assert eve.post(url + "/tengu/note", noted="D", text="x").status == 403
    form = ana.go("/new/bitoku").form("/new/bitoku")
    two = ana.send(form, count="2", phones="one").response.request.path
    assert ana.go(two + "/tengu?will=1").status == 404
    assert ana.post(two + "/tengu", do="roll").status == 404


def test_nonsense_is_refused_in_a_sentence_and_any_address_can_be_opened(ana: Phone) -> None:
    url = begin(ana)
    for form in (
        *({"do": "pick", "of": "1"}, {"do": "pick", "of": "21"}, {"do": "pick", "of": "x"}, {"do": "pick"}),
        *({"do": "rock", "of": "3", "among": "gold"}, {"do": "dance", "of": "3"}, {}),
    ):
        assert ana.post(url + "/tengu", **form).status == 422, form
    for query in (
        *("", "?will=7", "?will=x", "?will=1&step=Z&die=9&to=&so=gold:1~wood:999", "?will=2&other=1"),
        *("?will=1&step=D&picks=9/3+x+1/2&attitude=5&unlock=-1", "?will=1&step=D&to=yomi.3&die=0"),
        *("?will=1&step=D&die=1&to=hill.yomi&boon=luck", "?will=1&no=ABCDEFGHIJKL", "?will=²"),
        "?will=1&step=D&to=yomi.3",
    ):
        assert ana.go(url + "/tengu" + query).status == 200, query
    for move in ("do=activate&will=1&step=D&die=0&to=hill.yomi&boon=luck", "do=chance&among=x&of=2&pick=1"):
        revision = ana.go(url).form("/undo").fields["revision"]
        seat = "1" if "activate" in move else "-1"
        page = ana.post(url + "/move", seat=seat, move=move, revision=revision, nonce=move[-40:])
        assert page.status == 422, move


def test_when_it_is_not_its_turn_the_address_leads_to_the_table(ana: Phone) -> None:
    url = begin(ana, season="spring")
    page = ana.go(url + "/tengu?will=2")
    assert page.response.request.path == url


def test_what_breaks_a_rule_says_so_and_can_be_recorded_anyway(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    page = ana.go(url + "/tengu?will=1&step=B&unlock=0&die=0&to=yomi.3")
    assert "The card is not the one on the left." in page.words
    ana.press(SAY("app.ask.overrule"))
    assert state_of(app, url).players[1].dice[0].at == "yomi.3"


# --- a year, by taps alone


def fix(phone: Phone, url: str, move: str) -> None:
    """A correction by its form."""
    revision = phone.go(url).form("/undo").fields["revision"]
    page = phone.post(
        url + "/move", seat="-1", move=move, revision=revision, nonce=f"f{move}{revision}"[-60:]
    )
    assert page.status == 200, page.words


def test_a_scripted_year_takes_six_taps_a_turn_at_most(
    ana: Phone, app: Flask, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Random turns of the Tengu through the pages alone, every question answered with one tap."""
    draw, dice, taps = random.Random(7), random.Random(7), []
    monkeypatch.setattr("companion.web.tengu._drawn", lambda once, of: dice.randint(1, of))
    url = begin(ana)
    for _ in range(40):
        state = state_of(app, url)
        if state.season != "summer":
            break
        if state.turn == 0:
            act(ana, draw)
            continue
        taps.append(tengu_turn(ana, draw))
    else:
        raise AssertionError("the summer does not end")
    tengu = state_of(app, url).tengu
    assert tengu is not None and tengu.turns == len(taps) >= 5
    assert max(taps) <= 6, taps
    with capsys.disabled():
        print(
            f"\nTengu: {len(taps)} turns, taps a turn besides what it gained: {taps}, median {median(taps)}"
        )
    ana.go(url)
    if state_of(app, url).season == "autumn":
        ana.press("do=order") if ana.page.has_button("do=order") else None


def act(phone: Phone, draw: random.Random) -> None:
    """Something that the player may do: a card, a die to a space, or a pass."""
    if phone.page.has_button("Play a yokai"):
        phone.press("Play a yokai")
        return
    dice = [
        link for link in phone.page.links if link.text.startswith("Use the die") and "unlocked" in link.text
    ]
    if dice:
        phone.go(dice[0].href)
        phone.press("Glade of Jade, space 1")
        return
    phone.press(SAY("app.ask.bitoku.do.pass"))


def tengu_turn(phone: Phone, draw: random.Random) -> int:
    """One turn of the Tengu; how many taps it took besides what it gained."""
    taps = 1
    phone.press(ROLL)
    for _ in range(12):
        asked = re.search(r"Step ([A-L]): (?:can it be done\?|the Tengu passes)", phone.page.words)
        if asked is None:
            break
        taps += 1
        letter = asked[1]
        free = re.findall(r"Step ([A-L]) ", " ".join(link.text for link in phone.page.links))
        if letter == "L":
            phone.press(SAY("app.bitoku.tengu.passes"))
            return taps
        if letter in "ABC" and draw.random() < 0.7:
            phone.follow(DONE)
        elif letter in "ABC" and draw.random() < 0.5:
            phone.follow(NOT)
        else:
            phone.follow(SAY("app.bitoku.tengu.step", step=draw.choice(free)))
    words_now = phone.page.words
    if SAY("app.bitoku.tengu.ask.cross") in words_now:
        taps += 1
        phone.go(draw.choice([link.href for link in phone.page.links if "boon=" in link.href]))
    elif SAY("app.bitoku.tengu.ask.place") in words_now:
        taps += 1
        phone.go(
            draw.choice(
                [link.href for link in phone.page.links if ", space" in link.text or "to=home" in link.href]
            )
        )
    elif draw.random() < 0.7 and SAY("app.bitoku.tengu.unlock") in words_now:
        taps += 1
        phone.go(next(link.href for link in phone.page.links if link.text.startswith("die showing")))
    phone.press(RECORD)
    assert phone.page.status == 200, phone.page.words
    return taps + 1


def test_the_end_has_both_scores_and_the_readings(ana: Phone, app: Flask) -> None:
    url = begin(ana, tengu_kodama="on")
    fix(ana, url, "do=fix_season&season=ascension&year=4")
    page = ana.go(url + "/end")
    assert "Line by line: Ana" in page.words and "Line by line: Tengu" in page.words
    assert SAY("bitoku.option.tengu_kodama.on") in page.words
    assert SAY("bitoku.option.tengu_points.crystals") in page.words
    kept = ana.go("/alone/bitoku")
    assert kept.status == 200 and SAY("app.alone.rest") in kept.words
    page = ana.go(ana.go(url + "/end").link(SAY("app.end.bitoku.open")))
    assert page.status == 200 and "Tengu" in page.words
    turns = begin(ana, tracking="turns")
    fix(ana, turns, "do=fix_season&season=ascension&year=4")
    page = ana.go(turns + "/end")
    assert page.status == 200 and SAY("bitoku.option.tengu_die.ask") in page.words


def test_an_amended_turn_keeps_what_came_by_the_pad(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    state = state_of(app, url)
    die = state.players[1].dice[2]
    fix = f"do=fix_die&player=1&die=2&value={die.value}&at=green.{die.spot}"
    turn = "do=activate&will=2&other=5&step=C&die=2&to=forge.1&items=kodama.forge%2B1+vp%2B9"
    for seat, move in (("-1", fix), ("1", turn)):
        revision = ana.go(url).form("/undo").fields["revision"]
        page = ana.post(f"{url}/move", seat=seat, move=move, revision=revision, nonce=move[:40])
        assert page.status == 200, page.words
    before = state_of(app, url).players[1]
    assert before.good("vp") == 9
    entry = ana.go(f"{url}/log").link("It was something else").rsplit("/", 1)[-1]
    page = ana.go(f"{url}/amend/{entry}")
    places = [link.href for link in page.links if "do=activate" in link.href and "die=2" in link.href]
    ana.go(places[0])
    ana.press(space_name(SAY, "glade", "2"))
    after = state_of(app, url).players[1]
    assert (after.dice[2].at, after.good("vp")) == ("glade.2", 9)


# --- a question that nothing answers says why, and leads on


def test_the_parts_of_a_recorded_turn_are_named_as_they_lie_on_the_table(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    die = state_of(app, url).players[1].dice[2]
    fix(ana, url, f"do=fix_die&player=1&die=2&value={die.value}&at=green.{die.spot}")
    revision = ana.go(url).form("/undo").fields["revision"]
    turn = "do=activate&will=2&other=5&step=C&die=2&to=forge.1"
    ana.post(f"{url}/move", seat="1", move=turn, revision=revision, nonce="n")
    page = ana.go(ana.go(f"{url}/log").link("It was something else"))
    assert f"Die showing {die.value}: " in page.words and "die 3" not in page.words
    assert "Placed on" in page.words and "Attitude as the step says" in page.words


def test_no_die_can_cross_says_so_and_leads_on(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    why = SAY("bitoku.why.tengu_no_crossing")
    page = ana.go(f"{url}/tengu?will=2&step=H&ask=cross")
    assert why in page.words
    on = ana.go(page.link(SAY("app.bitoku.tengu.go_on")))
    assert SAY("app.bitoku.tengu.place") in on.words and "ask=cross" not in on.response.request.full_path
    page = ana.go(f"{url}/tengu?will=2&step=A&ask=cross")
    on = ana.go(page.link(SAY("app.bitoku.tengu.go_on")))
    assert why in page.words and SAY("app.bitoku.tengu.ask.step", step="D") in on.words


def test_a_step_that_may_place_nowhere_says_why(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    page = ana.go(f"{url}/tengu?will=1&step=B")
    assert SAY("bitoku.why.tengu_not_left") in page.words
    assert SAY("app.bitoku.tengu.tap_anyway") in page.words
    fine = ana.go(f"{url}/tengu?will=5&step=B")
    assert SAY("app.bitoku.tengu.tap_space") in fine.words
    assert SAY("app.bitoku.tengu.tap_anyway") not in fine.words


def test_both_will_dice_are_told_with_the_one_that_counts(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    card = SAY("app.bitoku.tengu.card.middle")
    page = ana.go(f"{url}/tengu?will=3&other=5")
    assert SAY("app.bitoku.tengu.rolled", low=3, high=5, card=card) in page.words
