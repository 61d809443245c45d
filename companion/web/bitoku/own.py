"""What every player has, and the own board as the question of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from companion.games.bitoku.goods import PILGRIM_ITEMS
from companion.games.bitoku.state import AMULETS, BUILDINGS, CRYSTALS, NEVER, PAIRS, RESOURCES
from companion.games.bitoku.view import DieView, PlayerView
from companion.web.bitoku.sight import Sight
from companion.web.speech.bitoku import icon_of, place_name
from companion.web.words import t

if TYPE_CHECKING:
    from companion.web.ask import Item

ALWAYS: Final = (*RESOURCES, *AMULETS)
"""Goods whose number is shown even when it is none."""


@dataclass(frozen=True, slots=True)
class Column:
    """A yokai place of the own board, and the die beside it: what may be done with each, if anything."""

    place: int
    card: bool
    play: Item | None
    die: DieView | None
    use: Item | None


@dataclass(frozen=True, slots=True)
class Turn:
    """The own board as the question of a turn; `others` are answers that have no place in the picture."""

    columns: tuple[Column, ...]
    crossing: tuple[tuple[DieView, Item, str], ...]
    out: tuple[DieView, ...]
    leave: Item | None
    missing: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Number:
    """A count of a player, and the address where it is set right."""

    what: str
    icon: str
    name: str
    n: int
    href: str


class Own(Sight):
    """The players' boards."""

    @cached_property
    def turn(self) -> Turn | None:
        """The own board, when its player is asked for a turn."""
        if self.shape != "turn" or self.question is None:
            return None
        player = self.view.players[self.question.seat]
        items = {(item.kind, item.value): item for item in self.question.items}
        at = {die.spot: die for die in player.dice if die.zone in ("red", "green")}
        columns = []
        for place in range(len(player.slots)):
            die = at.get(str(place))
            use = None if die is None else items.get(("place", str(die.number)))
            columns.append(Column(place, player.slots[place], items.get(("play", str(place))), die, use))
        crossing = [(die, items.get(("cross", str(die.number)))) for die in player.dice]
        return Turn(
            tuple(columns),
            tuple((die, item, t(f"bitoku.region.{die.zone}")) for die, item in crossing if item is not None),
            tuple(die for die in player.dice if die.zone == "hill"),
            items.get(("pass", "")),
            player.missing,
        )

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The points if it ended now, where everything is kept count of."""
        if not self.state.everything:
            return ()
        game = self.room.game
        result = game.score(game.tally(self.state, self.room.names))
        opponent = () if result.opponent is None else (result.opponent,)
        return tuple(side.total for side in (*result.players, *opponent))

    def numbers(self, player: PlayerView) -> dict[str, list[Number]]:
        """The counts of a player in groups; none of a thing is left out, but for what is spent often."""
        never = NEVER if self.state.is_tengu(player.seat) else ()
        goods = {w: n for w, n in player.goods.items() if n or (w in ALWAYS and w not in never)}
        pairs = {what: goods.pop(what) for what in PAIRS if what in goods}
        vp = goods.pop("vp", 0)
        first = {what: n for what, n in goods.items() if what in ALWAYS}
        pieces = {what: n for what, n in goods.items() if what not in ALWAYS} | pairs
        pieces |= {what: n for what, n in player.buildings.items() if n and what in BUILDINGS}
        crystals = [crystal.kind for crystal in player.crystals]
        pieces |= {kind: crystals.count(kind) for kind in CRYSTALS if kind in crystals}
        pieces |= {"rocks": len(player.rocks)} if player.rocks else {}
        pilgrims = {what: player.pilgrims[what] for what in PILGRIM_ITEMS}
        return {
            "vp": self._numbers(player.seat, {"vp": vp}),
            "goods": self._numbers(player.seat, first),
            "pieces": self._numbers(player.seat, pieces),
            "pilgrims": self._numbers(player.seat, pilgrims),
            "cards": self._numbers(
                player.seat,
                {"hand": player.hand, "deck": player.deck, "discards": player.discards},
            ),
        }

    def _numbers(self, seat: int, counts: Mapping[str, int]) -> list[Number]:
        return [
            Number(
                what,
                icon_of(what),
                t(f"bitoku.piece.{what}"),
                n,
                self.fix("fix_count", player=seat, what=what),
            )
            for what, n in counts.items()
        ]

    def die_fix(self, die: DieView) -> str:
        """Where a die is set right."""
        return self.fix("fix_die", player=die.seat, die=die.number)

    def where(self, die: DieView) -> str:
        """Where a die is, in words."""
        return place_name(self.say, f"{die.zone}.{die.spot}")

    def kodama_fix(self, seat: int, region: str) -> str:
        """Where a kodama is set right."""
        return self.fix("fix_kodama", player=seat, region=region)

    @property
    def arrangements(self) -> list[tuple[tuple[int, ...], str]]:
        """The other ways to lay the dice out: (their values, the move), each look once."""
        if self.question is None or self.view.season != "winter":
            return []
        seat = self.question.seat
        dice = self.state.players[seat].dice
        now = tuple(die.value for die in sorted(dice, key=lambda die: die.at))
        found: dict[tuple[int, ...], str] = {}
        for move in self.room.game.candidates(self.state, seat):
            if move.kind == "arrange":
                values = tuple(dice[n].value for n in (move.left, move.middle, move.right))
                if values != now:
                    found.setdefault(values, self.form(move))
        return list(found.items())

    def season_items(self, *kinds: str) -> list[Item]:
        """The answers of these kinds."""
        return [] if self.question is None else [i for i in self.question.items if i.kind in kinds]

    @property
    def go(self) -> str:
        """The move that ends the season for everybody."""
        return self.room.game.codec.to_form(self.room.game.codec.from_json({"do": "go"}))

    def track(self, how: str) -> str:
        """The move that keeps count of that from now on."""
        return self.room.game.codec.to_form(self.room.game.codec.from_json({"do": "track", "how": how}))
