"""Whole hands by a state machine over ``legal``: whatever is played, the books hold and somebody can move."""

import random

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.apply import apply, fold
from engine.commands import DISCARD, ESCAPE, KONG, KONG_OF, PASS, PONG, TIMEOUT, WIN, Chow, Command, Ready
from engine.decide import advance, begin, decide
from engine.errors import IllegalCommand
from engine.events import Event
from engine.invariants import check
from engine.ledger import totals
from engine.legal import awaited, legal
from engine.ruleset import Ruleset
from engine.state import Phase, State
from engine.views import ALL, PUBLIC, view
from tests.engine.hands import Setting, keen, settings, shuffled, told

ANYTHING: list[Command] = [
    *DISCARD, *KONG_OF, KONG, PONG, WIN, PASS, Ready(0), Ready(1, 2),
    *(Chow((low, low + 1)) for low in range(26)),
]  # fmt: skip


class Hand(RuleBasedStateMachine):
    """One hand, played through ``decide`` and ``advance``; a subclass says under which rules."""

    ruleset: Ruleset

    def __init__(self) -> None:
        super().__init__()
        self.state = State()
        self.events: list[Event] = []

    @initialize(seed=st.integers(0, 2**32))
    def deal(self, seed: int) -> None:
        """Begin with a wall of its own."""
        self._fold(begin(self.ruleset, shuffled(self.ruleset, random.Random(seed))))

    @precondition(lambda self: self.state.phase is not Phase.OVER)
    @rule(data=st.data())
    def do_what_is_legal(self, data: st.DataObject) -> None:
        """Let any seat that is awaited do anything it may."""
        seat = data.draw(st.sampled_from(awaited(self.ruleset, self.state)))
        command = data.draw(st.sampled_from(legal(self.ruleset, self.state, seat)))
        self._fold(decide(self.ruleset, self.state, seat, command))

    @precondition(lambda self: self.state.phase is not Phase.OVER)
    @rule(seed=st.integers(0, 2**16), moves=st.integers(1, 12))
    def play_to_win(self, seed: int, moves: int) -> None:
        """Let the seats play on for a while like people who want to win."""
        source = random.Random(seed)
        for _ in range(moves):
            if self.state.phase is not Phase.OVER:
                seat = source.choice(awaited(self.ruleset, self.state))
                command = keen(source, self.ruleset, self.state, seat)
                self._fold(decide(self.ruleset, self.state, seat, command))

    @precondition(lambda self: self.state.phase is not Phase.OVER)
    @rule(place=st.integers(0, 3))
    def let_time_run_out(self, place: int) -> None:
        """Give an awaited seat its default answer (CO-3.1)."""
        seats = awaited(self.ruleset, self.state)
        self._fold(decide(self.ruleset, self.state, seats[place % len(seats)], TIMEOUT))

    @rule(seat=st.integers(0, 3), command=st.sampled_from(ANYTHING))
    def do_what_is_not(self, seat: int, command: Command) -> None:
        """Try what is not on offer: it is refused and changes nothing."""
        if command in legal(self.ruleset, self.state, seat):
            return
        before = told(self.state)
        with pytest.raises(IllegalCommand):
            decide(self.ruleset, self.state, seat, command)
        assert told(self.state) == before

    @rule(seat=st.integers(0, 3))
    def leave(self, seat: int) -> None:
        """Leave for good, once (CO-3.3): whoever was awaited still is."""
        waiting = awaited(self.ruleset, self.state)
        if seat not in self.state.escaped:
            self._fold(decide(self.ruleset, self.state, seat, ESCAPE))
            assert awaited(self.ruleset, self.state) == waiting

    @invariant()
    def books_hold(self) -> None:
        """Tiles are conserved, payments sum to zero (CO-6.1)."""
        check(self.state)
        assert sum(totals(self.state.ledger)) == 0

    @invariant()
    def somebody_can_move(self) -> None:
        """Nothing is due by itself, and somebody is awaited until the hand is over; nobody is asked twice."""
        assert advance(self.ruleset, self.state) == []
        waiting = awaited(self.ruleset, self.state)
        assert bool(waiting) is (self.state.phase not in (Phase.OVER, Phase.NEW))
        for seat in range(4):
            offers = legal(self.ruleset, self.state, seat)
            assert bool(offers) is (seat in waiting)
            assert len(set(offers)) == len(offers)

    @invariant()
    def every_view_can_be_built(self) -> None:
        """A viewer sees his own hand, and the count of every other."""
        for viewer in (0, 1, 2, 3, PUBLIC, ALL):
            seen = view(self.ruleset, self.state, viewer)
            assert [seat.hand_size for seat in seen.seats] == [hand.size for hand in self.state.hands]

    def teardown(self) -> None:
        """The events fold to the state (DESIGN: one reducer)."""
        assert told(fold(self.ruleset, self.events)) == told(self.state)

    def _fold(self, events: list[Event]) -> None:
        while events:
            self.events += events
            for event in events:
                apply(self.ruleset, self.state, event)
            events = advance(self.ruleset, self.state)


@pytest.mark.parametrize("setting", settings(), ids=lambda setting: setting.name)
def test_a_hand_is_never_stuck_and_its_books_hold(setting: Setting) -> None:
    machine = type("Machine", (Hand,), {"ruleset": setting.rules})
    run_state_machine_as_test(
        machine, settings=hypothesis_settings(max_examples=15, stateful_step_count=50)
    )  # fmt: skip
