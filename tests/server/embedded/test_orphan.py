"""The store a killed supervisor left behind: known by its socket, stopped, and nobody else in its stead."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.embedded import orphan
from server.embedded.binary import find_binary
from server.embedded.child import end, spawn
from server.embedded.store import EmbeddedStore
from server.store import open_store
from server.supervisor import NodeStart, Supervisor
from tests.harness.parent import WAITING
from tests.harness.processes import wait_until_gone


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir(mode=0o700)
    return tmp_path / "data"


@pytest.fixture
def left_behind(data: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A store on no leash, as macOS leaves one."""
    store = EmbeddedStore(find_binary(), data)
    process = subprocess.Popen(
        [*store.command(), "--loglevel", "notice"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout is not None
    while b"eady to accept" not in process.stdout.readline():
        pass
    yield process
    process.kill()
    process.wait()
    process.stdout.close()
    store.remove()


async def no_sleep(seconds: float) -> None:
    await asyncio.sleep(0)


async def test_an_orphan_is_stopped_and_its_data_taken_over(
    data: Path, left_behind: subprocess.Popen[bytes]
) -> None:
    socket = (data / "store.socket").read_text().strip()
    old = await open_store(f"unix://{socket}")
    await old.create_room("r", "a/1", b"meta")
    await old.close()
    told: list[tuple[str, object]] = []
    supervisor = Supervisor(
        lambda url, number: NodeStart([sys.executable, "-I", "-S", "-c", WAITING]),
        data=data,
        report=lambda event, particulars: told.append((event, particulars.get("pid"))),
    )
    await supervisor.start()
    assert told[0] == ("orphan_stopped", left_behind.pid)
    assert left_behind.wait() == 0
    store = await open_store(supervisor.url)
    assert await store.list_rooms() == ["r"]
    await store.close()
    await supervisor.stop()


async def test_an_orphan_that_hears_nothing_is_killed(
    data: Path, left_behind: subprocess.Popen[bytes]
) -> None:
    os.kill(left_behind.pid, signal.SIGSTOP)
    assert await orphan.stop_orphan(data, no_sleep) == left_behind.pid
    assert left_behind.wait() == -signal.SIGKILL


async def test_a_number_that_went_to_another_process_is_left_alone(data: Path) -> None:
    innocent = await spawn([sys.executable, "-I", "-S", "-c", WAITING], death_signal=signal.SIGKILL)
    orphan.write_note(data, Path(tempfile.mkdtemp(prefix="sifang-")) / "store.sock")
    (data / orphan.PID).write_text(f"{innocent.pid}\n")
    assert await orphan.stop_orphan(data, no_sleep) is None
    assert not wait_until_gone(innocent.pid, 0)
    await end(innocent, 20.0)


def test_notes_of_a_store_long_gone_are_tidied_away(data: Path) -> None:
    runtime = Path(tempfile.mkdtemp(prefix="sifang-"))
    orphan.write_note(data, runtime / "store.sock")
    (data / orphan.PID).write_text("4194305\n")
    assert asyncio.run(orphan.stop_orphan(data)) is None
    assert not runtime.exists() and list(data.iterdir()) == []


def test_notes_that_say_nothing_are_tidied_away(data: Path, tmp_path: Path) -> None:
    assert asyncio.run(orphan.stop_orphan(data)) is None
    (tmp_path / "precious").mkdir()
    orphan.write_note(data, tmp_path / "precious" / "store.sock")
    (data / orphan.PID).write_text("")
    assert asyncio.run(orphan.stop_orphan(data)) is None
    assert (tmp_path / "precious").exists() and list(data.iterdir()) == []
