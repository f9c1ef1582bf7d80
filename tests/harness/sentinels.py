"""A master, a replica and three Sentinels that look after them, as real processes on loopback."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import redis.asyncio

from server.embedded import leash
from tests.harness.valkey import Valkey, running

MASTER = "sifang"
COUNT = 3


def free_port() -> int:
    """Return a port of loopback that nobody has at this moment."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class Sentinel:
    """One Sentinel process; `binary` is a server that knows `--sentinel`."""

    def __init__(self, binary: str | Path, master: int) -> None:
        self.port = free_port()
        self._folder = Path(tempfile.mkdtemp(prefix="sifang-test-"))
        config = self._folder / "sentinel.conf"
        config.write_text(
            f"port {self.port}\nbind 127.0.0.1\ndir {self._folder}\n"
            f"sentinel monitor {MASTER} 127.0.0.1 {master} 2\n"
            f"sentinel down-after-milliseconds {MASTER} 500\nsentinel failover-timeout {MASTER} 3000\n"
        )
        on_leash = [sys.executable, "-I", "-S", leash.__file__, str(int(signal.SIGKILL)), str(os.getpid())]
        self._process = subprocess.Popen(
            [*on_leash, str(binary), str(config), "--sentinel"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def until_it_knows_all(self) -> None:
        """Read its log until it has found the replica and the others. Raises: AssertionError, if it ends."""
        replicas = others = 0
        seen = []
        assert self._process.stdout is not None
        for line in self._process.stdout:
            seen.append(line)
            replicas += "+slave slave" in line
            others += "+sentinel sentinel" in line
            if replicas and others == COUNT - 1:
                return
        raise AssertionError(f"the Sentinel ended: {seen[-5:]}")

    def remove(self) -> None:
        """Kill it and remove its files."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        shutil.rmtree(self._folder, ignore_errors=True)


class Watched:
    """The whole of it: `url` is where a store is found through the Sentinels."""

    def __init__(self, master: Valkey, replica: Valkey, sentinels: list[Sentinel]) -> None:
        self.master = master
        self.replica = replica
        hosts = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in sentinels)
        self.url = f"sentinel://{hosts}/{MASTER}"

    async def replicated(self) -> bool:
        """Wait until the replica has everything that was written so far; say whether it came to that."""
        async with redis.asyncio.Redis.from_url(self.master.url) as raw:
            await raw.set("mark", "1")
            return bool(await raw.wait(1, 10_000))

    async def cut_off_the_replica(self) -> None:
        """Stop the replica in its tracks, so that it gets nothing more; `wake` lets it go on."""
        self.replica.pause()
        async with redis.asyncio.Redis.from_url(self.master.url) as raw:
            await raw.client_kill_filter(_type="replica")

    async def swap(self) -> None:
        """Let the Sentinels make the replica master and the master its replica; it goes on after this."""
        host, _, port = self.url.removeprefix("sentinel://").partition("/")[0].partition(",")[0].partition(":")
        async with redis.asyncio.Redis(host=host, port=int(port), protocol=2) as raw:
            await raw.execute_command("SENTINEL FAILOVER", MASTER)  # type: ignore[no-untyped-call]  # untyped there

    async def roles(self) -> tuple[str, str]:
        """Return what the first master and the first replica are now; empty while one cuts all off."""
        found = []
        for server in (self.master, self.replica):
            async with redis.asyncio.Redis.from_url(server.url) as raw:
                try:
                    found.append((await raw.role())[0].decode())
                except redis.exceptions.ConnectionError:
                    found.append("")
        return found[0], found[1]


@contextlib.contextmanager
def watched(binary: str | Path) -> Iterator[Watched]:
    """Run a store that fails over by itself; it is ready when the Sentinels know replica and each other."""
    ports = free_port(), free_port()
    with (
        running("--port", str(ports[0]), "--repl-diskless-sync-delay", "0", binary=binary) as master,
        running(
            "--port", str(ports[1]), "--replicaof", f"127.0.0.1 {ports[0]}", binary=binary
        ) as replica,
        contextlib.ExitStack() as stack,
    ):
        sentinels = []
        for _ in range(COUNT):
            sentinels.append(Sentinel(binary, ports[0]))
            stack.callback(sentinels[-1].remove)
        for sentinel in sentinels:
            sentinel.until_it_knows_all()
        yield Watched(master, replica, sentinels)
