"""What a hand with wilds is worth by trying every reading there is; and hands to try it on.

Written from the rules document alone (ZJ-4), in another way than the engine scores.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.melds import Meld, MeldKind
from engine.patterns import readings_with_wilds

EAST, WHITE, GREEN, RED = 27, 31, 32, 33
WILDS = (25, 26)
"""The wild kinds of the hands made here, 8s and 9s."""

Group = tuple[int, ...]


class Dealt(NamedTuple):
    """A winner's tiles in hand, the winning one among them, and his melds."""

    tiles: tuple[int, ...]
    melds: tuple[Meld, ...]

    @property
    def wilds(self) -> int:
        """How many of the tiles are wild."""
        return sum(kind in WILDS for kind in self.tiles)

    @property
    def counts(self) -> list[int]:
        """The tiles that are not wild, by kind."""
        counts = Counter(kind for kind in self.tiles if kind not in WILDS)
        return [counts[kind] for kind in range(34)]


def own_tai(sets: Sequence[Group], pair: Group) -> tuple[int, bool]:
    """Return the 台 of ZJ-4.1 to ZJ-4.4 of one reading, melds included, and whether it is honours only."""
    triplets = {group[0] for group in sets if group[0] == group[1]}
    tai = 2 * (EAST in triplets) + len(triplets & {WHITE, GREEN, RED})
    if all(group[0] != group[1] for group in sets) or all(group[0] == group[1] for group in sets):
        tai += 1
    suits = {min(kind // 9, 3) for group in (*sets, pair) for kind in group}
    if len(suits) == 1:
        tai += 0 if suits == {3} else 3
    elif len(suits) == 2 and 3 in suits:
        tai += 1
    return tai, suits == {3}


def counts_as(real: int, honours: bool, special: bool) -> int:
    """Return what a hand counts (ZJ-4.7 to ZJ-4.9)."""
    return max(8, real) if honours or (special and real >= 3) else real


def every_reading(dealt: Dealt) -> Iterator[tuple[list[Group], Group]]:
    """Yield sets, melds included, and pair of every reading."""
    laid = [tuple(meld.tiles[:3]) for meld in dealt.melds]
    for reading, _ in readings_with_wilds(dealt.counts, 4 - len(dealt.melds), dealt.wilds):
        made = [(kind,) * 3 for kind in reading.triplets]
        made += [(kind, kind + 1, kind + 2) for kind in reading.sequences]
        yield [*laid, *made], (reading.pair, reading.pair)


def most(dealt: Dealt, beside: int, special: bool) -> int | None:
    """Return the most that a hand counts over all its readings, ``None`` if there is none."""
    found = {own_tai(sets, pair) for sets, pair in every_reading(dealt)}
    return max((counts_as(tai + beside, honours, special) for tai, honours in found), default=None)


PALETTES: dict[str, list[int]] = {
    "all": [*range(34)],
    "one suit": [*range(9)],
    "one suit and honours": [*range(9, 18), *range(27, 34)],
    "honours": [*range(27, 34)],
    "scoring honours": [27, 28, 31, 32, 33],
    "scoring honours and a suit": [0, 1, 2, 8, 27, 31, 32, 33],
    "two suits": [*range(9), *range(9, 18), 27, 33],
}
MOST_WILDS = {4: 3, 3: 4, 2: 6, 1: 5, 0: 2}
"""By sets still to be made, as many wilds as can be tried out in the time of a test."""


def made_hand(chance: random.Random, wilds: int | None = None, sets: int | None = None) -> Dealt:
    """Make a winning hand out of one palette, some tiles of it turned into wilds, some sets into melds."""
    palette = [kind for kind in PALETTES[chance.choice([*PALETTES])] if kind not in WILDS]
    left = Counter(dict.fromkeys(palette, 4))
    laid = 4 - sets if sets is not None else chance.choice([0, 0, 0, 1, 1, 2, 3, 4])
    groups = [_three(chance, left) for _ in range(4)]
    melds = tuple(_meld(chance, group, left) for group in groups[:laid])
    tiles = [kind for group in groups[laid:] for kind in group]
    pairs = [kind for kind in palette if left[kind] >= 2]
    if not pairs:
        return made_hand(chance, wilds, sets)
    tiles += [chance.choice(pairs)] * 2
    number = wilds if wilds is not None else chance.randint(0, MOST_WILDS[4 - laid])
    for place in chance.sample(range(len(tiles)), number):
        tiles[place] = WILDS[0]
    return Dealt(tuple(tiles), melds)


def broken(chance: random.Random, dealt: Dealt) -> Dealt:
    """Exchange a natural tile for another, which may or may not leave the hand complete."""
    places = [place for place, kind in enumerate(dealt.tiles) if kind not in WILDS]
    tiles = list(dealt.tiles)
    if places:
        spare = [kind for kind in range(34) if kind not in WILDS and tiles.count(kind) < 4]
        tiles[chance.choice(places)] = chance.choice(spare)
    return Dealt(tuple(tiles), dealt.melds)


def _three(chance: random.Random, left: Counter[int]) -> Group:
    runs = [
        kind
        for kind in left
        if kind < 27 and kind % 9 < 7 and all(left[kind + step] for step in range(3))
    ]
    alike = [kind for kind in left if left[kind] >= 3]
    assert runs or alike
    if runs and (not alike or chance.random() < 0.5):
        first = chance.choice(runs)
        group: Group = (first, first + 1, first + 2)
    else:
        group = (chance.choice(alike),) * 3
    left.subtract(group)
    return group


def _meld(chance: random.Random, group: Group, left: Counter[int]) -> Meld:
    if group[0] != group[1]:
        return Meld(MeldKind.CHOW, group[0], 0)
    if left[group[0]] and chance.random() < 0.5:
        left[group[0]] -= 1
        return Meld(chance.choice([MeldKind.OPEN_KONG, MeldKind.ADDED_KONG]), group[0], 0)
    return Meld(MeldKind.PONG, group[0], 0)
