"""What a hand is in Nanning: shape (NN-1.5), suits, concealed (NN-2.1), 全求人 (NN-7.1), seals (NN-10.1).

There are no other shapes (NN-1.4). Of two that fit, the dearer is told (NN-2.5): seven pairs are never worth
less than sequences, and all triplets never fit beside seven pairs. Nothing here knows how a hand was won.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from engine.melds import Meld, MeldKind
from engine.patterns import POW5, SUIT_OF, is_standard_win
from engine.scoring.facts import SeatFacts
from engine.seats import SEATS

__all__ = [
    "Shape",
    "ShapeKind",
    "find_shape",
    "is_all_honours",
    "is_begging",
    "is_concealed",
    "is_one_suit",
    "sealed_by",
    "sealers_of",
]

_HAND: Final = 14
_SETS: Final = 4
_SEAL: Final = 3
_HONOURS: Final = 0b1000
_ONE_SUIT: Final = frozenset({0b0001, 0b0010, 0b0100})


class ShapeKind(Enum):
    """The winning shapes, as far as they are paid differently."""

    PLAIN = 0
    TRIPLETS = 1
    PAIRS = 2


class Shape(NamedTuple):
    """The shape that is paid, the quads among seven pairs, the suits of all tiles as bits ``m p s z``."""

    kind: ShapeKind
    quads: int
    suits: int


def find_shape(concealed: Sequence[int], tile: int, melds: Sequence[Meld]) -> Shape | None:
    """Find the winning shape of a hand, or ``None`` if it does not win (NN-1.5, NN-2.5)."""
    if len(concealed) + 1 + 3 * len(melds) != _HAND:
        return None
    packed = [0, 0, 0, 0]
    counts: dict[int, int] = {tile: 1}
    packed[SUIT_OF[tile]] = POW5[tile]
    for kind in concealed:
        counts[kind] = counts.get(kind, 0) + 1
        packed[SUIT_OF[kind]] += POW5[kind]
    suits = sum(bit << index for index, bit in enumerate(map(bool, packed)))
    for meld in melds:
        suits |= 1 << SUIT_OF[meld.tile]
    sizes = sorted(counts.values())
    if sizes[0] == 2 and sizes[1:] == [3] * (_SETS - len(melds)):
        return Shape(ShapeKind.TRIPLETS, 0, suits)
    if not melds and not any(size & 1 for size in sizes):
        return Shape(ShapeKind.PAIRS, sizes.count(4), suits)
    if is_standard_win(packed, _SETS - len(melds)):
        return Shape(ShapeKind.PLAIN, 0, suits)
    return None


def is_one_suit(shape: Shape) -> bool:
    """Tell whether all tiles are of one of the three suits (清一色)."""
    return shape.suits in _ONE_SUIT


def is_all_honours(shape: Shape) -> bool:
    """Tell whether all tiles are honours (字一色)."""
    return shape.suits == _HONOURS


def is_concealed(melds: Sequence[Meld]) -> bool:
    """Tell whether nothing was taken from another: no pong, no exposed kong (NN-2.1)."""
    return all(meld.source is None for meld in melds)


def is_begging(melds: Sequence[Meld]) -> bool:
    """Tell whether a player stands on four pongs or exposed kongs and one tile (全求人, NN-7.1)."""
    return len(melds) == _SETS and all(meld.kind is not MeldKind.CONCEALED_KONG for meld in melds)


def sealed_by(melds: Sequence[Meld]) -> int | None:
    """Find the seat that is sealed by who owns these melds: three sets of them were taken from it (NN-10.1).

    Four sets hold three from one seat only, so there is at most one (NN-10.8).
    """
    if len(melds) < _SEAL:
        return None
    sources = [meld.source for meld in melds]
    return next((seat for seat in SEATS if sources.count(seat) >= _SEAL), None)


def sealers_of(seat: int, seats: Sequence[SeatFacts]) -> list[int]:
    """List the seats that have sealed this one; two may have (NN-10.8)."""
    return [other for other in SEATS if sealed_by(seats[other].melds) == seat]
