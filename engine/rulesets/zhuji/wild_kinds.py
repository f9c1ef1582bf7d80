"""Which kinds are 财神 (ZJ-2.1): the one drawn or agreed on and, with two kinds, the one next to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.errors import MalformedError
from engine.mechanics.wilds import LABEL
from engine.notation import format_tiles, parse_tile
from engine.options import Values
from engine.ruleset import WallMember
from engine.tiles import BAI, BEI, DONG, FA, FLOWERS, NAN, XI, ZHONG

__all__ = ["RANDOM", "WildKinds"]

RANDOM: Final = "random"
"""Value of the option ``wild`` under which the kind is drawn with each hand."""

_ELIGIBLE: Final = FLOWERS.start
"""Kinds that may be wild: all there are in the set, so the number drawn is the kind itself."""

_HONOURS: Final = {DONG: NAN, NAN: XI, XI: BEI, BEI: DONG, ZHONG: FA, FA: BAI, BAI: ZHONG}
_NEXT: Final = tuple(
    kind // 9 * 9 + (kind + 1) % 9 if kind < DONG else _HONOURS[kind] for kind in range(_ELIGIBLE)
)  # fmt: skip


class WildKinds:
    """The wild kinds as the options have them."""

    __slots__ = ("fixed", "number")

    def __init__(self, options: Values) -> None:
        self.number = int(options["wild_kinds"])
        wild = str(options["wild"])
        self.fixed = None if wild == RANDOM else parse_tile(wild)

    def of(self, drawn: int) -> tuple[int, ...]:
        """List the wild kinds, from the one drawn or agreed on."""
        return (drawn,) if self.number == 1 else (drawn, _NEXT[drawn])

    @property
    def chance(self) -> tuple[tuple[str, int, int], ...]:
        """The draw of chance that a hand needs (CO-5.2): one number below the kinds, where none is fixed."""
        return ((LABEL, _ELIGIBLE, 1),) if self.fixed is None else ()

    @property
    def wall_member(self) -> WallMember:
        """How a record's stacked wall names them."""
        return WallMember(LABEL, self._numbers, lambda numbers: self.of(numbers[0]))

    def check(self, kinds: Iterable[int]) -> None:
        """Refuse what a position cannot have as its wild kinds, whose order is free there.

        Raises:
            MalformedError: another number of kinds than agreed, no neighbours, or another kind than agreed.
        """
        given = sorted(kinds)
        first = range(_ELIGIBLE) if self.fixed is None else (self.fixed,)
        if all(given != sorted(self.of(drawn)) for drawn in first):
            raise MalformedError(f"$.{LABEL}", f"must be {self._wanted}, not {format_tiles(given)!r}")

    def _numbers(self, given: tuple[int, ...] | None) -> tuple[int, ...]:
        """Give the number that was drawn, from what a wall names: the drawn kind first, the next after it if
        at all."""
        if given is None:
            if self.fixed is None:
                raise MalformedError(f"$.{LABEL}", "is required where the option 'wild' is 'random'")
            return ()
        drawn = given[0] if given and given[0] < _ELIGIBLE else None
        if drawn is None or given not in ((drawn,), self.of(drawn)) or self.fixed not in (None, drawn):
            raise MalformedError(f"$.{LABEL}", f"must be {self._wanted}, the drawn one first")
        return (drawn,) if self.fixed is None else ()

    @property
    def _wanted(self) -> str:
        if self.fixed is not None:
            return format_tiles(self.of(self.fixed))
        return "one kind of tile" if self.number == 1 else "a kind of tile and the one next to it"
