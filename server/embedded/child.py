"""A child process of the supervisor: started on a leash, in a group of its own, stopped politely and then
not.

A group of its own keeps a Ctrl-C at the terminal from reaching it beside the supervisor's own orders.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Mapping, Sequence
from pathlib import Path

_LEASH = str(Path(__file__).with_name("leash.py"))


async def spawn(
    command: Sequence[str],
    *,
    death_signal: signal.Signals,
    environment: Mapping[str, str] | None = None,
    captured: bool = False,
) -> Process:
    """Start a program that gets `death_signal` when this process dies.

    Its standard input is a pipe that ends with this process; with `captured` its output comes to us.
    The program must be given by its path. Call it from the main thread: the leash is tied to the thread.
    """
    return await asyncio.create_subprocess_exec(
        sys.executable, "-I", "-S", _LEASH, str(int(death_signal)), str(os.getpid()), *command,
        stdin=DEVNULL if captured else PIPE,
        stdout=PIPE if captured else None,
        stderr=STDOUT if captured else None,
        env=None if environment is None else dict(environment),
        process_group=0,
    )  # fmt: skip


async def end(process: Process, grace: float) -> None:
    """Ask a child to end, wait `grace` seconds, then kill its group; return when it is gone."""
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGCONT)
    try:
        async with asyncio.timeout(grace):
            await process.wait()
    except TimeoutError:
        kill(process)
        await process.wait()


def kill(process: Process) -> None:
    """Kill a child and what it has started."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


async def parent_gone() -> None:
    """Return when the supervisor that started this process is gone: its end of our standard input closes."""
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while await reader.read(64):
        pass
