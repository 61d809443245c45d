"""The codes by which a table is found, and the form in which a phone's id is kept."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from typing import Final

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRTVWXYZ"
"""31 letters: without I, L, O, S and U, which are read as 1, 1, 0, 5 and V."""
LINK_LENGTH: Final = 13
SHORT_LENGTH: Final = 6
_LOOK_ALIKE = str.maketrans("ILOSU", "1105V", " -_.·\t\r\n")


def new_code() -> str:
    """A link code: 13 letters of 31, 64.4 bits, so that it cannot be guessed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LINK_LENGTH))


def new_short() -> str:
    """A code for typing: 6 letters of 31, 29.7 bits; it leads to an open table, never to a seat."""
    return "".join(secrets.choice(ALPHABET) for _ in range(SHORT_LENGTH))


def normal(code: str) -> str:
    """A code as it is kept, from one typed by a person: any case and width, spaces, hyphens, look-alikes.

    What cannot be a code becomes the empty text.
    """
    if len(code) > 64:
        return ""
    text = unicodedata.normalize("NFKC", code).upper().translate(_LOOK_ALIKE)
    return text if all(letter in ALPHABET for letter in text) else ""


def phone_hash(phone: str) -> str:
    """The form in which a phone's id is kept (SHA-256; the ids are random, so no salt is needed)."""
    return hashlib.sha256(phone.encode("utf-8", "surrogatepass")).hexdigest()
