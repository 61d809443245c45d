"""A phone at a table, used with one finger: what its owner would tap, found by what it is called."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import BrowserContext, Locator, Page, expect

from companion import facts
from companion.games.spirits import GAME
from companion.games.spirits.moves import RESERVE, Keep, Peek, Place, Plus, Shift, Stop, Take
from companion.games.spirits.state import State
from companion.web.speech import SPEECH
from tests.browser.recorded import Step

PHONE: Final = {"is_mobile": True, "has_touch": True}
expect.set_options(timeout=60_000)


class Phone:
    """One browser context with one page, in one language. `taps` counts the finger, `complaints` are the
    errors of its console; `offline` says that failed requests are no complaint."""

    def __init__(self, context: BrowserContext, lang: str) -> None:
        self.context = context
        self.lang = lang
        self.say = facts.words(lang)
        self.page: Page = context.new_page()
        self.taps = 0
        self.offline = False
        self.complaints: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning") and not self.offline:
            self.complaints.append(f"{message.text} {message.location.get('url', '')}")

    def go(self, path: str) -> None:
        """To an address."""
        self.page.goto(path)

    def leave_net(self) -> None:
        """The network is gone."""
        self.offline = True
        self.context.set_offline(True)

    def find_net(self) -> None:
        """The network is back."""
        self.context.set_offline(False)

    def tap(self, what: Locator) -> None:
        """One tap, on a page that has come whole."""
        self.page.wait_for_load_state()
        self.taps += 1
        what.tap()

    def press(self, key: str, **values: Any) -> None:
        """Tap the button or link that is called by these words."""
        name = self.say(key, **values)
        self.tap(self.called(name))

    def called(self, name: str) -> Locator:
        """The button or link of that name, or whose name begins so before its smaller line."""
        begins = re.compile(rf"^\s*{re.escape(name)}")
        buttons, links = (self.page.get_by_role(role, name=begins) for role in ("button", "link"))
        return buttons.or_(links).first

    # --- the table

    @property
    def board(self) -> Locator:
        """The picture of the forest."""
        return self.page.get_by_role("form", name=self.say("spirits.piece.forest"), exact=True)

    def spot(self, at: str) -> Locator:
        """The place of the forest, where it can be tapped."""
        name = re.compile(rf"^{re.escape(self.say(f'spirits.place.{at}'))}:")
        return self.board.get_by_role("button", name=name).or_(self.board.get_by_role("link", name=name))

    def question(self) -> Locator:
        """What the thumb's zone asks."""
        return self.page.locator("#question")

    def choose(self, *names: str) -> None:
        """Tap the answer whose words have all of these."""
        table = self.page.locator("#table")
        answers = table.get_by_role("button").or_(table.get_by_role("link"))
        for name in names:
            answers = answers.filter(has=self.page.get_by_text(name, exact=True))
        self.tap(answers.first)

    def last(self) -> Locator:
        """The latest line under "Last moves"."""
        moves = self.page.get_by_role("region", name=self.say("app.table.last"))
        return moves.get_by_role("listitem").first

    def shows(self, step: Step, number: int, names: Sequence[str], own: bool) -> None:
        """Wait until the entry of that number stands, told as this phone may know it."""
        told = SPEECH["spirits"].line(self.say, names, step.seat, step.move, step.after, own)
        expect(self.last()).to_contain_text(re.compile(rf"^\s*{number}\D"))
        expect(self.last()).to_contain_text(told)

    def play(self, step: Step, then: Step | None = None) -> int:
        """Make the move by taps alone; with `then`, both by one button where there is one. How many moves
        were made."""
        state, move = step.before, step.move
        match move:
            case Take():
                self._take(state, step.seat, move)
            case Stop():
                if then is not None and then.move == Keep() and state.taken:
                    self.press("app.ask.spirits.end_turn")
                    return 2
                self.press("app.ask.spirits.stop" if state.taken else "app.ask.spirits.skip")
            case Keep():
                self.press("app.ask.spirits.keep")
            case Place(at):
                self.tap(self.spot(at))
            case Shift(start, to):
                ways = [m for m in GAME.candidates(state, step.seat) if isinstance(m, Shift)]
                self.tap(self.spot(start))
                if sum(way.start == start for way in ways) > 1:
                    expect(self.question()).to_have_text(self.say("app.ask.spirits.to"))
                    self.tap(self.spot(to))
            case Peek(at, token):
                self.choose(self.say("app.ask.spirits.do.peek"), self.say(f"spirits.place.{at}"))
                expect(self.question()).to_have_text(self.say("app.ask.spirits.token"))
                self.choose(self.say(f"spirits.token.{token}"))
            case Plus(at):
                self.choose(self.say("app.ask.spirits.do.plus"), self.say(f"spirits.place.{at}"))
            case _:
                raise AssertionError(move)
        return 1

    def look(self, step: Step, name: str) -> None:
        """Name or use a token at a phone that goes from hand to hand: behind the curtain, by its owner."""
        self.press("app.table.tokens_of", name=name)
        expect(self.page.get_by_role("heading", level=1)).to_have_text(
            self.say("app.table.curtain.title", name=name)
        )
        self.press("app.table.curtain.open", name=name)
        self.play(step)

    def _take(self, state: State, seat: int, move: Take) -> None:
        ways = [m for m in GAME.candidates(state, seat) if isinstance(m, Take) and m.at == move.at]
        self.tap(self.spot(move.at))
        if move.face:
            expect(self.question()).to_have_text(
                self.say("app.ask.spirits.face", at=self.say(f"spirits.place.{move.at}"))
            )
            face = self.say(f"spirits.tile.{move.face}")
            self.tap(self.page.locator("#table").get_by_label(face, exact=True))
        if len({way.pay for way in ways}) > 1:
            expect(self.question()).to_have_text(self.say("app.ask.spirits.pay"))
            if move.pay == RESERVE:
                self.choose(self.say("app.ask.spirits.pay.reserve"))
            else:
                place = self.say(f"spirits.place.{move.pay}")
                self.choose(self.say("app.ask.spirits.pay.forest", at=place))


def read_qr(picture: Path) -> str:
    """What a camera reads in a picture."""
    read = subprocess.run(
        ["zbarimg", "--quiet", "--raw", str(picture)], capture_output=True, text=True, check=True, timeout=30
    )
    return read.stdout.strip()
