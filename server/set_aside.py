"""A room that cannot be helped: its journal does not read, or its books are wrong however they are folded.

It stays in the store, owned and as it is, until a program reads it or an operator deletes it. Whoever comes
to it meanwhile is told so, and is no member of it any more: he may go where he likes. No word of its journal
gets out, but why it does not read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from protocol.codes import RejectCode
from protocol.to_client import Rejected, RoomClosed
from server.effects import (
    Attach,
    Detach,
    Effect,
    Enter,
    Input,
    Listen,
    Membership,
    Repeat,
    Submit,
    ToConnection,
)
from server.journal import JournalFault
from server.logs import place_of
from server.oversight import Unreadable
from server.ports import Posted

if TYPE_CHECKING:
    from server.runner import Rooms

__all__ = ["SetAside", "reason_of"]


class SetAside:
    """What is left of a room that cannot be helped; it is posted to as its mailbox was."""

    def __init__(self, house: Rooms, name: str, code: str, about: Unreadable) -> None:
        self.name = name
        self.code = code
        self.about = about
        self._house = house

    def post(self, given: Input) -> Posted:
        """Answer whoever asks or attaches; nothing else is taken."""
        match given:
            case Attach(connection, player):
                closed = ToConnection(connection, RoomClosed(self.name, "unreadable"))
                answer: Sequence[Effect] = closed, Listen(connection, None), Membership(player, inside=False)
            case Enter(connection, player) | Repeat(connection, player) | Submit(connection, player):
                command_id = given.command.id if isinstance(given, Submit) else given.command_id
                refused = ToConnection(connection, Rejected(command_id, RejectCode.UNREADABLE))
                answer = refused, Membership(player, inside=False)
            case Detach():
                answer = ()
            case _:
                return "unknown"
        # As a mailbox does, never before it is known that the input was taken.
        asyncio.get_running_loop().call_soon(self._house.deliver, self.name, answer)
        return "taken"


def reason_of(error: BaseException) -> str:
    """Say why a room does not read, with nothing of what stands in its journal: the kind of error, and where.

    What a journal's reader says in words of its own may be said, such as that a schema is newer.
    """
    if isinstance(error, JournalFault) and error.__cause__ is None:
        return str(error)
    return f"{type(error).__name__} at {place_of(error)}"
