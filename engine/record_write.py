"""Write a record (FORMATS "Record") of hands that were played, from their journaled events.

The actions are read off the events alone, the answers that counted and what was done on a turn; timeouts,
autopilot and bots leave the same events as players, so the record holds what was done and not who did it.
Folding needs ``apply`` only: a hand begun under an older revision of the rules can still be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.apply import apply
from engine.claims import resolve
from engine.commands import DISCARD, ESCAPE, KONG_OF, PASS, WIN, Command, as_action
from engine.events import (
    Answered,
    Declined,
    Discarded,
    Event,
    FalseWinCalled,
    HandStarted,
    HandWon,
    KongDeclared,
    Marked,
    Melded,
    SeatEscaped,
)
from engine.ledger import HOUSE, totals
from engine.record import FORMAT
from engine.record_wall import write_stacked
from engine.ruleset import Ruleset
from engine.scoring.facts import By
from engine.shuffle import commitment
from engine.state import Phase, State

__all__ = ["PlayedHand", "write_record"]


class PlayedHand(NamedTuple):
    """A hand as it was journaled: all its events, and its secret and nonces (no secret: a wall that was
    stacked)."""

    events: Sequence[Event]
    secret: bytes | None = None
    nonces: Sequence[bytes] = (b"", b"", b"", b"")


def write_record(
    rules: Ruleset,
    seats: Sequence[str],
    hands: Iterable[PlayedHand],
    room: Mapping[str, object] | None = None,
) -> dict[str, object]:
    """Write a match; ``room`` are the room's options, which no replay needs.

    A hand that is void or was left in the middle is written as such; only the last can be left in the middle.
    """
    record: dict[str, object] = {
        "format": FORMAT, "rules": f"{rules.key}/{rules.revision}", "ruleset": rules.key,
        "options": {**rules.options, "timeout_wins": rules.timeout_wins}, "seats": list(seats),
        "scores": [0, 0, 0, 0], "hands": [_hand(rules, hand) for hand in hands],
    }  # fmt: skip
    if room is not None:
        record["x_room"] = dict(room)
    return record


def _hand(rules: Ruleset, hand: PlayedHand) -> dict[str, object]:
    started = hand.events[0]
    assert isinstance(started, HandStarted)
    out: dict[str, object] = {
        "dealer": started.dealer, "streak": started.streak, "heated": started.heated,
    }  # fmt: skip
    if hand.secret is None:
        out["wall"] = write_stacked(rules, started)
    else:
        nonces = [nonce.hex() for nonce in hand.nonces]
        out["commit"] = commitment(hand.secret).hex()
        out["wall"] = {"seed": hand.secret.hex(), "client_seeds": nonces}
    reader = _Actions(rules)
    for event in hand.events:
        reader.take(event)
    out["actions"] = reader.actions
    state = reader.state
    result: dict[str, object] = {"totals": totals(state.ledger)[:HOUSE]}
    if state.phase is Phase.OVER and state.outcome is not None:
        result["outcome"] = state.outcome.value
        result["next_dealer"], result["streak"] = state.next_dealer, state.next_streak
        result["heated"] = state.next_heated
    out["result"] = result
    return out


class _Actions:
    """Reads the actions of a hand off its events, folding them as it goes."""

    def __init__(self, rules: Ruleset) -> None:
        self.state = State()
        self.actions: list[list[int | str]] = []
        self._rules = rules
        self._told = False

    def take(self, event: Event) -> None:
        """Take the next event."""
        action = self._action(event)
        if action is not None:
            self.actions.append(as_action(*action))
        apply(self._rules, self.state, event)

    def _action(self, event: Event) -> tuple[int, Command] | None:
        """Give the action that the event comes from, ``None`` if it follows from another or by itself."""
        if isinstance(event, Answered):
            window = self.state.window
            assert window is not None
            late = resolve(window, self._rules.several_winners) is not None  # of no effect (CO-2.5)
            return None if late else (event.seat, event.command)
        if isinstance(event, SeatEscaped):
            return event.seat, ESCAPE
        return self._on_turn(event) if self.state.phase is Phase.TURN else None

    def _on_turn(self, event: Event) -> tuple[int, Command] | None:
        match event:
            case Discarded(seat, tile, _, forced):
                told, self._told = self._told, False
                return None if forced or told else (seat, DISCARD[tile])
            case KongDeclared(seat, meld) | Melded(seat, meld):
                return seat, KONG_OF[meld.tile]
            case HandWon(By.SELF_DRAW, winners):
                return winners[0], WIN
            case FalseWinCalled(seat):
                return seat, WIN
            case Declined(seat):
                return seat, PASS
            case Marked(key, _, seat):
                command = next(
                    mechanic.command_of(event) for mechanic in self._rules.mechanics if mechanic.key == key
                )
                self._told = command is not None or self._told
                return None if command is None else (seat, command)
            case _:
                return None
