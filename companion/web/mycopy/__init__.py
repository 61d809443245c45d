"""My copy of Bitoku: what its owner entered, its pages, and what it offers at the table."""

from __future__ import annotations

from flask import current_app

from companion.copies import Copies


def copies() -> Copies:
    """What the phones of the house know of their copies."""
    found = current_app.extensions.get("copies")
    if found is None:
        found = current_app.extensions.setdefault("copies", Copies(current_app.extensions["tables"].store))
    return found  # type: ignore[no-any-return]
