"""Commands on their way: each is said until it is answered, once, and its answer is handed back.

A command keeps its id for as long as it lives, so saying it again is harmless: after a lost connection all
that have no answer are said again in their old order, and *not now* (``busy``, ``store_down``, ``too_fast``)
puts one off. It never says more than the server puts up with (``Limits``). Times are milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from protocol.codes import RejectCode
from protocol.to_client import Accepted, Limits, Rejected
from protocol.to_server import Command

__all__ = ["NOT_NOW", "Outbox"]

NOT_NOW: Final = {RejectCode.BUSY: 200, RejectCode.STORE_DOWN: 500, RejectCode.TOO_FAST: 250}
"""Codes after which the same command may be said again; how long to wait where the server does not say."""
_PATIENCE_MS: Final = 5_000
"""Longest wait that is taken without asking; a longer one (rooms a minute, wrong codes) is the caller's."""


@dataclass(slots=True)
class _Held:
    command: Command
    said: bool = False
    due: int = 0


class Outbox:
    """Commands without an answer, in the order they were given."""

    def __init__(self) -> None:
        self._held: dict[str, _Held] = {}
        self._rate = 0.0
        self._most = 0.0
        self._tokens = 0.0
        self._filled = 0

    def __len__(self) -> int:
        return len(self._held)

    def __contains__(self, command_id: str) -> bool:
        return command_id in self._held

    def put(self, command: Command) -> None:
        """Keep a command until it is answered."""
        self._held[command.id] = _Held(command)

    def drop(self, command_id: str) -> None:
        """Wait for this answer no more. What was said may still be carried out."""
        self._held.pop(command_id, None)

    def connected(self, limits: Limits, now: int) -> None:
        """Take in that a new connection is open: everything unanswered is to be said (again)."""
        self._rate, self._filled = limits.commands_per_s / 1000, now
        # One less than the server's, since hello has used one there.
        self._most = self._tokens = max(1.0, float(limits.burst - 1))
        for held in self._held.values():
            held.said, held.due = False, 0

    def take(self, now: int) -> list[Command]:
        """Give what is to be said now, and take it for said."""
        self._fill(now)
        taken = []
        for held in self._held.values():
            if self._tokens < 1:
                break
            if not held.said and held.due <= now:
                held.said = True
                self._tokens -= 1
                taken.append(held.command)
        return taken

    def due(self, now: int) -> int | None:
        """Say when there will be something to say; ``None`` while all there is waits for its answer."""
        waits = [held.due for held in self._held.values() if not held.said]
        if not waits:
            return None
        self._fill(now)
        allowed = now if self._tokens >= 1 else now + int((1 - self._tokens) / self._rate) + 1
        return max(min(waits), allowed)

    def answered(self, answer: Accepted | Rejected, now: int) -> Command | None:
        """Take in an answer; give the command it settles, if it does."""
        held = self._held.get(answer.id or "")
        if held is None:
            return None
        if isinstance(answer, Rejected) and answer.code in NOT_NOW:
            wait = NOT_NOW[answer.code] if answer.retry_ms is None else answer.retry_ms
            if wait <= _PATIENCE_MS:
                held.said, held.due = False, now + wait
                return None
        del self._held[held.command.id]
        return held.command

    def _fill(self, now: int) -> None:
        self._tokens = min(self._most, self._tokens + (now - self._filled) * self._rate)
        self._filled = now
