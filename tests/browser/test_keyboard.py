"""The keys alone: a turn at a table and the first numbers of a sheet, heard as a screen reader hears them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion import facts
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

MOST = 80
"""So many times one presses Tab before one gives up."""
FOCUSED = """() => {
  const at = document.activeElement, name = at.getAttribute('aria-label') || at.innerText || at.value || '';
  const zone = at.closest('#ask') ? 'ask' : at.closest('main') ? 'main' : '';
  return { name: name.replace(/\\s+/g, ' ').trim(), zone };
}"""
SEEN = """() => {
  const at = document.activeElement.getBoundingClientRect();
  return at.height > 0 && at.bottom > 0 && at.top < innerHeight;
}"""
NAMELESS = re.compile(r"^\s*- (button|link|textbox|checkbox|radio|img|spinbutton)( \[[a-z=]+\])*:?$")


class Keys:
    """A keyboard at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, *parts: str) -> None:
        """Tab until something is called so; what has the focus on the way can be seen."""
        for _ in range(MOST):
            self.page.keyboard.press("Tab")
            if all(part in self.name for part in parts):
                assert self.page.evaluate(SEEN), self.name
                return
        raise AssertionError(f"Tab does not lead to {parts}")

    @property
    def name(self) -> str:
        return str(self.page.evaluate(FOCUSED)["name"])

    def enter(self, question: str) -> None:
        """Enter, until that is asked; the focus is in the question, and everything there has a name."""
        self.page.keyboard.press("Enter")
        asked = self.page.locator("#question")
        expect(asked).to_have_text(question)
        self.page.wait_for_function("() => document.activeElement !== document.body", timeout=5_000)
        self.page.wait_for_timeout(100)  # a browser takes the focus from what is disabled a moment later
        assert self.page.evaluate(FOCUSED)["zone"] == "ask", self.name
        nameless(self.page)

    def arrows(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(f"Arrow{key}")


def nameless(page: Page) -> None:
    """Nothing that can be used is without a name for who does not see it."""
    heard = page.locator("body").aria_snapshot()
    assert [line for line in heard.splitlines() if NAMELESS.match(line)] == []


@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_a_turn_of_spirits_by_the_keys_alone(phones: Callable[..., Phone], lang: str) -> None:
    phone = phones(lang, is_mobile=False, has_touch=False)
    say, page, keys = phone.say, phone.page, Keys(phone.page)

    def place(at: str) -> str:
        return say(f"spirits.place.{at}") + ": "

    take, second = say("app.ask.spirits.collect"), say("app.ask.spirits.second")
    gem = say("app.ask.spirits.gem")
    phone.go("/")
    keys.to(say("app.game.spirits"), say("app.lobby.new.spirits"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/new/spirits")
    keys.to(say("app.lobby.open"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/people")
    keys.to(say("app.table.way.play"))
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_have_text(take)
    nameless(page)
    # The opening: a tile in the picture, its face in the grid, a gemstone in the picture.
    keys.to(place("0,0"))
    keys.enter(say("app.ask.spirits.face", at=say("spirits.place.0,0")))
    keys.to(say("spirits.tile.mushrooms2"))
    keys.enter(gem)
    keys.to(place("0,1"))
    keys.enter(take)
    # The other seat: a single, another spirit refused with its reason, back, undo and redo, no more.
    keys.to(place("3,0"))
    keys.enter(say("app.ask.spirits.face", at=say("spirits.place.3,0")))
    keys.to(say("spirits.tile.branches1"))
    keys.arrows("Down")
    assert keys.name == say("spirits.tile.leaves1")
    keys.arrows("Right", "Left")
    assert keys.name == say("spirits.tile.leaves1")
    keys.enter(second)
    keys.to(place("3,1"))
    keys.enter(say("app.ask.spirits.face", at=say("spirits.place.3,1")))
    keys.to(say("spirits.tile.branches1"))
    keys.enter(say("app.severity.2"))
    values = {"tile": say("spirits.tile.branches1"), "first": say("spirits.tile.leaves1")}
    reason = say("spirits.why.other_spirit", **values)
    assert reason in page.get_by_role("alert").filter(has_text=reason).aria_snapshot()
    keys.to(say("app.cancel"))
    keys.enter(second)
    keys.to(say("app.table.undo"))
    keys.enter(take)
    assert keys.name == say("app.table.undo")
    keys.to(say("app.table.redo"))
    keys.enter(second)
    keys.to(say("app.ask.spirits.end_turn"))
    keys.enter(take)
    expect(page.get_by_role("region", name=say("app.table.last")).get_by_role("listitem")).to_have_count(3)


def test_turns_of_bitoku_by_the_keys_alone(phones: Callable[..., Phone]) -> None:
    phone = phones(is_mobile=False, has_touch=False)
    page, keys = phone.page, Keys(phone.page)
    turn = page.locator("#turn")

    def choose(*parts: str) -> None:
        keys.to(*parts)
        page.keyboard.press("Enter")

    phone.go("/new/bitoku")
    choose("Open the table")
    page.wait_for_url("**/people")
    choose("To the table")
    expect(turn).to_contain_text("Spring")
    nameless(page)
    choose("Everybody is done")
    for name in ("Player 1", "Player 2"):
        expect(turn).to_contain_text(name)
        nameless(page)
        choose("Play a yokai", "left")
    expect(turn).to_contain_text("Player 1")
    choose("Use the die showing 3", "left")
    keys.enter("Where does the die go?")
    choose("Glade of Jade, space 2")
    expect(turn).to_contain_text("Player 2")
    nameless(page)


def test_what_a_screen_reader_hears_of_the_table(phones: Callable[..., Phone]) -> None:
    phone = phones()
    phone.go("/new/spirits")
    phone.press("app.lobby.open")
    phone.press("app.table.way.play")
    expect(phone.question()).to_have_text(phone.say("app.ask.spirits.collect"))
    heard = phone.page.locator("main").aria_snapshot()
    for words in (
        "- status:",
        '- form "forest":',
        'link "row 1, tile 1: unknown tile"',
        'img "row 1, tile 2: unknown tile, favor token"',
        'rowheader "Branches"',
        '- region "Which tile do you take?":',
        'button "Undo" [disabled]',
    ):
        assert words in heard, f"{words}\n{heard}"
    assert "Bran." not in heard


@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_the_first_numbers_of_a_sheet_by_the_keys_alone(phones: Callable[..., Phone], lang: str) -> None:
    phone = phones(lang, is_mobile=False, has_touch=False)
    say, page, keys = phone.say, phone.page, Keys(phone.page)
    phone.go("/score/spirits")
    first = page.locator('[name="a.name"]')
    for _ in range(MOST):
        page.keyboard.press("Tab")
        if first.evaluate("e => e === document.activeElement"):
            break
    page.keyboard.type("Ana")
    page.keyboard.press("Tab")
    page.keyboard.type("Bo")
    cell = say("scores.cell", name="Ana", what=say("spirits.category.branches"))
    for _ in range(MOST):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.name") == "a.branches":
            break
    page.keyboard.type("3")
    page.keyboard.press("Tab")
    page.keyboard.type("5")
    expect(page.get_by_role("textbox", name=cell)).to_have_value("3")
    expect(page.get_by_role("cell").filter(has=page.locator('[name="b.branches"]'))).to_have_class("lead")
    assert page.evaluate("() => document.activeElement.name") == "b.branches"
    nameless(page)
    add = say("scores.add")
    page.locator('[name="b.name"]').focus()
    keys.to(add)
    page.keyboard.press("Enter")
    expect(page.locator('[name="c.name"]')).to_be_visible()
    expect(page.get_by_role("textbox", name=cell)).to_have_value("3")
    page.wait_for_timeout(100)
    assert page.evaluate(FOCUSED)["zone"] == "main", page.evaluate("() => document.activeElement.outerHTML")
