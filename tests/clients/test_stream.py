"""One stream: what is folded, what is dropped, what is asked for again (docs/protocol.md, Coming back)."""

from __future__ import annotations

from msgspec.structs import replace

from clients.bots.policy import GreedyPolicy
from clients.sdk.stream import Stream, Took
from protocol.codec import UnknownEvent
from protocol.to_client import Frame, Snapshot
from protocol.view import TableView
from protocol.vocabulary import StreamPoint
from tests.clients.played import play_hand

EVENTS = play_hand(GreedyPolicy().choose, seed=3).events[0]
START = Snapshot("r1", "seat0", 1, 0, TableView("lobby"))
FRAMES = [Frame("r1", "seat0", 1, n, event) for n, event in enumerate(EVENTS, 1)]


def at(n: int) -> Stream:
    """Give the stream as it is after frame n."""
    stream = Stream("r1", "seat0")
    stream.begin(START)
    for frame in FRAMES[:n]:
        assert stream.take(frame) is Took.NEXT
    return stream


def is_behind(stream: Stream) -> bool:
    return stream.behind


def test_frames_in_order_add_up_to_the_view() -> None:
    whole, half = at(len(FRAMES)), at(20)
    assert whole.begin(Snapshot("r1", "seat0", 1, len(FRAMES), whole.table)) is False
    assert not whole.behind and half.table != whole.table


def test_a_repetition_is_dropped() -> None:
    stream = at(5)
    table = stream.table
    assert [stream.take(frame) for frame in FRAMES[:5]] == [Took.OLD] * 5
    assert (stream.n, stream.table, stream.behind) == (5, table, False)


def test_a_gap_is_asked_for_once_and_the_missing_run_closes_it() -> None:
    stream = at(5)
    assert stream.take(FRAMES[7]) is Took.LOST
    assert is_behind(stream) and stream.point == StreamPoint("r1", "seat0", 1, 5)
    assert stream.take(FRAMES[8]) is Took.OLD
    assert [stream.take(frame) for frame in FRAMES[5:10]] == [Took.NEXT] * 5
    assert not is_behind(stream)
    assert stream.table == at(10).table


def test_a_gap_may_be_closed_by_a_snapshot() -> None:
    stream = at(5)
    stream.take(FRAMES[7])
    assert stream.begin(Snapshot("r1", "seat0", 1, 10, at(10).table)) is True
    assert not stream.behind and stream.take(FRAMES[10]) is Took.NEXT


def test_after_a_lost_connection_a_gap_is_asked_for_anew() -> None:
    stream = at(5)
    stream.take(FRAMES[7])
    stream.ask_again()
    assert stream.take(FRAMES[8]) is Took.LOST


def test_an_unknown_event_counts_and_only_a_snapshot_helps() -> None:
    stream = at(5)
    assert stream.take(UnknownEvent("r1", "seat0", 1, 6)) is Took.LOST
    assert stream.point == StreamPoint("r1", "seat0", 0, 0)
    assert stream.take(FRAMES[5]) is Took.OLD and stream.take(FRAMES[6]) is Took.OLD
    assert stream.begin(Snapshot("r1", "seat0", 1, 7, at(7).table)) is True
    assert stream.take(FRAMES[7]) is Took.NEXT


def test_another_incarnation_needs_a_snapshot() -> None:
    stream = at(5)
    assert stream.take(replace(FRAMES[5], inc=2)) is Took.LOST
    assert stream.point.inc == 0
    assert stream.begin(Snapshot("r1", "seat0", 2, 3, at(3).table)) is True
    assert stream.point == StreamPoint("r1", "seat0", 2, 3)


def test_an_event_that_does_not_fit_is_not_folded() -> None:
    broken = at(2)
    later = next(frame.event for frame in FRAMES[6:] if type(frame.event).__name__ == "Melded")
    assert broken.take(Frame("r1", "seat0", 1, 3, later)) is Took.LOST
    assert broken.n == 2 and broken.point.inc == 0


def test_a_gap_while_waiting_for_a_run_that_turns_out_worse_is_asked_for_again() -> None:
    stream = at(5)
    assert stream.take(FRAMES[7]) is Took.LOST
    assert stream.take(UnknownEvent("r1", "seat0", 1, 8)) is Took.LOST
    assert stream.take(FRAMES[8]) is Took.OLD


def test_frames_of_a_view_no_longer_followed_are_left_aside() -> None:
    stream = at(5)
    assert stream.take(replace(FRAMES[5], view="public")) is Took.OLD
    assert not stream.behind


def test_frames_before_the_first_snapshot_make_it_asked_for() -> None:
    stream = Stream("r1", "seat0")
    assert stream.take(FRAMES[0]) is Took.LOST
    assert stream.point == StreamPoint("r1", "seat0", 0, 0)
    assert stream.take(FRAMES[1]) is Took.OLD


def test_a_snapshot_of_what_is_known_already_means_that_nothing_was_missed() -> None:
    stream = at(5)
    assert stream.begin(Snapshot("r1", "seat0", 1, 5, stream.table)) is False
    assert stream.begin(Snapshot("r1", "public", 1, 5, stream.table)) is True
