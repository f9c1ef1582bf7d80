"""What a hand may still become, how far it is from that, and what that is worth now.

A ruleset's row lists its aims; of a hand most are out of reach. The best of the others become *plans*: an aim
with its needs chosen and what lies in melds taken off. A plan is worth what it brings times how likely it is
to get there (``race``). A hand is worth what its plans are worth together, so that one that keeps two open is
worth more.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress, product
from operator import itemgetter
from typing import Final, NamedTuple

from clients.bots.aim import Aimed, Counts, Packed, Parts, is_late
from clients.bots.race import FARTHEST, UNSEEN, Setting, all_chances, chance_next, chances_of_triplet
from clients.bots.sight import Sight
from clients.bots.traits import Aim, Need, Suits, Traits
from engine.patterns import SUIT_OF

__all__ = ["KEPT", "Plan", "plans_of", "value"]

KEPT: Final = 2
"""Plans that a hand is judged by."""
_COPIES: Final = 4
_NEAREST: Final = 2
"""Ways to meet a need that are looked into."""
_MOST_WILDS: Final = 3
"""More than any aim asks for make no difference."""
_STILL_TO_COME: Final = 0.5
"""How likely a flower that is wanting comes."""


_MOST: Final = itemgetter(0)


class Plan:
    """An aim as it stands for one hand. ``now`` is what it is worth with the tiles that are there."""

    __slots__ = ("_aimed", "_chances", "_setting", "_triplet", "_worth", "aim", "now")

    def __init__(
        self, aim: Aim, worth: float, chosen: _Chosen, sight: Sight, packed: Packed, setting: Setting
    ) -> None:  # fmt: skip
        self.aim = aim
        self._worth = worth
        self._setting = setting
        self._chances = all_chances(setting)[aim.shape]
        self._triplet = chosen.chances
        self._aimed = Aimed(aim, chosen.parts, chosen.sets, chosen.has_pair, sight.wilds)
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
    setting = Setting(traits.rush, traits.draws, int(sight.turns), traits.looks, discards_win)
    kept: list[Plan] = []
    enough = 0.0
    for most, aim, worth, chosen in _promising(sight, setting):
        if most <= enough:
            break
        plan = Plan(aim, worth, chosen, sight, packed, setting)
        if plan.now > enough:
            kept.append(plan)
            kept.sort(key=_now, reverse=True)
            del kept[KEPT:]
            if len(kept) == KEPT:
                enough = kept[-1].now
    return kept


def _now(plan: Plan) -> float:
    return plan.now


def _promising(sight: Sight, setting: Setting) -> list[tuple[float, Aim, float, _Chosen]]:
    """List what may be aimed at, each with the most it can be worth were all tiles of its suits of use: that
    one first."""
    counts, flowers, odds = sight.counts, sight.flowers, all_chances(setting)
    inside = sum(counts[:9]), sum(counts[9:18]), sum(counts[18:27]), sum(counts[27:])
    whole = 3 * sight.sets_needed + 2 - sight.wilds
    wilds, by_flowers = min(sight.wilds, _MOST_WILDS), sight.traits.flower_worth * flowers
    prices: dict[Need, list[_Price]] = {}
    known: dict[tuple[Need, ...], list[_Chosen]] = {(): [_Chosen((), sight.sets_needed, False, 1.0, ())]}
    found = []
    for suits, aims in _open_aims(sight.traits, sight.melded, sight.is_pure, wilds, _least(sight)):
        lacking = max(0, whole - sum(compress(inside, suits)))
        for aim, value in aims:
            worth = value + by_flowers
            if flowers < aim.flowers:
                worth *= _STILL_TO_COME ** (aim.flowers - flowers)
            ways = known.get(aim.needs)
            if ways is None:
                ways = known[aim.needs] = _choose(aim.needs, sight, setting, prices)
            for chosen in ways:
                found.append((worth * odds[aim.shape][lacking] * chosen.chance, aim, worth, chosen))
    found.sort(key=_MOST, reverse=True)
    return found


def _least(sight: Sight) -> int:
    asked = sight.options.get(sight.traits.least, 0)
    return asked if isinstance(asked, int) else 0


@lru_cache(maxsize=1024)
def _open_aims(
    traits: Traits, melded: tuple[tuple[str, int], ...], is_pure: bool, wilds: int, least: int
) -> tuple[tuple[Suits, tuple[tuple[Aim, float], ...]], ...]:
    """List the aims that melds, wild tiles and the least number leave open, by their suits, and what they
    bring."""
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
    return tuple([(suits, tuple(aims)) for suits, aims in found.items()])


class _Chosen(NamedTuple):
    """How needs are met: the parts to have in hand, the sets left beside them, and whether the pair is among
    them; how likely triplets of honours come, now and by the tiles they lack."""

    parts: Parts
    sets: int
    has_pair: bool
    chance: float
    chances: tuple[float, ...]


class _Price(NamedTuple):
    """What groups cost: tiles missing, sets and pairs they are, parts they need in hand."""

    missing: int
    sets: int
    pairs: int
    parts: Parts


def _choose(
    needs: tuple[Need, ...], sight: Sight, setting: Setting, known: dict[Need, list[_Price]]
) -> list[_Chosen]:
    """Meet each need in the nearest ways; ``known`` keeps what was found."""
    ways = []
    for need in needs:
        prices = known.get(need)
        if prices is None:
            prices = known[need] = _prices(need, sight)
        if not prices:
            return []
        ways.append(prices)
    chosen = [_together(way, sight, setting) for way in product(*ways)]
    return [each for each in chosen if each is not None]


def _together(way: Sequence[_Price], sight: Sight, setting: Setting) -> _Chosen | None:
    """Put the parts of several needs together, if one hand can hold them."""
    parts: dict[int, int] = {}
    sets, pairs = sight.sets_needed, 0
    for price in way:
        sets -= price.sets
        pairs += price.pairs
        for kind, number in price.parts:
            parts[kind] = parts.get(kind, 0) + number
    if sets < 0 or pairs > 1 or (len(way) > 1 and max(parts.values(), default=0) > _COPIES):
        return None
    wanting = [(kind, number - sight.counts[kind]) for kind, number in parts.items() if is_late(kind, number)]
    chance = 1.0
    chances: tuple[float, ...] = ()
    if wanting:
        chances = chances_of_triplet(min([sight.unseen[kind] for kind, _ in wanting]), setting)
        chance = chances[max(0, sum([max(0, short) for _, short in wanting]) - sight.wilds)]
    return _Chosen(tuple(parts.items()), sets, pairs == 1, chance, chances)


def _prices(need: Need, sight: Sight) -> list[_Price]:
    """Price what will do, the nearest of it."""
    counts, unseen, wilds, melded = sight.counts, sight.unseen, sight.wilds, sight.melded
    lows = {low for _, low in melded}
    found = []
    for choice in need.choices:
        left = choice
        if lows and any(kind in lows for kind, _ in choice.parts):
            left = choice.beside(melded)
        missing = 0
        for kind, number in left.parts:
            short = number - counts[kind]
            if short > 0:
                missing += short if short <= unseen[kind] + wilds else FARTHEST
        # A set of which nothing is there is beyond reach.
        if missing <= 2 * left.sets + left.pairs:
            found.append(_Price(missing, left.sets, left.pairs, left.parts))
    found.sort()
    return [price for price in found[:_NEAREST] if price.missing <= found[0].missing + 1]
