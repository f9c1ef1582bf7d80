"""Messages on a socket are heard in their order, whichever way each of them takes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from server.line import Socket
from tests.harness.clock import until


class Ear:
    """Serves one socket and notes what it hears; `slow` begins an errand that ends when it is let."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, bytes | str]] = []
        self.may_end = asyncio.Event()
        self.socket: Socket | None = None

    async def serve(self, socket: ServerConnection) -> None:
        assert isinstance(socket, Socket)
        self.socket = socket
        socket.hear = self._hear
        with contextlib.suppress(ConnectionClosed):
            while True:
                message = await socket.recv()
                await socket.settle()
                self.heard.append(("received", message))
                socket.dealt_with()

    def _hear(self, message: bytes | str) -> None:
        assert self.socket is not None
        if message == "slow":
            self.socket.run(self._errand())
        else:
            self.heard.append(("at once", message))

    async def _errand(self) -> None:
        await self.may_end.wait()
        self.heard.append(("errand", "slow"))


@pytest.fixture
async def ear() -> Ear:
    return Ear()


@pytest.fixture
async def client(ear: Ear) -> AsyncIterator[ClientConnection]:
    async with (
        serve(ear.serve, "127.0.0.1", 0, create_connection=Socket, compression=None) as server,
        connect(f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}") as connection,
    ):
        yield connection


async def turns() -> None:
    """Let what was written be read by itself."""
    for _ in range(10):
        await asyncio.sleep(0)


async def all_heard(client: ClientConnection) -> None:
    """Wait until the server has read all that was sent."""
    await (await client.ping())


async def test_whole_messages_are_heard_at_once(ear: Ear, client: ClientConnection) -> None:
    await client.send("四方")
    await client.send(b"\x00\xff")
    await all_heard(client)
    assert ear.heard == [("at once", "四方"), ("at once", b"\x00\xff")]


def frame(opcode: Opcode, message: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, message, fin=fin).serialize(mask=True)


async def test_frames_are_heard_however_they_were_cut_on_the_way(ear: Ear, client: ClientConnection) -> None:
    data = b"".join(frame(Opcode.BINARY, bytes((number,)) * number) for number in (1, 5, 130, 3))
    for begin, end in ((0, 1), (1, 9), (9, 60), (60, len(data))):
        client.transport.write(data[begin:end])
        await turns()
    await client.send("alone")
    await all_heard(client)
    expected = [bytes((number,)) * number for number in (1, 5, 130, 3)]
    assert ear.heard == [("at once", message) for message in (*expected, "alone")]


async def test_a_message_amid_the_parts_of_another_ends_the_connection(
    ear: Ear, client: ClientConnection
) -> None:
    client.transport.write(frame(Opcode.BINARY, b"a part", fin=False))
    await turns()
    client.transport.write(frame(Opcode.BINARY, b"out of turn"))
    with pytest.raises(ConnectionClosed) as closed:
        await client.recv()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1002
    assert ear.heard == []


async def test_what_is_no_text_ends_the_connection(ear: Ear, client: ClientConnection) -> None:
    client.transport.write(frame(Opcode.TEXT, b"\xff"))
    with pytest.raises(ConnectionClosed) as closed:
        await client.recv()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1007
    assert ear.heard == []


async def test_a_message_in_parts_keeps_its_place(ear: Ear, client: ClientConnection) -> None:
    await client.send("first")
    await client.send(["in ", "parts"])
    await client.send("after")
    await until(lambda: len(ear.heard) == 3)
    await client.send("last")
    await until(lambda: len(ear.heard) == 4)
    assert [what for _, what in ear.heard] == ["first", "in parts", "after", "last"]
    assert ear.heard[1] == ("received", "in parts")
    assert ear.heard[3] == ("at once", "last")


async def test_what_comes_during_an_errand_is_heard_after_it(ear: Ear, client: ClientConnection) -> None:
    for message in ("slow", "one", "two"):
        await client.send(message)
    await all_heard(client)
    assert ear.heard == []
    ear.may_end.set()
    await until(lambda: len(ear.heard) == 3)
    assert ear.heard == [("errand", "slow"), ("received", "one"), ("received", "two")]


async def test_text_that_is_no_text_ends_the_connection(ear: Ear, client: ClientConnection) -> None:
    await client.send(b"\xff", text=True)
    with pytest.raises(ConnectionClosed):
        await client.recv()
    assert client.close_code == 1007
    assert ear.heard == []
