"""`deploy/three_nodes.py` as people run it: three nodes, their store with replica and Sentinels, a broker."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path

from tests.harness.serve import ROOT, environment

SCRIPT = ROOT / "deploy" / "three_nodes.py"


class ThreeNodes:
    """A run of the script, with what it has printed: a name and where it is, a line each."""

    def __init__(self, *flags: str, **variables: str) -> None:
        self.where: dict[str, str] = {}
        self.complained = ""
        self._flags = flags
        self._variables = variables
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and return when all is ready, or it has ended."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, str(SCRIPT), *self._flags,
            stdout=PIPE, stderr=PIPE, cwd=ROOT, env={**environment(), **self._variables},
        )  # fmt: skip
        assert self._process.stdout is not None
        while line := (await self._process.stdout.readline()).decode():
            name, _, where = line.partition(" ")
            self.where[name] = where.strip()
            if name == "ready":
                break

    def url(self, number: int) -> str:
        """Where a node's socket is; they are numbered from 1."""
        return self.where[f"node{number}"].replace("http:", "ws:") + "ws"

    @property
    def folder(self) -> Path:
        """Where their configuration, data and logs are."""
        return Path(self.where["folder"])

    @property
    def children(self) -> list[int]:
        """The processes that it started; on Linux."""
        assert self._process is not None
        pid = self._process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    async def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Ask it to end, if it has not, and return its exit code."""
        process = self._process
        assert process is not None and process.stderr is not None
        # One that was never ready ends by itself, and to signal a process is to take its exit code.
        if "ready" in self.where and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(how)
        self.complained += (await process.stderr.read()).decode()
        return await process.wait()


@contextlib.asynccontextmanager
async def three_nodes() -> AsyncIterator[ThreeNodes]:
    """Run them on free ports in a folder that goes with them."""
    nodes = ThreeNodes("--port", "0")
    await nodes.start()
    try:
        assert "ready" in nodes.where, (await nodes.end(), nodes.complained)
        yield nodes
    finally:
        await nodes.end()
