"""What a bot makes of its view: counts to reason with, from nothing but what its seat is shown.

Tiles come as notation on the wire and become the engine's kinds here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.patterns import HAND_KINDS, pack
from protocol.view import TableView
from protocol.vocabulary import TILES, Tile

__all__ = ["Sight", "kind_of", "look", "tile_of"]

_COPIES: Final = 4
_KIND_OF: Final = {tile: kind for kind, tile in enumerate(TILES)}


def kind_of(tile: Tile) -> int:
    """Give the kind of a tile in notation."""
    return _KIND_OF[tile]


def tile_of(kind: int) -> Tile:
    """Write a kind in notation."""
    return TILES[kind]


@dataclass(slots=True)
class Sight:
    """A seat's own hand, and how many of each kind it has not seen.

    ``counts`` is the hand by kind, a drawn tile included, wild tiles not; ``wilds`` counts those;
    ``unseen`` is by kind, never below 0.
    """

    ruleset: str
    counts: list[int]
    wilds: int
    wild_kinds: frozenset[int]
    sets_needed: int
    unseen: list[int]

    @property
    def packed(self) -> tuple[int, int, int, int]:
        """The hand packed for ``engine.patterns``."""
        return pack(self.counts)

    @property
    def may_be_pairs(self) -> bool:
        """Whether seven pairs are still open: no meld, and a ruleset that has them."""
        return self.sets_needed == 4 and self.ruleset in _SEVEN_PAIRS


_SEVEN_PAIRS: Final = frozenset({"nanning", "nanjing"})


def look(table: TableView, seat: int) -> Sight:
    """Look at the table from a seat whose hand is shown.

    Raises:
        ValueError: the view does not show the seat's hand.
    """
    own = table.seats[seat]
    if own.tiles is None:
        raise ValueError("a bot can only play a hand it sees")
    counts = [0] * HAND_KINDS
    unseen = [_COPIES] * HAND_KINDS
    held = [kind_of(tile) for tile in (*own.tiles, *(() if own.drawn is None else (own.drawn,)))]
    for kind in held:
        if kind < HAND_KINDS:
            counts[kind] += 1
            unseen[kind] -= 1
    for other in table.seats:
        seen = [kind_of(tile) for meld in other.melds for tile in meld.tiles]
        seen += [kind_of(river.tile) for river in other.river]
        for kind in seen:
            if kind < HAND_KINDS:
                unseen[kind] -= 1
    wild_kinds = frozenset(kind_of(tile) for mark in table.marks if mark.key == "wild" for tile in mark.tiles)
    wilds = 0
    for kind in wild_kinds:
        wilds += counts[kind]
        counts[kind] = 0
    ruleset = "" if table.match is None else table.match.ruleset
    return Sight(ruleset, counts, wilds, wild_kinds, 4 - len(own.melds), [max(0, count) for count in unseen])
