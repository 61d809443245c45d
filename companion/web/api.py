"""What machines ask of the house: whether it is well, what may be indexed, which icon it has."""

from __future__ import annotations

from mimetypes import guess_type
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, redirect, request

import companion
from companion import bundles
from companion.web.words import asset

blueprint = Blueprint("api", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """200 with the version when the database answers; StoreError becomes 503."""
    current_app.extensions["tables"].store.ping()
    response = jsonify(ok=True, version=companion.__version__)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get(f"/static/<any({', '.join(map(repr, bundles.BUNDLES))}):name>")
def bundle(name: str) -> Response:
    """A bundle; the production server has it as a file."""
    response = Response(bundles.content(name), mimetype=guess_type(name)[0])
    response.add_etag()
    response.make_conditional(request)
    return response


@blueprint.get("/robots.txt")
def robots() -> Response:
    """Tables are for those who sit at them."""
    return Response("User-agent: *\nDisallow: /t/\n", mimetype="text/plain")


@blueprint.get("/favicon.ico")
def icon() -> Any:
    """For browsers that look here whatever the page says."""
    return redirect(asset("icons/mori-192.png"), 302)
