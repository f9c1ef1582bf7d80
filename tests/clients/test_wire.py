"""The one file that knows ``websockets``, against a real server on a real socket."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

import pytest
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from clients.sdk import Client, Unreachable
from clients.sdk.wire import Refusing, WireClosed, connect_websocket
from protocol.codec import Codec, decode_command, encode
from protocol.codes import CloseCode
from protocol.to_server import Hello
from tests.clients.talk import welcome

ALL = tuple(Codec)
Handler = Callable[[ServerConnection], Awaitable[None]]


@asynccontextmanager
async def serving(
    handler: Handler, codec: Codec | None = Codec.MSGPACK, status: HTTPStatus | None = None
) -> AsyncIterator[str]:
    """Run a server that agrees on this codec, or answers with a status; give its address."""

    def refuse(connection: ServerConnection, request: Request) -> Response | None:
        return None if status is None else connection.respond(status, "no\n")

    names = None if codec is None else [Subprotocol(codec.subprotocol)]
    server: Server = await serve(handler, "127.0.0.1", 0, subprotocols=names, process_request=refuse)
    async with server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield f"ws://127.0.0.1:{port}/ws"


async def echo(connection: ServerConnection) -> None:
    async for data in connection:
        await connection.send(data)


@pytest.mark.parametrize("codec", Codec)
async def test_frames_are_of_the_kind_that_was_agreed_on(codec: Codec) -> None:
    async with serving(echo, codec) as url:
        wire = await connect_websocket(url, ALL)
        assert wire.codec is codec
        await wire.send(b"{}")
        assert await wire.receive() == ("{}" if codec.is_text else b"{}")
        await wire.close()


@pytest.mark.parametrize("close", [CloseCode.SUPERSEDED, CloseCode.DRAINING])
async def test_a_close_comes_with_its_code(close: CloseCode) -> None:
    async def hang_up(connection: ServerConnection) -> None:
        await connection.close(close.value, close.reason)

    async with serving(hang_up) as url:
        wire = await connect_websocket(url, ALL)
        with pytest.raises(WireClosed) as caught:
            await wire.receive()
        assert (caught.value.code, caught.value.reason) == (close.value, close.reason)
        with pytest.raises(WireClosed):
            await wire.send(b"late")


async def test_a_cut_is_noticed_at_both_ends_and_has_no_code() -> None:
    noticed = asyncio.Event()

    async def listen(connection: ServerConnection) -> None:
        await connection.wait_closed()
        noticed.set()

    async with serving(listen) as url:
        wire = await connect_websocket(url, ALL)
        wire.cut()
        with pytest.raises(WireClosed) as caught:
            await wire.receive()
        assert caught.value.code is None
        await noticed.wait()


@pytest.mark.parametrize("status", [HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS])
async def test_a_server_that_has_no_room_now_is_tried_again(status: HTTPStatus) -> None:
    async with serving(echo, status=status) as url:
        with pytest.raises(Unreachable) as caught:
            await connect_websocket(url, ALL)
        assert not isinstance(caught.value, Refusing) and str(status.value) in str(caught.value)


@pytest.mark.parametrize("status", [HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND])
async def test_a_server_that_will_not_have_one_is_not_tried_again(status: HTTPStatus) -> None:
    async with serving(echo, status=status) as url:
        with pytest.raises(Refusing):
            await connect_websocket(url, ALL)


async def test_a_server_that_speaks_neither_codec_is_none_of_ours() -> None:
    async with serving(echo, codec=None) as url:
        with pytest.raises(Refusing):
            await connect_websocket(url, ALL)


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "ws:nowhere"])
async def test_an_address_that_is_none_is_said_to_be_none(url: str) -> None:
    with pytest.raises(Refusing):
        await connect_websocket(url, ALL)


async def test_a_port_where_nobody_listens_is_unreachable() -> None:
    async with serving(echo) as url:
        pass
    with pytest.raises(Unreachable) as caught:
        await connect_websocket(url, ALL)
    assert not isinstance(caught.value, Refusing)


@pytest.mark.parametrize("codec", Codec)
async def test_a_whole_client_says_hello_over_a_real_socket(codec: Codec) -> None:
    async def greet(connection: ServerConnection) -> None:
        hello = decode_command(await connection.recv(), codec)
        assert isinstance(hello, Hello)
        await connection.send(encode(welcome(), codec), text=codec.is_text)
        await connection.wait_closed()

    async with serving(greet, codec) as url, Client(url, name="甲", codecs=(codec,)) as client:
        assert client.player == "p1"
