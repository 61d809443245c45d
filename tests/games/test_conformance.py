"""What every game owes the rooms around it, shown by random play of every game, seat count and reading."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import TABLE, Game, Severity, Violation, Word, worst
from companion.engine.log import Entry, Timeline, is_aside, replay, start
from companion.facts import LANGUAGES, rules, words
from companion.games import GAMES
from companion.games.bitoku.scoring import SheetErrors
from tests.games.playing import Walk, reach, tables, walk

SEEDS = (1, 2)
ASKED_AT_THE_END: dict[str, Callable[[Any], bool]] = {"bitoku": lambda state: not state.everything}
"""When a game leaves part of its count to be asked at the end."""
ENDED: dict[str, Callable[[Any], bool]] = {"spirits": lambda state: state.phase == "over"}
"""From when on a game shows what was secret; otherwise from when nobody is to act."""

MANY = 2000
"""From how many candidates on some of them are looked at instead of all."""

every_table = pytest.mark.parametrize("table", tables(), ids=lambda t: f"{t[0]}-{t[1]}-{dict(t[2])}")


def walks(table: Any) -> list[Walk]:
    return [walk(*table, seed) for seed in SEEDS]


# --- states and moves


def assert_frozen(value: Any) -> None:
    """Strings, numbers, tuples and frozen dataclasses of them, all the way down."""
    if is_dataclass(value):
        assert type(value).__dataclass_params__.frozen, type(value)
        for field in fields(value):
            assert_frozen(getattr(value, field.name))
    elif isinstance(value, tuple | frozenset):
        for part in value:
            assert_frozen(part)
    elif isinstance(value, MappingProxyType):
        for part in (*value.keys(), *value.values()):
            assert_frozen(part)
    else:
        assert value is None or isinstance(value, str | int), type(value)


@dataclass(frozen=True)
class _Said:
    slug: str
    rule: str
    reason: str
    names: frozenset[str]


_checked: set[_Said] = set()


def assert_explained(game: Game, against: tuple[Violation, ...]) -> None:
    """Each violation names a rule that exists, and its sentence can be said in every language."""
    for violation in against:
        said = _Said(game.slug, violation.rule, violation.reason, frozenset(violation.values))
        for value in violation.values.values():
            assert isinstance(value, int | str | Word)
        if said in _checked:
            continue
        assert violation.rule in rules(game.slug), violation
        for lang in LANGUAGES:
            say = words(lang).seating([f"P{seat}" for seat in range(max(game.seats))])
            assert say(f"{game.slug}.why.{violation.reason}", **violation.values)
        _checked.add(said)


@every_table
def test_random_play_ends_and_whatever_is_not_impossible_can_be_applied(table: Any) -> None:
    for game_walk in walks(table):
        game, draw = game_walk.game, random.Random(5)
        assert game.to_act(game_walk.states[-1]) == ()
        for number, state in enumerate(game_walk.states):
            assert list(game.invariants(state)) == [], game_walk.moves[number - 1]
            assert_frozen(state)
            for seat in (draw.randrange(game_walk.setup.seats), *([TABLE] if number % 30 == 0 else [])):
                pool = list(game.candidates(state, seat))
                assert len(set(pool)) == len(pool), "a candidate twice"
                for move in draw.sample(pool, min(len(pool), 6)):
                    assert game.codec.from_json(game.codec.to_json(move)) == move
                    assert game.codec.from_form(game.codec.to_form(move)) == move
                    for actor in {seat, draw.randrange(-1, game_walk.setup.seats)}:  # also the wrong one
                        against = game.check(state, actor, move)
                        assert_explained(game, against)
                        if worst(against) < Severity.IMPOSSIBLE:
                            after = game.apply(state, actor, move)
                            assert list(game.invariants(after)) == [], (actor, move)
                            game.to_act(after)


@every_table
def test_the_end_is_counted(table: Any) -> None:
    for game_walk in walks(table):
        names = tuple(f"P{seat}" for seat in range(game_walk.setup.seats))
        sheet = game_walk.game.tally(game_walk.states[-1], names)
        if ASKED_AT_THE_END.get(game_walk.game.slug, lambda state: False)(game_walk.states[-1]):
            with pytest.raises(SheetErrors) as wrong:
                game_walk.game.score(json.loads(json.dumps(sheet)))
            assert {fault.reason for fault in wrong.value.faults} == {"missing"}
            continue
        result = game_walk.game.score(json.loads(json.dumps(sheet)))
        assert [player.name for player in result.players] == list(names)
        assert all(player.total == sum(line.points for line in player.lines) for player in result.players)
        assert sorted(result.ranking) == list(range(len(names)))
        assert result.winners or result.won is False
        assert json.loads(json.dumps(result.json)) == result.json


# --- the log


def entries(game_walk: Walk) -> list[Entry]:
    """The walk as its log, through JSON."""
    return [
        Entry(
            n, "move", seat, json.loads(json.dumps(game_walk.game.codec.to_json(move))), overruled=overruled
        )
        for n, (seat, move, overruled) in enumerate(game_walk.moves, 1)
    ]


def folded(game_walk: Walk) -> Timeline:
    found = replay(start(game_walk.game, game_walk.setup), entries(game_walk))
    assert found.broken is None
    return found.timeline


@every_table
def test_replay_from_json_equals_play(table: Any) -> None:
    for game_walk in walks(table):
        line = folded(game_walk)
        assert line.state == game_walk.states[-1]
        assert [node.state for node in line.backwards()] == list(game_walk.states[:0:-1])


@every_table
def test_undo_to_any_point_equals_the_prefix(table: Any) -> None:
    for game_walk in walks(table):
        line = whole = folded(game_walk)
        for state in reversed(game_walk.states[:-1]):
            line = line.add(Entry(line.revision + 1, "undo", TABLE))
            assert line.state == state
        for state in game_walk.states[1:]:
            line = line.add(Entry(line.revision + 1, "redo", TABLE))
            assert line.state == state
        for target in random.Random(3).sample(range(1, whole.revision + 1), 10):
            back = whole.add(Entry(whole.revision + 1, "back", TABLE, target=target))
            assert back.state == with_asides(game_walk.states[target - 1], whole, target)


def with_asides(state: Any, line: Timeline, target: int) -> Any:
    """The prefix with what other seats noted for themselves since."""
    nodes = list(line.backwards())[::-1][target - 1 :]
    for node in nodes:
        if is_aside(node) and node.entry.seat != nodes[0].entry.seat:
            state = line.game.apply(state, node.entry.seat, node.move)
    return state


# --- secrets


@every_table
def test_two_tables_that_differ_in_a_secret_look_alike_to_everybody_else(table: Any) -> None:
    game = GAMES[table[0]]
    if not any(move.secret for move in game.moves):
        return
    ended, compared = ENDED.get(game.slug, lambda state: not game.to_act(state)), 0
    for game_walk in walks(table):
        draw = random.Random(11)
        true_views: dict[tuple[int, int | None], Any] = {}
        told = [
            (n, other)
            for n, (seat, move, _) in enumerate(game_walk.moves)
            if move.secret
            for other in _retold(game, game_walk.states[n], seat, move)
        ]
        if game_walk.setup.seats == 1 and not told:
            return  # alone, nobody is there to keep anything from
        for number, other in draw.sample(told, min(len(told), 14)):
            owner = game_walk.moves[number][0]
            state = game_walk.states[number]
            for step, (seat, move, _) in enumerate(game_walk.moves[number:], number):
                move = other if step == number else move
                if worst(game.check(state, seat, move)) == Severity.IMPOSSIBLE:
                    assert seat == owner, "another seat's move became impossible"
                    break
                state = game.apply(state, seat, move)
                true = game_walk.states[step + 1]
                if ended(true) or ended(state):
                    assert ended(true) == ended(state)
                    break
                assert game.to_act(state) == game.to_act(true)
                others = [looking for looking in (*range(game_walk.setup.seats), None) if looking != owner]
                for looking in others if step == number else [draw.choice(others)] if step % 3 == 0 else []:
                    if (step, looking) not in true_views:
                        true_views[step, looking] = repr(game.view(true, looking))
                    assert repr(game.view(state, looking)) == true_views[step, looking], (step, move)
                    if step % 6 == 0 and looking is not None:
                        assert game.legal(state, looking) == game.legal(true, looking)
                compared += state != true
    assert compared >= 5, "nothing was compared"


def _retold(game: Game, state: Any, seat: int, move: Any) -> list[Any]:
    """The same move with something else in its secret fields."""
    others = []
    for other in game.candidates(state, seat):
        if type(other) is type(move) and other != move:
            same = replace(other, **{name: getattr(move, name) for name in move.secret})
            if same == move and worst(game.check(state, seat, other)) < Severity.IMPOSSIBLE:
                others.append(other)
    return others


# --- the picker


@every_table
def test_answering_questions_reaches_every_legal_move(table: Any) -> None:
    for game_walk in walks(table)[:2]:
        game, draw = game_walk.game, random.Random(2)
        for state in draw.sample(game_walk.states, 2):
            for seat in (*range(game_walk.setup.seats), TABLE):
                pool = list(game.candidates(state, seat))
                most = 12 if seat == TABLE else len(pool) if len(pool) < MANY else 40
                among = frozenset(draw.sample(pool, min(len(pool), most)))
                assert reach(game, state, seat, among) == among


# --- hostile moves


def _values(hint: Any, samples: Mapping[str, list[Any]], name: str) -> st.SearchStrategy[Any]:
    # one name may be a number in one move and a word in another
    seen = [value for value in samples.get(name, ()) if type(value) is (get_origin(hint) or hint)]
    known = st.sampled_from(seen) if seen else st.nothing()
    if hint is int:
        return known | st.integers(-3, 5) | st.integers()
    if hint is str:
        return known | st.text(max_size=8)
    return known | st.lists(_values(get_args(hint)[0], {}, name), max_size=50).map(tuple)


@cache
def _hostile(slug: str) -> st.SearchStrategy[Any]:
    """Any move the codec can read, often with values that were seen in play."""
    game = GAMES[slug]
    samples: dict[str, set[Any]] = {}
    for seed in SEEDS:
        for _, move, _ in walk(game.slug, game.seats[-1], (), seed).moves:
            for field in fields(move):
                samples.setdefault(field.name, set()).add(getattr(move, field.name))
    ordered = {name: sorted(values, key=repr) for name, values in samples.items()}
    return st.one_of(
        st.builds(
            kind,
            **{
                name: _values(hint, ordered, name)
                for name, hint in get_type_hints(kind).items()
                if name in {field.name for field in fields(kind)}
            },
        )
        for kind in game.moves
    )


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=500)
@given(data=st.data())
def test_no_readable_move_makes_the_rules_stumble(slug: str, data: st.DataObject) -> None:
    game = GAMES[slug]
    seats = data.draw(st.sampled_from(game.seats))
    game_walk = walk(slug, seats, (), 1)
    state = data.draw(st.sampled_from(game_walk.states))
    move = data.draw(_hostile(slug))
    seat = data.draw(st.integers(-2, seats) | st.integers())
    against = game.check(state, seat, move)
    assert_explained(game, against)
    if worst(against) < Severity.IMPOSSIBLE:
        after = game.apply(state, seat, move)
        assert list(game.invariants(after)) == []
        assert_frozen(after)
