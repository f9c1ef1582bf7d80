"""Who may win at a Longjiang table, and with which discards a hand may be declared ready (LJ-2.2, LJ-3.1,
LJ-3.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.commands import Ready
from engine.errors import Code
from engine.facts import facts_of_win
from engine.mechanics.declared_ready import declaration_of
from engine.mechanics.treasure import Treasure
from engine.patterns import POW5, SUIT_OF, discards_to_ready, distance, is_standard_win
from engine.patterns.packing import PackedHand, shifted
from engine.ruleset import Ruleset
from engine.rulesets.longjiang.hand import LEAST, SETS, Held, waiting
from engine.rulesets.longjiang.scoring import LongjiangScorer
from engine.scoring.facts import By
from engine.state import State

__all__ = ["DeclaredWins", "declarations"]


class DeclaredWins:
    """Lets a declared hand win on what it accepts; of the others only the dealer's tiles as dealt."""

    def __init__(self, scorer: LongjiangScorer, treasure: Treasure) -> None:
        self._scorer = scorer
        self._treasure = treasure

    def refuse(
        self, rules: Ruleset, state: State, seat: int, by: By, tile: int, source: int | None
    ) -> Code | None:
        """Say why not (see ``WinPolicy``)."""
        declared = declaration_of(state, seat)
        if declared is None:
            return self._undeclared(rules, state, seat, by, tile, source)
        packed = _packed(state, seat)
        if by is By.SELF_DRAW:
            packed = shifted(packed, tile, -1)
        own = Held(packed, tuple(state.melds[seat]), True, declared.pushed)
        return self._scorer.judge.refuse(own, by, tile, self._treasure.indicator(state, by), False)

    def _undeclared(
        self, rules: Ruleset, state: State, seat: int, by: By, tile: int, source: int | None
    ) -> Code | None:
        """Look at the shape first: it is wrong nearly always, and mostly by more than one tile."""
        if not _has_shape(state, seat, by, tile):
            return Code.NOT_A_WIN
        return self._scorer.qualifies(facts_of_win(rules, state, seat, by, tile, source), seat)

    def is_complete(self, state: State, seat: int, by: By, tile: int) -> bool:
        """Tell whether there are four sets and a pair, LJ-2.1 met or not; with a pair pushed out its tile
        alone makes them (LJ-3.3)."""
        declared = declaration_of(state, seat)
        if declared is not None and declared.pushed not in (None, tile):
            return False
        return _has_shape(state, seat, by, tile)


def declarations(state: State) -> Iterator[Ready]:
    """List what the seat whose turn it is may declare: each discard that leaves a hand with a wait, and with
    it each pair that may be pushed out."""
    seat = state.turn
    melds = tuple(state.melds[seat])
    sets = SETS - len(melds)
    packed = _packed(state, seat)
    if state.hands[seat].size - 1 < LEAST or distance(packed, sets) > 1:
        return
    counts = state.hands[seat].counts
    for tile in discards_to_ready(packed, sets):
        left = shifted(packed, tile, -1)
        found = waiting(left, melds)
        if found.waits:
            yield Ready(tile)
        for wait in found.waits:
            if counts[wait.tile] - (wait.tile == tile) >= 2 and waiting(left, melds, wait.tile).waits:
                yield Ready(tile, wait.tile)


def _has_shape(state: State, seat: int, by: By, tile: int) -> bool:
    hand, sets = state.hands[seat], SETS - len(state.melds[seat])
    packed = hand.packed
    if by is not By.SELF_DRAW:
        if hand.near is None:
            hand.near = is_standard_win(packed, sets, 1)
        if not hand.near:
            return False
        packed = packed[:]
        packed[SUIT_OF[tile]] += POW5[tile]
    return is_standard_win(packed, sets)


def _packed(state: State, seat: int) -> PackedHand:
    m, p, s, z = state.hands[seat].packed
    return m, p, s, z
