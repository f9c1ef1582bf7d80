"""How positions look in Zhuji: 136 tiles, chows, wild kinds, the dealer's streak, 14 tiles never drawn; open
and added kongs may be written as robbed (ZJ-1, ZJ-2, ZJ-3.2)."""

from __future__ import annotations

from typing import Final

from engine.melds import EXPOSED_KONGS, MeldKind
from engine.position_rules import PositionRules
from engine.rulesets.zhuji.options import OPTIONS
from engine.rulesets.zhuji.scoring import ZhujiScorer
from engine.rulesets.zhuji.tile_set import RESERVE, TILE_SET

__all__ = ["POSITION"]

POSITION: Final = PositionRules(
    key="zhuji",
    options=OPTIONS,
    scorer=ZhujiScorer,
    tile_set=TILE_SET,
    melds=frozenset(MeldKind),
    robbed=EXPOSED_KONGS,
    fields=frozenset({"wild", "streak"}),
    reserve=RESERVE,
)
