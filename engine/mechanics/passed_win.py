"""Passing up a win (卖胡): who could win on another's tile and does not may not win on another's until he has
next drawn (NN-11.1)."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.commands import WIN
from engine.errors import Code
from engine.events import Drawn, Event, WindowClosed
from engine.ruleset import Mechanic, Note, Ruleset
from engine.scoring.facts import By
from engine.state import State

__all__ = ["PassedWin"]

_NOBODY: Final[frozenset[int]] = frozenset()


class PassedWin(Mechanic):
    """Keeps the seats that are barred. Self-draw is never barred, and a barred seat that is not offered the
    win declines nothing."""

    key: ClassVar[str] = "passed_win"
    notes: ClassVar[tuple[Note, ...]] = (
        Note(
            "卖胡", "Passing up a win", "NN-11.1",
            "能胡别人的牌而不胡，到自己下次摸牌前不能胡别人的牌；自摸不限",
            "who could win on another's tile and does not may not win on another's until he has next "
            "drawn; a self-draw is never barred",
        ),
    )  # fmt: skip
    folds: ClassVar[frozenset[type]] = frozenset({WindowClosed, Drawn})

    def begin(self, state: State) -> frozenset[int]:
        """Bar nobody."""
        return _NOBODY

    def fold(self, state: State, event: Event) -> None:
        """Bar whoever let a lawful win go by, passing or claiming otherwise; free a seat that draws, a
        replacement included."""
        if isinstance(event, Drawn):
            barred = self.barred(state)
            if event.seat in barred:
                state.ext[self.key] = barred - {event.seat}
            return
        window = state.window
        if window is not None and window.lawful:
            declined = {seat for seat in window.lawful if window.answers.get(seat) != WIN}
            if declined:
                state.ext[self.key] = self.barred(state) | declined

    def bar_win(
        self, rules: Ruleset, state: State, seat: int, by: By, tile: int, source: int | None
    ) -> Code | None:
        """Refuse a barred seat another's tile."""
        return Code.BARRED if by is not By.SELF_DRAW and seat in self.barred(state) else None

    def view(self, state: State, viewer: int | None) -> dict[str, object] | None:
        """Tell a player that he himself is barred; nobody else may know it, since it tells of his hand."""
        return {"barred": True} if viewer in self.barred(state) else None

    def barred(self, state: State) -> frozenset[int]:
        """List the seats that are barred."""
        held = state.ext.get(self.key, _NOBODY)
        assert isinstance(held, frozenset)
        return held
