"""Players without an SDK: they speak the protocol over a raw socket and check what they are told.

A `RawPlayer` reads everything as it comes, keeps what is open, and holds the server to its word: every
stream's numbers follow one another, every command gets one answer. What he does when he is asked is a pure
function of what he is asked, so the same deal is always played the same way, by whatever connections.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from protocol.answers import Entered, Result
from protocol.codec import Codec, decode_message, encode
from protocol.codes import CloseCode
from protocol.events import Event, HandEnded, HandStarted, MatchEnded
from protocol.to_client import (
    Accepted,
    Frame,
    Message,
    Notice,
    Prompt,
    PromptClosed,
    RecordReady,
    Rejected,
    RoomClosed,
    RoomState,
    Snapshot,
    Welcome,
)
from protocol.to_server import (
    Act,
    Command,
    CreateRoom,
    Hello,
    JoinRoom,
    Nonce,
    Ready,
    ReadyNext,
    StartMatch,
)
from protocol.vocabulary import (
    Action,
    Chow,
    DeclareReady,
    Discard,
    Kong,
    Pass,
    Pong,
    StreamPoint,
    View,
    Win,
)  # fmt: skip

M = TypeVar("M", bound=Message)


def play_simply(prompt: Prompt) -> Action:
    """Win if one may, else claim, else declare ready, else throw a tile: never twice a different way."""
    offers = prompt.offers
    if offers.win:
        return Win()
    if prompt.kind == "claim":
        if offers.pong:
            return Pong()
        if offers.kong:
            return Kong(offers.kong[0].tile)
        if offers.chow:
            return Chow(offers.chow[0])
        return Pass()
    if offers.ready:
        return DeclareReady(offers.ready[0].tile, offers.ready[0].pushed)
    return Discard(offers.discard[prompt.n % len(offers.discard)])


@dataclass
class Memory:
    """What a player knows across connections."""

    token: str | None = None
    player: str = ""
    room: str = ""
    code: str = ""
    view: View = "public"
    inc: int = 0
    last: int = 0
    prompt: Prompt | None = None
    state: RoomState | None = None
    snapshots: int = 0
    events: list[Event] = field(default_factory=list)
    results: list[HandEnded] = field(default_factory=list)
    match: MatchEnded | None = None
    record: str | None = None
    pending: dict[str, Command] = field(default_factory=dict)
    answers: dict[str, Accepted | Rejected] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)


class RawPlayer:
    """A player; `connect` may be called again after whatever end of a connection."""

    def __init__(
        self,
        url: Callable[[], str],
        codec: Codec = Codec.MSGPACK,
        choose: Callable[[Prompt], Action | None] = play_simply,
        *,
        nonces: bool = True,
        hands_on: bool = True,
    ) -> None:
        self.mind = Memory()
        self.close_code: int | None = None
        self.fault: Exception | None = None
        """What the server did that it must not do."""
        self.url = url
        """Where it connects next."""
        self._codec = codec
        self.choose = choose
        self._nonces = nonces
        self._hands_on = hands_on
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._ids = itertools.count(1)
        self._own = secrets.token_bytes(8)
        self._welcome: Welcome | None = None

    # ------------------------------------------------------------ the connection

    async def connect(
        self, name: str | None = None, *, resume: bool = True, device_code: str | None = None
    ) -> Welcome:
        """Come in, or come back, and send again what was not answered."""
        self._socket = await connect(
            self.url(),
            subprotocols=[Subprotocol(self._codec.subprotocol)],
            ping_interval=None,
            compression=None,
            max_size=None,
        )
        self.close_code = None
        self._welcome = None
        mind = self.mind
        point = StreamPoint(mind.room, mind.view, mind.inc, mind.last) if resume and mind.room else None
        await self._send(Hello((1,), mind.token, device_code, name, resume=(point,) if point else ()))
        unanswered = list(mind.pending.values())
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.until(lambda: self._welcome is not None or self.close_code is not None)
        for command in unanswered:
            await self._send(command)
        return self._let_in()

    def _let_in(self) -> Welcome:
        assert self._welcome is not None, f"not let in: {self.close_code}"
        return self._welcome

    def drop(self) -> None:
        """Cut the connection as a dead network does."""
        assert self._socket is not None
        self._socket.transport.abort()

    async def leave(self) -> None:
        """Close the connection in good order."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    async def gone(self) -> int | None:
        """Wait for the end of the connection and return its close code."""
        assert self._reader is not None
        await asyncio.shield(self._reader)
        return self.close_code

    @property
    def is_connected(self) -> bool:
        """Whether there is a connection that has not ended."""
        return self._reader is not None and not self._reader.done()

    # ------------------------------------------------------------ talking

    async def say(self, command: Command) -> Result | None:
        """Send a command under a new id and return what its acceptance brings. Raises: Refused."""
        answer = await self.ask(command)
        if isinstance(answer, Rejected):
            raise Refused(answer)
        return answer.result

    async def ask(self, command: Command) -> Accepted | Rejected:
        """Send a command under a new id and return its answer, by whichever connection it comes."""
        return await self.answer(await self.send(command))

    async def send(self, command: Command) -> str:
        """Send a command under a new id and return the id."""
        own = replace(command, id=self.new_id())
        self.mind.pending[own.id] = own
        await self._send(own)
        return own.id

    async def answer(self, command_id: str) -> Accepted | Rejected:
        """Wait for the answer to a command."""
        await self.until(lambda: command_id in self.mind.answers)
        return self.mind.answers[command_id]

    def new_id(self) -> str:
        """Return an id that was never used."""
        return self._own.hex() + f"{next(self._ids):016x}"

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something is so; it is looked at whenever a message has come."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.fault is not None or holds())
        if self.fault is not None:
            raise self.fault

    # ------------------------------------------------------------ shortcuts

    async def create(self, ruleset: str = "nanning", **options: object) -> Entered:
        """Make a room, and remember it."""
        command = CreateRoom("", ruleset, **options)  # type: ignore[arg-type]  # the caller knows them
        return self._entered(await self.say(command))

    async def join(self, code: str, sit: bool = True) -> Entered:
        """Come into a room, and remember it."""
        return self._entered(await self.say(JoinRoom("", code, sit)))

    async def ready(self) -> None:
        """Be ready."""
        await self.say(Ready("", self.mind.room, True))

    async def start(self) -> None:
        """Start the match."""
        await self.say(StartMatch("", self.mind.room))

    def _entered(self, result: Result | None) -> Entered:
        assert isinstance(result, Entered)
        self.mind.room, self.mind.code, self.mind.view = result.room, result.code, result.view
        return result

    # ------------------------------------------------------------ hearing

    async def _send(self, message: Command | Hello) -> None:
        assert self._socket is not None
        data = encode(message, self._codec)
        try:
            await self._socket.send(data, text=self._codec.is_text)
        except ConnectionClosed:
            return  # it is sent again when he comes back

    async def _read(self, socket: ClientConnection) -> None:
        try:
            while True:
                data = await socket.recv()
                message = decode_message(data, self._codec)
                await self._hear(message)  # type: ignore[arg-type]  # what the server says can be read
                async with self._changed:
                    self._changed.notify_all()
        except ConnectionClosed:
            self.close_code = socket.close_code
        except Exception as fault:
            self.fault = fault
        finally:
            async with self._changed:
                self._changed.notify_all()

    async def _hear(self, message: Message) -> None:
        mind = self.mind
        match message:
            case Welcome():
                self._welcome = message
                mind.token, mind.player = message.token, message.player
            case Accepted(own_id) | Rejected(own_id) if own_id is not None:
                assert mind.pending.pop(own_id, None) is not None, f"answered twice: {message}"
                mind.answers[own_id] = message
            case Rejected():
                raise AssertionError(message)
            case Snapshot():
                mind.room, mind.view = message.room, message.view
                mind.inc, mind.last = message.inc, message.n
                mind.snapshots += 1
            case Frame():
                await self._event(message)
            case Prompt():
                mind.prompt = message
                await self.act()
            case PromptClosed():
                if mind.prompt is not None and mind.prompt.prompt == message.prompt:
                    mind.prompt = None
            case RoomState():
                mind.state = message
            case Notice():
                mind.notices.append(message.code)
            case RecordReady():
                mind.record = message.match
            case RoomClosed():
                mind.closed.append(message.cause)
            case _:
                pass

    async def _event(self, frame: Frame) -> None:
        mind = self.mind
        assert (frame.room, frame.view) == (mind.room, mind.view), frame
        assert (frame.inc, frame.n) == (mind.inc, mind.last + 1), f"{frame} after {mind.inc}/{mind.last}"
        mind.last = frame.n
        event = frame.event
        mind.events.append(event)
        if isinstance(event, HandStarted) and self._nonces:
            await self.send(Nonce("", mind.room, event.hand, f"{event.hand:02x}" * 32))
        elif isinstance(event, HandEnded):
            mind.results.append(event)
            mind.prompt = None
            if self._hands_on:
                await self.send(ReadyNext("", mind.room, event.result.hand))
        elif isinstance(event, MatchEnded):
            mind.match = event

    async def act(self) -> None:
        """Answer the prompt, if there is one that was not answered."""
        prompt = self.mind.prompt
        if prompt is None or prompt.answered is not None:
            return
        action = self.choose(prompt)
        if action is not None:
            await self.send(Act("", self.mind.room, prompt.prompt, action))


class Refused(Exception):
    """A command was refused."""

    def __init__(self, rejected: Rejected) -> None:
        super().__init__(str(rejected))
        self.code = rejected.code


def comes_back(code: int | None) -> bool:
    """Say whether a client shall come back by itself after this close code."""
    named = next((one for one in CloseCode if one.value == code), None)
    return named is None or named.reconnect != "no"
