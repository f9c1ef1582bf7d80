"""How a winning hand is laid out for the result sheet: the sets and the pair of the reading that was scored,
and what each 财神 stood for (ZJ-2.2).

Made once a hand, so by trying; what is scored was found without it (``best.py``), and the two are held
together by a test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.patterns import unpack
from engine.rulesets.zhuji.best import Best, Colour, Shape
from engine.rulesets.zhuji.hand import Held
from engine.tiles import BEI, NAN, XI, is_suited

__all__ = ["Layout", "lay_out"]

_SUITS: Final = 3
_RANKS: Final = 9
_SUITED: Final = 0
"""The tile that stands for a suit where honours alone are natural."""
_IDLE_HONOURS: Final = (NAN, XI, BEI)
"""Honours that count nothing by themselves."""

Group = tuple[int, ...]


class Layout(NamedTuple):
    """Groups as in ``WinScore.groups``, and pairs of a wild's kind and what it stands for."""

    groups: tuple[Group, ...]
    wilds: tuple[tuple[int, int], ...]


def lay_out(held: Held, best: Best, wild_tiles: Sequence[int]) -> Layout:
    """Lay out a complete hand as ``best`` reads it; ``wild_tiles`` are the kinds of its wilds."""
    natural = list(unpack(held.natural))
    counts, wilds = natural[:], held.wilds
    if best.colour is Colour.HALF and not _suit_of(held):
        counts[_SUITED] += 1
        wilds -= 1
    sets: list[Group] = [(kind,) * 3 for kind in best.made]
    for group in sets:
        wilds -= _take(counts, group)
    own = _split(counts, held.sets - len(sets), True, wilds, best.shape)
    assert own is not None  # best.py has found that there is a reading
    groups = [*sets, *own]
    groups += _all_wild(held, best, groups, natural)
    ordered = sorted(groups, key=lambda group: (len(group) == 2, group))
    return Layout(tuple(ordered), _stand_ins(natural, groups, wild_tiles))


def _suit_of(held: Held) -> int:
    """Give the suits among the natural tiles, as bits."""
    return held.suits & ((1 << _SUITS) - 1)


def _take(counts: list[int], group: Iterable[int]) -> int:
    """Take a group out of the counts and tell how many wilds it needs."""
    lent = 0
    for kind in group:
        if counts[kind]:
            counts[kind] -= 1
        else:
            lent += 1
    return lent


def _split(counts: list[int], sets: int, pair: bool, wilds: int, shape: Shape) -> list[Group] | None:
    """Put every natural tile into a group, lowest first; groups of wilds alone are left open."""
    kind = next((kind for kind, count in enumerate(counts) if count), None)
    if kind is None:
        return []
    for group in _around(kind, sets, pair, shape):
        left = counts[:]
        more = wilds - _take(left, group)
        if more >= 0:
            is_set = len(group) == 3
            rest = _split(left, sets - is_set, pair and is_set, more, shape)
            if rest is not None:
                return [group, *rest]
    return None


def _around(kind: int, sets: int, pair: bool, shape: Shape) -> Iterator[Group]:
    """List the groups that may hold the lowest natural tile."""
    if sets and shape is not Shape.SEQUENCES:
        yield (kind,) * 3
    if sets and shape is not Shape.TRIPLETS and is_suited(kind):
        rank = kind % _RANKS
        for low in range(min(rank, _RANKS - 3), max(rank - 3, -1), -1):
            first = kind - rank + low
            yield first, first + 1, first + 2
    if pair:
        yield kind, kind


def _all_wild(held: Held, best: Best, groups: Sequence[Group], natural: Sequence[int]) -> list[Group]:
    """Give the groups that wilds make alone, in the colour of the reading and of kinds that stand nowhere
    else in it."""
    suits = _suit_of(held)
    first = _RANKS * next((suit for suit in range(_SUITS) if suits >> suit & 1), 0)
    kinds = _IDLE_HONOURS if best.colour is Colour.HONOURS else range(first, first + _RANKS)
    used = {kind for group in groups for kind in group}
    spare = iter([kind for kind in kinds if kind not in used] + list(kinds))
    made: list[Group] = []
    for _ in range(held.sets - sum(len(group) == 3 for group in groups)):
        run = best.shape is Shape.SEQUENCES
        made.append((first, first + 1, first + 2) if run else (next(spare),) * 3)
    if not any(len(group) == 2 for group in groups):
        made.append((next(spare),) * 2)
    return made


def _stand_ins(
    natural: Sequence[int], groups: Sequence[Group], wild_tiles: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Tell what each wild stands for: itself where its own kind is wanted."""
    wanted = Counter(kind for group in groups for kind in group)
    wanted.subtract({kind: count for kind, count in enumerate(natural) if count})
    tiles = Counter(wild_tiles)
    itself = tiles & +wanted
    pairs = [(kind, kind) for kind in itself.elements()]
    others = zip(sorted((tiles - itself).elements()), sorted((wanted - itself).elements()), strict=True)
    return tuple(sorted([*pairs, *others]))
