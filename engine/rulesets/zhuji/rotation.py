"""Who deals after a Zhuji hand (ZJ-5.3)."""

from __future__ import annotations

from engine.events import Outcome
from engine.policies import kept_streak
from engine.ruleset import NextHand, Ruleset
from engine.state import State

__all__ = ["rotation"]


def rotation(rules: Ruleset, state: State, outcome: Outcome) -> NextHand:
    """Let the winner deal next, the dealer himself after a drawn hand; his streak makes him 老庄 (ZJ-5.2)."""
    dealer = state.winners[0] if outcome is Outcome.WIN else state.dealer
    return dealer, kept_streak(state, dealer), False
