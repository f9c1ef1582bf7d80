"""Rooms of other nodes, as the connections of this one reach them.

An input for a room that is not here is sent to the room's owner; what the room says comes back by letters,
and by its views' channels. Whoever is to hear a view hears its channel first, and only then asks for what he
misses, so that nothing falls between. Frames are numbered: a gap is filled by asking the owner anew, and each
second the owner says how far every view is, so that a lost last message is noticed too. A command is kept
until it is answered, and sent again where it may have been lost; its id makes that once in effect. When an
owner is silent, gone, or another, the new one is looked for and everybody attaches there with the point he
has: who plays here sees a pause and no more.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from msgspec import Raw
from msgspec.structs import replace

from protocol.answers import Entered
from protocol.codec import Codec, encode
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Accepted, Frame, Notice, Rejected, RoomClosed, Running, Snapshot
from protocol.vocabulary import StreamPoint, View
from server.abroad import command_id_of
from server.effects import Attach, Detach, Enter, Input, Listen, Repeat, Submit
from server.hub import Hub
from server.notes import (
    AskAgain,
    Away,
    Closed,
    Gone,
    Heads,
    Here,
    Item,
    Listens,
    NotTaken,
    Passed,
    Put,
    Said,
    SaidToRoom,
    Told,
    read_broadcast,
    read_message,
)
from server.peers import Peer
from server.ports import BUSY_MS, Clock, House, Posted
from server.relay import Relay
from server.store import keys
from server.store.base import RoomHead, Store, StoreError
from server.tasks import end

__all__ = ["Faraway"]

MOST_WAITING: Final = 32
"""How many commands of one connection may be under way to a room elsewhere."""
SILENT_MS: Final = 3000
"""After how long without a word of its heads a room's owner is looked for anew."""
AGAIN_MS: Final = 2000
"""After how long without an answer something is sent again."""
FETCH_MS: Final = 1000
"""How long to wait for the filling of a gap before it is asked for again."""
NOBODY_MS: Final = 5000
"""For how long a command waits for a room that nobody has."""
LOOK_S: Final = 0.25
"""Seconds between looks for rooms' owners; less while they are few, so that a pause is short."""
FEW: Final = 200
_FAREWELLS: Final = 3
"""How often an owner is told that nobody is there any more."""

_Asked: TypeAlias = Enter | Repeat | Submit


class _Waiting:
    """A command that is not answered yet: when it was first asked, and last sent (ms)."""

    __slots__ = ("asked", "first", "sent")

    def __init__(self, asked: _Asked, now: int) -> None:
        self.asked = asked
        self.first = self.sent = now


class _Caller:
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
        self.waiting: dict[str, _Waiting] = {}

    def listens_to(self, view: View) -> bool:
        return self.is_heard and self.view == view


class _Far:
    """A room elsewhere."""

    __slots__ = ("callers", "epoch", "found_at", "heard_at", "name", "owner", "told", "tried", "views")

    def __init__(self, name: str, now: int) -> None:
        self.name = name
        self.owner = ""
        """Empty: it is being looked for."""
        self.tried, self.found_at = "", 0
        """Whom the store named last, and when (ms): he is not asked again at once."""
        self.epoch = 0
        self.told = 0
        """The count of the last note of what the room has to say."""
        self.heard_at = now
        self.callers: dict[int, _Caller] = {}
        self.views: dict[View, bool] = {}
        """The views whose channels are heard, and whether that has begun."""


class Faraway:
    """The `Bus` of a node: rooms here by their mailboxes, all others by the store."""

    def __init__(
        self,
        *,
        house: House,
        hub: Hub,
        relay: Relay,
        store: Store,
        clock: Clock,
        is_dead: Callable[[str], bool],
    ) -> None:
        self._house = house
        self._hub = hub
        self._relay = relay
        self._store = store
        self._clock = clock
        self._is_dead = is_dead
        self._rooms: dict[str, _Far] = {}
        self._lost: dict[str, None] = {}
        self._search: asyncio.Task[None] | None = None
        self._farewells: dict[str, int] = {}
        takers: dict[Any, Callable[[str, Any], None]] = {
            Told: self._told, NotTaken: self._not_taken, AskAgain: self._ask_again, Heads: self._heads,
        }  # fmt: skip
        for kind, taker in takers.items():
            relay.on(kind, taker)
        relay.on_again(self._line_is_up)

    # ---------------------------------------------------------------- the bus

    def post(self, room: str, what: Input) -> Posted:
        """See `Bus.post`."""
        posted = self._house.post(room, what)
        if posted != "unknown":
            return posted
        far = self._rooms.get(room)
        if isinstance(what, Detach):
            return "unknown" if far is None else self._detach(far, what)
        if not isinstance(what, Enter | Repeat | Attach | Submit):
            return "unknown"
        peer = self._hub.peers.get(what.connection)
        if peer is None:
            return "unknown"
        if far is None:
            far = self._rooms[room] = _Far(room, self._clock.now())
            self._hub.elsewhere[room] = partial(self._is_here, far)
        caller = far.callers.get(peer.id)
        if caller is None:
            caller = far.callers[peer.id] = _Caller(peer)
        if not far.owner:
            self._lose(far)
        if isinstance(what, Attach):
            self._attach(far, caller, what)
            return "taken"
        if len(caller.waiting) >= MOST_WAITING:
            return "busy"
        caller.waiting[command_id_of(what) or ""] = _Waiting(what, self._clock.now())
        self._put(far, what)
        return "taken"

    def come(self, room: str) -> None:
        """See `Bus.come`."""
        far = self._rooms.get(room)
        if far is not None:
            self._come_home(far)

    async def reach(self, room: str) -> bool:
        """See `Bus.reach`."""
        return self._house.epoch(room) is not None or bool(await self._store.heads([room]))

    def _attach(self, far: _Far, caller: _Caller, attach: Attach) -> None:
        point, peer = attach.resume, caller.peer
        known = point is not None and point.view == attach.view
        peer.inc, peer.n = (point.inc, point.last) if point is not None and known else (0, 0)
        caller.attach, caller.view, caller.asked_at = attach, attach.view, None
        self._hear(far, caller)

    def _hear(self, far: _Far, caller: _Caller) -> None:
        """Hear the channel of a caller's view, and ask for what it misses when it is heard."""
        view = caller.view
        if far.views.get(view):
            self._fetch(far, caller)
        elif view not in far.views:
            far.views[view] = False
            self._relay.hear(keys.channel(far.name, view), partial(self._heard, far.name, view))

    def _detach(self, far: _Far, what: Detach) -> Posted:
        if far.callers.pop(what.connection, None) is not None and far.owner:
            self._relay.send(far.owner, Put(far.name, what))
        self._prune(far)
        return "taken"

    def _prune(self, far: _Far) -> None:
        """Hear no channel that nobody needs, and forget a room that nobody calls."""
        wanted = {caller.view for caller in far.callers.values() if caller.attach is not None}
        for view in [view for view in far.views if view not in wanted]:
            del far.views[view]
            self._relay.ignore(keys.channel(far.name, view))
        if not far.callers:
            if far.owner:
                self._farewells[far.owner] = _FAREWELLS
            self._rooms.pop(far.name, None)
            self._lost.pop(far.name, None)
            self._hub.elsewhere.pop(far.name, None)

    # ---------------------------------------------------------------- to the owner

    def _put(self, far: _Far, what: Input) -> None:
        """Send an input to the owner, or look for him; what waits is sent when he is found."""
        owner = far.owner
        if not owner:
            self._lose(far)
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

    def _sent(self, far: _Far, owner: str, sent: asyncio.Future[int]) -> None:
        if not sent.cancelled() and sent.exception() is None and not sent.result() and far.owner == owner:
            self._lose(far)

    def _fetch(self, far: _Far, caller: _Caller) -> None:
        """Ask the owner for what a caller misses, once at a time."""
        now, attach = self._clock.now(), caller.attach
        if attach is None or (caller.asked_at is not None and now - caller.asked_at < FETCH_MS):
            return
        caller.asked_at = now
        peer = caller.peer
        point = StreamPoint(far.name, caller.view, peer.inc, peer.n) if peer.inc else None
        self._put(far, replace(attach, view=caller.view, resume=point))

    def _resume(self, far: _Far) -> None:
        """Let everybody attach anew with the point he has, and send again what is not answered."""
        now = self._clock.now()
        for caller in list(far.callers.values()):
            caller.asked_at = None
            if caller.attach is not None:
                self._hear(far, caller)
            for waiting in list(caller.waiting.values()):
                waiting.sent = now
                self._put(far, waiting.asked)

    # ---------------------------------------------------------------- looking for the owner

    def _lose(self, far: _Far) -> None:
        far.owner = ""
        self._lost[far.name] = None
        if self._search is None or self._search.done():
            self._search = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while True:
            try:
                heads = await self._store.heads(list(self._lost))
            except StoreError:
                pass  # the tables stand too: all wait for the store
            else:
                for room in list(self._lost):
                    self._seen(self._rooms[room], heads.get(room))
            if not self._lost:
                return
            await self._clock.sleep(LOOK_S if len(self._lost) > FEW else LOOK_S / 3)

    def _seen(self, far: _Far, head: RoomHead | None) -> None:
        """Take in what the store says of a room that was looked for."""
        if self._house.epoch(far.name) is not None:
            self._come_home(far)
        elif head is None:
            self._unknown(far)
        elif head.owner in ("", self._relay.me) or self._is_dead(head.owner) or self._was_tried(far, head):
            self._give_up_commands(far)
        else:
            del self._lost[far.name]
            far.owner = far.tried = head.owner
            far.epoch = max(far.epoch, head.epoch)
            far.heard_at = far.found_at = self._clock.now()
            self._resume(far)

    def _was_tried(self, far: _Far, head: RoomHead) -> bool:
        return far.tried == head.owner and self._clock.now() - far.found_at < LOOK_S * 1000

    def _is_here(self, far: _Far) -> None:
        """The room speaks from here, which may be before its mailbox is open: let everybody come home soon.

        Until he has, nobody hears it: what it says meanwhile is among what he misses by his point.
        """
        self._hub.empty(far.name)
        for caller in far.callers.values():
            caller.is_heard = False
        self._lose(far)

    def _come_home(self, far: _Far) -> None:
        """The room is this node's own now: its mailbox takes what waits, and everybody attaches there."""
        self._hub.empty(far.name)
        callers = list(far.callers.values())
        far.callers.clear()
        far.owner = ""
        self._prune(far)
        for caller in callers:
            peer, attach = caller.peer, caller.attach
            if attach is not None and not peer.gone:
                point = StreamPoint(far.name, caller.view, peer.inc, peer.n) if peer.inc else None
                self._house.post(far.name, replace(attach, view=caller.view, resume=point))
            for waiting in caller.waiting.values():
                if self._house.post(far.name, waiting.asked) == "busy":
                    self._refuse(far, caller, waiting.asked, RejectCode.BUSY)

    def _unknown(self, far: _Far) -> None:
        """There is no such room any more."""
        for caller in list(far.callers.values()):
            peer = caller.peer
            for waiting in list(caller.waiting.values()):
                self._refuse(far, caller, waiting.asked, RejectCode.UNKNOWN_ROOM)
            if caller.attach is not None:
                if peer.room == far.name:
                    self._hub.unlisten(peer)
                self._hub.send(peer, RoomClosed(far.name, "closed"))
            self._hub.release(peer.player, far.name)
            self._store.note_member(peer.player, far.name, None)
        far.callers.clear()
        self._prune(far)

    def _give_up_commands(self, far: _Far) -> None:
        """Refuse what has waited too long for an owner; who listens goes on waiting for one."""
        now = self._clock.now()
        for caller in list(far.callers.values()):
            for waiting in list(caller.waiting.values()):
                if now - waiting.first >= NOBODY_MS:
                    self._refuse(far, caller, waiting.asked, RejectCode.BUSY)
            if caller.attach is None and not caller.waiting:
                del far.callers[caller.peer.id]
        self._prune(far)

    def _refuse(self, far: _Far, caller: _Caller, asked: _Asked, code: RejectCode) -> None:
        command_id = command_id_of(asked) or ""
        caller.waiting.pop(command_id, None)
        if isinstance(asked, Enter) and self._hub.running(caller.peer.player) is None:
            self._hub.release(caller.peer.player, far.name)
        if command_id:
            retry = BUSY_MS if code is RejectCode.BUSY else None
            self._hub.send(caller.peer, Rejected(command_id, code, retry_ms=retry))

    # ---------------------------------------------------------------- from the owner

    def _is_stale(self, far: _Far, sender: str, epoch: int) -> bool:
        """Say whether who speaks has the room no more; one who has it under a newer epoch is its owner."""
        if epoch < far.epoch:
            return True
        if sender != far.owner:
            is_newer = epoch > far.epoch
            far.epoch = epoch
            if is_newer or not far.owner:
                self._lost.pop(far.name, None)
                far.owner = sender
                far.heard_at = self._clock.now()
                self._resume(far)
        return False

    def _told(self, sender: str, note: Told) -> None:
        far = self._rooms.get(note.room)
        if far is None or self._is_stale(far, sender, note.epoch):
            return
        missed = note.count not in (1, far.told + 1)
        far.told = note.count
        for item in note.items:
            self._one(far, item)
        if missed:
            self._fetch_all(far)
        for caller in list(far.callers.values()):
            if caller.attach is None and not caller.waiting:
                del far.callers[caller.peer.id]
        self._prune(far)

    def _fetch_all(self, far: _Far) -> None:
        """Something that has no number was lost, a prompt it may be: let everybody ask what is open."""
        for caller in list(far.callers.values()):
            if caller.is_heard:
                caller.asked_at = None
                self._fetch(far, caller)

    def _one(self, far: _Far, item: Item) -> None:
        match item:
            case Said(connection, raw):
                caller = far.callers.get(connection)
                if caller is not None:
                    self._said(far, caller, bytes(raw))
            case SaidToRoom(to, raw):
                self._hub.pass_to_room(far.name, to, bytes(raw))
            case Listens(connection, view, member):
                self._listens(far, connection, view, member)
            case Away(player, inside, seat, match, view):
                self._hub.belongs(player, far.name, Running(far.name, seat, match, view) if inside else None)
            case Closed(connection, code):
                caller = far.callers.get(connection)
                if caller is not None:
                    self._hub.hang(caller.peer, CloseCode(code))
            case Gone():
                self._hub.empty(far.name)
                for caller in far.callers.values():
                    caller.attach = None
                    self._hub.release(caller.peer.player, far.name)

    def _said(self, far: _Far, caller: _Caller, raw: bytes) -> None:
        message, peer = read_message(raw), caller.peer
        if isinstance(message, Accepted | Rejected):
            # One that was sent twice is answered twice, and the client hears it once.
            if caller.waiting.pop(message.id or "", None) is not None:
                if message.id:
                    self._hub.send(peer, message)
                self._entered(far, caller, message)
            return
        if isinstance(message, Snapshot):
            peer.inc, peer.n = message.inc, message.n
        elif isinstance(message, Frame):
            if (message.inc, message.n) != (peer.inc, peer.n + 1):
                return
            peer.n = message.n
        self._hub.pass_on((peer,), raw)

    def _entered(self, far: _Far, caller: _Caller, answer: Accepted | Rejected) -> None:
        """Hear the view that one has come in with; that he listens may have been said, and lost."""
        if caller.attach is None and isinstance(answer, Accepted) and isinstance(answer.result, Entered):
            view, peer = answer.result.view, caller.peer
            self._attach(far, caller, Attach(peer.id, peer.player, view, None, peer.name))

    def _listens(self, far: _Far, connection: int, view: View | None, member: bool) -> None:
        caller = far.callers.get(connection)
        if caller is None:
            return
        peer = caller.peer
        self._hub.turn_to(far.name, Listen(connection, view, member))
        caller.is_heard = peer.room == far.name
        if not caller.is_heard or view is None:
            caller.attach = None
            return
        caller.asked_at = None
        if caller.attach is None or caller.view != view:
            caller.attach = Attach(peer.id, peer.player, view, None, peer.name)
            caller.view = view
            peer.inc = peer.n = 0
        if not far.views.get(view):
            self._hear(far, caller)

    def _heard(self, room: str, view: View, data: bytes | None) -> None:
        """Take what comes on a view's channel; `None`: it is heard from now on, and may have missed some."""
        far = self._rooms.get(room)
        if far is None or view not in far.views:
            return
        if data is None:
            far.views[view] = True
            for caller in list(far.callers.values()):
                if caller.view == view:
                    caller.asked_at = None
                    self._fetch(far, caller)
            return
        broadcast = read_broadcast(data)
        if self._is_stale(far, broadcast.sender, broadcast.epoch):
            return
        callers = [caller for caller in far.callers.values() if caller.listens_to(view)]
        for inc, number, raw in broadcast.said:
            self._pass(far, callers, inc, number, bytes(raw))

    def _pass(self, far: _Far, callers: list[_Caller], inc: int, number: int, raw: bytes) -> None:
        """Pass a message on to those whose next it is; who misses some before it asks for them."""
        if not number:
            self._hub.pass_on([caller.peer for caller in callers], raw)
            return
        ready: list[Peer] = []
        for caller in callers:
            peer = caller.peer
            if (inc, number) == (peer.inc, peer.n + 1):
                peer.n = number
                ready.append(peer)
            elif not peer.behind and (inc, number) > (peer.inc, peer.n):
                self._fetch(far, caller)
        self._hub.pass_on(ready, raw)

    def _heads(self, sender: str, note: Heads) -> None:
        now = self._clock.now()
        for head in note.rooms:
            far = self._rooms.get(head.room)
            if far is None or self._is_stale(far, sender, head.epoch):
                continue
            far.heard_at = now
            if head.told != far.told:
                far.told = head.told
                self._fetch_all(far)
            for caller in list(far.callers.values()):
                peer = caller.peer
                number = head.views.get(caller.view)
                is_to_hear = caller.is_heard and not peer.behind and number is not None
                if is_to_hear and (head.inc, number) != (peer.inc, peer.n):
                    self._fetch(far, caller)

    def _not_taken(self, sender: str, note: NotTaken) -> None:
        far = self._rooms.get(note.room)
        if far is None or sender != far.owner:
            return
        if note.why == "unknown":
            self._lose(far)
            return
        caller = far.callers.get(note.connection)
        waiting = None if caller is None else caller.waiting.get(note.command_id)
        if caller is not None and waiting is not None:
            code = RejectCode.BUSY if note.why == "busy" else RejectCode.ROOM_FULL
            self._refuse(far, caller, waiting.asked, code)

    def _ask_again(self, sender: str, note: AskAgain) -> None:
        far = self._rooms.get(note.room)
        if far is None or sender != far.owner:
            return
        for connection in note.connections:
            caller = far.callers.get(connection)
            if caller is not None:
                self._fetch(far, caller)

    def _line_is_up(self) -> None:
        """Letters may have been lost: ask for everything again."""
        for far in list(self._rooms.values()):
            if far.owner:
                self._resume(far)

    # ---------------------------------------------------------------- each second

    def pulse(self) -> None:
        """Look for owners that are silent, send again what is not answered, say who is there."""
        now = self._clock.now()
        here: dict[str, dict[str, tuple[int, ...]]] = {}
        for far in list(self._rooms.values()):
            self._tidy(far)
            if self._house.epoch(far.name) is not None:
                self._come_home(far)
                continue
            attached = tuple([each.peer.id for each in far.callers.values() if each.attach is not None])
            if not far.owner or not far.callers:
                continue
            if attached and now - far.heard_at > SILENT_MS:
                self._lose(far)
                continue
            here.setdefault(far.owner, {})[far.name] = attached
            self._send_again(far, now)
        for owner in [each for each in self._farewells if each not in here]:
            here[owner] = {}
            self._farewells[owner] -= 1
            if not self._farewells[owner]:
                del self._farewells[owner]
        for owner, rooms in here.items():
            self._relay.send(owner, Here(rooms))

    def beaten(self) -> None:
        """Look for the rooms of owners that are dead by now; call it at every sign of life."""
        for owner in {far.owner for far in self._rooms.values() if far.owner and self._is_dead(far.owner)}:
            for far in [each for each in self._rooms.values() if each.owner == owner]:
                self._lose(far)

    def _tidy(self, far: _Far) -> None:
        peers = self._hub.peers
        for caller in [each for each in far.callers.values() if each.peer.id not in peers]:
            del far.callers[caller.peer.id]
        self._prune(far)

    def _send_again(self, far: _Far, now: int) -> None:
        for caller in list(far.callers.values()):
            if caller.attach is not None and not caller.is_heard and far.views.get(caller.view):
                self._fetch(far, caller)
            for waiting in list(caller.waiting.values()):
                if now - waiting.sent >= AGAIN_MS:
                    waiting.sent = now
                    self._put(far, waiting.asked)

    def store_changed(self, up: bool) -> None:
        """Take in that the store is away, or back, and tell those who are in rooms elsewhere."""
        for far in list(self._rooms.values()):
            code: Any = "store_back" if up else "store_down"
            for caller in far.callers.values():
                if caller.is_heard:
                    self._hub.send(caller.peer, Notice(code, far.name, clocks_stand=not up))
            far.heard_at = self._clock.now()
            if up and far.owner:
                self._resume(far)

    async def stop(self) -> None:
        """Look for nothing any more."""
        await end([self._search])
