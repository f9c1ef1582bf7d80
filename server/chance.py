"""Where a hand's chance comes from: the secret, and the deal that follows from it (CO-5.1, CO-5.2).

The secret is 32 bytes of the operating system's; everything else is a pure function of it, the nonces and the
hand's number. Tests hand in another ``Chance``: a stacked wall can come in nowhere else.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine.events import HandStarted
from engine.match import committed_hand, first_dealer
from engine.ruleset import NextHand, Ruleset

__all__ = ["Chance", "Dealer", "committed_deal"]

Dealer: TypeAlias = Callable[
    [Ruleset, int, NextHand | None, bytes, Sequence[bytes], Iterable[int]], HandStarted
]  # fmt: skip
"""Gives a hand's first event: from its number, what the hand before left (``None`` for the first), secret,
nonces, and who has left the match."""


def committed_deal(
    rules: Ruleset,
    number: int,
    follows: NextHand | None,
    secret: bytes,
    nonces: Sequence[bytes],
    escaped: Iterable[int],
) -> HandStarted:
    """Compute the deal that anybody can compute again from the record; dice decide who deals first."""
    deal = follows or (first_dealer(secret, nonces), 0, False)
    return committed_hand(rules, number, deal, secret, nonces, escaped)


def new_secret() -> bytes:
    """Draw a hand's secret."""
    return secrets.token_bytes(32)


def draw_order() -> tuple[int, int, int, int]:
    """Draw seats anew: who sits where, as old seats by new seat."""
    order = [0, 1, 2, 3]
    secrets.SystemRandom().shuffle(order)
    return order[0], order[1], order[2], order[3]


def new_match_id() -> str:
    """Make a match's id."""
    return secrets.token_hex(12)


@dataclass(frozen=True, slots=True)
class Chance:
    """All that a room draws by lot."""

    secret: Callable[[], bytes] = new_secret
    deal: Dealer = committed_deal
    order: Callable[[], tuple[int, int, int, int]] = draw_order
    match_id: Callable[[], str] = new_match_id
