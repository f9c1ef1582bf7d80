"""Who deals after a Nanjing hand, and whether it leaves the next one heated (NJ-9.1, NJ-5)."""

from __future__ import annotations

from typing import Final

from engine.events import Outcome
from engine.policies import kept_streak
from engine.ruleset import NextHand, Ruleset
from engine.rulesets.nanjing import items
from engine.rulesets.nanjing.settle import is_liability
from engine.rulesets.nanjing.tile_set import count_flower_kongs
from engine.seats import next_seat
from engine.state import State

__all__ = ["rotation"]

_FINES: Final = frozenset({items.FINE_ROW.clause, items.FINE_FOUR.clause})


def rotation(rules: Ruleset, state: State, outcome: Outcome) -> NextHand:
    """Give what follows a hand: the deal passes to the next seat unless the dealer keeps it (NJ-9.1)."""
    keeps = _keeps(rules, state, outcome)
    dealer = state.dealer if keeps else next_seat(state.dealer)
    heated = rules.options["bixiahu"] == "new" and (keeps or _heats(state, outcome))
    return dealer, kept_streak(state, dealer), heated


def _keeps(rules: Ruleset, state: State, outcome: Outcome) -> bool:
    """Tell whether the dealer keeps the deal: by a big win (NJ-3.3), or as the option has it (NJ-9.1)."""
    if rules.options["dealer_keeps"] == "any_win_or_draw":
        return outcome is Outcome.DRAW or state.dealer in state.winners
    return any(
        item.id in items.BIG for score in state.scores if score.seat == state.dealer for item in score.items
    )


def _heats(state: State, outcome: Outcome) -> bool:
    """Tell whether the hand saw a flower kong, a fine, a win by 杠开 or under 包牌, or no win (NJ-5.2)."""
    if outcome is Outcome.DRAW or any(map(count_flower_kongs, state.flowers)):
        return True
    if any(transfer.clause in _FINES or is_liability(transfer) for transfer in state.ledger):
        return True
    return any(item.id in items.BLOOMS for score in state.scores for item in score.items)
