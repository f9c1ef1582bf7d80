"""What the tests need from the system beside Python packages, where it is, and who lacks it.

Set-up installs what is missing where it can; the test run leaves out the tests whose need is missing and says
so, except in CI, where a missing need is a failure.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import NamedTuple


class Need(NamedTuple):
    """One thing the system should have: how it is found, its Debian package, the tests that want it."""

    name: str
    package: str
    marker: str
    find: Callable[[], str | None]


def find_program(*names: str) -> Callable[[], str | None]:
    """Return a finder for the first of some programs that is on the path, or where Debian keeps daemons."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"])

    def find() -> str | None:
        return next((found for name in names if (found := shutil.which(name, path=path))), None)

    return find


def find_chinese_font() -> str | None:
    """Return the name of a font with Chinese characters; macOS always has one."""
    if sys.platform == "darwin":
        return "PingFang SC"
    try:
        listed = subprocess.run(
            ["fc-list", ":lang=zh", "family"], capture_output=True, text=True, check=True, timeout=60
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return next(iter(listed.stdout.splitlines()), None)


# The shell draws pages and no window around them, which takes as long as the page.
CHROMIUM = Need(
    "chromium", "chromium-headless-shell", "browser",
    find_program("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"),
)  # fmt: skip
CHINESE_FONT = Need("a Chinese font", "fonts-noto-cjk", "browser", find_chinese_font)
REDIS_SERVER = Need("redis-server", "redis-server", "redis_server", find_program("redis-server"))
MOSQUITTO = Need("mosquitto", "mosquitto", "mosquitto", find_program("mosquitto"))
OPENSSL = Need("openssl", "openssl", "mosquitto", find_program("openssl"))

NEEDS = (CHROMIUM, CHINESE_FONT, REDIS_SERVER, MOSQUITTO, OPENSSL)


def missing() -> list[Need]:
    """Return the needs this machine does not meet."""
    return [need for need in NEEDS if need.find() is None]


def is_strict() -> bool:
    """Return whether nothing may be left out: CI says so in its environment."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")
