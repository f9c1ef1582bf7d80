"""A session and its server, by hand: messages in and out, no bytes to look at and no socket."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TypeVar

from clients.sdk.happenings import Happening
from clients.sdk.pacing import Backoff
from clients.sdk.session import Habits, Identity, Session
from protocol.codec import Codec, Refused, decode_command, encode
from protocol.events import Event
from protocol.to_client import (
    Accepted,
    Frame,
    Limits,
    LobbySeat,
    Message,
    Offers,
    Prompt,
    RoomState,
    Running,
    Snapshot,
    Welcome,
)  # fmt: skip
from protocol.to_server import Command, Hello
from protocol.to_server import Message as Sent
from protocol.view import TableView
from protocol.vocabulary import View

__all__ = ["LIMITS", "Talk", "counted", "frame", "prompt", "room_state", "snapshot", "welcome"]

LIMITS = Limits(4096, 16, 20, 40, 4, 15_000, 10_000, 16)
T = TypeVar("T")


class counted:
    """Randomness that can be told beforehand: 1, 2, 3, …"""

    def __init__(self) -> None:
        self._next = count(1)

    def __call__(self, size: int) -> bytes:
        return next(self._next).to_bytes(size, "big")


def welcome(running: Running | None = None, limits: Limits = LIMITS) -> Welcome:
    return Welcome(1, "p1", "甲", "p1.token", "sifang/test", 0, limits, running)


def frame(n: int, event: Event, view: View = "seat0", inc: int = 1) -> Frame:
    return Frame("r1", view, inc, n, event)


def snapshot(n: int, state: TableView, view: View = "seat0", inc: int = 1) -> Snapshot:
    return Snapshot("r1", view, inc, n, state)


def prompt(number: int, n: int) -> Prompt:
    return Prompt("r1", number, n, "claim", Offers(pong=True, pass_=True), 5000, 20_000, 1, "5m")


def room_state(rev: int = 1, code: str = "ABCD") -> RoomState:
    free = (LobbySeat("free"),) * 4
    none = (False,) * 4
    return RoomState("r1", rev, code, "lobby", "p1", "nanning", 1, {}, {}, 1, (), free, (), none, none, none)


class Talk:
    """A session whose time and server are the test's."""

    def __init__(self, habits: Habits | None = None, codec: Codec = Codec.JSON) -> None:
        self.now = 0
        self.codec = codec
        self.session = Session(
            Identity(name="甲"), Habits() if habits is None else habits, counted(), Backoff(lambda: 0.5)
        )

    def connect(self, running: Running | None = None) -> list[Happening]:
        """Open a connection and be welcome."""
        self.session.connected(self.codec, self.now)
        (self.hello,) = self.of(Hello)
        return self.hear(welcome(running))

    def hear(self, *messages: Message) -> list[Happening]:
        """Let the server say something."""
        found: list[Happening] = []
        for message in messages:
            found += self.session.receive(encode(message, self.codec), self.now)
        return found

    def said(self) -> list[Sent]:
        """Take what the client has said since."""
        read = [
            decode_command(data.decode() if self.codec.is_text else data, self.codec)
            for data in self.session.take(self.now)
        ]
        assert not any(isinstance(each, Refused) for each in read), read
        return [each for each in read if not isinstance(each, Refused)]

    def of(self, kind: type[T]) -> list[T]:
        """Take what was said, all of which must be of this kind."""
        said = self.said()
        assert all(isinstance(each, kind) for each in said), said
        return [each for each in said if isinstance(each, kind)]

    def accept(self, commands: Sequence[Command]) -> list[Happening]:
        """Accept commands, bringing nothing."""
        return self.hear(*(Accepted(each.id) for each in commands))
