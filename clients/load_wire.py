"""A client's WebSocket for load: it reads just what a bot must, and leaves the machine's time to the server.

The library opens the connection; from then on the server's frames, which are whole and unmasked, are cut out
of what was read and handed on, and own ones are written with a mask of zeros. Not for the open net, where a
mask must be one that nobody can foresee.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidURI
from websockets.typing import Subprotocol

from clients.sdk.errors import Unreachable
from protocol.codec import Codec

__all__ = ["LoadWire", "open_load_wire"]

_MASK: Final = bytes(4)
_BINARY, _CLOSE, _PING, _PONG = 2, 8, 9, 10


class LoadWire(ClientConnection):
    """A connection; ``heard`` gets every message, ``lost`` is called once when it is over."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.heard: Callable[[bytes], None] | None = None
        self.lost: Callable[[], None] | None = None
        self._rest = b""

    def write(self, message: bytes) -> None:
        """Send a message."""
        self._write(_BINARY, message)

    def data_received(self, data: bytes) -> None:
        """Cut the messages out of what was read; the opening is the library's."""
        if self.heard is None:
            super().data_received(data)
            return
        data = self._rest + data if self._rest else data
        at, end = 0, 0
        while (end := _end_of_frame(data, at)) <= len(data) and end:
            size = data[at + 1]
            body = data[at + (2 if size < 126 else 4 if size == 126 else 10) : end]
            self._take(data[at] & 0x0F, body)
            at = end
        self._rest = data[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        """Say that it is over."""
        super().connection_lost(exc)
        if self.lost is not None:
            self.lost()

    def _take(self, opcode: int, body: bytes) -> None:
        if opcode == _BINARY:
            assert self.heard is not None
            self.heard(body)
        elif opcode == _PING:
            self._write(_PONG, body)
        elif opcode == _CLOSE:
            self.transport.abort()

    def _write(self, opcode: int, body: bytes) -> None:
        size = len(body)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes((0x80 | opcode,)) + length + _MASK + body)


def _end_of_frame(data: bytes, at: int) -> int:
    """Tell where the frame that begins here ends; 0 where not even its head is there."""
    left = len(data) - at
    if left < 2:
        return 0
    size = data[at + 1]
    if size < 126:
        return at + 2 + size
    width = 2 if size == 126 else 8
    return at + 2 + width + int.from_bytes(data[at + 2 : at + 2 + width], "big") if left >= 2 + width else 0


async def open_load_wire(url: str) -> LoadWire:
    """Open a connection. Raises: Unreachable."""
    try:
        wire = await connect(
            url, create_connection=LoadWire, subprotocols=[Subprotocol(Codec.MSGPACK.subprotocol)],
            compression=None, ping_interval=None, proxy=None,
        )  # fmt: skip
    except (OSError, TimeoutError, InvalidHandshake, InvalidURI, EOFError) as error:
        raise Unreachable(f"{url}: {str(error) or type(error).__name__}") from None
    assert isinstance(wire, LoadWire)
    return wire
