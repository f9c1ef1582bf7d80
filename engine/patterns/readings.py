"""Every way to read a hand as sets and a pair: for scoring, for explaining wilds, for the tests."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.patterns.packing import COPIES, KINDS, MAX_SETS, MAX_WILDS


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
    """Yield every reading of a hand without wilds.

    Raises: ValueError for a number of tiles, copies or sets that cannot be.
    """
    for reading, _ in readings_with_wilds(counts, sets_needed, 0):
        yield reading


def readings_with_wilds(counts: Sequence[int], sets_needed: int, wilds: int) -> Iterator[WildReading]:
    """Yield every reading of a hand with wilds, each once; sets made of wilds alone are every set there is.

    Raises: ValueError for a number of tiles, copies, sets or wilds that cannot be.
    """
    hand = list(counts[:KINDS])
    if not 0 <= wilds <= MAX_WILDS:
        raise ValueError(f"{wilds} wild tiles: there are 0 to {MAX_WILDS}")
    if not 0 <= sets_needed <= MAX_SETS:
        raise ValueError(f"{sets_needed} sets needed: a hand has 0 to {MAX_SETS}")
    if len(hand) < KINDS or not all(0 <= count <= COPIES for count in hand):
        raise ValueError("counts must be 34 numbers from 0 to 4")
    if sum(hand) + wilds != 3 * sets_needed + 2:
        raise ValueError(f"{sum(hand) + wilds} tiles are not {sets_needed} sets and a pair")
    yield from _walk(hand, 0, sets_needed, wilds, 0, 0, Reading(-1, (), ()), ())


def _walk(
    hand: list[int],
    kind: int,
    sets: int,
    wilds: int,
    third: int,
    second: int,
    so_far: Reading,
    stands_for: tuple[int, ...],
) -> Iterator[WildReading]:
    if kind == KINDS:
        if sets == 0 and so_far.pair >= 0:
            yield WildReading(so_far, stands_for)
        return
    may_open = kind < 27 and kind % 9 < 7
    for opened in range(sets + 1 if may_open else 1):
        for triplets in range(sets - opened + 1):
            for pairs in range(2 if so_far.pair < 0 else 1):
                used = third + second + opened + 3 * triplets + 2 * pairs
                lent = used - hand[kind]
                if 0 <= lent <= wilds:
                    reading = Reading(
                        kind if pairs else so_far.pair,
                        so_far.triplets + (kind,) * triplets,
                        so_far.sequences + (kind,) * opened,
                    )
                    yield from _walk(
                        hand,
                        kind + 1,
                        sets - opened - triplets,
                        wilds - lent,
                        second,
                        opened,
                        reading,
                        stands_for + (kind,) * lent,
                    )
