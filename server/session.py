"""One connection's talk, without the socket: hello first, then commands, each judged before it goes on.

`Session` is handed every frame and answers with steps: what to say, what to ask of the desk behind it, when
to hang up. It decides what may be said when, at what rate, and how much nonsense is put up with. It knows no
room, no store and no clock; time is handed in, in milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from protocol.codec import Codec, Refused, decode_command
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Echo, Message, Rejected
from protocol.to_server import Command, GetWaits, Hello, Ping
from protocol.vocabulary import LEVEL
from server.ratelimit import Bucket

NONSENSE: Final = 10
"""Malformed frames that are answered; the next one ends the connection."""
PUSHING: Final = 100
"""Frames over the rate that are answered at once, and then as many a second as may be sent anyway; one more
ends the connection."""


@dataclass(frozen=True, slots=True)
class Say:
    """Send this to the client."""

    message: Message


@dataclass(frozen=True, slots=True)
class Greet:
    """Find out who this is; `greeted`, `turned_away` or a hang-up is to follow."""

    hello: Hello
    level: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Carry out a command; it gets its one answer from whoever does."""

    command: Command


@dataclass(frozen=True, slots=True)
class Hang:
    """Close the connection."""

    code: CloseCode


Step: TypeAlias = Say | Greet | Ask | Hang


class Phase(Enum):
    """Where the talk stands."""

    NEW = "new"
    GREETING = "greeting"
    OPEN = "open"
    OVER = "over"


_OVER: Final = Phase.OVER
_OPEN: Final = Phase.OPEN
"""By a name of its own what is asked of every message: to look a member up takes ten times as long (3.11)."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How much one connection may send."""

    commands_per_s: int = 20
    burst: int = 40
    hints_per_s: int = 4
    frame_bytes: int = 4096


class Session:
    """The talk on one connection."""

    def __init__(self, codec: Codec, rates: Rates, now: int) -> None:
        self.phase = Phase.NEW
        self._codec = codec
        self._rates = rates
        self._frames = Bucket(rates.commands_per_s, rates.burst, now)
        self._hints = Bucket(rates.hints_per_s, rates.hints_per_s, now)
        self._patience = Bucket(rates.commands_per_s, PUSHING, now)
        self._nonsense = 0

    def receive(self, data: bytes | str, now: int) -> tuple[Step, ...]:
        """Take a frame and say what follows."""
        if self.phase is _OVER:
            return ()
        wait = self._frames.take(now)
        message = self._read(data)
        if wait:
            return self._too_fast(message, wait, now)
        if isinstance(message, Refused):
            return self._refused(message, data)
        if isinstance(message, Ping):
            return (Say(Echo(message.at, now)),)
        if isinstance(message, Hello):
            return self._hello(message)
        if self.phase is not _OPEN:
            return (Say(Rejected(message.id, RejectCode.HELLO_FIRST)),)
        if isinstance(message, GetWaits) and (wait := self._hints.take(now)):
            return (Say(Rejected(message.id, RejectCode.TOO_FAST, retry_ms=wait)),)
        return (Ask(message),)

    def greeted(self) -> None:
        """Take in that the client is known and welcome."""
        if self.phase is Phase.GREETING:
            self.phase = Phase.OPEN

    def turned_away(self) -> None:
        """Take in that the hello will not do as it is, and may be said again."""
        if self.phase is Phase.GREETING:
            self.phase = Phase.NEW

    def late(self) -> tuple[Step, ...]:
        """Say what follows when the time for the hello is over."""
        return self.hang(CloseCode.NO_HELLO) if self.phase is Phase.NEW else ()

    def hang(self, code: CloseCode) -> tuple[Step, ...]:
        """End the talk: nothing that comes after is read."""
        if self.phase is _OVER:
            return ()
        self.phase = Phase.OVER
        return (Hang(code),)

    def _read(self, data: bytes | str) -> Hello | Ping | Command | Refused:
        size = len(data) if isinstance(data, bytes) or data.isascii() else len(data.encode())
        if size > self._rates.frame_bytes:
            return Refused(RejectCode.TOO_BIG, "$", f"frame over {self._rates.frame_bytes} bytes")
        return decode_command(data, self._codec)

    def _hello(self, hello: Hello) -> tuple[Step, ...]:
        if self.phase is not Phase.NEW:
            return (Say(Rejected(None, RejectCode.HELLO_TWICE)),)
        level = max((level for level in hello.levels if level <= LEVEL), default=0)
        if not level:
            return self.hang(CloseCode.VERSION)
        self.phase = Phase.GREETING
        return (Greet(hello, level),)

    def _refused(self, refused: Refused, data: bytes | str) -> tuple[Step, ...]:
        said = Say(Rejected(refused.id, refused.code, refused.message, refused.field))
        self._nonsense += 1
        wrong_kind = isinstance(data, str) is not self._codec.is_text
        if wrong_kind or refused.code is RejectCode.TOO_BIG or self._nonsense > NONSENSE:
            return (said, *self.hang(CloseCode.BAD_FRAME))
        return (said,)

    def _too_fast(
        self, message: Hello | Ping | Command | Refused, wait: int, now: int
    ) -> tuple[Step, ...]:
        own_id = getattr(message, "id", None)
        if self._patience.take(now):
            return self.hang(CloseCode.TOO_FAST)
        return (Say(Rejected(own_id, RejectCode.TOO_FAST, retry_ms=wait)),)
