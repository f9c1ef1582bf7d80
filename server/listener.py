"""A small HTTP listener for the machines' side: measurements and administration, never the public port.

One request a connection, of bounded size and time. What is asked is handed to a function; what it answers is
written, and the connection is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import http
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

__all__ = ["Handler", "Listener", "Reply", "Request"]

LONGEST_HEAD: Final = 4096
LONGEST_BODY: Final = 4096
PATIENCE_S: Final = 5.0
"""Seconds a request may take to come, and its answer to be read."""
_TEXT: Final = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked; names of headers are in lower case, `address` is the peer's."""

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    body: bytes
    address: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What it is answered with."""

    status: int
    body: bytes = b""
    kind: str = _TEXT
    headers: Mapping[str, str] | None = None


Handler: TypeAlias = Callable[[Request], Awaitable[Reply]]


class _Malformed(Exception):
    """Raised where a request cannot be read; it carries the status to answer with."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Listener:
    """Listens on one port and lets `handler` answer."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    async def start(self, host: str, port: int) -> None:
        """Begin to listen. Raises: OSError."""
        self._server = await asyncio.start_server(self._serve, host, port, limit=LONGEST_HEAD)

    @property
    def port(self) -> int:
        """The port it listens on."""
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Stop listening, and wait for nobody."""
        if self._server is not None:
            self._server.close()
            for writer in self._open:
                writer.transport.abort()
            await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        method = "GET"
        try:
            try:
                async with asyncio.timeout(PATIENCE_S):
                    request = await _read(reader, writer)
                method = request.method
                reply = await self._handler(request)
            except _Malformed as malformed:
                reply = Reply(malformed.status, f"{malformed}\n".encode())
            async with asyncio.timeout(PATIENCE_S):
                writer.write(_written(reply, with_body=method != "HEAD"))
                await writer.drain()
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self._open.discard(writer)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


async def _read(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head[:-4].split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise _Malformed(400, "this is no HTTP/1.1 request")
    headers = {}
    for line in lines:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    if "transfer-encoding" in headers:
        raise _Malformed(411, "say how long the body is")
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdecimal()):
        raise _Malformed(400, "the body's length is no number")
    if len(length) > 8 or int(length) > LONGEST_BODY:
        raise _Malformed(413, f"the body is longer than {LONGEST_BODY} bytes")
    body = await reader.readexactly(int(length))
    path, _, query = words[1].partition("?")
    peer = writer.get_extra_info("peername")
    return Request(words[0], path, query, headers, body, str(peer[0]) if peer else "")


def _written(reply: Reply, with_body: bool) -> bytes:
    lines = [
        f"HTTP/1.1 {reply.status} {http.HTTPStatus(reply.status).phrase}", f"Content-Type: {reply.kind}",
        f"Content-Length: {len(reply.body)}", "Cache-Control: no-store", "Connection: close",
        *(f"{name}: {value}" for name, value in (reply.headers or {}).items()), "", "",
    ]  # fmt: skip
    return "\r\n".join(lines).encode() + (reply.body if with_body else b"")
