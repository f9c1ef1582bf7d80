"""Hands played at random from ``legal``, for tests that need many: a deck, a driver, option sets worth
trying."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from engine.commands import PASS, WIN, Command, Discard
from engine.decide import advance, decide, play, run, start
from engine.errors import MalformedError
from engine.events import Event, HandStarted
from engine.legal import awaited, legal, may_win_now
from engine.match import Match
from engine.options import Option
from engine.ruleset import Ruleset
from engine.rulesets.registry import RULESETS, make_ruleset
from engine.state import Hand, Phase, State, Window

Choose = Callable[[random.Random, Ruleset, State, int], Command]

OPTION_SETS: Mapping[str, list[dict[str, object]]] = {
    "nanning": [
        {},
        {"codes": 2, "fishing": 2, "concealed_self_draw": "plus1", "show_concealed_kong": True},
        {
            "codes": 8,
            "fishing": 1,
            "dead_double": True,
            "draw_dealer": "stay",
            "cannon_ignores_concealed": True,
        },
        {"false_win": "penalty", "codes": 1, "fishing": 1},
    ],
    "longjiang": [{}, {"discarded_treasure": "natural", "heavenly_dealer_double": False, "base": 3}],
    "nanjing": [{}, {"preset": "nanjing-new", "flower_value": 2, "dealer_keeps": "any_win_or_draw"}],
    "zhuji": [
        {},
        {"wild_kinds": 2, "wild": "9p", "discard_wins": True, "rob": "added", "min_tai": 2},
    ],
}
"""Option sets that between them turn on every mechanic of a ruleset; one that is not here has its
defaults."""


def drawn_options(key: str, source: random.Random) -> dict[str, object]:
    """Draw options that go together: a preset or none, and each option at its default or at any value."""
    known = RULESETS[key].position.options
    while True:
        given: dict[str, object] = {}
        if known.presets and source.random() < 0.5:
            given["preset"] = source.choice(known.presets).name
        for option in known.options:
            if source.random() < 0.5:
                given[option.name] = _any_value(option, source)
        try:
            make_ruleset(key, given)
        except MalformedError:
            continue
        return given


def _any_value(option: Option, source: random.Random) -> object:
    if option.choices:
        return source.choice(option.choices).value
    if isinstance(option.default, bool):
        return source.random() < 0.5
    return source.choice([option.low, option.high, source.randint(option.low, option.high)])


class Setting(NamedTuple):
    """A ruleset under one set of options."""

    name: str
    rules: Ruleset


def settings(rulesets: Iterable[str] = RULESETS) -> list[Setting]:
    """Put every registered ruleset together under each of its option sets; a new one without any has its
    defaults."""
    return [
        Setting(f"{key}-{number}", make_ruleset(key, options))
        for key in rulesets
        for number, options in enumerate(OPTION_SETS.get(key, [{}]))
    ]


def shuffled(rules: Ruleset, source: random.Random, dealer: int | None = None) -> HandStarted:
    """Begin a hand with a random wall and, unless named, a random dealer."""
    wall = rules.tile_set.tiles()
    source.shuffle(wall)
    chance = tuple(
        (label, tuple(source.randrange(below) for _ in range(count))) for label, below, count in rules.chance
    )
    return HandStarted(source.randrange(4) if dealer is None else dealer, 0, False, tuple(wall), chance)


def lawful(source: random.Random, rules: Ruleset, state: State, seat: int) -> Command:
    """Choose among all offers alike."""
    return source.choice(legal(rules, state, seat))


def keen(source: random.Random, rules: Ruleset, state: State, seat: int) -> Command:
    """Choose like a beginner who wants to win: win when it is lawful, claim often, keep what goes together.

    One in a hundred and fifty choices is any offer at all, unlawful wins among them.
    """
    offers = legal(rules, state, seat)
    if source.random() < 1 / 150:
        return source.choice(offers)
    if WIN in offers:
        if seat in state.window.lawful if state.window is not None else may_win_now(rules, state):
            return WIN
        offers = tuple(offer for offer in offers if offer != WIN)
    discards = [offer for offer in offers if isinstance(offer, Discard)]
    others = [offer for offer in offers if offer != PASS and not isinstance(offer, Discard)]
    if others and source.random() < 0.6:
        return source.choice(others)
    if not discards:
        return PASS
    counts = state.hands[seat].counts
    return min(discards, key=lambda offer: (_company(counts, offer.tile), source.random()))


def _company(counts: list[int], kind: int) -> int:
    """Weigh how much goes with a tile in hand: its own kind, and neighbours in its suit."""
    near = 4 * (counts[kind] - 1)
    if kind < 27:
        for step, weight in ((-2, 1), (-1, 2), (1, 2), (2, 1)):
            other = kind + step
            if other // 9 == kind // 9 and other >= 0:
                near += weight * (counts[other] > 0)
    return near


def play_hand(
    rules: Ruleset,
    event: HandStarted,
    source: random.Random,
    choose: Choose = lawful,
    watch: Callable[[State], None] | None = None,
) -> State:
    """Play a hand in place to its end; ``watch`` sees the state after every step."""
    state = start(rules, event)
    while state.phase is not Phase.OVER:
        if not run(rules, state):
            seat = source.choice(awaited(rules, state))
            play(rules, state, seat, choose(source, rules, state, seat))
        if watch is not None:
            watch(state)
    return state


def play_events(
    match: Match,
    begun: list[Event],
    source: random.Random,
    choose: Choose = lawful,
    watch: Callable[[State], None] | None = None,
) -> list[Event]:
    """Play a hand of a match as a server does, by ``decide`` and ``advance``, and give all its events;
    ``watch`` sees the state before every step and at the end."""
    events = list(begun)
    match.fold(begun)
    while match.running:
        assert match.state is not None
        if watch is not None:
            watch(match.state)
        step = advance(match.rules, match.state)
        if not step:
            seat = source.choice(awaited(match.rules, match.state))
            step = decide(match.rules, match.state, seat, choose(source, match.rules, match.state, seat))
        match.fold(step)
        events += step
    if watch is not None:
        assert match.state is not None
        watch(match.state)
    return events


def told(state: State) -> tuple[object, ...]:
    """Give everything a state holds, as plain values that can be compared; what it keeps to be quick is left
    out."""
    return tuple(_plain(getattr(state, name)) for name in State.__slots__ if name != "offers")


def _plain(value: object) -> object:
    if isinstance(value, Hand):
        return tuple(value.counts), tuple(value.packed), value.size
    if isinstance(value, Window):
        return tuple(_plain(getattr(value, name)) for name in Window.__slots__)
    if isinstance(value, list):
        return tuple(_plain(one) for one in value)
    return tuple(sorted(value.items())) if isinstance(value, dict) else value
