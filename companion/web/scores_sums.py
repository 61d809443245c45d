"""Numbers as people write them on a score pad: `3+5-1`."""

from __future__ import annotations

import re
from typing import Final

LONGEST: Final = 60
_WIDE: Final = str.maketrans("０１２３４５６７８９＋－−–　", "0123456789+---\t")
_SUM: Final = re.compile(r"[+-]?\d{1,6}(?:[+-]\d{1,6})*", re.ASCII)
_PART: Final = re.compile(r"[+-]?\d+", re.ASCII)


class SumError(ValueError):
    """Not a sum. `reason`: `not_a_sum`, or `unfinished` where a number is yet to come."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def read_sum(text: str) -> int | None:
    """The whole number that a field holds, None when it is empty.

    Digits, plus, minus and spaces alone, in half or full width; spaces stand around signs, never within a
    number. Raises SumError.
    """
    if len(text) > LONGEST:
        raise SumError("not_a_sum")
    plain = text.translate(_WIDE).strip()
    if not plain:
        return None
    plain = re.sub(r"\s*([+-])\s*", r"\1", plain)
    if _SUM.fullmatch(plain):
        return sum(int(part) for part in _PART.findall(plain))
    if plain[-1] in "+-" and (len(plain) == 1 or _SUM.fullmatch(plain[:-1])):
        raise SumError("unfinished")
    raise SumError("not_a_sum")
