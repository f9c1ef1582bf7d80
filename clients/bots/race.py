"""How likely a hand gets there: before the wall is out, and before somebody else does.

A hand that lacks n tiles takes n steps, one at most between two draws. How likely a step is depends on how
many tiles help; for steps to come that is what it usually is with so many lacking. Nobody wins early, so the
danger that the hand ends grows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from clients.bots.traits import Shape, Traits

__all__ = ["MOST_TURNS", "UNSEEN", "Race", "chance_next", "race_of"]

FARTHEST: Final = 15
"""More tiles than any hand lacks."""
MOST_TURNS: Final = 30
"""More draws than anybody has."""

_LIVE: Final[dict[Shape, tuple[int, ...]]] = {
    "any": (6, 13, 21, 29, 36, 42), "sequences": (6, 13, 21, 29, 36, 42),
    "triplets": (4, 7, 10, 14, 18, 22), "pairs": (5, 10, 15, 21, 27, 33),
}  # fmt: skip
"""How many tiles usually help, with one lacking, two, …"""
_LOOKS: Final[dict[Shape, float]] = {"any": 1.0, "sequences": 0.9, "triplets": 2.0, "pairs": 0.7}
"""Tiles looked at between two draws, in proportion."""
_LAST_LOOKS: Final = 2.4
"""The same for the last tile, where any discard may be won."""
_PONG_LOOKS: Final = 3.2
"""The same for the third tile of a triplet."""
UNSEEN: Final = 85
"""Tiles not seen, about the middle of a hand."""
_COPIES: Final = 4
_QUIET: Final = 12
"""Draws it takes until the danger is as great as it gets."""


class Race:
    """How likely hands get there under a ruleset.

    ``chances`` are by shape, then by the draws left, ``MOST_TURNS`` at most, then by the tiles lacking.
    ``triplets`` say how likely triplets come that must be in the hand, whose rest is made meanwhile: by
    how many of their kind are not seen, the draws left and the tiles that they lack.
    """

    def __init__(self, traits: Traits, discards_win: bool) -> None:
        self._looks = {shape: traits.looks * looks for shape, looks in _LOOKS.items()}
        self._last_looks = _LAST_LOOKS if discards_win else 1.0
        self._safe = [1 - traits.rush * _danger(traits.draws - left) for left in range(1, MOST_TURNS + 1)]
        self.chances: Mapping[Shape, Sequence[tuple[float, ...]]] = {
            shape: _run([self._usual(shape, lacking) for lacking in range(1, FARTHEST + 1)], self._safe)
            for shape in _LIVE
        }
        safer = [1 - traits.rush / 3 * _danger(traits.draws - left) for left in range(1, MOST_TURNS + 1)]
        self.triplets: Sequence[Sequence[tuple[float, ...]]] = [
            _run([_likely(unseen * _PONG_LOOKS), _likely(unseen + 0.5), _likely(unseen + 1)] * 3, safer)
            for unseen in range(_COPIES + 1)
        ]

    def next(self, shape: Shape, turns: int, lacking: int, live: int) -> float:
        """Give how likely a hand gets there that lacks one tile or more, so many tiles helping now, of
        ``UNSEEN``."""
        step, fewer = self._step(shape, lacking, live), self.chances[shape]
        odds = 0.0
        for left in range(turns):
            odds = self._safe[left] * (step * fewer[left][lacking - 1] + (1 - step) * odds)
        return odds

    def _usual(self, shape: Shape, lacking: int) -> float:
        usual = _LIVE[shape]
        return self._step(shape, lacking, usual[min(lacking, len(usual)) - 1])

    def _step(self, shape: Shape, lacking: int, live: int) -> float:
        return _likely(live * (self._last_looks if lacking == 1 else self._looks[shape]))


race_of: Final = lru_cache(maxsize=64)(Race)
"""The race that a ruleset is, where discards may be won or not."""
chance_next: Final = lru_cache(maxsize=16384)(Race.next)


def _danger(drawn: int) -> float:
    """Give how great the danger is after so many draws, as a part of the greatest."""
    return min(1.0, max(0.05, drawn / _QUIET))


def _likely(helping: float) -> float:
    return min(helping / UNSEEN, 0.9)


def _run(steps: Sequence[float], safe: Sequence[float]) -> list[tuple[float, ...]]:
    """Give, by the draws left and by the steps still to be taken, how likely all are taken in time.

    ``steps`` says how likely each is between two draws, the last one first; ``safe``, by the draws left, how
    likely nobody else ends the hand meanwhile.
    """
    odds = [1.0] + [0.0] * len(steps)
    found = [tuple(odds)]
    for held in safe:
        for at in range(len(steps), 0, -1):
            odds[at] = held * (steps[at - 1] * odds[at - 1] + (1 - steps[at - 1]) * odds[at])
        found.append(tuple(odds))
    return found
