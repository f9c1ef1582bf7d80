"""Who pays for a win in Nanjing: shares and liabilities (NJ-2.3, NJ-6).

Every function takes facts and a score and only lists payments; what a win is worth is decided in
``scoring.py``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.ledger import Transfer
from engine.rulesets.nanjing import items
from engine.rulesets.nanjing.hand import mouths_from
from engine.scoring.facts import By, Facts
from engine.scoring.settlement import Step, WinScore
from engine.seats import others

__all__ = ["is_liability", "settle_win"]

_ALL: Final = 3
"""Shares of a win that one player pays for all."""
_LIABILITY: Final = "NJ-6"
_BINDING: Final = frozenset({items.ALL_TRIPLETS.id, items.ONE_SUIT.id})


class _Due(NamedTuple):
    """What one payer owes for a win: ``times`` shares, for which reason."""

    payer: int
    times: int
    clause: str
    reason: str


def settle_win(facts: Facts, win: WinScore) -> tuple[list[Transfer], list[Step]]:
    """List the payments for one win and the arithmetic from its value to them."""
    transfers: list[Transfer] = []
    steps: list[Step] = []
    for due in _dues(facts, win):
        owed = win.value * due.times
        transfers.append(Transfer(due.payer, win.seat, owed, due.clause, due.reason))
        if due.times > 1:
            text = f"{win.value} × {due.times}"
            steps.append(Step(text, owed, f"{due.payer} 号位包付", f"seat {due.payer} pays for all"))
    return transfers, steps


def is_liability(transfer: Transfer) -> bool:
    """Tell whether a payment was made under 包牌 (NJ-6)."""
    return transfer.clause.startswith(_LIABILITY)


def _dues(facts: Facts, win: WinScore) -> list[_Due]:
    """List who owes how many shares of a win, each winner by himself.

    Only one liability holds: robbed kongs and kongs that were given come before three mouths (NJ-6.5).
    """
    liable = _fourth_mouth(facts, win) or _robbed(facts) or _given_kong(facts) or _three_mouths(facts, win)
    if liable is not None:
        return [liable]
    if facts.source is not None:
        return [_Due(facts.source, 1, "NJ-2.3", "discard")]
    return [_Due(payer, 1, "NJ-2.3", "self-draw") for payer in others(win.seat)]


def _fourth_mouth(facts: Facts, win: WinScore) -> _Due | None:
    """快照: the feeder pays for all; where another gave the fourth, one share (NJ-6.4)."""
    if facts.by is not By.FOURTH_MOUTH:
        return None
    feeder = mouths_from(facts.seats[win.seat].melds)
    assert feeder is not None
    return _Due(feeder, _ALL if feeder == facts.source else 1, "NJ-6.4", "fourth mouth")


def _robbed(facts: Facts) -> _Due | None:
    """A robbed kong counts as a self-draw that its player pays; each robber is paid so (NJ-6.2, NJ-6.5)."""
    if facts.by is not By.ROB_KONG:
        return None
    assert facts.source is not None
    return _Due(facts.source, _ALL, "NJ-6.2", "robbed kong")


def _given_kong(facts: Facts) -> _Due | None:
    """Won on a kong's replacement: the giver of the run's last exposed kong pays (NJ-6.3)."""
    if facts.by is not By.SELF_DRAW:
        return None
    giver = next((meld.source for meld in reversed(facts.chain) if meld.source is not None), None)
    return None if giver is None else _Due(giver, _ALL, "NJ-6.3", "win after a given kong")


def _three_mouths(facts: Facts, win: WinScore) -> _Due | None:
    """对对胡 or 清一色 with three melds taken from one player: he pays; for a discard, whoever's, one share
    (NJ-6.1, NJ-6.5)."""
    feeder = mouths_from(facts.seats[win.seat].melds)
    if feeder is None or not any(item.id in _BINDING for item in win.items):
        return None
    return _Due(feeder, _ALL if facts.by is By.SELF_DRAW else 1, "NJ-6.1", "three mouths")
