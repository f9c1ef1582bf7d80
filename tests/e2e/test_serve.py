"""`sifang serve` as people run it: processes, store and all; and one line for everything that is wrong."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.codes import CloseCode
from tests.e2e.table import TableOfFour, agree
from tests.harness.processes import wait_until_gone
from tests.harness.raw import RawPlayer
from tests.harness.serve import Serve, serving
from tests.harness.valkey import Valkey
from tests.harness.valkey import running as valkey_running


async def test_a_match_is_played_through_deaths_of_node_and_store(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as command:
        node = (await command.logs("started", child="node-0"))["pid"]
        store = (await command.logs("started", child="store"))["pid"]
        table = TableOfFour(lambda: command.url)
        await table.sit()
        await table.begin()
        host = table.players[0]
        await host.until(lambda: len(host.mind.events) >= 50)
        os.kill(node, signal.SIGKILL)
        await command.logs("listening", times=2)
        await table.come_back()
        seen = len(host.mind.events)
        await host.until(lambda: len(host.mind.events) >= seen + 50)
        os.kill(store, signal.SIGKILL)
        await command.logs("started", times=2, child="store")
        await table.finish()
        assert agree(table.players)
        await table.leave()


async def test_asked_to_stop_it_leaves_nothing_running_and_its_rooms_for_the_next(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with serving(data) as command:
        where = [command]
        pids = [(await command.logs("started", child=child))["pid"] for child in ("node-0", "store")]
        player = RawPlayer(lambda: where[-1].url)
        await player.connect("host")
        made = await player.create(bots=3)
        command.signal(signal.SIGTERM)
        assert await player.gone() == CloseCode.RESTARTING.value
        assert await command.ended() == 0
    assert all(wait_until_gone(pid) for pid in pids)
    async with serving(data) as command:
        where.append(command)
        welcome = await player.connect()
        assert welcome.running is not None
        assert (welcome.running.room, welcome.running.seat) == (made.room, 0)
        await player.leave()


async def get(port: int, path: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


async def test_play_leads_this_machine_to_a_seat_with_three_bots_and_friends_to_the_room(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path / "data", "--play") as command:
        port = int((await command.prints(r"^play +http://127\.0\.0\.1:(\d+)/play$"))[1])
        code = (await command.prints(r"^friends +http://127\.0\.0\.1:\d+/r/([0-9A-Z]{6})$"))[1]
        assert port == command.port
        head = (await get(port, "/play")).partition(b"\r\n\r\n")[0]
        assert head.startswith(b"HTTP/1.1 303")
        device = next(line for line in head.split(b"\r\n") if line.startswith(b"Location: /#device="))
        host = RawPlayer(lambda: command.url)
        welcome = await host.connect(device_code=device.partition(b"=")[2].decode())
        assert welcome.running is not None and welcome.running.seat == 0
        await host.until(lambda: host.mind.state is not None)
        assert host.mind.state is not None
        assert [seat.kind for seat in host.mind.state.seats] == ["player", "bot", "bot", "bot"]
        assert host.mind.state.code == code
        await host.ready()
        if host.mind.state.phase == "lobby":
            await host.until(lambda: host.mind.state is not None and host.mind.state.phase == "match")
        friend = RawPlayer(lambda: command.url)
        await friend.connect("friend")
        entered = await friend.join(code, sit=False)
        assert entered.room == welcome.running.room
        await friend.leave()
        await host.leave()


async def test_metrics_are_on_a_listener_of_their_own(tmp_path: Path) -> None:
    port = free_port()
    async with serving(tmp_path / "data", "--metrics-port", str(port)) as command:
        assert b"sifang_overdue_tables 0.0" in await get(port, "/metrics")
        assert (await get(command.port, "/metrics")).find(b"sifang_overdue_tables") == -1


async def test_an_outside_store_is_used_and_what_it_lacks_is_warned_of(valkey: Valkey) -> None:
    command = Serve("--redis", valkey.url, "--port", "0")
    await command.start()
    await command.logs("listening")
    command.signal(signal.SIGTERM)
    assert await command.ended() == 0
    with valkey_running("--appendonly", "no") as careless:
        command = Serve("--redis", careless.url, "--port", "0")
        await command.start()
        await command.logs("store_warning", code="store_no_aof")
        command.signal(signal.SIGTERM)
        assert await command.ended() == 0


# ---------------------------------------------------------------- what is wrong is one line


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def complaint(*flags: str) -> tuple[int, str]:
    """Run the command to its end and return its exit code and its one line."""
    command = Serve(*flags, "--log-level", "warning")
    await command.start()
    code = await command.ended()
    assert command.printed == []
    assert command.logged == []
    (line,) = command.complained
    assert line.startswith("sifang serve: ")
    return code, line


@pytest.fixture
async def taken() -> AsyncIterator[int]:
    """A port that somebody listens on."""
    server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    yield int(server.sockets[0].getsockname()[1])
    server.close()
    await server.wait_closed()


async def test_a_port_that_is_taken(tmp_path: Path, taken: int) -> None:
    data, token = ("--data", str(tmp_path / "data")), ("--admin-token", "a-token-for-operators")
    for flags, setting in (
        (("--port", str(taken), "--metrics-port", str(free_port())), "port"),
        (("--port", "0", "--metrics-port", str(taken)), "metrics_port"),
        (("--port", "0", "--admin-port", str(taken), *token), "admin_port"),
    ):
        code, line = await complaint(*data, *flags)
        assert code == 1
        assert line == (
            f"sifang serve: cannot listen on 127.0.0.1:{taken} ({setting}): Address already in use"
        )


async def test_a_data_folder_that_is_in_use(tmp_path: Path) -> None:
    async with serving(tmp_path / "data"):
        code, line = await complaint("--data", str(tmp_path / "data"), "--port", "0")
    assert code == 1
    assert str(tmp_path / "data") in line and "in use" in line


async def test_a_data_folder_that_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, line = await complaint("--data", str(tmp_path / "file"), "--port", "0")
    assert code == 1
    assert str(tmp_path / "file") in line


async def test_a_store_that_cannot_be_reached() -> None:
    code, line = await complaint("--redis", f"redis://127.0.0.1:{free_port()}", "--port", "0")
    assert code == 1
    assert "cannot be reached" in line


async def test_a_store_that_evicts() -> None:
    with valkey_running("--maxmemory-policy", "allkeys-lru") as evicting:
        code, line = await complaint("--redis", evicting.url, "--port", "0")
    assert code == 1
    assert "noeviction" in line


async def test_a_store_with_a_bad_address() -> None:
    code, line = await complaint("--redis", "http://127.0.0.1", "--port", "0")
    assert code == 2
    assert "redis: " in line and "redis://" in line


async def test_a_host_that_no_one_knows(tmp_path: Path) -> None:
    code, line = await complaint("--data", str(tmp_path / "data"), "--host", "nobody.invalid")
    assert code == 1
    assert "nobody.invalid" in line and "Unknown error" not in line


@pytest.mark.parametrize(
    ("flags", "named"),
    [
        (("--prot", "1"), "--prot"),
        (("--port",), "--port"),
        (("--port", "seven"), "--port"),
        (("--config", "/nonexistent/sifang.toml"), "/nonexistent/sifang.toml"),
        (("--workers", "2", "--port", "0"), "workers"),
        (("--admin-port", "9"), "admin_token"),
        (("extra",), "extra"),
    ],
)
async def test_a_wrong_option(flags: tuple[str, ...], named: str) -> None:
    code, line = await complaint(*flags)
    assert code == 2
    assert named in line


async def test_help_names_every_setting() -> None:
    command = Serve("--help")
    await command.start()
    assert await command.ended() == 0
    shown = "\n".join(command.printed)
    assert "--trusted-proxies" in shown and "--play" in shown and "(8765)" in shown
