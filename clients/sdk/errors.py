"""What can go wrong for a client, and whose doing it is.

``SdkError``: ``Refused`` a command was rejected (expected; nothing changed) · ``Unreachable`` no connection
could be made · ``Gone`` the connection is over and will not be made again by itself · ``RoomOver`` the room
is no more, or not for this client · ``FairnessBroken`` a deal was not the one committed to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from protocol.codes import RejectCode
from protocol.to_client import Rejected

if TYPE_CHECKING:
    from clients.sdk.fairness import HandCheck

__all__ = ["FairnessBroken", "Gone", "Refused", "RoomOver", "SdkError", "Unreachable"]


class SdkError(Exception):
    """Base of everything the SDK raises on purpose."""


class Refused(SdkError):
    """A command was rejected and changed nothing."""

    def __init__(self, answer: Rejected) -> None:
        where = f" ({answer.field})" if answer.field else ""
        super().__init__(f"{answer.code.value}{where}: {answer.message}".rstrip(": "))
        self.answer = answer

    @property
    def code(self) -> RejectCode:
        """Why: one of the closed set."""
        return self.answer.code


class Unreachable(SdkError):
    """No connection could be made."""


class Gone(SdkError):
    """The connection is over for good; ``code`` is the WebSocket's close code, where there was one."""

    def __init__(self, code: int | None, reason: str) -> None:
        super().__init__(f"the connection is over: {reason or code or 'closed'}")
        self.code = code
        self.reason = reason


class RoomOver(SdkError):
    """The room is no more, or not for this client."""

    def __init__(self, room: str, cause: str) -> None:
        super().__init__(f"room {room} is closed: {cause}")
        self.room = room
        self.cause = cause


class FairnessBroken(SdkError):
    """A hand was not dealt as committed to before it (CO-5); ``check`` says in what."""

    def __init__(self, room: str, check: HandCheck) -> None:
        faults = "; ".join(str(fault) for fault in check.faults)
        super().__init__(f"hand {check.hand} was not dealt as committed to: {faults}")
        self.room = room
        self.check = check
