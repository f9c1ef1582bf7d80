"""The client: one player's connection that heals itself, and the rooms reached through it.

A thin asyncio shell around ``session``: it puts commands, and hands answers and happenings to whoever waits
for them. ``connection`` runs in one task; everything is done in one event loop, none of it is safe across
threads. Clock, randomness and the way to connect are handed in and default to the real ones.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Any, Literal, Self, TypeVar

from clients.sdk import happenings as h
from clients.sdk.connection import Connection
from clients.sdk.errors import Gone, Refused, SdkError, Unreachable
from clients.sdk.happenings import Happening
from clients.sdk.pacing import Backoff
from clients.sdk.room import Room
from clients.sdk.session import Habits, Identity, Session
from clients.sdk.waiting import Bell, Clock, RealClock, Subscription
from clients.sdk.wire import Connect, connect_websocket
from protocol import answers
from protocol import to_client as told
from protocol import to_server as say
from protocol.codec import Codec
from protocol.vocabulary import Options, View

__all__ = ["Client", "ConnectionState"]

ConnectionState = Literal["connecting", "open", "lost", "over"]
_Answer = TypeVar("_Answer")
_BOTH = (Codec.MSGPACK, Codec.JSON)


class Client:
    """One player at one server.

    ``unfair``: what to do when a deal was not the one committed to: ``raise`` it where the room is waited
    upon, or ``tell`` it among the happenings alone. ``insist``: keep trying when the first connection fails.
    """

    def __init__(
        self,
        url: str,
        *,
        name: str | None = None,
        token: str | None = None,
        device_code: str | None = None,
        lang: Literal["zh", "en"] = "zh",
        program: str = "sifang-sdk/0.1",
        habits: Habits | None = None,
        unfair: Literal["raise", "tell"] = "raise",
        insist: bool = False,
        codecs: tuple[Codec, ...] = _BOTH,
        connect: Connect = connect_websocket,
        clock: Clock | None = None,
        random: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._clock = RealClock() if clock is None else clock
        backoff = Backoff(lambda: int.from_bytes(random(4), "big") / 2**32)
        identity = Identity(name, token, device_code, lang, program)
        self._session = Session(identity, Habits() if habits is None else habits, random, backoff)
        self._connection = Connection(
            self._session, url, codecs, connect, self._clock, self._deliver, insist
        )
        self.unfair = unfair
        self.state: ConnectionState = "connecting"
        self._asking: dict[str, asyncio.Future[told.Accepted | told.Rejected]] = {}
        self._echoes: dict[int, asyncio.Future[told.Echo]] = {}
        self._rooms: dict[str, Room] = {}
        self._subscriptions: list[Subscription[Happening]] = []
        self._bell = Bell()
        self._task: asyncio.Task[None] | None = None
        self._end: SdkError | None = None

    # ------------------------------------------------------------ life

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()

    async def open(self) -> None:
        """Connect and say hello; also to come back after the connection was over.

        Raises:
            Unreachable: nobody there (unless it insists).
            Refused: the hello will not do, a bad name for instance.
            Gone: the server closed the connection for good.
        """
        if self._task is None or self._task.done():
            self._end, self.state = None, "connecting"
            self._task = asyncio.create_task(self._run())
        while self.state != "open":
            if self._end is not None:
                raise self._end
            await self._bell.wait()

    async def close(self) -> None:
        """Close the connection; the player stays a player, and his token good."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
        self._finish(Gone(1000, "closed by this client"))
        self._close_subscriptions()

    def retry_now(self) -> None:
        """Try again at once instead of waiting out the pause."""
        self._connection.hurry()

    def cut(self) -> None:
        """Drop the connection as a broken network would; it heals by itself."""
        self._connection.cut()

    # ------------------------------------------------------------ what is known

    @property
    def token(self) -> str | None:
        """What to come back with, from another process too: keep it like a password."""
        return self._session.token

    @property
    def welcome(self) -> told.Welcome:
        """The server's last welcome: player id, name, limits. Raises: SdkError before the first."""
        if self._session.welcome is None:
            raise SdkError("not connected yet")
        return self._session.welcome

    @property
    def player(self) -> str:
        """The own public id."""
        return self.welcome.player

    @property
    def rooms(self) -> Mapping[str, Room]:
        """The rooms one is in or watches, by id."""
        for name, model in self._session.rooms.items():
            if name not in self._rooms or self._rooms[name].model is not model:
                self._rooms[name] = Room(self, model)
        for name in self._rooms.keys() - self._session.rooms.keys():
            del self._rooms[name]
        return self._rooms

    @property
    def running(self) -> Room | None:
        """The room this player was in already when he came."""
        running = self.welcome.running
        return None if running is None else self.rooms.get(running.room)

    @property
    def ended(self) -> SdkError | None:
        """Why the connection is over, once it is."""
        return self._end

    def now(self) -> int:
        """Tell the client's own time, in ms."""
        return self._clock.now()

    def happenings(self) -> Subscription[Happening]:
        """Follow everything that happens from now on, the connection's ups and downs included."""
        subscription: Subscription[Happening] = Subscription()
        if self._end is not None:
            subscription.close()
        self._subscriptions = [each for each in self._subscriptions if not each.closed]
        self._subscriptions.append(subscription)
        return subscription

    # ------------------------------------------------------------ asking

    def new_id(self) -> str:
        """Draw an id for a command."""
        return self._session.new_id()

    async def call(self, command: say.Command) -> answers.Result | None:
        """Say a command and wait for its one answer, through lost connections and *not now*.

        Raises:
            Refused: it was rejected and changed nothing.
            Gone: the connection is over; whether it was carried out is not known.
        """
        if self._end is not None:
            raise self._end
        future: asyncio.Future[told.Accepted | told.Rejected] = asyncio.get_running_loop().create_future()
        self._asking[command.id] = future
        self._session.put(command)
        self._connection.stir()
        try:
            answer = await future
        finally:
            del self._asking[command.id]
            self._session.drop(command.id)
        if isinstance(answer, told.Rejected):
            raise Refused(answer)
        return answer.result

    async def ping(self) -> int:
        """Measure the way to the server and back, in ms. Raises: Gone."""
        if self._end is not None:
            raise self._end
        at = self._clock.now()
        while at in self._echoes:
            at += 1
        future = self._echoes[at] = asyncio.get_running_loop().create_future()
        self._session.ping(at)
        self._connection.stir()
        try:
            await future
        finally:
            del self._echoes[at]
        return self._clock.now() - at

    async def create_room(
        self,
        ruleset: str = "nanning",
        *,
        options: Options | None = None,
        room_options: Options | None = None,
        bots: int = 0,
    ) -> Room:
        """Make a room and sit down in it as its host. Raises: Refused."""
        command = say.CreateRoom(self.new_id(), ruleset, options or {}, room_options or {}, bots)
        return await self._enter(command)

    async def join_room(self, code: str, *, sit: bool = True) -> Room:
        """Come in by the invite code. Raises: Refused."""
        return await self._enter(say.JoinRoom(self.new_id(), code, sit))

    async def watch(self, room: str | None = None, *, code: str | None = None, view: View = "public") -> Room:
        """Look on: a room by its id or by its invite code. Raises: Refused."""
        return await self._enter(say.Watch(self.new_id(), room, code, view))

    async def quick_match(self, ruleset: str = "nanning") -> Room:
        """Wait to be seated with whoever else asks for this ruleset. Raises: Refused.

        Who loses his connection loses his place: it is asked for again, unless he was seated meanwhile.
        """
        with_matched = self.happenings()
        try:
            await self.call(say.QuickMatch(self.new_id(), ruleset))
            async for each in with_matched:
                if isinstance(each, h.Said) and isinstance(each.message, told.Matched):
                    return self.rooms[each.room]
                if isinstance(each, h.Opened):
                    seated = self.running or await self._wait_again(ruleset)
                    if seated is not None:
                        return seated
        finally:
            with_matched.close()
        raise self._end or Gone(None, "closed")

    async def _wait_again(self, ruleset: str) -> Room | None:
        """Ask for a quick match anew; give the room one has been seated in just now, if so."""
        try:
            await self.call(say.QuickMatch(self.new_id(), ruleset))
        except Refused as refused:
            room = self.rooms.get(refused.answer.room or "")
            if room is None:
                raise
            return room
        return None

    async def lobby(self, ruleset: str | None = None) -> answers.Lobby:
        """List open rooms and live games."""
        return _expect(answers.Lobby, await self.call(say.GetLobby(self.new_id(), ruleset)))

    async def catalogue(self) -> answers.Catalogue:
        """List the rulesets, their options and presets, and the quick phrases."""
        return _expect(answers.Catalogue, await self.call(say.GetCatalogue(self.new_id())))

    async def rules(self, ruleset: str, options: Options | None = None) -> answers.RulesSheet:
        """Give a ruleset's sheet under these options."""
        return _expect(
            answers.RulesSheet, await self.call(say.GetRules(self.new_id(), ruleset, options or {}))
        )

    async def record(self, match: str) -> str:
        """Give a finished match's record, as its exact JSON text. Raises: Refused."""
        return _expect(answers.RecordFound, await self.call(say.GetRecord(self.new_id(), match))).text

    async def rename(self, name: str) -> str:
        """Take another name; give it as it now stands. Raises: Refused."""
        return _expect(answers.Renamed, await self.call(say.Rename(self.new_id(), name))).name

    async def device_code(self) -> answers.DeviceCodeMade:
        """Make a one-time code with which another device becomes this player."""
        return _expect(answers.DeviceCodeMade, await self.call(say.DeviceCode(self.new_id())))

    async def _enter(self, command: say.CreateRoom | say.JoinRoom | say.Watch) -> Room:
        entered = _expect(answers.Entered, await self.call(command))
        room = self.rooms[entered.room]
        await room.until(lambda room: room.model.stream.inc > 0)
        return room

    async def _run(self) -> None:
        try:
            await self._connection.run()
        except Exception as error:
            # A fault of the SDK's own must not leave anybody waiting for ever.
            self._finish(SdkError(f"the client failed: {error!r}"))
            self._close_subscriptions()
            raise

    # ------------------------------------------------------------ handing out

    def _deliver(self, found: list[Happening]) -> bool:
        """Hand each happening to whoever waits for it; say whether the connection is to go on."""
        for each in found:
            self._take_in(each)
            name = getattr(each, "room", "")
            if name in self.rooms:
                self._rooms[name].told(each)
            elif not name:
                for room in self._rooms.values():
                    room.wake()
            for subscription in self._subscriptions:
                subscription.put(each)
        if self._end is not None:
            self._close_subscriptions()
        self._bell.ring()
        return self._end is None

    def _take_in(self, each: Happening) -> None:
        match each:
            case h.Opened():
                self.state = "open"
            case h.Lost():
                self.state = "lost"
                self._fail(self._echoes, Unreachable("the connection was lost"))
            case h.Over():
                first = self._session.welcome is None and each.code is None
                self._finish(Unreachable(each.reason) if first else Gone(each.code, each.reason))
            case h.TurnedAway():
                self._finish(Refused(each.answer))
            case h.Answered():
                _resolve(self._asking.get(each.command.id), each.answer)
            case h.Said(message=told.Echo() as echo):
                _resolve(self._echoes.get(echo.at), echo)
            case _:
                pass

    def _finish(self, end: SdkError) -> None:
        """Note that the connection is over for good, and let nobody wait any longer."""
        if self._end is None:
            self._end, self.state = end, "over"
            self._fail(self._asking, end)
            self._fail(self._echoes, end)
            for room in self._rooms.values():
                room.wake()
            self._bell.ring()

    def _close_subscriptions(self) -> None:
        for subscription in self._subscriptions:
            subscription.close()
        self._subscriptions = []

    @staticmethod
    def _fail(waiting: Mapping[Any, asyncio.Future[Any]], error: SdkError) -> None:
        for future in waiting.values():
            if not future.done():
                future.set_exception(error)


def _resolve(future: asyncio.Future[_Answer] | None, answer: _Answer) -> None:
    if future is not None and not future.done():
        future.set_result(answer)


def _expect(kind: type[_Answer], result: answers.Result | None) -> _Answer:
    """Give the result as what it must be. Raises: SdkError where the server answered with another."""
    if not isinstance(result, kind):
        raise SdkError(f"the server answered with {type(result).__name__}, not {kind.__name__}")
    return result
