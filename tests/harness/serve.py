"""The shipped command `sifang serve` as people run it: its own store, its own clock, its own chance.

What it prints and logs is what tells a test how far it is: nothing is waited for by the clock.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
FAST = ("--commands-per-s", "1000000", "--burst", "1000000", "--players-per-minute", "1000")
"""Flags under which players that think at once are not too fast."""


def environment() -> dict[str, str]:
    """Return our environment without what would be settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith("SIFANG_")}


class Serve:
    """A run of the command, with what it has said so far."""

    def __init__(self, *flags: str) -> None:
        self.printed: list[str] = []
        self.logged: list[dict[str, Any]] = []
        self.complained: list[str] = []
        self.torn: list[str] = []
        """Lines of the log that are not whole: who waits for one of them would wait for ever."""
        self._flags = flags
        self._process: asyncio.subprocess.Process | None = None
        self._readers: list[asyncio.Task[None]] = []
        self._news = asyncio.Condition()

    async def start(self) -> None:
        """Start it."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "server.cli", "serve", "--host", "127.0.0.1", "--log-level", "info",
            *self._flags, stdout=PIPE, stderr=PIPE, cwd=ROOT, env=environment(),
        )  # fmt: skip
        assert self._process.stdout is not None and self._process.stderr is not None
        self._readers = [
            asyncio.create_task(self._read(self._process.stdout, False)),
            asyncio.create_task(self._read(self._process.stderr, True)),
        ]

    async def logs(self, event: str, times: int = 1, **particulars: object) -> dict[str, Any]:
        """Wait until something of this kind has been logged so many times; return the last of them."""

        def found() -> list[dict[str, Any]]:
            return [
                line
                for line in self.logged
                if line["event"] == event
                and all(line.get(key) == value for key, value in particulars.items())
            ]

        await self._until(lambda: len(found()) >= times)
        return found()[-1]

    async def prints(self, pattern: str) -> re.Match[str]:
        """Wait for a printed line that matches."""

        def found() -> re.Match[str] | None:
            return next((match for line in self.printed if (match := re.search(pattern, line))), None)

        await self._until(lambda: found() is not None)
        match = found()
        assert match is not None
        return match

    @property
    def port(self) -> int:
        """Where it listens, as last logged."""
        return int(next(line["port"] for line in reversed(self.logged) if line["event"] == "listening"))

    @property
    def url(self) -> str:
        """Where the socket is."""
        return f"ws://127.0.0.1:{self.port}/ws"

    def signal(self, number: signal.Signals) -> None:
        """Send the command a signal."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)

    async def ended(self) -> int:
        """Wait for its end and return the exit code."""
        assert self._process is not None
        code = await self._process.wait()
        await asyncio.gather(*self._readers)
        return code

    async def stop(self) -> int:
        """Ask it to end, and return its exit code."""
        self.signal(signal.SIGTERM)
        return await self.ended()

    async def _until(self, holds: Any) -> None:
        async with self._news:
            await self._news.wait_for(
                lambda: holds() or self.torn or all(reader.done() for reader in self._readers)
            )
        assert not self.torn, f"not whole lines: {self.torn}"
        assert holds(), f"it ended: {self.logged} {self.complained}"

    async def _read(self, stream: asyncio.StreamReader, is_log: bool) -> None:
        while line := (await stream.readline()).decode():
            if not is_log:
                self.printed.append(line.rstrip())
            elif line.startswith("{"):
                self._take(line)
            else:
                self.complained.append(line.rstrip())
            async with self._news:
                self._news.notify_all()
        async with self._news:
            self._news.notify_all()

    def _take(self, line: str) -> None:
        try:
            self.logged.append(json.loads(line))
        except ValueError:
            self.torn.append(line)


@contextlib.asynccontextmanager
async def serving(data: Path, *flags: str) -> AsyncIterator[Serve]:
    """Run the command on a data folder and a free port until it listens; it is ended at the end."""
    command = Serve("--data", str(data), "--port", "0", *FAST, *flags)
    await command.start()
    try:
        await command.logs("listening")
        yield command
    finally:
        command.signal(signal.SIGTERM)
        await command.ended()
