"""Hands for the tests of hand analysis, written as a run of digits and a suit letter."""

import re

from engine.patterns import HAND_KINDS

SUITS = "mpsz"


def counts(hand: str) -> list[int]:
    """Return the 34 counts of a hand such as `123m 44z`."""
    found = [0] * HAND_KINDS
    for digits, suit in re.findall(r"(\d+)([mpsz])", hand):
        for digit in digits:
            found[SUITS.index(suit) * 9 + int(digit) - 1] += 1
    return found


def kinds(hand: str) -> tuple[int, ...]:
    """Return the kinds that occur in a hand, in rising order."""
    return tuple(kind for kind, count in enumerate(counts(hand)) if count)


def kind(tile: str) -> int:
    """Return the kind of one tile such as `4m`."""
    (only,) = kinds(tile)
    return only
