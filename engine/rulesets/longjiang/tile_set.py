"""The 112 tiles of Longjiang mahjong (LJ-1.1), and which of them an indicator makes treasure (LJ-4.1)."""

from __future__ import annotations

from typing import Final

from engine.tiles import COPIES, KINDS, SUIT_KINDS, ZHONG, TileSet

__all__ = ["RESERVE", "STACKS", "TILE_SET", "treasure_kinds"]

TILE_SET: Final = TileSet(
    copies=tuple(COPIES if kind in SUIT_KINDS or kind == ZHONG else 0 for kind in range(KINDS)),
    flowers=frozenset(),
)
"""Three suits and 红中, four of each; no flowers."""

STACKS: Final = 4
"""Stacks of two at the wall's end that are the treasure's from the start (LJ-1.3)."""

RESERVE: Final = 2 * STACKS
"""Tiles that are never drawn, as long as no further stack is used for the treasure (LJ-4.4)."""

_RANKS: Final = 9


def treasure_kinds(indicator: int) -> tuple[int, ...]:
    """List the kinds that an indicator makes treasure: its own and the next, 9 followed by 1; 红中 its own
    alone (LJ-4.1)."""
    if indicator == ZHONG:
        return (ZHONG,)
    return indicator, indicator // _RANKS * _RANKS + (indicator + 1) % _RANKS
