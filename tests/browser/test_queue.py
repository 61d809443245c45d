"""Phones that drop off: what was tapped is kept, said, and sent in order, each once."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Locator, Route, expect
from werkzeug.serving import make_server

from companion.games.spirits.moves import Place, Take
from companion.tables import Table
from tests.browser.conftest import _Silent
from tests.browser.phone import PHONE, Phone
from tests.browser.test_table import NAMES, join_by_picture, open_table
from tests.serving import COMMAND, serving

pytestmark = pytest.mark.browser
FACES = ("dew2", "moss2", "webs2")


def unsent(phone: Phone) -> Locator:
    """The lines of what is not sent yet."""
    return phone.page.locator("#unsent li")


def at_table(house: Flask, path: str) -> Table:
    """The table of that address."""
    return house.extensions["tables"].get(path.rsplit("/", 1)[1])


def noted(house: Flask, path: str) -> list[tuple[str, str]]:
    """(place, face) of each entry of the log, in order."""
    entries = house.extensions["tables"].entries(path.rsplit("/", 1)[1])
    return [(entry.move["at"], entry.move.get("face", "")) for entry in entries]


def name_tile(phone: Phone, face: str) -> None:
    """Tap what the tile of the question is."""
    phone.tap(phone.page.locator("#table").get_by_label(phone.say(f"spirits.tile.{face}"), exact=True))


def ready(phone: Phone, path: str) -> None:
    """The worker has taken over, where there is one, and the faces of one tile can be tapped."""
    phone.go(f"{path}/fix?do=name&at=2,5")
    expect(phone.question()).to_be_visible()


@pytest.fixture
def ana(phones: Callable[..., Phone]) -> Phone:
    return phones("en")


@pytest.fixture
def path(ana: Phone) -> str:
    """Ana's table."""
    return "/t/" + open_table(ana, NAMES).rsplit("/", 1)[1]


def test_three_taps_without_a_net_are_three_entries(ana: Phone, path: str, house: Flask) -> None:
    ready(ana, path)
    ana.leave_net()
    for n, face in enumerate(FACES, 1):
        name_tile(ana, face)
        expect(unsent(ana)).to_have_count(n)
        expect(unsent(ana).last).to_contain_text(ana.say(f"spirits.tile.{face}"))
    assert at_table(house, path).revision == 0
    name_tile(ana, FACES[2])  # a doubled tap
    ana.page.wait_for_timeout(300)
    expect(unsent(ana)).to_have_count(3)
    ana.find_net()
    expect(unsent(ana)).to_have_count(0)
    assert noted(house, path) == [("2,5", face) for face in FACES]


def test_they_are_kept_while_the_page_is_closed(ana: Phone, path: str, house: Flask) -> None:
    ready(ana, path)
    ana.leave_net()
    for n, face in enumerate(FACES, 1):
        name_tile(ana, face)
        expect(unsent(ana)).to_have_count(n)
    ana.page.close()
    ana.page = ana.context.new_page()
    ana.go(path)  # the worker's page: there is no net
    expect(ana.page.get_by_role("heading", level=1)).to_have_text(ana.say("app.offline.title"))
    expect(unsent(ana)).to_have_count(3)
    expect(unsent(ana).first).to_contain_text(ana.say(f"spirits.tile.{FACES[0]}"))
    ana.tap(unsent(ana).nth(1).get_by_role("button", name=ana.say("app.queue.drop")))
    expect(unsent(ana)).to_have_count(2)
    assert at_table(house, path).revision == 0
    ana.find_net()
    expect(ana.page.locator("#table")).to_be_visible()
    until = time.monotonic() + 20
    while len(noted(house, path)) < 2 and time.monotonic() < until:
        ana.page.wait_for_timeout(100)
    assert noted(house, path) == [("2,5", FACES[0]), ("2,5", FACES[2])]
    expect(unsent(ana)).to_have_count(0)


def play(house: Flask, path: str, *moves: tuple[int, Any]) -> None:
    """(seat, move) entered by somebody else."""
    tables, code = house.extensions["tables"], path.rsplit("/", 1)[1]
    for seat, move in moves:
        now = tables.get(code).revision
        outcome = tables.play(code, seat, move, revision=now, nonce=f"elsewhere {now}")
        assert outcome.status == "recorded", outcome


def deaf(phone: Phone) -> None:
    """Nothing that happens at the table reaches the page from now on: its screen grows old."""

    def answer(route: Route) -> None:
        if route.request.method == "GET" and route.request.headers.get("hx-request"):
            route.fulfill(status=204)
        else:
            route.continue_()

    phone.page.route("**/t/**", answer)


def test_the_first_of_them_is_refused_and_the_player_decides(
    ana: Phone, path: str, house: Flask, phones: Callable[..., Phone], tmp_path: Path
) -> None:
    bo = phones("zh-Hant")
    join_by_picture(bo, ana, "Bo", tmp_path)
    play(house, path, (0, Take("0,0", "moss2")), (0, Place("1,5")), (1, Take("3,0", "dew2")))
    expect(bo.spot("2,5")).to_be_visible()
    expect(bo.last()).to_contain_text("3")
    bo.leave_net()
    bo.tap(bo.spot("2,5"))
    bo.tap(bo.spot("2,6"))
    expect(unsent(bo)).to_have_count(2)
    expect(unsent(bo).first).to_contain_text(bo.say("spirits.place.2,5"))

    # Meanwhile Bo's tile is taken back at Ana's phone: there is no gemstone to place.
    ana.go(path)
    ana.press("app.table.undo")
    expect(ana.last()).to_contain_text("2")
    bo.find_net()
    again = unsent(bo).first.get_by_role("button", name=bo.say("app.queue.again"))
    expect(again).to_be_visible()
    expect(unsent(bo)).to_have_count(2)
    expect(unsent(bo).nth(1)).to_contain_text(bo.say("app.queue.after"))
    expect(bo.spot("3,0")).to_be_visible()  # the table as it is now
    bo.page.screenshot(path="/tmp/held.png")
    assert at_table(house, path).revision == 4

    # The one is tried over the table as it is, and says why not; the other is dropped.
    bo.offline = True  # a 422 is told in the console
    bo.tap(again)
    expect(unsent(bo)).to_have_count(1)
    expect(bo.question()).to_have_text(bo.say("app.ask.refused"))
    expect(
        bo.page.get_by_role("button", name=bo.say("app.ask.overrule"))
    ).to_be_visible()  # where rules allow
    bo.page.screenshot(path="/tmp/tried.png")
    bo.tap(unsent(bo).get_by_role("button", name=bo.say("app.queue.drop")))
    expect(unsent(bo)).to_have_count(0)
    assert at_table(house, path).revision == 4


def test_a_reply_that_is_lost_is_asked_for_again(ana: Phone, path: str, house: Flask) -> None:
    ready(ana, path)
    lost: list[int] = []

    def swallow(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    ana.offline = True
    ana.page.route("**/move", swallow)
    with ana.page.expect_response("**/move") as answer:
        name_tile(ana, "dew2")
    assert lost == [200] and answer.value.status == 200
    expect(unsent(ana)).to_have_count(0)
    expect(ana.page.get_by_text(ana.say("app.shell.failed"))).to_have_count(0)
    assert noted(house, path) == [("2,5", "dew2")]


def test_two_taps_while_nothing_answers(ana: Phone, path: str, house: Flask) -> None:
    """The second tap gives up waiting for the first; both are sent, in order."""
    ready(ana, path)
    hung: list[Route] = []
    ana.page.route("**/move", lambda route: route.continue_() if hung else hung.append(route))
    name_tile(ana, "dew2")
    ana.page.wait_for_timeout(200)
    name_tile(ana, "moss2")
    expect(unsent(ana)).to_have_count(0)
    expect(ana.page.get_by_role("heading", level=2).first).to_be_visible()
    until = time.monotonic() + 15
    while len(noted(house, path)) < 2 and time.monotonic() < until:
        ana.page.wait_for_timeout(100)
    assert noted(house, path) == [("2,5", "dew2"), ("2,5", "moss2")]


def test_the_server_away_for_three_seconds(
    phones: Callable[..., Phone], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(tmp_path / "log") as first:
        ana, bo = (phones("en", base_url=first.url) for _ in range(2))
        bo.offline = True  # a header that is for https is told in the console
        path = "/t/" + open_table(ana, NAMES).rsplit("/", 1)[1]
        join_by_picture(bo, ana, "Bo", tmp_path)
        ready(ana, path)
        first.stop()
        port = first.url.rsplit(":", 1)[1]
    ana.offline = bo.offline = True
    name_tile(ana, "dew2")
    expect(unsent(ana)).to_have_count(1)
    time.sleep(3)
    again = (*COMMAND, "serve", "--port", port, "--data", str(tmp_path / "data"))
    began = time.monotonic()
    with serving(tmp_path / "log2", command=("sh", "-c", " ".join(("exec", *again)), "--")):
        up = time.monotonic()
        expect(unsent(ana)).to_have_count(0)
        sent = time.monotonic()
        expect(bo.last()).to_contain_text("1", timeout=30_000)
        seen = time.monotonic()
    with capsys.disabled():
        print(f"\nserver back after {up - began:.1f} s: sent {sent - up:.1f} s, seen {seen - up:.1f} s later")


def test_a_phone_that_comes_back_is_at_the_table_at_once(
    ana: Phone,
    path: str,
    house: Flask,
    phones: Callable[..., Phone],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bo = phones("en")
    join_by_picture(bo, ana, "Bo", tmp_path)
    took = []
    for number, (seat, move) in enumerate(
        ((0, Take("0,0", "moss2")), (0, Place("1,5")), (1, Take("3,0", "dew2")), (1, Place("1,6"))), 1
    ):
        bo.leave_net()
        bo.page.wait_for_timeout(300)
        play(house, path, (seat, move))
        bo.find_net()
        began = time.monotonic()
        expect(bo.last()).to_contain_text(str(number))
        took.append(time.monotonic() - began)
    with capsys.disabled():
        print("\nback at the table after " + ", ".join(f"{t * 1000:.0f}" for t in took) + " ms")
    assert statistics.median(took) < 3


def test_two_phones_at_the_same_turn_at_once(
    ana: Phone, house: Flask, phones: Callable[..., Phone], tmp_path: Path
) -> None:
    """Whoever has a phone may move for the one who has none: both do, and neither knows."""
    bo = phones("en")
    ana.go("/new/spirits")
    ana.page.locator("#count-3").check()
    for n, name in enumerate(("Ana", "Bo", "Cy")):
        ana.page.get_by_label(ana.say("app.lobby.name", n=n + 1), exact=True).fill(name)
    ana.press("app.lobby.open")
    ana.page.wait_for_url("**/people")
    path = "/t/" + ana.page.url.removesuffix("/people")[-13:]
    join_by_picture(bo, ana, "Bo", tmp_path)
    first = ((0, Take("0,0", "moss2")), (0, Place("1,5")), (1, Take("3,0", "dew2")), (1, Place("1,6")))
    play(house, path, *first, (2, Take("3,1", "webs2")))
    ana.go(path)
    held: list[Route] = []
    for phone, at in ((ana, "2,4"), (bo, "2,7")):
        expect(phone.last()).to_contain_text("5")
        deaf(phone)
        phone.page.route("**/move", lambda route: held.append(route))
        phone.tap(phone.spot(at))
        phone.page.wait_for_timeout(200)
    assert len(held) == 2
    bo.offline = True  # a 409 is told in the console
    for route in held:
        route.continue_()
        ana.page.wait_for_timeout(300)
    expect(ana.last()).to_contain_text("6")
    expect(bo.last()).to_contain_text("6")
    expect(bo.page.get_by_role("alert").first).to_contain_text("Cy")
    said = bo.say("app.table.conflict.yours", what="Cy places a gemstone on row 3, tile 8")
    expect(bo.page.get_by_text(said)).to_be_visible()
    assert at_table(house, path).revision == 6


def test_a_page_a_day_old(ana: Phone, house: Flask, phones: Callable[..., Phone], tmp_path: Path) -> None:
    bo = phones("en")
    path = "/t/" + open_table(ana, NAMES).rsplit("/", 1)[1]
    join_by_picture(bo, ana, "Bo", tmp_path)
    ready(ana, path)
    play(house, path, (0, Take("0,0", "moss2")), (0, Place("1,5")))
    expect(bo.last()).to_contain_text("2")
    for phone in (ana, bo):
        deaf(phone)
        phone.page.clock.set_fixed_time("2031-05-04T03:02:01")  # its clock has gone far
    play(house, path, (1, Take("3,0", "dew2")), (1, Place("1,6")), (0, Take("0,1", "webs2")))
    name_tile(ana, "dew2")  # may be said at any time, so it is recorded
    expect(ana.last()).to_contain_text("6")
    bo.offline = True
    bo.tap(bo.spot("3,11"))  # asks for the tile's face, of the table as it is: it is not Bo's turn
    expect(bo.spot("2,8")).to_have_count(0)
    assert at_table(house, path).revision == 6
    assert noted(house, path)[-1] == ("2,5", "dew2")


@pytest.mark.parametrize("clock", ["1999-12-31T23:59:58", "2040-02-29T12:00:00"])
def test_a_clock_that_is_wrong(ana: Phone, path: str, house: Flask, clock: str) -> None:
    ana.page.clock.set_fixed_time(clock)
    ready(ana, path)
    name_tile(ana, "dew2")
    expect(ana.last()).to_contain_text("1")
    ready(ana, path)
    ana.leave_net()
    name_tile(ana, "moss2")
    name_tile(ana, "webs2")
    expect(unsent(ana)).to_have_count(2)
    ana.find_net()
    expect(unsent(ana)).to_have_count(0)
    assert noted(house, path) == [("2,5", face) for face in ("dew2", "moss2", "webs2")]


def go(phone: Phone, way: str) -> None:
    """The browser's own button."""
    phone.page.evaluate(f"() => history.{way}()")
    phone.page.wait_for_timeout(500)
    phone.page.wait_for_load_state()


def test_a_doubled_tap_and_the_way_back(ana: Phone, path: str, house: Flask) -> None:
    # Headless Chromium gives up a way back to a page that had a stream open; a full house refuses it.
    ana.offline = True
    ana.page.route("**/events", lambda route: route.fulfill(status=503))
    ready(ana, path)
    face = ana.page.locator("#table").get_by_label(ana.say("spirits.tile.dew2"), exact=True)
    face.evaluate("key => { key.click(); key.click(); }")
    expect(ana.last()).to_contain_text("1")
    assert noted(house, path) == [("2,5", "dew2")]

    ana.go("/rules/spirits")
    go(ana, "back")
    expect(ana.page.locator("#table")).to_be_visible()
    expect(unsent(ana)).to_have_count(0)
    ana.go(f"{path}/fix?do=name&at=2,6")
    ana.go("/")
    go(ana, "back")  # an old screen, as the browser kept it
    name_tile(ana, "moss2")
    expect(ana.last()).to_contain_text("2")
    go(ana, "back")
    go(ana, "forward")
    assert noted(house, path) == [("2,5", "dew2"), ("2,6", "moss2")]


def test_two_tabs_of_one_phone(ana: Phone, path: str, house: Flask) -> None:
    ready(ana, path)
    other = ana.context.new_page()
    other.goto(f"{path}/fix?do=name&at=2,6")
    tabs = (ana.page, other)
    for tab in tabs:
        expect(tab.locator("#question")).to_be_visible()
    ana.leave_net()
    for tab, name in ((ana.page, "dew2"), (other, "moss2"), (ana.page, "webs2")):
        tab.locator("#table").get_by_label(ana.say(f"spirits.tile.{name}"), exact=True).tap()
        expect(tab.locator("#unsent")).to_be_visible()
        tab.wait_for_timeout(300)
    expect(unsent(ana)).to_have_count(3)
    ana.find_net()
    for tab in tabs:
        expect(tab.locator("#unsent li")).to_have_count(0)
    assert noted(house, path) == [("2,5", "dew2"), ("2,6", "moss2"), ("2,5", "webs2")]


def test_a_home_network_without_https(house: Flask, browser: Browser, ana: Phone, tmp_path: Path) -> None:
    """No worker, no lock, no randomUUID there: the page keeps the queue by itself, closed and opened too."""
    server = make_server("0.0.0.0", 0, house, threaded=True, request_handler=_Silent)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        ana.context.close()
        ana.__init__(
            browser.new_context(base_url=f"http://0.0.0.0:{server.port}", locale="en", **PHONE), "en"
        )
        ana.offline = True  # a header that is for https is told in the console
        path = "/t/" + open_table(ana, NAMES).rsplit("/", 1)[1]
        ready(ana, path)
        bare = "() => [isSecureContext, !!navigator.serviceWorker, !!navigator.locks, !!crypto.randomUUID]"
        assert ana.page.evaluate(bare) == [False] * 4
        ana.leave_net()
        for n, face in enumerate(FACES, 1):
            name_tile(ana, face)
            expect(unsent(ana)).to_have_count(n)
        ana.page.close()
        ana.page = ana.context.new_page()
        ana.find_net()
        ana.go("/")
        expect(unsent(ana)).to_have_count(0)
        until = time.monotonic() + 10
        while len(noted(house, path)) < 3 and time.monotonic() < until:
            ana.page.wait_for_timeout(50)
        assert noted(house, path) == [("2,5", face) for face in FACES]
    finally:
        house.extensions["tables"].watcher.close()
        server.shutdown()
        server.server_close()


def test_what_was_read_before_is_there_without_a_net(ana: Phone, path: str) -> None:
    ana.go("/rules/spirits")
    ana.page.evaluate("() => navigator.serviceWorker.ready.then(() => 0)")
    expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
    title = ana.page.title()
    ana.page.wait_for_timeout(1000)
    ana.go("/sheets/")
    sheets = ana.page.title()
    ana.go(path)
    expect(ana.page.locator("#table")).to_be_visible()
    ana.leave_net()
    for where, what in (
        ("/rules/spirits?back=/t/X", title),
        ("/sheets/", sheets),
        ("/rules/bitoku", ana.say("app.offline.title")),
        (path, ana.say("app.offline.title")),
    ):
        ana.go(where)
        expect(ana.page).to_have_title(what if what in (title, sheets) else f"{what} · Mori 森")
    kept = ana.page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) =>"
        " (await (await caches.open(name)).keys()).map((kept) => new URL(kept.url).pathname)))).flat()"
    )
    assert "/rules/spirits" in kept and not [place for place in kept if place.startswith("/t/")]


def test_a_pad_recorded_without_a_net_leads_to_the_table(phones: Callable[..., Phone]) -> None:
    phone = phones()
    phone.go("/new/bitoku")
    phone.page.locator("details.more > summary").first.tap()
    phone.tap(phone.page.locator("input[name=option-tracking][value=everything]"))
    phone.press("app.lobby.open")
    phone.page.wait_for_url("**/t/**")
    table = phone.page.url.removesuffix("/people")
    phone.go(f"{table}/pad?seat=0&do=gain&so=wood:1")
    expect(phone.page.locator(".sum .number-chip")).to_have_count(1)
    phone.leave_net()
    phone.press("app.ask.record")
    expect(phone.page.locator("#unsent li")).to_have_count(1)
    phone.find_net()
    expect(phone.last()).to_contain_text("Wood +1")
    assert phone.page.url == table
