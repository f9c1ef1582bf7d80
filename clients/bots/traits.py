"""What a bot has to know of a ruleset to judge a hand: data, one row each; an unknown one gets a plain row.

Everything else it needs comes with view and offers: wild kinds are marks, what may be done is offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.patterns import HAND_KINDS

__all__ = ["PLAIN", "TRAITS", "Traits", "traits_of"]


@dataclass(frozen=True, slots=True)
class Traits:
    """A ruleset's shape: whether seven pairs win, and the kinds no hand is made of (flowers, absent)."""

    seven_pairs: bool = False
    outside: frozenset[int] = frozenset()

    @property
    def copies(self) -> list[int]:
        """How many tiles of each kind hands are made from."""
        return [0 if kind in self.outside else 4 for kind in range(HAND_KINDS)]


PLAIN: Final = Traits()
_HONOURS: Final = range(27, 34)

TRAITS: Final[Mapping[str, Traits]] = {
    "nanning": Traits(seven_pairs=True),  # NN-1.1, NN-1.5
    "nanjing": Traits(seven_pairs=True, outside=frozenset({31, 32, 33})),  # NJ-1.1, NJ-1.5
    "zhuji": Traits(),  # ZJ-1.1, ZJ-1.3
    "longjiang": Traits(outside=frozenset(_HONOURS) - {33}),  # LJ-1.1
}


def traits_of(ruleset: str) -> Traits:
    """Give a ruleset's row."""
    return TRAITS.get(ruleset, PLAIN)
