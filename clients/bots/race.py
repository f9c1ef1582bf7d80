"""How likely a hand gets there: before the wall is out, and before somebody else does.

A hand that lacks n tiles takes n steps, one at most between two draws. How likely a step is depends on how
many tiles help; for steps to come that is what it usually is with so many lacking. Nobody wins early, so the
danger that the hand ends grows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from clients.bots.traits import Shape

__all__ = ["FARTHEST", "Setting", "all_chances", "best_chances", "chance_next", "chances_of_triplet"]

FARTHEST: Final = 15
"""More tiles than any hand lacks."""

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
_QUIET: Final = 12
"""Draws it takes until the danger is as great as it gets."""


class Setting(NamedTuple):
    """What a race is run under: see ``Traits``. ``turns`` are the draws left of ``draws``."""

    rush: float
    draws: int
    turns: int
    looks: float
    discards_win: bool


@lru_cache(maxsize=1024)
def all_chances(setting: Setting) -> Mapping[Shape, tuple[float, ...]]:
    """Give for each shape, by the tiles lacking, how likely a hand gets there."""
    return {
        shape: _race([_step(shape, lacking, setting) for lacking in range(1, FARTHEST + 1)], setting)
        for shape in _LIVE
    }


@lru_cache(maxsize=1024)
def best_chances(setting: Setting) -> tuple[float, ...]:
    """Give, by the tiles lacking, how likely a hand gets there whose shape is the easiest."""
    return tuple(map(max, zip(*all_chances(setting).values(), strict=True)))


@lru_cache(maxsize=16384)
def chance_next(shape: Shape, setting: Setting, lacking: int, live: int) -> float:
    """Give how likely a hand gets there that lacks one tile or more, so many tiles helping now, of
    ``UNSEEN``."""
    steps = [_step(shape, fewer, setting) for fewer in range(1, lacking)]
    steps.append(_likely(live * _looks(shape, lacking, setting)))
    return _race(steps, setting)[lacking]


@lru_cache(maxsize=1024)
def chances_of_triplet(unseen: int, setting: Setting) -> tuple[float, ...]:
    """Give, by the tiles that triplets lack which must be in the hand, how likely they come, so many of their
    kind not being seen; the rest of the hand is made meanwhile."""
    step = _likely(unseen * _PONG_LOOKS), _likely(unseen + 0.5), _likely(unseen + 1)
    return _race(step * 3, setting._replace(rush=setting.rush / 3))


def _step(shape: Shape, lacking: int, setting: Setting) -> float:
    usual = _LIVE[shape]
    return _likely(usual[min(lacking, len(usual)) - 1] * _looks(shape, lacking, setting))


def _looks(shape: Shape, lacking: int, setting: Setting) -> float:
    if lacking == 1:
        return _LAST_LOOKS if setting.discards_win else 1.0
    return _LOOKS[shape] * setting.looks


def _likely(helping: float) -> float:
    return min(helping / UNSEEN, 0.9)


def _race(steps: Sequence[float], setting: Setting) -> tuple[float, ...]:
    """Give, by the steps still to be taken, how likely all are taken in time; ``steps`` says how likely each
    is between two draws, the last one first."""
    odds = [1.0] + [0.0] * len(steps)
    for left in range(1, setting.turns + 1):
        danger = setting.rush * min(1.0, max(0.05, (setting.draws - left) / _QUIET))
        for at in range(len(steps), 0, -1):
            odds[at] = (1 - danger) * (steps[at - 1] * odds[at - 1] + (1 - steps[at - 1]) * odds[at])
    return tuple(odds)
