"""What a won hand nearly was, for the result sheet: a multiplier one thing away, and what spoiled it."""

from __future__ import annotations

from engine.notation import format_tile, format_tiles
from engine.rulesets.longjiang import items
from engine.rulesets.longjiang.hand import Held, Waiting, waiting
from engine.rulesets.longjiang.judge import Judged, kind_of_wait
from engine.scoring.facts import Facts
from engine.scoring.settlement import NearMiss

__all__ = ["near_misses"]


def near_misses(facts: Facts, own: Held, judged: Judged) -> tuple[NearMiss, ...]:
    """List what the winner nearly had: 吊 but for another tile accepted, 宝中宝 but for the tile drawn, the
    dear 大风 but for the tile waited on."""
    if items.HEAVENLY in judged.rows:
        return ()
    ready = waiting(own.packed, own.melds, own.pushed)
    found = (_single(ready, judged), _itself(facts, judged), _waited(ready, judged))
    return tuple(miss for miss in found if miss is not None)


def _single(ready: Waiting, judged: Judged) -> NearMiss | None:
    """Tell that the tile made the pair, but that other kinds were accepted too (LJ-5.3)."""
    wait = ready.wait_of(judged.stands_for)
    if wait is None or wait.pair is None or judged.rows[-1] not in (items.PLAIN, items.DRAWN, items.TREASURE):
        return None
    also = format_tiles(other.tile for other in ready.waits if other is not wait)
    return items.SINGLE.missed(f"还听 {also}", f"{also} accepted too")


def _itself(facts: Facts, judged: Judged) -> NearMiss | None:
    """Tell what was missing for 宝中宝 in a self-drawn edge, closed or single wait (LJ-5.6)."""
    if len(judged.rows) < 2 or judged.rows[1] is items.PUSHED:
        return None
    assert facts.tile is not None
    if judged.rows[0] is items.TREASURE:
        waited, drawn = format_tile(judged.stands_for), format_tile(facts.tile)
        return items.TREASURE_ITSELF.missed(
            f"摸到的是 {drawn}，不是 {waited}", f"{drawn} drawn, not {waited} itself"
        )
    if judged.rows[0] is items.DRAWN and facts.treasure is not None:
        drawn = format_tile(facts.tile)
        return items.TREASURE_ITSELF.missed(f"{drawn} 不是宝牌", f"{drawn} is no treasure")
    return None


def _waited(ready: Waiting, judged: Judged) -> NearMiss | None:
    """Tell that 大风 came on another tile than the edge, closed or single one waited for (LJ-5.7)."""
    if judged.rows[0] is not items.GALE:
        return None
    tile = next((wait.tile for wait in ready.waits if kind_of_wait(ready, wait) is not None), None)
    if tile is None:
        return None
    named = format_tile(tile)
    return items.GALE_WAITED.missed(f"听的是 {named}", f"the tile waited on is {named}")
