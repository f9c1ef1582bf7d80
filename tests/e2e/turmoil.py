"""Three nodes, one store, tables of every game, and a lot that draws what dies, stops, stalls or is cut off.

Each node has its store through a proxy of its own, so that its link can be cut, or hold what is asked, what
is answered, or both; what was held arrives later, as writes do that a net delayed. No clock but the test's
moves the nodes. A fault may last until the nodes have noticed it.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random

from protocol.codec import Codec
from protocol.to_server import Watch
from tests.e2e.nomads import Caravan, Nomad
from tests.harness.chronicle import Writers
from tests.harness.outside import Outside
from tests.harness.proxy import Proxy
from tests.harness.valkey import Valkey

NAMES = "abc"
RULESETS = ("nanning", "zhuji", "nanjing", "longjiang")
DEALS = "turmoil"
STEP_MS = 100
ANSWER_S = 1.5
"""How long a node waits for the store's answers here: what is held that long was given up."""
LONGEST_MS, LONGEST_S = 300_000, 60
"""A table stands that has not moved for so long after all was mended, by the nodes' clocks and by ours."""
CALM = {"turn": 0, "claim": 0, "grace": 600, "pause_floor": 200}
"""The nodes' clocks run faster than the store answers: who has long been away by them was so for a moment."""
HASTE = {**CALM, "turn": 10, "claim": 5}


class Post:
    """A node's place: its process, its link to the store, and what is wrong with it."""

    def __init__(self, name: str, store: Valkey, deals: str, writers: Writers) -> None:
        self.name = name
        self.link = Proxy(store.socket)
        self.node = Outside(self.link.url, deals, f"{name}-0")
        self.node.answer_timeout = ANSWER_S
        self.trouble = ""
        self.runs = 0
        self.link.spy = lambda: writers.ear(f"{name}#{self.runs}")

    @property
    def is_there(self) -> bool:
        """Whether its clock goes on and people may come."""
        return self.trouble not in ("killed", "stopped", "drained")

    def times_down(self) -> int:
        """Return how often it has found the store away."""
        return sum(report.get("event") == "store_down" for report in self.node.reports)

    def has_noticed(self, since: int) -> bool:
        """Whether the store is away for it, or has been more than so often."""
        back: int = sum(report.get("event") == "store_back" for report in self.node.reports)
        return self.times_down() > min(since, back)


class Turmoil:
    """The whole of it; `lot` draws what happens, and `ways`, by itself, where people go."""

    def __init__(self, store: Valkey, seed: int, tables: int) -> None:
        self.lot, self.ways = Random(seed), Random(seed)
        self.in_haste = seed % 2 == 1
        self.store = store
        self.writers = Writers()
        deals = "" if self.in_haste else DEALS
        self.posts = {name: Post(name, store, deals, self.writers) for name in NAMES}
        rulesets = self.lot.sample(RULESETS, tables)
        self.tables = [Caravan(self._nomad, ruleset) for ruleset in rulesets]
        self.diary: list[str] = []
        self.now = 0
        self.roaming: list[asyncio.Task[None]] = []
        self._ticked = asyncio.Condition()

    def _nomad(self, codec: Codec) -> Nomad:
        return Nomad(self.somewhere, self.tick, codec)

    @property
    def people(self) -> list[Nomad]:
        return [nomad for table in self.tables for nomad in table.everybody]

    # ---------------------------------------------------------------- time

    async def tick(self) -> None:
        """Wait until time has gone on."""
        async with self._ticked:
            await self._ticked.wait()

    async def somewhere(self) -> str:
        """Return the socket of a node that is there."""
        while not (open_ones := [post for post in self.posts.values() if post.is_there]):
            await self.tick()
        return self.ways.choice(open_ones).node.url

    async def step(self) -> None:
        self.now += STEP_MS
        await asyncio.sleep(0)
        await asyncio.gather(*[post.node.advance(STEP_MS) for post in self.posts.values() if post.is_there])
        for nomad in self.people:
            assert nomad.fault is None, nomad.fault
            await nomad.nudge()
        for task in self.roaming:
            if task.done():
                task.result()
        async with self._ticked:
            self._ticked.notify_all()

    async def advance(self, ms: int) -> None:
        for _ in range(0, ms, STEP_MS):
            await self.step()

    async def until(self, what: str, holds: Callable[[], bool]) -> None:
        """Let time go on until something is so, which must not take for ever."""
        until_ms, until_s = self.now + LONGEST_MS, time.monotonic() + LONGEST_S
        while not holds():
            await self.step()
            assert self.now < until_ms or time.monotonic() < until_s, f"never {what}: {self.standing()}"

    async def meanwhile(self, work: Awaitable[object]) -> None:
        """Let time go on for all others while something is done."""
        task = asyncio.ensure_future(work)
        await self.until("done", task.done)
        await task

    def standing(self) -> list[object]:
        return [
            (table.ruleset, number, nomad.at, nomad.is_connected, nomad.mind.view, nomad.mind.last,
             nomad.mind.prompt, list(nomad.mind.pending.values()))
            for table in self.tables for number, nomad in enumerate(table.everybody)
            if nomad.mind.match is None
        ]  # fmt: skip

    # ---------------------------------------------------------------- what goes wrong

    async def start(self, *posts: Post) -> None:
        for post in posts:
            post.runs += 1
        await self.meanwhile(asyncio.gather(*[post.node.start() for post in posts]))
        for post in posts:
            post.trouble = ""

    async def harm(self, post: Post, how: str) -> None:
        match how:
            case "killed":
                post.trouble = how
                await post.node.kill()
            case "stopped":
                post.trouble = how
                post.node.send_signal(signal.SIGSTOP)
            case "drained":
                post.trouble = how
                await self.meanwhile(post.node.stop())
            case "cut off":
                post.trouble = how
                post.link.cut()
            case _:
                post.trouble = how
                post.link.hold(asked=how != "unanswered", answers=how != "unheard")

    async def mend(self, post: Post, since: int) -> None:
        how = post.trouble
        post.link.heal()
        if how in ("killed", "drained"):
            await self.start(post)
        elif how == "stopped":
            post.node.send_signal(signal.SIGCONT)
            await post.node.jump(self.now - since)
        post.trouble = ""

    async def harm_nodes(self) -> None:
        """Let something happen to one node or two, let time go by, and mend it in any order."""
        posts = self.lot.sample(list(self.posts.values()), self.lot.choice((1, 1, 2)))
        since, down = {}, {}
        for post in posts:
            how = self.lot.choice(
                ("killed", "killed", "stopped", "drained", "cut off", "unheard", "unanswered", "stalled")
            )
            self.diary.append(f"{post.name} {how}")
            since[post.name], down[post.name] = self.now, post.times_down()
            await self.harm(post, how)
            if self.lot.random() < 0.5:
                self.leave(post)
            await self.advance(self.lot.randrange(0, 1500, STEP_MS))
        await self.advance(self.lot.choice((300, 1000, 3000, 6000, 12_000)))
        if self.lot.random() < 0.3:
            cut = [post for post in posts if post.is_there]
            self.diary.append("noticed")
            await self.until("noticed", lambda: all(p.has_noticed(down[p.name]) for p in cut))
        self.lot.shuffle(posts)
        for post in posts:
            await self.mend(post, since[post.name])
            await self.advance(self.lot.choice((0, 500, 3000)))

    def leave(self, post: Post) -> None:
        """Let some of those who are on a node turn away from it."""
        for nomad in self.people:
            if nomad.at == post.node.url and nomad.is_connected and self.ways.random() < 0.7:
                nomad.drop()

    async def harm_the_store(self) -> None:
        down = {post.name: post.times_down() for post in self.posts.values()}
        how = self.lot.choice(("paused", "killed"))
        is_noticed = how == "killed" or self.lot.random() < 0.5
        self.diary.append(f"store {how}")
        await asyncio.to_thread(self.store.kill if how == "killed" else self.store.pause)
        await self.advance(self.lot.choice((300, 3000, 10_000)))
        if is_noticed:
            await self.until(
                "noticed", lambda: all(post.has_noticed(down[post.name]) for post in self.posts.values())
            )
        await asyncio.to_thread(self.store.start if how == "killed" else self.store.wake)

    # ---------------------------------------------------------------- the course of it

    async def sit_down(self) -> None:
        for table in self.tables:
            for nomad in table.everybody:
                nomad.at = await self.somewhere()
            await table.sit(table.ruleset, **(HASTE if self.in_haste else CALM))
            await table.watcher.connect("watcher")
            await table.watcher.say(Watch("", table.players[0].mind.room))
            await table.watcher.until(lambda table=table: table.watcher.mind.snapshots > 0)  # type: ignore[misc]  # bound now
        self.roaming = [asyncio.create_task(nomad.roam()) for nomad in self.people]
        for table in self.tables:
            await table.begin()

    async def play_on(self, events: int) -> None:
        """Let every table go on by so many events, or to its match's end."""
        before = {nomad: (nomad.mind.inc, nomad.mind.last + events) for nomad in self.people}
        await self.until(
            "gone on",
            lambda: all(
                nomad.mind.match is not None or (nomad.mind.inc, nomad.mind.last) >= before[nomad]
                for nomad in self.people
            ),
        )

    async def go_wrong(self, rounds: int) -> None:
        for _ in range(rounds):
            await self.play_on(self.lot.randrange(1, 20))
            if self.lot.random() < 0.2:
                await self.harm_the_store()
            else:
                await self.harm_nodes()
            await self.play_on(1)

    async def finish(self) -> None:
        """Let all matches end."""
        await self.until("over", lambda: all(table.is_over for table in self.tables))


@contextlib.asynccontextmanager
async def turmoil(store: Valkey, seed: int, tables: int) -> AsyncIterator[Turmoil]:
    """Run it until all is there; what happened is printed if it comes to nothing good."""
    all_of_it = Turmoil(store, seed, tables)
    async with contextlib.AsyncExitStack() as stack:
        for post in all_of_it.posts.values():
            await post.link.start()
            stack.push_async_callback(post.link.close)
        for post in all_of_it.posts.values():
            post.trouble = "killed"
            stack.push_async_callback(post.node.kill)
        await all_of_it.start(*all_of_it.posts.values())
        await all_of_it.advance(500)
        try:
            yield all_of_it
        except BaseException:
            print(f"seed {seed}: {', '.join(all_of_it.diary)}")
            raise
        finally:
            for task in all_of_it.roaming:
                task.cancel()
            for nomad in all_of_it.people:
                if nomad.is_connected:
                    nomad.drop()
