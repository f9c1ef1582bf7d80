"""Commands: what a seat asks for. Imperatives; equal by type and content; made once and shared where they
have few values.

A command never names its window: that an answer belongs to the window it was given for (CO-2.3) is the
business of whoever carries it, since only he knows which prompt the player saw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.notation import format_tile, format_tiles
from engine.tiles import KINDS

__all__ = [
    "DISCARD", "ESCAPE", "KONG", "KONG_OF", "PASS", "PONG", "TIMEOUT", "WIN", "Chow", "Command", "Discard",
    "Escape", "Kong", "Pass", "Pong", "Ready", "Timeout", "Win", "as_action", "verb",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard one tile from hand."""

    tile: int


@dataclass(frozen=True, slots=True)
class Chow:
    """Take the discard into a sequence with these two tiles from hand, lower first."""

    tiles: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pong:
    """Take the discard into a triplet."""


@dataclass(frozen=True, slots=True)
class Kong:
    """Kong: the answer to a window when ``tile`` is ``None``, else a concealed or added kong of that kind on
    one's own turn."""

    tile: int | None = None


@dataclass(frozen=True, slots=True)
class Win:
    """Win on the tile in question."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Let the offer go by."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Declare ready with this discard; ``pushed`` is the kind of the pair pushed out (LJ-3.1, LJ-3.3)."""

    tile: int
    pushed: int | None = None


@dataclass(frozen=True, slots=True)
class Timeout:
    """The seat's time is over; the engine gives the default answer (CO-3.1). Only the server sends it."""


@dataclass(frozen=True, slots=True)
class Escape:
    """The seat's player leaves the match for good (CO-3.3, NJ-9.3). Only the server sends it."""


Command: TypeAlias = Discard | Chow | Pong | Kong | Win | Pass | Ready | Timeout | Escape

DISCARD: Final = tuple(Discard(kind) for kind in range(KINDS))
KONG_OF: Final = tuple(Kong(kind) for kind in range(KINDS))
KONG: Final = Kong()
PONG: Final = Pong()
WIN: Final = Win()
PASS: Final = Pass()
TIMEOUT: Final = Timeout()
ESCAPE: Final = Escape()

_VERBS: Final[dict[type, str]] = {
    Discard: "discard", Chow: "chow", Pong: "pong", Kong: "kong", Win: "win", Pass: "pass", Ready: "ready",
    Timeout: "timeout", Escape: "escape",
}  # fmt: skip


def verb(command: Command) -> str:
    """Name the command as FORMATS does."""
    return _VERBS[type(command)]


def as_action(seat: int, command: Command) -> list[int | str]:
    """Write the command as an action of a record: ``[seat, verb, argument?]``."""
    action: list[int | str] = [seat, verb(command)]
    match command:
        case Discard(tile):
            action.append(format_tile(tile))
        case Chow(tiles):
            action.append(format_tiles(tiles))
        case Kong(tile) if tile is not None:
            action.append(format_tile(tile))
        case Ready(tile, pushed):
            action.append(format_tile(tile))
            if pushed is not None:
                action.append(format_tile(pushed))
        case _:
            pass
    return action
