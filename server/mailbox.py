"""The asyncio shell around one room: its mailbox, save before send, its timer.

A room deals with one input at a time: it plans, its entries are appended and repeated until the store has
answered, then what it has to say goes out. While the store is away the room stands in the middle of that;
what may wait meanwhile, `inbox.py` decides. Where the store says that somebody else owns the room, it is let
go. Where the store has lost the end of the journal, by a failover to a replica that was behind, what is
missing is put back from here, same bytes and positions: everything since the last checkpoint is kept for
that. Where the room finds its own books wrong the object is thrown away, the journal folded anew and the hand
declared void.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Iterator, Sequence
from functools import partial
from itertools import compress
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from protocol.codes import RejectCode
from protocol.to_client import Rejected, RoomClosed
from server.effects import (
    Attach,
    Detach,
    Effect,
    Enter,
    Halt,
    Input,
    Plan,
    Repeat,
    RoomGone,
    SaveRecord,
    SetTimer,
    StoreChanged,
    Submit,
    Tick,
    ToConnection,
    ToRoom,
)  # fmt: skip
from server.inbox import COMMANDS, Inbox
from server.listing import Listed
from server.oversight import Standstill
from server.ports import Posted, Timer
from server.recovery import read_back, recover
from server.rooms import Room
from server.store.base import Append, Appended, JournalConflict, RoomHead, StaleEpoch, StoreError, StoreFault
from server.store.repeat import append_until_answered
from server.tasks import end

if TYPE_CHECKING:
    from server.runner import Rooms

__all__ = ["Mailbox"]

LATE_MS: Final = 2000
"""How late a deadline may be acted upon before its table counts as overdue."""
_FROM_PEOPLE: Final = (*COMMANDS, Attach, Detach)
_OWN: Final = frozenset({SetTimer, SaveRecord, RoomGone})
"""Effects that are the shell's to carry out; all others are for connections."""
_RETRY_S: Final = 1.0
_GIVE_UP_S: Final = 2.0


class Mailbox:
    """One room and its mailbox."""

    def __init__(
        self, house: Rooms, room: Room, name: str, code: str, epoch: int, position: int,
        kept: Sequence[bytes] = (),
    ) -> None:  # fmt: skip
        self.room = room
        self.name = name
        self.code = code
        self.epoch = epoch
        self.position = position
        self.is_gone = False
        self.stood = Standstill(house.now())
        self.listed = Listed()
        self.record: asyncio.Task[None] | None = None
        """The keeping of the last match's record: until then the journal is all there is of that match."""
        self._kept = list(kept)
        """The entries before `position`, from a checkpoint on."""
        self._must_mend = False
        self._given: Input | None = None
        """What is being dealt with."""
        self._house = house
        self._inbox = Inbox()
        self._is_busy = False
        self._under_way: asyncio.Future[Any] | None = None
        """What the mailbox waits for: the store's answer, or an errand."""
        self._at_rest: asyncio.Future[None] | None = None
        self._timer: Timer | None = None
        self._rings_at = 0
        self._due: int | None = None

    # ---------------------------------------------------------------- in

    def post(self, given: Input) -> Posted:
        """Put an input into the mailbox; of commands no more than 32 wait."""
        if self.is_gone:
            return "unknown"
        if isinstance(given, StoreChanged):
            # Not behind what waits for the store: it tells of nothing that is not saved.
            try:
                self._carry_out(self.room.commit(self.room.step(given, self._house.now()), self._house.now()))
            except Exception as error:  # it must not end the telling of all the other rooms
                self._house.alarm(self.name, error)
            if not given.up:
                return "taken"
            # What was done while the clocks stood let nothing follow: that is for the next step to do.
            given = Tick("store_back")
        posted = self._inbox.put(given, self._house.now(), self.room.presence.has)
        if posted == "taken":
            self._go_on()
        return posted

    async def begin(self, plan: Plan) -> None:
        """Save what the room begins with; whatever is posted meanwhile waits behind it."""
        self._is_busy = True
        try:
            await self.save(plan)
        except BaseException:  # what came next would be journaled without it
            self._house.leaving.free(self)
            self.let_go()
            raise
        self.work()

    def compare(self, head: RoomHead | None) -> None:
        """Compare what the store has with what it should have; where something is being saved, that will."""
        if self._under_way is not None or self.is_gone or not self._kept:
            return
        if head is None or head.epoch != self.epoch or head.length != self.position:
            self._must_mend = True
            self._go_on()

    def _go_on(self) -> None:
        if not self._is_busy:
            self._is_busy = True
            self._house.let_work(self)

    @property
    def kept_from(self) -> int:
        """How long the journal was at its last checkpoint: where the present hand began, or before that."""
        return self.position - len(self._kept)

    def kept(self, more: tuple[bytes, ...] = ()) -> Append:
        """Give what is kept of the journal, and what comes after it, to be put back."""
        return Append(self.name, self.epoch, self.kept_from, (*self._kept, *more))

    def is_overdue(self, now: int) -> bool:
        """Tell whether a deadline has passed unheeded, or a match runs without any (never stuck)."""
        room = self.room
        if self._is_busy or room.clocks.stand:
            return False
        due = room.next_due
        if due is None:
            return room.running is not None
        return due + LATE_MS < now

    async def rest(self) -> None:
        """Wait until the mailbox is empty and everything is saved; drop it if the store does not answer."""
        if self._timer is not None:
            self._timer.cancel()
        if self._is_busy:
            self._at_rest = asyncio.get_running_loop().create_future()
            done, _ = await asyncio.wait({self._at_rest}, timeout=_GIVE_UP_S)
            if not done and self._under_way is not None:
                await end([self._under_way])
        self.is_gone = True

    # ---------------------------------------------------------------- the way of an input

    def work(self) -> None:
        """Deal with what waits, up to where the store must answer first."""
        while (self._inbox or self._must_mend) and not self.is_gone:
            if self._must_mend:
                self._must_mend = False
                self._run_errand(self._mend_alone())
                return
            given, at = self._inbox.take()
            self._given = given
            began = perf_counter()
            try:
                plan = self.room.step(given, at)
            except Exception as error:  # whatever it is, the room object is not to be trusted any more
                self._run_errand(self._start_over(given, error))
                return
            self._house.meter.stage("decide", perf_counter() - began)
            if plan.entries:
                self._begin_saving(plan)
                return
            self._say(plan)
        self._is_busy = False
        if self._at_rest is not None and not self._at_rest.done():
            self._at_rest.set_result(None)

    def _begin_saving(self, plan: Plan) -> None:
        """Ask the store to save a plan's entries; mostly it does, and no task is needed to wait for it."""
        began = perf_counter()
        batch = Append(self.name, self.epoch, self.position, plan.entries)
        saving = self._under_way = asyncio.ensure_future(self._house.store.append(batch))
        saving.add_done_callback(partial(self._answered, plan, began))

    def _answered(self, plan: Plan, began: float, saving: asyncio.Future[Appended]) -> None:
        """Go on with the store's answer; where it is none, in a task that repeats the append until it is."""
        if saving.cancelled():
            return
        if saving.exception() is not None:
            self._run_errand(self.save(plan, saving))
            return
        self._under_way, start = None, self.position
        self.position = saving.result().length
        self._is_saved(plan, start, began)
        if plan.is_final and self._house.store.replicas:
            self._run_errand(self._say_when_replicated(plan))
            return
        self._say(plan)
        self.work()

    def _run_errand(self, errand: Coroutine[Any, Any, None]) -> None:
        """Let something be done that takes its time; what waits in the mailbox waits for it."""
        task = self._under_way = asyncio.get_running_loop().create_task(errand)
        task.add_done_callback(self._errand_done)

    def _errand_done(self, task: asyncio.Future[None]) -> None:
        if task.cancelled():
            return
        self._under_way = None
        error = task.exception()
        if error is not None and not self.is_gone:
            # What the room has come to may not be what is saved: whoever takes it goes on from the journal.
            self._house.alarm(self.name, error)
            self._house.leaving.free(self)
            self.let_go()
        self.work()

    async def save(self, plan: Plan, first: Awaitable[Appended] | None = None) -> None:
        """Save a plan's entries, then say what it says; ``first`` is a try that is under way."""
        if not plan.entries:
            self._say(plan)
            return
        began, start = perf_counter(), self.position
        if await self._append(plan.entries, first):
            self._is_saved(plan, start, began)
            await self._say_when_replicated(plan)
        else:
            self.let_go()

    async def _say_when_replicated(self, plan: Plan) -> None:
        """Say what a plan says; what is final only when a replica has it, where the store has any."""
        if plan.is_final and not await self._is_replicated():
            self.let_go()
        else:
            self._say(plan)

    async def _is_replicated(self) -> bool:
        """Wait until a replica has what was saved, or there is none; tell whether the room is still ours."""
        house, in_doubt = self._house, False
        while house.store.replicas:
            try:
                if await house.store.is_replicated():
                    break
                house.report("replica_late", {"room": self.name})
            except StoreError:
                in_doubt = True
                await house.sleep(_RETRY_S)
        # It may have failed over meanwhile, to a replica that had it not.
        return not in_doubt or await self._mend(())

    def _is_saved(self, plan: Plan, start: int, began: float) -> None:
        """Take in that a plan's entries are saved from ``start`` on."""
        if plan.checkpoint:
            self._kept.clear()
        self._kept += plan.entries
        self._house.meter.stage("journal", perf_counter() - began)
        if plan.checkpoint:
            self._house.trim(self, start)

    def _say(self, plan: Plan) -> None:
        """Say what a plan says. A fault in that is told to people; the mailbox must go on."""
        self._given = None
        try:
            self._carry_out(self.room.commit(plan, self._house.now()))
        except Exception as error:
            self._house.alarm(self.name, error)

    async def _append(self, entries: tuple[bytes, ...], first: Awaitable[Appended] | None) -> bool:
        """Append, until the store has answered; tell whether the room is still ours."""
        batch = Append(self.name, self.epoch, self.position, entries)
        while True:
            try:
                done = await append_until_answered(
                    self._house.store, batch, sleep=self._house.sleep, on_trouble=self._house.trouble,
                    first=first,
                )  # fmt: skip
            except (StaleEpoch, JournalConflict) as error:
                return await self._mend(entries, error)
            except StoreFault as error:
                self._house.report("store_fault", {"room": self.name, "reason": type(error).__name__})
                first = None
                await self._house.sleep(_RETRY_S)
            else:
                self.position = done.length
                return True

    async def _mend_alone(self) -> None:
        if not await self._mend(()):
            self.let_go()

    async def _mend(self, more: tuple[bytes, ...], why: StaleEpoch | JournalConflict | None = None) -> bool:
        """Put back what the store has lost of the room, and what is to be saved; tell whether it is ours.

        It is not if somebody has taken it since, or the journal is longer than we know of, or another.
        """
        if isinstance(why, JournalConflict) and why.length >= self.position:
            return self._is_lost(why)
        batch = self.kept(more)
        while True:
            try:
                done = await self._house.restore(self, batch)
            except (StaleEpoch, JournalConflict) as error:
                return self._is_lost(error)
            except StoreError:
                await self._house.sleep(_RETRY_S)
            else:
                self.position = done.length
                self._house.report("journal_mended", {"room": self.name, "epoch": self.epoch})
                return True

    def _is_lost(self, error: StaleEpoch | JournalConflict) -> bool:
        self._house.report("room_let_go", {"room": self.name, "reason": type(error).__name__})
        if isinstance(error, JournalConflict):
            # It is still ours by its head; whoever takes it goes on from the journal as it is.
            self._house.leaving.free(self)
        return False

    async def _start_over(self, given: Input, error: Exception) -> None:
        """Throw the room object away, fold the journal anew, and end the match: its books were wrong."""
        self._house.alarm(self.name, error)
        if isinstance(given, COMMANDS):
            self._house.deliver(self.name, [_refusal(given, RejectCode.INTERNAL)])
            self._given = None
        before = self.room
        try:
            journal = await self._house.read(self.name)
            saved = read_back(journal)
            died = saved[-1].at_ms if saved else 0
            self.room, plan = recover(self._house.kit, saved, died, self._house.now(), before.presence)
            self.room.draining = before.draining
            await self.save(plan)
            await self.save(self.room.step(Halt(), self._house.now()))
        except (
            Exception
        ) as worse:  # nothing can be done for this room; it stays in the store, to be looked at
            self._house.alarm(self.name, worse)
            closed = ToRoom(RoomClosed(self.name, "unreadable"))
            self._house.deliver(self.name, [closed, RoomGone("unreadable")])
            self._house.set_aside(self.name, self.code, self.epoch, worse)
            self.let_go()

    # ---------------------------------------------------------------- out

    def _carry_out(self, effects: Sequence[Effect]) -> None:
        for effect in compress(effects, map(_OWN.__contains__, map(type, effects))):
            match effect:
                case SetTimer(key, due):
                    self._set_timer(key, due)
                case SaveRecord():
                    self.record = self._house.keep_record(effect)
                case RoomGone():
                    self.is_gone = True
                    self._house.forget(self)
                    # Who asked for something just now, or has come, waits for an answer too.
                    effects = [*self._too_late(), *effects]
        self._house.deliver(self.name, effects)

    def _too_late(self) -> Iterator[Effect]:
        """Answer what has come to a room that is no more."""
        for given in self._inbox.all():
            if isinstance(given, COMMANDS):
                yield _refusal(given, RejectCode.UNKNOWN_ROOM)
            elif isinstance(given, Attach) and not self.room.presence.has(given.player, given.connection):
                yield ToConnection(given.connection, RoomClosed(self.name, "closed"))

    def _set_timer(self, key: str, due: int | None) -> None:
        """Ring at ``due``. Nearly every step puts the time off: a timer that rings too early looks again."""
        timer, self._due = self._timer, due
        if timer is not None:
            if due is not None and self._rings_at <= due:
                return
            timer.cancel()
            self._timer = None
        if due is not None:
            self._rings_at = due
            self._timer = self._house.clock.call_at(due, lambda: self._ring(key))

    def _ring(self, key: str) -> None:
        self._timer = None
        if self._due is not None and self._due > self._house.now():
            self._set_timer(key, self._due)
        else:
            self.post(Tick(key))

    def let_go(self) -> None:
        """Have no more to do with the room: its people, and what they asked for, go to whoever has it now."""
        self.is_gone = True
        waiting = [*([] if self._given is None else [self._given]), *self._inbox.all()]
        self._inbox = Inbox()
        if self._timer is not None:
            self._timer.cancel()
        self._house.drop(self)
        self._house.outlet.lost(self.name, [given for given in waiting if isinstance(given, _FROM_PEOPLE)])


def _refusal(given: Submit | Enter | Repeat, code: RejectCode) -> ToConnection:
    """Refuse a command."""
    command_id = given.command.id if isinstance(given, Submit) else given.command_id
    return ToConnection(given.connection, Rejected(command_id, code))
