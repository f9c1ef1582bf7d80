"""Wild tiles of kinds that are fixed or drawn with the hand, known to all from its start (ZJ-2).

What a wild may stand for is the win policy's and the scorer's to say; here is only which kinds they are. That
none of them is claimed or melded is the ruleset's ``unclaimable``, for which ``kinds_held`` is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from engine.events import Event, HandStarted, Marked
from engine.ruleset import Mechanic, Note
from engine.scoring.facts import Facts
from engine.state import State
from engine.step import Step

__all__ = ["LABEL", "Wilds", "kinds_held", "wild_kinds"]

LABEL: Final = "wild"
"""Label of the committed draw (CO-5.2), of the mechanic, and of the mark that tells the kinds."""


class Wilds(Mechanic):
    """Tells the wild kinds at the hand's start and keeps them. The private state is the kinds, the drawn one
    first."""

    key: ClassVar[str] = LABEL
    notes: ClassVar[tuple[Note, ...]] = (
        Note(
            "财神", "Wild tiles", "ZJ-2.2",
            "手中的财神可当任何牌，开局起人人知道是哪一种",
            "in hand they stand for any tile; everybody knows from the start which they are",
        ),
        Note(
            "打出财神", "Wild tiles thrown", "ZJ-2.3",
            "财神不能吃碰杠，打出后谁也不能要",
            "never laid into a meld; one that is thrown nobody may claim",
        ),
    )  # fmt: skip
    folds: ClassVar[frozenset[type]] = frozenset({Marked})
    reacts: ClassVar[frozenset[type]] = frozenset({HandStarted})

    def __init__(self, kinds_of: Callable[[int], tuple[int, ...]], fixed: int | None) -> None:
        """Take what gives all wild kinds, from the one that is drawn; and that one, where it is fixed."""
        self._kinds_of = kinds_of
        self._fixed = fixed

    def begin(self, state: State) -> tuple[int, ...]:
        """Know of none yet: they are told by the mark."""
        return ()

    def react(self, step: Step, event: Event) -> None:
        """Tell everybody the kinds: the number drawn is the kind (CO-5.2)."""
        drawn = step.state.chance[LABEL][0] if self._fixed is None else self._fixed
        step.emit(Marked(self.key, LABEL, step.state.dealer, self._kinds_of(drawn)))

    def fold(self, state: State, event: Event) -> None:
        """Keep the kinds."""
        assert isinstance(event, Marked)
        if event.mechanic == self.key:
            state.ext[self.key] = event.data

    def facts(self, state: State, facts: Facts) -> None:
        """Tell the scorer."""
        facts.wilds = wild_kinds(state)

    def view(self, state: State, viewer: int | None) -> dict[str, object] | None:
        """Show the kinds to everybody, from the hand's start on."""
        kinds = wild_kinds(state)
        return {"kinds": list(kinds)} if kinds else None


def wild_kinds(state: State) -> tuple[int, ...]:
    """List the hand's wild kinds, the drawn one first; none before it has started."""
    kinds = state.ext.get(LABEL, ())
    assert isinstance(kinds, tuple)
    return kinds


def kinds_held(state: State) -> frozenset[int]:
    """Give the kinds that nobody may claim and no meld may hold (ZJ-2.3)."""
    return frozenset(wild_kinds(state))
