"""What a bot has to know of a ruleset to judge a hand, as data: the shape of a row. The rows are in ``rows``.

Everything else it needs comes with view and offers: wild kinds are marks, what may be done is offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.patterns import HAND_KINDS

__all__ = [
    "ANY_SUIT", "PLAIN", "Aim", "Choice", "Group", "Melded", "Need", "Ready", "Shape", "Suits", "Traits",
]  # fmt: skip

Shape: TypeAlias = Literal["any", "triplets", "sequences", "pairs"]
"""What the sets of a hand are; ``pairs``: seven pairs, no sets."""

Suits: TypeAlias = tuple[bool, bool, bool, bool]
"""Of which of m, p, s, z a hand may be."""

Melded: TypeAlias = tuple[tuple[str, int], ...]
"""Melds: kind of meld and lowest tile."""

ANY_SUIT: Final[Suits] = (True, True, True, True)


class Group(NamedTuple):
    """A set or pair that a hand must have: kinds, and how many of each."""

    parts: tuple[tuple[int, int], ...]
    is_pair: bool = False

    def is_melded(self, melded: Melded) -> bool:
        """Tell whether it lies among melds."""
        lowest, is_sequence = self.parts[0][0], len(self.parts) > 1
        return not self.is_pair and any(
            low == lowest and (meld == "chow") == is_sequence for meld, low in melded
        )


class Choice(NamedTuple):
    """Groups that together meet a need: their parts, how many are sets, how many pairs."""

    groups: tuple[Group, ...]
    parts: tuple[tuple[int, int], ...]
    sets: int
    pairs: int

    @classmethod
    def of(cls, groups: Iterable[Group]) -> Choice:
        """Put groups together."""
        held = tuple(groups)
        pairs = sum([group.is_pair for group in held])
        return cls(held, tuple([part for group in held for part in group.parts]), len(held) - pairs, pairs)

    def beside(self, melded: Melded) -> Choice:
        """Leave out the sets that lie in melds."""
        left = [group for group in self.groups if not group.is_melded(melded)]
        return self if len(left) == len(self.groups) else self.of(left)


@dataclass(frozen=True, slots=True, eq=False)
class Need:
    """Something a hand must have: any one of these, each one group or several together."""

    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """A hand to go for.

    ``worth`` is what it brings its owner, ``pure`` what it brings while the hand is what the ruleset's row
    calls pure; 0: it does not win then. Both are rough, in any unit: they are only compared.
    """

    worth: float
    pure: float
    shape: Shape = "any"
    suits: Suits = ANY_SUIT
    needs: tuple[Need, ...] = ()
    wilds: int = 0
    """Wild tiles it must have at least."""
    flowers: int = 0
    """Flowers that must be laid out at least."""
    units: int = 0
    """How many it counts of what the ruleset asks a least number of."""
    mixed: bool = False
    """Whether a sequence and two suits are asked for too, which is nearly always so by itself."""


@dataclass(frozen=True, slots=True, eq=False)
class Ready:
    """What a declared hand is paid, as multiples: what a bot chooses its declaration by."""

    drawn: int
    """For drawing the tile oneself."""
    narrow: int
    """For a wait in the middle of a sequence, at its edge, or for the pair alone."""
    wild: int
    """For drawing a wild that stands for a tile waited for."""
    itself: int
    """For drawing a wild that is the very tile of a narrow wait."""
    fourth: int
    """For drawing the fourth of one's triplet; with ``narrow`` on a narrow wait, ``itself``."""
    unknown: int
    """Wild tiles there will be where none is known yet."""


@dataclass(frozen=True, slots=True, eq=False)
class Traits:
    """A ruleset, as far as a bot's judgement goes."""

    aims: tuple[Aim, ...] = (Aim(1, 1),)
    copies: tuple[int, ...] = (4,) * HAND_KINDS
    """How many tiles of each kind hands are made from: none of flowers or of what is not in the set."""
    pure: Literal["concealed", "no_wild"] = "concealed"
    """What makes a hand dearer: no meld that opens it, or no wild tile in it."""
    opening: frozenset[str] = frozenset({"chow", "pong", "open_kong", "added_kong"})
    """Kinds of meld that open a hand."""
    flower_worth: float = 0
    """What each flower laid out adds to a win."""
    kongs: Mapping[str, float] = field(default_factory=dict)
    """What a kong brings by its kind, whoever wins."""
    feeding: int = 0
    """So many melds taken from one player cost him dear; 0: they cost nothing."""
    draws: int = 20
    """How often each draws in a hand that nobody wins."""
    reserve: int = 0
    """Tiles at the wall's end that are not drawn."""
    looks: float = 1.4
    """Tiles one may take between two draws: the own draw, and discards that can be claimed."""
    rush: float = 0.25
    """How likely the others end the hand between two draws, late in it."""
    least: str = ""
    """The option that says how many units a win needs."""
    discard_wins: str = ""
    """The option that lets discards be won; empty where they always may be."""
    false_win: tuple[str, str] = ("", "")
    """The option, and its value, under which a win is on offer whether or not it is lawful."""
    ready: Ready | None = None

    @property
    def seven_pairs(self) -> bool:
        """Whether seven pairs win."""
        return any(aim.shape == "pairs" for aim in self.aims)


PLAIN: Final = Traits()
"""For a ruleset that is not known: four sets and a pair."""
