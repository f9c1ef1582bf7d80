"""The socket side: page and WebSocket on one port, one small task for each connection.

It moves frames between sockets and sessions and does what sessions say; it decides nothing about the game. A
command to a room goes into the room's mailbox as it is read (`line.py`); what takes time (a hello, a way into
a room) keeps only its own connection waiting. A client that has stopped reading is not found by the library's
keep-alive, which waits for room in the buffer before it starts its clock; so the pings are our own, and what
lies unwritten is watched (`Hub`).
"""

from __future__ import annotations

import asyncio
import http
import logging
from collections import Counter
from collections.abc import Sequence
from email.utils import formatdate
from time import perf_counter
from typing import Final

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from protocol.codec import Codec
from protocol.codes import CloseCode, RejectCode
from protocol.to_client import Rejected
from protocol.vocabulary import SUBPROTOCOLS
from server.addresses import Addresses
from server.config import Settings
from server.desk import Desk
from server.http import Answer, Site
from server.hub import Hub
from server.line import Line, Socket
from server.logs import place_of
from server.peers import Peer
from server.ports import Clock, Meter, Report
from server.reception import Reception, TurnedAway
from server.session import Ask, Greet, Hang, Rates, Say, Session, Step
from server.tasks import end, surviving

SOCKET_PATHS: Final = ("/ws", "/")
"""Where the socket is: asked for with `Upgrade`, the page's own address will do too."""
UNREAD: Final = 16_384
"""Frames above this are not even read: the library closes with 1009. Up to it they are refused by name."""
PULSE_S: Final = 1.0
"""Seconds between looks at every connection."""

_quiet = logging.getLogger("sifang.websockets")
_quiet.addHandler(logging.NullHandler())
_quiet.propagate = False
"""The library's own log would hold addresses and tracebacks of other people's mistakes."""


class Gateway:
    """Listens on one port and serves whoever comes."""

    def __init__(
        self,
        *,
        settings: Settings,
        clock: Clock,
        hub: Hub,
        reception: Reception,
        desk: Desk,
        site: Site,
        meter: Meter,
        report: Report,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._hub = hub
        self._reception = reception
        self._desk = desk
        self._site = site
        self._meter = meter
        self._report = report
        self._addresses = Addresses(settings.trusted_proxies, settings.origins)
        self._rates = Rates(
            settings.commands_per_s, settings.burst, settings.hints_per_s, settings.frame_bytes
        )  # fmt: skip
        self._by_address: Counter[str] = Counter()
        self._lines: dict[Peer, Line] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._servers: list[Server] = []
        """Whoever has listened here: the last one may still, the others keep the connections they took."""
        self._place: tuple[str, int, bool] = ("", 0, False)
        self._pulse_task: asyncio.Task[None] | None = None

    async def start(self, host: str, port: int, *, reuse_port: bool = False) -> None:
        """Begin to listen. Raises: OSError."""
        self._place = host, port, reuse_port
        await self.listen()
        self._place = host, int(self._servers[-1].sockets[0].getsockname()[1]), reuse_port
        self._pulse_task = asyncio.create_task(self._pulse())

    async def listen(self) -> None:
        """Listen on the port it was started on, if it does not. Raises: OSError."""
        if self._servers and self._servers[-1].is_serving():
            return
        host, port, reuse_port = self._place
        self._servers.append(await serve(
            self._serve,
            host,
            port,
            create_connection=Socket,
            reuse_port=reuse_port or None,
            subprotocols=[Subprotocol(name) for name in SUBPROTOCOLS],
            compression=None,
            process_request=self._request,
            server_header=None,
            ping_interval=None,
            max_size=max(UNREAD, self._settings.frame_bytes),
            logger=_quiet,
        ))  # fmt: skip

    def leave_port(self) -> bool:
        """Listen no more on a port that is shared, and keep the connections there are.

        Says whether it listened there until now.
        """
        is_shared = self._place[2]
        if not is_shared or not self._servers or not self._servers[-1].is_serving():
            return False
        server = self._servers[-1]
        server.server.close()  # at once: the library's own way does it in a task
        server.close(close_connections=False)
        return True

    @property
    def port(self) -> int:
        """The port it was started on."""
        return self._place[1]

    async def stop(self, code: CloseCode) -> None:
        """Take nobody new in and close every connection with a named code."""
        for server in self._servers:
            server.close(close_connections=False)
        for peer in list(self._lines):
            self._hub.hang(peer, code)
        if self._lines:
            await self._clock_or_all_gone()
        for peer in list(self._lines):
            peer.wire.abort()
        await end([self._pulse_task])
        await self._all_closed()

    async def _clock_or_all_gone(self) -> None:
        """Wait until all have hung up, or their time for it is over."""
        with_time = asyncio.create_task(self._clock.sleep(self._settings.stop_s))
        gone = asyncio.create_task(self._all_closed())
        await asyncio.wait({with_time, gone}, return_when=asyncio.FIRST_COMPLETED)
        for task in (with_time, gone):
            task.cancel()
        await asyncio.gather(with_time, gone, return_exceptions=True)

    async def _all_closed(self) -> None:
        await asyncio.gather(*[server.wait_closed() for server in self._servers])

    # ------------------------------------------------------------ requests

    async def _request(self, socket: ServerConnection, request: Request) -> Response | None:
        """Let a request for the socket through if it may have one; answer every other."""
        forwarded = request.headers.get_all("X-Forwarded-For")
        peer, own = _ends(socket)
        if "Upgrade" not in request.headers:
            packed = "gzip" in request.headers.get("Accept-Encoding", "")
            local = self._addresses.is_local(peer, own, forwarded)
            answer = await self._site.answer(request.method, request.path, packed, local)
            return _response(answer, with_body=request.method != "HEAD")
        if request.path.partition("?")[0] not in SOCKET_PATHS:
            return _refusal(http.HTTPStatus.NOT_FOUND, "the socket is at /ws\n")
        if not self._addresses.is_ours(request.headers.get("Origin"), request.headers.get("Host")):
            return _refusal(http.HTTPStatus.FORBIDDEN, "pages of this origin may not connect\n")
        return None

    # ------------------------------------------------------------ connections

    async def _serve(self, socket: ServerConnection) -> None:
        assert isinstance(socket, Socket)
        codec = Codec.of(socket.subprotocol)
        assert codec is not None and socket.request is not None, "the library agrees on one of ours"
        forwarded = socket.request.headers.get_all("X-Forwarded-For")
        address = self._addresses.client(_ends(socket)[0], forwarded)
        line = Line(socket, codec)
        line.quiet_since = self._clock.now()
        if (
            len(self._lines) >= self._settings.connections
            or self._by_address[address] >= self._settings.connections_per_address
        ):
            line.hang(CloseCode.FULL)
            await socket.wait_closed()
            return
        peer = self._hub.open(line, codec, address)
        self._lines[peer] = line
        self._by_address[address] += 1

        def lost() -> None:
            peer.gone = True  # who is still being greeted must not speak for his player any more

        socket.lost = lost
        try:
            await self._talk(socket, peer, Session(codec, self._rates, self._clock.now()))
        except ConnectionClosed:
            pass
        finally:
            socket.hear = None
            await socket.settle()
            self._leave(peer)
            await socket.wait_closed()

    def _leave(self, peer: Peer) -> None:
        del self._lines[peer]
        self._by_address[peer.address] -= 1
        if not self._by_address[peer.address]:
            del self._by_address[peer.address]
        self._desk.gone(peer)
        self._reception.gone(peer)

    async def _talk(self, socket: Socket, peer: Peer, session: Session) -> None:
        """Take frame after frame until the talk is over: nearly all as they are read, the others here."""

        def late() -> None:
            for step in session.late():
                self._at_once(peer, step)

        patience = self._clock.call_at(self._clock.now() + self._settings.hello_s * 1000, late)
        socket.hear = lambda data: self._heard(socket, peer, session, data)
        try:
            while not peer.gone:
                data = await socket.recv()
                await socket.settle()
                await self._steps(peer, session, self._read(peer, session, data))
                socket.dealt_with()
        finally:
            patience.cancel()

    def _heard(self, socket: Socket, peer: Peer, session: Session, data: bytes | str) -> None:
        """Do at once what a frame asks for; what takes time keeps the next frames waiting."""
        steps = () if peer.gone else self._read(peer, session, data)
        for place, step in enumerate(steps):
            if not self._at_once(peer, step):
                socket.run(self._steps(peer, session, steps[place:]))
                return

    def _read(self, peer: Peer, session: Session, data: bytes | str) -> tuple[Step, ...]:
        start = perf_counter()
        try:
            steps = session.receive(data, self._clock.now())
        except Exception as error:
            self._own_fault(peer, error, None)
            self._hub.hang(peer, CloseCode.INTERNAL)
            return ()
        self._meter.stage("receive", perf_counter() - start)
        return steps

    def _at_once(self, peer: Peer, step: Step) -> bool:
        """Do what takes no time; say whether it was that. Who is gone is done nothing for."""
        if peer.gone:
            return True
        try:
            match step:
                case Ask(command):
                    return self._desk.hand_on(peer, command)
                case Greet():
                    return False
                case Say(message):
                    self._hub.send(peer, message)
                case Hang(code):
                    self._hub.hang(peer, code)
        except Exception as error:
            self._own_fault(peer, error, step.command.id if isinstance(step, Ask) else None)
        return True

    async def _steps(self, peer: Peer, session: Session, steps: Sequence[Step]) -> None:
        for step in steps:
            await self._step(peer, session, step)

    async def _step(self, peer: Peer, session: Session, step: Step) -> None:
        if self._at_once(peer, step):
            return
        try:
            if isinstance(step, Greet):
                await self._greet(peer, session, step)
            elif isinstance(step, Ask):
                await self._desk.ask(peer, step.command)
        except Exception as error:
            self._own_fault(peer, error, step.command.id if isinstance(step, Ask) else None)
            if isinstance(step, Greet):
                self._hub.hang(peer, CloseCode.INTERNAL)

    def _own_fault(self, peer: Peer, error: Exception, command_id: str | None) -> None:
        """Tell the client that it is our fault, and the log where; nothing else is told anybody (CO-4.2)."""
        self._report("fault", {"where": place_of(error), "error": type(error).__name__})
        self._hub.send(peer, Rejected(command_id, RejectCode.INTERNAL))

    async def _greet(self, peer: Peer, session: Session, step: Greet) -> None:
        greeting = await self._reception.greet(peer, step.hello, step.level)
        if greeting == "welcome":
            session.greeted()
        elif isinstance(greeting, TurnedAway):
            session.turned_away()
            self._hub.send(peer, greeting.rejected)
        else:
            for hang in session.hang(greeting):
                self._at_once(peer, hang)

    # ------------------------------------------------------------ signs of life

    async def _pulse(self) -> None:
        while True:
            await self._clock.sleep(PULSE_S)
            for look in self.pulse, self._hub.catch_up:
                with surviving(self._report):
                    look()

    def pulse(self) -> None:
        """Look at every connection: ping the quiet, cut off who did not answer the last ping in time."""
        now = self._clock.now()
        for peer, line in list(self._lines.items()):
            if line.pinged_at is not None:
                if now - line.pinged_at >= self._settings.silence_s * 1000:
                    self._report("silent", {"connection": peer.id})
                    peer.gone = True
                    line.abort()
            elif now - line.quiet_since >= self._settings.ping_s * 1000:
                line.pinged_at = now
                task = asyncio.create_task(self._ping(peer, line))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _ping(self, peer: Peer, line: Line) -> None:
        took = await line.ping(self._clock)
        if took is not None:
            peer.rtt_ms = took


def _ends(socket: ServerConnection) -> tuple[str, str]:
    """Return the addresses of the two ends; empty where the transport has none."""
    remote, local = socket.remote_address, socket.local_address
    return (str(remote[0]) if remote else ""), (str(local[0]) if local else "")


def _refusal(status: http.HTTPStatus, text: str) -> Response:
    return _response(Answer(status.value, {"Content-Type": "text/plain; charset=utf-8"}, text.encode()), True)


def _response(answer: Answer, with_body: bool) -> Response:
    headers = Headers(answer.headers)
    headers["Date"] = formatdate(usegmt=True)
    headers["Connection"] = "close"
    headers["Content-Length"] = str(len(answer.body))
    status = http.HTTPStatus(answer.status)
    return Response(status.value, status.phrase, headers, answer.body if with_body else b"")
