"""The desk: what is asked for outside the rooms, or on the way into one.

A command to a room is only handed on; the room answers it. What the desk decides itself is answered here,
once. Nobody is a member of two rooms: a member who asks to come in elsewhere is answered by his own room, a
watcher leaves what he watches. Limits by address stand here; those of one connection are the session's.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Final

from protocol.answers import DeviceCodeMade, Renamed, Result
from protocol.codes import RejectCode
from protocol.to_client import Accepted, Matched, Rejected, RoomClosed, Running
from protocol.to_server import (
    CancelQuickMatch,
    Command,
    CreateRoom,
    DeviceCode,
    GetCatalogue,
    GetLobby,
    GetRecord,
    GetRules,
    JoinRoom,
    QuickMatch,
    Rename,
    RoomCommand,
    Watch,
)
from server import lobby
from server.auth import DEVICE_CODE_S, Player, Players
from server.books import BadOption, Books
from server.bus import Bus
from server.config import Settings
from server.effects import Detach, Enter, Repeat, Submit
from server.hub import Hub
from server.names import BadName, read_name
from server.notes import Seating
from server.peers import Peer
from server.ports import BUSY_MS, Clock, House, Made
from server.quick import Queue, Waiter
from server.ratelimit import PerAddress
from server.reception import STORE_MS, WrongCodes, bad_name
from server.relay import Relay
from server.store.base import Store, StoreError
from server.whereabouts import Whereabouts

MAKING_S: Final = 10
"""Seconds for which a mark that somebody is making a room is good."""
LOOK_S: Final = 0.05


class Desk:
    """The desk of one node; the composition root gives it everything it works with."""

    def __init__(
        self,
        *,
        settings: Settings,
        clock: Clock,
        store: Store,
        players: Players,
        hub: Hub,
        bus: Bus,
        house: House,
        whereabouts: Whereabouts,
        relay: Relay,
        listings: lobby.Listings,
        queue: Queue,
        books: Books,
        records: lobby.Records,
        wrong_codes: WrongCodes,
        random: Callable[[int], bytes],
    ) -> None:
        self.draining = False
        self._clock = clock
        self._store = store
        self._players = players
        self._hub = hub
        self._bus = bus
        self._house = house
        self._whereabouts = whereabouts
        self._books = books
        self._records = records
        self._random = random
        self._wrong_codes = wrong_codes
        self._listings = listings
        self._quick = queue
        self._relay = relay
        self._recent = lobby.Recent()
        self._new_rooms = PerAddress(settings.rooms_per_minute)
        self._most_watchers = settings.watchers_per_room
        self._making: dict[str, asyncio.Future[Made | None]] = {}
        relay.on(Seating, self._seated)

    def gone(self, peer: Peer) -> None:
        """Take in that a connection is closed: who waited for a quick match on it waits no more."""
        if self._hub.speakers.of(peer.player) in (None, peer.id):
            self._quick.leave(peer.player)

    def hand_on(self, peer: Peer, command: Command) -> bool:
        """Hand a command on to its room, which answers it; say whether it was one to a room."""
        if not isinstance(command, RoomCommand):
            return False
        posted = self._bus.post(command.room, Submit(peer.id, peer.player, command, peer.rtt_ms))
        self._not_taken(peer, command.id, posted)
        return True

    async def ask(self, peer: Peer, command: Command) -> None:
        """Carry out a command, or hand it on to its room; it is answered once."""
        if self.hand_on(peer, command):
            return
        answered = self._recent.find(peer.player, command.id)
        if isinstance(answered, Accepted):
            self._hub.send(peer, answered)
            return
        try:
            await self._outside(peer, command)
        except StoreError:
            self._reject(peer, command.id, RejectCode.STORE_DOWN, retry_ms=STORE_MS)

    async def _outside(self, peer: Peer, command: Command) -> None:
        match command:
            case CreateRoom():
                await self._create(peer, command)
            case JoinRoom():
                await self._join(peer, command)
            case Watch():
                await self._watch(peer, command)
            case QuickMatch():
                await self._queue(peer, command)
            case CancelQuickMatch():
                if self._quick.leave(peer.player) is not None:
                    self._accept(peer, command.id, keep=True)
                else:
                    self._reject(peer, command.id, RejectCode.NOT_NOW)
            case Rename():
                await self._rename(peer, command)
            case DeviceCode():
                code = await self._players.make_device_code(peer.player)
                self._accept(peer, command.id, DeviceCodeMade(code, DEVICE_CODE_S * 1000), keep=True)
            case GetLobby():
                self._accept(peer, command.id, await self._listings.show(command.ruleset))
            case GetCatalogue():
                self._accept(peer, command.id, self._books.catalogue())
            case GetRules():
                try:
                    self._accept(peer, command.id, self._books.sheet(command.ruleset, command.options))
                except BadOption as error:
                    self._bad_option(peer, command.id, error)
            case GetRecord():
                found = await self._records.find(command.match, peer.player)
                if found is None:
                    self._reject(peer, command.id, RejectCode.UNKNOWN_MATCH)
                else:
                    self._accept(peer, command.id, found)

    async def _rename(self, peer: Peer, command: Rename) -> None:
        room = await self._where(peer.player)
        if room is not None:
            self._reject(peer, command.id, RejectCode.IN_ROOM, room=room)
            return
        try:
            name = read_name(command.name)
        except BadName as error:
            self._hub.send(peer, bad_name(command.id, error, peer.lang))
            return
        await self._players.keep(Player(peer.player, name, peer.lang))
        peer.name = name
        self._accept(peer, command.id, Renamed(name), keep=True)

    # ------------------------------------------------------------ into rooms

    async def _create(self, peer: Peer, command: CreateRoom) -> None:
        if await self._elsewhere(peer, command.id, None):
            return
        if self.draining:
            self._reject(peer, command.id, RejectCode.DRAINING)
            return
        wait = self._new_rooms.take(peer.address, self._clock.now())
        if wait:
            self._reject(peer, command.id, RejectCode.TOO_FAST, retry_ms=wait)
            return
        self._unwatch(peer, None)
        self._quick.leave(peer.player)
        await self._make(peer, Enter(peer.id, peer.player, peer.name, command.id, "player", "seat0"), command)

    async def _make(self, peer: Peer, enter: Enter, command: CreateRoom) -> Made | None:
        """Make a room for a player, who makes no other meanwhile."""
        peer.heading = ""
        making = asyncio.ensure_future(self._make_alone(peer, enter, command))
        self._making[peer.player] = making
        try:
            return await making
        finally:
            if self._making.get(peer.player) is making:
                del self._making[peer.player]

    async def _make_alone(self, peer: Peer, enter: Enter, command: CreateRoom) -> Made | None:
        """Make a room when no other node makes one for the player: he may have asked there and come here."""
        mark, own = f"making {peer.player}", str(peer.id).encode()
        while not await self._store.put_once(mark, own, MAKING_S):
            await self._clock.sleep(LOOK_S)
        try:
            made = await self._whereabouts.find(peer.player)
            if made is not None and await self._bus.reach(made.room):
                self._hub.believe(peer.player, made)
                posted = self._bus.post(made.room, Repeat(peer.id, peer.player, enter.command_id))
                self._not_taken(peer, enter.command_id, posted)
                return None
            return await self._house.create(enter, command)
        finally:
            with contextlib.suppress(StoreError):  # it runs out by itself
                await self._store.take_once(mark)

    async def _join(self, peer: Peer, command: JoinRoom) -> None:
        room = await self._find(peer, command.id, command.code)
        if room is None or await self._elsewhere(peer, command.id, room):
            return
        self._enter(
            peer, room, Enter(peer.id, peer.player, peer.name, command.id, "player", "public", command.sit)
        )

    async def _watch(self, peer: Peer, command: Watch) -> None:
        room = command.room or await self._find(peer, command.id, command.code or "")
        if room is None or await self._elsewhere(peer, command.id, room):
            return
        if peer.room != room and self._hub.count_watchers(room) >= self._most_watchers:
            self._reject(peer, command.id, RejectCode.ROOM_FULL)
            return
        enter = Enter(peer.id, peer.player, peer.name, command.id, "watcher", command.view, False)
        self._enter(peer, room, enter)

    def _enter(self, peer: Peer, room: str, enter: Enter) -> None:
        self._unwatch(peer, room)
        self._quick.leave(peer.player)
        newly = enter.role == "player" and self._hub.room_of(peer.player) is None
        if newly:
            self._hub.reserve(peer.player, room)
        peer.heading = room
        posted = self._bus.post(room, enter)
        if posted != "taken" and newly:
            self._hub.release(peer.player, room)
        self._not_taken(peer, enter.command_id, posted)

    async def _find(self, peer: Peer, command_id: str, code: str) -> str | None:
        """Return the room of an invite code; a wrong one is counted and answered."""
        if not self._wrong_codes.may_try(peer.address):
            self._reject(peer, command_id, RejectCode.TOO_FAST, retry_ms=60_000)
            return None
        room = await self._store.find_code(code.strip().upper())
        if room is None:
            self._wrong_codes.count(peer.address)
            self._reject(peer, command_id, RejectCode.WRONG_CODE)
        return room

    async def _elsewhere(self, peer: Peer, command_id: str, room: str | None) -> bool:
        """Let a member's own room answer, if he asks to come into another; say whether it will."""
        making = self._making.get(peer.player)
        if making is not None:  # by an earlier connection of his: let it come to an end first
            await asyncio.wait([making])
        own = await self._where(peer.player)
        if own is None or own == room:
            return False
        if not await self._bus.reach(own):
            self._hub.release(peer.player, own)
            self._store.note_member(peer.player, own, None)
            return False
        posted = self._bus.post(own, Repeat(peer.id, peer.player, command_id))
        self._not_taken(peer, command_id, posted)
        return True

    async def _where(self, player: str) -> str | None:
        """Return the room a player is a member of; of one that is not here, as the store has it noted."""
        own = self._hub.room_of(player)
        if own is not None and self._house.epoch(own) is not None:
            return own
        running = await self._whereabouts.find(player)
        now = self._hub.room_of(player)
        if now is not None and (now != own or (running is None and self._hub.running(player) is None)):
            return now  # he is on his way into it, or has come into it meanwhile
        self._hub.believe(player, running)
        return None if running is None else running.room

    def _unwatch(self, peer: Peer, room: str | None) -> None:
        """Let a watcher leave what he watches, on his way to another room."""
        old = peer.room if peer.is_watcher else ""
        if old and old != room:
            self._bus.post(old, Detach(peer.id, peer.player))
            self._hub.unlisten(peer)
            self._hub.send(peer, RoomClosed(old, "unwatched"))

    async def _queue(self, peer: Peer, command: QuickMatch) -> None:
        if await self._elsewhere(peer, command.id, None):
            return
        if not self._books.has_ruleset(command.ruleset):
            self._bad_option(peer, command.id, BadOption("ruleset", ""))
            return
        if self.draining:
            self._reject(peer, command.id, RejectCode.DRAINING)
            return
        four = await self._quick.join(peer.player, command.ruleset)
        self._accept(peer, command.id, keep=True)
        if four is not None:
            await self._seat(four, command.ruleset)

    async def _seat(self, four: Sequence[Waiter], ruleset: str) -> None:
        """Seat four who wait for a quick match; if nothing comes of it, those in no room wait anew."""
        is_seated = False
        try:
            with contextlib.suppress(StoreError):
                is_seated = await self._seat_now(four, ruleset)
        finally:
            if not is_seated:
                free = [waiter.player for waiter in four if self._free(waiter.player) is not None]
                self._quick.wait_anew(free, ruleset)

    async def _seat_now(self, four: Sequence[Waiter], ruleset: str) -> bool:
        """Make a room for four, and tell each, or his node, where he sits; say whether it could be made."""
        here = [peer for waiter in four if (peer := self._free(waiter.player)) is not None]
        if not here:
            return False
        host, others = here[0], [peer.player for peer in here[1:]]
        self._unwatch(host, None)
        room = CreateRoom(self._random(16).hex(), ruleset)
        made = await self._make(host, Enter(host.id, host.player, host.name, "", "player", "seat0"), room)
        if made is None:
            return False
        self._hub.when_member(host.player, self._tell(host, made.code))
        for player in others:
            self._bring(player, made.room, made.code, ruleset)
        for waiter in four:
            if waiter.owner != self._relay.me:
                note = Seating(waiter.player, made.room, made.code)
                self._relay.send(waiter.owner, note)
        return True

    def _seated(self, sender: str, note: Seating) -> None:
        """Bring a player of this node into the room that another has made for his quick match."""
        ruleset = self._quick.leave(note.player)
        if ruleset is not None:
            self._bring(note.player, note.room, note.code, ruleset)

    def _bring(self, player: str, room: str, code: str, ruleset: str) -> None:
        """Bring a player into the room of his quick match, unless he has gone into another meanwhile.

        Where the room cannot take him he waits anew.
        """
        peer = self._free(player)
        if peer is None:
            return
        self._hub.when_member(player, self._tell(peer, code), lambda: self._wait_anew(player, ruleset))
        self._enter(peer, room, Enter(peer.id, peer.player, peer.name, "", "player", "public"))

    def _wait_anew(self, player: str, ruleset: str) -> None:
        if self._free(player) is not None:
            self._quick.wait_anew([player], ruleset)

    def _free(self, player: str) -> Peer | None:
        """Return the connection of a player who is in no room and on his way into none."""
        is_bound = self._hub.room_of(player) is not None or player in self._making
        return None if is_bound else self._peer_of(player)

    def _tell(self, peer: Peer, code: str) -> Callable[[Running], None]:
        def told(now: Running) -> None:
            if now.seat is not None:
                self._hub.send(peer, Matched(now.room, now.view, now.seat, code))

        return told

    async def pulse(self) -> None:
        """Say each second who waits and what is listed here."""
        self._listings.pulse()
        for ruleset, four in await self._quick.pulse(seats=not self.draining):
            await self._seat(four, ruleset)

    def _peer_of(self, player: str) -> Peer | None:
        return self._hub.peers.get(self._hub.speakers.of(player) or 0)

    # ------------------------------------------------------------ answers

    def _accept(self, peer: Peer, command_id: str, result: Result | None = None, keep: bool = False) -> None:
        answer = Accepted(command_id, result)
        if keep:
            self._recent.keep(peer.player, command_id, answer)
        self._hub.send(peer, answer)

    def _reject(
        self,
        peer: Peer,
        command_id: str,
        code: RejectCode,
        *,
        room: str | None = None,
        retry_ms: int | None = None,
    ) -> None:
        self._hub.send(peer, Rejected(command_id, code, room=room, retry_ms=retry_ms))

    def _bad_option(self, peer: Peer, command_id: str, error: BadOption) -> None:
        self._hub.send(peer, Rejected(command_id, RejectCode.BAD_OPTION, error.message, error.field))

    def _not_taken(self, peer: Peer, command_id: str, posted: str) -> None:
        if posted == "unknown":
            self._reject(peer, command_id, RejectCode.UNKNOWN_ROOM)
        elif posted == "busy":
            self._reject(peer, command_id, RejectCode.BUSY, retry_ms=BUSY_MS)
