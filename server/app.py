"""The composition root: one node, put together.

Everything that another file works with is made here and handed to it: clock, chance, store, log. Nothing
else in the server makes any of these, so a test builds the same node around a clock it moves and chance it
chooses.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Final

from protocol.codes import CloseCode
from protocol.mqtt import read_broker
from protocol.to_client import Notice, Running
from server.abroad import Abroad
from server.admin import Admin
from server.asking import Questions
from server.auth import Generations, Players, Tokens
from server.clock import LoopClock
from server.config import Settings
from server.desk import Desk
from server.faraway import Faraway
from server.feeds.mqtt import MqttFeed
from server.feeds.outbox import Outbox
from server.gateway import Gateway
from server.http import Site
from server.hub import Hub
from server.listener import Listener
from server.lobby import Listings, Records
from server.mapping.catalogue import BOOKS
from server.metrics import Metrics, MetricsListener
from server.overseer import About, Overseer
from server.ownership import Ownership
from server.ports import Clock, House, Meter, Outlet, Report
from server.practice import Practice
from server.quick import Queue
from server.reception import Reception, WrongCodes
from server.relay import Relay
from server.store.base import Owner, Store
from server.store.health import Health
from server.tasks import end, surviving
from server.whereabouts import Whereabouts
from server.writing import Bounds

PAGE: Final = Path(__file__).parent.parent / "clients" / "web" / "dist"
"""The built page as it comes along."""
PULSE_S: Final = 1.0
"""Seconds between looks at what other nodes and this one have of each other."""
_DAY_S: Final = 86_400


class CannotListen(OSError):
    """Say which listener's address cannot be had, by its setting, and why."""

    def __init__(self, setting: str, host: str, port: int, why: OSError) -> None:
        super().__init__(f"cannot listen on {host}:{port} ({setting}): {why}")
        self.setting = setting
        self.where = f"{host}:{port}"
        self.why = why


@contextlib.contextmanager
def _listening(setting: str, host: str, port: int) -> Iterator[None]:
    """Name the listener, if its address cannot be had. Raises: CannotListen."""
    try:
        yield
    except OSError as error:
        raise CannotListen(setting, host, port, error) from error


@dataclass(frozen=True, slots=True)
class World:
    """What a node does not make up itself."""

    store: Store
    clock: Clock = field(default_factory=LoopClock)
    random: Callable[[int], bytes] = os.urandom
    """Returns so many secret bytes."""
    report: Report = lambda event, particulars: None


@dataclass(frozen=True, slots=True)
class Around:
    """What the rooms are given by the node they live in."""

    world: World
    settings: Settings
    owner: Ownership
    outlet: Outlet
    relay: Relay
    meter: Meter
    save_record: Callable[[str, bytes, tuple[str, ...], bool], Awaitable[None]]


class Node:
    """One node: rooms, connections, page and measurements. `node` names it among others and over restarts."""

    def __init__(
        self, settings: Settings, world: World, make_house: Callable[[Around], House], *, node: str = "node-0"
    ) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.owner = Ownership(world.store, node, lambda: world.clock.now() / 1000)
        loop = asyncio.get_running_loop()
        bounds = Bounds(settings.player_buffer, settings.watcher_buffer)
        self.hub = Hub(loop.call_soon, self.metrics, bounds)
        records = Records(
            world.store, settings.records_kept or None, settings.records_days * _DAY_S or None
        )  # fmt: skip
        self.relay = Relay(world.store, world.clock, str(self.owner.me), world.report)
        self._feed = self._make_feed(settings.mqtt, world, node) if settings.mqtt else None
        outlet: Outlet = self._feed or self.hub
        self.house = make_house(
            Around(world, settings, self.owner, outlet, self.relay, self.metrics, records.save)
        )  # fmt: skip
        self.faraway = Faraway(
            house=self.house, hub=self.hub, relay=self.relay, store=world.store, clock=world.clock,
            is_dead=self.owner.is_dead, report=world.report,
        )  # fmt: skip
        self.whereabouts = self.hub.whereabouts = Whereabouts(
            world.store, lambda room: self.house.epoch(room) is not None
        )  # fmt: skip
        self.health = Health(
            self._beat, sleep=world.clock.sleep, on_down=self._store_down, on_up=self._store_up,
            report=world.report, every=self.owner.pause,
        )  # fmt: skip
        self._world = world
        self._records = records
        self._stopping = False
        self._tasks: list[asyncio.Task[None]] = []
        self._emptying: asyncio.Task[None] | None = None
        self._gateway: Gateway | None = None
        self._desk: Desk | None = None
        self._practice: Practice | None = None
        self._listeners: list[Listener] = []
        self.replaced = asyncio.Event()
        """Set when another node of our name was started; this one is to end."""
        self._began = world.clock.now()
        self.overseer = Overseer(
            house=self.house, store=world.store, owner=self.owner, clock=world.clock, report=world.report,
            questions=Questions(self.relay, world.clock), about=self._about, drain=self.drain,
        )  # fmt: skip
        self._watch()

    async def start(self, number: int = 0, *, practice: bool = False, reuse_port: bool = False) -> None:
        """Bring the rooms back and begin to listen. Raises: StoreError, CannotListen."""
        settings, world, hub = self.settings, self._world, self.hub
        beats = await self.owner.beat()
        await self.relay.start()
        generations = Generations(await world.store.start_number(), beats.now_ms)
        tokens = Tokens(await world.store.server_key())
        players = Players(world.store, tokens, settings.token_days, world.random)
        bus = hub.bus = self.faraway
        abroad = hub.abroad = Abroad(
            self.house, self.relay, is_dead=self.owner.is_dead, saw=generations.saw,
            watchers_here=hub.count_watchers, most_watchers=settings.watchers_per_room,
        )  # fmt: skip
        wrong_codes = WrongCodes(settings.wrong_codes_per_minute, world.clock)
        reception = Reception(
            settings=settings, clock=world.clock, players=players, hub=hub, bus=bus, relay=self.relay,
            whereabouts=self.whereabouts, generations=generations, wrong_codes=wrong_codes,
            owns=lambda room: self.house.epoch(room) is not None, random=world.random,
            server=f"sifang {version('sifang')}",
        )  # fmt: skip
        self._desk = Desk(
            settings=settings, clock=world.clock, store=world.store, players=players, hub=hub, bus=bus,
            house=self.house, whereabouts=self.whereabouts, relay=self.relay,
            listings=Listings(self.house, world.store, world.clock, self.relay.me, self._others),
            queue=Queue(world.store, world.clock, self.relay.me), books=BOOKS, records=self._records,
            wrong_codes=wrong_codes, random=world.random,
        )  # fmt: skip
        if self._feed is not None:
            self._feed.start()
        await self.house.start()
        if practice:
            self._practice = Practice(
                store=world.store, house=self.house, players=players, running=self._where_is,
                random=world.random,
            )  # fmt: skip
            if number == 0:
                await self._practice.prepare()
        site = Site(
            Path(settings.page) if settings.page else PAGE, self._not_ready,
            self._practice.where if self._practice else None,
        )  # fmt: skip
        self._gateway = Gateway(
            settings=settings, clock=world.clock, hub=hub, reception=reception, desk=self._desk, site=site,
            meter=self.metrics, report=world.report,
        )  # fmt: skip
        with _listening("port", settings.host, settings.port):
            await self._gateway.start(settings.host, settings.port, reuse_port=reuse_port)
        await self._listen_apart(number)
        self._tasks.append(asyncio.create_task(self.health.run()))
        looks = abroad.pulse, self.faraway.pulse, self.whereabouts.retry
        self._tasks.append(asyncio.create_task(self._pulse(*looks)))
        # By itself, since it waits for the store.
        self._tasks.append(asyncio.create_task(self._pulse(self._desk.pulse)))
        world.report("listening", {"host": settings.host, "port": self.port})

    @property
    def port(self) -> int:
        """The port page and socket are on."""
        assert self._gateway is not None
        return self._gateway.port

    @property
    def invite(self) -> str:
        """The invite code of the table prepared with `practice`; empty without it."""
        return self._practice.code if self._practice else ""

    async def stop(self) -> None:
        """Take nobody in, leave rooms and people to other nodes, or save and let people come back later."""
        self._stopping = True
        if self._desk is not None:
            self._desk.draining = True
        self.owner.drains = True
        # Said before it is looked who takes our rooms: of two that end at once none relies on the other.
        is_up = self.health.up and await self.health.ask()
        # Whoever has our parent is being stopped as well.
        others = self.owner.takers(siblings=False) if is_up else []
        if others:
            await self.house.hand_over(others)
        elif self.owner.others(siblings=False):
            self._world.report("no_takers", {"rooms": len(self.house.names())})
        if self._gateway is not None:
            await self._gateway.stop(CloseCode.DRAINING if others else CloseCode.RESTARTING)
        await self.house.stop()
        await self.faraway.stop()
        await self.relay.stop()
        await end([*self._tasks, self._emptying])
        for listener in self._listeners:
            await listener.stop()
        # A store that is away takes no leave: the lease runs out by itself.
        with contextlib.suppress(Exception):
            await self.owner.leave()
        if self._feed is not None:
            await self._feed.stop()

    def _make_feed(self, url: str, world: World, node: str) -> MqttFeed:
        outbox = Outbox(node, lambda room: self.house.shown(room))
        feed = MqttFeed(read_broker(url), node, outbox, world.clock, world.report, self.hub)
        watch = self.metrics.watch
        watch("feed_connected", "Whether the feed has its broker", lambda: float(feed.is_connected))
        watch("feed_published_total", "Messages that the feed's broker has taken", lambda: feed.published)
        watch("feed_dropped_total", "Events dropped since its broker was away", lambda: outbox.dropped)
        return feed

    async def _where_is(self, player: str) -> Running | None:
        """Return where a player is a member; what is noted of a room that is no more counts for nothing."""
        running = self.hub.running(player) or await self.whereabouts.find(player)
        return running if running is not None and await self.faraway.reach(running.room) else None

    async def _beat(self) -> None:
        had = self._world.store.replicas
        await self.owner.beat()
        if (have := self._world.store.replicas) != had:
            self._world.report("replicas_changed", {"count": have})
        if self.owner.is_replaced and not self.replaced.is_set():
            self._world.report("node_replaced", {"node": self.owner.me.node})
            self.replaced.set()
        if self._is_draining and not self._stopping:
            with surviving(self._world.report):
                await self._go_on_draining()
        # One that ends takes no rooms any more.
        for beaten in (self.faraway.beaten,) if self._stopping else (self.house.beaten, self.faraway.beaten):
            with surviving(self._world.report):  # a sign of life was given, whatever follows from it
                beaten()

    async def _go_on_draining(self) -> None:
        others = self.owner.takers(siblings=True)
        left_port = self._leave_port_to(others)
        await self._come_back_to_port(others)
        # Nobody took them before, or nobody else took those that this node has come by since.
        if others and (left_port or self.house.names()):
            self._begin_to_empty(others)

    def drain(self) -> None:
        """Make no new rooms here; leave those there are to other nodes, and send all people there.

        Where no other node takes them, no new match begins and what runs goes on, until one does. Of workers
        on one port, one that drains does not listen there while another takes who comes.
        """
        if self._desk is not None:
            self._desk.draining = True
        self.house.drain()
        others = self.owner.takers(siblings=True)
        self._leave_port_to(others)
        if others:
            self._begin_to_empty(others)
        else:
            self._world.report("no_takers", {"rooms": len(self.house.names())})

    def _leave_port_to(self, others: Sequence[Owner]) -> bool:
        """Leave a port that workers share to one that takes who comes; say whether it was held until now."""
        beside = any(map(self.owner.is_sibling, others))
        return beside and self._gateway is not None and self._gateway.leave_port()

    async def _come_back_to_port(self, others: Sequence[Owner]) -> None:
        """Listen again, where no worker takes who comes: he is told why, at least."""
        if self._gateway is None or any(map(self.owner.is_sibling, others)):
            return
        try:
            await self._gateway.listen()
        except OSError as error:  # tried again with the next sign of life
            self._world.report("fault", {"where": "listen", "error": type(error).__name__})

    def _begin_to_empty(self, others: Sequence[Owner]) -> None:
        if self._emptying is None or self._emptying.done():
            self._emptying = asyncio.create_task(self._empty(others))

    async def _empty(self, others: Sequence[Owner]) -> None:
        with surviving(self._world.report):
            await self.house.hand_over(others)
        for peer in list(self.hub.peers.values()):
            with surviving(self._world.report):
                self.hub.hang(peer, CloseCode.DRAINING)

    async def _listen_apart(self, number: int) -> None:
        """Open the listeners that are not the public's."""
        settings, world = self.settings, self._world
        if settings.metrics_port:
            metrics = MetricsListener(self.metrics)
            self._listeners.append(metrics)
            port = settings.metrics_port + number
            with _listening("metrics_port", settings.metrics_host, port):
                await metrics.start(settings.metrics_host, port)
        if settings.admin_port:
            admin = Admin(settings.admin_token, self.overseer, world.clock, world.report)
            self._listeners.append(admin)
            port = settings.admin_port + number
            with _listening("admin_port", settings.admin_host, port):
                await admin.start(settings.admin_host, port)

    def _about(self) -> About:
        return About(
            version=version("sifang"), pid=os.getpid(),
            up_s=(self._world.clock.now() - self._began) // 1000,
            draining=self._is_draining, store_up=self.health.up, connections=len(self.hub.peers),
            players=len(self.hub.speakers), overdue=self.house.overdue(),
        )  # fmt: skip

    @property
    def _is_draining(self) -> bool:
        return self._desk is not None and self._desk.draining

    def _others(self) -> list[str]:
        return [str(owner) for owner in self.owner.others(siblings=True)]

    async def _pulse(self, *looks: Callable[[], Awaitable[None] | None]) -> None:
        """Each second look after something; a fault of ours in one look must not end them all."""
        while True:
            await self._world.clock.sleep(PULSE_S)
            for look in looks if self.health.up else ():
                with surviving(self._world.report):
                    looking = look()
                    if looking is not None:
                        await looking

    def _not_ready(self) -> str:
        if self._stopping:
            return "stopping"
        if self._is_draining:
            return "draining"
        return "" if self.health.up else "the store is away"

    def _store_down(self) -> None:
        self._world.report("store_down", {})
        self._tell_of_store(False, Notice("store_down", clocks_stand=True))

    def _store_up(self) -> None:
        self._world.report("store_back", {})
        self._tell_of_store(True, Notice("store_back"))

    def _tell_of_store(self, up: bool, notice: Notice) -> None:
        """Tell the rooms here, those elsewhere, and who is in none; a fault in one keeps it from no other."""
        for tell in self.house.store_changed, self.faraway.store_changed:
            with surviving(self._world.report):
                tell(up)
        with surviving(self._world.report):
            self.hub.say_outside(notice)

    def _watch(self) -> None:
        watch, hub, house = self.metrics.watch, self.hub, self.house
        slow = hub.writing.slow
        watch("connections", "Connections open", lambda: len(hub.peers))
        watch("players", "Players with a connection", lambda: len(hub.speakers))
        watch("members_listening", "Connections of members of rooms", lambda: hub.count_listeners()[0])
        watch("watchers", "Connections of watchers", lambda: hub.count_listeners()[1])
        watch("slow_players_total", "Players cut off because they did not read", lambda: slow["player"])
        watch("slow_watchers_total", "Times a watcher was left behind", lambda: slow["watcher"])
        watch("overdue_tables", "Tables whose deadline was not acted upon; to be 0", house.overdue)
        watch("store_replicas", "Replicas of the store", lambda: self._world.store.replicas)
        watch("store_up", "Whether the store answers", lambda: float(self.health.up))
