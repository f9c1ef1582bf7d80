"""Rooms found again: those of a node that died, of this node's earlier start, or let go by their owner.

What may be taken is decided in ``ownership.py``; here is the work. Several survivors go to it at once, so
each takes the rooms in an order of its own, and whoever comes second to one finds `StaleEpoch` and passes on.
A few rooms at a time are asked of the store, and one is folded in each turn of the loop, so that the tables
that are here already hardly feel it. A store that fails in the middle ends the search; the next sign of life
begins it anew.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from server.mailbox import Mailbox
from server.ownership import Ownership
from server.recovery import read_back, recover
from server.store.base import OutcomeUnknown, Owner, RoomHead, StaleEpoch, StoreDown, StoreError
from server.tasks import end, surviving

if TYPE_CHECKING:
    from server.runner import Rooms

__all__ = ["Adoption", "RoomMeta"]

_AT_ONCE: Final = 8
"""How many rooms are being taken at a time: enough to keep the store's answers coming."""
_HEADS_AT_ONCE: Final = 50
_RETRY_S: Final = 0.5
_GIVE_UP_S: Final = 1.0


class RoomMeta(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of a room beside its journal."""

    code: str


class Adoption:
    """Takes rooms that nobody has for the node's house."""

    def __init__(self, house: Rooms, owner: Ownership) -> None:
        self._house = house
        self._owner = owner
        self._search: asyncio.Task[None] | None = None
        self._free: set[str] = set()
        self._fold = asyncio.Lock()
        self._is_over = False

    def look(self) -> None:
        """Search, if somebody has died or a room is free; call it at every beat."""
        self.hear_of(self._owner.free)

    def hear_of(self, free: Collection[str]) -> None:
        """Take in that rooms were let go."""
        self._free.update(free)
        if self._search is None or self._search.done():
            self._is_over = False
            self._search = asyncio.get_running_loop().create_task(self._look())

    async def stop(self) -> None:
        """Leave off, when those rooms are taken that have been begun with: half taken they would be nobody's.

        Where the store does not answer they stay so until this node's lease is over.
        """
        self._is_over = True
        if self._search is not None:
            await asyncio.wait({self._search}, timeout=_GIVE_UP_S)
        await end([self._search])

    async def _look(self) -> None:
        # Whatever fails: at the next sign of life those are found again who are dead, and what is free.
        with surviving(self._house.report):
            await self._look_on()

    async def _look_on(self) -> None:
        try:
            while not self._is_over and ((dead := self._owner.newly_dead()) or self._free):
                free, self._free = self._free, set()
                if dead:
                    await self.take_all()
                    self._owner.seen_to(dead)
                else:
                    await self._take(free)
        except StoreError as error:
            self._house.trouble(error)

    async def take_all(self) -> None:
        """Take every room that this node may have. Raises: StoreError."""
        await self._take(await self._house.store.list_rooms())

    async def _take(self, names: Collection[str]) -> None:
        me = str(self._owner.me).encode()
        mine = sorted(names, key=lambda name: hashlib.blake2b(name.encode(), key=me, digest_size=8).digest())
        for at in range(0, len(mine), _HEADS_AT_ONCE):
            heads = await self._house.store.heads(mine[at : at + _HEADS_AT_ONCE])
            wanted = [head for head in heads.values() if self._wants(head)]
            for start in range(0, len(wanted), _AT_ONCE):
                if self._is_over:
                    return
                await self._adopt_all(wanted[start : start + _AT_ONCE])

    async def _adopt_all(self, heads: Sequence[RoomHead]) -> None:
        """Adopt these at once; a failure is raised when all have ended, so that none is begun twice."""
        ended = await asyncio.gather(*[self._adopt(head) for head in heads], return_exceptions=True)
        for error in ended:
            if error is not None:
                raise error

    def _wants(self, head: RoomHead) -> bool:
        if self._house.has(head.room):
            return False
        if self._owner.may_take(head):
            return True
        self._owner.watch_for(Owner.parse(head.owner))
        return False

    async def _adopt(self, head: RoomHead) -> None:
        """Take a room over and let it go on; one whose journal does not fold is left for people to see.

        Whatever is wrong with it: the rooms after it are to be taken, and the node is to start.
        """
        code, epoch = "", 0
        try:
            epoch = await self._acquire(head)
            code = msgspec.msgpack.decode(head.meta, type=RoomMeta).code
            journal = await self._house.read(head.room)
            if not journal.entries:
                await self._house.delete(head.room, code, epoch)
                return
            async with self._fold:
                await asyncio.sleep(0)
                died = self._owner.last_sign(head) or journal.entries[-1].at_ms
                room, plan = recover(self._house.kit, read_back(journal), died, self._house.now())
            kept = [entry.data for entry in journal.entries]
            mailbox = Mailbox(self._house, room, head.room, code, epoch, journal.length, kept)
            self._house.outlet.coming(head.room)
            await mailbox.save(plan)
        except StaleEpoch:
            return
        except (asyncio.CancelledError, StoreDown, OutcomeUnknown):
            # It may be ours all the same, or be about to be: nobody else would take it while this node lives.
            self._house.leaving.give_up(head.room)
            raise
        except Exception as error:
            self._house.alarm(head.room, error)
            if epoch:
                self._house.set_aside(head.room, code, epoch, error)
            return
        if not mailbox.is_gone:
            # Not before: whatever is posted to it would come in between.
            self._house.take_in(mailbox)

    async def _acquire(self, head: RoomHead) -> int:
        """Take a room; where the answer is lost it may be ours, so ask until it is known."""
        while True:
            try:
                return await self._owner.take(head)
            except OutcomeUnknown:
                await self._house.sleep(_RETRY_S)
