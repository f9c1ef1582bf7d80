"""Who pays how much in Longjiang: all three others, the dealer and an undeclared discarder more (LJ-6.1 to
LJ-6.4).

Only lists payments; what a win is worth is decided in ``scoring.py``.
"""

from __future__ import annotations

from engine.ledger import Transfer
from engine.options import Values
from engine.rulesets.longjiang import items
from engine.rulesets.longjiang.judge import Judged
from engine.scoring.facts import By, Facts
from engine.scoring.rows import Row
from engine.scoring.settlement import Step, WinScore
from engine.seats import others

__all__ = ["settle_win"]


def settle_win(
    facts: Facts, win: WinScore, judged: Judged, options: Values
) -> tuple[list[Transfer], list[Step]]:
    """List the payments for a win and the arithmetic from its value to them."""
    transfers: list[Transfer] = []
    steps: list[Step] = []
    doubled = items.HEAVENLY not in judged.rows or bool(options["heavenly_dealer_double"])
    for payer in others(win.seat):
        more = _more(facts, win.seat, payer, doubled)
        points = win.value
        for row in more:
            points *= row.value
        transfers.append(Transfer(payer, win.seat, points, *_reason(facts, payer, more)))
        if more:
            text = " × ".join(str(factor) for factor in (win.value, *[row.value for row in more]))
            zh = "、".join([row.name_zh for row in more])
            en = ", ".join([row.name_en.lower() for row in more])
            steps.append(Step(text, points, f"{payer} 号位付（{zh}）", f"seat {payer} pays ({en})"))
    return transfers, steps


def _more(facts: Facts, winner: int, payer: int, dealer_doubles: bool) -> list[Row]:
    """List what multiplies one payer's share."""
    more = []
    if dealer_doubles and facts.dealer in (winner, payer):
        more.append(items.DEALER)
    # LJ-6.4: whose kong is robbed cannot have declared.
    if payer == facts.source and not facts.seats[payer].ready:
        more.append(items.UNDECLARED)
    return more


def _reason(facts: Facts, payer: int, more: list[Row]) -> tuple[str, str]:
    """Name the clause that says the most of a payment, and put it into words."""
    clause = "LJ-6.2" if more else "LJ-6.1"
    reason = "self-draw" if facts.by is By.SELF_DRAW else "won from another"
    if payer == facts.source:
        clause, reason = ("LJ-6.4", "robbed kong") if facts.by is By.ROB_KONG else ("LJ-6.3", "discard")
    return clause, ", ".join([reason, *[row.name_en.lower() for row in more]])
