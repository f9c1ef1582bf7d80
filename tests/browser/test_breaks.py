"""What the page does when the line to its server breaks, goes dead, or another window takes over."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

import pytest

from tests.browser.real import House, Visitor, house, next_frame, play_until, quick_table

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


async def _asked(here: House, visitor: Visitor) -> str:
    """Play until it is one's own turn, and return the kinds in one's hand."""
    await quick_table(visitor)
    await play_until(visitor.page, ".own-drawn")
    return await _hand(visitor)


async def _hand(visitor: Visitor) -> str:
    kinds = await visitor.page.locator(".own-tile [data-kind]").evaluate_all(
        "boxes => boxes.map((box) => box.dataset.kind)"
    )
    return " ".join(kinds)


def _without_failed_connections(complaints: list[str]) -> list[str]:
    """Leave out what Chromium itself writes of a WebSocket that could not be opened."""
    return [line for line in complaints if not re.match(r"WebSocket connection to .* failed", line)]


async def test_a_cut_line_is_shown_over_the_hand_and_the_same_question_comes_back() -> None:
    async with house() as here:
        player = await here.visitor()
        page = player.page
        hand = await _asked(here, player)
        slots = await page.locator(".slot-box").count()
        here.line.go_dead()
        here.line.cut()
        await player.shows(".bar-alarm")
        await player.picture("reconnect")
        assert "正在重连" in await player.text(".bar-alarm")
        assert await player.text(".own-clock-digits") == "?"
        # The hand is there to be seen and cannot be played.
        await page.keyboard.press("d")
        assert await _hand(player) == hand
        assert await page.locator(".slot-box").count() == slots
        here.line.restore()
        await page.locator(".bar-alarm").wait_for(state="detached")
        await page.locator(".toast", has_text="已恢复").wait_for()
        assert await _hand(player) == hand
        assert await player.text(".own-clock-digits") != "?"
        thrown = await player.count(".river .tile")
        while await player.count(".river .tile") == thrown:
            await page.keyboard.press("d")
            await next_frame(page)
        assert _without_failed_connections(player.complaints) == []


async def test_a_line_gone_dead_without_a_word_is_noticed_within_five_seconds() -> None:
    async with house() as here:
        player = await here.visitor()
        # The page's own clock is the test's from here on.
        await player.page.clock.install()
        await quick_table(player)
        here.line.go_dead()
        await player.page.clock.run_for(5000)
        await player.shows(".bar-alarm")
        here.line.restore()
        await player.page.clock.run_for(6000)
        await player.page.locator(".bar-alarm").wait_for(state="detached")
        assert _without_failed_connections(player.complaints) == []


async def test_the_browser_saying_that_it_is_offline_is_believed_at_once() -> None:
    async with house() as here:
        player = await here.visitor()
        await quick_table(player)
        await player.context.set_offline(True)
        await player.shows(".bar-alarm")
        await player.context.set_offline(False)
        await player.page.locator(".bar-alarm").wait_for(state="detached")


async def test_a_second_window_takes_over_and_the_first_asks_before_it_takes_it_back() -> None:
    async with house() as here:
        player = await here.visitor()
        hand = await _asked(here, player)
        address = player.page.url
        second = await player.another_tab()
        await second.goto(address)
        await second.locator(".own-tile").first.wait_for()
        first_bar = player.page.locator(".bar", has_text="这局在另一个窗口打开了")
        await first_bar.wait_for()
        await player.picture("superseded")
        # It does not fight for it.
        await second.locator(".own-drawn").wait_for()
        assert await first_bar.count() == 1
        await player.press("在这里打")
        await first_bar.wait_for(state="detached")
        await second.locator(".bar", has_text="这局在另一个窗口打开了").wait_for()
        assert await _hand(player) == hand
        assert player.complaints == []


async def test_a_reload_in_mid_hand_leads_back_into_it_with_its_log_and_its_proof() -> None:
    async with house() as here:
        player = await here.visitor()
        hand = await _asked(here, player)
        lines = await player.count(".log-line")
        assert lines > 3
        await player.page.reload()
        await player.shows(".own-drawn")
        assert await _hand(player) == hand
        assert await player.count(".log-line") >= lines
        await play_until(player.page, ".result")
        assert await player.text(".result-foot .proof-ok") == "洗牌已验证"
        assert player.complaints == []


async def test_going_home_keeps_the_seat_and_leads_back_to_it() -> None:
    async with house() as here:
        player = await here.visitor()
        hand = await _asked(here, player)
        await player.page.goto(here.address)
        await player.shows(".resume")
        await player.picture("home-resume")
        await player.press("回到牌局")
        await player.shows(".own-drawn")
        assert await _hand(player) == hand
        await player.page.get_by_role("button", name="离开").click()
        await player.picture("leave")
        await player.page.locator(".confirm").get_by_role("button", name="离开").click()
        await player.shows(".way")
        assert await player.lacks(".resume")
        assert player.complaints == []


async def test_the_shipped_command_leads_to_a_table_and_a_killed_server_back_to_the_same_hand(
    tmp_path: Path,
) -> None:
    """`sifang serve --play`: the address that it prints, a seat at once, `kill -9`, the same hand."""
    async with house() as here:
        serve = Serve(tmp_path / "data")
        try:
            addresses = await serve.start()
            player = await here.visitor()
            await player.page.goto(addresses["play"])
            await player.shows(".own-tile")
            assert "device" not in player.page.url
            await player.page.locator(".own-tile").nth(12).wait_for()
            hand = await _hand(player)
            number = await player.text(".top-hand")
            await serve.kill()
            await player.shows(".bar-alarm")
            await serve.start()
            await player.page.locator(".bar-alarm").wait_for(state="detached", timeout=60_000)
            assert await player.text(".top-hand") == number
            assert set(hand.split()) & set((await _hand(player)).split())
            friend = await here.visitor()
            await friend.page.goto(addresses["friends"])
            # He plays on for one of the bots.
            await friend.shows(".own-tile")
            name = await friend.text(".plate-own .plate-name")
            await player.page.locator(".plate-name", has_text=name).wait_for()
            assert _without_failed_connections(player.complaints) == []
        finally:
            await serve.kill()


class Serve:
    """The shipped command, as somebody starts it at home."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._port = 0
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> dict[str, str]:
        """Start it and return the addresses it prints."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "server.cli", "serve", "--play", "--data", str(self._data), "--port",
            str(self._port), stdout=asyncio.subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        found: dict[str, str] = {}
        while len(found) < 2:
            line = (await self._process.stdout.readline()).decode().split()
            assert line, "it ended without an address"
            found[line[0]] = line[1]
        self._port = int(re.sub(r".*:(\d+)/.*", r"\1", found["play"]))
        return found

    async def kill(self) -> None:
        """End it and all its children as `kill -9` does."""
        process, self._process = self._process, None
        if process is not None:
            os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
