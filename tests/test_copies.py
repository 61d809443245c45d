"""What phones know of their own copies: whose it is, what a link shows, what comes of a friend's pieces."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.codes import phone_hash
from companion.copies import LENT_DAYS, Copies, Full, NoCopy, NoPiece, Taken
from companion.games.bitoku.learned import MOST_PIECES, Piece, as_file, read, read_file
from companion.store import Store

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Clock:
    now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def copies(place: str | Path, clock: Clock) -> Iterator[Copies]:
    store = Store(place)
    yield Copies(store, clock)
    store.close()


def piece(label: str, kind: str = "yokai", **more: Any) -> Piece:
    return read({"kind": kind, "label": label, **more})


def labels(copies: Copies, phone: str) -> list[str]:
    return [known.piece.label for known in copies.pieces(phone)]


def test_a_piece_is_kept_changed_and_found_again(copies: Copies) -> None:
    id_ = copies.save("ana", piece("K7", action=["wood+1"]))
    assert copies.piece("ana", id_).piece.effect("action") == ("wood+1",)
    assert copies.save("ana", piece("K8", of="kappa"), id_) == id_
    (known,) = copies.pieces("ana")
    assert (known.piece.label, known.piece.word("of"), known.own) == ("K8", "kappa", True)
    again = Copies(Store(copies._store.where))
    assert labels(again, "ana") == ["K8"]
    again._store.close()


def test_a_label_stands_once_in_its_kind(copies: Copies) -> None:
    first = copies.save("ana", piece("K7"))
    copies.save("ana", piece("K7", "crystal"))
    other = copies.save("ana", piece("K8"))
    with pytest.raises(Taken) as taken:
        copies.save("ana", piece("k7 "))
    assert taken.value.id == first
    with pytest.raises(Taken):
        copies.save("ana", piece("K7"), other)
    copies.save("ana", piece("K7", of="kappa"), first)
    copies.save("bo", piece("K7"))


def test_nobody_changes_what_another_phone_knows(copies: Copies) -> None:
    id_ = copies.save("ana", piece("K7", action=["wood+1"]))
    for change in (
        lambda: copies.save("bo", piece("K7"), id_),
        lambda: copies.delete("bo", id_),
        lambda: copies.restore("bo", id_),
        lambda: copies.piece("bo", id_),
    ):
        with pytest.raises(NoPiece):
            change()
    copies.take("bo", [piece("K7", action=["jade+1"])], [piece("K7").key])
    assert copies.piece("ana", id_).piece.effect("action") == ("wood+1",)
    assert not copies.withdraw("bo")


def test_what_was_deleted_can_be_brought_back_for_a_day(copies: Copies, clock: Clock) -> None:
    id_ = copies.save("ana", piece("K7", of="kappa"))
    assert copies.delete("ana", id_).label == "K7" and labels(copies, "ana") == []
    with pytest.raises(NoPiece):
        copies.delete("ana", id_)
    assert copies.restore("ana", id_).word("of") == "kappa" and labels(copies, "ana") == ["K7"]
    copies.delete("ana", id_)
    copies.save("ana", piece("K7"))
    with pytest.raises(Taken):
        copies.restore("ana", id_)
    clock.now += timedelta(days=2)
    copies.delete("ana", copies.save("ana", piece("K9")))
    with pytest.raises(NoPiece):
        copies.restore("ana", id_)


def test_only_so_many_deleted_pieces_are_kept(copies: Copies, clock: Clock) -> None:
    gone = []
    for n in range(60):
        clock.now += timedelta(seconds=1)
        gone.append(copies.save("ana", piece(f"K{n}")))
        copies.delete("ana", gone[-1])
    with pytest.raises(NoPiece):
        copies.restore("ana", gone[0])
    assert copies.restore("ana", gone[-1]).label == "K59"


def test_a_phone_knows_only_so_many(copies: Copies) -> None:
    many = [piece(f"K{n}") for n in range(MOST_PIECES)]
    assert len(copies.take("ana", many).new) == MOST_PIECES
    with pytest.raises(Full):
        copies.save("ana", piece("more"))
    with pytest.raises(Full):
        copies.take("ana", [piece("more")])
    id_ = copies.pieces("ana")[0].id
    copies.save("ana", piece("other"), id_)
    copies.delete("ana", id_)
    copies.save("ana", piece("more"))
    with pytest.raises(Full):
        copies.restore("ana", id_)


def test_two_phones_at_once_lose_nothing(copies: Copies) -> None:
    def learn(start: int) -> None:
        for n in range(6):
            copies.save("ana", piece(f"K{start}{n}"))

    threads = [threading.Thread(target=learn, args=(start,)) for start in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(labels(copies, "ana")) == 18


def test_a_table_offers_ones_own_first_and_everything_once(copies: Copies) -> None:
    copies.save("bo", piece("B1"))
    copies.save("bo", piece("K7", action=["wood+1"]))
    copies.save("ana", piece("K7", action=["wood+1"]))
    copies.save("ana", piece("Z1"))
    copies.save("eve", piece("E1"))
    found = copies.at_table("ana", [phone_hash("bo"), None, phone_hash("ana"), phone_hash("bo")])
    assert [(known.piece.label, known.own) for known in found] == [("K7", True), ("Z1", True), ("B1", False)]
    assert [known.piece.label for known in copies.at_table(None, [None])] == []


def test_a_friends_pieces_are_new_the_same_or_different(copies: Copies) -> None:
    copies.save("ana", piece("K1", action=["wood+1"]))
    mine = copies.save("ana", piece("K2", action=["wood+1"]))
    theirs = [piece("K1", action=["wood+1"]), piece("k2", action=["jade+1"]), piece("K3")]
    found = copies.compare("ana", theirs)
    assert [p.label for p in found.new] == ["K3"] and [p.label for p in found.same] == ["K1"]
    ((known, other),) = found.different
    assert (known.id, other.label) == (mine, "k2")
    assert labels(copies, "ana") == ["K1", "K2"], "looking takes nothing"
    copies.take("ana", theirs)
    assert copies.piece("ana", mine).piece.effect("action") == ("wood+1",)
    copies.take("ana", theirs, [theirs[1].key])
    assert copies.piece("ana", mine).piece.effect("action") == ("jade+1",)
    assert labels(copies, "ana") == ["K1", "k2", "K3"]
    assert len(copies.compare(None, theirs).new) == 3


def test_a_copy_goes_from_phone_to_phone_byte_for_byte(copies: Copies) -> None:
    for label in ("K10", "K2", "森"):
        copies.save("ana", piece(label, action=["walk+1", "wood-1"], farewell=2, per="temple"))
    copies.save("ana", piece("1", "tengu", takes=["bitoku", "yokai"], note="x"))
    text = as_file(known.piece for known in copies.pieces("ana"))
    copies.take("bo", read_file(json.loads(text)))
    assert as_file(known.piece for known in copies.pieces("bo")) == text


def test_the_cards_of_the_tengu_are_those_of_the_phone(copies: Copies) -> None:
    for n in range(10, 0, -1):
        copies.save("ana", piece(str(n), "tengu"))
    copies.save("ana", piece("K1"))
    assert [card.label for card in copies.cards("ana")] == [str(n) for n in range(1, 11)]
    assert copies.cards("bo") == ()


def test_a_link_shows_a_copy_until_it_ends(copies: Copies, clock: Clock) -> None:
    copies.save("ana", piece("K1"))
    assert copies.lent("ana") is None
    lent = copies.lend("ana")
    assert len(lent.code) == 13 and 31**13 > 2**60
    assert copies.lent("ana") == lent and lent.until == NOON + timedelta(days=LENT_DAYS)
    copies.save("ana", piece("K2"))
    assert [p.label for p in copies.shown(lent.code.lower())] == ["K1", "K2"]
    later = copies.lend("ana")
    for ended in (lent.code, "", "0" * 13, "no code", "\x00", "森" * 99):
        with pytest.raises(NoCopy):
            copies.shown(ended)
    clock.now += timedelta(days=LENT_DAYS, seconds=1)
    with pytest.raises(NoCopy):
        copies.shown(later.code)
    assert copies.lent("ana") is None
    last = copies.lend("ana")
    assert copies.withdraw("ana") and not copies.withdraw("ana")
    with pytest.raises(NoCopy):
        copies.shown(last.code)


def test_what_a_later_version_wrote_is_left_alone(copies: Copies) -> None:
    id_ = copies.save("ana", piece("K1"))
    with copies._store._writing() as db:
        db.conn.execute("UPDATE piece SET body = ? WHERE id = ?", ['{"kind": "comet"}', id_])
    assert copies.pieces("ana") == []
    copies.save("ana", piece("K2"))
    with copies._store._connection() as db:
        assert db.conn.execute("SELECT COUNT(*) FROM piece").fetchone()[0] == 2


def test_the_database_names_no_phone(copies: Copies) -> None:
    copies.save("phone-of-ana", piece("K1"))
    copies.lend("phone-of-ana")
    with copies._store._connection() as db:
        rows = [*db.conn.execute("SELECT * FROM piece"), *db.conn.execute("SELECT * FROM lent")]
    assert rows and "phone-of-ana" not in repr(rows)
