"""What the two halves of the server, rooms and connections, ask of each other and of the world.

`House` is what a connection may ask of the rooms (`runner.py` is one); `Outlet` is what the rooms ask of the
connections (`hub.py` is one). A `Clock` is the only time there is: whatever waits is given one, so that
tests move it by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from protocol.answers import LiveGame, OpenRoom
from protocol.to_client import Frame, Snapshot
from protocol.to_server import CreateRoom
from protocol.vocabulary import View
from server.effects import Effect, Enter, Input
from server.oversight import Seen, SeenClosely, Unreadable
from server.store.base import Owner

Posted: TypeAlias = Literal["taken", "busy", "unknown"]
"""What became of an input: it will be dealt with; too many wait before it; there is no such room."""

BUSY_MS: Final = 500
"""When to try again, for `busy`."""

Report: TypeAlias = Callable[[str, Mapping[str, object]], None]
"""Takes the name of what happened and its particulars, for the log. Only allowed fields get there."""


class Made(NamedTuple):
    """A room that was made: its public id and its invite code."""

    room: str
    code: str


class Shown(NamedTuple):
    """A room as all may see it: its public stream's last frames, and how to get the view after them.

    Nobody may be told of it while it is not saved.
    """

    is_saved: bool
    frames: Iterable[Frame]
    snapshot: Callable[[], Snapshot]


class Timer(Protocol):
    """Something that will happen, and can be called off."""

    def cancel(self) -> None:
        """Call it off; harmless when it has happened."""


class Clock(Protocol):
    """Time that only goes forward, in milliseconds since some moment."""

    def now(self) -> int:
        """Return the present."""

    def call_at(self, due_ms: int, callback: Callable[[], None]) -> Timer:
        """Call back at a moment, or soon if it is past."""

    async def sleep(self, seconds: float) -> None:
        """Wait."""


class House(Protocol):
    """All rooms of this node, each behind its mailbox."""

    async def start(self) -> None:
        """Bring back every room that is this node's to have. Raises: StoreError."""

    async def stop(self) -> None:
        """Finish what is under way, save what can be saved, and let all rooms go."""

    def post(self, room: str, what: Input) -> Posted:
        """Put an input into a room's mailbox; answers to it come by the `Outlet`."""

    async def create(self, host: Enter, command: CreateRoom) -> Made | None:
        """Make a room with `host` in it; it is saved when this returns, its answer to the host on its way.

        A bad option is answered `rejected` to the host's connection, and nothing is made.

        Raises: StoreError.
        """

    def epoch(self, room: str) -> int | None:
        """Return under which epoch a room is this node's; None if it is not."""

    def heads(self, room: str) -> tuple[int, Mapping[View, int]] | None:
        """Return a room's incarnation and how far each view was told; None while something is being saved."""

    def open_rooms(self) -> Sequence[OpenRoom]:
        """List the rooms that want to be listed and can be joined."""

    def live_games(self) -> Sequence[LiveGame]:
        """List the matches that want to be listed and can be watched."""

    def beaten(self) -> None:
        """Take in that the node has given a sign of life and heard who else lives: look for rooms to take."""

    async def hand_over(self, others: Sequence[Owner]) -> None:
        """Leave every room to these nodes, as soon as its step is done; none comes here any more."""

    def names(self) -> Sequence[str]:
        """Name the rooms that live here."""

    def look(self, room: str) -> Seen | None:
        """Describe a room in a line, for an operator; `None` if it does not live here."""

    def look_closely(self, room: str) -> SeenClosely | None:
        """Describe a room in detail, for an operator; `None` if it does not live here."""

    def unreadable(self) -> Mapping[str, Unreadable]:
        """List the rooms that are this node's and do not read, with what an operator may see of each."""

    def discard(self, room: str) -> bool:
        """Delete such a room; tell whether it was one."""

    def shown(self, room: str) -> Shown | None:
        """Give a room as all may see it; None where it is not here."""

    def store_changed(self, up: bool) -> None:
        """Tell every room that the store is away, or back."""

    def drain(self) -> None:
        """Tell every room that the node is being emptied; no new one is made from here on."""

    def overdue(self) -> int:
        """Count the tables whose armed deadline has passed and was not acted upon; to be 0."""


class Outlet(Protocol):
    """The way out to the connections."""

    def deliver(self, room: str, effects: Sequence[Effect]) -> None:
        """Carry out, in order, those effects of a room that concern connections and membership.

        It takes all kinds and leaves `SetTimer` and `SaveRecord` alone. It never waits and never raises.
        """

    def coming(self, room: str) -> None:
        """Take in that a room is about to be this node's: what it says is not for who still listens to it."""

    def come(self, room: str) -> None:
        """Take in that a room is this node's now: who was in it from here attaches to it here."""

    def lost(self, room: str, inputs: Sequence[Input] = ()) -> None:
        """Take in that a room is this node's no more and goes on elsewhere.

        Its connections follow it there, and `inputs`, which were not dealt with, are brought to it.
        """


class Meter(Protocol):
    """Where measurements go; nothing finer than the node is kept."""

    def stage(
        self, name: Literal["receive", "decide", "journal", "publish", "flush"], seconds: float
    ) -> None:
        """Take in how long one stage of a command's way took."""

    def rejected(self, code: str) -> None:
        """Count a refused command."""
