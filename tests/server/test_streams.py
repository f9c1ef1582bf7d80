"""Streams of a room: numbered without holes, the newest frames kept for whoever comes back."""

from __future__ import annotations

from protocol.events import ControlChanged, Event
from protocol.to_client import Frame
from server.effects import ToEachView, ToView
from server.streams import KEPT, PUBLIC, VIEWS, Streams


def note(seat: int) -> Event:
    return ControlChanged(seat, "player", "back")


def told(streams: Streams, many: int) -> None:
    for number in range(many):
        streams.tell(note(number % 4))


def test_the_newest_frames_of_a_view_are_kept_and_no_more() -> None:
    streams = Streams("r1")
    told(streams, KEPT + 10)
    missing = streams.missing(2, 1, 10)
    assert missing is not None
    assert [frame.n for frame in missing] == list(range(11, KEPT + 11))
    assert [frame.event for frame in missing] == [note((n - 1) % 4) for n in range(11, KEPT + 11)]
    assert {(frame.view, frame.room, frame.inc) for frame in missing} == {("seat2", "r1", 1)}
    assert streams.missing(2, 1, 9) is None
    assert streams.missing(2, 1, KEPT + 10) == []


def test_what_one_seat_alone_is_told_takes_a_number_of_its_stream_alone() -> None:
    streams = Streams("r1")
    streams.tell(note(0))
    streams.tell_each([None, note(1), None, None, None])
    streams.tell(note(2))
    assert streams.heads == [2, 3, 2, 2, 2]
    own = [(frame.n, frame.event) for frame in streams.newest(1)]
    assert own == [(1, note(0)), (2, note(1)), (3, note(2))]
    for place in (0, 2, 3, PUBLIC):
        seen = streams.missing(place, 1, 0)
        assert seen is not None
        assert [(frame.n, frame.event) for frame in seen] == [(1, note(0)), (2, note(2))]
    first, own_one, last = streams.out
    assert isinstance(first, ToEachView) and isinstance(own_one, ToView) and isinstance(last, ToEachView)
    assert own_one.view == "seat1"
    for effect, numbers in ((first, (1, 1, 1, 1, 1)), (last, (2, 3, 2, 2, 2))):
        frames = [message for message in effect.messages if isinstance(message, Frame)]
        assert tuple(frame.view for frame in frames) == VIEWS
        assert tuple(frame.n for frame in frames) == numbers


def test_whoever_takes_a_view_over_gets_nothing_of_what_was_told_before() -> None:
    streams = Streams("r1")
    told(streams, 5)
    streams.hide_past(3)
    assert streams.missing(3, 1, 4) is None and streams.missing(3, 1, 5) == []
    assert streams.newest(3) == []
    told(streams, 2)
    assert [frame.n for frame in streams.newest(3)] == [6, 7]
    assert [frame.n for frame in streams.newest(2)] == [1, 2, 3, 4, 5, 6, 7]


def test_another_incarnation_begins_from_a_snapshot() -> None:
    streams = Streams("r1", 1, (7,) * len(VIEWS))
    assert streams.missing(0, 1, 6) is None
    told(streams, 2)
    streams.begin_anew(2)
    assert streams.missing(0, 1, 8) is None and streams.missing(0, 2, 8) is None
    told(streams, 1)
    missing = streams.missing(0, 2, 9)
    assert missing is not None and [(frame.n, frame.inc) for frame in missing] == [(10, 2)]
