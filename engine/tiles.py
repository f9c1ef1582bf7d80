"""Tile kinds: the alphabet that everything else in the engine speaks.

A tile is an ``int`` from 0 to 41, its *kind*: copies of a kind are interchangeable. The order is the
one that FORMATS names (``m p s z f``), so sorting kinds sorts a hand. This file knows no ruleset: which
kinds a game uses, and which of them are flowers, is said by a ``TileSet``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = [
    "BAI", "BEI", "COPIES", "DONG", "FA", "FLOWERS", "HONOURS", "KINDS", "NAN", "RANK_OF", "SUITS",
    "SUIT_KINDS", "SUIT_OF", "TERMINALS", "TileSet", "WINDS", "XI", "ZHONG", "is_honour", "is_suited",
]  # fmt: skip

KINDS: Final = 42
"""Number of kinds: 27 suited, 7 honours, 8 flowers."""

COPIES: Final = 4
"""Copies of a suited tile or honour in every set that has it."""

DONG, NAN, XI, BEI, BAI, FA, ZHONG = range(27, 34)
"""东 南 西 北 白 发 中, ``1z`` to ``7z``."""

SUITS: Final = "mpszf"
"""Suit letters: 万 characters, 筒 dots, 条 bamboo, honours, flowers."""

SUIT_OF: Final[tuple[int, ...]] = tuple(min(kind // 9, 3) if kind < 34 else 4 for kind in range(KINDS))
"""Index into ``SUITS`` of each kind."""

RANK_OF: Final[tuple[int, ...]] = tuple(
    kind % 9 + 1 if kind < 27 else kind - (26 if kind < 34 else 33) for kind in range(KINDS)
)
"""Digit of each kind within its suit, from 1."""

SUIT_KINDS: Final = range(27)
WINDS: Final = range(27, 31)
HONOURS: Final = range(27, 34)
FLOWERS: Final = range(34, 42)
TERMINALS: Final = frozenset({0, 8, 9, 17, 18, 26})
"""The ones and nines of the three suits."""


def is_suited(kind: int) -> bool:
    """Tell whether the kind belongs to one of the three suits."""
    return kind < 27


def is_honour(kind: int) -> bool:
    """Tell whether the kind is a wind or one of 白 发 中."""
    return 27 <= kind < 34


class TileSet(NamedTuple):
    """The tiles a ruleset plays with.

    ``copies`` holds how many of each of the 42 kinds there are; ``flowers`` the kinds that are laid out and
    replaced as soon as they are held.
    """

    copies: tuple[int, ...]
    flowers: frozenset[int]

    @property
    def size(self) -> int:
        """Number of tiles in the set."""
        return sum(self.copies)

    def tiles(self) -> list[int]:
        """List every tile of the set in the order ``m p s z f``, four of a kind together (CO-5.2)."""
        return [kind for kind in range(KINDS) for _ in range(self.copies[kind])]
