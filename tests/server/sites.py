"""One node's rooms without its connections, on a store that a test can break."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from protocol import to_server as ask
from protocol.to_client import Message, Prompt
from protocol.vocabulary import Discard
from server.app import Around, World
from server.config import Settings
from server.effects import Effect, Enter, Input, Submit, ToConnection, ToEachView, ToPlayer, ToRoom, ToView
from server.ownership import Ownership
from server.ports import Made
from server.relay import Relay
from server.rooms import Room
from server.runner import Rooms
from server.store import MemoryStore
from tests.harness.clock import ManualClock, settle
from tests.harness.inside import fixed_chance
from tests.server.doubles import Tally
from tests.server.tables import command_id, make_kit, seeded_chance

IDS = itertools.count(1)


class Ear:
    """An `Outlet` that keeps what it is given."""

    def __init__(self) -> None:
        self.heard: list[Effect] = []
        self.gone: list[str] = []

    def deliver(self, room: str, effects: Sequence[Effect]) -> None:
        self.heard.extend(effects)

    def coming(self, room: str) -> None:
        pass

    def come(self, room: str) -> None:
        pass

    def lost(self, room: str, inputs: Sequence[Input] = ()) -> None:
        self.gone.append(room)

    def messages(self) -> list[Message]:
        said: list[Message] = []
        for effect in self.heard:
            if isinstance(effect, ToEachView):
                said.extend(effect.messages)
            elif isinstance(effect, ToConnection | ToPlayer | ToView | ToRoom):
                said.append(effect.message)
        return said

    def last(self, kind: type[Any]) -> Any:
        return [message for message in self.messages() if isinstance(message, kind)][-1]


class Site:
    """One node's rooms on a store that a test can break."""

    def __init__(
        self, store: MemoryStore | None = None, clock: ManualClock | None = None, node: str = "node-0"
    ) -> None:
        self.clock = clock or ManualClock(1000)
        self.store = store or MemoryStore(self.clock.now)
        self.ear = Ear()
        self.reports: list[tuple[str, dict[str, object]]] = []
        self.records: dict[str, bytes] = {}
        world = World(
            self.store, self.clock, fixed_chance(node),
            lambda name, more: self.reports.append((name, dict(more))),
        )  # fmt: skip
        self.owner = Ownership(self.store, node, lambda: self.clock.now() / 1000)
        self.relay = Relay(self.store, self.clock, str(self.owner.me), world.report)
        around = Around(world, Settings(), self.owner, self.ear, self.relay, Tally(), self._keep)
        self.house = Rooms(around, make_kit(seeded_chance(1)))

    async def beat(self) -> None:
        """Give a sign of life, as a node does again and again."""
        await self.owner.beat()
        self.house.beaten()
        await settle()

    async def _keep(self, match: str, data: bytes, players: tuple[str, ...], public: bool) -> None:
        self.records[match] = data

    async def start(self) -> None:
        await self.owner.beat()
        await self.house.start()

    async def make(self, bots: int = 3, **room: bool | int | str) -> Made:
        """Make a room with p0 in it, by connection 1."""
        create = ask.CreateRoom(command_id(next(IDS)), "nanning", {}, dict(room), bots)
        made = await self.house.create(Enter(1, "p0", "Player 0", create.id, "player", "public"), create)
        assert made is not None
        return made

    def room(self, made: Made) -> Room:
        return self.house._rooms[made.room].room

    async def say(self, made: Made, command: ask.RoomCommand, connection: int = 1) -> None:
        assert self.house.post(made.room, Submit(connection, "p0", command)) == "taken"
        await settle()

    async def begin(self, made: Made) -> None:
        """Begin the match, and let it come to p0's first turn."""
        await self.say(made, ask.StartMatch(command_id(next(IDS)), made.room))
        for _ in range(400):
            if any(isinstance(message, Prompt) for message in self.ear.messages()):
                return
            await self.clock.advance(500)
        raise AssertionError("p0 is never asked")


def discard(site: Site, made: Made) -> ask.Act:
    prompt = site.ear.last(Prompt)
    return ask.Act(command_id(next(IDS)), made.room, prompt.prompt, Discard(prompt.offers.discard[0]))
