"""The bots of the load: no SDK clients, they read and say only what they must; and the figures they leave.

A bot reads a prompt's offers, an answer's id and that a tile was thrown; frames that hold none of it are not
even decoded, so that the machine's time goes to the server.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import msgspec

from clients.load_wire import LoadWire, open_load_wire
from clients.sdk import SdkError
from protocol import to_server as say
from protocol.codec import Codec, encode
from protocol.codes import RejectCode
from protocol.to_client import Offers
from protocol.vocabulary import LEVEL, Action, Discard, Pass, Pong, Tile, Win, snake

__all__ = ["Figures", "LoadBot", "LoadTable", "Run", "needed", "percentile"]

_PONG_IN: Final = 4
_ROOM_OPTIONS: Final[dict[str, bool | int | str]] = {
    "hands": 0, "pause_floor": 0, "turn": 60, "claim": 30, "bot_pace": 0,
}  # fmt: skip


# ---------------------------------------------------------------- what is read of what the server says


class _Heard(msgspec.Struct, tag_field="t", tag=snake):
    """Base of messages read for a few fields only."""


class _Entered(msgspec.Struct):
    room: str = ""
    code: str = ""


class Accepted(_Heard):
    """A command carried out."""

    id: str
    result: _Entered | None = None


class Rejected(_Heard):
    """A command refused."""

    id: str | None
    code: str


class _Result(msgspec.Struct):
    hand: int = 0


class _Event(msgspec.Struct):
    t: str
    hand: int = 0
    result: _Result | None = None


class Frame(_Heard):
    """An event."""

    event: _Event


class Prompt(_Heard):
    """The player is asked."""

    prompt: int
    kind: str
    offers: Offers
    tile: Tile | None = None


class _RoomState(_Heard, tag="room_state"):
    options_rev: int


_Message: TypeAlias = Accepted | Rejected | Frame | Prompt | _RoomState
_read: Final = msgspec.msgpack.Decoder(_Message).decode
_NEEDED: Final = tuple(
    b"\xa1t" + bytes((0xA0 | len(tag),)) + tag
    for tag in (b"accepted", b"rejected", b"frame", b"prompt", b"room_state")
)
"""How frames that are needed begin, after the map's own byte: the server writes the tag first."""


def needed(data: bytes) -> _Message | None:
    """Read a message; ``None`` for one that is not needed."""
    return _read(data) if data.startswith(_NEEDED, 1) or data[0] > 0x8F else None


# ---------------------------------------------------------------- figures


@dataclass
class Figures:
    """What came of a run; times in ms, in no order."""

    tables: int
    seconds: float = 0.0
    actions: int = 0
    hands: int = 0
    refused: int = 0
    late: int = 0
    """Nonces that came after their two seconds, for which the load itself was held up."""
    own: list[float] = field(default_factory=list)
    """From a command to its own answer."""
    last: list[float] = field(default_factory=list)
    """From a discard to the last of the four who see it."""
    own_by_url: dict[str, list[float]] = field(default_factory=dict)
    """The same as `own`, by the socket the command went to."""

    def line(self) -> str:
        """Say it in one line."""
        own, last = (
            "/".join(f"{percentile(times, share):.2f}" for share in (50, 99, 99.9))
            for times in (self.own, self.last)
        )
        return (
            f"{self.tables:>4} tables {self.actions / self.seconds:>8.0f} actions/s"
            f" {self.hands / self.seconds:>7.1f} hands/s   own answer {own} ms   last viewer {last} ms"
            f"   refused {self.refused}" + (f"   late nonces {self.late}" if self.late else "")
        )


def percentile(times: Sequence[float], share: float) -> float:
    """Give the time that ``share`` percent do not exceed; 0 of none."""
    if not times:
        return 0.0
    ranked = sorted(times)
    return ranked[min(len(ranked) - 1, int(len(ranked) * share / 100))]


# ---------------------------------------------------------------- bots


class Run:
    """What all tables share: the figures, and whether they are being taken."""

    def __init__(self, figures: Figures, most_actions: int | None) -> None:
        self.figures = figures
        self.measuring = False
        self.enough = asyncio.Event()
        self._most = most_actions

    def answered(self, sent: float, url: str) -> None:
        """Take in the answer to an action."""
        if self.measuring:
            self.figures.actions += 1
            took = (time.perf_counter() - sent) * 1000
            self.figures.own.append(took)
            self.figures.own_by_url.setdefault(url, []).append(took)
            if self._most is not None and self.figures.actions >= self._most:
                self.enough.set()

    def seen_by_all(self, sent: float) -> None:
        """Take in that the last viewer has seen a discard."""
        if self.measuring:
            self.figures.last.append((time.perf_counter() - sent) * 1000)

    def refused(self) -> None:
        """Take in a command refused."""
        self.figures.refused += self.measuring

    def late(self) -> None:
        """Take in that a nonce came too late."""
        self.figures.late += self.measuring

    def ended(self) -> None:
        """Take in the end of a hand."""
        self.figures.hands += self.measuring


class LoadTable:
    """What the four bots of a table share: the discard that is on its way to all."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.thrown = 0.0
        self.to_see = 0
        self.ready = asyncio.Event()
        self._seated = 0

    def seated(self) -> None:
        """Take in that one more sits here."""
        self._seated += 1
        if self._seated == 4:
            self.ready.set()

    def throws(self) -> None:
        """Take in that a discard was sent."""
        self.thrown, self.to_see = time.perf_counter(), 4

    def sees(self) -> None:
        """Take in that one of the four has seen it."""
        self.to_see -= 1
        if self.to_see == 0:
            self.run.seen_by_all(self.thrown)


class LoadBot:
    """One bot: a connection and what it has said. It answers as it reads, without a task of its own."""

    def __init__(self, table: LoadTable, url: str, seat: int) -> None:
        self._table, self._url, self._seat = table, url, seat
        self._sent: dict[str, float] = {}
        self._room = self._code = self._nonce = ""
        self._rev: int | None = None
        self._claims = 0
        self._wire: LoadWire | None = None
        loop = asyncio.get_running_loop()
        self._entered: asyncio.Future[None] = loop.create_future()
        self._over: asyncio.Future[None] = loop.create_future()

    async def host(self, code: asyncio.Future[str]) -> None:
        """Make the table's room, and play."""
        await self._open()
        self._send(say.CreateRoom(secrets.token_hex(16), "nanning", {}, _ROOM_OPTIONS))
        await self._enter()
        code.set_result(self._code)
        await self._play()

    async def follow(self, code: asyncio.Future[str]) -> None:
        """Come into the table's room, and play."""
        await self._open()
        self._send(say.JoinRoom(secrets.token_hex(16), await asyncio.shield(code)))
        await self._enter()
        await self._play()

    async def _open(self) -> None:
        self._wire = await open_load_wire(self._url)
        self._wire.heard, self._wire.lost = self._heard, self._is_over
        self._send(say.Hello((LEVEL,), name=f"负载{self._seat}", client="sifang-load/0.1"))

    async def _enter(self) -> None:
        """Wait until the room is there, and accept its options."""
        await self._entered
        assert self._rev is not None
        self._send(say.AcceptOptions(secrets.token_hex(16), self._room, self._rev))

    async def _play(self) -> None:
        """Be ready when all are there, and play until the connection ends."""
        self._table.seated()
        await self._table.ready.wait()
        self._send(say.Ready(secrets.token_hex(16), self._room, True))
        await self._over

    def _is_over(self) -> None:
        if not self._entered.done():
            self._fail(SdkError("the server ended a bot's connection"))
        elif not self._over.done():
            self._over.set_result(None)

    def _fail(self, error: SdkError) -> None:
        """Let whoever runs the bot hear of it, wherever he waits."""
        waited = self._over if self._entered.done() else self._entered
        if not waited.done():
            waited.set_exception(error)

    def _heard(self, data: bytes) -> None:
        message = needed(data)
        table = self._table
        match message:
            case None:
                pass
            case Accepted():
                sent = self._sent.pop(message.id, None)
                if sent is not None:
                    table.run.answered(sent, self._url)
                elif message.result is not None:
                    self._room, self._code = message.result.room, message.result.code
                    self._may_enter()
            case Frame(event=event):
                if event.t == "discarded":
                    table.sees()
                elif event.t == "hand_started":
                    self._nonce, nonce = secrets.token_hex(16), secrets.token_hex(32)
                    self._send(say.Nonce(self._nonce, self._room, event.hand, nonce))
                elif event.t == "hand_ended" and event.result is not None:
                    self._ended(event.result.hand)
            case Prompt():
                self._answer(message)
            case Rejected():
                self._refused(message)
            case _RoomState():
                self._rev = message.options_rev
                self._may_enter()

    def _may_enter(self) -> None:
        if self._room and self._rev is not None and not self._entered.done():
            self._entered.set_result(None)

    def _refused(self, message: Rejected) -> None:
        self._sent.pop(message.id or "", None)
        if message.code == RejectCode.TOO_FAST:
            self._fail(SdkError("the server holds its clients to a rate; give it the settings for load"))
        elif not self._entered.done():
            self._fail(SdkError(f"the server refused a table: {message.code}"))
        elif message.id == self._nonce and message.code == RejectCode.STALE:
            self._table.run.late()  # the hand goes on without it (CO-5.2)
        else:
            self._table.run.refused()

    def _ended(self, hand: int) -> None:
        """Have seen the result."""
        if self._seat == 0:
            self._table.run.ended()
        self._send(say.ReadyNext(secrets.token_hex(16), self._room, hand))

    def _answer(self, prompt: Prompt) -> None:
        """Answer at once."""
        action = self._choose(prompt)
        command = say.Act(secrets.token_hex(16), self._room, prompt.prompt, action)
        if isinstance(action, Discard):
            self._table.throws()
        self._sent[command.id] = time.perf_counter()
        self._send(command)

    def _choose(self, prompt: Prompt) -> Action:
        offers = prompt.offers
        if offers.win:
            return Win()
        if prompt.kind == "turn":
            return Discard(prompt.tile if prompt.tile in offers.discard else offers.discard[-1])
        self._claims += offers.pong
        return Pong() if offers.pong and self._claims % _PONG_IN == 0 else Pass()

    def _send(self, command: say.Message) -> None:
        assert self._wire is not None
        self._wire.write(encode(command, Codec.MSGPACK))

    def leave(self) -> None:
        """Drop the connection."""
        if self._wire is not None:
            self._wire.transport.abort()
