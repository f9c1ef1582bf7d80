"""The store itself, over any Redis ≥ 7.0 or Valkey ≥ 7.2, embedded or outside.

This file says what is asked of the server for each call of `Store`; the scripts beside it say what happens
there. Appends share one connection; everything else takes one from a pool, so that reading a long journal
holds up no move. Every write here has the effect of one when it is repeated.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

from server.store import keys, scripts
from server.store.base import (
    STARTS,
    Append,
    Appended,
    Beats,
    Entry,
    Journal,
    JournalConflict,
    Owner,
    Publication,
    RoomExists,
    RoomHead,
    Speaker,
    Spoken,
    StaleEpoch,
    StoreDown,
)
from server.store.check import Warned, check_server
from server.store.link import ANSWER_TIMEOUT, Link
from server.store.pipe import Pipe
from server.store.replicas import Replicas
from server.store.subscribe import RedisSubscriber
from server.tasks import end

_DONE, _REPEATED, _STALE, _CONFLICT = range(4)
_HEADS_AT_ONCE = 500
_DRAINING_S = 604_800
"""How long after the last sign of a node that is being emptied, whichever, all are forgotten."""


async def open_store(url: str, *, answer_timeout: float = ANSWER_TIMEOUT) -> RedisStore:
    """Connect to a store and check that it may be used; `answer_timeout` is in seconds.

    Raises: StoreRefused, with a code of its own for each reason.
    """
    link = Link(url, answer_timeout=answer_timeout)
    try:
        warnings = await check_server(link)
    except BaseException:
        await link.close()
        raise
    return RedisStore(link, warnings)


class RedisStore:
    """A `Store` on a server. `warnings` are what its operator should know; get one from `open_store`."""

    def __init__(self, link: Link, warnings: Sequence[Warned] = ()) -> None:
        self.warnings = tuple(warnings)
        self._link = link
        self._pipe = Pipe(link)
        self._replicas = Replicas(link.beside())
        self._leaving: asyncio.Task[bool] | None = None
        """The asking of the Sentinels whether there is another master."""
        self.replicas = 0
        """See `Store`."""

    @property
    def batches(self) -> int:
        """How many pipelines of appends have gone out."""
        return self._pipe.batches

    def append(self, batch: Append) -> asyncio.Future[Appended]:
        """See `Store.append`: no task is needed, the pipe has one for all."""

        def read(answer: bytes) -> Appended:
            status, length, at, base = map(int, answer.split())
            if status == _STALE:
                raise StaleEpoch(batch.room, batch.epoch, length)
            if status == _CONFLICT:
                raise JournalConflict(batch.room, batch.position, length, base)
            return Appended(length, at, status == _REPEATED)

        published = [part for one in batch.publications for part in (one.channel, one.payload)]
        command = scripts.APPEND.call(
            _room_keys(batch.room),
            (batch.epoch, batch.position, len(batch.entries), *batch.entries, *published),
        )
        return self._pipe.begin(command, read)

    async def is_replicated(self) -> bool:
        """See `Store.is_replicated`."""
        return await self._replicas.have_all()

    async def read(self, room: str, start: int = 0, count: int | None = None) -> Journal:
        """See `Store.read`."""
        base, length, raw = await self._run(
            scripts.READ, _room_keys(room), start, -1 if count is None else count
        )
        first = max(start, base)
        return Journal(base, length, tuple(_entry(first + i, one) for i, one in enumerate(raw)))

    async def trim(self, room: str, epoch: int, upto: int) -> None:
        """See `Store.trim`."""
        status, length, base = await self._run(scripts.TRIM, _room_keys(room), epoch, upto)
        if status == _STALE:
            raise StaleEpoch(room, epoch, length)
        if status == _CONFLICT:
            raise JournalConflict(room, upto, length, base)

    async def create_room(self, room: str, owner: str, meta: bytes) -> int:
        """See `Store.create_room`.

        Listed first, so that no room is ever unknown to the list; and again, should a listing without a room
        have been tidied away meanwhile.
        """
        listing: scripts.Command = ("SADD", keys.ROOMS, room)
        made = scripts.CREATE.call([keys.head(room)], (owner, meta))
        if (await self._link.call(listing, made, listing))[1] != 1:
            raise RoomExists(room)
        return 1

    async def acquire(self, room: str, owner: str, over: int) -> int:
        """See `Store.acquire`."""
        taken, epoch = await self._run(scripts.ACQUIRE, [keys.head(room)], owner, over)
        if not taken:
            raise StaleEpoch(room, over, epoch)
        await self._link.call(("SREM", keys.FREE, room))
        return int(epoch)

    async def free_room(self, room: str, epoch: int) -> None:
        """See `Store.free_room`."""
        answer = await self._run(scripts.FREE, [keys.head(room)], epoch)
        if answer[0] == _STALE:
            raise StaleEpoch(room, epoch, answer[1])
        await self._link.call(("SADD", keys.FREE, room))

    async def restore(self, kept: Append, owner: str, meta: bytes) -> Appended:
        """See `Store.restore`."""
        given: scripts.Command = (kept.epoch, kept.position, owner, meta, *kept.entries)
        status, length, at, base = await self._run(scripts.RESTORE, _room_keys(kept.room), *given)
        if status == _STALE:
            raise StaleEpoch(kept.room, kept.epoch, length)
        if status == _CONFLICT:
            raise JournalConflict(kept.room, kept.position, length, base)
        await self._link.call(("SADD", keys.ROOMS, kept.room), ("SREM", keys.FREE, kept.room))
        return Appended(length, at, False)

    async def put_meta(self, room: str, epoch: int, meta: bytes) -> None:
        """See `Store.put_meta`."""
        answer = await self._run(scripts.PUT_META, [keys.head(room)], epoch, meta)
        if answer[0] == _STALE:
            raise StaleEpoch(room, epoch, answer[1])

    async def heads(self, rooms: Sequence[str]) -> dict[str, RoomHead]:
        """See `Store.heads`."""
        found: dict[str, RoomHead] = {}
        for start in range(0, len(rooms), _HEADS_AT_ONCE):
            some = rooms[start : start + _HEADS_AT_ONCE]
            answers = await self._link.call(*(scripts.HEAD.call(_room_keys(room), ()) for room in some))
            found.update((room, _head(room, raw)) for room, raw in zip(some, answers, strict=True) if raw)
        return found

    async def list_rooms(self) -> list[str]:
        """See `Store.list_rooms`."""
        (members,) = await self._link.call(("SMEMBERS", keys.ROOMS))
        return sorted(member.decode() for member in members)

    async def delete_room(self, room: str, epoch: int) -> None:
        """See `Store.delete_room`."""
        answer = await self._run(scripts.DELETE, _room_keys(room), epoch)
        if answer[0] == _STALE:
            raise StaleEpoch(room, epoch, answer[1])
        await self._link.call(("SREM", keys.ROOMS, room), ("SREM", keys.FREE, room))

    async def claim_code(self, code: str, room: str) -> bool:
        """See `Store.claim_code`."""
        (there,) = await self._link.call(("SET", keys.code(code), room, "NX", "GET"))
        return there is None or there == room.encode()

    async def find_code(self, code: str) -> str | None:
        """See `Store.find_code`."""
        (room,) = await self._link.call(("GET", keys.code(code)))
        return None if room is None else str(room, "utf-8")

    async def release_code(self, code: str, room: str) -> None:
        """See `Store.release_code`."""
        await self._run(scripts.RELEASE, [keys.code(code)], room)

    async def put_player(self, player: str, data: bytes, ttl_s: int) -> None:
        """See `Store.put_player`."""
        await self._link.call(("SET", keys.player(player), data, "EX", ttl_s))

    async def get_player(self, player: str) -> bytes | None:
        """See `Store.get_player`."""
        return await self._get(keys.player(player))

    async def delete_player(self, player: str) -> None:
        """See `Store.delete_player`."""
        await self._link.call(("DEL", keys.player(player)))

    async def speak(self, player: str, speaker: Speaker, ttl_s: int) -> Spoken:
        """See `Store.speak`."""
        on = [keys.speaker(player), keys.member(player)]
        counter, before, member = await self._run(
            scripts.SPEAK, on, speaker.counter, speaker.number, speaker.owner, ttl_s
        )
        return Spoken(counter, _speaker(before), _noted(member))

    async def speaker_of(self, player: str) -> Speaker | None:
        """See `Store.speaker_of`."""
        return _speaker(await self._get(keys.speaker(player)) or b"")

    def note_member(self, player: str, room: str, data: bytes | None) -> asyncio.Future[None]:
        """See `Store.note_member`. The script goes whole, since one sent again might change the order."""
        key = keys.member(player)
        if data is None:
            return self._begin(scripts.in_full(scripts.UNMEMBER.call([key], (room,))))
        return self._begin(("SET", key, room.encode() + b" " + data))

    async def member_of(self, player: str) -> bytes | None:
        """See `Store.member_of`."""
        return _noted(await self._get(keys.member(player)) or b"")

    async def wait(
        self, ruleset: str, player: str, data: bytes, good_ms: int, seats: int, is_new: bool
    ) -> tuple[bool, Sequence[tuple[str, bytes]]]:
        """See `Store.wait`."""
        waits, *flat = await self._run(
            scripts.WAIT, [keys.queue(ruleset)], player, data, good_ms, seats, int(is_new)
        )
        names = [name.decode() for name in flat[::2]]
        return bool(waits), list(zip(names, map(bytes, flat[1::2]), strict=True))

    def wait_no_more(self, ruleset: str, player: str) -> asyncio.Future[None]:
        """See `Store.wait_no_more`."""
        return self._begin(("HDEL", keys.queue(ruleset), player))

    def put_lobby(self, owner: str, data: bytes, ttl_ms: int) -> asyncio.Future[None]:
        """See `Store.put_lobby`."""
        return self._begin(("SET", keys.lobby(owner), data, "PX", ttl_ms))

    async def lobbies(self, owners: Sequence[str]) -> list[bytes]:
        """See `Store.lobbies`."""
        found = await self._link.call(*(("GET", keys.lobby(owner)) for owner in owners)) if owners else []
        return [bytes(data) for data in found if data is not None]

    async def put_once(self, code: str, data: bytes, ttl_s: int) -> bool:
        """See `Store.put_once`."""
        (there,) = await self._link.call(("SET", keys.once(code), data, "NX", "GET", "EX", ttl_s))
        return there is None or there == data

    async def see_once(self, code: str) -> bytes | None:
        """See `Store.see_once`."""
        return await self._get(keys.once(code))

    async def take_once(self, code: str) -> bytes | None:
        """See `Store.take_once`."""
        (data,) = await self._link.call(("GETDEL", keys.once(code)))
        return _bytes(data)

    async def save_record(self, record: str, data: bytes, *, keep: int | None, ttl_s: int | None) -> None:
        """See `Store.save_record`."""
        expiry: tuple[scripts.Argument, ...] = () if ttl_s is None else ("EX", ttl_s)
        await self._link.call(("SET", keys.record(record), data, *expiry))
        raw = await self._run(scripts.INDEX_RECORD, [keys.RECORDS], record, -1 if keep is None else keep)
        surplus = [one.decode() for one in raw]
        if surplus:
            await self._link.call(*(("DEL", keys.record(one)) for one in surplus))
            await self._link.call(("ZREM", keys.RECORDS, *surplus))

    async def get_record(self, record: str) -> bytes | None:
        """See `Store.get_record`."""
        return await self._get(keys.record(record))

    async def list_records(self, count: int) -> list[str]:
        """See `Store.list_records`; what has run out meanwhile is taken off the index."""
        found: list[str] = []
        while len(found) < count:
            page = ("ZREVRANGE", keys.RECORDS, len(found), count - 1)
            names = [name.decode() for name in (await self._link.call(page))[0]]
            if not names:
                break
            kept = await self._link.call(*(("EXISTS", keys.record(name)) for name in names))
            found += [name for name, there in zip(names, kept, strict=True) if there]
            gone = [name for name, there in zip(names, kept, strict=True) if not there]
            if gone:
                await self._link.call(("ZREM", keys.RECORDS, *gone))
        return found

    async def server_key(self) -> bytes:
        """See `Store.server_key`."""
        _, key = await self._link.call(
            ("SET", keys.SERVER_KEY, secrets.token_bytes(32), "NX"), ("GET", keys.SERVER_KEY)
        )
        return bytes(key)

    async def beat(self, owner: Owner, *, drains: bool = False) -> Beats:
        """See `Store.beat`; where the store has another master the beat fails, so that it is looked over."""
        if self._has_moved():
            raise StoreDown("the store has another master now")
        marks: list[scripts.Command] = []
        if drains:
            marks += ("HSET", keys.DRAINING, owner.node, owner.incarnation), (
                "EXPIRE", keys.DRAINING, _DRAINING_S,
            )  # fmt: skip
        return await self._beats(scripts.BEAT.call([keys.BEATS], (owner.node, owner.incarnation)), *marks)

    def _has_moved(self) -> bool:
        """Say whether the Sentinels, as asked with the last beat, named another; and ask them anew.

        No beat waits for them: one of them that is away would make it late.
        """
        if self._link.sentinels is None or (self._leaving is not None and not self._leaving.done()):
            return False
        before, self._leaving = self._leaving, asyncio.create_task(self._link.sentinels.leave_the_old())
        return before is not None and before.result()

    async def signs(self) -> Beats:
        """See `Store.signs`."""
        return await self._beats(scripts.SIGNS.call([keys.BEATS], ()))

    async def _beats(self, asked: scripts.Command, *marks: scripts.Command) -> Beats:
        *_, (now, *flat), free, draining, role = await self._link.call(
            *marks, asked, ("SMEMBERS", keys.FREE), ("HGETALL", keys.DRAINING), ("ROLE",)
        )
        self.replicas = len(role[2]) if role[0] == b"master" else 0
        signs: dict[Owner, int] = {}
        for name, value in zip(flat[::2], flat[1::2], strict=True):
            fields = value.decode().split(" ")
            for at, start in zip(fields[::2], fields[1::2], strict=True):
                signs[Owner(name.decode(), start)] = int(at)
        emptied = frozenset(Owner(node.decode(), start.decode()) for node, start in draining.items())
        return Beats(now, signs, frozenset(room.decode() for room in free), emptied)

    async def start_number(self) -> int:
        """See `Store.start_number`."""
        (number,) = await self._link.call(("INCR", keys.STARTS))
        return int(number) % STARTS

    async def forget_node(self, owner: Owner) -> None:
        """See `Store.forget_node`."""
        await self._link.call(
            scripts.FORGET_NODE.call([keys.BEATS], (owner.node, owner.incarnation)),
            ("HDEL", keys.DRAINING, owner.node),
        )

    def publish(self, publication: Publication) -> asyncio.Future[int]:
        """See `Store.publish`: on the appends' own connection, so that it stays behind them."""
        return self._begin(("SPUBLISH", publication.channel, publication.payload))

    def subscriber(self) -> RedisSubscriber:
        """See `Store.subscriber`."""
        return RedisSubscriber(self._link.url, link=self._link.beside())

    async def ping(self) -> None:
        """See `Store.ping`."""
        await self._link.call(("PING",))

    async def close(self) -> None:
        """See `Store.close`."""
        await end([self._leaving])
        await self._replicas.close()
        await self._pipe.close()
        await self._link.close()

    def _begin(self, command: scripts.Command) -> asyncio.Future[Any]:
        """Send a command behind the appends; nobody need wait for its answer."""
        done = self._pipe.begin(command)
        done.add_done_callback(_heard_of)
        return done

    async def _run(self, script: scripts.Script, on: Sequence[str], *args: scripts.Argument) -> Any:
        (answer,) = await self._link.call(script.call(on, args))
        return answer

    async def _get(self, key: str) -> bytes | None:
        (data,) = await self._link.call(("GET", key))
        return _bytes(data)


def _heard_of(done: asyncio.Future[Any]) -> None:
    """Take note of a failure that nobody need wait for."""
    if not done.cancelled():
        done.exception()


def _room_keys(room: str) -> tuple[str, str]:
    return keys.head(room), keys.journal(room)


def _bytes(value: Any) -> bytes | None:
    return None if value is None else bytes(value)


def _speaker(raw: bytes) -> Speaker | None:
    if not raw:
        return None
    counter, number, owner = raw.decode().split(" ", 2)
    return Speaker(int(counter), int(number), owner)


def _noted(raw: bytes) -> bytes | None:
    return raw.partition(b" ")[2] if raw else None


def _entry(position: int, raw: bytes) -> Entry:
    at, epoch, data = raw.split(b":", 2)
    return Entry(position, int(epoch), int(at), data)


def _head(room: str, raw: list[Any]) -> RoomHead:
    epoch, owner, base, meta, freed, kept = raw
    return RoomHead(room, int(epoch), owner.decode(), int(base), int(base) + kept, bytes(meta), int(freed))
