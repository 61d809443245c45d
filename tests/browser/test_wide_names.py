"""The longest name there can be, all of the widest letter, on the smallest phones."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import Browser

from tests.browser.conftest import serve

NAMES = ("W" * 24, "M" * 24)
WIDTHS = (360, 320)
SCREENS = ("", "/people", "/log", "/end", "/fix")
OUT = """[...document.body.querySelectorAll('main *, .status, .status *')].filter(e =>
  e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.scroll')).slice(0, 3)
  .map(e => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("slug", ["spirits", "bitoku"])
def test_no_name_makes_a_page_scroll_sideways(browser: Browser, house: Flask, slug: str) -> None:
    wrong = []
    with serve(house) as address:
        context = browser.new_context(base_url=address, viewport={"width": 360, "height": 740}, locale="en")
        page = context.new_page()
        page.goto(f"/new/{slug}")
        for row, name in enumerate(NAMES):
            page.fill(f"[name=name-{row}]", name)
        page.locator(f"form[action='/new/{slug}'] .main").last.click()
        page.wait_for_url("**/people")
        table = page.url.removesuffix("/people")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            for screen in SCREENS:
                page.goto(table + screen)
                found = page.evaluate("document.documentElement.scrollWidth")
                if found > width:
                    wrong.append(f"{screen or 'table'} is {found} wide at {width}: {page.evaluate(OUT)}")
        context.close()
    assert not wrong, "\n".join(wrong)
