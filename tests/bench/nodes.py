"""Two nodes over one store: what a hop costs, and what it costs that somebody listens elsewhere.

Every run has the host of each table, and so the table, on the first node. In one all four sit there, in the
other the second and fourth sit on the second node; the same client drives both. Four processes want a core
each (store, two nodes, client): on fewer the figures say what the machine made of it, not what nodes can do.
"""

from __future__ import annotations

import asyncio
import os
from typing import NamedTuple

from clients.address import read_address
from clients.load import SETTINGS, run_load
from clients.load_bot import Figures, percentile
from clients.private import private_server
from tests.bench.server import NODE, Used, used
from tests.harness.valkey import running

__all__ = ["report"]


class Run(NamedTuple):
    """What came of one run, and what nodes and store used an action, in µs."""

    figures: Figures
    nodes: float
    store: float


async def _loaded(urls: list[str], tables: int, seconds: float) -> Run:
    seen: list[tuple[Used, Used]] = []
    figures = await run_load(
        urls, tables, seconds=seconds, look=lambda: seen.append((used(NODE), used("valkey-server")))
    )
    (nodes, store), (nodes_then, store_then) = seen
    actions = max(1, figures.actions)
    return Run(
        figures, (nodes_then.cpu - nodes.cpu) / actions * 1e6, (store_then.cpu - store.cpu) / actions * 1e6
    )


def _times(times: list[float]) -> str:
    return f"{percentile(times, 50):.2f}/{percentile(times, 99):.2f} ms"


async def _run(tables: int, seconds: float) -> list[str]:
    settings = [f"--{name.replace('_', '-')}={value}" for name, value in SETTINGS.items()]
    with running() as store:
        shared = ["--redis", store.url, *settings]
        async with (
            private_server(*shared, "--node", "first") as first,
            private_server(*shared, "--node", "second") as second,
        ):
            here, there = read_address(first).url, read_address(second).url
            alone = await _loaded([here], tables, seconds)
            spread = await _loaded([here, there], tables, seconds)
    local, far = (spread.figures.own_by_url.get(url, []) for url in (here, there))
    hop = percentile(far, 50) - percentile(local, 50)
    return [
        f"{tables} tables, command to own answer, p50/p99;"
        f" {os.cpu_count()} cores for store, two nodes and client",
        f"all four on the table's node   {_times(alone.figures.own)},"
        f" CPU an action: nodes {alone.nodes:.0f} µs, store {alone.store:.0f} µs",
        f"two of four on another node    {_times(local)} on its own, {_times(far)} on the other"
        f" (hop {hop:.2f} ms), CPU an action: both nodes {spread.nodes:.0f} µs, store {spread.store:.0f} µs",
        f"a discard to the last of four  {_times(alone.figures.last)} against {_times(spread.figures.last)}",
    ]


def report(seconds: float) -> list[str]:
    """Measure and give the lines to print."""
    lines: list[str] = []
    for tables in (1, 20):
        lines += asyncio.run(_run(tables, seconds))
    return lines
