"""`sifang bots`: bots that come over the socket as players do, into a room or to tables of their own.

They need nothing that a player has not: an address, an invite code, and their view.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Coroutine
from random import Random, SystemRandom
from typing import Any, Final

from clients.address import DEFAULT, Address, read_address
from clients.arguments import within
from clients.bots.policy import Policy, make_policy
from clients.sdk import Client, Refused, Room, RoomOver, SdkError
from protocol.codes import RejectCode
from protocol.view import MatchResult

__all__ = ["main"]

_NAMES: Final = "东南西北春夏秋冬梅兰竹菊"


def main(argv: list[str]) -> int:
    """Let bots play, and return the exit code."""
    parser = _parser()
    try:
        given = parser.parse_args(argv)
    except SystemExit as done:
        return int(done.code or 0)
    try:
        asyncio.run(_play(given))
    except (SdkError, OSError) as error:
        sys.stderr.write(f"sifang bots: {error}\n")
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="sifang bots", allow_abbrev=False,
        description="Let bots join a room (a link into it, or --join CODE), or play at tables of their own.",
    )  # fmt: skip
    many = within(1, 10_000, int)
    parser.add_argument("address", nargs="?", default=DEFAULT, help=f"server or link to a room ({DEFAULT})")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--join", metavar="CODE", help="come into this room")
    where.add_argument("--tables", type=many, metavar="N", help="play at N tables of four bots each (1)")
    parser.add_argument("--count", type=many, default=3, metavar="N", help="how many come into a room (3)")
    parser.add_argument("--level", choices=("greedy", "random"), default="greedy", help="how well (greedy)")
    parser.add_argument("--ruleset", default="nanning", help="what is played at own tables (nanning)")
    parser.add_argument("--hands", type=int, default=4, help="hands a match at own tables (4)")
    parser.add_argument("--matches", type=many, default=1, metavar="N", help="matches before they leave (1)")
    pace = within(0, 60_000, int)
    parser.add_argument("--pace", type=pace, default=0, metavar="MS", help="how long they think (0)")
    return parser


async def _play(given: argparse.Namespace) -> None:
    address = read_address(given.address)
    code = given.join or address.code
    if code is not None:
        bots = [Bot(address, number, given) for number in range(given.count)]
        await _all(*[bot.visit(code) for bot in bots])
    else:
        await _all(*[_table(address, number, given) for number in range(given.tables or 1)])


async def _all(*doings: Coroutine[Any, Any, None]) -> None:
    """Do all at once; the first that fails ends the others."""
    tasks = [asyncio.create_task(doing) for doing in doings]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _table(address: Address, number: int, given: argparse.Namespace) -> None:
    """Play at a table of four."""
    bots = [Bot(address, number * 4 + seat, given) for seat in range(4)]
    code: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    await _all(bots[0].host(code), *[bot.follow(code) for bot in bots[1:]])


class Bot:
    """One bot's visit."""

    def __init__(self, address: Address, number: int, given: argparse.Namespace) -> None:
        self._number = number
        self._client = Client(address.url, name=_name(number), lang="en", program="sifang-bots/0.1")
        self._policy: Policy = make_policy(given.level, Random(SystemRandom().getrandbits(64)))
        self._given = given

    async def visit(self, code: str) -> None:
        """Come in by the code, play, and leave."""
        async with self._client as client:
            await self._stay(await self._come_in(client, code))

    async def host(self, code: asyncio.Future[str]) -> None:
        """Make the room, tell its code, play, and say how it went."""
        given = self._given
        async with self._client as client:
            room = await client.create_room(
                given.ruleset, room_options={"hands": given.hands, "pause_floor": 0, "bot_pace": 0}
            )
            code.set_result(room.code)
            await self._stay(room, told=True)

    async def follow(self, code: asyncio.Future[str]) -> None:
        """Come in when there is a code."""
        await self.visit(await asyncio.shield(code))

    async def _come_in(self, client: Client, code: str) -> Room:
        """Come in, by another name where somebody has this one: bots may be there that came before."""
        while True:
            try:
                return await client.join_room(code)
            except Refused as refused:
                if refused.code is not RejectCode.NAME_TAKEN:
                    raise
            # Those who come together keep apart.
            self._number += self._given.count
            await client.rename(_name(self._number))

    async def _stay(self, room: Room, told: bool = False) -> None:
        for match in range(self._given.matches):
            with contextlib.suppress(RoomOver):
                await (room.begin() if match == 0 else self._again(room))
                await self._match(room)
            if room.match_result is None:
                return
            if told:
                print(_line(room, room.match_result), flush=True)
        with contextlib.suppress(Refused, RoomOver):
            await room.leave()

    async def _again(self, room: Room) -> None:
        await room.rematch()
        await room.match_begun()

    async def _match(self, room: Room) -> None:
        async for prompt in room.prompts():
            if self._given.pace:
                await asyncio.sleep(self._given.pace / 1000)
            if room.seat is not None:
                await room.act(prompt, self._policy.choose(room.table, room.seat, prompt))


def _name(number: int) -> str:
    return f"机器{_NAMES[number % len(_NAMES)]}{number // len(_NAMES) or ''}"


def _line(room: Room, result: MatchResult) -> str:
    names = [] if room.table.match is None else [seat.name for seat in room.table.match.seats]
    scores = "  ".join(f"{name} {score:+d}" for name, score in zip(names, result.scores, strict=True))
    return f"{room.code}  {len(result.history)} 局 hands  {scores}"
