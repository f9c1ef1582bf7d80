"""How positions look in Longjiang: 112 tiles, chows, an indicator, who has declared and what he pushed out,
eight tiles never drawn (LJ-1, LJ-3, LJ-4.1)."""

from __future__ import annotations

from typing import Final

from engine.melds import MeldKind
from engine.position_rules import PositionRules
from engine.rulesets.longjiang.options import OPTIONS
from engine.rulesets.longjiang.scoring import LongjiangScorer
from engine.rulesets.longjiang.tile_set import RESERVE, TILE_SET

__all__ = ["POSITION"]

POSITION: Final = PositionRules(
    key="longjiang",
    options=OPTIONS,
    scorer=LongjiangScorer,
    tile_set=TILE_SET,
    melds=frozenset(MeldKind),
    fields=frozenset({"treasure"}),
    win_fields=frozenset({"ready", "pushed"}),
    seat_fields=frozenset({"ready"}),
    reserve=RESERVE,
)
