"""The feed's way to the broker: connects, comes back by itself, sends what waits, says who is there.

A table only notes what it says (`Feed.deliver`); everything else happens in a task of the feed's own, and
nothing that a broker does or leaves undone is ever waited for by anybody else. What is said, and what is
dropped if there is no broker for long, `outbox.py` decides.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Sequence
from typing import Final

from aiomqtt import Client, MqttError, ProtocolVersion, Will
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from protocol.mqtt import Broker
from server.effects import Effect, Input
from server.feeds.outbox import Outbox, Post, status
from server.ports import Clock, Outlet, Report

__all__ = ["MqttFeed"]

ANSWER_S: Final = 5.0
"""How long a broker may take over an answer. Less than what an outbox takes for having been stopped."""
KEEPALIVE_S: Final = 15
"""How often the broker is asked whether it is there; it tells the last will after half as long again."""
STOP_S: Final = 1.0
"""How long the end of a node waits for the broker to take what is left."""
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 15.0


class MqttFeed:
    """Sends what the rooms of one node tell everybody to a broker; an `Outlet` before another one."""

    def __init__(
        self, broker: Broker, node: str, outbox: Outbox, clock: Clock, report: Report, outlet: Outlet
    ) -> None:
        self.is_connected = False
        self.published = 0
        """Posts that the broker has taken so far."""
        self.outbox = outbox
        self._broker = broker
        self._node = node
        self._clock = clock
        self._report = report
        self._outlet = outlet
        self._woken = asyncio.Event()
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        # What it says beside its errors is not for our log, which is JSON.
        self._silent = logging.Logger("sifang.mqtt", logging.CRITICAL + 1)

    def deliver(self, room: str, effects: Sequence[Effect]) -> None:
        """See `Outlet.deliver`."""
        self._outlet.deliver(room, effects)
        if self.outbox.take(room, effects):
            self._woken.set()

    def coming(self, room: str) -> None:
        """See `Outlet.coming`."""
        self._outlet.coming(room)

    def come(self, room: str) -> None:
        """See `Outlet.come`."""
        self._outlet.come(room)

    def lost(self, room: str, inputs: Sequence[Input] = ()) -> None:
        """See `Outlet.lost`."""
        self._outlet.lost(room, inputs)
        self.outbox.lost(room)

    def start(self) -> None:
        """Begin to look for the broker; it need not be there."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Send what is left if the broker takes it quickly, and take leave."""
        task, self._stopping = self._task, True
        if task is None:
            return
        self._woken.set()
        if self.is_connected:
            await asyncio.wait({task}, timeout=STOP_S)
        task.cancel()
        await asyncio.wait({task}, timeout=STOP_S)

    # ---------------------------------------------------------------- the task

    async def _run(self) -> None:
        pause, reason = FIRST_PAUSE_S, ""
        while not self._stopping:
            lost = ""
            try:
                # Reading the authorities' certificates takes a while, in which no table may wait.
                tls = await asyncio.to_thread(ssl.create_default_context) if self._broker.tls else None
                async with self._client(tls) as client:
                    self._report("feed_connected", {"address": f"{self._broker.host}:{self._broker.port}"})
                    self.is_connected, pause, reason = True, FIRST_PAUSE_S, ""
                    await self._serve(client)
            except MqttError as error:
                lost = str(error) or type(error).__name__
            except Exception as error:  # a fault of ours must not end the feed for good
                self._report("feed_fault", {"reason": type(error).__name__})
            self.is_connected = False
            if lost and lost != reason:
                reason = lost
                self._report("feed_down", {"reason": reason})
            if not self._stopping:
                await self._clock.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE_S)

    def _client(self, tls: ssl.SSLContext | None) -> Client:
        will = status(self._node, False)
        return Client(
            self._broker.host,
            self._broker.port,
            username=self._broker.user,
            password=self._broker.password,
            # The same over restarts: the broker ends an older connection, will and all, before ours counts.
            identifier=f"sifang-{self._node}",
            will=Will(will.topic, will.payload, 1, will.retain, _kept(will, PacketTypes.WILLMESSAGE)),
            protocol=ProtocolVersion.V5,
            clean_start=True,
            keepalive=KEEPALIVE_S,
            timeout=ANSWER_S,
            tls_context=tls,
            logger=self._silent,
        )

    async def _serve(self, client: Client) -> None:
        """Send what is due until the node stops. Raises: MqttError."""
        hearing = asyncio.create_task(_until_lost(client))
        sending = asyncio.create_task(self._send(client))
        try:
            await asyncio.wait({hearing, sending}, return_when=asyncio.FIRST_COMPLETED)
            for task in (hearing, sending):
                if task.done():
                    task.result()
        finally:
            for task in (hearing, sending):
                task.cancel()
            await asyncio.gather(hearing, sending, return_exceptions=True)

    async def _send(self, client: Client) -> None:
        self.outbox.connected(self._clock.now())
        await self._publish(client, [status(self._node, True)])
        while True:
            self._woken.clear()
            posts = self.outbox.due(self._clock.now())
            if posts:
                await self._publish(client, posts)
            elif self._stopping:
                await self._publish(client, [status(self._node, False)])
                return
            else:
                alarm = self._clock.call_at(self.outbox.next_due(), self._woken.set)
                await self._woken.wait()
                alarm.cancel()

    async def _publish(self, client: Client, posts: Sequence[Post]) -> None:
        """Send some posts in order, and wait until the broker has them all. Raises: MqttError."""
        sent = [
            client.publish(
                post.topic, post.payload, 1, post.retain, properties=_kept(post, PacketTypes.PUBLISH)
            )
            for post in posts
        ]
        await asyncio.gather(*sent)
        self.published += len(posts)


async def _until_lost(client: Client) -> None:
    """Wait for the end of the connection; nothing is heard from the broker. Raises: MqttError."""
    async for _ in client.messages:
        pass


def _kept(post: Post, packet: int) -> Properties | None:
    """Say how long the broker is to keep a post."""
    if post.kept_s is None:
        return None
    properties = Properties(packet)  # type: ignore[no-untyped-call]  # paho has no types here
    properties.MessageExpiryInterval = post.kept_s
    return properties
