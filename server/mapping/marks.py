"""What a mechanism's own facts are called on the wire: marks (docs/protocol.md lists them)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.events import Marked
from protocol.view import Mark
from server.mapping.words import tiles_of

__all__ = ["mark_of", "set_aside"]


def _sealed(fact: Marked) -> Mark:
    """A seal lies on the one sealed; the other party is who sealed him."""
    return Mark("sealed", seat=fact.data[0], other=fact.seat, clause="NN-10.1")


def _wild(fact: Marked) -> Mark:
    """Wild kinds belong to nobody and are wild for all."""
    return Mark("wild", tiles=tiles_of(fact.data), clause="ZJ-2.1")


_MARKS: Final[Mapping[tuple[str, str], Callable[[Marked], Mark]]] = {
    ("seal", "sealed"): _sealed,
    ("wild", "wild"): _wild,
}
"""By mechanism and name. What is not here goes out under the mechanism's own key."""


def mark_of(fact: Marked) -> Mark:
    """Write a mechanism's fact as a mark."""
    make = _MARKS.get((fact.mechanic, fact.name))
    if make is not None:
        return make(fact)
    return Mark(fact.name, seat=fact.seat, value=fact.data[0] if fact.data else None)


def set_aside(seat: int, count: int) -> Mark:
    """Say how many tiles were set aside for a seat (NN-14.2)."""
    return Mark("fishing", seat=seat, value=count, clause="NN-14.2")
