"""What a bot makes of its view: counts to reason with, from nothing but what its seat is shown.

Tiles come as notation on the wire and become the engine's kinds here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from clients.bots.rows import traits_of
from clients.bots.traits import Melded, Traits
from engine.patterns import HAND_KINDS, MAX_WILDS, pack
from engine.patterns.packing import PackedHand
from protocol.view import TableView
from protocol.vocabulary import TILES, OptionValue, Tile

__all__ = ["Sight", "kind_of", "look", "tile_of"]

_KIND_OF: Final = {tile: kind for kind, tile in enumerate(TILES)}
_SEATS: Final = 4
_COPIES: Final = 4


def kind_of(tile: Tile) -> int:
    """Give the kind of a tile in notation."""
    return _KIND_OF[tile]


def tile_of(kind: int) -> Tile:
    """Write a kind in notation."""
    return TILES[kind]


@dataclass(slots=True)
class Sight:
    """A seat's own hand, how many of each kind it has not seen, and what else bears on its plans.

    ``counts`` is the hand by kind, a drawn tile included, wild tiles not; ``wilds`` counts those;
    ``unseen`` is by kind, never below 0. ``melded`` are the own melds, kind of meld and lowest tile.
    """

    traits: Traits
    counts: list[int]
    wilds: int
    melded: Melded
    unseen: list[int]
    wild_left: int = 0
    """Wild tiles not seen; they are not among ``unseen``."""
    wall_left: int = 60
    flowers: int = 0
    fed: int = 0
    """Melds that the one other player has taken from this seat who has taken most."""
    sealed: bool = False
    """Whether this seat may not win any more."""
    barred: bool = False
    """Whether it may not win on a discard now."""
    insured: bool = False
    """Whether the kong that may be robbed now comes after a concealed one."""
    treasure: tuple[int, ...] = ()
    """Kinds that are wild for who has declared and draws them."""
    treasure_known: bool = False
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    @property
    def sets_needed(self) -> int:
        """Sets that are not laid down yet."""
        return 4 - len(self.melded)

    @property
    def packed(self) -> PackedHand:
        """The hand packed for ``engine.patterns``."""
        return pack(self.counts)

    @property
    def may_be_pairs(self) -> bool:
        """Whether seven pairs are still open: no meld, and a ruleset that has them."""
        return not self.melded and self.traits.seven_pairs

    @property
    def is_concealed(self) -> bool:
        """Whether nothing is laid down that opens the hand."""
        return not any(kind in self.traits.opening for kind, _ in self.melded)

    @property
    def is_pure(self) -> bool:
        """Whether the hand is what makes it dearer in its ruleset."""
        return not self.wilds if self.traits.pure == "no_wild" else self.is_concealed

    @property
    def turns(self) -> int:
        """How often this seat will still draw, at most."""
        return max(0, self.wall_left - self.traits.reserve + _SEATS - 1) // _SEATS

    def is_whole(self, spare: int) -> bool:
        """Whether these are the tiles of a hand at rest, and so many to spare."""
        if self.sets_needed < 0 or max(self.counts) > _COPIES or self.wilds > MAX_WILDS:
            return False
        return sum(self.counts) + self.wilds == 3 * self.sets_needed + 1 + spare


def look(table: TableView, seat: int) -> Sight:
    """Look at the table from a seat whose hand is shown.

    Raises:
        ValueError: the view does not show the seat's hand.
    """
    own = table.seats[seat]
    if own.tiles is None:
        raise ValueError("a bot can only play a hand it sees")
    traits = traits_of("" if table.match is None else table.match.ruleset)
    counts, unseen = [0] * HAND_KINDS, list(traits.copies)
    for tile in own.tiles if own.drawn is None else (*own.tiles, own.drawn):
        kind = _KIND_OF[tile]
        if kind < HAND_KINDS:
            counts[kind] += 1
            unseen[kind] -= 1
    taken = [0] * _SEATS
    for place, other in enumerate(table.seats):
        for meld in other.melds:
            taken[place] += meld.source == seat
            for tile in meld.tiles:
                unseen[_KIND_OF[tile]] -= 1
        for river in other.river:
            if (kind := _KIND_OF[river.tile]) < HAND_KINDS:
                unseen[kind] -= 1
    sight = Sight(
        traits, counts, 0,
        tuple([(meld.kind, _KIND_OF[meld.tiles[0]]) for meld in own.melds if meld.tiles]),
        [count if count > 0 else 0 for count in unseen],
        wall_left=table.wall_left, flowers=len(own.flowers), fed=max(taken),
        options={} if table.match is None else table.match.options,
    )  # fmt: skip
    window = table.window
    if window is not None and window.kind == "kong":
        sight.insured = any(meld.kind == "concealed_kong" for meld in table.seats[window.seat].melds)
    _read_marks(sight, table, seat)
    return sight


def _read_marks(sight: Sight, table: TableView, seat: int) -> None:
    """Take in what mechanisms show."""
    for mark in table.marks:
        if mark.key == "wild":
            for kind in map(kind_of, mark.tiles):
                sight.wilds += sight.counts[kind]
                sight.wild_left += sight.unseen[kind]
                sight.counts[kind] = sight.unseen[kind] = 0
        elif mark.key == "treasure":
            indicator, *kinds = map(kind_of, mark.tiles)
            sight.treasure_known, sight.treasure = True, tuple(kinds)
            sight.unseen[indicator] = max(0, sight.unseen[indicator] - 1)
        elif mark.seat == seat:
            sight.sealed |= mark.key == "sealed"
            sight.barred |= mark.key == "barred"
