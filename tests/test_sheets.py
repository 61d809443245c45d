"""Printed sheets: what stands on them, that a page is a page, and that they carry their faces with them."""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from fontTools.ttLib import TTFont

from companion import facts
from companion.__main__ import main
from companion.paths import STATIC, TEMPLATES
from companion.sheets import (
    KINDS,
    Busy,
    NoSuchSheet,
    PdfMissing,
    Press,
    Sheet,
    contents,
    document,
    pdf,
    printing,
)
from companion.sheets.document import icon

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import fonts  # noqa: E402

TABLE = "https://mori.example/t/ABCDEFGHJKMNP"
SHEETS = [(slug, kind) for slug, kinds in KINDS.items() for kind in kinds] + [
    ("spirits", "tent"),
    ("bitoku", "tent"),
]
DENSE = [("bitoku", "reference"), ("bitoku", "details"), ("spirits", "reference"), ("spirits", "solo")]


def sheet(slug: str, kind: str, lang: str = "en", paper: str = "a4") -> Sheet:
    address = {"box": f"https://mori.example/new/{slug}", "tent": TABLE}.get(kind, "")
    return Sheet(slug, kind, lang, paper, address, "K7XM4Q" if kind == "tent" else "")


def said(page: str) -> str:
    """The text of a page, as a reader sees it."""
    page = re.sub(r"<svg.*?</svg>|<head>.*?</head>", "", page, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", page))


@cache
def characters(kind: str, lang: str) -> frozenset[int]:
    return frozenset(TTFont(STATIC / "fonts" / f"{kind}.{lang}.ttf").getBestCmap())


def lacking(text: str, kind: str, lang: str) -> str:
    """The characters of a text that a face has not."""
    return "".join(sorted({c for c in text if c.isprintable() and ord(c) not in characters(kind, lang)}))


# --- every sheet as a page


@pytest.mark.parametrize("lang", facts.LANGUAGES)
@pytest.mark.parametrize(("slug", "kind"), SHEETS)
def test_every_sheet_has_its_words_and_its_characters(slug: str, kind: str, lang: str) -> None:
    page = document(sheet(slug, kind, lang))
    text = said(page)
    assert f'<html lang="{lang}"' in page
    assert facts.words(lang)(f"app.game.{slug}") in text
    assert lacking(text, "text", lang) == ""
    for heading in re.findall(r"<h[12][^>]*>.*?</h[12]>|class=\"title\">.*?</p>", page, re.DOTALL):
        assert lacking(said(heading), "title", lang) == ""
    assert "style=" not in page and "<script" not in page and "sheets." not in text
    if lang != "en":
        words = set(re.findall(r"[A-Za-z]{2,}", text.replace(TABLE, "").replace("mori.example", "")))
        assert words <= {"Mori", "QR", "K7XM4Q", "XM", "https", "new", "spirits", "bitoku"}


@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_the_faces_hold_every_character_that_we_ship(lang: str) -> None:
    """Otherwise run tools/fonts.py: a sheet would show boxes, or another machine's face."""
    shipped = "".join(
        form
        for path in facts.word_files(lang)
        for text in facts.read_words(path)[0].values()
        for form in text.forms
    )
    assert lacking(shipped, "text", lang) == ""
    own = dict(_own_words(lang))
    assert lacking("".join(own.values()), "bold", lang) == ""
    headings = set(fonts.headings(lang)) - set(fonts.LATIN + fonts.MARKS + fonts.HAN_MARKS)
    assert lacking("".join(headings), "title", lang) == ""


def _own_words(lang: str) -> Iterator[tuple[str, str]]:
    for path in facts.word_files(lang):
        for key, text in facts.read_words(path)[0].items():
            if key.startswith(("sheets.", "spirits.", "app.game.")):
                yield from ((key, form) for form in text.forms)


def test_a_missing_character_is_found() -> None:
    assert lacking("森林 \U00020000", "text", "zh-Hant") == "\U00020000"
    assert lacking("灵", "title", "zh-Hant") == "灵"


def test_chinese_faces_draw_each_script_its_own_way() -> None:
    """A character that both write, and draw differently: 骨 has its corner on the other side."""

    def drawn(lang: str) -> Any:
        face = TTFont(STATIC / "fonts" / f"text.{lang}.ttf")
        return face["glyf"][face.getBestCmap()[ord("骨")]].getCoordinates(face["glyf"])[0]

    assert list(drawn("zh-Hant")) != list(drawn("zh-Hans"))


def test_the_faces_are_small_and_say_their_licence() -> None:
    files = sorted((STATIC / "fonts").glob("*.ttf"))
    assert len(files) == 9 and sum(path.stat().st_size for path in files) < 4_500_000
    for path in files:
        assert "Open Font License" in str(TTFont(path)["name"].getDebugName(13))
    assert "SIL OPEN FONT LICENSE" in (STATIC / "fonts" / "OFL.txt").read_text("utf-8")


@pytest.mark.parametrize("path", sorted((TEMPLATES / "sheets").glob("*.html")), ids=lambda path: path.name)
def test_no_number_is_written_in_a_template(path: Path) -> None:
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>]*>", "", path.read_text("utf-8"), flags=re.DOTALL)
    assert re.findall(r"\d+", text) == []


def test_numbers_come_from_the_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    data = dict(facts.components("spirits"))
    points, totals = {**data["points"], "missing": -97}, {**data["totals"], "tiles": 4711}
    changed = {**data, "points": points, "totals": totals}
    before = said(document(sheet("spirits", "reference")))
    monkeypatch.setattr(facts, "components", lambda slug: changed)
    monkeypatch.setattr(contents, "MISSING", -97)
    after = said(document(sheet("spirits", "reference")))
    assert "−97" in after and "4711" in after and "−3" not in after
    assert "−3" in before


# --- what the examples show


def test_the_example_of_spirits_counts_the_whole_set() -> None:
    example = contents.of("spirits", facts.words("en"))["own"]["example"]
    data = facts.components("spirits")
    assert sum(example["tiles"]) == data["printed"][example["category"]]
    assert sum(example["tokens"]) == data["tokens"][example["category"]]
    assert [row["points"] for row in contents.of("spirits", facts.words("en"))["example"]] == [3, 3, 0, -3]


def test_a_solo_game_lasts_as_long_as_the_rule_says() -> None:
    numbers = contents.of("spirits", facts.words("en"))
    stated = re.findall(r"\d+", facts.words("en")("spirits.rule.S6"))
    assert [str(numbers["shortest"]), str(numbers["longest"])] == stated[:2]


def test_the_worked_ascension_is_counted_as_the_rules_say() -> None:
    worked = contents.of("bitoku", facts.words("en"))["worked"]
    assert worked == {
        **{"track": 58, "harvest": 0, "pioneer": 3, "virtues": 7, "treasures": 3, "rocks": 6},
        **{"homage": 4, "visions": 6, "destiny": 17},
    }
    assert list(worked)[1:] == list(facts.components("bitoku")["steps"])


def test_penance() -> None:
    penance = contents.of("bitoku", facts.words("en"))["penance"]
    assert penance == [(6, 3), (5, 4), (4, 3), (3, 2), (2, 1), (1, 0)]


def test_every_space_of_the_forest_is_on_the_sheet() -> None:
    text = " ".join(said(document(sheet("bitoku", "reference"))).split())
    for words in ("1 wood or jade", "3 of any resource", "4 movement points", "1–2 players", "3–4 players"):
        assert words in text
    assert text.count("kodama here +1") == 4 and text.count("mitama −1 resource") == 1


# --- what is refused


@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("game", ("chess", "reference")),
        ("kind", ("spirits", "details")),
        ("kind", ("spirits", "tent")),
        ("lang", ("spirits", "reference", "zh")),
        ("paper", ("spirits", "reference", "en", "a5")),
        ("address", ("spirits", "box")),
        ("address", ("spirits", "box", "en", "a4", "javascript:alert(1)")),
        ("address", ("spirits", "tent", "en", "a4", "", "K7XM4Q")),
    ],
)
def test_there_is_no_such_sheet(part: str, wrong: tuple[str, ...]) -> None:
    with pytest.raises(NoSuchSheet) as caught:
        Sheet(*wrong)
    assert caught.value.part == part


def test_what_a_person_wrote_stays_text() -> None:
    page = document(Sheet("spirits", "tent", "en", "a4", 'https://a.example/t/"><i>x', "<b>&"))
    assert "<b>&" not in page and "<i>x" not in page and "&lt;b&gt;&amp;" in page


def test_a_sheet_reads_no_other_file() -> None:
    fetch = printing._fetcher()
    other = (STATIC / "app.css").as_uri()
    for url in ("file:///etc/passwd", "http://127.0.0.1/", other, "data:text/plain,x"):
        with pytest.raises(ValueError, match="own fonts"):
            fetch(url)
    own = (STATIC / "fonts" / "text.en.ttf").as_uri()
    assert fetch(own).url == own


def test_icons_are_drawn_inside_the_page() -> None:
    assert "<path" in icon("moss") and "use href" not in icon("+")
    with pytest.raises(KeyError):
        icon("unicorn")


# --- on paper


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("sheets")

    @cache
    def make(slug: str, kind: str, lang: str, paper: str) -> Path:
        path: Path = folder / f"{slug}-{kind}-{lang}-{paper}.pdf"
        path.write_bytes(pdf(sheet(slug, kind, lang, paper)))
        return path

    return make


def tool(*command: str | Path) -> str:
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout


# A page takes seconds: both Chinese texts are of one length; letter paper is tried where it is full.
PRINTED = [
    *((slug, kind, lang, "a4") for slug, kind in SHEETS[:-1] for lang in ("en", "zh-Hant")),
    *((slug, kind, "zh-Hans", "a4") for slug, kind in DENSE[:2]),
    *((slug, kind, "en", "letter") for slug, kind in DENSE),
    ("bitoku", "reference", "zh-Hant", "letter"),
]


@pytest.mark.parametrize(("slug", "kind", "lang", "paper"), PRINTED)
def test_a_sheet_is_one_page_with_its_own_faces(
    printed: Any, slug: str, kind: str, lang: str, paper: str
) -> None:
    path = printed(slug, kind, lang, paper)
    info = tool("pdfinfo", path)
    assert re.search(r"Pages:\s+1\n", info)
    width, height = map(float, re.search(r"Page size:\s+([\d.]+) x ([\d.]+)", info).groups())  # type: ignore[union-attr]
    assert sorted((round(width), round(height))) == ([595, 842] if paper == "a4" else [612, 792])
    assert (width > height) == (kind not in ("box", "tent"))
    faces = tool("pdffonts", path).splitlines()[2:]
    assert faces
    for line in faces:
        assert re.match(rf"[A-Z]{{6}}\+Mori-(text|title)-{lang}", line), line
        assert line.split()[-5:-2] == ["yes", "yes", "yes"], line  # embedded, subset, with its text
    assert path.stat().st_size < 200_000
    _foot_is_clear(path)


def _foot_is_clear(path: Path) -> None:
    """Nothing is printed over the last line, and nothing beyond the paper's margin."""
    page = ElementTree.fromstring(tool("pdftotext", "-bbox", path, "-").replace('xmlns="', 'x="'))
    sheet_of_paper = next(page.iter("page"))
    width, height = float(sheet_of_paper.get("width", 0)), float(sheet_of_paper.get("height", 0))
    boxes = [
        (*(float(word.get(side, 0)) for side in ("xMin", "yMin", "xMax", "yMax")), word.text or "")
        for word in sheet_of_paper.iter("word")
    ]
    for x, y, right, below, text in boxes:
        assert x > 12 and y > 6 and right < width - 12 and below < height - 6, text
    # The face's boxes are half as high again as its letters: a quarter above them, a seventh below.
    inks = [(x, y + (low - y) / 4, right, low - (low - y) / 7, text) for x, y, right, low, text in boxes]
    for at, (x, y, right, low, text) in enumerate(inks):
        for x2, y2, right2, low2, other in inks[at + 1 :]:
            over = min(right, right2) - max(x, x2), min(low, low2) - max(y, y2)
            assert over[0] <= 1.5 or over[1] <= 0.8, (text, other)


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "Cross the"), ("zh-Hant", "穿越聖河"), ("zh-Hans", "穿越圣河")]
)
def test_the_text_of_a_pdf_can_be_found_and_copied(printed: Any, lang: str, words: str) -> None:
    assert words in tool("pdftotext", "-layout", printed("bitoku", "reference", lang, "a4"), "-")


@pytest.mark.parametrize("kind", ["box", "tent"])
def test_a_camera_reads_the_qr_code(printed: Any, tmp_path: Path, kind: str) -> None:
    path = printed("spirits", kind, "en", "a4")
    tool("pdftoppm", "-r", "80", "-png", "-singlefile", path, tmp_path / "seen")
    read = tool("zbarimg", "-q", "--raw", tmp_path / "seen.png").split()
    assert read == [sheet("spirits", kind).address] * 2


def test_a_sheet_looks_the_same_without_any_font_on_the_machine(printed: Any, tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text(
        f'<?xml version="1.0"?><fontconfig><cachedir>{tmp_path}/cache</cachedir></fontconfig>'
    )
    bare = tmp_path / "bare.pdf"
    done = subprocess.run(
        [sys.executable, "-m", "companion", "sheet", "spirits", "--lang", "zh-Hant", "-o", str(bare)],
        env={**os.environ, "FONTCONFIG_FILE": str(tmp_path / "fonts.conf")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pictures = []
    for path in (bare, printed("spirits", "reference", "zh-Hant", "a4")):
        picture = tmp_path / f"{path.stem}-picture"
        tool("pdftoppm", "-r", "60", "-singlefile", path, picture)
        pictures.append(picture.with_suffix(".ppm").read_bytes())
    assert pictures[0] == pictures[1]


def test_a_sheet_reads_in_black_and_white(printed: Any, tmp_path: Path) -> None:
    """All ink is dark enough in grey; only lines and grounds are pale."""
    css = (STATIC / "sheets.css").read_text("utf-8").split("@media screen")[0]
    palette = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", css))
    for name in set(re.findall(r"[ ;{]color: var\(--(\w+)\)", css)):
        red, green, blue = (int(palette[name][i : i + 2], 16) for i in (1, 3, 5))
        assert 0.299 * red + 0.587 * green + 0.114 * blue < 110, name


# --- the press


def test_the_press_makes_a_sheet_once_and_others_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, seen = threading.Event(), []

    def slow(page: str) -> bytes:
        seen.append(page)
        gate.wait(10)
        return b"%PDF"

    monkeypatch.setattr(printing, "_print", slow)
    press = Press()
    first = press.start(sheet("spirits", "reference"))
    assert press.start(sheet("spirits", "reference")) is first
    assert press.start(sheet("spirits", "reference", "zh-Hans")) is not first
    assert not first.done()
    gate.set()
    assert first.result(10) == b"%PDF" and press.start(sheet("spirits", "solo")).result(10) == b"%PDF"
    assert len(seen) == 3


def test_the_press_says_when_it_has_enough_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = threading.Event()
    monkeypatch.setattr(printing, "_print", lambda page: b"%PDF" if gate.wait(10) else b"")
    press = Press()
    codes = [f"CODE{i:02}" for i in range(printing.WAITING + 1)]
    tents = [Sheet("spirits", "tent", "en", "a4", TABLE, code) for code in codes]
    for tent in tents[:-1]:
        press.start(tent)
    with pytest.raises(Busy):
        press.start(tents[-1])
    gate.set()


def test_the_press_keeps_a_bounded_number_and_tries_a_failure_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[str] = []

    def broken(page: str) -> bytes:
        tries.append(page)
        raise PdfMissing("no")

    monkeypatch.setattr(printing, "_print", broken)
    monkeypatch.setattr(printing, "KEPT", 2)
    press = Press()
    for _ in range(2):
        assert isinstance(press.start(sheet("spirits", "reference")).exception(10), PdfMissing)
    assert len(tries) == 2
    for lang in facts.LANGUAGES:
        press.start(sheet("spirits", "solo", lang)).exception(10)
    assert len(press._made) == 2


def test_without_weasyprint_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(PdfMissing):
        pdf(sheet("spirits", "reference"))


# --- the command


def test_the_command_writes_a_pdf(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    done = CliRunner().invoke(
        main, ["sheet", "bitoku", "--kind", "box", "--public-url", "https://m.example/", "-o", str(path)]
    )
    assert done.exit_code == 0, done.output
    assert "https://m.example/new/bitoku" in tool("pdftotext", path, "-")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "game: it is one of bitoku, spirits"),
        (["spirits", "--kind", "details"], "kind: it is one of reference, solo"),
        (["spirits", "--lang", "fr"], "lang: it is one of en, zh-Hant, zh-Hans"),
        (["spirits", "--paper", "a3"], "paper: it is one of a4, letter"),
        (["spirits", "--kind", "box"], "--public-url"),
    ],
)
def test_the_command_refuses_in_a_sentence(arguments: list[str], words: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["sheet", *arguments, "-o", str(tmp_path / "a.pdf")])
    assert done.exit_code == 2 and words in done.output
    assert "Traceback" not in done.output and not (tmp_path / "a.pdf").exists()


def test_the_command_without_weasyprint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    done = CliRunner().invoke(main, ["sheet", "spirits", "-o", str(tmp_path / "a.pdf")])
    assert done.exit_code == 1 and "WeasyPrint" in done.output and "Traceback" not in done.output
