"""Who may win at a Zhuji table: a hand complete with its 财神 (ZJ-1.3, ZJ-2.2), which the scorer then judges
by its 台 and by the tile (ZJ-3)."""

from __future__ import annotations

from engine.mechanics.wilds import wild_kinds
from engine.patterns import POW5, SUIT_OF, is_standard_win
from engine.policies import ShapeWins
from engine.rulesets.zhuji.hand import SETS
from engine.scoring.facts import By
from engine.state import State

__all__ = ["WildWins"]


class WildWins(ShapeWins):
    """Wins by shape, the wild tiles in hand being one budget for all suits."""

    def is_complete(self, state: State, seat: int, by: By, tile: int) -> bool:
        """Tell whether the hand has a winning shape with the tile; a wild one counts as wild (ZJ-2.3 is the
        scorer's to say)."""
        hand, sets = state.hands[seat], SETS - len(state.melds[seat])
        packed = hand.packed[:]
        wilds = 0
        kinds = wild_kinds(state)
        for kind in kinds:
            packed[SUIT_OF[kind]] -= hand.counts[kind] * POW5[kind]
            wilds += hand.counts[kind]
        if by is By.SELF_DRAW:
            return is_standard_win(packed, sets, wilds)
        hand.near = is_standard_win(packed, sets, wilds + 1)
        if tile in kinds:
            return hand.near
        packed[SUIT_OF[tile]] += POW5[tile]
        return hand.near and is_standard_win(packed, sets, wilds)
