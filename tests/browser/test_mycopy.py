"""A piece taught on one phone, played again with one tap, taken along as a file and by a friend's phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.phone import Phone, read_qr

pytestmark = pytest.mark.browser


def named(phone: Phone, role: str, name: str) -> Locator:
    """What is called so, at its beginning."""
    begins = re.compile(rf"^\s*{re.escape(name)}")
    return phone.page.locator("#table").get_by_role(role, name=begins).first  # type: ignore[arg-type]


def play(phone: Phone, place: int) -> None:
    """A yokai, and the pad after it."""
    told = phone.page.locator(".log li")
    before = told.count()
    name = f"{phone.say('app.ask.bitoku.play')}. {phone.say(f'app.bitoku.place.{place}')}"
    phone.tap(named(phone, "button", name))
    expect(told).to_have_count(min(3, before + 1))


def pad(phone: Phone) -> None:
    phone.tap(phone.page.locator(".owing .padded"))
    expect(phone.page.locator(".pad").first).to_be_visible()


def test_taught_played_again_and_shared(phones: Callable[..., Phone], tmp_path: Path) -> None:
    ana = phones("en", accept_downloads=True)
    ana.go("/new/bitoku")
    ana.tap(ana.page.locator("details.more > summary").first)
    ana.tap(ana.page.locator("input[name=option-tracking][value=everything]"))
    ana.press("app.lobby.open")
    ana.page.wait_for_url("**/t/**")
    ana.press("app.table.way.play")
    ana.press("app.ask.bitoku.do.go")
    expect(ana.page.locator(".own-board")).to_be_visible()

    play(ana, 0)
    pad(ana)
    more = ana.page.get_by_role("link", name=ana.say("app.bitoku.pad.one_more", what="Wood"))
    ana.tap(more)
    expect(ana.page.locator(".sum .number-chip")).to_have_count(1)
    ana.tap(ana.page.locator("#remember > summary"))
    ana.page.locator("#remember").get_by_label(ana.say("copy.field.label")).fill("red fox")
    ana.tap(ana.page.locator("#remember").get_by_role("button"))
    expect(ana.page.get_by_text(ana.say("copy.play.learned", label="red fox"))).to_be_visible()
    ana.press("app.ask.record")
    expect(ana.last()).to_contain_text("Wood +1")

    play(ana, 0)
    pad(ana)
    before = ana.taps
    ana.tap(ana.page.locator("#known-yokai-action").get_by_role("button", name="red fox"))
    expect(ana.last()).to_contain_text("Wood +1")
    assert ana.taps - before == 1
    assert ana.page.evaluate("document.documentElement.scrollWidth") == 360

    ana.go("/copy/bitoku")
    with ana.page.expect_download() as told:
        ana.press("copy.export")
    file = tmp_path / "copy.json"
    told.value.save_as(file)
    piece = {"kind": "yokai", "label": "red fox", "action": ["wood+1"]}
    assert json.loads(file.read_text("utf-8"))["pieces"] == [piece]

    ana.tap(ana.page.locator("#share > summary"))
    ana.press("copy.lend")
    code = ana.page.locator(".qr")
    expect(code).to_be_visible()
    code.screenshot(path=tmp_path / "qr.png")

    bo = phones("zh-Hant", dark=True)
    bo.go(read_qr(tmp_path / "qr.png"))
    bo.press("copy.report.take")
    expect(bo.page.get_by_text(bo.say("copy.done.taken", new=1, instead=0))).to_be_visible()
    bo.tap(bo.page.get_by_role("link", name=bo.say("copy.kind.yokai")))
    bo.tap(bo.page.get_by_role("link", name="red fox"))
    expect(bo.page.get_by_label(bo.say("copy.field.label"))).to_have_value("red fox")
    bo.page.get_by_label(bo.say("copy.field.label")).fill("狐")
    bo.tap(
        bo.page.get_by_role(
            "button", name=bo.say("app.bitoku.pad.one_more", what=bo.say("bitoku.piece.jade"))
        )
    )
    expect(bo.page.locator(".sum .number-chip")).to_have_count(2)
    expect(bo.page.get_by_label(bo.say("copy.field.label"))).to_have_value("狐")
    bo.tap(bo.page.get_by_role("button", name=bo.say("app.save"), exact=True).last)
    expect(bo.page.get_by_text(bo.say("copy.done.saved"))).to_be_visible()
