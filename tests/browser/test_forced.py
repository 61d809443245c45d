"""Readers with colours of their own, large letters or no love of motion: nothing is kept from them."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page

from companion.facts import LANGUAGES
from tests.browser.gallery import shown
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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_of_twice_the_size_fits_and_axe_finds_nothing(
    browser: Browser, open_house: Flask, at: str, screens: list[Screen], lang: str
) -> None:
    wanted = [s for s in screens if s.name in LARGE]
    assert {s.name for s in wanted} == LARGE
    wrong = []
    for screen, page in shown(browser, open_house, at, wanted, lang, viewport={"width": 360, "height": 740}):
        _enlarge(page)
        for width in (360, 320):
            page.set_viewport_size({"width": width, "height": 740})
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                wrong.append(f"{screen.name} is {wide} wide of {width}")
        if lang == "en":
            wrong += [f"{screen.name}: {line}" for line in found_by_axe(page, [])]
    assert not wrong, "\n".join(wrong)
