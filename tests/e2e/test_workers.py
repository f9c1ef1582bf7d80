"""`sifang serve --workers 2`: two nodes behind one port, and nobody can tell which of them answers."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.e2e.table import TableOfFour, told
from tests.harness.raw import RawPlayer
from tests.harness.sentinels import free_port
from tests.harness.serve import serving


async def get(port: int, path: str) -> str:
    """Return where an address of the page leads."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    return next(
        line.partition(": ")[2] for line in answer.splitlines() if line.lower().startswith("location")
    )


async def test_whichever_worker_answers_the_table_is_reached(tmp_path: Path) -> None:
    port = free_port()
    async with serving(tmp_path, "--port", str(port), "--workers", "2", "--play") as command:
        await command.logs("listening", times=2)
        code = (await command.prints(r"/r/(\w+)"))[1]
        # The system spreads connections over both by chance: of so many each gets some.
        for _ in range(12):
            assert (await get(port, "/play")).startswith("/#device=")
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
