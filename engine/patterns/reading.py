"""Every way to read a hand as sets and a pair: for scoring, for explaining wilds, for the tests.

Works on counts alone and knows nothing of the tables, so that each can be checked against the other.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from engine.patterns.generate import Shape
from engine.patterns.packing import HAND_KINDS, MAX_SETS, MAX_WILDS, pack

_SUITS: Final = ((0, 9), (9, 18), (18, 27), (27, 34))
NO_PAIR: Final = -1


class Reading(NamedTuple):
    """One way to read a hand; kinds in rising order, a sequence is named by its lowest kind."""

    pair: int
    triplets: tuple[int, ...]
    sequences: tuple[int, ...]


class WildReading(NamedTuple):
    """One way to read a hand with wilds, and the kinds the wilds stand for, in rising order."""

    reading: Reading
    stands_for: tuple[int, ...]


def readings(counts: Sequence[int], sets_needed: int) -> Iterator[Reading]:
    """Yield every reading of a hand without wilds, each once.

    Raises: ValueError for a number of tiles, copies or sets that cannot be.
    """
    _check(counts, sets_needed, 0)
    suits = [_suit_readings(first, tuple(counts[first:end])) for first, end in _SUITS]
    for parts in product(*suits):
        pairs = [part.pair for part in parts if part.pair != NO_PAIR]
        if len(pairs) == 1:
            m, p, s, z = parts
            yield Reading(
                pairs[0],
                m.triplets + p.triplets + s.triplets + z.triplets,
                m.sequences + p.sequences + s.sequences,
            )


@lru_cache(maxsize=4096)
def _suit_readings(first: int, counts: tuple[int, ...]) -> tuple[Reading, ...]:
    return tuple(_split(first, first, list(counts), Reading(NO_PAIR, (), ())))


def _split(first: int, kind: int, counts: list[int], so_far: Reading) -> Iterator[Reading]:
    """Yield the ways to use up one suit's tiles from `kind` on, all below being used up."""
    place = kind - first
    if place == len(counts):
        yield so_far
        return
    count = counts[place]
    may_open = kind < 27 and place < 7
    for triplets in range(count // 3 + 1):
        for pairs in range(2 if so_far.pair == NO_PAIR and count - 3 * triplets >= 2 else 1):
            opened = count - 3 * triplets - 2 * pairs
            if opened and not (may_open and min(counts[place + 1], counts[place + 2]) >= opened):
                continue
            left = counts.copy()
            if opened:
                left[place + 1] -= opened
                left[place + 2] -= opened
            yield from _split(first, kind + 1, left, _extended(so_far, kind, pairs, triplets, opened))


def _extended(so_far: Reading, kind: int, pairs: int, triplets: int, opened: int) -> Reading:
    return Reading(
        kind if pairs else so_far.pair,
        so_far.triplets + (kind,) * triplets,
        so_far.sequences + (kind,) * opened,
    )


def readings_with_wilds(
    counts: Sequence[int], sets_needed: int, wilds: int, shape: Shape = "any"
) -> Iterator[WildReading]:
    """Yield every reading of a hand with wilds, each once; sets made of wilds alone are every set there is.

    With many wilds there are tens of thousands: take the first ones, or few wilds. The sets can be held to
    one shape; `strict` leaves out the readings in which a kind occurs a fifth time.

    Raises: ValueError for a number of tiles, copies, sets or wilds that cannot be.
    """
    _check(counts, sets_needed, wilds)
    walk = _Walk(tuple(counts[:HAND_KINDS]), shape)
    yield from walk.readings(0, sets_needed, wilds, 0, 0, WildReading(Reading(NO_PAIR, (), ()), ()))


class _Walk(NamedTuple):
    """A walk over the kinds from 1m to 7z that tries at each what may begin there."""

    counts: tuple[int, ...]
    shape: Shape

    def readings(
        self, kind: int, sets: int, wilds: int, last: int, middle: int, so_far: WildReading
    ) -> Iterator[WildReading]:
        """Yield the readings of the tiles from `kind` on; so many sequences want their last tile here, so
        many their middle one, and `sets` may still begin."""
        if kind == HAND_KINDS:
            if sets == 0 and so_far.reading.pair != NO_PAIR:
                yield so_far
            return
        for pairs, triplets, opened in self._choices(kind, sets, so_far.reading.pair == NO_PAIR):
            used = last + middle + opened + 3 * triplets + 2 * pairs
            lent = used - self.counts[kind]
            if 0 <= lent <= wilds and (used <= 4 or self.shape != "strict"):
                reading = _extended(so_far.reading, kind, pairs, triplets, opened)
                more = WildReading(reading, so_far.stands_for + (kind,) * lent)
                left = sets - opened - triplets
                yield from self.readings(kind + 1, left, wilds - lent, middle, opened, more)

    def _choices(self, kind: int, sets: int, pair_open: bool) -> Iterator[tuple[int, int, int]]:
        may_open = self.shape != "triplets" and kind < 27 and kind % 9 < 7
        for pairs in range(2 if pair_open else 1):
            for triplets in range(sets + 1 if self.shape != "sequences" else 1):
                for opened in range(sets - triplets + 1 if may_open else 1):
                    yield pairs, triplets, opened


def _check(counts: Sequence[int], sets_needed: int, wilds: int) -> None:
    if not 0 <= wilds <= MAX_WILDS:
        raise ValueError(f"{wilds} wild tiles: a hand holds 0 to {MAX_WILDS}")
    if not 0 <= sets_needed <= MAX_SETS:
        raise ValueError(f"{sets_needed} sets needed: a hand needs 0 to {MAX_SETS}")
    pack(counts)  # refuses what no hand can hold
    tiles = sum(counts[:HAND_KINDS]) + wilds
    if tiles != 3 * sets_needed + 2:
        raise ValueError(f"{tiles} tiles are not {sets_needed} sets and a pair")
