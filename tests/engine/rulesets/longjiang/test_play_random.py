"""Longjiang hands played at random: books right after every step, and worth the same on paper."""

import random

import pytest

from engine.apply import fold
from engine.facts import facts_of
from engine.invariants import check
from engine.ledger import HOUSE, totals
from engine.match import Match
from engine.mechanics.declared_ready import declaration_of
from engine.mechanics.treasure import Indicator
from engine.notation import format_tile, format_tiles
from engine.record_read import read_record
from engine.record_write import PlayedHand, write_record
from engine.replay import replay
from engine.ruleset import Ruleset
from engine.rulesets.registry import make_ruleset
from engine.scoring.facts import By
from engine.state import State
from tests.engine.hands import keen, lawful, play_events, play_hand, shuffled
from tests.engine.positions import JSON, outcome

pytestmark = pytest.mark.no_cover  # nothing is covered by chance alone

OPTIONS: list[dict[str, object]] = [
    {},
    {"base": 3, "discarded_treasure": "natural", "heavenly_dealer_double": False},
]


def exported(rules: Ruleset, state: State) -> JSON:
    """Write a finished hand as a position, everybody's tiles in it."""
    facts = facts_of(rules, state)
    data: JSON = {
        "format": "sifang.position/1", "ruleset": "longjiang", "options": dict(rules.options),
        "dealer": facts.dealer, "by": facts.by.value, "wins": [], "others": {}, "wall_left": facts.wall_left,
        "first_turn": facts.first_turn, "chain": [meld.as_json() for meld in facts.chain],
    }  # fmt: skip
    if facts.tile is not None:
        data["tile"] = format_tile(facts.tile)
    if facts.source is not None:
        data["from"] = facts.source
    if facts.treasure is not None:
        data["treasure"] = format_tile(facts.treasure)
    if facts.by is By.DRAW:
        data["chain"] = []
    for seat, own in enumerate(facts.seats):
        assert own.concealed is not None
        melds = [meld.as_json() for meld in own.melds]
        lies: JSON = {"concealed": format_tiles(own.concealed), "melds": melds, "ready": own.ready}
        if seat not in facts.winners:
            data["others"][str(seat)] = lies
            continue
        if own.pushed is not None:
            lies["pushed"] = format_tile(own.pushed)
        data["wins"].append({"seat": seat, **lies})
    return data


class Watch:
    """Holds a hand to what LJ-3.2, LJ-1.3 and LJ-4.1 promise, step by step."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.locked: dict[int, tuple[list[int], int]] = {}

    def __call__(self, state: State) -> None:
        """Look at the state after a step."""
        check(state)
        held = state.ext["treasure"]
        assert isinstance(held, Indicator)
        assert state.left >= self.rules.reserve(state) >= 8 or state.left < 8
        if held.kind is not None:
            assert held.kind in state.wall[-self.rules.reserve(state) :]
        for seat in range(4):
            if declaration_of(state, seat) is None:
                assert len(state.melds[seat]) <= 3
                continue
            hand = state.hands[seat].tiles()
            if seat == state.turn and state.drawn is not None:
                hand.remove(state.drawn)
            now = hand, len(state.melds[seat])
            assert self.locked.setdefault(seat, now) == now


@pytest.mark.parametrize("options", OPTIONS, ids=["plain", "other options"])
def test_hands_played_at_random_end_and_their_positions_come_to_the_same(options: dict[str, object]) -> None:
    """LJ-3.2, LJ-1.3: a declared hand never changes, reserved tiles are never drawn."""
    rules = make_ruleset("longjiang", options)
    source = random.Random(str(options))
    seen = set()
    for number in range(150):
        watch = Watch(rules)
        state = play_hand(rules, shuffled(rules, source), source, lawful if number % 5 == 0 else keen, watch)
        sums = totals(state.ledger)
        assert sum(sums) == 0
        found = outcome(exported(rules, state))
        assert found.get("totals") == sums[:HOUSE], (found, exported(rules, state))
        if state.winners:
            (win,) = state.scores
            assert found["wins"][0]["value"] == win.value
            seen |= {item.id for item in win.items}
        stays = not state.winners or state.dealer in state.winners
        assert state.next_dealer == (state.dealer if stays else (state.dealer + 1) % 4)
    assert {"plain", "drawn", "treasure", "gale", "closed", "single", "edge", "pushed"} <= seen


def test_events_folded_again_come_to_the_same_state_and_their_record_replays() -> None:
    """FORMATS: a declaration is written as `ready TILE [KIND]`, and what is thrown by rule not at all."""
    rules = make_ruleset("longjiang", {})
    source = random.Random(5)
    verbs = set()
    for _ in range(30):
        match = Match(rules)
        events = play_events(match, match.begin(shuffled(rules, source)), source, keen)
        assert match.state is not None
        again = fold(rules, events)
        assert again.ext == match.state.ext
        assert (again.ledger, again.outcome) == (match.state.ledger, match.state.outcome)
        record = write_record(rules, ["a", "b", "c", "d"], [PlayedHand(events)])
        (hand,) = replay(read_record(record, make_ruleset)).hands
        assert hand.as_json()["totals"] == totals(match.state.ledger)[:HOUSE]
        hands = record["hands"]
        assert isinstance(hands, list)
        verbs |= {(action[1], len(action)) for action in hands[0]["actions"]}
    assert {("ready", 3), ("ready", 4)} <= verbs
