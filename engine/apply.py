"""``apply``: the only writer of a hand's state. Play, replay and recovery fold the same events through it.

It decides nothing and checks nothing but that the phase allows the event; what may happen was settled when
the event was made. A mechanic's ``fold`` sees the state as it was before the event; then the kernel writes;
then the phase moves by the machine's table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from engine.events import (
    Answered,
    Cause,
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
    Outcome,
    Paid,
    Scored,
    SeatEscaped,
    SetAside,
    WallExhausted,
    WallTurned,
    WindowClosed,
    WindowKind,
    WindowOpened,
)  # fmt: skip
from engine.machine import STILL, next_phase
from engine.melds import Meld, MeldKind
from engine.ruleset import Ruleset
from engine.seats import next_seat
from engine.state import RiverTile, State, Window

__all__ = ["apply", "fold"]


def apply(rules: Ruleset, state: State, event: Event) -> None:
    """Write what the event says into the state.

    Raises:
        InvariantBroken: the event cannot happen in this phase.
    """
    kind = type(event)
    state.offers = None
    for mechanic in rules.folding.get(kind, ()):
        mechanic.fold(state, event)
    _WRITE[kind](rules, state, event)
    if kind not in STILL:
        state.phase = next_phase(state, event)


def fold(rules: Ruleset, events: Iterable[Event]) -> State:
    """Build a state from a hand's events, oldest first."""
    state = State()
    for event in events:
        apply(rules, state, event)
    return state


def _hand_started(rules: Ruleset, state: State, event: HandStarted) -> None:
    state.dealer = state.turn = event.dealer
    state.streak = event.streak
    state.heated = event.heated
    state.wall = event.wall
    state.head, state.tail = 0, len(event.wall)
    state.chance = dict(event.chance)
    state.escaped = frozenset(event.escaped)
    state.ext = {mechanic.key: mechanic.begin(state) for mechanic in rules.mechanics}


def _dealt(rules: Ruleset, state: State, event: Dealt) -> None:
    for seat, tiles in enumerate(event.hands):
        for kind in tiles:
            state.hands[seat].add(kind)
        state.head += len(tiles)
        state.unlaid += sum(kind in rules.tile_set.flowers for kind in tiles)
    state.drawn = event.hands[state.dealer][-1]
    state.last_drawer = state.dealer


def _flower_laid(rules: Ruleset, state: State, event: FlowerLaid) -> None:
    state.hands[event.seat].remove(event.tile)
    state.flowers[event.seat].append(event.tile)
    state.unlaid -= 1
    if event.seat == state.turn and state.drawn == event.tile:
        state.drawn = None


def _drawn(rules: Ruleset, state: State, event: Drawn) -> None:
    if event.tail:
        state.tail -= 1
    else:
        state.head += 1
    state.hands[event.seat].add(event.tile)
    if event.tile in rules.tile_set.flowers:
        state.unlaid += 1
    state.last_drawer = event.seat
    if event.cause is Cause.FLOWER and not state.discards and not state.chain and event.seat != state.turn:
        return  # another seat's flowers at the deal: the dealer's drawn tile stays his last
    state.drawn = event.tile
    # At the deal a replacement is still a tile dealt (NJ-4.9 excludes NJ-4.8).
    state.draw_cause = event.cause if state.discards or state.chain else None
    state.claimed = state.declined = False


def _set_aside(rules: Ruleset, state: State, event: SetAside) -> None:
    state.tail -= len(event.tiles)
    state.aside[event.seat] = state.aside[event.seat] + event.tiles


def _discarded(rules: Ruleset, state: State, event: Discarded) -> None:
    seat, tile = event.seat, event.tile
    state.hands[seat].remove(tile)
    state.rivers[seat].append(RiverTile(tile, event.drawn))
    state.thrown[seat].append(tile)
    state.discards.append((seat, tile))
    state.drawn = None
    state.draw_cause = None
    state.claimed = state.declined = False
    state.discard_chain, state.chain = state.chain, ()


def _window_opened(rules: Ruleset, state: State, event: WindowOpened) -> None:
    state.windows = event.window
    state.window = Window(event.window, event.kind, event.seat, event.tile, dict(event.offers), event.lawful)


def _answered(rules: Ruleset, state: State, event: Answered) -> None:
    assert state.window is not None
    state.window.answers[event.seat] = event.command


def _window_closed(rules: Ruleset, state: State, event: WindowClosed) -> None:
    assert state.window is not None
    if state.window.kind is WindowKind.DISCARD:
        state.turn = next_seat(state.window.source)
    state.window = None


def _declined(rules: Ruleset, state: State, event: Declined) -> None:
    state.declined = True


def _kong_declared(rules: Ruleset, state: State, event: KongDeclared) -> None:
    """Take the tile into flight: an added kong's from the hand, an open kong's from the river."""
    state.flight = event.meld
    state.turn = event.seat
    if event.meld.kind is MeldKind.ADDED_KONG:
        _take_from_hand(state, event.seat, event.meld.tile, 1)
    else:
        _take_from_river(state, event.meld)


def _melded(rules: Ruleset, state: State, event: Melded) -> None:
    seat, meld = event.seat, event.meld
    if state.flight is None and meld.source is not None and meld.kind is not MeldKind.ADDED_KONG:
        _take_from_river(state, meld)
    if meld.kind is MeldKind.CHOW:
        for kind in meld.tiles:
            if kind != meld.claimed:
                state.hands[seat].remove(kind)
        state.melds[seat].append(meld)
    elif meld.kind is MeldKind.ADDED_KONG:
        if state.flight is None:
            _take_from_hand(state, seat, meld.tile, 1)
        melds = state.melds[seat]
        place = melds.index(Meld(MeldKind.PONG, meld.tile, meld.source, meld.claimed))
        melds[place] = meld
    else:
        _take_from_hand(state, seat, meld.tile, _FROM_HAND[meld.kind])
        state.melds[seat].append(meld)
    state.flight = None
    state.turn = seat
    state.drawn = None
    state.draw_cause = None
    if meld.kind is not MeldKind.CONCEALED_KONG:
        state.exposed += 1
    if meld.is_kong:
        state.chain = (*state.chain, meld)
    else:
        state.claimed = True


_FROM_HAND: Final = {MeldKind.PONG: 2, MeldKind.OPEN_KONG: 3, MeldKind.CONCEALED_KONG: 4}
"""Tiles that a meld takes from the hand."""


def _take_from_hand(state: State, seat: int, kind: int, copies: int) -> None:
    state.hands[seat].remove(kind, copies)
    state.drawn = None


def _take_from_river(state: State, meld: Meld) -> None:
    assert meld.source is not None
    state.rivers[meld.source].pop()


def _marked(rules: Ruleset, state: State, event: Marked) -> None:
    """Nothing of the kernel's: the mechanic has folded it."""


def _paid(rules: Ruleset, state: State, event: Paid) -> None:
    state.ledger.append(event.transfer)


def _hand_won(rules: Ruleset, state: State, event: HandWon) -> None:
    state.win_by = event.by
    state.winners = event.winners
    state.win_tile = event.tile
    state.win_source = event.source
    state.outcome = Outcome.WIN


def _false_win_called(rules: Ruleset, state: State, event: FalseWinCalled) -> None:
    state.false_winner = event.seat
    state.win_tile = event.tile
    state.outcome = Outcome.FALSE_WIN


def _wall_exhausted(rules: Ruleset, state: State, event: WallExhausted) -> None:
    state.outcome = Outcome.DRAW


def _wall_turned(rules: Ruleset, state: State, event: WallTurned) -> None:
    if event.tail:
        state.tail -= len(event.tiles)
    else:
        state.head += len(event.tiles)
    state.turned = event.tiles


def _scored(rules: Ruleset, state: State, event: Scored) -> None:
    state.scores = event.scores


def _seat_escaped(rules: Ruleset, state: State, event: SeatEscaped) -> None:
    state.escaped = state.escaped | {event.seat}


def _hand_ended(rules: Ruleset, state: State, event: HandEnded) -> None:
    if event.outcome is Outcome.VOID:
        state.ledger.clear()
        state.winners, state.scores, state.false_winner = (), (), None
        state.window = None
    state.outcome = event.outcome
    state.next_dealer = event.next_dealer
    state.next_streak = event.streak
    state.next_heated = event.heated


_WRITE: Final[dict[type, Callable[[Ruleset, State, Any], None]]] = {
    HandStarted: _hand_started, Dealt: _dealt, FlowerLaid: _flower_laid, Drawn: _drawn, SetAside: _set_aside,
    Discarded: _discarded, WindowOpened: _window_opened, Answered: _answered, WindowClosed: _window_closed,
    Declined: _declined, KongDeclared: _kong_declared, Melded: _melded, Marked: _marked, Paid: _paid, HandWon:
    _hand_won, FalseWinCalled: _false_win_called, WallExhausted: _wall_exhausted, WallTurned: _wall_turned,
    Scored: _scored, SeatEscaped: _seat_escaped, HandEnded: _hand_ended,
}  # fmt: skip
