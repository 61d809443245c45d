"""What machines ask of the house: whether it is well."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, jsonify

import companion

blueprint = Blueprint("api", __name__)


@blueprint.get("/healthz")
def healthz() -> Response:
    """200 with the version when the database answers; StoreError becomes 503."""
    current_app.extensions["tables"].store.ping()
    response = jsonify(ok=True, version=companion.__version__)
    response.headers["Cache-Control"] = "no-store"
    return response
