"""The connections of this node as the rest of the server sees them.

A `Peer` is one connection: who speaks on it, what he listens to, what waits to be written. What a socket is
it does not know: that is behind `Wire`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from protocol.codec import Codec, writer
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


@dataclass(eq=False, slots=True)
class Peer:
    """One connection. Of two of one player that with the greater number is the newer, over all nodes."""

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
    outbox: list[bytes] = field(default_factory=list)
    """Messages that wait to be written, encoded."""
    behind: bool = False
    """A watcher that could not keep up: it hears nothing until it gets a snapshot."""
    rtt_ms: int = 0
    inc: int = 0
    n: int = 0
    """Incarnation and number of the last frame it was told of a room elsewhere; 0 before a snapshot."""
    gone: bool = False
    """It was hung up on or cut, and gets nothing more."""
    encode: Callable[[Message], bytes] = field(init=False)
    """Writes a message in its codec."""

    def __post_init__(self) -> None:
        self.encode = writer(self.codec)

    @property
    def is_watcher(self) -> bool:
        """Whether others come first."""
        return bool(self.room) and not self.member
