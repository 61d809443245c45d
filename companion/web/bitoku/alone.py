"""What the table of one shows of the Tengu beside its turn: its deck, its rocks, what chance picked."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.bitoku.deck import ROW
from companion.games.bitoku.state import TENGU
from companion.web.bitoku.woods import Woods
from companion.web.speech.places import joined
from companion.web.words import t


class Alone(Woods):
    """A table of one."""

    @property
    def will_hrefs(self) -> list[tuple[int, str]]:
        """(the lower Will die, address of the turn with it)."""
        turn = 0 if self.state.tengu is None else self.state.tengu.turn
        return [(n, self.room.url("tengu.show", turn=turn, will=n)) for n in range(1, 7)]

    @property
    def deck(self) -> tuple[int, int, bool] | None:
        """The cards in its pile and its discards, and whether the next turn shuffles; None without it."""
        tengu = self.view.tengu
        return None if tengu is None else (len(tengu.pile), len(tengu.discards), tengu.renews)

    @property
    def face_up(self) -> Sequence[tuple[str, str]]:
        """(place, label) of its cards from the left."""
        return [] if self.view.tengu is None else list(zip(ROW, self.view.tengu.row, strict=True))

    @property
    def drawn_by_chance(self) -> list[tuple[str, str]]:
        """(what for, in words) of what chance picked in this season, the last one first."""
        found = []
        for node in self.room.table.timeline.backwards():
            if node.state.season != self.state.season:
                break
            if node.move.kind == "chance":
                said = t("app.bitoku.tengu.chance", n=node.move.pick, of=node.move.of)
                found.append((node.move.among, said))
        return found

    @property
    def drawn_now(self) -> str:
        """What chance picked just now, in words; empty when something else was recorded last."""
        head = self.room.table.timeline.head
        if head is None or head.move.kind != "chance":
            return ""
        among, said = self.drawn_by_chance[0]
        return t("app.bitoku.named", what=t(f"app.bitoku.tengu.among.{among}"), name=said)

    @property
    def rocks_of_tengu(self) -> str:
        """What its rocks count, in words; empty before they are named."""
        rocks = self.state.players[TENGU].rocks
        return joined(self.say, [t(f"bitoku.piece.{rock.of}") for rock in rocks if rock.of])
