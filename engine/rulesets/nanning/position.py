"""How positions look in Nanning: 136 tiles, no flowers, no chow (NN-1.2); codes and fishing (NN-14)."""

from __future__ import annotations

from typing import Final

from engine.melds import MeldKind
from engine.position_rules import PositionRules
from engine.rulesets.nanning.options import OPTIONS
from engine.rulesets.nanning.scoring import NanningScorer
from engine.rulesets.nanning.tile_set import TILE_SET

__all__ = ["POSITION"]

POSITION: Final = PositionRules(
    key="nanning",
    options=OPTIONS,
    scorer=NanningScorer,
    tile_set=TILE_SET,
    melds=frozenset(MeldKind) - {MeldKind.CHOW},
    fields=frozenset({"codes", "fishing"}),
)
