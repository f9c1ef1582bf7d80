"""A table whose room has a feed, and what a broker and a display would make of what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from protocol.feed import Feed, FeedEvent, FeedState
from protocol.fold import fold
from protocol.mqtt import state_topic
from protocol.view import TableView
from protocol.vocabulary import OptionValue
from server.effects import Effect, Plan
from server.feeds.outbox import MOST_EVENTS, Outbox, Post
from server.listing import shown
from server.ports import Shown
from server.rooms import Kit
from tests.server.tables import ROOM, Bench

FED = {"hands": 4, "pause_floor": 0, "feed": True}


def read(post: Post) -> Feed:
    """Read a payload as a display does."""
    return msgspec.json.decode(post.payload, type=Feed)


class Fed(Bench):
    """A table, the outbox of its node, and all that was given out."""

    def __init__(
        self,
        players: int = 4,
        *,
        room: Mapping[str, OptionValue] = FED,
        kit: Kit | None = None,
        ruleset: str = "nanning",
        most: int = MOST_EVENTS,
    ) -> None:
        self.is_here = True
        self.before_saving: Callable[[], object] = lambda: None
        self.outbox = Outbox("north-0", self._look, most)
        self.sent: list[Post] = []
        self.outbox.connected(1000)
        super().__init__(players, room=room, kit=kit, ruleset=ruleset)

    def _look(self, room: str) -> Shown | None:
        return shown(self.room) if self.is_here and room == ROOM else None

    def _save(self, plan: Plan) -> list[Effect]:
        self.before_saving()
        effects = super()._save(plan)
        self.outbox.take(ROOM, effects)
        return effects

    def send(self) -> list[Post]:
        """Let the broker take what is due by now, and give it."""
        posts: list[Post] = []
        while due := self.outbox.due(self.now):
            posts += due
        self.sent += posts
        return posts

    def sent_events(self) -> list[FeedEvent]:
        """List the events given out, in order."""
        return [each for each in map(read, filter(_is_event, self.sent)) if isinstance(each, FeedEvent)]

    def sent_states(self) -> list[FeedState]:
        """List the states given out, in order."""
        posts = [post for post in self.sent if post.topic == state_topic(ROOM) and post.payload]
        return [each for each in map(read, posts) if isinstance(each, FeedState)]


def _is_event(post: Post) -> bool:
    return post.topic.endswith("/events")


class Display:
    """Folds events into the last state, as docs/feed.md tells a reader to."""

    def __init__(self) -> None:
        self.table: TableView | None = None
        self.at = (0, 0)

    def hear(self, told: Feed) -> None:
        """Take what is told of one room."""
        if isinstance(told, FeedState):
            self.table, self.at = told.table, (told.inc, told.n)
        elif isinstance(told, FeedEvent) and self.table is not None and (told.inc, told.n) > self.at:
            assert (told.inc, told.n) == (self.at[0], self.at[1] + 1)
            self.table, self.at = fold(self.table, told.event), (told.inc, told.n)
