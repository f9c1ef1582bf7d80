"""Load for a server: tables of four socket bots that think no time, and what their commands took.

`python -m clients.load URL --tables N --seconds S` prints one line; `run_load` gives the figures to whoever
compares. A table plays hands without end: who may win wins, else he throws what he drew; claims are passed
but for one pong in so many, so that hands are long and all kinds of windows come up. The server needs
settings that let so many in from one address and hold none of them to a rate: ``SETTINGS``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final

from clients.address import DEFAULT, read_address
from clients.arguments import within
from clients.load_bot import Figures, LoadBot, LoadTable, Run
from clients.sdk import SdkError

__all__ = ["SETTINGS", "main", "run_load"]

SETTINGS: Final[Mapping[str, int]] = {
    "commands_per_s": 100_000, "burst": 200_000, "connections_per_address": 100_000, "connections": 100_000,
    "rooms_per_minute": 100_000, "players_per_minute": 1_000_000,
}  # fmt: skip
"""Settings of a server that is to be loaded from one address."""


async def run_load(
    url: str | Sequence[str], tables: int, *, seconds: float, warm_up: float = 2.0,
    most_actions: int | None = None, look: Callable[[], None] | None = None,
) -> Figures:  # fmt: skip
    """Load a server's socket with so many tables for so long, or until so many actions are measured.

    Of several sockets, those of nodes over one store, each takes the next seat of every table.

    ``look`` is called as measuring begins and as it ends.

    Raises:
        SdkError: the server cannot be reached, refuses the tables, or ends a connection.
    """
    urls = [url] if isinstance(url, str) else url
    run = Run(Figures(tables), most_actions)
    bots: list[LoadBot] = []
    tasks: list[asyncio.Task[None]] = []
    try:
        for _ in range(tables):
            table, code = LoadTable(run), asyncio.get_running_loop().create_future()
            four = [LoadBot(table, urls[seat % len(urls)], seat) for seat in range(4)]
            bots += four
            tasks.append(asyncio.create_task(four[0].host(code)))
            tasks += [asyncio.create_task(bot.follow(code)) for bot in four[1:]]
            await _unless_failed(tasks, table.ready.wait())
        await _unless_failed(tasks, asyncio.sleep(warm_up))
        if look is not None:
            look()
        begin, run.measuring = time.perf_counter(), True
        await _unless_failed(tasks, _for(seconds, run.enough))
        run.measuring, run.figures.seconds = False, time.perf_counter() - begin
        if look is not None:
            look()
    finally:
        for bot in bots:
            bot.leave()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return run.figures


async def _for(seconds: float, enough: asyncio.Event) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await enough.wait()


async def _unless_failed(tasks: Sequence[asyncio.Task[None]], waiting: Coroutine[Any, Any, object]) -> None:
    """Wait, unless a bot fails or is sent away meanwhile."""
    task = asyncio.ensure_future(waiting)
    await asyncio.wait({task, *tasks}, return_when=asyncio.FIRST_COMPLETED)
    if not task.done():
        task.cancel()
        for each in tasks:
            if each.done():
                each.result()
        raise SdkError("the server ended a bot's connection")


def main(argv: list[str]) -> int:
    """Load a server, print the figures, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m clients.load", description="Load a server with tables of socket bots."
    )
    many, seconds = within(1, 10_000, int), within(0.1, 3600.0, float)
    parser.add_argument("address", nargs="?", default=DEFAULT, help=f"the server ({DEFAULT})")
    parser.add_argument("--tables", type=many, nargs="+", default=[1], help="how many, one run each (1)")
    parser.add_argument("--seconds", type=seconds, default=10.0, help="how long each run is measured (10)")
    try:
        given = parser.parse_args(argv)
    except SystemExit as done:
        return int(done.code or 0)
    try:
        for tables in given.tables:
            figures = asyncio.run(run_load(read_address(given.address).url, tables, seconds=given.seconds))
            print(figures.line(), flush=True)
    except (SdkError, OSError) as error:
        sys.stderr.write(f"load: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
