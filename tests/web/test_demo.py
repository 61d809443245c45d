"""The demo table: a prepared game that replays, told a step a tap, at a table like any other."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from companion import create_app, facts
from companion.engine.game import Setup, Severity, worst
from companion.engine.log import Entry, Timeline, start
from companion.games import GAMES
from companion.games.bitoku import GAME as BITOKU
from companion.games.spirits import GAME
from companion.record import read_record
from companion.web.demo import Step, standing, steps
from tests.web.pages import Phone

LEAVE = "Play on yourself"
SHOWN = ("spirits", "bitoku")


@pytest.fixture
def ana(app: Flask) -> Phone:
    return Phone(app.test_client())


def tables_of(phone: Phone) -> int:
    with phone.client.session_transaction() as session:
        return len(session.get("tables", []))


def begin(phone: Phone, game: str = "Spirits of the Forest") -> str:
    """The demo opened from the lobby; its address."""
    phone.go("/")
    page = phone.press("See how it works", f"turns of {game}")
    assert page.status == 200, page.words
    return page.response.request.path


def go_on(phone: Phone) -> None:
    """The next step, whether it is a link or a form."""
    links = [link for link in phone.page.links if link.text == "Next"]
    page = phone.go(links[0].href) if links else phone.press("Next")
    assert page.status == 200, page.words


# --- the prepared game


def entries(slug: str) -> list[Entry]:
    """What the steps record, as the log keeps it."""
    made = [made for step in steps(slug) for made in step.records]
    return [
        Entry(number, "undo" if one.move is None else "move", one.seat, move=one.move)
        for number, one in enumerate(made, 1)
    ]


def replayed(slug: str) -> Timeline:
    """The log of the demo, every move of it legal where it is made."""
    game = GAMES[slug]
    options = game.settle(dict(facts.components(slug).get("demo_options", {})))
    timeline: Timeline = start(game, Setup(2, options))
    for entry in entries(slug):
        if entry.kind == "move":
            move = game.codec.from_json(entry.move)
            aside = slug == "bitoku" and move.kind in ("take", "go")
            assert aside or entry.seat in game.to_act(timeline.state), entry
            assert game.check(timeline.state, entry.seat, move) == (), entry
        timeline = timeline.add(entry)
        assert list(game.invariants(timeline.state)) == []
    return timeline


def test_every_move_of_the_demo_is_legal_where_it_is_made() -> None:
    state = replayed("spirits").state
    assert (len(state.held(0)), len(state.held(1)), state.removed) == (2, 3, (0, 1))


def test_every_move_of_bitokus_demo_is_legal_where_it_is_made() -> None:
    state = replayed("bitoku").state
    assert (state.year, state.season, state.order) == (2, "spring", (1, 0))
    assert [p.total for p in BITOKU.score(BITOKU.tally(state, ("Ann", "Ben"))).players] == [7, 5]


def test_the_demo_shows_what_it_should() -> None:
    kinds = {slug: {e.move["do"] for e in entries(slug) if e.move} for slug in SHOWN}
    assert kinds["spirits"] >= {"take", "place", "peek", "stop", "keep"}
    assert kinds["bitoku"] == {"take", "go", "play", "place", "cross", "pass", "order", "farewell", "ready"}
    assert any(e.move and e.move.get("pay") for e in entries("spirits"))
    assert any(e.move and e.move.get("add") for e in entries("bitoku"))
    for slug in SHOWN:
        assert any(step.undo for step in steps(slug))
        assert any(step.say == "refused" for step in steps(slug))
        assert 12 <= len(steps(slug)) <= 20


@pytest.mark.parametrize("slug", SHOWN)
def test_every_step_has_its_words_and_its_rule(slug: str) -> None:
    rules = facts.rules(slug)
    for step in steps(slug):
        assert step.rule in rules, step
        for lang in facts.LANGUAGES:
            assert facts.words(lang).has(f"desk.demo.{slug}.{step.say}"), (lang, step)
    said = {key for key in facts.words("en").keys if key.startswith(f"desk.demo.{slug}.")}
    assert said == {f"desk.demo.{slug}.{step.say}" for step in steps(slug)}


@pytest.mark.parametrize("slug", SHOWN)
def test_where_the_demo_stands_follows_from_the_log(slug: str) -> None:
    log = entries(slug)
    at = [standing(slug, log[:n]) for n in range(len(log) + 1)]
    assert [number for found in at for number in found] == list(range(len(steps(slug))))
    assert standing(slug, [*log, Entry(len(log) + 1, "move", 0, move=log[0].move)]) == ()
    assert standing(slug, [Entry(1, "move", 1, move=log[0].move)]) == ()
    assert standing(slug, [Entry(1, "undo", 0)]) == ()


def test_a_step_that_is_wrong_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Step("x", "R1", move={"do": "take", "at": "1,5", "face": "moss2"})
    monkeypatch.setattr("tests.web.test_demo.steps", lambda slug: (wrong,))
    with pytest.raises(AssertionError):
        test_every_move_of_the_demo_is_legal_where_it_is_made()


# --- at the table


@pytest.mark.parametrize("slug", SHOWN)
@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_the_whole_demo_is_told_and_recorded(app: Flask, lang: str, slug: str) -> None:
    phone, say = Phone(app.test_client(), lang), facts.words(lang)
    phone.go("/")
    phone.press(say("desk.demo.see"), say("desk.demo.see_note", game=say(f"app.game.{slug}")))
    url = phone.page.response.request.path
    for number, step in enumerate(steps(slug), 1):
        page = phone.page
        assert (page.status, page.language) == (200, lang)
        assert say("desk.demo.step", n=number, all=len(steps(slug))) in page.words
        assert page.link(say("app.rule", id=step.rule)).endswith(f"#{step.rule}")
        assert not [link for link in page.links if "/fix" in link.href or "/pad" in link.href]
        if number < len(steps(slug)):
            links = [link for link in page.links if link.text == say("desk.demo.next")]
            phone.go(links[0].href) if links else phone.press(say("desk.demo.next"))
    assert phone.page.link(say("desk.demo.real")) == f"/new/{slug}"
    play = phone.page.link(say("desk.demo.play_on"))
    assert play == url.removesuffix("/demo")
    assert phone.go(play).status == 200
    assert not [link for link in phone.page.links if say("desk.demo.back") in link.text]
    file = phone.client.get(f"{play}/export.json")
    assert file.status_code == 200, file.get_data(as_text=True)
    assert len(read_record(json.loads(file.data), GAMES).entries) == len(entries(slug))


def test_what_is_refused_is_shown_and_not_recorded(ana: Phone) -> None:
    begin(ana)
    at = next(n for n, step in enumerate(steps("spirits")) if step.say == "refused")
    for _ in range(at):
        go_on(ana)
    before = ana.page
    assert "Step 10" in before.words
    table = ana.client.application.extensions["tables"].get(before.response.request.path.split("/")[2])
    asked = GAME.codec.from_answers(dict(steps("spirits")[at].ask or {}))
    against = GAME.check(table.state, 0, asked)
    assert worst(against) == Severity.ILLEGAL
    assert against[0].rule == steps("spirits")[at].rule
    assert facts.words("en")(f"spirits.why.{against[0].reason}", **against[0].values) in before.words
    assert table.revision == 7


def test_a_second_tap_records_nothing_twice(ana: Phone) -> None:
    url = begin(ana)
    go_on(ana)
    form = ana.page.form("/demo")
    ana.send(form)
    assert "Step 3" in ana.page.words
    ana.send(form)
    assert "Step 3" in ana.page.words
    assert ana.client.application.extensions["tables"].get(url.split("/")[2]).revision == 1
    assert ana.post(url, revision="x").status == 422


def test_one_may_play_on_at_any_step_and_come_back(ana: Phone) -> None:
    url = begin(ana)
    go_on(ana)
    go_on(ana)
    ana.follow(LEAVE)
    ana.follow("Back to the demo")
    assert "Step 3" in ana.page.words
    ana.follow(LEAVE)
    ana.press("No gemstone, end the turn")
    assert not [link for link in ana.page.links if "Back to the demo" in link.text]
    assert ana.go(url).response.request.path == url.removesuffix("/demo")
    assert ana.post(url, revision="2").response.request.path == url.removesuffix("/demo")


def test_the_demo_is_resumed_until_its_end(ana: Phone) -> None:
    url = begin(ana)
    go_on(ana)
    assert begin(ana) == url
    for _ in range(len(steps("spirits")) - 1):
        go_on(ana)
    assert begin(ana) != url
    assert tables_of(ana) == 2


def test_bitokus_refusal_says_why_and_its_score_goes_up(ana: Phone) -> None:
    begin(ana, "Bitoku")
    go_on(ana)
    go_on(ana)
    assert "Cards still to be played before passing: 3" in ana.page.words
    assert "Record anyway" not in ana.page.words
    go_on(ana)
    assert "die showing 4" in ana.page.words
    for _ in range(5):
        go_on(ana)
    assert "6 if it ended now" in ana.page.words
    while "Open a real table" not in ana.page.words:
        go_on(ana)
    assert "7 if it ended now" in ana.page.words


def test_in_bitokus_demo_the_set_up_is_folded_and_what_is_to_do_is_seen(ana: Phone) -> None:
    url = begin(ana, "Bitoku")
    assert 'id="set-up">' in ana.page.html and "To do now" in ana.page.words
    assert 'id="set-up" open>' in ana.go(url.removesuffix("/demo")).html


def test_a_demo_for_each_game_and_for_no_other(ana: Phone) -> None:
    spirits = begin(ana)
    assert begin(ana, "Bitoku") != spirits
    assert ana.client.post("/demo/chess").status_code == 404


def test_nobody_else_is_led_through_it(ana: Phone, app: Flask) -> None:
    url = begin(ana)
    eve = Phone(app.test_client())
    assert eve.go(url).response.request.path == url.removesuffix("/demo")
    assert eve.post(url, revision="0").response.request.path == url.removesuffix("/demo")
    assert eve.go("/t/0000000000000/demo").status == 404


def test_demos_and_tables_share_one_limit(tmp_path: object) -> None:
    app = create_app(tmp_path / "data", TESTING=True, WTF_CSRF_ENABLED=False)  # type: ignore[operator]
    phone = Phone(app.test_client())
    form = phone.go("/new/spirits").form("/new/spirits")
    for _ in range(30):  # the first comes from a phone not yet known
        assert phone.client.post("/new/spirits", data=form.fields).status_code == 303
    assert phone.client.post("/demo/spirits").status_code == 303
    assert phone.client.post("/demo/spirits").status_code == 429
    assert phone.client.post("/new/spirits", data=form.fields).status_code == 429


def test_a_demo_whose_table_is_gone_begins_again(app: Flask, ana: Phone) -> None:
    first = begin(ana)
    with app.extensions["tables"].store._writing() as db:
        db.conn.execute("DELETE FROM tables")
    assert begin(ana) != first
