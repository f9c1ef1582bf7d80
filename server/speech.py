"""How often one may speak: one phrase in three seconds, six in a minute."""

from __future__ import annotations

from typing import Final

__all__ = ["Speech"]

_GAP_MS: Final = 3000
_MINUTE_MS: Final = 60_000
_A_MINUTE: Final = 6


class Speech:
    """When somebody spoke last."""

    __slots__ = ("_said",)

    def __init__(self) -> None:
        self._said: list[int] = []

    def wait_ms(self, now: int) -> int:
        """How long it is until he may speak again; 0 for now."""
        self._said = [at for at in self._said if now - at < _MINUTE_MS]
        waits = [self._said[-1] + _GAP_MS - now] if self._said else []
        if len(self._said) >= _A_MINUTE:
            waits.append(self._said[-_A_MINUTE] + _MINUTE_MS - now)
        return max([0, *waits])

    def spoke(self, now: int) -> None:
        """Take note that he spoke."""
        self._said.append(now)
