"""The score book: shared sheets field by field, kept results, and what they add up to."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.games import SCORES
from companion.scorebook import MOST_FIELDS, Scorebook, SheetFull, standings
from companion.store import NoTable, Store


@pytest.fixture
def book(place: str | Path) -> Iterator[Scorebook]:
    store = Store(place)
    yield Scorebook(store)
    store.close()


def result(moss: tuple[int, int] = (3, 1), names: tuple[str, str] = ("Ann", "Bo")):
    sheet = {
        "game": "spirits",
        "players": [{"name": n, "counts": {"moss": c}} for n, c in zip(names, moss, strict=True)],
    }
    return SCORES["spirits"](sheet), sheet


def test_fields_are_written_one_by_one(book: Scorebook) -> None:
    code = book.open("spirits", {"a.moss": "3"}, "phone")
    assert len(code) == 13
    one, two = book.sheet(code), book.sheet(code.lower())
    assert one.fields == two.fields == {"a.moss": "3"}
    book.write(code, {"a.dew": "1"})
    after = book.write(code, {"b.dew": "2"})
    assert after.fields == {"a.moss": "3", "a.dew": "1", "b.dew": "2"}, "nobody's field was lost"
    assert after.change > one.change
    assert book.write(code, {"b.dew": "4"}).fields["b.dew"] == "4", "the last one to write is right"
    assert book.write(code, {"b.dew": "4"}).change == book.change(code), "what changes nothing wakes nobody"


def test_a_sheet_has_its_limits(book: Scorebook) -> None:
    code = book.open("spirits", {}, "phone")
    with pytest.raises(SheetFull):
        book.write(code, {"a": "x" * 401})
    with pytest.raises(SheetFull):
        book.write(code, {str(n): "1" for n in range(MOST_FIELDS + 1)})
    with pytest.raises(NoTable):
        book.sheet("0000000000000")
    with pytest.raises(NoTable):
        book.write("not a code!", {"a": "1"})


def test_who_waits_hears_of_a_change(book: Scorebook) -> None:
    code = book.open("spirits", {}, "phone")
    seen = book.change(code)
    heard: list[int] = []
    waiter = threading.Thread(target=lambda: heard.append(book.wait(code, seen, 10)))
    waiter.start()
    latest = book.write(code, {"a.moss": "1"}).change
    waiter.join(10)
    assert heard == [latest] and latest > seen
    book.watcher.close()


def test_a_result_is_kept_once_and_for_one_phone(book: Scorebook) -> None:
    counted, sheet = result()
    first = book.keep("phone", counted, sheet, "nonce", fields={"a.moss": "2+1"}, minutes=45)
    assert book.keep("phone", counted, sheet, "nonce") == first, "a second tap keeps nothing new"
    assert book.keep("other", counted, sheet, "nonce") != first
    (kept,) = book.results("phone")
    assert [(p.name, p.place, p.winner) for p in kept.players] == [("Ann", 1, True), ("Bo", 2, False)]
    assert kept.result == counted.json and kept.sheet == sheet and kept.fields == {"a.moss": "2+1"}
    assert kept.minutes == 45 and kept.played.tzinfo is UTC
    assert book.result("phone", first) == kept and book.result("other", first) is None
    assert not book.forget("other", first), "nobody removes what another phone keeps"
    assert book.forget("phone", first) and book.results("phone") == []


def test_results_come_last_game_first(book: Scorebook) -> None:
    noon = datetime(2026, 11, 30, 12, tzinfo=UTC)
    for hours in (0, 2, 1):
        counted, sheet = result()
        book.keep("phone", counted, sheet, f"n{hours}", played=noon + timedelta(hours=hours))
    assert [kept.played.hour for kept in book.results("phone")] == [14, 13, 12]


def test_standings_know_a_player_by_the_name(book: Scorebook) -> None:
    noon = datetime(2026, 11, 30, 12, tzinfo=UTC)
    for n, (moss, names) in enumerate(
        [((3, 1), ("Ann", "Bo")), ((1, 3), ("ann ", "Bo")), ((4, 1), ("ANN", "Cy"))]
    ):
        counted, sheet = result(moss, names)
        book.keep("phone", counted, sheet, str(n), played=noon + timedelta(days=n))
    ann, *rest = standings(book.results("phone"))
    assert (ann.plays, ann.wins, ann.name) == (3, 2, "ANN")
    assert ann.totals == (-30, -33, -29) and ann.best == -29 and ann.average == pytest.approx(-92 / 3)
    assert {s.name: s.plays for s in rest} == {"Bo": 2, "Cy": 1}
