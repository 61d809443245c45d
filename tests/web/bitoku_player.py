"""Somebody who plays Bitoku through the pages alone and keeps an independent count beside them."""

from __future__ import annotations

import random
import re
from typing import Any

from companion.facts import words
from companion.web.speech.places import capital
from tests.web.pages import Form, Phone
from tests.web.scribe import OUTER, Die, Own, Scribe

SAY = words("en")
PLACES = ("left", "middle", "right")
HOME_GIVES = {
    "amulet": {"amulet2": 1},
    "vision": {"amulet1": 1},
    "resource": {"amulet1": 1},
    "walk": {"amulet1": 1},
}
RESOURCES = {"wood": "Wood", "jade": "Jade", "sake": "Sake", "stone": "Stone"}
CARDS = [
    {"kind": "yokai", "label": f"{n} {what}", "action": [f"{what}+{n}"]}
    for what in (*RESOURCES, "vp", "amulet1")
    for n in (1, 2)
]
"""What the cards that are drawn here give, as pieces of a copy."""


class Player:
    """All seats of a table, on one phone. `taps` holds the taps of every turn. `known`: what is printed on
    the cards is known to the phone, see `CARDS`."""

    def __init__(
        self, phone: Phone, url: str, names: list[str], everything: bool, seed: int, known: bool = False
    ) -> None:
        self.phone, self.url, self.names = phone, url, names
        self.known = known
        self.everything = everything
        self.draw = random.Random(seed)
        self.scribe = Scribe(len(names))
        self.count = 0
        self.taps: list[int] = []
        phone.go(url)

    # --- the finger

    def press(self, *parts: str, form: Form | None = None) -> None:
        self.count += 1
        if form is None:
            self.phone.press(*parts)
            return
        button = next(b for b in form.buttons if b.text == parts[0])
        self.phone.send(form, button)

    def follow(self, *parts: str) -> None:
        self.count += 1
        self.phone.follow(*parts)

    def buy(self, text: str) -> None:
        """To the pad, with what is bought."""
        self.count += 1
        links = [link for link in self.phone.page.links if link.text == text and "/pad?" in link.href]
        self.phone.go(links[0].href)

    # --- a year

    def spring(self) -> None:
        self.press("Everybody is done")
        self.scribe.spring()

    def summer(self, most: int = 200) -> None:
        for _ in range(most):
            if self.scribe.season != "summer":
                return
            self.count, seat = 0, self.scribe.turn
            assert f"{self.names[seat]}: take a turn" in self.phone.page.words
            self.turn()
            if self.everything:
                self.settle(seat)
            self.taps.append(self.count)
        raise AssertionError("the summer does not end")

    def autumn(self) -> None:
        """Who stands highest is drawn by lot, and told when the app has to ask."""
        there = self.scribe.in_home()
        if len(there) < 2:
            self.scribe.autumn(there)
            return
        self.draw.shuffle(there)
        for seat in there[:-1]:
            name = self.names[seat]
            asked = [
                link
                for link in self.phone.page.links
                if "do=order" in link.href and link.text.startswith(name)
            ]
            if asked:
                self.phone.go(asked[0].href)
            else:
                made = [b for f in self.phone.page.forms for b in f.buttons if b.value.startswith("do=order")]
                self.press(next(b.text for b in made if b.text.startswith(name)))
        self.scribe.autumn(there)

    def winter(self) -> None:
        assert "Move the markers so" in self.phone.page.words
        self.press("Everybody is done")
        self.scribe.winter()

    # --- a turn

    def turn(self) -> None:
        own = self.scribe.own[self.scribe.turn]
        slots = [slot for slot in range(3) if not own.slots[slot]]
        free = own.at("green")
        if own.hand and slots and (not free or self.draw.random() < 0.5):
            self.play(self.draw.choice(slots))
        elif free:
            self.place(self.draw.choice(free))
        elif (crossing := self.can_cross(own)) and self.draw.random() < 0.7:
            self.cross(*self.draw.choice(crossing))
        elif own.at("red") and not own.hand and own.awake:
            self.place(own.at("red")[0], pilgrim=True)
        else:
            self.press("Pass")
            self.scribe.pass_()

    def play(self, slot: int) -> None:
        seat = self.scribe.turn
        self.press(f"Play a yokai. {PLACES[slot]}")
        self.scribe.play(slot)
        if self.everything:
            self.card_action(seat)

    def card_action(self, seat: int) -> None:
        """What is printed on the card, by the pad: a few things, now and then two of a kind."""
        what = self.draw.choice([*RESOURCES.items(), ("vp", "Virtue points"), ("amulet1", "+1 amulet")])
        n = self.draw.choice((1, 1, 2))
        self.follow(f"What came and went: {self.names[seat]}")
        if self.known:
            self.press(f"{n} {what[0]}", f"+{n}")
        else:
            for _ in range(n):
                self.follow(f"One more: {what[1]}")
            self.press("Record it")
        self.scribe.own[seat].goods[what[0]] += n

    def place(self, die: Die, pilgrim: bool = False) -> None:
        seat = self.scribe.turn
        own = self.scribe.own[seat]
        lock = "locked" if pilgrim else "unlocked"
        self.follow(f"Use the die showing {die.value}. {lock}, {PLACES[int(die.spot)]}")
        add = 0
        if not self.everything and die.value < 3 and self.draw.random() < 0.2:
            add = 1
            self.follow("One amulet pip more")
            assert f"die showing {die.value + 1}" in self.phone.page.words
        region, space = self.draw.choice(self.targets(die.value + add))
        where = SAY(f"bitoku.region.{region}")
        spot = SAY(f"bitoku.space.{space}") if region == "home" else SAY("app.bitoku.space", n=space)
        if pilgrim:
            own.awake -= 1
        self.press(f"{where}, {spot}")
        acts = self.scribe.place(die, region, space, 0)
        die.value += add
        if self.everything and acts:
            self.forest_action(seat, region, space)

    def targets(self, value: int) -> list[tuple[str, str]]:
        found = [("home", space) for space in HOME_GIVES]
        for region in OUTER:
            numbers = [n for n in (1, 2, 3, 4) if n <= value]
            if value >= self.scribe.highest(region):
                found += [(region, str(numbers[-1])), (region, str(numbers[-1]))]
            elif self.draw.random() < 0.3:
                found.append((region, str(numbers[0])))
        return found

    def can_cross(self, own: Own) -> list[tuple[Die, str]]:
        return [
            (die, boon)
            for die in own.dice
            if die.zone in OUTER and die.value > 1
            for boon in ("bitoku", "yokai", "two")
            if f"{die.zone}.{boon}" not in self.scribe.boons
        ]

    def cross(self, die: Die, boon: str) -> None:
        seat = self.scribe.turn
        value, region = die.value, SAY(f"bitoku.region.{die.zone}")
        label = f"Cross the river with the die showing {value}: {region}, "
        spot = SAY("app.bitoku.space", n=die.spot)
        self.follow(label + spot)
        self.press(capital(SAY(f"bitoku.boon.{boon}")))
        twins = [
            d
            for d in self.scribe.own[seat].dice
            if (d.value, d.zone, d.spot) == (die.value, die.zone, die.spot)
        ]
        self.scribe.cross(twins[0], boon)

    def forest_action(self, seat: int, region: str, space: str) -> None:
        """What happens without asking."""
        own = self.scribe.own[seat]
        if region == "home":
            own.goods.update(HOME_GIVES[space])
        elif space == "1":
            own.kodama[region] += 1

    # --- what is due

    def settle(self, seat: int) -> None:
        """Answer everything that is due to the seat."""
        for _ in range(30):
            found = re.findall(rf'id="(due-{seat}-\d+-(\w+))"', self.phone.page.html)
            if not found:
                return
            self.answer(seat, *found[0])
        raise AssertionError("it never ends")

    def answer(self, seat: int, form_id: str, due: str) -> None:
        form = next(f for f in self.phone.page.forms if f.fields.get("nonce", "").endswith(form_id))
        own = self.scribe.own[seat]
        ways: dict[str, Any] = {
            "resource": lambda: self._good(form, own, self.draw.choice(list(RESOURCES))),
            "wood_or_jade": lambda: self._good(form, own, self.draw.choice(["wood", "jade"])),
            "walk": lambda: self._walk(form, own),
            "vision_or_resource": lambda: self._take(form, own, "Vision", "vision"),
            "kodama": lambda: self._kodama(form, own),
            "kodama_or_amulet": lambda: self._take(form, own, "A kodama one space on", ""),
            "bitoku": lambda: self._take(form, own, "Makoto", "makoto"),
            "yokai": lambda: self._take(form, own, "Yama Uba", "yama_uba"),
            "boon": lambda: self._boon(form),
            "mitama_or_dragonfly": lambda: self._buy(own, "Kushi", "kushi"),
            "build": lambda: self._build(own),
            "grow_or_build": lambda: self._build(own),
        }
        if due in ways:
            ways[due]()
        else:
            self.press("Do without", form=form)

    def _take(self, form: Form, own: Own, text: str, what: str) -> None:
        self.press(text, form=form)
        if what:
            own.goods[what] += 1

    def _good(self, form: Form, own: Own, what: str) -> None:
        self._take(form, own, RESOURCES[what], what)

    def _walk(self, form: Form, own: Own) -> None:
        if own.road:
            self.press("A pilgrim one space on", form=form)
        elif own.awake:
            self.press("A pilgrim sets out", form=form)
            own.awake, own.road = own.awake - 1, own.road + 1
        else:
            self.press("Do without", form=form)

    def _kodama(self, form: Form, own: Own) -> None:
        region = self.draw.choice(OUTER)
        self.press(SAY(f"bitoku.region.{region}"), form=form)
        own.kodama[region] += 1

    def _boon(self, form: Form) -> None:
        offered = [b.text for b in form.buttons]
        self.press("A kodama one space on" if "A kodama one space on" in offered else "Vision", form=form)

    def _buy(self, own: Own, text: str, what: str) -> None:
        self.buy(text)
        self._pay(own, "sake")
        self.press("Record it")
        own.goods[what] += 1

    def _pay(self, own: Own, what: str) -> None:
        if own.goods[what]:
            self.follow(f"One less: {RESOURCES[what]}")
            own.goods[what] -= 1

    def _build(self, own: Own) -> None:
        if sum(own.buildings.values()) >= 6 or sum(o.buildings["temple"] for o in self.scribe.own) >= 6:
            form = next(f for f in self.phone.page.forms if any(b.text == "Do without" for b in f.buttons))
            self.press("Do without", form=form)
            return
        self.buy("Temple")
        self.follow("Glade of Jade")
        self._pay(own, "wood")
        self.press("Record it")
        own.buildings["temple"] += 1
