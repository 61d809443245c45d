"""Counting a game of Spirits of the Forest: R24 to R31, and S7 to S13 for one player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.engine.names import BadName, clean_name, same_name
from companion.engine.scores import Line, PlayerScore, Result, SheetError, rank
from companion.facts import components, options
from companion.games.spirits.state import (
    CATEGORIES,
    COPIES,
    FACES,
    POWERS,
    PRINTED,
    SPIRITS,
    TOKEN_COPIES,
    TOKENS_IN_PLAY,
    State,
    symbols,
)

_POINTS: Final = components("spirits")["points"]
MISSING: Final[int] = _POINTS["missing"]
CHOICES: Final[Mapping[str, int]] = {
    "keep": 0,
    "discard": _POINTS["solo_discard"],
    "give": _POINTS["solo_give"],
}
"""What becomes of the solo player's own token, and the points for it (S11)."""
MOST_PLAYERS: Final = 4
NAME_LENGTH: Final = 40
TILES: Final[int] = sum(COPIES.values())
MOST_SYMBOLS: Final = max(face.symbols for face in FACES.values())
"""Symbols of spirits on one tile; power sources there is at most one (P5)."""
_OPTIONS: Final = {option.key: option for option in options("spirits")}


@dataclass(frozen=True, slots=True)
class Side:
    """What one player, or the solo opponent, has at the end: symbols on tiles per category, how many tiles
    (None: not said), favor tokens by kind."""

    name: str
    tiles: Mapping[str, int]
    tile_count: int | None
    tokens: tuple[str, ...]

    def total(self, category: str) -> int:
        """Symbols with the tokens'."""
        return self.tiles.get(category, 0) + self.tokens.count(category)


def tally(state: State, names: tuple[str, ...]) -> dict[str, Any]:
    """The score sheet of a table as it lies, in the form that `score` reads. Unnamed tokens are left out."""
    return {
        "game": "spirits",
        "players": [
            {
                "name": name,
                "tiles": state.held(seat),
                "tokens": [t.kind for t in state.tokens if t.holder == seat and t.kind and not t.used],
            }
            for seat, name in enumerate(names)
        ],
        "options": {"second_tie": "tokens" if state.tie_tokens else "shared"},
    }


def score(sheet: Mapping[str, Any]) -> Result:
    """Count a score sheet (contract.md). Raises SheetError naming the part at fault."""
    players = sheet.get("players")
    if not isinstance(players, list) or not players:
        raise SheetError(("players",), "players_missing")
    if len(players) > MOST_PLAYERS:
        raise SheetError(("players",), "too_many_players", n=MOST_PLAYERS)
    sides = [_side(player, ("players", i), f"{i + 1}") for i, player in enumerate(players)]
    for i, side in enumerate(sides):
        if any(same_name(side.name, other.name) for other in sides[:i]):
            raise SheetError(("players", i, "name"), "name_twice", name=side.name)
    chosen = _options(sheet.get("options"))
    solo = sheet.get("solo")
    if solo is not None:
        if len(sides) != 1:
            raise SheetError(("players",), "solo_one_player")
        return _score_solo(sheet, sides[0], chosen)
    if len(sides) == 1:
        raise SheetError(("players",), "one_player")
    _components_allow(sides)
    return _score_table(sides, chosen)


def majority(counts: Sequence[int]) -> list[bool]:
    """Who holds the most, everybody who ties for it too; nobody when nobody holds any (R24, R25, R31)."""
    best = max(counts)
    return [best > 0 and count == best for count in counts]


def _score_table(sides: Sequence[Side], chosen: Mapping[str, str]) -> Result:
    lines: list[list[Line]] = [[] for _ in sides]
    for category in CATEGORIES:
        counts = [side.total(category) for side in sides]
        for own, side, leads in zip(lines, sides, majority(counts), strict=True):
            own.append(_line(side, category, leads, counts))
    scores = tuple(
        PlayerScore(side.name, tuple(own), sum(line.points for line in own))
        for side, own in zip(sides, lines, strict=True)
    )
    totals = [player.total for player in scores]
    breaks: list[tuple[str, list[int]]] = []
    if all(side.tile_count is not None for side in sides):
        breaks.append(("tiles", [-(side.tile_count or 0) for side in sides]))
        if chosen["second_tie"] == "tokens":
            breaks.append(("tokens", [-len(side.tokens) for side in sides]))
    ranking = rank(totals, breaks)
    used = {"second_tie": chosen["second_tie"]}
    warnings = _odd(sides)
    json = {
        "game": "spirits",
        "players": [_player_json(side, player) for side, player in zip(sides, scores, strict=True)],
        "ranking": [sides[i].name for i in ranking.order],
        "winners": [sides[i].name for i in ranking.winners],
        "decided_by": ranking.decided_by,
        "options": used,
        "warnings": [_warning(warning) for warning in warnings],
    }
    return Result(
        "spirits", scores, ranking.order, ranking.winners, ranking.decided_by, used, json, warnings=warnings
    )


def _line(side: Side, category: str, leads: bool, counts: Sequence[int]) -> Line:
    """One category of one player: the majority scores what it holds (R24, R25), no tile costs (R26, R27)."""
    held, on_tiles = side.total(category), side.tiles.get(category, 0)
    values = {
        "tiles": on_tiles,
        "tokens": held - on_tiles,
        "most": max(counts),
        "leads": leads,
        "shared": leads and counts.count(held) > 1,
        "missing": on_tiles == 0,
    }
    points = (held if leads else 0) + (0 if on_tiles else MISSING)
    rule = "R26" if not on_tiles else "R28" if category in POWERS else "R25" if values["shared"] else "R24"
    return Line(category, points, rule, values)


def _score_solo(sheet: Mapping[str, Any], player: Side, chosen: Mapping[str, str]) -> Result:
    ghost = _side(sheet["solo"], ("solo",), "Ghost")
    choice, token = _choice(sheet, player, chosen)
    if token is not None:
        others = list(player.tokens)
        if token in others:
            others.remove(token)  # `token` names the own one, listed among the tokens or not
        player = replace(player, tokens=(*others, token) if choice == "keep" else tuple(others))
        if choice == "give":
            ghost = replace(ghost, tokens=(*ghost.tokens, token))
    for path, side in ((("players", 0, "tokens"), player), (("solo", "tokens"), ghost)):
        for kind in side.tokens:
            if kind not in SPIRITS:
                raise SheetError(path, "solo_spirit_token", token=kind)
    _components_allow((player, ghost))
    penalty = chosen["solo_penalty"] == "score"
    mine, its = [], []
    won = True
    for category in SPIRITS:
        counts = [player.total(category), ghost.total(category)]
        leads = majority(counts)
        won = won and counts[0] >= counts[1]
        line = _line(player, category, leads[0], counts)
        if not penalty and line.values["missing"]:
            line = Line(category, line.points - MISSING, "S13", line.values)
        mine.append(line)
        its_values = {**_line(ghost, category, leads[1], counts).values, "missing": False}  # it never loses 3
        its.append(Line(category, counts[1] if leads[1] else 0, "S9", its_values))
    if token is not None and CHOICES[choice]:
        mine.append(Line("token", CHOICES[choice], "S11", {"choice": choice, "token": token}))
    score_ = PlayerScore(player.name, tuple(mine), sum(line.points for line in mine))
    opponent = PlayerScore(ghost.name, tuple(its), sum(line.points for line in its))
    used = {key: chosen[key] for key in ("solo_token", "solo_penalty")}
    warnings = _odd((player, ghost))
    json = {
        "game": "spirits",
        "players": [_player_json(player, score_)],
        "ranking": [player.name],
        "winners": [player.name] if won else [],
        "decided_by": None,
        "won": won,
        "opponent": _player_json(ghost, opponent),
        "options": used,
        "warnings": [_warning(warning) for warning in warnings],
    }
    winners = (0,) if won else ()
    return Result(
        "spirits", (score_,), (0,), winners, None, used, json, warnings=warnings, won=won, opponent=opponent
    )


def _choice(sheet: Mapping[str, Any], player: Side, chosen: Mapping[str, str]) -> tuple[str, str | None]:
    """What becomes of the own token (S11): read beside `solo`, inside it, or in the player."""
    places = (sheet, sheet["solo"], sheet["players"][0])
    choice = next((place["choice"] for place in places if "choice" in place), "keep")
    token = next((place["token"] for place in places if "token" in place), None)
    if not isinstance(choice, str) or choice not in CHOICES:
        raise SheetError(("choice",), "no_such_choice", value=str(choice)[:40])
    if token is not None and token not in SPIRITS:
        raise SheetError(("token",), "solo_spirit_token", token=str(token)[:40])
    if choice != "keep" and token is None:
        raise SheetError(("token",), "token_missing")
    if choice != "keep" and chosen["solo_token"] == "keep":  # noqa: S105
        raise SheetError(("choice",), "no_choice")
    return choice, token


def _player_json(side: Side, player: PlayerScore) -> dict[str, Any]:
    return {
        "name": player.name,
        "total": player.total,
        "lines": {line.key: line.points for line in player.lines},
        "counts": {
            line.key: [side.tiles.get(line.key, 0), side.total(line.key)]
            for line in player.lines
            if line.key in CATEGORIES
        },
        **({} if side.tile_count is None else {"tile_count": side.tile_count}),
    }


def _warning(warning: SheetError) -> dict[str, Any]:
    return {"path": list(warning.path), "reason": warning.reason, "values": warning.values}


# --- reading a sheet


def _side(value: Any, path: tuple[str | int, ...], default: str) -> Side:
    if not isinstance(value, dict):
        raise SheetError(path, "not_an_object")
    try:
        name = clean_name(value.get("name", default), NAME_LENGTH)
    except BadName as error:
        raise SheetError((*path, "name"), "bad_name", n=NAME_LENGTH) from error
    tokens = _list(value.get("tokens", []), (*path, "tokens"), TOKEN_COPIES, "no_such_token")
    if "tiles" in value:
        if "counts" in value:
            raise SheetError((*path, "counts"), "tiles_or_counts")
        faces = _list(value["tiles"], (*path, "tiles"), FACES, "no_such_tile")
        return Side(name, symbols(faces), len(faces), tuple(tokens))
    if "counts" not in value:
        raise SheetError((*path, "tiles"), "tiles_missing")
    counts, tiles = _counts(value["counts"], (*path, "counts")), None
    if value.get("tile_count") is not None:
        tiles = _number(value["tile_count"], (*path, "tile_count"), TILES)
        _tiles_show(counts, tiles, (*path, "tile_count"))
    return Side(name, counts, tiles, tuple(tokens))


def _tiles_show(counts: Mapping[str, int], tiles: int, path: tuple[str | int, ...]) -> None:
    """Refuse more symbols than so many tiles can show: a bound, whatever the tiles are."""
    for kinds, most in ((SPIRITS, MOST_SYMBOLS * tiles), (POWERS, tiles)):
        if (found := sum(counts.get(kind, 0) for kind in kinds)) > most:
            raise SheetError(path, "few_tiles", tiles=tiles, value=found, n=most)


def _list(value: Any, path: tuple[str | int, ...], known: Mapping[str, Any], reason: str) -> list[str]:
    if not isinstance(value, list):
        raise SheetError(path, "not_a_list")
    for i, item in enumerate(value):
        if not isinstance(item, str) or item not in known:
            raise SheetError((*path, i), reason, value=str(item)[:40])
    return value


def _counts(value: Any, path: tuple[str | int, ...]) -> dict[str, int]:
    if not isinstance(value, dict):
        raise SheetError(path, "not_an_object")
    for category in value:
        if category not in CATEGORIES:
            raise SheetError((*path, str(category)[:40]), "no_such_category", value=str(category)[:40])
    return {
        category: _number(number, (*path, category), PRINTED[category]) for category, number in value.items()
    }


def _number(value: Any, path: tuple[str | int, ...], most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise SheetError(path, "not_a_number", value=str(value)[:40])
    if not 0 <= value <= most:
        raise SheetError(path, "out_of_range", value=value, n=most)
    return value


def _options(value: Any) -> dict[str, str]:
    given = {} if value is None else value
    if not isinstance(given, dict):
        raise SheetError(("options",), "not_an_object")
    for key, choice in given.items():
        if key not in _OPTIONS or choice not in _OPTIONS[key].choices:
            raise SheetError(("options", str(key)[:40]), "no_such_option", value=str(choice)[:40])
    return {key: given.get(key, option.default) for key, option in _OPTIONS.items()}


def _components_allow(sides: Sequence[Side]) -> None:
    """Refuse more symbols, tiles or tokens than the box holds (rules_db, P2 and P5)."""
    for category in CATEGORIES:
        if (found := sum(side.tiles.get(category, 0) for side in sides)) > PRINTED[category]:
            raise SheetError(
                ("players",), "too_many_symbols", category=category, value=found, n=PRINTED[category]
            )
    for kind, copies in TOKEN_COPIES.items():
        if (found := sum(side.tokens.count(kind) for side in sides)) > copies:
            raise SheetError(("players",), "too_many_tokens", token=kind, value=found, n=copies)
    if (found := sum(side.tile_count or 0 for side in sides)) > TILES:
        raise SheetError(("players",), "too_many_tiles", value=found, n=TILES)


def _odd(sides: Sequence[Side]) -> tuple[SheetError, ...]:
    """What is strange though the box holds it: more favor tokens than are laid out (P5)."""
    if (found := sum(len(side.tokens) for side in sides)) > TOKENS_IN_PLAY:
        return (SheetError(("players",), "tokens_over", value=found, n=TOKENS_IN_PLAY),)
    return ()
