"""What an operator may ask of a node and do to it, and to the others through it: looking, draining, closing.

It knows nothing of HTTP but its statuses (``admin.py``). A room is looked at and closed by its owner, who is
asked where that is another node. Without the store there is still this node to be looked at: what stands is
looked for most when the store is away.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec import Struct, json

from server.asking import Answer, Questions, within
from server.effects import CloseRoom
from server.names import is_forbidden
from server.notes import Asked
from server.oversight import Known, NotRead, Unreadable, Unseen
from server.ownership import LEASE, Ownership
from server.ports import Clock, House, Report
from server.store.base import Beats, Owner, RoomHead, Store, StoreError

__all__ = ["About", "NodeListing", "Overseer", "Refusal", "RoomListing"]

STORE_S: Final = 3.0
"""Seconds the store may take before it counts as away."""
LONGEST_REASON: Final = 200
_AT_ONCE: Final = 200
_NAMED: Final = 8
T = TypeVar("T")


class Refusal(Exception):
    """Say why something is not done: a status of HTTP, a stable code, one line."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


class About(Struct, frozen=True, kw_only=True):
    """What a node says of itself; `pid` is its process, on its machine."""

    version: str
    pid: int
    up_s: int
    draining: bool
    store_up: bool
    connections: int
    players: int
    overdue: int


class NodeSeen(Struct, frozen=True, kw_only=True):
    """One start of a node: how old its sign of life is in the store's time, how many rooms name it as owner.

    `sign_ms` is `None` where the store does not say, `about` (see `About`) where the node does not.
    """

    node: str
    start: str
    here: bool
    alive: bool
    sign_ms: int | None
    rooms: int
    about: object | None


class RoomListing(Struct, frozen=True):
    """Rooms, each as `Seen` or `Known`; not `complete` where the store or a room's owner did not answer."""

    rooms: Sequence[object]
    complete: bool


class NodeListing(Struct, frozen=True):
    """Nodes; not `complete` where the store did not answer."""

    nodes: Sequence[NodeSeen]
    complete: bool


class Overseer:
    """Looks and acts for an operator. `about` describes this node, `drain` empties it."""

    def __init__(
        self,
        *,
        house: House,
        store: Store,
        owner: Ownership,
        questions: Questions,
        clock: Clock,
        report: Report,
        about: Callable[[], About],
        drain: Callable[[], None],
    ) -> None:
        self._house = house
        self._store = store
        self._owner = owner
        self._questions = questions
        self._clock = clock
        self._report = report
        self._about = about
        self._drain = drain
        questions.answer_with(self._asked)

    # ---------------------------------------------------------------- looking

    async def rooms(self, here: bool) -> RoomListing:
        """List the rooms that live here, or all there are, by their ids."""
        seen: dict[str, object] = {each.room: each for each in await self._seen_here()}
        if here:
            return RoomListing(_sorted(seen), True)
        heads = await self._answered(self._heads)
        if heads is None:
            return RoomListing(_sorted(seen), False)
        owners = sorted({head.owner for head in heads if head.owner} - {str(self._owner.me)})
        answers = await asyncio.gather(*[self._questions.ask(owner, "rooms") for owner in owners])
        silent = set(owners)
        for owner, answer in zip(owners, answers, strict=True):
            if answer is not None and answer.status == 200:
                silent.discard(owner)
                rows: list[dict[str, Any]] = json.decode(answer.body)
                seen.update((row["room"], row) for row in rows)
        for head in heads:
            seen.setdefault(head.room, _known(head, "silent" if head.owner in silent else "unowned"))
        return RoomListing(_sorted(seen), not silent)

    async def room(self, name: str) -> object:
        """Describe one room, as `SeenClosely` or `Known`. Raises: Refusal."""
        seen = self._look_closely(name)
        if seen is not None:
            return seen
        head = await self._head(name)
        if not self._is_elsewhere(head):
            return _known(head, "unowned")
        answer = await self._questions.ask(head.owner, "room", name)
        return _known(head, "silent") if answer is None else _read(answer)

    async def nodes(self) -> NodeListing:
        """List the nodes: those that live, own rooms, or were the last of their name."""
        me, about = self._owner.me, self._about()
        beats = await self._answered(self._owner.beat)
        heads = await self._answered(self._heads)
        if beats is None or heads is None:
            alone = NodeSeen(
                node=me.node, start=me.incarnation, here=True, alive=True, sign_ms=None,
                rooms=len(self._house.names()), about=about,
            )  # fmt: skip
            return NodeListing((alone,), False)
        owned = Counter(Owner.parse(head.owner) for head in heads if head.owner)
        ages = _ages(beats)
        latest = _latest(ages)
        shown = sorted({owner for owner in {*ages, *owned} if owned[owner] or owner in latest}, key=str)
        alive = {owner for owner in shown if owner in ages and ages[owner] < LEASE * 1000}
        told = dict(zip(shown, await asyncio.gather(*[
            self._ask_about(owner) if owner in alive else _nothing() for owner in shown
        ]), strict=True))  # fmt: skip
        told[me] = about
        return NodeListing(
            tuple([
                NodeSeen(
                    node=owner.node, start=owner.incarnation, here=owner == me, alive=owner in alive,
                    sign_ms=ages.get(owner), rooms=owned[owner], about=told[owner],
                )
                for owner in shown
            ]),
            True,
        )  # fmt: skip

    # ---------------------------------------------------------------- acting

    async def drain(self, node: str) -> str:
        """Empty a node, by its name; this one if it is empty. Returns its name. Raises: Refusal."""
        me = self._owner.me.node
        if node in ("", me):
            self._report("admin_drained", {"node": me})
            self._drain()
            return me
        beats = await self._answered(self._owner.beat)
        if beats is None:
            raise Refusal(503, "store_down", "the store is away: other nodes cannot be reached")
        latest = {owner.node: owner for owner in _latest(_ages(beats))}
        if node not in latest:
            known = ", ".join(sorted(latest)[:_NAMED])
            raise Refusal(404, "unknown_node", f"there is no node {node}; there are {known}")
        answer = await self._questions.ask(str(latest[node]), "drain")
        if answer is None:
            raise Refusal(503, "silent", f"node {node} does not answer")
        _read(answer)
        return node

    async def close(self, name: str, reason: str) -> None:
        """Close a room: its hand is void, its members are told the reason. Raises: Refusal."""
        reason = reason.strip()
        if not reason or len(reason) > LONGEST_REASON or any(is_forbidden(sign) for sign in reason):
            raise Refusal(400, "bad_reason", f"a reason is one line of 1 to {LONGEST_REASON} signs")
        if self._close_here(name, reason):
            return
        head = await self._head(name)
        if not self._is_elsewhere(head):
            raise Refusal(503, "unowned", f"nobody has room {name} at this moment: try again")
        answer = await self._questions.ask(head.owner, "close", name, reason)
        if answer is None:
            node = Owner.parse(head.owner).node
            raise Refusal(503, "silent", f"room {name} is node {node}'s, which does not answer")
        _read(answer)

    def _close_here(self, name: str, reason: str) -> bool:
        """Close a room that lives here, or delete one that is ours and does not read."""
        if self._house.post(name, CloseRoom(reason)) != "taken" and not self._house.discard(name):
            return False
        self._report("admin_closed", {"room": name, "reason": reason})
        return True

    # ---------------------------------------------------------------- what other nodes ask

    async def _asked(self, asked: Asked) -> Answer:
        try:
            return Answer(200, json.encode(await self._do(asked)))
        except Refusal as refusal:
            body = {"code": refusal.code, "message": refusal.message}
            return Answer(refusal.status, json.encode(body))

    async def _do(self, asked: Asked) -> object:
        match asked.what:
            case "rooms":
                return await self._seen_here()
            case "room":
                seen = self._look_closely(asked.room)
                if seen is not None:
                    return seen
            case "about":
                return self._about()
            case "drain":
                return await self.drain("")
            case "close":
                if self._close_here(asked.room, asked.text):
                    return None
            case _:
                raise Refusal(501, "unknown_question", "the other node is of another version")
        raise Refusal(503, "moving", f"room {asked.room} is changing hands: try again")

    async def _ask_about(self, owner: Owner) -> object | None:
        answer = await self._questions.ask(str(owner), "about")
        return None if answer is None else _read(answer)

    # ---------------------------------------------------------------- inside

    async def _seen_here(self) -> list[Known]:
        """Describe all rooms of this node, some hundred in each turn of the loop."""
        seen: list[Known] = [self._not_read(room, why) for room, why in self._house.unreadable().items()]
        names = self._house.names()
        for at in range(0, len(names), _AT_ONCE):
            looked = [self._house.look(name) for name in names[at : at + _AT_ONCE]]
            seen.extend(each for each in looked if each is not None)
            await asyncio.sleep(0)
        return seen

    def _look_closely(self, name: str) -> Known | None:
        why = self._house.unreadable().get(name)
        return self._house.look_closely(name) if why is None else self._not_read(name, why)

    def _not_read(self, room: str, why: Unreadable) -> NotRead:
        me = self._owner.me
        return NotRead(
            room=room, node=me.node, start=me.incarnation, epoch=why.epoch, state="unreadable",
            reason=why.reason,
        )  # fmt: skip

    def _is_elsewhere(self, head: RoomHead) -> bool:
        return head.owner not in ("", str(self._owner.me))

    async def _heads(self) -> list[RoomHead]:
        names = await self._store.list_rooms()
        heads: list[RoomHead] = []
        for at in range(0, len(names), _AT_ONCE):
            heads.extend((await self._store.heads(names[at : at + _AT_ONCE])).values())
        return heads

    async def _head(self, name: str) -> RoomHead:
        heads = await self._answered(lambda: self._store.heads([name]))
        if heads is None:
            raise Refusal(503, "store_down", f"the store is away, and room {name} does not live on this node")
        if name not in heads:
            raise Refusal(404, "unknown_room", f"there is no room {name}")
        return heads[name]

    async def _answered(self, call: Callable[[], Awaitable[T]]) -> T | None:
        """Ask the store; `None` if it does not answer in time."""
        try:
            return await within(self._clock, STORE_S, call())
        except StoreError:
            return None


def _known(head: RoomHead, state: Unseen) -> Known:
    owner = Owner.parse(head.owner)
    return Known(room=head.room, node=owner.node, start=owner.incarnation, epoch=head.epoch, state=state)


async def _nothing() -> None:
    """Answer for a node that is not asked."""


def _sorted(rows: Mapping[str, object]) -> list[object]:
    return [rows[room] for room in sorted(rows)]


def _read(answer: Answer) -> object:
    """Return what another node answered. Raises: Refusal, if it refused."""
    body = json.decode(answer.body)
    if answer.status != 200:
        raise Refusal(answer.status, str(body["code"]), str(body["message"]))
    return body


def _ages(beats: Beats) -> dict[Owner, int]:
    return {owner: beats.now_ms - at_ms for owner, at_ms in beats.signs.items()}


def _latest(ages: Mapping[Owner, int]) -> set[Owner]:
    """Return of each node the start whose sign is the youngest."""
    latest: dict[str, Owner] = {}
    for owner, age in ages.items():
        if owner.node not in latest or age < ages[latest[owner.node]]:
            latest[owner.node] = owner
    return set(latest.values())
