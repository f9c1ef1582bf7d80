"""The tiles that an item of a won hand is about, for the result sheet."""

from __future__ import annotations

from typing import Final

from engine.rulesets.nanning import items
from engine.rulesets.nanning.codes import hits
from engine.scoring.facts import Facts
from engine.scoring.settlement import Item, WinScore

__all__ = ["with_tiles"]

_QUAD: Final = 4
_WHOLE_HAND: Final = frozenset(
    row.id for row in (items.ONE_SUIT, items.ALL_HONOURS, items.ALL_TRIPLETS, items.SEVEN_PAIRS)
)
_QUADS: Final = frozenset(row.id for row in items.BIG_PAIRS)
_CHAIN: Final = frozenset(row.id for row in (items.BLOOM, items.KONG_CANNON))
_WINNING_TILE: Final = frozenset(
    row.id
    for row in (
        items.BEGGING, items.BEGGING_CANNON, items.EARTHLY, items.HUMAN, items.LAST_CANNON, items.LAST_DRAW,
        items.ROBBED_KONG,
    )
)  # fmt: skip


def with_tiles(facts: Facts, win: WinScore) -> tuple[Item, ...]:
    """Give the items of a win the tiles that they are about."""
    return tuple(item._replace(tiles=_tiles(facts, win.seat, item.id)) for item in win.items)


def _tiles(facts: Facts, seat: int, item: str) -> tuple[int, ...]:
    own = facts.seats[seat]
    assert own.concealed is not None and facts.tile is not None
    if item in _WHOLE_HAND:
        melded = (kind for meld in own.melds for kind in meld.tiles)
        return tuple(sorted((*own.concealed, facts.tile, *melded)))
    if item in _QUADS:
        hand = sorted((*own.concealed, facts.tile))
        return tuple(kind for kind in hand if hand.count(kind) == _QUAD)
    if item in _CHAIN:
        return tuple(kind for meld in facts.chain for kind in meld.tiles)
    if item in _WINNING_TILE:
        return (facts.tile,)
    if item == items.CODE.id:
        return tuple(kind for kind in facts.codes or () if hits((kind,), seat, facts.dealer))
    return ()
