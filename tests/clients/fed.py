"""A room of the feed as a display is told of it, made by hand."""

from __future__ import annotations

import msgspec

from clients.display.reader import Reader
from protocol.events import Event
from protocol.feed import Feed, FeedEvent, FeedNode, FeedRoom, FeedState
from protocol.mqtt import events_topic, key_of, node_topic, state_topic
from protocol.view import Mark, MatchInfo, SeatName, SeatView, TableView
from protocol.vocabulary import Meld

ROOM = "a1b2"
NAMES = ("Ann", "Bo", "Cy", "Di")
ABOUT = FeedRoom(ROOM, "match", "nanning", NAMES, 2, 8)
SEAT = SeatView("player", 0, 13)
INFO = MatchInfo("m1", "nanning", 1, {}, {}, 8, tuple([SeatName("", name, False) for name in NAMES]))
TABLE = TableView(
    "playing", INFO, hand=2, dealer=1, turn=0, wall_left=57,
    seats=(
        SeatView("player", 12, 14, melds=(Meld("pong", ("5m",) * 3, 2, "5m"), Meld("concealed_kong", ()))),
        SeatView("bot", -4, 13), SeatView("autopilot", -4, 13, flowers=("1f",)), SEAT,
    ),
    marks=(Mark("sealed", 3, 0, clause="NN-10.1"), Mark("wild", tiles=("5s",), clause="ZJ-2.1")),
)  # fmt: skip


TOPICS = {FeedState: state_topic(ROOM), FeedEvent: events_topic(ROOM), FeedNode: node_topic("n")}


def topic_of(told: Feed) -> str:
    """Give the topic that a payload goes to."""
    return TOPICS[type(told)]


def tell(reader: Reader, told: Feed) -> None:
    """Let a reader hear one payload."""
    reader.hear(topic_of(told), msgspec.json.encode(told))


def event(n: int, happened: Event, inc: int = 1) -> FeedEvent:
    """Give an event's payload."""
    return FeedEvent(ROOM, key_of(ROOM, inc, n), inc, n, happened)


def state(n: int, table: TableView = TABLE, inc: int = 1) -> FeedState:
    """Give a state's payload."""
    return FeedState(ROOM, "n", inc, n, ABOUT, table)
