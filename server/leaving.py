"""Rooms let go: left to other nodes, or given up after a fault. ``adoption.py`` takes them.

A room let go belongs to nobody, and the store tells all nodes. A failover of the store may lose that: by its
head the room is this node's still, and no other would take it while this node lives. So what was let go is
kept here until another is seen to have it, and let go again, with what the store has lost of it. That is
looked for a lease after the store is back, not at once: who had taken the room, and lost that in the same
way, puts back what he has of it first.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from server.mailbox import Mailbox
from server.notes import Released
from server.ownership import LEASE, Ownership
from server.relay import Relay
from server.store.base import JournalConflict, Owner, StoreError
from server.tasks import end, surviving

if TYPE_CHECKING:
    from server.runner import Rooms

__all__ = ["Leaving"]

_AT_ONCE: Final = 32
_RETRY_S: Final = 1.0


class Leaving:
    """Lets rooms of the node's house go."""

    def __init__(self, house: Rooms, owner: Ownership, relay: Relay) -> None:
        self.heirs: Sequence[Owner] = ()
        """Who is told of rooms that are left to others."""
        self._house = house
        self._owner = owner
        self._relay = relay
        self._left: dict[str, Mailbox] = {}
        """Rooms that were let go and are not seen with another owner yet."""
        self._given_up: set[str] = set()
        """Rooms that were given up and are not seen with another owner yet."""
        self._looking: asyncio.Task[None] | None = None

    async def leave(self, names: Sequence[str]) -> None:
        """Leave rooms to the heirs, as soon as their steps are done."""
        for at in range(0, len(names), _AT_ONCE):
            some = names[at : at + _AT_ONCE]
            ended = await asyncio.gather(*[self._give_away(name) for name in some])
            freed = tuple([name for name, is_free in zip(some, ended, strict=True) if is_free])
            for other in self.heirs:
                self._relay.send(str(other), Released(freed))

    async def _give_away(self, name: str) -> bool:
        """Let a room belong to nobody; say whether it does by now. A fault in it keeps no other here."""
        is_free = False
        with surviving(self._house.report):
            is_free = await self._finish(name)
        return is_free

    async def _finish(self, name: str) -> bool:
        """Let a room finish what is under way, then go; say whether it is free by now.

        Where the store did not answer it is asked until it does: others see it then at their next beat. If
        this node has ended by then, they find the room by its lease.
        """
        house = self._house
        mailbox = house.find(name)
        if mailbox is None:
            return False
        await mailbox.rest()
        house.drop(mailbox)
        try:
            await self._free(mailbox)
        except StoreError as error:
            house.trouble(error)
            self.free(mailbox)
            return False
        finally:
            house.outlet.lost(name)
        return True

    def free(self, mailbox: Mailbox) -> None:
        """Leave a room to whoever takes it."""
        self._house.in_background(self._house.until_answered(partial(self._free, mailbox)))

    async def _free(self, mailbox: Mailbox) -> None:
        self._left[mailbox.name] = mailbox
        await self._house.store.free_room(mailbox.name, mailbox.epoch)
        self.look_again()

    def give_up(self, room: str) -> None:
        """Leave a room to whoever takes it that this node may have taken, and does not have."""
        self._given_up.add(room)
        self._house.in_background(self._give_up(room))

    async def _give_up(self, room: str) -> None:
        await self._house.until_answered(partial(self._free_if_ours, room))
        self.look_again()

    async def _free_if_ours(self, room: str) -> None:
        house = self._house
        # What was asked last may still be on its way. A node that ends meanwhile is found by its lease.
        await house.sleep(_RETRY_S)
        head = (await house.store.heads([room])).get(room)
        if head is None or head.owner not in ("", str(self._owner.me)) or house.epoch(room) is not None:
            self._given_up.discard(room)
        elif head.owner:
            await house.store.free_room(room, head.epoch)

    # ---------------------------------------------------------------- what a failover lost

    def look_again(self) -> None:
        """Look in a lease from now whether all that was let go is so in the store too."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = None
        if self._left or self._given_up:
            self._looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """Look no more."""
        await end([self._looking])

    async def _look(self) -> None:
        await self._house.sleep(LEASE)
        for mailbox in list(self._left.values()):
            with surviving(self._house.report):
                await self._house.until_answered(partial(self._look_at, mailbox))
        for room in list(self._given_up):
            with surviving(self._house.report):
                await self._house.until_answered(partial(self._free_if_ours, room))

    async def _look_at(self, mailbox: Mailbox) -> None:
        house, name, epoch = self._house, mailbox.name, mailbox.epoch
        head = (await house.store.heads([name])).get(name)
        if head is None or (head.owner, head.epoch) not in ((str(self._owner.me), epoch), ("", epoch + 1)):
            self._left.pop(name, None)
            return
        if head.owner and head.length < mailbox.position:
            with contextlib.suppress(JournalConflict):
                await house.restore(mailbox, mailbox.kept())
                house.report("journal_mended", {"room": name, "epoch": epoch})
        # Of one that is free by its head alone the others may not have been told.
        await house.store.free_room(name, epoch)
