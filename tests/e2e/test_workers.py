"""`sifang serve --workers 2`: two nodes behind one port, and nobody can tell which of them answers."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

from msgspec import json

from tests.e2e.table import TableOfFour, told
from tests.harness.raw import RawPlayer
from tests.harness.sentinels import free_port
from tests.harness.serve import ROOT, environment, serving

TOKEN = "a-token-for-operators"


async def get(port: int, path: str) -> list[str]:
    """Return the lines of what is answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    return answer.splitlines()


async def leads_to(port: int, path: str) -> str:
    """Return where an address of the page leads."""
    lines = await get(port, path)
    return next(line.partition(": ")[2] for line in lines if line.lower().startswith("location"))


async def readiness(port: int) -> set[str]:
    """Ask for it so often that each worker that listens is asked; return what was said."""
    return {(await get(port, "/readyz"))[-1] for _ in range(16)}


async def admin(port: int, *words: str) -> Any:
    """Ask a worker as an operator does."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server.cli", "admin", "--admin-port", str(port), "--json", *words,
        stdout=asyncio.subprocess.PIPE, cwd=ROOT, env={**environment(), "SIFANG_ADMIN_TOKEN": TOKEN},
    )  # fmt: skip
    out, _ = await process.communicate()
    assert process.returncode == 0
    return json.decode(out)


async def test_whichever_worker_answers_the_table_is_reached(tmp_path: Path) -> None:
    port = free_port()
    async with serving(tmp_path, "--port", str(port), "--workers", "2", "--play") as command:
        await command.logs("listening", times=2)
        code = (await command.prints(r"/r/(\w+)"))[1]
        # The system spreads connections over both by chance: of so many each gets some.
        for _ in range(12):
            assert (await leads_to(port, "/play")).startswith("/#device=")
        url = f"ws://127.0.0.1:{port}/ws"
        tables = [TableOfFour(lambda: url) for _ in range(2)]
        for table in tables:
            await table.sit()
        for table in tables:
            await table.begin()
        await asyncio.gather(*[table.play_hands(1) for table in tables])
        for table in tables:
            results = [told(player, 1) for player in table.players]
            assert results == results[:1] * 4
            await table.leave()
        for name in ("one", "other"):
            friend = RawPlayer(lambda: url)
            await friend.connect(name)
            await friend.join(code)
            await friend.leave()


async def test_a_drained_worker_is_brought_back_by_the_end_of_its_process(tmp_path: Path) -> None:
    port, apart = free_port(), free_port()
    flags = (
        "--port", str(port), "--workers", "2", "--node", "play",
        "--admin-port", str(apart), "--admin-token", TOKEN,
    )  # fmt: skip

    async def nodes(number: int) -> dict[str, Any]:
        """Ask one, who then knows all there are himself."""
        return {each["node"]: each["about"] for each in (await admin(apart + number, "nodes"))["nodes"]}

    async with serving(tmp_path, *flags) as command:
        await command.logs("listening", times=2)
        for number in (1, 0):
            drained, other = f"play-{number}", f"play-{1 - number}"
            before = await nodes(number)
            assert await admin(apart + number, "drain") == {"node": drained}
            assert await readiness(port) == {"ready"}
            after = await nodes(1 - number)
            assert (after[drained]["draining"], after[other]["draining"]) == (True, False)
            os.kill(before[drained]["pid"], signal.SIGTERM)
            await command.logs("listening", times=2, node=drained)
            assert await readiness(port) == {"ready"}
            assert not (await nodes(1 - number))[drained]["draining"]
