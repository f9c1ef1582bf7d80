"""What a hand is in Longjiang: the conditions of LJ-2.1, and what a waiting hand accepts, and how (LJ-2.2,
LJ-3.3, LJ-5.3, LJ-5.7).

A reading is a way to see a hand as sets and a pair; only readings that meet LJ-2.1 count. Nothing here knows
how a hand was won, or of treasure. What is found is kept for as long as hands come again: a declared hand
stands still, and is asked about at every draw and discard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.melds import Meld, MeldKind, meld_tiles
from engine.patterns import POW5, SUIT_OF, Reading, is_standard_win, readings, unpack, waits
from engine.patterns.packing import PackedHand, held, shifted
from engine.tiles import COPIES, TERMINALS, ZHONG

__all__ = ["LEAST", "SETS", "Held", "Wait", "Waiting", "hold", "waiting", "winning_reading"]

SETS: Final = 4
LEAST: Final = 4
"""Tiles that must be in hand to declare (LJ-3.1)."""

_ENDS: Final = TERMINALS | {ZHONG}
"""Kinds of which a winning hand needs one (LJ-2.1)."""
_SUITS: Final = 0b111
"""Bits of the three suits; 红中 is none (LJ-2.1)."""
_TWO_SUITS: Final = frozenset({0b011, 0b101, 0b110, 0b111})
_LAST: Final = 6
"""Place in its suit where the sequence 789 begins."""


class Held(NamedTuple):
    """What a player has without the tile he wins on."""

    packed: PackedHand
    melds: tuple[Meld, ...]
    ready: bool
    pushed: int | None = None


class Wait(NamedTuple):
    """A tile that is accepted, with a reading of the hand it completes; and with one in which it is used as
    边, as 卡, or in the pair, where there is such a reading (LJ-5.9)."""

    tile: int
    reading: Reading
    edge: Reading | None = None
    closed: Reading | None = None
    pair: Reading | None = None


class Waiting(NamedTuple):
    """What a hand waits for.

    ``triplets`` are the kinds of which three in hand stand as a triplet in a reading of the hand completed,
    without the tile that completes it; each with the wait and the reading (LJ-5.7).
    """

    waits: tuple[Wait, ...]
    triplets: Mapping[int, tuple[int, Reading]]

    def wait_of(self, tile: int) -> Wait | None:
        """Give the wait for a tile; ``None`` where it is not accepted."""
        return next((wait for wait in self.waits if wait.tile == tile), None)

    def single(self, wait: Wait) -> Reading | None:
        """Give the reading in which a wait is 吊: in the pair, and the only kind accepted (LJ-5.3)."""
        return wait.pair if len(self.waits) == 1 else None


_NOTHING: Final = Waiting((), MappingProxyType({}))


class _Laid(NamedTuple):
    """What melds contribute to the conditions of LJ-2.1."""

    triplet: bool
    sequence: bool
    end: bool
    suits: int


def hold(concealed: Sequence[int], melds: tuple[Meld, ...], ready: bool, pushed: int | None) -> Held:
    """Look at the tiles in a player's hand, the winning one not among them, and at his melds."""
    packed = [0, 0, 0, 0]
    for kind in concealed:
        packed[SUIT_OF[kind]] += POW5[kind]
    return Held((packed[0], packed[1], packed[2], packed[3]), melds, ready, pushed)


def winning_reading(packed: PackedHand, melds: tuple[Meld, ...]) -> Reading | None:
    """Find a reading of a whole hand that meets LJ-2.1, ``None`` if it does not win; seven pairs never do."""
    sets = SETS - len(melds)
    if not is_standard_win(packed, sets):
        return None
    counts = unpack(packed)
    return next(_lawful(readings(counts, sets), counts, _lay(melds)), None)


@lru_cache(maxsize=4096)
def waiting(packed: PackedHand, melds: tuple[Meld, ...], pushed: int | None = None) -> Waiting:
    """Find what a hand of 13 tiles, three a meld, waits for: the tiles that make a hand meeting LJ-2.1
    (LJ-2.2), of the pair pushed out alone if there is one (LJ-3.3).

    A hand of fewer than four tiles waits for nothing: it could never declare (LJ-3.1).
    """
    sets = SETS - len(melds)
    if 3 * sets + 1 < LEAST:
        return _NOTHING
    laid = _lay(melds)
    own = list(unpack(packed))
    for kind in meld_tiles(melds):
        own[kind] += 1
    found: list[Wait] = []
    triplets: dict[int, tuple[int, Reading]] = {}
    for tile in waits(packed, sets) if pushed is None else (pushed,):
        if own[tile] < COPIES:
            wait = _wait(packed, sets, tile, pushed, laid, triplets)
            if wait is not None:
                found.append(wait)
    return Waiting(tuple(found), MappingProxyType(triplets)) if found else _NOTHING


def _wait(
    packed: PackedHand, sets: int, tile: int, pushed: int | None, laid: _Laid,
    triplets: dict[int, tuple[int, Reading]],
) -> Wait | None:  # fmt: skip
    """Read the hand with the tile in every way that counts, and note the triplets in hand on the way."""
    counts = unpack(shifted(packed, tile, 1))
    found: Wait | None = None
    for reading in _lawful(_all_readings(packed, sets, tile, pushed), counts, laid):
        for kind in reading.triplets:
            # The tile's own kind is a triplet in hand only where three are there without it.
            if kind not in triplets and kind != pushed and held(packed, kind) == 3:
                triplets[kind] = (tile, reading)
        found = found or Wait(tile, reading)
        if pushed is None:
            found = _with_uses(found, reading)
    return found


def _all_readings(packed: PackedHand, sets: int, tile: int, pushed: int | None) -> Iterator[Reading]:
    """List the readings of the hand with the tile; with a pair pushed out those in which the tile makes it a
    triplet, the rest being whole without it (LJ-3.3)."""
    if pushed is None:
        yield from readings(unpack(shifted(packed, tile, 1)), sets)
        return
    rest = shifted(packed, pushed, -2)
    if is_standard_win(rest, sets - 1):
        for own in readings(unpack(rest), sets - 1):
            yield own._replace(triplets=tuple(sorted((*own.triplets, pushed))))


def _with_uses(wait: Wait, reading: Reading) -> Wait:
    """Note how the reading uses the tile."""
    tile = wait.tile
    if reading.pair == tile and wait.pair is None:
        wait = wait._replace(pair=reading)
    for low in reading.sequences:
        if low == tile - 1 and wait.closed is None:
            wait = wait._replace(closed=reading)
        if wait.edge is None and (
            (low == tile - 2 and low % 9 == 0) or (low == tile and low % 9 == _LAST)
        ):  # fmt: skip
            wait = wait._replace(edge=reading)
    return wait


def _lay(melds: tuple[Meld, ...]) -> _Laid:
    chows = sum(meld.kind is MeldKind.CHOW for meld in melds)
    suits = 0
    for meld in melds:
        suits |= 1 << SUIT_OF[meld.tile]
    end = not _ENDS.isdisjoint(meld_tiles(melds))
    return _Laid(chows < len(melds), chows > 0, end, suits & _SUITS)


def _lawful(found: Iterator[Reading], counts: Sequence[int], laid: _Laid) -> Iterator[Reading]:
    """Keep the readings that meet LJ-2.1: a 1, a 9 or 红中; two suits; a sequence; a triplet, a kong or a
    pair of 红中."""
    if not laid.end and not any(counts[kind] for kind in _ENDS):
        return
    suits = laid.suits
    for suit in range(3):
        suits |= any(counts[9 * suit : 9 * suit + 9]) << suit
    if suits not in _TWO_SUITS:
        return
    for reading in found:
        if (laid.sequence or reading.sequences) and (
            laid.triplet or reading.triplets or reading.pair == ZHONG
        ):  # fmt: skip
            yield reading
