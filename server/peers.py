"""The connections of this node as the rest of the server sees them, and the letters they are sent.

A `Peer` is one connection: who speaks on it, what he listens to, what waits to be written. A `Letter` is a
message that is encoded once for each codec however many get it. Neither knows what a socket is: that is
behind `Wire`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from protocol.codec import Codec, encode
from protocol.codes import CloseCode
from protocol.to_client import Message
from protocol.vocabulary import View


class Wire(Protocol):
    """The socket behind a connection."""

    def write(self, frames: Sequence[bytes]) -> None:
        """Send messages, without waiting."""

    def waiting(self) -> int:
        """Return how many bytes were written and not yet taken by the network."""

    def hang(self, code: CloseCode) -> None:
        """Close in good order; what was written before is sent first."""

    def abort(self) -> None:
        """Cut the connection; what was written is thrown away."""


class Letter:
    """A message on its way to any number of connections."""

    __slots__ = ("_encoded", "message")

    def __init__(self, message: Message) -> None:
        self.message = message
        self._encoded: dict[Codec, bytes] = {}

    def data(self, codec: Codec) -> bytes:
        """Return it as written in a codec."""
        data = self._encoded.get(codec)
        if data is None:
            data = self._encoded[codec] = encode(self.message, codec)
        return data


@dataclass(eq=False, slots=True)
class Peer:
    """One connection. Its number rises with each new one, so that a greater one is the newer."""

    id: int
    wire: Wire
    codec: Codec
    address: str
    """What it is counted under for limits by address."""
    lang: Literal["zh", "en"] = "zh"
    player: str = ""
    """Who speaks; empty until he has said hello."""
    name: str = ""
    room: str = ""
    """The room it listens to; empty for none."""
    heading: str = ""
    """The room it was last sent to; what an earlier one answers late is not listened to. Empty: any."""
    view: View = "public"
    member: bool = False
    """Whether it listens as somebody in the room, and not as a watcher."""
    outbox: list[Letter] = field(default_factory=list)
    behind: bool = False
    """A watcher that could not keep up: it hears nothing until it gets a snapshot."""
    rtt_ms: int = 0
    gone: bool = False
    """It was hung up on or cut, and gets nothing more."""

    @property
    def is_watcher(self) -> bool:
        """Whether others come first."""
        return bool(self.room) and not self.member
