"""Keeping one child alive: started, waited for, started again after a growing pause, until told to stop."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from server.embedded.backoff import Backoff
from server.embedded.child import end, kill
from server.tasks import surviving

Report = Callable[[str, Mapping[str, object]], None]
"""Takes the name of what happened (`started`, `ended`, `start_failed`, `orphan_stopped`) and its particulars.
"""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a keeper is given from outside: a clock and a sleep in seconds, and who hears what happens."""

    clock: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]
    report: Report


class Keeper:
    """Keeps one child alive.

    `launch` starts it and returns it once it works, or None if it ended before that. `on_end` hears the exit
    code, the seconds lived and the number of the run, and may say (by True) to let it be.
    `explain` is asked for the child's last words.
    """

    def __init__(
        self,
        name: str,
        launch: Callable[[], Awaitable[Process | None]],
        around: Surroundings,
        *,
        grace: float,
        on_end: Callable[[int, float, int], bool] = lambda code, lived, run: False,
        explain: Callable[[], str] = str,
    ) -> None:
        self.name = name
        self.process: Process | None = None
        self._launch = launch
        self._around = around
        self._grace = grace
        self._on_end = on_end
        self._explain = explain
        self._backoff = Backoff()
        self._runs = 0
        self._born = 0.0
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> bool:
        """Start the child for the first time, and keep it from then on if it came up."""
        if not await self._begin():
            return False
        self._task = asyncio.create_task(self._keep())
        return True

    async def stop(self) -> None:
        """End the child and start no other."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self.process is not None:
            await end(self.process, self._grace)
            self.process = None

    def kill(self) -> None:
        """Kill the child as it stands."""
        if self.process is not None:
            kill(self.process)

    async def _begin(self) -> bool:
        self._born = self._around.clock()
        try:
            self.process = await self._launch()
        except OSError as error:  # no memory, no process numbers, no room: as good as a child that died
            self.process = None
            self._around.report("start_failed", {"child": self.name, "reason": str(error)})
            return False
        if self.process is None:
            self._around.report("start_failed", {"child": self.name, "reason": self._explain()})
            return False
        self._runs += 1
        self._around.report("started", {"child": self.name, "pid": self.process.pid, "run": self._runs})
        return True

    async def _keep(self) -> None:
        while True:
            if self.process is not None:
                code = await self.process.wait()
                self.process = None
                lived = self._around.clock() - self._born
                self._around.report(
                    "ended", {"child": self.name, "code": code, "lived": lived, "reason": self._explain()}
                )
                if self._on_end(code, lived, self._runs):
                    return
            await self._around.sleep(self._backoff.pause(self._around.clock() - self._born))
            with surviving(self._around.report):
                await self._begin()
