"""Bitoku on the score screens: what the eight steps show, and the reason for every number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.engine.game import Word
from companion.engine.scores import Line, PlayerScore, Result, SheetError
from companion.games.bitoku.ending import JOKERS, MITAMA, OPTIONS, REGIONS, RESOURCES, VIRTUES
from companion.games.bitoku.scoring import draft
from companion.games.bitoku.visions import FAMILIES, FAMILY_OF, PIECES
from companion.web import scores_bitoku_form as form
from companion.web.mycopy.visions import known_visions
from companion.web.scores_sheet import Calculator, Counted, Fields, Note, Outcome, Part, seats

STEPS: Final = ("harvest", "pioneer", "virtues", "treasures", "rocks", "homage", "visions", "destiny")
ROCK_KINDS: Final = tuple(
    kind
    for family in ("yokai", "building", "mitama")
    for kind in FAMILIES[family]
    if kind not in JOKERS.values()
)
"""What the rocks of the base game count: one rock each."""
PALETTE: Final = (
    ("yokai", *FAMILIES["yokai"]),
    ("building", *FAMILIES["building"], "dragonfly", "pair"),
    ("mitama", *FAMILIES["mitama"], "rock"),
    ("resource", *RESOURCES, "amulet"),
    tuple(dict.fromkeys(("crystal", *FAMILIES["crystal"]))),
)
"""What a vision can ask for, in rows as it is tapped; each row begins with a family."""
ICONS: Final = {
    **dict.fromkeys(("yokai", *FAMILIES["yokai"]), "yokai"),
    **dict.fromkeys(("mitama", *MITAMA), "mitama"),
    **dict.fromkeys(FAMILIES["crystal"], "crystal"),
    "building": "temple",
    "resource": "wood",
    "pair": "dragonfly",
}
"""The drawing of a piece that has none of its own."""


# --- counting


def count(sheet: dict[str, Any]) -> Outcome:
    """Count what is there. The loss of a card that is met need not be known."""
    result, reading = draft(sheet)
    for error in reading.missing:
        if error.path[-1] == "miss" and error.path[0] == "players":
            _, player, _, card, _ = error.path
            line = next(line for line in result.players[int(player)].lines if line.key == "visions")
            if line.values["cards"][card]["met"]:
                sheet["players"][int(player)]["visions"][card]["miss"] = -1
                return count(sheet)
    return Outcome(sheet, result if result.players else None, reading.faults, reading.missing)


def place(fields: Fields, error: SheetError) -> str:
    """The field that a SheetError is about."""
    path = tuple(error.path)
    if path[:1] == ("treasures",):
        region = path[1] if len(path) > 1 else REGIONS[0]
        return f"tr.{region}.{int(path[2]) + 1 if len(path) > 2 else 1}"
    if path[:1] == ("options",) and len(path) > 1:
        return f"opt.{path[1]}"
    if path[:1] == ("tengu",):
        letter, rest = form.TENGU, path[1:]
    elif len(path) > 1 and path[0] == "players" and isinstance(path[1], int):
        letters = seats(fields)
        letter, rest = letters[min(path[1], len(letters) - 1)], path[2:]
    else:
        return "turns" if path[:1] == ("neutral_kodama",) else "seats"
    return _place_of(fields, letter, rest)


def _place_of(fields: Fields, letter: str, rest: tuple[str | int, ...]) -> str:
    key, more = (str(rest[0]), rest[1:]) if rest else ("name", ())
    match key:
        case "turn_order":
            return "turns"
        case "last_round_first":
            return "last_first"
        case "bitoku":
            return f"{letter}.virtue.{next(iter(VIRTUES))}"
        case "dice":
            return f"{letter}.die.{int(more[0]) + 1 if more else 1}"
        case "kodama":
            return f"{letter}.kodama.{more[0] if more else REGIONS[0]}"
        case "resources" | "holdings" | "paired":
            prefix = "paired" if key == "paired" else "hold"
            return f"{letter}.{prefix}.{more[0] if more else MITAMA[0]}"
        case "rocks" | "visions" | "extra":
            name = "extras" if key == "extra" else key
            known = form.entries(fields, letter, name)
            if not more or int(more[0]) >= len(known):
                return f"{letter}.{name}"
            field = str(more[1]) if len(more) > 1 else {"rocks": "kind", "visions": "needs"}.get(key, "name")
            return f"{letter}.{name[:-1]}.{known[int(more[0])]}.{field}"
        case _:
            return f"{letter}.{key}"


def step_of(field: str) -> str:
    """The step in which a field stands."""
    letter, _, rest = field.partition(".")
    if field in ("turns", "last_first"):
        return "pioneer"
    if letter == "tr" or rest.startswith("kodama"):
        return "treasures"
    if letter == form.TENGU and rest.split(".")[0] in ("vp", "hold", "extra", *form.TENGU_NUMBERS):
        return "destiny"
    starts = {
        "virtue": "virtues",
        "rock": "rocks",
        "rocks": "rocks",
        "die": "homage",
        "vision": "visions",
        "visions": "visions",
        "paired": "visions",
        "building_vp": "destiny",
        "crystal_vp": "destiny",
        "extra": "destiny",
        "extras": "destiny",
    }
    first, _, kind = rest.partition(".")
    if first == "hold":
        return "homage" if kind in RESOURCES else "rocks"
    return starts.get(first, "harvest")


def named(error: SheetError) -> Mapping[str, Any]:
    """The values of a SheetError; they are words already."""
    return error.values


def odd(fields: Fields, sheet: Mapping[str, Any]) -> tuple[Note, ...]:
    """Nothing beyond what the count itself points out."""
    return ()


# --- why


def notes(result: Result, at: int, line: Line) -> tuple[Note, ...]:
    """Why a line has its points."""
    rule, values = line.rule, line.values
    tengu = at >= len(result.players)
    match line.key:
        case "pioneer":
            if values["turn_order"] is None and not values["first"]:
                return ()
            key = "first" if values["first"] else "later"
            return (Note(f"scores.bitoku.why.{key}", {"n": values["turn_order"] or 0}, rule),)
        case "virtues":
            kinds = tuple(Word(f"bitoku.piece.{kind}") for kind in VIRTUES if kind in values["kinds"])
            return (Note("scores.bitoku.why.virtues", {"kinds": kinds}, rule, values["n"]),) if kinds else ()
        case "treasures":
            return tuple(_lakes(result, values["regions"], rule, at))
        case "rocks" if not tengu:
            return tuple(_rocks(values, rule))
        case "homage":
            told = {"pips": values["pips"], "resources": values["resources"], "n": line.points}
            return (Note("scores.bitoku.why.homage", told, rule),)
        case "visions":
            return tuple(_cards(values["cards"], rule))
        case "destiny":
            told = {"buildings": values["buildings"], "crystals": values["crystals"]}
            return (Note("scores.bitoku.why.destiny", told, rule),)
        case "extra":
            return tuple(
                Note("scores.bitoku.why.extra", {"name": name, "n": points}, rule)
                for name, points in values["lines"]
            )
        case "yokai":
            return (Note("scores.bitoku.why.tengu_yokai", values, rule),)
        case "kodama":
            regions = tuple(Word(f"bitoku.region.{region}") for region in values["regions"])
            return (Note("scores.bitoku.why.tengu_kodama", {"regions": regions}, rule),) if regions else ()
        case "rocks" | "resources" | "crystals":
            return (Note("scores.bitoku.why.each", {"n": values["n"], "each": values["each"]}, rule),)
        case _:
            return (Note(f"scores.bitoku.why.{line.key}", {"n": line.points}, rule),)


def _lakes(result: Result, regions: Mapping[str, Any], rule: str, at: int) -> Iterator[Note]:
    own = "tengu" if at >= len(result.players) else at
    for region, of in regions.items():
        if not of["space"]:
            continue
        told = {"region": Word(f"bitoku.region.{region}"), "space": of["space"], "n": of["points"]}
        others = tuple(_who(result, other) for other in of["level"] if other != own)
        if others and of["prizes"]:
            told |= {"names": others, "prizes": " + ".join(map(str, of["prizes"]))}
            yield Note("scores.bitoku.why.lake_shared", told, rule)
        elif of["prizes"]:
            yield Note("scores.bitoku.why.lake", {**told, "place": of["place"]}, rule)
        else:
            yield Note("scores.bitoku.why.lake_none", told, rule)


def _who(result: Result, who: int | str) -> Word | str:
    if isinstance(who, int):
        return result.players[who].name
    return Word("bitoku.tengu" if who == "tengu" else "bitoku.neutral")


def _rocks(values: Mapping[str, Any], rule: str) -> Iterator[Note]:
    for n, rock in enumerate(values["rocks"], 1):
        kind = Word(f"bitoku.piece.{rock['kind'] or 'rock'}")
        name = rock["name"] or (kind if rock["kind"] else Several(n, kind, "scores.nth"))
        told = {"name": name, "pilgrims": rock["pilgrims"], "matches": rock["matches"], "n": rock["points"]}
        key = "rock_min" if values["by"] == "min" else "rock" if rock["vp"] == 1 else "rock_worth"
        yield Note(f"scores.bitoku.why.{key}", {**told, "vp": rock["vp"]}, rule)
        if len(rock["pieces"]) > 1 or (rock["pieces"] and rock["kind"] not in rock["pieces"]):
            yield Note("scores.bitoku.why.pieces", {"pieces": pieces(rock["pieces"])}, rule)


def pieces(found: Mapping[str, int]) -> tuple[Several, ...]:
    """Pieces with their numbers, as a list that is said in words."""
    return tuple(Several(n, Word(f"bitoku.piece.{kind}")) for kind, n in found.items())


@dataclass(frozen=True, slots=True)
class Several:
    """So many of a piece, or by another `key` the n-th of them."""

    n: int
    what: Word
    key: str = "scores.several"


def _cards(cards: list[dict[str, Any]], rule: str) -> Iterator[Note]:
    for number, card in enumerate(cards, 1):
        told: dict[str, Any] = {"name": card["name"] or str(number), "n": card["points"]}
        if card["met"]:
            served = sum((Counter(found) for found in card["served"]), Counter[str]())
            yield Note("scores.bitoku.why.met", {**told, "pieces": pieces(served)}, rule)
        else:
            lacks = tuple(Several(n, Word(f"bitoku.piece.{of}")) for of, n in card["missing"])
            key = "unmet" if lacks else "unmet_open"
            yield Note(f"scores.bitoku.why.{key}", {**told, "pieces": lacks}, rule)


def parts(result: Result) -> tuple[Part, ...]:
    """A total by line."""
    scores: list[PlayerScore] = [*result.players, *([result.opponent] if result.opponent else [])]
    keys = dict.fromkeys(line.key for score in scores for line in score.lines)
    return tuple(Part(key, f"bitoku.line.{key}", (key,)) for key in keys)


def line_word(result: Result, line: Line) -> Word:
    """What a line is called."""
    return Word(f"bitoku.line.{line.key}")


# --- what the template shows


@dataclass(frozen=True, slots=True)
class Step:
    """One step: whether anything of it is entered, how much it still needs, and how much is at fault."""

    key: str
    touched: bool
    missing: int
    faults: int

    @property
    def done(self) -> bool:
        """Whether it was entered, and wholly."""
        return self.touched and not self.missing and not self.faults


@dataclass(frozen=True, slots=True)
class CardShown:
    """A vision in the editor: what it asks for, and what became of it, as shapes of scoring.py; `open`: what
    is yet to follow, `or` or `and`."""

    id: str
    prefix: str
    needs: list[list[tuple[str, int]]]
    open: str
    chosen: bool
    counted: Mapping[str, Any] | None

    def asks(self, kind: str) -> bool:
        """Whether the card asks for that kind or family."""
        return any(kind == of for need in self.needs for of, _ in need)


def context(counted: Counted) -> Mapping[str, Any]:
    """Everything that the template of the form needs besides the fields."""
    fields, letters = counted.fields, form.everyone(counted.fields)
    players = [letter for letter in letters if letter != form.TENGU]
    fault_steps = Counter(step_of(field) for field in counted.faults)
    missing_steps = Counter(step_of(field) for field in counted.missing)
    touched = {step_of(field) for field in form.entered(fields)}
    rock_pieces = {letter: _rock_pieces(fields, letter) for letter in players}
    cards = {letter: _shown(counted, at, letter) for at, letter in enumerate(players)}
    return {
        "steps": [Step(key, key in touched, missing_steps[key], fault_steps[key]) for key in STEPS],
        "letters": letters,
        "solo": fields.get("mode") == "solo",
        "turns": form.turns(fields),
        "regions": REGIONS,
        "virtues": VIRTUES,
        "taken": {kind: sum(bool(fields.get(f"{o}.virtue.{kind}")) for o in letters) for kind in VIRTUES},
        "points": {letter: _lines(counted, at) for at, letter in enumerate(letters)},
        "spaces": form.MOST_SPACES if fields.get("spaces") else form.SPACES,
        "rock_kinds": ROCK_KINDS,
        "rocks": {letter: form.entries(fields, letter, "rocks") for letter in players},
        "own_rocks": {o: _kinds(fields, o) for o in players},
        "extras": {letter: form.entries(fields, letter, "extras") for letter in letters},
        "rock_pieces": rock_pieces,
        "cards": cards,
        "card_pieces": {o: _card_pieces(cards[o], rock_pieces[o]) for o in players},
        "wants_pairs": {
            o: any(k == "pair" for c in cards[o] for n in c.needs for k, _ in n) for o in players
        },
        "palette": PALETTE,
        "seen": known_visions(),
        "pieces": PIECES,
        "icons": ICONS,
        "resources": RESOURCES,
        "mitama": MITAMA,
        "families": FAMILIES,
        "tengu_numbers": form.TENGU_NUMBERS,
        "options": [
            option
            for option in OPTIONS.values()
            if fields.get("mode") == "solo" or not option.key.startswith("tengu_")
        ],
    }


def _lines(counted: Counted, at: int) -> Mapping[str, Line]:
    result = counted.result
    if result is None or not counted.filled:
        return {}
    scores = [*result.players, *([result.opponent] if result.opponent else [])]
    return {line.key: line for line in scores[at].lines} if at < len(scores) else {}


def _kinds(fields: Fields, letter: str) -> set[str]:
    """The kinds of a player's rocks."""
    ids = form.entries(fields, letter, "rocks")
    return {fields.get(f"{letter}.rock.{id_}.kind", "") for id_ in ids}


def _rock_pieces(fields: Fields, letter: str) -> tuple[str, ...]:
    """The pieces that have to be counted for the rocks of a player."""
    found: dict[str, None] = {}
    for id_ in form.entries(fields, letter, "rocks"):
        kind = fields.get(f"{letter}.rock.{id_}.kind", "")
        if not kind or fields.get(f"{letter}.rock.{id_}.matches", "").strip() or kind in RESOURCES:
            continue
        joker = JOKERS.get(FAMILY_OF.get(kind, ""))
        found |= dict.fromkeys((*FAMILIES.get(kind, (kind,)), *([joker] if joker else [])))
    return tuple(kind for kind in PIECES if kind in found and kind not in RESOURCES)


def _card_pieces(cards: list[CardShown], known: tuple[str, ...]) -> tuple[str, ...]:
    """The pieces that have to be counted for the visions of a player, and were not for the rocks."""
    wanted = {kind for kind in (*FAMILIES, *PIECES) if any(card.asks(kind) for card in cards)}
    found = {kind for want in wanted for kind in FAMILIES.get(want, (want,))}
    if "crystal" in wanted:  # colours only where a card asks for one
        found -= {kind for kind in FAMILIES["crystal"] if kind not in wanted}
    if "pair" in wanted:
        found |= {"dragonfly", *MITAMA}
    return tuple(kind for kind in PIECES if kind in found and kind not in known and kind not in RESOURCES)


def _shown(counted: Counted, at: int, letter: str) -> list[CardShown]:
    fields = counted.fields
    line = _lines(counted, at).get("visions")
    outcomes = line.values["cards"] if line is not None else []
    found = []
    for index, id_ in enumerate(form.entries(fields, letter, "visions")):
        text = fields.get(f"{letter}.vision.{id_}.needs", "")
        found.append(
            CardShown(
                id=id_,
                prefix=f"{letter}.vision.{id_}",
                needs=form.needs(text),
                open={"|": "or", ";": "and"}.get(text[-1:], ""),
                chosen=fields.get("card") == f"{letter}.{id_}",
                counted=outcomes[index] if index < len(outcomes) else None,
            )
        )
    return found


CALCULATOR: Final = Calculator(
    slug="bitoku",
    bgg=323612,
    seats=(2, 3, 4),
    colours=("red", "blue", "yellow", "green"),
    is_field=form.is_field,
    empty=form.empty,
    act=form.act,
    read=form.read,
    write=form.write,
    place=place,
    parts=parts,
    notes=notes,
    odd=odd,
    named=named,
    line_word=line_word,
    context=context,
    count=count,
    own=form.OWN,
)
