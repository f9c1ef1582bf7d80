"""Read the parts that records are made of: tiles of a set, actions, fixed-length lists, hexadecimal.

Every fault names its path. Nothing here knows a ruleset or what an action leads to.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from engine.commands import (
    DISCARD,
    ESCAPE,
    KONG,
    KONG_OF,
    PASS,
    PONG,
    TIMEOUT,
    WIN,
    Chow,
    Command,
    Ready,
)
from engine.errors import MalformedError, NotationError
from engine.notation import format_tile, parse_tiles
from engine.position_fields import Fields
from engine.record import Act
from engine.seats import SEATS
from engine.tiles import TileSet

__all__ = ["VERBS", "read_act", "read_four", "read_hex", "read_seat", "read_tile", "read_tiles", "read_whole"]

_HEX: Final = re.compile(r"(?:[0-9a-fA-F]{2})*")


def read_tiles(value: object, path: str, tile_set: TileSet | None = None) -> tuple[int, ...]:
    """Read a run of tiles, in the order written; of a set, where one is given.

    Raises:
        MalformedError: no string, no tiles, or tiles that the set does not have.
    """
    if not isinstance(value, str):
        raise MalformedError(path, "must be a string of tiles")
    try:
        kinds = tuple(parse_tiles(value))
    except NotationError as error:
        raise MalformedError(path, str(error)) from error
    for kind in kinds:
        if tile_set is not None and not tile_set.copies[kind]:
            raise MalformedError(path, f"there is no {format_tile(kind)} in this set of tiles")
    return kinds


def read_tile(value: object, path: str, tile_set: TileSet | None = None) -> int:
    """Read exactly one tile.

    Raises:
        MalformedError: it is none, or more than one.
    """
    kinds = read_tiles(value, path, tile_set)
    if len(kinds) != 1:
        raise MalformedError(path, f"must be one tile, not {len(kinds)}")
    return kinds[0]


def read_seat(value: object, path: str) -> int:
    """Read a seat.

    Raises:
        MalformedError: it is no whole number from 0 to 3.
    """
    seat = read_whole(value, path)
    if seat not in SEATS:
        raise MalformedError(path, "must be a seat, 0 to 3")
    return seat


def read_whole(value: object, path: str) -> int:
    """Read a whole number.

    Raises:
        MalformedError: it is none.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise MalformedError(path, "must be a whole number")
    return value


def read_four(fields: Fields, name: str) -> list[tuple[str, object]]:
    """Read a list of four members, one a seat, as pairs of path and member.

    Raises:
        MalformedError: it is none.
    """
    members = list(fields.items(name))
    if len(members) != len(SEATS):
        raise MalformedError(fields.at(name), f"must have four members, not {len(members)}")
    return members


def read_hex(value: object, path: str, least: int, most: int) -> bytes:
    """Read ``least`` to ``most`` bytes in hexadecimal.

    Raises:
        MalformedError: it is something else.
    """
    if not isinstance(value, str) or not _HEX.fullmatch(value):
        raise MalformedError(path, "must be hexadecimal")
    data = bytes.fromhex(value)
    if not least <= len(data) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise MalformedError(path, f"must be {wanted} bytes, not {len(data)}")
    return data


def read_act(data: list[object], path: str) -> Act:
    """Read an action: ``[seat, verb, argument?]``. What may be done is not asked here.

    Raises:
        MalformedError: no seat, no verb, or arguments that the verb does not take.
    """
    if len(data) < 2:
        raise MalformedError(path, "an action is [seat, verb, argument?]")
    seat = read_seat(data[0], f"{path}[0]")
    verb = data[1]
    if not isinstance(verb, str) or verb not in VERBS:
        raise MalformedError(f"{path}[1]", f"must be one of: {', '.join(VERBS)}")
    least, most, read = VERBS[verb]
    arguments = data[2:]
    if not least <= len(arguments) <= most:
        number = str(least) if least == most else f"{least} or {most}"
        raise MalformedError(path, f"{verb!r} takes {number} arguments, not {len(arguments)}")
    return Act(seat, read(arguments, path))


def _chow(arguments: list[object], path: str) -> Command:
    kinds = sorted(read_tiles(arguments[0], f"{path}[2]"))
    if len(kinds) != 2:
        raise MalformedError(f"{path}[2]", f"must be the two tiles from hand, not {len(kinds)}")
    return Chow((kinds[0], kinds[1]))


def _kong(arguments: list[object], path: str) -> Command:
    return KONG_OF[read_tile(arguments[0], f"{path}[2]")] if arguments else KONG


def _ready(arguments: list[object], path: str) -> Command:
    pushed = read_tile(arguments[1], f"{path}[3]") if len(arguments) > 1 else None
    return Ready(read_tile(arguments[0], f"{path}[2]"), pushed)


_Reader = Callable[[list[object], str], Command]
VERBS: Final[dict[str, tuple[int, int, _Reader]]] = {
    "discard": (1, 1, lambda arguments, path: DISCARD[read_tile(arguments[0], f"{path}[2]")]),
    "chow": (1, 1, _chow),
    "pong": (0, 0, lambda arguments, path: PONG),
    "kong": (0, 1, _kong),
    "win": (0, 0, lambda arguments, path: WIN),
    "pass": (0, 0, lambda arguments, path: PASS),
    "ready": (1, 2, _ready),
    "timeout": (0, 0, lambda arguments, path: TIMEOUT),
    "escape": (0, 0, lambda arguments, path: ESCAPE),
}
"""Every verb of FORMATS: how many arguments it takes at least and at most, and who reads them."""
