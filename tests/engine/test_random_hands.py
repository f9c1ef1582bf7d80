"""Five hundred hands of every registered ruleset by random legal play: all end, and nothing is ever lost
(CO-6.1)."""

import random
from collections import Counter

import pytest

from engine.events import Outcome
from engine.invariants import check
from engine.ledger import totals
from engine.rulesets.registry import RULESETS, make_ruleset
from engine.state import Phase, State
from tests.engine.hands import OPTION_SETS, keen, lawful, play_hand, shuffled

HANDS = 500


@pytest.mark.parametrize("key", RULESETS)
def test_five_hundred_hands_end_with_their_books_in_order(key: str) -> None:
    """E-05, F-10, S-01, Z-16: half by any legal move at all, half by people who want to win; all option sets
    in turn."""
    rulesets = [make_ruleset(key, options) for options in OPTION_SETS.get(key, [{}])]
    source, ended = random.Random(key), Counter[Outcome]()
    for number in range(HANDS):
        rules = rulesets[number % len(rulesets)]
        looks = 0

        def look(state: State) -> None:
            nonlocal looks
            looks += 1
            if looks % 8 == 0 or state.phase is Phase.OVER:
                check(state)

        state = play_hand(rules, shuffled(rules, source), source, [lawful, keen][number // 4 % 2], look)
        assert state.outcome is not None
        assert sum(totals(state.ledger)) == 0
        assert 0 <= state.next_dealer <= 3
        ended[state.outcome] += 1
    assert ended[Outcome.WIN] > HANDS // 20
    assert ended[Outcome.DRAW] > HANDS // 20


@pytest.mark.parametrize("key", RULESETS)
def test_a_wall_of_whatever_length_ends_in_a_draw_or_a_win(key: str) -> None:
    """E-05: a draw is declared when a tile is due and none may be drawn; also where flowers are left to
    replace."""
    rules, source = make_ruleset(key, {}), random.Random(key)
    for left in range(24):
        event = shuffled(rules, source)
        state = play_hand(rules, event._replace(wall=event.wall[: 53 + left]), source, lawful, check)
        assert state.outcome in (Outcome.DRAW, Outcome.WIN)
        assert state.left >= 0
