"""Who deals after a Nanning hand (NN-13)."""

from __future__ import annotations

from engine.events import Outcome
from engine.policies import kept_streak
from engine.ruleset import NextHand, Ruleset
from engine.state import State

__all__ = ["rotation"]


def rotation(rules: Ruleset, state: State, outcome: Outcome) -> NextHand:
    """Give what follows a hand; nothing is doubled for a dealer who stays (NN-1.4), so nothing is heated."""
    dealer = _next_dealer(rules, state, outcome)
    return dealer, kept_streak(state, dealer), False


def _next_dealer(rules: Ruleset, state: State, outcome: Outcome) -> int:
    """Name who deals: the one winner, or who gave the tile to several (NN-13.2); after a draw who drew the
    last tile, or the same dealer (NN-13.1); a false winner (NN-11.2)."""
    dealer: int | None
    if outcome is Outcome.FALSE_WIN:
        dealer = state.false_winner
    elif outcome is Outcome.DRAW:
        dealer = state.dealer if rules.options["draw_dealer"] == "stay" else state.last_drawer
    else:
        dealer = state.winners[0] if len(state.winners) == 1 else state.win_source
    assert dealer is not None
    return dealer
