"""The verbs on a hand: what is refused changes nothing, deciding touches nothing, folding gives the same
state."""

import random
from dataclasses import replace

import pytest

from engine.apply import apply, fold
from engine.commands import DISCARD, ESCAPE, KONG, KONG_OF, PASS, PONG, TIMEOUT, WIN, Chow, Command, Ready
from engine.decide import advance, begin, decide, is_settled, play, run, start, void
from engine.errors import Code, IllegalCommand, InvariantBroken
from engine.events import Declined, Discarded, Event, HandEnded, Outcome, WindowOpened
from engine.invariants import check
from engine.legal import awaited, has_lawful_claim, legal
from engine.melds import Meld, MeldKind
from engine.ruleset import Mechanic
from engine.state import Phase, State
from tests.engine.hands import Setting, keen, lawful, play_hand, settings, shuffled, told
from tests.engine.script import play as played
from tests.engine.script import table
from tests.engine.toys import (
    CHOWS,
    FLOWERS,
    GROWS,
    LOCKS,
    NANNING,
    RESERVE,
    ROBS_OPEN,
    SPOT,
    UNROBBED,
    Locked,
)

TOYS = [
    Setting(name, rules)
    for name, rules in (
        ("flowers", FLOWERS), ("chows", CHOWS), ("locks", LOCKS), ("reserve", RESERVE),
        ("robs-open", ROBS_OPEN),
    )
]  # fmt: skip
EVERY = [*settings(), *TOYS]
COMMANDS: list[Command] = [
    *DISCARD, *KONG_OF, KONG, PONG, WIN, PASS,
    *(Chow((low, low + gap)) for low in range(26) for gap in (1, 2)),
    *(Ready(kind) for kind in range(34)), Ready(4, 4),
]  # fmt: skip
by_name = pytest.mark.parametrize("setting", EVERY, ids=lambda setting: setting.name)


@by_name
def test_what_is_not_legal_is_refused_and_changes_nothing(setting: Setting) -> None:
    """DESIGN: ``decide`` accepts exactly what ``legal`` lists; every command, every seat, every moment of a
    hand."""
    rules, source = setting.rules, random.Random(1)

    def try_all(state: State) -> None:
        if source.random() > 0.1:
            return
        before = told(state)
        for seat in range(4):
            offers = legal(rules, state, seat)
            for command in COMMANDS:
                if command not in offers:
                    with pytest.raises(IllegalCommand):
                        play(rules, state, seat, command)
            if seat not in awaited(rules, state):
                with pytest.raises(IllegalCommand):
                    play(rules, state, seat, TIMEOUT)
        assert told(state) == before

    play_hand(rules, shuffled(rules, source), source, keen, try_all)


@by_name
def test_what_is_legal_is_accepted(setting: Setting) -> None:
    rules, source = setting.rules, random.Random(2)

    def try_all(state: State) -> None:
        for seat in range(4):
            for command in (
                *legal(rules, state, seat),
                *([TIMEOUT] if seat in awaited(rules, state) else []),
            ):
                assert decide(rules, state, seat, command)

    play_hand(rules, shuffled(rules, source), source, keen, try_all)


@by_name
def test_deciding_and_advancing_leave_the_state_alone_and_equal_playing_it(setting: Setting) -> None:
    """The events fold to the very state that playing in place leads to, step by step and in one go."""
    rules, source = setting.rules, random.Random(3)
    for _ in range(6):
        started = shuffled(rules, source)
        state = start(rules, started)
        events = begin(rules, started)
        assert told(fold(rules, events)) == told(state)
        while not is_settled(state):
            before, other = told(state), state.copy()
            said = advance(rules, state)
            if said:
                assert run(rules, other) == said
            else:
                assert run(rules, other) == []
                seat = source.choice(awaited(rules, state))
                command = keen(source, rules, state, seat)
                said = decide(rules, state, seat, command)
                assert play(rules, other, seat, command) == said
            assert told(state) == before
            for event in said:
                apply(rules, state, event)
            assert told(state) == told(other)
            events += said
        assert told(fold(rules, events)) == told(state)
        assert advance(rules, state) == []


@by_name
def test_a_copy_and_what_it_was_copied_from_go_separate_ways(setting: Setting) -> None:
    rules, source = setting.rules, random.Random(4)
    states: list[tuple[State, tuple[object, ...]]] = []

    def keep(state: State) -> None:
        if source.random() < 0.2:
            states.append((state.copy(), told(state)))
            assert told(states[-1][0]) == states[-1][1]

    play_hand(rules, shuffled(rules, source), source, keen, keep)
    for copied, before in states:
        assert told(copied) == before
        again = copied.copy()
        while not is_settled(again):
            if not run(rules, again):
                seat = source.choice(awaited(rules, again))
                play(rules, again, seat, lawful(source, rules, again, seat))
        assert told(copied) == before


@by_name
def test_hands_end_whatever_is_played_and_the_books_hold_after_every_step(setting: Setting) -> None:
    """CO-6.1, E-05, F-10, F-12, K-19: 40 hands of each setting; nobody is ever left without a move."""
    source = random.Random(5)
    for number in range(40):
        state = play_hand(
            setting.rules, shuffled(setting.rules, source), source, [lawful, keen][number % 2], check
        )
        assert state.outcome is not None
        assert all(legal(setting.rules, state, seat) == () for seat in range(4))
        assert awaited(setting.rules, state) == ()


def test_a_hand_may_be_void_at_any_moment_but_not_after_its_end() -> None:
    """E-03, FORMATS ``void``: nothing of it is paid and the deal stands as it stood."""
    source = random.Random(6)

    def end(state: State) -> None:
        if state.phase is Phase.OVER:
            return
        events = void(SPOT, state)
        assert events == [HandEnded(Outcome.VOID, state.dealer, state.streak, state.heated)]
        other = state.copy()
        apply(SPOT, other, events[0])
        check(other)
        assert (other.ledger, other.window, other.winners, other.phase) == ([], None, (), Phase.OVER)

    state = play_hand(SPOT, shuffled(SPOT, source), source, lawful, end)
    with pytest.raises(InvariantBroken):
        void(SPOT, state)


def test_an_event_that_cannot_happen_now_is_a_broken_book() -> None:
    state = start(NANNING, shuffled(NANNING, random.Random(7)))
    with pytest.raises(InvariantBroken):
        apply(NANNING, state, Discarded(0, 0, False))


# Rules of the kernel that Nanning does not use.


def test_a_flower_is_laid_out_and_replaced_from_the_tail_dealer_first() -> None:
    """NJ-1.3: the dealer until he holds none, then each seat in turn; what replaces one may be one again."""
    hands = ["1f3f", "2f", "4f", "5f"]
    state = played("", hands, dealer=1, rules=FLOWERS, tail="6f1p2p3p7f4p5p").state
    assert state.flowers == [[34, 36, 40], [35, 39], [37], [38]]
    assert (state.left, state.unlaid, state.drawn) == (144 - 53 - 7, 0, 9)


def test_a_flower_drawn_in_play_is_replaced_at_once_and_one_that_cannot_be_ends_the_hand() -> None:
    """NJ-1.3, NJ-1.4, F-04."""
    state = played("0 discard 9p; 1 <8f _", ["9p", "", "", ""], rules=FLOWERS, tail="3z").state
    assert (state.flowers[1], state.drawn, state.left) == ([41], 29, 144 - 53 - 2)
    state = played("0 discard 9p; 1 <8f _", ["9p", "", "", ""], rules=FLOWERS, left=1).state
    assert (state.outcome, state.flowers[1]) == (Outcome.DRAW, [41])
    check(state)
    state = played("", ["", "", "7f8f", ""], rules=FLOWERS, left=1).state
    assert (state.outcome, state.flowers[2]) == (Outcome.DRAW, [40, 41])
    check(state)


DECLARER = ["123456789m23s55z9p", "", "", ""]
DECLARED = "0 ready 9p; 1 <7z; 2 <7z; 3 <7z;"


def test_a_declared_seat_whose_draw_wins_may_win_or_pass_and_else_its_tile_goes() -> None:
    """FORMATS: offered exactly ``win`` and ``pass``; on timeout it wins, or passes where the room has it
    (CO-3.1)."""
    played(
        DECLARED + "0 <4s _; ? 0 win pass; ! 0 discard 4s; ! 0 ready 4s; 0 pass; @ turn 1",
        DECLARER,
        rules=LOCKS,
    )
    played(DECLARED + "0 <6z _; @ turn 1; ? 0", DECLARER, rules=LOCKS)
    timeout = DECLARED + "0 <4s timeout"
    assert played(timeout, DECLARER, rules=LOCKS).outcome.outcome == "win"
    mute = replace(LOCKS, timeout_wins=False)
    passed = played(timeout + "; @ turn 1", DECLARER, rules=mute).state
    assert passed.discards[-1] == (0, 21)


def test_what_goes_by_rule_is_said_to_be_forced() -> None:
    """LJ-3.2: by itself, as one step, with the window after it."""
    state = played(DECLARED + "0 <4s _", DECLARER, rules=LOCKS).state
    assert [type(event) for event in decide(LOCKS, state, 0, PASS)] == [Declined]
    play(LOCKS, state, 0, PASS)
    thrown: list[Event] = advance(LOCKS, state)
    assert thrown[0] == Discarded(0, 21, True, True)
    assert isinstance(thrown[1], WindowOpened)


def test_a_command_on_offer_that_no_mechanic_carries_out_is_refused() -> None:
    """A mechanic that offers without performing is a fault, and still harms nobody."""

    class Idle(Locked):
        """Offers to declare and does nothing of the sort."""

        perform = Mechanic.perform

    rules = replace(NANNING, mechanics=(*NANNING.mechanics, Idle()))
    state = played("", DECLARER, rules=rules).state
    with pytest.raises(IllegalCommand) as error:
        decide(rules, state, 0, Ready(17))
    assert error.value.code is Code.NOT_OFFERED


def test_a_chow_takes_the_lower_and_the_upper_two_and_only_from_the_seat_before() -> None:
    """CO-2.2, C-02, C-04, C-05, C-06: chow is offered without a pong, loses to it, stands when it is
    passed."""
    hands = ["5m", "3467m", "46m", "55m"]
    asked = "0 discard 5m; ? 1 chow pass; ? 2; ! 2 chow 46m; ? 3 pong pass"
    match, _ = table(asked, hands, rules=CHOWS)
    assert match.state is not None
    assert legal(CHOWS, match.state, 1) == (Chow((2, 3)), Chow((3, 5)), Chow((5, 6)), PASS)
    chowed = played(asked + "; 1 chow 46m; 3 pass; @ turn 1; ? 1 discard", hands, rules=CHOWS).state
    assert chowed.melds[1] == [Meld(MeldKind.CHOW, 3, 0, 4)]
    ponged = played(asked + "; 1 chow 46m; 3 pong; @ turn 3; ? 3 discard", hands, rules=CHOWS).state
    assert ponged.melds[1] == []


def test_the_last_discard_may_be_claimed_where_the_ruleset_says_so_but_not_konged() -> None:
    """ZJ-1.2, LJ-1.3."""
    played("0 discard 9p; 1 <5m; ? 2 chow pong pass", ["9p", "", "555m46m", ""], rules=CHOWS, left=1)


def test_tiles_that_nobody_may_claim_are_neither_ponged_nor_konged_nor_chowed() -> None:
    """ZJ-2.3: 7z and 5m here."""
    played("0 discard 7z; @ turn 1", ["7z", "", "77z", ""], rules=ROBS_OPEN)
    played("0 discard 5m; @ turn 1", ["5m", "46m", "", ""], rules=ROBS_OPEN)
    played("0 discard 4m; ? 1 chow pass; ! 1 chow 35m", ["4m", "2356m", "", ""], rules=ROBS_OPEN)
    played("? 0 discard", ["7777z", "", "", ""], rules=ROBS_OPEN)


def test_an_open_kong_that_may_be_robbed_is_in_flight_until_it_stands() -> None:
    """ZJ-3.2, K-15, K-19: nobody claims its tile, the books hold inside the window, and then it is laid
    down."""
    hands = ["1s9m", "111s", "", "123456789m23s55z"]
    rules = replace(ROBS_OPEN, mechanics=())  # the win passed on the discard does not bar the next
    match, _ = table("0 discard 1s; 1 kong; 3 pass; ? 3 win pass; ? 0; ? 2", hands, rules=rules)
    state = match.state
    assert state is not None
    assert (state.phase, state.turn, state.melds[1], state.rivers[0]) == (Phase.ROB, 1, [], [])
    check(state)
    assert has_lawful_claim(state, 3)
    play(rules, state, 3, PASS)
    while run(rules, state):
        check(state)
    assert [str(meld.kind) for meld in state.melds[1]] == ["open_kong"]


def test_tiles_in_reserve_are_never_drawn_and_replacements_may_come_from_the_head() -> None:
    """ZJ-1.2, LJ-1.3, K-08: with the reserve left no kong is offered, with one more it is, and it is carried
    out."""
    hands = ["6z", "111m", "", ""]
    played("0 discard 6z; 1 <1m _; ? 1 discard; ! 1 kong 1m = no_replacement", hands, rules=RESERVE, left=3)
    state = played("0 discard 6z; 1 <1m kong 1m; 1 <7z; @ over; @ left 2", hands, rules=RESERVE, left=4).state
    assert state.outcome is Outcome.DRAW


def test_a_kong_that_nobody_may_rob_is_laid_down_at_once() -> None:
    """NJ-6.2, ZJ-3.2: which kongs may be robbed is the ruleset's to say."""
    script = "0 discard 5p; 1 pong; 3 pass; 1 discard 1z; 2 <7z; 3 <7z; 0 <6z; 1 <5p kong 5p;"
    hands = ["5p", "55p1z", "", "123m123789s46p77z"]
    state = played(script + "@ turn 1; ? 3; @ left 78", hands, rules=UNROBBED).state
    assert state.melds[1] == [Meld(MeldKind.ADDED_KONG, 13, 0, 13)]


def test_a_replacement_that_its_own_kong_put_in_the_reserve_ends_the_hand() -> None:
    """LJ-4.4: the kong stands, and the hand is drawn."""
    state = played("0 kong 1m; @ over; @ left 3", ["1111m", "", "", ""], rules=GROWS, left=3).state
    assert (state.outcome, len(state.melds[0])) == (Outcome.DRAW, 1)
    check(state)


def test_a_mechanic_may_pay_on_the_spot_and_end_the_hand() -> None:
    """NJ-7, NJ-9.3: what is left is forfeited to the house at once; escaping twice is refused."""
    script = "0 discard 9m; 1 kong; @ scores 0 1 -1 0; 2 escape; @ scores 0 1 -51 0; ! 2 escape = not_offered"
    state = played(script, ["9m", "999m", "", ""], rules=SPOT).state
    assert state.escaped == {2}
    with pytest.raises(IllegalCommand):
        decide(SPOT, state, 2, ESCAPE)
