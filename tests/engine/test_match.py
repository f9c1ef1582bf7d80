"""Hands in a row (CO-6): scores, who deals, what is carried on, when it ends, what the committed deal
determines."""

import random
from dataclasses import replace

import pytest

from engine.commands import ESCAPE
from engine.decide import decide, void
from engine.errors import InvariantBroken
from engine.events import HandStarted, Marked, Paid
from engine.ledger import Transfer
from engine.match import Match, committed_hand, first_dealer
from engine.rulesets.registry import make_ruleset
from engine.shuffle import draw_numbers, shuffled_wall
from tests.engine.hands import keen, play_events, shuffled

RULES = make_ruleset("nanning", {})
NONCES = [b"", b"\x01" * 32, b"", b"\x03" * 32]


def secret(number: int) -> bytes:
    """Give a secret of one's own for a hand."""
    return bytes([number]) * 32


def play_hand(match: Match, number: int) -> list[object]:
    """Play the next hand of a match to its end."""
    return list(play_events(match, match.deal(secret(number), NONCES), random.Random(number), keen))


def ended(match: Match, number: int = 1) -> None:
    """Begin a hand and end it void."""
    match.fold(match.deal(secret(number), NONCES))
    assert match.state is not None
    match.fold(void(match.rules, match.state))


def test_scores_begin_at_0_and_sum_to_0_after_every_hand() -> None:
    """CO-6.1, S-01, E-08."""
    match = Match(RULES, 6)
    assert (match.scores, match.number, match.over, match.running) == ([0, 0, 0, 0], 0, False, False)
    for number in range(1, 7):
        play_hand(match, number)
        assert match.number == number
        assert sum(match.accounts) == 0
    assert match.over
    assert any(match.scores)
    assert [sum(result.totals[seat] for result in match.results) for seat in range(4)] == match.scores


def test_each_hand_is_dealt_by_whom_the_one_before_named() -> None:
    """NN-13.2, CO-6.1: dealer and streak are carried on."""
    match = Match(RULES, 8)
    while not match.over:
        follows = match.follows
        play_hand(match, match.number + 1)
        assert match.state is not None
        if follows is not None:
            assert (match.state.dealer, match.state.streak, match.state.heated) == follows
    results = match.results
    assert [one.next_dealer for one in results[:-1]] == [one.dealer for one in results[1:]]
    assert all(one.streak == 0 or one.next_dealer == one.dealer for one in results)


def test_the_first_dealer_is_thrown_with_the_committed_dice() -> None:
    """NN-13.3, CO-5.1: one number below 4 from the label ``dice`` of hand 1."""
    dealers = [first_dealer(secret(number), NONCES) for number in range(40)]
    assert dealers == [draw_numbers("dice", 4, 1, secret(number), NONCES, 1)[0] for number in range(40)]
    assert set(dealers) == {0, 1, 2, 3}
    match = Match(RULES)
    started = match.deal(secret(7), NONCES)[0]
    assert isinstance(started, HandStarted)
    assert started.dealer == dealers[7]


def test_wall_and_chance_of_every_hand_follow_from_secret_nonces_and_its_number() -> None:
    """CO-5.2: a ruleset's further draws come from labels of their own."""
    rules = replace(RULES, chance=(("wild", 34, 2), ("side", 2, 1)))
    event = committed_hand(rules, 3, (2, 1, True), secret(5), NONCES, [3, 1])
    assert event == HandStarted(
        2, 1, True, shuffled_wall(rules.tile_set, secret(5), NONCES, 3),
        (("wild", draw_numbers("wild", 34, 2, secret(5), NONCES, 3)),
         ("side", draw_numbers("side", 2, 1, secret(5), NONCES, 3))),
        (1, 3),
    )  # fmt: skip
    assert committed_hand(rules, 4, (2, 1, True), secret(5), NONCES).wall != event.wall


def test_folding_the_events_again_gives_the_same_match() -> None:
    match = Match(RULES, 3)
    events = [event for number in range(1, 4) for event in play_hand(match, number)]
    again = Match(RULES, 3)
    again.fold(events)  # type: ignore[arg-type]  # a list of events, told as objects
    assert (again.accounts, again.results, again.follows) == (match.accounts, match.results, match.follows)


def test_a_match_ends_with_its_last_hand_or_when_it_is_stopped() -> None:
    """CO-6.1: 0 hands is until the host ends it, between hands."""
    counted = Match(RULES, 1)
    play_hand(counted, 1)
    assert counted.over
    endless = Match(RULES, 0)
    play_hand(endless, 1)
    assert not endless.over
    assert not endless.stopped
    endless.fold(endless.deal(secret(2), NONCES))
    endless.stop()
    assert [endless.running, endless.over] == [True, False]
    play_on(endless)
    assert [endless.running, endless.over] == [False, True]


def test_a_drawn_last_hand_ends_the_match_and_a_void_one_does_not() -> None:
    """E-01, E-03: that the dealer stays and that the match may end are two things."""
    match = Match(RULES, 1)
    ended(match)
    assert (match.results[0].outcome, match.over) == ("void", False)
    assert match.follows is not None
    before = match.follows
    play_hand(match, 2)
    assert match.state is not None
    assert (match.state.dealer, match.state.streak, match.state.heated) == before
    assert match.over
    drawn = Match(RULES, 1)
    drawn.fold(drawn.begin(replace_wall(shuffled(RULES, random.Random(1)), 53)))
    play_on(drawn)
    assert (drawn.results[0].outcome, drawn.over) == ("draw", True)


def replace_wall(event: HandStarted, length: int) -> HandStarted:
    """Cut a wall short."""
    return event._replace(wall=event.wall[:length])


def play_on(match: Match) -> None:
    """Play the running hand on without its first events."""
    play_events(match, [], random.Random(1), keen)


def test_no_hand_begins_while_one_runs_nor_after_the_end() -> None:
    match = Match(RULES, 1)
    begun = match.deal(secret(1), NONCES)
    match.fold(begun)
    with pytest.raises(InvariantBroken):
        match.deal(secret(2), NONCES)
    with pytest.raises(InvariantBroken):
        match.apply(begun[0])
    play_on(match)
    with pytest.raises(InvariantBroken):
        match.deal(secret(2), NONCES)


def test_a_match_begins_with_a_hands_first_event() -> None:
    match = Match(RULES)
    with pytest.raises(InvariantBroken):
        match.apply(Marked("seal", "sealed", 0, (1,)))
    assert (match.follows, match.escaped, match.accounts, match.results) == (None, frozenset(), [0] * 5, [])


def test_what_is_paid_is_in_the_running_scores_at_once_and_void_takes_it_back() -> None:
    """FORMATS ``void``: on-the-spot payments included."""
    match = Match(RULES, scores=(1, 2, 3, 4))
    match.fold(match.deal(secret(1), NONCES))
    match.apply(Paid(Transfer(0, 1, 20, "NJ-7.1", "open kong")))
    assert match.accounts == [-19, 22, 3, 4, 0]
    assert match.state is not None
    match.fold(void(RULES, match.state))
    assert match.scores == [1, 2, 3, 4]


def test_what_is_forfeited_to_the_house_stands_in_the_fifth_account() -> None:
    """CO-6.1: what the house takes is counted; also after a hand's end, in the hand that was last."""
    match = Match(RULES)
    ended(match)
    match.apply(Paid(Transfer(2, 4, 50, "NJ-9.3", "escape")))
    assert match.accounts == [0, 0, -50, 0, 50]
    assert match.results[0].totals == (0, 0, -50, 0, 50)
    match.fold(match.deal(secret(2), NONCES))
    assert match.accounts == [0, 0, -50, 0, 50]


def test_who_has_escaped_stays_so_in_later_hands() -> None:
    """CO-3.3."""
    match = Match(RULES)
    match.fold(match.deal(secret(1), NONCES))
    assert match.state is not None
    match.fold(decide(RULES, match.state, 2, ESCAPE))
    match.fold(void(RULES, match.state))
    match.fold(match.deal(secret(2), NONCES))
    assert match.escaped == {2}


def test_a_hundred_matches_one_after_another_restart_clean() -> None:
    """E-11."""
    for number in range(100):
        match = Match(RULES, 1)
        ended(match, number)
        assert match.results[0].number == 1
