"""The engine's own books: what must hold after every step.

A breach stops the table; it is never a player's fault.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

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
    _check_tiles(state)
    _check_sizes(state)
    if sum(totals(state.ledger)) or any(transfer.points <= 0 for transfer in state.ledger):
        raise InvariantBroken("payments do not sum to zero")
    if (state.window is not None) != (state.phase in WINDOWS) and state.phase is not Phase.OVER:
        raise InvariantBroken(f"window and phase {state.phase} disagree")


def _check_tiles(state: State) -> None:
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
    places = Counter(placed)
    counts = [hand.counts for hand in state.hands]
    held = [sum(copies) for copies in zip(*counts, strict=True)]
    wall = _counted(state.wall)
    wrong = [kind for kind in range(KINDS) if held[kind] + places[kind] != wall[kind]]
    if wrong or min(map(min, counts)) < 0:
        raise InvariantBroken(f"tiles of kinds {wrong} are lost or doubled, or a hand owes some")


@lru_cache(maxsize=8)
def _counted(wall: tuple[int, ...]) -> Counter[int]:
    """Count a wall's tiles, once a hand."""
    return Counter(wall)


def _lacks_replacement(state: State, seat: int) -> bool:
    """Tell whether the hand ended since there was no tile left to replace a flower of this seat (NJ-1.4)."""
    return state.outcome is Outcome.DRAW and bool(state.flowers[seat])


def _check_sizes(state: State) -> None:
    """Every hand has 13 tiles less three a meld; one more for the seat that has drawn or claimed."""
    for seat in range(4):
        hand = state.hands[seat]
        if hand.size != sum(hand.counts):
            raise InvariantBroken(f"seat {seat}: the hand's size is not kept")
        extra = hand.size + 3 * len(state.melds[seat]) - 13
        allowed = _EXTRA.get(state.phase, _NONE) if seat == state.turn else _NONE
        if extra not in allowed and not (extra == -1 and _lacks_replacement(state, seat)):
            held = f"{hand.size} tiles and {len(state.melds[seat])} melds"
            raise InvariantBroken(f"seat {seat} has {held} in phase {state.phase}")
        odd = sum(1 << kind for kind, count in enumerate(hand.counts) if count & 1)
        if hand.packed != list(pack(hand.counts[:34])) or hand.odd != odd:
            raise InvariantBroken(f"seat {seat}: the packed hand is not kept")
