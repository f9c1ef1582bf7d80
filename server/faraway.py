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

from collections.abc import Callable
from typing import Any, Final

from protocol.answers import Entered
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Accepted, Frame, Notice, Rejected, Running, Snapshot
from protocol.vocabulary import View
from server.abroad import command_id_of
from server.calls import AGAIN_MS, MOST_WAITING, NOBODY_MS, Caller, Calls, Far, Waiting
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
    Put,
    Said,
    SaidToRoom,
    Told,
    read_broadcast,
    read_message,
)
from server.peers import Peer
from server.ports import Clock, House, Posted, Report
from server.relay import Relay
from server.store.base import Store
from server.tasks import surviving

__all__ = ["Faraway"]

SILENT_MS: Final = 3000
"""After how long without a word of its heads a room's owner is looked for anew."""
MOST_LOOKED_FOR: Final = 1000
"""How many rooms' owners are looked for before a command to one more waits: anybody may name rooms, and while
the store is away none of them is found."""


_EARLY: Final = -AGAIN_MS
"""When a command was sent that came before its connection: it is due to be sent again, at once if need be."""


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
        report: Report,
    ) -> None:
        self._house = house
        self._hub = hub
        self._relay = relay
        self._store = store
        self._clock = clock
        self._is_dead = is_dead
        self._report = report
        self._calls = Calls(
            house=house, hub=hub, relay=relay, store=store, clock=clock, is_dead=is_dead, heard=self._heard,
            report=report,
        )  # fmt: skip
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
        far = self._calls.rooms.get(room)
        if isinstance(what, Detach):
            return "unknown" if far is None else self._detach(far, what)
        if not isinstance(what, Enter | Repeat | Attach | Submit):
            return "unknown"
        peer = self._hub.peers.get(what.connection)
        if peer is None:
            return "unknown"
        if far is None and isinstance(what, Submit) and self._calls.looks_for >= MOST_LOOKED_FOR:
            return "busy"
        far, caller = self._calls.of(room, peer)
        if isinstance(what, Attach):
            self._calls.attach(far, caller, what)
            return "taken"
        if len(caller.waiting) >= MOST_WAITING:
            return "busy"
        caller.waiting[command_id_of(what) or ""] = Waiting(what, self._clock.now())
        self._calls.put(far, what)
        return "taken"

    def come(self, room: str) -> None:
        """See `Bus.come`."""
        far = self._calls.rooms.get(room)
        if far is not None:
            self._calls.come_home(far)

    async def reach(self, room: str) -> bool:
        """See `Bus.reach`."""
        return self._house.epoch(room) is not None or bool(await self._store.heads([room]))

    def _detach(self, far: Far, what: Detach) -> Posted:
        if far.callers.pop(what.connection, None) is not None and far.owner:
            self._relay.send(far.owner, Put(far.name, what))
        self._calls.prune(far)
        return "taken"

    # ---------------------------------------------------------------- from the owner

    def _is_stale(self, far: Far, sender: str, epoch: int) -> bool:
        """Say whether who speaks has the room no more; one who has it under a newer epoch is its owner."""
        if epoch < far.epoch:
            return True
        if sender != far.owner and (epoch > far.epoch or not far.owner):
            self._calls.found(far, sender, epoch)
        far.epoch = epoch
        return False

    def _told(self, sender: str, note: Told) -> None:
        far = self._calls.rooms.get(note.room)
        if far is None or self._is_stale(far, sender, note.epoch):
            return
        missed = note.count not in (1, far.told + 1)
        far.told = note.count
        for item in note.items:
            self._one(far, item)
        if missed:
            self._fetch_all(far)
        self._let_go(far, note)

    def _let_go(self, far: Far, note: Told) -> None:
        """Forget whom the note leaves with nothing to do there; the others, who may be many, stay."""
        concerned = {item.connection for item in note.items if isinstance(item, Said | Listens)}
        if any(isinstance(item, Gone) for item in note.items):
            concerned = set(far.callers)
        callers = [far.callers[each] for each in concerned if each in far.callers]
        idle = [caller for caller in callers if caller.attach is None and not caller.waiting]
        for caller in idle:
            del far.callers[caller.peer.id]
        if idle or any(isinstance(item, Listens) for item in note.items):
            self._calls.prune(far)

    def _fetch_all(self, far: Far) -> None:
        """Something that has no number was lost, a prompt it may be: let everybody ask what is open."""
        for caller in list(far.callers.values()):
            if caller.is_heard:
                caller.asked_at = None
                self._calls.fetch(far, caller)

    def _one(self, far: Far, item: Item) -> None:
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
                self._hub.end(far.name)
                for caller in far.callers.values():
                    caller.attach = None
                    self._hub.release(caller.peer.player, far.name)

    def _said(self, far: Far, caller: Caller, raw: bytes) -> None:
        message, peer = read_message(raw), caller.peer
        if isinstance(message, Accepted | Rejected):
            waiting = caller.waiting.get(message.id or "")
            is_young = waiting is not None and self._clock.now() - waiting.first < NOBODY_MS
            if waiting is not None and is_young and _came_early(caller, message):
                waiting.sent = _EARLY
                return
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

    def _entered(self, far: Far, caller: Caller, answer: Accepted | Rejected) -> None:
        """Hear the view that one has come in with; that he listens may have been said, and lost."""
        if caller.attach is None and isinstance(answer, Accepted) and isinstance(answer.result, Entered):
            view, peer = answer.result.view, caller.peer
            self._calls.attach(far, caller, Attach(peer.id, peer.player, view, None, peer.name))

    def _listens(self, far: Far, connection: int, view: View | None, member: bool) -> None:
        caller = far.callers.get(connection)
        if caller is None:
            return
        peer = caller.peer
        self._hub.turn_to(far.name, Listen(connection, view, member))
        caller.is_heard = peer.room == far.name
        for waiting in list(caller.waiting.values()):
            if waiting.sent == _EARLY:
                waiting.sent = self._clock.now()
                self._calls.put(far, waiting.asked)
        if not caller.is_heard or view is None:
            caller.attach = None
            return
        caller.asked_at = None
        if caller.attach is None or caller.view != view:
            caller.attach = Attach(peer.id, peer.player, view, None, peer.name)
            caller.view = view
            peer.inc = peer.n = 0
        if not far.views.get(view):
            self._calls.hear(far, caller)

    def _heard(self, room: str, view: View, data: bytes | None) -> None:
        """Take what comes on a view's channel; `None`: it is heard from now on, and may have missed some."""
        far = self._calls.rooms.get(room)
        if far is None or view not in far.views:
            return
        if data is None:
            far.views[view] = True
            for caller in list(far.callers.values()):
                if caller.view == view:
                    caller.asked_at = None
                    self._calls.fetch(far, caller)
            return
        broadcast = read_broadcast(data)
        if self._is_stale(far, broadcast.sender, broadcast.epoch):
            return
        callers = [caller for caller in far.callers.values() if caller.listens_to(view)]
        for inc, number, raw in broadcast.said:
            self._pass(far, callers, inc, number, bytes(raw))

    def _pass(self, far: Far, callers: list[Caller], inc: int, number: int, raw: bytes) -> None:
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
                self._calls.fetch(far, caller)
        self._hub.pass_on(ready, raw)

    def _heads(self, sender: str, note: Heads) -> None:
        now = self._clock.now()
        for head in note.rooms:
            far = self._calls.rooms.get(head.room)
            if far is None or self._is_stale(far, sender, head.epoch):
                continue
            far.heard_at = now
            if head.told != far.told:
                far.told = head.told
                self._fetch_all(far)
            for caller in list(far.callers.values()):
                peer = caller.peer
                number = head.views.get(caller.view)
                # One left behind has asked when his socket had room again, and what he asked may be lost.
                waits = not peer.behind or caller.asked_at is not None
                is_to_hear = caller.is_heard and waits and number is not None
                if is_to_hear and (head.inc, number) != (peer.inc, peer.n):
                    self._calls.fetch(far, caller)

    def _not_taken(self, sender: str, note: NotTaken) -> None:
        far = self._calls.rooms.get(note.room)
        if far is None or sender != far.owner:
            return
        if note.why == "unknown":
            self._calls.lose(far)
            return
        caller = far.callers.get(note.connection)
        waiting = None if caller is None else caller.waiting.get(note.command_id)
        if caller is not None and waiting is not None:
            code = RejectCode.BUSY if note.why == "busy" else RejectCode.ROOM_FULL
            self._calls.refuse(far, caller, waiting.asked, code)

    def _ask_again(self, sender: str, note: AskAgain) -> None:
        far = self._calls.rooms.get(note.room)
        if far is None or sender != far.owner:
            return
        for connection in note.connections:
            caller = far.callers.get(connection)
            if caller is not None:
                self._calls.fetch(far, caller)

    def _line_is_up(self) -> None:
        """Letters may have been lost: ask for everything again."""
        for far in list(self._calls.rooms.values()):
            if far.owner:
                self._calls.resume(far)

    # ---------------------------------------------------------------- each second

    def pulse(self) -> None:
        """Look for owners that are silent, send again what is not answered, say who is there."""
        now = self._clock.now()
        here: dict[str, dict[str, tuple[int, ...]]] = {}
        for far in list(self._calls.rooms.values()):
            self._tidy(far)
            if self._house.epoch(far.name) is not None:
                self._calls.come_home(far)
                continue
            attached = tuple([each.peer.id for each in far.callers.values() if each.attach is not None])
            if not far.owner or not far.callers:
                continue
            if attached and now - far.heard_at > SILENT_MS:
                self._calls.lose(far)
                continue
            enter = [each.peer.id for each in far.callers.values() if each.attach is None and each.enters()]
            here.setdefault(far.owner, {})[far.name] = (*attached, *enter)
            self._send_again(far, now)
        for owner in [each for each in self._calls.farewells if each not in here]:
            here[owner] = {}
            self._calls.farewells[owner] -= 1
            if not self._calls.farewells[owner]:
                del self._calls.farewells[owner]
        for owner, rooms in here.items():
            self._relay.send(owner, Here(rooms))

    def beaten(self) -> None:
        """Look for the rooms of owners that are dead by now; call it at every sign of life."""
        rooms = self._calls.rooms.values()
        dead = {owner for owner in {far.owner for far in rooms} if owner and self._is_dead(owner)}
        for far in [far for far in rooms if far.owner in dead]:
            self._calls.lose(far)

    def _tidy(self, far: Far) -> None:
        peers = self._hub.peers
        for caller in [each for each in far.callers.values() if each.peer.id not in peers]:
            del far.callers[caller.peer.id]
        self._calls.prune(far)

    def _send_again(self, far: Far, now: int) -> None:
        for caller in list(far.callers.values()):
            if caller.attach is not None and not caller.is_heard and far.views.get(caller.view):
                self._calls.fetch(far, caller)
            for waiting in list(caller.waiting.values()):
                if now - waiting.sent >= AGAIN_MS:
                    waiting.sent = now
                    self._calls.put(far, waiting.asked)

    def store_changed(self, up: bool) -> None:
        """Take in that the store is away, or back, and tell those who are in rooms elsewhere."""
        for far in list(self._calls.rooms.values()):
            with surviving(self._report):
                self._tell_of_store(far, up)

    def _tell_of_store(self, far: Far, up: bool) -> None:
        far.heard_at = self._clock.now()
        code: Any = "store_back" if up else "store_down"
        for caller in far.callers.values():
            if caller.is_heard:
                self._hub.send(caller.peer, Notice(code, far.name, clocks_stand=not up))
        if up and far.owner:
            self._calls.resume(far)

    async def stop(self) -> None:
        """Look for nothing any more."""
        await self._calls.stop()


def _came_early(caller: Caller, answer: Accepted | Rejected) -> bool:
    """Say whether a command was refused since the room did not know the connection yet, which attaches."""
    unknown = isinstance(answer, Rejected) and answer.code is RejectCode.UNKNOWN_ROOM
    return unknown and caller.attach is not None and not caller.is_heard
