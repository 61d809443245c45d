"""Every screen of a copy of Bitoku by name: (name, address, phone, form, status)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Flask

from companion.copies import Copies
from companion.engine.game import TABLE
from companion.games.bitoku import GAME
from companion.games.bitoku.learned import as_file, read
from companion.games.bitoku.moves import Deal
from tests.web.screens_bitoku import ALONE, COURSE, alone, opened

PIECES: tuple[dict[str, Any], ...] = (
    {"kind": "yokai", "label": "K7", "of": "kappa", "action": ["wood+1", "walk+2"], "farewell": 3},
    {"kind": "yokai", "label": "K8", "action": ["wood-90"], "farewell": 2, "per": "temple"},
    {"kind": "building", "label": "K1", "of": "temple", "value": 3, "bonus": ["here+1"],
     "owner": ["vp+1", "vp_or_amulet+1"]},
    {"kind": "building", "label": "K2", "of": "ancient", "action": ["vp+2"]},
    {"kind": "crystal", "label": "K1", "of": "dream_crystal", "action": ["jade+1"]},
    {"kind": "dragonfly", "label": "K1", "action": ["kodama+1"]},
    {"kind": "shinigami", "label": "K1", "action": ["vp+5"]},
    {"kind": "gate", "label": "K1", "of": "torii_a", "action": ["amulet3+1"]},
    {"kind": "rock", "label": "K1", "of": "kitsune"},
    {"kind": "treasure", "label": "K1", "first": 8, "second": 5, "third": 2},
    {"kind": "vision", "label": "K1", "vp": 9, "miss": -2,
     "needs": [{"of": "kappa", "n": 2}, {"any": [{"of": "temple", "n": 1}, {"of": "mitama", "n": 2}]}]},
    {"kind": "price", "label": "K1", "of": "mitama", "cost": ["jade-1", "sake-1"]},
    {"kind": "place", "label": "K1", "of": "building", "cost": ["wood-1"], "points": 4},
    {"kind": "tengu", "label": "1", "location": "yomi", "die": "lowest", "tie": "printed", "slot": 2,
     "crossing": ["yomi", "left"], "takes": ["bitoku", "yokai"], "gains": ["here+1"], "extra": ["vp+1"]},
)  # fmt: skip

Screen = tuple[str, str, str, dict[str, str] | None, int]


def addresses(app: Flask, phone: str) -> Iterator[Screen]:
    """The screens, over a phone that knows a piece of every kind, and a friend who knows others."""
    tables = app.extensions["tables"]
    copies = Copies(tables.store)
    copies.take(phone, [read(piece) for piece in PIECES])
    theirs = ({**PIECES[0], "farewell": 4}, PIECES[2], {"kind": "yokai", "label": "K9"})
    copies.take("friend of the house", [read(piece) for piece in theirs])
    copies.take("a great copy", [read({**PIECES[4], "label": f"C{n}"}) for n in range(1, 31)])
    friend = copies.lend("friend of the house")
    known = copies.pieces(phone)
    yield "a copy", "/copy/bitoku", phone, None, 200
    yield "a copy, deleted", f"/copy/bitoku/kind/yokai?gone={known[0].id}&back=/", phone, None, 200
    yield "a kind of a copy", f"/copy/bitoku/kind/yokai?saved=1&at={known[0].id}", phone, None, 200
    yield "a kind of a copy, in pages", "/copy/bitoku/kind/crystal?page=2", "a great copy", None, 200
    yield "a kind of nobody's copy", "/copy/bitoku/kind/place", "nobody", None, 200
    yield "no kind of a copy", "/copy/bitoku/kind/comet", phone, None, 404
    yield "a copy, taken over", "/copy/bitoku?new=3&instead=1", phone, None, 200
    yield "a copy of nobody", "/copy/bitoku", "nobody", None, 200
    for kind in ("building", "vision", "tengu"):
        id_ = next(each.id for each in known if each.piece.kind == kind)
        yield f"a {kind} of a copy", f"/copy/bitoku/piece/{id_}", phone, None, 200
    yield "a new yokai", "/copy/bitoku/new/yokai", phone, None, 200
    write = "/copy/bitoku/piece"
    yield "a piece, pressed", write, phone, {"kind": "yokai", "press": "item:walk:1"}, 200
    yield "a vision, pressed", write, phone, {"kind": "vision", "press": "need:kappa"}, 200
    wrong = {"kind": "yokai", "label": "K7", "n.farewell": "13"}
    yield "a piece, wrong", write, phone, wrong, 422
    yield "a piece, known already", write, phone, {"kind": "yokai", "label": "K7"}, 422
    yield "a piece, not there", "/copy/bitoku/piece/none", phone, None, 404
    bring = "/copy/bitoku/import"
    yield "a copy, no file", bring, phone, {"file": "?"}, 422
    damaged = as_file([read(PIECES[0])]).replace('"farewell": 3', '"farewell": 99')
    yield "a copy, a damaged file", bring, phone, {"file": damaged}, 422
    yield "a copy, a file", bring, phone, {"file": as_file(read(piece) for piece in PIECES[:3])}, 200
    yield "a friend's copy", f"/copy/s/{friend.code}", phone, None, 200
    yield "a friend's copy, to nobody", f"/copy/s/{friend.code}", "nobody", None, 200
    yield "calculator with known visions", "/score/bitoku", phone, None, 200
    yield "no friend's copy", "/copy/s/0000000000000", phone, None, 404

    table = opened(tables, phone, tracking="everything")
    at = f"/t/{table.code}"
    for path in (
        *("/pad?seat=0&so=wood:2&learned=K3", "/pad?do=build&building=temple&seat=0&so=here:1", "/board"),
        *("/pad?do=use&building=0&seat=0", "/pad?do=take&due=mitama&what=shinigami&seat=0"),
    ):
        yield f"Bitoku with a copy {path}", f"{at}{path}", phone, None, 200
    lesson = {"seat": "0", "do": "gain", "so": "jade:1", "as": "yokai.action", "label": "K7"}
    yield "Bitoku, known otherwise", f"{at}/remember", phone, lesson, 422
    yield from _cards(copies, tables, phone)
    winter = opened(
        tables, phone, (*COURSE, (-1, "do=fix_season&season=winter&year=2")), tracking="everything"
    )
    yield "Bitoku, a known farewell", f"/t/{winter.code}?do=farewell&slot=0&seat=0", phone, None, 200


def _cards(copies: Copies, tables: Any, phone: str) -> Iterator[Screen]:
    """The Tengu's printed cards: known one by one, all ten to be dealt, dealt, and what one of them says."""
    labels = tuple(f"K{n}" for n in range(1, 11))
    first = {"kind": "tengu", "label": "K1", **{key: PIECES[-1][key] for key in list(PIECES[-1])[2:]}}
    only_one = alone(tables, phone, ALONE[:3], tracking="turns")
    yield "the Tengu, one card known", f"/t/{only_one.code}", phone, None, 200
    yield "the Tengu, which card", f"/t/{only_one.code}/tengu?will=1&card=1", phone, None, 200
    holder = "a phone with ten cards"
    copies.take(holder, [read(first), *(read({"kind": "tengu", "label": label}) for label in labels[1:])])
    free = (TABLE, "do=fix_die&player=1&die=1&value=3&at=green.1")
    stands = (TABLE, "do=fix_die&player=1&die=0&value=6&at=yomi.4")
    table = alone(tables, holder, (*ALONE[:3], free, stands), tracking="everything")
    yield "the Tengu, ten cards known", f"/t/{table.code}", holder, None, 200
    for query in ("", "&card=K1", "&card=K1&step=A", "&card=K1&step=C&ask=place", "&card=K99"):
        yield f"the Tengu by a card {query}", f"/t/{table.code}/tengu?will=2{query}", holder, None, 200
    filled = "/tengu?will=1&card=K1&step=C&die=1&to=yomi.2&so=kodama.yomi:1"
    yield "the Tengu, answered by a card", f"/t/{table.code}{filled}", holder, None, 200
    deal = GAME.codec.to_form(Deal(1, labels))
    dealt = alone(tables, holder, (*ALONE[:3], (TABLE, deal)), tracking="turns")
    for path in ("", "/log", "/tengu?will=5", "/amend/4", "/fix?do=fix_tengu"):
        yield f"the Tengu, dealt {path}", f"/t/{dealt.code}{path}", holder, None, 200
    rolled = alone(tables, holder, (*ALONE[:3], (TABLE, deal), (TABLE, "do=roll&low=2&high=3&turn=1")))
    yield "the Tengu, dealt and rolled", f"/t/{rolled.code}", holder, None, 200
