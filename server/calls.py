"""Calls of this node's connections to rooms of other nodes: what is asked there, and where the owner is.

Who calls is kept with the point he has and with what he has asked and was not answered, so that all of it can
be asked again: of the owner when something was lost on the way, of a new one when the room has moved.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from msgspec import Raw
from msgspec.structs import replace

from protocol.codec import Codec, encode
from protocol.codes import RejectCode
from protocol.to_client import Rejected, RoomClosed
from protocol.vocabulary import StreamPoint, View
from server.abroad import command_id_of
from server.effects import Attach, Enter, Input, Repeat, Submit
from server.hub import Hub
from server.notes import (
    Passed,
    Put,
)
from server.peers import Peer
from server.ports import BUSY_MS, Clock, House, Report
from server.relay import Relay
from server.store import keys
from server.store.base import RoomHead, Store, StoreError
from server.tasks import end, surviving

__all__ = ["Asked", "Caller", "Calls", "Far", "Heard", "Waiting"]

MOST_WAITING: Final = 32
"""How many commands of one connection may be under way to a room elsewhere."""
AGAIN_MS: Final = 2000
"""After how long without an answer something is sent again."""
FETCH_MS: Final = 1000
"""How long to wait for the filling of a gap before it is asked for again."""
MISSING_MS: Final = 2000
"""For how long a room that was there may be missing from the store before it counts as gone."""
NOBODY_MS: Final = 5000
"""For how long a command waits for a room that nobody has."""
LOOK_S: Final = 0.25
"""Seconds between looks for rooms' owners; less while they are few, so that a pause is short."""
FEW: Final = 200
_FAREWELLS: Final = 3
"""How often an owner is told that nobody is there any more."""

Asked: TypeAlias = Enter | Repeat | Submit


class Waiting:
    """A command that is not answered yet: when it was first asked, and last sent (ms)."""

    __slots__ = ("asked", "first", "sent")

    def __init__(self, asked: Asked, now: int) -> None:
        self.asked = asked
        self.first = self.sent = now


class Caller:
    """One connection of this node at a room elsewhere."""

    __slots__ = ("asked_at", "attach", "is_heard", "peer", "view", "waiting")

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.attach: Attach | None = None
        """By what it attaches; None while it is neither in the room nor looks on."""
        self.is_heard = False
        """Whether the owner has said that it listens."""
        self.view: View = "public"
        self.asked_at: int | None = None
        """When it asked for what it misses (ms), until that has come."""
        self.waiting: dict[str, Waiting] = {}

    def enters(self) -> bool:
        """Tell whether it is on its way in, and may be there already."""
        return any(isinstance(each.asked, Enter) for each in self.waiting.values())

    def listens_to(self, view: View) -> bool:
        return self.is_heard and self.view == view


class Far:
    """A room elsewhere."""

    __slots__ = (
        "callers", "epoch", "found_at", "heard_at", "missing_at", "name", "owner", "told", "tried", "views"
    )  # fmt: skip

    def __init__(self, name: str, now: int) -> None:
        self.name = name
        self.owner = ""
        """Empty: it is being looked for."""
        self.tried, self.found_at = "", 0
        """Whom the store named last, and when (ms): he is not asked again at once."""
        self.missing_at: int | None = None
        self.epoch = 0
        self.told = 0
        """The count of the last note of what the room has to say."""
        self.heard_at = now
        self.callers: dict[int, Caller] = {}
        self.views: dict[View, bool] = {}
        """The views whose channels are heard, and whether that has begun."""


Heard: TypeAlias = Callable[[str, View, bytes | None], None]
"""Takes what comes on the channel of a room's view; `None`: it is heard from now on."""


class Calls:
    """The calls of one node; `heard` takes what comes on the channels that they listen to."""

    def __init__(
        self,
        *,
        house: House,
        hub: Hub,
        relay: Relay,
        store: Store,
        clock: Clock,
        is_dead: Callable[[str], bool],
        heard: Heard,
        report: Report,
    ) -> None:
        self.rooms: dict[str, Far] = {}
        self.farewells: dict[str, int] = {}
        """Owners that are to hear that nobody is there any more, and how often yet."""
        self._house = house
        self._hub = hub
        self._relay = relay
        self._store = store
        self._clock = clock
        self._is_dead = is_dead
        self._heard = heard
        self._report = report
        self._lost: dict[str, None] = {}
        self._search: asyncio.Task[None] | None = None

    @property
    def looks_for(self) -> int:
        """How many rooms' owners are being looked for."""
        return len(self._lost)

    def of(self, room: str, peer: Peer) -> tuple[Far, Caller]:
        """Return a connection's call to a room, begun if it is new; the owner is looked for if need be."""
        far = self.rooms.get(room)
        if far is None:
            far = self.rooms[room] = Far(room, self._clock.now())
            self._hub.elsewhere[room] = partial(self._is_here, far)
        caller = far.callers.get(peer.id)
        if caller is None:
            caller = far.callers[peer.id] = Caller(peer)
        if not far.owner:
            self.lose(far)
        return far, caller

    async def stop(self) -> None:
        """Look for nothing any more."""
        await end([self._search])

    def attach(self, far: Far, caller: Caller, attach: Attach) -> None:
        """Attach a connection to a room, at the point it names."""
        point, peer = attach.resume, caller.peer
        known = point is not None and point.view == attach.view
        peer.inc, peer.n = (point.inc, point.last) if point is not None and known else (0, 0)
        caller.attach, caller.view, caller.asked_at = attach, attach.view, None
        self.hear(far, caller)

    def hear(self, far: Far, caller: Caller) -> None:
        """Hear the channel of a caller's view, and ask for what it misses when it is heard."""
        view = caller.view
        if far.views.get(view):
            self.fetch(far, caller)
        elif view not in far.views:
            far.views[view] = False
            self._relay.hear(keys.channel(far.name, view), partial(self._heard, far.name, view))

    def prune(self, far: Far) -> None:
        """Hear no channel that nobody needs, and forget a room that nobody calls."""
        wanted = {caller.view for caller in far.callers.values() if caller.attach is not None}
        for view in [view for view in far.views if view not in wanted]:
            del far.views[view]
            self._relay.ignore(keys.channel(far.name, view))
        if not far.callers:
            if far.owner:
                self.farewells[far.owner] = _FAREWELLS
            self.rooms.pop(far.name, None)
            self._lost.pop(far.name, None)
            self._hub.elsewhere.pop(far.name, None)

    # ---------------------------------------------------------------- to the owner

    def put(self, far: Far, what: Input) -> None:
        """Send an input to the owner, or look for him; what waits is sent when he is found."""
        owner = far.owner
        if not owner:
            self.lose(far)
            return
        if isinstance(what, Submit):
            command = Raw(encode(what.command, Codec.MSGPACK))
            sent = self._relay.send(
                owner, Put(far.name, Passed(what.connection, what.player, command, what.rtt_ms))
            )
        else:
            assert isinstance(what, Enter | Repeat | Attach)
            sent = self._relay.send(owner, Put(far.name, what))
        sent.add_done_callback(partial(self._sent, far, owner))

    def _sent(self, far: Far, owner: str, sent: asyncio.Future[int]) -> None:
        if not sent.cancelled() and sent.exception() is None and not sent.result() and far.owner == owner:
            self.lose(far)

    def fetch(self, far: Far, caller: Caller) -> None:
        """Ask the owner for what a caller misses, once at a time."""
        now, attach = self._clock.now(), caller.attach
        if attach is None or (caller.asked_at is not None and now - caller.asked_at < FETCH_MS):
            return
        caller.asked_at = now
        peer = caller.peer
        point = StreamPoint(far.name, caller.view, peer.inc, peer.n) if peer.inc else None
        self.put(far, replace(attach, view=caller.view, resume=point))

    def resume(self, far: Far) -> None:
        """Let everybody attach anew with the point he has, and send again what is not answered."""
        now = self._clock.now()
        for caller in list(far.callers.values()):
            caller.asked_at = None
            if caller.attach is not None:
                self.hear(far, caller)
            for waiting in list(caller.waiting.values()):
                waiting.sent = now
                self.put(far, waiting.asked)

    def refuse(self, far: Far, caller: Caller, asked: Asked, code: RejectCode) -> None:
        """Refuse what was asked and cannot be brought to the room."""
        command_id = command_id_of(asked) or ""
        caller.waiting.pop(command_id, None)
        if isinstance(asked, Enter) and self._hub.running(caller.peer.player) is None:
            self._hub.release(caller.peer.player, far.name)
        if command_id:
            retry = BUSY_MS if code is RejectCode.BUSY else None
            self._hub.send(caller.peer, Rejected(command_id, code, retry_ms=retry))

    # ---------------------------------------------------------------- looking for the owner

    def lose(self, far: Far) -> None:
        """Look for a room's owner, if anybody calls it yet: a letter may prove lost when all have gone."""
        far.owner = ""
        if self.rooms.get(far.name) is not far:
            return
        self._lost[far.name] = None
        if self._search is None or self._search.done():
            self._search = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while True:
            asked = list(self._lost)
            # While the store is away the tables stand too: all wait for it.
            with surviving(self._report), contextlib.suppress(StoreError):
                heads = await self._store.heads(asked)
                # Others may have been lost meanwhile, and some found.
                for room in [room for room in asked if room in self._lost]:
                    with surviving(self._report):
                        self._seen(self.rooms[room], heads.get(room))
            if not self._lost:
                return
            await self._clock.sleep(LOOK_S if len(self._lost) > FEW else LOOK_S / 3)

    def _seen(self, far: Far, head: RoomHead | None) -> None:
        """Take in what the store says of a room that was looked for."""
        if self._house.epoch(far.name) is not None:
            self.come_home(far)
        elif head is None:
            # One that was there may be put back by its owner, after a failover of the store.
            far.missing_at = self._clock.now() if far.missing_at is None else far.missing_at
            if not far.epoch or self._clock.now() - far.missing_at >= MISSING_MS:
                self._unknown(far)
        elif head.owner in ("", self._relay.me) or self._is_dead(head.owner) or self._was_tried(far, head):
            self._give_up_commands(far)
        else:
            far.tried, far.found_at = head.owner, self._clock.now()
            self.found(far, head.owner, max(far.epoch, head.epoch))

    def found(self, far: Far, owner: str, epoch: int) -> None:
        """Go on with a room's owner, whoever has said that it is he."""
        self._lost.pop(far.name, None)
        far.owner, far.epoch = owner, epoch
        far.heard_at, far.missing_at = self._clock.now(), None
        self.resume(far)

    def _was_tried(self, far: Far, head: RoomHead) -> bool:
        return far.tried == head.owner and self._clock.now() - far.found_at < LOOK_S * 1000

    def _is_here(self, far: Far) -> None:
        """The room speaks from here, which may be before its mailbox is open: let everybody come home soon.

        Until he has, nobody hears it: what it says meanwhile is among what he misses by his point.
        """
        self._hub.empty(far.name)
        for caller in far.callers.values():
            caller.is_heard = False
        self.lose(far)

    def come_home(self, far: Far) -> None:
        """The room is this node's own now: its mailbox takes what waits, and everybody attaches there."""
        self._hub.empty(far.name)
        callers = list(far.callers.values())
        far.callers.clear()
        far.owner = ""
        self.prune(far)
        for caller in callers:
            peer, attach = caller.peer, caller.attach
            if attach is not None and not peer.gone:
                point = StreamPoint(far.name, caller.view, peer.inc, peer.n) if peer.inc else None
                self._house.post(far.name, replace(attach, view=caller.view, resume=point))
            for waiting in caller.waiting.values():
                if self._house.post(far.name, waiting.asked) == "busy":
                    self.refuse(far, caller, waiting.asked, RejectCode.BUSY)

    def _unknown(self, far: Far) -> None:
        """There is no such room any more."""
        for caller in list(far.callers.values()):
            peer = caller.peer
            for waiting in list(caller.waiting.values()):
                self.refuse(far, caller, waiting.asked, RejectCode.UNKNOWN_ROOM)
            if caller.attach is not None:
                if peer.room == far.name:
                    self._hub.unlisten(peer)
                self._hub.send(peer, RoomClosed(far.name, "closed"))
            self._hub.release(peer.player, far.name)
            self._store.note_member(peer.player, far.name, None)
        far.callers.clear()
        self.prune(far)

    def _give_up_commands(self, far: Far) -> None:
        """Refuse what has waited too long for an owner; who listens goes on waiting for one."""
        now = self._clock.now()
        for caller in list(far.callers.values()):
            for waiting in list(caller.waiting.values()):
                if now - waiting.first >= NOBODY_MS:
                    self.refuse(far, caller, waiting.asked, RejectCode.BUSY)
            if caller.attach is None and not caller.waiting:
                del far.callers[caller.peer.id]
        self.prune(far)
