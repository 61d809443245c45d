"""My copy of Bitoku: the pieces that this phone knows, each with its form."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final, cast

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for

from companion.copies import LENT_DAYS, Full, Known, NoPiece, Taken
from companion.drawings import qr_path
from companion.engine.numbers import whole
from companion.games.bitoku.learned import KINDS, LABEL, MOST_PIECES, NOTE
from companion.web.limits import by_address, limiter
from companion.web.mycopy import copies
from companion.web.mycopy.entry import Entry
from companion.web.mycopy.telling import ICONS, icon_of_piece, told
from companion.web.phones import known_phone, outside, phone_id
from companion.web.room import refuse, say
from companion.web.rules import own_path
from companion.web.words import t

blueprint = Blueprint("mycopy", __name__)
writes = limiter.shared_limit("1200/hour", scope="copy")
writes_here = limiter.shared_limit("6000/hour", scope="copy here", key_func=by_address)
"""Together on every route that changes a copy."""
ON_A_PAGE: Final = 24
"""How many pieces of a kind one page shows."""


@blueprint.get("/copy/bitoku")
def index() -> Response:
    """How much this phone knows of each kind, and what may be done with it as a whole."""
    return list_screen()


@blueprint.get("/copy/bitoku/kind/<kind>")
def of_kind(kind: str) -> Response:
    """What this phone knows of a kind, some at a time: the page asked for, or the one that holds the piece
    `at`."""
    kind, phone = _kind(kind), known_phone()
    pieces = [k for k in used(phone) if k.piece.kind == kind]
    asked = request.args
    number = next((n for n, k in enumerate(pieces) if k.id == asked.get("at")), None)
    if number is None:
        number = ((whole(asked.get("page", ""), 3) or 1) - 1) * ON_A_PAGE
    pages = max(1, -(-len(pieces) // ON_A_PAGE))
    page_ = min(pages - 1, number // ON_A_PAGE)
    return page(
        "kind.html",
        kind=kind,
        exists=KINDS[kind].exists,
        known=len(pieces),
        pieces=pieces[page_ * ON_A_PAGE : (page_ + 1) * ON_A_PAGE],
        page=page_ + 1,
        pages=pages,
        done=_done(),
        back=own_path(asked.get("back")),
    )


def list_screen(status: int = 200, **context: Any) -> Response:
    """The kinds; `context` may bring `wrong`: field -> sentence, and `report` on what a file holds."""
    phone = known_phone()
    known = used(phone)
    lent = copies().lent(phone) if phone else None
    link = outside(url_for("mycopy_share.shown", code=lent.code)) if lent else ""
    return page(
        "list.html",
        status,
        kinds=[(kind, KINDS[kind].exists, sum(k.piece.kind == kind for k in known)) for kind in KINDS],
        known=known,
        lent=lent,
        link=link,
        qr=qr_path(link) if link else None,
        days=LENT_DAYS,
        kept=_kept_until() if known else None,
        done=_done(),
        back=own_path(request.args.get("back")),
        **{"wrong": {}, "report": None, **context},
    )


def used(phone: str | None) -> list[Known]:
    """What the phone knows; looking at it is using it."""
    known = copies().pieces(phone) if phone else []
    if phone and known:
        copies().use(phone)
    return known


def _kept_until() -> str:
    """The day until which a copy that is used today is kept, empty when none is ever removed."""
    days = current_app.config["EXPIRE_DAYS"]
    return (datetime.now(UTC) + timedelta(days=days)).date().isoformat() if days else ""


def _done() -> tuple[str, str]:
    """What was done just now, in words, and the piece that can be brought back; empty when nothing was."""
    asked = request.args
    if "gone" in asked:
        return t("copy.done.gone"), asked["gone"][:40]
    if "new" in asked and "instead" in asked:
        new, instead = (whole(asked[name], 3) or 0 for name in ("new", "instead"))
        return t("copy.done.taken", new=new, instead=instead), ""
    return next((t(f"copy.done.{d}") for d in ("saved", "back_again", "ended") if d in asked), ""), ""


def page(template: str, status: int = 200, **context: Any) -> Response:
    """A page about a copy; none is kept anywhere on the way."""
    html = render_template(
        f"mycopy/{template}",
        told=lambda piece: list(told(say(), piece)),
        icon_of=icon_of_piece,
        icons=ICONS,
        **context,
    )
    response = make_response(html, status)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@blueprint.get("/copy/bitoku/new/<kind>")
def new(kind: str) -> Response:
    """The empty form of a kind."""
    return form_screen(Entry(say(), _kind(kind), {}))


@blueprint.get("/copy/bitoku/piece/<id_>")
def show(id_: str) -> Response:
    """The form of a piece that this phone knows."""
    return form_screen(Entry.of(say(), mine(id_).piece, id_))


def form_screen(entry: Entry, status: int = 200) -> Response:
    """The form with what was entered."""
    return page("piece.html", status, e=entry, longest=LABEL, note_longest=NOTE)


@blueprint.post("/copy/bitoku/piece")
@writes
@writes_here
def write() -> Response:
    """A button of the form: the form after it, or with `press=save` the piece kept and the list."""
    fields = {name: text for name, text in request.form.items() if isinstance(text, str)}
    entry = Entry(say(), _kind(fields.get("kind", "")), fields, fields.get("id", "")[:40])
    if entry.id and mine(entry.id).piece.kind != fields["kind"]:
        refuse(404, t("copy.refused.no_piece"))
    if (pressed := fields.get("press", "save")) != "save":
        entry.press(pressed)
        return form_screen(entry)
    piece = entry.read()
    if piece is None:
        return form_screen(entry, 422)
    try:
        entry.id = copies().save(phone_id(), piece, entry.id)
    except Taken:
        entry.wrong["label"] = t("copy.refused.taken", label=piece.label)
    except Full:
        entry.wrong["label"] = t("copy.refused.full", n=MOST_PIECES)
    except NoPiece:
        refuse(404, t("copy.refused.no_piece"))
    if entry.wrong:
        return form_screen(entry, 422)
    return onward("mycopy.of_kind", kind=piece.kind, saved=1, at=entry.id)


@blueprint.post("/copy/bitoku/delete")
@writes
@writes_here
def delete() -> Response:
    """Forget a piece; the list offers to bring it back."""
    known = mine(request.form.get("id", ""))
    copies().delete(phone_id(), known.id)
    return onward("mycopy.of_kind", kind=known.piece.kind, gone=known.id)


@blueprint.post("/copy/bitoku/restore")
@writes
@writes_here
def restore() -> Response:
    """Bring back a piece that was deleted."""
    try:
        piece = copies().restore(phone_id(), request.form.get("id", ""))
    except NoPiece:
        refuse(404, t("copy.refused.no_piece"))
    except Taken:
        refuse(422, t("copy.refused.taken_since"))
    except Full:
        refuse(422, t("copy.refused.full", n=MOST_PIECES))
    return onward("mycopy.of_kind", kind=piece.kind, back_again=1, at=request.form.get("id", ""))


def mine(id_: str) -> Known:
    """A piece of this phone. Aborts with 404 and a sentence."""
    phone = known_phone()
    try:
        if phone is not None:
            return copies().piece(phone, id_)
    except NoPiece:
        pass
    refuse(404, t("copy.refused.no_piece"))


def _kind(kind: str) -> str:
    if kind not in KINDS:
        refuse(404, t("copy.refused.no_kind"))
    return kind


def onward(endpoint: str, **values: Any) -> Response:
    """Go there, by a redirect that a reload does not repeat."""
    return cast(Response, redirect(url_for(endpoint, **values), 303))
