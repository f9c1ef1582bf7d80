"""The 136 tiles of Zhuji mahjong (ZJ-1.1)."""

from __future__ import annotations

from typing import Final

from engine.tiles import COPIES, FLOWERS, TileSet

__all__ = ["RESERVE", "TILE_SET"]

TILE_SET: Final = TileSet(copies=(COPIES,) * FLOWERS.start + (0,) * len(FLOWERS), flowers=frozenset())
"""Three suits, winds, 中发白: four of each; no flowers. The wilds are among them and stay there (ZJ-2.1)."""

RESERVE: Final = 14
"""Tiles at the wall's end that are never drawn, kongs or not (ZJ-1.2)."""
