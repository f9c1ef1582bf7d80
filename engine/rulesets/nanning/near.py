"""What a won hand nearly was, for the result sheet: a pattern one thing away, and what spoiled it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.melds import MeldKind
from engine.notation import format_tiles
from engine.rulesets.nanning import items
from engine.scoring.facts import By, Facts
from engine.scoring.settlement import NearMiss, WinScore
from engine.tiles import SUIT_OF, is_suited

__all__ = ["near_misses"]

_FOUR: Final = 4
_FEW: Final = 3
"""As many tiles of another suit still count as nearly one suit: one set."""


def near_misses(facts: Facts, win: WinScore) -> tuple[NearMiss, ...]:
    """List what the winner nearly had: one suit but for a set, concealed but for one meld, 全求人."""
    found = (_one_suit(facts, win), _concealed(facts, win), _begging(facts, win))
    return tuple(miss for miss in found if miss is not None)


def _one_suit(facts: Facts, win: WinScore) -> NearMiss | None:
    own = facts.seats[win.seat]
    assert own.concealed is not None and facts.tile is not None
    tiles = [*own.concealed, facts.tile, *(kind for meld in own.melds for kind in meld.tiles[:3])]
    suits = Counter(SUIT_OF[kind] for kind in tiles if is_suited(kind))
    if not suits:
        return None
    main = suits.most_common(1)[0][0]
    odd = sorted(kind for kind in tiles if SUIT_OF[kind] != main)
    if not 0 < len(odd) <= _FEW:
        return None
    return items.ONE_SUIT.missed(f"只差 {format_tiles(odd)}", f"all but {format_tiles(odd)}")


def _concealed(facts: Facts, win: WinScore) -> NearMiss | None:
    taken = [meld for meld in facts.seats[win.seat].melds if meld.source is not None]
    if len(taken) != 1:
        return None
    tiles = format_tiles(taken[0].tiles)
    return items.BASE_CONCEALED.missed(f"只亮了 {tiles}", f"only {tiles} was taken from another")


def _begging(facts: Facts, win: WinScore) -> NearMiss | None:
    melds = facts.seats[win.seat].melds
    if len(melds) != _FOUR:
        return None
    concealed = [meld for meld in melds if meld.kind is MeldKind.CONCEALED_KONG]
    if not concealed and facts.by is By.SELF_DRAW:
        return items.BEGGING.missed("自摸不算", "self-drawn it does not count")
    if len(concealed) == 1:
        tiles = format_tiles(concealed[0].tiles)
        return items.BEGGING.missed(f"暗杠 {tiles} 不算", f"the concealed kong {tiles} spoils it")
    return None
