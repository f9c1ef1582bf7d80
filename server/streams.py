"""The numbered streams of a room: one for each view, without holes, the newest frames kept.

What may stand in a frame is settled before it comes here (``mapping``). This file numbers, keeps the last
frames for those who missed some, and answers who asks for what he missed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from protocol.events import Event
from protocol.to_client import Frame
from protocol.vocabulary import View
from server.effects import Effect, ToView

__all__ = ["KEPT", "PUBLIC", "VIEWS", "Streams"]

VIEWS: Final[tuple[View, ...]] = ("seat0", "seat1", "seat2", "seat3", "public")
"""The views every room has; a seat's view is at its number."""
PUBLIC: Final = 4
"""Where the public view is in ``VIEWS``."""
KEPT: Final = 256
"""How many frames of each view are kept for those who come back."""


class Streams:
    """The streams of one room under one incarnation."""

    __slots__ = ("_first", "heads", "inc", "out", "past", "room")

    def __init__(self, room: str, inc: int = 1, heads: Sequence[int] = (0,) * len(VIEWS)) -> None:
        self.room = room
        self.inc = inc
        self.heads = list(heads)
        self.past: tuple[deque[Frame], ...] = tuple(deque(maxlen=KEPT) for _ in VIEWS)
        self.out: list[Effect] = []
        self._first = [head + 1 for head in heads]

    def tell(self, event: Event) -> None:
        """Put an event that everybody sees alike into every stream."""
        self.tell_each((event,) * len(VIEWS))

    def tell_each(self, events: Sequence[Event | None]) -> None:
        """Put an event into each stream in its own form; ``None``: this viewer may not know of it."""
        heads, past, out = self.heads, self.past, self.out
        for place, event in enumerate(events):
            if event is not None:
                number = heads[place] = heads[place] + 1
                view = VIEWS[place]
                frame = Frame(self.room, view, self.inc, number, event)
                past[place].append(frame)
                out.append(ToView(view, frame))

    def missing(self, place: int, inc: int, last: int) -> list[Frame] | None:
        """Give the frames after ``last``; ``None`` where only a snapshot will do."""
        head = self.heads[place]
        if inc != self.inc or last > head or last + 1 < self._first[place]:
            return None
        if last == head:
            return []
        kept = self.past[place]
        if not kept or kept[0].n > last + 1:
            return None
        return [frame for frame in kept if frame.n > last]

    def hide_past(self, place: int) -> None:
        """Keep what was told so far from whoever takes this view over."""
        self._first[place] = self.heads[place] + 1
        self.past[place].clear()

    def begin_anew(self, inc: int) -> None:
        """Start another incarnation: whoever resumes under an older one gets a snapshot."""
        self.inc = inc
        for place in range(len(VIEWS)):
            self.hide_past(place)
