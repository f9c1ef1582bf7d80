"""A proxy between a client and its server that misbehaves at a byte's notice."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path


class Proxy:
    """Passes bytes between a unix socket of its own and another, until told otherwise.

    After `cut_answer_to(marker)` the next request with those bytes in it is passed on and done, and its
    answer lost with the connection. While `deaf` is set, what clients send is swallowed and nothing is cut.
    """

    def __init__(self, target: Path) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="sifang-test-")
        self.socket = Path(self.folder.name) / "proxy.sock"
        self.url = f"unix://{self.socket}"
        self.deaf = False
        self.connections = 0
        self._target = target
        self._marker: bytes | None = None
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def cut_answer_to(self, marker: bytes) -> None:
        """Lose the answer to the next request that holds `marker`."""
        self._marker = marker

    async def start(self) -> None:
        """Begin to listen."""
        self._server = await asyncio.start_unix_server(self._serve, str(self.socket))

    async def close(self) -> None:
        """Stop and cut all connections."""
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()
        self.folder.cleanup()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self.connections += 1
        from_server, to_server = await asyncio.open_unix_connection(str(self._target))
        back = asyncio.create_task(self._back(from_server, writer))
        try:
            while data := await reader.read(65536):
                if self.deaf:
                    continue
                cutting = self._marker is not None and self._marker in data
                if cutting:
                    self._marker = None
                    back.cancel()
                to_server.write(data)
                await to_server.drain()
                if cutting:
                    await from_server.read(1)  # the server has done it when it answers
                    break
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            back.cancel()
            await asyncio.gather(back, return_exceptions=True)
            for end in (writer, to_server):
                end.close()
                with contextlib.suppress(OSError):
                    await end.wait_closed()
            self._tasks.discard(task)

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
            writer.close()


@contextlib.asynccontextmanager
async def proxy_to(target: Path) -> AsyncIterator[Proxy]:
    """Run a proxy to a unix socket."""
    proxy = Proxy(target)
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.close()
