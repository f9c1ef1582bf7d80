"""Nanjing mahjong, assembled (docs/rules/nanjing.md)."""

from __future__ import annotations

from typing import Final

from engine.errors import Code
from engine.mechanics.passed_pong import PassedPong
from engine.options import Values
from engine.policies import ShapeWins
from engine.ruleset import Clauses, Ruleset
from engine.rulesets.nanjing.mechanics import DealtHand, Mouths, OnTheSpot
from engine.rulesets.nanjing.position import POSITION
from engine.rulesets.nanjing.rotation import rotation
from engine.rulesets.nanjing.scoring import NanjingScorer

__all__ = ["build"]

REVISION = 1
CLAUSES: Final[Clauses] = {
    (Code.NOT_A_WIN, None): "NJ-1.5", (Code.BELOW_MINIMUM, None): "NJ-3.2", (Code.BARRED, None): "NJ-8.2",
    (Code.NO_REPLACEMENT, None): "NJ-1.4",
}  # fmt: skip


def build(options: Values, timeout_wins: bool = True) -> Ruleset:
    """Put Nanjing together for a match under these options.

    The kernel's defaults are Nanjing's: no chow (NJ-1.2), replacements from the tail (NJ-1.3), the whole wall
    played and its last discard for winning only (NJ-1.4), added kongs robbed (NJ-6.2). What falls due on the
    spot is paid before a fourth mouth ends the hand (NJ-6.4).
    """
    scorer = NanjingScorer(options)
    return Ruleset(
        key=POSITION.key, revision=REVISION, name_zh="南京麻将", name_en="Nanjing mahjong", options=options,
        tile_set=POSITION.tile_set, scorer=scorer, wins=ShapeWins(seven_pairs=True, qualifier=scorer),
        rotation=rotation, mechanics=(OnTheSpot(options), Mouths(), DealtHand(), PassedPong()),
        several_winners=bool(options["multiple_wins"]), concealed_kong_shown=True, clauses=CLAUSES,
        timeout_wins=timeout_wins,
    )  # fmt: skip
