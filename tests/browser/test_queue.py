"""Phones that drop off: what was tapped is kept, said, and sent in order, each once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Locator, expect

from companion.tables import Table
from tests.browser.phone import Phone
from tests.browser.test_table import NAMES, open_table

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
    return [(entry.move["at"], entry.move["face"]) for entry in entries]


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
