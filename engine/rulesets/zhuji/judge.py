"""Judge a winner's hand: may he win, and what 台 does he have (ZJ-3, ZJ-4).

Made for the table: some ten microseconds, whatever the number of 财神.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.errors import Code, RuleRefusal
from engine.melds import MeldKind
from engine.options import Values
from engine.rulesets.zhuji import items
from engine.rulesets.zhuji.best import Best, Colour, best_reading, counted
from engine.rulesets.zhuji.hand import MELDED_TAI, Held, hold
from engine.scoring.facts import By, Facts
from engine.scoring.rows import Row

__all__ = ["Judge", "Judged"]


class Judged(NamedTuple):
    """A complete hand: what the winner has, the reading that scores most, and what counts beside it."""

    held: Held
    best: Best
    beside: tuple[Row, ...]
    """台 that count whatever the reading (ZJ-4.5, ZJ-4.6)."""
    special: tuple[Row, ...]
    """What the hand is of ZJ-4.7, whether or not its own 台 suffice."""
    real: int
    """The hand's own 台: ZJ-4.1 to ZJ-4.6."""
    tai: int
    """台 that the hand counts (ZJ-4.9)."""

    @property
    def is_honours(self) -> bool:
        """Whether the hand is 全字牌 (ZJ-4.8)."""
        return self.best.colour is Colour.HONOURS


class Judge:
    """Judges winners under one set of options."""

    __slots__ = ("_discard_wins", "_least", "_open_kongs")

    def __init__(self, options: Values) -> None:
        """Take options as read by ``OPTIONS``."""
        self._discard_wins = bool(options["discard_wins"])
        self._open_kongs = options["rob"] == "exposed"
        self._least = int(options["min_tai"])

    def refuse(self, facts: Facts, seat: int) -> Code | None:
        """Give the reason why the seat may not win, or ``None`` where it may."""
        judged = _judged(facts, seat)
        if judged is None:
            return Code.NOT_A_WIN
        if self._out_of_reach(facts, seat) is not None:
            return Code.NOT_OFFERED
        return Code.BELOW_MINIMUM if judged.tai < self._least else None

    def judge(self, facts: Facts, seat: int) -> Judged:
        """Judge a winner.

        Raises:
            RuleRefusal: he may not win; says why.
        """
        judged = _judged(facts, seat)
        if judged is None:
            raise RuleRefusal(Code.NOT_A_WIN, f"seat {seat} has not four sets and a pair (ZJ-1.3)")
        why = self._out_of_reach(facts, seat)
        if why is not None:
            raise RuleRefusal(Code.NOT_OFFERED, why)
        if judged.tai < self._least:
            has = f"seat {seat} has {judged.tai} 台 where {self._least} are needed (ZJ-3.3)"
            raise RuleRefusal(Code.BELOW_MINIMUM, has)
        return judged

    def _out_of_reach(self, facts: Facts, seat: int) -> str | None:
        """Say why nobody, or not this seat, may win on such a tile (ZJ-2.3, ZJ-3.1, ZJ-3.2)."""
        if facts.by is By.DISCARD:
            if not self._discard_wins:
                return "a discard is not won on (ZJ-3.1)"
            return "nobody may claim a discarded 财神 (ZJ-2.3)" if facts.tile in facts.wilds else None
        if facts.by is not By.ROB_KONG or facts.chain[-1].kind is not MeldKind.OPEN_KONG:
            return None
        if not self._open_kongs:
            return "only added kongs may be robbed (ZJ-3.2)"
        gave = facts.chain[-1].source == seat
        return f"seat {seat} discarded the tile of this kong and may not rob it (ZJ-3.2)" if gave else None


def _judged(facts: Facts, seat: int) -> Judged | None:
    """Read a hand for the most it can score; ``None`` if it is not complete."""
    own = facts.seats[seat]
    if own.concealed is None or facts.tile is None:
        return None
    held = hold((*own.concealed, facts.tile), own.melds, facts.wilds)
    beside = _beside(facts, held)
    special = _special(facts, seat, held)
    more = MELDED_TAI[held.melded] + sum([row.value for row in beside])
    best = best_reading(held, more, bool(special))
    if best is None:
        return None
    real = best.tai + more
    tai = counted(real, best.colour is Colour.HONOURS, bool(special))
    return Judged(held, best, beside, special, real, tai)


def _beside(facts: Facts, held: Held) -> tuple[Row, ...]:
    found: tuple[Row, ...] = ()
    if held.wilds >= items.WILDS_COUNTED:
        found = (items.THREE_WILDS,)
    if facts.by is By.ROB_KONG:
        return (*found, items.ROBBED_KONG)
    if facts.by is By.SELF_DRAW and facts.chain:
        return (*found, items.KONG_DRAW)
    return found


def _special(facts: Facts, seat: int, held: Held) -> tuple[Row, ...]:
    """List what the hand is of ZJ-4.7; a first turn is none after a kong of one's own."""
    found: tuple[Row, ...] = ()
    if facts.first_turn and facts.by is By.SELF_DRAW and not facts.seats[seat].melds:
        found = (items.HEAVENLY if seat == facts.dealer else items.EARTHLY,)
    return found if held.wilds else (*found, items.NO_WILD)
