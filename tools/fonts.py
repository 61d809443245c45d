"""Make static/fonts: the faces that printed sheets carry with them, so that they look the same everywhere.

Three faces for each language (`text`, `bold`, `title`), cut from Noto Sans CJK and Noto Serif CJK as Debian's
fonts-noto-cjk brings them (SIL Open Font License). `text` and `bold` hold every character of rules_db and the
templates, `text` the common ones of its language besides; `title` has those that stand in headings. Run
`python tools/fonts.py` when a test says that a character is missing; the same input makes the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont, newTable

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
SOURCE = Path("/usr/share/fonts/opentype/noto")
TARGET = ROOT / "static" / "fonts"
FACES = {"text": ("Sans", "Regular"), "bold": ("Sans", "Bold"), "title": ("Serif", "Bold")}
# For English the Korean ones: in the others quotation marks are as wide as Han characters.
NAMES = {"en": "KR", "zh-Hant": "TC", "zh-Hans": "SC"}
FEATURES = ["kern", "mark", "mkmk", "halt", "chws", "palt"]
EPOCH = 3_700_000_000  # a fixed date, so that a second run changes nothing
LATIN = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x180)]))
MARKS = "‐‑–—―‘’“”†‡•…‰′″‹›⁄€←↑→↓↔⇒−×÷√≈≠≤≥■□▲△▼▽◆◇○◎●★☆①②③④⑤⑥⑦⑧⑨⑩✓✗☐Ⅰ Ⅱ Ⅲ Ⅳ"
HAN_MARKS = (
    "、。〃々〇〈〉《》「」『』【】〔〕・！％（）＋，－．／：；＜＝＞？～＊＃＆＠｜０１２３４５６７８９"
)


def common(lang: str) -> str:
    """The common characters of a language; of Chinese GB 2312's first 3,755, in the language's own forms."""
    if lang == "en":
        return LATIN + MARKS
    from opencc import OpenCC

    pairs = ((row, cell) for row in range(0xB0, 0xD8) for cell in range(0xA1, 0xFF))
    simple = b"".join(bytes(p) for p in pairs if p < (0xD7, 0xFA)).decode("gb2312")
    if lang == "zh-Hant":
        ways = (OpenCC("s2t"), OpenCC("s2tw"))
        simple = "".join(way.convert(char) for way in ways for char in simple)
    return LATIN + MARKS + HAN_MARKS + simple


def shipped(lang: str) -> str:
    """Every character that we ship for a language: its words, and what templates and facts hold."""
    from companion import facts
    from companion.paths import RULES_DB, TEMPLATES

    read = [path.read_text("utf-8") for path in facts.word_files(lang)]
    read += [path.read_text("utf-8") for path in sorted(TEMPLATES.rglob("*.html"))]
    read += [path.read_text("utf-8") for path in sorted(RULES_DB.rglob("*.toml"))]
    return "".join(read)


def headings(lang: str) -> str:
    """The characters of what may stand in a heading: all words of the sheets, titles of rules, the games."""
    from companion import facts

    say = facts.words(lang)
    keys = [k for k in say.keys if k.startswith(("sheets.", "app.game.")) or k.endswith(".title")]
    texts = [
        form
        for path in facts.word_files(lang)
        for key, text in facts.read_words(path)[0].items()
        if key in keys
        for form in text.forms
    ]
    return "".join(texts) + LATIN + MARKS + HAN_MARKS + "Mori 森"


def cut(face: TTFont, characters: str) -> None:
    """Leaves those characters in a face."""
    options = Options()
    options.layout_features = FEATURES
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    options.hinting = False
    options.desubroutinize = True
    options.drop_tables += ["VORG", "vhea", "vmtx", "BASE", "DSIG"]
    cutter = Subsetter(options)
    cutter.populate(unicodes=sorted({ord(char) for char in characters if char.isprintable()}))
    cutter.subset(face)


def to_truetype(face: TTFont) -> None:
    """Turns the cubic outlines of a face into quadratic ones, within two thousandths of an em."""
    glyphs = face.getGlyphSet()
    order = face.getGlyphOrder()
    drawn = {}
    for name in order:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, 2.0, reverse_direction=True))
        drawn[name] = pen.glyph()
    face["loca"] = newTable("loca")
    face["glyf"] = glyf = newTable("glyf")
    glyf.glyphOrder = order
    glyf.glyphs = drawn
    del face["CFF "]
    glyf.compile(face)
    face["hmtx"].metrics = {
        name: (width, getattr(drawn[name], "xMin", 0)) for name, (width, _) in face["hmtx"].metrics.items()
    }
    face["maxp"] = maxp = newTable("maxp")
    maxp.tableVersion = 0x00010000
    for field in ("maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs"):
        setattr(maxp, field, 0)
    maxp.maxStackElements = maxp.maxSizeOfInstructions = 0
    maxp.maxZones = 1
    maxp.maxComponentElements = max([0, *(len(getattr(g, "components", ())) for g in drawn.values())])
    maxp.compile(face)
    face["post"].formatType = 3
    face.sfntVersion = "\x00\x01\x00\x00"


def rename(face: TTFont, family: str) -> None:
    """The name under which the stylesheet asks for it; the notice of copyright and licence stay."""
    for record in list(face["name"].names):
        if record.nameID in (1, 3, 4):
            face["name"].setName(family, record.nameID, 3, 1, 0x409)
        elif record.nameID == 6:
            face["name"].setName(family.replace(" ", ""), 6, 3, 1, 0x409)


def make(kind: str, lang: str) -> Path:
    """One face of one language as a file. Raises OSError without Debian's fonts."""
    style, weight = FACES[kind]
    wanted = f"Noto {style} CJK {NAMES[lang]}"
    collection = TTCollection(str(SOURCE / f"Noto{style}CJK-{weight}.ttc"), lazy=True)
    face = next(f for f in collection.fonts if f["name"].getDebugName(1) == wanted)
    characters = headings(lang) if kind == "title" else shipped(lang) + LATIN + MARKS + HAN_MARKS + "森"
    if kind == "text":
        characters += common(lang)
    if lang == "en":
        characters = "".join(char for char in characters if char < "\u2e80") + "森"
    cut(face, characters)
    to_truetype(face)
    rename(face, f"Mori {kind} {lang}")
    face["head"].created = face["head"].modified = EPOCH
    face.recalcTimestamp = False
    path = TARGET / f"{kind}.{lang}.ttf"
    face.save(path)
    return path


def main() -> None:
    chosen = sys.argv[1:]
    for lang in NAMES:
        for kind in FACES:
            if not chosen or kind in chosen or lang in chosen:
                path = make(kind, lang)
                print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
