"""What a newer server might say: more fields, more events, more messages."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.protocol.samples.parts import ROOM, ident

__all__ = ["NEWER", "Newer"]


class Newer(NamedTuple):
    """A message of a later version, and whether a reader of this one can use it."""

    meaning: str
    reads: bool
    value: dict[str, Any]


FRAME = {"t": "frame", "room": ROOM, "view": "public", "inc": 1, "n": 9}

NEWER = (
    Newer("A field more.", True, {"t": "echo", "at": 1, "now": 2, "drift": 0.5}),
    Newer("A field less: it had a default.", True, {"t": "accepted", "id": ident(1)}),
    Newer(
        "A field more inside an event.",
        True,
        {
            **FRAME,
            "event": {"t": "discarded", "seat": 2, "tile": "5m", "drawn": True, "speed": [1, {"a": None}]},
        },
    ),
    Newer(
        "An event unknown here: its number counts.", False, {**FRAME, "event": {"t": "sneezed", "seat": 2}}
    ),
    Newer("A message unknown here.", False, {"t": "weather", "rain": True}),
)
