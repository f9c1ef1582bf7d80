"""What a client is told by its session, in order, ready to act upon."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from clients.sdk.fairness import HandCheck
from protocol.events import Event
from protocol.to_client import Accepted, Message, Prompt, Rejected, Welcome
from protocol.to_server import Command

__all__ = [
    "Answered", "Asked", "CaughtUp", "Checked", "Happened", "Happening", "Lost", "Opened", "Over", "Said",
    "TurnedAway",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Opened:
    """The session is open, for the first time or ``again``."""

    welcome: Welcome
    again: bool


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """The hello was refused as it is (a bad name, say)."""

    answer: Rejected


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is gone and will be tried again in ``retry_ms``."""

    code: int | None
    reason: str
    retry_ms: int


@dataclass(frozen=True, slots=True)
class Over:
    """The connection is gone and will not be tried again by itself."""

    code: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Answered:
    """A command has its answer."""

    command: Command
    answer: Accepted | Rejected


@dataclass(frozen=True, slots=True)
class Happened:
    """Event ``n`` of the room's stream is folded in."""

    room: str
    n: int
    event: Event


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """A snapshot has taken the stream's place; ``missed``: events went by that were not seen one by one."""

    room: str
    missed: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """The player is asked."""

    room: str
    prompt: Prompt


@dataclass(frozen=True, slots=True)
class Said:
    """Something outside the numbering, as it came; ``room`` is empty where it is about none."""

    room: str
    message: Message


@dataclass(frozen=True, slots=True)
class Checked:
    """A finished hand was held against its secret (CO-5)."""

    room: str
    check: HandCheck


Happening: TypeAlias = (
    Opened | TurnedAway | Lost | Over | Answered | Happened | CaughtUp | Asked | Said | Checked
)  # fmt: skip
