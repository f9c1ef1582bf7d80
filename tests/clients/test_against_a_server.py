"""Demonstration, bots and load against the real command `sifang serve`, over real sockets."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from clients import demo, load
from clients.bots import runner
from clients.bots.policy import GreedyPolicy
from clients.display import command as display
from clients.load_bot import Figures, percentile
from clients.private import private_server
from clients.sdk import Client, Gone, Room, SdkError

PAGE = Path(__file__).resolve().parents[2] / "docs" / "sdk.md"
(CODE,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def address() -> AsyncIterator[str]:
    """Run a server that does not mind many clients."""
    flags = [(f"--{name.replace('_', '-')}", str(value)) for name, value in load.SETTINGS.items()]
    async with private_server(*[word for flag in flags for word in flag]) as address:
        yield address


def test_the_demonstration_ends_well_and_says_what_happened(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = tmp_path / "record.json"
    assert demo.main(["--record", str(record)]) == 0
    said, complained = capsys.readouterr()
    assert complained == ""
    for part in (
        "第 1 局 hand 1", "第 4 局 hand 4", "断线", "was cut off", "合计 totals", "终局 final table", "NN-",
        "✓ 公平 fair: 5", "sifang verify 通过 holds",
    ):  # fmt: skip
        assert part in said
    played = json.loads(record.read_text(encoding="utf-8"))
    assert len(played["hands"]) == 4 and played["seats"] == list(demo.NAMES)
    played["hands"][1]["wall"]["seed"] = "00" * 32
    with pytest.raises(SdkError, match="sifang verify"):
        asyncio.run(demo.verify(json.dumps(played), None))


def test_a_demonstration_without_a_server_says_so_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho 'first line' >&2\necho 'it is broken' >&2\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(broken))
    assert demo.main([]) == 1
    said, complained = capsys.readouterr()
    assert (said, complained) == ("", "sifang demo: the server ended with 3: it is broken\n")


@pytest.mark.parametrize("main", [demo.main, runner.main, load.main])
def test_a_word_that_is_none_is_refused_and_help_is_given(
    main: Callable[[list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--no-such-thing"]) == 2
    assert main(["--help"]) == 0
    assert "usage:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("main", "words"),
    [
        (display.main, ["--wait", "-1", "ROOM"]), (display.main, ["--wait", "0", "ROOM"]),
        (display.main, ["--wait", "nan", "ROOM"]), (display.main, ["--wait", "inf", "ROOM"]),
        (display.main, ["--wait", "soon", "ROOM"]), (runner.main, ["--count", "0"]),
        (runner.main, ["--tables", "-1"]), (runner.main, ["--matches", "0"]), (runner.main, ["--pace", "-5"]),
        (load.main, ["--tables", "0"]), (load.main, ["--seconds", "-1"]),
    ],
)  # fmt: skip
def test_a_number_that_makes_no_sense_is_refused_with_its_bounds(
    main: Callable[[list[str]], int], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said, complained = capsys.readouterr()
    assert said == ""
    assert f"argument {words[0]}: {words[1]!r} is not a number from " in complained.splitlines()[-1]


async def test_bots_play_at_tables_of_their_own_and_again(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [address, "--tables", "2", "--matches", "2"]
    assert await asyncio.to_thread(runner.main, words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4 and all("4 局 hands" in line for line in lines)
    assert len({line.split()[0] for line in lines}) == 2


async def test_bots_come_into_a_room_by_its_link(address: str) -> None:
    async with Client(address.replace("http", "ws") + "/ws", name="甲") as host:
        room = await host.create_room("nanning", room_options={"hands": 4, "pause_floor": 0})
        link = f"{address}/r/{room.code}"
        bots = asyncio.create_task(asyncio.to_thread(runner.main, [link, "--pace", "1"]))
        await room.begin()
        async for prompt in room.prompts():
            await room.act(prompt, GreedyPolicy().choose(room.table, 0, prompt))
        assert room.match_result is not None and len(room.match_result.history) == 4
        assert await bots == 0


async def test_bots_that_come_later_take_other_names_and_the_seats_of_bots_in_a_running_match(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Client(address.replace("http", "ws") + "/ws", name="甲") as host:
        room = await host.create_room("nanning", room_options={"hands": 4, "pause_floor": 0}, bots=3)
        await room.begin()
        words = [address, "--join", room.code, "--count"]
        first = asyncio.create_task(asyncio.to_thread(runner.main, [*words, "1"]))
        await room.until(lambda room: _players(room) == 2)
        others = asyncio.create_task(asyncio.to_thread(runner.main, [*words, "2"]))
        async for prompt in room.prompts():
            await room.until(lambda room: _players(room) == 4)
            await room.act(prompt, GreedyPolicy().choose(room.table, 0, prompt))
        assert room.match_result is not None and len(room.match_result.history) == 4
        assert (await first, await others) == (0, 0), capsys.readouterr().err


def _players(room: Room) -> int:
    """Count the seats that people, or what comes over the socket as they do, have."""
    assert room.state is not None
    return sum(seat.kind == "player" for seat in room.state.seats)


async def test_bots_that_cannot_come_in_say_why_in_one_line(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await asyncio.to_thread(runner.main, [address, "--join", "ZZZZZZ"]) == 1
    complained = capsys.readouterr().err
    assert complained.startswith("sifang bots: wrong_code") and complained.count("\n") == 1


async def test_the_load_measures_answers_and_last_viewers(address: str) -> None:
    url = address.replace("http", "ws") + "/ws"
    figures = await load.run_load(url, 2, seconds=60, warm_up=0, most_actions=200)
    assert figures.actions >= 200 and figures.refused == 0
    assert len(figures.own) == figures.actions and figures.last
    assert all(time > 0 for time in (*figures.own, *figures.last))
    assert "2 tables" in figures.line()


async def test_a_load_held_to_a_rate_says_so() -> None:
    async with private_server() as address:
        url = address.replace("http", "ws") + "/ws"
        with pytest.raises(SdkError, match="rate"):
            await load.run_load(url, 1, seconds=60, warm_up=60)


async def play(client: Client, room: Room, cut_at: Mapping[int, str]) -> None:
    """Play a seat; at the prompts named, lose the connection before answering or right upon it."""
    await room.begin()
    count = 0
    async for prompt in room.prompts():
        count += 1
        if cut_at.get(count) == "before":
            client.cut()
        action = GreedyPolicy().choose(room.table, room.seat or 0, prompt)
        acting = asyncio.create_task(room.act(prompt, action))
        if cut_at.get(count) == "upon":
            await asyncio.sleep(0)
            client.cut()
        await acting


async def test_a_match_with_broken_connections_is_told_whole_to_everybody(address: str) -> None:
    url = address.replace("http", "ws") + "/ws"
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(url, name=name)) for name in "甲乙丙丁戊"]
        host = await clients[0].create_room("nanning", room_options={"hands": 4, "pause_floor": 0})
        rooms = [host, *[await client.join_room(host.code) for client in clients[1:4]]]
        watched = await clients[4].watch(code=host.code)
        cuts = ({2: "upon", 9: "before"}, {4: "upon"}, {6: "before", 12: "upon"}, {8: "upon"})
        await asyncio.gather(*(
            play(client, room, cut_at) for client, room, cut_at in zip(clients, rooms, cuts, strict=False)
        ))  # fmt: skip
        await watched.match_over()
        for room in (*rooms, watched):
            assert room.match_result == host.match_result and room.results == host.results
            assert [(check.holds, check.whole) for check in room.checks] == [(True, True)] * 4


async def test_the_bot_in_the_documentation_plays(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    here = CODE.replace("127.0.0.1:8765", address.removeprefix("http://"))
    here = here.replace('{"hands": 4}', '{"hands": 4, "pause_floor": 0, "bot_pace": 0}')
    await asyncio.to_thread(exec, here, {})
    scores = capsys.readouterr().out
    assert re.fullmatch(r"\(-?\d+(, -?\d+){3}\)\n", scores)


async def test_a_second_client_of_the_same_player_takes_over(address: str) -> None:
    url = address.replace("http", "ws") + "/ws"
    async with Client(url, name="甲") as first:
        room = await first.create_room("nanning")
        async with Client(url, token=first.token) as second:
            with pytest.raises(Gone) as caught:
                await room.match_over()
            assert caught.value.code == 4004
            found = second.running
            assert found is not None and (found.id, found.seat) == (room.id, 0)
            await found.until(lambda room: room.state is not None)
            assert found.code == room.code


def test_a_percentile_is_the_time_that_so_many_do_not_exceed() -> None:
    times = [float(time) for time in range(1, 1001)]
    assert [percentile(times, share) for share in (0, 50, 99, 99.9, 100)] == [1, 501, 991, 1000, 1000]
    assert percentile([], 50) == 0
    assert "   3 tables" in Figures(3, seconds=1).line()
