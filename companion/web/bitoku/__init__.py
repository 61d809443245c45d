"""What the screens of a table of Bitoku show: the forest, the players' boards, what is due to whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.games.bitoku.view import View
from companion.web.bitoku.alone import Alone
from companion.web.bitoku.cards import Cards
from companion.web.bitoku.due import Dues
from companion.web.bitoku.own import Own
from companion.web.bitoku.quick import Quick

if TYPE_CHECKING:
    from companion.web.ask import Asked
    from companion.web.mycopy.known import Tap
    from companion.web.room import Room


class Picture(Own, Dues, Alone, Quick, Cards):
    """A table of Bitoku as one phone shows it."""

    @property
    def farewells(self) -> list[Tap]:
        """The known yokai that may take their leave, when it is asked for how many points."""
        from companion.web.mycopy.known import farewells  # it speaks of pieces, and speech begins here

        slot = self.given.get("slot", "")
        if self.question is None or self.question.field != "points" or slot not in ("0", "1", "2"):
            return []
        return list(farewells(self.room, self.question.seat, int(slot)))


def picture(room: Room, view: View, question: Asked | None, given: Mapping[str, str]) -> Picture:
    """What the templates of Bitoku need beside the view."""
    return Picture(room, view, question, given)
