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
        hand = state.hands[seat]
        packed = hand.packed[:]
        wilds = 0
        if by is not By.SELF_DRAW:
            packed[SUIT_OF[tile]] += POW5[tile]
        for kind in wild_kinds(state):
            own = hand.counts[kind] + (kind == tile and by is not By.SELF_DRAW)
            packed[SUIT_OF[kind]] -= own * POW5[kind]
            wilds += own
        return is_standard_win(packed, SETS - len(state.melds[seat]), wilds)
