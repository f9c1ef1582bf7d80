"""The server under tables of socket bots at zero think time, beside the bare loop in the same run.

Each number of tables gets a server of its own: one node, its embedded store, journal on (every write on disk
before anybody hears of it). The bots run in this process, the server in its own: on two cores, one each.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import NamedTuple

from clients.address import read_address
from clients.load import SETTINGS, run_load
from clients.load_bot import Figures
from clients.private import private_server
from tests.bench.bare import run_bare

__all__ = ["NODE", "Used", "report", "used"]

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Used(NamedTuple):
    """What a process has used: CPU seconds, and memory now, in bytes."""

    cpu: float
    memory: int


def _descendants(pid: int) -> list[int]:
    """List a process's children and theirs."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    found = [int(child) for child in children]
    return found + [deeper for child in found for deeper in _descendants(child)]


def used(name: str) -> Used:
    """Add up what our descendants whose command line has ``name`` in it have used."""
    cpu, memory = 0.0, 0
    for pid in _descendants(os.getpid()):
        with contextlib.suppress(OSError):
            command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if name in command:
                fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
                cpu += (int(fields[11]) + int(fields[12])) / _TICKS
                memory += int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * _PAGE
    return Used(cpu, memory)


_COMPARED = 50
"""The number of tables at which the server is held against the bare loop."""
NODE = "server.node"
"""What the command line of a node has in it."""
_STORE = "valkey-server"


async def _loaded(tables: int, seconds: float) -> tuple[Figures, str]:
    """Load a fresh server; give the figures and a line of what it cost."""
    settings = [f"--{name.replace('_', '-')}={value}" for name, value in SETTINGS.items()]
    seen: list[tuple[Used, Used]] = []

    def look() -> None:
        seen.append((used(NODE), used(_STORE)))

    async with private_server(*settings) as address:
        idle = used(NODE)
        figures = await run_load(read_address(address).url, tables, seconds=seconds, look=look)
    (node, store), (node_then, store_then) = seen
    actions = max(1, figures.actions)
    grown = node_then.memory - idle.memory
    cost = (
        f"            CPU an action: node {(node_then.cpu - node.cpu) / actions * 1e6:.0f} µs,"
        f" store {(store_then.cpu - store.cpu) / actions * 1e6:.0f} µs;"
        f" memory: {grown / tables / 1024:.0f} KiB a table with its four sockets"
    )
    return figures, cost


@contextlib.asynccontextmanager
async def _bare_server() -> AsyncIterator[str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.bare",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None and process.stdin is not None
    try:
        yield f"ws://127.0.0.1:{int(await process.stdout.readline())}"
    finally:
        process.stdin.close()
        process.kill()
        await process.wait()


async def _bare(tables: int, seconds: float) -> float:
    async with _bare_server() as url:
        return await run_bare(url, tables, seconds)


async def _run(tables: Sequence[int], seconds: float) -> list[str]:
    lines = ["p50/p99/p99.9 in ms: command to own answer, and to the last of four viewers"]
    for number in tables:
        # Half of the bare loop before and half after: what else the machine does then bears on both alike.
        before = await _bare(number, seconds / 2) if number == _COMPARED else 0.0
        figures, cost = await _loaded(number, seconds)
        lines += [figures.line(), cost]
        if number == _COMPARED:
            bare = (before + await _bare(number, seconds / 2)) / 2
            share = figures.actions / figures.seconds / bare
            verdict = "ok" if share >= 0.25 else "MISSED"
            held = f"ours is {share:.2f} of it, bar 0.25, {verdict}"
            lines.append(f"            bare loop {bare:.0f} actions/s; {held}")
    return lines


def report(tables: Sequence[int], seconds: float) -> list[str]:
    """Measure and give the lines to print."""
    return asyncio.run(_run(tables, seconds))
