"""One WebSocket: what it says is heard at once, what it is told is written at once, and it is pinged by us.

Everything about opening, closing, fragments and broken frames stays the library's. This is the one place that
reaches past its `send` and `recv`: a message that came whole is handed on as it is read, where nothing waits
before it, without waking the connection's task; one that came alone is taken out of its frame here; and
frames are written to the transport (`framing.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from protocol.codec import Codec
from protocol.codes import CloseCode
from server.framing import ends_a_frame, framed, unwrapped
from server.ports import Clock

__all__ = ["Line", "Socket"]

CLOSING_S: Final = 2.0
"""Seconds a client has to take part in a close in good order."""
_OPEN: Final = State.OPEN
_CONNECTING: Final = State.CONNECTING
"""By a name of its own what is asked in every message: to look a member up takes ten times as long (3.11)."""
_DATA: Final = frozenset({Opcode.TEXT, Opcode.BINARY, Opcode.CONT})


class Socket(ServerConnection):
    """The library's connection, whose messages can be heard as they come.

    `hear` is called with a message that came whole, in the order of all messages: while one is under way by
    `recv` or by an errand, those after it go to `recv` too. Whoever takes one from there says so with
    `dealt_with`. `lost` is called when the other side is gone, whatever is under way.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.hear: Callable[[bytes | str], None] | None = None
        self.lost: Callable[[], None] | None = None
        self._under_way = 0
        self._in_parts = False
        self._in_step = False
        """Whether what has been read ends with a frame."""
        self._errand: asyncio.Task[None] | None = None

    def data_received(self, data: bytes) -> None:
        """Hear a message that came alone and whole, as nearly all do; everything else the library reads."""
        state = self.protocol.state
        if self._in_step and state is _OPEN:
            if self.hear is not None and not self._under_way and not self._in_parts:
                message = unwrapped(data)
                if message is not None:
                    self.hear(message)
                    return
            self._in_step = ends_a_frame(data)
        elif state is _CONNECTING:
            self._in_step = data.endswith(b"\r\n\r\n")
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let it be known at once; the library tells whoever waits in `recv`."""
        if self.lost is not None:
            self.lost()
        super().connection_lost(exc)

    def process_event(self, event: Frame | Request) -> None:  # type: ignore[override]  # the library's alias
        """Let a whole message be heard; leave all else to the library."""
        if isinstance(event, Frame) and event.opcode in _DATA:
            self._in_parts = not event.fin
            if self.hear is not None and not self._under_way and event.fin:
                if event.opcode is Opcode.BINARY:
                    self.hear(bytes(event.data))
                    return
                text = _text(event)
                if text is not None:
                    self.hear(text)
                    return
            self._under_way += event.fin
        super().process_event(event)

    def dealt_with(self) -> None:
        """Take in that a message from `recv` is dealt with."""
        self._under_way -= 1

    def run(self, errand: Coroutine[Any, Any, None]) -> None:
        """Let something be done that takes time, before any further message is heard."""
        self._under_way += 1
        self._errand = asyncio.create_task(errand)
        self._errand.add_done_callback(self._ended)

    async def settle(self) -> None:
        """Wait for the errand under way, if there is one."""
        if self._errand is not None:
            await self._errand

    def _ended(self, errand: asyncio.Task[None]) -> None:
        self._errand = None
        self._under_way -= 1


def _text(frame: Frame) -> str | None:
    """Read a text frame; `None` for a part of a message, and for what is no text: the library refuses it."""
    if frame.opcode is not Opcode.TEXT:
        return None
    try:
        return str(frame.data, "utf-8")
    except UnicodeDecodeError:
        return None


class Line:
    """The `Wire` of one WebSocket, and what its keep-alive knows of it."""

    def __init__(self, socket: ServerConnection, codec: Codec) -> None:
        self.pinged_at: int | None = None
        """When the ping was sent that is not answered yet."""
        self.quiet_since = 0
        self._socket = socket
        self._transport = socket.transport
        self._is_text = codec.is_text
        self.waiting: Callable[[], int] = socket.transport.get_write_buffer_size
        """See `Wire.waiting`."""
        self._closing: asyncio.Task[None] | None = None

    def write(self, frames: Sequence[bytes]) -> None:
        """See `Wire.write`: one write for all, without waiting for room."""
        if self._socket.protocol.state is _OPEN:
            self._transport.write(framed(frames, self._is_text))

    def hang(self, code: CloseCode) -> None:
        """See `Wire.hang`."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(code))

    def abort(self) -> None:
        """See `Wire.abort`."""
        self._transport.abort()

    async def ping(self, clock: Clock) -> int | None:
        """Send a ping and return how long its answer took, in ms; None if the connection ended first."""
        sent = self.pinged_at = clock.now()
        try:
            await (await self._socket.ping())
        except ConnectionClosed:
            return None
        self.quiet_since, self.pinged_at = clock.now(), None
        return self.quiet_since - sent

    async def _close(self, code: CloseCode) -> None:
        try:
            async with asyncio.timeout(CLOSING_S):
                await self._socket.close(code.value, code.reason)
        except TimeoutError:
            self._transport.abort()
