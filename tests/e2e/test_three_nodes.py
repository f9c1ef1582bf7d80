"""`deploy/three_nodes.py`: what an operator tries first, and what he is told when something is missing."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from msgspec import json

from protocol.codes import CloseCode
from protocol.to_server import AcceptOptions
from server.config import load
from tests.harness.cluster import ThreeNodes, three_nodes
from tests.harness.processes import wait_until_gone
from tests.harness.raw import RawPlayer
from tests.harness.serve import ROOT, environment


async def admin(nodes: ThreeNodes, *words: str) -> Any:
    """Ask the first node as an operator does."""
    config = str(nodes.folder / "node1.toml")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server.cli", "admin", "--config", config, "--json", *words,
        stdout=asyncio.subprocess.PIPE, cwd=ROOT, env=environment(),
    )  # fmt: skip
    out, _ = await process.communicate()
    assert process.returncode == 0
    return json.decode(out)


async def fed(nodes: ThreeNodes) -> set[str]:
    """Name the nodes that have told the broker of themselves."""
    port = int(nodes.where["mosquitto"].rpartition(":")[2])
    found: set[str] = set()
    async with aiomqtt.Client("127.0.0.1", port) as broker:
        await broker.subscribe("sifang/v1/nodes/+/status")
        async for message in broker.messages:
            found.add(str(message.topic).split("/")[3])
            if len(found) == 3:
                break
    return found


async def two_at_a_table(nodes: ThreeNodes) -> tuple[RawPlayer, RawPlayer]:
    """Let two play with two bots, one on the second node, one on the third."""
    host, friend = (RawPlayer(lambda number=number: nodes.url(number)) for number in (2, 3))  # type: ignore[misc]  # bound now
    await host.connect("host")
    await friend.connect("friend")
    made = await host.create(bots=2, room_options={"pause_floor": 0})
    await friend.join(made.code)
    await friend.until(lambda: friend.mind.state is not None)
    assert friend.mind.state is not None
    await friend.say(AcceptOptions("", made.room, friend.mind.state.options_rev))
    for player in (friend, host):
        await player.ready()
    return host, friend


async def play(*players: RawPlayer, events: int = 12) -> None:
    """Let each see so many events more."""
    aims = [len(player.mind.events) + events for player in players]
    for player, aim in zip(players, aims, strict=True):
        await player.until(lambda player=player, aim=aim: len(player.mind.events) >= aim)  # type: ignore[misc]  # bound now


@pytest.mark.redis_server
@pytest.mark.mosquitto
async def test_three_nodes_are_played_on_and_leave_nothing_behind() -> None:
    async with three_nodes() as nodes:
        listed = (await admin(nodes, "nodes"))["nodes"]
        assert [(node["node"], node["alive"]) for node in listed] == [
            ("node1-0", True), ("node2-0", True), ("node3-0", True),
        ]  # fmt: skip
        assert await fed(nodes) == {"node1-0", "node2-0", "node3-0"}
        host, friend = await two_at_a_table(nodes)
        await play(host, friend)
        (row,) = (await admin(nodes, "rooms"))["rooms"]
        assert (row["room"], row["node"], row["players"], row["away"]) == (host.mind.room, "node2-0", 2, 0)
        assert await admin(nodes, "drain", "node2-0") == {"node": "node2-0"}
        assert await host.gone() == CloseCode.DRAINING.value
        host.url = lambda: nodes.url(1)
        await host.connect()
        await play(host, friend)
        (row,) = (await admin(nodes, "rooms"))["rooms"]
        assert row["node"] in ("node1-0", "node3-0") and friend.is_connected
        assert await answers(nodes.where["node2"] + "readyz") == 503
        for number in (1, 2, 3):
            load({}, {}, str(nodes.folder / f"node{number}.toml"))
        assert await nodes.end() == 0 and nodes.complained == ""
        assert not nodes.folder.exists()
        for name, where in nodes.where.items():
            if name not in ("folder", "displays", "operators", "ready"):
                assert not listens(where), name


async def answers(url: str) -> int:
    """Return the status that a page has."""

    def get() -> int:
        try:
            with urllib.request.urlopen(url) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            with error:
                return error.code

    return await asyncio.to_thread(get)


def listens(where: str) -> bool:
    port = where.rstrip("/").rpartition(":")[2]
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", int(port))) == 0


@pytest.mark.chaos
@pytest.mark.redis_server
@pytest.mark.mosquitto
async def test_a_table_goes_on_when_its_node_and_then_the_primary_die() -> None:
    async with three_nodes() as nodes:
        host, friend = await two_at_a_table(nodes)
        await play(host, friend)
        primary, owner = nodes.children[0], nodes.children[7]
        os.kill(owner, signal.SIGKILL)
        host.url = lambda: nodes.url(1)
        await host.gone()
        await host.connect()
        await play(host, friend)
        os.kill(primary, signal.SIGKILL)
        await play(host, friend)
        assert await nodes.end() == 0
        assert sorted(line.split()[1] for line in nodes.complained.splitlines()) == ["node2", "redis-1"]


@pytest.mark.chaos
@pytest.mark.redis_server
@pytest.mark.mosquitto
async def test_killed_it_leaves_nothing_running() -> None:
    async with three_nodes() as nodes:
        ours = nodes.children
        assert len(ours) == 9
        await nodes.end(signal.SIGKILL)
        for pid in ours:
            assert wait_until_gone(pid)
        shutil.rmtree(nodes.folder)


async def complaint(*flags: str, **variables: str) -> str:
    """Run it to its end, and return its one line."""
    nodes = ThreeNodes(*flags, **variables)
    await nodes.start()
    assert await nodes.end() == 1
    assert nodes.where == {} and nodes.complained.count("\n") == 1
    return nodes.complained


async def test_what_is_missing_or_in_the_way_is_one_line(tmp_path: Path) -> None:
    assert "redis-server" in await complaint("--check", "--port", "0", PATH="/nowhere")
    (tmp_path / "old").touch()
    assert "not empty" in await complaint("--folder", str(tmp_path))
    assert "cannot be used" in await complaint("--folder", str(tmp_path / "old"))


@pytest.mark.redis_server
@pytest.mark.mosquitto
async def test_a_port_that_is_taken_is_named() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = int(other.getsockname()[1])
        assert f"port {port} " in await complaint("--port", str(port))


async def test_a_port_that_is_none_says_what_is_one() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(ROOT / "deploy" / "three_nodes.py"), "--port", "x", stderr=asyncio.subprocess.PIPE
    )
    _, said = await process.communicate()
    assert process.returncode == 2 and b"'x' is not a whole number from 0 to 65500" in said
