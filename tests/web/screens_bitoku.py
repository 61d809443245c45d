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
ALONE: tuple[tuple[int, str], ...] = (
    (TABLE, "do=chance&among=rock&of=5&pick=2"),
    (TABLE, "do=tengu_rocks&yokai=kappa&also=temple"),
    (0, "do=ready"),
    (1, "do=activate&will=5&other=6&step=B&die=0&to=glade.3&unlock=0&items=kodama.glade%2B1"),
    (0, "do=play&slot=0"),
    (1, "do=activate&will=3&step=H&unlock=1&attitude=0&picks=2%2F3&items=jin%2B1"),
    (0, "do=place&die=0&region=home&space=copy"),
    (1, "do=activate&will=1&step=A&die=0&to=hill.forge&boon=bitoku"),
    (0, "do=play&slot=1"),
    (TABLE, "do=fix_tengu&what=pile&n=0"),
)
"""Alone against the Tengu, until the turn in which its discards are shuffled."""
QUICK: tuple[tuple[int, str], ...] = (
    (TABLE, "do=tengu_rocks&yokai=kappa&also=ara"),
    (0, "do=ready"),
    (TABLE, "do=shuffle&turn=1&cards=0+1+2+3+4+5+6+7+8+9"),
    (TABLE, "do=roll&low=1&high=6&turn=1"),
)
"""Quick Tengu, until its first turn is decided."""
SEASONS = ("spring", "autumn", "winter", "ascension")


def opened(tables: Tables, phone: str, course: Any = COURSE, **options: str) -> Table:
    """A table of three on one phone, after these moves."""
    table = tables.create("bitoku", PEOPLE, options, phone)
    for seat in (1, 2):
        table = tables.claim(table.code, seat, phone)
    return played(tables, table, course)


def played(tables: Tables, table: Table, course: Any) -> Table:
    """The table after these moves."""
    for seat, text in course:
        move = GAME.codec.from_form(text)
        nonce = f"b{table.revision}"
        outcome = tables.play(table.code, seat, move, revision=table.revision, nonce=nonce)
        assert outcome.status == "recorded", (text, outcome)
        table = outcome.table
    return table


def alone(tables: Tables, phone: str, course: Any = ALONE, **options: str) -> Table:
    """A table for one on one phone, after these moves."""
    return played(tables, tables.create("bitoku", PEOPLE[:1], options, phone), course)


def addresses_alone(tables: Tables, phone: str) -> Iterator[tuple[str, str]]:
    """(name, address) of every screen of a table for one."""
    full = alone(tables, phone, tracking="everything", tengu_lead="behind")
    few = alone(tables, phone, ALONE[2:3], tracking="turns")
    unlocked = alone(tables, phone, (*ALONE, (TABLE, "do=fix_die&player=1&die=1&value=3&at=green.1")))
    asked = (
        *("", "/log", "/fix", "/fix?do=tengu_rocks", "/fix?do=fix_tengu", "/stock?seat=1", "/pad?seat=1"),
        *("/tengu?will=2", "/tengu?will=3&other=5&no=ACDF", "/tengu?will=6&no=ABCDEFGHIJK"),
        *("/tengu?will=2&step=H&ask=place", "/tengu?will=2&step=H&ask=cross", "/tengu?will=1&step=B"),
        *("/tengu?will=2&step=H&unlock=2&attitude=1&picks=2/3%201/2&so=vp:3~wood:-1", "/tengu?will=1&step=C"),
        *("/tengu?will=1&step=A&die=1&to=hill.yomi&boon=two", "?do=activate&will=2&step=L&seat=1"),
        *("/amend/1", "/amend/2", "/amend/4", "/amend/6", "/amend/10"),
    )
    for path in asked:
        yield f"Bitoku alone {path}", f"/t/{full.code}{path}"
    for path in ("", "/tengu?will=5", "/tengu?will=5&step=B&die=0&to=yomi.1&unlock=0"):
        yield f"Bitoku alone, turns only {path}", f"/t/{few.code}{path}"
    for path in ("/tengu?will=5&step=C", "/tengu?will=5&step=F&die=1&to=home.vision&so=vp:3"):
        yield f"Bitoku alone, a die unlocked {path}", f"/t/{unlocked.code}{path}"
    rolled = alone(tables, phone, QUICK, tengu="quick")
    to_roll = alone(tables, phone, QUICK[:3], tengu="quick_easier")
    dice = (f"do=fix_die&player=1&die={n}&value=4&at={at}" for n, at in enumerate(("glade.4", "home.vision")))
    crossing = (*((TABLE, move) for move in dice), (TABLE, "do=fix_die&player=1&die=2&value=3&at=yomi.3"))
    asked_what = alone(tables, phone, (*QUICK, *crossing), tengu="quick_harder", tracking="everything")
    for path in ("", "?watch=1", "/log", "/fix", "/amend/3", "/amend/4", "/tengu?will=1"):
        yield f"Quick Tengu {path}", f"/t/{rolled.code}{path}"
    yield "Quick Tengu, to be rolled", f"/t/{to_roll.code}"
    yield "Quick Tengu, what lay there", f"/t/{asked_what.code}"
    for season, path in (("spring", ""), ("winter", ""), ("ascension", ""), ("ascension", "/end")):
        over = (TABLE, f"do=fix_season&season={season}&year={1 if season == 'spring' else 2}")
        table = alone(tables, phone, (*ALONE, over), tracking="everything")
        yield f"Bitoku alone, {season} {path}", f"/t/{table.code}{path}"


def addresses(tables: Tables, phone: str) -> Iterator[tuple[str, str]]:
    """(name, address) of every screen, over tables in every season and both ways of tracking."""
    yield from addresses_alone(tables, phone)
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
