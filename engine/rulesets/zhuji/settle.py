"""Who pays whom in Zhuji (ZJ-3.1, ZJ-3.2, ZJ-5.1). Kongs earn nothing (ZJ-5.4), nor does a drawn hand
(ZJ-1.2).

Only lists payments; what a share is worth is decided in ``scoring.py``.
"""

from __future__ import annotations

from engine.ledger import Transfer
from engine.options import Values
from engine.rulesets.zhuji import items
from engine.scoring.facts import By, Facts
from engine.scoring.settlement import Item, Step, WinScore
from engine.seats import others

__all__ = ["settle_win"]


def settle_win(facts: Facts, win: WinScore, options: Values) -> tuple[WinScore, tuple[Transfer, ...]]:
    """List the payments for a win, and complete the score by what bears on them alone."""
    if facts.by is By.DISCARD:
        assert facts.source is not None
        return win, (Transfer(facts.source, win.seat, win.value, "ZJ-3.1", "discard"),)
    if facts.by is By.ROB_KONG and options["robbed_pays_all"]:
        assert facts.source is not None
        row = items.ROBBED_SHARES
        points = win.value * row.value
        item: Item = row.item()
        step = Step(f"{win.value} × {row.value}", points, row.name_zh, "the robbed player pays")
        told = win._replace(items=(*win.items, item), steps=(*win.steps, step))
        return told, (Transfer(facts.source, win.seat, points, row.clause, "robbed player pays all"),)
    clause, reason = ("ZJ-3.2", "robbed kong") if facts.by is By.ROB_KONG else ("ZJ-5.1", "self-draw")
    return win, tuple(Transfer(payer, win.seat, win.value, clause, reason) for payer in others(win.seat))
