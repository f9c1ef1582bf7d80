"""The 144 tiles of Nanjing mahjong and which flowers make a flower kong (NJ-1.1, NJ-7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.tiles import BAI, COPIES, FA, FLOWERS, ZHONG, TileSet

__all__ = ["TILE_SET", "completes_flower_kong", "count_flower_kongs"]

_DRAGONS: Final = (BAI, FA, ZHONG)

TILE_SET: Final = TileSet(
    copies=(COPIES,) * FLOWERS.start + (1,) * len(FLOWERS),
    flowers=frozenset((*_DRAGONS, *FLOWERS)),
)
"""Three suits and winds, four of each; hard flowers (硬花): 白发中 four of each, 春夏秋冬, 梅兰竹菊."""

_SETS: Final = (*((dragon,) for dragon in _DRAGONS), tuple(FLOWERS[:4]), tuple(FLOWERS[4:]))
_SET_OF: Final = {kind: kinds for kinds in _SETS for kind in kinds}


def completes_flower_kong(flowers: Sequence[int], last: int) -> bool:
    """Tell whether the last of these flowers, all of one player, made up a set of four (花杠, NJ-7.3)."""
    return _count(flowers, _SET_OF[last]) == COPIES


def count_flower_kongs(flowers: Sequence[int]) -> int:
    """Count the whole sets of four among one player's flowers."""
    return sum(_count(flowers, kinds) == COPIES for kinds in _SETS)


def _count(flowers: Sequence[int], kinds: tuple[int, ...]) -> int:
    """Count flowers of a set; no kind of flower is there oftener than its set has it."""
    return sum(kind in kinds for kind in flowers)
