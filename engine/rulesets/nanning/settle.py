"""Who pays whom in Nanning: shares, sole payers, seals, fishing, kong points (NN-3, NN-4, NN-10, NN-14.2).

Every function takes facts and a value and only lists payments; what a win is worth is decided in
``scoring.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.ledger import Transfer
from engine.melds import Meld
from engine.options import Values
from engine.rulesets.nanning import items
from engine.rulesets.nanning.codes import hits
from engine.rulesets.nanning.events import blooms, first_exposed
from engine.rulesets.nanning.hand import sealed_by
from engine.scoring.facts import By, Facts
from engine.scoring.settlement import Step, WinScore
from engine.seats import SEATS, others

__all__ = ["false_win", "kong_points", "settle_win"]


class _Due(NamedTuple):
    """What one payer owes for a win: ``times`` shares, for which reason."""

    payer: int
    times: int
    clause: str
    reason: str
    sealed: bool = False


def settle_win(facts: Facts, win: WinScore, options: Values) -> tuple[list[Transfer], list[Step]]:
    """List the payments for one win, chain points included, and the arithmetic from its value to them."""
    transfers: list[Transfer] = []
    steps: list[Step] = []
    dead = items.DEAD_DOUBLE.value if options["dead_double"] else 1
    for due in _dues(facts, win.seat):
        owed = win.value * due.times * (dead if due.sealed else 1)
        if owed != win.value:
            factors = f"{win.value} × {due.times}" + (f" × {dead}" if due.sealed and dead > 1 else "")
            steps.append(_step(factors, owed, due.payer, "付", "pays"))
        clause = "NN-10.9" if due.sealed and dead > 1 else due.clause
        transfers += _fished(facts, win.seat, due._replace(clause=clause), owed, steps)
    chain = _chain_points(facts, win.seat, dead)
    if chain:
        paid, points = (sum(transfer.points for transfer in some) for some in (transfers, chain))
        text = f"{paid} + {points}"
        steps.append(_step(text, paid + points, chain[0].payer, "连同杠分付", "pays, kongs included"))
    return [*transfers, *chain], steps


def _step(text: str, result: int, seat: int, zh: str, en: str) -> Step:
    return Step(text, result, f"{seat} 号位{zh}", f"seat {seat} {en}")


def _dues(facts: Facts, winner: int) -> list[_Due]:
    """List who owes how many shares of a win, each winner by himself (NN-12.1).

    Only a seal that the winner himself has made counts (NN-10.7); a robbed kong is like a discard (NN-10.6).
    """
    sealed = sealed_by(facts.seats[winner].melds)
    if facts.by is By.SELF_DRAW:
        return _self_draw(facts, winner, sealed)
    assert facts.source is not None
    robbed = facts.by is By.ROB_KONG
    own = (
        _Due(facts.source, 1, "NN-6.1", "robbed kong")
        if robbed
        else _Due(facts.source, 1, "NN-2.4", "discard")
    )
    if sealed is None:
        return [own]
    if sealed == facts.source:
        return [_Due(sealed, items.SEALED_DISCARD.value, "NN-10.3", "sealed player gave the tile", True)]
    return [own, _Due(sealed, 1, "NN-10.2", "sealed player pays too", True)]


def _self_draw(facts: Facts, winner: int, sealed: int | None) -> list[_Due]:
    payers = others(winner)
    if sealed is not None:
        clause = "NN-10.5" if blooms(facts) else "NN-10.4"
        return [_Due(sealed, len(payers), clause, "sealed player pays all", True)]
    if blooms(facts):
        sole = first_exposed(facts)
        if sole is not None:
            return [_Due(sole, len(payers), "NN-4.3", "konged player pays all")]
        return [_Due(payer, 1, "NN-4.2", "self-draw after a kong") for payer in payers]
    return [_Due(payer, 1, "NN-2.3", "self-draw") for payer in payers]


def _fished(facts: Facts, winner: int, due: _Due, owed: int, steps: list[Step]) -> list[Transfer]:
    """Turn what is owed into payments, the fishing tiles of all seats counted (NN-14.2)."""
    if facts.fishing is None:
        return [Transfer(due.payer, winner, owed, due.clause, due.reason)]
    caught = [hits(kinds, winner, facts.dealer) for kinds in facts.fishing]
    paid = _against(due, winner, owed, caught, steps)
    if due.payer == facts.source:
        for seat in others(due.payer):
            if seat not in facts.winners and caught[seat]:
                points = owed * caught[seat]
                steps.append(_step(f"{owed} × {caught[seat]}", points, seat, "钓鱼得", "gets by fishing"))
                paid.append(Transfer(due.payer, seat, points, "NN-14.2", "fishing"))
    return paid


def _against(due: _Due, winner: int, owed: int, caught: Sequence[int], steps: list[Step]) -> list[Transfer]:
    gained, saved = caught[winner], caught[due.payer]
    times = max(0, 1 + gained - saved)
    if gained or saved:
        text = f"{owed} × max(0, 1 + {gained} − {saved})"
        steps.append(_step(text, owed * times, due.payer, "钓鱼后付", "pays after fishing"))
    paid = []
    if times:
        paid.append(Transfer(due.payer, winner, owed, due.clause, due.reason))
    if times > 1:
        paid.append(Transfer(due.payer, winner, owed * (times - 1), "NN-14.2", "fishing"))
    return paid


def _sole_chain_payer(facts: Facts, winner: int) -> tuple[int | None, bool]:
    """Find who alone pays the chain's kong points, and whether as the sealed player (NN-4.3, NN-10.5)."""
    if not blooms(facts):
        return None, False
    sealed = sealed_by(facts.seats[winner].melds)
    return (sealed, True) if sealed is not None else (first_exposed(facts), False)


def _chain_points(facts: Facts, winner: int, dead: int) -> list[Transfer]:
    payer, sealed = _sole_chain_payer(facts, winner)
    if payer is None:
        return []
    clause = "NN-10.5" if sealed else "NN-4.3"
    times = dead if sealed else 1
    return [
        Transfer(
            payer,
            winner,
            sum(points for _, points in _payers(winner, meld)) * times,
            clause,
            "kong of the chain",
        )
        for meld in facts.chain
    ]


def _payers(owner: int, meld: Meld) -> list[tuple[int, int]]:
    """List who pays how much for a kong as such (NN-3.1, NN-3.2)."""
    if meld.source is not None:
        return [(meld.source, items.EXPOSED_KONG.value)]
    return [(seat, items.CONCEALED_KONG.value) for seat in others(owner)]


def kong_points(facts: Facts) -> list[Transfer]:
    """List the points of all kongs but those that a sole payer has paid with the win (NN-3.4)."""
    for winner in facts.winners:
        if _sole_chain_payer(facts, winner)[0] is not None:
            return _kongs(facts, frozenset((winner, meld.tile) for meld in facts.chain))
    return _kongs(facts, frozenset())


def _kongs(facts: Facts, paid: frozenset[tuple[int, int]]) -> list[Transfer]:
    return [
        transfer
        for seat in SEATS
        for meld in facts.seats[seat].melds
        if meld.is_kong and (seat, meld.tile) not in paid
        for transfer in _kong(seat, meld)
    ]


def _kong(owner: int, meld: Meld) -> list[Transfer]:
    row = items.EXPOSED_KONG if meld.is_exposed_kong else items.CONCEALED_KONG
    reason = meld.kind.value.replace("_", " ")
    return [Transfer(payer, owner, points, row.clause, reason) for payer, points in _payers(owner, meld)]


def false_win(facts: Facts, caller: int, points: int) -> tuple[Transfer, ...]:
    """List what a false win costs: the penalty to each of the others, and kong points (NN-11.2)."""
    penalty = [Transfer(caller, seat, points, "NN-11.2", "false win") for seat in others(caller)]
    return (*penalty, *_kongs(facts, frozenset()))
