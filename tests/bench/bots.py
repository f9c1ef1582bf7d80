"""Whole hands by four greedy bots, ruleset by ruleset: how fast, how they end, what a win is worth.

The bots see what their seats are shown, and nothing else: in one run straight from the engine, which is what
the bar is for, in another through the wire's views, as in a server. A share of drawn hands far from what
people know is a fault of the bot or of the rules.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from clients.bots.policy import GreedyPolicy
from engine.decide import play, run
from engine.events import Event
from engine.legal import awaited, legal
from engine.match import Match
from engine.rulesets.registry import RULESETS, make_ruleset
from engine.state import Phase, State
from protocol.view import MatchInfo, SeatName
from protocol.vocabulary import Action
from server.mapping.marks import makers_of
from server.mapping.prompts import Times, prompt_for
from server.mapping.snapshot import HandShown, Standing, table_view
from server.mapping.stream import Seen, tell
from server.mapping.words import command_of, offers_of, tile_of
from tests.bench.sights import sight_of

__all__ = ["Played", "Straight", "Wired", "play_hands", "report"]

_NO_LIMIT: Final = Times(None, None)
_HANDS: Final = 100
_DECISION: Final = 0.002
"""The bars: hands a second, seconds for a decision."""
_LONG: Final = 0.999
"""What is called the longest decision: longer ones, of which a run has a handful, are the machine's."""


@dataclass(slots=True)
class Played:
    """What a run of hands came to."""

    hands: int = 0
    seconds: float = 0.0
    decisions: list[float] = field(default_factory=list)
    ways: Counter[str] = field(default_factory=Counter)
    values: list[int] = field(default_factory=list)
    items: Counter[str] = field(default_factory=Counter)

    def add(self, state: State) -> None:
        """Take in how a hand ended."""
        self.hands += 1
        self.ways[state.win_by.value if state.winners and state.win_by is not None else "drawn"] += 1
        for score in state.scores:
            self.values.append(score.value)
            self.items.update({item.name_en for item in score.items})

    @property
    def rate(self) -> float:
        """Hands a second of this process's time."""
        return self.hands / self.seconds

    @property
    def longest(self) -> float:
        """Seconds that the longest decisions took, the last in a thousand left out."""
        return sorted(self.decisions)[int(_LONG * len(self.decisions))]


class Straight:
    """Bots that see straight from the engine. Their decisions are not timed: the timer is no part of a hand,
    and asking for a process's time 160 times a hand takes a tenth of it."""

    def __init__(self, match: Match, played: Played) -> None:
        self._match = match
        self._policy = GreedyPolicy()

    def begun(self, events: list[Event]) -> None:
        """A hand begins."""

    def happened(self, events: list[Event]) -> None:
        """Something happened."""

    def choose(self, state: State, seat: int) -> Action:
        """Choose for a seat."""
        rules, window = self._match.rules, state.window
        sight, offers = sight_of(rules, state, seat), offers_of(state, seat, legal(rules, state, seat))
        kind, tile = ("turn", None) if window is None else ("claim", tile_of(window.tile))
        return self._policy.judge(sight, kind, offers, tile)


class Wired:
    """Bots that see what the server would send them; how long each decision takes is noted."""

    def __init__(self, match: Match, played: Played) -> None:
        rules, nobody = match.rules, SeatName("", "bot", True)
        seats = (nobody, nobody, nobody, nobody)
        info = MatchInfo("bench", rules.key, rules.revision, dict(rules.options), {}, match.hands, seats)
        self._match = match
        self._played = played
        self._policy = GreedyPolicy()
        self._standing = Standing(info, ["bot"] * 4, [0] * 4)
        self._seen = Seen()
        self._shown = HandShown(0, "", None, 0, False)

    def begun(self, events: list[Event]) -> None:
        """A hand begins."""
        state = self._state
        self._seen = Seen((1,), makers_of(self._match.rules))
        number = self._match.number
        self._shown = HandShown(number, "0" * 64, state.dealer, state.streak, state.heated)
        self.happened(events)

    def happened(self, events: list[Event]) -> None:
        """Tell everybody."""
        tell(self._match.rules, self._state, self._seen, events, self._match.number, (0, 0, 0, 0))

    def choose(self, state: State, seat: int) -> Action:
        """Choose for a seat."""
        rules = self._match.rules
        view = table_view(self._standing, self._shown, (rules, state, self._seen), seat)
        prompt = prompt_for(
            rules, state, seat, room="r", number=1, after=0, drawn=self._seen.drawn[seat], times=_NO_LIMIT
        )
        begin = time.process_time()
        action = self._policy.choose(view, seat, prompt)
        self._played.decisions.append(time.process_time() - begin)
        return action

    @property
    def _state(self) -> State:
        state = self._match.state
        assert state is not None
        return state


def play_hands(
    key: str, hands: int, bots: Callable[[Match, Played], Straight | Wired], seed: int = 1
) -> tuple[Match, Played]:
    """Play a match of so many hands."""
    random, played = Random(seed), Played()
    match = Match(make_ruleset(key, {}), hands)
    table = bots(match, played)
    begin = time.process_time()
    while not match.over:
        events = match.deal(random.randbytes(32), (b"",) * 4)
        match.fold(events)
        state = match.state
        assert state is not None
        table.begun(events)
        while state.phase is not Phase.OVER:
            waiting = awaited(match.rules, state)
            if waiting:
                action = table.choose(state, waiting[0])
                tile = None if state.window is None else state.window.tile
                events = play(match.rules, state, waiting[0], command_of(action, tile))
            else:
                events = run(match.rules, state)
                assert events, f"stuck in phase {state.phase}"
            table.happened(events)
        played.add(state)
    played.seconds = time.process_time() - begin
    return match, played


def _lines(key: str, straight: Played, wired: Played) -> list[str]:
    """Say what a ruleset's runs came to."""
    hands, wins = wired.hands, max(1, len(wired.values))
    drawn = 100 * wired.ways["drawn"] / hands
    ways = ", ".join(
        f"{way} {100 * count / hands:.0f} %" for way, count in wired.ways.most_common() if way != "drawn"
    )
    items = ", ".join(f"{name} {100 * count / wins:.0f} %" for name, count in wired.items.most_common(8))
    fast = "ok" if straight.rate >= _HANDS else "MISSED"
    short = "ok" if wired.longest <= _DECISION else "MISSED"
    mean = 1e6 * sum(wired.decisions) / len(wired.decisions)
    return [
        f"{key:12}{straight.rate:6.0f} hands/s, bar {_HANDS}, {fast}; through views {wired.rate:.0f};"
        f" a decision {mean:.0f} µs, longest {1e3 * wired.longest:.2f} ms, bar {1e3 * _DECISION:.0f},"
        f" {short}, {len(wired.decisions) / hands:.0f} a hand",
        f"{'':12}won {100 - drawn:.0f} % ({ways}), drawn {drawn:.0f} %; a win is worth"
        f" {sum(wired.values) / wins:.1f}",
        f"{'':12}{items}",
    ]


def report(hands: int) -> list[str]:
    """Play so many hands of each ruleset, twice, and give the lines to print."""
    lines = []
    for key in RULESETS:
        _, straight = play_hands(key, hands, Straight)
        _, wired = play_hands(key, hands, Wired, seed=2)
        lines += _lines(key, straight, wired)
    return lines
