"""`sifang admin`: what an operator reads, and what he is told when it comes to nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from server import admin_cmd
from server.admin import Admin
from server.admin_cmd import WIDTH, main
from server.listener import Listener, Reply, Request
from server.names import width
from tests.harness.inside import Inside, running
from tests.harness.raw import RawPlayer
from tests.harness.sentinels import free_port

TOKEN = "a-token-for-operators"


class Office:
    """A node's operators' listener, and the command that speaks to it."""

    def __init__(self, inside: Inside, capsys: pytest.CaptureFixture[str]) -> None:
        self.admin = Admin(TOKEN, inside.node.overseer, inside.world.clock, inside.world.report)
        self._capsys = capsys

    async def run(self, *argv: str, token: str = TOKEN) -> tuple[int, str, str]:
        """Run the command; give its exit code and what it wrote."""
        where = ["--admin-port", str(self.admin.port), "--admin-token", token]
        code = await asyncio.to_thread(main, [*argv, *where])
        out, err = self._capsys.readouterr()
        return code, out, err


def test_a_room_that_does_not_read_is_shown_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {"room": "r", "node": "n", "start": "s", "epoch": 2, "state": "unreadable", "reason": "too new"}
    monkeypatch.setattr(admin_cmd, "_ask", lambda *args: told)
    assert main(["room", "r"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "state    unreadable: too new"


async def test_an_operator_finds_a_room_and_closes_it(capsys: pytest.CaptureFixture[str]) -> None:
    async with running() as inside:
        office = Office(inside, capsys)
        await office.admin.start("127.0.0.1", 0)
        host = RawPlayer(lambda: inside.url)
        await host.connect("老王")
        room = (await host.create(bots=3)).room
        code, out, err = await office.run("rooms")
        assert (code, err) == (0, "")
        head, row, count = out.splitlines()
        assert head.split()[:3] == ["ROOM", "NODE", "EPOCH"] and count == "1 room"
        assert row.split() == [room, "test-0", "1", "nanning", "-", "lobby", "0s", "1+3", "0", "0", "0"]
        code, out, _ = await office.run("room", room)
        assert code == 0 and "老王" in out and "clocks   run" in out
        code, out, _ = await office.run("rooms", "--here", "--json")
        assert json.decode(out)["rooms"][0]["room"] == room
        code, out, _ = await office.run("close", room, "--reason", "over")
        assert (code, out) == (0, f"room {room} closes\n")
        await host.until(lambda: bool(host.mind.closed))
        assert (await office.run("rooms"))[1].splitlines()[-1] == "0 rooms"
        code, out, _ = await office.run("nodes")
        assert code == 0 and out.splitlines()[1].split()[:1] == ["test-0*"] and " up " in out
        assert (await office.run("drain"))[:2] == (0, "node test-0 drains\n")
        assert " drains " in (await office.run("nodes"))[1]
        await host.leave()
        await office.admin.stop()


@pytest.mark.parametrize(
    ("argv", "token", "code", "says"),
    [
        (["rooms"], "not-the-right-token", 3, "token"),
        (["room", "nowhere"], TOKEN, 4, "nowhere"),
        (["room", "../nodes"], TOKEN, 4, "../nodes"),
        (["close", "nowhere", "--reason", "x"], TOKEN, 4, "nowhere"),
        (["drain", "other-0"], TOKEN, 4, "other-0"),
        (["close", "nowhere", "--reason", ""], TOKEN, 2, "reason"),
        (["close", "nowhere"], TOKEN, 2, "--reason"),
        (["rooms", "x"], TOKEN, 2, "x"),
        ([], TOKEN, 2, "COMMAND"),
        (["rooms"], "short", 2, "admin_token"),
    ],
)  # fmt: skip
async def test_what_comes_to_nothing_is_one_line_and_its_own_code(
    argv: list[str], token: str, code: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running() as inside:
        office = Office(inside, capsys)
        await office.admin.start("127.0.0.1", 0)
        got, out, err = await office.run(*argv, token=token)
        await office.admin.stop()
    assert (got, out, err.count("\n")) == (code, "", 1) and says in err
    assert err.startswith("sifang admin: ")


@pytest.mark.parametrize(
    "answer",
    [
        Reply(200, b"hello"), Reply(404, b"not found"), Reply(200, b"{}"), Reply(200, b"[]"),
        Reply(404, b'{"detail": "not found"}'), Reply(400, b'{"error": "no"}'),
    ],
    ids=lambda answer: answer.body.decode(),
)  # fmt: skip
async def test_that_somebody_else_answers_there_is_said(
    answer: Reply, capsys: pytest.CaptureFixture[str]
) -> None:
    async def other(request: Request) -> Reply:
        return answer

    listener = Listener(other)
    await listener.start("127.0.0.1", 0)
    port = listener.port
    flags = ["--admin-port", str(port), "--admin-token", TOKEN]
    assert await asyncio.to_thread(main, ["rooms", *flags]) == 1
    await listener.stop()
    assert capsys.readouterr() == (
        "",
        f"sifang admin: what answers at 127.0.0.1:{port} is no operators' listener: is admin_port right?\n",
    )


async def test_that_the_page_answers_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    async with running() as inside:
        flags = ["--admin-port", str(inside.node.port), "--admin-token", TOKEN]
        for words, says in (
            (["nodes"], "is no operators' listener"), (["drain"], "hung up"),
            (["close", "r", "--reason", "x"], "hung up"),
        ):  # fmt: skip
            assert await asyncio.to_thread(main, [*words, *flags]) == 1
            out, err = capsys.readouterr()
            assert out == "" and err.count("\n") == 1 and says in err and "admin_port" in err


def test_that_nobody_answers_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    flags = ["--admin-port", str(port), "--admin-token", TOKEN, "--admin-host", "0.0.0.0"]
    assert main(["rooms", *flags]) == 1
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert err.startswith(f"sifang admin: no operators' listener answers at 0.0.0.0:{port}: ")


def test_where_to_ask_may_stand_in_the_environment_or_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[object] = []

    def ask(settings: Any, *request: object) -> object:
        asked.append((settings.admin_port, settings.admin_token, *request))
        return {"nodes": [], "complete": False}

    monkeypatch.setattr(admin_cmd, "_ask", ask)
    monkeypatch.setenv("SIFANG_ADMIN_TOKEN", TOKEN)
    file = tmp_path / "sifang.toml"
    file.write_text("admin_port = 1234\n")
    assert main(["--config", str(file), "nodes"]) == 0
    assert asked == [(1234, TOKEN, "GET", "/v1/nodes", None)]
    assert "not all is known" in capsys.readouterr().out
    monkeypatch.delenv("SIFANG_ADMIN_TOKEN")
    assert main(["nodes", "--config", str(file)]) == 2


def test_tables_fit_a_hundred_cells(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {
        "room": "0123456789abcdef01", "node": "a-machine-with-a-rather-long-name.example.org-12",
        "start": "0" * 16, "epoch": 12345, "state": "open", "ruleset": "longjiang", "phase": "match_over",
        "hand": 88, "hands": 88, "still_s": 100_000, "players": 4, "bots": 0, "away": 4, "autopilot": 4,
        "watchers": 2000, "journal": 9, "overdue": True,
    }  # fmt: skip
    silent = {name: row[name] for name in ("room", "node", "start", "epoch")} | {"state": "silent"}
    monkeypatch.setattr(admin_cmd, "_ask", lambda *args: {"rooms": [row, silent], "complete": False})
    assert main(["rooms"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(width(line) for line in lines) <= WIDTH
    assert "match_over!" in lines[1] and "…" in lines[1] and "silent" in lines[2]
    assert lines[3:] == [
        "2 rooms",
        "! a deadline passed unheeded: sifang admin room ID",
        "not all is known: the store, or the owner of some room, does not answer",
    ]


@pytest.fixture
def in_china(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the operator's own time be eight hours ahead."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "CST-8")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("in_china")
def test_nodes_are_shown_with_the_time_they_began_and_their_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An older program tells no process; one that is gone tells nothing."""
    about = {"up_s": 3600, "draining": True, "players": 7, "overdue": 0, "version": "1.2"}
    row = {"start": "0f" * 8, "sign_ms": 400, "alive": True, "here": False, "rooms": 3}
    told = [
        {**row, "node": "new-0", "here": True, "about": {**about, "pid": 4711}},
        {**row, "node": "old-0", "about": about},
        {**row, "node": "gone-0", "alive": False, "sign_ms": 3_600_000, "about": None},
    ]
    monkeypatch.setattr(admin_cmd, "_ask", lambda *args: {"nodes": told, "complete": True})
    monkeypatch.setattr("time.time", lambda: datetime(2026, 5, 1, 13, 7, 59, tzinfo=UTC).timestamp())
    assert main(["nodes"]) == 0
    head, *rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert head == ["NODE", "START", "SIGN", "STATE", "ROOMS", "PLAYERS", "OVERDUE", "VERSION", "PID"]
    assert rows == [
        ["new-0*", "2026-05-01", "20:07", "0s", "drains", "3", "7", "0", "1.2", "4711"],
        ["old-0", "2026-05-01", "20:07", "0s", "drains", "3", "7", "0", "1.2"],
        ["gone-0", "60m", "gone", "3"],
    ]
