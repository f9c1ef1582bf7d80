"""One run after another of the embedded store, always on the same socket.

What it promises is in its flags: everything acknowledged is on the disk, nothing is ever evicted, and nobody
but this user can reach it.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import signal
import tempfile
from asyncio.subprocess import Process
from pathlib import Path

from server.embedded import orphan
from server.embedded.child import kill, spawn
from server.store.base import StoreRefused

_LONGEST_SOCKET = 100
"""Bytes; Linux takes 107, macOS 103."""
_LOOK_EVERY = 0.01
_KEPT_WORDS = 4096
_PREFIX = re.compile(r"^\d+:\w \d+ \w+ \d+ [\d:.]+ \S ")


def make_runtime_dir() -> Path:
    """Make a new short-named folder (0700) for the socket. Raises: StoreRefused."""
    places = [os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir(), "/tmp"]
    for place in places:
        if place and len(os.fsencode(place)) + len("/sifang-12345678/store.sock") <= _LONGEST_SOCKET:
            with contextlib.suppress(OSError):
                return Path(tempfile.mkdtemp(prefix="sifang-", dir=place))
    raise StoreRefused(
        "runtime_dir", "no folder with a short name can be made for the store's socket (TMPDIR)"
    )


class EmbeddedStore:
    """The store of one data folder; `start` may be called again whenever a run has ended. Raises: OSError."""

    def __init__(self, binary: Path, data: Path, *, extra: tuple[str, ...] = ()) -> None:
        self.runtime = make_runtime_dir()
        self.socket = self.runtime / "store.sock"
        self.url = f"unix://{self.socket}"
        self._said = b""
        self._binary = binary
        self._data = data
        self._extra = extra
        self._listener: asyncio.Task[None] | None = None
        try:
            orphan.write_note(data, self.socket)
        except OSError:
            shutil.rmtree(self.runtime, ignore_errors=True)
            raise

    async def start(self) -> Process | None:
        """Start a run and wait until it answers; None if it ended before that (see `explain`)."""
        self.socket.unlink(missing_ok=True)
        self._said = b""
        process = await spawn(self.command(), death_signal=signal.SIGTERM, captured=True)
        self._listener = asyncio.create_task(self._listen(process))
        try:
            while process.returncode is None:
                if await self._answers():
                    return process
                await asyncio.sleep(_LOOK_EVERY)
        except BaseException:
            kill(process)
            await process.wait()
            raise
        await self._listener
        return None

    def explain(self) -> str:
        """Return the last line the present or last run has said, without its date."""
        lines = self._said.decode("utf-8", "replace").split("\n")
        said = [_PREFIX.sub("", line.strip()) for line in lines if line.strip()]
        return said[-1] if said else "it said nothing"

    def remove(self) -> None:
        """Remove the runtime folder and the notes, when no run is left."""
        shutil.rmtree(self.runtime, ignore_errors=True)
        with contextlib.suppress(OSError):
            orphan.remove_note(self._data)

    def command(self) -> list[str]:
        """Return the command of a run."""
        flags = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "600",
            "dir": str(self._data),
            "pidfile": str(self._data / orphan.PID),
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "maxmemory-policy": "noeviction",
            "loglevel": "warning",
            "daemonize": "no",
            "proc-title-template": "{title} {unixsocket}",
        }
        return [
            str(self._binary),
            *(part for name in flags for part in (f"--{name}", flags[name])),
            *self._extra,
        ]

    async def _listen(self, process: Process) -> None:
        assert process.stdout is not None
        while words := await process.stdout.read(4096):
            self._said = (self._said + words)[-_KEPT_WORDS:]

    async def _answers(self) -> bool:
        """Return whether the store is there and has loaded its data."""
        try:
            async with asyncio.timeout(1.0):
                reader, writer = await asyncio.open_unix_connection(str(self.socket))
                try:
                    writer.write(b"PING\r\n")
                    return (await reader.readline()).startswith(b"+PONG")
                finally:
                    writer.close()
                    with contextlib.suppress(OSError):
                        await writer.wait_closed()
        except (OSError, TimeoutError):
            return False
