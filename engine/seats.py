"""Seats 0 to 3 and how they lie to each other: seat ``s + 1`` sits to the right of ``s`` and plays next
(CO-1.1)."""

from __future__ import annotations

from typing import Final

__all__ = ["SEATS", "distance_from", "next_seat", "others", "previous_seat", "seats_after"]

SEATS: Final = range(4)
_AFTER: Final = tuple(tuple((seat + step) % 4 for step in (1, 2, 3)) for seat in SEATS)


def next_seat(seat: int) -> int:
    """Give the seat that plays after this one."""
    return (seat + 1) & 3


def previous_seat(seat: int) -> int:
    """Give the seat that plays before this one."""
    return (seat + 3) & 3


def distance_from(seat: int, other: int) -> int:
    """Count the steps in turn order from ``seat`` to ``other`` (0 for the seat itself)."""
    return (other - seat) & 3


def seats_after(seat: int) -> tuple[int, ...]:
    """List the three other seats, nearest in turn first."""
    return _AFTER[seat]


def others(seat: int) -> tuple[int, ...]:
    """List the three other seats in rising order."""
    return tuple(other for other in SEATS if other != seat)
