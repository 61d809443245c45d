"""Numbers that came as text: from an address, a form or a move."""

from __future__ import annotations


def whole(text: str, digits: int) -> int | None:
    """The whole number, 0 or more, that a text of at most so many ASCII digits writes; None for any other."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
