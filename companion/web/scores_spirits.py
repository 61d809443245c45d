"""Spirits of the Forest on the score screens: symbols per category and player, favor tokens, solo."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.engine.game import Word
from companion.engine.scores import Line, Result, SheetError
from companion.facts import options
from companion.games.spirits.scoring import CHOICES, MISSING, MOST_PLAYERS, TILES, score
from companion.games.spirits.state import CATEGORIES, PRINTED, SPIRITS, TOKEN_COPIES, symbols
from companion.web.scores_sheet import (
    LETTERS,
    Calculator,
    Counted,
    Fields,
    Note,
    Outcome,
    Part,
    Reader,
    Reading,
    add_seat,
    drop_seat,
    seats,
)

GHOST: Final = "g"
"""The letter of the solo opponent."""
TOKENS: Final[tuple[str, ...]] = tuple(
    kind if copies == 1 else f"{kind}{copy}"
    for kind, copies in TOKEN_COPIES.items()
    for copy in range(1, copies + 1)
)
"""The favor tokens one by one: `moss`, …, `+1`, `+2`."""
OPTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "": ("second_tie",),
    "solo": ("solo_token", "solo_penalty"),
}
"""The options that a count reads, at a table and in solo."""
_PLAIN: Final = ("seats", "mode", "own.token", "own.choice", *(f"token.{token}" for token in TOKENS))
_OF_PLAYER: Final = frozenset(("name", "tiles", *CATEGORIES))


def is_field(name: str) -> bool:
    """Whether a form of this game may hold the field."""
    letter, _, rest = name.partition(".")
    if letter in (*LETTERS, GHOST):
        return rest in _OF_PLAYER
    return name in _PLAIN or (letter == "opt" and rest in (*OPTIONS[""], *OPTIONS["solo"]))


def empty() -> dict[str, str]:
    """Two players, nothing counted."""
    return {"seats": LETTERS[:2]}


def act(fields: Fields, button: str) -> dict[str, str]:
    """`add`, `drop.<letter>`, `solo`, `table`."""
    what, _, letter = button.partition(".")
    if what == "add":
        return add_seat(fields, MOST_PLAYERS)
    if what == "drop":
        after = drop_seat(fields, letter, least=2)
        tokens = {n: v.replace(letter, "") for n, v in after.items() if n.startswith("token.")}
        return after if after.get("seats") == fields.get("seats") else {**after, **tokens}
    if what in ("solo", "table"):
        return {**fields, "mode": "solo" if what == "solo" else ""}
    return dict(fields)


def read(fields: Fields, call: Callable[[int], str]) -> Reading:
    """The sheet of a form: symbols on tiles, tokens by kind, tile counts where all are given."""
    reader = Reader(fields)
    solo = fields.get("mode") == "solo"
    letters = seats(fields)[:1] if solo else seats(fields)
    kinds = SPIRITS if solo else CATEGORIES
    names = reader.names(letters, call)
    counted = {letter: _counts(reader, letter, kinds) for letter in (*letters, *(GHOST if solo else ""))}
    held = _tokens(reader, (*letters, GHOST) if solo else tuple(letters), solo)
    players: list[dict[str, Any]] = [
        {"name": name, "counts": counted[letter], "tokens": [] if solo else held[letter]}
        for name, letter in zip(names, letters, strict=True)
    ]
    if not solo and all(fields.get(f"{letter}.tiles", "").strip() for letter in letters):
        for player, letter in zip(players, letters, strict=True):
            player["tile_count"] = reader.number(f"{letter}.tiles", most=TILES)
    sheet: dict[str, Any] = {"game": "spirits", "players": players, "options": _options(fields, solo)}
    if solo:
        sheet["solo"] = {"counts": counted[GHOST], "tokens": held[GHOST]}
        sheet["choice"] = fields.get("own.choice", "") if fields.get("own.choice") in CHOICES else "keep"
        if fields.get("own.token") in SPIRITS:
            sheet["token"] = fields["own.token"]
        elif sheet["choice"] != "keep":
            reader.fault("own.token", "spirits.sheet.token_missing")
    filled = any(fields.get(f"{letter}.{kind}", "").strip() for letter in counted for kind in kinds)
    return Reading(None if reader.faults else sheet, tuple(reader.faults), filled or any(held.values()))


def _counts(reader: Reader, letter: str, kinds: tuple[str, ...]) -> dict[str, int]:
    return {
        kind: reader.number(
            f"{letter}.{kind}",
            most=PRINTED[kind],
            why="scores.spirits.too_many",
            category=Word(f"spirits.category.{kind}"),
        )
        for kind in kinds
    }


def _tokens(reader: Reader, letters: tuple[str, ...], solo: bool) -> dict[str, list[str]]:
    held: dict[str, list[str]] = {letter: [] for letter in letters}
    for token in TOKENS:
        holders = [letter for letter in letters if letter in reader.text(f"token.{token}")]
        if solo:
            holders = [GHOST] if GHOST in holders and token in SPIRITS else []
        if len(holders) > 1:
            reader.fault(f"token.{token}", "scores.spirits.token_twice")
        for letter in holders:
            held[letter].append("+" if token.startswith("+") else token)
    return held


def _options(fields: Fields, solo: bool) -> dict[str, str]:
    keys = OPTIONS["solo" if solo else ""]
    return {key: fields[f"opt.{key}"] for key in keys if fields.get(f"opt.{key}")}


def write(sheet: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a sheet that can be counted (see scoring.score)."""
    solo = sheet.get("solo")
    fields = {"seats": LETTERS[: max(2, len(sheet["players"]))], "mode": "solo" if solo is not None else ""}
    sides = [*zip(LETTERS, sheet["players"], strict=False), *([(GHOST, solo)] if solo is not None else [])]
    pluses = 0
    for letter, player in sides:
        counts = player["counts"] if "counts" in player else symbols(player["tiles"])
        fields |= {f"{letter}.{kind}": str(n) for kind, n in counts.items()}
        if "name" in player:
            fields[f"{letter}.name"] = player["name"]
        tiles = player.get("tile_count", len(player["tiles"]) if "tiles" in player else None)
        if tiles is not None:
            fields[f"{letter}.tiles"] = str(tiles)
        for kind in player.get("tokens", ()):
            pluses += kind == "+"
            fields[f"token.{kind if kind != '+' else f'+{pluses}'}"] = letter
    fields |= {f"opt.{key}": choice for key, choice in (sheet.get("options") or {}).items()}
    if solo is not None:
        places = (sheet, solo, sheet["players"][0])
        for key in ("choice", "token"):
            value = next((place[key] for place in places if key in place), None)
            if value is not None:
                fields[f"own.{key}"] = value
    return {name: value for name, value in fields.items() if is_field(name)}


def place(fields: Fields, error: SheetError) -> str:
    """The field that a SheetError is about."""
    letters = seats(fields)
    path, values = error.path, error.values
    if path[:1] == ("players",) and len(path) > 2 and isinstance(path[1], int) and path[1] < len(letters):
        rest = path[3] if path[2] == "counts" and len(path) > 3 else path[2]
        return f"{letters[path[1]]}.{'tiles' if rest == 'tile_count' else rest}"
    if "category" in values:
        return f"{letters[-1]}.{values['category']}"
    if "token" in values:
        return f"token.{values['token']}"
    if error.reason == "too_many_tiles":
        return f"{letters[-1]}.tiles"
    return {"choice": "own.choice", "token": "own.token"}.get(str(path[:1][0]) if path else "", "seats")


def named(error: SheetError) -> Mapping[str, Any]:
    """The values of a SheetError as words."""
    values = dict(error.values)
    if "category" in values:
        values["category"] = Word(f"spirits.category.{values['category']}")
    if values.get("token") in TOKEN_COPIES:
        values["token"] = Word(f"spirits.token.{values['token']}")
    return values


def odd(fields: Fields, sheet: Mapping[str, Any]) -> tuple[Note, ...]:
    """Symbols that nobody counted, though the box has them; in solo some tiles remain in the forest."""
    if "solo" in sheet:
        return ()
    found = []
    for kind in CATEGORIES:
        if not any(fields.get(f"{letter}.{kind}", "").strip() for letter in seats(fields)):
            continue
        n = sum(player["counts"][kind] for player in sheet["players"])
        if n < PRINTED[kind]:
            values = {"category": Word(f"spirits.category.{kind}"), "found": n, "most": PRINTED[kind]}
            found.append(Note("scores.spirits.missing", values, "P2"))
    return tuple(found)


def notes(result: Result, player: int, line: Line) -> tuple[Note, ...]:
    """Why a line has its points."""
    if line.key == "token":
        category = Word(f"spirits.category.{line.values['token']}")
        return (Note(f"scores.spirits.own.{line.values['choice']}", {"category": category}, line.rule),)
    values = line.values
    category = Word(f"spirits.category.{line.key}")
    held = values["tiles"] + values["tokens"]
    rule = "R28" if line.key not in SPIRITS else "R24"
    loses = values["missing"] and line.points - (held if values["leads"] else 0) == MISSING
    found = []
    if values["leads"]:
        key = "spirits.score.shared" if values["shared"] else "spirits.score.majority"
        found.append(Note(key, {"category": category}, "R25" if values["shared"] else rule, held))
    elif values["most"] and (held or not loses):
        found.append(
            Note("spirits.score.fewer", {"category": category, "n": held, "most": values["most"]}, rule)
        )
    if values["tokens"]:
        found.append(Note("scores.spirits.with_tokens", {"n": values["tiles"], "m": values["tokens"]}, "R11"))
    if loses:
        key = "spirits.score.missing_token" if values["tokens"] else "spirits.score.missing"
        found.append(Note(key, {"category": category}, "R27" if values["tokens"] else "R26"))
    if not found:
        found.append(Note("scores.spirits.nothing", {"category": category}, rule))
    return tuple(found)


def lost(result: Result) -> Note | None:
    """The spirits of which the opponent holds more, any one of which loses a solo game (S9)."""
    if result.opponent is None or result.won:
        return None
    ahead = (
        Word(f"spirits.category.{line.key}")
        for line in result.opponent.lines
        if line.values["leads"] and not line.values["shared"]
    )
    return Note("scores.spirits.lost", {"categories": tuple(ahead)}, "S9")


def parts(result: Result) -> tuple[Part, ...]:
    """A total by category."""
    keys = dict.fromkeys(line.key for player in result.players for line in player.lines)
    return tuple(
        Part(key, f"spirits.category.{key}" if key in CATEGORIES else "scores.spirits.own", (key,))
        for key in keys
    )


def line_word(result: Result, line: Line) -> Word:
    """What a line is called."""
    return Word(f"spirits.category.{line.key}" if line.key in CATEGORIES else "scores.spirits.own")


def count(sheet: dict[str, Any]) -> Outcome:
    """Count a whole sheet; Spirits has no result so far."""
    try:
        return Outcome(sheet, score(sheet))
    except SheetError as error:
        return Outcome(sheet, None, (error,))


def context(counted: Counted) -> Mapping[str, Any]:
    """What the template of the form needs: the components, the options, whether the tie asks for tiles."""
    fields, result = counted.fields, counted.result
    solo = fields.get("mode") == "solo"
    tied = False
    if result is not None and not solo:
        totals = sorted((player.total for player in result.players), reverse=True)
        tied = len(totals) > 1 and totals[0] == totals[1]
    given = any(fields.get(f"{letter}.tiles", "").strip() for letter in seats(fields))
    return {
        "spirits": SPIRITS,
        "categories": CATEGORIES,
        "printed": PRINTED,
        "tokens": TOKENS,
        "most_tiles": TILES,
        "asks_tiles": tied or given,
        "options": [o for o in options("spirits") if o.key in OPTIONS["solo" if solo else ""]],
    }


CALCULATOR: Final = Calculator(
    slug="spirits",
    bgg=None,
    seats=(2, 3, 4),
    colours=("yellow", "green", "red", "blue"),
    is_field=is_field,
    empty=empty,
    act=act,
    read=read,
    write=write,
    place=place,
    parts=parts,
    notes=notes,
    odd=odd,
    named=named,
    line_word=line_word,
    context=context,
    count=count,
    lost=lost,
    opponent=GHOST,
)
