"""Whatever play can name has its word in three languages, and every reason its sentence."""

from __future__ import annotations

import pytest

from companion.facts import LANGUAGES, rules, words
from companion.games.bitoku import GAME
from companion.games.bitoku.corrections import COUNTS
from companion.games.bitoku.dues import BRIDGES, ROCKS
from companion.games.bitoku.goods import CHOICES, DUES, KODAMA
from companion.games.bitoku.state import REGIONS, SEASONS
from tests.games.test_words_of_reasons import _reasons


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_reason_has_its_sentence_and_its_rule(lang: str) -> None:
    reasons, say = _reasons("bitoku"), words(lang)
    assert len(reasons) > 90
    for rule, reason, values in reasons:
        assert rule in rules("bitoku"), f"{reason} cites {rule}"
        assert say(f"bitoku.why.{reason}", **dict.fromkeys(values, "x"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_counted_or_due_has_its_name(lang: str) -> None:
    say = words(lang)
    chosen = {what for choices in CHOICES.values() for what in choices}
    pieces = {*COUNTS, *KODAMA, "asleep", "seated", "ancient", *ROCKS} - {"other"}
    keys = {f"bitoku.piece.{what}" for what in pieces}
    keys |= {f"bitoku.due.{due}" for due in DUES}
    keys |= {f"bitoku.choice.{what}" for what in chosen - pieces}
    keys |= {f"bitoku.choice.{step}" for step in ("bitoku", "start", "on", "side", "other", *BRIDGES)}
    keys |= {f"bitoku.space.{space}" for seats in GAME.seats for space in _home(seats)}
    keys |= {f"bitoku.less.{less}" for less in ("one", "mitama")}
    keys |= {f"bitoku.boon.{boon}" for boon in ("bitoku", "yokai", "two")}
    keys |= {f"bitoku.region.{region}" for region in REGIONS}
    keys |= {f"bitoku.season.{season}" for season in SEASONS}
    assert {key for key in keys if not say.has(key)} == set()


def _home(seats: int) -> tuple[str, ...]:
    from tests.games.bitoku.table import Table

    return Table(seats).state.spaces("home")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_of_the_table_has_its_line(lang: str) -> None:
    say = words(lang)
    assert {option.key for option in GAME.options} >= {"tracking", "forest_action", "pioneer", "rocks"}
    for option in GAME.options:
        assert all(say.has(f"bitoku.option.{option.key}.{choice}") for choice in option.choices)
