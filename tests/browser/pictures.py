"""Open the web client's fixtures: made-up views of every screen, built apart from the page that is shipped.

The fixtures are served under the strict policy the server sends, so a screen that needs an inline script or
style fails here. `python -m tests.browser.pictures [NAME ...]` writes pictures into test-output/pictures.
"""

from __future__ import annotations

import functools
import http.server
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

from scripts import needs

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "clients" / "web"
PICTURES = ROOT / "test-output" / "pictures"
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"

NAMES = (
    "tiles", "components", "table-desktop", "table-claim", "table-nanjing", "table-longjiang", "table-zhuji",
    "table-autopilot", "table-log", "spectate", "spectate-public", "reconnect", "result", "result-two",
    "result-draw", "result-autopilot", "match", "home", "home-empty", "create-room", "lobby",
    "error", "loading", "settings",
)  # fmt: skip


class Handler(http.server.SimpleHTTPRequestHandler):
    """Static files with the server's content security policy, and no log."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: a test's output is its own."""


def build(folder: Path) -> None:
    """Build the fixtures into a folder. Raises: CalledProcessError with vite's own words."""
    vite = WEB / "node_modules" / "vite" / "bin" / "vite.js"
    command = ["node", str(vite), "build", "--mode", "fixtures", "--outDir", str(folder), "--emptyOutDir"]
    subprocess.run(command, cwd=WEB, check=True, capture_output=True, text=True)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port of loopback; yields the fixtures' address."""
    handler = functools.partial(Handler, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/fixtures.html"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Studio:
    """A browser, the fixtures' address, and what the pages complained of."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.complaints: list[str] = []

    @contextmanager
    def page(
        self,
        name: str,
        *,
        theme: str = "dark",
        lang: str = "zh",
        size: tuple[int, int] = (1600, 900),
        mode: str = "one_tap",
    ) -> Iterator[Page]:
        """Open one fixture, still, in a window of `size` CSS px."""
        width, height = size
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        page = context.new_page()
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        query = urlencode({"fixture": name, "theme": theme, "lang": lang, "mode": mode})
        page.goto(f"{self.address}?{query}")
        page.wait_for_selector("#app > :not(.tile-sprite)")
        page.evaluate("document.fonts.ready.then(() => true)")
        try:
            yield page
        finally:
            context.close()

    def intents(self, page: Page) -> list[dict[str, object]]:
        """What the screen has asked for so far."""
        found = json.loads(page.evaluate("JSON.stringify(window.intents)"))
        assert isinstance(found, list)
        return found


@contextmanager
def studio(folder: Path | None = None) -> Iterator[Studio]:
    """Build and serve the fixtures and start Chromium."""
    with tempfile.TemporaryDirectory() as temporary:
        place = folder or Path(temporary)
        build(place)
        with served(place) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=needs.CHROMIUM.find(), args=["--no-sandbox"])
            try:
                yield Studio(browser, address)
            finally:
                browser.close()


def main(names: list[str]) -> None:
    """Write the pictures of the named screens, or of all, in both themes and both languages."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with studio() as room:
        for name in names or NAMES:
            for theme in ("dark", "light"):
                for lang in ("zh", "en"):
                    with room.page(name, theme=theme, lang=lang) as page:
                        path = PICTURES / f"{name}-{theme}-{lang}.png"
                        page.screenshot(path=path, full_page=True)
                        print(path.relative_to(ROOT))
        for complaint in room.complaints:
            print("complaint:", complaint, file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
