"""Who pays whom, how much, and why: payments only ever move, so every list of transfers sums to zero.

The house is a fifth account (NJ-9.3). Points are whole numbers in the ruleset's own unit (CO-6.1, CO-6.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

__all__ = ["HOUSE", "Transfer", "totals"]

HOUSE: Final = 4
"""The account that is no seat."""


class Transfer(NamedTuple):
    """One payment: ``points`` (> 0) from ``payer`` to ``payee``, with the clause and the reason for it.

    ``reason`` is a short stable English phrase such as ``open kong``; clients translate it.
    """

    payer: int
    payee: int
    points: int
    clause: str
    reason: str

    def as_json(self) -> dict[str, object]:
        """Write it as FORMATS does."""
        return {"from": _account(self.payer), "to": _account(self.payee), "points": self.points,
                "clause": self.clause, "reason": self.reason}  # fmt: skip


def _account(account: int) -> int | str:
    return "house" if account == HOUSE else account


def totals(transfers: Iterable[Transfer]) -> list[int]:
    """Add up transfers per account: four seats, then the house; the five numbers sum to zero."""
    sums = [0, 0, 0, 0, 0]
    for transfer in transfers:
        sums[transfer.payer] -= transfer.points
        sums[transfer.payee] += transfer.points
    return sums
