"""What a bot sees, straight from the engine's state: what ``look`` makes of its view, without the wire.

Nothing goes in that the seat is not shown; ``tests/clients/test_bots.py`` holds the two against each other.
"""

from __future__ import annotations

from typing import Any

from clients.bots.rows import traits_of
from clients.bots.sight import Sight
from engine.melds import Meld, MeldKind
from engine.patterns import HAND_KINDS
from engine.ruleset import Ruleset
from engine.state import State

__all__ = ["sight_of"]


def sight_of(rules: Ruleset, state: State, seat: int) -> Sight:
    """Give what the seat sees now."""
    traits = traits_of(rules.key)
    hand = state.hands[seat].counts
    counts = hand[:HAND_KINDS]
    unseen = [copies - count for copies, count in zip(traits.copies, counts, strict=True)]
    taken = 0
    for place, melds in enumerate(state.melds):
        taken = max(taken, sum([meld.source == seat for meld in melds]))
        for meld in melds:
            if place == seat or rules.concealed_kong_shown or meld.kind is not MeldKind.CONCEALED_KONG:
                for kind in meld.tiles:
                    unseen[kind] -= 1
        for river in state.rivers[place]:
            unseen[river.tile] -= 1
    flight = state.flight
    sight = Sight(
        traits, counts, 0, tuple([(meld.kind.value, meld.tile) for meld in state.melds[seat]]),
        [count if count > 0 else 0 for count in unseen],
        wall_left=state.left, flowers=len(state.flowers[seat]), fed=taken, options=rules.options,
        insured=flight is not None and _follows_a_concealed_kong(state.melds[state.turn]),
    )  # fmt: skip
    for mechanic in rules.mechanics:
        shown = mechanic.view(state, seat)
        if shown is not None:
            _show(sight, mechanic.key, shown, seat)
    return sight


def _follows_a_concealed_kong(melds: list[Meld]) -> bool:
    return any(meld.kind is MeldKind.CONCEALED_KONG for meld in melds)


def _show(sight: Sight, key: str, shown: dict[str, Any], seat: int) -> None:
    if key == "wild":
        for kind in shown["kinds"]:
            sight.wilds += sight.counts[kind]
            sight.wild_left += sight.unseen[kind]
            sight.counts[kind] = sight.unseen[kind] = 0
    elif key == "treasure":
        sight.treasure_known, sight.treasure = True, tuple(shown["kinds"])
        sight.unseen[shown["indicator"]] = max(0, sight.unseen[shown["indicator"]] - 1)
    elif key == "seal":
        sight.sealed = any(sealed == seat for _, sealed in shown["seals"])
    elif key == "passed_win":
        sight.barred = True
