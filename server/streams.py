"""The numbered streams of a room: one for each view, without holes, the newest frames kept.

What may stand in a frame is settled before it comes here (``mapping``). This file numbers, keeps the last
frames for those who missed some, and answers who asks for what he missed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from operator import add
from typing import Final

from protocol.events import Event
from protocol.to_client import Frame
from protocol.view import TableView
from protocol.vocabulary import View
from server.effects import Effect, ToEachView, ToView
from server.withheld import LATE, Withheld

__all__ = ["EVERY_VIEW", "KEPT", "PUBLIC", "VIEWS", "Streams"]

VIEWS: Final[tuple[View, ...]] = ("seat0", "seat1", "seat2", "seat3", "public")
"""The views every room has; a seat's view is at its number."""
PUBLIC: Final = 4
"""Where the public view is in ``VIEWS``."""
EVERY_VIEW: Final[tuple[View, ...]] = VIEWS + LATE
"""With those that are told late, which a room has where its options allow them."""
_ONE_EACH: Final = (1,) * len(VIEWS)
KEPT: Final = 256
"""How many frames of each view are kept for those who come back."""


class Streams:
    """The streams of one room under one incarnation."""

    __slots__ = ("_first", "_late", "_rooms", "_told", "heads", "inc", "late", "out", "room")

    def __init__(self, room: str, inc: int = 1, heads: Sequence[int] = (0,) * len(VIEWS)) -> None:
        self.room = room
        self._rooms = (room,) * len(VIEWS)  # as the frames of one event need it
        self.inc = inc
        self.heads = list(heads)
        self._told: deque[Sequence[Event | None]] = deque(maxlen=2 * KEPT)
        """What was told of late, in all views' forms: more than is kept, since some of it is not for all."""
        self._late: list[deque[Frame]] = [deque(maxlen=KEPT) for _ in LATE]
        self.out: list[Effect] = []
        self._first = [head + 1 for head in heads]
        self.late: Withheld | None = Withheld() if len(heads) > len(VIEWS) else None

    # ---------------------------------------------------------------- late views

    def begin_late(self, tables: Sequence[TableView] = ()) -> None:
        """Have the late views from now on; with these tables, as they stood at a checkpoint."""
        if self.late is None:
            more = len(LATE)
            self.heads += [0] * more
            self._first += [1] * more
        self.late = Withheld(tables)

    def seat_late(self, table: TableView) -> None:
        """Let late views that know of no match begin from this table: an older program kept none for them."""
        late = self.late
        if late is not None and late.is_on and late.tables[0].match is None:
            late.tables = [table] * len(LATE)

    def switch_late(self, is_on: bool) -> None:
        """Let the late views follow the table or stop; what they were told before is over."""
        assert self.late is not None
        self.late.switch(is_on)
        for place in range(len(VIEWS), len(self.heads)):
            self._show_anew(place)

    def open_late(self, opened: Sequence[bool], delay: int | None) -> None:
        """Say which late views show their hands, and how late; who follows one that changes is out of it."""
        late = self.late
        assert late is not None
        for place, is_open in enumerate(opened):
            if late.open[place] is not is_open:
                late.open[place] = is_open
                self._show_anew(len(VIEWS) + place)
        late.delay = delay
        self._let_go(late)

    def _show_anew(self, place: int) -> None:
        """Let a view go on from a snapshot only: what was told last has become another story."""
        self.hide_past(place)
        self._first[place] += 1

    def _let_go(self, late: Withheld) -> None:
        for forms in late.due(self.heads[PUBLIC]):
            for place, event in enumerate(forms, len(VIEWS)):
                if event is not None:
                    self._put(place, event)

    # ---------------------------------------------------------------- telling

    def tell(self, event: Event) -> None:
        """Put an event that everybody sees alike into every stream."""
        self.tell_each((event,) * len(VIEWS))

    def tell_each(self, events: Sequence[Event | None]) -> None:
        """Put an event into each stream in its own form; ``None``: this viewer may not know of it."""
        room, inc, heads, out = self.room, self.inc, self.heads, self.out
        self._told.append(events)
        for_all = [event for event in events if event is not None]
        if len(for_all) == len(VIEWS):
            heads[: len(VIEWS)] = map(add, heads, _ONE_EACH)
            frames = map(Frame, self._rooms, VIEWS, (inc,) * len(VIEWS), heads, for_all)
            out.append(ToEachView(list(frames)))
        else:
            for place, event in enumerate(events):
                if event is not None:
                    number = heads[place] = heads[place] + 1
                    out.append(ToView(VIEWS[place], Frame(room, VIEWS[place], inc, number, event)))
        late = self.late
        if late is not None and late.is_on:
            late.take(events, self.heads[PUBLIC])
            self._let_go(late)

    def _put(self, place: int, event: Event) -> None:
        """Put an event into a late view's stream."""
        number = self.heads[place] = self.heads[place] + 1
        view = EVERY_VIEW[place]
        frame = Frame(self.room, view, self.inc, number, event)
        self._late[place - len(VIEWS)].append(frame)
        self.out.append(ToView(view, frame))

    def newest(self, place: int, count: int = KEPT) -> list[Frame]:
        """Give up to so many of a view's last frames, the oldest first, as far as they are kept."""
        number = self.heads[place]
        first = max(self._first[place], number - min(count, KEPT) + 1)
        if place >= len(VIEWS):
            return [frame for frame in self._late[place - len(VIEWS)] if frame.n >= first]
        frames: list[Frame] = []
        for events in reversed(self._told):
            if number < first:
                break
            event = events[place]
            if event is not None:
                frames.append(Frame(self.room, VIEWS[place], self.inc, number, event))
                number -= 1
        frames.reverse()
        return frames

    def missing(self, place: int, inc: int, last: int) -> list[Frame] | None:
        """Give the frames after ``last``; ``None`` where only a snapshot will do."""
        head = self.heads[place]
        if inc != self.inc or last > head or last + 1 < self._first[place]:
            return None
        frames = self.newest(place, head - last)
        return frames if len(frames) == head - last else None

    def hide_past(self, place: int) -> None:
        """Keep what was told so far from whoever takes this view over."""
        self._first[place] = self.heads[place] + 1

    def begin_anew(self, inc: int) -> None:
        """Start another incarnation: whoever resumes under an older one gets a snapshot."""
        self.inc = inc
        for place in range(len(self.heads)):
            self.hide_past(place)
