"""Printed sheets: quick references, score pads, check lists, cards with a QR code; as HTML and as PDF.

One template for both, numbers from rules_db, words from its words, icons and fonts our own: see
`templates/sheets`, `static/sheets.css` and tools/fonts.py. `document(Sheet(...))` is HTML, `pdf` prints it.
"""

from __future__ import annotations

from companion.sheets.document import KINDS, PAPERS, NoSuchSheet, Sheet, document
from companion.sheets.printing import Busy, PdfMissing, Press, pdf

__all__ = ["KINDS", "PAPERS", "Busy", "NoSuchSheet", "PdfMissing", "Press", "Sheet", "document", "pdf"]
