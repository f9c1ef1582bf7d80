"""A node's line to the other nodes: letters and broadcasts out, in order; its own channels in.

There is one connection for all that is heard and one for all that is said, so what one node says reaches
another in the order it was said, whatever the channel. Nothing is promised but the order: what is said may be
lost, and every conversation above this file mends that by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from server.logs import place_of
from server.notes import Broadcast, Letter, Note, read_letter, write
from server.ports import Clock, Report
from server.store import keys
from server.store.base import Publication, Store, Subscriber
from server.tasks import end, surviving

__all__ = ["Hearer", "Relay"]

Hearer = Callable[[bytes | None], None]
"""Takes what is published on a channel; `None`: it is listened to from now on, or again."""
_RETRY_S: Final = 1.0


class Relay:
    """The line of one node; `me` is its `Owner` as text."""

    def __init__(self, store: Store, clock: Clock, me: str, report: Report) -> None:
        self.me = me
        self._store = store
        self._clock = clock
        self._report = report
        self._subscriber: Subscriber | None = None
        self._own = keys.node(me)
        self._hearers: dict[str, Hearer] = {}
        self._takers: dict[type[Note], Callable[[str, Any], None]] = {}
        self._again: list[Callable[[], None]] = []
        self._changes: asyncio.Queue[tuple[bool, str]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begin to hear."""
        subscriber = self._subscriber = self._store.subscriber()
        self._hearers[self._own] = self._take
        await subscriber.listen(self._own)
        self._tasks = [
            asyncio.create_task(self._hear(subscriber)), asyncio.create_task(self._change(subscriber))
        ]  # fmt: skip

    async def stop(self) -> None:
        """Hear no more."""
        await end(self._tasks)
        if self._subscriber is not None:
            await self._subscriber.close()

    # ---------------------------------------------------------------- out

    def send(self, to: str, *notes: Note) -> asyncio.Future[int]:
        """Send notes to a node; the future brings how many heard them: 0 if it is gone."""
        return self._store.publish(Publication(keys.node(to), write(Letter(self.me, notes))))

    def say(self, channel: str, broadcast: Broadcast) -> None:
        """Say something to all who listen to a channel."""
        self._store.publish(Publication(channel, write(broadcast)))

    # ---------------------------------------------------------------- in

    def on(self, kind: type[Note], taker: Callable[[str, Any], None]) -> None:
        """Give every note of a kind to `taker`, with its sender."""
        self._takers[kind] = taker

    def on_again(self, callback: Callable[[], None]) -> None:
        """Call back when letters may have been lost: each time the line was down and is up."""
        self._again.append(callback)

    def hear(self, channel: str, hearer: Hearer) -> None:
        """Hear a channel from now on; `hearer` gets `None` when that has begun."""
        self._hearers[channel] = hearer
        self._changes.put_nowait((True, channel))

    def ignore(self, channel: str) -> None:
        """Hear a channel no more."""
        if self._hearers.pop(channel, None) is not None:
            self._changes.put_nowait((False, channel))

    async def _change(self, subscriber: Subscriber) -> None:
        while True:
            # Each in its turn: one taken off and wanted again is to be confirmed again.
            wanted, channel = await self._changes.get()
            with surviving(self._report):
                await (subscriber.listen if wanted else subscriber.ignore)(channel)

    async def _hear(self, subscriber: Subscriber) -> None:
        while True:
            try:
                message = await subscriber.next()
            except Exception as error:  # the store's, or ours in reading it: neither must end the line
                self._report("store_fault", {"reason": type(error).__name__, "where": place_of(error)})
                await self._clock.sleep(_RETRY_S)
                continue
            hearer = self._hearers.get(message.channel)
            if hearer is None:
                continue
            try:
                hearer(message.payload)
            except Exception as error:  # a fault of ours in one letter must not end the line
                self._report("fault", {"where": place_of(error), "error": type(error).__name__})

    def _take(self, data: bytes | None) -> None:
        if data is None:
            for callback in self._again:
                callback()
            return
        letter = read_letter(data)
        for note in letter.notes:
            taker = self._takers.get(type(note))
            if taker is not None:
                taker(letter.sender, note)
