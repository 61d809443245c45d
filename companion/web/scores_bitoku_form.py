"""Bitoku on the score screens: the fields of the eight steps, and the sheet they make.

Letters: `a` to `d` the players, `t` the Tengu. Lists (rocks, visions, lines by hand) keep their numbers in a
field of their own (`a.rocks` = "1 3"), so that one who removes the second takes nothing from the third.
What a vision asks for is one field: `kappa:2;temple:1|mitama:2` is two kappa, and a temple or two mitama.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.games.bitoku.ending import MITAMA, REGIONS, RESOURCES, VIRTUES
from companion.games.bitoku.visions import PIECES, WANTED
from companion.web.scores_sheet import LETTERS, Fields, Reader, Reading, add_seat, drop_seat, seats
from companion.web.scores_sums import SumError, read_sum

TENGU: Final = "t"
PRIZES: Final = 3
PIPS: Final = 6
LISTS: Final[Mapping[str, int]] = {"rocks": 20, "visions": 28, "extras": 12}
"""The lists of a player, and how many entries one may have."""
TENGU_NUMBERS: Final = ("building_vp", "rock_matches", "starting_yokai", "advanced_yokai", "crystals")
SPACES: Final = 7
"""Spaces of a track that are offered at first; nobody has published how long the tracks are."""
MOST_SPACES: Final = 14
LONGEST: Final = 200
"""Letters of a field that a button brings."""
_ID: Final = r"[1-9]\d?"
_FIELD: Final = re.compile(
    rf"seats|mode|turns|last_first|spaces|card"
    rf"|tr\.(?:{'|'.join(REGIONS)})\.[1-3]"
    rf"|opt\.[a-z_]+"
    rf"|[abcd]\.(?:name|vp|harvest|building_vp|crystal_vp|{'|'.join(LISTS)})"
    rf"|[abcdt]\.(?:kodama\.(?:{'|'.join(REGIONS)})|virtue\.(?:{'|'.join(VIRTUES)}))"
    rf"|[abcd]\.(?:die\.[123]|hold\.(?:{'|'.join(PIECES)})|paired\.(?:{'|'.join(MITAMA)}))"
    rf"|[abcd]\.rock\.{_ID}\.(?:kind|name|pilgrims|matches|vp)"
    rf"|[abcd]\.vision\.{_ID}\.(?:needs|vp|miss|name)"
    rf"|[abcdt]\.extra\.{_ID}\.(?:name|points)|t\.extras"
    rf"|t\.(?:vp|{'|'.join(TENGU_NUMBERS)}|hold\.(?:{'|'.join(RESOURCES)}))"
)
OWN: Final = frozenset(("card",))
"""Fields that each phone has for itself: the vision it is filling."""


def is_field(name: str) -> bool:
    """Whether a form of this game may hold the field."""
    return _FIELD.fullmatch(name) is not None


def empty() -> dict[str, str]:
    """Two players, nothing counted."""
    return {"seats": LETTERS[:2]}


def everyone(fields: Fields) -> str:
    """The letters of all who take part, the Tengu's last."""
    return seats(fields)[0] + TENGU if fields.get("mode") == "solo" else seats(fields)


def entries(fields: Fields, letter: str, name: str) -> list[str]:
    """The numbers of a player's rocks, visions or lines by hand, in order."""
    known = dict.fromkeys(re.findall(rf"\b{_ID}\b", fields.get(f"{letter}.{name}", "")))
    return list(known)[: LISTS[name]]


def turns(fields: Fields) -> str:
    """The turn order as far as it was tapped; who is left alone comes last."""
    all_ = everyone(fields)
    order = "".join(dict.fromkeys(letter for letter in fields.get("turns", "") if letter in all_))
    left = [letter for letter in all_ if letter not in order]
    return order + left[0] if len(left) == 1 and len(all_) > 1 else order


# --- what a vision asks for


def needs(text: str) -> list[list[tuple[str, int]]]:
    """The needs of a card: each a list of alternatives (kind, how many)."""
    found = []
    for part in text.split(";"):
        wants = []
        for want in part.split("|"):
            kind, _, n = want.partition(":")
            if kind in WANTED:
                wants.append((kind, int(n[:5]) if n.isascii() and n.isdigit() and int(n[:5]) else 1))
        if wants:
            found.append(wants)
    return found


def needs_text(found: list[list[tuple[str, int]]]) -> str:
    """The same as one field."""
    return ";".join("|".join(f"{kind}:{n}" for kind, n in wants) for wants in found)


def press_need(text: str, key: str) -> str:
    """The field after a key of the palette: a kind (once more), `or`, `and`, `erase`."""
    found, end = needs(text), text[-1:] if text[-1:] in "|;" else ""
    if key == "erase":
        if end or not found:
            return needs_text(found)
        kind, n = found[-1].pop()
        if n > 1:
            found[-1].append((kind, n - 1))
        return needs_text([wants for wants in found if wants])
    if key in ("or", "and"):
        return needs_text(found) + ("|" if key == "or" else ";") if found else ""
    if key not in WANTED:
        return text
    if end == "|" and found:
        found[-1].append((key, 1))
    elif not end and found and found[-1][-1][0] == key:
        found[-1][-1] = (key, found[-1][-1][1] + 1)
    else:
        found.append([(key, 1)])
    return needs_text(found)


# --- buttons


def act(fields: Fields, button: str) -> dict[str, str]:
    """The fields after a button: `add`, `drop.<letter>`, `solo`, `table`, `turn.<letter>`, `longer`,
    `rock.<letter>.<kind>`, `card.<letter>`, `extra.<letter>`, `remove.<letter>.<list>.<number>`,
    `pick.<letter>.<number>`, `need.<key>`; a whole card: `seen.<letter>.<needs>/<points>/<loss>/<name>`."""
    what, _, rest = button.partition(".")
    after = dict(fields)
    if what == "add":
        return add_seat(fields, len(LETTERS))
    if what == "drop":
        return {**drop_seat(fields, rest, least=2), "turns": fields.get("turns", "").replace(rest, "")}
    if what in ("solo", "table"):
        return {**after, "mode": "solo" if what == "solo" else "", "turns": ""}
    if what == "turn" and rest in everyone(fields):
        order = turns(fields)
        return {**after, "turns": order[: order.index(rest)] if rest in order else order + rest}
    if what == "longer":
        return {**after, "spaces": str(MOST_SPACES)}
    letter, _, rest = rest.partition(".")
    if letter not in (*LETTERS, TENGU):
        if what == "need":
            return _need(after, button.partition(".")[2])
        return after
    if what in ("rock", "card", "extra"):
        return _enlist(after, letter, {"rock": "rocks", "card": "visions", "extra": "extras"}[what], rest)
    if what == "seen":
        return _seen(after, letter, rest)
    if what == "pick":
        return {**after, "card": f"{letter}.{rest}"}
    if what == "remove":
        return _strike(after, letter, *rest.partition(".")[::2])
    return after


def _enlist(fields: dict[str, str], letter: str, name: str, kind: str) -> dict[str, str]:
    known = entries(fields, letter, name)
    if len(known) >= LISTS[name]:
        return fields
    number = str(max(map(int, known), default=0) + 1)
    fields[f"{letter}.{name}"] = " ".join((*known, number))
    if name == "rocks" and kind in WANTED:
        fields[f"{letter}.rock.{number}.kind"] = kind
    if name == "visions":
        fields["card"] = f"{letter}.{number}"
    return fields


def _seen(fields: dict[str, str], letter: str, card: str) -> dict[str, str]:
    before = entries(fields, letter, "visions")
    after = _enlist(dict(fields), letter, "visions", "")
    added = [id_ for id_ in entries(after, letter, "visions") if id_ not in before]
    said = dict(zip(("needs", "vp", "miss", "name"), card.split("/", 3), strict=False))
    if letter == TENGU or not added or len(said) < 4:
        return fields
    given = {f"{letter}.vision.{added[0]}.{key}": text[:LONGEST] for key, text in said.items() if text}
    return {**after, **given, "card": ""}


def _strike(fields: dict[str, str], letter: str, name: str, number: str) -> dict[str, str]:
    if name not in LISTS:
        return fields
    fields[f"{letter}.{name}"] = " ".join(id_ for id_ in entries(fields, letter, name) if id_ != number)
    return {n: v for n, v in fields.items() if not n.startswith(f"{letter}.{name[:-1]}.{number}.")}


def _need(fields: dict[str, str], key: str) -> dict[str, str]:
    letter, _, number = fields.get("card", "").partition(".")
    if letter not in LETTERS or number not in entries(fields, letter, "visions"):
        return fields
    name = f"{letter}.vision.{number}.needs"
    return {**fields, name: press_need(fields.get(name, ""), key)}


# --- the sheet


class _Form(Reader):
    """A form read into the JSON of a sheet: what is empty is left out, and what is at fault too."""

    def value(self, name: str) -> int | None:
        """The number in a field; the sheet itself says which numbers are possible."""
        try:
            return read_sum(self.text(name))
        except SumError as error:
            self.fault(name, f"scores.fault.{error.reason}", value=self.text(name)[:20])
            return None

    def put(self, content: dict[str, Any], key: str, name: str) -> None:
        """A number of the sheet."""
        if (value := self.value(name)) is not None:
            content[key] = value

    def counts(self, prefix: str, kinds: tuple[str, ...]) -> dict[str, int]:
        """Numbers by kind."""
        found = {kind: self.value(f"{prefix}.{kind}") for kind in kinds}
        return {kind: n for kind, n in found.items() if n is not None}


def read(fields: Fields, call: Callable[[int], str]) -> Reading:
    """The sheet of a form, as far as it goes; what it lacks is found when it is counted."""
    form = _Form(fields)
    solo = fields.get("mode") == "solo"
    letters = seats(fields)[:1] if solo else seats(fields)
    order = turns(fields)
    players = [
        _player(form, letter, name, order)
        for letter, name in zip(letters, form.names(letters, call), strict=True)
    ]
    sheet: dict[str, Any] = {"game": "bitoku", "players": players}
    prizes = {region: _prizes(form, region) for region in REGIONS}
    if any(prizes.values()):
        sheet["treasures"] = {region: of for region, of in prizes.items() if of}
    if solo:
        sheet["tengu"] = _tengu(form, order)
    chosen = {name[4:]: value for name, value in fields.items() if name.startswith("opt.") and value}
    if chosen:
        sheet["options"] = chosen
    return Reading(sheet, tuple(form.faults), bool(entered(fields)))


def entered(fields: Fields) -> list[str]:
    """The fields in which something of the game was entered: not who plays, nor how."""
    plain = ("seats", "mode", "card", "spaces")
    return [
        name
        for name, value in fields.items()
        if value.strip() and name not in plain and not name.startswith("opt.") and not name.endswith(".name")
    ]


def _prizes(form: _Form, region: str) -> list[int]:
    """The prizes as far as any is given; a gap before one is worth nothing."""
    found = [form.value(f"tr.{region}.{place}") for place in range(1, PRIZES + 1)]
    while found and found[-1] is None:
        found.pop()
    return [value or 0 for value in found]


def _common(form: _Form, letter: str, order: str) -> dict[str, Any]:
    """What players and the Tengu have alike."""
    content: dict[str, Any] = {}
    form.put(content, "vp", f"{letter}.vp")
    if letter in order:
        content["turn_order"] = order.index(letter) + 1
    if form.text("last_first") == letter:
        content["last_round_first"] = True
    content["bitoku"] = [kind for kind in VIRTUES if form.text(f"{letter}.virtue.{kind}")]
    if kodama := form.counts(f"{letter}.kodama", REGIONS):
        content["kodama"] = kodama
    form.put(content, "building_vp", f"{letter}.building_vp")
    extra = [
        {
            "name": form.text(f"{letter}.extra.{id_}.name").strip() or id_,
            "points": form.value(f"{letter}.extra.{id_}.points") or 0,
        }
        for id_ in entries(form.fields, letter, "extras")
    ]
    if extra:
        content["extra"] = extra
    return content


def _player(form: _Form, letter: str, name: str, order: str) -> dict[str, Any]:
    content = {"name": name, **_common(form, letter, order)}
    for key in ("harvest", "crystal_vp"):
        form.put(content, key, f"{letter}.{key}")
    content["rocks"] = [_rock(form, f"{letter}.rock.{id_}") for id_ in entries(form.fields, letter, "rocks")]
    dice = [_die(form, f"{letter}.die.{at}") for at in (1, 2, 3)]
    if None not in dice:
        content["dice"] = dice
    holdings = form.counts(f"{letter}.hold", PIECES)
    content["resources"] = {kind: holdings.pop(kind) for kind in RESOURCES if kind in holdings}
    if content["rocks"] and "rock" not in holdings:
        holdings["rock"] = len(content["rocks"])
    content["holdings"] = holdings
    if paired := form.counts(f"{letter}.paired", MITAMA):
        content["paired"] = paired
    content["visions"] = [
        _vision(form, f"{letter}.vision.{id_}") for id_ in entries(form.fields, letter, "visions")
    ]
    return content


def _die(form: _Form, name: str) -> int | None:
    """A die, which is at fault even while the other two are not there yet."""
    value = form.value(name)
    if value is not None and not 1 <= value <= PIPS:
        form.fault(name, "bitoku.sheet.no_such_pip", value=value)
        return None
    return value


def _rock(form: _Form, prefix: str) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for key in ("kind", "name"):
        if text := form.text(f"{prefix}.{key}").strip():
            content[key] = text
    for key in ("pilgrims", "matches", "vp"):
        form.put(content, key, f"{prefix}.{key}")
    return content


def _vision(form: _Form, prefix: str) -> dict[str, Any]:
    content: dict[str, Any] = {}
    asked = needs(form.text(f"{prefix}.needs"))
    if asked:
        content["needs"] = [
            {"of": wants[0][0], "n": wants[0][1]}
            if len(wants) == 1
            else {"any": [{"of": kind, "n": n} for kind, n in wants]}
            for wants in asked
        ]
    if name := form.text(f"{prefix}.name").strip():
        content["name"] = name
    form.put(content, "vp", f"{prefix}.vp")
    if (miss := form.value(f"{prefix}.miss")) is not None:
        content["miss"] = -abs(miss)
    return content


def _tengu(form: _Form, order: str) -> dict[str, Any]:
    content = _common(form, TENGU, order)
    for key in TENGU_NUMBERS[1:]:
        form.put(content, key, f"{TENGU}.{key}")
    content["resources"] = form.counts(f"{TENGU}.hold", RESOURCES)
    return content


def write(sheet: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a sheet (its JSON) that can be counted."""
    fields = {"seats": LETTERS[: max(2, len(sheet["players"]))]}
    order: dict[int, str] = {}
    sides = list(zip(LETTERS, sheet["players"], strict=False))
    if sheet.get("tengu") is not None:
        fields["mode"] = "solo"
        sides.append((TENGU, sheet["tengu"]))
    for letter, side in sides:
        fields |= {f"{letter}.{name}": text for name, text in _written(side)}
        order[side.get("turn_order") or 9] = letter
        if side.get("last_round_first"):
            fields["last_first"] = letter
    fields["turns"] = "".join(letter for _, letter in sorted(order.items()))
    for region, prizes in (sheet.get("treasures") or {}).items():
        fields |= {f"tr.{region}.{at}": str(prize) for at, prize in enumerate(prizes[:PRIZES], 1)}
    fields |= {f"opt.{key}": choice for key, choice in (sheet.get("options") or {}).items()}
    if any(int(v) > SPACES for n, v in fields.items() if ".kodama." in n):
        fields["spaces"] = str(MOST_SPACES)
    return {name: value for name, value in fields.items() if is_field(name)}


def _written(side: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The fields of a player or the Tengu, without the letter."""
    for key in ("name", "vp", "harvest", "crystal_vp", *TENGU_NUMBERS):
        if side.get(key) is not None:
            yield key, str(side[key])
    yield from ((f"virtue.{kind}", "1") for kind in side.get("bitoku") or ())
    yield from ((f"kodama.{region}", str(n)) for region, n in (side.get("kodama") or {}).items())
    yield from ((f"die.{at}", str(n)) for at, n in enumerate(side.get("dice") or (), 1))
    held = {**(side.get("holdings") or {}), **(side.get("resources") or {})}
    if side.get("rocks") and "rock" not in held:
        held["rock"] = 0  # the form would count those of its list
    yield from ((f"hold.{kind}", str(n)) for kind, n in held.items())
    yield from ((f"paired.{kind}", str(n)) for kind, n in (side.get("paired") or {}).items())
    for name, key in (("rocks", "rock"), ("visions", "vision"), ("extras", "extra")):
        found = side.get("extra" if name == "extras" else name) or ()
        if found:
            yield name, " ".join(str(at) for at in range(1, len(found) + 1))
        for at, entry in enumerate(found, 1):
            yield from ((f"{key}.{at}.{field}", text) for field, text in _entry(entry))


def _entry(entry: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for field, value in entry.items():
        if field == "needs":
            asked = [[(want["of"], want.get("n", 1)) for want in need.get("any", [need])] for need in value]
            yield field, needs_text(asked)
        elif value is not None:
            yield field, str(abs(value) if field == "miss" else value)
