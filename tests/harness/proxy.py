"""A proxy between a client and its server that misbehaves at a byte's notice."""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import AsyncIterator, Callable
from pathlib import Path


class Proxy:
    """Passes bytes between a unix socket of its own and another, until told otherwise.

    After `cut_answer_to(marker)` the next request with those bytes in it is passed on and done, and its
    answer lost with the connection. While `deaf` is set, what clients send is swallowed and nothing is cut.
    `hold` lets bytes wait on the way, as a net does that stalls: they arrive at `heal`, even if who sent
    them has hung up meanwhile. After `cut` nothing passes and nobody comes in until `heal`. `spy` is asked
    at every connection for somebody who hears what is passed on to the server.
    """

    def __init__(self, target: Path) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="sifang-test-")
        self.socket = Path(self.folder.name) / "proxy.sock"
        self.url = f"unix://{self.socket}"
        self.deaf = False
        self.connections = 0
        self.spy: Callable[[], Callable[[bytes], None]] | None = None
        self.is_cut = False
        self._asked_pass = asyncio.Event()
        self._answers_pass = asyncio.Event()
        self._heard = bytearray()
        self._change = asyncio.Event()
        self._target = target
        self._marker: bytes | None = None
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.StreamWriter] = set()

    def cut_answer_to(self, marker: bytes) -> None:
        """Lose the answer to the next request that holds `marker`."""
        self._marker = marker

    async def start(self) -> None:
        """Begin to listen."""
        self.heal()
        self._server = await asyncio.start_unix_server(self._accept, str(self.socket))

    def hold(self, *, asked: bool, answers: bool) -> None:
        """Let what clients ask wait on the way, or what they are answered, or both, until `heal`."""
        for way, is_held in ((self._asked_pass, asked), (self._answers_pass, answers)):
            if is_held:
                way.clear()

    def cut(self) -> None:
        """Cut all connections, and every new one at once, until `heal`."""
        self.is_cut = True
        for end in self._ends:
            end.transport.abort()

    def heal(self) -> None:
        """Let everything pass again, first what was held."""
        self.is_cut = False
        self._asked_pass.set()
        self._answers_pass.set()

    async def close(self) -> None:
        """Stop and cut all connections."""
        assert self._server is not None
        self._server.close()
        self.heal()
        while self._tasks:
            for end in self._ends:
                end.transport.abort()  # to a server that stands nothing can be written to the end
            await asyncio.gather(*self._tasks)
        await self._server.wait_closed()
        self.folder.cleanup()

    async def change(self) -> None:
        """Wait until something connects or is heard."""
        self._change.clear()
        await self._change.wait()

    async def heard(self, marker: bytes, times: int) -> None:
        """Wait until clients have said something so many times."""
        while self._heard.count(marker) < times:
            await self.change()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._change.set()
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.close()
            return
        try:
            from_server, to_server = await asyncio.open_unix_connection(str(self._target))
        except OSError:  # the server is away
            writer.close()
            return
        spy = self.spy() if self.spy is not None else None
        ends = {writer, to_server}
        self._ends |= ends
        back = asyncio.create_task(self._pass(from_server, writer, ends))
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                self._heard += data
                self._change.set()
                if self.deaf:
                    continue
                await self._asked_pass.wait()
                if to_server.is_closing():
                    break
                if spy is not None:
                    spy(data)
                if self._marker is not None and self._marker in data:
                    self._marker = None
                    back.cancel()
                    await asyncio.gather(back, return_exceptions=True)
                    to_server.write(data)
                    await from_server.read(1)  # the server has done it when it answers
                    break
                to_server.write(data)
                await to_server.drain()
        for end in ends:
            end.close()
        await asyncio.gather(back, *(end.wait_closed() for end in ends), return_exceptions=True)
        self._ends -= ends

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, ends: set[asyncio.StreamWriter]
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._answers_pass.wait()
                writer.write(data)
                await writer.drain()
            for end in ends:
                end.close()


@contextlib.asynccontextmanager
async def proxy_to(target: Path) -> AsyncIterator[Proxy]:
    """Run a proxy to a unix socket."""
    proxy = Proxy(target)
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.close()
