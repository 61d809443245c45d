"""What a phone keeps for the time without a net: the worker that serves it, and the page that says so.

The worker (static/sw.js) is under `/`, so that it may serve the whole house. Browsers allow it on https and
localhost alone; everywhere else the queue in the page (static/queue.js) does without it.
"""

from __future__ import annotations

import hashlib
import json

from flask import Blueprint, Response, g, make_response, render_template, url_for

from companion import bundles, drawings
from companion.facts import LANGUAGES
from companion.games import GAMES
from companion.paths import STATIC
from companion.web.room import refuse
from companion.web.words import asset, t

blueprint = Blueprint("offline", __name__)
SHELL = (
    *(*bundles.BUNDLES, "queue.js", "rules.css", "sheets.css", *drawings.SPRITES),
    *("icons/mori.svg", "icons/mori-192.png", "manifest.webmanifest"),
)
"""The files without which no page looks like one."""


@blueprint.get("/sw.js")
def worker() -> Response:
    """The worker with what it keeps. It changes, and phones fetch it anew, whenever one of those changes."""
    shell = [asset(name) for name in SHELL]
    away = {lang: url_for("offline.page", page_lang=lang) for lang in LANGUAGES}
    pages = "".join(render_page(lang) for lang in LANGUAGES)
    version = hashlib.sha256((json.dumps(shell) + pages).encode()).hexdigest()[:12]
    known = f"const VERSION = {json.dumps(version)};\nconst SHELL = {json.dumps(shell)};\n"
    known += f"const AWAY = {json.dumps(away)};\n"
    response = Response(known + (STATIC / "sw.js").read_text("utf-8"), mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@blueprint.get("/offline/<page_lang>")
def page(page_lang: str) -> Response:
    """There is no net: what is not sent yet, and what can be read. The same for every phone."""
    if page_lang not in LANGUAGES:
        refuse(404, t("app.error.404"))
    return make_response(render_page(page_lang))


def render_page(page_lang: str) -> str:
    """The page in one language, without a form, since it is nobody's."""
    before = g.get("lang")
    g.lang = page_lang
    try:
        return render_template("offline/page.html", games=list(GAMES))
    finally:
        if before is None:
            g.pop("lang")
        else:
            g.lang = before
