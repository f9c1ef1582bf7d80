"""One node put together: what it tells of itself, and what it does when the store goes away."""

from __future__ import annotations

import asyncio
import re

import pytest

from protocol.to_client import Running
from server.store import MemoryStore
from tests.harness.clock import ManualClock, pass_until, until
from tests.harness.inside import Inside, running
from tests.harness.raw import RawPlayer
from tests.repo.sources import ROOT


async def get(port: int, path: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


def numbers(inside: Inside) -> dict[str, float]:
    """Return the node's gauges."""
    lines = inside.node.metrics.text().decode().splitlines()
    return {
        name: float(value) for name, _, value in (line.partition(" ") for line in lines if line[0] != "#")
    }


async def test_a_node_counts_who_is_there() -> None:
    async with running() as inside:
        host, watcher, outside = (RawPlayer(lambda: inside.url) for _ in range(3))
        for player, name in ((host, "host"), (watcher, "watcher"), (outside, "outside")):
            await player.connect(name)
        made = await host.create(bots=3)
        await watcher.join(made.code, sit=False)
        await until(lambda: numbers(inside)["sifang_members_listening"] == 2)
        found = numbers(inside)
        assert (found["sifang_connections"], found["sifang_players"], found["sifang_watchers"]) == (3, 3, 0)
        assert (found["sifang_overdue_tables"], found["sifang_store_up"]) == (0, 1)
        assert found['sifang_stage_seconds_count{stage="journal"}'] >= 2
        for player in (host, watcher, outside):
            await player.leave()
        await until(lambda: numbers(inside)["sifang_connections"] == 0)


async def test_operations_names_every_measurement() -> None:
    async with running() as inside:
        text = inside.node.metrics.text().decode()
    measured = set(re.findall(r"^# HELP (\w+)", text, re.MULTILINE)) - {"sifang_rejected_created"}
    operations = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(sifang_\w+)", operations))
    assert measured == named - {"sifang_feed_connected"}


async def test_all_are_told_when_the_store_goes_away_and_when_it_is_back() -> None:
    clock = ManualClock(1_000_000)
    store = MemoryStore(clock.now)
    async with running(store, clock=clock) as inside:
        both = host, outside = RawPlayer(lambda: inside.url), RawPlayer(lambda: inside.url)
        await host.connect("host")
        await outside.connect("outside")
        await host.create(bots=3)
        assert (await get(inside.node.port, "/readyz")).startswith(b"HTTP/1.1 200")
        store.down = True
        await pass_until(clock, lambda: all(p.mind.notices == ["store_down"] for p in both), 500)
        ready = await get(inside.node.port, "/readyz")
        assert ready.startswith(b"HTTP/1.1 503") and ready.endswith(b"the store is away\n")
        assert (await get(inside.node.port, "/healthz")).startswith(b"HTTP/1.1 200")
        store.down = False
        await pass_until(clock, lambda: all(p.mind.notices[1:] == ["store_back"] for p in both), 500)
        assert (await get(inside.node.port, "/readyz")).startswith(b"HTTP/1.1 200")
        assert [event for event, _ in inside.reports] == ["listening", "store_down", "store_back"]
        await host.leave()
        await outside.leave()


async def test_a_fault_in_what_follows_a_sign_of_life_does_not_end_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = ManualClock(1_000_000)
    store = MemoryStore(clock.now)
    async with running(store, clock=clock) as inside:
        def wrong() -> None:
            raise KeyError("r")

        monkeypatch.setattr(inside.node.house, "beaten", wrong)
        for _ in range(8):
            await clock.advance(500)
        signs = await store.signs()
        assert signs.now_ms - signs.signs[inside.node.owner.me] <= 500


async def test_who_is_noted_in_a_room_that_is_no_more_is_in_none() -> None:
    """`/play` would lead to it for ever, or to another host, where a node died as the room was closed."""
    async with running() as inside:
        there = Running("r", 0, False, "seat0")
        inside.node.whereabouts.note("p", "r", there)
        assert await inside.node._where_is("p") is None
        await inside.store.create_room("r", "other-0/1", b"")
        assert await inside.node._where_is("p") == there
