"""The engine's own books: what must hold after every step.

A breach stops the table; it is never a player's fault.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from engine.errors import InvariantBroken
from engine.events import Outcome
from engine.ledger import totals
from engine.machine import WINDOWS
from engine.patterns import pack
from engine.state import Phase, State
from engine.tiles import KINDS

__all__ = ["check"]

_NONE: Final = (0,)
_EXTRA: Final = {Phase.TURN: (1,), Phase.FLOWERS: (1,), Phase.SETTLE: (0, 1), Phase.OVER: (0, 1)}
"""Tiles that the seat whose turn it is may hold beyond 13 (a meld counting three), by phase; elsewhere
none."""


def check(state: State) -> None:
    """Check a hand's state.

    Raises:
        InvariantBroken: a tile is lost or doubled, a hand has the wrong size, payments do not sum to zero, or
        the phase does not fit.
    """
    if state.phase in (Phase.NEW, Phase.DEAL):
        return
    try:
        books = [_written_out(bytes(hand.counts)) for hand in state.hands]
    except ValueError:
        raise InvariantBroken("a hand owes tiles, or holds a fifth") from None
    _check_tiles(state, books)
    _check_hands(state, books)
    if sum(totals(state.ledger)) or any(transfer.points <= 0 for transfer in state.ledger):
        raise InvariantBroken("payments do not sum to zero")
    if (state.window is not None) != (state.phase in WINDOWS) and state.phase is not Phase.OVER:
        raise InvariantBroken(f"window and phase {state.phase} disagree")


# Tiles are counted as one number, a byte a kind: a server does this after every step of every table.
_ONE: Final = tuple([1 << 8 * kind for kind in range(KINDS)])
_PARITY: Final = b"01" * 128


class _Book(NamedTuple):
    """What a hand's counts come to."""

    size: int
    packed: list[int]
    odd: int
    counted: int


@lru_cache(maxsize=1024)
def _written_out(counts: bytes) -> _Book:
    """Work a hand's book out anew from its counts; of four hands three are as they were a step ago.

    Raises:
        ValueError: more than four of a kind.
    """
    odd = int(counts[::-1].translate(_PARITY), 2)
    return _Book(sum(counts), list(pack(counts[:34])), odd, int.from_bytes(counts, "little"))


def _counted(tiles: Iterable[int]) -> int:
    return sum(map(_ONE.__getitem__, tiles))


@lru_cache(maxsize=256)
def _counted_wall(wall: tuple[int, ...]) -> int:
    """Count a wall's tiles, once a hand."""
    return _counted(wall)


def _check_tiles(state: State, books: list[_Book]) -> None:
    """Every tile of the wall is in exactly one place."""
    placed: list[int] = [*state.wall[state.head : state.tail], *(state.turned or ())]
    for seat in range(4):
        for meld in state.melds[seat]:
            placed += meld.tiles
        placed += state.flowers[seat]
        placed += [tile for tile, _ in state.rivers[seat]]
        placed += state.aside[seat]
    if state.flight is not None:
        placed.append(state.flight.tile)
    found = _counted(placed) + sum(book.counted for book in books)
    if found != _counted_wall(state.wall):
        raise InvariantBroken("tiles are lost or doubled")


def _lacks_replacement(state: State, seat: int) -> bool:
    """Tell whether the hand ended since there was no tile left to replace a flower of this seat (NJ-1.4)."""
    return state.outcome is Outcome.DRAW and bool(state.flowers[seat])


def _check_hands(state: State, books: list[_Book]) -> None:
    """Every hand has 13 tiles less three a meld; one more for the seat that has drawn or claimed."""
    for seat, (hand, book) in enumerate(zip(state.hands, books, strict=True)):
        if (hand.size, hand.packed, hand.odd) != (book.size, book.packed, book.odd):
            raise InvariantBroken(f"seat {seat}: what is kept beside the hand's counts is not theirs")
        extra = hand.size + 3 * len(state.melds[seat]) - 13
        allowed = _EXTRA.get(state.phase, _NONE) if seat == state.turn else _NONE
        if extra not in allowed and not (extra == -1 and _lacks_replacement(state, seat)):
            held = f"{hand.size} tiles and {len(state.melds[seat])} melds"
            raise InvariantBroken(f"seat {seat} has {held} in phase {state.phase}")
