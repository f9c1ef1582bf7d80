"""Results as text for a terminal: a hand's settlement item by item, a match's final table. Both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from clients.words import BY, CAUSES, OUTCOMES, both, counted, melds, padded, reason_word, tile_word, tiles
from protocol.view import HandResult, MatchResult, Winner
from protocol.vocabulary import Account, Transfer

__all__ = ["final_table", "settlement"]

_SEAT: Final = 8
"""Cells a name gets."""
_SEATS: Final = re.compile(r"([0-3]) 号位|\bseat ([0-3])\b")


def settlement(result: HandResult, names: Sequence[str]) -> Iterator[str]:
    """Write a hand's settlement: winners, their items and the arithmetic, every payment with its clause."""
    yield f"第 {result.hand} 局 hand {result.hand} · {both(OUTCOMES, result.outcome)}"
    if result.false_winner is not None:
        yield f"  {names[result.false_winner]} 诈胡 called a false win"
    for winner in result.winners:
        yield from _winner(winner, names)
    for turned in result.turned:
        whose = "" if turned.seat is None else f"{names[turned.seat]} "
        both_ways = zip(turned.tiles, turned.hits, strict=True)
        marked = " ".join(f"{tile}{'✓' if hit else ''}" for tile, hit in both_ways)
        yield f"  翻牌 turned: {whose}{marked} ({turned.clause})"
    for transfer in result.transfers:
        yield _payment(transfer, names)
    moved = "  ".join(f"{name} {points:+d}" for name, points in zip(names, result.totals, strict=True))
    house = f"  房 house {result.house:+d}" if result.house else ""
    yield f"  合计 totals: {moved}{house}"


def _winner(winner: Winner, names: Sequence[str]) -> Iterator[str]:
    source = "" if winner.source is None else f" ← {names[winner.source]}"
    tile = "" if winner.tile is None else f" {tile_word(winner.tile)} {winner.tile}"
    yield f"  {names[winner.seat]} {both(BY, winner.by)}{tile}{source}"
    hand = [tiles(winner.concealed), melds(winner.melds), tiles(winner.flowers)]
    yield f"    {'  '.join(part for part in hand if part)}"
    for item in winner.items:
        worth = counted(item.value, item.unit)
        yield f"    {padded(f'{item.zh} {item.en}', 40)} {padded(worth, 16)} {item.clause}"
    for step in winner.steps:
        said = _named(f"{step.zh} {step.en}", names)
        yield f"    = {padded(said, 38)} {step.text} = {step.result}"


def _named(text: str, names: Sequence[str]) -> str:
    """Put names where the arithmetic speaks of seats by number."""
    return _SEATS.sub(lambda found: names[int(found[1] or found[2])], text)


def _payment(transfer: Transfer, names: Sequence[str]) -> str:
    payer, payee = _account(transfer.payer, names), _account(transfer.payee, names)
    reason = f"{reason_word(transfer.reason)} {transfer.reason}".strip()
    who = f"{padded(payer, _SEAT)}→ {padded(payee, _SEAT)}"
    return f"  {who}{transfer.points:>5}  {padded(reason, 36)} {transfer.clause}"


def _account(account: Account, names: Sequence[str]) -> str:
    return "房 house" if account == "house" else names[account]


def final_table(result: MatchResult, names: Sequence[str]) -> Iterator[str]:
    """Write a match's end: each hand's totals by seat, the scores, ranks and wins."""
    yield f"终局 final table · {both(CAUSES, result.cause)}"
    yield f"  {padded('局 hand', 12)}{''.join(padded(name, _SEAT, right=True) for name in names)}"
    for number, totals in enumerate(result.history, 1):
        yield f"  {padded(str(number), 12)}{_cells(f'{points:+d}' for points in totals)}"
    yield f"  {'─' * (12 + 4 * _SEAT)}"
    yield f"  {padded('总分 score', 12)}{_cells(f'{points:+d}' for points in result.scores)}"
    yield f"  {padded('名次 rank', 12)}{_cells(str(rank) for rank in result.ranks)}"
    yield f"  {padded('胡 wins', 12)}{_cells(str(wins) for wins in result.wins)}"


def _cells(texts: Iterator[str]) -> str:
    return "".join(padded(text, _SEAT, right=True) for text in texts)
