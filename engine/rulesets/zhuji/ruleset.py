"""Zhuji mahjong, assembled (docs/rules/zhuji.md)."""

from __future__ import annotations

from engine.mechanics.wilds import Wilds, kinds_held
from engine.melds import EXPOSED_KONGS, MeldKind
from engine.options import Values
from engine.ruleset import Ruleset
from engine.rulesets.zhuji.position import POSITION
from engine.rulesets.zhuji.rotation import rotation
from engine.rulesets.zhuji.scoring import ZhujiScorer
from engine.rulesets.zhuji.tile_set import RESERVE
from engine.rulesets.zhuji.wild_kinds import WildKinds
from engine.rulesets.zhuji.wins import WildWins
from engine.state import State

__all__ = ["build"]

REVISION = 1


def build(options: Values, timeout_wins: bool = True) -> Ruleset:
    """Put Zhuji together for a match under these options.

    Claims rank as everywhere: win, pong and kong, chow (ZJ-3.4); the next seat alone may chow (ZJ-1.1), and
    concealed kongs lie face down (ZJ-5.4).
    """
    scorer = ZhujiScorer(options)
    wilds = WildKinds(options)
    robbable = EXPOSED_KONGS if options["rob"] == "exposed" else frozenset({MeldKind.ADDED_KONG})
    return Ruleset(
        key="zhuji", revision=REVISION, name_zh="诸暨麻将", name_en="Zhuji mahjong", options=options,
        tile_set=POSITION.tile_set, scorer=scorer, wins=WildWins(seven_pairs=False, qualifier=scorer),
        rotation=rotation, mechanics=(Wilds(wilds.of, wilds.fixed),), chow=True, robbable=robbable,
        reserve=_reserve, last_discard_claims=True, wall_members=(wilds.wall_member,), chance=wilds.chance,
        unclaimable=kinds_held, timeout_wins=timeout_wins,
    )  # fmt: skip


def _reserve(state: State) -> int:
    """Keep the wall's last tiles back, kongs or not (ZJ-1.2)."""
    return RESERVE
