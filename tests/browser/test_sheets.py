"""Sheets on a phone: nothing is cut at the side, and a camera reads the code on a card."""

from __future__ import annotations

import subprocess
from pathlib import Path

from playwright.sync_api import Browser

from companion.paths import STATIC
from companion.sheets import KINDS, Sheet, document

WIDE = """[...document.querySelectorAll('main, main *')].filter(part =>
  part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX != 'visible'
  && !part.classList.contains('unseen')).map(part => part.className)"""
BROKEN = """[...document.querySelectorAll('th')].filter(part => {
  const words = document.createRange(), text = part.firstChild
  return text?.nodeType == 3 && [...text.data.matchAll(/[A-Za-z’]+/g)].some(word => {
    words.setStart(text, word.index); words.setEnd(text, word.index + word[0].length)
    return words.getClientRects().length > 1
  })}).map(part => part.textContent)"""


def test_a_sheet_fits_a_narrow_phone(browser: Browser, tmp_path: Path) -> None:
    """In English, whose words are the longest."""
    page = browser.new_page(viewport={"width": 320, "height": 740})
    found = {}
    for slug, kinds in KINDS.items():
        for kind in kinds:
            address = f"https://mori.example/new/{slug}" if kind == "box" else ""
            path = tmp_path / f"{slug}.{kind}.html"
            path.write_text(document(Sheet(slug, kind, address=address), (STATIC / "sheets.css").as_uri()))
            page.goto(path.as_uri())
            found[path.name] = (page.evaluate(WIDE), page.evaluate(BROKEN))
            if kind == "box":
                page.screenshot(path=tmp_path / "card.png", full_page=True)
                seen = ("zbarimg", "-q", "--raw", tmp_path / "card.png")
                read = subprocess.run(seen, capture_output=True, text=True, check=False).stdout.split()
                assert read == [address] * 2
    page.close()
    assert {name: odd for name, odd in found.items() if any(odd)} == {}
