"""The machine: every phase of a hand and every way from one to the next, in one table.

Theory of operation
-------------------
A hand is in exactly one *phase*. Two kinds of things move it on:

* what a **player** does: in ``TURN`` the seat whose turn it is acts (``decide`` makes events of it); in
  ``CLAIMS`` and ``ROB`` the seats that were asked answer. An answer alone moves nothing.
* what **follows by itself**: ``advance`` takes one automatic step: it deals, lays out a flower and draws for
  it, draws, resolves a window whose outcome is fixed, throws a tile that must go, settles.

After every single event, in whatever step, each mechanic of the ruleset may react, in the ruleset's order,
with events of its own (money on the spot, an indicator turned up, a hand that is won at once). So flowers,
treasures and payments run without the kernel naming them. Where two could fire, the order of the ruleset's
mechanics decides.

The table maps (phase, event) to the next phase. Three events lead to different phases by their content, told
apart by a *variant*: ``Dealt`` and ``Drawn`` by whether anybody now holds a flower that must be laid out,
``Melded`` by whether it is a kong (a replacement is due). Events that move nothing are listed in ``STILL``.
Anything else is a broken invariant, never ignored.

    NEW -> DEAL -> [FLOWERS] -> TURN -> CLAIMS -> DRAW -> [FLOWERS] -> TURN ...
                                  |        '-> TURN (chow, pong) | REPLACE (kong)
                                  '-> ROB -> REPLACE -> TURN
    any -> SETTLE -> OVER
"""

from __future__ import annotations

from typing import Final

from engine.errors import InvariantBroken
from engine.events import (
    Answered,
    Dealt,
    Declined,
    Discarded,
    Drawn,
    Event,
    FalseWinCalled,
    FlowerLaid,
    HandEnded,
    HandStarted,
    HandWon,
    KongDeclared,
    Marked,
    Melded,
    Paid,
    Scored,
    SeatEscaped,
    SetAside,
    WallExhausted,
    WallTurned,
    WindowClosed,
    WindowOpened,
)  # fmt: skip
from engine.state import Phase, State

__all__ = ["NEXT_PHASE", "STILL", "WINDOWS", "next_phase"]

WINDOWS: Final = frozenset({Phase.CLAIMS, Phase.ROB})
"""Phases in which a window is open."""

STILL: Final = frozenset({
    Answered, Declined, FlowerLaid, Marked, Paid, Scored, SeatEscaped, SetAside, WallTurned, WindowOpened,
})  # fmt: skip
"""Events that never change the phase."""

NEXT_PHASE: Final[dict[tuple[Phase, type, bool], Phase]] = {
    (Phase.NEW, HandStarted, False): Phase.DEAL,
    (Phase.DEAL, Dealt, False): Phase.TURN,
    (Phase.DEAL, Dealt, True): Phase.FLOWERS,
    (Phase.DRAW, Drawn, False): Phase.TURN,
    (Phase.DRAW, Drawn, True): Phase.FLOWERS,
    (Phase.REPLACE, Drawn, False): Phase.TURN,
    (Phase.REPLACE, Drawn, True): Phase.FLOWERS,
    (Phase.FLOWERS, Drawn, False): Phase.TURN,
    (Phase.FLOWERS, Drawn, True): Phase.FLOWERS,
    (Phase.TURN, Discarded, False): Phase.CLAIMS,
    (Phase.CLAIMS, WindowClosed, False): Phase.DRAW,
    (Phase.ROB, WindowClosed, False): Phase.REPLACE,
    (Phase.TURN, KongDeclared, False): Phase.ROB,
    (Phase.DRAW, KongDeclared, False): Phase.ROB,
    (Phase.TURN, Melded, True): Phase.REPLACE,
    (Phase.DRAW, Melded, False): Phase.TURN,
    (Phase.DRAW, Melded, True): Phase.REPLACE,
    (Phase.REPLACE, Melded, True): Phase.REPLACE,
    (Phase.TURN, HandWon, False): Phase.SETTLE,
    (Phase.DRAW, HandWon, False): Phase.SETTLE,
    (Phase.REPLACE, HandWon, False): Phase.SETTLE,
    (Phase.TURN, FalseWinCalled, False): Phase.SETTLE,
    (Phase.DRAW, FalseWinCalled, False): Phase.SETTLE,
    (Phase.REPLACE, FalseWinCalled, False): Phase.SETTLE,
    (Phase.DRAW, WallExhausted, False): Phase.SETTLE,
    (Phase.FLOWERS, WallExhausted, False): Phase.SETTLE,
    (Phase.REPLACE, WallExhausted, False): Phase.SETTLE,
    (Phase.SETTLE, HandEnded, False): Phase.OVER,
}


def next_phase(state: State, event: Event) -> Phase:
    """Look up where the event leads; ``state`` already holds what the event wrote.

    Raises:
        InvariantBroken: the event cannot happen in this phase.
    """
    kind = type(event)
    if kind in STILL:
        return state.phase
    if kind is Melded:
        variant = event.meld.is_kong  # type: ignore[union-attr]  # kind says what it is, faster than isinstance
    else:
        variant = state.unlaid > 0 and (kind is Drawn or kind is Dealt)
    phase = NEXT_PHASE.get((state.phase, kind, variant))
    if phase is None:
        if kind is HandEnded and state.phase is not Phase.OVER:  # a hand may be void at any moment
            return Phase.OVER
        raise InvariantBroken(f"{kind.__name__} cannot happen in phase {state.phase}")
    return phase
