"""What phones know of their own copies of Bitoku: pieces learned, and the links by which they show them to
friends. The only writer of both.

A piece belongs to the phone that entered it, and nobody else changes it. The phones of a table may look at
one another's; so may whoever has a link, until it is withdrawn or its days are over.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final

from companion.codes import new_code, normal, phone_hash
from companion.databases import Session
from companion.games.bitoku.learned import MOST_PIECES, Piece, in_order, read, to_json
from companion.store import Store, StoreError

GAME: Final = "bitoku"
LENT_DAYS: Final = 30
"""How long a link shows a copy."""
_GONE_DAYS: Final = 1
_GONE_MOST: Final = 50
"""How long a piece that was deleted can be brought back, and how many of them."""
Key = tuple[str, str]


class NoCopy(LookupError):
    """No copy is shown at that link."""


class NoPiece(LookupError):
    """The phone knows no such piece."""


class Taken(ValueError):
    """Another piece of the kind has that label; `id` names it."""

    def __init__(self, id_: str) -> None:
        super().__init__("the label is in use")
        self.id = id_


class Full(ValueError):
    """The phone knows as many pieces as it may."""


@dataclass(frozen=True, slots=True)
class Known:
    """A piece that is known, and whether by the phone that asks."""

    id: str
    piece: Piece
    own: bool = True


@dataclass(frozen=True, slots=True)
class Lent:
    """The link by which a phone shows its copy, and until when."""

    code: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Compared:
    """Somebody else's pieces beside one's own: those that are `new`, the `same`, and pairs (mine, theirs) of
    those that say something else."""

    new: tuple[Piece, ...] = ()
    same: tuple[Piece, ...] = ()
    different: tuple[tuple[Known, Piece], ...] = ()


class Copies:
    """Everything phones know of their copies, in a store. Safe for many threads and processes. Phones are
    given by their ids and kept as hashes. Every method may raise StoreError."""

    def __init__(self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store = store
        self._now = now

    # --- how long they are kept

    def use(self, phone: str) -> None:
        """The phone uses its copy today. That it cannot be written down hinders nobody."""
        mine, today = phone_hash(phone), self._day
        sql = "SELECT day FROM used WHERE phone = ? AND game = ?"
        with self._store._connection() as db:
            row = db.conn.execute(sql, [mine, GAME]).fetchone()
        if row is None or row[0] != today:
            with suppress(StoreError), self._store._writing() as db:
                self._use(db, mine)

    def _use(self, db: Session, holder: str) -> None:
        db.conn.execute(
            "INSERT INTO used VALUES (?, ?, ?) ON CONFLICT (phone, game) DO UPDATE SET day = excluded.day",
            [holder, GAME, self._day],
        )

    @property
    def _day(self) -> str:
        return self._now().astimezone(UTC).date().isoformat()

    def unused(self, before: str) -> list[str]:
        """The hashes of the phones that did not use their copy since that day (`YYYY-MM-DD`). Of copies that
        are older than such notes, the days are counted from the first time that somebody asks."""
        with self._store._writing() as db:
            db.conn.execute(
                "INSERT INTO used SELECT DISTINCT phone, game, CAST(? AS TEXT) FROM piece WHERE TRUE"
                " ON CONFLICT (phone, game) DO NOTHING",
                [self._day],
            )
            sql = "SELECT phone FROM used WHERE game = ? AND day < ? ORDER BY day, phone"
            return [holder for (holder,) in db.conn.execute(sql, [GAME, before])]

    def kept(self, holder: str) -> tuple[Piece, ...]:
        """All that the phone of that hash knows. Raises ValueError if a part of it cannot be read."""
        sql = "SELECT COUNT(*) FROM piece WHERE phone = ? AND game = ? AND gone IS NULL"
        with self._store._reading() as db:
            known = _known(db, holder)
            if db.conn.execute(sql, [holder, GAME]).fetchone()[0] != len(known):
                raise ValueError("a later version wrote a part of it")
        return tuple(each.piece for each in known)

    def remove(self, holder: str, before: str) -> bool:
        """Remove the copy of the phone of that hash, unless it was used since that day; whether it went."""
        with self._store._writing() as db:
            row = db.conn.execute(
                "SELECT day FROM used WHERE phone = ? AND game = ?", [holder, GAME]
            ).fetchone()
            if row is not None and row[0] >= before:
                return False
            for table in ("piece", "lent", "used"):
                db.conn.execute(f"DELETE FROM {table} WHERE phone = ? AND game = ?", [holder, GAME])  # noqa: S608
        return True

    # --- the pieces of a phone

    def pieces(self, phone: str) -> list[Known]:
        """What the phone knows, by kind and label."""
        with self._store._connection() as db:
            return _known(db, phone_hash(phone))

    def piece(self, phone: str, id_: str) -> Known:
        """One of them. Raises NoPiece."""
        return _one(self.pieces(phone), id_)

    def cards(self, phone: str) -> tuple[Piece, ...]:
        """The action cards of the Tengu that the phone knows, by label; all ten once all are entered."""
        return tuple(known.piece for known in self.pieces(phone) if known.piece.kind == "tengu")

    def at_table(self, phone: str | None, holders: Iterable[str | None]) -> list[Known]:
        """What the phones at a table know, that of the phone that asks first. `holders` are hashes of phones.
        The same piece stands there once."""
        mine = None if phone is None else phone_hash(phone)
        others = sorted({holder for holder in holders if holder is not None} - {mine})
        found: list[Known] = []
        with self._store._connection() as db:
            for holder in (mine, *others):
                if holder is not None:
                    seen = {known.piece for known in found}
                    more = [known for known in _known(db, holder) if known.piece not in seen]
                    found += [Known(known.id, known.piece, holder == mine) for known in more]
        return found

    def save(self, phone: str, piece: Piece, id_: str = "") -> str:
        """Keep a piece, or what `id_` names changed to it; its id. Raises NoPiece, Taken, Full."""
        holder = phone_hash(phone)
        with self._store._writing() as db:
            known = _known(db, holder)
            if id_:
                _one(known, id_)
            elif len(known) >= MOST_PIECES:
                raise Full(str(MOST_PIECES))
            _free(known, piece, id_)
            self._use(db, holder)
            return _write(db, holder, piece, id_)

    def delete(self, phone: str, id_: str) -> Piece:
        """Forget a piece; it can be brought back for a day. Raises NoPiece."""
        holder, now = phone_hash(phone), self._now()
        with self._store._writing() as db:
            piece = _one(_known(db, holder), id_).piece
            db.conn.execute(
                "UPDATE piece SET gone = ? WHERE phone = ? AND game = ? AND id = ?",
                [_text(now), holder, GAME, id_],
            )
            before = _text(now - timedelta(days=_GONE_DAYS))
            db.conn.execute(
                "DELETE FROM piece WHERE phone = ? AND gone IS NOT NULL AND (gone < ? OR id NOT IN"
                " (SELECT id FROM piece WHERE phone = ? AND gone IS NOT NULL ORDER BY gone DESC LIMIT ?))",
                [holder, before, holder, _GONE_MOST],
            )
        return piece

    def restore(self, phone: str, id_: str) -> Piece:
        """Bring back a piece that was deleted. Raises NoPiece, Taken, Full."""
        holder = phone_hash(phone)
        with self._store._writing() as db:
            known = _known(db, holder)
            piece = _one(_known(db, holder, gone=True), id_).piece
            if len(known) >= MOST_PIECES:
                raise Full(str(MOST_PIECES))
            _free(known, piece, "")
            db.conn.execute(
                "UPDATE piece SET gone = NULL WHERE phone = ? AND game = ? AND id = ?", [holder, GAME, id_]
            )
        return piece

    # --- somebody else's pieces

    def compare(self, phone: str | None, theirs: Sequence[Piece]) -> Compared:
        """Their pieces beside those of the phone."""
        return _compared([] if phone is None else self.pieces(phone), theirs)

    def take(self, phone: str, theirs: Sequence[Piece], instead: Collection[Key] = ()) -> Compared:
        """Keep the new ones among their pieces, and those whose key is in `instead` in the place of one's
        own. What there was to take, compared before. Raises Full, and then nothing is taken."""
        holder = phone_hash(phone)
        with self._store._writing() as db:
            known = _known(db, holder)
            found = _compared(known, theirs)
            if len(known) + len(found.new) > MOST_PIECES:
                raise Full(str(MOST_PIECES))
            self._use(db, holder)
            for piece in found.new:
                _write(db, holder, piece, "")
            for mine, piece in found.different:
                if piece.key in instead:
                    _write(db, holder, piece, mine.id)
        return found

    # --- links

    def lend(self, phone: str) -> Lent:
        """A new link that shows what the phone knows, for so many days; an earlier one ends."""
        holder, lent = phone_hash(phone), Lent(new_code(), self._now() + timedelta(days=LENT_DAYS))
        with self._store._writing() as db:
            db.conn.execute("DELETE FROM lent WHERE phone = ? AND game = ?", [holder, GAME])
            db.conn.execute("DELETE FROM lent WHERE until < ?", [_text(self._now())])
            db.conn.execute(
                "INSERT INTO lent VALUES (?, ?, ?, ?)", [lent.code, holder, GAME, _text(lent.until)]
            )
        return lent

    def lent(self, phone: str) -> Lent | None:
        """The phone's link, None when there is none."""
        sql = "SELECT code, until FROM lent WHERE phone = ? AND game = ? AND until > ?"
        with self._store._connection() as db:
            row = db.conn.execute(sql, [phone_hash(phone), GAME, _text(self._now())]).fetchone()
        return None if row is None else Lent(row[0], datetime.fromisoformat(row[1]))

    def withdraw(self, phone: str) -> bool:
        """End the link; whether there was one."""
        with self._store._writing() as db:
            done = db.conn.execute("DELETE FROM lent WHERE phone = ? AND game = ?", [phone_hash(phone), GAME])
            return bool(done.rowcount)

    def shown(self, code: str) -> tuple[Piece, ...]:
        """What the link shows now. Raises NoCopy."""
        sql = "SELECT phone FROM lent WHERE code = ? AND game = ? AND until > ?"
        with self._store._reading() as db:
            row = db.conn.execute(sql, [normal(code), GAME, _text(self._now())]).fetchone()
            if row is None:
                raise NoCopy(code[:40])
            return tuple(known.piece for known in _known(db, row[0]))


def _known(db: Session, holder: str, gone: bool = False) -> list[Known]:
    """The pieces of a phone as they can be read; what a later version wrote stays as it is, unseen."""
    sql = "SELECT id, body, gone FROM piece WHERE phone = ? AND game = ?"
    rows = db.conn.execute(sql, [holder, GAME]).fetchall()
    read_ = ((id_, _piece(body)) for id_, body, since in rows if (since is not None) is gone)
    by_piece = {piece: id_ for id_, piece in read_ if piece is not None}
    return [Known(by_piece[piece], piece) for piece in in_order(by_piece)]


@lru_cache(maxsize=4 * MOST_PIECES)
def _piece(body: str) -> Piece | None:
    try:
        return read(json.loads(body))
    except ValueError:
        return None


def _one(known: Iterable[Known], id_: str) -> Known:
    found = next((each for each in known if each.id == id_), None)
    if found is None:
        raise NoPiece(id_[:40])
    return found


def _free(known: Iterable[Known], piece: Piece, id_: str) -> None:
    for each in known:
        if each.id != id_ and each.piece.key == piece.key:
            raise Taken(each.id)


def _write(db: Session, holder: str, piece: Piece, id_: str) -> str:
    id_ = id_ or secrets.token_urlsafe(9)
    body = json.dumps(to_json(piece), ensure_ascii=False)
    values: list[Any] = [holder, GAME, id_, body]
    db.conn.execute(
        "INSERT INTO piece VALUES (?, ?, ?, ?, NULL)"
        " ON CONFLICT (phone, game, id) DO UPDATE SET body = excluded.body",
        values,
    )
    return id_


def _compared(mine: Iterable[Known], theirs: Iterable[Piece]) -> Compared:
    own = {known.piece.key: known for known in mine}
    new, same, different = [], [], []
    for piece in theirs:
        known = own.get(piece.key)
        if known is None:
            new.append(piece)
        elif to_json(known.piece) == to_json(piece):
            same.append(piece)
        else:
            different.append((known, piece))
    return Compared(tuple(new), tuple(same), tuple(different))


def _text(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")
