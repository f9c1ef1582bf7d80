"""Questions from node to node, each with one answer or none: an operator's, wherever he asked.

A question goes out as a letter and may be lost, as may its answer; so it has a number and a time limit, and
what it brings about may be asked for twice.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, TypeAlias, TypeVar

from server.notes import Answered, Asked
from server.ports import Clock
from server.relay import Relay
from server.store.base import StoreError

__all__ = ["Answer", "Questions", "within"]

ANSWER_S: Final = 2.0
"""Seconds another node may take."""
T = TypeVar("T")


class Answer(NamedTuple):
    """A status of HTTP and JSON."""

    status: int
    body: bytes


Answerer: TypeAlias = Callable[[Asked], Awaitable[Answer]]


class Questions:
    """Asks other nodes and answers theirs."""

    def __init__(self, relay: Relay, clock: Clock) -> None:
        self._relay = relay
        self._clock = clock
        self._numbers = itertools.count(1)
        self._open: dict[int, asyncio.Future[Answer]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def answer_with(self, answerer: Answerer) -> None:
        """Begin to hear, and let this one answer."""
        self._relay.on(Answered, self._answered)
        self._relay.on(Asked, lambda sender, asked: self._asked(answerer, sender, asked))

    async def ask(self, to: str, what: str, room: str = "", text: str = "") -> Answer | None:
        """Ask a node (`Owner` as text); `None` if it is gone or does not answer in time."""
        number = next(self._numbers)
        answer = self._open[number] = asyncio.get_running_loop().create_future()
        try:
            if await self._relay.send(to, Asked(number, what, room, text)) == 0:
                return None
            return await within(self._clock, ANSWER_S, answer)
        except StoreError:
            return None
        finally:
            del self._open[number]

    def _answered(self, sender: str, note: Answered) -> None:
        answer = self._open.get(note.number)
        if answer is not None and not answer.done():
            answer.set_result(Answer(note.status, note.body))

    def _asked(self, answerer: Answerer, sender: str, asked: Asked) -> None:
        task = asyncio.get_running_loop().create_task(self._reply(answerer, sender, asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _reply(self, answerer: Answerer, sender: str, asked: Asked) -> None:
        answer = await answerer(asked)
        self._relay.send(sender, Answered(asked.number, answer.status, answer.body))


async def within(clock: Clock, seconds: float, wanted: Awaitable[T]) -> T | None:
    """Wait so long at most; `None` when the time is over. Raises: what was waited for raises."""
    task = asyncio.ensure_future(wanted)
    limit = asyncio.ensure_future(clock.sleep(seconds))
    try:
        await asyncio.wait({task, limit}, return_when=asyncio.FIRST_COMPLETED)
        return task.result() if task.done() else None
    finally:
        for each in (task, limit):
            each.cancel()
        await asyncio.gather(task, limit, return_exceptions=True)
