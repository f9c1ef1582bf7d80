"""Real sockets: who gets through, who is cut off, and what is left when they are gone."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin, Subprotocol

from protocol.answers import RecordFound
from protocol.codec import Codec, decode_message
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Accepted, Echo, Frame, Message, Notice, Rejected, Welcome
from protocol.to_server import DeviceCode, GetLobby, Hello, Ping
from server.auth import Generations, Players, Tokens
from server.books import Books
from server.config import Settings
from server.desk import Desk
from server.effects import Detach, Listen, Membership, ToView
from server.gateway import Gateway
from server.http import Site
from server.hub import Hub
from server.lobby import Listings, Records
from server.quick import Queue
from server.reception import Reception, WrongCodes
from server.relay import Relay
from server.store import MemoryStore
from server.whereabouts import Whereabouts
from server.writing import Bounds
from tests.harness.clock import ManualClock, settle, until
from tests.server.doubles import IDS, CountingChance, PaperHouse, Tally, frame, said


class Door:
    """A gateway on a free port, over paper rooms and a clock that the test moves."""

    def __init__(self, folder: Path, **settings: int | tuple[str, ...]) -> None:
        self.settings = Settings(host="127.0.0.1", port=0, **settings)  # type: ignore[arg-type]  # tests know them
        self.clock = ManualClock()
        self.house = PaperHouse()
        self.house.rooms |= {"r"}
        self.tally = Tally()
        self.reports: list[tuple[str, Mapping[str, object]]] = []
        self.hub = Hub(
            asyncio.get_running_loop().call_soon, self.tally,
            Bounds(self.settings.player_buffer, self.settings.watcher_buffer),
        )  # fmt: skip
        self.hub.bus = self.house
        self.store = MemoryStore(self.clock.now)
        players = Players(self.store, Tokens(b"k" * 32), 180, CountingChance())
        wrong_codes = WrongCodes(10, self.clock)
        whereabouts = Whereabouts(self.store, self.house.rooms.__contains__)
        relay = Relay(self.store, self.clock, "here/1", lambda event, more: None)
        reception = Reception(
            settings=self.settings, clock=self.clock, players=players, hub=self.hub, bus=self.house,
            relay=relay, whereabouts=whereabouts,
            generations=Generations(7, 0), owns=self.house.rooms.__contains__,
            wrong_codes=wrong_codes, random=CountingChance(), server="sifang test",
        )  # fmt: skip
        desk = Desk(
            settings=self.settings, clock=self.clock, store=self.store, players=players, hub=self.hub,
            bus=self.house, house=self.house,
            whereabouts=whereabouts, relay=relay,
            queue=Queue(self.store, self.clock, relay.me),
            listings=Listings(self.house, self.store, self.clock, relay.me, list),
            wrong_codes=wrong_codes, random=CountingChance(),
            books=Books(lambda: 1 / 0, lambda key, options: 1 / 0, bool), records=Records(self.store, 1, 1),  # type: ignore[arg-type, return-value]  # never to return
        )  # fmt: skip
        self.gateway = Gateway(
            settings=self.settings, clock=self.clock, hub=self.hub, reception=reception, desk=desk,
            site=Site(folder), meter=self.tally,
            report=lambda event, more: self.reports.append((event, more)),
        )  # fmt: skip

    async def knock(self, codec: Codec = Codec.MSGPACK, **more: object) -> ClientConnection:
        uri = f"ws://127.0.0.1:{self.gateway.port}/ws"
        return await connect(
            uri, subprotocols=[Subprotocol(codec.subprotocol)], ping_interval=None, **more  # type: ignore[arg-type]  # tests know them
        )  # fmt: skip

    async def enter(
        self, codec: Codec = Codec.MSGPACK, hello: Hello | None = None
    ) -> tuple[ClientConnection, Welcome]:
        client = await self.knock(codec)
        await client.send(said(hello or Hello((1,)), codec))
        welcome = await read(client, codec)
        assert isinstance(welcome, Welcome)
        return client, welcome


async def read(client: ClientConnection, codec: Codec = Codec.MSGPACK) -> Message:
    data = await client.recv()
    assert isinstance(data, str) is codec.is_text
    message = decode_message(data, codec)
    return message  # type: ignore[return-value]  # what the server writes can be read


async def closed(client: ClientConnection) -> int | None:
    """Read to the end and return the close code."""
    try:
        while True:
            await client.recv()
    except ConnectionClosed:
        return client.close_code


@pytest.fixture
async def open_door(tmp_path: Path) -> AsyncIterator[Callable[..., Door]]:
    (tmp_path / "index.html").write_text("<!doctype html><title>Sifang</title>")
    doors: list[Door] = []

    def make(**settings: int | tuple[str, ...]) -> Door:
        doors.append(Door(tmp_path, **settings))
        return doors[-1]

    yield make
    for door in doors:
        stopping = asyncio.create_task(door.gateway.stop(CloseCode.RESTARTING))
        await settle()
        await door.clock.advance(60_000)
        await stopping


@pytest.fixture
async def door(open_door: Callable[..., Door]) -> Door:
    door = open_door()
    await door.gateway.start("127.0.0.1", 0)
    return door


@pytest.mark.parametrize("codec", Codec)
async def test_both_subprotocols_are_spoken_on_the_pages_own_port(door: Door, codec: Codec) -> None:
    client, welcome = await door.enter(codec, Hello((1,), name="小明"))
    assert welcome.name == "小明"
    await client.send(said(Ping(5), codec))
    assert await read(client, codec) == Echo(5, 0)
    await client.send(said(GetLobby(IDS[1]), codec))
    answer = await read(client, codec)
    assert isinstance(answer, Accepted) and answer.id == IDS[1]
    await client.close()


@pytest.mark.parametrize("offered", [None, "sifang.2+json", "chat"])
async def test_no_other_subprotocol_is_spoken(door: Door, offered: str | None) -> None:
    with pytest.raises(InvalidStatus) as caught:
        await connect(
            f"ws://127.0.0.1:{door.gateway.port}/ws", subprotocols=[Subprotocol(offered)] if offered else None
        )
    assert caught.value.response.status_code == 400


async def test_compression_is_off(door: Door) -> None:
    client = await door.knock(compression="deflate")
    assert client.response is not None
    assert "Sec-WebSocket-Extensions" not in client.response.headers
    await client.close()


async def test_a_page_of_another_origin_may_not_connect(door: Door) -> None:
    with pytest.raises(InvalidStatus) as caught:
        await door.knock(origin=Origin("https://evil.example"))
    assert caught.value.response.status_code == 403
    client = await door.knock(origin=Origin(f"http://127.0.0.1:{door.gateway.port}"))
    await client.close()


async def test_the_socket_is_nowhere_else(door: Door) -> None:
    with pytest.raises(InvalidStatus) as caught:
        await connect(
            f"ws://127.0.0.1:{door.gateway.port}/admin", subprotocols=[Subprotocol("sifang.1+json")]
        )
    assert caught.value.response.status_code == 404


async def ask(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


async def test_the_page_is_on_the_same_port(door: Door) -> None:
    got = await ask(door.gateway.port, b"GET /r/ABC234 HTTP/1.1\r\nHost: a\r\n\r\n")
    head = await ask(door.gateway.port, b"HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
    post = await ask(door.gateway.port, b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
    assert got.startswith(b"HTTP/1.1 200") and got.endswith(b"<title>Sifang</title>")
    assert b"Content-Security-Policy" in got and b"Server:" not in got
    assert head.startswith(b"HTTP/1.1 200") and head.endswith(b"\r\n\r\n")
    assert b"Content-Length: 36" in head
    assert post.startswith(b"HTTP/1.1 405")


async def test_no_hello_in_time_is_the_end(door: Door) -> None:
    silent, polite = await door.knock(), await door.knock()
    await polite.send(said(Hello((1,))))
    await read(polite)
    await door.clock.advance(4_999)
    await silent.send(said(Ping(1)))
    assert isinstance(await read(silent), Echo)
    await door.clock.advance(1)
    assert await closed(silent) == CloseCode.NO_HELLO.value
    await polite.send(said(Ping(1)))
    assert isinstance(await read(polite), Echo)
    await polite.close()


async def test_a_hello_turned_away_may_be_said_again(door: Door) -> None:
    client = await door.knock()
    await client.send(said(Hello((1,), name="\u200b")))
    answer = await read(client)
    assert isinstance(answer, Rejected) and answer.code is RejectCode.BAD_NAME
    await client.send(said(Hello((1,), name="Ann")))
    assert isinstance(await read(client), Welcome)
    await client.close()


async def test_who_is_not_let_in_is_told_why(door: Door) -> None:
    client = await door.knock()
    await client.send(said(Hello((1,), token="x.y")))
    assert await closed(client) == CloseCode.UNAUTHORIZED.value
    client = await door.knock()
    await client.send(said(Hello((77,))))
    assert await closed(client) == CloseCode.VERSION.value
    assert client.close_reason == "version"


async def test_another_connection_of_the_player_takes_over(door: Door) -> None:
    old, welcome = await door.enter()
    new, again = await door.enter(hello=Hello((1,), token=welcome.token))
    assert again.player == welcome.player
    assert await read(old) == Notice("superseded")
    assert await closed(old) == CloseCode.SUPERSEDED.value
    await new.close()


async def test_bad_frames_are_refused_or_end_in_a_named_close(door: Door) -> None:
    client, _ = await door.enter()
    await client.send(b"\xc1")
    answer = await read(client)
    assert isinstance(answer, Rejected) and answer.code is RejectCode.MALFORMED
    await client.send("text")
    assert await closed(client) == CloseCode.BAD_FRAME.value
    big, _ = await door.enter()
    await big.send(b"\x00" * 5000)
    answer = await read(big)
    assert isinstance(answer, Rejected) and answer.code is RejectCode.TOO_BIG
    assert await closed(big) == CloseCode.BAD_FRAME.value
    huge, _ = await door.enter()
    await huge.send(b"\x00" * 20_000)
    assert await closed(huge) == 1009
    broken, _ = await door.enter(Codec.JSON)
    await broken.send(b"\xff\xfe", text=True)
    assert await closed(broken) == 1007
    assert door.reports == []


async def test_a_fault_of_ours_is_answered_and_its_place_logged(door: Door) -> None:
    client, _ = await door.enter()
    await client.send(frame(Codec.MSGPACK, t="get_catalogue", id=IDS[4]))
    answer = await read(client)
    assert isinstance(answer, Rejected)
    assert (answer.code, answer.id) == (RejectCode.INTERNAL, IDS[4])
    ((event, more),) = door.reports
    assert (event, more["error"]) == ("fault", "ZeroDivisionError")
    assert str(more["where"]).startswith("test_gateway.py:")
    await client.send(said(Ping(1)))
    assert isinstance(await read(client), Echo)
    await client.close()


async def test_a_fault_at_hello_ends_the_connection(door: Door) -> None:
    async def broken(player: str, data: bytes, ttl_s: int) -> None:
        raise ZeroDivisionError

    door.store.put_player = broken  # type: ignore[method-assign]  # to break it
    client = await door.knock()
    await client.send(said(Hello((1,))))
    assert await closed(client) == CloseCode.INTERNAL.value


async def test_a_fault_in_the_reading_itself_ends_the_connection(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.session.Session.receive", lambda session, data, now: 1 / 0)
    client = await door.knock()
    await client.send(said(Hello((1,))))
    assert await closed(client) == CloseCode.INTERNAL.value
    assert [event for event, _ in door.reports] == ["fault"]


async def test_a_record_longer_than_the_bound_reaches_who_asked_for_it(door: Door) -> None:
    client, _ = await door.enter()
    (peer,) = door.hub.peers.values()
    long = Accepted(IDS[1], RecordFound("m", "x" * 1_000_000))
    door.hub.send(peer, long)
    data = await client.recv()
    assert decode_message(data, Codec.MSGPACK) == long
    await client.close()


async def test_so_many_connections_of_one_address_and_no_more(open_door: Callable[..., Door]) -> None:
    door = open_door(connections_per_address=3, trusted_proxies=("127.0.0.1",))
    await door.gateway.start("127.0.0.1", 0)
    held = [await door.enter() for _ in range(3)]
    assert await closed(await door.knock()) == CloseCode.FULL.value
    elsewhere = await door.knock(additional_headers={"X-Forwarded-For": "198.51.100.1"})
    await elsewhere.send(said(Hello((1,))))
    assert isinstance(await read(elsewhere), Welcome)
    await held[0][0].close()
    await until(lambda: door.gateway._by_address["127.0.0.1"] == 2)
    again, _ = await door.enter()
    for client in (again, elsewhere, held[1][0], held[2][0]):
        await client.close()
    await until(lambda: not door.gateway._by_address and not door.hub.peers)


async def test_so_many_connections_in_all_and_no_more(open_door: Callable[..., Door]) -> None:
    door = open_door(connections=2)
    await door.gateway.start("127.0.0.1", 0)
    held = [await door.enter() for _ in range(2)]
    assert await closed(await door.knock()) == CloseCode.FULL.value
    for client, _ in held:
        await client.close()


async def test_a_quiet_connection_is_pinged_and_lives_if_it_answers(door: Door) -> None:
    """I-07: quiet is not dead."""
    client, _ = await door.enter()
    (peer,) = door.hub.peers.values()
    line = door.gateway._lines[peer]
    for _ in range(20):
        await door.clock.advance(15_000)
        await until(lambda: line.pinged_at is None)
    await client.send(said(Ping(1)))
    assert isinstance(await read(client), Echo)
    await client.close()


class DeafClient:
    """A client that speaks the protocol by hand and reads nothing more."""

    def __init__(self, port: int) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.setblocking(False)
        self.port = port

    async def enter(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self.socket, ("127.0.0.1", self.port))
        await loop.sock_sendall(
            self.socket,
            b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Protocol: sifang.1+msgpack\r\n\r\n",
        )
        head = await loop.sock_recv(self.socket, 4096)
        assert b"101" in head
        await self.send(said(Hello((1,))))
        await loop.sock_recv(self.socket, 4096)

    async def send(self, data: bytes | str) -> None:
        assert isinstance(data, bytes) and len(data) < 126
        masked = bytes([0x82, 0x80 | len(data), 0, 0, 0, 0]) + data
        await asyncio.get_running_loop().sock_sendall(self.socket, masked)


async def test_a_dead_peer_is_found_by_its_silence(door: Door) -> None:
    """Z-11: packets are dropped without a sign: the seat is absent within the keep-alive's limit."""
    deaf = DeafClient(door.gateway.port)
    await deaf.enter()
    await door.clock.advance(15_000)
    (peer,) = door.hub.peers.values()
    await until(lambda: door.gateway._lines[peer].pinged_at is not None)
    await door.clock.advance(10_000)
    await until(lambda: not door.hub.peers)
    assert door.reports == [("silent", {"connection": peer.id})]
    deaf.socket.close()


async def test_a_player_who_does_not_read_is_cut_off_and_nobody_waits_for_him(door: Door) -> None:
    """I-08: the library's own keep-alive would wait for room in the very buffer that is full."""
    deaf, (fine, _) = DeafClient(door.gateway.port), await door.enter()
    (other,) = door.hub.peers.values()
    await deaf.enter()
    stuck = next(peer for peer in door.hub.peers.values() if peer is not other)
    door.hub.deliver(
        "r", [Listen(stuck.id, "seat0"), Membership(stuck.player, True), Listen(other.id, "seat1")]
    )
    letter = Echo(1, 0)
    most = 0
    while not stuck.gone:
        door.hub.deliver("r", [ToView("seat0", letter) for _ in range(500)])
        door.hub.deliver("r", [ToView("seat1", letter)])
        await settle(2)
        most = max(most, door.gateway._lines[stuck].waiting() if stuck in door.gateway._lines else 0)
        assert await read(fine) == letter
    await until(lambda: stuck.id not in door.hub.peers)
    assert most < 2 * 262_144
    assert ("r", Detach(stuck.id, stuck.player)) in door.house.take()
    assert door.hub.writing.slow["player"] == 1
    await fine.close()
    deaf.socket.close()


async def test_a_watcher_who_does_not_read_is_left_behind_and_its_silence_ends_it(door: Door) -> None:
    deaf = DeafClient(door.gateway.port)
    await deaf.enter()
    (peer,) = door.hub.peers.values()
    door.hub.deliver("r", [Listen(peer.id, "public", member=False)])
    letter = Echo(1, 0)
    while not peer.behind:
        door.hub.deliver("r", [ToView("public", letter) for _ in range(500)])
        await settle(2)
        assert door.gateway._lines[peer].waiting() <= 65_536
    await door.clock.advance(15_000)
    await until(lambda: door.gateway._lines[peer].pinged_at is not None)
    await door.clock.advance(10_000)
    await until(lambda: not door.hub.peers)
    deaf.socket.close()


async def test_a_stuck_player_that_is_hung_up_on_is_cut_off(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A close in good order waits for room in the buffer too: it has its time, and no more."""
    monkeypatch.setattr("server.line.CLOSING_S", 0.01)
    deaf = DeafClient(door.gateway.port)
    await deaf.enter()
    (peer,) = door.hub.peers.values()
    while door.gateway._lines[peer].waiting() < 100_000:
        door.hub.send(peer, Echo(1, 0))
        for _ in range(500):
            door.hub.send(peer, Echo(1, 0))
        await settle(2)
    door.hub.hang(peer, CloseCode.BANNED)
    await until(lambda: not door.hub.peers)
    deaf.socket.close()


async def test_a_stop_closes_every_connection_so_that_it_comes_back(open_door: Callable[..., Door]) -> None:
    door = open_door()
    await door.gateway.start("127.0.0.1", 0)
    port = door.gateway.port
    client, _ = await door.enter()
    deaf = DeafClient(port)
    await deaf.enter()
    stopping = asyncio.create_task(door.gateway.stop(CloseCode.RESTARTING))
    assert await closed(client) == CloseCode.RESTARTING.value
    await door.clock.advance(1_000)
    await stopping
    assert not door.hub.peers
    with pytest.raises(OSError):
        await asyncio.open_connection("127.0.0.1", port)
    deaf.socket.close()


async def test_nothing_is_left_of_many_who_came_and_went(open_door: Callable[..., Door]) -> None:
    """I-11, I-19: after a mass drop maps and tasks are back to what they were."""
    door = open_door(players_per_minute=1000)
    await door.gateway.start("127.0.0.1", 0)
    before = len(asyncio.all_tasks())
    for _ in range(10):
        clients = [await door.enter() for _ in range(20)]
        for number, (client, _) in enumerate(clients):
            if number % 2:
                client.transport.abort()
            else:
                await client.close()
        await until(lambda: not door.hub.peers)
    await until(lambda: len(asyncio.all_tasks()) == before)
    assert not door.gateway._lines and not door.gateway._by_address
    assert len(door.hub.speakers) == 0


async def test_a_stage_is_measured_for_every_frame(door: Door) -> None:
    client, _ = await door.enter()
    await client.send(said(Ping(1)))
    await read(client)
    assert door.tally.stages["receive"] == 2
    await client.close()


async def test_a_json_client_hears_text_frames_encoded_once(door: Door) -> None:
    client, _ = await door.enter(Codec.JSON)
    (peer,) = door.hub.peers.values()
    message = msgspec.json.decode(
        b'{"t":"frame","room":"r","view":"public","inc":1,"n":1,"event":{"t":"discarded","seat":1,'
        b'"tile":"5m","drawn":true}}',
        type=Frame,
    )
    door.hub.deliver("r", [Listen(peer.id, "public", False), ToView("public", message)])
    assert await read(client, Codec.JSON) == message
    await client.close()


async def test_a_hello_of_who_is_gone_by_then_ends_no_newer_connection(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store was slow, or the node stopped: meanwhile he has given up and come in again."""
    first, welcome = await door.enter()
    asked, go_on = asyncio.Event(), asyncio.Event()
    put = door.store.put_player

    async def slow(player: str, data: bytes, ttl_s: int) -> None:
        asked.set()
        await go_on.wait()
        await put(player, data, ttl_s)

    monkeypatch.setattr(door.store, "put_player", slow)
    given_up = await door.knock()
    await given_up.send(said(Hello((1,), token=welcome.token)))
    await asked.wait()
    given_up.transport.abort()
    await until(lambda: any(peer.gone for peer in door.hub.peers.values()))
    go_on.set()
    await until(lambda: len(door.hub.peers) == 1)
    await first.send(said(Ping(5)))
    assert isinstance(await read(first), Echo)
    await first.close()


async def test_a_device_code_leads_from_one_socket_to_the_next(door: Door) -> None:
    first, welcome = await door.enter()
    await first.send(said(DeviceCode(IDS[1])))
    answer = await read(first)
    assert isinstance(answer, Accepted)
    code = msgspec.to_builtins(answer.result)["code"]
    second, again = await door.enter(hello=Hello((1,), device_code=code))
    assert again.player == welcome.player
    await second.close()
    assert await closed(first) == CloseCode.SUPERSEDED.value
