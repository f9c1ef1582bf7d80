"""The socket under a session: one class for ``websockets``, and the few words the client knows it by.

Nothing else in the SDK imports ``websockets``; tests put a pipe in its place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Literal, Protocol, TypeAlias
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.typing import Subprotocol

from clients.sdk.errors import Unreachable
from protocol.codec import Codec

__all__ = ["Connect", "Wire", "WireClosed", "connect_websocket"]

_LARGEST: Final = 32 * 1024 * 1024
"""Largest message taken from a server, in bytes: a long match's record comes in one."""
_PING_S: Final = 10
_OPEN_S: Final = 10
_TRY_AGAIN: Final = frozenset({408, 425, 429})
_HERE: Final = frozenset({"127.0.0.1", "::1", "localhost"})


class WireClosed(Exception):
    """Raised when the connection is over; ``code`` is its close code, ``None`` where none came."""

    def __init__(self, code: int | None, reason: str) -> None:
        super().__init__(reason or str(code))
        self.code = code
        self.reason = reason


class Refusing(Unreachable):
    """Raised when the server answered and will not have this client; trying again will not help."""


class Wire(Protocol):
    """One open connection."""

    @property
    def codec(self) -> Codec:
        """How messages are written on it."""

    async def send(self, data: bytes) -> None:
        """Send one frame. Raises: WireClosed."""

    async def receive(self) -> bytes | str:
        """Wait for one frame. Raises: WireClosed."""

    async def close(self) -> None:
        """Close it in good order."""

    def cut(self) -> None:
        """Drop it as a broken network would: at once, without a word."""


Connect: TypeAlias = Callable[[str, tuple[Codec, ...]], Awaitable[Wire]]
"""Opens a connection to a URL with one of these codecs. Raises: Unreachable."""


class _WebSocket:
    """A ``websockets`` connection."""

    def __init__(self, socket: ClientConnection, codec: Codec) -> None:
        self._socket = socket
        self._codec = codec

    @property
    def codec(self) -> Codec:
        return self._codec

    async def send(self, data: bytes) -> None:
        try:
            await self._socket.send(data, text=self._codec.is_text)
        except ConnectionClosed as closed:
            raise _closed(closed) from None

    async def receive(self) -> bytes | str:
        try:
            return await self._socket.recv()
        except ConnectionClosed as closed:
            raise _closed(closed) from None

    async def close(self) -> None:
        await self._socket.close()

    def cut(self) -> None:
        self._socket.transport.abort()


def _closed(error: ConnectionClosed) -> WireClosed:
    if error.rcvd is None:
        return WireClosed(None, "connection lost")
    return WireClosed(error.rcvd.code, error.rcvd.reason)


async def connect_websocket(url: str, codecs: tuple[Codec, ...]) -> Wire:
    """Open a WebSocket. Raises: Unreachable, and ``Refusing`` where trying again will not help."""
    proxy: Literal[True] | None = None if urlsplit(url).hostname in _HERE else True
    try:
        socket = await connect(
            url,
            subprotocols=[Subprotocol(codec.subprotocol) for codec in codecs],
            compression=None, max_size=_LARGEST, open_timeout=_OPEN_S, ping_interval=_PING_S,
            ping_timeout=_PING_S, close_timeout=1, proxy=proxy,
        )  # fmt: skip
    except InvalidURI as error:
        raise Refusing(str(error)) from None
    except InvalidStatus as error:
        status = error.response.status_code
        kind = Unreachable if status >= 500 or status in _TRY_AGAIN else Refusing
        raise kind(f"{url} answered {status}") from None
    except ConnectionRefusedError:
        raise Unreachable(f"nobody answers at {url}") from None
    except (OSError, TimeoutError, InvalidHandshake, EOFError) as error:
        raise Unreachable(f"{url}: {str(error) or type(error).__name__}") from None
    codec = Codec.of(socket.subprotocol)
    if codec is None:
        await socket.close()
        raise Refusing(f"{url} speaks none of {' or '.join(each.subprotocol for each in codecs)}")
    return _WebSocket(socket, codec)
