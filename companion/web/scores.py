"""The score calculator: a form that is counted as it is filled, in an address, or as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from flask import Blueprint, Response, abort, current_app, make_response, render_template, request, url_for

from companion.drawings import qr_path
from companion.engine.scores import Result, SheetError
from companion.games import SCORES
from companion.scorebook import Scorebook
from companion.web import errors
from companion.web.limits import limiter
from companion.web.phones import outside
from companion.web.posted import read_json as json_posted
from companion.web.scores_bgstats import sheet_link
from companion.web.scores_bitoku import CALCULATOR as BITOKU
from companion.web.scores_panel import Panel, panel, signed
from companion.web.scores_sheet import (
    Calculator,
    Counted,
    LinkError,
    count,
    known,
    pack,
    seats,
    sentence,
    unpack,
)
from companion.web.scores_spirits import CALCULATOR as SPIRITS
from companion.web.words import lang, t

blueprint = Blueprint("scores", __name__)
CALCULATORS: Final[Mapping[str, Calculator]] = {one.slug: one for one in (SPIRITS, BITOKU)}
LONGEST_JSON: Final = 40_000


@dataclass(frozen=True)
class Seat:
    """A player's column: letter, name as shown, as typed, and colour."""

    letter: str
    name: str
    typed: str
    colour: str


@dataclass(frozen=True)
class Screen:
    """A calculator as one request shows it. `kept`: the state to compare with, as in an address.
    `shared`: the code of a shared sheet. `focus`: the field to go to."""

    calculator: Calculator
    counted: Counted
    panel: Panel | None
    kept: str
    shared: str
    focus: str
    said: str = ""
    json: str = ""
    json_fault: str = ""

    @property
    def slug(self) -> str:
        return self.calculator.slug

    @cached_property
    def seats(self) -> list[Seat]:
        """The players' columns in order; alone in a solo game."""
        typed = self.counted.fields
        letters = seats(typed)[:1] if typed.get("mode") == "solo" else seats(typed)
        return [
            Seat(
                letter,
                " ".join(typed.get(f"{letter}.name", "").split()) or t("scores.player", n=at),
                typed.get(f"{letter}.name", ""),
                self.calculator.colours["abcd".index(letter)],
            )
            for at, letter in enumerate(letters, 1)
        ]

    @cached_property
    def sides(self) -> list[Seat]:
        """The same with the opponent of a solo game."""
        if self.value("mode") != "solo":
            return self.seats
        return [*self.seats, Seat(self.calculator.opponent, t(f"scores.{self.slug}.opponent"), "", "")]

    def value(self, name: str) -> str:
        """A field as it was typed."""
        return self.counted.fields.get(name, "")

    @property
    def final_panel(self) -> bool:
        """Whether the result that is shown is the result."""
        return self.panel is not None and self.counted.final

    def owner(self, name: str) -> str:
        """Whose field it is, as the start of a sentence; empty where it is everybody's or a name."""
        letter, _, rest = name.partition(".")
        if rest == "name":
            return ""
        found = next((side.name for side in self.sides if side.letter == letter), "")
        return t("scores.of", name=found) if found else ""

    def fault(self, name: str) -> str:
        """What is wrong about a field, empty when nothing is."""
        return self.counted.faults.get(name, "")

    @cached_property
    def context(self) -> Mapping[str, Any]:
        """What the game's own part of the form needs."""
        return self.calculator.context(self.counted)

    @property
    def packed(self) -> str:
        """The whole form in one word."""
        return pack(self.counted.fields)

    @property
    def action(self) -> str:
        """Where the form goes."""
        if self.shared:
            return url_for("scores_shared.write", code=self.shared)
        return url_for("scores.counted", slug=self.slug)

    @property
    def bgstats(self) -> str:
        """The link that hands the result to BG Stats."""
        result = self.counted.result
        return "" if result is None else sheet_link(self.slug, self.calculator.bgg, result, self.packed)

    @cached_property
    def invitation(self) -> tuple[str, tuple[str, str]]:
        """The link of the shared sheet and its QR code."""
        link = outside(url_for("scores_shared.show", code=self.shared))
        return link, qr_path(link)

    @property
    def invited(self) -> bool:
        """Whether the shared sheet was opened just now, so that others are to be asked in."""
        return request.args.get("new") == "1"

    @property
    def link(self) -> str:
        """An address that opens this sheet on any phone."""
        return outside(url_for("scores.show", slug=self.slug, s=self.packed))


def scorebook() -> Scorebook:
    """The score book of the house."""
    found = current_app.extensions.get("scorebook")
    if found is None:
        found = current_app.extensions.setdefault(
            "scorebook", Scorebook(current_app.extensions["tables"].store)
        )
    return found  # type: ignore[no-any-return]


def calculator_of(slug: str) -> Calculator:
    """The calculator of a game. Aborts with 404 and a sentence."""
    found = CALCULATORS.get(slug)
    if found is None:
        abort(errors.answer(404, sentence=t("scores.no_game")))
    return found


def count_fields(calculator: Calculator, fields: Mapping[str, str]) -> Counted:
    """A form counted for this reader."""
    return count(calculator, fields, lang())


def screen(calculator: Calculator, fields: Mapping[str, str], **more: Any) -> Screen:
    """The calculator with these fields, compared with the state that the form keeps."""
    kept = more.pop("kept", "")
    counted = count_fields(calculator, fields)
    compared = _kept(calculator, kept)
    shown = panel(calculator, counted, lang(), compared) if counted.filled or kept else None
    focus = more.pop("focus", "") or next(iter(counted.faults), "")
    if is_part() and "do" not in request.form:
        focus = ""  # counted as one types: the focus stays where the thumb is
    shared = more.pop("shared", "")
    return Screen(calculator, counted, shown, kept if compared else "", shared, focus, **more)


def _kept(calculator: Calculator, packed: str) -> Result | None:
    if not packed:
        return None
    try:
        return count_fields(calculator, unpack(calculator, packed)).result
    except LinkError:
        return None


def is_part() -> bool:
    """Whether htmx wants the sheet alone."""
    return request.headers.get("HX-Request") == "true"


def render(shown: Screen, status: int = 200) -> Response:
    """The whole page, or its part `#sheet` for htmx."""
    template = "scores/_sheet.html" if is_part() else "scores/calculator.html"
    response = make_response(render_template(template, s=shown, slug=shown.slug, signed=signed), status)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def posted(calculator: Calculator) -> dict[str, str]:
    """The fields of a form: what was shown before (`rest`), and over it what it sends."""
    try:
        before = unpack(calculator, request.form.get("rest", ""))
    except LinkError:
        before = calculator.empty()
    sent = known(calculator, request.form.items(multi=True))
    return {**before, **sent}


@blueprint.get("/score/<slug>")
def show(slug: str) -> Response:
    """The calculator, empty or with the sheet of the address."""
    calculator = calculator_of(slug)
    packed = request.args.get("s", "")
    if not packed:
        return render(screen(calculator, calculator.empty()))
    try:
        fields = unpack(calculator, packed)
    except LinkError:
        return render(screen(calculator, calculator.empty(), said=t("scores.bad_link")), 422)
    return render(screen(calculator, {**calculator.empty(), **fields}))


@blueprint.post("/score/<slug>")
@limiter.limit("600/minute")
def counted(slug: str) -> Response:
    """Count what the form holds, after the button that was pressed."""
    calculator = calculator_of(slug)
    done = press(calculator, posted(calculator))
    return render_pressed(calculator, done)


@dataclass(frozen=True)
class Pressed:
    """A form after its button: the fields, the state kept to compare with, and JSON that was refused."""

    fields: dict[str, str]
    kept: str
    json: str = ""
    json_fault: str = ""


def press(calculator: Calculator, fields: dict[str, str]) -> Pressed:
    """What the pressed button makes of the fields: those that every game has, then the game's own."""
    button, kept = request.form.get("do", ""), request.form.get("kept", "")
    if button == "open":
        return _open_json(calculator, fields, kept)
    if button == "pin":
        return Pressed(fields, pack(fields))
    if button == "unpin":
        return Pressed(fields, "")
    if button == "back":
        try:
            return Pressed(unpack(calculator, kept), "")
        except LinkError:
            return Pressed(fields, "")
    if button == "clear":
        names = {name: value for name, value in fields.items() if name == "seats" or name.endswith(".name")}
        return Pressed({**calculator.empty(), **names}, "")
    return Pressed(calculator.act(fields, button) if button else fields, kept)


def render_pressed(calculator: Calculator, done: Pressed, shared: str = "") -> Response:
    """The form after its button; 422 when the whole page was asked for and something is at fault."""
    shown = screen(
        calculator,
        done.fields,
        kept=done.kept,
        shared=shared,
        focus="json" if done.json_fault else "",
        json=done.json,
        json_fault=done.json_fault,
    )
    return render(shown, 422 if (shown.counted.faults or shown.json_fault) and not is_part() else 200)


def _open_json(calculator: Calculator, fields: dict[str, str], kept: str) -> Pressed:
    """A sheet that was pasted as JSON; with a fault the form stays as it was."""
    text = request.form.get("json", "")
    try:
        return Pressed(read_json(calculator, text), kept)
    except SheetError as error:
        where = ".".join(str(part) for part in error.path)
        fault = sentence(calculator, error, lang())
        return Pressed(fields, kept, text, f"{where}: {fault}" if where else fault)
    except ValueError:
        return Pressed(fields, kept, text, t("scores.bad_json"))


def read_json(calculator: Calculator, text: str) -> dict[str, str]:
    """The fields of a sheet in JSON, alone or as the download has it. Raises SheetError, ValueError."""
    if len(text) > LONGEST_JSON:
        raise ValueError("too long")
    value = json_posted(text)
    if isinstance(value, dict) and isinstance(value.get("sheet"), dict):
        value = value["sheet"]
    if not isinstance(value, dict) or value.get("game", calculator.slug) != calculator.slug:
        raise ValueError("no sheet of this game")
    SCORES[calculator.slug](value)
    return {**calculator.empty(), **calculator.write(value)}


@blueprint.get("/score/<slug>/sheet.json")
def download(slug: str) -> Response:
    """The sheet of the address and its result, as contract.md has them."""
    calculator = calculator_of(slug)
    try:
        found = count_fields(calculator, unpack(calculator, request.args.get("s", "")))
    except LinkError:
        return errors.answer(422, sentence=t("scores.bad_link"))
    if found.result is None or not found.final:
        return errors.answer(422, sentence=first_problem(found))
    return json_file({"sheet": found.sheet, "result": found.result.json}, f"mori-{slug}.json")


def first_problem(found: Counted) -> str:
    """The first thing that stands in the way of a result."""
    return next(iter((*found.faults.values(), *found.missing.values())), t("scores.bad_link"))


def json_file(content: Any, name: str) -> Response:
    """A JSON file to keep."""
    text = json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    response = make_response(text, {"Content-Type": "application/json; charset=utf-8"})
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
