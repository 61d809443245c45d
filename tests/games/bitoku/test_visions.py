"""The vision search: equal to plain brute force on random hands, and its explanations hold."""

from collections import Counter
from itertools import combinations_with_replacement, product

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.bitoku.visions import FAMILIES, PIECES, WANTED, Vision, Want, assign
from tests.games.bitoku import plain_visions

ASKED = (*FAMILIES, "temple", "onsen", "wood", "nigi", "ara", "pair", "dragonfly", "dream_crystal")
KINDS = (*ASKED[5:], "sake", "kappa", "crystal")


def one(of, n=1):
    return (Want(of, n),)


wants = st.builds(Want, st.sampled_from(ASKED), st.integers(1, 2))
needs = st.lists(wants, min_size=1, max_size=2, unique_by=lambda want: want.of).map(tuple)
cards = st.builds(
    Vision, st.lists(needs, min_size=1, max_size=3).map(tuple), st.integers(0, 9), st.integers(-2, 0)
)
hands = st.dictionaries(st.sampled_from(KINDS), st.integers(0, 3), max_size=6)
linked = st.dictionaries(st.sampled_from(("nigi", "ara", "kushi")), st.integers(1, 2), max_size=2)


def explained(assignment, holdings, paired):
    """Every card's pieces serve its needs, and no piece is used twice; also in the plain sense."""
    used = Counter()
    for card in assignment.cards:
        assert card.met == bool(card.served) and card.met != bool(card.missing), card
        for need, pieces in zip(card.vision.needs, card.served, strict=False):
            assert any(serves(want, pieces) for want in need), (need, pieces)
            used.update(pieces)
    assert plain_visions.can_serve(list(used.items()), plain_visions.pieces_of(holdings, paired))


def lack_is_least(assignment, holdings):
    """With what is missing the card is met beside the others; with any fewer pieces it is not."""
    kept = [(want.of, want.n) for card in assignment.cards if card.met for want in taken(card)]
    for card in assignment.cards:
        if card.met:
            continue
        ways = [[*kept, *((want.of, want.n) for want in way)] for way in product(*card.vision.needs)]
        added = Counter()
        for want in card.missing:
            added[FAMILIES.get(want.of, (want.of,))[0]] += want.n

        def met_with(more, ways=ways):
            pieces = plain_visions.pieces_of(Counter(holdings) + Counter(more))
            return any(plain_visions.can_serve(way, pieces) for way in ways)

        assert met_with(added), (card.missing, card.vision)
        fewer = sum(added.values()) - 1
        assert fewer >= 0 and not any(met_with(more) for more in combinations_with_replacement(PIECES, fewer))


def taken(card):
    """The alternative that was served, need by need."""
    for need, pieces in zip(card.vision.needs, card.served, strict=True):
        yield next(want for want in need if serves(want, pieces))


def serves(want, pieces):
    return sum(pieces.values()) == want.n and all(p in FAMILIES.get(want.of, (want.of,)) for p in pieces)


@settings(max_examples=2000, deadline=None)
@given(st.lists(cards, max_size=3), hands, linked)
def test_as_good_as_brute_force(visions, holdings, paired):
    # The linked pairs and their halves are among what is held.
    pairs = sum(paired.values())
    holdings = Counter(holdings) + Counter(paired) + Counter({"dragonfly": pairs, "pair": pairs})
    found = assign(visions, holdings, paired)
    assert (found.points, found.met) == plain_visions.best(visions, holdings, paired)
    explained(found, holdings, paired)


@settings(max_examples=200, deadline=None)
@given(st.lists(cards, min_size=2, max_size=5), hands)
def test_as_good_as_brute_force_with_more_cards(visions, holdings):
    found = assign(visions, holdings)
    assert (found.points, found.met) == plain_visions.best(visions, holdings)
    explained(found, holdings, {})
    if all(sum(want.n for want in card.missing) <= 2 for card in found.cards):
        lack_is_least(found, holdings)


def test_every_piece_can_be_wanted():
    assert set(PIECES) <= set(WANTED)
    assert all(len(set(kinds)) == len(kinds) for kinds in FAMILIES.values())
    for of in WANTED:
        kind = FAMILIES.get(of, (of,))[0]
        assert assign([Vision((one(of),), 3, -1)], {kind: 1}).points == 3
        assert assign([Vision((one(of),), 3, -1)], {}).cards[0].missing == (Want(of, 1),)


def test_a_pair_serves_whole_or_in_halves():
    halves = [Vision((one("nigi"),), 4, -1), Vision((one("dragonfly"),), 5, -2)]
    held = {"nigi": 1, "dragonfly": 1}
    assert assign(halves, held, {"nigi": 1}).met == 2
    assert assign([*halves, Vision((one("pair"),), 8, -1)], held, {"nigi": 1}).points == 9 - 1
    assert assign([*halves, Vision((one("pair"),), 13, -2)], held, {"nigi": 1}).points == 13 - 3
    # The pair that no card names by its mitama is the one kept together.
    both = [Vision((one("pair"),), 4, -1), Vision((one("nigi"),), 4, -1)]
    assert assign(both, {"nigi": 1, "ara": 1, "dragonfly": 2}, {"nigi": 1, "ara": 1}).met == 2
    assert assign(both, {"nigi": 1, "ara": 1, "dragonfly": 1}, {"nigi": 1}).met == 1
    # The same pair counted as such is not a second one.
    assert assign(both[:1] * 2, held | {"pair": 1}, {"nigi": 1}).met == 1
    # A pair that is only counted is never taken apart.
    assert assign(halves, {"pair": 1}).met == 0


def test_what_is_missing_is_the_smallest_lack():
    card = Vision((one("building", 2), one("resource", 1), one("pair")), 6, -2)
    found = assign([card], {"temple": 1, "wood": 1})
    assert found.cards[0].missing == (Want("pair", 1), Want("building", 1))
    either = Vision(((Want("temple", 2), Want("amulet", 5)),), 6, -2)
    assert assign([either], {"amulet": 4}).cards[0].missing == (Want("amulet", 1),)
    # What another card uses is missing here.
    two = [Vision((one("temple"),), 6, -2), Vision((one("building"),), 3, -1)]
    assert [card.missing for card in assign(two, {"temple": 1}).cards] == [(), (Want("building", 1),)]


def test_of_a_family_the_pieces_nobody_else_wants_are_used():
    two = [Vision((one("building"),), 6, -2), Vision((one("temple", 2),), 3, -1)]
    served = assign(two, {"temple": 1, "farm": 1}).cards[0].served
    assert served == ({"farm": 1},)
