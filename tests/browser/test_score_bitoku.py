"""A four-player game of Bitoku is scored from an empty sheet on a phone, and every tap and key is counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.games import SCORES
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser
MOST = 220
"""Taps and keystrokes for the game below. A pencil needs about as many digits alone, and adds nothing up."""
REGIONS = ("yomi", "stairway", "home", "glade", "forge")


def player(
    name: str,
    turn: int,
    vp: int,
    virtues: str,
    kodama: str,
    rocks: dict[str, int],
    held: dict[str, int],
    dice: str,
    resources: str,
    visions: list[tuple[str, int]],
    purple: tuple[int, int],
) -> dict[str, Any]:
    """A player of the sheet in short."""
    return {
        "name": name,
        "turn_order": turn,
        "vp": vp,
        "bitoku": virtues.split(),
        "kodama": dict(zip(REGIONS, map(int, kodama), strict=True)),
        "rocks": [{"kind": kind, "pilgrims": n} for kind, n in rocks.items()],
        "dice": [int(die) for die in dice],
        "resources": dict(zip(("wood", "jade", "sake", "stone"), map(int, resources), strict=True)),
        "holdings": {**held, "rock": len(rocks)},
        "visions": [{"needs": needs(text), "vp": vp, "miss": -1} for text, vp in visions],
        "building_vp": purple[0],
        "crystal_vp": purple[1],
    }


def needs(text: str) -> list[dict[str, Any]]:
    """`kappa kappa, temple|ara` in the form of a sheet."""
    found = []
    for need in text.split(", "):
        ways = [{"of": way.split()[0], "n": len(way.split())} for way in need.split("|")]
        found.append(ways[0] if len(ways) == 1 else {"any": ways})
    return found


SHEET: dict[str, Any] = {
    "game": "bitoku",
    "treasures": {
        "yomi": [8, 5, 2],
        "stairway": [9, 6, 3],
        "home": [7, 4, 1],
        "glade": [8, 4, 2],
        "forge": [9, 5, 3],
    },
    "players": [
        player(
            "Ana", 2, 84, "makoto chugi yu gi", "53741", {"kappa": 2, "temple": 1},
            {"kappa": 3, "yama_uba": 1, "temple": 2}, "654", "2103",
            [("kappa kappa, temple", 6), ("wood|jade jade, rock", 5), ("yokai", 3)], (14, 12),
        ),
        player(
            "Bo", 1, 91, "makoto jin rei meiyo yu", "66235", {"ara": 1, "farm": 2},
            {"ara": 2, "shinigami": 1, "farm": 3}, "663", "0210",
            [("farm farm farm", 7), ("mitama, sake|jade", 4)], (11, 18),
        ),
        player(
            "Chen", 4, 76, "chugi yu jin", "42576", {"nezumi": 1, "kitsune": 2},
            {"nezumi": 2, "kitsune": 2, "yama_uba": 0}, "521", "1112",
            [("nezumi, kitsune", 8), ("resource resource", 5)], (20, 8),
        ),
        player(
            "Dai", 3, 88, "makoto chugi rei gi", "37462", {"onsen": 3, "kushi": 1},
            {"onsen": 2, "kushi": 1, "shinigami": 0}, "444", "3001",
            [("onsen, wood wood", 6), ("onsen", 3)], (9, 15),
        ),
    ],
}  # fmt: skip


class Scribe:
    """Someone with one thumb who reads the sheet off the table."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.keys = 0

    @property
    def all(self) -> int:
        """Taps and keystrokes so far."""
        return self.phone.taps + self.keys

    def tap(self, selector: str) -> None:
        self.phone.tap(self.phone.page.locator(selector).first)

    def do(self, button: str) -> None:
        """A button that changes the form, and the form that comes of it."""
        with self.phone.page.expect_response(lambda answer: answer.request.method == "POST"):
            self.tap(f'button[name=do][value="{button}"]')

    def box(self, name: str) -> None:
        """Be in that box: by the keypad's own going on, or by a tap."""
        field = self.phone.page.locator(f'[name="{name}"]')
        if not field.evaluate("el => el === document.activeElement"):
            self.phone.tap(field)

    def number(self, name: str, value: int) -> None:
        """A number by the keypad."""
        self.box(name)
        for digit in str(value):
            self.tap(f'[data-key="{digit}"]')

    def onward(self) -> None:
        self.tap("[data-next]:visible")


@pytest.fixture
def scribe(phones: Callable[..., Phone]) -> Scribe:
    return Scribe(phones())


def test_a_game_of_four_from_an_empty_sheet(scribe: Scribe, capsys: pytest.CaptureFixture[str]) -> None:
    letters = "abcd"
    players = SHEET["players"]
    phone, page = scribe.phone, scribe.phone.page
    phone.go("/score/bitoku")
    scribe.do("add")
    scribe.do("add")
    for letter, each in zip(letters, players, strict=True):
        scribe.box(f"{letter}.name")
        page.keyboard.type(each["name"])
        page.keyboard.press("Enter")
        scribe.keys += len(each["name"]) + 1
    for letter, each in zip(letters, players, strict=True):
        scribe.number(f"{letter}.vp", each["vp"])
    scribe.onward()
    for turn in (1, 2, 3):
        scribe.do(f"turn.{next(o for o, p in zip(letters, players, strict=True) if p['turn_order'] == turn)}")
    scribe.onward()
    for letter, each in zip(letters, players, strict=True):
        for kind in each["bitoku"]:
            scribe.tap(f'label:has([name="{letter}.virtue.{kind}"])')
    scribe.onward()
    for region in REGIONS:
        for place, prize in enumerate(SHEET["treasures"][region], 1):
            scribe.number(f"tr.{region}.{place}", prize)
    for region in REGIONS:
        for letter, each in zip(letters, players, strict=True):
            scribe.tap(f'label:has([name="{letter}.kodama.{region}"][value="{each["kodama"][region]}"])')
    scribe.onward()
    for letter, each in zip(letters, players, strict=True):
        for rock in each["rocks"]:
            scribe.do(f"rock.{letter}.{rock['kind']}")
    for letter, each in zip(letters, players, strict=True):
        for at, rock in enumerate(each["rocks"], 1):
            scribe.number(f"{letter}.rock.{at}.pilgrims", rock["pilgrims"])
        for name in page.locator(f'#step-rocks [name^="{letter}.hold."]').evaluate_all(
            "all => all.map(el => el.name)"
        ):
            scribe.number(name, each["holdings"].get(name.split(".")[2], 0))
    scribe.onward()
    for letter, each in zip(letters, players, strict=True):
        for at, die in enumerate(each["dice"], 1):
            scribe.number(f"{letter}.die.{at}", die)
        for kind, n in each["resources"].items():
            scribe.number(f"{letter}.hold.{kind}", n)
    scribe.onward()
    for letter, each in zip(letters, players, strict=True):
        for vision in each["visions"]:
            scribe.do(f"card.{letter}")
            for at, need in enumerate(vision["needs"]):
                ways = need.get("any", [need])
                for number, way in enumerate(ways):
                    if number:
                        scribe.do("need.or")
                    elif at and vision["needs"][at - 1].get("of") == way["of"]:
                        scribe.do("need.and")
                    for _ in range(way["n"]):
                        scribe.do(f"need.{way['of']}")
    for letter, each in zip(letters, players, strict=True):
        for at, vision in enumerate(each["visions"], 1):
            scribe.number(f"{letter}.vision.{at}.vp", vision["vp"])
        for name in page.locator(f'#step-visions [name^="{letter}.hold."]').evaluate_all(
            "all => all.filter(el => el.placeholder === '').map(el => el.name)"
        ):
            scribe.number(name, each["holdings"].get(name.split(".")[2], 0))
    unmet = page.locator(".card:not(.met)")
    for card in range(unmet.count()):
        phone.tap(unmet.nth(card).locator(".loss label").first)
    scribe.onward()
    for key in ("building_vp", "crystal_vp"):
        for letter, each in zip(letters, players, strict=True):
            scribe.number(f"{letter}.{key}", each[key])
    scribe.onward()
    result = SCORES["bitoku"](SHEET)
    expect(page.locator("#result-title")).to_have_text(
        phone.say("scores.wins", name=result.players[result.winners[0]].name)
    )
    expect(page.locator("#result .standing .number")).to_have_text(
        [str(result.players[at].total) for at in result.ranking]
    )
    digits = sum(len(str(n)) for n in _numbers(SHEET))
    with capsys.disabled():
        print(
            f"\nBitoku, four players: {phone.taps} taps and {scribe.keys} keystrokes; "
            f"the sheet has {digits} digits"
        )
    assert scribe.all <= MOST


def _numbers(value: Any) -> list[int]:
    if isinstance(value, dict):
        return [n for part in value.values() for n in _numbers(part)]
    if isinstance(value, list):
        return [n for part in value for n in _numbers(part)]
    return [value] if isinstance(value, int) else []


def test_nothing_is_lost_on_the_way(scribe: Scribe) -> None:
    """A wrong number keeps its text, is named in the list, and the list leads back to it."""
    phone, page = scribe.phone, scribe.phone.page
    phone.go("/score/bitoku#step-homage")
    page.locator('[name="a.die.1"]').fill("9")
    whose = phone.say("scores.of", name=phone.say("scores.player", n=1))
    said = whose + phone.say("bitoku.sheet.no_such_pip", value=9)
    expect(page.locator('[id="n-a.die.1"]')).to_have_text(said)
    phone.tap(page.locator('.step-bar a[href="#step-virtues"]'))
    expect(page.locator("#step-homage")).to_be_hidden()
    phone.tap(page.locator(".totals"))
    phone.tap(page.locator(".fault-list a").first)
    expect(page.locator('[name="a.die.1"]')).to_be_focused()
    expect(page.locator('[name="a.die.1"]')).to_have_value("9")


def test_taps_that_come_faster_than_the_answers(scribe: Scribe) -> None:
    """Each button works on the form that the one before made, however slow the network is."""
    phone, page = scribe.phone, scribe.phone.page
    phone.go("/score/bitoku#step-visions")
    scribe.do("card.a")
    page.locator('button[value="need.temple"]').wait_for()
    page.route("**/score/bitoku", lambda route: (page.wait_for_timeout(300), route.continue_())[1])
    for key in ("kappa", "kappa", "temple", "or", "ara"):
        page.locator(f'button[value="need.{key}"]').evaluate("el => el.click()")
    page.locator('[name="a.vp"]').evaluate(
        "el => { el.value = '40'; el.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    needs = page.locator('[id="a.vision.1"] .need')
    expect(needs).to_have_text(["2 Kappa", "1 Temple or 1 Ara"])
    expect(page.locator(".totals b").first).to_have_text("40")


def test_two_phones_fill_one_sheet(phones: Callable[..., Phone]) -> None:
    """Each its own player at once; both see all, and nobody's half-typed number is overwritten."""
    ann, bo = phones(), phones("zh-Hant")
    ann.go("/score/bitoku")
    ann.page.locator('[name="a.name"]').fill("Ann")
    ann.page.locator('[name="a.vp"]').fill("5")
    expect(ann.page.locator(".totals b").first).to_have_text("5")
    ann.go(f"/score/bitoku?s={_packed(ann)}")
    ann.page.locator("details#more-shared, form[action$='/share'] button").first.evaluate("el => el.click()")
    ann.page.wait_for_url("**/score/s/*")
    bo.go(ann.page.url.split("?")[0])
    bo.page.locator('[name="b.vp"]').fill("7+")
    ann.page.locator('[name="a.vp"]').fill("12")
    expect(bo.page.locator('[name="a.vp"]')).to_have_value("12")
    expect(bo.page.locator('[name="b.vp"]')).to_have_value("7+")
    bo.page.locator('[name="b.vp"]').fill("7+3")
    expect(ann.page.locator('[name="b.vp"]')).to_have_value("7+3")
    expect(ann.page.locator(".totals b")).to_have_text(["12", "10"])


def _packed(phone: Phone) -> str:
    return str(phone.page.locator("#rest").input_value())


def test_a_sheet_is_what_the_game_counts(scribe: Scribe) -> None:
    """The sheet above, opened from JSON, shows the same totals."""
    page = scribe.phone.page
    scribe.phone.go("/score/bitoku#result")
    page.locator("#more-json > summary").click()
    page.locator("#f-json").fill(json.dumps(SHEET))
    page.locator('button[value="open"]').click()
    result = SCORES["bitoku"](SHEET)
    expect(page.locator("#result .standing .number")).to_have_text(
        [str(result.players[at].total) for at in result.ranking]
    )
