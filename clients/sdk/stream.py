"""One stream of a room as a client has it: its incarnation, its last number, and the view they add up to.

It decides whether a frame is the next, a repetition, or tells that something is lost, and then what to ask
for. It never guesses: while something is lost the view stays as it was and says that it is behind.
"""

from __future__ import annotations

from enum import Enum

from protocol.codec import UnknownEvent
from protocol.fold import StreamBroken, fold
from protocol.to_client import Frame, Snapshot
from protocol.view import TableView
from protocol.vocabulary import StreamPoint, View

__all__ = ["Stream", "Took"]


class Took(Enum):
    """What became of a frame."""

    NEXT = "next"
    """It was the next one and is folded in."""
    OLD = "old"
    """It was known already, belongs to a view no longer followed, or waits for what is missing."""
    LOST = "lost"
    """Something before it, or what it means, is missing: ``point`` says what to ask for."""


class Stream:
    """The stream of one room."""

    __slots__ = ("_asked", "_blind", "behind", "inc", "n", "room", "table", "view")

    def __init__(self, room: str, view: View) -> None:
        self.room = room
        self.view: View = view
        self.inc = 0
        self.n = 0
        self.table = TableView("lobby")
        self.behind = True
        """Something is missing and asked for, or nothing has come yet."""
        self._blind = True
        """Frames do not help: only a snapshot does."""
        self._asked = False

    @property
    def point(self) -> StreamPoint:
        """How far it is known, to resume or resync from; a snapshot alone will do at ``inc`` 0."""
        if self._blind:
            return StreamPoint(self.room, self.view)
        return StreamPoint(self.room, self.view, self.inc, self.n)

    def take(self, frame: Frame | UnknownEvent) -> Took:
        """Take in a frame."""
        if frame.view != self.view or (frame.inc == self.inc and frame.n <= self.n):
            return Took.OLD
        if self._blind:
            return self._lose(blind=True)
        if frame.inc != self.inc or isinstance(frame, UnknownEvent):
            return self._lose(blind=True)
        if frame.n != self.n + 1:
            return self._lose(blind=False)
        try:
            self.table = fold(self.table, frame.event)
        except StreamBroken:
            return self._lose(blind=True)
        self.n, self.behind, self._asked = frame.n, False, False
        return Took.NEXT

    def begin(self, snapshot: Snapshot) -> bool:
        """Take in a snapshot, which stands for everything before it; say whether events were missed."""
        known = (self.view, self.inc, self.n) == (snapshot.view, snapshot.inc, snapshot.n)
        missed = self._blind or not known
        self.view, self.inc, self.n = snapshot.view, snapshot.inc, snapshot.n
        self.table, self.behind, self._blind, self._asked = snapshot.state, False, False, False
        return missed

    def ask_again(self) -> None:
        """Note that what was asked for will not come: the connection is another, or it was refused."""
        self._asked = False

    def _lose(self, blind: bool) -> Took:
        """Note that something is lost; it is asked for once."""
        worse = blind and not self._blind
        asked = self._asked and not worse
        self.behind, self._asked, self._blind = True, True, self._blind or blind
        return Took.OLD if asked else Took.LOST
