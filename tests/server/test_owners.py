"""One room, nodes that own it in turn, a store that fails over, a client: what random kills do not explore.

Whatever happens in whatever order: each epoch of the journal has one writer, and nothing that the client was
told is lost while the room's owner or the store's data survives; what he has sent is done once.
"""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import itertools
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from protocol import to_server as ask
from protocol.to_client import Accepted
from server.effects import Attach, Submit
from server.journal import Done, read_entry
from server.store import Append, Appended, MemoryStore, Owner, StoreDown, StoreError
from tests.harness.clock import ManualClock, settle
from tests.server.sites import Site
from tests.server.tables import command_id

NAMES = ("a", "b")
BEAT_MS = 500
names = st.sampled_from(NAMES)


class Cable:
    """A node's way to the store; while it is `cut` the store is away for this node. It notes who wrote."""

    def __init__(self, store: MemoryStore, writers: dict[int, set[str]]) -> None:
        self.cut = False
        self.me = ""
        self._store = store
        self._writers = writers

    async def append(self, batch: Append) -> Appended:
        return await self._write("append", batch)

    async def restore(self, kept: Append, owner: str, meta: bytes) -> Appended:
        return await self._write("restore", kept, owner, meta)

    async def _write(self, how: str, batch: Append, *more: object) -> Appended:
        if self.cut:
            raise StoreDown("cut")
        done: Appended = await getattr(self._store, how)(batch, *more)
        self._writers.setdefault(batch.epoch, set()).add(self.me)
        return done

    def __getattr__(self, name: str) -> Any:
        real = getattr(self._store, name)
        if not self.cut or not inspect.iscoroutinefunction(real):
            return real

        async def refused(*args: object, **more: object) -> None:
            raise StoreDown("cut")

        return refused


class Post:
    """A node: its rooms, its cable, whether it stands still."""

    def __init__(
        self, store: MemoryStore, name: str, start: int, now: int, writers: dict[int, set[str]]
    ) -> None:
        self.cable = Cable(store, writers)
        self.site = Site(cast(MemoryStore, self.cable), ManualClock(now), name)
        self.site.owner.me = Owner(name, f"{name}{start}")
        self.cable.me = str(self.site.owner.me)
        self.is_stopped = False
        self.is_up = True

    @property
    def is_sound(self) -> bool:
        return not self.is_stopped and not self.cable.cut

    async def beat(self) -> None:
        try:
            await self.site.beat()
        except StoreError:
            self._turn(False)
        else:
            self._turn(True)

    def _turn(self, up: bool) -> None:
        if up != self.is_up:
            self.is_up = up
            self.site.house.store_changed(up)


class Owners(RuleBasedStateMachine):
    """The state machine."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.now = 1000
        self.store = MemoryStore(lambda: self.now)
        self.writers: dict[int, set[str]] = {}
        self.starts = itertools.count(1)
        self.posts: dict[str, Post] = {}
        self.ears: list[Site] = []
        self.ids = itertools.count(1)
        self.connections = itertools.count(2)
        self.unanswered: dict[str, ask.RoomCommand] = {}
        self.told: set[str] = set()
        self.ready = False

    def run(self, work: Any) -> Any:
        return self.loop.run_until_complete(work)

    def teardown(self) -> None:
        self.run(self._heal_and_look())
        for task in asyncio.all_tasks(self.loop):
            task.cancel()
        self.run(asyncio.sleep(0))
        self.loop.close()

    async def _start(self, name: str) -> None:
        post = self.posts[name] = Post(self.store, name, next(self.starts), self.now, self.writers)
        self.ears.append(post.site)
        await post.site.start()

    async def _pass(self, beats: int) -> None:
        for _ in range(beats):
            self.now += BEAT_MS
            for post in self.posts.values():
                if not post.is_stopped:
                    await post.site.clock.advance(self.now - post.site.clock.now())
                    await post.beat()
            self._listen()

    def _listen(self) -> None:
        """Let the client hear which of his commands were accepted."""
        for site in self.ears:
            for message in site.ear.messages():
                if isinstance(message, Accepted) and message.id in self.unanswered:
                    del self.unanswered[message.id]
                    self.told.add(message.id)
            site.ear.heard.clear()

    def _having(self) -> list[Post]:
        return [
            post for post in self.posts.values() if not post.is_stopped and post.site.house.has(self.room)
        ]

    async def _resume(self) -> None:
        """Let the client attach to each node that says it has the room, and send again what is unanswered."""
        for post in self._having():
            connection = next(self.connections)
            post.site.house.post(self.room, Attach(connection, "p0", "public", None, "p0"))
            for command in self.unanswered.values():
                post.site.house.post(self.room, Submit(connection, "p0", command))
        await settle()
        self._listen()

    def _ids(self, entries: Any) -> list[str]:
        facts = [fact for entry in entries for fact in read_entry(entry.data).facts]
        return [fact.id for fact in facts if isinstance(fact, Done)]

    # ---------------------------------------------------------------- what happens

    @initialize()
    def begin(self) -> None:
        async def make() -> None:
            for name in NAMES:
                await self._start(name)
            made = await self.posts["a"].site.make(bots=0)
            self.room, self.code = made.room, made.code
            await self._pass(1)
            self.store.replicate()

        self.run(make())

    @rule()
    def act(self) -> None:
        """The client does something, by whoever has the room."""
        number = command_id(next(self.ids))
        self.ready = not self.ready
        self.unanswered[number] = ask.Ready(number, self.room, self.ready)
        self.run(self._resume())

    @rule(beats=st.integers(1, 6))
    def time_passes(self, beats: int) -> None:
        self.run(self._pass(beats))

    @rule()
    def resume(self) -> None:
        self.run(self._resume())

    @rule()
    def replicate(self) -> None:
        self.store.replicate()

    @rule(lost=st.integers(1, 3))
    def lose_answers(self, lost: int) -> None:
        self.store.lose_answers = lost

    @precondition(lambda self: not self.store.down)
    @rule()
    def fail_over(self) -> None:
        """The store goes on as its replica; nodes find it away for a moment."""
        head = self.run(self.store.heads([self.room])).get(self.room)
        owner = next((post for post in self.posts.values() if head and post.cable.me == head.owner), None)
        survives = owner is not None and owner.is_sound and owner.site.house.has(self.room)
        self.store.fail_over()
        if not survives:
            kept = set(self._ids(self.run(self.store.read(self.room)).entries))
            self.told &= kept
        self.store.down = True
        self.run(self._pass(1))
        self.store.down = False
        self.run(self._pass(1))

    @rule(name=names)
    def stop_or_wake(self, name: str) -> None:
        post = self.posts[name]
        post.is_stopped = not post.is_stopped
        if not post.is_stopped:
            post.site.clock.jump(self.now)
            self.run(settle())

    @rule(name=names)
    def cut_or_mend(self, name: str) -> None:
        self.posts[name].cable.cut = not self.posts[name].cable.cut

    @rule()
    def store_goes_or_comes(self) -> None:
        self.store.down = not self.store.down

    @precondition(lambda self: not self.store.down)
    @rule(name=names)
    def kill_and_start(self, name: str) -> None:
        """A node dies with all it knows, and is started again."""
        self.posts[name].cable.cut = True
        self.posts[name].is_stopped = True
        self.run(self._start(name))

    # ---------------------------------------------------------------- what must hold

    @invariant()
    def each_epoch_has_one_writer(self) -> None:
        assert all(len(writers) == 1 for writers in self.writers.values()), self.writers

    async def _heal_and_look(self) -> None:
        """With all mended the room has one owner, who has everything and does what waits, once."""
        if not self.posts:
            return
        self.store.down, self.store.lose_answers = False, 0
        for post in self.posts.values():
            post.cable.cut = False
            if post.is_stopped:
                post.is_stopped = False
                post.site.clock.jump(self.now)
        await self._pass(12)
        assert await self.store.heads([self.room]), "a room does not vanish"
        await self._resume()
        await self._pass(4)
        await self._resume()
        await self._pass(2)
        entries = (await self.store.read(self.room)).entries
        assert [entry.epoch for entry in entries] == sorted(entry.epoch for entry in entries)
        done = self._ids(entries)
        assert self.told <= set(done), "what was told is lost"
        assert len(done) == len(set(done)), "a command was done twice"
        assert not self.unanswered, "a command that waits is never answered"
        assert len(self._having()) == 1


Owners.TestCase.settings = settings(
    max_examples=60, stateful_step_count=25, suppress_health_check=[HealthCheck.too_slow]
)
TestOwners = Owners.TestCase


@pytest.fixture(autouse=True)
def no_stray_loop() -> Any:
    """Leave no event loop set that a machine made."""
    yield
    with contextlib.suppress(RuntimeError):
        asyncio.set_event_loop(None)
