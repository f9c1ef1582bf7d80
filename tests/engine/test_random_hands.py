"""Five hundred hands of every registered ruleset by random legal play: all end, and nothing is ever lost
(CO-6.1)."""

import json
import random
from collections import Counter

import pytest

from engine.events import Outcome
from engine.invariants import check
from engine.ledger import totals
from engine.match import Match
from engine.record_read import read_record
from engine.record_write import PlayedHand, write_record
from engine.replay import replay
from engine.rulesets.registry import RULESETS, make_ruleset
from tests.engine.hands import drawn_options, keen, lawful, play_events, play_hand, shuffled

pytestmark = pytest.mark.no_cover  # nothing is covered by chance alone
HANDS = 500
PARTS = 5
MATCH = 10
"""Hands under the same options, and in one record."""


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("key", RULESETS)
def test_five_hundred_hands_end_with_their_books_in_order(key: str, part: int) -> None:
    """E-05, F-10, S-01, Y-01, Z-16: half by any legal move at all, half by people who want to win; options
    and presets are drawn anew for each match, every invariant holds before every step, and the record alone
    comes to the same."""
    source, ended = random.Random(f"{key}/{part}"), Counter[Outcome]()
    for number in range(HANDS // PARTS // MATCH):
        match = Match(make_ruleset(key, drawn_options(key, source)), MATCH)
        choose = [lawful, keen][number % 2]
        hands = []
        while not match.over:
            secret = source.randbytes(32)
            events = play_events(match, match.deal(secret, [b""] * 4), source, choose, check)
            hands.append(PlayedHand(events, secret, [b""] * 4))
            assert match.state is not None and match.state.outcome is not None
            assert sum(totals(match.state.ledger)) == 0
            ended[match.state.outcome] += 1
        record = json.loads(json.dumps(write_record(match.rules, ["甲", "乙", "丙", "丁"], hands, {})))
        replayed = replay(read_record(record, make_ruleset))
        assert list(replayed.accounts) == match.accounts
        assert [hand.follows for hand in replayed.hands] == [result[-3:] for result in match.results]
    assert ended.total() == HANDS // PARTS
    assert ended[Outcome.WIN] > HANDS // PARTS // 20
    assert ended[Outcome.DRAW] > HANDS // PARTS // 20


@pytest.mark.parametrize("key", RULESETS)
def test_drawn_options_reach_every_value_of_every_option(key: str) -> None:
    """The presets too: what random hands are played under leaves nothing out."""
    source, seen = random.Random(key), set()
    known = RULESETS[key].position.options
    for _ in range(1500):
        given = drawn_options(key, source)
        seen |= set(given.items()) | set(make_ruleset(key, given).options.items())
    for option in known.options:
        values = [choice.value for choice in option.choices] or [option.default, option.low, option.high]
        wanted = [False, True] if isinstance(option.default, bool) else values
        assert {(option.name, value) for value in wanted} <= seen
    assert {("preset", preset.name) for preset in known.presets} <= seen


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
