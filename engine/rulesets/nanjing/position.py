"""How positions look in Nanjing: no chow (NJ-1.2), 地胡 (NJ-4.10), 比下胡 (NJ-5), a fourth mouth (NJ-6.4)."""

from __future__ import annotations

from typing import Final

from engine.melds import MeldKind
from engine.position_rules import PositionRules
from engine.rulesets.nanjing.options import OPTIONS
from engine.rulesets.nanjing.scoring import NanjingScorer
from engine.rulesets.nanjing.tile_set import TILE_SET
from engine.scoring.facts import By

__all__ = ["POSITION"]

POSITION: Final = PositionRules(
    key="nanjing",
    options=OPTIONS,
    scorer=NanjingScorer,
    tile_set=TILE_SET,
    melds=frozenset(MeldKind) - {MeldKind.CHOW},
    ways=frozenset(By),
    fields=frozenset({"flower_draw", "streak", "heated"}),
    win_fields=frozenset({"pre_ready"}),
)
