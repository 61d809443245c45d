"""The demo table: a prepared game that replays, told a step a tap, at a table like any other."""

from __future__ import annotations

import json

import pytest
from flask import Flask

from companion import create_app, facts
from companion.engine.game import Setup, Severity, worst
from companion.engine.log import Entry, Timeline, start
from companion.games import GAMES
from companion.games.spirits import GAME
from companion.record import read_record
from companion.web.demo import Step, standing, steps
from tests.web.pages import Phone

LEAVE = "Play on yourself"


@pytest.fixture
def ana(app: Flask) -> Phone:
    return Phone(app.test_client())


def tables_of(phone: Phone) -> int:
    with phone.client.session_transaction() as session:
        return len(session.get("tables", []))


def begin(phone: Phone) -> str:
    """The demo opened from the lobby; its address."""
    phone.go("/")
    page = phone.press("See how it works")
    assert page.status == 200, page.words
    return page.response.request.path


def go_on(phone: Phone) -> None:
    """The next step, whether it is a link or a form."""
    links = [link for link in phone.page.links if link.text == "Next"]
    page = phone.go(links[0].href) if links else phone.press("Next")
    assert page.status == 200, page.words


# --- the prepared game


def entries() -> list[Entry]:
    """What the steps record, as the log keeps it."""
    found: list[Entry] = []
    for step in steps():
        if step.records:
            kind = "undo" if step.undo else "move"
            found.append(Entry(len(found) + 1, kind, step.seat, move=step.move))
    return found


def test_every_move_of_the_demo_is_legal_where_it_is_made() -> None:
    timeline: Timeline = start(GAME, Setup(2, GAME.settle({})))
    for entry in entries():
        if entry.kind == "move":
            assert entry.seat in GAME.to_act(timeline.state)
            move = GAME.codec.from_json(entry.move)
            assert GAME.check(timeline.state, entry.seat, move) == (), entry
        timeline = timeline.add(entry)
        assert list(GAME.invariants(timeline.state)) == []
    first, second = timeline.state.held(0), timeline.state.held(1)
    assert (len(first), len(second), timeline.state.removed) == (2, 3, (0, 1))


def test_the_demo_shows_what_it_should() -> None:
    kinds = {step.move["do"] for step in steps() if step.move}
    assert kinds >= {"take", "place", "peek", "stop", "keep"}
    assert any(step.undo for step in steps())
    assert any(step.move and step.move.get("pay") for step in steps())
    assert 12 <= len(steps()) <= 20


def test_every_step_has_its_words_and_its_rule() -> None:
    rules = facts.rules("spirits")
    for step in steps():
        assert step.rule in rules, step
        for lang in facts.LANGUAGES:
            assert facts.words(lang).has(f"desk.demo.spirits.{step.say}"), (lang, step)
    said = {key for key in facts.words("en").keys if key.startswith("desk.demo.spirits.")}
    assert said == {f"desk.demo.spirits.{step.say}" for step in steps()}


def test_where_the_demo_stands_follows_from_the_log() -> None:
    log = entries()
    at = [standing(log[:n]) for n in range(len(log) + 1)]
    assert [number for found in at for number in found] == list(range(len(steps())))
    assert standing([*log, Entry(len(log) + 1, "move", 0, move={"do": "keep"})]) == ()
    assert standing([Entry(1, "move", 1, move=log[0].move)]) == ()
    assert standing([Entry(1, "undo", 0)]) == ()


def test_a_step_that_is_wrong_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Step("x", "R1", move={"do": "take", "at": "1,5", "face": "moss2"})
    monkeypatch.setattr("tests.web.test_demo.steps", lambda: (wrong,))
    with pytest.raises(AssertionError):
        test_every_move_of_the_demo_is_legal_where_it_is_made()


# --- at the table


@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_the_whole_demo_is_told_and_recorded(app: Flask, lang: str) -> None:
    phone, say = Phone(app.test_client(), lang), facts.words(lang)
    phone.go("/")
    phone.press(say("desk.demo.see"))
    url = phone.page.response.request.path
    for number, step in enumerate(steps(), 1):
        page = phone.page
        assert (page.status, page.language) == (200, lang)
        assert say("desk.demo.step", n=number, all=len(steps())) in page.words
        assert page.link(say("app.rule", id=step.rule)).endswith(f"#{step.rule}")
        if number < len(steps()):
            links = [link for link in page.links if link.text == say("desk.demo.next")]
            phone.go(links[0].href) if links else phone.press(say("desk.demo.next"))
    assert phone.page.link(say("desk.demo.real")) == "/new/spirits"
    play = phone.page.link(say("desk.demo.play_on"))
    assert play == url.removesuffix("/demo")
    assert phone.go(play).status == 200
    assert not [link for link in phone.page.links if say("desk.demo.back") in link.text]
    file = phone.client.get(f"{play}/export.json")
    assert file.status_code == 200, file.get_data(as_text=True)
    assert len(read_record(json.loads(file.data), GAMES).entries) == len(entries())


def test_what_is_refused_is_shown_and_not_recorded(ana: Phone) -> None:
    begin(ana)
    at = next(n for n, step in enumerate(steps()) if step.say == "refused")
    for _ in range(at):
        go_on(ana)
    before = ana.page
    assert "Step 10" in before.words
    table = ana.client.application.extensions["tables"].get(before.response.request.path.split("/")[2])
    asked = GAME.codec.from_answers(dict(steps()[at].ask or {}))
    against = GAME.check(table.state, 0, asked)
    assert worst(against) == Severity.ILLEGAL
    assert against[0].rule == steps()[at].rule
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
    for _ in range(len(steps()) - 1):
        go_on(ana)
    assert begin(ana) != url
    assert tables_of(ana) == 2


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
    assert phone.client.post("/demo").status_code == 303
    assert phone.client.post("/demo").status_code == 429
    assert phone.client.post("/new/spirits", data=form.fields).status_code == 429
