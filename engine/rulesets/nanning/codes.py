"""Which tile belongs to which seat, for 摸码 and 钓鱼 (NN-14.1, NN-14.2), and how many codes are turned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.options import Values
from engine.rulesets.nanning.events import blooms, first_exposed
from engine.scoring.facts import By, Facts
from engine.seats import distance_from
from engine.tiles import BAI, BEI, DONG, FA, FLOWERS, NAN, RANK_OF, XI, ZHONG, is_suited

__all__ = ["Codes", "codes_due", "hits"]

_HONOURS: Final = {DONG: 0, ZHONG: 0, NAN: 1, FA: 1, XI: 2, BAI: 2, BEI: 3}
_STEPS: Final = tuple(
    (RANK_OF[kind] - 1) % 4 if is_suited(kind) else _HONOURS[kind] for kind in range(FLOWERS.start)
)  # fmt: skip
"""Steps in turn from the dealer to the seat each kind belongs to: 1 5 9 东 中 none, 2 6 南 发 one …"""


def hits(kinds: Iterable[int], seat: int, dealer: int) -> int:
    """Count the tiles that belong to a seat in a hand with this dealer (NN-14.1)."""
    steps = distance_from(dealer, seat)
    return sum(_STEPS[kind] == steps for kind in kinds)


class Codes(NamedTuple):
    """How many codes are turned, and from which end of the wall."""

    number: int
    from_tail: bool


def codes_due(facts: Facts, options: Values) -> Codes:
    """Tell how many codes the winner turns (NN-14.1).

    A self-draw only, none after an exposed 杠上花, no more than the wall holds.
    """
    if facts.by is not By.SELF_DRAW or (blooms(facts) and first_exposed(facts) is not None):
        return Codes(0, False)
    return Codes(min(int(options["codes"]), facts.wall_left), blooms(facts))
