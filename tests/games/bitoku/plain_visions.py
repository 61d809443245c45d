"""Visions by plain brute force, to compare with: single pieces are given to single needs in every way."""

from itertools import product

from companion.games.bitoku.visions import FAMILIES


def pieces_of(holdings, paired=None):
    """Every piece by itself. A linked pair is two pieces that know each other."""
    linked = [kind for kind, n in (paired or {}).items() for _ in range(n)]
    single = [(kind, None) for kind, n in holdings.items() for _ in range(n)]
    for number, kind in enumerate(linked):
        single.remove((kind, None))
        single.remove(("dragonfly", None))
        single.remove(("pair", None))
        single += [(kind, number), ("dragonfly", number)]
    return single


def can_serve(wants, pieces):
    """Whether the pieces can serve all these (kind or family, n), each piece once, by trying."""
    single = [of for of, n in wants for _ in range(n)]

    def give(at, left):
        if at == len(single):
            return True
        of = single[at]
        if of == "pair":
            for pair in {number for _, number in left if number is not None}:
                halves = [piece for piece in left if piece[1] == pair]
                if len(halves) == 2 and give(at + 1, [piece for piece in left if piece[1] != pair]):
                    return True
        tried = set()
        for index, piece in enumerate(left):
            if piece not in tried and (piece[0] == of or piece[0] in FAMILIES.get(of, ())):
                tried.add(piece)
                if give(at + 1, [*left[:index], *left[index + 1 :]]):
                    return True
        return False

    return give(0, pieces)


def best(visions, holdings, paired=None):
    """(points, visions met) of the best assignment."""
    pieces = pieces_of(holdings, paired)
    answers = []
    for pick in product(*[[None, *product(*vision.needs)] for vision in visions]):
        wants = [(want.of, want.n) for chosen in pick if chosen is not None for want in chosen]
        points = sum(v.miss if c is None else v.vp for v, c in zip(visions, pick, strict=True))
        met = sum(chosen is not None for chosen in pick)
        if (points, met) > max(answers, default=(-(10**9), 0)) and can_serve(wants, pieces):
            answers.append((points, met))
    return max(answers)
