"""The reading of a hand with 财神 that scores most (ZJ-4), without listing readings.

Three things in a reading count: which scoring honours are triplets (ZJ-4.1), whether all sets are of one
shape (ZJ-4.2), and its colour (ZJ-4.3, ZJ-4.4, ZJ-4.8). So the honours' triplets are taken out, dearest
choice first, and the tables of ``engine.patterns`` say whether the rest can be completed, in one shape or at
all. That costs about the same with no wild and with eight. The colour follows from the natural tiles, melds
included:

* two suits or three: none;
* one suit and honours: 混一色, whatever the wilds stand for;
* one suit alone: 清一色 where no honours are made of wilds, else 混一色;
* honours alone: 全字牌, or 混一色 where a set or the pair is all wilds, standing for a suit.

The tests hold it against every reading there is.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from engine.patterns import POW5, can_complete, is_standard_win
from engine.rulesets.zhuji import items
from engine.rulesets.zhuji.hand import HONOUR_BIT, SCORING, Held
from engine.tiles import BAI

__all__ = ["Best", "Colour", "Shape", "best_reading", "counted"]


class Shape(Enum):
    """What the sets of a reading are, melds included (ZJ-4.2)."""

    MIXED = "any"
    SEQUENCES = "sequences"
    TRIPLETS = "triplets"


class Colour(Enum):
    """What suits a reading has."""

    FREE = "free"
    HALF = "half"
    ONE_SUIT = "one suit"
    HONOURS = "honours"


class Best(NamedTuple):
    """A reading as far as it counts: ``tai`` of honours, shape and colour; ``made`` are the kinds of scoring
    honours that are triplets in hand."""

    tai: int
    made: tuple[int, ...]
    shape: Shape
    colour: Colour


class _Take(NamedTuple):
    """A choice of scoring honours to be triplets in hand, and what it takes out of the hand."""

    value: int
    wilds: int
    sets: int
    packed: int
    kinds: tuple[int, ...]


_SHAPED: Final = max(items.ALL_SEQUENCES.value, items.ALL_TRIPLETS.value)
_SUITS: Final = 0b0111
_ONE_SUIT: Final = frozenset({0b0001, 0b0010, 0b0100})


def best_reading(held: Held, real: int, special: bool) -> Best | None:
    """Find the reading that scores most, ``None`` if the hand is not complete.

    ``real`` is the 台 that count whatever the reading; ``special``: the hand counts as one of ZJ-4.7 if its
    own 台 suffice. A reading is chosen by what the hand then counts (``counted``), honours alone before
    others that count the same, since they need no minimum.
    """
    suits = held.suits & _SUITS
    if not held.suits & HONOUR_BIT and suits in _ONE_SUIT:
        return _one_suit(held)
    if not suits:
        return _honours(held, real, special)
    best = _most(held, _takes_of(held), Colour.FREE)
    if best is not None and suits in _ONE_SUIT:
        return best._replace(tai=best.tai + items.HALF_SUIT.value, colour=Colour.HALF)
    return best


def counted(tai: int, honours: bool, special: bool) -> int:
    """Tell how many 台 a hand counts, from all its own (ZJ-4.7, ZJ-4.8, ZJ-4.9)."""
    return max(items.EIGHT, tai) if honours or (special and tai >= items.REAL_MINIMUM) else tai


def _one_suit(held: Held) -> Best | None:
    """Read a hand of one suit: 清一色, or 混一色 where whole triplets of honours are made of wilds."""
    takes = _takes_of(held)
    pure = _most(held, takes[-1:], Colour.ONE_SUIT)
    if pure is None:
        return None
    pure = pure._replace(tai=pure.tai + items.ONE_SUIT.value)
    half = _most(held, takes[:-1], Colour.HALF)
    if half is None or half.tai + items.HALF_SUIT.value <= pure.tai:
        return pure
    return half._replace(tai=half.tai + items.HALF_SUIT.value)


def _honours(held: Held, real: int, special: bool) -> Best | None:
    """Read a hand of honours and wilds: 全字牌, or 混一色 where wilds alone make a set or the pair.

    That is so just when it can be completed with a suit's tile in place of a wild.
    """
    pure = _most(held, _takes_of(held), Colour.HONOURS)
    if pure is None or held.wilds < 2:
        return pure
    m, p, s, z = held.natural
    suited = held._replace(natural=(m + 1, p, s, z), wilds=held.wilds - 1)
    half = _most(suited, _takes_of(suited), Colour.HALF)
    if half is None:
        return pure
    half = half._replace(tai=half.tai + items.HALF_SUIT.value)
    if counted(real + half.tai, False, special) > counted(real + pure.tai, True, special):
        return half
    return pure


def _most(held: Held, takes: Iterable[_Take], colour: Colour) -> Best | None:
    """Find what honours and shape are worth most together; ``takes`` are in falling order of their value."""
    m, p, s, z = held.natural
    best: Best | None = None
    for take in takes:
        if best is not None and take.value + _SHAPED <= best.tai:
            break
        # Never more sets than there are to be made: a take's three tiles each are all in hand.
        sets, wilds = held.sets - take.sets, held.wilds - take.wilds
        rest = (m, p, s, z - take.packed)
        if not held.chows and can_complete(rest, sets, wilds, "triplets"):
            tai, shape = take.value + items.ALL_TRIPLETS.value, Shape.TRIPLETS
        elif not take.sets and not held.triplets and can_complete(rest, sets, wilds, "sequences"):
            tai, shape = items.ALL_SEQUENCES.value, Shape.SEQUENCES
        elif is_standard_win(rest, sets, wilds):
            tai, shape = take.value, Shape.MIXED
        else:
            continue
        if best is None or tai > best.tai:
            best = Best(tai, take.kinds, shape, colour)
    return best


def _takes_of(held: Held) -> tuple[_Take, ...]:
    z = held.natural[3]
    return _takes(z % 5, z // POW5[BAI], held.wilds, held.melded)


@lru_cache(maxsize=1 << 14)
def _takes(east: int, dragons: int, wilds: int, melded: int) -> tuple[_Take, ...]:
    """List every choice of scoring honours that so many wilds can make triplets of, dearest first, none last;
    each kind counts once (ZJ-4.1)."""
    held = (east, dragons % 5, dragons // 5 % 5, dragons // 25)
    takes: list[_Take] = []
    for chosen in range(1 << len(SCORING)):
        value = lent = packed = 0
        kinds: list[int] = []
        for place, (kind, row) in enumerate(SCORING):
            if chosen >> place & 1:
                own = min(3, held[place])
                kinds.append(kind)
                value += row.value
                lent += 3 - own
                packed += own * POW5[kind]
        if lent <= wilds and not chosen & melded:
            takes.append(_Take(value, lent, len(kinds), packed, tuple(kinds)))
    return tuple(sorted(takes, key=lambda take: (-take.value, take.wilds)))
