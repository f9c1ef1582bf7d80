"""The store that a killed supervisor left behind, and how the next one recognises and stops it.

On Linux the store dies with its supervisor, though not in the same instant; on macOS it lives on. The
supervisor writes down the socket it gives to its store, the store its own pid. A process counts as that store
only if its command line names that socket, whose folder's name is never used twice: a number that has gone to
another process since is left alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

PID = "store.pid"
"""The file in the data folder in which the store writes its pid."""
_NOTE = "store.socket"
_LOOK_EVERY = 0.02
_GRACE = 5.0


def write_note(data: Path, socket: Path) -> None:
    """Write down which socket the store of this data folder is about to get. Raises: OSError."""
    draft = data / f"{_NOTE}.new"
    draft.write_text(f"{socket}\n", "utf-8")
    draft.replace(data / _NOTE)


def remove_note(data: Path) -> None:
    """Forget what was written down."""
    for name in (_NOTE, PID):
        (data / name).unlink(missing_ok=True)


async def stop_orphan(data: Path, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> int | None:
    """Stop what an earlier supervisor left on this folder, and return its pid; call it under the lock."""
    try:
        socket = Path((data / _NOTE).read_text("utf-8").strip())
    except (OSError, ValueError):
        return None
    pid = _read_pid(data)
    found = pid is not None and _is_store(pid, socket)
    if pid is not None and found:
        await _stop(pid, socket, sleep)
    if socket.parent.name.startswith("sifang-"):
        shutil.rmtree(socket.parent, ignore_errors=True)
    remove_note(data)
    return pid if found else None


async def _stop(pid: int, socket: Path, sleep: Callable[[float], Awaitable[None]]) -> None:
    """Ask politely once, and kill after a while; a stopped process hears the first only when it goes on."""
    waited = 0.0
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGTERM)
    while _is_store(pid, socket):
        if waited >= _GRACE:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        await sleep(_LOOK_EVERY)
        waited += _LOOK_EVERY


def _read_pid(data: Path) -> int | None:
    try:
        return int((data / PID).read_text("ascii"))
    except (OSError, ValueError):
        return None


def _is_store(pid: int, socket: Path) -> bool:
    return str(socket) in _command_line(pid)


def _command_line(pid: int) -> str:
    """Return a process's command line; empty if it is gone or only waits to be reaped."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        pass
    try:
        asked = subprocess.run(
            ["ps", "-p", str(pid), "-o", "command="], capture_output=True, text=True, check=False, timeout=5
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return asked.stdout
