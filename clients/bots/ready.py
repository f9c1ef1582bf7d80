"""Which declaration pays best: what the hand then waits for, how many of each are left, what each brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clients.bots.sight import Sight
from clients.bots.traits import Aim, Group, Ready
from engine.patterns import SUIT_OF, Reading, pack, readings, waits, without_fifth_copies

__all__ = ["declared_worth"]

_THROWN: Final = 2.5
"""How many tiles the others throw between two draws that are not kept back."""
_BY_DISCARD: Final = 4
"""What the three pay together when one of them throws it, he double (LJ-6.3)."""
_DRAWN: Final = 3
_LAST_LOW: Final = 6
"""Rank of the lowest of 789."""


class _Wait(NamedTuple):
    tile: int
    narrow: bool


def declared_worth(sight: Sight, thrown: int, pushed: int | None, rules: Ready) -> float:
    """Give what it is worth to declare by throwing a tile of this kind, and with a pair pushed out."""
    counts = sight.counts[:]
    counts[thrown] -= 1
    found = _waits(sight, counts, pushed)
    if not found:
        return 0.0
    unseen, treasure = sight.unseen, sight.treasure
    times = {wait.tile: rules.narrow if wait.narrow or pushed is not None else 1 for wait in found}
    worth = 0.0
    for tile, narrow in times.items():
        by_discard = 0 if tile in treasure else _THROWN * _BY_DISCARD * narrow
        worth += unseen[tile] * (_DRAWN * rules.drawn * narrow + by_discard)
        if tile in treasure and narrow > 1 and pushed is None:
            worth += unseen[tile] * _DRAWN * rules.itself
    left = sum([unseen[kind] for kind in treasure]) if sight.treasure_known else rules.unknown
    worth += left * _DRAWN * rules.wild * max(times.values())
    for kind in _triplets(sight, counts):
        worth += unseen[kind] * _DRAWN * (rules.itself if times.get(kind, 1) > 1 else rules.fourth)
    return worth


def _triplets(sight: Sight, counts: Sequence[int]) -> list[int]:
    """List the triplets whose fourth would win: in hand, or ponged."""
    ponged = [low for meld, low in sight.melded if meld == "pong"]
    return [*ponged, *(kind for kind, count in enumerate(counts) if count == 3)]


def _waits(sight: Sight, counts: list[int], pushed: int | None) -> list[_Wait]:
    """Find the tiles that win, each with whether some reading has it as a narrow wait."""
    own = counts[:]
    for meld, low in sight.melded:
        own[low] += 3 if meld == "pong" else 4 if meld != "chow" else 1
        if meld == "chow":
            own[low + 1] += 1
            own[low + 2] += 1
    found = []
    for tile in without_fifth_copies(waits(pack(counts), sight.sets_needed), own):
        if pushed is not None and tile != pushed:
            continue
        counts[tile] += 1
        lawful = [
            reading for reading in readings(counts, sight.sets_needed)
            if (pushed is None or pushed in reading.triplets)
            and any(_fits(aim, reading, sight, counts) for aim in sight.traits.aims)
        ]  # fmt: skip
        counts[tile] -= 1
        if lawful:
            found.append((tile, lawful))
    alone = len(found) == 1
    return [
        _Wait(tile, any(_is_narrow(tile, reading, alone) for reading in lawful)) for tile, lawful in found
    ]


def _is_narrow(tile: int, reading: Reading, alone: bool) -> bool:
    """Tell whether the tile comes into the middle of a sequence, to its edge, or makes the pair, being all
    that is waited for."""
    if alone and reading.pair == tile:
        return True
    return any(
        low == tile - 1 or (low == tile - 2 and low % 9 == 0) or (low == tile and low % 9 == _LAST_LOW)
        for low in reading.sequences
    )


def _fits(aim: Aim, reading: Reading, sight: Sight, counts: Sequence[int]) -> bool:
    """Tell whether a reading of the hand is what the aim asks for."""
    if aim.mixed:
        chows = [low for meld, low in sight.melded if meld == "chow"]
        suits = {SUIT_OF[kind] for kind, count in enumerate(counts) if count}
        suits |= {SUIT_OF[low] for _, low in sight.melded}
        if not (chows or reading.sequences) or len(suits - {3}) < 2:
            return False
    return all(
        any(all(_has(group, reading, sight) for group in choice.groups) for choice in need.choices)
        for need in aim.needs
    )


def _has(group: Group, reading: Reading, sight: Sight) -> bool:
    lowest, number = group.parts[0]
    if group.is_pair:
        return reading.pair == lowest
    if group.is_melded(sight.melded):
        return True
    return lowest in (reading.sequences if number == 1 else reading.triplets)
