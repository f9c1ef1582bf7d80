"""The 136 tiles of Nanning mahjong (NN-1.1)."""

from __future__ import annotations

from typing import Final

from engine.tiles import COPIES, FLOWERS, TileSet

__all__ = ["TILE_SET"]

TILE_SET: Final = TileSet(copies=(COPIES,) * FLOWERS.start + (0,) * len(FLOWERS), flowers=frozenset())
"""Three suits, winds, 中发白: four of each; no flowers, no wilds."""
