"""The engine's own books: what must hold after every step.

A breach stops the table; it is never a player's fault.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from engine.errors import InvariantBroken
from engine.events import Outcome
from engine.machine import WINDOWS
from engine.melds import KONGS
from engine.patterns import pack
from engine.state import Phase, State

__all__ = ["check", "check_sums"]

_UNDEALT: Final = (Phase.NEW, Phase.DEAL)
"""Before there are books."""
_NONE: Final = (0,)
_EXTRA: Final = {Phase.TURN: (1,), Phase.FLOWERS: (1,), Phase.SETTLE: (0, 1), Phase.OVER: (0, 1)}
"""Tiles that the seat whose turn it is may hold beyond 13 (a meld counting three), by phase; elsewhere
none."""


def check(state: State) -> None:
    """Check a hand's state.

    Raises:
        InvariantBroken: a tile is lost or doubled, a hand has the wrong size, a payment is none, or the
        phase does not fit.
    """
    if state.phase in _UNDEALT:
        return
    try:
        books = [_written_out(bytes(hand.counts)) for hand in state.hands]
    except ValueError:
        raise InvariantBroken("a hand owes tiles, or holds a fifth") from None
    _check_tiles(state, books)
    for seat, (hand, book) in enumerate(zip(state.hands, books, strict=True)):
        if (hand.size, hand.packed, hand.odd) != (book.size, book.packed, book.odd):
            raise InvariantBroken(f"seat {seat}: what is kept beside the hand's counts is not theirs")
    _check_rest(state)


def check_sums(state: State) -> None:
    """Check what counting finds, for a tenth of what ``check`` takes: a tile lost or gained, a hand of a
    wrong size, and not that one tile has become another.

    Raises:
        InvariantBroken: as ``check``.
    """
    if state.phase in _UNDEALT:
        return
    placed = state.tail - state.head + (state.flight is not None) + len(state.turned or ())
    for hand in state.hands:
        placed += hand.size
    for place in (state.rivers, state.flowers, state.aside):
        placed += sum(map(len, place))
    for melds in state.melds:
        for meld in melds:
            placed += 4 if meld.kind in KONGS else 3
    if placed != len(state.wall):
        raise InvariantBroken("tiles are lost or doubled")
    _check_rest(state)


def _check_rest(state: State) -> None:
    """Check the sizes of hands, payments and the phase.

    A payment is from one account to another, so that together they sum to zero.
    """
    _check_hands(state)
    for transfer in state.ledger:
        if transfer.points <= 0:
            raise InvariantBroken("a payment of nothing, or backwards")
    if (state.window is not None) != (state.phase in WINDOWS) and state.phase is not Phase.OVER:
        raise InvariantBroken(f"window and phase {state.phase} disagree")


class _Book(NamedTuple):
    """What a hand's counts come to."""

    size: int
    packed: list[int]
    odd: int
    tiles: tuple[int, ...]


_PARITY: Final = b"01" * 128


@lru_cache(maxsize=1024)
def _written_out(counts: bytes) -> _Book:
    """Work a hand's book out anew from its counts; of four hands three are as they were a step ago.

    Raises:
        ValueError: more than four of a kind.
    """
    odd = int(counts[::-1].translate(_PARITY), 2)
    tiles = [kind for kind, count in enumerate(counts) if count for _ in range(count)]
    return _Book(len(tiles), list(pack(counts[:34])), odd, tuple(tiles))


@lru_cache(maxsize=256)
def _sorted_wall(wall: tuple[int, ...]) -> list[int]:
    """Sort a wall's tiles, once a hand."""
    return sorted(wall)


_TILE: Final = itemgetter(0)


def _check_tiles(state: State, books: list[_Book]) -> None:
    """Every tile of the wall is in exactly one place."""
    placed: list[int] = [*state.wall[state.head : state.tail], *(state.turned or ())]
    for seat, book in enumerate(books):
        placed += book.tiles
        placed += map(_TILE, state.rivers[seat])
        placed += state.flowers[seat]
        placed += state.aside[seat]
        for meld in state.melds[seat]:
            placed += meld.tiles
    if state.flight is not None:
        placed.append(state.flight.tile)
    placed.sort()
    if placed != _sorted_wall(state.wall):
        raise InvariantBroken("tiles are lost or doubled")


def _lacks_replacement(state: State, seat: int) -> bool:
    """Tell whether the hand ended since there was no tile left to replace a flower of this seat (NJ-1.4)."""
    return state.outcome is Outcome.DRAW and bool(state.flowers[seat])


def _check_hands(state: State) -> None:
    """Every hand has 13 tiles less three a meld; one more for the seat that has drawn or claimed."""
    for seat, hand in enumerate(state.hands):
        extra = hand.size + 3 * len(state.melds[seat]) - 13
        allowed = _EXTRA.get(state.phase, _NONE) if seat == state.turn else _NONE
        if extra not in allowed and not (extra == -1 and _lacks_replacement(state, seat)):
            held = f"{hand.size} tiles and {len(state.melds[seat])} melds"
            raise InvariantBroken(f"seat {seat} has {held} in phase {state.phase}")
