"""Seven pairs: its own branch beside four sets and a pair (NN-1.5, NJ-1.5); concealed, so no melds."""

from collections.abc import Sequence

from engine.patterns.packing import MAX_WILDS, pack_any, unpack

PAIRS = 7


def _pairs_and_singles(hand: Sequence[int], quads: bool) -> tuple[int, int, int]:
    pairs = singles = tiles = 0
    for count in unpack(pack_any(hand)):
        tiles += count
        if quads:
            pairs += count // 2
            singles += count % 2
        elif count >= 2:
            pairs += 1
        elif count == 1:
            singles += 1
    return pairs, singles, tiles


def _check(tiles: int, wilds: int, least: int) -> None:
    if not 0 <= wilds <= MAX_WILDS:
        raise ValueError(f"{wilds} wild tiles: there are 0 to {MAX_WILDS}")
    if not least <= tiles + wilds <= 2 * PAIRS:
        raise ValueError(f"{tiles + wilds} tiles cannot be seven pairs")


def is_seven_pairs(hand: Sequence[int], wilds: int = 0, *, quads: bool = True) -> bool:
    """Say whether 14 tiles are seven pairs; a quad is two of them unless `quads` is off."""
    pairs, singles, tiles = _pairs_and_singles(hand, quads)
    _check(tiles, wilds, 2 * PAIRS)
    return PAIRS - pairs + max(0, PAIRS - pairs - singles) <= wilds


def count_quads(hand: Sequence[int]) -> int:
    """Return how many kinds the hand holds four of (七大对, 豪华)."""
    return sum(count == 4 for count in unpack(pack_any(hand)))


def distance_seven_pairs(hand: Sequence[int], wilds: int = 0, *, quads: bool = True) -> int:
    """Return how many tiles 13 or 14 tiles miss to seven pairs; 0 wins."""
    pairs, singles, tiles = _pairs_and_singles(hand, quads)
    _check(tiles, wilds, 2 * PAIRS - 1)
    return max(0, PAIRS - pairs + max(0, PAIRS - pairs - singles) - wilds)
