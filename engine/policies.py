"""Stock policies that rulesets put together: who may win, who deals next."""

from __future__ import annotations

from typing import Final, Protocol

from engine.errors import Code
from engine.facts import facts_of_win
from engine.patterns import POW5, SUIT_OF, is_standard_win
from engine.ruleset import Ruleset
from engine.scoring.facts import By, Facts
from engine.state import State

__all__ = ["Qualifier", "ShapeWins", "kept_streak"]

_SELF_DRAW: Final = By.SELF_DRAW
_NOT_A_WIN: Final = Code.NOT_A_WIN
"""By a name of its own what is asked in every step: to look a member up takes ten times as long (3.11)."""


class Qualifier(Protocol):
    """Judges a complete hand by more than its shape."""

    def qualifies(self, facts: Facts, seat: int) -> Code | None:
        """Give the reason why the hand may not win, or ``None``."""


class ShapeWins:
    """Wins by shape: four sets and a pair or, where the ruleset has them, seven pairs; then whatever bars a
    complete hand.

    ``qualifier`` judges what shape cannot tell, such as a minimum; it is asked last, being the dearest.
    """

    def __init__(self, seven_pairs: bool, qualifier: Qualifier | None = None) -> None:
        self._seven_pairs = seven_pairs
        self._qualifier = qualifier

    def refuse(
        self, rules: Ruleset, state: State, seat: int, by: By, tile: int, source: int | None
    ) -> Code | None:
        """Say why not (see ``WinPolicy``)."""
        far = by is not _SELF_DRAW and state.hands[seat].near is False
        if far or not self.is_complete(state, seat, by, tile):
            return _NOT_A_WIN
        for mechanic in rules.win_bars:
            code = mechanic.bar_win(rules, state, seat, by, tile, source)
            if code is not None:
                return code
        if self._qualifier is None:
            return None
        return self._qualifier.qualifies(facts_of_win(rules, state, seat, by, tile, source), seat)

    def is_complete(self, state: State, seat: int, by: By, tile: int) -> bool:
        """Tell whether the hand has a winning shape with the tile."""
        hand, sets = state.hands[seat], 4 - len(state.melds[seat])
        pairs = self._seven_pairs and sets == 4
        if by is _SELF_DRAW:
            return is_standard_win(hand.packed, sets) or (pairs and not hand.odd)
        if hand.near is None:  # a hand is asked about many tiles before it changes
            hand.near = is_standard_win(hand.packed, sets, 1) or (pairs and hand.odd.bit_count() == 1)
        if not hand.near:
            return False
        packed = hand.packed[:]
        packed[SUIT_OF[tile]] += POW5[tile]
        # An even number of every kind: seven pairs, four alike being two of them (NN-1.5, NJ-1.5).
        return is_standard_win(packed, sets) or (pairs and hand.odd == 1 << tile)


def kept_streak(state: State, next_dealer: int) -> int:
    """Count how often running the dealer has kept the deal, the coming hand included (FORMATS ``streak``)."""
    return state.streak + 1 if next_dealer == state.dealer else 0
