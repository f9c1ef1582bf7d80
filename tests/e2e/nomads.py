"""Players who go from node to node: when one is gone, or lets them down, they come back by another.

They note under its number every event they were ever told, by whatever connection, and hold the server to it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from websockets.exceptions import WebSocketException

from protocol.codec import Codec
from protocol.codes import RejectCode
from protocol.events import Event, MatchEnded
from protocol.to_client import Accepted, Frame, Message, Rejected, Snapshot, Welcome
from protocol.to_server import Command, RoomCommand
from protocol.vocabulary import View
from tests.e2e.table import TableOfFour
from tests.harness.raw import RawPlayer, comes_back

Point = tuple[View, int, int]
"""Where an event stands: view, incarnation of the streams, number."""
_AGAIN = (RejectCode.BUSY, RejectCode.STORE_DOWN)
_TOO_LATE = (RejectCode.STALE, RejectCode.NOT_NOW, RejectCode.NOT_YOUR_TURN)
"""What may come of an answer that was given twice: to a prompt, and again when it was asked again."""


class NotLetIn(Exception):
    """A connection ended before it was welcome."""


class Nomad(RawPlayer):
    """One of them. `somewhere` names the socket of a node that is there; `tick` waits for time to go on."""

    def __init__(
        self, somewhere: Callable[[], Awaitable[str]], tick: Callable[[], Awaitable[None]], codec: Codec
    ) -> None:
        super().__init__(lambda: self.at, codec)
        self.at = ""
        self.told: dict[Point, Event] = {}
        self.accepted: set[str] = set()
        """The ids of what he asked of his room and what was accepted."""
        self.moves = 0
        self._somewhere = somewhere
        self._tick = tick
        self._asked: dict[str, Command] = {}
        self._later: list[Command] = []

    async def come(self, name: str | None = None) -> None:
        """Come in somewhere, trying until it is done."""
        while True:
            self.at = await self._somewhere()
            try:
                await self.connect(name)
                return
            except (NotLetIn, OSError, WebSocketException):
                self.moves += 1
                await self._tick()

    async def roam(self) -> None:
        """Come back by some node whenever a connection ends."""
        while True:
            code = await self.gone()
            assert self.fault is None, self.fault
            assert comes_back(code), f"sent away for good: {code}"
            self.moves += 1
            await self.come()

    async def nudge(self) -> None:
        """Send again what was not taken."""
        again, self._later = self._later, []
        for command in again:
            self.mind.pending[command.id] = command
            await self._send(command)

    def _let_in(self) -> Welcome:
        if self._welcome is None:
            raise NotLetIn(self.close_code)
        return self._welcome

    async def _send(self, message: object) -> None:
        if isinstance(message, RoomCommand):
            self._asked[message.id] = message
        await super()._send(message)  # type: ignore[arg-type]  # as it was given

    async def _hear(self, message: Message) -> None:
        if isinstance(message, Rejected) and message.id is None:
            assert message.code is RejectCode.STORE_DOWN, message  # and the connection ends
            return
        if isinstance(message, Rejected) and message.id in self._asked:
            if message.code in _AGAIN:
                self._later.append(self.mind.pending.pop(message.id))
                return
            assert message.code in _TOO_LATE, f"{message} to {self._asked[message.id]}"
        elif isinstance(message, Accepted) and message.id in self._asked:
            self.accepted.add(message.id)
        elif isinstance(message, Snapshot) and message.state.match_result is not None:
            self.mind.match = MatchEnded(message.state.match_result)
        await super()._hear(message)

    async def _event(self, frame: Frame) -> None:
        known = self.told.setdefault((frame.view, frame.inc, frame.n), frame.event)
        assert known == frame.event, f"told otherwise before: {known}, {frame}"
        await super()._event(frame)


class Caravan(TableOfFour):
    """Four of them at a table, and one who watches it."""

    def __init__(self, make: Callable[[Codec], Nomad], ruleset: str) -> None:
        super().__init__(lambda: "")
        self.ruleset = ruleset
        self.nomads = [make(codec) for codec in (*Codec, *Codec)]
        self.players = list(self.nomads)
        self.watcher = make(Codec.MSGPACK)
        self.watcher._nonces = self.watcher._hands_on = False

    @property
    def everybody(self) -> list[Nomad]:
        """The players and the watcher."""
        return [*self.nomads, self.watcher]

    @property
    def is_over(self) -> bool:
        """Whether all have been told how the match ended."""
        return all(nomad.mind.match is not None for nomad in self.everybody)
