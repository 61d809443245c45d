"""Every key that code or a template says by name is among the words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import facts
from companion.paths import TEMPLATES

PACKAGE = Path(facts.__file__).parent
SAID = re.compile(
    r"""\b(?:t|tn|say|say\.n|words|words\.n|Word)\(\s*["']([a-z]+\.[\w.+?,-]*\w)["'](?!\s*[+~%])"""
)


def keys() -> set[tuple[str, str]]:
    files = [*PACKAGE.rglob("*.py"), *TEMPLATES.rglob("*.html")]
    return {
        (str(path.relative_to(path.parents[1])), key)
        for path in files
        if "_data" not in path.parts
        for key in SAID.findall(path.read_text("utf-8"))
    }


def test_keys_are_found() -> None:
    assert SAID.findall('{{ t("app.back") }} {{ tn(\'app.points\', n) }} t("app." ~ x) t("app.a" ~ x)') == [
        "app.back",
        "app.points",
    ]


@pytest.mark.parametrize("lang", facts.LANGUAGES)
def test_every_key_that_is_used_exists(lang: str) -> None:
    say = facts.words(lang)
    used = keys()
    assert used
    assert {(file, key) for file, key in used if not say.has(key) and not key.startswith("seat.")} == set()
