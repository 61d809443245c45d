"""The printed sheets: a page of all of them, each as HTML to look at and as PDF, and the tent of a table."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Final

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for

from companion import facts
from companion.sheets import KINDS, PAPERS, Busy, NoSuchSheet, PdfMissing, Press, Sheet, document
from companion.web.limits import by_address, limiter
from companion.web.phones import outside
from companion.web.room import enter, refuse
from companion.web.words import asset, lang, t

blueprint = Blueprint("sheets", __name__, url_prefix="/sheets")
_AT_ONCE: Final = 0.4
"""Seconds that a page waits for a PDF before it says that it is being made."""
_PATIENCE: Final = 45
"""Seconds that a direct request for a PDF waits; on a small machine a first one takes about twenty."""
_KEPT: Final = "private, max-age=300"
pdfs = limiter.shared_limit("60/minute", scope="sheets", key_func=by_address)


def press() -> Press:
    """The printer of the house."""
    found = current_app.extensions.get("press")
    if found is None:
        found = current_app.extensions.setdefault("press", Press())
    return found  # type: ignore[no-any-return]


@blueprint.get("/")
@blueprint.get("/<slug>")
def index(slug: str | None = None) -> Response:
    """The sheets of a game, or of all games, in one language and for one paper."""
    if slug is not None and slug not in KINDS:
        refuse(404, t("sheets.no_such"))
    chosen = request.args.get("sheet_lang", "")
    paper = request.args.get("paper", "")
    return make_response(
        render_template(
            "sheets/index.html",
            games={slug: KINDS[slug]} if slug else KINDS,
            slug=slug,
            sheet_lang=chosen if chosen in facts.LANGUAGES else lang(),
            languages=facts.LANGUAGES,
            paper=paper if paper in PAPERS else PAPERS[0],
            papers=PAPERS,
            box_address=outside("/"),
        )
    )


@blueprint.get("/<slug>/<kind>.<sheet_lang>.html")
def show(slug: str, kind: str, sheet_lang: str) -> Response:
    """The sheet as a page that a browser shows, and prints."""
    return _page(_sheet(slug, kind, sheet_lang), url_for("sheets.index", slug=slug), t("sheets.back"))


@blueprint.get("/<slug>/<kind>.<sheet_lang>.pdf")
@pdfs
def download(slug: str, kind: str, sheet_lang: str) -> Response:
    """The sheet as PDF."""
    return _pdf(_sheet(slug, kind, sheet_lang))


@blueprint.get("/<slug>/<kind>.<sheet_lang>.make")
@pdfs
def make(slug: str, kind: str, sheet_lang: str) -> Response:
    """The way to the PDF: at once when it is there, else by a page that asks again until it is."""
    ready = url_for(
        "sheets.download", slug=slug, kind=kind, sheet_lang=sheet_lang, paper=request.args.get("paper")
    )
    return _wait(_sheet(slug, kind, sheet_lang), ready)


@blueprint.get("/t/<code>/tent.<sheet_lang>.html")
def show_tent(code: str, sheet_lang: str) -> Response:
    """The tent that stands on a table, for whoever has the table's link."""
    return _page(_tent(code, sheet_lang), url_for("table.show", code=code), t("desk.back"))


@blueprint.get("/t/<code>/tent.<sheet_lang>.pdf")
@pdfs
def tent(code: str, sheet_lang: str) -> Response:
    """The tent as PDF."""
    return _pdf(_tent(code, sheet_lang))


@blueprint.get("/t/<code>/tent.<sheet_lang>.make")
@pdfs
def make_tent(code: str, sheet_lang: str) -> Response:
    """The way to the tent as PDF."""
    ready = url_for("sheets.tent", code=code, sheet_lang=sheet_lang, paper=request.args.get("paper"))
    return _wait(_tent(code, sheet_lang), ready)


def _sheet(slug: str, kind: str, sheet_lang: str) -> Sheet:
    if kind not in KINDS.get(slug, ()):
        refuse(404, t("sheets.no_such"))
    address = outside(url_for("lobby.new", slug=slug)) if kind == "box" else ""
    return _read(slug, kind, sheet_lang, address)


def _tent(code: str, sheet_lang: str) -> Sheet:
    room = enter(code)
    return _read(room.game.slug, "tent", sheet_lang, outside(room.url()), room.table.short)


def _read(slug: str, kind: str, sheet_lang: str, address: str = "", code: str = "") -> Sheet:
    try:
        return Sheet(slug, kind, sheet_lang, request.args.get("paper") or PAPERS[0], address, code)
    except NoSuchSheet:
        refuse(404, t("sheets.no_such"))


def _page(sheet: Sheet, back: str, backward: str) -> Response:
    response = make_response(document(sheet, asset("sheets.css"), back, backward, lang()))
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _start(sheet: Sheet) -> Future[bytes]:
    try:
        return press().start(sheet)
    except Busy:
        refuse(503, t("sheets.busy"))


def _pdf(sheet: Sheet) -> Response:
    made = _start(sheet)
    try:
        response = make_response(made.result(timeout=_PATIENCE))
    except PdfMissing:
        refuse(503, t("sheets.no_pdf"))
    except TimeoutError:
        refuse(503, t("sheets.busy"))
    response.mimetype = "application/pdf"
    name = f"{sheet.slug}-{sheet.kind}.{sheet.lang}.pdf"
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-store" if sheet.code else _KEPT
    response.add_etag()
    response.make_conditional(request)
    return response


def _wait(sheet: Sheet, ready: str) -> Response:
    made = _start(sheet)
    try:
        made.result(timeout=_AT_ONCE)
        return make_response(redirect(ready, 303))
    except PdfMissing:
        refuse(503, t("sheets.no_pdf"))
    except TimeoutError:
        response = make_response(render_template("sheets/wait.html", ready=ready))
        response.headers["Refresh"] = "2"
        response.headers["Cache-Control"] = "private, no-store"
        return response
