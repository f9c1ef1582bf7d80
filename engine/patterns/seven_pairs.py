"""Seven pairs: a branch of its own beside four sets and a pair (NN-1.5, NJ-1.5); concealed, so no melds.

Four alike are two pairs. Whether they may be is a ruleset's business: the switch `quads` says so.
"""

from collections.abc import Sequence
from typing import Final

from engine.patterns.packing import HALF, MAX_WILDS, Packed, pack_any, unpack

PAIRS: Final = 7

_PAIR, _SINGLE, _TRIPLE, _QUAD = 1, 1 << 8, 1 << 16, 1 << 24
_WORTH: Final = (0, _SINGLE, _PAIR, _PAIR + _SINGLE + _TRIPLE, 2 * _PAIR + _QUAD)
"""What 0-4 tiles of a kind add to the sums: pairs, tiles over, threes alike, fours alike, a byte each."""


def _halves() -> list[int]:
    sums = [0]
    for _ in range(5):
        sums = [worth + below for worth in _WORTH for below in sums]
    return sums


_HALVES: Final = tuple(_halves())


def is_seven_pairs(hand: Sequence[int], wilds: int = 0, *, quads: bool = True) -> bool:
    """Say whether 14 tiles, given as counts or packed, are seven pairs.

    Raises: ValueError for a number of tiles or wilds that cannot be.
    """
    sums = _sums(pack_any(hand), wilds, 2 * PAIRS)
    return _lacking(sums, quads) <= wilds


def distance_seven_pairs(hand: Sequence[int], wilds: int = 0, *, quads: bool = True) -> int:
    """Return how many tiles 13 or 14 tiles lack to seven pairs: 0 wins.

    Raises: ValueError for a number of tiles or wilds that cannot be.
    """
    sums = _sums(pack_any(hand), wilds, 2 * PAIRS - 1)
    return max(0, _lacking(sums, quads) - wilds)


def count_quads(hand: Sequence[int]) -> int:
    """Return how many kinds a hand, given as counts or packed, holds four of (NN-2.2, NJ-4.5)."""
    return _add_up(pack_any(hand)) >> 24


def nearer_seven_pairs(packed: Packed, wilds: int, at_most: int) -> list[int]:
    """Return the kinds with which 13 tiles lack at most so many, wilds not taken off; no fifth copies."""
    sums = _sums(packed, wilds, 2 * PAIRS - 1)
    by_pairing = _lacking(sums + _PAIR - _SINGLE, True) <= at_most
    by_any = _lacking(sums + _SINGLE, True) <= at_most
    if not by_pairing:
        return []
    return [kind for kind, count in enumerate(unpack(packed)) if count & 1 or (by_any and count < 4)]


def _add_up(packed: Packed) -> int:
    m, p, s, z = packed
    halves = _HALVES
    return (
        halves[m % HALF] + halves[m // HALF] + halves[p % HALF] + halves[p // HALF]
        + halves[s % HALF] + halves[s // HALF] + halves[z % HALF] + halves[z // HALF]
    )  # fmt: skip


def _sums(packed: Packed, wilds: int, least: int) -> int:
    sums = _add_up(packed)
    if not 0 <= wilds <= MAX_WILDS:
        raise ValueError(f"{wilds} wild tiles: a hand holds 0 to {MAX_WILDS}")
    tiles = 2 * (sums & 255) + (sums >> 8 & 255) + wilds
    if not least <= tiles <= 2 * PAIRS:
        raise ValueError(f"{tiles} tiles cannot be seven pairs")
    return sums


def _lacking(sums: int, quads: bool) -> int:
    pairs, over = sums & 255, sums >> 8 & 255
    if not quads:
        pairs -= sums >> 24
        over -= sums >> 16 & 255
    return max(PAIRS - pairs, 2 * (PAIRS - pairs) - over)
