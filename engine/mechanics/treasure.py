"""The treasure (宝): an indicator turned up in stacks set apart at the wall's end when somebody first
declares ready, and changed when all its tiles lie in sight (LJ-4.1, LJ-4.4).

Which kinds an indicator makes treasure is the ruleset's to say, and what a treasure tile is good for the
scorer's; here is which indicator lies face up, and how many tiles of the wall are kept from being drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Final, NamedTuple

from engine.events import Discarded, Event, Marked, Melded
from engine.mechanics.declared_ready import KEY as READY
from engine.ruleset import Mechanic, Note
from engine.scoring.facts import By, Facts
from engine.seats import SEATS
from engine.state import State
from engine.step import Step
from engine.tiles import COPIES

__all__ = ["KEY", "Indicator", "Treasure"]

KEY: Final = "treasure"
"""Key of the mechanic, and name of its mark, whose data are the indicator turned up, or nothing where there
is none any more."""


class Indicator(NamedTuple):
    """The indicator face up, how many have been turned up so far, and which lay there when the last discard
    was thrown."""

    kind: int | None = None
    turned: int = 0
    thrown: int | None = None


class Treasure(Mechanic):
    """Keeps the indicator. The private state is an ``Indicator``."""

    key: ClassVar[str] = KEY
    notes: ClassVar[tuple[Note, ...]] = (
        Note(
            "宝牌", "Treasure", "LJ-4.1",
            "有人首次报听时，翻开牌墙倒数第四墩的上张：同种另三张和下一种四张是宝牌，共七张；翻出红中则只有另三张红中",
            "when somebody first declares, the top tile of the fourth stack from the wall's end is turned "
            "up: the other three of its kind and the four of the next are treasure; of red the other three "
            "alone",
        ),
        Note(
            "摸宝", "Treasure drawn", "LJ-4.2",
            "报听后自己摸到宝牌可以当混牌胡；没报听时是普通牌",
            "wild only for who has declared and draws it; an ordinary tile otherwise",
        ),
        Note(
            "换宝", "Treasure changed", "LJ-4.4",
            "宝牌全部见到后扣回，换翻下一张；那一墩不完整时，本局不再有宝牌",
            "when all its tiles are in sight the indicator is turned back and the next one up; where that "
            "stack is no longer whole, there is none for the rest of the hand",
        ),
    )  # fmt: skip
    shows: ClassVar[str | None] = KEY
    folds: ClassVar[frozenset[type]] = frozenset({Marked, Discarded})
    reacts: ClassVar[frozenset[type]] = frozenset({Marked, Discarded, Melded})

    def __init__(self, kinds_of: Callable[[int], tuple[int, ...]], stacks: int) -> None:
        """Take what gives the treasure kinds of an indicator, and how many stacks are set apart: the one
        farthest from the end is turned up first."""
        self._kinds_of = kinds_of
        self._stacks = stacks

    def begin(self, state: State) -> Indicator:
        """Nothing is turned up yet."""
        return Indicator()

    def fold(self, state: State, event: Event) -> None:
        """Keep what is turned up; and at each discard what lies there: the discard that puts the last tile in
        sight is still the treasure it was when thrown (LJ-4.4)."""
        now = self._now(state)
        if isinstance(event, Discarded):
            state.ext[KEY] = now._replace(thrown=now.kind)
        elif isinstance(event, Marked) and event.mechanic == KEY:
            kind = event.data[0] if event.data else None
            state.ext[KEY] = now._replace(kind=kind, turned=now.turned + len(event.data))

    def react(self, step: Step, event: Event) -> None:
        """Turn up the first indicator when somebody first declares (LJ-4.1), and the next as long as all
        tiles of the one that lies there are in sight after a discard or meld (换宝, LJ-4.4)."""
        if isinstance(event, Marked):
            if event.mechanic == READY and not self._now(step.state).turned:
                self._turn(step)
            return
        while self._is_exhausted(step.state):
            self._turn(step)

    def facts(self, state: State, facts: Facts) -> None:
        """Tell the scorer the indicator, for a discard as it lay when that was thrown."""
        facts.treasure = self.indicator(state, facts.by)

    def view(self, state: State, viewer: int | None) -> dict[str, object] | None:
        """Show everybody the indicator and the kinds that are treasure."""
        kind = self._now(state).kind
        return None if kind is None else {"indicator": kind, "kinds": list(self._kinds_of(kind))}

    def shown(self, state: State) -> int | None:
        """Give the indicator face up."""
        return self._now(state).kind

    def indicator(self, state: State, by: By) -> int | None:
        """Give the indicator that bears on a win now."""
        now = self._now(state)
        return now.thrown if by is By.DISCARD else now.kind

    def reserve(self, state: State) -> int:
        """Count the tiles at the wall's end that are not drawn: the stacks set apart, and those in front of
        them that were used since (LJ-1.3, LJ-4.4)."""
        used = (self._now(state).turned + 1) // 2
        return 2 * max(self._stacks, self._stacks - 1 + used)

    def _turn(self, step: Step) -> None:
        """Turn the indicator back and the next one up, in each stack the top tile and then the one under it;
        none where that stack is no longer whole (LJ-4.4)."""
        state = step.state
        before, under = divmod(self._now(state).turned, 2)
        top = len(state.wall) - 2 * (self._stacks + before)
        data = (state.wall[top + under],) if top >= state.head else ()
        step.emit(Marked(KEY, KEY, state.dealer, data))

    def _is_exhausted(self, state: State) -> bool:
        """Tell whether all treasure tiles lie in sight, in discards and melds; the indicator is none."""
        kind = self._now(state).kind
        if kind is None:
            return False
        kinds = self._kinds_of(kind)
        return sum(tile in kinds for tile in _in_sight(state)) == COPIES * len(kinds) - 1

    def _now(self, state: State) -> Indicator:
        held = state.ext[KEY]
        assert isinstance(held, Indicator)
        return held


def _in_sight(state: State) -> Iterator[int]:
    for seat in SEATS:
        for river in state.rivers[seat]:
            yield river.tile
        for meld in state.melds[seat]:
            yield from meld.tiles
