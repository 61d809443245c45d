"""Readers with colours of their own, large letters or no love of motion: nothing is kept from them."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from companion.facts import LANGUAGES
from tests.browser.gallery import leafed, shown
from tests.browser.test_axe import found_by_axe
from tests.web.screens import Screen

pytestmark = pytest.mark.browser

CHOSEN = """() => [...document.querySelectorAll(
    'main :is(label:not(.check):has(> :checked), [aria-pressed="true"])')]
  .filter(each => each.checkVisibility())
  .filter(each => {
    const other = [...each.parentElement.children].find(
      e => e !== each && e.matches('label, button') && !e.matches(':has(> :checked), [aria-pressed="true"]'));
    const look = e => { const s = getComputedStyle(e); return [s.backgroundColor, s.color].join(); };
    return other && look(each) === look(other);
  }).map(each => each.outerHTML.slice(0, 140))"""
MOVING = """() => [...document.querySelectorAll('*')].flatMap(each => {
  const style = getComputedStyle(each);
  const moves = style.transitionDuration.split(',').some(t => parseFloat(t)) || style.animationName !== 'none'
    || style.scrollBehavior === 'smooth';
  return moves ? [each.outerHTML.slice(0, 140)] : [];
})"""
ALIKE = """() => {
  const look = e => {
    const s = getComputedStyle(e);
    return [s.outlineStyle, s.outlineWidth, s.outlineColor].join();
  };
  const one = q => { const e = document.querySelector(q); return e && look(e); };
  return one('.cell.can .tile') === one('.cell:not(.can) .tile');
}"""
LARGE = {
    *("lobby", "first turn", "face picker", "gemstone", "second tile", "demo, refused", "demo, end"),
    *("new table of spirits", "log", "people", "calculator of spirits, counted", "end", "rules.show spirits"),
}
MORE = {
    *("new table of bitoku", "Bitoku ", "Bitoku ?do=place&die=1&seat=0", "Bitoku ?do=cross&die=0&seat=1"),
    *("Bitoku /pad", "Bitoku /stock", "Bitoku /board", "Bitoku, turns only ", "Bitoku, everything, spring "),
    *("Bitoku, everything, autumn ", "Bitoku, everything, winter ", "Bitoku, everything, ascension /end"),
    *("Bitoku alone ", "Bitoku alone /tengu?will=2", "Bitoku alone /tengu?will=2&step=H&ask=place"),
    *("Quick Tengu ", "Quick Tengu, what lay there", "the Tengu by a card &card=K1", "the Tengu, dealt "),
    *("alone, first turn", "alone, face of the ghost", "alone, in the middle", "alone, choice", "alone, won"),
    *("a copy", "a building of a copy", "a new yokai", "calculator of bitoku, counted"),
    *("demo of Bitoku, amulet", "sheets.index bitoku", "sheet reference of bitoku", "sheet solo of bitoku"),
}
"""Screens whose pieces axe has seen already, so that only their width is looked at."""
CUT = """() => [...document.querySelectorAll('main *')]
  .filter(each => each.matches('button, a, label, summary, h1, h2, p, li, dt, dd, td, th'))
  .filter(each => each.checkVisibility() && each.clientWidth && each.scrollWidth > each.clientWidth + 1)
  .filter(each => !each.closest('.scroll, .hidden, .forest'))
  .filter(each => !each.matches(':has(> :is(.scroll, .hidden, .die, svg:only-child))'))
  .map(each => each.outerHTML.slice(0, 140))"""
"""What is wider than the piece it stands in."""


def test_what_is_chosen_shows_in_forced_colours(
    browser: Browser, open_house: Flask, at: str, screens: list[Screen]
) -> None:
    wanted = [s for s in screens if s.name.startswith(("new table of", "calculator of")) and s.form is None]
    assert len(wanted) >= 4
    wrong = []
    for screen, page in shown(browser, open_house, at, wanted, forced_colors="active"):
        wrong += [f"{screen.name}: {line}" for line in page.evaluate(CHOSEN)]
    assert not wrong, "\n".join(wrong)


def test_tiles_that_can_be_taken_are_marked_in_forced_colours(
    browser: Browser, open_house: Flask, at: str, screens: list[Screen]
) -> None:
    wanted = [s for s in screens if s.name == "first turn"]
    for _, page in shown(browser, open_house, at, wanted, forced_colors="active"):
        assert page.locator(".cell.can").count() == 8
        assert not page.evaluate(ALIKE)


def test_nothing_moves_where_motion_is_not_wanted(
    browser: Browser, open_house: Flask, at: str, screens: list[Screen]
) -> None:
    wanted = [s for s in screens if s.name in LARGE]
    wrong = []
    for screen, page in shown(browser, open_house, at, wanted, reduced_motion="reduce"):
        wrong += [f"{screen.name}: {line}" for line in page.evaluate(MOVING)]
    assert not wrong, "\n".join(wrong)


def _enlarge(page: Page) -> None:
    """Twice the size that a browser gives its text, on a page that knows it as by choice or by its width."""
    page.evaluate("document.documentElement.dataset.text = 'xl'")
    page.evaluate("document.documentElement.style.fontSize = '200%'")


def _too_wide(screen: Screen, page: Page) -> list[str]:
    """What does not fit on a narrow phone with text of twice the size, a line each."""
    _enlarge(page)
    found = []
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 740})
        wide = page.evaluate("document.documentElement.scrollWidth")
        found += [f"{screen.name} is {wide} wide of {width}"] if wide > width else []
    return found + [f"{screen.name}: {line} is cut" for line in page.evaluate(CUT)]


NARROW = {"viewport": {"width": 320, "height": 740}}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_of_twice_the_size_fits(
    browser: Browser, open_house: Flask, at: str, screens: list[Screen], lang: str
) -> None:
    wanted = [s for s in screens if s.name in LARGE | MORE]
    assert {s.name for s in wanted} == LARGE | MORE
    wrong = []
    for screen, page in leafed(browser, open_house, at, wanted, lang, **NARROW):
        wrong += _too_wide(screen, page)
    assert not wrong, "\n".join(wrong)


def test_axe_finds_nothing_in_text_of_twice_the_size(
    browser: Browser, open_house: Flask, at: str, screens: list[Screen]
) -> None:
    wrong = []
    wanted = [s for s in screens if s.name in LARGE]
    for screen, page in shown(browser, open_house, at, wanted, **NARROW):
        wrong += _too_wide(screen, page)
        wrong += [f"{screen.name}: {line}" for line in found_by_axe(page, [])]
    assert not wrong, "\n".join(wrong)
