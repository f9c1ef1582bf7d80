"""The operators' door: who gets in, what he sees of rooms and nodes, what he may do, on one node and two."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from msgspec import json

from server.admin import WRONG_TOKENS_PER_MINUTE, Admin
from server.listener import Listener, Reply, Request
from server.notes import Asked
from server.store import MemoryStore
from tests.harness.clock import ManualClock, settle, until
from tests.harness.inside import Inside, running
from tests.harness.raw import RawPlayer

TOKEN = "a token of operators".replace(" ", "-")
ADDRESS = "192.0.2.7"


class Desk:
    """An operator at one node."""

    def __init__(self, inside: Inside, token: str = TOKEN, address: str = ADDRESS) -> None:
        world = inside.world
        self.admin = Admin(TOKEN, inside.node.overseer, world.clock, world.report)
        self.token = token
        self.address = address

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """Ask, and return the status and what came."""
        reply = await self.reply(method, path, b"" if body is None else json.encode(body))
        return reply.status, json.decode(reply.body)

    async def reply(self, method: str, path: str, body: bytes = b"") -> Reply:
        path, _, query = path.partition("?")
        headers = {"authorization": f"Bearer {self.token}"}
        return await self.admin.answer(Request(method, path, query, headers, body, self.address))

    async def get(self, path: str) -> Any:
        status, said = await self.ask("GET", path)
        assert status == 200, said
        return said


async def table(inside: Inside, name: str = "host") -> RawPlayer:
    """Let one sit down with three bots."""
    host = RawPlayer(lambda: inside.url)
    await host.connect(name)
    await host.create(bots=3)
    return host


def acts(inside: Inside, event: str) -> list[dict[str, object]]:
    return [dict(more) for name, more in inside.reports if name == event]


# ---------------------------------------------------------------- the door


async def test_nobody_comes_in_without_the_token() -> None:
    async with running() as inside:
        for token in ("", TOKEN[:-1], TOKEN + "x", "é" * 20):
            status, said = await Desk(inside, token).ask("GET", "/v1/rooms")
            assert (status, said["error"]["code"]) == (401, "wrong_token")
        reply = await Desk(inside, "").reply("POST", "/v1/drain")
        assert reply.headers == {"WWW-Authenticate": "Bearer"}
        assert await Desk(inside).get("/v1/rooms") == {"rooms": [], "complete": True}
        assert [line["code"] for line in acts(inside, "admin_acted")] == [401] * 5


async def test_who_tries_wrong_tokens_is_not_listened_to_for_a_while() -> None:
    async with running() as inside:
        desk = Desk(inside)
        desk.token = "wrong"
        for _ in range(WRONG_TOKENS_PER_MINUTE):
            assert (await desk.ask("GET", "/v1/nodes"))[0] == 401
        desk.token = TOKEN
        assert (await desk.ask("GET", "/v1/nodes"))[0] == 429
        desk.address = "192.0.2.8"
        assert (await desk.ask("GET", "/v1/nodes"))[0] == 200
        desk.address = ADDRESS
        await inside.clock.advance(60_000)
        assert (await desk.ask("GET", "/v1/nodes"))[0] == 200


async def test_what_is_not_there_or_not_understood_is_refused_with_a_code() -> None:
    async with running() as inside:
        desk = Desk(inside)
        host = await table(inside)
        close = f"/v1/rooms/{host.mind.room}/close"
        for method, path, body, status, code in (
            ("GET", "/", None, 404, "unknown_path"),
            ("GET", "/v1/rooms/../nodes", None, 404, "unknown_path"),
            ("GET", "/v1/rooms/nowhere", None, 404, "unknown_room"),
            ("POST", "/v1/rooms/nowhere/close", {"reason": "x"}, 404, "unknown_room"),
            ("POST", "/v1/rooms", None, 405, "wrong_method"),
            ("GET", "/v1/drain", None, 405, "wrong_method"),
            ("GET", close, None, 405, "wrong_method"),
            ("POST", close, None, 400, "malformed"),
            ("POST", close, {"reason": 1}, 400, "malformed"),
            ("POST", close, {"reason": "x", "more": 1}, 400, "malformed"),
            ("POST", close, {"reason": "  "}, 400, "bad_reason"),
            ("POST", close, {"reason": "x" * 201}, 400, "bad_reason"),
            ("POST", close, {"reason": "two\nlines"}, 400, "bad_reason"),
            ("POST", "/v1/drain", {"node": "nobody-0"}, 404, "unknown_node"),
        ):
            got, said = await desk.ask(method, path, body)
            assert (got, said["error"]["code"]) == (status, code), (method, path, said)
        assert host.is_connected and await desk.get(f"/v1/rooms/{host.mind.room}")
        await host.leave()


async def test_the_listener_reads_bodies_and_refuses_what_it_cannot_read() -> None:
    heard: list[Request] = []

    async def handler(request: Request) -> Reply:
        heard.append(request)
        return Reply(200, b"yes")

    listener = Listener(handler)
    await listener.start("127.0.0.1", 0)
    try:
        for sent, status in (
            (b"POST /a?b=1 HTTP/1.1\r\nContent-Length: 3\r\nX-Y:  z \r\n\r\nabc", 200),
            (b"nonsense\r\n\r\n", 400),
            (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
            (b"POST / HTTP/1.1\r\nContent-Length: 4097\r\n\r\n", 413),
            (b"POST / HTTP/1.1\r\nContent-Length: 999999999999\r\n\r\n", 413),
            (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
            writer.write(sent)
            assert (await reader.read()).startswith(f"HTTP/1.1 {status} ".encode())
            writer.close()
            await writer.wait_closed()
        (request,) = heard
        assert (request.method, request.path, request.query, request.body) == ("POST", "/a", "b=1", b"abc")
        assert (request.headers["x-y"], request.address) == ("z", "127.0.0.1")
        # Somebody who asks for nothing does not keep it from ending.
        idle, writer = await asyncio.open_connection("127.0.0.1", listener.port)
    finally:
        await listener.stop()
    with contextlib.suppress(ConnectionError):
        assert await idle.read() == b""
    writer.close()


# ---------------------------------------------------------------- one node


async def test_rooms_are_listed_and_one_is_shown() -> None:
    async with running() as inside:
        desk = Desk(inside)
        host = await table(inside)
        await host.ready()
        await inside.clock.advance(5_000)
        (row,) = (await desk.get("/v1/rooms?here=1"))["rooms"]
        assert (row["room"], row["node"], row["epoch"]) == (host.mind.room, "test-0", 1)
        assert (row["players"], row["bots"], row["ruleset"], row["state"]) == (1, 3, "nanning", "open")
        shown = await desk.get(f"/v1/rooms/{host.mind.room}")
        assert {name: shown[name] for name in row} == row
        assert [seat["kind"] for seat in shown["seats"]] == ["player", "bot", "bot", "bot"]
        reply = await desk.reply("GET", f"/v1/rooms/{host.mind.room}")
        assert all(str(secret).encode() not in reply.body for secret in (host.mind.code, host.mind.token))
        await host.leave()


async def test_a_room_is_closed_and_its_members_are_told_why() -> None:
    async with running() as inside:
        desk = Desk(inside)
        host = await table(inside)
        status, said = await desk.ask("POST", f"/v1/rooms/{host.mind.room}/close", {"reason": "维护 at ten"})
        assert (status, said) == (200, {"room": host.mind.room})
        await host.until(lambda: bool(host.mind.closed))
        assert await desk.get("/v1/rooms") == {"rooms": [], "complete": True}
        assert acts(inside, "admin_closed") == [{"room": host.mind.room, "reason": "维护 at ten"}]
        await host.leave()


async def test_a_drained_node_takes_no_more_rooms_and_is_not_ready() -> None:
    async with running() as inside:
        desk = Desk(inside)
        assert await desk.ask("POST", "/v1/drain") == (200, {"node": "test-0"})
        (node,) = (await desk.get("/v1/nodes"))["nodes"]
        assert node["about"]["draining"]
        reader, writer = await asyncio.open_connection("127.0.0.1", inside.node.port)
        writer.write(b"GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 503")
        writer.close()
        assert acts(inside, "admin_drained") == [{"node": "test-0"}]


async def test_without_the_store_there_is_still_this_node_to_be_seen() -> None:
    clock = ManualClock(1_000_000)
    store = MemoryStore(clock.now)
    async with running(store, clock=clock) as inside:
        desk = Desk(inside)
        host = await table(inside)
        store.down = True
        listing = await desk.get("/v1/rooms")
        assert [row["room"] for row in listing["rooms"]] == [host.mind.room] and not listing["complete"]
        assert (await desk.get(f"/v1/rooms/{host.mind.room}"))["epoch"] == 1
        assert (await desk.ask("GET", "/v1/rooms/elsewhere"))[0] == 503
        assert (await desk.ask("POST", "/v1/drain", {"node": "other-0"}))[0] == 503
        nodes = await desk.get("/v1/nodes")
        assert [node["sign_ms"] for node in nodes["nodes"]] == [None] and not nodes["complete"]
        store.down = False
        await clock.advance(2_000)
        await host.leave()


async def test_a_room_that_does_not_read_is_seen_and_can_be_deleted() -> None:
    clock = ManualClock(1_000_000)
    store = MemoryStore(clock.now)
    await store.create_room("broken", "gone-0/x", b"")
    async with running(store, clock=clock) as inside:
        desk = Desk(inside)
        await clock.advance(5_000)
        await until(lambda: "broken" in inside.node.house.unreadable())
        taken = (await store.heads(["broken"]))["broken"].epoch
        assert taken > 1
        known = {"room": "broken", "node": "test-0", "epoch": taken, "state": "unreadable"}
        shown = await desk.get("/v1/rooms/broken")
        assert {name: shown[name] for name in known} == known
        assert shown["reason"].startswith("DecodeError at ")
        assert (await desk.get("/v1/rooms"))["rooms"] == [shown]
        assert (await desk.ask("POST", "/v1/rooms/broken/close", {"reason": "x"}))[0] == 200
        await settle()
        assert await store.list_rooms() == []


# ---------------------------------------------------------------- two nodes


@contextlib.asynccontextmanager
async def two_nodes() -> AsyncIterator[tuple[Inside, Inside]]:
    clock = ManualClock(1_000_000)
    store = MemoryStore(clock.now)
    async with (
        running(store, clock=clock, named="north-0") as north,
        running(store, clock=clock, named="south-0", seed="south") as south,
    ):
        yield north, south


async def test_rooms_of_all_nodes_are_listed_and_shown_and_closed_from_any() -> None:
    async with two_nodes() as (north, south):
        desk = Desk(north)
        ours, theirs = await table(north, "ours"), await table(south, "theirs")
        rows = {row["room"]: row for row in (await desk.get("/v1/rooms"))["rooms"]}
        assert {room: row["node"] for room, row in rows.items()} == {
            ours.mind.room: "north-0", theirs.mind.room: "south-0",
        }  # fmt: skip
        assert rows[theirs.mind.room]["players"] == 1
        assert (await desk.get("/v1/rooms?here=1"))["rooms"] == [rows[ours.mind.room]]
        path = f"/v1/rooms/{theirs.mind.room}"
        assert (await desk.get(path))["seats"][0]["name"] == "theirs"
        assert (await desk.ask("POST", f"{path}/close", {"reason": "late"}))[0] == 200
        await theirs.until(lambda: bool(theirs.mind.closed))
        assert acts(south, "admin_closed") == [{"room": theirs.mind.room, "reason": "late"}]
        await ours.leave()
        await theirs.leave()


async def test_nodes_are_listed_with_their_signs_and_one_is_drained_from_another() -> None:
    async with two_nodes() as (north, south):
        desk = Desk(north)
        await north.clock.advance(500)
        host = await table(south)
        nodes = {node["node"]: node for node in (await desk.get("/v1/nodes"))["nodes"]}
        assert [nodes[name]["rooms"] for name in ("north-0", "south-0")] == [0, 1]
        assert all(node["alive"] and node["sign_ms"] <= 500 for node in nodes.values())
        assert (nodes["south-0"]["here"], nodes["south-0"]["about"]["connections"]) == (False, 1)
        assert await desk.ask("POST", "/v1/drain", {"node": "south-0"}) == (200, {"node": "south-0"})
        nodes = {node["node"]: node for node in (await desk.get("/v1/nodes"))["nodes"]}
        assert [nodes[name]["about"]["draining"] for name in ("north-0", "south-0")] == [False, True]
        await host.leave()


async def test_an_owner_that_does_not_answer_is_named() -> None:
    async with two_nodes() as (north, south):
        desk = Desk(north)
        host = await table(south)
        await south.node.relay.stop()
        listing = await desk.get("/v1/rooms")
        assert [row["state"] for row in listing["rooms"]] == ["silent"] and not listing["complete"]
        assert (await desk.get(f"/v1/rooms/{host.mind.room}"))["node"] == "south-0"
        status, said = await desk.ask("POST", f"/v1/rooms/{host.mind.room}/close", {"reason": "x"})
        assert (status, said["error"]["code"]) == (503, "silent") and "south-0" in said["error"]["message"]
        assert (await desk.ask("POST", "/v1/drain", {"node": "south-0"}))[0] == 503
        await host.leave()


async def test_an_owner_that_answers_too_late_is_not_waited_for() -> None:
    async with two_nodes() as (north, south):
        host = await table(south)
        south.node.relay.on(Asked, lambda sender, asked: None)
        asking = asyncio.create_task(Desk(north).get("/v1/rooms"))
        await settle()
        assert not asking.done()
        await north.clock.advance(2_000)
        assert [row["state"] for row in (await asking)["rooms"]] == ["silent"]
        await host.leave()
