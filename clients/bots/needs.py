"""How what a hand must have can be met: which groups are nearest, and what is left beside them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from operator import mul
from typing import Final, NamedTuple

from clients.bots.aim import Counts, Parts, is_late
from clients.bots.sight import Sight
from clients.bots.traits import Choice, Melded, Need, Traits

__all__ = ["Way", "Ways", "ways_of"]

_COPIES: Final = 4
_NEAREST: Final = 2
"""Ways to meet a need that are looked into."""
_FEW: Final = 7
"""Where needs are about so many kinds at most the same question comes again and again."""


class Way(NamedTuple):
    """How needs are met: parts to have in hand, the sets left beside them, whether the pair is among them.

    ``late`` counts the tiles that triplets of honours among the parts lack; ``rarest`` is how many of the
    rarest of these are unseen, -1 where there is no such part.
    """

    parts: Parts
    sets: int
    has_pair: bool = False
    late: int = 0
    rarest: int = -1


class _Price(NamedTuple):
    """What groups cost: tiles missing, sets and pairs they are, parts they need in hand."""

    missing: int
    sets: int
    pairs: int
    parts: Parts


class Ways:
    """The ways to meet needs, for all hands that are alike in what the ruleset's needs are about."""

    def __init__(self, counts: Counts, unseen: Counts, wilds: int, melded: Melded, sets: int) -> None:
        self._counts = counts
        self._unseen = unseen
        self._wilds = wilds
        self._melded = melded
        self._sets = sets
        self._known: dict[tuple[Need, ...], list[Way]] = {(): [Way((), sets)]}

    def meeting(self, needs: tuple[Need, ...]) -> list[Way]:
        """Meet all needs in the nearest ways; none where one is out of reach."""
        found = self._known.get(needs)
        if found is None:
            prices = [_prices(need, self._counts, self._unseen, self._wilds, self._melded) for need in needs]
            ways = [_together(way, self._counts, self._unseen, self._sets) for way in product(*prices)]
            found = self._known[needs] = [way for way in ways if way is not None]
        return found


def ways_of(sight: Sight) -> Ways:
    """Give the ways that are open to a hand."""
    asked = _asked_for(sight.traits)
    held, unseen = tuple(map(mul, sight.counts, asked)), tuple(map(mul, sight.unseen, asked))
    melded = tuple([meld for meld in sight.melded if asked[meld[1]]])
    make = _ways if sum(asked) <= _FEW else Ways
    return make(held, unseen, min(sight.wilds, _COPIES), melded, sight.sets_needed)


_ways: Final = lru_cache(maxsize=4096)(Ways)


@lru_cache(maxsize=64)
def _asked_for(traits: Traits) -> tuple[int, ...]:
    """Say of each kind whether (1, else 0) a need of the ruleset is about it."""
    choices = [choice for aim in traits.aims for need in aim.needs for choice in need.choices]
    kinds = {kind for choice in choices for kind, _ in choice.parts}
    return tuple([int(kind in kinds) for kind in range(len(traits.copies))])


@lru_cache(maxsize=4096)
def _beside(need: Need, melded: Melded) -> tuple[Choice, ...]:
    """Leave out of a need's choices what lies in melds."""
    return tuple([choice.beside(melded) for choice in need.choices])


def _prices(need: Need, counts: Counts, unseen: Counts, wilds: int, melded: Melded) -> list[_Price]:
    """Price what will do, the nearest of it."""
    found = []
    for left in _beside(need, melded):
        missing = 0
        # A set of which nothing is there is beyond reach.
        most = 2 * left.sets + left.pairs
        for kind, number in left.parts:
            short = number - counts[kind]
            if short > 0:
                missing += short if short <= unseen[kind] + wilds else most + 1
        if missing <= most:
            found.append(_Price(missing, left.sets, left.pairs, left.parts))
    found.sort()
    return [price for price in found[:_NEAREST] if price.missing <= found[0].missing + 1]


def _together(way: Sequence[_Price], counts: Counts, unseen: Counts, sets: int) -> Way | None:
    """Put the parts of several needs together, if one hand can hold them."""
    parts: dict[int, int] = {}
    pairs = 0
    for price in way:
        sets -= price.sets
        pairs += price.pairs
        for kind, number in price.parts:
            parts[kind] = parts.get(kind, 0) + number
    if sets < 0 or pairs > 1 or (len(way) > 1 and max(parts.values(), default=0) > _COPIES):
        return None
    late = {kind: number - counts[kind] for kind, number in parts.items() if is_late(kind, number)}
    if not late:
        return Way(tuple(parts.items()), sets, pairs == 1)
    wanting = [kind for kind, short in late.items() if short > 0] or list(late)
    return Way(
        tuple(parts.items()), sets, pairs == 1, sum([max(0, short) for short in late.values()]),
        min([unseen[kind] for kind in wanting]),
    )  # fmt: skip
