"""Whole hands by four greedy bots, ruleset by ruleset: how fast, how they end, what a win is worth.

The bots see what the wire would show their seats, and nothing else. A share of drawn hands far from what
people know is a fault of the bot or of the rules.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Final

from clients.bots.policy import GreedyPolicy
from engine.decide import play, run
from engine.legal import awaited
from engine.match import Match
from engine.rulesets.registry import RULESETS, make_ruleset
from engine.state import Phase, State
from protocol.view import MatchInfo, SeatName
from server.mapping.prompts import Times, prompt_for
from server.mapping.snapshot import HandShown, Standing, table_view
from server.mapping.stream import Seen, tell
from server.mapping.words import command_of

__all__ = ["report"]

_NO_LIMIT: Final = Times(None, None)
_SLOWEST: Final = 100
"""Hands a second that are to be reached."""


@dataclass(slots=True)
class _Played:
    hands: int = 0
    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    ways: Counter[str] = field(default_factory=Counter)
    values: list[int] = field(default_factory=list)
    items: Counter[str] = field(default_factory=Counter)

    def add(self, state: State) -> None:
        """Take in how a hand ended."""
        self.hands += 1
        self.ways[state.win_by.value if state.winners and state.win_by is not None else "draw"] += 1
        for score in state.scores:
            self.values.append(score.value)
            self.items.update({item.name_en for item in score.items})

    def lines(self, key: str) -> list[str]:
        """Say it in three lines."""
        rate = self.hands / self.seconds
        ways = ", ".join(f"{way} {100 * count / self.hands:.0f} %" for way, count in self.ways.most_common())
        worth = sum(self.values) / max(1, len(self.values))
        often = ", ".join(f"{name} {count}" for name, count in self.items.most_common(6))
        verdict = "ok" if rate >= _SLOWEST else "MISSED"
        return [
            f"{key:12}{rate:8.0f} hands/s of CPU   bar {_SLOWEST}   {verdict}   longest decision"
            f" {self.longest * 1000:.2f} ms (bar 2)",
            f"            {ways}; a win is worth {worth:.1f} on average",
            f"            {often}",
        ]


def _play(key: str, hands: int) -> _Played:
    rules, random, policy, played = make_ruleset(key, {}), Random(1), GreedyPolicy(), _Played()
    match = Match(rules, hands)
    nobody = SeatName("", "bot", True)
    options = dict(rules.options)
    info = MatchInfo("bench", key, rules.revision, options, {}, hands, (nobody, nobody, nobody, nobody))
    standing = Standing(info, ["bot"] * 4, [0] * 4)
    begin = time.process_time()
    for number in range(1, hands + 1):
        events = match.deal(random.randbytes(32), (b"",) * 4)
        match.fold(events)
        state, seen = match.state, Seen((1,))
        assert state is not None
        tell(rules, state, seen, events, number, (0,) * 4)
        shown = HandShown(number, "0" * 64, state.dealer, state.streak, state.heated)
        while state.phase is not Phase.OVER:
            waiting = awaited(rules, state)
            if not waiting:
                events = run(rules, state)
            else:
                seat = waiting[0]
                table = table_view(standing, shown, (rules, state, seen), seat)
                prompt = prompt_for(
                    rules, state, seat, room="r", number=1, after=0, drawn=seen.drawn[seat], times=_NO_LIMIT
                )
                before = time.process_time()
                action = policy.choose(table, seat, prompt)
                played.longest = max(played.longest, time.process_time() - before)
                played.decisions += 1
                tile = None if state.window is None else state.window.tile
                events = play(rules, state, seat, command_of(action, tile))
            tell(rules, state, seen, events, number, (0,) * 4)
        played.add(state)
    played.seconds = time.process_time() - begin
    return played


def report(hands: int) -> list[str]:
    """Play so many hands of each ruleset and give the lines to print."""
    return [line for key in RULESETS for line in _play(key, hands).lines(key)]
