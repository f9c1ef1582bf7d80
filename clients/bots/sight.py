"""What a bot makes of its view: counts to reason with, from nothing but what its seat is shown.

Tiles come as notation on the wire and become the engine's kinds here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from clients.bots.traits import Traits, traits_of
from engine.patterns import HAND_KINDS, pack
from engine.patterns.packing import PackedHand
from protocol.view import TableView
from protocol.vocabulary import TILES, Tile

__all__ = ["Sight", "kind_of", "look", "tile_of"]

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

    traits: Traits
    counts: list[int]
    wilds: int
    sets_needed: int
    unseen: list[int]

    @property
    def packed(self) -> PackedHand:
        """The hand packed for ``engine.patterns``."""
        return pack(self.counts)

    @property
    def may_be_pairs(self) -> bool:
        """Whether seven pairs are still open: no meld, and a ruleset that has them."""
        return self.sets_needed == 4 and self.traits.seven_pairs

    def is_whole(self, spare: int) -> bool:
        """Whether these are the tiles of a hand at rest, and so many to spare."""
        return self.sets_needed >= 0 and sum(self.counts) + self.wilds == 3 * self.sets_needed + 1 + spare


def look(table: TableView, seat: int) -> Sight:
    """Look at the table from a seat whose hand is shown.

    Raises:
        ValueError: the view does not show the seat's hand.
    """
    own = table.seats[seat]
    if own.tiles is None:
        raise ValueError("a bot can only play a hand it sees")
    traits = traits_of("" if table.match is None else table.match.ruleset)
    counts, unseen = [0] * HAND_KINDS, traits.copies
    for tile in own.tiles if own.drawn is None else (*own.tiles, own.drawn):
        kind = _KIND_OF[tile]
        if kind < HAND_KINDS:
            counts[kind] += 1
            unseen[kind] -= 1
    for other in table.seats:
        for meld in other.melds:
            for tile in meld.tiles:
                unseen[_KIND_OF[tile]] -= 1
        for river in other.river:
            if (kind := _KIND_OF[river.tile]) < HAND_KINDS:
                unseen[kind] -= 1
    wilds = 0
    for mark in table.marks:
        if mark.key == "wild":
            for tile in mark.tiles:
                kind = _KIND_OF[tile]
                wilds += counts[kind]
                counts[kind] = 0
    return Sight(traits, counts, wilds, 4 - len(own.melds), [max(0, count) for count in unseen])
