"""One session's connections, one after another: opens sockets, carries bytes, waits as the session says.

It decides nothing: whether and when to come back is the session's to say. One task runs it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from clients.sdk import happenings as h
from clients.sdk.errors import Unreachable
from clients.sdk.happenings import Happening
from clients.sdk.session import Session
from clients.sdk.waiting import Clock
from clients.sdk.wire import Connect, Refusing, Wire, WireClosed
from protocol.codec import Codec

__all__ = ["Connection"]


class Connection:
    """Keeps a session connected. ``deliver`` takes what happens; ``False`` from it ends the connection."""

    def __init__(
        self,
        session: Session,
        url: str,
        codecs: tuple[Codec, ...],
        connect: Connect,
        clock: Clock,
        deliver: Callable[[list[Happening]], bool],
        insist: bool,
    ) -> None:
        self._session, self._clock, self._deliver = session, clock, deliver
        self._url, self._codecs, self._connect, self._insist = url, codecs, connect, insist
        self._stir, self._hurry = asyncio.Event(), asyncio.Event()
        self._wire: Wire | None = None

    def stir(self) -> None:
        """Look again whether there is something to send."""
        self._stir.set()

    def hurry(self) -> None:
        """Try again at once instead of waiting out the pause."""
        self._hurry.set()

    def cut(self) -> None:
        """Drop the connection as a broken network would."""
        if self._wire is not None:
            self._wire.cut()

    async def run(self) -> None:
        """Connect, talk, and connect again, until it is over."""
        while True:
            ended = await self._once()
            self._wire = None
            if isinstance(ended, h.Lost) and self._session.welcome is None and not self._insist:
                ended = h.Over(ended.code, ended.reason)
            self._deliver([ended])
            if not isinstance(ended, h.Lost):
                return
            await self._clock.wait(self._hurry, self._clock.now() + ended.retry_ms)
            self._hurry.clear()

    async def _once(self) -> Happening:
        """Make one connection and talk on it until it ends."""
        try:
            wire = await self._connect(self._url, self._codecs)
        except Refusing as error:
            return h.Over(None, str(error))
        except Unreachable as error:
            return self._session.lost(None, str(error), self._clock.now())
        self._wire = wire
        self._session.connected(wire.codec, self._clock.now())
        closed = await self._talk(wire)
        return self._session.lost(closed.code, closed.reason, self._clock.now())

    async def _talk(self, wire: Wire) -> WireClosed:
        """Carry bytes both ways until the connection ends; say how it ended."""
        writer = asyncio.create_task(self._write(wire))
        try:
            while self._deliver(self._session.receive(await wire.receive(), self._clock.now())):
                self._stir.set()
            await wire.close()
            return WireClosed(1000, "")
        except WireClosed as closed:
            return closed
        except asyncio.CancelledError:
            await wire.close()
            raise
        finally:
            writer.cancel()
            (ended,) = await asyncio.gather(writer, return_exceptions=True)
            if isinstance(ended, Exception):
                raise ended

    async def _write(self, wire: Wire) -> None:
        """Send what the session has to send, when it has it."""
        try:
            while True:
                self._stir.clear()
                for data in self._session.take(self._clock.now()):
                    await wire.send(data)
                await self._clock.wait(self._stir, self._session.due(self._clock.now()))
        except WireClosed:
            pass  # the reader learns of it too, with the code
        finally:
            wire.cut()  # whatever ended the writer, the reader must not wait for ever
