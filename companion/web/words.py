"""What every template can say: the reader's language and text size, the words, and addresses of static files.

A choice is made by `?lang=` or `?size=` on any page, or by a form that calls `keep`; a cookie remembers it.
"""

from __future__ import annotations

import hashlib
from functools import cache
from typing import Any

from flask import Flask, Response, current_app, g, request, url_for
from jinja2 import StrictUndefined

import companion
from companion import bundles, facts
from companion.web.phones import outside

CHOICES = {
    "lang": facts.LANGUAGES,
    "size": ("m", "l", "xl"),
}
_KEPT = 400 * 24 * 3600


def lang() -> str:
    """The language of this request: chosen, else the first that the browser asks for and we have."""
    if (known := g.get("lang")) is None:
        known = g.lang = facts.negotiate(list(request.accept_languages.values()), chosen("lang"))
    return str(known)


def chosen(name: str) -> str | None:
    """What the reader chose for `name`, now or earlier; None when nothing, or nothing that we offer."""
    offered = CHOICES[name]
    return next((c for c in (request.args.get(name), request.cookies.get(name)) if c in offered), None)


def t(key: str, /, **values: Any) -> str:
    """The words of a key in the reader's language."""
    return facts.words(lang())(key, **values)


def tn(key: str, n: int, /, **values: Any) -> str:
    """The words of a key for `n` things in the reader's language."""
    return facts.words(lang()).n(key, n, **values)


def asset(path: str) -> str:
    """The address of a static file or bundle, changing with its content: a phone may keep it for ever."""
    made: dict[str, str] = g.setdefault("assets", {})  # a page names the drawings hundreds of times
    if path not in made:
        made[path] = url_for("static", filename=path, v=_hash(path, bundles.age(path)))
    return made[path]


@cache
def _hash(path: str, age: int) -> str:
    return hashlib.sha256(bundles.content(path)).hexdigest()[:10]


def page_address() -> str:
    """Where a GET shows this page: of one that a form brought the nearest address above the form's."""
    if request.method == "GET":
        return request.full_path.rstrip("?")
    adapter, path = current_app.create_url_adapter(request), request.path
    while path and adapter is not None:
        if adapter.test(path, "GET"):
            return path
        path = path.rpartition("/")[0]
    return "/"


def install(app: Flask) -> None:
    """The names that templates use."""
    if app.testing:
        app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(t=t, tn=tn, asset=asset, outside=outside, page_address=page_address)
    app.jinja_env.globals.update(version=companion.__version__)
    app.context_processor(_of_this_request)
    app.after_request(_remember)


def _of_this_request() -> dict[str, Any]:
    return {"lang": lang(), "text_size": chosen("size") or "m"}


def keep(response: Response, name: str, choice: str) -> None:
    """Keeps a choice in its cookie; one that we do not offer is passed over."""
    if choice in CHOICES[name] and choice != request.cookies.get(name):
        secure = request.is_secure
        response.set_cookie(name, choice, max_age=_KEPT, samesite="Lax", secure=secure, httponly=True)


def _remember(response: Response) -> Response:
    for name in CHOICES:
        keep(response, name, request.args.get(name, ""))
    if "lang" in g:
        response.headers["Content-Language"] = lang()
        response.vary.update(("Accept-Language", "Cookie"))
    return response
