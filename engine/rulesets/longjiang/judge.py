"""Judge a winner: may he win on this tile, and with which multipliers (LJ-2 to LJ-5).

What counts is what pays most (LJ-5.9). Made for the table: the readings of a hand that stands are found once
(``hand.py``), the rest is a few comparisons.
"""

from __future__ import annotations

from math import prod
from typing import Final, NamedTuple

from engine.errors import Code, RuleRefusal
from engine.melds import MeldKind
from engine.options import Values
from engine.patterns import Reading, with_tile
from engine.rulesets.longjiang import items
from engine.rulesets.longjiang.hand import Held, Wait, Waiting, waiting, winning_reading
from engine.rulesets.longjiang.options import NATURAL
from engine.rulesets.longjiang.tile_set import treasure_kinds
from engine.scoring.facts import By
from engine.scoring.rows import Row

__all__ = ["Judge", "Judged", "kind_of_wait"]

_WHY: Final = {
    Code.NOT_A_WIN: "seat {seat} has no winning hand with this tile: four sets and a pair, among them a "
    "triplet, kong or pair of red, a sequence, a 1, 9 or red, and two suits (LJ-2.1)",
    Code.NOT_READY: "seat {seat} has not declared ready, or could not with such a hand (LJ-3.1)",
    Code.TREASURE: "a treasure tile discarded or konged by another cannot be won (LJ-4.3)",
}  # fmt: skip


class Judged(NamedTuple):
    """A win: what multiplies it, the kind that the winning tile counts as, and the hand's reading with it."""

    rows: tuple[Row, ...]
    stands_for: int
    reading: Reading

    @property
    def times(self) -> int:
        """What the base is multiplied by."""
        return prod([row.value for row in self.rows])


class Judge:
    """Judges winners under one set of options."""

    __slots__ = ("_natural",)

    def __init__(self, options: Values) -> None:
        """Take options as read by ``OPTIONS``."""
        self._natural = options["discarded_treasure"] == NATURAL

    def refuse(self, own: Held, by: By, tile: int, indicator: int | None, dealt: bool) -> Code | None:
        """Give the reason why a player may not win on a tile, or ``None`` where he may.

        ``dealt``: they are the dealer's tiles as dealt, or with kongs made of them (LJ-5.8).
        """
        found = self._find(own, by, tile, indicator, dealt)
        return found if isinstance(found, Code) else None

    def judge(self, own: Held, by: By, tile: int, indicator: int | None, dealt: bool, seat: int) -> Judged:
        """Judge a winner.

        Raises:
            RuleRefusal: he may not win; says why.
        """
        found = self._find(own, by, tile, indicator, dealt)
        if isinstance(found, Code):
            raise RuleRefusal(found, _WHY[found].format(seat=seat))
        return found

    def _find(self, own: Held, by: By, tile: int, indicator: int | None, dealt: bool) -> Judged | Code:
        if dealt or not own.ready:
            reading = winning_reading(with_tile(own.packed, tile), own.melds)
            if reading is None:
                return Code.NOT_A_WIN
            if dealt and not own.melds:
                return Judged((items.HEAVENLY,), tile, reading)
            return Code.NOT_READY
        ready = waiting(own.packed, own.melds, own.pushed)
        if not ready.waits:
            return Code.NOT_READY
        is_treasure = indicator is not None and tile in treasure_kinds(indicator)
        if by is By.SELF_DRAW:
            return _drawn(own, ready, tile, is_treasure) or Code.NOT_A_WIN
        wait = ready.wait_of(tile)
        if wait is None:
            return Code.NOT_A_WIN
        if is_treasure and not self._natural:
            return Code.TREASURE
        return _counted(own, ready, wait, items.PLAIN)


def kind_of_wait(ready: Waiting, wait: Wait) -> tuple[Row, Reading] | None:
    """Tell whether a wait is 边, 卡 or 吊, and by which reading; one of them only (LJ-5.3)."""
    for row, reading in (
        (items.EDGE, wait.edge), (items.CLOSED, wait.closed), (items.SINGLE, ready.single(wait)),
    ):  # fmt: skip
        if reading is not None:
            return row, reading
    return None


def _counted(own: Held, ready: Waiting, wait: Wait, row: Row) -> Judged:
    """Count a win by a row, with what goes with it: 推出, or else 边, 卡 or 吊 (LJ-3.3, LJ-5.3, LJ-5.4)."""
    if own.pushed is not None:
        return Judged((row, items.PUSHED), wait.tile, wait.reading)
    kind = kind_of_wait(ready, wait)
    if kind is None:
        return Judged((row,), wait.tile, wait.reading)
    return Judged((row, kind[0]), wait.tile, kind[1])


def _drawn(own: Held, ready: Waiting, tile: int, is_treasure: bool) -> Judged | None:
    """Find what pays most for a tile that a declared player has drawn (LJ-5.2 to LJ-5.7, LJ-5.9); he alone
    may count a treasure as wild (LJ-4.2)."""
    wait = ready.wait_of(tile)
    kind = kind_of_wait(ready, wait) if wait is not None else None
    triplet = _triplet(own, ready, tile)
    if triplet is not None:
        if kind is not None:
            return Judged((items.GALE_WAITED,), tile, kind[1])
        return Judged((items.GALE,), *(triplet if wait is None else (tile, wait.reading)))
    ways = [_counted(own, ready, wait, items.DRAWN)] if wait is not None else []
    if is_treasure:
        if kind is not None:
            ways.append(Judged((items.TREASURE_ITSELF,), tile, kind[1]))
        ways += [_counted(own, ready, other, items.TREASURE) for other in ready.waits]
    return max(ways, key=lambda way: (way.times, way.stands_for == tile), default=None)


def _triplet(own: Held, ready: Waiting, tile: int) -> tuple[int, Reading] | None:
    """Tell whether the tile is the fourth of one's triplet, in hand or ponged; then what it stands for, and
    the hand's reading with that (LJ-5.7)."""
    if any(meld.kind is MeldKind.PONG and meld.tile == tile for meld in own.melds):
        wait = ready.waits[0]
        return wait.tile, wait.reading
    return ready.triplets.get(tile)
