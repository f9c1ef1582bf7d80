"""Who deals after a Longjiang hand (LJ-6.6)."""

from __future__ import annotations

from engine.events import Outcome
from engine.policies import kept_streak
from engine.ruleset import NextHand, Ruleset
from engine.seats import next_seat
from engine.state import State

__all__ = ["rotation"]


def rotation(rules: Ruleset, state: State, outcome: Outcome) -> NextHand:
    """Let the dealer stay who wins, or whose hand is drawn; otherwise the next seat deals."""
    stays = outcome is Outcome.DRAW or state.dealer in state.winners
    dealer = state.dealer if stays else next_seat(state.dealer)
    return dealer, kept_streak(state, dealer), False
