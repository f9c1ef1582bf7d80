"""The one table of phases: every way in it is taken by some hand, and no other way is open (STYLE 4)."""

import random
from typing import Any

import pytest

from engine.apply import apply
from engine.errors import InvariantBroken
from engine.events import Event, HandEnded, Melded, WindowClosed
from engine.machine import NEXT_PHASE, STILL, next_phase
from engine.match import Match
from engine.melds import Meld, MeldKind
from engine.ruleset import Ruleset
from engine.rulesets.registry import make_ruleset
from engine.state import Phase, State
from tests.engine.hands import keen, play_events, settings, shuffled
from tests.engine.script import table
from tests.engine.test_events import ONE_OF_EACH
from tests.engine.toys import FLOWERS, GROWS, NANNING, ROBS_OPEN, SPOT

Way = tuple[Phase, type, Phase]


def ways(rules: Ruleset, events: list[Event]) -> set[Way]:
    """List the ways a hand's events take."""
    state, taken = State(), set()
    for event in events:
        before = state.phase
        apply(rules, state, event)
        taken.add((before, type(event), state.phase))
    return taken


def hand(rules: Ruleset, seed: int, left: int = 144) -> list[Event]:
    """Play a hand, with this many tiles left after the deal and what is set aside."""
    source = random.Random(seed)
    started = shuffled(rules, source)
    match = Match(rules)
    length = 53 + left + sum(mechanic.takes_at_deal for mechanic in rules.mechanics)
    return play_events(match, match.begin(started._replace(wall=started.wall[:length])), source, keen)


def test_every_way_in_the_table_is_taken_by_some_hand_and_no_other() -> None:
    """Random hands of every ruleset and toy, with long walls and short ones; a robbery, true and false; a
    kong whose replacement is the treasure's (LJ-4.4)."""
    penalty = make_ruleset("nanning", {"false_win": "penalty"})
    taken: set[Way] = set()
    for rules in (*(setting.rules for setting in settings()), FLOWERS, SPOT, ROBS_OPEN):
        for seed in range(20):
            taken |= ways(rules, hand(rules, seed, [144, 0, 1, 7][seed % 4]))
    longjiang: tuple[Ruleset, dict[str, Any]] = (
        make_ruleset("longjiang", {}), {"ruleset": "longjiang", "left": 17, "reserve": "7z4s"},
    )  # fmt: skip
    for rules, script, hands, tiles in (
        (longjiang[0], USED_UP, READY, longjiang[1]),
        (NANNING, ROBBED + "1 kong 5p; 3 win", ROBBERY, {"codes": "7z7z6z5p"}),
        (penalty, FALSELY + "1 kong 5p; 2 win; 3 pass", ROBBERY, {"codes": "7z7z6z5p"}),
        (penalty, "0 win", ["", "", "", ""], {}),
        (GROWS, "0 kong 1m", ["1111m", "", "", ""], {"left": 3}),
        (FLOWERS, "0 kong 1m", ["1111m", "", "", ""], {"tail": "1f"}),
    ):
        taken |= ways(rules, table(script, hands, rules=rules, **tiles)[1])
    moves = {way for way in taken if way[1] not in STILL}
    assert moves == {(phase, kind, after) for (phase, kind, _), after in NEXT_PHASE.items()}


READY = ["7z", "", "111m345m678p55p67s", "5555s"]
USED_UP = """
0 discard 7z; 1 <7z; 2 <7z; 3 <4s; 0 <4s; 1 <4s; 2 <9p ready 9p; @ treasure 4s; 3 <1p kong 5s
@ left 10; @ over
"""
ROBBERY = ["5p", "55p1z", "", "123m123789s46p66z"]
ROBBED = "0 discard 5p; 1 pong; 3 pass; 1 discard 1z; 2 discard 7z; 3 discard 7z; 0 discard 6z; 3 pass; "
FALSELY = """
0 discard 5p; 1 pong; 2 pass; 3 pass; 1 discard 1z; 2 pass; 3 pass; 0 pass; 2 discard 7z; 3 pass; 0 pass
1 pass; 3 discard 7z; 0 pass; 1 pass; 2 pass; 0 discard 6z; 1 pass; 2 pass; 3 pass;
"""


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("event", ONE_OF_EACH, ids=lambda event: type(event).__name__)
def test_an_event_out_of_its_phase_is_a_broken_invariant(phase: Phase, event: Event) -> None:
    state = State()
    state.phase = phase
    known = any(way[:2] == (phase, type(event)) for way in NEXT_PHASE)
    if type(event) in STILL:
        assert next_phase(state, event) is phase
    elif isinstance(event, HandEnded) and phase is not Phase.OVER:
        assert next_phase(state, event) is Phase.OVER
    elif not known:
        with pytest.raises(InvariantBroken):
            next_phase(state, event)


def test_a_pong_leads_to_the_turn_and_a_kong_to_its_replacement() -> None:
    pong = next(event for event in ONE_OF_EACH if isinstance(event, Melded))
    state = State()
    state.phase = Phase.DRAW
    assert next_phase(state, pong) is Phase.TURN
    kong = pong._replace(meld=Meld(MeldKind.OPEN_KONG, 3, 0, 3))
    assert next_phase(state, kong) is Phase.REPLACE


def test_a_window_that_closes_with_nothing_passes_the_turn_on() -> None:
    """CO-1.1."""
    match, events = table("0 discard 4s; 1 pass", ["4s", "123456789m23s55z", "", ""])
    assert match.state is not None
    assert (match.state.phase, match.state.turn) == (Phase.TURN, 1)
    assert any(isinstance(event, WindowClosed) for event in events)
