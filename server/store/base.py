"""What the rest of the server may ask of the durable store.

This file decides the words: what a journal append is, which errors it may end in, and what each of them means
for the caller. It knows no client library. The journal's entries are opaque bytes; only the owner of a room
reads or writes them.

The invariant every implementation keeps: a room's journal is one sequence of entries, written by one owner
per epoch, and an entry that was acknowledged is never changed, moved or lost. Every write may be repeated
with the same arguments and then has the effect of one, but for the two that say otherwise.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

STARTS: Final = 65_536
"""How many starts of nodes are told apart by their numbers."""


class StoreError(Exception):
    """The head of all that can go wrong between the server and its store."""


class StoreRefused(StoreError):
    """Say why this store cannot be used at all; `code` is stable, `message` is one line for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class StoreDown(StoreError):
    """The store did not take the call: nothing was written, and repeating it later is safe."""


class OutcomeUnknown(StoreError):
    """The call was sent and its answer lost: repeat it, same position and bytes, until it is answered."""


class StoreFault(StoreError):
    """The store answered with an error that no waiting cures: a fault of ours, or of who set the store up."""


class StaleEpoch(StoreError):
    """Somebody else owns the room now, or it is gone (`current` is 0): let go of it."""

    def __init__(self, room: str, epoch: int, current: int) -> None:
        super().__init__(f"room {room}: epoch {epoch} is stale, the store has {current}")
        self.room = room
        self.epoch = epoch
        self.current = current


class JournalConflict(StoreError):
    """The journal is not as the caller believes: other bytes at that position, or a hole before it.

    `length` is the position the next entry would get, `base` the first one still kept.
    """

    def __init__(self, room: str, position: int, length: int, base: int) -> None:
        super().__init__(f"room {room}: position {position} does not fit a journal of {base}..{length}")
        self.room = room
        self.position = position
        self.length = length
        self.base = base


class RoomExists(StoreError):
    """A room of this id is there already and is not the one being made."""


@dataclass(frozen=True, slots=True)
class Publication:
    """One message for the subscribers of a channel: of `keys.channel(room, view)` or `keys.node(owner)`."""

    channel: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class Append:
    """Entries for one room's journal from `position` on, and what to publish when they are written."""

    room: str
    epoch: int
    position: int
    entries: tuple[bytes, ...]
    publications: tuple[Publication, ...] = ()

    def __post_init__(self) -> None:
        if not self.entries:
            raise ValueError("an append needs at least one entry")
        if self.position < 0:
            raise ValueError("a position cannot be negative")


@dataclass(frozen=True, slots=True)
class Appended:
    """The answer to an append: the journal's length, when the last was written (ms), was it a repeat."""

    length: int
    at_ms: int
    repeated: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """One journal entry: its position, and the epoch and the store's time (ms) it was written at."""

    position: int
    epoch: int
    at_ms: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Journal:
    """A range of a room's journal; `base` is the first position kept, `length` the next one to be written."""

    base: int
    length: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class RoomHead:
    """What is kept of a room beside its journal: its owner, its epoch, and an opaque description.

    Where `owner` is empty its last one let it go at `freed_ms`, in the store's time: it may be taken at once.
    """

    room: str
    epoch: int
    owner: str
    base: int
    length: int
    meta: bytes
    freed_ms: int = 0


@dataclass(frozen=True, slots=True)
class Owner:
    """One start of one node: `node` stays over restarts, `incarnation` (no spaces in it) does not.

    Its text is what a room's head names as the owner.
    """

    node: str
    incarnation: str

    @classmethod
    def parse(cls, text: str) -> Owner:
        """Return the owner that a room's head names."""
        node, _, incarnation = text.rpartition("/")
        return cls(node, incarnation)

    def __str__(self) -> str:
        return f"{self.node}/{self.incarnation}"


@dataclass(frozen=True, slots=True)
class Beats:
    """When each start of a node was last alive, and the present, both in the store's time (ms).

    Of each node the latest start is there, and the one before it. `free` names rooms that were let go and
    may not have been taken yet, `draining` starts of nodes that take none.
    """

    now_ms: int
    signs: Mapping[Owner, int]
    free: frozenset[str] = frozenset()
    draining: frozenset[Owner] = frozenset()


@dataclass(frozen=True, slots=True)
class Speaker:
    """The connection that speaks for a player: its counter, and the number and owner of its node."""

    counter: int
    number: int
    owner: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """The answer to `speak`: the counter taken, who spoke before, and where the player is a member."""

    counter: int
    before: Speaker | None
    member: bytes | None


@dataclass(frozen=True, slots=True)
class Message:
    """What a subscriber hears; with `payload` None: the channel is listened to from now on, or again.

    Whatever was published before such a confirmation may have been missed: that is the moment to ask for it.
    """

    channel: str
    payload: bytes | None


class Subscriber(Protocol):
    """A reader of channels that reconnects by itself; it loses what is published while it is away."""

    async def listen(self, *channels: str) -> None:
        """Add channels; the confirmation of each comes through `next`."""

    async def ignore(self, *channels: str) -> None:
        """Take channels off."""

    async def next(self) -> Message:
        """Return the next message or confirmation."""

    async def close(self) -> None:
        """Give the connection back; a `next` that waits is cancelled by its caller, not by this."""


class Store(Protocol):
    """The durable store. Any call may raise `StoreDown`, any writing one `OutcomeUnknown` besides.

    `replicas` is how many replicas the store had when it last took a sign of life.
    """

    @property
    def replicas(self) -> int: ...

    async def is_replicated(self) -> bool:
        """Wait for a replica to have all that was acknowledged so far; False if it does not within 1 s."""

    def append(self, batch: Append) -> Awaitable[Appended]:
        """Write entries at an explicit position under an epoch, and publish.

        Have one append of a room under way at a time. What overlaps with entries already there must be the
        same bytes; only if something new is written is anything published.

        Raises: StaleEpoch, JournalConflict (nothing was written).
        """

    async def read(self, room: str, start: int = 0, count: int | None = None) -> Journal:
        """Return the entries from `start` on, or from the base; the journal of an unknown room is empty."""

    async def trim(self, room: str, epoch: int, upto: int) -> None:
        """Drop what stands before the entry at `upto`: the checkpoint to fold from henceforth.

        Raises: StaleEpoch, JournalConflict (no entry stands there).
        """

    async def create_room(self, room: str, owner: str, meta: bytes) -> int:
        """Make a room with an empty journal, list it, and return its first epoch, 1.

        Raises: RoomExists.
        """

    async def acquire(self, room: str, owner: str, over: int) -> int:
        """Take a room whose epoch is still `over`, and return the new epoch, which is no other owner's.

        `owner` is the text of an `Owner`: one start of one node, so that a repeat is told from a rival.

        Raises: StaleEpoch (another was faster, or the room is gone).
        """

    async def free_room(self, room: str, epoch: int) -> None:
        """Let a room go, so that it has no owner, the next epoch, and stands among `Beats.free`.

        Raises: StaleEpoch.
        """

    async def restore(self, kept: Append, owner: str, meta: bytes) -> Appended:
        """Put back what a failover of the store lost: a room's listing, its head, and its last entries.

        `kept` holds all entries from a checkpoint to the last one acknowledged, or to one not answered. What
        is there must be the same and no more, and nobody's of a higher epoch; then what is missing is added.

        Raises: StaleEpoch, JournalConflict (nothing was written).
        """

    async def put_meta(self, room: str, epoch: int, meta: bytes) -> None:
        """Replace a room's description. Raises: StaleEpoch."""

    async def heads(self, rooms: Sequence[str]) -> dict[str, RoomHead]:
        """Return what is kept of these rooms; those that do not exist are left out."""

    async def list_rooms(self) -> list[str]:
        """Return the ids of all rooms, sorted; one being made or deleted this moment may have no head."""

    async def delete_room(self, room: str, epoch: int) -> None:
        """Delete a room, its journal and its listing; one without a head is only unlisted.

        Raises: StaleEpoch.
        """

    async def claim_code(self, code: str, room: str) -> bool:
        """Give an invite code to a room; False if another room has it."""

    async def find_code(self, code: str) -> str | None:
        """Return the room of an invite code."""

    async def release_code(self, code: str, room: str) -> None:
        """Free an invite code if it is this room's."""

    async def put_player(self, player: str, data: bytes, ttl_s: int) -> None:
        """Keep what is known of a player for `ttl_s` seconds from now."""

    async def get_player(self, player: str) -> bytes | None:
        """Return what is kept of a player."""

    async def delete_player(self, player: str) -> None:
        """Forget a player: his token is worth nothing from now on."""

    async def speak(self, player: str, speaker: Speaker, ttl_s: int) -> Spoken:
        """Let a connection speak for a player from now on, remembered for `ttl_s` seconds.

        Its counter is raised above the one who spoke before, if it is not above it.
        """

    async def speaker_of(self, player: str) -> Speaker | None:
        """Return the connection that spoke last for a player; it may be gone."""

    def note_member(self, player: str, room: str, data: bytes | None) -> asyncio.Future[None]:
        """Note that a player is a member of a room, or (`None`) of that one no more.

        Notes go out in the order of the calls, behind the appends; the future fails as any call does.
        """

    async def member_of(self, player: str) -> bytes | None:
        """Return what was noted of the room a player is a member of."""

    async def wait(
        self, ruleset: str, player: str, data: bytes, good_ms: int, seats: int, is_new: bool
    ) -> tuple[bool, Sequence[tuple[str, bytes]]]:
        """Let a player wait for a quick match, or, where he is not new, go on waiting.

        A word that he waits is good for `good_ms`. Return whether he waits, or is one of so many who are now
        brought together: they are returned with their data in the order they came, and wait no more.
        """

    def wait_no_more(self, ruleset: str, player: str) -> asyncio.Future[None]:
        """Let a player wait no more; it need not be waited for."""

    def put_lobby(self, owner: str, data: bytes, ttl_ms: int) -> asyncio.Future[None]:
        """Keep what a start of a node lists for so long; it need not be waited for."""

    async def lobbies(self, owners: Sequence[str]) -> list[bytes]:
        """Return what these starts of nodes list, of those that list anything."""

    async def put_once(self, code: str, data: bytes, ttl_s: int) -> bool:
        """Keep something under a one-time code; False if the code is in use for something else."""

    async def see_once(self, code: str) -> bytes | None:
        """Return what stands under a one-time code, and leave it there."""

    async def take_once(self, code: str) -> bytes | None:
        """Return what stands under a one-time code, to one caller only.

        After `OutcomeUnknown` it may be gone: this call is not repeatable.
        """

    async def save_record(self, record: str, data: bytes, *, keep: int | None, ttl_s: int | None) -> None:
        """Keep a finished match's record: the newest `keep` of all, each for `ttl_s` s (None: no limit)."""

    async def get_record(self, record: str) -> bytes | None:
        """Return a match record."""

    async def list_records(self, count: int) -> list[str]:
        """Return the ids of the newest records, newest first."""

    async def server_key(self) -> bytes:
        """Return the 32 secret bytes that sign player tokens, made at the first call ever."""

    async def beat(self, owner: Owner, *, drains: bool = False) -> Beats:
        """Give a sign of life, and say whether the node is being emptied; it is so for as long as it lives.

        Return everybody's, and which rooms are free.
        """

    async def signs(self) -> Beats:
        """Return everybody's signs of life, and give none."""

    async def start_number(self) -> int:
        """Return a small number (below 65,536) for a start of a node, another one each time."""

    async def forget_node(self, owner: Owner) -> None:
        """Take back a node's signs of life, when it goes in good order."""

    def publish(self, publication: Publication) -> asyncio.Future[int]:
        """Publish something that is not in any journal; it is heard at most once.

        Publications go out in the order of the calls, and after the appends that were answered before. The
        future brings how many heard it; it need not be waited for, and fails as any call does.
        """

    def subscriber(self) -> Subscriber:
        """Return a reader of channels with a connection of its own."""

    async def ping(self) -> None:
        """Ask for a sign of life."""

    async def close(self) -> None:
        """Let go of all connections; appends not answered end in `OutcomeUnknown`."""
