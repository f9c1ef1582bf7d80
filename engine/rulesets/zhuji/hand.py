"""What a winner has, as scoring looks at it: his own tiles packed, his 财神 as a number, his melds in short.

The tiles that are no 财神 are called natural here. There are no other shapes than four sets and a pair
(ZJ-1.3).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from engine.melds import Meld, MeldKind
from engine.patterns import POW5, SUIT_OF
from engine.patterns.packing import PackedHand
from engine.rulesets.zhuji import items
from engine.scoring.rows import Row
from engine.tiles import BAI, DONG, FA, ZHONG

__all__ = ["HONOUR_BIT", "MELDED_TAI", "SCORING", "SETS", "Held", "hold"]

SETS: Final = 4
SCORING: Final[tuple[tuple[int, Row], ...]] = (
    (DONG, items.EAST), (BAI, items.WHITE), (FA, items.GREEN), (ZHONG, items.RED),
)  # fmt: skip
"""Honours whose triplet counts (ZJ-4.1). A set of them is written as bits, in this order."""

HONOUR_BIT: Final = 0b1000
"""The honours among the suits ``m p s z`` as bits."""

MELDED_TAI: Final[tuple[int, ...]] = tuple(
    sum(row.value for place, (_, row) in enumerate(SCORING) if melded >> place & 1)
    for melded in range(1 << len(SCORING))
)  # fmt: skip
"""台 of the scoring honours that lie in melds (ZJ-4.1), by ``Held.melded``."""
_SCORING_BIT: Final = {kind: 1 << place for place, (kind, _) in enumerate(SCORING)}


class Held(NamedTuple):
    """A hand of 14 tiles, a kong counting three: ``natural`` and ``wilds`` in hand, ``sets`` to be made of
    them."""

    natural: PackedHand
    wilds: int
    sets: int
    suits: int
    """Suits of all natural tiles, melds included, as bits ``m p s z``."""
    melded: int
    """Scoring honours that lie in melds, as bits."""
    chows: bool
    """Whether some meld is a chow."""
    triplets: bool
    """Whether some meld is a pong or kong."""


def hold(tiles: Sequence[int], melds: Sequence[Meld], wild_kinds: Collection[int]) -> Held:
    """Look at a winner's tiles, the winning tile among them, and his melds."""
    packed = [0, 0, 0, 0]
    wilds = 0
    for kind in tiles:
        if kind in wild_kinds:
            wilds += 1
        else:
            packed[SUIT_OF[kind]] += POW5[kind]
    m, p, s, z = packed
    suits = (m > 0) | (p > 0) << 1 | (s > 0) << 2 | (z > 0) << 3
    melded = chows = 0
    for meld in melds:
        suits |= 1 << SUIT_OF[meld.tile]
        if meld.kind is MeldKind.CHOW:
            chows += 1
        else:
            melded |= _SCORING_BIT.get(meld.tile, 0)
    return Held((m, p, s, z), wilds, SETS - len(melds), suits, melded, chows > 0, chows < len(melds))
