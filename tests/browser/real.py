"""The built page in Chromium, on a real server in the test's own process, whose clock the test moves.

Between the two lies a line the test can cut or let go dead. Chance is the test's, in the page too: every run
deals the same tiles, and each of them follows from secret and nonces as it must.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Locator, Page, async_playwright

from scripts import needs
from server.chance import Dealer, committed_deal
from tests.harness.inside import Inside, running

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = ROOT / "clients" / "web" / "dist"
PICTURES: Final = ROOT / "test-output" / "pictures" / "played"
DESKTOP: Final = (1600, 900)
PHONE: Final = (390, 844)
PATIENCE_MS: Final = 15_000

_LUCK: Final = """
(() => {
  const loads = Number(localStorage.getItem('loads') ?? 0) + 1;
  localStorage.setItem('loads', loads);
  const dice = (seed) => () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) >>> 24;
  const ids = dice(SEED * 1000 + loads);
  const nonces = dice(SEED * 1000 + 500 + loads);
  crypto.getRandomValues = (array) => array.fill(0).map(array.length === 32 ? nonces : ids);
})();
"""
"""The page's own randomness, the same in every run; each load has its own, for ids are of it.

Nonces are apart: how many questions a page asks depends on the machine, what is dealt must not.
"""


class Line:
    """A stretch of wire between page and server: it can be cut, and it can go dead without a word."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._alive = asyncio.Event()
        self._alive.set()
        self._server: asyncio.Server | None = None
        self.port = 0

    async def lay(self) -> None:
        """Begin to pass bytes on."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def take_up(self) -> None:
        """End it."""
        assert self._server is not None
        self._server.close()
        self.restore()
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    def cut(self) -> None:
        """End every connection at once."""
        for end in self._ends:
            end.transport.abort()

    def go_dead(self) -> None:
        """Pass nothing on any more, and close nothing."""
        self._alive.clear()

    def restore(self) -> None:
        """Pass everything on again, what has waited first."""
        self._alive.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            return
        for source, target in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        self._ends.add(target)
        with contextlib.suppress(OSError):
            while data := await source.read(65_536):
                await self._alive.wait()
                target.write(data)
                await target.drain()
        self._ends.discard(target)
        with contextlib.suppress(OSError):
            target.close()


class Visitor:
    """Somebody at his browser, and what his pages complained of."""

    def __init__(self, context: BrowserContext, page: Page, address: str) -> None:
        self.context = context
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        self._listen(page)

    def _listen(self, page: Page) -> None:
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    async def open(self, path: str = "/") -> None:
        """Go to an address of the page."""
        await self.page.goto(self.address + path)

    async def another_tab(self) -> Page:
        """Open a second window of the same browser."""
        page = await self.context.new_page()
        self._listen(page)
        return page

    async def picture(self, name: str, whole: bool = False) -> None:
        """Take a picture of what is on the screen."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        await self.page.screenshot(path=PICTURES / f"{name}.png", full_page=whole)

    async def press(self, name: str) -> None:
        """Press the button of this name."""
        await self.page.get_by_role("button", name=name, exact=True).click()

    async def shows(self, selector: str) -> None:
        """Wait until something is to be seen."""
        await self.page.locator(selector).first.wait_for(state="visible")

    async def count(self, selector: str) -> int:
        """Count what there is of something now."""
        return await self.page.locator(selector).count()

    async def has(self, selector: str) -> bool:
        """Tell whether there is something now."""
        return await self.count(selector) > 0

    async def lacks(self, selector: str) -> bool:
        """Tell whether there is nothing of it now."""
        return await self.count(selector) == 0

    async def text(self, selector: str) -> str:
        """Read the first thing of a kind."""
        return await self.page.locator(selector).first.inner_text()


class House:
    """A server, a line to it, and browsers."""

    def __init__(self, inside: Inside, line: Line, browser: Browser) -> None:
        self.inside = inside
        self.line = line
        self.browser = browser
        self.address = f"http://127.0.0.1:{line.port}"
        self._visitors = 0

    async def visitor(
        self,
        lang: str = "zh-CN",
        *,
        size: tuple[int, int] = DESKTOP,
        theme: str = "dark",
        touch: bool = False,
        **settings: Any,
    ) -> Visitor:
        """Let somebody come who has never been here; `settings` are those his browser keeps for him."""
        self._visitors += 1
        context = await self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, locale=lang, reduced_motion="reduce",
            color_scheme="light" if theme == "light" else "dark", has_touch=touch, is_mobile=touch,
        )  # fmt: skip
        await context.add_init_script(_LUCK.replace("SEED", str(self._visitors)))
        kept = json.dumps({"grace": 0, "speed": 0, **settings})
        await context.add_init_script(
            f"localStorage.getItem('sifang.settings') ?? localStorage.setItem('sifang.settings', '{kept}')"
        )
        context.set_default_timeout(PATIENCE_MS)
        return Visitor(context, await context.new_page(), self.address)


@contextlib.asynccontextmanager
async def house(deal: Dealer = committed_deal) -> AsyncIterator[House]:
    """Run the server, lay the line and start Chromium."""
    assert (PAGE / "index.html").is_file(), "the page is not built: run `make web`"
    async with running(deal=deal, page=str(PAGE), hints_per_s=1_000_000) as inside:
        assert inside.node.port is not None
        line = Line(inside.node.port)
        await line.lay()
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=needs.CHROMIUM.find(), args=["--no-sandbox"]
            )
            try:
                yield House(inside, line, browser)
            finally:
                await browser.close()
                await line.take_up()


# ---------------------------------------------------------------- at the table

RECTS: Final = """
(selector) => [...document.querySelectorAll(selector)].map((box) => {
  const { x, y, width, height } = box.getBoundingClientRect();
  return [x, y, width, height];
})
"""


async def next_frame(page: Page) -> None:
    """Let the page draw what it has heard."""
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 30)))")


async def play_on(page: Page, passing: bool = True) -> None:
    """Throw the tile just drawn, pass what can be claimed; where neither is asked nothing happens."""
    if await page.locator(".own-drawn").count():
        await page.keyboard.press("d")
    elif await page.locator(".timer:not(.timer-none)").count() and not await page.locator(".slot").count():
        # The dealer's first turn: nothing was drawn, so the last tile goes.
        await page.locator(".own-tile").last.click()
    elif passing:
        await page.keyboard.press("x")
    await next_frame(page)


async def play_until(page: Page, selector: str, passing: bool = True) -> None:
    """Play on until something is to be seen; the test's own timeout is the limit."""
    while not await page.locator(selector).count():
        await play_on(page, passing)


async def click_until(button: Locator, holds: Callable[[], Awaitable[bool]]) -> None:
    """Press something that may be deaf at first (UI.md rule 2), until it has done what it does."""
    while not await holds():
        if await button.count():
            await button.first.click()
        await next_frame(button.page)


async def quick_table(visitor: Visitor, game: str = "", *, at_once: bool = True) -> None:
    """Sit down at `game`, or the one shown first, with three bots: at once or at their usual pace."""
    await visitor.open("/create")
    await visitor.page.locator(".option").first.wait_for()
    if game:
        await visitor.page.get_by_role("radio", name=re.compile(f"^{game}")).click()
    chinese = await visitor.page.locator("html[lang=zh-CN]").count()
    names = ("4 局", "不停") if chinese else ("4 hands", "at once")
    for name in names if at_once else names[:1]:
        await visitor.page.get_by_role("radio", name=name, exact=True).click()
    await visitor.page.locator(".summary-try").click()
    await visitor.shows(".own-tile")
