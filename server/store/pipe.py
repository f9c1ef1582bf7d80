"""Appends of many tables over one connection.

What is asked for in one turn of the event loop goes out as one pipeline; the next turn's goes out without
waiting for the answers of the last, and the store syncs its file once for all that it finds. Answers come in
the order of the calls. When the connection breaks, what was not sent is `StoreDown` and what was sent and not
answered is `OutcomeUnknown`; the next call connects anew. Nothing is ever sent twice from here, but for a
script that the store did not know, which it said without having done anything.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import NoScriptError, ReadOnlyError, RedisError

from server.store.base import OutcomeUnknown, StoreDown, StoreError
from server.store.link import Answer, Link, read_answer, read_answers, refusal
from server.store.scripts import APPEND, Command, in_full, packed
from server.tasks import end

_PIECE: Final = 65_536
"""Bytes that are read at most at a time."""


class _Call:
    """One command on its way; `sent_at` is the loop's time in seconds."""

    __slots__ = ("command", "answer", "read", "sent_at")

    def __init__(
        self, command: Command, answer: asyncio.Future[Any], read: Callable[[Any], Any] = lambda raw: raw
    ) -> None:
        self.command = command
        self.answer = answer
        self.read = read
        self.sent_at = 0.0

    def fail(self, error: StoreError) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)

    def succeed(self, value: Any) -> None:
        if self.answer.done():
            return
        try:
            self.answer.set_result(self.read(value))
        except Exception as error:  # an answer of another shape is one call's trouble, not the line's
            self.answer.set_exception(error)


class _Line:
    """One connection with its calls under way; its reading task alone takes it down."""

    def __init__(self, link: Link, connection: AbstractConnection, again: Callable[[_Call], None]) -> None:
        self.alive = True
        self._link = link
        self._connection = connection
        # The library opened it. From here on its streams are written and read in whole pieces: by itself it
        # would take a task and a timer for every send, and ten coroutines for every answer.
        read, write = connection._reader, connection._writer
        assert read is not None and write is not None, "a connection that is up has both"
        self._in, self._out = read, write
        self._again = again
        self._sent: deque[_Call] = deque()
        self._reason = "the store was let go of"
        self._overdue: asyncio.TimerHandle | None = None
        self._reader = asyncio.create_task(self._read())

    def send(self, calls: list[_Call]) -> None:
        """Send calls; whatever comes of it is told to the calls.

        Nobody waits for room: what may be under way is bounded by whoever calls. That the connection broke is
        found by reading.
        """
        now = asyncio.get_running_loop().time()
        for call in calls:
            call.sent_at = now
        self._sent.extend(calls)
        if self._overdue is None:
            self._look()
        self._out.write(b"".join([packed(call.command) for call in calls]))

    async def close(self) -> None:
        """Take the line down and wait for it."""
        await end([self._reader])

    async def _read(self) -> None:
        rest = b""
        try:
            while True:
                data = await self._in.read(_PIECE)
                if not data:
                    raise RedisError("the store closed it")
                answers, rest = read_answers(rest + data)
                for answer in answers:
                    self._answered(self._sent.popleft(), answer)
        except (RedisError, OSError, IndexError, ValueError) as error:
            self._reason = f"the store's connection broke: {error}"
        finally:
            self.alive = False
            for call in self._sent:
                call.fail(OutcomeUnknown(self._reason))
            if self._overdue is not None:
                self._overdue.cancel()
            await self._link.release(self._connection, broken=True)

    def _answered(self, call: _Call, answer: Answer) -> None:
        if isinstance(answer, NoScriptError):
            self._again(_Call(in_full(call.command), call.answer, call.read))
        elif isinstance(answer, RedisError):
            call.fail(refusal(answer))
            if isinstance(answer, ReadOnlyError):
                raise answer  # it is a replica now: the next call looks for the master
        else:
            call.succeed(answer)

    def _look(self) -> None:
        """Give the line up if the oldest call is overdue, or look again when it will be."""
        loop = asyncio.get_running_loop()
        self._overdue = None
        if self._sent:
            due = self._sent[0].sent_at + self._link.answer_timeout
            if loop.time() >= due:
                self._drop("the store does not answer")
            else:
                self._overdue = loop.call_at(due, self._look)

    def _drop(self, reason: str) -> None:
        self.alive = False
        self._reason = reason
        self._reader.cancel()


class Pipe:
    """A connection that carries many calls at a time, each answered by itself."""

    def __init__(self, link: Link) -> None:
        self.batches = 0
        """How many pipelines have gone out."""
        self._link = link
        self._gathered: list[_Call] = []
        self._line: _Line | None = None
        self._opener: asyncio.Task[None] | None = None

    async def call(self, command: Command) -> Any:
        """Send a command with the others of this turn, and return its answer.

        Raises: StoreDown, OutcomeUnknown, StoreFault.
        """
        return await self.begin(command)

    def begin(
        self, command: Command, read: Callable[[Any], Any] = lambda raw: raw
    ) -> asyncio.Future[Any]:
        """Send a command behind all that were begun before; the future brings its answer or its failure.

        `read` makes of the answer what is brought; it may raise a `StoreError`.
        """
        call = _Call(command, asyncio.get_running_loop().create_future(), read)
        self._gather(call)
        return call.answer

    async def close(self) -> None:
        """Close the connection; whoever waits for an answer gets `OutcomeUnknown`."""
        await end([self._opener])
        if self._line is not None:
            await self._line.close()
        self._refuse(StoreDown("the store was let go of"))

    def _gather(self, call: _Call) -> None:
        self._gathered.append(call)
        if len(self._gathered) == 1:
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """Send what this turn has gathered; where there is no connection, when there is one."""
        if not self._gathered or self._opener is not None:
            return
        if self._line is None or not self._line.alive:
            self._opener = asyncio.create_task(self._connect())
            return
        calls, self._gathered = self._gathered, []
        self.batches += 1
        self._line.send(calls)

    async def _connect(self) -> None:
        try:
            self._line = await self._open()
        except StoreError as error:
            self._refuse(error)
        except Exception as error:  # whoever waits is to hear of it, or nothing is ever sent again
            self._refuse(StoreDown(f"the store cannot be reached: {error}"))
        finally:
            self._opener = None
        self._flush()

    async def _open(self) -> _Line:
        connection = await self._link.connection()
        usable = False
        try:
            await connection.send_packed_command(connection.pack_command("SCRIPT", "LOAD", APPEND.text))
            answer = await read_answer(connection)
            if isinstance(answer, RedisError):
                raise refusal(answer)
            usable = True
        except (RedisError, OSError) as error:
            raise StoreDown(f"the store cannot be reached: {error}") from error
        finally:
            if not usable:
                await self._link.release(connection, broken=True)
        return _Line(self._link, connection, self._gather)

    def _refuse(self, error: StoreError) -> None:
        calls, self._gathered = self._gathered, []
        for call in calls:
            call.fail(error)
