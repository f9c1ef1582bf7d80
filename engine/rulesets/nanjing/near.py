"""What a won hand nearly was, for the result sheet: a bonus one thing away, and what spoiled it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.melds import MeldKind
from engine.notation import format_tiles
from engine.rulesets.nanjing import items
from engine.scoring.facts import By, Facts
from engine.scoring.settlement import NearMiss, WinScore
from engine.tiles import SUIT_OF, is_suited

__all__ = ["near_misses"]

_FEW: Final = 3
"""As many tiles of another suit still count as nearly one suit: one set."""
_COLOURS: Final = frozenset({items.HALF_FLUSH.id, items.ONE_SUIT.id})


def near_misses(facts: Facts, win: WinScore) -> tuple[NearMiss, ...]:
    """List what the winner nearly had: one suit but for a set, 门清 but for one meld, 无花果 but for a
    flower."""
    found = (_colour(facts, win), _concealed(facts, win), _flowerless(facts, win))
    return tuple(miss for miss in found if miss is not None)


def _colour(facts: Facts, win: WinScore) -> NearMiss | None:
    own = facts.seats[win.seat]
    assert own.concealed is not None and facts.tile is not None
    if facts.by is By.FOURTH_MOUTH or any(item.id in _COLOURS for item in win.items):
        return None
    tiles = [*own.concealed, facts.tile, *(kind for meld in own.melds for kind in meld.tiles[:3])]
    suits = Counter(SUIT_OF[kind] for kind in tiles if is_suited(kind))
    main = suits.most_common(1)[0][0]
    odd = sorted(kind for kind in tiles if is_suited(kind) and SUIT_OF[kind] != main)
    if len(odd) > _FEW:
        return None
    row = items.ONE_SUIT if all(map(is_suited, tiles)) else items.HALF_FLUSH
    return row.missed(f"只差 {format_tiles(odd)}", f"all but {format_tiles(odd)}")


def _concealed(facts: Facts, win: WinScore) -> NearMiss | None:
    melds = facts.seats[win.seat].melds
    spoiling = [meld for meld in melds if meld.kind in (MeldKind.PONG, MeldKind.ADDED_KONG)]
    if len(spoiling) != 1:
        return None
    tiles = format_tiles(spoiling[0].tiles)
    return items.CONCEALED.missed(f"只碰了 {tiles}", f"only {tiles} was ponged")


def _flowerless(facts: Facts, win: WinScore) -> NearMiss | None:
    laid = facts.seats[win.seat].flowers
    if len(laid) != 1:
        return None
    return items.FLOWERLESS.missed(f"只有一张花 {format_tiles(laid)}", f"but for {format_tiles(laid)}")
