"""One room of the feed, as whoever reads it must put it together (docs/feed.md). No I/O.

A state is taken as it is; the events after it are folded in, those that come twice are dropped, and where one
is missing the next state is waited for.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from protocol.events import Event
from protocol.feed import Feed, FeedEvent, FeedNode, FeedRoom, FeedState
from protocol.fold import StreamBroken, fold
from protocol.mqtt import ANY_NODE, events_topic, state_topic
from protocol.view import TableView

__all__ = ["Reader"]


class Reader:
    """What the feed has said of one room so far."""

    def __init__(self, room: str) -> None:
        self.topics: Sequence[str] = (state_topic(room), events_topic(room), ANY_NODE)
        """What is to be listened to."""
        self.about: FeedRoom | None = None
        """None until a state has come."""
        self.table = TableView(phase="lobby")
        self.last: Event | None = None
        self.is_closed = False
        self.is_behind = False
        """Events are missing; the next state tells what came of them."""
        self._at = (0, 0)
        self._node = ""
        self._gone: set[str] = set()

    @property
    def owner_is_gone(self) -> bool:
        """Whether the node that has the room is not there."""
        return self._node in self._gone

    def hear(self, topic: str, payload: bytes) -> None:
        """Take one message; what does not read, or is of a newer kind, is left out."""
        if topic == self.topics[0] and not payload:
            self.is_closed = self.about is not None
            return
        try:
            told = msgspec.json.decode(payload, type=Feed)
        except msgspec.MsgspecError:
            self.is_behind = self.is_behind or topic == self.topics[1]
            return
        match told:
            case FeedState():
                self._take(told)
            case FeedEvent():
                self._fold(told)
            case FeedNode(node, "online"):
                self._gone.discard(node)
            case FeedNode(node):
                self._gone.add(node)
            case _:
                pass

    def _take(self, told: FeedState) -> None:
        self.about, self.table, self._node = told.about, told.table, told.node
        self._at, self.is_behind, self.is_closed = (told.inc, told.n), False, False

    def _fold(self, told: FeedEvent) -> None:
        if (told.inc, told.n) <= self._at or self.is_behind:
            return
        if (told.inc, told.n) != (self._at[0], self._at[1] + 1):
            self.is_behind = True
            return
        try:
            self.table = fold(self.table, told.event)
        except StreamBroken:
            self.is_behind = True
        else:
            self._at, self.last = (told.inc, told.n), told.event
