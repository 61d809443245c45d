"""Every screen of a table of Bitoku by name: (name, address, phone, form, status)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.game import TABLE
from companion.games.bitoku import GAME
from companion.tables import Table, Tables

PEOPLE = (("Ana", "red"), ("Bo", "blue"), ("Cem", "yellow"))
COURSE: tuple[tuple[int, str], ...] = (
    (TABLE, "do=treasure&region=yomi&first=8&second=5&third=2"),
    (TABLE, "do=go"),
    (0, "do=play&slot=0"),
    (0, "do=gain&items=wood%2B3%20makoto%2B1%20walk%2B2%20push%2B1%20unlock%2B1%20seat%2B1%20vp%2B12"),
    (1, "do=play&slot=0"),
    (2, "do=play&slot=0"),
    (0, "do=take&due=rock&what=kitsune"),
    (0, "do=place&die=0&region=forge&space=3"),
    (0, "do=build&building=temple&region=yomi&value=3&items=wood-1"),
    (0, "do=grow&crystal=dream_crystal&place=slot0"),
    (1, "do=place&die=0&region=yomi&space=3"),
    (1, "do=use&building=2&items=vp%2B1"),
    (1, "do=take&due=mitama_or_dragonfly&what=kushi&items=sake%2B1"),
    (2, "do=place&die=0&region=home&space=vision"),
    (2, "do=drop&due=vision_or_resource"),
    (0, "do=cross&die=0&hill=forge&boon=two"),
    (1, "do=play&slot=1"),
    (2, "do=play&slot=1"),
    (TABLE, "do=fix_kodama&player=1&region=yomi&space=4"),
    (TABLE, "do=count&place=yomi.3&n=2"),
)
SEASONS = ("spring", "autumn", "winter", "ascension")


def opened(tables: Tables, phone: str, course: Any = COURSE, **options: str) -> Table:
    """A table of three on one phone, after these moves."""
    table = tables.create("bitoku", PEOPLE, options, phone)
    for seat in (1, 2):
        table = tables.claim(table.code, seat, phone)
    for seat, text in course:
        move = GAME.codec.from_form(text)
        nonce = f"b{table.revision}"
        outcome = tables.play(table.code, seat, move, revision=table.revision, nonce=nonce)
        assert outcome.status == "recorded", (text, outcome)
        table = outcome.table
    return table


def addresses(tables: Tables, phone: str) -> Iterator[tuple[str, str]]:
    """(name, address) of every screen, over tables in every season and both ways of tracking."""
    full = opened(tables, phone, tracking="everything")
    few = opened(tables, phone, COURSE[1:3], tracking="turns")
    asked = (
        *("", "?do=place&die=1&seat=0", "?do=cross&die=0&seat=1", "?do=pass&seat=0", "?do=order&seat=0"),
        *("?do=take&due=walk&what=bridge1&seat=0", "?do=take&due=push&what=yomi.1&seat=0", "?watch=1"),
        *("?do=place&die=0&region=yomi&space=3&add=0&pilgrim=0&height=0&seat=0", "/log", "/people", "/fix"),
        *(f"/fix?do={kind}" for kind in ("go", "track", "fix_turn", "fix_die", "fix_count", "fix_kodama")),
        *(f"/fix?do={kind}" for kind in ("fix_boon", "fix_order", "fix_season", "count")),
        *("/fix?do=fix_count&player=0", "/fix?do=fix_count&player=0&what=wood", "/fix?do=count&place=side"),
        *("/fix?do=fix_die&player=0&die=1", "/fix?do=fix_kodama&player=0&region=glade", "/stock", "/board"),
        *("/pad", "/pad?do=build&building=temple", "/pad?do=grow", "/pad?do=use&building=0"),
        *("/pad?do=take&due=mitama&what=ara", "/pad?seat=0&so=wood:-99", "/pad?seat=1&so=vp:5~kappa:1"),
        *(f"/amend/{number}" for number in range(1, len(COURSE) + 1)),
    )
    for path in asked:
        yield f"Bitoku {path}", f"/t/{full.code}{path}"
    for path in ("", "?do=place&die=0", "?do=play&slot=0&seat=0"):
        yield f"Bitoku, turns only {path}", f"/t/{few.code}{path}"
    for season in SEASONS:
        for tracking, course in (("everything", COURSE), ("turns", COURSE[1:3])):
            over = (TABLE, f"do=fix_season&season={season}&year=2")
            table = opened(tables, phone, (*course, over), tracking=tracking)
            for path in ("", "/end") if season == "ascension" else ("", "?do=farewell&slot=0&seat=0"):
                yield f"Bitoku, {tracking}, {season} {path}", f"/t/{table.code}{path}"
