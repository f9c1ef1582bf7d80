"""What is paid on the spot in Nanjing, whoever wins later (现场汇, NJ-7), and what leaving costs (NJ-9.3).

The table pays each as it falls due (``mechanics.py``); a position counts what its melds and flowers say.
``flower_value`` multiplies every payment; where an option says 0 nothing moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ledger import HOUSE, Transfer
from engine.melds import Meld
from engine.options import Values
from engine.rulesets.nanjing import items
from engine.rulesets.nanjing.tile_set import count_flower_kongs
from engine.scoring.facts import SeatFacts
from engine.scoring.rows import Row
from engine.seats import others

__all__ = ["escape", "fine", "flower_kong", "kong", "spot_payments"]


def spot_payments(lies: SeatFacts, seat: int, options: Values) -> list[Transfer]:
    """List what a seat was paid for the kongs and flower kongs that lie before it (NJ-7.1 to NJ-7.3)."""
    paid = [transfer for meld in lies.melds for transfer in kong(seat, meld, options)]
    for _ in range(count_flower_kongs(lies.flowers)):
        paid += flower_kong(seat, options)
    return paid


def kong(owner: int, meld: Meld, options: Values) -> Sequence[Transfer]:
    """List what a meld that stands earns its owner at once (NJ-7.1, NJ-7.2); nothing for a pong.

    A concealed kong is shown to all.
    """
    if not meld.is_kong:
        return ()
    reason = meld.kind.value.replace("_", " ")
    if meld.source is None:
        return _each(owner, int(options["concealed_kong_each"]), items.CONCEALED_KONG, reason, options)
    row = items.EXPOSED_KONG
    return (Transfer(meld.source, owner, _points(row.value, options), row.clause, reason),)


def flower_kong(owner: int, options: Values) -> Sequence[Transfer]:
    """List what four flowers of a set earn who laid them out (花杠, NJ-7.3)."""
    return _each(owner, int(options["flower_kong_each"]), items.FLOWER_KONG, "flower kong", options)


def fine(payer: int, row: Row, options: Values) -> Sequence[Transfer]:
    """List what a fine costs: so much to each of the others (罚分, NJ-7.4, NJ-7.5)."""
    points = _points(row.value, options)
    reason = "four players discard the same" if row is items.FINE_ROW else "fourth discard of the same"
    return [Transfer(payer, other, points, row.clause, reason) for other in others(payer)]


def escape(seat: int, options: Values) -> Transfer:
    """Give what a player forfeits to the house who leaves the match for good (NJ-9.3)."""
    row = items.ESCAPE
    return Transfer(seat, HOUSE, _points(row.value, options), row.clause, "escape")


def _each(owner: int, flowers: int, row: Row, reason: str, options: Values) -> Sequence[Transfer]:
    points = _points(flowers, options)
    if not points:
        return ()
    return [Transfer(payer, owner, points, row.clause, reason) for payer in others(owner)]


def _points(flowers: int, options: Values) -> int:
    return flowers * int(options["flower_value"])
