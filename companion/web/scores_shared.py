"""A score sheet that several phones fill at once: each field is written by itself, and all see it soon."""

from __future__ import annotations

from typing import NoReturn, cast

from flask import Blueprint, Response, current_app, redirect, request, url_for

from companion.scorebook import SheetFull, SheetRow
from companion.tables import NoTable, Tables
from companion.web import errors, live
from companion.web.limits import by_address, limiter
from companion.web.phones import phone_id
from companion.web.room import guesses, refuse
from companion.web.scores import (
    CALCULATORS,
    calculator_of,
    is_part,
    press,
    render,
    render_pressed,
    scorebook,
    screen,
)
from companion.web.scores_sheet import Calculator, LinkError, known, unpack
from companion.web.words import lang, t

blueprint = Blueprint("scores_shared", __name__)


@blueprint.post("/score/<slug>/share")
@limiter.limit("60/hour")
@limiter.limit("240/hour", key_func=by_address)
def share(slug: str) -> Response:
    """Open a shared sheet with what the form holds, and go there."""
    calculator = calculator_of(slug)
    try:
        fields = unpack(calculator, request.form.get("s", ""))
    except LinkError:
        refuse(422, t("scores.bad_link"))
    code = scorebook().open(slug, {**calculator.empty(), **fields}, phone_id())
    return cast(Response, redirect(url_for("scores_shared.show", code=code, new=1), 303))


@blueprint.get("/score/s/<code>")
def show(code: str) -> Response:
    """The shared sheet as it stands."""
    row, calculator = enter(code)
    tag = f"{row.change}.{lang()}"
    if is_part() and request.headers.get("HX-PTag") == tag:
        return Response(status=304)
    shown = screen(calculator, row.fields, shared=row.code, kept=request.args.get("kept", ""))
    response = render(shown)
    response.headers["HX-PTag"] = tag
    return response


@blueprint.post("/score/s/<code>")
@limiter.limit("600/minute")
def write(code: str) -> Response:
    """Write the fields that this phone changed since it last saw the sheet, then what its button makes of the
    whole sheet, and show the sheet as it stands."""
    row, calculator = enter(code)
    try:
        changed = changes(calculator)
        own = {name: changed.pop(name) for name in calculator.own if name in changed}
        row = scorebook().write(code, changed)
        done = press(calculator, {**row.fields, **own})
        gone = dict.fromkeys(row.fields.keys() - done.fields.keys(), "")
        kept = {name: value for name, value in done.fields.items() if name not in calculator.own}
        row = scorebook().write(code, {**gone, **kept})
    except SheetFull:
        refuse(422, t("scores.sheet_full"))
    return render_pressed(calculator, done, row.code)


def changes(calculator: Calculator) -> dict[str, str]:
    """What a form says differently from what was shown before it."""
    try:
        before = unpack(calculator, request.form.get("rest", ""))
    except LinkError:
        before = {}
    sent = known(calculator, request.form.items(multi=True))
    return {
        name: value for name, value in sent.items() if value != before.get(name, "") or name in calculator.own
    }


@blueprint.get("/score/s/<code>/events")
def events(code: str) -> Response:
    """`moved` whenever a field changes, as at a table."""
    row, _ = enter(code)
    here = live.listeners()
    if not here.sit():
        full = errors.answer(503)
        full.headers["Retry-After"] = "20"
        return full
    house = cast(Tables, scorebook())  # the stream asks it to wait, and nothing else
    response = Response(live._Stream(house, row.code, row.change, 0, here), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    if current_app.config["PROXY"] < 0:
        response.headers["Content-Encoding"] = "none"
    return response


def enter(code: str) -> tuple[SheetRow, Calculator]:
    """The sheet of a link and its calculator. Aborts with 404 and a sentence."""
    try:
        row = scorebook().sheet(code)
    except NoTable:
        no_sheet()
    return row, CALCULATORS[row.game]


@guesses
def no_sheet() -> NoReturn:
    """There is no such sheet. Counted, so that codes cannot be tried out."""
    refuse(404, t("scores.no_sheet"))
