"""Work out the hand-analysis tables: what a suit's tiles lack to make m sets, with and without the pair.

A suit is read from its 1 to its 9, one count at a time, by a dynamic program. Its state keeps, for every
number of sets begun, with or without the pair, and every number of sequences still open, the fewest tiles
missing so far. Runs by itself: this file imports nothing of the package, since the package does not load
without what this file prints.
"""

from typing import Literal

Shape = Literal["any", "triplets", "sequences", "strict"]
"""What sets may be; `strict` is any set, but no target may need a fifth copy of a kind."""

MAX_SETS = 4
FAR = 99

Vector = tuple[int, ...]
"""Missing tiles, indexed `2 * sets + pair`: ten entries; FAR where nothing fits."""


def suit_vector(counts: tuple[int, ...], shape: Shape, sequences: bool) -> Vector:
    """Return what one suit (or the honours, without sequences) misses to 0-4 sets, no pair and pair."""
    best: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 0}
    size = len(counts)
    for place, count in enumerate(counts):
        may_open = sequences and shape != "triplets" and place < size - 2
        best = _read(best, count, shape, may_open)
    vector = [FAR] * (2 * MAX_SETS + 2)
    for (third, second, sets, pair), missing in best.items():
        if third == second == 0:
            vector[2 * sets + pair] = missing
    return tuple(vector)


def _read(
    best: dict[tuple[int, int, int, int], int], count: int, shape: Shape, may_open: bool
) -> dict[tuple[int, int, int, int], int]:
    after: dict[tuple[int, int, int, int], int] = {}
    most = 4 if shape == "strict" else FAR
    for (third, second, sets, pair), missing in best.items():
        left = MAX_SETS - sets
        for opened in range(left + 1 if may_open else 1):
            for triplets in range(1 if shape == "sequences" else left - opened + 1):
                for pairs in range(2 - pair):
                    target = third + second + opened + 3 * triplets + 2 * pairs
                    if target > most:
                        continue
                    key = (second, opened, sets + opened + triplets, pair + pairs)
                    total = missing + max(0, target - count)
                    if total < after.get(key, FAR):
                        after[key] = total
    return after
