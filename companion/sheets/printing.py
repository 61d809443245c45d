"""Sheets as PDF by WeasyPrint, which is loaded when the first is asked for: its libraries may be missing."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any, Final

from companion.paths import STATIC
from companion.sheets.document import Sheet, document

FONTS: Final = STATIC / "fonts"
STYLE: Final = STATIC / "sheets.css"
KEPT: Final = 64
WAITING: Final = 12


class PdfMissing(RuntimeError):
    """WeasyPrint or a library of the system that it needs is not there."""


class Busy(RuntimeError):
    """More sheets are being made than a small machine should have in its queue."""


def pdf(sheet: Sheet) -> bytes:
    """The sheet as PDF. Raises PdfMissing."""
    return _print(document(sheet))


def _print(html: str) -> bytes:
    try:
        import weasyprint
    except (ImportError, OSError) as error:
        raise PdfMissing("PDFs need WeasyPrint and libraries of the system that are missing here") from error
    style, fonts = _style()
    page = weasyprint.HTML(string=html, base_url=STYLE.as_uri(), url_fetcher=_fetcher())
    return bytes(page.write_pdf(stylesheets=[style], font_config=fonts, presentational_hints=False))


@cache
def _style() -> tuple[Any, Any]:
    """The stylesheet with its fonts, read once in a process."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    return CSS(filename=str(STYLE), font_config=fonts, url_fetcher=_fetcher()), fonts


@cache
def _fetcher() -> Any:
    """Lets a sheet read our fonts and stylesheet, and nothing else on this machine or any other."""
    from weasyprint.urls import URLFetcher

    allowed = {path.as_uri() for path in (*FONTS.glob("*.ttf"), STYLE)}

    class OnlyOurs(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            if url not in allowed:
                raise ValueError("a sheet reads its own fonts only")
            return super().fetch(url, headers)

    return OnlyOurs(allowed_protocols=("file",))


class Press:
    """Makes PDFs one after the other in a thread of its own, and keeps the last ones by their content.

    A request asks with `start` and may look at the future as long as it likes; the server's threads never
    queue at the printer.
    """

    def __init__(self) -> None:
        self._printer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="press")
        self._lock = threading.Lock()
        self._made: OrderedDict[str, Future[bytes]] = OrderedDict()

    def start(self, sheet: Sheet) -> Future[bytes]:
        """The PDF that is there, being made, or begun now. Raises Busy; the future raises PdfMissing."""
        html = document(sheet)
        key = hashlib.sha256(html.encode() + _stamp()).hexdigest()
        with self._lock:
            if (found := self._made.get(key)) is not None and not (found.done() and found.exception()):
                self._made.move_to_end(key)
                return found
            if sum(not future.done() for future in self._made.values()) >= WAITING:
                raise Busy
            future = self._made[key] = self._printer.submit(_print, html)
            self._made.move_to_end(key)
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
            return future


@cache
def _stamp() -> bytes:
    """Changes with the stylesheet and the fonts, which the HTML only names."""
    parts = [STYLE.read_bytes(), *(path.read_bytes() for path in sorted(FONTS.glob("*.ttf")))]
    return hashlib.sha256(b"".join(parts)).digest()
