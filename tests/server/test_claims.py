"""Claims at the table (CO-2): asked at once, answered in secret, resolved by the set of answers alone."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from protocol.codes import RejectCode
from protocol.events import Discarded, Drew, HandEnded, Melded
from protocol.to_client import Accepted, Frame, Prompt, PromptClosed, Rejected
from protocol.view import HandResult
from protocol.vocabulary import Action, Discard, Kong, Pass, Pong, Win
from tests.server.tables import Bench, stacked

# Seat 0 deals and throws 5m: seats 1 and 3 can win on it, seat 2 can pong it.
HANDS = ("5m19m2z3z44567z886p9s", "34m22p678s345p789p", "55m147s369p12345z", "67m11s234s567p999s")
THREE_WINNERS = ("5m19m2z3z44567z886p9s", "34m22p678s345p789p", "46m33p567s123p789s", "67m11s234s567p222s")


def table(hands: tuple[str, ...] = HANDS, **room: int | str | bool) -> Bench:
    """A table where seat 0 is about to throw 5m."""
    bench = Bench(kit=stacked(hands, draws="1z2z3z4z5z6z"), room={"hands": 4, **room})
    bench.start()
    return bench


def events(bench: Bench, player: str) -> list[object]:
    """List the events of a player's stream."""
    return [frame.event for frame in bench.client(player).all(Frame)]


def answers(bench: Bench, given: dict[str, Action | None]) -> None:
    """Throw 5m, answer in this order, and let the pause and the clocks run out."""
    assert isinstance(bench.act("p0", Discard("5m")), Accepted)
    for player, action in given.items():
        if action is not None:
            assert isinstance(bench.act(player, action), Accepted)
    bench.wait(30_000)


def test_all_who_may_claim_are_asked_at_the_same_time_co_2_1() -> None:
    bench = table()
    bench.act("p0", Discard("5m"))
    assert bench.asked() == ["p1", "p2", "p3"]
    asked = {player: bench.client(player).last(Prompt) for player in ("p1", "p2", "p3")}
    assert [asked["p1"].offers.win, asked["p2"].offers.pong, asked["p3"].offers.win] == [True, True, True]
    assert all(
        prompt.kind == "claim" and prompt.tile == "5m" and prompt.seat == 0 for prompt in asked.values()
    )


CHOICES: tuple[tuple[Action, ...], ...] = ((Win(), Pass()), (Pong(), Pass()), (Win(), Pass()))


def outcome(bench: Bench) -> tuple[object, ...]:
    """What came of the window, as everybody saw it."""
    seen = events(bench, "p0")
    thrown = max(
        place for place, event in enumerate(seen) if isinstance(event, Discarded) and event.tile == "5m"
    )
    return tuple(seen[thrown + 1 : thrown + 2])


def result(bench: Bench) -> HandResult | None:
    """Give the first hand's result, if it is over."""
    return next((event.result for event in events(bench, "p0") if isinstance(event, HandEnded)), None)


@pytest.mark.parametrize("chosen", list(product(*CHOICES)), ids=str)
def test_the_order_in_which_answers_come_cannot_matter_co_2_1(chosen: tuple[Action, ...]) -> None:
    outcomes = set()
    for order in permutations(range(3)):
        bench = table()
        answers(bench, {f"p{place + 1}": chosen[place] for place in order})
        outcomes.add(outcome(bench))
    assert len(outcomes) == 1
    (event,) = outcomes.pop()
    if Win() in chosen:
        assert isinstance(event, HandEnded)
        winners = {winner.seat for winner in event.result.winners}
        assert winners == {place + 1 for place, action in enumerate(chosen) if action == Win()}
    elif Pong() in chosen:
        assert isinstance(event, Melded) and event.seat == 2
    else:
        assert isinstance(event, Drew) and event.seat == 1


@pytest.mark.parametrize("chosen", list(product((Win(), Pass(), None), repeat=3)), ids=str)
def test_three_who_can_win_answer_as_they_like_and_no_order_matters(
    chosen: tuple[Action | None, ...],
) -> None:
    """NN-12.1 and BUG-REPORTS M-01: every mix of win, pass and silence; payments sum to zero."""
    results: list[HandResult | None] = []
    for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
        bench = table(THREE_WINNERS, timeout_wins=False)
        answers(bench, {f"p{place + 1}": chosen[place] for place in order})
        results.append(result(bench))
    assert results[0] == results[1] == results[2]
    winners = {place + 1 for place, action in enumerate(chosen) if action == Win()}
    if winners:
        assert results[0] is not None
        assert {winner.seat for winner in results[0].winners} == winners
        assert sum(results[0].totals) == 0
    else:
        assert results[0] is None


def test_nothing_happens_before_the_pause_even_when_all_have_answered_co_2_5() -> None:
    bench = table(pause_floor=800)
    bench.act("p0", Discard("5m"))
    for player, action in (("p1", Pass()), ("p2", Pong()), ("p3", Pass())):
        bench.act(player, action)
    bench.wait(799)
    assert isinstance(events(bench, "p0")[-1], Discarded)
    bench.wait(1)
    assert isinstance(events(bench, "p0")[-1], Melded)


def test_play_goes_on_as_soon_as_the_outcome_is_fixed_after_the_pause_co_2_5() -> None:
    bench = table(pause_floor=800)
    bench.act("p0", Discard("5m"))
    bench.wait(2000)
    assert isinstance(events(bench, "p0")[-1], Discarded)
    bench.act("p1", Pass())
    bench.act("p3", Pass())
    assert isinstance(events(bench, "p0")[-1], Discarded)
    bench.act("p2", Pong())
    assert isinstance(events(bench, "p0")[-1], Melded)


def test_an_answer_after_the_outcome_is_fixed_and_before_play_moves_on_has_no_effect_co_2_5() -> None:
    bench = table(pause_floor=800)
    bench.act("p0", Discard("5m"))
    bench.act("p1", Win())
    bench.act("p3", Win())
    assert isinstance(bench.act("p2", Pong()), Accepted)
    bench.wait(800)
    ended = events(bench, "p0")[-1]
    assert isinstance(ended, HandEnded)
    assert {winner.seat for winner in ended.result.winners} == {1, 3}


def test_with_a_fixed_pace_every_window_lasts_the_full_claim_time_co_2_5() -> None:
    for thrown, answered in (("5m", True), ("9m", False)):
        bench = table(claim_pace="fixed", claim=5)
        bench.act("p0", Discard(thrown))  # type: ignore[arg-type]  # both are tiles
        if answered:
            for player in ("p1", "p2", "p3"):
                bench.act(player, Pass())
        bench.wait(4999)
        assert isinstance(events(bench, "p0")[-1], Discarded)
        bench.wait(1)
        assert isinstance(events(bench, "p0")[-1], Drew)


def test_with_a_fixed_pace_the_bank_does_not_lengthen_a_window_co_2_5() -> None:
    bench = table(claim_pace="fixed", claim=5, bank=20)
    bench.act("p0", Discard("5m"))
    assert bench.client("p2").last(Prompt).bank_ms == 0
    bench.wait(5000)
    assert isinstance(events(bench, "p0")[-1], HandEnded)


def test_an_answer_is_bound_to_its_window_co_2_3() -> None:
    bench = table()
    bench.act("p0", Discard("5m"))
    late = bench.client("p2").last(Prompt).prompt
    for player in ("p1", "p2", "p3"):
        bench.act(player, Pass())
    bench.wait(800)
    before = len(bench.journal)
    answer = bench.act("p2", Pong(), prompt=late)
    assert isinstance(answer, Rejected) and answer.code is RejectCode.STALE
    assert len(bench.journal) == before


def test_another_answer_to_an_answered_window_is_stale_co_2_3() -> None:
    bench = table()
    bench.act("p0", Discard("5m"))
    number = bench.client("p2").last(Prompt).prompt
    bench.act("p2", Pass())
    answer = bench.act("p2", Pong(), prompt=number)
    assert isinstance(answer, Rejected) and answer.code is RejectCode.STALE
    bench.act("p1", Pass())
    bench.act("p3", Pass())
    bench.wait(800)
    assert isinstance(events(bench, "p0")[-1], Drew)


def test_a_foreign_answer_is_refused_and_changes_nothing_co_2_3() -> None:
    """The discarder answers his own window; a prompt is named that was never given."""
    bench = table()
    bench.act("p0", Discard("5m"))
    before = len(bench.journal)
    for player, number in (("p0", 1), ("p0", 2), ("p1", 7), ("p3", 99)):
        answer = bench.act(player, Win(), prompt=number)
        assert isinstance(answer, Rejected)
        assert answer.code in (RejectCode.STALE, RejectCode.NOT_OFFERED)
    assert len(bench.journal) == before


def test_what_is_not_offered_is_refused_with_the_rules_reason() -> None:
    bench = table()
    bench.act("p0", Discard("5m"))
    answer = bench.act("p2", Win())
    assert isinstance(answer, Rejected) and answer.code is RejectCode.NOT_A_WIN
    answer = bench.act("p2", Kong("5m"))
    assert isinstance(answer, Rejected) and answer.code is RejectCode.NOT_OFFERED
    assert bench.asked() == ["p1", "p2", "p3"]


def test_win_beats_pong_though_the_pong_came_first_co_2_2() -> None:
    """BUG-REPORTS C-01."""
    bench = table()
    answers(bench, {"p2": Pong(), "p1": Pass(), "p3": Win()})
    ended = result(bench)
    assert ended is not None and [winner.seat for winner in ended.winners] == [3]


def test_silence_is_a_pass_and_the_claimer_acts_next_co_3_1() -> None:
    """BUG-REPORTS C-04: seat 1's silence skips nobody; seat 2 pongs and discards, then seat 3 draws."""
    bench = table(timeout_wins=False)
    bench.act("p0", Discard("5m"))
    bench.act("p2", Pong())
    bench.wait(25_000)
    assert bench.asked() == ["p2"]
    assert bench.client("p2").last(Prompt).kind == "turn"
    bench.act("p2", Discard("1s"))
    bench.wait(800)
    assert bench.asked() == ["p3"]


def test_a_window_closed_by_others_is_closed_for_who_had_not_answered() -> None:
    bench = table()
    bench.act("p0", Discard("5m"))
    number = bench.client("p2").last(Prompt).prompt
    bench.act("p1", Win())
    bench.act("p3", Pass())
    bench.wait(800)
    closed = bench.client("p2").last(PromptClosed)
    assert (closed.prompt, closed.by, closed.action) == (number, "others", None)


def test_a_timeout_closes_the_prompt_with_what_counted() -> None:
    bench = table(timeout_wins=False)
    bench.act("p0", Discard("5m"))
    bench.wait(25_000)
    closed = bench.client("p1").last(PromptClosed)
    assert (closed.by, closed.action) == ("timeout", Pass())


ROB = ("5p19m19s1234567z28m", "55p147m258s369m17z", "46p123s456s789s99p", "147m369p258s1346z")


def robbing() -> Bench:
    """Seat 1 pongs 5p and later adds the fourth; seat 2 waits for it, having passed the first."""
    bench = Bench(kit=stacked(ROB, draws="1z2z3z5p", tail="7z"), room={"hands": 4})
    bench.start()
    bench.act("p0", Discard("5p"))
    bench.act("p2", Pass())
    bench.act("p1", Pong())
    bench.wait(800)
    bench.act("p1", Discard("7z"))
    for player, tile in (("p2", "1z"), ("p3", "2z"), ("p0", "3z")):
        bench.wait(800)
        bench.act(player, Discard(tile))  # type: ignore[arg-type]  # tiles
    bench.wait(800)
    assert isinstance(bench.act("p1", Kong("5p")), Accepted)
    return bench


def test_what_a_window_is_about_is_fixed_when_it_opens_co_2_4() -> None:
    """BUG-REPORTS K-12, K-19: the tile in flight, and whose kong it is, also after a return and a crash."""
    bench = robbing()
    window = bench.view("p3").window
    assert window is not None
    assert (window.kind, window.seat, window.tile, window.kong) == ("kong", 1, "5p", "added_kong")
    assert bench.view("p1").seats[1].count == 11
    asked = bench.client("p2").last(Prompt)
    assert (asked.kind, asked.seat, asked.tile, asked.offers.win) == ("claim", 1, "5p", True)
    bench.drop("p2")
    assert bench.back("p2").last(Prompt).offers == asked.offers
    bench.crash()
    for player in ("p0", "p1", "p2", "p3"):
        bench.back(player)
    assert bench.view("p3").window == window
    bench.act("p2", Win())
    bench.wait(800)
    won = result(bench)
    assert won is not None
    (winner,) = won.winners
    assert (winner.seat, winner.by, winner.source, winner.tile) == (2, "rob_kong", 1, "5p")


def test_a_kong_that_nobody_robs_stands_and_is_replaced_at_once() -> None:
    bench = robbing()
    bench.act("p2", Pass())
    bench.wait(800)
    melded, drew = events(bench, "p3")[-2:]
    assert isinstance(melded, Melded) and melded.meld.kind == "added_kong"
    assert isinstance(drew, Drew) and (drew.seat, drew.end, drew.cause) == (1, "tail", "kong")
    assert bench.view("p1").seats[1].melds[0].tiles == ("5p",) * 4
