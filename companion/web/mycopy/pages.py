"""My copy of Bitoku: the pieces that this phone knows, each with its form."""

from __future__ import annotations

from typing import Any, cast

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from companion.copies import LENT_DAYS, Full, Known, NoPiece, Taken
from companion.drawings import qr_path
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


@blueprint.get("/copy/bitoku")
def index() -> Response:
    """Everything this phone knows, and what may be done with it as a whole."""
    return list_screen()


def list_screen(status: int = 200, **context: Any) -> Response:
    """The list; `context` may bring `wrong`: field -> sentence, and `report` on what a file holds."""
    phone = known_phone()
    known = copies().pieces(phone) if phone else []
    lent = copies().lent(phone) if phone else None
    link = outside(url_for("mycopy_share.shown", code=lent.code)) if lent else ""
    return page(
        "list.html",
        status,
        kinds=[(kind, KINDS[kind].exists, [k for k in known if k.piece.kind == kind]) for kind in KINDS],
        known=known,
        lent=lent,
        link=link,
        qr=qr_path(link) if link else None,
        days=LENT_DAYS,
        done=_done(),
        back=own_path(request.args.get("back")),
        **{"wrong": {}, "report": None, **context},
    )


def _done() -> tuple[str, str]:
    """What was done just now, in words, and the piece that can be brought back; empty when nothing was."""
    asked = request.args
    if "gone" in asked:
        return t("copy.done.gone"), asked["gone"][:40]
    if "new" in asked and "instead" in asked:
        new, instead = (int(n) if n.isascii() and n.isdigit() and len(n) < 4 else 0
                        for n in (asked["new"], asked["instead"]))  # fmt: skip
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
        copies().save(phone_id(), piece, entry.id)
    except Taken:
        entry.wrong["label"] = t("copy.refused.taken", label=piece.label)
    except Full:
        entry.wrong["label"] = t("copy.refused.full", n=MOST_PIECES)
    except NoPiece:
        refuse(404, t("copy.refused.no_piece"))
    if entry.wrong:
        return form_screen(entry, 422)
    return onward("mycopy.index", saved=1, _anchor=f"kind-{piece.kind}")


@blueprint.post("/copy/bitoku/delete")
@writes
@writes_here
def delete() -> Response:
    """Forget a piece; the list offers to bring it back."""
    known = mine(request.form.get("id", ""))
    copies().delete(phone_id(), known.id)
    return onward("mycopy.index", gone=known.id)


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
    return onward("mycopy.index", back_again=1, _anchor=f"kind-{piece.kind}")


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
