"""Bad frames of any kind, from a player in the middle of a hand: refused, or a close with a named code.

Never a traceback, never a change of anybody's state, never a fault of ours in the log.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from protocol.codec import Codec, decode_message, encode
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Echo, Rejected, Welcome
from protocol.to_server import Act, GetLobby, GetResult, GetRules, Hello, JoinRoom, Nonce, Ping, Resync
from protocol.vocabulary import Discard
from tests.e2e.table import TableOfFour
from tests.harness.inside import Inside, running
from tests.harness.raw import RawPlayer
from tests.harness.stacked import fixed_deals

NAMED = {code.value for code in CloseCode} | {1002, 1007, 1009}
"""Our own codes, and the library's for what is no WebSocket: protocol error, no UTF-8, too big to be read."""
ID = "ab" * 16


def plain(room: str) -> list[dict[str, Any]]:
    """Return commands that change nothing for the player who sends them: he is not the one who is asked."""
    commands = [
        Act(ID, room, 1, Discard("5m")), GetLobby(ID), GetResult(ID, room, 1), Ping(3),
        GetRules(ID, "nanning", {"codes": 2}), JoinRoom(ID, "NOCODE"), Nonce(ID, room, 1, "00" * 32),
        Resync(ID, room, "seat1", 1, 0),
    ]  # fmt: skip
    return [msgspec.to_builtins(command) for command in commands]


def junk(chance: random.Random) -> Any:
    """Return a value that hardly any field takes."""
    deep: Any = 1
    for _ in range(chance.choice([2, 20, 200])):
        deep = [deep] if chance.random() < 0.5 else {"a": deep}
    return chance.choice([
        None, True, -1, 2**63, -(2**63), 0.5, "", "x" * 300, "\u202e\u0000", [], {}, [1] * 50, deep,
        {"t": "pass"}, b"\x00\xff", "hello",
    ])  # fmt: skip


def mutated(chance: random.Random, command: dict[str, Any]) -> dict[str, Any]:
    """Return a command with something wrong with it."""
    command = dict(command)
    for _ in range(chance.randint(1, 3)):
        how, name = chance.randrange(4), chance.choice([*command, "id", "room", "t"])
        if how == 0:
            command[name] = junk(chance)
        elif how == 1:
            command.pop(name, None)
        elif how == 2:
            command[chance.choice(["seat", "player", "x", "", "__class__", "points"])] = junk(chance)
        else:
            command["t"] = chance.choice(["", "Act", "act\x00", "admin", "welcome", "tick", "enter", 7])
    return command


def frames(chance: random.Random, codec: Codec, room: str, number: int) -> Iterator[bytes | str]:
    """Yield bad frames: noise, mutations, truncations, bombs, the wrong kind of frame."""
    for _ in range(number):
        command = chance.choice(plain(room))
        bad = mutated(chance, command)
        if codec is Codec.JSON:
            data = msgspec.json.encode(bad)
        else:
            data = msgspec.msgpack.encode(bad)
        how = chance.randrange(8)
        if how == 0:
            data = chance.randbytes(chance.randrange(200))
        elif how == 1:
            data = data[: chance.randrange(len(data) + 1)]
        elif how == 2:
            data = bytes(byte ^ (1 << chance.randrange(8) if chance.random() < 0.05 else 0) for byte in data)
        elif how == 3:
            data = chance.choice(
                [b"[" * 4000, b"\x91" * 4000, b'{"a":' * 800, b"\x81\xa1a" * 1300, data * 50]
            )
        is_text = codec.is_text if chance.random() < 0.97 else not codec.is_text
        yield data.decode("utf-8", "replace") if is_text else data


class Attacker:
    """A seated player's second device, which sends nonsense and comes back with the same token."""

    def __init__(self, inside: Inside, codec: Codec, token: str) -> None:
        self.codec = codec
        self.closes: list[int | None] = []
        self.codes: set[str] = set()
        self._inside = inside
        self._token = token
        self._socket: ClientConnection | None = None

    async def send(self, data: bytes | str) -> None:
        """Send a frame, and see that it is answered or the connection closed."""
        if self._socket is None:
            self._socket = await self._connect()
        marker = Ping(1 + len(self.closes))
        try:
            await self._socket.send(data)
            await self._socket.send(encode(marker, self.codec), text=self.codec.is_text)
            await self._until_echo(self._socket, marker.at)
        except ConnectionClosed:
            self.closes.append(self._socket.close_code)
            self._socket = None

    async def close(self) -> None:
        """Leave."""
        if self._socket is not None:
            await self._socket.close()

    async def _connect(self) -> ClientConnection:
        socket = await connect(
            self._inside.url, subprotocols=[Subprotocol(self.codec.subprotocol)], ping_interval=None
        )
        await socket.send(encode(Hello((1,), self._token), self.codec), text=self.codec.is_text)
        while not isinstance(decode_message(await socket.recv(), self.codec), Welcome):
            pass
        return socket

    async def _until_echo(self, socket: ClientConnection, at: int) -> None:
        while True:
            message = decode_message(await socket.recv(), self.codec)
            if isinstance(message, Rejected):
                self.codes.add(message.code)
            if message == Echo(at, self._inside.clock.now()):
                return


async def test_no_frame_of_a_seated_player_changes_anything_or_goes_unanswered() -> None:
    """L-15: unknown fields, nested objects, wrong types, huge texts: refused with no effect."""
    async with running(deal=fixed_deals("fuzz"), wrong_codes_per_minute=100_000) as inside:
        table = TableOfFour(lambda: inside.url, choose=lambda prompt: None)
        await table.sit()
        await table.begin()
        host, victim, *others = table.players
        await host.until(lambda: host.mind.prompt is not None)
        await table.until(lambda player: player.mind.last == host.mind.last)
        heads = [player.mind.last for player in (host, *others)]
        score = host.mind.state
        await victim.leave()
        assert victim.mind.token is not None
        chance = random.Random(5)
        for codec in Codec:
            attacker = Attacker(inside, codec, victim.mind.token)
            for data in frames(chance, codec, host.mind.room, 300):
                await attacker.send(data)
            await attacker.close()
            assert set(attacker.closes) <= NAMED, attacker.closes
            assert RejectCode.MALFORMED in attacker.codes
            assert RejectCode.INTERNAL not in attacker.codes
        await victim.connect()
        assert [player.mind.last for player in (host, *others)] == heads
        assert host.mind.state == score
        assert victim.mind.last == heads[0]
        assert [event for event, _ in inside.reports if event != "listening"] == []
        await table.leave()


async def talk(port: int, data: bytes) -> bytes:
    """Send raw bytes and return all that comes back."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    writer.write_eof()
    try:
        return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def test_bytes_that_are_no_request_get_no_more_than_an_answer() -> None:
    upgrade = (
        b"GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        b"Sec-WebSocket-Protocol: sifang.1+json\r\n\r\n"
    )
    async with running() as inside:
        chance = random.Random(6)
        port = inside.node.port
        for request in (
            b"", b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01",
            b"PRI * HTTP/2.0\r\n\r\n", b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
            b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 500 + b"\r\n",
            b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n",
            upgrade.replace(b"sifang.1+json", b"sifang.9"), upgrade.replace(b"AAAAAA", b"!"),
            upgrade + b"\x81\x05hello", upgrade + b"\xff\xff\xff", upgrade + b"\x8b\x80\x00\x00\x00\x00",
            upgrade + b"\x81\xff" + b"\xff" * 8, upgrade + b"\x01\x80\x00\x00\x00\x00" * 3,
            *(upgrade + chance.randbytes(60) for _ in range(40)), *(chance.randbytes(60) for _ in range(40)),
        ):  # fmt: skip
            answer = await talk(port, request)
            assert b"Traceback" not in answer
        client = RawPlayer(lambda: inside.url)
        await client.connect("after all that")
        await client.leave()
        assert [event for event, _ in inside.reports if event != "listening"] == []
