"""`sifang demo`: a private server, four players and a watcher over real sockets, four hands of Nanning.

The first player who is asked in a claim window loses his connection there and comes back into the same
prompt. Every settlement is printed item by item, then the final table; the record is checked by `sifang
verify`. Exit code 0 when all of it held, else 1 and one line that says what went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from clients.bots.policy import GreedyPolicy
from clients.private import private_server
from clients.sdk import Client, Room, SdkError
from clients.sdk import happenings as h
from clients.sheet import final_table, settlement
from clients.words import tile_word, tiles
from protocol.events import HandEnded, MatchEnded
from protocol.to_client import Prompt
from protocol.view import MatchResult

__all__ = ["main", "verify"]

NAMES: Final = ("甲", "乙", "丙", "丁")
WATCHER: Final = "看客"
ALLOWED_S: Final = 60


class DemoFailed(SdkError):
    """Raised when something did not hold; says in one line what."""


def main(argv: list[str]) -> int:
    """Play the demonstration and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="sifang demo", allow_abbrev=False,
        description="Play hands of Nanning on a private server over real sockets, with four players and a"
        " watcher; cut one player off in a claim window and bring him back; check the record.",
    )  # fmt: skip
    parser.add_argument("--hands", type=int, choices=(4, 8, 16), default=4, help="how many hands (4)")
    parser.add_argument("--record", metavar="FILE", help="keep the match's record here")
    try:
        given = parser.parse_args(argv)
    except SystemExit as done:
        return int(done.code or 0)
    try:
        asyncio.run(_demo(given.hands, given.record))
    except (SdkError, OSError) as error:
        sys.stderr.write(f"sifang demo: {error}\n")
        return 1
    except TimeoutError:
        sys.stderr.write(f"sifang demo: it took longer than {ALLOWED_S * given.hands // 4} s\n")
        return 1
    except asyncio.CancelledError:
        sys.stderr.write("sifang demo: stopped\n")
        return 1
    return 0


async def _demo(hands: int, keep: str | None) -> None:
    task = asyncio.current_task()
    assert task is not None
    with contextlib.suppress(NotImplementedError):
        # Told to end, it must not leave its server behind.
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    async with asyncio.timeout(ALLOWED_S * hands / 4), private_server() as address:
        _say(f"Sifang 四方 · 演示 demo · 南宁麻将 Nanning mahjong · {hands} 局 hands · {address}/")
        record = await _match(address.replace("http", "ws", 1) + "/ws", hands)
        await verify(record, keep)


async def _match(url: str, hands: int) -> str:
    """Play the match, and give its record."""
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(url, name=name)) for name in (*NAMES, WATCHER)]
        host = await clients[0].create_room("nanning", room_options={"hands": hands, "pause_floor": 0})
        rooms = [host, *[await client.join_room(host.code) for client in clients[1:4]]]
        show = Show(await clients[4].watch(host.id))
        _say(f"{' '.join(NAMES)} 入座 sit down · {WATCHER} 旁观 watches · 房间 room {host.code}\n")
        await asyncio.gather(
            show.watch(), *[show.play(client, room) for client, room in zip(clients, rooms, strict=False)]
        )
        _agree([*rooms, show.room], hands)
        if show.cut is None:
            raise DemoFailed("nobody was asked in a claim window, so no connection could be cut there")
        _say(_honest([*rooms, show.room], hands))
        await host.until(lambda room: bool(room.records))
        return await clients[0].record(host.records[-1])


@dataclass(frozen=True, slots=True)
class Cut:
    """A connection that was lost in a claim window and came back."""

    name: str
    prompt: Prompt
    away_ms: int
    events_meanwhile: int
    left_ms: int | None

    def __str__(self) -> str:
        tile = self.prompt.tile or "1m"
        left = "∞" if self.left_ms is None else f"{self.left_ms / 1000:.1f} s"
        return (
            f"✂ {self.name} 被问{tile_word(tile)}时断线，{self.away_ms} ms 后回到同一问，"
            f"补上 {self.events_meanwhile} 个事件，还剩 {left}\n"
            f"  {self.name} was cut off while asked about {tile}; {self.away_ms} ms later back in the same"
            f" prompt, {self.events_meanwhile} events caught up, {left} left"
        )


class Show:
    """The match as it goes on: what the players do, and what the watcher sees and prints."""

    def __init__(self, watched: Room) -> None:
        self.room = watched
        self.cut: Cut | None = None
        self._cutting = False
        self._policy = GreedyPolicy()

    async def play(self, client: Client, room: Room) -> None:
        """Play one seat to the end of the match."""
        await room.begin()
        async for prompt in room.prompts():
            if prompt.kind == "claim" and self.cut is None and not self._cutting:
                await self._cut_off(client, room, prompt)
            if room.seat is not None:
                await room.act(prompt, self._policy.choose(room.table, room.seat, prompt))

    async def _cut_off(self, client: Client, room: Room, prompt: Prompt) -> None:
        """Lose the connection in this window, come back by itself, and find the same prompt open."""
        self._cutting = True
        followed, began = client.happenings(), client.now()
        client.cut()
        async for each in followed:
            if isinstance(each, h.Opened):
                break
        # The window may be over when another's win needed no answer from here: then it is tried again later.
        await room.until(lambda room: room.prompt is not None or room.table.window is None)
        away, meanwhile = client.now() - began, room.model.stream.n - prompt.n
        if room.prompt is not None and room.prompt.prompt == prompt.prompt:
            name = NAMES[room.seat or 0]
            self.cut = Cut(name, room.prompt, away, meanwhile, room.left_ms())
            _say(f"{self.cut}\n")
        followed.close()
        self._cutting = False

    async def watch(self) -> None:
        """Print every settlement and the final table as the watcher gets them."""
        async for each in self.room.happenings():
            if isinstance(each, h.Happened) and isinstance(each.event, HandEnded):
                for line in settlement(each.event.result, NAMES):
                    _say(line)
                for shown in each.event.result.shown:
                    _say(f"    {NAMES[shown.seat]} {tiles(shown.tiles)}")
                _say("")
            if isinstance(each, h.Happened) and isinstance(each.event, MatchEnded):
                _table(each.event.result)
                return
        raise DemoFailed("the watcher lost the room before the match was over")


def _table(result: MatchResult) -> None:
    for line in final_table(result, NAMES):
        _say(line)
    if sum(result.scores):
        raise DemoFailed(f"the final scores {result.scores} do not sum to zero")


def _agree(rooms: list[Room], hands: int) -> None:
    """See that players and watcher were told the same story."""
    first = rooms[0]
    for room in rooms:
        if room.match_result != first.match_result or room.match_result is None:
            raise DemoFailed(f"view {room.view} ends in {room.match_result}, not {first.match_result}")
        if room.results != first.results or len(room.results) != hands:
            raise DemoFailed(f"view {room.view} was told other results of hands")


def _honest(rooms: list[Room], hands: int) -> str:
    """See that every client has checked every deal, whole, with its own nonce in it."""
    for room in rooms:
        good = [check for check in room.checks if check.holds and check.whole]
        if len(good) != hands:
            raise DemoFailed(f"view {room.view} could check {len(good)} of {hands} deals")
        if room.seat is not None and not all(check.nonce_listed for check in good):
            raise DemoFailed(f"a nonce of {NAMES[room.seat]}'s is not in the deal")
    return f"\n✓ 公平 fair: {len(rooms)} 个客户端各自核对了 {hands} 局的牌墙 clients each checked every wall"


async def verify(record: str, keep: str | None) -> None:
    """Check the record with the command a person would use."""
    with tempfile.TemporaryDirectory(prefix="sifang-") as folder:
        path = Path(keep) if keep else Path(folder) / "record.json"
        path.write_text(record, encoding="utf-8")
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "server.cli", "verify", str(path),
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        said, complained = await process.communicate()
    if process.returncode != 0:
        raise DemoFailed(f"sifang verify: {(said or complained).decode(errors='replace').strip()}")
    _say(f"✓ 记录 record: sifang verify 通过 holds{f' · {keep}' if keep else ''}")


def _say(line: str) -> None:
    print(line, flush=True)
