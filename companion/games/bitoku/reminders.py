"""What is to be done with the pieces: setting up, and what each season asks. Words: `bitoku.do.<key>`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.engine.game import Word
from companion.facts import components
from companion.games.bitoku.deck import CARDS, FACE_UP
from companion.games.bitoku.state import HILLS, PILGRIMS, REGIONS, TENGU, YEARS, Player, State, tengu_at_first
from companion.games.bitoku.wording import region_word, seat_word
from companion.games.bitoku.year import DRAW_TO, FAREWELL_CARDS, KEEP, home_order, shuffles, tengu_points

_DATA: Final = components("bitoku")
_OWN: Final = _DATA["player"]


_ALONE: Final = {"rocks": "rocks_alone"}
"""What is said in another way to who plays alone."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """One thing to do: its key, the rule it comes from, what its sentence names, and whose it is (None: the
    table's)."""

    key: str
    rule: str
    values: Mapping[str, int | str | Word] = field(default_factory=dict)
    seat: int | None = None


def setup_list(seats: int) -> tuple[Reminder, ...]:
    """Setting up for that many players, with what is often done wrong (rules P2, P3)."""
    return (*_board(seats), *_each_player())


def setup_of(state: State) -> tuple[Reminder, ...]:
    """Setting up this table; alone that is a table for two, and the Tengu's side of it (rule S1)."""
    listed = setup_list(state.seats)
    if state.tengu is None:
        return listed
    kept = [replace(do, key=_ALONE.get(do.key, do.key)) for do in listed if do.key != "first_order"]
    return (*kept, *_tengu(tengu_at_first(dict(state.tengu.readings)), state.tengu.quick))


def _tengu(player: Player, quick: bool) -> Iterator[Reminder]:
    yield Reminder("tengu_board", "S1", {"n": PILGRIMS})
    yield Reminder("tengu_dice", "S1", {"values": " ".join(str(die.value) for die in player.dice)})
    if player.road:
        yield Reminder("tengu_pilgrim", "S7")
    if max(player.kodama) > 1:
        yield Reminder("tengu_kodama", "S7", {"n": len(REGIONS)})
    yield _begins("yokai", player.deck)
    yield _begins("dragonfly", player.good("dragonfly"))
    yield Reminder("tengu_rocks", "S1")
    yield _begins("goods", player.good("wood"))
    if quick:
        yield Reminder("quick_cards", "Q2")
    else:
        yield Reminder("tengu_cards", "S2", {"n": FACE_UP, "pile": CARDS - FACE_UP})
    yield Reminder("tengu_first", "S1")


def _begins(what: str, n: int) -> Reminder:
    """What the Tengu gets at set-up, or that it gets none of it."""
    return Reminder(f"tengu_{what}", "S1", {"n": n}) if n else Reminder(f"tengu_no_{what}", "S6")


def _board(seats: int) -> Iterator[Reminder]:
    sides = {1: "board_plain", 2: "board_plain", 3: "board_three", 4: "board_four"}
    yield Reminder(sides[seats], "P2")
    yield Reminder("torii", "P2", {"n": _DATA["tiles"]["torii_a"]})
    yield Reminder("treasures", "P2", {"n": len(REGIONS)})
    ancient = _DATA["ancient_buildings"][str(seats)]
    if len(ancient) == len(HILLS):
        yield Reminder("ancient_all", "P2", {"n": len(ancient)})
    elif ancient:
        first, second = ancient
        yield Reminder("ancient_two", "P2", {"first": region_word(first), "second": region_word(second)})
    else:
        yield Reminder("ancient_none", "P2")
    neutral = _DATA["neutral_kodama"]
    if seats in neutral["players"]:
        yield Reminder("neutral_kodama", "P2", {"space": neutral["space"], "n": len(REGIONS)})
    yield Reminder("hills_cards", "P2")
    yield Reminder("markets", "P2")
    yield Reminder("rocks", "P2")
    yield Reminder("first_order", "P2")


def _each_player() -> Iterator[Reminder]:
    yield Reminder(
        "own_dice", "P3", {"values": " ".join(map(str, sorted(_OWN["dice_values"], reverse=True)))}
    )
    asleep = _OWN["pilgrims"] - _OWN["pilgrims_awake"]
    yield Reminder("own_pilgrims", "P3", {"awake": _OWN["pilgrims_awake"], "asleep": asleep})
    yield Reminder("own_kodama", "P3", {"n": _OWN["kodama"]})
    yield Reminder("own_deck", "P3", {"n": _OWN["starting_yokai"]})
    yield Reminder("own_goods", "P3")
    yield Reminder("own_tiles", "P3")


def season_list(state: State) -> tuple[Reminder, ...]:
    """What the season asks, of each player still to finish it and of the table."""
    if state.season == "spring":
        waiting = [seat for seat in state.order if not state.players[seat].ready]
        return tuple(
            reminder
            for seat in waiting
            for reminder in (_tengu_spring(state) if state.is_tengu(seat) else _spring(state, seat))
        )
    if state.season == "autumn":
        key = "order_asked" if home_order(state) is None else "order_clear"
        return (Reminder(key, "Y5"),)
    return tuple(_winter(state)) if state.season == "winter" else ()


def _spring(state: State, seat: int) -> Iterator[Reminder]:
    player = state.players[seat]
    need = max(0, DRAW_TO - player.hand)
    if shuffles(player):
        yield Reminder("shuffle", "Y2", seat=seat)
    if need:
        yield Reminder("draw", "Y2", {"n": need, "keep": KEEP}, seat)
    else:
        yield Reminder("keep", "Y2", {"n": player.hand, "keep": KEEP}, seat)
    dream = sum(crystal.kind == "dream_crystal" for crystal in player.crystals)
    if dream:
        yield Reminder("harvest", "Y3", {"n": dream}, seat)
    elif state.year > 1 and not state.everything:
        yield Reminder("harvest_any", "Y3", seat=seat)


def _tengu_spring(state: State) -> Iterator[Reminder]:
    """The Tengu draws nothing; its crystals may give movement points (rule S4)."""
    if state.tengu is None or state.year == 1 or state.tengu.reading("tengu_points") == "none":
        return
    if state.quick:
        if points := tengu_points(state):
            yield Reminder("quick_spring", "Q8", {"n": points}, TENGU)
    elif not state.everything:
        yield Reminder("tengu_walks_any", "S4", seat=TENGU)
    elif points := tengu_points(state):
        yield Reminder("tengu_walks", "S4", {"n": points}, TENGU)


def _winter(state: State) -> Iterator[Reminder]:
    yield Reminder("markers", "Y5", {"who": seat_word(state.order[0])})
    yield Reminder("dice_home", "Y6")
    for seat in state.order:
        player = state.players[seat]
        if not player.ready and not state.is_tengu(seat) and may_say_farewell(player):
            yield Reminder("farewell", "Y7", {"n": player.cards}, seat)
    yield Reminder("cards_away", "Y8")
    if state.year >= YEARS:
        yield Reminder("to_ascension", "Y8")
        return
    if state.tengu is not None:
        yield Reminder("tengu_winter", "S5")
    yield Reminder("spirit_on", "Y8", {"n": state.year + 1})
    yield Reminder("hills_new", "Y9")
    yield Reminder("markets_new", "Y9")


def may_say_farewell(player: Player) -> bool:
    """Whether a yokai played this year may be removed for its points (rule Y7)."""
    return player.cards >= FAREWELL_CARDS and any(player.slots) and not player.removed_card
