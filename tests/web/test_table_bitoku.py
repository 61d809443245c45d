"""A table of Bitoku by its pages, as phones without JavaScript use it."""

from __future__ import annotations

import re
from statistics import median
from urllib.parse import urlsplit

import pytest
from flask import Flask

from companion.engine.game import TABLE, Setup
from companion.facts import LANGUAGES, words
from companion.games.bitoku import GAME
from companion.games.bitoku.learned import as_file, read
from companion.games.bitoku.moves import FixKodama, Place, Treasure
from companion.games.bitoku.state import GOODS, REGIONS, State
from companion.tables import Tables
from companion.web.speech import SPEECH
from companion.web.speech.bitoku import standing
from tests.web.bitoku_player import CARDS, Player
from tests.web.pages import Page, Phone
from tests.web.screens import Screen, client_of
from tests.web.screens_bitoku import opened
from tests.web.scribe import Scribe

NAMES = ["Ana", "Bo", "Cem", "Dee"]


@pytest.fixture
def ana(app: Flask) -> Phone:
    return Phone(app.test_client())


@pytest.fixture
def bo(app: Flask) -> Phone:
    return Phone(app.test_client())


def open_table(phone: Phone, seats: int = 2, tracking: str = "everything", phones: str = "one") -> str:
    """A table by the form; its address."""
    form = phone.go("/new/bitoku").form("/new/bitoku")
    names = {f"name-{n}": name for n, name in enumerate(NAMES[:seats])}
    page = phone.send(form, count=str(seats), phones=phones, **{"option-tracking": tracking, **names})
    assert page.status == 200, page.words
    return page.response.request.path.removesuffix("/people")


def state_of(app: Flask, url: str) -> State:
    tables: Tables = app.extensions["tables"]
    state = tables.get(url.rsplit("/", 1)[-1]).state
    assert isinstance(state, State)
    return state


def do(phone: Phone, url: str, seat: int, move: str, **more: str) -> Page:
    """A move by its form."""
    revision = phone.go(url).form("/undo").fields["revision"]
    return phone.post(
        url + "/move",
        seat=str(seat),
        move=move,
        revision=revision,
        nonce=f"{seat}{move}{revision}"[-60:],
        **more,
    )


def summer(phone: Phone, url: str) -> None:
    do(phone, url, -1, "do=go")


# --- a turn


def test_a_card_is_one_tap_and_a_die_two(app: Flask, ana: Phone) -> None:
    url = open_table(ana, tracking="turns")
    summer(ana, url)
    ana.go(url)
    ana.press("Play a yokai. left")
    assert "Ana plays a yokai (left)." in ana.page.words and "Bo: take a turn" in ana.page.words
    ana.press("Play a yokai. middle")
    ana.follow("Use the die showing 3. unlocked, left")
    ana.press("Glade of Jade, space 3")
    assert "Ana places a 3: Glade of Jade, space 3." in ana.page.words
    assert state_of(app, url).players[0].dice[0].at == "glade.3"


def test_amulets_show_what_the_die_becomes_before_it_is_final(app: Flask, ana: Phone) -> None:
    url = open_table(ana, tracking="turns")
    summer(ana, url)
    do(ana, url, 0, "do=play&slot=0")
    do(ana, url, 1, "do=play&slot=0")
    ana.go(url)
    ana.follow("Use the die showing 3")
    assert "die showing 5" not in ana.page.words
    ana.follow("One amulet pip more")
    ana.follow("One amulet pip more")
    assert "die showing 5" in ana.page.words and not state_of(app, url).players[0].dice[0].out
    ana.follow("One amulet pip fewer")
    ana.press("Lands of Yomi, space 4")
    assert "Ana raises a die by 1 and places a 4" in ana.page.words


def test_a_space_says_why_the_die_would_not_act_there(ana: Phone) -> None:
    url = open_table(ana, tracking="turns")
    summer(ana, url)
    do(ana, url, 0, "do=play&slot=0")
    do(ana, url, 1, "do=play&slot=0")
    ana.go(url)
    page = ana.follow("Use the die showing 3")
    _, button = page.button("Forge, space 6")
    assert "This space’s action needs a 6" in button.text
    assert "+3" in button.text


def test_crossing_shows_the_penance_and_covers_the_boon(app: Flask, ana: Phone) -> None:
    url = open_table(ana, seats=3, tracking="turns")
    summer(ana, url)
    for seat in range(3):
        do(ana, url, seat, "do=play&slot=0")
    do(ana, url, 0, "do=place&die=0&region=yomi&space=3")
    for seat in (1, 2):
        do(ana, url, seat, "do=play&slot=1")
    ana.go(url)
    ana.follow("Cross the river", "Lands of Yomi")
    assert "Penance: the 3 becomes a 2." in ana.page.words
    ana.press("The yokai into the hand")
    assert "Ana crosses the river (Lands of Yomi), die now 2" in ana.page.words
    assert "the yokai into the hand. covered" in ana.page.words
    assert state_of(app, url).players[0].dice[0].at == "hill.yomi"


def test_passing_says_what_is_still_to_be_done_and_can_be_recorded_anyway(ana: Phone) -> None:
    url = open_table(ana, tracking="turns")
    summer(ana, url)
    ana.go(url)
    ana.follow("Pass", "Cards still to be played")
    assert "Rule Y4" in ana.page.words
    ana.press("Record anyway")
    assert "Ana passes. " in ana.page.words and "recorded against Y4" in ana.page.words


def test_a_pilgrim_frees_a_locked_die_and_the_screen_says_so_first(app: Flask, ana: Phone) -> None:
    url = open_table(ana)
    summer(ana, url)
    ana.go(url)
    ana.follow("Use the die showing 3. locked, left")
    assert "An awake pilgrim leaves the game to free this die." in ana.page.words
    ana.press("Great Spirit’s home, +2 amulet")
    assert state_of(app, url).players[0].gone == 1


def test_hints_come_at_their_moment_and_end_by_themselves(ana: Phone) -> None:
    url = open_table(ana, tracking="turns")
    assert "First game?" in ana.go(url).words
    ana.press("Show hints")
    assert "keep three" in ana.page.words and ana.page.link("Rule Y2")
    summer(ana, url)
    assert "All your dice are locked" in ana.go(url).words
    assert ana.page.link("Rule D1").endswith("#D1")
    do(ana, url, 0, "do=play&slot=1")
    assert "All your dice are locked" in ana.go(url).words, "Bo, too, is on this phone"
    do(ana, url, 1, "do=play&slot=1")
    assert "A die is unlocked" in ana.go(url).words
    ana.press("Got it")
    do(ana, url, 0, "do=place&die=1&region=glade&space=2")
    do(ana, url, 1, "do=place&die=1&region=glade&space=1")
    assert "may cross the river" in ana.go(url).words
    ana.press("No more hints")
    assert "may cross the river" not in ana.page.words


# --- what is due


def two_phones(ana: Phone, bo: Phone) -> str:
    url = open_table(ana, phones="each")
    bo.go(url)
    bo.press("Bo")
    summer(ana, url)
    do(ana, url, 0, "do=play&slot=1")
    do(bo, url, 1, "do=play&slot=1")
    return url


def test_what_is_due_stands_on_its_own_phone_and_holds_up_nobody(app: Flask, ana: Phone, bo: Phone) -> None:
    url = two_phones(ana, bo)
    do(ana, url, 0, "do=place&die=1&region=stairway&space=2")
    page = bo.go(url)
    assert "A pilgrim sets out" not in page.words and page.has_button("Play a yokai. left")
    page = ana.go(url)
    assert "A pilgrim sets out" in page.words and "Bo: take a turn" in page.words
    bo.press("Play a yokai. left")
    ana.go(url)
    ana.press("A pilgrim sets out")
    player = state_of(app, url).players[0]
    assert (player.awake, player.road, player.due("walk")) == (2, 1, None)


def test_what_cannot_be_done_with_it_says_why_and_may_be_recorded_anyway(ana: Phone, bo: Phone) -> None:
    url = two_phones(ana, bo)
    do(ana, url, 0, "do=place&die=1&region=stairway&space=2")
    ana.go(url)
    ana.follow("Over the first bridge")
    assert "None of your pilgrims is on the path" in ana.page.words
    assert not ana.page.has_button("Record anyway")


def test_the_price_goes_with_what_is_bought(app: Flask, ana: Phone) -> None:
    url = open_table(ana)
    summer(ana, url)
    do(ana, url, 0, "do=gain&items=sake%2B2")
    do(ana, url, 0, "do=play&slot=1")
    do(ana, url, 1, "do=play&slot=1")
    do(ana, url, 0, "do=place&die=1&region=yomi&space=2")
    ana.go(url)
    ana.follow("Ara")
    ana.follow("One less: Sake")
    ana.follow("Five more: Virtue points")
    ana.press("Record it")
    player = state_of(app, url).players[0]
    assert (player.good("ara"), player.good("sake"), player.good("vp")) == (1, 1, 5)
    assert "Ana chooses: Ara (a mitama or a dragonfly). Sake −1, Virtue points +5." in ana.page.words


def test_a_building_is_chosen_with_its_area_and_its_value(app: Flask, ana: Phone) -> None:
    url = open_table(ana)
    summer(ana, url)
    do(ana, url, 0, "do=play&slot=1")
    do(ana, url, 1, "do=play&slot=1")
    do(ana, url, 0, "do=place&die=1&region=forge&space=2")
    ana.go(url)
    ana.follow("Onsen")
    _, button = next((f, b) for f in ana.page.forms for b in f.buttons if b.text == "Record it")
    assert button.disabled, "where it stands is not said yet"
    ana.follow("Glade of Jade")
    ana.go(next(link.href for link in ana.page.links if link.text == "4"))
    ana.follow("One less: Wood")
    ana.press("Record it")
    building = state_of(app, url).buildings[-1]
    assert (building.kind, building.region, building.value, building.owner) == ("onsen", "glade", 4, 0)
    assert "Onsen of Ana, value 4" in ana.page.words


# --- the pad and corrections


def test_the_pad_adds_up_and_never_goes_below_zero(app: Flask, ana: Phone) -> None:
    url = open_table(ana)
    ana.go(url)
    ana.follow("What came and went: Ana")
    ana.follow("One more: Wood")
    page = ana.follow("One more: Wood")
    assert "1 → 3" in page.words
    ana.press("Record it")
    assert "Ana: Wood +2." in ana.page.words and state_of(app, url).players[0].good("wood") == 3
    page = ana.go(url + "/pad?seat=0&so=jade:-2")
    assert "nothing goes below zero" in page.words and not page.has_button("Record it")


@pytest.mark.parametrize(
    "so", ["", "wood:x", "wood:999999", "%F0%9F%8C%B2:1", "a" * 5000, "wood:0~jade", "no:1"]
)
def test_any_draft_of_the_pad_is_a_page(ana: Phone, so: str) -> None:
    url = open_table(ana)
    assert ana.go(f"{url}/pad?seat=0&so={so}").status == 200
    assert ana.go(f"{url}/pad?seat=0&do=build&building={so[:9]}&region=x&value=y").status == 200
    assert ana.go(f"{url}/pad?seat=9").status == 422
    assert ana.go(f"{url}/pad?seat=0&do=take&due=walk&what=moon").status == 200


def test_the_pad_says_what_is_missing_and_what_would_be_recorded(ana: Phone) -> None:
    url = open_table(ana, seats=3)
    page = ana.go(f"{url}/pad?seat=0&do=build&building=temple")
    assert "Still to choose: Region" in page.words and "Nothing yet" not in page.words
    page = ana.go(f"{url}/pad?seat=0&do=use&building=0")
    assert all(page.link(f"Ancient building, {region}") for region in ("Lands of Yomi", "Glade of Jade"))
    assert "Ana uses a building: Ancient building." in page.words and "Nothing yet" not in page.words


def test_every_number_can_be_set_right(ana: Phone) -> None:
    url = open_table(ana)
    page = ana.go(f"{url}/fix?do=fix_count&player=1&what=dragonfly")
    assert "Which" not in page.words and "How many?" in page.words
    assert {"0", "2", "3"} <= {button.text for form in page.forms for button in form.buttons}
    assert "Bo: all numbers" in ana.follow("Another number").words
    ana.go(f"{url}/fix?do=fix_kodama&player=1&region=yomi")
    assert "Bo: all numbers" in ana.follow("Another number").words
    page = ana.go(f"{url}/fix?do=fix_die&player=0&die=1")
    assert re.findall(r"<b>(\d)</b>", page.html) == list("123456") and "Which value" in page.words


def test_a_count_is_set_right_in_two_taps(app: Flask, ana: Phone) -> None:
    url = open_table(ana)
    ana.go(url)
    ana.follow("Stone: 0")
    button = next(b for f in ana.page.forms for b in f.buttons if b.text == "2" and b.name == "move")
    ana.post(url + "/move", seat="-1", move=button.value, revision="0", nonce="two")
    assert state_of(app, url).players[0].good("stone") == 2
    assert "Correction for Ana: Stone 2." in ana.page.words


def test_all_numbers_of_a_player_in_one_form(app: Flask, ana: Phone) -> None:
    url = open_table(ana)
    form = ana.go(f"{url}/stock?seat=1").form("/stock")
    ana.send(form, vp="57", wood="4", **{"kodama.yomi": "6"}, temple="2", awake="5", rocks="1")
    player = state_of(app, url).players[1]
    assert (player.good("vp"), player.good("wood"), player.kodama[0], player.awake) == (57, 4, 6, 5)
    form = ana.go(f"{url}/stock?seat=1").form("/stock")
    page = ana.send(form, wood="many")
    assert page.status == 422 and "“many” is no whole number" in page.words
    form = ana.go(f"{url}/stock?seat=1").form("/stock")
    page = ana.send(form, awake="12")
    assert page.status == 422 and "Sleeping pilgrims" in page.words


def test_the_board_is_noted_once(app: Flask, ana: Phone) -> None:
    url = open_table(ana)
    form = ana.go(f"{url}/board").form("/board")
    prizes = {"yomi.first": "8", "yomi.second": "5", "yomi.third": "2"}
    heights = {f"height.{n}": space for n, space in enumerate(("copy", "either", "vision", "amulet"))}
    page = ana.send(form, **prizes, **heights, **{"n.yomi.6": "1"})
    assert page.status == 200, page.words
    state = state_of(app, url)
    assert (
        dict(state.prizes)["yomi"] == (8, 5, 2) and state.heights[0] == "copy" and state.size("yomi.6") == 1
    )
    form = ana.go(f"{url}/board").form("/board")
    page = ana.send(form, **{**heights, "height.0": "vision"})
    assert page.status == 422 and "from top to bottom" in page.words


def test_an_entry_that_is_amended_names_its_die_and_its_building(app: Flask, ana: Phone) -> None:
    url = open_table(ana)
    summer(ana, url)
    ana.go(url)
    ana.press("Play a yokai. left")
    do(ana, url, 1, "do=play&slot=0")
    die = state_of(app, url).players[0].dice[0]
    do(ana, url, 0, "do=place&die=0&region=yomi&space=1")
    page = ana.go(ana.go(f"{url}/log").link("It was something else"))
    assert f"Die showing {die.value}: " in page.words and "die 1" not in page.words
    assert "Height in the home" not in page.words
    do(ana, url, 0, "do=build&building=temple&region=yomi", overrule="1")
    do(ana, url, 0, f"do=use&building={len(state_of(app, url).buildings) - 1}", overrule="1")
    page = ana.go(ana.go(f"{url}/log").link("It was something else"))
    assert "Temple, Lands of Yomi" in page.words and "building 1" not in page.words


def test_what_stands_by_itself_has_a_capital_but_for_names() -> None:
    say = words("en")
    assert standing(say, ("ana", "bo"), "second", "1", "order") == "bo"
    assert standing(say, ("ana", "bo"), "what", "pile", "fix_tengu") == "Cards in the Tengu’s pile"


def test_the_log_says_that_a_virtue_is_a_card(ana: Phone) -> None:
    url = open_table(ana)
    summer(ana, url)
    page = do(ana, url, 0, "do=gain&items=jin%2B1")
    assert "Ana: Bitoku card Jin +1." in page.words


def test_tracking_is_changed_at_any_time(app: Flask, ana: Phone) -> None:
    url = open_table(ana, tracking="turns")
    ana.go(url)
    assert "if it ended now" not in ana.page.words
    ana.press("Everything")
    assert state_of(app, url).everything and "if it ended now" in ana.page.words
    ana.press("Turns")
    assert not state_of(app, url).everything


# --- the year


def test_the_set_up_is_a_check_list_for_that_many(ana: Phone) -> None:
    url = open_table(ana, seats=3)
    page = ana.go(url)
    assert (
        "Set-up for 3 players" in page.words
        and "one in the Lands of Yomi, one in the Glade of Jade" in page.words
    )
    assert "draw 4 yokai. Keep 3" in page.words


def test_a_year_of_three_with_order_and_markers(app: Flask, ana: Phone) -> None:
    url = open_table(ana, seats=3, tracking="turns")
    player = Player(ana, url, NAMES[:3], everything=False, seed=4)
    for _ in range(2):
        player.spring()
        player.summer()
        player.autumn()
        compare(state_of(app, url), player.scribe, False)
        player.winter()
    assert "Year 3 of 4 · Spring" in ana.page.words


def test_a_yokai_takes_its_leave_for_points(app: Flask, ana: Phone) -> None:
    url = open_table(ana)
    summer(ana, url)
    do(ana, url, 0, "do=play&slot=0")
    do(ana, url, -1, "do=fix_season&season=winter&year=1")
    ana.go(url)
    ana.follow("The left yokai leaves")
    assert "Ana: how many points does the left yokai give?" in ana.page.words
    form, button = next((f, b) for f in ana.page.forms for b in f.buttons if b.text == "7")
    ana.send(form, button)
    player = state_of(app, url).players[0]
    assert (player.good("vp"), player.farewelled) == (7, 1)


def compare(state: State, scribe: Scribe, everything: bool) -> None:
    """The table as it is recorded, and the independent count."""
    assert list(GAME.invariants(state)) == []
    assert list(state.order) == scribe.order and state.season == scribe.season.replace("over", "ascension")
    assert set(state.boons) == scribe.boons
    for player, own in zip(state.players, scribe.own, strict=True):
        assert [(d.value, d.at) for d in player.dice] == [(d.value, f"{d.zone}.{d.spot}") for d in own.dice]
        assert list(player.slots) == own.slots
        assert (player.hand, player.deck, player.discards) == (own.hand, own.deck, own.discards)
        if everything:
            counted = {what: player.good(what) for what in own.goods if what in GOODS}
            assert counted == {what: n for what, n in own.goods.items() if what in GOODS}
            assert dict(zip(REGIONS, player.kodama, strict=True)) == own.kodama
            assert (player.awake, player.road) == (own.awake, own.road)


def test_taps_of_a_turn_with_known_pieces(app: Flask, ana: Phone, capsys: pytest.CaptureFixture[str]) -> None:
    """Two years of three players who keep count of everything and know what their cards give."""
    ana.post("/copy/bitoku/take", text=as_file(map(read, CARDS)))
    url = open_table(ana, seats=3)
    player = Player(ana, url, NAMES[:3], everything=True, seed=5, known=True)
    for seat in range(3):
        player.settle(seat)
    for _ in range(2):
        player.spring()
        player.summer()
        player.autumn()
        compare(state_of(app, url), player.scribe, True)
        player.winter()
    with capsys.disabled():
        taps = sorted(player.taps)
        print(f"\neverything, known: {len(taps)} turns, taps median {median(taps)}, most {taps[-1]}")
    assert median(player.taps) <= 6


@pytest.mark.parametrize("tracking", ["turns", "everything"])
def test_a_whole_game_of_four_against_an_independent_count(
    app: Flask, ana: Phone, tracking: str, capsys: pytest.CaptureFixture[str]
) -> None:
    everything = tracking == "everything"
    url = open_table(ana, seats=4, tracking=tracking)
    prizes: dict[str, list[int]] = {}
    if everything:
        prizes = {region: [7 - at, 4, 1] for at, region in enumerate(REGIONS)}
        fields = {
            f"{region}.{name}": str(n)
            for region, three in prizes.items()
            for name, n in zip(("first", "second", "third"), three, strict=True)
        }
        ana.send(ana.go(f"{url}/board").form("/board"), **fields)
    player = Player(ana, url, NAMES, everything, seed=11)
    if everything:
        for seat in range(4):
            player.settle(seat)
    for year in range(1, 5):
        assert f"Year {year} of 4 · Spring" in ana.page.words
        player.spring()
        player.summer()
        player.autumn()
        compare(state_of(app, url), player.scribe, everything)
        player.winter()
    compare(state_of(app, url), player.scribe, everything)
    turns = len(player.taps)
    assert turns > 80
    with capsys.disabled():
        print(f"\n{tracking}: {turns} turns, taps median {median(player.taps)}, most {max(player.taps)}")
    assert median(player.taps) <= (6 if everything else 3)
    ends_in_the_calculator(app, ana, url, player, prizes)


def ends_in_the_calculator(
    app: Flask, ana: Phone, url: str, player: Player, prizes: dict[str, list[int]]
) -> None:
    state = state_of(app, url)
    page = ana.follow("See the score")
    if state.everything:
        totals = player.scribe.points(prizes)
        result = GAME.score(GAME.tally(state, tuple(NAMES)))
        assert [p.total for p in result.players] == totals
        assert all(f"{name} {total}" in page.words for name, total in zip(NAMES, totals, strict=True))
    page = ana.follow("Finish the count")
    assert page.status == 200 and urlsplit(page.response.request.path).path == "/score/bitoku"
    assert "Dee" in page.html
    dice = [int(n) for n in re.findall(r'name="a\.die\.\d" value="(\d)"', page.html)]
    assert not dice or dice == [die.value for die in state.players[0].dice]


# --- every screen


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_screen_in_every_language(ana: Phone, lang: str) -> None:
    url = open_table(ana, seats=3)
    summer(ana, url)
    for move in ("do=play&slot=0", "do=gain&items=wood%2B1%20makoto%2B1%20walk%2B2%20rock%2B1%20kushi%2B1"):
        do(ana, url, 0, move)
    do(ana, url, 1, "do=play&slot=0")
    do(ana, url, 2, "do=play&slot=0")
    do(ana, url, 0, "do=place&die=0&region=forge&space=3")
    do(ana, url, 0, "do=build&building=temple&region=yomi&value=3&items=wood-1")
    do(ana, url, 0, "do=grow&crystal=dream_crystal&place=slot0")
    do(ana, url, 1, "do=place&die=0&region=yomi&space=3")
    do(ana, url, 1, "do=use&building=2")
    ana.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    asked = [
        "?do=place&die=1&seat=2",
        "?do=cross&die=0&seat=2",
        "?do=take&due=walk&what=on&seat=0",
        "?do=pass&seat=2",
    ]
    fixes = [
        f"/fix?do={kind}" for kind in ("fix_die", "fix_count", "fix_kodama", "fix_boon", "fix_order", "count")
    ]
    fixes += [
        "/fix?do=fix_count&player=0",
        "/fix?do=fix_count&player=0&what=wood",
        "/fix?do=fix_die&player=0&die=1",
    ]
    fixes += ["/fix?do=fix_season", "/fix?do=track", "/fix?do=go", "/fix?do=count&place=side"]
    pads = [
        "/pad",
        "/pad?do=build&building=temple",
        "/pad?do=grow&crystal=dream_crystal",
        "/pad?do=use&building=0",
    ]
    pads += ["/pad?do=take&due=mitama&what=ara", "/pad?seat=0&so=wood:-9"]
    amended = [f"/amend/{n}" for n in range(1, 9)] + ["/amend/2?do=play", "/amend/6?do=place&die=0"]
    for path in ("", *asked, "/log", "/fix", *fixes, *pads, "/stock", "/board", *amended, "/people"):
        page = ana.go(url + path)
        assert (page.status, page.language) == (200, lang), path
    for season in ("spring", "autumn", "winter", "ascension"):
        do(ana, url, -1, f"do=fix_season&season={season}&year=2")
        for path in ("", "?do=farewell&slot=0", "?do=order", "/end"):
            assert ana.go(url + path).status == 200


@pytest.mark.parametrize(
    "query", ["?do=place&die=9", "?do=place&die=x&add=99", "?do=cross", "?open=1", "?do=gain", "?seat=7"]
)
def test_any_address_of_the_table_shows_the_table(ana: Phone, query: str) -> None:
    url = open_table(ana)
    assert ana.go(url + query).status == 200
    summer(ana, url)
    assert ana.go(url + query).status == 200
    assert ana.go(url + "/fix" + query).status == 200


def test_the_pad_is_for_bitoku_alone_and_for_who_sits_there(app: Flask, ana: Phone) -> None:
    page = ana.send(ana.go("/new/spirits").form("/new/spirits"))
    spirits = page.response.request.path.removesuffix("/people")
    for path in ("/pad", "/stock", "/board"):
        assert ana.go(spirits + path).status == 404
    url = open_table(ana, phones="each")
    eve = Phone(app.test_client())
    for path in ("/pad", "/stock", "/board"):
        assert eve.go(url + path).status in (403, 422)
    assert eve.go(url + "?watch=1").status == 200


def test_numbers_that_are_noted_are_told_as_numbers() -> None:
    say, state = words("en"), GAME.setup(Setup(2, GAME.settle({})))
    line = SPEECH["bitoku"].line
    told = line(say, ("Ana", "Bo"), TABLE, Treasure("yomi", 8, 5, 1), state, True)
    assert told == "Noted: treasure of Lands of Yomi: 8, 5, 1."
    told = line(say, ("Ana", "Bo"), TABLE, FixKodama(1, "glade", 3), state, True)
    assert told == "Correction: Bo’s kodama in the Glade of Jade is on space 3."
    placed = Place(0, "home", "amulet")
    zh = line(words("zh-Hant"), ("Ana", "Bo"), 0, placed, state, True)
    assert "聖靈御所（+2 御守）" in zh


def test_of_many_dues_one_stands_above_the_question_and_the_rest_are_folded(app: Flask) -> None:
    table = opened(app.extensions["tables"], "all", tracking="everything")
    phone = Phone(client_of(app, Screen("", "", "all"), "en"))
    html = phone.go(f"/t/{table.code}").html
    shown, folded = html.split("7 more to settle")
    assert shown.count('class="owed ') == 1
    assert folded.split('id="question"')[0].count('class="owed ') == 7
