"""The store's stand-in for tests without a process: the same promises, kept in dictionaries.

It passes the same contract suite as the real one. Its time is the clock it is given; `down` and
`lose_answers` make it fail as the real one does. It must not be used where anything should outlive the
process.
"""

from __future__ import annotations

import asyncio
import copy
import hashlib
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from server.store.base import (
    STARTS,
    Append,
    Appended,
    Beats,
    Entry,
    Journal,
    JournalConflict,
    Message,
    OutcomeUnknown,
    Owner,
    Publication,
    RoomExists,
    RoomHead,
    Speaker,
    Spoken,
    StaleEpoch,
    StoreDown,
)

_T = TypeVar("_T")


@dataclass
class _Room:
    owner: str
    meta: bytes
    epoch: int = 1
    base: int = 0
    freed_ms: int = 0
    entries: list[Entry] = field(default_factory=list)

    @property
    def length(self) -> int:
        return self.base + len(self.entries)


class MemoryStore:
    """A `Store` in memory.

    `clock` returns the store's time in ms. While `down` is true every call raises `StoreDown`; the next
    `lose_answers` appends are done and then raise `OutcomeUnknown`.
    """

    def __init__(self, clock: Callable[[], int] = lambda: 0) -> None:
        self.clock = clock
        self.down = False
        self.lose_answers = 0
        self.replicas = 0
        self.caught_up = asyncio.Event()
        self.caught_up.set()
        self._rooms: dict[str, _Room] = {}
        self._codes: dict[str, str] = {}
        self._expiring: dict[tuple[str, str], tuple[bytes, int | None]] = {}
        self._records: list[str] = []
        self._beats: dict[Owner, int] = {}
        self._starts = 0
        self._free: set[str] = set()
        self._draining: dict[str, Owner] = {}
        self._members: dict[str, tuple[str, bytes]] = {}
        self._queues: dict[str, dict[str, tuple[bytes, int]]] = {}
        self._lobbies: dict[str, tuple[bytes, int]] = {}
        self.replicate()
        self._key = secrets.token_bytes(32)
        self._subscribers: list[_MemorySubscriber] = []

    async def append(self, batch: Append) -> Appended:
        """See `Store.append`."""
        room = self._fenced(batch.room, batch.epoch)
        start = batch.position - room.base
        there = room.entries[start : start + len(batch.entries)] if start >= 0 else []
        if (
            start < 0
            or start > len(room.entries)
            or any(old.data != new for old, new in zip(there, batch.entries, strict=False))
        ):
            raise JournalConflict(batch.room, batch.position, room.length, room.base)
        fresh = batch.entries[len(there) :]
        for data in fresh:
            room.entries.append(Entry(room.length, batch.epoch, self.clock(), data))
        if fresh:
            for publication in batch.publications:
                self._tell(publication)
        if self.lose_answers:
            self.lose_answers -= 1
            raise OutcomeUnknown("the answer was lost")
        at = room.entries[start + len(batch.entries) - 1].at_ms
        return Appended(room.length, at, not fresh)

    async def is_replicated(self) -> bool:
        """See `Store.is_replicated`: it waits for `caught_up`."""
        await self.caught_up.wait()
        self._up()
        self.replicate()
        return True

    async def read(self, room: str, start: int = 0, count: int | None = None) -> Journal:
        """See `Store.read`."""
        self._up()
        kept = self._rooms.get(room)
        if kept is None:
            return Journal(0, 0, ())
        first = max(start - kept.base, 0)
        last = None if count is None else first + count
        return Journal(kept.base, kept.length, tuple(kept.entries[first:last]))

    async def trim(self, room: str, epoch: int, upto: int) -> None:
        """See `Store.trim`."""
        kept = self._fenced(room, epoch)
        if upto >= kept.length:
            raise JournalConflict(room, upto, kept.length, kept.base)
        if upto > kept.base:
            del kept.entries[: upto - kept.base]
            kept.base = upto

    async def create_room(self, room: str, owner: str, meta: bytes) -> int:
        """See `Store.create_room`."""
        self._up()
        kept = self._rooms.setdefault(room, _Room(owner, meta))
        if (kept.epoch, kept.owner) != (1, owner):
            raise RoomExists(room)
        return kept.epoch

    async def acquire(self, room: str, owner: str, over: int) -> int:
        """See `Store.acquire`."""
        self._up()
        kept = self._rooms.get(room)
        if kept is None:
            raise StaleEpoch(room, over, 0)
        new = over + 1 + int(hashlib.sha1(owner.encode(), usedforsecurity=False).hexdigest()[:5], 16)
        if kept.epoch == over:
            kept.epoch, kept.owner, kept.freed_ms = new, owner, 0
        elif (kept.epoch, kept.owner) != (new, owner):
            raise StaleEpoch(room, over, kept.epoch)
        self._free.discard(room)
        return kept.epoch

    async def free_room(self, room: str, epoch: int) -> None:
        """See `Store.free_room`."""
        self._up()
        kept = self._rooms.get(room)
        if kept is None or (kept.epoch, kept.owner) != (epoch + 1, ""):
            kept = self._fenced(room, epoch)
            kept.epoch, kept.owner, kept.freed_ms = epoch + 1, "", self.clock()
        self._free.add(room)

    async def restore(self, kept: Append, owner: str, meta: bytes) -> Appended:
        """See `Store.restore`."""
        self._up()
        room = self._rooms.get(kept.room) or _Room("", meta, 0, kept.position)
        if room.epoch > kept.epoch or (room.epoch == kept.epoch and room.owner != owner):
            raise StaleEpoch(kept.room, kept.epoch, room.epoch)
        start = max(room.base, kept.position)
        there = [entry.data for entry in room.entries[start - room.base :]]
        ours = kept.entries[start - kept.position :]
        if room.length > kept.position + len(kept.entries) or list(ours[: len(there)]) != there:
            raise JournalConflict(kept.room, kept.position, room.length, room.base)
        if room.length < kept.position:
            room.base, room.entries = kept.position, []
        for data in kept.entries[room.length - kept.position :]:
            room.entries.append(Entry(room.length, kept.epoch, self.clock(), data))
        room.epoch, room.owner, room.meta, room.freed_ms = kept.epoch, owner, meta, 0
        self._rooms[kept.room] = room
        self._free.discard(kept.room)
        return Appended(room.length, self.clock(), False)

    async def put_meta(self, room: str, epoch: int, meta: bytes) -> None:
        """See `Store.put_meta`."""
        self._fenced(room, epoch).meta = meta

    async def heads(self, rooms: Sequence[str]) -> dict[str, RoomHead]:
        """See `Store.heads`."""
        self._up()
        return {
            room: RoomHead(room, kept.epoch, kept.owner, kept.base, kept.length, kept.meta, kept.freed_ms)
            for room in rooms
            if (kept := self._rooms.get(room)) is not None
        }

    async def list_rooms(self) -> list[str]:
        """See `Store.list_rooms`."""
        self._up()
        return sorted(self._rooms)

    async def delete_room(self, room: str, epoch: int) -> None:
        """See `Store.delete_room`."""
        self._up()
        if room in self._rooms:
            self._fenced(room, epoch)
            del self._rooms[room]
        self._free.discard(room)

    async def claim_code(self, code: str, room: str) -> bool:
        """See `Store.claim_code`."""
        self._up()
        return self._codes.setdefault(code, room) == room

    async def find_code(self, code: str) -> str | None:
        """See `Store.find_code`."""
        self._up()
        return self._codes.get(code)

    async def release_code(self, code: str, room: str) -> None:
        """See `Store.release_code`."""
        self._up()
        if self._codes.get(code) == room:
            del self._codes[code]

    async def put_player(self, player: str, data: bytes, ttl_s: int) -> None:
        """See `Store.put_player`."""
        self._put("player", player, data, ttl_s)

    async def get_player(self, player: str) -> bytes | None:
        """See `Store.get_player`."""
        return self._get("player", player)

    async def delete_player(self, player: str) -> None:
        """See `Store.delete_player`."""
        self._up()
        self._expiring.pop(("player", player), None)

    async def speak(self, player: str, speaker: Speaker, ttl_s: int) -> Spoken:
        """See `Store.speak`."""
        before = await self.speaker_of(player)
        counter = speaker.counter if before is None else max(speaker.counter, before.counter + 1)
        self._put("speaker", player, f"{counter} {speaker.number} {speaker.owner}".encode(), ttl_s)
        return Spoken(counter, before, await self.member_of(player))

    async def speaker_of(self, player: str) -> Speaker | None:
        """See `Store.speaker_of`."""
        raw = self._get("speaker", player)
        if raw is None:
            return None
        counter, number, owner = raw.decode().split(" ", 2)
        return Speaker(int(counter), int(number), owner)

    def note_member(self, player: str, room: str, data: bytes | None) -> asyncio.Future[None]:
        """See `Store.note_member`."""

        def note() -> None:
            if data is not None:
                self._members[player] = (room, data)
            elif self._members.get(player, ("", b""))[0] == room:
                del self._members[player]

        return self._at_once(note)

    async def member_of(self, player: str) -> bytes | None:
        """See `Store.member_of`."""
        self._up()
        return self._members.get(player, ("", None))[1]

    async def wait(
        self, ruleset: str, player: str, data: bytes, good_ms: int, seats: int, is_new: bool
    ) -> tuple[bool, Sequence[tuple[str, bytes]]]:
        """See `Store.wait`."""
        self._up()
        queue, now = self._queues.setdefault(ruleset, {}), self.clock()
        if player not in queue and not is_new:
            return False, ()
        queue[player] = (data, now)
        for one in [one for one, (_, at) in queue.items() if now - at > good_ms]:
            del queue[one]
        if len(queue) < seats:
            return True, ()
        four = list(queue)[:seats]
        return True, [(one, queue.pop(one)[0]) for one in four]

    def wait_no_more(self, ruleset: str, player: str) -> asyncio.Future[None]:
        """See `Store.wait_no_more`."""
        return self._at_once(lambda: self._queues.get(ruleset, {}).pop(player, None))

    def put_lobby(self, owner: str, data: bytes, ttl_ms: int) -> asyncio.Future[None]:
        """See `Store.put_lobby`."""
        return self._at_once(lambda: self._lobbies.update({owner: (data, self.clock() + ttl_ms)}))

    async def lobbies(self, owners: Sequence[str]) -> list[bytes]:
        """See `Store.lobbies`."""
        self._up()
        found = [self._lobbies.get(owner, (b"", 0)) for owner in owners]
        return [data for data, until in found if until > self.clock()]

    async def put_once(self, code: str, data: bytes, ttl_s: int) -> bool:
        """See `Store.put_once`."""
        there = self._get("once", code)
        if there is None:
            self._put("once", code, data, ttl_s)
        return there is None or there == data

    async def see_once(self, code: str) -> bytes | None:
        """See `Store.see_once`."""
        return self._get("once", code)

    async def take_once(self, code: str) -> bytes | None:
        """See `Store.take_once`."""
        data = self._get("once", code)
        self._expiring.pop(("once", code), None)
        return data

    async def save_record(self, record: str, data: bytes, *, keep: int | None, ttl_s: int | None) -> None:
        """See `Store.save_record`."""
        self._put("record", record, data, ttl_s)
        if record not in self._records:
            self._records.append(record)
        while keep is not None and len(self._records) > keep:
            self._expiring.pop(("record", self._records.pop(0)), None)

    async def get_record(self, record: str) -> bytes | None:
        """See `Store.get_record`."""
        return self._get("record", record)

    async def list_records(self, count: int) -> list[str]:
        """See `Store.list_records`."""
        self._records = [record for record in self._records if self._get("record", record) is not None]
        return self._records[::-1][:count]

    async def server_key(self) -> bytes:
        """See `Store.server_key`."""
        self._up()
        return self._key

    async def beat(self, owner: Owner, *, drains: bool = False) -> Beats:
        """See `Store.beat`."""
        self._up()
        if drains:
            self._draining[owner.node] = owner
        if owner not in self._beats:
            starts = [one for one in self._beats if one.node == owner.node]
            for older in starts[:-1]:
                del self._beats[older]
        self._beats[owner] = self.clock()
        return await self.signs()

    async def signs(self) -> Beats:
        """See `Store.signs`."""
        self._up()
        draining = frozenset(self._draining.values())
        return Beats(self.clock(), dict(self._beats), frozenset(self._free), draining)

    async def start_number(self) -> int:
        """See `Store.start_number`."""
        self._up()
        self._starts += 1
        return self._starts % STARTS

    async def forget_node(self, owner: Owner) -> None:
        """See `Store.forget_node`."""
        self._up()
        self._draining.pop(owner.node, None)
        latest = [one for one in self._beats if one.node == owner.node][-1:]
        if latest == [owner]:
            self._beats = {one: at for one, at in self._beats.items() if one.node != owner.node}

    def publish(self, publication: Publication) -> asyncio.Future[int]:
        """See `Store.publish`."""
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        if self.down:
            return _failed(done)
        done.set_result(self._tell(publication))
        return done

    def subscriber(self) -> _MemorySubscriber:
        """See `Store.subscriber`."""
        subscriber = _MemorySubscriber(self._subscribers)
        self._subscribers.append(subscriber)
        return subscriber

    async def ping(self) -> None:
        """See `Store.ping`."""
        self._up()

    async def close(self) -> None:
        """See `Store.close`; the contents stay, so that the next owner in the same test can read them."""

    def replicate(self) -> None:
        """Let the replica have everything there is, for `fail_over` to go back to."""
        self._replica = copy.deepcopy((self._rooms, self._codes, self._free))

    def fail_over(self) -> None:
        """Go on with what the replica last had."""
        self._rooms, self._codes, self._free = copy.deepcopy(self._replica)

    def lose_tail(self, room: str, length: int) -> None:
        """Forget what stands from position `length` on, as after a failover to a late replica."""
        kept = self._rooms[room]
        del kept.entries[length - kept.base :]

    def _up(self) -> None:
        if self.down:
            raise StoreDown("the store is down")

    def _at_once(self, do: Callable[[], object]) -> asyncio.Future[None]:
        """Do something for who need not wait for it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.down:
            return _failed(done)
        do()
        done.set_result(None)
        return done

    def _fenced(self, room: str, epoch: int) -> _Room:
        self._up()
        kept = self._rooms.get(room)
        if kept is None or kept.epoch != epoch:
            raise StaleEpoch(room, epoch, 0 if kept is None else kept.epoch)
        return kept

    def _put(self, kind: str, name: str, data: bytes, ttl_s: int | None) -> None:
        self._up()
        until = None if ttl_s is None else self.clock() + ttl_s * 1000
        self._expiring[kind, name] = (data, until)

    def _get(self, kind: str, name: str) -> bytes | None:
        self._up()
        data, until = self._expiring.get((kind, name), (None, None))
        return data if until is None or until > self.clock() else None

    def _tell(self, publication: Publication) -> int:
        return sum([subscriber.hear(publication) for subscriber in self._subscribers])


def _failed(done: asyncio.Future[_T]) -> asyncio.Future[_T]:
    """Let a call fail for who waits for it; nobody has to."""
    done.set_exception(StoreDown("the store is down"))
    done.exception()
    return done


class _MemorySubscriber:
    """A `Subscriber` fed by its `MemoryStore`."""

    def __init__(self, all_of_them: list[_MemorySubscriber]) -> None:
        self._all = all_of_them
        self._channels: set[str] = set()
        self._queue: asyncio.Queue[Message] = asyncio.Queue()

    def hear(self, publication: Publication) -> bool:
        """Take what is published, if it is for one of the channels; say whether it is."""
        is_ours = publication.channel in self._channels
        if is_ours:
            self._queue.put_nowait(Message(publication.channel, publication.payload))
        return is_ours

    async def listen(self, *channels: str) -> None:
        """See `Subscriber.listen`."""
        for channel in [channel for channel in channels if channel not in self._channels]:
            self._channels.add(channel)
            self._queue.put_nowait(Message(channel, None))

    async def ignore(self, *channels: str) -> None:
        """See `Subscriber.ignore`."""
        self._channels.difference_update(channels)

    async def next(self) -> Message:
        """See `Subscriber.next`."""
        return await self._queue.get()

    async def close(self) -> None:
        """See `Subscriber.close`."""
        self._channels.clear()
        if self in self._all:
            self._all.remove(self)
