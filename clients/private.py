"""A server of one's own for a while: `sifang serve` as a child, on a free port, its folder thrown away.

Clients do not import the server; they start it the way a person would, and read the address it prints.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from clients.sdk import SdkError

__all__ = ["NoServer", "private_server"]

_UP_S: Final = 30
_DOWN_S: Final = 10


class NoServer(SdkError):
    """Raised when the server does not come up; says in one line why."""


@contextlib.asynccontextmanager
async def private_server(*arguments: str) -> AsyncIterator[str]:
    """Run a server with these further arguments; give its HTTP address. Raises: NoServer."""
    with tempfile.TemporaryDirectory(prefix="sifang-") as folder:
        complaints = Path(folder) / "complaints"
        with complaints.open("wb") as errors:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", "server.cli", "serve", "--port", "0",
                "--data", str(Path(folder) / "data"), *arguments,
                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=errors,
                env={name: value for name, value in os.environ.items() if not name.startswith("SIFANG_")},
            )  # fmt: skip
        try:
            yield await _address(process, complaints)
        finally:
            await _stop(process)


async def _address(process: asyncio.subprocess.Process, complaints: Path) -> str:
    """Wait for the line with the server's address."""
    assert process.stdout is not None
    try:
        async with asyncio.timeout(_UP_S):
            async for line in process.stdout:
                for word in line.decode(errors="replace").split():
                    if word.startswith("http://"):
                        return word.rstrip("/")
            await process.wait()
    except TimeoutError:
        raise NoServer(f"the server did not come up within {_UP_S} s") from None
    raise NoServer(f"the server ended with {process.returncode}: {_last_word(complaints)}")


def _last_word(complaints: Path) -> str:
    said = complaints.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return said[-1] if said else "no word why"


async def _stop(process: asyncio.subprocess.Process) -> None:
    """Ask the server to stop, and see that it has."""
    if process.returncode is not None:
        return
    process.terminate()
    try:
        async with asyncio.timeout(_DOWN_S):
            # Read on, lest it wait for somebody to take what it prints.
            await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
