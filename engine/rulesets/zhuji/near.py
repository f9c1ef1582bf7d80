"""What a won hand nearly was, for the result sheet: an item one thing away, and what spoiled it."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.notation import format_tiles
from engine.rulesets.zhuji import items
from engine.rulesets.zhuji.best import Colour, Shape
from engine.rulesets.zhuji.judge import Judged
from engine.rulesets.zhuji.layout import Group, Layout
from engine.scoring.facts import Facts
from engine.scoring.settlement import NearMiss
from engine.tiles import SUIT_OF, is_suited

__all__ = ["near_misses"]

_FEW: Final = 3
"""As many tiles of another suit still count as nearly one suit: one set."""


def near_misses(facts: Facts, seat: int, judged: Judged, layout: Layout) -> tuple[NearMiss, ...]:
    """List what the winner nearly had: one shape but for a set, one suit but for a set, one more 财神, one
    less, one 台 more of his own."""
    sets = [tuple(meld.tiles[:3]) for meld in facts.seats[seat].melds]
    sets += [group for group in layout.groups if len(group) == 3]
    tiles = [kind for group in (*sets, layout.groups[-1]) for kind in group]
    return (*_shape(judged, sets), *_one_suit(judged, tiles), *_wilds(judged, layout), *_own_tai(judged))


def _shape(judged: Judged, sets: list[Group]) -> list[NearMiss]:
    if judged.best.shape is not Shape.MIXED:
        return []
    triplets = [group for group in sets if group[0] == group[1]]
    sequences = [group for group in sets if group[0] != group[1]]
    return [
        row.missed(f"只差 {format_tiles(odd[0])} 一副", f"all but {format_tiles(odd[0])}")
        for row, odd in ((items.ALL_SEQUENCES, triplets), (items.ALL_TRIPLETS, sequences))
        if len(odd) == 1
    ]


def _one_suit(judged: Judged, tiles: list[int]) -> list[NearMiss]:
    suits = Counter(SUIT_OF[kind] for kind in tiles if is_suited(kind))
    if judged.best.colour is Colour.ONE_SUIT or not suits:
        return []
    main = suits.most_common(1)[0][0]
    odd = sorted(kind for kind in tiles if SUIT_OF[kind] != main)
    if len(odd) > _FEW:
        return []
    return [items.ONE_SUIT.missed(f"只差 {format_tiles(odd)}", f"all but {format_tiles(odd)}")]


def _wilds(judged: Judged, layout: Layout) -> list[NearMiss]:
    """Tell of one 财神 too few for ZJ-4.5; or too many, which would have been 无财 (ZJ-4.7)."""
    wilds = judged.held.wilds
    if wilds == items.WILDS_COUNTED - 1:
        return [items.THREE_WILDS.missed(f"只有 {wilds} 张财神", f"only {wilds} wilds")]
    if wilds == 1 and judged.real >= items.REAL_MINIMUM:
        tile = format_tiles([layout.wilds[0][0]])
        return [items.NO_WILD.missed(f"有一张财神 {tile}", f"one wild tile, {tile}")]
    return []


def _own_tai(judged: Judged) -> list[NearMiss]:
    """Tell that a hand would have been of ZJ-4.7 with more 台 of its own (ZJ-4.9)."""
    if judged.real >= items.REAL_MINIMUM:
        return []
    zh = f"实际 {judged.real} 台，要满 {items.REAL_MINIMUM} 台"
    en = f"{judged.real} 台 of its own, {items.REAL_MINIMUM} needed"
    return [row.missed(zh, en) for row in judged.special]
