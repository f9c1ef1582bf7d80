"""One row of a ruleset's score table: what an item is called, what it is worth, where the rules say so.

The table of each ruleset is data of this shape; scorers score with it and the printed rules are made from
it, so a value stands in exactly one place.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.scoring.settlement import Item, NearMiss

__all__ = ["Row"]


class Row(NamedTuple):
    """One row. ``value`` counts in ``unit``: ``points``, ``doublings``, ``flowers``, ``tai``, ``times``.

    ``about_zh``/``about_en`` say in one sentence when it counts; ``example`` is a hand that has it, as
    tiles in FORMATS notation, melds after a space; empty where a hand alone does not show it. ``each``
    marks a value that counts once per kong, hit or the like.
    """

    id: str
    name_zh: str
    name_en: str
    value: int
    unit: str
    clause: str
    about_zh: str
    about_en: str
    example: str = ""
    each: bool = False

    def item(self, times: int = 1, tiles: tuple[int, ...] = ()) -> Item:
        """Make the item that counted, ``times`` times over."""
        return Item(self.id, self.name_zh, self.name_en, self.value * times, self.unit, self.clause, tiles)

    def missed(self, zh: str, en: str) -> NearMiss:
        """Make the item that a hand nearly had, with what was missing."""
        return NearMiss(self.id, self.name_zh, self.name_en, zh, en, self.clause)
