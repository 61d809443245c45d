"""Spirits is counted on a phone: by the keypad, without JavaScript, with a reload in the middle."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from companion.games.spirits.state import CATEGORIES
from tests.browser.phone import Phone
from tests.oracle.cases import cases

pytestmark = pytest.mark.browser
CASE = next(case for case in cases("spirits_scoring") if case["players"] == 4)


def test_four_players_by_the_keypad(phones: Callable[..., Phone], capsys: pytest.CaptureFixture[str]) -> None:
    """A digit is one tap, since the keypad goes on by itself; a token is one more."""
    phone = phones()
    page = phone.page
    phone.go("/score/spirits")
    for _ in range(2):
        with page.expect_response("**/score/spirits"):
            phone.press("scores.add")
    phone.tap(page.locator(f'[name="a.{CATEGORIES[0]}"]'))
    for kind in CATEGORIES:
        for letter, (on_tiles, _) in zip("abcd", CASE["counts"][kind], strict=True):
            expect(page.locator(f'[name="{letter}.{kind}"]')).to_be_focused()
            for digit in str(on_tiles):
                phone.tap(page.locator(f'[data-key="{digit}"]'))
    pluses = 0
    for letter, tokens in zip("abcd", CASE["tokens"], strict=True):
        for token in tokens:
            pluses += token == "+"
            name = f"+{pluses}" if token == "+" else token
            phone.tap(page.locator(f'label:has([name="token.{name}"][value="{letter}"])'))
    expect(page.locator("#result .standing .number")).to_have_text(
        [str(score).replace("-", "−") for score in sorted(CASE["scores"], reverse=True)]
    )
    with capsys.disabled():
        print(f"\nSpirits, four players: {phone.taps} taps")
    assert phone.taps <= 2 + 1 + 48 + 10


def test_a_sign_takes_the_keypad_back_to_the_number_before(phones: Callable[..., Phone]) -> None:
    phone = phones()
    page = phone.page
    phone.go("/score/spirits")
    phone.tap(page.locator('[name="a.moss"]'))
    for key in ("2", "+", "1"):
        phone.tap(page.locator(f'[data-key="{key}"]'))
    expect(page.locator('[name="a.moss"]')).to_have_value("2+1")
    phone.tap(page.locator('[data-key="next"]'))
    expect(page.locator('[name="b.moss"]')).to_be_focused()


def test_a_reload_and_another_language_lose_nothing(phones: Callable[..., Phone]) -> None:
    phone = phones()
    page = phone.page
    phone.go("/score/spirits")
    page.locator('[name="a.moss"]').fill("2+1")
    expect(page.locator("#result-title")).to_have_text(phone.say("scores.wins", name="Player 1"))
    page.reload()
    expect(page.locator('[name="a.moss"]')).to_have_value("2+1")
    page.locator('[name="b.dew"]').fill("7")
    expect(page.locator("#result-title")).to_have_text(phone.say("scores.wins", name="Player 2"))
    page.locator(".settings > summary").tap()
    page.locator('button[name="lang"][value="zh-Hant"]').tap()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    expect(page.locator('[name="b.dew"]')).to_have_value("7")


def test_without_javascript(phones: Callable[..., Phone]) -> None:
    phone = phones(scripted=False)
    phone.offline = True  # the browser complains of the 422 that a wrong form is answered with
    page = phone.page
    phone.go("/score/spirits")
    page.locator('[name="a.moss"]').fill("3")
    page.locator('[name="b.moss"]').fill("x")
    page.locator("#count").tap()
    expect(page.locator('[id="n-b.moss"]')).to_contain_text(phone.say("scores.fault.not_a_sum", value="x"))
    page.locator('[name="b.moss"]').fill("1")
    page.locator("#count").tap()
    expect(page.locator("#result .standing .number")).to_have_text(["−30", "−33"])
    page.locator("form[action$='/keep'] button").tap()
    expect(page.locator("main")).to_contain_text(phone.say("scores.kept_now"))


def test_bitokus_steps_without_javascript(phones: Callable[..., Phone]) -> None:
    phone = phones(scripted=False)
    page = phone.page
    phone.go("/score/bitoku")
    page.locator('[name="a.vp"]').fill("40")
    page.locator("[data-next]:visible").tap()
    page.locator('button[value="turn.b"]').tap()
    expect(page.locator("#step-pioneer")).to_be_visible()
    expect(page.locator("#step-harvest")).to_be_hidden()
    expect(page.locator(".totals b")).to_have_text(["40", "3"])
