"""Quick Tengu by its pages: a roll and a tap a turn, the order kept, a whole game."""

from __future__ import annotations

import random
from dataclasses import replace
from statistics import median

import pytest
from flask import Flask

from companion.engine.log import replay, start
from companion.facts import LANGUAGES, words
from companion.games.bitoku import GAME, quick
from companion.games.bitoku.moves import Activate
from companion.games.bitoku.state import TENGU, State
from companion.tables import Table, Tables
from tests.web.pages import Page, Phone
from tests.web.test_tengu import act, begin, fix

SAY = words("en")
ROLL, FIRST = SAY("app.bitoku.quick.roll"), SAY("app.bitoku.quick.shuffle_roll")
DONE = SAY("app.bitoku.quick.done")
MOST_TAPS = 3


@pytest.fixture
def ana(app: Flask) -> Phone:
    return Phone(app.test_client())


def table_of(app: Flask, url: str) -> Table:
    tables: Tables = app.extensions["tables"]
    return tables.get(url.rsplit("/", 1)[-1])


def state_of(app: Flask, url: str) -> State:
    state = table_of(app, url).state
    assert isinstance(state, State)
    return state


def kinds(app: Flask, url: str) -> list[str]:
    return [node.move.kind for node in table_of(app, url).timeline.backwards()][::-1]


def turns(state: State) -> int:
    return 0 if state.tengu is None else state.tengu.turns


def roll(phone: Phone) -> Page:
    return phone.press(FIRST if phone.page.has_button(FIRST) else ROLL)


def done(phone: Phone, draw: random.Random) -> Page:
    """The turn as the app decided it; where it asks what lay there, something."""
    moves = [(f, b) for f in phone.page.forms for b in f.buttons if b.value.startswith("do=activate")]
    form, button = moves[0] if len(moves) == 1 else draw.choice(moves)
    return phone.send(form, button)


def test_a_turn_is_a_roll_and_one_tap(ana: Phone, app: Flask) -> None:
    url = begin(ana, tengu="quick")
    assert SAY("app.bitoku.quick.note") in ana.page.words
    assert not [move for move in ana.page.moves() if move.startswith("do=activate")]
    before = len(kinds(app, url))
    page = roll(ana)
    assert kinds(app, url)[before:] == ["shuffle", "roll"]
    order = table_of(app, url).timeline.node(before + 1).move.cards  # type: ignore[union-attr]
    page = Page(ana.client.get(f"{url}/amend/{before + 1}"))
    assert page.status == 200 and " ".join(map(str, order)) not in page.html, "nobody is to know it"
    page = ana.go(url)
    state = state_of(app, url)
    assert state.tengu is not None and len(state.tengu.will) == 2
    plan = quick.plan(state, state.tengu.will[0])
    assert "Will dice" in page.words and page.has_button(DONE)
    assert "turn=1" in page.button(DONE)[1].value, "an old screen is not taken for its next turn"
    ana.press(DONE)
    assert kinds(app, url)[before + 2 :] == ["activate"]
    last = table_of(app, url).timeline.head
    assert last is not None and last.move == replace(plan.turns[0], turn=1) and last.entry.seat == TENGU
    assert "Tengu: " in ana.page.words and state_of(app, url).turn == 0


def test_undo_never_rolls_or_shuffles_anew(ana: Phone, app: Flask) -> None:
    url = begin(ana, tengu="quick", season="spring")
    seen = set()
    for _ in range(4):
        ana.press(SAY("app.ask.bitoku.do.ready"))
        roll(ana)
        tengu = state_of(app, url).tengu
        assert tengu is not None
        seen.add((tengu.will, tengu.row, tengu.pile))
        done(ana, random.Random(1))
        for _ in range(4):
            ana.press(SAY("app.table.undo"))
        assert state_of(app, url).season == "spring"
    assert len(seen) == 1


def test_a_roll_that_was_mended_comes_again(ana: Phone, app: Flask) -> None:
    url = begin(ana, tengu="quick")
    roll(ana)
    last = table_of(app, url).timeline.head
    assert last is not None and last.move.kind == "roll"
    fields = ana.go(url).form("/undo").fields
    mended = "do=roll&low=1&high=1&turn=1"
    page = ana.post(f"{url}/amend", **{**fields, "target": str(last.entry.number), "move": mended})
    assert page.status == 200, page.words
    ana.go(url)
    ana.press(SAY("app.table.undo"))
    ana.go(url)
    ana.press(SAY("app.table.undo"))
    roll(ana)
    tengu = state_of(app, url).tengu
    assert tengu is not None and tengu.will == (1, 1)


def test_the_roll_is_made_once_and_by_who_plays(ana: Phone, app: Flask) -> None:
    url = begin(ana, tengu="quick")
    form = ana.page.form("/tengu/will")
    for _ in range(2):  # the same form twice: recorded once
        assert ana.post(form.action, **form.fields).status == 200
    assert kinds(app, url).count("roll") == 1
    again = ana.post(form.action, **{**form.fields, "nonce": "other"})
    assert again.status == 409 and kinds(app, url).count("roll") == 1
    eve = Phone(app.test_client())
    assert eve.post(form.action, **form.fields).status == 403
    printed = begin(ana)
    fields = ana.page.form("/undo").fields
    assert ana.post(printed + "/tengu/will", **fields).status == 404
    assert SAY("app.bitoku.quick.note") not in ana.go(printed).words


def test_what_lay_there_is_the_button_that_records(ana: Phone, app: Flask) -> None:
    url = begin(ana, tracking="turns", tengu="quick")
    for number, space in ((0, "stairway.4"), (1, "home.amulet"), (2, "home.vision")):
        fix(ana, url, f"do=fix_die&player=1&die={number}&value=4&at={space}")
    roll(ana)
    page = ana.page
    asks = "bitoku" if page.has_button("Makoto") else "yokai"
    assert SAY(f"app.bitoku.quick.asks.{asks}") in page.words and not page.has_button(DONE)
    assert page.has_button(SAY("app.bitoku.quick.none")) and "crosses the river" in page.words
    ana.press("Jin" if asks == "bitoku" else "Kitsune")
    player = state_of(app, url).players[TENGU]
    assert player.good("jin" if asks == "bitoku" else "kitsune") == (1 if asks == "bitoku" else 2)


def test_something_else_can_be_recorded_anyway(ana: Phone, app: Flask) -> None:
    url = begin(ana, tengu="quick")
    roll(ana)
    ana.follow(SAY("app.bitoku.quick.otherwise"))
    will = state_of(app, url).tengu.will[0]  # type: ignore[union-attr]
    page = ana.go(f"{url}/tengu?will={will}&step=D&unlock=1")
    assert "Quick Tengu does something else here" in page.words
    ana.press(SAY("app.ask.overrule"))
    last = table_of(app, url).timeline.head
    assert last is not None and last.move == Activate(will, "D", unlock=1, turn=1)
    assert last.entry.overruled == ("Q3",)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_turn_can_be_told(app: Flask, lang: str) -> None:
    """The screen of every step, over tables made for it, in the reader's language."""
    phone = Phone(app.test_client())
    url = begin(phone, tengu="quick_harder", tracking="everything")
    fix(phone, url, "do=tengu_rocks&yokai=kappa&also=ara")
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    steps = set()
    tables: Tables = app.extensions["tables"]
    draw = random.Random(5)
    for turn in range(1, 19):
        state = state_of(app, url)
        assert state.tengu is not None
        at = [f"{r}.{n}" for r in ("yomi", "stairway", "glade", "forge") for n in (1, 3)]
        spots = ["home.copy" if turn % 3 == 0 else "green.0", *draw.sample(at, 2)]
        spots[1] = "red.1" if turn % 2 else spots[1]
        chosen = [(spot, draw.randint(1, 6)) for spot in spots]
        for number, (spot, value) in enumerate(chosen):
            _play(tables, url, f"do=fix_die&player=1&die={number}&value={value}&at={spot}")
        _play(tables, url, f"do=fix_die&player=0&die=0&value={draw.randint(1, 6)}&at={draw.choice(at)}")
        low, high = sorted((draw.randint(1, 6), draw.randint(1, 6)))
        _play(tables, url, f"do=roll&low={low}&high={high}&turn={turn}")
        page = phone.go(url)
        assert page.status == 200 and "{" not in page.words and 'class="quick-do"' in page.html
        plan = quick.plan(state_of(app, url), low)
        steps.add(plan.turns[0].step)
        assert len([move for move in page.moves() if move.startswith("do=activate")]) == len(plan.turns)
        _play(tables, url, GAME.codec.to_form(plan.turns[0]), TENGU)
        _play(tables, url, "do=fix_season&season=summer&year=2") if state.season != "summer" else None
        _play(tables, url, "do=fix_turn&player=1")
    assert steps >= {"A", "C", "F", "H", "I"}


def _play(tables: Tables, url: str, text: str, seat: int = -1) -> None:
    code = url.rsplit("/", 1)[-1]
    table = tables.get(code)
    outcome = tables.play(
        code,
        seat,
        GAME.codec.from_form(text),
        revision=table.revision,
        nonce=f"q{table.revision}",
        overrule=True,
    )
    assert outcome.status == "recorded", (text, outcome)


def test_a_whole_game_by_taps(ana: Phone, app: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    draw, url = random.Random(3), begin(ana, tengu="quick", tracking="turns", season="spring")
    fix(ana, url, "do=tengu_rocks&yokai=kappa&also=temple")
    ana.go(url)
    taps = []
    for _ in range(400):
        state = state_of(app, url)
        if state.season == "ascension":
            break
        if state.season != "summer":
            _season(ana, state)
        elif state.turn == TENGU:
            count, number = 0, turns(state)
            while turns(state_of(app, url)) == number:
                count += 1
                done(ana, draw) if any(m.startswith("do=activate") for m in ana.page.moves()) else roll(ana)
            taps.append(count)
        else:
            act(ana, draw)
        assert ana.page.status == 200, ana.page.words
    else:
        raise AssertionError("the game does not end")
    assert max(taps) <= MOST_TAPS and len(taps) >= 24
    table = table_of(app, url)
    entries = app.extensions["tables"].entries(table.code)
    assert replay(start(GAME, table.setup), entries).timeline.state == table.state
    assert kinds(app, url).count("shuffle") == 1 + len(taps) // 8
    sheet = GAME.tally(table.state, table.names)
    assert sheet["tengu"]["vp"] > 20 and sheet["tengu"]["building_vp"] == 0
    page = ana.go(url + "/end")
    assert SAY("app.end.bitoku.rest_quick") in page.words and SAY("bitoku.option.tengu.quick") in page.words
    with capsys.disabled():
        print(f"\nQuick Tengu: {len(taps)} turns, taps a turn: most {max(taps)}, median {median(taps)}")


def _season(phone: Phone, state: State) -> None:
    order = [(f, b) for f in phone.page.forms for b in f.buttons if b.value.startswith("do=order")]
    if state.season == "autumn" and order:
        phone.send(*order[0])
    elif state.season == "autumn" and (href := [x.href for x in phone.page.links if "do=order" in x.href]):
        phone.go(href[0])
    else:
        ready = [(f, b) for f in phone.page.forms for b in f.buttons if b.value.startswith("do=ready")]
        phone.send(*ready[0])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_another_turn_is_asked_by_its_own_steps(ana: Phone, app: Flask, lang: str) -> None:
    """The flow chart of the rulebook is what this variant does without."""
    say = words(lang)
    url = begin(ana, tengu="quick")
    page = ana.go(f"{url}/tengu?will=5&lang={lang}")
    steps = [
        letter for letter in "ABCDEFGHIJKL" if say("app.bitoku.tengu.step.unknown", step=letter) in page.words
    ]
    assert steps == [] and say("app.bitoku.quick.note") in page.words
    assert (
        say("app.bitoku.quick.step.H") in page.words and say("app.bitoku.tengu.cycle.note") not in page.words
    )


def test_the_card_in_use_is_marked(ana: Phone, app: Flask) -> None:
    url = begin(ana, tengu="quick")
    assert ana.go(url).response.text.count('class="on" aria-current') == 0
    page = roll(ana)
    assert page.response.text.count('class="on" aria-current') == 1
