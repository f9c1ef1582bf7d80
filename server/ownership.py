"""Who may own a room: signs of life, and when a silent node's rooms may be taken.

Safety does not hang on this file: the store takes an append only under the room's present epoch, so of two
nodes that believe they own a room one can write nothing. What is decided here is only when to try. A node is
taken for dead when its sign of life has stayed the same for one lease *in which the store answered us without
a break*: a stalled store is not a dead node, and a node that was itself asleep must look anew. Waiting is
measured on the watcher's own clock, from when the store says that the sign was given; no node's time is
compared with another's.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Collection

from server.store.base import Beats, Owner, RoomHead, Store

LEASE = 2.0
"""Seconds of silence after which a node counts as dead."""
BEAT_EVERY = 0.5
"""Seconds between signs of life."""
TWIN_S = 1.2
"""Seconds for which the sign of another of our name is watched: two beats, and some."""


async def runs_elsewhere(store: Store, node: str, sleep: Callable[[float], Awaitable[None]]) -> bool:
    """Say whether a node of this name lives: its sign, if not too old, is watched for longer than a beat.

    `sleep` takes seconds. Raises: StoreError.
    """
    seen = await store.signs()
    young = {
        owner: at_ms
        for owner, at_ms in seen.signs.items()
        if owner.node == node and seen.now_ms - at_ms < LEASE * 1000
    }
    if not young:
        return False
    await sleep(TWIN_S)
    now = await store.signs()
    return any(now.signs.get(owner, at_ms) != at_ms for owner, at_ms in young.items())


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
        self._last, since = now, self._since

        def first_seen(at_ms: int) -> float:
            """Say when a sign that is new to us was given; a store whose time leaps makes it no older."""
            age = (beats.now_ms - at_ms) / 1000
            return max(now - min(max(age, 0.0), BEAT_EVERY), since)

        self._seen = {
            owner: seen
            if (seen := self._seen.get(owner)) is not None and seen[0] == at_ms
            else (at_ms, first_seen(at_ms))
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

    def next_end(self) -> float | None:
        """Return when the next lease runs out if nothing more is heard; None if none runs."""
        if self._since is None:
            return None
        heard = [at for _, at in self._seen.values()] + list(self._missed.values())
        ends = [at + self._lease for at in heard if at + self._lease > self._last]
        return min(ends, default=None)


class Ownership:
    """A node's own signs of life, and its taking of rooms. `clock` gives seconds that only go forward."""

    def __init__(
        self, store: Store, node: str, clock: Callable[[], float], watch: LeaseWatch | None = None
    ) -> None:
        self.me = Owner(node, secrets.token_hex(8))
        self.drains = False
        """Whether this node is being emptied or ends: the others hear of it by its signs of life."""
        self._store = store
        self._clock = clock
        self._watch = watch or LeaseWatch()
        self._beats: Beats | None = None
        self._known: set[Owner] = set()
        self._seen_to: set[Owner] = set()
        self._before_us: frozenset[Owner] | None = None

    async def beat(self) -> Beats:
        """Give a sign of life and take in the others'; the probe to give to `Health`. Raises: StoreError."""
        try:
            self._beats = await self._store.beat(self.me, drains=self.drains)
        except BaseException:
            self._watch.silent()
            raise
        self._watch.answered(self._clock(), self._beats)
        self._known.update(self._beats.signs)
        self._known.discard(self.me)
        ours = frozenset(owner for owner in self._beats.signs if owner.node == self.me.node)
        if self._before_us is None:
            self._before_us = ours - {self.me}
        return self._beats

    @property
    def is_replaced(self) -> bool:
        """Whether a node of our name was started after us and lives: we were taken for dead."""
        return self._beats is not None and any(
            owner.node == self.me.node and owner != self.me and owner not in (self._before_us or ())
            for owner in self._beats.signs
        )

    def pause(self) -> float:
        """Return how many seconds to wait before the next `beat`: less than usual if a lease ends before."""
        end = self._watch.next_end()
        # A millisecond more, so that the lease has run out by then however times are rounded.
        return BEAT_EVERY if end is None else min(BEAT_EVERY, max(end - self._clock(), 0.0) + 0.001)

    def newly_dead(self) -> set[Owner]:
        """Return who has died, as of the last `beat`, and has not been seen to."""
        dead = {owner for owner in self._known if self._watch.is_dead(owner)}
        self._seen_to &= dead
        return dead - self._seen_to

    def seen_to(self, dead: set[Owner]) -> None:
        """Take in that the rooms of these have been looked for."""
        self._seen_to |= dead
        signs: Collection[Owner] = self._beats.signs if self._beats is not None else ()
        self._known.difference_update([owner for owner in dead if owner not in signs])

    def watch_for(self, owner: Owner) -> None:
        """Watch a node that gives no sign, for having been named as a room's owner."""
        if owner != self.me:
            self._known.add(owner)

    @property
    def free(self) -> Collection[str]:
        """The rooms that were let go, as of the last `beat`."""
        return () if self._beats is None else self._beats.free

    def others(self, *, siblings: bool) -> list[Owner]:
        """Return the other nodes that live, as of the last `beat`; of one parent's too, if `siblings`."""
        if self._beats is None:
            return []
        return [
            owner
            for owner, at_ms in self._beats.signs.items()
            if owner.node != self.me.node
            and (siblings or not self.is_sibling(owner))
            and self._beats.now_ms - at_ms < LEASE * 1000
            and not self._watch.is_dead(owner)
        ]

    def is_sibling(self, owner: Owner) -> bool:
        """Say whether a node has our parent: it has our name, but for the number."""
        return owner.node.rpartition("-")[0] == self.me.node.rpartition("-")[0]

    def takers(self, *, siblings: bool) -> list[Owner]:
        """Return those of the `others` who take rooms: who is being emptied himself does not."""
        draining = frozenset[Owner]() if self._beats is None else self._beats.draining
        return [owner for owner in self.others(siblings=siblings) if owner not in draining]

    @property
    def is_to_take(self) -> bool:
        """Whether this node is to take rooms that are free: always, but if it drains and another can."""
        if not self.drains:
            return True
        # One not heard of lately may live: he is waited for, for a lease, as before his rooms are taken.
        beats = self._beats
        return beats is not None and not any(
            owner.node != self.me.node and owner not in beats.draining and not self._watch.is_dead(owner)
            for owner in beats.signs
        )

    def may_take(self, head: RoomHead) -> bool:
        """Say whether a room is free to take: let go, its owner dead, or an earlier start of this node."""
        if not head.owner:
            return True
        owner = Owner.parse(head.owner)
        if owner == self.me:
            return False
        return owner.node == self.me.node or self._watch.is_dead(owner)

    def is_dead(self, owner: str) -> bool:
        """Say whether another start of a node (its `Owner` as text) has been silent for a lease."""
        other = Owner.parse(owner)
        return other != self.me and self._watch.is_dead(other)

    async def take(self, head: RoomHead) -> int:
        """Take a room as it was seen, and return the new epoch. Raises: StaleEpoch (another was faster)."""
        return await self._store.acquire(head.room, str(self.me), head.epoch)

    def last_sign(self, head: RoomHead) -> int | None:
        """Return the store's time (ms) at which a room's owner was last known to live; None if not kept.

        Answers as of the last `beat`. A room that was let go lived until then.
        """
        if not head.owner:
            return head.freed_ms
        return None if self._beats is None else self._beats.signs.get(Owner.parse(head.owner))

    async def leave(self) -> None:
        """Take back the sign of life, when the node goes in good order."""
        await self._store.forget_node(self.me)
