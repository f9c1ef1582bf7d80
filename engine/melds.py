"""Melds: sets that lie on the table, with the seat each was taken from."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from engine.notation import format_tile, format_tiles

__all__ = ["EXPOSED_KONGS", "KONGS", "Meld", "MeldKind", "meld_tiles"]


class MeldKind(StrEnum):
    """The five kinds of meld (FORMATS, "Melds")."""

    __hash__ = str.__hash__  # the hash of what it equals, without a detour through Python

    CHOW = "chow"
    PONG = "pong"
    OPEN_KONG = "open_kong"
    ADDED_KONG = "added_kong"
    CONCEALED_KONG = "concealed_kong"


KONGS = frozenset({MeldKind.OPEN_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG})
EXPOSED_KONGS = frozenset({MeldKind.OPEN_KONG, MeldKind.ADDED_KONG})


class Meld(NamedTuple):
    """One meld.

    ``tile`` is its kind, the lowest of three for a chow; ``source`` the seat it was taken from (for an added
    kong the source of the pong), ``None`` for a concealed kong; ``claimed`` the kind that was taken.
    """

    kind: MeldKind
    tile: int
    source: int | None = None
    claimed: int | None = None

    @property
    def tiles(self) -> tuple[int, ...]:
        """The kinds of its three or four tiles."""
        if self.kind is MeldKind.CHOW:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.kind in KONGS else 3)

    @property
    def is_kong(self) -> bool:
        """Whether it is a kong of any kind."""
        return self.kind in KONGS

    @property
    def is_exposed_kong(self) -> bool:
        """Whether it is an open or an added kong."""
        return self.kind in EXPOSED_KONGS

    @property
    def is_chow(self) -> bool:
        """Whether it is a chow."""
        return self.kind is MeldKind.CHOW

    def as_json(self) -> dict[str, object]:
        """Write it as FORMATS does."""
        if self.kind is MeldKind.CHOW:
            return {"kind": "chow", "tiles": format_tiles(self.tiles), "from": self.source}
        out: dict[str, object] = {"kind": self.kind.value, "tile": format_tile(self.tile)}
        if self.source is not None:
            out["from"] = self.source
        return out


def meld_tiles(melds: Iterable[Meld]) -> list[int]:
    """List the kinds of all tiles that lie in the melds."""
    return [kind for meld in melds for kind in meld.tiles]
