"""Whole hands by random legal play, ruleset by ruleset: how fast, and that every one ends in good order.

``python -m tests.bench.hands 20000`` plays that many of each with every invariant checked after every step.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from random import Random
from typing import NamedTuple

from engine import invariants
from engine.decide import play, run, start
from engine.events import HandStarted
from engine.legal import awaited, legal
from engine.match import Match
from engine.record_read import read_record
from engine.record_write import PlayedHand, write_record
from engine.replay import replay
from engine.ruleset import Ruleset
from engine.rulesets.registry import RULESETS, make_ruleset
from engine.state import Phase, State
from tests.engine.hands import drawn_options, play_events

__all__ = ["Played", "play_hand", "play_hands", "play_matches"]

MATCH = 10
"""Hands under the same options."""
REPLAYED = 10
"""Of so many matches one is written down and replayed."""
_NONCES = [b""] * 4


class Played(NamedTuple):
    """What a run of hands came to: hands a second, and the outcomes."""

    hands: int
    seconds: float
    outcomes: Counter[str]
    commands: int

    @property
    def rate(self) -> float:
        """Hands a second."""
        return self.hands / self.seconds


def play_hand(rules: Ruleset, random: Random, checked: bool) -> tuple[State, int]:
    """Play one hand by choosing evenly among what is legal; give its last state and how many commands."""
    wall = rules.tile_set.tiles()
    random.shuffle(wall)
    chance = tuple(
        (label, tuple(random.randrange(below) for _ in range(count))) for label, below, count in rules.chance
    )
    state = start(rules, HandStarted(random.randrange(4), 0, False, tuple(wall), chance))
    commands = 0
    while state.phase is not Phase.OVER:
        seats = awaited(rules, state)
        if seats:
            seat = random.choice(seats)
            play(rules, state, seat, random.choice(legal(rules, state, seat)))
            commands += 1
        elif not run(rules, state):
            raise AssertionError(f"stuck in phase {state.phase}")
        if checked:
            invariants.check(state)
    return state, commands


def play_hands(rules: Ruleset, hands: int, checked: bool, seed: int = 1) -> Played:
    """Play so many hands from a seed."""
    random = Random(seed)
    outcomes: Counter[str] = Counter()
    commands = 0
    begin = time.perf_counter()
    for _ in range(hands):
        state, made = play_hand(rules, random, checked)
        assert state.outcome is not None
        outcomes[state.outcome.value] += 1
        commands += made
    return Played(hands, time.perf_counter() - begin, outcomes, commands)


def play_matches(key: str, hands: int, seed: int = 2) -> Played:
    """Play so many hands with every invariant checked after every step, each match of ten under options
    drawn anew, presets too; the first match of every ten is written down and replayed to the same scores."""
    random = Random(seed)
    outcomes: Counter[str] = Counter()
    commands = 0
    begin = time.perf_counter()
    for number in range(-(-hands // MATCH)):
        rules = make_ruleset(key, drawn_options(key, random))
        if number % REPLAYED == 0:
            outcomes.update(_replayed(rules, random))
            continue
        for _ in range(MATCH):
            state, made = play_hand(rules, random, True)
            assert state.outcome is not None
            outcomes[state.outcome.value] += 1
            commands += made
    return Played(outcomes.total(), time.perf_counter() - begin, outcomes, commands)


def _replayed(rules: Ruleset, random: Random) -> list[str]:
    """Play a match as a server does and replay its record; give the outcomes."""
    match, hands, outcomes = Match(rules, MATCH), [], []
    while not match.over:
        secret = random.randbytes(32)
        events = play_events(match, match.deal(secret, _NONCES), random, watch=invariants.check)
        hands.append(PlayedHand(events, secret, _NONCES))
        assert match.state is not None and match.state.outcome is not None
        outcomes.append(match.state.outcome.value)
    record = json.loads(json.dumps(write_record(rules, ["E", "S", "W", "N"], hands, {})))
    assert list(replay(read_record(record, make_ruleset)).accounts) == match.accounts
    return outcomes


def _report(name: str, played: Played, bar: float | None) -> str:
    """Put a run into one line, with its bar where it has one."""
    verdict = "" if bar is None else f"   bar {bar:6.0f}   {'ok' if played.rate >= bar else 'MISSED'}"
    outcomes = ", ".join(f"{outcome} {count}" for outcome, count in sorted(played.outcomes.items()))
    return f"{name:44}{played.rate:10.0f} hands/s{verdict}   ({outcomes})"


def report(hands: int, checked_hands: int) -> list[str]:
    """Measure every ruleset; one line each for bare and for checked play."""
    lines = []
    for key in RULESETS:
        rules = make_ruleset(key, {})
        lines.append(_report(f"{key}, random legal play", play_hands(rules, hands, False), 250))
        checked = play_matches(key, checked_hands)
        lines.append(_report(f"{key}, all options, every invariant", checked, None))
    return lines


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print("\n".join(report(min(number, 2000), number)))
