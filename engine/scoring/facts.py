"""The facts of a finished hand, as a scorer sees them.

Built either from a position file (``engine/position.py``) or from a table's state (``engine/facts.py``). It
mirrors FORMATS "Position" field by field. All seats' hands are here; a scorer may read them all, since it
speaks only when the hand is over, or for its owner's eyes. Tiles are kinds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.melds import Meld

__all__ = ["By", "Facts", "SeatFacts"]


class By(StrEnum):
    """How a hand ended."""

    SELF_DRAW = "self_draw"
    DISCARD = "discard"
    ROB_KONG = "rob_kong"
    FOURTH_MOUTH = "fourth_mouth"
    DRAW = "draw"


@dataclass(slots=True)
class SeatFacts:
    """What belongs to one seat when the hand ends.

    ``concealed`` are the tiles in hand without the winning tile and without melds, sorted; for a seat that
    does not win it may be ``None`` (unknown: a position need not say). ``melds`` and ``flowers`` are in the
    order made.
    """

    concealed: tuple[int, ...] | None = None
    melds: tuple[Meld, ...] = ()
    flowers: tuple[int, ...] = ()
    ready: bool = False
    """Has declared ready (Longjiang)."""
    pushed: int | None = None
    """Kind of the pair pushed out (Longjiang, LJ-3.3)."""
    pre_ready: bool = False
    """NJ-4.10 holds for this seat."""


@dataclass(slots=True)
class Facts:
    """A finished hand. Fields as in FORMATS "Position"."""

    dealer: int
    by: By
    winners: tuple[int, ...] = ()
    """Winning seats, nearest in turn from the discarder first (any order for a scorer)."""
    tile: int | None = None
    """The winning tile; it is in nobody's ``concealed``."""
    source: int | None = None
    """Who discarded it, or whose kong is robbed."""
    seats: tuple[SeatFacts, SeatFacts, SeatFacts, SeatFacts] = field(
        default_factory=lambda: (SeatFacts(), SeatFacts(), SeatFacts(), SeatFacts())
    )
    chain: tuple[Meld, ...] = ()
    """Kongs made one on another with no discard between, oldest first (see FORMATS for each ``by``)."""
    wall_left: int = 40
    first_turn: bool = False
    flower_draw: bool = False
    streak: int = 0
    heated: bool = False
    wilds: tuple[int, ...] = ()
    treasure: int | None = None
    codes: tuple[int, ...] | None = None
    """Tiles turned for 摸码; ``None`` where none were turned."""
    fishing: tuple[tuple[int, ...], ...] | None = None
    """Tiles set aside for 钓鱼, by seat."""
