"""The page of sheets, the sheets as pages and PDFs, the way to a PDF that is not made yet, and tents."""

from __future__ import annotations

import re
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import create_app, facts
from companion.sheets import KINDS, PdfMissing, printing
from companion.web.sheets import press

HTML = {"Accept": "text/html"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests are about the ways to a PDF; tests/test_sheets.py prints them."""
    monkeypatch.setattr(printing, "_print", lambda page: b"%PDF-1.7 " + str(len(page)).encode())


def text(client: FlaskClient, path: str, status: int = 200) -> str:
    response = client.get(path, headers=HTML)
    assert response.status_code == status, path
    return response.get_data(as_text=True)


@pytest.fixture
def code(app: Flask, client: FlaskClient) -> str:
    """A table of Spirits, opened by this phone."""
    answer = client.post("/new/spirits", data={"count": "2", "name-0": "Ana <b>", "name-1": "Ben"})
    return str(re.search(r"/t/([0-9A-Z]+)", answer.headers["Location"])[1])  # type: ignore[index]


@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_the_page_of_all_sheets(client: FlaskClient, lang: str) -> None:
    page = text(client, f"/sheets/?lang={lang}")
    say = facts.words(lang)
    for slug, kinds in KINDS.items():
        assert say(f"app.game.{slug}") in page
        for kind in kinds:
            assert f"/sheets/{slug}/{kind}.{lang}.make?paper=a4" in page
            assert say(f"sheets.about.{kind}") in page


def test_every_link_of_the_page_leads_somewhere(client: FlaskClient) -> None:
    page = text(client, "/sheets/bitoku?sheet_lang=zh-Hant&paper=letter")
    links = {link.replace("&amp;", "&") for link in re.findall(r'href="(/sheets/[^"]*)"', page)}
    assert len(links) == 2 * len(KINDS["bitoku"]) + 1
    for link in links:
        assert client.get(link, headers=HTML).status_code in (200, 303), link


def test_the_language_of_a_sheet_is_not_the_phones(client: FlaskClient) -> None:
    page = text(client, "/sheets/spirits/reference.zh-Hant.html?lang=en")
    assert '<html lang="zh-Hant"' in page and "森林之靈" in page
    assert '<nav class="screen" lang="en">' in page and "All sheets" in page
    assert 'href="/static/sheets.css?v=' in page


@pytest.mark.parametrize("lang", facts.LANGUAGES)
@pytest.mark.parametrize(("slug", "kind"), [(slug, kind) for slug in KINDS for kind in KINDS[slug]])
def test_a_sheet_as_a_page_keeps_to_the_policy(client: FlaskClient, slug: str, kind: str, lang: str) -> None:
    page = text(client, f"/sheets/{slug}/{kind}.{lang}.html?paper=letter")
    assert not re.search(r"\sstyle=|<style|<script|\son\w+=", page)
    assert 'class="letter ' in page


def test_a_pdf_and_the_same_again(client: FlaskClient) -> None:
    first = client.get("/sheets/spirits/reference.en.pdf")
    assert first.status_code == 200 and first.mimetype == "application/pdf"
    assert first.data.startswith(b"%PDF")
    assert 'filename="spirits-reference.en.pdf"' in first.headers["Content-Disposition"]
    again = client.get("/sheets/spirits/reference.en.pdf", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    letter = client.get("/sheets/spirits/reference.en.pdf?paper=letter")
    assert letter.headers["ETag"] != first.headers["ETag"]


@pytest.mark.parametrize(
    "path",
    [
        "/sheets/chess",
        "/sheets/chess/reference.en.pdf",
        "/sheets/spirits/details.en.pdf",
        "/sheets/spirits/tent.en.pdf",
        "/sheets/spirits/reference.fr.pdf",
        "/sheets/spirits/reference.en.pdf?paper=a5",
        "/sheets/spirits/reference.en.docx",
        "/sheets/spirits/..%2F..%2Fetc.en.html",
        "/sheets/t/NOSUCHTABLE/tent.en.pdf",
    ],
)
def test_there_is_no_such_sheet(client: FlaskClient, path: str) -> None:
    assert "Mori" in text(client, path, 404)


def test_a_long_render_shows_a_page_that_asks_again(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    monkeypatch.setattr(printing, "_print", lambda page: b"%PDF" if gate.wait(20) else b"")
    way = "/sheets/bitoku/solo.zh-Hans.make?paper=letter"
    waiting = client.get(way, headers=HTML)
    assert waiting.status_code == 200 and waiting.headers["Refresh"] == "2"
    assert facts.words("en")("sheets.index.wait") in waiting.get_data(as_text=True)
    assert client.get("/healthz").status_code == 200
    gate.set()
    ready = client.get(way, headers=HTML)
    assert ready.status_code == 303
    assert ready.headers["Location"] == "/sheets/bitoku/solo.zh-Hans.pdf?paper=letter"
    assert client.get(ready.headers["Location"]).data == b"%PDF"


def test_too_many_at_once_is_a_sentence(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    monkeypatch.setattr(printing, "_print", lambda page: b"%PDF" if gate.wait(20) else b"")
    monkeypatch.setattr(printing, "WAITING", 1)
    client.get("/sheets/bitoku/solo.en.make")
    assert facts.words("en")("sheets.busy") in text(client, "/sheets/bitoku/setup.en.make", 503)
    gate.set()


@pytest.mark.parametrize("ending", ["pdf", "make"])
def test_without_weasyprint_the_page_says_so_and_html_still_prints(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    def missing(page: str) -> bytes:
        raise PdfMissing("no")

    monkeypatch.setattr(printing, "_print", missing)
    for lang in facts.LANGUAGES:
        sentence = facts.words(lang)("sheets.no_pdf")
        assert sentence in text(client, f"/sheets/spirits/solo.en.{ending}?lang={lang}", 503)
    assert "<main" in text(client, "/sheets/spirits/solo.en.html")


def test_weasyprint_is_not_loaded_with_the_house(tmp_path: Path) -> None:
    import subprocess

    code = (
        "import sys; from companion import create_app; create_app(sys.argv[1]);"
        "print('weasyprint' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"


def test_the_card_of_the_box_opens_a_new_table_at_the_public_address(tmp_path: Path) -> None:
    app = create_app(
        tmp_path, "https://mori.example", TESTING=True, WTF_CSRF_ENABLED=False, RATELIMIT_ENABLED=False
    )
    page = app.test_client().get("/sheets/bitoku/box.en.html", base_url="https://mori.example")
    assert "https://mori.example/new/bitoku" in page.get_data(as_text=True)
    assert app.test_client().get("/new/bitoku", base_url="https://mori.example").status_code in (200, 404)


def test_a_tent_says_the_way_to_the_table_and_nothing_of_its_people(client: FlaskClient, code: str) -> None:
    page = text(client, f"/sheets/t/{code}/tent.zh-Hans.html")
    assert f"/t/{code}" in page and '<html lang="zh-Hans"' in page
    assert "Ana" not in page and "Ben" not in page and "seat=" not in page
    tables: Any = client.application.extensions["tables"]
    assert tables.get(code).short in page
    assert re.search(rf'<nav class="screen" lang="en"><a href="/t/{code}">← Back to the table</a>', page)
    pdf = client.get(f"/sheets/t/{code}/tent.en.pdf")
    assert pdf.status_code == 200 and "no-store" in pdf.headers["Cache-Control"]
    assert client.get(f"/sheets/t/{code}/tent.en.make").status_code == 303
    assert f'href="/sheets/t/{code}/tent.en.make"' in text(client, f"/t/{code}/people?lang=en")


def test_the_short_code_is_no_key_to_a_tent(client: FlaskClient, code: str) -> None:
    tables: Any = client.application.extensions["tables"]
    text(client, f"/sheets/t/{tables.get(code).short}/tent.en.html", 404)


def test_pdfs_are_limited(tmp_path: Path) -> None:
    app = create_app(tmp_path, TESTING=True, WTF_CSRF_ENABLED=False)
    client = app.test_client()
    answers = [client.get("/sheets/spirits/solo.en.pdf").status_code for _ in range(61)]
    assert answers[0] == 200 and answers[-1] == 429


def test_one_press_for_the_house(app: Flask) -> None:
    with app.app_context():
        assert press() is press()
