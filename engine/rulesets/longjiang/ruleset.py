"""Longjiang treasure mahjong, assembled (docs/rules/longjiang.md)."""

from __future__ import annotations

from typing import Final

from engine.errors import Code
from engine.mechanics.declared_ready import DeclaredReady
from engine.mechanics.treasure import Treasure
from engine.options import Values
from engine.ruleset import Clauses, Ruleset
from engine.rulesets.longjiang.hand import LEAST
from engine.rulesets.longjiang.position import POSITION
from engine.rulesets.longjiang.rotation import rotation
from engine.rulesets.longjiang.scoring import LongjiangScorer
from engine.rulesets.longjiang.tile_set import STACKS, treasure_kinds
from engine.rulesets.longjiang.wins import DeclaredWins, declarations

__all__ = ["build"]

REVISION = 1
CLAUSES: Final[Clauses] = {
    (Code.NOT_A_WIN, None): "LJ-2.1", (Code.NOT_READY, None): "LJ-3.1", (Code.TREASURE, None): "LJ-4.3",
    (Code.NO_REPLACEMENT, None): "LJ-1.3",
}  # fmt: skip


def build(options: Values, timeout_wins: bool = True) -> Ruleset:
    """Put Longjiang together for a match under these options.

    The next seat may chow (LJ-1.2); concealed kongs are shown and replacements come from the head, so the
    treasure's stacks stay where they are; the last discard may be claimed, by a kong not (LJ-1.3). Added
    kongs alone are robbed (LJ-6.4), and one player wins (LJ-6.5).
    """
    scorer = LongjiangScorer(options)
    treasure = Treasure(treasure_kinds, STACKS)
    return Ruleset(
        key=POSITION.key, revision=REVISION, name_zh="黑龙江宝牌麻将", name_en="Longjiang treasure mahjong",
        options=options, tile_set=POSITION.tile_set, scorer=scorer, wins=DeclaredWins(scorer, treasure),
        rotation=rotation, mechanics=(DeclaredReady(declarations, LEAST), treasure), chow=True,
        concealed_kong_shown=True, replacement_from_tail=False, reserve=treasure.reserve,
        last_discard_claims=True, end_stacks=STACKS, clauses=CLAUSES, timeout_wins=timeout_wins,
    )  # fmt: skip
