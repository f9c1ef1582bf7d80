"""Zhuji mahjong, assembled (docs/rules/zhuji.md)."""

from __future__ import annotations

from typing import Final

from engine.errors import Code
from engine.mechanics.wilds import Wilds, kinds_held
from engine.melds import EXPOSED_KONGS, MeldKind
from engine.options import Values
from engine.ruleset import Clauses, Ruleset
from engine.rulesets.zhuji.position import POSITION
from engine.rulesets.zhuji.rotation import rotation
from engine.rulesets.zhuji.scoring import ZhujiScorer
from engine.rulesets.zhuji.tile_set import RESERVE
from engine.rulesets.zhuji.wild_kinds import WildKinds
from engine.rulesets.zhuji.wins import WildWins
from engine.scoring.facts import By
from engine.state import State

__all__ = ["build"]

REVISION = 1
CLAUSES: Final[Clauses] = {
    (Code.NOT_A_WIN, None): "ZJ-1.3", (Code.BELOW_MINIMUM, None): "ZJ-3.3",
    (Code.NOT_OFFERED, By.ROB_KONG): "ZJ-3.2", (Code.NO_REPLACEMENT, None): "ZJ-1.2",
}  # fmt: skip


def build(options: Values, timeout_wins: bool = True) -> Ruleset:
    """Put Zhuji together for a match under these options.

    Claims rank as everywhere: win, pong and kong, chow (ZJ-3.4); the next seat alone may chow (ZJ-1.1), and
    concealed kongs lie face down (ZJ-5.4).
    """
    scorer = ZhujiScorer(options)
    wilds = WildKinds(options)
    robbable = EXPOSED_KONGS if options["rob"] == "exposed" else frozenset({MeldKind.ADDED_KONG})
    # Where a discard may be won, it is a 财神 that may not.
    discarded = "ZJ-2.3" if options["discard_wins"] else "ZJ-3.1"
    return Ruleset(
        key="zhuji", revision=REVISION, name_zh="诸暨麻将", name_en="Zhuji mahjong", options=options,
        tile_set=POSITION.tile_set, scorer=scorer, wins=WildWins(seven_pairs=False, qualifier=scorer),
        rotation=rotation, mechanics=(Wilds(wilds.of, wilds.fixed),), chow=True, robbable=robbable,
        reserve=_reserve, last_discard_claims=True, wall_members=(wilds.wall_member,), chance=wilds.chance,
        unclaimable=kinds_held, clauses={**CLAUSES, (Code.NOT_OFFERED, By.DISCARD): discarded},
        timeout_wins=timeout_wins,
    )  # fmt: skip


def _reserve(state: State) -> int:
    """Keep the wall's last tiles back, kongs or not (ZJ-1.2)."""
    return RESERVE
