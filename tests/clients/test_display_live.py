"""The scoreboard against a real broker, and a real server behind it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from aiomqtt import Client, ProtocolVersion

from clients.display.command import Board, main
from protocol.events import Discarded
from protocol.feed import Feed
from protocol.mqtt import read_broker, state_topic
from tests.clients.fed import ROOM, event, state, topic_of
from tests.harness.broker import Mosquitto, broker, make_certificate, mosquitto
from tests.harness.clock import pass_while, until
from tests.harness.inside import running
from tests.harness.raw import RawPlayer

__all__ = ["mosquitto"]

pytestmark = pytest.mark.mosquitto
QUICK = {"hands": 4, "pause_floor": 0, "bot_pace": 0, "feed": True}


@contextlib.asynccontextmanager
async def writer(mosquitto: Mosquitto) -> AsyncIterator[Client]:
    """Connect as the server does."""
    found = read_broker(mosquitto.url)
    async with Client(found.host, found.port, protocol=ProtocolVersion.V5) as client:
        yield client


async def say(client: Client, told: Feed, *, retain: bool = True) -> None:
    """Publish a payload."""
    await client.publish(topic_of(told), msgspec.json.encode(told), 1, retain)


async def test_a_room_of_a_real_server_is_printed_once(
    mosquitto: Mosquitto, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(mqtt=mosquitto.url) as inside:
        host = RawPlayer(lambda: inside.url)
        await host.connect("Ann")
        await host.create(bots=3, room_options=QUICK)
        arguments = ["--mqtt", mosquitto.url, "--once", "--wait", "60", host.mind.room]
        assert await pass_while(inside.clock, asyncio.to_thread(main, arguments), 50) == 0
        shown = capsys.readouterr().out
        assert shown.startswith("四方 Sifang · 南宁麻将 Nanning mahjong") and " Ann" in shown
        await host.leave()


async def test_a_room_that_is_not_there_and_a_broker_that_is_not_are_one_line_and_an_exit_code(
    mosquitto: Mosquitto, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--mqtt", mosquitto.url, "--once", "--wait", "0.1", "nowhere"]
    assert await asyncio.to_thread(main, arguments) == 3
    mosquitto.kill()
    assert await asyncio.to_thread(main, arguments) == 1
    said = capsys.readouterr()
    assert said.out == ""
    unknown, away = said.err.splitlines()
    assert "'nowhere'" in unknown and str(mosquitto.port) in away


# paho leaves a socket to the collector when the handshake fails: it is to be heard of here, not later.
@pytest.mark.filterwarnings("ignore:unclosed <ssl.SSLSocket:ResourceWarning")
async def test_a_broker_with_tls_is_read_where_its_certificate_is_trusted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong one is one line: signed by nobody we know, or made out to another host."""
    other = make_certificate(tmp_path, "other", "DNS:elsewhere.example")
    with broker(tls=True) as secured:
        assert secured.certificate is not None
        arguments = ["--mqtt", secured.url, "--once", "--wait", "60", ROOM]
        for trusted in (None, other):
            monkeypatch.setenv("SSL_CERT_FILE", str(trusted or tmp_path / "none"))
            assert await asyncio.to_thread(main, arguments) == 1
            (line,) = capsys.readouterr().err.splitlines()
            assert f"127.0.0.1:{secured.port}" in line and "its certificate is not trusted: self" in line
        monkeypatch.setenv("SSL_CERT_FILE", str(secured.certificate))
        async with Client(
            "127.0.0.1", secured.port, protocol=ProtocolVersion.V5, tls_context=secured.tls_context
        ) as client:
            await say(client, state(17))
        assert await asyncio.to_thread(main, arguments) == 0
        assert capsys.readouterr().out.startswith("四方 Sifang")
        secured.kill()
    with broker(tls=True) as elsewhere:
        # Trusted, but not the one that was asked for.
        assert elsewhere.certificate is not None
        monkeypatch.setenv("SSL_CERT_FILE", str(elsewhere.certificate))
        url = f"mqtts://localhost:{elsewhere.port}"
        assert await asyncio.to_thread(main, ["--mqtt", url, "--once", ROOM]) == 1
        assert "its certificate is not trusted: Hostname mismatch" in capsys.readouterr().err
    gc.collect()


async def at_once(seconds: float) -> None:
    """Let a pause take no time."""
    await asyncio.sleep(0)


async def test_the_board_follows_the_feed_over_a_broken_line_until_the_room_is_closed(
    mosquitto: Mosquitto,
) -> None:
    board = Board(read_broker(mosquitto.url), ROOM, at_once)
    async with board.run_test():
        async with writer(mosquitto) as client:
            await say(client, state(17))
            await until(lambda: "第 hand 2/8" in board.text)
            await say(client, event(18, Discarded(0, "4p", False)), retain=False)
            await until(lambda: "Ann 打 discards 四筒 4p" in board.text)
        mosquitto.kill()
        await until(lambda: board.text.startswith("连接断开"))
        assert "河 river 4p" in board.text, "what was known stays on the screen"
        mosquitto.start()
        async with writer(mosquitto) as client:
            await say(client, state(30))
            await until(lambda: board.text.startswith("四方") and "河 river" not in board.text)
            await client.publish(state_topic(ROOM), b"", 1, True)
            await until(lambda: not board.is_running)
    assert board.reader.is_closed
