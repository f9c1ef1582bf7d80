"""What goes out over MQTT for displays, clubs and bots outside: the payloads.

The feed holds what everybody may see and nothing else: the public view, without players' ids, of rooms that
have the option ``feed``. Payloads are JSON; docs/feed.md has an example of each. A state and the events
after it tell the same story as a snapshot and its frames, and are folded alike (``protocol.fold``).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from protocol.events import Event
from protocol.view import Four, TableView
from protocol.vocabulary import Open, RoomId, TaggedOpen

__all__ = ["Feed", "FeedEvent", "FeedLobby", "FeedNode", "FeedRoom", "FeedState"]


class FeedRoom(Open, frozen=True):
    """One room of the lobby."""

    room: RoomId
    phase: Literal["lobby", "match", "match_over"]
    ruleset: str
    names: Four[str]
    """Who sits where; empty for a free seat."""
    hand: int
    """Number of the hand, from 1; 0 before the first."""
    hands: int
    """How many the match has; 0 is open-ended."""


class FeedState(TaggedOpen, frozen=True):
    """All that may be seen of a room, after event ``n``; retained, and empty once the room is no more."""

    room: RoomId
    node: str
    """Who publishes it: the room's owner."""
    inc: int
    n: int
    about: FeedRoom
    table: TableView


class FeedEvent(TaggedOpen, frozen=True):
    """One event of a room's public stream; it may come twice, with the same key."""

    room: RoomId
    key: str
    """The same for the same event, whoever publishes it."""
    inc: int
    n: int
    event: Event


class FeedLobby(TaggedOpen, frozen=True):
    """One node's rooms that have a feed."""

    node: str
    rooms: tuple[FeedRoom, ...]


class FeedNode(TaggedOpen, frozen=True):
    """Whether a node is there; its last will says ``offline``."""

    node: str
    status: Literal["online", "offline"]


Feed: TypeAlias = FeedState | FeedEvent | FeedLobby | FeedNode
"""Every payload there is."""
