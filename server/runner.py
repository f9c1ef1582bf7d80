"""All rooms of a node: made, found again at the start, watched over, let go in good order.

It is the `House` that connections speak to (``ports.py``). Each room lives in its mailbox (``mailbox.py``);
here is what concerns them all: who owns what, invite codes, the watchdog, records to be kept.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from protocol.answers import LiveGame, OpenRoom
from protocol.codes import RejectCode
from protocol.to_server import CreateRoom
from protocol.vocabulary import View
from server.adoption import Adoption, RoomMeta
from server.chance import real_chance
from server.effects import Drain, Effect, Enter, Input, SaveRecord, StoreChanged, Tick, ToConnection
from server.games import RegisteredGames
from server.leaving import Leaving
from server.listing import shown
from server.logs import place_of
from server.mailbox import Mailbox
from server.notes import Released
from server.oversight import Place, Seen, SeenClosely, Unreadable, look, look_closely
from server.ports import Made, Outlet, Posted, Shown
from server.recovery import Founding, found
from server.rooms import Kit
from server.set_aside import SetAside, reason_of
from server.stand_in import make_policies
from server.store.base import (
    Append,
    Appended,
    Journal,
    JournalConflict,
    OutcomeUnknown,
    Owner,
    StaleEpoch,
    StoreDown,
    StoreError,
)
from server.streams import EVERY_VIEW
from server.tasks import end
from server.work import Refused, rejection

if TYPE_CHECKING:
    from server.app import Around

__all__ = ["Rooms", "make_house"]

WATCH_EVERY_S: Final = 1.0
"""How often the watchdog looks."""
_CODE_LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters that nobody mistakes for another."""
_CODE_LENGTH: Final = 6
_ID_BYTES: Final = 9
_RETRY_S: Final = 1.0
_HEADS_AT_ONCE: Final = 100
_ASLEEP_MS: Final = 1500


class Rooms:
    """The rooms of one node."""

    def __init__(self, around: Around, kit: Kit) -> None:
        world = around.world
        self.kit = kit
        self.store = world.store
        self.clock = world.clock
        self.now = world.clock.now
        """Gives the time, in ms."""
        self.report = world.report
        self.meter = around.meter
        self.deliver: Callable[[str, Sequence[Effect]], None] = around.outlet.deliver
        self.outlet: Outlet = around.outlet
        self._relay = around.relay
        self._random = world.random
        self._owner = around.owner
        self._save_record = around.save_record
        self._rooms: dict[str, Mailbox] = {}
        self._set_aside: dict[str, SetAside] = {}
        self._with_work: deque[Mailbox] = deque()
        """Mailboxes that are to work in the loop's next turn."""
        self._adoption = Adoption(self, around.owner)
        self.leaving = Leaving(self, around.owner, around.relay)
        self._background: set[asyncio.Task[None]] = set()
        self._auditing: asyncio.Task[None] | None = None
        self._watchdog: asyncio.Task[None] | None = None
        self._beaten_at = self.now()
        around.relay.on(Released, lambda sender, note: self._released(note))

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await self.clock.sleep(seconds)

    # ---------------------------------------------------------------- the house

    async def start(self) -> None:
        """Bring back every room that is this node's to have. Raises: StoreError."""
        await self._adoption.take_all()
        self._watchdog = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Finish what is under way, save what can be saved, and let all rooms go."""
        await end([self._watchdog])
        await self._adoption.stop()
        await asyncio.gather(*[mailbox.rest() for mailbox in self._rooms.values()])
        if self._background:
            await asyncio.wait(self._background, timeout=_RETRY_S)
        await end(self._background)
        await self.leaving.stop()
        self._rooms.clear()

    def post(self, room: str, what: Input) -> Posted:
        """See `House.post`."""
        taker = self._rooms.get(room) or self._set_aside.get(room)
        return "unknown" if taker is None else taker.post(what)

    def let_work(self, mailbox: Mailbox) -> None:
        """Let a mailbox work in the loop's next turn: one call for all that have something to do."""
        if not self._with_work:
            asyncio.get_running_loop().call_soon(self._work)
        self._with_work.append(mailbox)

    def _work(self) -> None:
        try:
            while self._with_work:
                self._with_work.popleft().work()
        finally:
            if self._with_work:  # a fault in one is told to the loop, and keeps no other from its work
                asyncio.get_running_loop().call_soon(self._work)

    def epoch(self, room: str) -> int | None:
        """See `House.epoch`."""
        if room in self._set_aside:
            return self._set_aside[room].about.epoch
        mailbox = self._rooms.get(room)
        return None if mailbox is None or mailbox.is_gone else mailbox.epoch

    def heads(self, room: str) -> tuple[int, Mapping[View, int]] | None:
        """See `House.heads`."""
        mailbox = self._rooms.get(room)
        if mailbox is None or mailbox.room.is_unsaved:
            return None
        streams = mailbox.room.streams
        return streams.inc, dict(zip(EVERY_VIEW, streams.heads, strict=False))

    async def create(self, host: Enter, command: CreateRoom) -> Made | None:
        """See `House.create`."""
        if self._owner.drains:
            self._refuse(host, Refused(RejectCode.DRAINING))
            return None
        name, code = self._random(_ID_BYTES).hex(), self._new_code()
        try:
            room, plan = found(self.kit, Founding(name, code, command, host), self.now())
        except Refused as refused:
            self._refuse(host, refused)
            return None
        while not await self.store.claim_code(code, name):
            code = self._new_code()
            room, plan = found(self.kit, Founding(name, code, command, host), self.now())
        epoch = await self._make(name, code)
        mailbox = Mailbox(self, room, name, code, epoch, 0)
        self._rooms[name] = mailbox
        await mailbox.begin(plan)
        await self._mind_the_emptying(mailbox)
        return Made(name, code)

    async def _mind_the_emptying(self, mailbox: Mailbox) -> None:
        """Do with a new room what was done with the others if the node was emptied while it was made."""
        if self._owner.drains:
            mailbox.post(Drain())
            if self.leaving.heirs:
                await self.leaving.leave([mailbox.name])

    def _refuse(self, host: Enter, refused: Refused) -> None:
        self.deliver("", [ToConnection(host.connection, rejection(host.command_id, refused))])

    async def _make(self, name: str, code: str) -> int:
        meta = msgspec.msgpack.encode(RoomMeta(code))
        while True:
            try:
                return await self.store.create_room(name, str(self._owner.me), meta)
            except OutcomeUnknown:
                await self.sleep(_RETRY_S)

    def open_rooms(self) -> Sequence[OpenRoom]:
        """See `House.open_rooms`."""
        looked = [each.listed.look(each.room) for each in self._rooms.values()]
        return [listed for listed in looked if listed is not None]

    def live_games(self) -> Sequence[LiveGame]:
        """See `House.live_games`."""
        looked = [each.listed.live(each.room) for each in self._rooms.values()]
        return [listed for listed in looked if listed is not None]

    async def hand_over(self, others: Sequence[Owner]) -> None:
        """See `House.hand_over`."""
        self._owner.drains, self.leaving.heirs = True, others
        await self._adoption.stop()
        await self.leaving.leave(list(self._rooms))

    def _released(self, note: Released) -> None:
        if self._owner.is_to_take:
            self._adoption.hear_of(note.rooms)

    def beaten(self) -> None:
        """See `House.beaten`; a node that did not beat for a while may have lost its rooms to others."""
        now, before = self.now(), self._beaten_at
        self._beaten_at = now
        if now - before > _ASLEEP_MS:
            self.audit()
        if self._owner.is_to_take:
            self._adoption.look()

    def shown(self, room: str) -> Shown | None:
        """See `House.shown`."""
        mailbox = self._rooms.get(room)
        return None if mailbox is None else shown(mailbox.room)

    def store_changed(self, up: bool) -> None:
        """See `House.store_changed`; one that is back may be another, and behind."""
        if up:
            self.audit()
            self.leaving.look_again()
        for mailbox in list(self._rooms.values()):
            mailbox.post(StoreChanged(up))

    def drain(self) -> None:
        """See `House.drain`."""
        self._owner.drains = True
        for mailbox in list(self._rooms.values()):
            mailbox.post(Drain())

    def overdue(self) -> int:
        """See `House.overdue`."""
        now = self.now()
        return sum(mailbox.is_overdue(now) for mailbox in self._rooms.values())

    def names(self) -> Sequence[str]:
        """See `House.names`."""
        return list(self._rooms)

    def look(self, room: str) -> Seen | None:
        """See `House.look`."""
        mailbox = self._rooms.get(room)
        return None if mailbox is None else look(mailbox.room, self._place(mailbox), self.now())

    def look_closely(self, room: str) -> SeenClosely | None:
        """See `House.look_closely`."""
        mailbox = self._rooms.get(room)
        return None if mailbox is None else look_closely(mailbox.room, self._place(mailbox), self.now())

    def _place(self, mailbox: Mailbox) -> Place:
        table = mailbox.room.running
        plays = table is not None and table.in_play is not None
        return Place(
            self._owner.me, mailbox.epoch, mailbox.kept_from if plays else mailbox.position,
            mailbox.stood.since, mailbox.is_overdue(self.now()),
        )  # fmt: skip

    def unreadable(self) -> Mapping[str, Unreadable]:
        """See `House.unreadable`."""
        return {room: each.about for room, each in self._set_aside.items()}

    def discard(self, room: str) -> bool:
        """See `House.discard`."""
        kept = self._set_aside.pop(room, None)
        if kept is None:
            return False
        self.in_background(self.delete(room, kept.code, kept.about.epoch))
        return True

    # ---------------------------------------------------------------- what adoption asks

    def has(self, room: str) -> bool:
        """Tell whether a room lives here."""
        return room in self._rooms

    def find(self, room: str) -> Mailbox | None:
        """Return the mailbox of a room that lives here."""
        return self._rooms.get(room)

    def take_in(self, mailbox: Mailbox) -> None:
        """Let a room that was found again live here; where the node is being emptied it is let go in turn."""
        self._rooms[mailbox.name] = mailbox
        if self._owner.drains:  # before what waits for it, by which a match might begin
            mailbox.post(Drain())
        self.outlet.come(mailbox.name)

    async def read(self, room: str) -> Journal:
        """Read a room's journal, until the store has answered. Raises: StoreFault."""
        while True:
            try:
                return await self.store.read(room)
            except (StoreDown, OutcomeUnknown):
                await self.sleep(_RETRY_S)

    # ---------------------------------------------------------------- what mailboxes ask

    async def restore(self, mailbox: Mailbox, kept: Append) -> Appended:
        """Put back what the store has lost of a room. Raises: StaleEpoch, JournalConflict, StoreError."""
        self.audit()
        meta = msgspec.msgpack.encode(RoomMeta(mailbox.code))
        done = await self.store.restore(kept, str(self._owner.me), meta)
        await self.store.claim_code(mailbox.code, mailbox.name)
        return done

    def audit(self) -> None:
        """Look whether the store has all that it acknowledged: where a room misses something, others may."""
        if self._auditing is None or self._auditing.done():
            self._auditing = self.in_background(self._audit())

    async def _audit(self) -> None:
        names = [*self._rooms, *self._set_aside]
        for at in range(0, len(names), _HEADS_AT_ONCE):
            some = names[at : at + _HEADS_AT_ONCE]
            try:
                heads = await self.store.heads(some)
            except StoreError:
                return  # it is away again, and looked over when it is back
            for name in some:
                head = heads.get(name)
                if (mailbox := self._rooms.get(name)) is not None:
                    mailbox.compare(head)
                elif head is None or head.epoch != self.epoch(name):
                    self._set_aside.pop(name, None)  # somebody has taken it, who may be able to read it

    def trouble(self, error: StoreError) -> None:
        """Hear that the store did not answer a room; its being away is found out by asking it by itself."""

    def alarm(self, room: str, error: BaseException) -> None:
        """Raise the alarm: a fault of ours. It says the kind of error and the line, nothing of a hand."""
        about = {"room": room, "reason": type(error).__name__, "where": place_of(error)}
        self.report("table_fault", about)

    def keep_record(self, effect: SaveRecord) -> asyncio.Task[None]:
        """Keep a finished match's record."""
        return self.in_background(self._keep_record(effect))

    async def _keep_record(self, effect: SaveRecord) -> None:
        def save() -> Awaitable[None]:
            return self._save_record(effect.match, effect.data, effect.players, effect.public)

        await self.until_answered(save)
        while self.store.replicas:
            try:
                if await self.store.is_replicated():
                    return
            except StoreError:
                # It may have failed over to a replica that has it not.
                await self.sleep(_RETRY_S)
                await self.until_answered(save)

    def trim(self, mailbox: Mailbox, upto: int) -> None:
        """Drop what stands in a journal before a checkpoint."""
        self.in_background(self._trim(mailbox, mailbox.record, upto))

    async def _trim(self, mailbox: Mailbox, record: asyncio.Task[None] | None, upto: int) -> None:
        await _ended(record)
        await self.until_answered(lambda: self.store.trim(mailbox.name, mailbox.epoch, upto))

    def drop(self, mailbox: Mailbox) -> None:
        """Have no more to do with a room."""
        self._rooms.pop(mailbox.name, None)

    def set_aside(self, room: str, code: str, epoch: int, why: BaseException) -> None:
        """Leave a room that is ours and does not read in the store, for people to see; who comes is told."""
        self._set_aside[room] = SetAside(self, room, code, Unreadable(epoch, reason_of(why)))
        self.outlet.come(room)

    def forget(self, mailbox: Mailbox) -> None:
        """Delete a room that is no more."""
        self.drop(mailbox)
        self.in_background(self._forget(mailbox))

    async def _forget(self, mailbox: Mailbox) -> None:
        await _ended(mailbox.record)
        await self.delete(mailbox.name, mailbox.code, mailbox.epoch)

    async def delete(self, name: str, code: str, epoch: int) -> None:
        """Delete a room and free its code, until the store has answered."""
        await self.until_answered(lambda: self.store.delete_room(name, epoch))
        await self.until_answered(lambda: self.store.release_code(code, name))

    async def until_answered(self, call: Callable[[], Any]) -> None:
        """Repeat a call that may be repeated, until the store has answered."""
        while True:
            try:
                await call()
                return
            except (StaleEpoch, JournalConflict):
                return
            except StoreError:
                await self.sleep(_RETRY_S)

    def in_background(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something be done that nobody waits for but the end of the house, for a moment."""
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task

    # ---------------------------------------------------------------- the watchdog

    async def _watch(self) -> None:
        while True:
            await self.sleep(WATCH_EVERY_S)
            self._look()

    def _look(self) -> None:
        """Act for every table that has not acted itself: its deadline is due, and nobody heard it."""
        now = self.now()
        for mailbox in list(self._rooms.values()):
            try:
                mailbox.stood.look(mailbox.room, now)
                if mailbox.is_overdue(now):
                    self.report("table_overdue", {"room": mailbox.name})
                    mailbox.post(Tick("watchdog"))
                mailbox.listed.look(mailbox.room)
                mailbox.listed.live(mailbox.room)
            except Exception as error:  # the other rooms are to be looked at, now and again
                self.alarm(mailbox.name, error)

    def _new_code(self) -> str:
        letters: list[str] = []
        while len(letters) < _CODE_LENGTH:
            number = self._random(1)[0]
            if number < 256 - 256 % len(_CODE_LETTERS):
                letters.append(_CODE_LETTERS[number % len(_CODE_LETTERS)])
        return "".join(letters)


async def _ended(record: asyncio.Task[None] | None) -> None:
    """Wait until a record is kept; what it was made of must stay until then."""
    if record is not None:
        await asyncio.wait({record})


def make_house(around: Around) -> Rooms:
    """Make the rooms of a node."""
    chance, most = real_chance(around.world.random), around.settings.watchers_per_room
    return Rooms(around, Kit(RegisteredGames(), chance, make_policies(), most_watchers=most))
