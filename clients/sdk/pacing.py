"""When to try again: growing pauses with jitter, and what each way to be closed says about coming back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from protocol.codes import CloseCode, Reconnect

__all__ = ["Backoff", "STEPS_MS", "policy_of"]

STEPS_MS: Final = (300, 600, 1200, 2400, 5000)
"""Pauses before each try; the last is repeated (UI 4.6)."""
_JITTER: Final = 0.2
_STEADY_MS: Final = 1_000
"""A connection that stood this long makes the pauses short again; one that did not is the server's fault."""
_LATER: Final = frozenset({1001, 1006, 1011, 1012, 1013})
"""The WebSocket's own codes that mean *later*; all its others mean *no* (docs/protocol.md)."""
_OURS: Final = {close.value: close for close in CloseCode}


def policy_of(code: int | None) -> Reconnect:
    """Say whether to come back after this close code; ``None`` is a connection lost without one."""
    if code is None or code in _LATER:
        return "later"
    close = _OURS.get(code)
    return "no" if close is None else close.reconnect


class Backoff:
    """The pauses between tries; ``random`` gives numbers in [0, 1)."""

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random
        self._step = 0

    def stood(self, lasted_ms: int) -> None:
        """Take in how long a connection stood before it was lost."""
        if lasted_ms >= _STEADY_MS:
            self._step = 0

    def next_ms(self, at_once: bool = False) -> int:
        """Give the pause before the next try; the first may be none where the server asks one back now."""
        step, self._step = self._step, min(self._step + 1, len(STEPS_MS) - 1)
        if at_once and step == 0:
            return 0
        return round(STEPS_MS[step] * (1 + _JITTER * (2 * self._random() - 1)))
