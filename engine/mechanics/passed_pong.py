"""Passing up a pong: who could pong or kong a tile and passes may not pong or kong that kind until he has
next drawn (NJ-8.2)."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.commands import KONG, PASS, PONG, Command
from engine.errors import Code
from engine.events import Drawn, Event, WindowClosed, WindowKind
from engine.ruleset import Mechanic, Note, Ruleset
from engine.state import State

__all__ = ["PassedPong"]

_NOTHING: Final[frozenset[tuple[int, int]]] = frozenset()
_NEEDED: Final[dict[Command, int]] = {PONG: 2, KONG: 3}
"""Copies in hand that each claim takes."""


class PassedPong(Mechanic):
    """Keeps which seat is barred from which kind. A win that is passed up bars nothing."""

    key: ClassVar[str] = "passed_pong"
    notes: ClassVar[tuple[Note, ...]] = (
        Note(
            "过碰", "Passing up a pong", "NJ-8.2",
            "能碰能杠而不要，到自己下次摸牌前不能再碰杠同样的牌；过胡不限",
            "who could pong or kong a tile and passes may not pong or kong that kind until he has next "
            "drawn; a win passed up bars nothing",
        ),
    )  # fmt: skip
    folds: ClassVar[frozenset[type]] = frozenset({WindowClosed, Drawn})

    def begin(self, state: State) -> frozenset[tuple[int, int]]:
        """Bar nobody. The private state is pairs: which seat, from which kind."""
        return _NOTHING

    def fold(self, state: State, event: Event) -> None:
        """Bar whoever passes up a pong or kong; free a seat that draws, a replacement included."""
        barred = self._barred(state)
        if isinstance(event, Drawn):
            if barred:
                state.ext[self.key] = frozenset(pair for pair in barred if pair[0] != event.seat)
            return
        window = state.window
        assert window is not None
        passed = {
            (seat, window.tile) for seat, offers in window.offers.items()
            if window.answers.get(seat) == PASS and (PONG in offers or KONG in offers)
        }  # fmt: skip
        if passed:
            state.ext[self.key] = barred | passed

    def filter_claims(
        self, rules: Ruleset, state: State, kind: WindowKind, seat: int, tile: int, offers: list[Command]
    ) -> list[Command]:
        """Take pong and kong of a barred kind away."""
        if (seat, tile) not in self._barred(state):
            return offers
        return [offer for offer in offers if offer not in _NEEDED]

    def why_not(self, state: State, seat: int, command: Command) -> Code | None:
        """Tell a barred seat that holds the tiles for its claim that it is barred."""
        window, needed = state.window, _NEEDED.get(command)
        if window is None or needed is None or (seat, window.tile) not in self._barred(state):
            return None
        return Code.BARRED if state.hands[seat].counts[window.tile] >= needed else None

    def view(self, state: State, viewer: int | None) -> dict[str, object] | None:
        """Tell a player what he himself may not pong; nobody else may know it, since it tells of his hand."""
        kinds = sorted(kind for seat, kind in self._barred(state) if seat == viewer)
        return {"kinds": kinds} if kinds else None

    def _barred(self, state: State) -> frozenset[tuple[int, int]]:
        held = state.ext.get(self.key, _NOTHING)
        assert isinstance(held, frozenset)
        return held
