"""Marks: what mechanisms show of themselves, in the wire's words (docs/protocol.md lists them).

A mechanism says what a viewer may see of its private state (``Mechanic.view``); here that becomes marks. A
viewer's stream tells each change of his marks, so a mark that only its owner may know of takes no number in
anybody else's stream.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from engine.ruleset import Mechanic, Ruleset
from engine.state import Phase, State
from protocol.view import Mark
from server.mapping.words import tiles_of

__all__ = ["Makers", "MarkName", "Marks", "basis_of", "changes", "makers_of", "marks_of"]

MarkName: TypeAlias = tuple[str, int | None, int | None]
"""What a mark stands under: key, whose, the other party."""
Marks: TypeAlias = dict[MarkName, Mark]

_Shown: TypeAlias = Mapping[str, Any]
_Make: TypeAlias = Callable[[_Shown, State, int], list[Mark]]
Makers: TypeAlias = tuple[tuple[Mechanic, _Make], ...]


def _seals(shown: _Shown, state: State, viewer: int) -> list[Mark]:
    return [Mark("sealed", seat=sealed, other=by, clause="NN-10.1") for by, sealed in shown["seals"]]


def _mouths(shown: _Shown, state: State, viewer: int) -> list[Mark]:
    return [
        Mark(
            "mouths", seat=giver, other=taker, clause="NJ-6.1",
            value=sum(meld.source == giver for meld in state.melds[taker]),
        )
        for taker, giver in shown["bound"]
    ]  # fmt: skip


def _barred(shown: _Shown, state: State, viewer: int) -> list[Mark]:
    return [Mark("barred", seat=viewer, clause="NN-11.1")]


def _barred_pong(shown: _Shown, state: State, viewer: int) -> list[Mark]:
    return [Mark("barred_pong", seat=viewer, tiles=tiles_of(shown["kinds"]), clause="NJ-8.2")]


def _dealt_ready(shown: _Shown, state: State, viewer: int) -> list[Mark]:
    return [Mark("dealt_ready", seat=viewer, clause="NJ-4.10")]


def _wild(shown: _Shown, state: State, viewer: int) -> list[Mark]:
    return [Mark("wild", tiles=tiles_of(shown["kinds"]), clause="ZJ-2.1")]


def _ready(shown: _Shown, state: State, viewer: int) -> list[Mark]:
    return [
        Mark("ready", seat=seat, tiles=() if pushed is None else tiles_of((pushed, pushed)), clause="LJ-3.1")
        for seat, pushed in shown["declared"]
    ]  # fmt: skip


def _treasure(shown: _Shown, state: State, viewer: int) -> list[Mark]:
    return [Mark("treasure", tiles=tiles_of((shown["indicator"], *shown["kinds"])), clause="LJ-4.1")]


_TURN: Final = Phase.TURN
"""By a name of its own what is asked in every step: to look a member up takes ten times as long (3.11)."""
_MARKS: Final[Mapping[str, _Make]] = {
    "seal": _seals,
    "mouths": _mouths,
    "passed_win": _barred,
    "passed_pong": _barred_pong,
    "dealt_hand": _dealt_ready,
    "wild": _wild,
    "ready": _ready,
    "treasure": _treasure,
}
"""By mechanism; what is not here shows no mark."""


def makers_of(rules: Ruleset) -> Makers:
    """Give the mechanisms of a ruleset that show marks, each with what makes them."""
    return tuple([(each, _MARKS[each.key]) for each in rules.mechanics if each.key in _MARKS])


def basis_of(makers: Makers, state: State) -> Sequence[object]:
    """Give all that marks follow from: what their mechanisms keep, the melds, what was set aside, and whether
    the deal is done and the first tile thrown.

    Where it is as it was, nobody's marks are others.
    """
    kept = [state.ext.get(mechanic.key) for mechanic, _ in makers]
    thrown = bool(state.discards)
    return [*kept, *map(len, state.melds), *state.aside, thrown, thrown or state.phase is _TURN]


def marks_of(makers: Makers, state: State, viewer: int) -> list[Mark]:
    """List the marks that a viewer has now."""
    marks: list[Mark] = []
    for mechanic, make in makers:
        shown = mechanic.view(state, viewer if viewer >= 0 else None)
        if shown is not None:
            marks.extend(make(shown, state, viewer))
    for seat, tiles in enumerate(state.aside):
        if tiles:
            marks.append(Mark("fishing", seat=seat, value=len(tiles), clause="NN-14.2"))
    return marks


def changes(kept: Marks, now: list[Mark]) -> list[Mark]:
    """Say what has changed since, and keep it: marks put, replaced, and taken away."""
    changed = []
    names = set()
    for mark in now:
        name = (mark.key, mark.seat, mark.other)
        names.add(name)
        if kept.get(name) != mark:
            kept[name] = mark
            changed.append(mark)
    for name in [name for name in kept if name not in names] if len(kept) > len(names) else ():
        changed.append(Mark(*name, on=False))
        del kept[name]
    return changed
