"""The parent of a running server: holds the data folder, keeps the store and the nodes alive, ends with them.

A child that dies is started again after a pause that grows; while the store is away the nodes stay and wait.
The end of the parent, however it comes, is the end of all. It knows nothing of games and never opens the
store.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from server.embedded.binary import find_binary
from server.embedded.child import spawn
from server.embedded.datadir import DataDir
from server.embedded.keeper import Keeper, Report, Surroundings
from server.embedded.orphan import stop_orphan
from server.embedded.store import EmbeddedStore
from server.orders import NODE_REFUSED
from server.store.base import StoreRefused

SETTLED = 5.0
"""Seconds a node's first run must have lasted, before its own exit counts as an accident that another start
may mend.
"""
NODE_GRACE = 2.0
"""Seconds a node has to end in good order."""
NODE_GRACE_OUTSIDE = 10.0
"""The same over an outside store: it leaves its rooms to other nodes first."""
STORE_GRACE = 2.0
"""Seconds the store has to end in good order; with the nodes' under five."""
_ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class NodeStart:
    """How to start a node: its command, by the program's path, and its whole environment (None: ours)."""

    command: Sequence[str]
    environment: Mapping[str, str] | None = None


class Supervisor:
    """Keeps one store and `nodes` nodes running.

    `node` is asked, with the store's address and the node's number, how to start one. With `redis` the store
    is an outside one and there is no data folder to hold. `report` hears what happens; it must not raise.
    """

    def __init__(
        self,
        node: Callable[[str, int], NodeStart],
        *,
        data: Path | None = None,
        redis: str | None = None,
        nodes: int = 1,
        report: Report = lambda event, particulars: None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        store_flags: tuple[str, ...] = (),
    ) -> None:
        if (data is None) == (redis is None):
            raise ValueError("a supervisor needs a data folder or an outside store, and not both")
        if nodes < 1:
            raise ValueError("a server needs at least one node")
        self.url = redis or ""
        self._node = node
        self._data = None if data is None else DataDir(data)
        self._count = nodes
        self._around = Surroundings(clock, sleep, report)
        self._store_flags = store_flags
        self._store: EmbeddedStore | None = None
        self._store_keeper: Keeper | None = None
        self._nodes: list[Keeper] = []
        self._over = asyncio.Event()
        self._code = 0

    async def start(self) -> None:
        """Start the store and the nodes; on failure nothing is left running or locked.

        Raises: StoreRefused.
        """
        try:
            if self._data is not None:
                self._data.open()
                await self._start_store(self._data.path)
            for number in range(self._count):
                await self._start_node(number)
        except BaseException:
            await self._tear_down()
            raise

    async def wait(self) -> int:
        """Return the exit code when all is to end: 0 when asked to, a node's own when it refused to run."""
        await self._over.wait()
        return self._code

    async def stop(self) -> None:
        """End the nodes, then a store of our own, in under five seconds; then let go of the data folder."""
        self._over.set()
        await self._tear_down()

    async def run(self) -> int:
        """Start, wait for a signal or a refusal, stop, and return the exit code. Raises: StoreRefused."""
        with self._signals():
            starting = asyncio.create_task(self.start())
            ending = asyncio.create_task(self.wait())
            try:
                await asyncio.wait({starting, ending}, return_when=asyncio.FIRST_COMPLETED)
                if starting.done():
                    await starting
                return await ending
            finally:
                for task in (starting, ending):
                    task.cancel()
                await asyncio.gather(starting, ending, return_exceptions=True)
                await self.stop()

    def ask_to_stop(self) -> None:
        """Make `wait` return."""
        self._over.set()

    def kill_store(self) -> None:
        """Kill the store as it stands; it is started again."""
        if self._store_keeper is not None:
            self._store_keeper.kill()

    def kill_node(self, number: int = 0) -> None:
        """Kill a node as it stands; it is started again."""
        self._nodes[number].kill()

    async def _start_store(self, data: Path) -> None:
        binary = find_binary()
        orphan = await stop_orphan(data)
        if orphan is not None:
            self._around.report("orphan_stopped", {"child": "store", "pid": orphan})
        try:
            self._store = store = EmbeddedStore(binary, data, extra=self._store_flags)
        except OSError as error:
            raise StoreRefused(
                "data_dir", f"the data folder {data} cannot be written to: {error.strerror}"
            ) from None
        self._store_keeper = Keeper(
            "store", store.start, self._around, grace=STORE_GRACE, explain=store.explain
        )
        if not await self._store_keeper.start():
            raise StoreRefused("store_start", f"the embedded store does not start: {store.explain()}")
        self.url = store.url

    async def _start_node(self, number: int) -> None:
        async def launch() -> Process:
            how = self._node(self.url, number)
            return await spawn(how.command, death_signal=signal.SIGKILL, environment=how.environment)

        grace = NODE_GRACE if self._data is not None else NODE_GRACE_OUTSIDE
        keeper = Keeper(f"node-{number}", launch, self._around, grace=grace, on_end=self._is_refusal)
        self._nodes.append(keeper)
        if not await keeper.start():
            raise StoreRefused("node_start", f"node {number} cannot be started")

    async def _tear_down(self) -> None:
        await asyncio.gather(*(keeper.stop() for keeper in self._nodes))
        self._nodes.clear()
        if self._store_keeper is not None:
            await self._store_keeper.stop()
            self._store_keeper = None
        if self._store is not None:
            self._store.remove()
            self._store = None
        if self._data is not None:
            self._data.close()

    def _is_refusal(self, code: int, lived: float, run: int) -> bool:
        """Say whether a node's end means that it will not run here at all: port taken, wrong option."""
        if run > 1 or code <= 0 or (lived >= SETTLED and code != NODE_REFUSED):
            return False
        self._code = code
        self._over.set()
        return True

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """Listen to the signals that ask for an end, but for those we were started deaf to (nohup)."""
        loop = asyncio.get_running_loop()
        heard = [number for number in _ENDING if signal.getsignal(number) is not signal.SIG_IGN]
        for number in heard:
            loop.add_signal_handler(number, self.ask_to_stop)
        try:
            yield
        finally:
            for number in heard:
                loop.remove_signal_handler(number)
