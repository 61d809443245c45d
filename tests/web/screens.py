"""Every screen of the house by name, over tables in every state, for tests that look at all of them."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from companion.facts import components
from companion.games import GAMES, SCORES
from companion.games.spirits import GAME
from companion.games.spirits.moves import Keep, Place, Take
from companion.games.spirits.state import CELLS, FOREST, State
from companion.sheets import KINDS
from companion.tables import Table, Tables
from companion.timelines import Timelines
from companion.web import demo
from companion.web.scores_sheet import pack
from tests.browser.recorded import Step, game, steps
from tests.oracle.cases import cases
from tests.web import screens_alone, screens_copy
from tests.web.screens_bitoku import addresses

NAMES = (("Ana", "red"), ("Bo", "blue"))
NO_SCREEN = {
    "static",
    "api.bundle",
    "api.healthz",
    "api.robots",
    "api.icon",
    "live.events",
    "scores_shared.events",
}
NO_SCREEN |= {"sheets.download", "sheets.make", "sheets.tent", "sheets.make_tent"}
NO_SCREEN |= {
    "mend.export",
    "scores.download",
    "scores_results.export",
    "mycopy_share.export",
    "people.next_table",
    "offline.worker",
}
"""What a GET answers with something else than a screen."""
LED = "led "
"""How the id of a phone begins that is led through the demo at the table of the code that follows."""


@dataclass(frozen=True)
class Screen:
    """One screen: its name, its address, whose phone sees it, and the form that brings it, when one does."""

    name: str
    path: str
    phone: str = "host"
    form: Mapping[str, str] | None = None
    file: bool = False
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    def ask(self, client: FlaskClient, lang: str = "en") -> TestResponse:
        """The screen as that client's phone gets it."""
        headers, path = dict(self.headers), self.address(lang)
        if self.form is None:
            return client.get(path, headers=headers)
        return client.post(path, data=dict(self.form), headers=headers)

    def address(self, lang: str) -> str:
        """Its address for a reader of that language; a printed sheet has its language in its name."""
        return self.path.replace("LANG", lang)


def cookie(app: Flask, phone: str, tables: Sequence[str] = ()) -> str:
    """The signed cookie of the phone with that id."""
    session = {"_permanent": True, "phone": phone, "since": int(time.time()), "tables": list(tables)}
    if phone.startswith(LED):
        session["demo"] = phone.removeprefix(LED)
    signer = app.session_interface.get_signing_serializer(app)  # type: ignore[attr-defined]
    return str(signer.dumps(session))


def client_of(app: Flask, screen: Screen, lang: str, tables: Sequence[str] = ()) -> FlaskClient:
    """A phone that sees that screen, in that language."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
    if screen.phone != "nobody":
        client.set_cookie(app.config["SESSION_COOKIE_NAME"], cookie(app, screen.phone, tables))
    return client


def _to_form(move: Any) -> str:
    return GAME.codec.to_form(move)


class House:
    """Tables of Spirits in every state a screen can be about. `host` holds the first seat, `guest` the second
    of those with two phones; `all` holds both seats of the shared ones; `eve` holds none."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.tables: Tables = app.extensions["tables"]
        self.course = list(steps(game(1003)))
        self.fresh = self._open("host", guest=False)
        self.locked = self._open("host", guest=False)
        self.tables.lock(self.locked.code, True, "host")
        self.middle = self._play(self._open("host"), self._until(lambda s: s.turn == 0 and _held(s, 0)))
        self.gem = self._play(
            self._open("host"), self._until(lambda s: s.turn == 0 and s.phase == "gem" and s.placed(0) > 0)
        )
        self.second = self._play(
            self._open("host"), self._until(lambda s: s.turn == 0 and s.phase == "collect" and bool(s.taken))
        )
        self.paying = self._play(self._open("host"), self._until(_may_choose_payment))
        self.shared = self._play(self._open("all", shared=True), self._until(lambda s: _held(s, s.turn)))
        late = {f"{row},{column}" for row, column, _ in game(1003)["favor_tokens"][3:]}
        self.reveal = self._play(
            self._open("all", shared=True),
            [s for s in steps(game(1003), late) if s.before.phase != "over"],
        )
        self.over = self._play(self._open("host"), self.course)
        self.closed = self._play(self._open("host"), self.course[:20])
        self.tables.close(self.closed.code, "host")
        self.followed = self._play(self._open("host"), self.course)
        self.tables.again(self.followed.code, "host")
        self.laid = self._play(self._open("host", token_places="any"), [])
        self.broken = self._play(self._open("host"), self.course[:12])
        self._break(self.broken)

    def _open(self, host: str, guest: bool = True, shared: bool = False, **options: str) -> Table:
        table = self.tables.create("spirits", NAMES, options, host)
        if guest:
            table = self.tables.claim(table.code, 1, host if shared else "guest")
        return table

    def _until(self, wanted: Any) -> list[Step]:
        end = next(i for i, step in enumerate(self.course) if wanted(step.after))
        return self.course[: end + 1]

    def _play(self, table: Table, course: Sequence[Step]) -> Table:
        for step in course:
            outcome = self.tables.play(
                table.code, step.seat, step.move, revision=table.revision, nonce=str(table.revision + 1)
            )
            assert outcome.status == "recorded", outcome
            table = outcome.table
        return table

    def _break(self, table: Table) -> None:
        data = Path(self.app.config["DATA_DIR"]) / "mori.db"
        with sqlite3.connect(data) as db:
            db.execute(
                "update entry set body = ? where code = ? and number = 9",
                ('{"kind": "move", "seat": 0, "move": {"kind": "from another time"}}', table.code),
            )
        db.close()
        self.tables._timelines = Timelines(self.tables.store, GAMES)
        assert self.tables.get(table.code).broken is not None

    # --- the screens

    def screens(self) -> Iterator[Screen]:
        """All of them."""
        yield from self._lobby()
        yield from self._play_screens()
        yield from self._demos()
        yield from self._corrections()
        yield from self._people()
        yield from self._scores()
        yield from self._faults()
        yield from self._sheets()
        yield from self._bitoku()
        yield from (Screen(name, path, "all") for name, path in addresses(self.tables, "all"))
        for name, path, phone, form, status in screens_copy.addresses(self.app, "all"):
            yield Screen(name, path, phone, form, status=status)
        for name, path, phone, form, status in screens_alone.addresses(self.tables, "all"):
            yield Screen(name, path, phone, form, status=status)
        yield from self._others()

    def _lobby(self) -> Iterator[Screen]:
        yield Screen("lobby", "/")
        yield Screen("lobby of a new phone", "/", "nobody")
        yield Screen("lobby, wrong code", "/join", form={"code": "zzz"}, status=404)
        yield Screen("lobby, no file", "/import", form={"file": "no json"}, status=422)
        for slug in GAMES:
            yield Screen(f"new table of {slug}", f"/new/{slug}")
            wrong = {"count": "2", "name-0": "Ana", "name-1": "ana", "colour-0": "red", "colour-1": "red"}
            yield Screen(f"new table of {slug}, refused", f"/new/{slug}", form=wrong, status=422)

    def _play_screens(self) -> Iterator[Screen]:
        t = self._at
        yield Screen("join", t(self.fresh), "eve")
        yield Screen("join, locked", t(self.locked), "eve")
        yield Screen("watch", t(self.fresh, watch=1), "eve")
        yield Screen("first turn", t(self.fresh))
        yield Screen("face picker", t(self.fresh, do="take", at="0,0"))
        yield Screen("collect", t(self.middle))
        yield Screen("collect, the other's phone", t(self.middle), "guest")
        yield Screen("collect, watched", t(self.middle), "eve")
        yield Screen("second tile", t(self.second))
        yield Screen("gemstone", t(self.gem))
        yield Screen("gemstone, which place", t(self.gem, do="shift", start=_own_gem(self.gem.state)))
        pay = _payment(self.paying.state)
        yield Screen("payment", t(self.paying, do="take", at=pay[0].at, face=pay[0].face))
        yield Screen("token", t(self.middle, do="peek", at=_held(self.middle.state, 0)))
        inner = next(CELLS[c] for c in range(5, 8) if self.fresh.state.holders[c] == FOREST)
        for name, move, over in (("refused", Take(inner, "moss2"), "0"), ("impossible", Take("9,9"), "0")):
            form = self._form(self.fresh, 0, move, overrule=over)
            yield Screen(f"move {name}", t(self.fresh) + "/move", form=form, status=422)
        stale = {**self._form(self.middle, 0, Keep()), "revision": "1"}
        yield Screen("conflict", t(self.middle) + "/move", form=stale, status=409)
        yield Screen("unreadable move", t(self.middle) + "/move", form={**stale, "move": "{"}, status=422)
        seat = self.shared.state.turn
        yield Screen("shared phone", t(self.shared), "all")
        yield Screen("curtain", t(self.shared, "/curtain", seat=seat), "all")
        yield Screen("behind the curtain", t(self.shared, seat=seat, open=1), "all")
        held = _held(self.shared.state, seat)
        question = t(self.shared, seat=seat, open=1, do="peek", at=held)
        yield Screen("token behind the curtain", question, "all")
        yield Screen("reveal", t(self.reveal), "all")
        yield Screen("over", t(self.over))
        yield Screen("closed", t(self.closed))
        yield Screen("broken", t(self.broken))
        yield Screen("end", t(self.over, "/end"))
        yield Screen("end, watched", t(self.over, "/end"), "eve")
        yield Screen("end, next table", t(self.followed, "/end"))

    def _demos(self) -> Iterator[Screen]:
        """The demo tables at steps of every kind, and the table one left it for."""
        some = {
            "spirits": ("forest", "tap", "pair", "refused", "undo", "end"),
            "bitoku": ("spring", "refused", "amulet", "due", "river", "order", "winter", "end"),
        }
        looked_at = [(game, *one) for game, says in some.items() for one in enumerate(demo.steps(game))]
        for slug, end, step in looked_at:
            if step.say not in some[slug]:
                continue
            table = self.tables.create(slug, NAMES, components(slug).get("demo_options", {}), "host")
            phone, code = f"{LED}{table.code}", table.code
            self.tables.free(code, 0, "host")
            for seat in range(2):
                self.tables.claim(code, seat, phone)
            made = [made for done in demo.steps(slug)[: end + 1] for made in done.records]
            for number, one in enumerate(made):
                if one.move is None:
                    outcome = self.tables.undo(code, revision=number, nonce=str(number))
                else:
                    outcome = self.tables.play(code, one.seat, one.move, revision=number, nonce=str(number))
                assert outcome.status == "recorded", outcome
            name = "demo" if slug == "spirits" else "demo of Bitoku"
            yield Screen(f"{name}, {step.say}", self._at(table, "/demo", step=end), phone)
            if step.say in ("pair", "river"):
                yield Screen(f"{name}, left", self._at(table), phone)

    def _corrections(self) -> Iterator[Screen]:
        t = self._at
        yield Screen("log", t(self.middle, "/log"))
        yield Screen("log, watched", t(self.over, "/log"), "eve")
        yield Screen("log, empty", t(self.fresh, "/log"))
        seen = set()
        for node in self.middle.timeline.backwards():
            number, kind, status = node.entry.number, node.move.kind, 403 if node.entry.seat else 200
            if (kind, status) in seen:
                continue
            seen.add((kind, status))
            yield Screen(f"amend {number}", t(self.middle, f"/amend/{number}"), status=status)
            asked = t(self.middle, f"/amend/{number}", do=kind)
            yield Screen(f"amend {number}, question", asked, status=status)
        own = next(
            n for n in self.middle.timeline.backwards() if isinstance(n.move, Place) and not n.entry.seat
        )
        form = {**self._form(self.middle, own.entry.seat, Place("9,9")), "target": str(own.entry.number)}
        yield Screen("amend refused", t(self.middle) + "/amend", form=form, status=422)
        yield Screen("amend what is not there", t(self.middle, "/amend/999"), status=404)
        yield Screen("correct", t(self.middle, "/fix"))
        for table, kinds in (
            (self.middle, ("name", "fix_tile", "fix_gem", "fix_removed", "fix_turn", "fix_token")),
            (self.laid, ("lay",)),
        ):
            for kind in kinds:
                yield Screen(f"correct {kind}", t(table, "/fix", do=kind))
        for kind in ("name", "fix_tile", "fix_gem"):
            yield Screen(f"correct {kind} there", t(self.middle, "/fix", do=kind, at="2,5"))
        yield Screen("correct a count", t(self.middle, "/fix", do="fix_removed", player=0))
        yield Screen("correct the turn", t(self.middle, "/fix", do="fix_turn", player=1))
        yield Screen("forest", t(self.fresh, "/forest"))
        yield Screen("forest, drafted", t(self.fresh, "/forest", so="0" * 2 + "-" * 46, at=5))
        yield Screen("forest, pasted wrong", t(self.fresh, "/forest"), form={"text": "moss9"}, status=422)

    def _people(self) -> Iterator[Screen]:
        t = self._at
        yield Screen("people", t(self.fresh, "/people"))
        yield Screen("people, renaming", t(self.middle, "/people", rename=0))
        yield Screen("people, guest", t(self.middle, "/people"), "guest")
        yield Screen("people, watched", t(self.middle, "/people"), "eve")
        yield Screen("people, closed", t(self.closed, "/people"))
        same = {"seat": "0", "name": "Bo"}
        yield Screen("people, refused", t(self.middle) + "/rename", form=same, status=422)
        yield Screen("seat taken", t(self.middle) + "/claim", "eve", form={"seat": "1"}, status=422)
        yield Screen("not the host", t(self.middle) + "/lock", "eve", form={"locked": "1"}, status=403)
        yield Screen("not your seat", t(self.middle) + "/move", "eve", form={"seat": "0"}, status=403)

    def _scores(self) -> Iterator[Screen]:
        for slug in SCORES:
            yield Screen(f"calculator of {slug}", f"/score/{slug}")
            for name, sheet in _sheets(slug):
                text = json.dumps({"game": slug, **sheet})
                form = {"do": "open", "json": text}
                yield Screen(f"calculator of {slug}, {name}", f"/score/{slug}", form=form)
            wrong = {"seats": "ab", "a.name": "Ana", "a.moss": "999", "a.vp": "?", "b.moss": "?"}
            yield Screen(f"calculator of {slug}, wrong", f"/score/{slug}", form=wrong, status=422)
            no_json = {"do": "open", "json": "{"}
            yield Screen(f"calculator of {slug}, no JSON", f"/score/{slug}", form=no_json, status=422)
        yield Screen("no such calculator", "/score/chess", status=404)
        yield Screen("results, none", "/results", "nobody")
        kept = self._keep()
        yield Screen("results", "/results")
        yield Screen("a result", kept)
        yield Screen("no such result", "/results/zzz", status=404)
        yield Screen("shared sheet", self._share())
        yield Screen("no such shared sheet", "/score/s/zzzzzzz", status=404)

    def _keep(self) -> str:
        client = client_of(self.app, Screen("", ""), "en")
        answer = client.post(self._at(self.over) + "/keep")
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return str(answer.location)

    def _share(self) -> str:
        client = client_of(self.app, Screen("", ""), "en")
        answer = client.post("/score/spirits/share", data={"s": pack({"seats": "ab"})})
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return str(answer.location)

    def _faults(self) -> Iterator[Screen]:
        yield Screen("no such page", "/no/such/page", status=404)
        yield Screen("no such game", "/new/chess", status=404)
        yield Screen("no such table", "/t/0000000000000", status=404)
        yield Screen("wrong method", "/join", status=405)
        yield Screen("too large", "/join", form={"code": "x" * 70_000}, status=413)
        yield Screen("strange form", self._at(self.middle) + "/undo", form={"revision": "x"}, status=422)
        yield Screen("a secret file", self._at(self.middle, "/export.json"), status=403)
        part = {"HX-Request": "true"}
        yield Screen("no such page, as a part", "/no/such/page", status=404, headers=part)

    def _sheets(self) -> Iterator[Screen]:
        for slug, kinds in KINDS.items():
            for kind in kinds:
                yield Screen(f"sheet {kind} of {slug}", f"/sheets/{slug}/{kind}.LANG.html")
        yield Screen("tent of a table", f"/sheets/t/{self.fresh.code}/tent.LANG.html")
        yield Screen("no such sheet", "/sheets/spirits/menu.LANG.html", status=404)
        yield Screen("without a net", "/offline/LANG")
        yield Screen("without a net, no such language", "/offline/tlh", status=404)

    def _bitoku(self) -> Iterator[Screen]:
        """The table of Bitoku, before anything was recorded."""
        t, table = self._at, self.tables.create("bitoku", NAMES, {}, "host")
        yield Screen("Bitoku, play", t(table))
        yield Screen("Bitoku, watched", t(table, watch=1), "eve")
        for room in ("pad", "stock", "board", "fix", "log", "people"):
            yield Screen(f"Bitoku, {room}", t(table, f"/{room}"))

    def _others(self) -> Iterator[Screen]:
        """The pages that need no more than a game or a language, whatever rooms the house has."""
        for rule in self.app.url_map.iter_rules():
            named = rule.endpoint.split(".")[0]
            if "GET" not in (rule.methods or ()) or named in ("lobby", "scores", "table", "static"):
                continue
            if rule.arguments <= {"slug"}:
                for slug in SCORES if rule.arguments else ("",):
                    path = rule.rule.replace("<slug>", slug)
                    if rule.endpoint not in NO_SCREEN:
                        yield Screen(f"{rule.endpoint} {slug}", path)

    def _at(self, table: Table, more: str = "", **query: Any) -> str:
        asked = "&".join(f"{name}={value}" for name, value in query.items()).replace("+", "%2B")
        return f"/t/{table.code}{more}{'?' + asked if asked else ''}"

    def _form(self, table: Table, seat: int, move: Any, **more: str) -> dict[str, str]:
        fields = {"seat": str(seat), "revision": str(table.revision), "nonce": f"never {seat}"}
        return {**fields, "move": _to_form(move), **more}


def _held(state: State, seat: int) -> str:
    """The place of a token that the seat holds and may use, empty when there is none."""
    held = [token.cell for token in state.tokens if token.holder == seat and not token.used]
    return CELLS[held[0]] if held and state.phase != "over" else ""


def _own_gem(state: State) -> str:
    return CELLS[state.gems.index(0)]


def _payment(state: State) -> list[Take]:
    """Takes of one tile that differ only in what pays for them."""
    takes = [m for m in GAME.candidates(state, 0) if isinstance(m, Take) and not GAME.check(state, 0, m)]
    for move in takes:
        same = [other for other in takes if (other.at, other.face) == (move.at, move.face)]
        if len(same) > 1:
            return same
    return []


def _may_choose_payment(state: State) -> bool:
    return state.turn == 0 and state.phase == "collect" and bool(_payment(state))


def _sheets(slug: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Sheets that can be counted, named."""
    if slug == "spirits":
        case = next(cases("spirits_scoring"))
        tiles = zip(case["tiles"], case["tokens"], ("Ana", "Bo", "Cem", "Dia"), strict=False)
        players = [{"name": name, "tiles": held, "tokens": tokens} for held, tokens, name in tiles]
        yield "counted", {"players": players}
        solo = {"solo": {"tiles": case["tiles"][1], "tokens": []}, "choice": "keep"}
        yield "solo", {"players": [{**players[0], "tokens": []}], **solo}
    else:
        case = next(cases("bitoku_scoring"))
        yield "counted", case["sheet"]


def missing(app: Flask, screens: Sequence[Screen]) -> set[str]:
    """The rooms with a screen that no test looks at."""
    adapter = app.url_map.bind("localhost")
    seen = set()
    for screen in screens:
        try:
            seen.add(adapter.match(screen.path.split("?")[0], method="GET")[0])
        except HTTPException:  # the screens of errors are addresses that lead nowhere
            continue
    rooms = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    return rooms - seen - NO_SCREEN
