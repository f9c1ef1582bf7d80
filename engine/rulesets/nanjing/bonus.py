"""Flowers and bonuses of one winner (NJ-2.2, NJ-3.1, NJ-4): what lies in his tiles and in how he won."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.melds import MeldKind
from engine.rulesets.nanjing import items
from engine.rulesets.nanjing.hand import (
    Colour,
    Filled,
    Form,
    Shape,
    colour_of,
    is_concealed,
    is_missing_a_suit,
    opened_mouth,
    waits_on_one,
)
from engine.scoring.facts import By, Facts, SeatFacts
from engine.scoring.settlement import Item

__all__ = ["Bonuses", "bonuses_of", "soft_flowers"]

_MELDS: Final = 4
_LAST: Final = 15
"""Tiles left at most after a draw that is 海底捞月 (NJ-4.11)."""
_LEAST_FLOWERS: Final = 4
"""Hard flowers that a small win without 门清 needs (NJ-3.2)."""


class Bonuses(NamedTuple):
    """The bonuses of a win in the order of the table, and whether the rules let it win (NJ-3.2)."""

    items: tuple[Item, ...]
    suffices: bool


def bonuses_of(facts: Facts, seat: int, shape: Shape) -> Bonuses:
    """List the bonuses of this seat's win (NJ-3.1, NJ-4)."""
    own = facts.seats[seat]
    concealed = is_concealed(own.melds)
    found: list[Item] = []
    if concealed and shape.form is not Form.PAIRS:
        found.append(items.CONCEALED.item())
    _add_patterns(facts, own, shape, found)
    _add_events(facts, seat, found)
    # NJ-3.2, NJ-3.3: soft flowers never help, and 无花果 lifts nothing (NJ-4.7).
    suffices = concealed or len(own.flowers) >= _LEAST_FLOWERS or any(item.id in items.BIG for item in found)
    return Bonuses(tuple(found), suffices)


def soft_flowers(facts: Facts, seat: int, shape: Shape) -> tuple[Item, ...]:
    """List the soft flowers of this seat's win, each before it is doubled (NJ-2.2)."""
    own = facts.seats[seat]
    found: list[Item] = []
    if is_missing_a_suit(shape.suits):
        found.append(items.MISSING_SUIT.item())
    # NJ-4.6, NJ-6.4: none for the wait with 压绝 or a fourth mouth.
    if facts.by is not By.FOURTH_MOUTH and not _is_crushed(facts, shape):
        if waits_on_one(own):
            found.append(items.SINGLE_WAIT.item())
        elif shape.filled is Filled.CLOSED:
            found.append(items.CLOSED_WAIT.item())
    kongs = tuple(meld.tile for meld in own.melds if meld.is_kong)
    if kongs:
        found.append(items.KONG_MELD.item(len(kongs), kongs))
    return tuple(found)


def _add_patterns(facts: Facts, own: SeatFacts, shape: Shape, found: list[Item]) -> None:
    """Add what lies in the tiles (NJ-4.1 to NJ-4.7)."""
    colour = colour_of(shape.suits)
    if colour is Colour.HALF:
        found.append(items.HALF_FLUSH.item())
    elif colour is Colour.FULL:
        found.append(items.ONE_SUIT.item())
    if shape.form is Form.TRIPLETS:
        found.append(items.ALL_TRIPLETS.item())
    elif shape.form is Form.PAIRS:
        found.append(items.SEVEN_PAIRS[shape.quads].item())
    # NJ-6.4: a fourth mouth from another than the feeder is no 全球独钓.
    if len(own.melds) == _MELDS and (
        facts.by is not By.FOURTH_MOUTH or facts.source == opened_mouth(own.melds)
    ):
        found.append(items.LONE_TILE.item())
    if _is_crushed(facts, shape):
        assert facts.tile is not None
        found.append(items.CRUSHED.item(tiles=(facts.tile,)))
    if not own.flowers:
        found.append(items.FLOWERLESS.item())


def _is_crushed(facts: Facts, shape: Shape) -> bool:
    """Tell whether the fourth of a ponged kind fills a closed or edge sequence (压绝, NJ-4.6).

    The pong of a kong that is robbed still lies there.
    """
    return shape.filled is not Filled.OTHERWISE and any(
        meld.kind is MeldKind.PONG and meld.tile == facts.tile for seat in facts.seats for meld in seat.melds
    )


def _add_events(facts: Facts, seat: int, found: list[Item]) -> None:
    """Add what the way of winning brings (NJ-4.8 to NJ-4.11)."""
    own = facts.seats[seat]
    drawn = facts.by is By.SELF_DRAW
    if drawn and facts.first_turn and seat == facts.dealer and not own.melds:
        found.append(items.HEAVENLY.item())
    else:
        if drawn and facts.chain:
            found.append(items.BLOOM_KONG.item())
        elif drawn and facts.flower_draw:
            found.append(items.BLOOM_FLOWER.item())
        if own.pre_ready:
            found.append(items.EARTHLY.item())
    if drawn and facts.wall_left <= _LAST:
        found.append(items.LAST_TILES.item())
