"""Where false wins are paid for, everybody is asked after every discard (CO-8.3, NN-11.2)."""

from __future__ import annotations

from protocol.events import Discarded, Drew, HandEnded
from protocol.to_client import Accepted, Frame, Prompt, PromptClosed
from protocol.vocabulary import Discard, Pass, Win
from tests.server.tables import Bench, stacked

HANDS = ("5m19m2z3z44567z886p9s", "34m22p678s345p789p", "55m147s369p12345z", "67m11s234s567p999s")


def table(**room: int | str | bool) -> Bench:
    """A table under ``false_win = penalty`` where seat 0 is to throw his first tile."""
    bench = Bench(kit=stacked(HANDS, "1z2z3z"), options={"false_win": "penalty"}, room={"hands": 4, **room})
    bench.start()
    return bench


def last(bench: Bench) -> object:
    return bench.client("p0").all(Frame)[-1].event


def test_every_other_seat_may_call_a_win_on_every_discard_nn_11_2() -> None:
    bench = table()
    bench.act("p0", Discard("9m"))
    assert bench.asked() == ["p1", "p2", "p3"]
    for player in ("p1", "p2", "p3"):
        offers = bench.client(player).last(Prompt).offers
        assert offers.win and offers.pass_ and not offers.pong


def test_the_pause_is_two_seconds_and_then_the_server_passes_for_who_has_nothing_co_8_3() -> None:
    bench = table()
    bench.act("p0", Discard("9m"))
    bench.wait(1999)
    assert bench.asked() == ["p1", "p2", "p3"]
    bench.wait(1)
    assert isinstance(last(bench), Drew)
    for player in ("p1", "p2", "p3"):
        closed = bench.client(player).last(PromptClosed)
        assert (closed.by, closed.action) == ("rule", Pass())


def test_a_pass_by_the_server_is_no_timeout_co_8_3() -> None:
    bench = table(turn=300)
    bench.act("p0", Discard("9m"))
    bench.wait(2000)
    bench.act("p1", Discard("1z"))
    bench.wait(2000)
    table_now = bench.room.running
    assert table_now is not None
    assert [seat.timeouts for seat in table_now.seats] == [0, 0, 0, 0]
    assert [seat.bank for seat in table_now.seats] == [20_000] * 4


def test_who_has_something_lawful_to_claim_is_waited_for_co_8_3() -> None:
    bench = table(timeout_wins=False)
    bench.act("p0", Discard("5m"))
    bench.wait(2000)
    assert bench.asked() == ["p1", "p2", "p3"]
    bench.act("p1", Pass())
    bench.act("p3", Pass())
    assert isinstance(last(bench), Discarded)
    bench.act("p2", Pass())
    assert isinstance(last(bench), Drew)


def test_a_false_win_is_never_taken_on_timeout_co_3_1() -> None:
    bench = table(pause_floor=3000, claim=3, bank=0)
    bench.act("p0", Discard("9m"))
    bench.wait(3000)
    assert isinstance(last(bench), Drew)


def test_a_false_win_ends_the_hand_and_is_paid_for_nn_11_2() -> None:
    bench = table()
    bench.act("p0", Discard("9m"))
    assert isinstance(bench.act("p2", Win()), Accepted)
    bench.wait(2000)
    ended = last(bench)
    assert isinstance(ended, HandEnded)
    assert (ended.result.outcome, ended.result.false_winner) == ("false_win", 2)
    assert ended.result.totals == (10, 10, -30, 10)
    assert ended.result.next_dealer == 2
