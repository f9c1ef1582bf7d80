"""Where a hand's chance comes from: the secret, and the deal that follows from it (CO-5.1, CO-5.2).

The secret is 32 bytes of the operating system's; everything else is a pure function of it, the nonces and the
hand's number. Tests hand in another ``Chance``: a stacked wall can come in nowhere else.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final, TypeAlias

from engine.events import HandStarted
from engine.match import committed_hand, first_dealer
from engine.ruleset import NextHand, Ruleset

__all__ = ["Chance", "Dealer", "committed_deal", "real_chance"]

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


@dataclass(frozen=True, slots=True)
class Chance:
    """All that a room draws by lot."""

    secret: Callable[[], bytes]
    """Draws a hand's secret."""
    order: Callable[[], tuple[int, int, int, int]]
    """Draws seats anew: who sits where, as old seats by new seat."""
    match_id: Callable[[], str]
    """Makes a match's id."""
    deal: Dealer = committed_deal


def real_chance(random: Callable[[int], bytes] = os.urandom) -> Chance:
    """Give chance as it is in earnest: ``random`` returns so many secret bytes."""
    return Chance(
        secret=lambda: random(_SECRET_BYTES),
        order=lambda: _order(random),
        match_id=lambda: random(_ID_BYTES).hex(),
    )


def _order(random: Callable[[int], bytes]) -> tuple[int, int, int, int]:
    """Draw one of all orders."""
    first, second, third, fourth = _ORDERS[_below(random, len(_ORDERS))]
    return first, second, third, fourth


def _below(random: Callable[[int], bytes], bound: int) -> int:
    """Draw a number without bias."""
    while True:
        number = random(1)[0]
        if number < 256 - 256 % bound:
            return number % bound


_SECRET_BYTES: Final = 32
_ID_BYTES: Final = 12
_ORDERS: Final = tuple(permutations((0, 1, 2, 3)))
