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
from clients.bots.needs import Way, ways_of
from clients.bots.race import MOST_TURNS, UNSEEN, Race, chance_next, race_of
from clients.bots.sight import Sight
from clients.bots.traits import Aim, Suits, Traits
from engine.patterns import SUIT_OF

__all__ = ["KEPT", "Plan", "plans_of", "value"]

KEPT: Final = 2
"""Plans that a hand is judged by."""
_SLIGHT: Final = 0.1
"""What a plan must be worth beside the best to be looked at."""
_MOST_WILDS: Final = 3
"""More than any aim asks for make no difference."""
_STILL_TO_COME: Final = 0.5
"""How likely a flower that is wanting comes."""
_SURE: Final = (1.0,)

_Ranked: TypeAlias = tuple[tuple[float, Aim, float], ...]
"""Aims with the most each can be worth now, and what it brings: the most first."""


class _Group:
    """Aims of the same suits, and what each brings; one object for as long as it is remembered."""

    __slots__ = ("aims", "suits")

    def __init__(self, suits: Suits) -> None:
        self.suits = suits
        self.aims: list[tuple[Aim, float]] = []


class Plan:
    """An aim as it stands for one hand. ``now`` is what it is worth with the tiles that are there."""

    __slots__ = ("_aimed", "_chances", "_race", "_triplet", "_turns", "_worth", "aim", "now")

    def __init__(
        self,
        aim: Aim,
        worth: float,
        way: Way,
        triplet: tuple[float, ...],
        sight: Sight,
        packed: Packed,
        race: Race,
        turns: int,
    ) -> None:
        self.aim = aim
        self._worth = worth
        self._race, self._turns = race, turns
        self._chances = race.chances[aim.shape][turns]
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
            worth *= chance_next(self._race, self.aim.shape, self._turns, lacking, live)
        return worth * self._triplet[late] if late else worth


def value(sight: Sight) -> float:
    """Give what a hand is worth."""
    return sum([plan.now for plan in plans_of(sight)])


def plans_of(sight: Sight) -> list[Plan]:
    """List the plans that are worth most for the hand, that one first; none where it is past hope."""
    traits, packed = sight.traits, sight.packed
    discards_win = not traits.discard_wins or bool(sight.options.get(traits.discard_wins))
    race, turns = race_of(traits, discards_win), min(sight.turns, MOST_TURNS)
    ways, wilds = ways_of(sight), sight.wilds
    kept: list[Plan] = []
    enough = 0.0
    for ranked in _by_suits(sight, race, turns):
        for most, aim, worth in ranked:
            if most <= enough:
                break
            for way in ways.meeting(aim.needs):
                triplet = _SURE if way.rarest < 0 else race.triplets[way.rarest][turns]
                if way.late > wilds and most * triplet[way.late - wilds] <= enough:
                    continue
                plan = Plan(aim, worth, way, triplet, sight, packed, race, turns)
                if plan.now > enough:
                    kept.append(plan)
                    kept.sort(key=_now, reverse=True)
                    del kept[KEPT:]
                    enough = max(kept[0].now * _SLIGHT, kept[-1].now if len(kept) == KEPT else 0.0)
    return kept


def _now(plan: Plan) -> float:
    return plan.now


def _by_suits(sight: Sight, race: Race, turns: int) -> list[_Ranked]:
    """Rank what is open, by the suits it may be of: first where most may be worth."""
    counts, flowers = sight.counts, sight.flowers
    inside = sum(counts[:9]), sum(counts[9:18]), sum(counts[18:27]), sum(counts[27:])
    whole = 3 * sight.sets_needed + 2 - sight.wilds
    wilds, by_flowers = min(sight.wilds, _MOST_WILDS), sight.traits.flower_worth * flowers
    laid = frozenset([(SUIT_OF[low], meld == "chow") for meld, low in sight.melded])
    found = [
        _rank(group, max(0, whole - sum(compress(inside, group.suits))), flowers, by_flowers, race, turns)
        for group in _open_aims(sight.traits, laid, sight.is_pure, wilds, _least(sight))
    ]
    found.sort(key=_most, reverse=True)
    return found


def _most(ranked: _Ranked) -> float:
    return ranked[0][0]


@lru_cache(maxsize=16384)
def _rank(
    group: _Group, lacking: int, flowers: int, by_flowers: float, race: Race, turns: int
) -> _Ranked:
    """Rank aims by what each can be worth at most, were all tiles of its suits of use, so many lacking then,
    and all it needs there."""
    found = []
    for aim, value in group.aims:
        worth = value + by_flowers
        if flowers < aim.flowers:
            worth *= _STILL_TO_COME ** (aim.flowers - flowers)
        found.append((worth * race.chances[aim.shape][turns][lacking], aim, worth))
    return tuple(sorted(found, key=itemgetter(0), reverse=True))


def _least(sight: Sight) -> int:
    asked = sight.options.get(sight.traits.least, 0)
    return asked if isinstance(asked, int) else 0


@lru_cache(maxsize=1024)
def _open_aims(
    traits: Traits, laid: frozenset[tuple[int, bool]], is_pure: bool, wilds: int, least: int
) -> tuple[_Group, ...]:
    """List the aims that melds, wild tiles and the least number leave open.

    ``laid`` has the suits of melds, each with whether it is a sequence.
    """
    closed = set()
    for _, is_chow in laid:
        closed |= {"pairs", "triplets" if is_chow else "sequences"}
    found: dict[Suits, _Group] = {}
    for aim in traits.aims:
        worth = aim.pure if is_pure else aim.worth
        is_open = aim.shape not in closed and aim.wilds <= wilds and least <= aim.units
        if worth and is_open and all(aim.suits[suit] for suit, _ in laid):
            found.setdefault(aim.suits, _Group(aim.suits)).aims.append((aim, worth))
    return tuple(found.values())
