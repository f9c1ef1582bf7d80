"""What a hand may still become, how far it is from that, and what that is worth now.

A ruleset's row lists its aims; of a hand most are out of reach. The best of the others become *plans*: an aim
with its needs chosen and what lies in melds taken off. A plan is worth what it brings times how likely it is
to get there (``race``). A hand is worth what its plans are worth together, so that one that keeps two open is
worth more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import Final, TypeAlias

from clients.bots.aim import Aimed, Counts, Packed
from clients.bots.needs import Way, Ways, ways_of
from clients.bots.race import UNSEEN, Setting, all_chances, best_chances, chance_next, chances_of_triplet
from clients.bots.sight import Sight
from clients.bots.traits import Aim, Melded, Suits, Traits
from engine.patterns import SUIT_OF

__all__ = ["KEPT", "Plan", "plans_of", "value"]

KEPT: Final = 2
"""Plans that a hand is judged by."""
_MOST_WILDS: Final = 3
"""More than any aim asks for make no difference."""
_STILL_TO_COME: Final = 0.5
"""How likely a flower that is wanting comes."""
_SURE: Final = (1.0,)
_MOST: Final = itemgetter(0)

_Aims: TypeAlias = tuple[tuple[Aim, float], ...]
"""Aims, and what each brings."""


class Plan:
    """An aim as it stands for one hand. ``now`` is what it is worth with the tiles that are there."""

    __slots__ = ("_aimed", "_chances", "_setting", "_triplet", "_worth", "aim", "now")

    def __init__(
        self,
        aim: Aim,
        worth: float,
        way: Way,
        triplet: tuple[float, ...],
        sight: Sight,
        packed: Packed,
        setting: Setting,
    ) -> None:
        self.aim = aim
        self._worth = worth
        self._setting = setting
        self._chances = all_chances(setting)[aim.shape]
        self._triplet = triplet
        self._aimed = Aimed(aim, way.parts, way.sets, way.has_pair, sight.wilds)
        self.now = self._by_distance(*self._aimed.lacking(sight.counts, packed))

    def _by_distance(self, lacking: int, late: int) -> float:
        worth = self._worth * self._chances[lacking]
        return worth * self._triplet[late] if late else worth

    def without(self, kinds: Sequence[int], counts: list[int], packed: Packed) -> list[float]:
        """Give what it is worth without one tile of each of these kinds, by distance alone."""
        return [self._by_distance(*lacking) for lacking in self._aimed.lacking_without(kinds, counts, packed)]

    def next(self, counts: Counts, packed: Packed, unseen: Counts, wild: int, total: int) -> float:
        """Give what it is worth by the tiles that help now, ``wild`` ones and others, of the ``total`` that
        are unseen."""
        lacking, late = self._aimed.lacking(counts, packed)
        worth = self._worth
        if lacking:
            live = (self._aimed.live(counts, packed, unseen) + wild) * UNSEEN // max(total, 1)
            worth *= chance_next(self.aim.shape, self._setting, lacking, live)
        return worth * self._triplet[late] if late else worth


def value(sight: Sight) -> float:
    """Give what a hand is worth."""
    return sum([plan.now for plan in plans_of(sight)])


def plans_of(sight: Sight) -> list[Plan]:
    """List the plans that are worth most for the hand, that one first; none where it is past hope."""
    traits, packed = sight.traits, sight.packed
    discards_win = not traits.discard_wins or bool(sight.options.get(traits.discard_wins))
    setting = Setting(traits.rush, traits.draws, sight.turns, traits.looks, discards_win)
    ways = ways_of(sight)
    kept: list[Plan] = []
    enough = 0.0
    for most, lacking, aims in _by_suits(sight, setting):
        if most <= enough:
            break
        for bound, aim, worth, way, triplet in _promising(sight, setting, ways, lacking, aims, enough):
            if bound <= enough:
                break
            plan = Plan(aim, worth, way, triplet, sight, packed, setting)
            if plan.now > enough:
                kept.append(plan)
                kept.sort(key=_now, reverse=True)
                del kept[KEPT:]
                if len(kept) == KEPT:
                    enough = kept[-1].now
    return kept


def _now(plan: Plan) -> float:
    return plan.now


def _by_suits(sight: Sight, setting: Setting) -> list[tuple[float, int, _Aims]]:
    """Sort what is open by the suits it may be of: the most that one of them can be worth, were all tiles of
    these suits of use, the tiles it lacks then, and the aims; the most first."""
    counts, odds = sight.counts, best_chances(setting)
    inside = sum(counts[:9]), sum(counts[9:18]), sum(counts[18:27]), sum(counts[27:])
    whole = 3 * sight.sets_needed + 2 - sight.wilds
    wilds, by_flowers = min(sight.wilds, _MOST_WILDS), sight.traits.flower_worth * sight.flowers
    found = []
    for suits, aims in _open_aims(sight.traits, sight.melded, sight.is_pure, wilds, _least(sight)):
        lacking = max(0, whole - sum(compress(inside, suits)))
        found.append(((aims[0][1] + by_flowers) * odds[lacking], lacking, aims))
    found.sort(key=_MOST, reverse=True)
    return found


def _promising(
    sight: Sight, setting: Setting, ways: Ways, lacking: int, aims: _Aims, enough: float
) -> list[tuple[float, Aim, float, Way, tuple[float, ...]]]:
    """List what can be worth more than enough, each with the most it can be worth, what it brings, a way to
    meet its needs, and how likely the triplets of honours among them come: the most first."""
    odds, flowers = all_chances(setting), sight.flowers
    by_flowers = sight.traits.flower_worth * flowers
    found = []
    for aim, value in aims:
        worth = value + by_flowers
        if flowers < aim.flowers:
            worth *= _STILL_TO_COME ** (aim.flowers - flowers)
        most = worth * odds[aim.shape][lacking]
        if most <= enough:
            continue
        for way in ways.meeting(aim.needs):
            triplet = _SURE if way.rarest < 0 else chances_of_triplet(way.rarest, setting)
            bound = most * triplet[max(0, way.late - sight.wilds)]
            if bound > enough:
                found.append((bound, aim, worth, way, triplet))
    found.sort(key=_MOST, reverse=True)
    return found


def _least(sight: Sight) -> int:
    asked = sight.options.get(sight.traits.least, 0)
    return asked if isinstance(asked, int) else 0


@lru_cache(maxsize=1024)
def _open_aims(
    traits: Traits, melded: Melded, is_pure: bool, wilds: int, least: int
) -> tuple[tuple[Suits, _Aims], ...]:
    """List the aims that melds, wild tiles and the least number leave open, by their suits, dearest first."""
    chows = [low for meld, low in melded if meld == "chow"]
    closed = set()
    if chows:
        closed.add("triplets")
    if len(chows) < len(melded):
        closed.add("sequences")
    if melded:
        closed.add("pairs")
    laid = {SUIT_OF[low] for _, low in melded}
    found: dict[Suits, list[tuple[Aim, float]]] = {}
    for aim in traits.aims:
        worth = aim.pure if is_pure else aim.worth
        is_open = aim.shape not in closed and aim.wilds <= wilds and least <= aim.units
        if worth and is_open and all(aim.suits[suit] for suit in laid):
            found.setdefault(aim.suits, []).append((aim, worth))
    return tuple([
        (suits, tuple(sorted(aims, key=itemgetter(1), reverse=True))) for suits, aims in found.items()
    ])  # fmt: skip
