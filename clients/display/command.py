"""`sifang display`: where the feed is, which room, and how it ends.

It first looks once, so that what is wrong is one line and an exit code; only then does it take the screen.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import ssl
import sys
from collections.abc import Awaitable, Callable
from typing import ClassVar, Final

from aiomqtt import Client, MqttError, ProtocolVersion
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from clients.arguments import within
from clients.display.board import lines
from clients.display.reader import Reader
from protocol.mqtt import BadBroker, Broker, read_broker

__all__ = ["Board", "main"]

EXIT_UNREACHABLE: Final = 1
EXIT_USAGE: Final = 2
EXIT_UNKNOWN: Final = 3
EXIT_CLOSED: Final = 4
PATIENCE_S: Final = 3.0
"""How long a retained state may take to come."""
_ANSWER_S: Final = 5.0
_KEEPALIVE_S: Final = 15
_PAUSE_S: Final = 1.0
_LONGEST_PAUSE_S: Final = 15.0
CLOSED: Final = "房间已关闭 · the room is closed"


def main(argv: list[str]) -> int:
    """Show a room until it is closed or somebody has seen enough, and return the exit code."""
    parser = _parser()
    try:
        given = parser.parse_args(argv)
    except SystemExit as done:
        return int(done.code or 0)
    if not given.mqtt:
        return _say("say where the broker is: --mqtt URL, or SIFANG_MQTT in the environment", EXIT_USAGE)
    try:
        broker = read_broker(given.mqtt)
    except BadBroker as error:
        return _say(f"the address of the broker is none: {error}", EXIT_USAGE)
    try:
        reader = asyncio.run(look(broker, given.room, given.wait))
    except MqttError as error:
        why = error.__context__
        if isinstance(why, ssl.SSLCertVerificationError):
            error = MqttError(f"its certificate is not trusted: {why.verify_message}")
        return _say(f"the broker at {broker.host}:{broker.port} cannot be read: {error}", EXIT_UNREACHABLE)
    if reader.about is None:
        return _say(f"the feed knows no room {given.room!r}: none, closed, or without a feed", EXIT_UNKNOWN)
    if given.once:
        sys.stdout.write("\n".join(lines(reader)) + "\n")
        return 0
    board = Board(broker, given.room)
    board.run()
    return _say(CLOSED, EXIT_CLOSED) if board.reader.is_closed else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sifang display", allow_abbrev=False,
        description="Show a room of the feed: who plays, points, what lies on the table. Ends with q.",
        epilog="exit codes: 1 no broker, 2 wrong arguments, 3 no such room in the feed, 4 it was closed",
    )  # fmt: skip
    url = os.environ.get("SIFANG_MQTT", "")
    parser.add_argument("--mqtt", default=url, metavar="URL", help="the broker; else SIFANG_MQTT says it")
    parser.add_argument("--once", action="store_true", help="print the room as it stands and end")
    seconds = within(0.1, 3600.0, float)
    parser.add_argument("--wait", type=seconds, default=PATIENCE_S, metavar="S", help="how long to look (3)")
    parser.add_argument("room", metavar="ROOM", help="the room's public id, as the lobby of the feed has it")
    return parser


def _say(line: str, code: int) -> int:
    sys.stderr.write(f"sifang display: {line}\n")
    return code


def connection(broker: Broker) -> Client:
    """Make a connection that only reads."""
    return Client(
        broker.host, broker.port, username=broker.user, password=broker.password,
        protocol=ProtocolVersion.V5, clean_start=True, keepalive=_KEEPALIVE_S, timeout=_ANSWER_S,
        tls_context=ssl.create_default_context() if broker.tls else None,
    )  # fmt: skip


async def listen(client: Client, reader: Reader, heard: Callable[[], None]) -> None:
    """Let a reader hear its topics, and call back after each message. Raises: MqttError."""
    await client.subscribe([(topic, 1) for topic in reader.topics])
    async for message in client.messages:
        reader.hear(message.topic.value, message.payload)
        heard()


async def look(broker: Broker, room: str, patience: float) -> Reader:
    """Look at a room once; its reader has no `about` where nothing is retained. Raises: MqttError."""
    reader, found = Reader(room), asyncio.Event()

    def heard() -> None:
        if reader.about is not None:
            found.set()

    async with connection(broker) as client:
        listening = asyncio.create_task(listen(client, reader, heard))
        finding = asyncio.create_task(found.wait())
        done, _ = await asyncio.wait(
            {listening, finding}, timeout=patience, return_when=asyncio.FIRST_COMPLETED
        )
        for task in (listening, finding):
            task.cancel()
        await asyncio.gather(listening, finding, return_exceptions=True)
        if listening in done:
            listening.result()
    return reader


class Board(App[None]):
    """The screen: it goes on by itself when the broker is away and back, and ends when the room does."""

    BINDINGS: ClassVar[list[BindingType]] = [("q", "quit", "quit")]
    TITLE = "Sifang"

    def __init__(
        self, broker: Broker, room: str, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        super().__init__()
        self.reader = Reader(room)
        self.text = ""
        """What is on the screen."""
        self._broker = broker
        self._sleep = sleep

    def compose(self) -> ComposeResult:
        """Put up the one thing there is."""
        with VerticalScroll():
            yield Static("", id="board", markup=False)

    def on_mount(self) -> None:
        """Begin to listen."""
        self.run_worker(self._live(), exclusive=True)

    async def _live(self) -> None:
        pause = _PAUSE_S
        while True:
            try:
                async with connection(self._broker) as client:
                    pause = _PAUSE_S
                    await listen(client, self.reader, self._heard)
            except MqttError:
                self._show("连接断开，正在重连 · the broker is away; trying again")
            await self._sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE_S)

    def _heard(self) -> None:
        if self.reader.is_closed:
            self.exit()
        self._show("")

    def _show(self, above: str) -> None:
        self.text = "\n".join([*([above] if above else []), *lines(self.reader)])
        self.query_one("#board", Static).update(self.text)
