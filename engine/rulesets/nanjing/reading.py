"""How a winning hand is laid out as it was scored: its sets and its pair, or its seven pairs (NJ-2.4)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.patterns import HAND_KINDS, Reading, readings
from engine.scoring.facts import By, Facts
from engine.tiles import RANK_OF

__all__ = ["group_hand"]

_SETS: Final = 4


def group_hand(facts: Facts, seat: int) -> tuple[tuple[int, ...], ...]:
    """Lay out what a winner holds, melds not among it; nothing after a fourth mouth (NJ-6.4).

    As in ``hand.shape_of``: pairs if all are pairs, else triplets alone, else the winning tile inside a
    sequence, else at its edge. The pair is last.
    """
    own, tile = facts.seats[seat], facts.tile
    assert own.concealed is not None and tile is not None
    if facts.by is By.FOURTH_MOUTH:
        return ()
    hand = sorted((*own.concealed, tile))
    counts = Counter(hand)
    if not own.melds and not any(count & 1 for count in counts.values()):
        return tuple((hand[at], hand[at + 1]) for at in range(0, len(hand), 2))
    spread = [counts[kind] for kind in range(HAND_KINDS)]
    reading = max(readings(spread, _SETS - len(own.melds)), key=lambda one: _worth(one, tile))
    sets = [(kind,) * 3 for kind in reading.triplets]
    sets += [(kind, kind + 1, kind + 2) for kind in reading.sequences]
    return (*sorted(sets), (reading.pair,) * 2)


def _worth(reading: Reading, tile: int) -> tuple[bool, bool, bool, int]:
    closed = tile - 1 in reading.sequences
    edge = (RANK_OF[tile] == 3 and tile - 2 in reading.sequences) or (
        RANK_OF[tile] == 7 and tile in reading.sequences
    )
    return not reading.sequences, closed, edge, len(reading.triplets)
