"""Read one JSON object strictly: every member known, typed and in range, each fault named by its path.

Shared by whatever reads the exchange formats. Members whose name begins with ``x_`` are comments (FORMATS).
Knows nothing of rulesets.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, TypeVar

from engine.errors import MalformedError, NotationError
from engine.notation import format_tile, parse_tiles
from engine.tiles import TileSet

__all__ = ["Fields", "read_kind", "read_kinds", "read_object"]

_T = TypeVar("_T")
_MISSING: Final = object()
_SHOWN: Final = 40


def read_object(data: object, path: str, what: str) -> dict[str, object]:
    """Read a JSON object without looking at its members; comments are left out.

    Raises:
        MalformedError: it is something else.
    """
    if not isinstance(data, dict):
        raise MalformedError(path, f"{what} must be an object")
    return {str(name): value for name, value in data.items() if not str(name).startswith("x_")}


def read_kinds(text: str, path: str, tile_set: TileSet, *, flowers: bool = False) -> tuple[int, ...]:
    """Read a run of tiles of the set, in the order written: flowers only, or no flower at all.

    Raises:
        MalformedError: no tiles, tiles the set does not have, or of the wrong sort.
    """
    try:
        kinds = tuple(parse_tiles(text))
    except NotationError as error:
        raise MalformedError(path, str(error)) from error
    for kind in kinds:
        if not tile_set.copies[kind]:
            raise MalformedError(path, f"there is no {format_tile(kind)} in this set of tiles")
        if (kind in tile_set.flowers) is not flowers:
            raise MalformedError(path, f"{format_tile(kind)} is {'no' if flowers else 'a'} flower")
    return kinds


def read_kind(text: str, path: str, tile_set: TileSet) -> int:
    """Read exactly one tile that is no flower.

    Raises:
        MalformedError: it is none, or more than one.
    """
    kinds = read_kinds(text, path, tile_set)
    if len(kinds) != 1:
        raise MalformedError(path, f"must be one tile, not {len(kinds)}")
    return kinds[0]


class Fields:
    """One JSON object being read; ``path`` is where it stands, such as ``$.wins[0]``."""

    __slots__ = ("path", "_data")

    def __init__(self, data: object, path: str, known: Collection[str], what: str) -> None:
        """Take the object and refuse members that are not known.

        Raises:
            MalformedError: no object, or an unknown member.
        """
        self.path = path
        self._data: Mapping[str, object] = read_object(data, path, what)
        for name in self._data:
            if name not in known:
                raise MalformedError(f"{path}.{name[:_SHOWN]}", f"{what} has no field {name[:_SHOWN]!r} here")

    def has(self, name: str) -> bool:
        """Tell whether the member is there."""
        return name in self._data

    def at(self, name: str) -> str:
        """Give the member's path."""
        return f"{self.path}.{name}"

    def whole(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """Read a whole number from ``low`` to ``high``; required unless there is a default."""
        value = self._typed(name, int, "a whole number", default)
        if not low <= value <= high:
            raise MalformedError(self.at(name), f"must be from {low} to {high}")
        return value

    def flag(self, name: str, default: bool) -> bool:
        """Read true or false."""
        return self._typed(name, bool, "true or false", default)

    def text(self, name: str, default: str | None = None) -> str:
        """Read a string; required unless there is a default."""
        return self._typed(name, str, "a string", default)

    def items(self, name: str, default: list[object] | None = None) -> Iterator[tuple[str, object]]:
        """Read a list as pairs of path and member; required unless there is a default."""
        members = self._typed(name, list, "a list", default)
        return ((f"{self.at(name)}[{index}]", member) for index, member in enumerate(members))

    def member(self, name: str) -> object:
        """Give a member that must be there, whatever it is."""
        value = self._data.get(name, _MISSING)
        if value is _MISSING:
            raise MalformedError(self.at(name), f"field {name!r} is required")
        return value

    def _typed(self, name: str, kind: type[_T], expected: str, default: _T | None) -> _T:
        if default is not None and name not in self._data:
            return default
        value = self.member(name)
        # bool is an int to Python; in JSON it is none.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise MalformedError(self.at(name), f"must be {expected}")
        return value
