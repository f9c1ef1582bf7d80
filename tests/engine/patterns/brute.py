"""Hand analysis by trying everything: the measure for the tables, sharing no code and no idea with them.

Sets are taken away one by one from the lowest tile of the hand; distance is found by making every hand that
wins; nothing is packed, tabled or split by suit.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement

Layout = tuple[tuple[int, ...], ...]
"""The pair and the sets as tuples of kinds, sorted."""

PAIRS: Layout = tuple((kind, kind) for kind in range(34))
TRIPLETS: Layout = tuple((kind, kind, kind) for kind in range(34))
SEQUENCES: Layout = tuple((kind, kind + 1, kind + 2) for kind in range(27) if kind // 9 == (kind + 2) // 9)
SETS = {"any": TRIPLETS + SEQUENCES, "triplets": TRIPLETS, "sequences": SEQUENCES}


def wins(counts: Sequence[int], sets: int, wilds: int, shape: str = "any") -> bool:
    """Say whether the tiles and wilds can be laid out as so many sets and a pair."""
    return _wins(tuple(counts[:34]), sets, 1, wilds, shape)


@lru_cache(maxsize=200_000)
def _wins(counts: tuple[int, ...], sets: int, pairs: int, wilds: int, shape: str) -> bool:
    lowest = next((kind for kind in range(34) if counts[kind]), None)
    if lowest is None:
        return wilds == 3 * sets + 2 * pairs
    groups = (PAIRS if pairs else ()) + (SETS[shape] if sets else ())
    return any(
        _wins(left, sets - (len(group) == 3), pairs - (len(group) == 2), wilds - lent, shape)
        for group in groups
        if lowest in group
        for left, lent in _taken(counts, group)
        if lent <= wilds
    )


def _taken(counts: tuple[int, ...], group: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every way to fill a group from the hand, with the wilds lent: also fewer tiles than there are."""
    lowest = next(kind for kind in range(34) if counts[kind])
    for used in range(2 ** len(group)):
        left = list(counts)
        for at, kind in enumerate(group):
            if used >> at & 1:
                left[kind] -= 1
        if min(left) >= 0 and left[lowest] < counts[lowest]:
            yield tuple(left), len(group) - used.bit_count()


def layouts(counts: Sequence[int], sets: int) -> set[Layout]:
    """Return every way to lay a hand without wilds out as a pair and sets."""
    if sum(counts[:34]) == 0:
        return {()}
    lowest = next(kind for kind in range(34) if counts[kind])
    found: set[Layout] = set()
    for group in PAIRS + TRIPLETS + SEQUENCES:
        needed = Counter(group)
        if lowest in needed and all(counts[kind] >= number for kind, number in needed.items()):
            left = [count - needed[kind] for kind, count in enumerate(counts[:34])]
            found |= {tuple(sorted((*rest, group))) for rest in layouts(left, sets)}
    return {layout for layout in found if sum(len(group) == 2 for group in layout) <= 1}


def seven_pairs(counts: Sequence[int], wilds: int, quads: bool) -> bool:
    """Say whether the tiles and wilds can be laid out as seven pairs, of seven kinds unless `quads`."""
    tiles = [kind for kind in range(34) for _ in range(counts[kind])]
    single: list[int] = []
    pairs: list[int] = []
    for tile in tiles:
        if tile in single:
            single.remove(tile)
            pairs.append(tile)
        else:
            single.append(tile)
    if not quads and (len(set(pairs)) < len(pairs) or set(pairs) & set(single)):
        return False
    return len(single) <= wilds and (wilds - len(single)) % 2 == 0 and len(tiles) + wilds == 14


def lacking(counts: Sequence[int], sets: int, most: int) -> int:
    """Return the fewest tiles to add so that a win can be picked out, no kind more than `most` times in it.

    Makes every win there is: for at most two sets.
    """
    return min(
        sum(max(0, number - counts[kind]) for kind, number in target)
        for target in _targets(sets)
        if all(number <= most for _, number in target)
    )


@cache
def _targets(sets: int) -> list[tuple[tuple[int, int], ...]]:
    return [
        tuple(Counter(kind for group in (pair, *chosen) for kind in group).items())
        for chosen in combinations_with_replacement(SETS["any"], sets)
        for pair in PAIRS
    ]


def draws_needed(universe: Sequence[int], sets: int) -> dict[tuple[int, ...], int]:
    """Return, for every hand of 3 * sets + 1 tiles of a few kinds, how many draws lead to a win at best.

    Breadth first, from the hands that wait outwards: before each draw but the first one tile is thrown.
    """
    size = 3 * sets + 1
    hands = [
        hand
        for hand in combinations_with_replacement(universe, size)
        if max(hand.count(tile) for tile in hand) <= 4
    ]
    needed: dict[tuple[int, ...], int] = {}
    leads_from: dict[tuple[int, ...], set[tuple[int, ...]]] = {hand: set() for hand in hands}
    for hand in hands:
        for tile in universe:
            drawn = tuple(sorted((*hand, tile)))
            if hand.count(tile) < 4:
                if wins([drawn.count(kind) for kind in range(34)], sets, 0):
                    needed[hand] = 1
                for at in range(len(drawn)):
                    leads_from[drawn[:at] + drawn[at + 1 :]].add(hand)
    edge = set(needed)
    for draws in range(2, 3 * sets + 3):
        edge = {before for hand in edge for before in leads_from[hand] if before not in needed}
        needed |= dict.fromkeys(edge, draws)
    return needed
