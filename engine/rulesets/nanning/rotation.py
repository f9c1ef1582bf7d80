"""Who deals after a Nanning hand (NN-13)."""

from __future__ import annotations

from engine.events import Outcome
from engine.policies import kept_streak
from engine.ruleset import NextHand, Ruleset
from engine.state import State

__all__ = ["rotation"]


def rotation(rules: Ruleset, state: State, outcome: Outcome) -> NextHand:
    """Give what follows: one winner deals (NN-13.2), of several the discarder; after a draw who drew last (NN-13.1); a false winner (NN-11.2)."""
    dealer = _next_dealer(rules, state, outcome)
    return dealer, kept_streak(state, dealer), False


def _next_dealer(rules: Ruleset, state: State, outcome: Outcome) -> int:
    if outcome is Outcome.FALSE_WIN:
        assert state.false_winner is not None
        return state.false_winner
    if outcome is Outcome.DRAW:
        stays = rules.options["draw_dealer"] == "stay" or state.last_drawer is None
        return state.dealer if stays else state.last_drawer or 0
    if len(state.winners) == 1:
        return state.winners[0]
    assert state.win_source is not None
    return state.win_source
