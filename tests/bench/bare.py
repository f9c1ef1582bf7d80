"""The bare loop: a `websockets` server that validates 60 bytes and broadcasts 200 to four sockets. No game.

It is what the server's figures are held against in the same run. ``python -m tests.bench.bare`` serves on a
free port, prints it, and ends with its standard input.
"""

from __future__ import annotations

import asyncio
import sys
import time

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, broadcast, serve

__all__ = ["run_bare"]

_SEATS = 4


class _Say(msgspec.Struct, forbid_unknown_fields=True):
    """About 60 bytes on the wire."""

    table: int
    number: int
    words: str


_SAID = msgspec.msgpack.encode(_Say(1, 1, "x" * 35))
_ANSWER = bytes(200)


async def _serve() -> None:
    """Serve until standard input ends."""
    tables: dict[int, set[ServerConnection]] = {}
    read = msgspec.msgpack.Decoder(_Say).decode

    async def handle(connection: ServerConnection) -> None:
        try:
            async for data in connection:
                said = read(data if isinstance(data, bytes) else data.encode())
                seats = tables.setdefault(said.table, set())
                seats.add(connection)
                if said.number:
                    broadcast(seats, _ANSWER)
        finally:
            for seats in tables.values():
                seats.discard(connection)

    async with serve(handle, "127.0.0.1", 0, compression=None) as server:
        print(next(iter(server.sockets)).getsockname()[1], flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


async def run_bare(url: str, tables: int, seconds: float) -> float:
    """Drive the bare loop with so many tables at zero think time; give actions a second."""
    counts = [0] * tables
    connections: list[ClientConnection] = []
    tasks: list[asyncio.Task[None]] = []

    async def table(number: int) -> None:
        four = [await connect(url, compression=None) for _ in range(_SEATS)]
        connections.extend(four)
        joining = msgspec.msgpack.encode(_Say(number, 0, ""))
        saying = msgspec.msgpack.encode(_Say(number, 1, "x" * 35))
        for connection in four:
            await connection.send(joining)
        await asyncio.gather(*(connection.ping() for connection in four))
        turn = 0
        while True:
            await four[turn].send(saying)
            for connection in four:
                await connection.recv()
            counts[number] += 1
            turn = (turn + 1) % _SEATS

    try:
        tasks = [asyncio.create_task(table(number)) for number in range(tables)]
        await asyncio.sleep(1)
        begin, before = time.perf_counter(), sum(counts)
        await asyncio.sleep(seconds)
        return (sum(counts) - before) / (time.perf_counter() - begin)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for connection in connections:
            connection.transport.abort()


if __name__ == "__main__":
    asyncio.run(_serve())
