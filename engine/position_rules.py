"""What a ruleset tells the position reader about itself: data only.

A ruleset plugs in with one ``PositionRules`` in its folder (``position.py``) and one line in
``engine/rulesets/registry.py``. The reader checks everything that FORMATS asks of all rulesets, with this
as its only knowledge of the ruleset, and then calls the scorer's ``check`` for the rest (Zhuji's wild
kinds, what may be turned as codes, a hand that would have ended before …).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.melds import MeldKind
from engine.options import OptionSet, Values
from engine.scoring.facts import By
from engine.scoring.scorer import Scorer
from engine.tiles import TileSet

__all__ = ["PositionRules"]


class PositionRules(NamedTuple):
    """How positions of one ruleset look. Everything FORMATS has for all rulesets need not be named."""

    key: str
    options: OptionSet
    scorer: Callable[[Values], Scorer]
    """Builds the scorer for options that were read; usually the class itself."""
    tile_set: TileSet
    melds: frozenset[MeldKind]
    """Kinds of meld that there are."""
    ways: frozenset[By] = frozenset({By.SELF_DRAW, By.DISCARD, By.ROB_KONG, By.DRAW})
    """Ways for a hand to end."""
    robbed: frozenset[MeldKind] = frozenset({MeldKind.ADDED_KONG})
    """Kinds of kong that may be written as robbed; what options forbid is the scorer's to say (exit 3)."""
    fields: frozenset[str] = frozenset()
    """Members of a position beyond the common: ``flower_draw streak heated wild treasure codes fishing``."""
    win_fields: frozenset[str] = frozenset()
    """Members of a winner beyond the common: of ``ready pushed pre_ready``."""
    seat_fields: frozenset[str] = frozenset()
    """Members of another seat beyond the common: ``ready``."""
    reserve: int = 0
    """Tiles at the wall's end that are never drawn; ``wall_left`` counts them and cannot be less."""
