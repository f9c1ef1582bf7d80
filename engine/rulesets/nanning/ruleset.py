"""Nanning mahjong, assembled (docs/rules/nanning.md)."""

from __future__ import annotations

from typing import Final

from engine.errors import Code
from engine.mechanics.passed_win import PassedWin
from engine.options import Values
from engine.policies import ShapeWins
from engine.ruleset import Clauses, Mechanic, Ruleset
from engine.rulesets.nanning.mechanics import Codes, Fishing, Insured, OpenCalls, Seal
from engine.rulesets.nanning.position import POSITION
from engine.rulesets.nanning.rotation import rotation
from engine.rulesets.nanning.scoring import NanningScorer

__all__ = ["build"]

REVISION = 1
CLAUSES: Final[Clauses] = {
    (Code.NOT_A_WIN, None): "NN-1.5", (Code.SEALED, None): "NN-10.1", (Code.BARRED, None): "NN-11.1",
    (Code.INSURED, None): "NN-6.3", (Code.NO_REPLACEMENT, None): "NN-3.3",
}  # fmt: skip


def build(options: Values, timeout_wins: bool = True) -> Ruleset:
    """Put Nanning together for a match under these options.

    Left at the kernel's defaults: the whole wall is played, replacements come from its tail (NN-1.3),
    a kong needs a replacement tile (NN-3.3), the discard after the last tile may only be won (NN-12.2).
    """
    scorer = NanningScorer(options)
    penalty = options["false_win"] == "penalty"
    return Ruleset(
        key="nanning", revision=REVISION, name_zh="南宁麻将", name_en="Nanning mahjong", options=options,
        tile_set=POSITION.tile_set, scorer=scorer, wins=ShapeWins(seven_pairs=True), rotation=rotation,
        mechanics=_mechanics(options, penalty), several_winners=True,
        concealed_kong_shown=bool(options["show_concealed_kong"]),
        clauses=CLAUSES, false_wins=scorer.settle_false_win if penalty else None, timeout_wins=timeout_wins,
    )  # fmt: skip


def _mechanics(options: Values, penalty: bool) -> tuple[Mechanic, ...]:
    mechanics: list[Mechanic] = [Seal(), Insured(), PassedWin()]
    if fishing := int(options["fishing"]):
        mechanics.append(Fishing(fishing))
    if codes := int(options["codes"]):
        mechanics.append(Codes(codes))
    if penalty:
        mechanics.append(OpenCalls())
    return tuple(mechanics)
