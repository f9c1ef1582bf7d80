"""What players and builders of such games have reported as broken: each kind of fault, shown not to be ours.

Named by the report's letter and number. Faults of other layers (rooms, sockets, stores) are tried where those
are; faults shown in a table of play (kongs, seals, passed wins) carry their number there.
"""

from itertools import permutations

import pytest

from engine.commands import DISCARD, KONG_OF, PASS, PONG, WIN
from engine.decide import advance, decide, play, run
from engine.errors import Code, IllegalCommand
from engine.events import Melded, Paid, Scored, WindowClosed
from engine.invariants import check
from engine.legal import legal
from engine.melds import MeldKind
from engine.record_read import read_record
from engine.replay import replay
from engine.rulesets.registry import make_ruleset
from engine.state import Phase
from tests.engine.script import play as played
from tests.engine.script import record, table

READY = "123456789m23s55z"
ROBBER = "123m123789s46p66z"
TWO_WINNERS = ["4s", READY, "123456789p23s66z", ""]
PONG_OF_5P = "0 discard 5p; 1 pong; 3 pass; 1 discard 1z; 2 <7z; 3 <7z; 0 <6z;"
# The same with every answer in it, and the fourth tile added.
KONG_OF_5P = """
0 discard 5p; 1 pong; 3 pass; 1 discard 1z; 2 discard 7z; 3 discard 7z; 0 discard 6z; 3 pass; 1 kong 5p
"""

# Kongs.


def test_k_03_a_forged_kong_with_an_empty_wall_is_refused_and_the_hand_goes_on() -> None:
    hands = ["6z", "111m9p", "", ""]
    script = "0 discard 6z; 1 <1m _; ! 1 kong 1m = no_replacement; ! 1 kong; 1 discard 9p; @ over"
    assert played(script, hands, left=1).outcome.outcome == "draw"


def test_k_04_the_wall_is_one_shorter_for_each_tile_drawn_from_either_end() -> None:
    script = """
        @ left 83; 0 discard 9m; @ left 82; 1 <1m kong 1m; @ left 81; 1 <<2m kong 2m; @ left 80; 1 <<7z
        @ left 79; 2 <5z; @ left 78; 3 <6z; @ left 77
    """
    played(script, ["9m", "111m222m", "", ""])


@pytest.mark.parametrize("left", [0, 1, 2])
def test_k_08_offer_and_execution_of_a_kong_ask_the_same_question(left: int) -> None:
    """With so many tiles left after the draw: what is offered is carried out, what is not is refused."""
    match, _ = table("0 discard 6z", ["6z", "111m", "", ""], codes="1m", left=1 + left)
    assert match.state is not None
    if KONG_OF[0] in legal(match.rules, match.state, 1):
        match.fold(decide(match.rules, match.state, 1, KONG_OF[0]))
        assert (match.state.phase, left > 0) == (Phase.REPLACE, True)
    else:
        with pytest.raises(IllegalCommand) as error:
            decide(match.rules, match.state, 1, KONG_OF[0])
        assert (error.value.code, left) == (Code.NO_REPLACEMENT, 0)


def test_k_12_the_winning_tile_of_a_robbed_kong_is_the_kongs_tile() -> None:
    """Winning tile 5p, source the konger, who pays; not the discard before."""
    result = played(PONG_OF_5P + "1 <5p kong 5p; 3 win", ["5p", "55p1z", "", ROBBER])
    assert (result.state.win_tile, result.state.win_source, result.state.win_by) == (13, 1, "rob_kong")
    assert {transfer.payer for transfer in result.state.ledger} == {1}


def test_k_15_a_kongs_tile_can_only_be_won_on() -> None:
    """Its neighbours' holder and a pair's holder are not asked."""
    match, _ = table(KONG_OF_5P, ["5p", "55p1z", "46p", ROBBER], codes="7z7z6z5p")
    assert match.state is not None and match.state.window is not None
    assert match.state.window.offers == {3: (WIN, PASS)}


def test_k_16_with_three_in_the_pong_and_one_robbed_the_winner_held_none() -> None:
    state = played(PONG_OF_5P + "1 <5p kong 5p; 3 win", ["5p", "55p1z", "", ROBBER]).state
    assert state.hands[3].counts[13] == 0
    assert [meld.kind for meld in state.melds[1]] == [MeldKind.PONG]
    check(state)


def test_k_19_a_tile_is_in_one_place_while_its_kong_may_be_robbed() -> None:
    match, _ = table(KONG_OF_5P, ["5p", "55p1z", "", ROBBER], codes="7z7z6z5p")
    state = match.state
    assert state is not None
    assert (state.phase, state.hands[1].counts[13], state.melds[1][0].kind) == (Phase.ROB, 0, MeldKind.PONG)
    check(state)


# Several winners.


def test_m_01_nothing_is_paid_before_the_window_closes() -> None:
    match, events = table("0 discard 4s; 2 win", TWO_WINNERS)
    assert match.state is not None
    assert match.state.ledger == []
    assert not any(isinstance(event, Paid) for event in events)
    decided = decide(match.rules, match.state, 1, WIN)
    match.fold(decided)
    assert any(isinstance(event, WindowClosed) for event in advance(match.rules, match.state))


def test_m_02_kong_points_are_paid_once_with_two_winners() -> None:
    """What is not of either win is not counted for each: seat 3's kong is 1 point from each of the others."""
    hands = ["9p", READY, "123456789p23s66z", "999s4s"]
    result = played("0 discard 9p; 1 <7z; 2 <7z; 3 <9s kong 9s; 3 <<6p discard 4s; 1 win; 2 win", hands)
    assert result.totals == [-1, 12 - 1, 12 - 1, -24 + 3]


@pytest.mark.parametrize("order", list(permutations((1, 2))))
def test_m_04_the_dealer_among_two_winners_changes_nothing(order: tuple[int, int]) -> None:
    """NN-13.2: the dealer, seat 1, wins too, in either order of arrival; the discarder deals next."""
    script = "1 discard 8p; 2 <9s; 3 <9s; 0 <4s; " + "; ".join(f"{seat} win" for seat in order)
    result = played(script, ["", READY + "8p", "123456789p23s66z", ""], dealer=1)
    assert result.outcome.follows is not None
    assert (result.outcome.follows[0], result.state.winners) == (0, (1, 2))


def test_m_05_who_is_through_with_the_hand_gets_no_prompt() -> None:
    """After the end nobody is asked, nobody pays again."""
    result = played("0 discard 4s; 1 win; 2 win; @ over; ? 0; ? 1; ? 2; ? 3; ! 3 win", TWO_WINNERS)
    assert advance(result.match.rules, result.state) == []


# Claims.


def test_c_01_a_pong_that_comes_first_does_not_kill_anothers_win() -> None:
    """Seat 1 may win and pongs; seat 2's win, two seconds later, stands."""
    hands = ["4s", "123456789m44s55z", READY, ""]
    assert played("0 discard 4s; ? 1 win pong pass; 1 pong; 2 win", hands).state.winners == (2,)


def test_c_03_pong_and_kong_are_one_offer_and_one_answer_uses_it_up() -> None:
    """Three 4p held: the pong leaves the fourth in hand and play goes on."""
    script = "0 discard 4p; ? 1 kong pong pass; 1 pong; ! 1 pass; 1 discard 1z; @ turn 2"
    result = played(script, ["4p", "444p1z", "", ""])
    assert result.state.hands[1].counts[12] == 1


def test_c_04_the_claimer_discards_next_and_silence_is_pass() -> None:
    """Seat 3 pongs seat 1's discard: seat 2 is skipped."""
    hands = ["9m", "6z", "", "66z1z"]
    played("0 discard 9m; 1 discard 6z; ? 3 pong pass; 3 pong; @ turn 3; ? 2; 3 discard 1z; @ turn 0", hands)
    played("0 discard 9m; 1 discard 6z; 3 timeout; @ turn 2", hands)


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_c_07_c_11_answers_to_one_window_are_all_taken_in_whatever_order(order: tuple[int, ...]) -> None:
    hands = ["4s", READY, "123456789p23s66z", "111z222z777z23s44z"]
    answers = {1: "win", 2: "pass", 3: "win"}
    script = "; ".join(["0 discard 4s", *(f"{seat} {answers[seat]}" for seat in order)])
    assert played(script, hands, auto_pass=False).totals == [-24, 12, 0, 12]


def test_c_09_a_late_answer_is_refused_as_such_and_does_not_answer_the_next_window() -> None:
    hands = ["5z", "55z9m", "9p", "99p"]
    match, _ = table("0 discard 5z; 1 pass; 1 discard 9m", hands)
    assert match.state is not None
    with pytest.raises(IllegalCommand) as error:
        decide(match.rules, match.state, 1, PASS)
    assert error.value.code is Code.STALE
    opened, _ = table("0 discard 5z; 1 pass; 1 discard 9m; 2 discard 9p", hands)
    assert opened.state is not None
    with pytest.raises(IllegalCommand):
        decide(opened.rules, opened.state, 1, PONG)
    assert opened.state.window is not None
    assert opened.state.window.answers == {}


def test_c_14_c_17_after_a_claim_any_tile_in_hand_may_go() -> None:
    """There is no drawn tile after a pong; every kind held is on offer, the one just ponged among them."""
    match, _ = table("0 discard 8m; 1 pong", ["8m", "888m1z", "", ""])
    state = match.state
    assert state is not None
    assert state.drawn is None
    assert set(legal(match.rules, state, 1)) == {DISCARD[kind] for kind in state.hands[1].tiles()}
    assert DISCARD[7] in legal(match.rules, state, 1)
    play(match.rules, state, 1, DISCARD[7])
    while run(match.rules, state):
        pass
    assert state.turn == 2


# Passed wins.


def test_p_01_a_tile_that_completes_the_hand_but_may_not_be_won_bars_nothing() -> None:
    """NN-11.1: only who could win and does not is barred; a sealed player could not."""
    script = """
        0 discard 1m; 2 pong; 2 discard 2z; 3 <1p; 0 <9p; 2 pong; 2 discard 3z; 3 <2p; 0 <6z; 2 pong
        2 discard 4z; 3 <4s
    """
    result = played(script, ["1m234m678m567p23s55z", "", "11m99p66z5577s2z3z4z", ""])
    barred = next(mechanic for mechanic in result.match.rules.mechanics if mechanic.key == "passed_win")
    assert barred.view(result.state, 0) is None


def test_p_04_who_is_barred_follows_from_the_events_alone() -> None:
    """The lock is exact: folding the hand's events gives it again, and a fresh hand has none."""
    script = "0 discard 9p; 1 discard 7z; 2 discard 7z; 3 discard 4s; 1 pass; 0 discard 9s"
    match, events = table(script, ["9p", READY, "", ""], codes="7z7z4s9s")
    again, _ = table("", ["9p", READY, "", ""], codes="7z7z4s9s")
    assert match.state is not None and again.state is not None
    assert again.state.ext["passed_win"] == frozenset()
    again.fold(events[2:])
    assert again.state.ext == match.state.ext


# Last tile, dealer, next hand.


def test_e_02_after_a_drawn_hand_the_dealer_is_who_drew_last_ready_or_not() -> None:
    for hand in ("", READY):
        result = played("0 discard 9p; 1 <7z; 2 <6z; @ over", ["9p", hand, "", ""], left=2)
        assert result.outcome.follows == (2, 0, False)


def test_e_05_the_hand_is_drawn_when_a_draw_is_due_and_none_is_left() -> None:
    """Four players who pass and throw to the last tile, one of them by timeouts alone; then the next hand is
    dealt."""
    data = record(
        "0 discard 9p; 1 timeout; 2 timeout; 3 timeout; 0 timeout; 1 timeout", ["9p", "", "", ""], left=5
    )
    data["hands"].append({"wall": {**data["hands"][0]["wall"]}, "actions": []})
    first = data["hands"][0]["wall"]["hands"]
    data["hands"][1]["wall"]["hands"] = [first[1], first[0], *first[2:]]
    outcomes = [hand.outcome for hand in replay(read_record(data, make_ruleset)).hands]
    assert outcomes == ["draw", "unfinished"]


def test_e_06_the_last_tiles_discard_is_only_offered_to_be_won() -> None:
    script = "0 discard 9p; 1 <4s; ? 2 win pass; ? 3; ! 3 pong; 2 pass; @ over"
    assert played(script, ["9p", "", READY, "44s"], left=1).outcome.outcome == "draw"


def test_s_13_one_result_has_one_entry() -> None:
    """Two winners: one ``Scored``, with two scores in it."""
    _, events = table("0 discard 4s; 1 win; 2 win", TWO_WINNERS)
    scored = [event for event in events if isinstance(event, Scored)]
    assert [len(event.scores) for event in scored] == [2]
    assert not any(isinstance(event, Melded) for event in events)


def test_m_07_all_who_win_are_paid_three_winners_included() -> None:
    """NN-12.1: no head bump, and no annulling."""
    three = [*TWO_WINNERS[:3], "111z222z777z23s44z"]
    assert played("0 discard 4s; 1 win; 2 win; 3 win", three).totals == [-36, 12, 12, 12]
