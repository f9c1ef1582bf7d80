"""A hand really played, in every viewer's own events and prompts: by the engine, told through the mapping."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from engine.decide import play, run
from engine.events import Event as Fact
from engine.legal import awaited
from engine.match import Match
from engine.ruleset import Ruleset
from engine.rulesets.registry import make_ruleset
from engine.state import Phase, State
from protocol.events import Event, HandStarted, MatchStarted, NoncesListed
from protocol.fold import fold
from protocol.to_client import Prompt
from protocol.view import MatchInfo, SeatName, TableView
from protocol.vocabulary import Action
from server.mapping.marks import makers_of
from server.mapping.match import hand_ended
from server.mapping.prompts import Times, prompt_for
from server.mapping.result import hand_result
from server.mapping.stream import Seen, tell
from server.mapping.words import command_of

__all__ = ["NAMES", "Chooses", "Hand", "play_hand"]

NAMES = ("甲", "乙", "丙", "丁")
_NO_LIMIT = Times(None, None)

Chooses = Callable[[TableView, int, Prompt], Action]
Watches = Callable[[Ruleset, State, int, TableView], None]


@dataclass
class Hand:
    """A hand as it went: each viewer's events (0–3 the seats, 4 the public), and who was asked what, seeing
    what."""

    secret: bytes
    nonces: tuple[bytes, ...]
    events: list[list[Event]] = field(default_factory=lambda: [[] for _ in range(5)])
    views: list[TableView] = field(default_factory=lambda: [TableView("lobby") for _ in range(5)])
    asked: list[tuple[TableView, int, Prompt, Action]] = field(default_factory=list)

    def tell(self, told: Sequence[Event | None]) -> None:
        """Give every viewer his form of an event."""
        for place, event in enumerate(told):
            if event is not None:
                self.events[place].append(event)
                self.views[place] = fold(self.views[place], event)


def play_hand(
    choose: Chooses,
    seed: int = 1,
    options: Mapping[str, object] | None = None,
    *,
    show_all: bool = True,
    ruleset: str = "nanning",
    watch: Watches | None = None,
) -> Hand:
    """Play the first hand of a match; ``choose`` answers for every seat, ``seed`` makes secret and nonces.

    ``watch`` is shown the state whenever a seat is asked, with the seat and its view.
    """
    random = Random(seed)
    hand = Hand(random.randbytes(32), (random.randbytes(32), b"", random.randbytes(32), b""))
    rules = make_ruleset(ruleset, dict(options or {}))
    match = Match(rules, 4)
    info = MatchInfo(
        "m1", ruleset, rules.revision, dict(rules.options), {"hands": 4}, 4,
        tuple(SeatName(f"p{seat}", name, False) for seat, name in enumerate(NAMES)),
    )  # fmt: skip
    commit = hashlib.sha256(hand.secret).hexdigest()
    nonces = tuple(nonce.hex() for nonce in hand.nonces)
    for first in (
        MatchStarted(info, (0, 0, 0, 0)), HandStarted(1, commit, 0, False, 2000), NoncesListed(1, nonces),
    ):  # fmt: skip
        hand.tell((first,) * 5)
    begun = match.deal(hand.secret, hand.nonces)
    for event in begun:
        match.apply(event)
    state = match.state
    assert state is not None
    seen = Seen((state.dealer + 1,), makers_of(rules))
    _told(hand, match, seen, begun)
    while state.phase is not Phase.OVER:
        waiting = awaited(rules, state)
        if waiting:
            seat = random.choice(waiting)
            if watch is not None:
                watch(rules, state, seat, hand.views[seat])
            facts = _answer(hand, match, seen, seat, choose)
        else:
            facts = run(rules, state)
            assert facts, state.phase
        _told(hand, match, seen, facts)
    result = hand_result(
        rules, state, 1, match.scores, secret=hand.secret if show_all else None, last=False, show_all=show_all
    )
    hand.tell((hand_ended(result),) * 5)
    return hand


def _answer(hand: Hand, match: Match, seen: Seen, seat: int, choose: Chooses) -> list[Fact]:
    state, rules = match.state, match.rules
    assert state is not None
    prompt = prompt_for(
        rules, state, seat, room="r1", number=1 + len(hand.asked), after=len(hand.events[seat]),
        drawn=seen.drawn[seat], times=_NO_LIMIT,
    )  # fmt: skip
    action = choose(hand.views[seat], seat, prompt)
    hand.asked.append((hand.views[seat], seat, prompt, action))
    command = command_of(action, None if state.window is None else state.window.tile)
    return play(rules, state, seat, command)


def _told(hand: Hand, match: Match, seen: Seen, facts: Sequence[Fact]) -> None:
    assert match.state is not None
    for told in tell(match.rules, match.state, seen, facts, 1, (0, 0, 0, 0)):
        hand.tell(told)
