"""The look: what it promises about colour, icons, and the page that shows every pattern."""

from __future__ import annotations

import importlib.util
import re
import threading
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.serving import make_server

from companion import create_app, facts
from companion.paths import STATIC, TEMPLATES
from companion.web import patterns
from companion.web.pieces import MARKS

CSS = (STATIC / "app.css").read_text(encoding="utf-8")
PAGES = sorted(TEMPLATES.rglob("*.html"))


def house(data: Path) -> Flask:
    app = create_app(data, TESTING=True)
    for room in ("patterns", "lobby"):
        if room not in app.blueprints:
            app.register_blueprint(import_module(f"companion.web.{room}").blueprint)
    return app


# --- colour


def tokens() -> dict[str, tuple[str, str]]:
    """Every colour of app.css by name, as it is by day and by night."""
    found = {}
    for name, value in re.findall(r"--([a-z0-9-]+):\s*([^;]+);", CSS):
        pair = re.fullmatch(r"light-dark\((#\w{6}), (#\w{6})\)", value)
        if pair or re.fullmatch(r"#\w{6}", value):
            found[name] = (pair[1], pair[2]) if pair else (value, value)
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


CATEGORIES = ["moss-cat" if c == "moss" else c for c in facts.categories("spirits")]
PLAYERS = [f"p-{c}" for c in patterns.COLOURS]
GROUNDS = ("paper", "raised", "sunken")
# (words, grounds, at least): 7 for what is read at arm's length, 4.5 for other words, 3 for edges and marks.
PAIRS = [
    ("ink", (*GROUNDS, "moss-wash", "torii-wash", "gold-wash"), 7),
    ("ink-2", ("paper", "raised"), 7),
    ("dim", GROUNDS, 4.5),
    ("here", ("paper", "raised"), 3),
    ("ink-2", ("sunken", "moss-wash", "torii-wash", "gold-wash"), 4.5),
    ("moss-text", (*GROUNDS, "moss-wash"), 4.5),
    ("torii-text", (*GROUNDS, "torii-wash"), 4.5),
    ("moss-ink", ("moss",), 4.5),
    ("torii-ink", ("torii",), 4.5),
    ("noren-ink", ("noren",), 7),
    ("edge", ("paper", "raised"), 3),
    ("moss", ("paper", "raised"), 3),
    ("torii", ("paper", "raised"), 3),
    *((f"{c}-ink", (c,), 4.5) for c in CATEGORIES),
    *((c, ("paper", "raised"), 3) for c in patterns.COLOURS),
]


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize(("words", "grounds", "least"), PAIRS, ids=[f"{p[0]}-{p[2]}" for p in PAIRS])
def test_contrast(words: str, grounds: tuple[str, ...], least: float, night: bool) -> None:
    colours = tokens()
    for ground in grounds:
        ratio = contrast(colours[words][night], colours[ground][night])
        assert ratio >= least, f"{words} on {ground}: {ratio:.2f}"


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_spirits_differ_in_lightness_too(night: bool) -> None:
    """In black and white no two neighbours on the scale of the nine spirits are the same grey."""
    greys = sorted((luminance(tokens()[c][night]) + 0.05, c) for c in CATEGORIES[:9])
    for (dark, one), (light, other) in pairwise(greys):
        assert light / dark >= 1.08, f"{one} and {other}"
    assert greys[-1][0] / greys[0][0] >= 5


def test_a_sheet_by_night_reads_on_the_screen() -> None:
    css = (STATIC / "sheets.css").read_text(encoding="utf-8")
    night = css.split("@media screen and (prefers-color-scheme: dark) {")[1].split("\n}")[0]
    colours = dict(re.findall(r"--(\w+): (#\w{6})", night))
    paper = re.findall(r"main { background: (#\w{6})", night)[0]
    for name, least in {"ink": 7, "grey": 7, "moss": 4.5, "torii": 4.5}.items():
        assert contrast(colours[name], paper) >= least, name
    qr = re.findall(r"\.qr {[^}]*background: (#\w{6})", night + CSS)
    assert len(qr) == 2 and all(contrast("#000000", ground) > 15 for ground in qr)


def test_theme_colour_is_the_paper() -> None:
    frame = (TEMPLATES / "base.html").read_text(encoding="utf-8")
    assert re.findall(r'name="theme-color"[^>]*content="(#\w{6})"', frame) == list(tokens()["paper"])


# --- icons


def drawing() -> Any:
    tool = STATIC.parent / "tools" / "icons.py"
    spec = importlib.util.spec_from_file_location("draw_icons", tool)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_committed_icons_are_the_drawn_ones() -> None:
    for name, text in drawing().drawn().items():
        assert (STATIC / "icons" / name).read_text(encoding="utf-8") == text, f"run tools/icons.py: {name}"


def test_every_piece_has_its_icon() -> None:
    assert set(facts.categories("spirits")) <= set(patterns.icons())
    assert {f"die-{i}" for i in range(1, 7)} <= set(patterns.icons())
    assert len(set(patterns.icons())) == len(patterns.icons())


def test_templates_name_icons_that_exist() -> None:
    for page in PAGES:
        named = re.findall(r"\bicon\(\s*['\"]([a-z0-9-]+)['\"]\s*[,)]", page.read_text(encoding="utf-8"))
        assert set(named) <= set(patterns.icons()), page.name


def test_every_colour_has_a_mark_and_a_class() -> None:
    assert set(MARKS) == set(patterns.COLOURS)
    assert len(set(MARKS.values())) == len(MARKS)
    assert {f"mark-{shape}" for shape in MARKS.values()} <= set(patterns.icons())
    assert all(f".{name} {{ --who:" in CSS for name in PLAYERS)


# --- pages


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(TEMPLATES)))
def test_templates_keep_the_content_policy(page: Path) -> None:
    """Nothing inline, nothing that htmx would have to evaluate: the policy of web/headers.py blocks it."""
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle\s*=|<style|\shx-on|\son[a-z]+\s*=\s*[\"']|javascript:", text)
    assert not re.search(r"hx-vals=[\"']js:", text)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))
    assert not re.search(r'hx-trigger="[^"]*\[', text)


@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_pattern_page(tmp_path: Path, lang: str) -> None:
    answer = house(tmp_path).test_client().get(f"/patterns/?lang={lang}")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert f'<html lang="{lang}"' in page
    assert all(f"#{name}" in page for name in patterns.icons())
    for name in facts.categories("spirits"):
        assert facts.words(lang)(f"spirits.category.{name}") in page
    assert not re.search(r">\s*(app|spirits)\.[a-z]", page), "a key stands where words should"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, house(tmp_path_factory.mktemp("data")), threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(address: str, browser: Any, theme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    context = browser.new_context(viewport={"width": 360, "height": 740}, color_scheme=theme)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda m: said.append(m.text))
    page.on("pageerror", lambda e: said.append(str(e)))
    page.goto(f"{address}/patterns/?lang=en")
    page.locator("details.settings > summary").click()
    page.wait_for_load_state("networkidle")
    result = Axe().run(page)
    assert result.violations_count == 0, result.generate_report()
    assert said == []
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("lang", facts.LANGUAGES)
@pytest.mark.parametrize("size", ["m", "xl"])
def test_nothing_scrolls_sideways(address: str, browser: Any, lang: str, size: str) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    page.goto(f"{address}/patterns/?lang={lang}&size={size}")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    ends = page.locator(".forest:not(.wide) .cell.end").evaluate_all("all => all.map(e => e.offsetWidth)")
    assert min(ends) >= 48
    low = page.locator("button:visible, summary:visible, .choice:visible, .way:visible").evaluate_all(
        "all => all.filter(e => e.getBoundingClientRect().height < 43.5).map(e => e.outerHTML)"
    )
    assert low == []
    context.close()


@pytest.mark.browser
def test_wake_and_copy_say_what_the_browser_can(address: str, browser: Any) -> None:
    """Chromium on 127.0.0.1 can do both; without the features the page says so and hides the button."""
    for able in (True, False):
        context = browser.new_context()
        if not able:
            gone = "Object.defineProperty(Navigator.prototype, '{}', {{value: undefined}});"
            context.add_init_script(gone.format("wakeLock") + gone.format("clipboard"))
        page = context.new_page()
        page.goto(f"{address}/patterns/?lang=en")
        spot = page.locator("[data-wake]")
        words = facts.words("en")("app.shell.wake_on" if able else "app.shell.wake_off")
        spot.filter(has_text=words).wait_for(state="attached")
        assert page.locator("[data-copy]").is_visible() is able
        context.close()
