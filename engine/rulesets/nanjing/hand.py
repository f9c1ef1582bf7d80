"""What a hand is in Nanjing: its shape, its suits, how the winning tile sits in it (NJ-1.5, NJ-2.2, NJ-2.4).

Of several readings the one that pays most is told (NJ-2.4), which needs no search:

* seven pairs (80 at least) beat whatever else such a hand can be: no triplets fit beside them, and sequences
  bring 20 for 门清, 40 for 压绝 and a wait flower counted twice at most;
* all triplets (40) beat the wait flower of a closed sequence, and 压绝 never fits beside them: there the
  winner holds one copy of the winning tile, which is no part of a triplet or a pair;
* among plain readings a closed sequence is never worth less than an edge, nor an edge than anything else.

Nothing here knows how a hand was won.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from engine.melds import Meld, MeldKind
from engine.patterns import POW5, SUIT_OF, is_standard_win, waits
from engine.scoring.facts import SeatFacts
from engine.tiles import COPIES, RANK_OF, is_suited

__all__ = [
    "Colour", "Filled", "Form", "Shape", "colour_of", "fourth_mouth_shape", "is_concealed",
    "is_missing_a_suit", "mouths_from", "opened_mouth", "shape_of", "waits_on_one",
]  # fmt: skip

_HAND: Final = 14
_SETS: Final = 4
_MOUTHS: Final = 3
_WINDS: Final = 0b1000


class Form(Enum):
    """The winning shapes, as far as they are paid differently."""

    PLAIN = 0
    TRIPLETS = 1
    PAIRS = 2


class Filled(Enum):
    """How the winning tile sits in a plain hand: inside a sequence, at its edge (12_, _89), or otherwise."""

    OTHERWISE = 0
    CLOSED = 1
    EDGE = 2


class Colour(Enum):
    """Which suits a hand has, as far as that is paid (NJ-4.1, NJ-4.2)."""

    NONE = 0
    HALF = 1
    FULL = 2


class Shape(NamedTuple):
    """The shape that is paid; the quads among seven pairs; the suits of all tiles as bits ``m p s z``."""

    form: Form
    quads: int
    suits: int
    filled: Filled


_COLOURS: Final = {1: Colour.FULL, 2: Colour.FULL, 4: Colour.FULL, _WINDS: Colour.FULL, 9: Colour.HALF,
                   10: Colour.HALF, 12: Colour.HALF}  # fmt: skip
_TWO_SUITS: Final = frozenset({0b011, 0b101, 0b110})


def shape_of(concealed: Sequence[int], tile: int, melds: Sequence[Meld]) -> Shape | None:
    """Find the shape that is paid, or ``None`` if the hand does not win (NJ-1.5, NJ-2.4)."""
    if len(concealed) + 1 + _MOUTHS * len(melds) != _HAND:
        return None
    packed = [0, 0, 0, 0]
    counts: dict[int, int] = {}
    for kind in (*concealed, tile):
        counts[kind] = counts.get(kind, 0) + 1
        packed[SUIT_OF[kind]] += POW5[kind]
    suits = sum(1 << suit for suit in range(4) if packed[suit]) | _suits_of(melds)
    sizes = sorted(counts.values())
    if sizes[0] == 2 and sizes[1:] == [3] * (_SETS - len(melds)):
        return Shape(Form.TRIPLETS, 0, suits, Filled.OTHERWISE)
    if not melds and not any(size & 1 for size in sizes):
        return Shape(Form.PAIRS, sizes.count(COPIES), suits, Filled.OTHERWISE)
    if not is_standard_win(packed, _SETS - len(melds)):
        return None
    return Shape(Form.PLAIN, 0, suits, _filled(packed, counts, tile, _SETS - len(melds)))


def fourth_mouth_shape(melds: Sequence[Meld]) -> Shape | None:
    """Find the shape of a hand that its fourth mouth has ended, judged on the melds alone (NJ-6.4)."""
    if opened_mouth(melds) is None:
        return None
    return Shape(Form.TRIPLETS, 0, _suits_of(melds), Filled.OTHERWISE)


def opened_mouth(melds: Sequence[Meld]) -> int | None:
    """Find who fed the first three melds of a hand that a fourth, taken from anybody, has ended (NJ-6.4)."""
    if len(melds) < _SETS or melds[-1].source is None:
        return None
    first, *more = (meld.source for meld in melds[:_MOUTHS])
    return first if more == [first, first] else None


def mouths_from(melds: Sequence[Meld]) -> int | None:
    """Find the player from whom three or more melds were taken; kongs count (NJ-6.1, NJ-6.5).

    Four melds hold three from one player only, so there is at most one.
    """
    if len(melds) < _MOUTHS:
        return None
    sources = [meld.source for meld in melds]
    return next((seat for seat in sources if seat is not None and sources.count(seat) >= _MOUTHS), None)


def is_concealed(melds: Sequence[Meld]) -> bool:
    """Tell whether there is no pong and no added kong (NJ-3.1)."""
    return not any(meld.kind is MeldKind.PONG or meld.kind is MeldKind.ADDED_KONG for meld in melds)


def colour_of(suits: int) -> Colour:
    """Tell what the suits of all tiles are paid for; winds alone are one suit (NJ-4.1, NJ-4.2)."""
    return _COLOURS.get(suits, Colour.NONE)


def is_missing_a_suit(suits: int) -> bool:
    """Tell whether exactly two of the three suits are there (缺一门, NJ-2.2)."""
    return suits & ~_WINDS in _TWO_SUITS


def waits_on_one(own: SeatFacts) -> bool:
    """Tell whether a hand short of its last tile waits for a single kind, over both shapes (NJ-2.2a).

    A kind of which all four lie in one's own hand and melds is no wait (CO-7.1).
    """
    assert own.concealed is not None
    packed = [0, 0, 0, 0]
    for kind in own.concealed:
        packed[SUIT_OF[kind]] += POW5[kind]
    found = waits(packed, _SETS - len(own.melds), seven_pairs=not own.melds)
    if len(found) == 1:
        return True
    return sum(_held(own, kind) < COPIES for kind in found) == 1


def _held(own: SeatFacts, kind: int) -> int:
    assert own.concealed is not None
    return own.concealed.count(kind) + sum(len(meld.tiles) for meld in own.melds if meld.tile == kind)


def _suits_of(melds: Sequence[Meld]) -> int:
    suits = 0
    for meld in melds:
        suits |= 1 << SUIT_OF[meld.tile]
    return suits


def _filled(packed: Sequence[int], counts: dict[int, int], tile: int, sets: int) -> Filled:
    if not is_suited(tile):
        return Filled.OTHERWISE
    rank = RANK_OF[tile]
    if 1 < rank < 9 and _leaves(packed, counts, tile - 1, sets):
        return Filled.CLOSED
    if (rank == 3 and _leaves(packed, counts, tile - 2, sets)) or (
        rank == 7 and _leaves(packed, counts, tile, sets)
    ):
        return Filled.EDGE
    return Filled.OTHERWISE


def _leaves(packed: Sequence[int], counts: dict[int, int], low: int, sets: int) -> bool:
    """Tell whether the hand holds the sequence from ``low`` and wins with the rest."""
    if not (low in counts and low + 1 in counts and low + 2 in counts):
        return False
    rest = list(packed)
    rest[SUIT_OF[low]] -= POW5[low] + POW5[low + 1] + POW5[low + 2]
    return is_standard_win(rest, sets - 1)
