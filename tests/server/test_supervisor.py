"""The parent of a server: it keeps its children alive and takes them with it."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import stat
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from server.orders import NODE_REFUSED
from server.store import Append, StoreRefused, append_until_answered, open_store
from server.supervisor import SETTLED, NodeStart, Supervisor
from tests.harness.parent import STUBBORN, WAITING, parent_of
from tests.harness.processes import wait_until_gone


class Reports:
    """What a supervisor says, to be waited for; what nobody waits for is passed over."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[tuple[str, Mapping[str, Any]]] = asyncio.Queue()

    def __call__(self, event: str, particulars: Mapping[str, object]) -> None:
        self._queue.put_nowait((event, particulars))

    async def until(self, event: str, child: str) -> Mapping[str, Any]:
        while True:
            heard, particulars = await self._queue.get()
            if (heard, particulars["child"]) == (event, child):
                return particulars


def running(code: str = WAITING) -> Callable[[str, int], NodeStart]:
    return lambda url, number: NodeStart([sys.executable, "-I", "-S", "-c", code])


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


async def at_once(seconds: float) -> None:
    """Stand in for a pause that is due now."""
    await asyncio.sleep(0)


@pytest.fixture
def reports() -> Reports:
    return Reports()


@pytest.fixture
async def supervisor(tmp_path: Path, reports: Reports) -> AsyncIterator[Supervisor]:
    made = Supervisor(running(), data=tmp_path / "data", nodes=2, report=reports, sleep=at_once)
    await made.start()
    yield made
    await made.stop()


async def test_the_store_is_up_and_closed_to_others(supervisor: Supervisor, tmp_path: Path) -> None:
    store = await open_store(supervisor.url)
    assert store.warnings == ()
    await store.close()
    socket = Path(supervisor.url.removeprefix("unix://"))
    assert [mode(path) for path in (socket, socket.parent, tmp_path / "data")] == [0o600, 0o700, 0o700]
    assert len(os.fsencode(socket)) < 104


async def test_a_killed_store_comes_back_with_all_it_acknowledged(
    supervisor: Supervisor, reports: Reports
) -> None:
    store = await open_store(supervisor.url)
    await store.create_room("r", "a/1", b"")
    await store.append(Append("r", 1, 0, (b"a",)))
    before = await reports.until("started", "store")
    supervisor.kill_store()
    assert (await reports.until("ended", "store"))["code"] == -signal.SIGKILL
    after = await reports.until("started", "store")
    assert (after["run"], after["pid"] != before["pid"]) == (2, True)
    assert (await store.append(Append("r", 1, 1, (b"b",)))).length == 2
    assert [entry.data for entry in (await store.read("r")).entries] == [b"a", b"b"]
    await store.close()


async def test_a_killed_node_comes_back_and_the_other_stays(supervisor: Supervisor, reports: Reports) -> None:
    other = await reports.until("started", "node-0")
    supervisor.kill_node(1)
    assert (await reports.until("ended", "node-1"))["code"] == -signal.SIGKILL
    assert (await reports.until("started", "node-1"))["run"] == 2
    os.kill(other["pid"], 0)


async def test_a_second_server_on_the_same_data_is_refused(supervisor: Supervisor, tmp_path: Path) -> None:
    second = Supervisor(running(), data=tmp_path / "data")
    with pytest.raises(StoreRefused) as told:
        await second.start()
    assert told.value.code == "data_locked" and str(os.getpid()) in told.value.message
    store = await open_store(supervisor.url)
    await store.ping()
    await store.close()


async def test_after_a_stop_the_next_server_finds_everything(tmp_path: Path) -> None:
    for run in range(2):
        supervisor = Supervisor(running(), data=tmp_path / "data")
        await supervisor.start()
        store = await open_store(supervisor.url)
        if run == 0:
            await store.create_room("r", "a/1", b"meta")
        else:
            assert await store.list_rooms() == ["r"]
        await store.close()
        runtime = Path(supervisor.url.removeprefix("unix://")).parent
        await supervisor.stop()
        await supervisor.stop()
        assert not runtime.exists()


def test_a_killed_parent_takes_all_with_it_and_the_next_goes_on(tmp_path: Path) -> None:
    with parent_of(tmp_path / "data") as parent:
        pids = parent.until_up()
        first = parent.url
        parent.process.kill()
        assert all(wait_until_gone(pid) for pid in pids)
    with parent_of(tmp_path / "data") as parent:
        parent.until_up()
        assert parent.url != first
        assert not Path(first.removeprefix("unix://")).parent.exists()


def test_the_next_server_need_not_wait_for_the_killed_ones_store(tmp_path: Path) -> None:
    with parent_of(tmp_path / "data") as first:
        store, _ = first.until_up()
        os.kill(store, signal.SIGSTOP)
        first.process.kill()
        first.process.wait()
        os.kill(store, signal.SIGCONT)
        with parent_of(tmp_path / "data") as second:
            second.until_up()
            assert wait_until_gone(store)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_all_in_good_order(tmp_path: Path, number: signal.Signals) -> None:
    with parent_of(tmp_path / "data") as parent:
        pids = parent.until_up()
        parent.process.send_signal(number)
        assert parent.ended() == 0
        assert all(wait_until_gone(pid, 0) for pid in pids)
        assert not Path(parent.url.removeprefix("unix://")).parent.exists()
        assert sorted(path.name for path in (tmp_path / "data").iterdir()) == ["appendonlydir", "lock"]


def test_a_server_started_deaf_to_a_hangup_goes_on(tmp_path: Path) -> None:
    handler = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with parent_of(tmp_path / "data") as parent:
            _, node = parent.until_up()
            parent.process.send_signal(signal.SIGHUP)
            os.kill(node, signal.SIGKILL)
            assert parent.until("started", "node-0")["run"] == 2
    finally:
        signal.signal(signal.SIGHUP, handler)


def test_a_node_that_will_not_end_is_killed(tmp_path: Path) -> None:
    with parent_of(tmp_path / "data", STUBBORN) as parent:
        _, node = parent.until_up()
        parent.until("deaf")
        parent.process.send_signal(signal.SIGTERM)
        assert parent.ended() == 0
        assert wait_until_gone(node, 0)


async def test_a_node_that_ends_as_it_starts_ends_all_with_its_code(tmp_path: Path) -> None:
    supervisor = Supervisor(running("raise SystemExit(3)"), data=tmp_path / "data")
    assert await supervisor.run() == 3


async def test_a_node_that_refuses_to_run_ends_all_however_long_it_took(tmp_path: Path) -> None:
    """On a busy machine it takes many seconds to see that a port or a name is taken."""
    clock = iter(range(0, 10_000, int(SETTLED)))
    refusing = running(f"raise SystemExit({NODE_REFUSED})")
    supervisor = Supervisor(refusing, data=tmp_path / "data", clock=lambda: float(next(clock)), sleep=at_once)
    assert await supervisor.run() == NODE_REFUSED


async def test_a_node_whose_program_is_not_there_ends_all(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    supervisor = Supervisor(lambda url, number: NodeStart(["/nowhere/node"]), data=tmp_path / "data")
    assert await supervisor.run() == 1
    assert capfd.readouterr().err == "/nowhere/node cannot be started: No such file or directory\n"


async def test_a_node_that_ends_after_it_had_settled_is_started_again(
    tmp_path: Path, reports: Reports
) -> None:
    clock = iter(range(0, 10_000, int(SETTLED)))
    supervisor = Supervisor(
        running("raise SystemExit(3)"),
        data=tmp_path / "data",
        report=reports,
        clock=lambda: float(next(clock)),
        sleep=at_once,
    )
    await supervisor.start()
    assert (await reports.until("ended", "node-0"))["code"] == 3
    assert (await reports.until("started", "node-0"))["run"] == 2
    await supervisor.stop()
    assert await supervisor.wait() == 0


async def test_a_server_told_to_end_while_it_starts_ends(tmp_path: Path) -> None:
    hasty = Supervisor(running(), data=tmp_path / "data", report=lambda *heard: hasty.ask_to_stop())
    assert await hasty.run() == 0


async def test_a_store_that_does_not_start_is_named_and_nothing_stays_locked(tmp_path: Path) -> None:
    broken = Supervisor(running(), data=tmp_path / "data", store_flags=("--no-such-flag", "1"))
    with pytest.raises(StoreRefused) as told:
        await broken.run()
    assert told.value.code == "store_start"
    assert (
        told.value.message == "the embedded store does not start: Bad directive or wrong number of arguments"
    )
    sound = Supervisor(running(), data=tmp_path / "data")
    await sound.start()
    await sound.stop()


async def test_a_data_folder_that_takes_no_note_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data" / "store.socket.new").mkdir(parents=True)
    (tmp_path / "data").chmod(0o700)
    with pytest.raises(StoreRefused) as told:
        await Supervisor(running(), data=tmp_path / "data").start()
    assert told.value.code == "data_dir"


async def test_a_node_for_which_there_is_no_process_ends_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*args: object, **options: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("server.supervisor.spawn", refuse)
    supervisor = Supervisor(running(), data=tmp_path / "data")
    with pytest.raises(StoreRefused) as told:
        await supervisor.run()
    assert told.value.code == "node_start"


async def test_nodes_get_the_address_of_an_outside_store(tmp_path: Path) -> None:
    told: list[tuple[str, int]] = []

    def node(url: str, number: int) -> NodeStart:
        told.append((url, number))
        return NodeStart([sys.executable, "-I", "-S", "-c", WAITING], {"A": "B"})

    supervisor = Supervisor(node, redis="redis://there", nodes=3)
    await supervisor.start()
    await supervisor.stop()
    assert told == [("redis://there", 0), ("redis://there", 1), ("redis://there", 2)]


def test_a_server_has_one_store_and_at_least_one_node(tmp_path: Path) -> None:
    for wrong in ({}, {"data": tmp_path, "redis": "redis://there"}, {"data": tmp_path, "nodes": 0}):
        with pytest.raises(ValueError):
            Supervisor(running(), **wrong)  # type: ignore[arg-type]  # a table of wrong ones


async def test_a_full_disk_stops_the_store_and_all_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk; the store's next runs inherit it from the parent."""
    with parent_of(tmp_path / "data") as parent:
        pid, _ = parent.until_up()
        store = await open_store(parent.url)
        await store.create_room("r", "a/1", b"")
        for process in (parent.process.pid, pid):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        falls = 0

        async def sleep(seconds: float) -> None:
            nonlocal falls
            await asyncio.to_thread(parent.until, "ended", "store")
            falls += 1
            if falls >= 2:
                resource.prlimit(parent.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
            await asyncio.to_thread(parent.until, "started", "store")

        for position in range(8):
            batch = Append("r", 1, position, (b"%d" % position * 1000,))
            assert (await append_until_answered(store, batch, sleep=sleep)).length == position + 1
        entries = (await store.read("r")).entries
        assert [entry.data for entry in entries] == [b"%d" % position * 1000 for position in range(8)]
        assert falls >= 2
        await store.close()
