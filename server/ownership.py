"""Who may own a room: signs of life, and when a silent node's rooms may be taken.

Safety does not hang on this file: the store takes an append only under the room's present epoch, so of two
nodes that believe they own a room one can write nothing. What is decided here is only when to try. A node is
taken for dead when its sign of life has stayed the same for one lease *in which the store answered us without
a break*: a stalled store is not a dead node, and a node that was itself asleep must look anew. All waiting is
measured on the watcher's own clock; no node's time is compared with another's.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from server.store.base import Beats, Owner, RoomHead, Store

LEASE = 2.0
"""Seconds of silence after which a node counts as dead."""
BEAT_EVERY = 0.5
"""Seconds between signs of life."""


class LeaseWatch:
    """Watches signs of life; times are seconds on the watcher's own clock."""

    def __init__(self, lease: float = LEASE) -> None:
        self._lease = lease
        self._since: float | None = None
        self._last = 0.0
        self._seen: dict[Owner, tuple[int, float]] = {}
        self._missed: dict[Owner, float] = {}

    def answered(self, now: float, beats: Beats) -> None:
        """Take in what the store said at `now`."""
        if self._since is None or now - self._last > self._lease / 2:
            self.silent()
            self._since = now
        self._last = now
        self._seen = {
            owner: seen if (seen := self._seen.get(owner)) is not None and seen[0] == at_ms else (at_ms, now)
            for owner, at_ms in beats.signs.items()
        }
        self._missed = {owner: at for owner, at in self._missed.items() if owner not in beats.signs}

    def silent(self) -> None:
        """Take in that the store did not answer: nobody could give a sign of life, so all begin anew."""
        self._since = None
        self._seen.clear()
        self._missed.clear()

    def is_dead(self, owner: Owner) -> bool:
        """Say whether a node has been silent for a lease, as of the store's last answer.

        One never heard of may have come up just now: his lease runs from the first time he is asked for.
        """
        if self._since is None:
            return False
        if owner in self._seen:
            heard = self._seen[owner][1]
        else:
            heard = self._missed.setdefault(owner, self._last)
        return self._last - heard >= self._lease


class Ownership:
    """A node's own signs of life, and its taking of rooms. `clock` gives seconds that only go forward."""

    def __init__(
        self, store: Store, node: str, clock: Callable[[], float], watch: LeaseWatch | None = None
    ) -> None:
        self.me = Owner(node, secrets.token_hex(8))
        self._store = store
        self._clock = clock
        self._watch = watch or LeaseWatch()
        self._beats: Beats | None = None

    async def beat(self) -> Beats:
        """Give a sign of life and take in the others'; the probe to give to `Health`. Raises: StoreError."""
        try:
            self._beats = await self._store.beat(self.me)
        except BaseException:
            self._watch.silent()
            raise
        self._watch.answered(self._clock(), self._beats)
        return self._beats

    def may_take(self, head: RoomHead) -> bool:
        """Say whether a room is free to take: its owner is dead, or an earlier start of this node."""
        owner = Owner.parse(head.owner)
        if owner == self.me:
            return False
        return owner.node == self.me.node or self._watch.is_dead(owner)

    async def take(self, head: RoomHead) -> int:
        """Take a room as it was seen, and return the new epoch. Raises: StaleEpoch (another was faster)."""
        return await self._store.acquire(head.room, str(self.me), head.epoch)

    def last_sign(self, head: RoomHead) -> int | None:
        """Return the store's time (ms) at which a room's owner was last known to live; None if not kept.

        Answers as of the last `beat`.
        """
        return None if self._beats is None else self._beats.signs.get(Owner.parse(head.owner))

    async def leave(self) -> None:
        """Take back the sign of life, when the node goes in good order."""
        await self._store.forget_node(self.me)
