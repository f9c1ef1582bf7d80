"""What the way a hand was won adds (NN-4 to NN-9): 杠上花, big cannons, first turns, last tiles, 全求人.

These are the doublings of NN-2.2 that do not lie in the tiles.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.rulesets.nanning import items
from engine.rulesets.nanning.hand import is_begging
from engine.scoring.facts import By, Facts
from engine.scoring.settlement import Item
from engine.seats import SEATS

__all__ = ["Event", "blooms", "first_exposed", "read_event"]


class Event(NamedTuple):
    """The doublings of the event, if any, and whether it is a big cannon (NN-5)."""

    items: tuple[Item, ...] = ()
    cannon: bool = False


_NOTHING = Event()


def blooms(facts: Facts) -> bool:
    """Tell whether a win is 杠上花 (NN-4.1): on a kong's replacement, but not the last tile (NN-9.1).

    The chain is of kongs with no discard between (NN-3.5); what the konged tile might have won does not
    count (NN-5.5).
    """
    return facts.by is By.SELF_DRAW and bool(facts.chain) and facts.wall_left > 0


def first_exposed(facts: Facts) -> int | None:
    """Find who gave the tile of the chain's first exposed kong (NN-4.3); ``None`` if all are concealed."""
    return next((meld.source for meld in facts.chain if meld.source is not None), None)


def read_event(facts: Facts, seat: int) -> Event:
    """Read what the way this seat won adds."""
    if facts.by is By.SELF_DRAW:
        return _self_draw(facts, seat)
    if facts.by is By.ROB_KONG:
        # NN-6.2; never with NN-5.2, 5.3 (NN-6.5) or NN-7.1 (a robbed tile only completes a sequence).
        return Event((items.ROBBED_KONG.item(len(facts.chain)),))
    # NN-6.4: that another would have konged the discard makes no difference.
    event = _cannon(facts, seat)
    if is_begging(facts.seats[seat].melds):
        return Event((items.BEGGING.item(), *event.items), event.cannon)
    return event


def _self_draw(facts: Facts, seat: int) -> Event:
    """Read a self-draw; 全求人 is none there (NN-7.2)."""
    if facts.wall_left == 0:
        return Event((items.LAST_DRAW.item(),))
    if facts.chain:
        return Event((items.BLOOM.item(len(facts.chain)),))
    if facts.first_turn and not facts.seats[seat].melds:
        return Event((items.HEAVENLY.item() if seat == facts.dealer else items.EARTHLY.item(),))
    return _NOTHING


def _cannon(facts: Facts, seat: int) -> Event:
    """Find the largest big cannon; they do not add up (NN-5.4, NN-8.3)."""
    if facts.chain:
        return Event((items.KONG_CANNON.item(len(facts.chain)),), True)
    if facts.source is not None and is_begging(facts.seats[facts.source].melds):
        return Event((items.BEGGING_CANNON.item(),), True)
    if facts.wall_left == 0:
        return Event((items.LAST_CANNON.item(),), True)
    if _is_human(facts, seat):
        return Event((items.HUMAN.item(),), True)
    return _NOTHING


def _is_human(facts: Facts, seat: int) -> bool:
    """Tell whether this is 人胡 (NN-8.3): the dealer's first discard, no kong yet, a winner without melds."""
    if not facts.first_turn or facts.source != facts.dealer:
        return False
    return not any(facts.seats[other].melds for other in SEATS)
