"""The rules desk: the book, its search with and without JavaScript, the glossary, the way back."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.serving import make_server

from companion import create_app, facts
from companion.glossary import glossary
from companion.web.hints import RULE
from companion.web.rules import own_path
from companion.web.rules_example import worked
from tests.web.pages import Page, Phone
from tests.web.test_lobby import open_table

PART = {"HX-Request": "true"}
GAMES = facts.games()


def read(client: FlaskClient, url: str, lang: str = "en", **headers: str) -> Page:
    return Page(client.get(url, headers={"Accept-Language": lang, **headers}))


def ids(page: Page) -> list[str]:
    """The rules found, in order."""
    found = page.html[page.html.index('id="count"') :]
    return re.findall(r'class="panel plain" href="[^"]*#(\w+)"', found)


# --- the book


@pytest.mark.parametrize("lang", facts.LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_the_book_has_every_rule_with_its_words(client: FlaskClient, slug: str, lang: str) -> None:
    page = read(client, f"/rules/{slug}", lang)
    say = facts.words(lang)
    assert (page.status, page.language) == (200, lang)
    places = re.findall(r'<article class="rule" id="(\w+)"', page.html)
    assert places == [
        r.id for s in facts.sections(slug) for r in facts.rules(slug).values() if r.section == s
    ]
    for rule in facts.rules(slug).values():
        for key in (rule.title_key, rule.text_key, *rule.examples):
            assert " ".join(say(key).split()) in page.words, key
    for option in facts.options(slug):
        assert say(f"{slug}.option.{option.key}.{option.default}") in page.words
    for id_, source in facts.sources(slug).items():
        assert say(f"{slug}.source.{id_}") in page.words
        assert source.url is None or any(link.href == source.url for link in page.links)


@pytest.mark.parametrize("slug", GAMES)
def test_every_link_within_the_book_leads_somewhere(client: FlaskClient, slug: str) -> None:
    page = read(client, f"/rules/{slug}")
    anchors = set(re.findall(r' id="([^"]+)"', page.html))
    assert len(re.findall(r' id="([^"]+)"', page.html)) == len(anchors)
    for link in page.links:
        if link.href.startswith("#"):
            assert link.href[1:] in anchors, link


def test_unknown_games_and_rules_are_pages_too(client: FlaskClient) -> None:
    assert read(client, "/rules/chess").status == 404
    assert read(client, "/rules/chess/terms").status == 404
    assert read(client, "/rules/spirits?q=Z99").status == 200


def test_the_lobby_leads_to_the_rules(client: FlaskClient) -> None:
    page = read(client, "/")
    assert {f"/rules/{slug}" for slug in GAMES} <= {link.href for link in page.links}


# --- the example


@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_the_spirits_example_is_counted_by_the_game_itself(client: FlaskClient, lang: str) -> None:
    example = worked("spirits", facts.words(lang))
    assert example is not None
    assert example.totals == (28, 16, 9)
    assert [sum(row.cells[at].points for row in example.rows) for at in range(3)] == list(example.totals)
    leaves = next(row for row in example.rows if row.key == "leaves")
    assert (leaves.cells[1].points, leaves.cells[1].held) == (-3, 1)  # the token does not save Ben (R27)
    assert "−3" in read(client, "/rules/spirits", lang).words


@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_the_ascension_example_says_how_each_of_its_steps_is_counted(client: FlaskClient, lang: str) -> None:
    example = worked("bitoku", facts.words(lang))
    assert example is not None
    steps = list(facts.components("bitoku")["steps"])
    assert [row.key for row in example.rows] == ["track", *steps]
    assert all(cell.notes for row in example.rows for cell in row.cells if cell.points)
    assert [sum(row.cells[at].points for row in example.rows) for at in range(2)] == list(example.totals)
    page = read(client, "/rules/bitoku", lang)
    for row in example.rows:
        for cell in row.cells:
            assert all(note in page.words for note in cell.notes)


# --- the search


def test_the_search_answers_as_a_page_and_as_a_part(client: FlaskClient) -> None:
    page = read(client, "/rules/spirits?q=gemstone")
    assert ids(page)[0] == "R13"
    assert '<input type="search" id="q" name="q" value="gemstone"' in page.html
    part = read(client, "/rules/spirits?q=gemstone", **PART)
    assert ids(part) == ids(page)
    assert "<html" not in part.html
    assert "<mark>gemstone</mark>" in part.html


def test_an_empty_search_finds_nothing_and_says_nothing(client: FlaskClient) -> None:
    part = read(client, "/rules/spirits?q=+", **PART)
    assert (part.status, part.words) == (200, "")


def test_the_search_over_both_games_names_the_game(client: FlaskClient) -> None:
    page = read(client, "/rules/?q=tie")
    assert {"/rules/bitoku#A9", "/rules/spirits#R25"} <= {link.href for link in page.links}
    assert "Bitoku" in page.words


def test_what_is_typed_is_shown_as_text_never_as_code(client: FlaskClient) -> None:
    for url in ("/rules/spirits", "/rules/", "/rules/spirits/terms"):
        html = read(client, f"{url}?q=%3Cscript%3Egem%3C%2Fscript%3E%22%3E%3Ci%3E").html
        assert "<script>gem" not in html
        assert "<i>" not in html


def test_a_misspelt_word_is_mended_and_said_so(client: FlaskClient) -> None:
    assert "Showing results for “jewel”." in read(client, "/rules/spirits?q=jewl", **PART).words
    assert "Nothing found." in read(client, "/rules/spirits?q=xyzzyq", **PART).words


# --- the glossary


@pytest.mark.parametrize("lang", facts.LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_the_glossary_has_each_term_in_three_languages_with_an_icon(
    client: FlaskClient, slug: str, lang: str
) -> None:
    page = read(client, f"/rules/{slug}/terms", lang)
    for term in glossary(slug).values():
        assert term.icon, term
        place = page.html[page.html.index(f'id="term-{term.id}"') :]
        for one in facts.LANGUAGES:
            name = facts.words(one)(term.name_key)
            assert re.search(rf'<b lang="{one}"[^>]*>{re.escape(name)}</b>', place.replace("&#39;", "'")), (
                name
            )
        assert f"/rules/{slug}#{term.rules[0]}" in place


def test_every_icon_of_the_glossary_is_drawn() -> None:
    from companion.web.patterns import icons

    assert {term.icon for slug in GAMES for term in glossary(slug).values()} <= {None, *icons()}


# --- the way back


@pytest.mark.parametrize("path", ["/t/ABC", "/t/ABC?do=take&at=0,0", "/score/spirits"])
def test_a_way_back_leads_to_where_one_came_from(client: FlaskClient, path: str) -> None:
    from urllib.parse import quote

    for url in ("/rules/spirits", "/rules/", "/rules/spirits/terms"):
        page = read(client, f"{url}?back={quote(path, safe='')}&q=gem")
        assert page.link("Back to the table") == path
        assert any(
            "back=" in link.href for link in page.links if "/terms" in link.href or "/rules/" in link.href
        )


@pytest.mark.parametrize(
    "path",
    [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "javascript:x",
        "t/ABC",
        "/a\nb",
        "",
        None,
    ],
)
def test_no_way_back_leads_out_of_the_house(client: FlaskClient, path: str | None) -> None:
    assert own_path(path) is None
    assert own_path("/" + "x" * 3000) is None
    page = Page(client.get("/rules/spirits", query_string={"back": path or ""}))
    assert "Back to the table" not in page.words


# --- on a phone


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    app = create_app(tmp_path_factory.mktemp("data"), TESTING=True, RATELIMIT_ENABLED=False)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/rules/", "/rules/spirits", "/rules/bitoku/terms"])
def test_axe_finds_nothing(address: str, browser: Any, path: str, theme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    context = browser.new_context(viewport={"width": 360, "height": 740}, color_scheme=theme)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda m: said.append(m.text))
    page.on("pageerror", lambda e: said.append(str(e)))
    page.goto(f"{address}{path}?q=gem&lang=en&back=/t/ABC")
    page.locator("details.more > summary").evaluate_all("all => all.slice(0, 5).forEach(e => e.click())")
    result = Axe().run(page)
    assert result.violations_count == 0, result.generate_report()
    assert said == []
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("lang", facts.LANGUAGES)
@pytest.mark.parametrize("path", ["/rules/", "/rules/spirits", "/rules/bitoku", "/rules/bitoku/terms"])
def test_nothing_scrolls_sideways(address: str, browser: Any, path: str, lang: str) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    for size in ("m", "xl"):
        page.goto(f"{address}{path}?lang={lang}&size={size}&q=gem")
        assert page.evaluate("document.documentElement.scrollWidth") == 320, size
    context.close()


@pytest.mark.browser
def test_it_answers_as_one_types_and_the_keyboard_leads_to_the_rule(address: str, browser: Any) -> None:
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"{address}/rules/spirits?lang=zh-Hant")
    page.locator("#q").focus()
    page.keyboard.type("宝石")
    page.locator("#found mark").first.wait_for(timeout=20_000)
    assert page.locator("#q").input_value() == "宝石"
    assert page.evaluate("document.activeElement.id") == "q"
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.answers-found') !== null"):
            break
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#R13"
    assert page.locator("#R13").evaluate("e => e.getBoundingClientRect().top") < 400
    page.context.close()


# --- from a table, and hints at it


@pytest.fixture
def ana(client: FlaskClient) -> Phone:
    return Phone(client)


def test_a_reason_leads_to_its_rule_and_the_rule_back_to_the_question(ana: Phone) -> None:
    url = open_table(ana, **{"name-0": "Ana", "name-1": "Bo"})
    ana.go(url)
    ana.follow("row 1, tile 1: unknown tile")
    ana.press("moss with sun")
    ana.press("No gemstone, end the turn")
    ana.follow("row 2, tile 1: unknown")
    refused = ana.follow("moss with sun")
    href = refused.link("Read it among all rules")
    assert href.endswith("#P5")
    ana.go(href)
    back = ana.page.link("Back to the table")
    assert back.startswith(f"{url}?")
    assert ana.go(back).link("Read it among all rules") == href
    posted = ana.post(f"{url}/move", move="do=take&at=0%2C5&face=webs1", seat="1", revision="2", nonce="n")
    assert posted.status == 422
    assert f"back={url}#R1" in posted.link("Read it among all rules")
    ana.go(url)
    ana.follow("Rules")
    ana.follow("Back to the table")
    assert ana.page.link("row 1, tile 2")


def test_what_was_recorded_against_a_rule_leads_to_it_from_the_log(ana: Phone) -> None:
    url = open_table(ana, **{"name-0": "Ana", "name-1": "Bo"})
    against = {"move": "do=take&at=1%2C5&face=webs1", "seat": "0", "revision": "0", "nonce": "n"}
    assert ana.post(f"{url}/move", overrule="1", **against).status == 200
    ana.go(f"{url}/log")
    href = ana.page.link("recorded against R1")
    assert href.endswith("#R1")
    assert "to-rule" not in "".join(re.findall(r"<summary>.*?</summary>", ana.page.html, re.DOTALL))
    assert ana.go(href).link("Back to the table") == f"{url}/log?upto=1#entry-1"


def test_what_a_season_asks_leads_to_its_rule(ana: Phone) -> None:
    page = ana.go("/new/bitoku")
    url = ana.send(page.form("/new/bitoku")).response.request.path.removesuffix("/people")
    ana.go(url)
    for rule in ("P2", "P3", "Y2"):
        href = ana.page.link(f"Rule {rule}")
        assert href.endswith(f"#{rule}"), href
    assert ana.go(href).link("Back to the table") == url


def test_hints_come_at_their_moment_and_end_by_themselves(ana: Phone) -> None:
    url = open_table(ana, **{"name-0": "Ana", "name-1": "Bo"})
    assert "First game?" in ana.go(url).words
    ana.press("Show hints")
    assert "You open the game" in ana.page.words
    assert ana.page.link("Rule R7").endswith("#R7")
    ana.follow("row 1, tile 1: unknown tile")
    ana.press("moss with sun")
    assert "lay a gemstone" in ana.page.words  # the hint of the first take is seen
    ana.press("Got it")
    assert "lay a gemstone" not in ana.page.words
    ana.press("No gemstone, end the turn")
    assert "Got it" not in ana.page.words  # it is Bo's turn, on nobody's phone
    assert "You open the game" not in ana.go(url).words


def test_hints_can_be_declined_for_good(ana: Phone) -> None:
    url = open_table(ana, **{"name-0": "Ana", "name-1": "Bo"})
    ana.go(url)
    ana.press("Skip")
    assert "First game?" not in ana.page.words
    again = open_table(ana, **{"name-0": "Ana", "name-1": "Bo"})
    assert "First game?" not in ana.go(again).words


def test_a_hint_does_not_follow_a_forged_way(ana: Phone) -> None:
    response = ana.client.post("/hints", data={"do": "on", "next": "https://evil.example/"})
    assert (response.status_code, response.location) == (303, "/")
    assert ana.client.post("/hints", data={"do": "%00", "next": "/rules/"}).location == "/rules/"


@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_every_hint_has_its_words_and_its_rule(lang: str) -> None:
    for slug, hints in RULE.items():
        for name, rule in hints.items():
            assert facts.words(lang).has(f"desk.hint.{slug}.{name}")
            assert rule in facts.rules(slug)
    assert len({name for hints in RULE.values() for name in hints}) == sum(map(len, RULE.values()))
