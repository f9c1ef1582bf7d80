"""What watchers of hands are told late (CO-8.2): kept back here, at the owner, until its hand is over.

A *late* view is a seat's hand (``shown0`` … ``shown3``) or all hands (``all``). What happens in a hand is
kept back in order and let go when the hand is over: so its stream has no holes, and nobody has any of it
sooner, since no frame of it is made. Where all four agreed to less, an event is let go as soon as so many
public events have followed it. A snapshot is the fold of what was let go, and of nothing else.

It follows from the facts alone: an owner that folds a journal keeps back the same and numbers the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from protocol import events as wire
from protocol.events import Event
from protocol.fold import fold
from protocol.view import TableView
from protocol.vocabulary import View

__all__ = ["LATE", "Withheld"]

LATE: Final[tuple[View, ...]] = ("shown0", "shown1", "shown2", "shown3", "all")
"""The views that are told late; the one of a seat's hand is at its number."""


class _Kept(NamedTuple):
    """One event: as each late view would have it, as the public has it, and the public stream's number."""

    forms: tuple[Event | None, ...]
    public: Event | None
    at: int


class Withheld:
    """What the late views of a room were told, and what is kept back from them."""

    __slots__ = ("_in_hand", "_let_go", "_run", "delay", "is_on", "open", "tables")

    def __init__(self, tables: Sequence[TableView] = ()) -> None:
        self.tables = list(tables) or [TableView(phase="lobby")] * len(LATE)
        """Each view as it was before the events that are kept here."""
        self.open = [False] * len(LATE)
        """Whether the view shows its hands; where not, it is told what is public, also late."""
        self.delay: int | None = None
        """After how many public events one is let go; ``None``: when the hand is over."""
        self.is_on = bool(tables)
        self._run: list[_Kept] = []
        self._let_go = 0
        self._in_hand = False

    def switch(self, is_on: bool) -> None:
        """Begin to follow the table, or stop: what was told before is shown to nobody any more."""
        self.is_on = is_on
        self.tables = [TableView(phase="lobby")] * len(LATE)
        self._run.clear()
        self._let_go = 0
        self._in_hand = False

    def take(self, told: Sequence[Event | None], at: int) -> None:
        """Keep an event back, in each live view's form; ``at`` is the public stream's number after it."""
        public = told[-1]
        if isinstance(public, wire.HandStarted):
            self._in_hand = True
        elif isinstance(public, wire.HandEnded | wire.MatchEnded):
            self._in_hand = False
        self._run.append(_Kept((*told[:4], _with_all_hands(told)), public, at))

    def due(self, at: int) -> list[tuple[Event | None, ...]]:
        """Let go what is due when the public stream is at this number, in each late view's form."""
        first = self._let_go
        if not self._in_hand:
            self._let_go = len(self._run)
        elif self.delay is not None:
            while self._let_go < len(self._run) and self._run[self._let_go].at + self.delay <= at:
                self._let_go += 1
        gone = [
            tuple([self._form(kept, place) for place in range(len(LATE))])
            for kept in self._run[first : self._let_go]
        ]
        if not self._in_hand and self._run:
            self.tables = [self.table(place) for place in range(len(LATE))]
            self._run.clear()
            self._let_go = 0
        return gone

    def table(self, place: int) -> TableView:
        """Give the table as a late view has it: after the last event that was let go."""
        view = self.tables[place]
        for kept in self._run[: self._let_go]:
            event = self._form(kept, place)
            if event is not None:
                view = fold(view, event)
        return view

    def _form(self, kept: _Kept, place: int) -> Event | None:
        return kept.forms[place] if self.open[place] else kept.public


def _with_all_hands(told: Sequence[Event | None]) -> Event | None:
    """Give an event as it is with all hands open, put together from what each seat is told of its own.

    A mark that one seat alone has is no tile of a hand, and stays out.
    """
    public = told[-1]
    match public:
        case wire.Drew(seat) | wire.Melded(seat):
            return told[seat]
        case wire.Dealt():
            own = [each.hands[seat] for seat, each in enumerate(told[:4]) if isinstance(each, wire.Dealt)]
            return replace(public, hands=tuple(own))
        case _:
            return public
