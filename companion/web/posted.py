"""JSON as people send it."""

from __future__ import annotations

import json
from typing import Any


def read_json(raw: bytes | str) -> Any:
    """The value. Raises ValueError: for no JSON, for what is nested too deeply, and for half a character (a
    lone surrogate), which no page could show."""
    text = raw.decode("utf-8-sig") if isinstance(raw, bytes) else raw
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return value
