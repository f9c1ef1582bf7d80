"""One step of play in the making: every event is applied as it is made, and mechanics react to it at once.

So whatever comes later in the same step, a window's offers among it, is decided on the state as it then is.
Only ``decide.py`` and the mechanics' hooks hold a ``Step``.
"""

from __future__ import annotations

from engine.apply import apply
from engine.claims import offers_on
from engine.events import Discarded, Event, KongDeclared, Melded, WindowKind, WindowOpened
from engine.melds import Meld
from engine.ruleset import Ruleset
from engine.state import State

__all__ = ["Step"]


class Step:
    """Events of one step, applied to ``state`` as they are emitted."""

    __slots__ = ("events", "rules", "state")

    def __init__(self, rules: Ruleset, state: State) -> None:
        self.rules = rules
        self.state = state
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Make the event happen, then let each mechanic react to it, in the ruleset's order."""
        rules = self.rules
        apply(rules, self.state, event)
        self.events.append(event)
        for mechanic in rules.reacting.get(type(event), ()):
            mechanic.react(self, event)

    def discard(self, seat: int, tile: int, forced: bool = False) -> None:
        """Discard a tile and open the window on it."""
        self.emit(Discarded(seat, tile, self.state.drawn == tile, forced))
        self._open(WindowKind.DISCARD, seat, tile)

    def lay_kong(self, seat: int, meld: Meld) -> None:
        """Lay down a kong; where it may be robbed it is declared first and a window opened on it (CO-2.5)."""
        rules = self.rules
        if meld.kind not in rules.robbable or any(one.insures(self.state) for one in rules.insurers):
            self.emit(Melded(seat, meld))
            return
        self.emit(KongDeclared(seat, meld))
        self._open(WindowKind.ROB, seat, meld.tile)

    def _open(self, kind: WindowKind, seat: int, tile: int) -> None:
        """Open a window; it opens whether or not anybody is asked (CO-2.5)."""
        offers, lawful = offers_on(self.rules, self.state, kind, seat, tile)
        self.emit(WindowOpened(self.state.windows + 1, kind, seat, tile, offers, lawful))
