"""How a winning hand is laid out: its sets and its pair, or its seven pairs (NN-1.5, NN-2.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engine.patterns import HAND_KINDS, readings

__all__ = ["group_hand"]

_SETS: Final = 4


def group_hand(concealed: Sequence[int], tile: int, melds: int) -> tuple[tuple[int, ...], ...]:
    """Lay out a winning hand as it is paid: pairs if all are pairs, else most triplets; the pair last."""
    hand = sorted((*concealed, tile))
    counts = Counter(hand)
    if not melds and not any(count & 1 for count in counts.values()):
        return tuple((hand[at], hand[at + 1]) for at in range(0, len(hand), 2))
    spread = [counts[kind] for kind in range(HAND_KINDS)]
    reading = max(readings(spread, _SETS - melds), key=lambda one: len(one.triplets))
    sets = [(kind,) * 3 for kind in reading.triplets]
    sets += [(kind, kind + 1, kind + 2) for kind in reading.sequences]
    return (*sorted(sets), (reading.pair,) * 2)
