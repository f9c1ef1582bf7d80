"""Nanjing hands played at random: the table and the position tool agree, books balance, nothing sticks."""

import random
from collections import Counter

import pytest

from engine.events import HandStarted, Outcome
from engine.invariants import check
from engine.ledger import totals
from engine.rulesets.nanjing.tile_set import TILE_SET
from engine.state import State
from tests.engine.hands import Setting, keen, lawful, play_hand, settings, shuffled
from tests.engine.positions import outcome
from tests.engine.rulesets.nanjing.exported import exported

pytestmark = pytest.mark.no_cover  # nothing is covered by chance alone

SETTINGS = settings(["nanjing"])
FINES = ("NJ-7.4", "NJ-7.5")
HANDS = 150


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_a_played_hand_scored_as_a_position_comes_to_the_same(setting: Setting) -> None:
    """Win, liabilities and what was paid on the spot; fines need the order of play and are added (NJ-7.4)."""
    rules, source = setting.rules, random.Random(setting.name)
    for number in range(HANDS):
        begun = shuffled(rules, source)._replace(streak=number % 3, heated=number % 2 == 0)
        state = play_hand(rules, begun, source, keen)
        data = exported(rules, state)
        found = outcome(data)
        assert "error" not in found, (found, data)
        fines = totals(move for move in state.ledger if move.clause in FINES)
        expected = [worth + fine for worth, fine in zip(found["totals"], fines, strict=False)]
        assert totals(state.ledger)[:4] == expected, data
        assert [win["value"] for win in found["wins"]] == [score.value for score in state.scores]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_any_lawful_play_ends_with_its_books_in_order(setting: Setting) -> None:
    rules, source = setting.rules, random.Random(f"lawful {setting.name}")

    def watch(state: State) -> None:
        check(state)
        for seat in range(4):
            assert not any(state.hands[seat].counts[kind] for kind in TILE_SET.flowers) or state.unlaid

    for _ in range(HANDS // 3):
        play_hand(rules, shuffled(rules, source), source, lawful, watch)


def test_a_beginners_hands_show_every_way_to_win() -> None:
    """Far more drawn hands than one in ten, or a way to win never seen, would be a fault in the rules."""
    rules, source = SETTINGS[0].rules, random.Random(8)
    ends: Counter[str] = Counter()
    for _ in range(500):
        state = play_hand(rules, shuffled(rules, source), source, keen)
        ends[state.win_by.value if state.win_by else "draw"] += 1
    assert {"discard", "self_draw", "draw", "fourth_mouth"} <= set(ends)
    assert ends["draw"] < 100


def test_a_wall_that_runs_out_at_the_deal_ends_the_hand_drawn() -> None:
    """NJ-1.4 with every flower dealt: they are laid until nothing replaces them; nobody is stuck."""
    rules = SETTINGS[0].rules
    flowers = [kind for kind in TILE_SET.tiles() if kind in TILE_SET.flowers]
    rest = [kind for kind in TILE_SET.tiles() if kind not in TILE_SET.flowers]
    wall = tuple((flowers + rest)[:60])
    state = play_hand(rules, HandStarted(0, 0, False, wall), random.Random(1), lawful, None)
    assert state.outcome is Outcome.DRAW
    assert len([one for laid in state.flowers for one in laid]) == 8
