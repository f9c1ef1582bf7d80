"""What a parent tells a node to be, and how it tells it: light enough for the parent to import."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from server.config import Settings

VARIABLE: Final = "SIFANG_NODE_ORDERS"
EXIT_REFUSED: Final = 1
"""The command's exit code when it will not run here: a port is taken, the store will not do."""
NODE_REFUSED: Final = 78
"""A node's exit code to its parent then. A code of its own, for an accident ends in 1 too, and that one is
started again; how long the node has looked about before says nothing, on a slow machine."""


class Orders(msgspec.Struct, frozen=True, kw_only=True):
    """What a node is told: `number` is its own among those of its parent, `name` among all."""

    settings: Settings
    store: str
    number: int
    name: str
    practice: bool
    share_port: bool


def environment(orders: Orders, ours: Mapping[str, str]) -> dict[str, str]:
    """Return a node's environment: ours, and its orders."""
    return {**ours, VARIABLE: msgspec.json.encode(orders).decode()}
