"""What a hand waits for, what brings it nearer, what to throw."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.patterns.packing import COPIES, KINDS, Packed, held, with_tile, without_tile
from engine.patterns.seven_pairs import distance_seven_pairs
from engine.patterns.standard import distance


class DiscardChoice(NamedTuple):
    """One discard of a 14-tile hand and what it leaves."""

    kind: int
    distance: int
    accepted: tuple[int, ...]
    live: int


def _distance(packed: Packed, sets_needed: int, wilds: int, seven_pairs: bool) -> int:
    nearest = distance(packed, sets_needed, wilds)
    if seven_pairs and sets_needed == 4:
        return min(nearest, distance_seven_pairs(packed, wilds))
    return nearest


def waits(packed: Packed, sets_needed: int, wilds: int = 0, seven_pairs: bool = False) -> tuple[int, ...]:
    """Return the kinds that complete a hand one tile short, by shape; none that it holds four of."""
    return tuple(
        kind
        for kind in range(KINDS)
        if held(packed, kind) < COPIES
        and _distance(with_tile(packed, kind), sets_needed, wilds, seven_pairs) == 0
    )


def without_fifth_copies(kinds: Iterable[int], own: Sequence[int]) -> tuple[int, ...]:
    """Leave out the kinds of which all four lie in one's own hand and melds (`own` counts both): CO-7.1."""
    return tuple(kind for kind in kinds if own[kind] < COPIES)


def acceptance(
    packed: Packed, sets_needed: int, wilds: int = 0, seven_pairs: bool = False
) -> tuple[int, ...]:
    """Return the kinds that bring a hand of 13 tiles nearer to a win."""
    now = _distance(packed, sets_needed, wilds, seven_pairs)
    return tuple(
        kind
        for kind in range(KINDS)
        if held(packed, kind) < COPIES
        and _distance(with_tile(packed, kind), sets_needed, wilds, seven_pairs) < now
    )


def discards_to_ready(
    packed: Packed, sets_needed: int, wilds: int = 0, seven_pairs: bool = False
) -> dict[int, tuple[int, ...]]:
    """Return, of a hand of 14 tiles, each discard that leaves it waiting, with the waits it leaves."""
    ready: dict[int, tuple[int, ...]] = {}
    for kind in range(KINDS):
        if held(packed, kind):
            found = waits(without_tile(packed, kind), sets_needed, wilds, seven_pairs)
            if found:
                ready[kind] = found
    return ready


def best_discards(
    packed: Packed, sets_needed: int, unseen: Sequence[int], wilds: int = 0, seven_pairs: bool = False
) -> list[DiscardChoice]:
    """Return the discards of a hand of 14 tiles, best first: nearest to a win, then most tiles not seen."""
    choices: list[DiscardChoice] = []
    for kind in range(KINDS):
        if held(packed, kind):
            left = without_tile(packed, kind)
            accepted = acceptance(left, sets_needed, wilds, seven_pairs)
            live = sum(unseen[one] for one in accepted)
            choices.append(
                DiscardChoice(kind, _distance(left, sets_needed, wilds, seven_pairs), accepted, live)
            )
    return sorted(choices, key=lambda choice: (choice.distance + (choice.live == 0), -choice.live))
