"""How far a hand is from an aim: tiles outside its suits left out, what must be in it taken off first.

By the tables of ``engine.patterns``: two suits are joined into one class, two such give the tiles lacking.
Where one suit alone changes, by a discard or a draw, the three others are joined once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from clients.bots.traits import Aim
from engine.patterns import HAND_KINDS, POW5, SUIT_OF
from engine.patterns import Shape as TableShape
from engine.patterns.tables import ALL, flat

__all__ = ["Aimed", "Counts", "Packed", "Parts", "is_late"]

Counts: TypeAlias = Sequence[int]
Packed: TypeAlias = Sequence[int]
Parts: TypeAlias = tuple[tuple[int, int], ...]
"""Kinds, and how many of each."""

_SHAPES: Final[tuple[TableShape, ...]] = ("any", "strict", "triplets", "sequences")
_SUITS: Final = {shape: flat(ALL[shape].suits, POW5[8]) for shape in _SHAPES}
_HONOURS: Final = {shape: flat(ALL[shape].honours, POW5[33]) for shape in _SHAPES}
_PLACES: Final = tuple(
    [tuple([(kind, POW5[kind]) for kind in range(HAND_KINDS) if SUIT_OF[kind] == suit]) for suit in range(4)]
)
_FIRST_HONOUR: Final = 27
_TRIPLET: Final = 3
_PAIR: Final = 2 * POW5[_FIRST_HONOUR]
"""What stands in for a pair that is taken off: two of a kind that is in no hand with such a need."""
_PAIRS: Final = 7


def is_late(kind: int, number: int) -> bool:
    """Tell whether a part is a triplet of honours: it comes beside the rest of the hand, mostly by a pong."""
    return kind >= _FIRST_HONOUR and number == _TRIPLET


class Aimed:
    """Measures hands against an aim. ``parts`` must be in them, ``sets`` are left beside those, and the pair
    if it is not among them; ``wilds`` are in the hand."""

    __slots__ = ("_final", "_honours", "_joins", "_pair", "_parts", "_suits", "_wilds", "aim")

    def __init__(self, aim: Aim, parts: Parts, sets: int, has_pair: bool, wilds: int) -> None:
        self.aim = aim
        self._parts = parts
        self._pair = _PAIR if has_pair else 0
        self._wilds = wilds
        if aim.shape != "pairs":
            shape: TableShape = "strict" if aim.shape == "any" and not wilds else aim.shape
            self._suits, self._honours = _SUITS[shape], _HONOURS[shape]
            self._joins, self._final = ALL[shape].joins, ALL[shape].final[sets]

    def lacking(self, counts: Counts, packed: Packed) -> tuple[int, int]:
        """Return the tiles that the hand lacks, and those that the triplets of honours in its needs lack."""
        if self.aim.shape == "pairs":
            return max(0, _lacking_pairs(counts, self.aim.suits) - self._wilds), 0
        missing, late, (m, p, s, z) = self._rest(counts, packed)
        joins, of = self._joins, self._suits
        return self._less_wilds(
            missing + self._final[joins[of[m]][of[p]]][joins[of[s]][self._honours[z]]], late
        )

    def lacking_without(
        self, kinds: Sequence[int], counts: list[int], packed: Packed
    ) -> list[tuple[int, int]]:
        """Return the same for the hand without one tile of each of these kinds."""
        keep = self.aim.suits
        now = self.lacking(counts, packed)
        if self.aim.shape == "pairs":
            return [self._without(kind, counts, packed) if keep[SUIT_OF[kind]] else now for kind in kinds]
        missing, late, rest = self._rest(counts, packed)
        rows = self._rows(rest)
        own = {kind for kind, _ in self._parts}
        found = []
        for kind in kinds:
            suit = SUIT_OF[kind]
            if not keep[suit]:
                found.append(now)
            elif kind in own:
                found.append(self._without(kind, counts, packed))
            else:
                table, row = rows[suit]
                found.append(self._less_wilds(missing + row[table[rest[suit] - POW5[kind]]], late))
        return found

    def live(self, counts: Counts, packed: Packed, unseen: Counts) -> int:
        """Count the unseen tiles with which the hand lacks one less; those of honours' triplets are not in
        it."""
        keep = self.aim.suits
        if self.aim.shape == "pairs":
            return sum([
                left for kind, left in enumerate(unseen) if left and keep[SUIT_OF[kind]] and counts[kind] & 1
            ])  # fmt: skip
        missing, late, rest = self._rest(counts, packed)
        found = 0
        if missing or late:
            unseen = list(unseen)
            for kind, number in self._parts:
                if counts[kind] < number:
                    found += 0 if is_late(kind, number) else unseen[kind]
                    unseen[kind] = 0
        rows = self._rows(rest)
        table, row = rows[0]
        below = row[table[rest[0]]]
        for suit, (table, row) in enumerate(rows):
            if keep[suit]:
                held = rest[suit]
                found += sum([unseen[kind] for kind, one in _PLACES[suit] if row[table[held + one]] < below])
        return found

    def _without(self, kind: int, counts: list[int], packed: Packed) -> tuple[int, int]:
        left = list(packed)
        left[SUIT_OF[kind]] -= POW5[kind]
        counts[kind] -= 1
        found = self.lacking(counts, left)
        counts[kind] += 1
        return found

    def _rest(self, counts: Counts, packed: Packed) -> tuple[int, int, list[int]]:
        """Leave out what lies outside, take off the parts that are there; count those missing, and those of
        honours by themselves."""
        m, p, s, z = packed
        in_m, in_p, in_s, in_z = self.aim.suits
        rest = [m if in_m else 0, p if in_p else 0, s if in_s else 0, z + self._pair if in_z else 0]
        missing = late = 0
        for kind, number in self._parts:
            have = counts[kind]
            if have < number:
                if kind >= _FIRST_HONOUR and number == _TRIPLET:
                    late += number - have
                else:
                    missing += number - have
                number = have
            rest[SUIT_OF[kind]] -= number * POW5[kind]
        return missing, late, rest

    def _less_wilds(self, lacking: int, late: int) -> tuple[int, int]:
        """Let wild tiles fill up, triplets of honours first."""
        wilds = self._wilds
        if wilds:
            filled = min(wilds, late)
            late -= filled
            lacking -= wilds - filled
        return (lacking if lacking > 0 else 0), late

    def _rows(self, rest: Sequence[int]) -> tuple[tuple[bytes, bytes], ...]:
        """Give for each suit the table of its classes, and what the hand lacks by that class."""
        m, p, s, z = rest
        suits, honours, joins, final = self._suits, self._honours, self._joins, self._final
        of_m, of_p, of_s, of_z = suits[m], suits[p], suits[s], honours[z]
        left, right = final[joins[of_m][of_p]], final[joins[of_s][of_z]]
        return (
            (suits, joins[of_p].translate(right)), (suits, joins[of_m].translate(right)),
            (suits, joins[of_z].translate(left)), (honours, joins[of_s].translate(left)),
        )  # fmt: skip


def _lacking_pairs(counts: Counts, suits: Sequence[bool]) -> int:
    pairs = over = 0
    for suit, kept in enumerate(suits):
        if kept:
            for count in counts[9 * suit : 9 * suit + 9]:
                pairs += count >> 1
                over += count & 1
    short = _PAIRS - pairs
    return short if short <= over else 2 * short - over
