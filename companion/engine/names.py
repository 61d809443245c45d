"""The names of people: what passes as one, and when two are the same."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final

# Letters and marks to Unicode, but they show nothing: fillers, variation selectors, the empty Braille cell.
_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
_BREAKS: Final = re.compile("[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


class BadName(ValueError):
    """What cannot be a name: `reason` is `empty` (nothing of it is seen), `letters` (it holds what does not
    belong in a line of text) or `long`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def clean_name(name: Any, longest: int) -> str:
    """A name composed (NFC) and without needless space. Raises BadName."""
    if not isinstance(name, str):
        raise BadName("letters")
    if len(name) > 40 * longest:
        raise BadName("long")
    text = unicodedata.normalize("NFC", " ".join(name.split()))
    kinds = [unicodedata.category(letter) for letter in text]
    if not any(k[0] in "LNPS" and not _BLANK.match(c) for k, c in zip(kinds, text, strict=True)):
        raise BadName("empty")
    # Joiners make emoji and some scripts; what turns the direction of the line or has no sign does not pass.
    if _BREAKS.search(name.strip()) or any(
        kind in ("Cc", "Cs", "Co", "Cn") or (kind == "Cf" and letter not in "\u200c\u200d")
        for kind, letter in zip(kinds, text, strict=True)
    ):
        raise BadName("letters")
    if len(text) > longest:
        raise BadName("long")
    return text


def same_name(one: str, other: str) -> bool:
    """Whether two names would be taken for each other: capitals, width and what is not seen aside."""
    return seen(one) == seen(other)


def seen(name: str) -> str:
    """What is equal for names that would be taken for each other."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    shown = "".join(c for c in text if unicodedata.category(c) != "Cf" and not _BLANK.match(c))
    return " ".join(shown.split())
