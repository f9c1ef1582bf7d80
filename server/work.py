"""What a room does in one step, as it comes together: facts to journal, and what is said when they are saved.

Facts are folded as they are decided, so what is decided next sees them. Times are armed only when the step is
saved and sent: the server's own time is charged to nobody (CO-8.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from protocol.answers import Result
from protocol.codes import RejectCode
from protocol.to_client import Accepted, Rejected
from protocol.vocabulary import RoomId, StreamPoint
from server.effects import Effect, ToConnection
from server.journal import Fact

__all__ = ["Attachment", "NoticeCode", "Refused", "Work", "rejection"]

NoticeCode: TypeAlias = Literal["store_down", "store_back", "waiting", "resumed"]


class Refused(Exception):
    """Raised where a command is refused; it has changed nothing."""

    def __init__(
        self,
        code: RejectCode,
        message: str = "",
        field: str = "",
        retry_ms: int | None = None,
        clause: str = "",
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.field = field
        self.retry_ms = retry_ms
        self.clause = clause


class Attachment:
    """A connection that begins to listen: what it shall be told when the step is saved."""

    __slots__ = ("connection", "greet", "player", "resume")

    def __init__(self, connection: int, player: str, resume: StreamPoint | None, greet: bool = True) -> None:
        self.connection = connection
        self.player = player
        self.resume = resume
        self.greet = greet


class Work:
    """One step in the making."""

    __slots__ = (
        "answers", "arms", "attached", "barred", "closing", "deafened", "facts", "frames", "gone", "is_aside",
        "is_checkpoint", "is_final", "moved", "notes", "notice", "now", "opened", "parts", "reason",
    )  # fmt: skip

    def __init__(self, now: int) -> None:
        self.now = now
        self.facts: list[Fact] = []
        self.parts: list[tuple[int, tuple[int, ...]]] = []
        """Where an entry ends before the last one does, and the streams' heads there."""
        self.answers: list[Effect] = []
        self.arms: list[tuple[str, int]] = []
        """Table deadlines to arm when the step is saved."""
        self.moved: list[str] = []
        """Members who listen to another view from now on."""
        self.attached: list[Attachment] = []
        self.barred: list[int] = []
        """Connections of watchers who may not watch on."""
        self.deafened: list[int] = []
        """Connections that newer ones of the same players have taken the place of."""
        self.closing: list[Effect] = []
        self.gone: Literal["empty", "abandoned", "closed"] | None = None
        self.reason = ""
        self.frames: list[Effect] = []
        self.notes: list[Effect] = []
        self.opened: list[int] = []
        self.notice: NoticeCode | None = None
        self.is_aside = False
        self.is_checkpoint = False
        """The whole room is among the facts."""
        self.is_final = False
        """A deal is committed to, or the match ends."""

    def aside(self, notice: NoticeCode) -> Work:
        """Make it a step beside the others, of which nothing is told but this notice."""
        self.notice = notice
        self.is_aside = True
        return self

    def take(self, frames: list[Effect], notes: list[Effect], opened: list[int]) -> None:
        """Take over what the fold has brought about, to be told when it is saved."""
        self.frames, self.notes, self.opened = frames[:], notes[:], opened[:]
        frames.clear()
        notes.clear()
        opened.clear()

    def part(self, heads: Sequence[int]) -> None:
        """End an entry here: what comes next is saved by itself, though in the same append."""
        self.parts.append((len(self.facts), tuple(heads)))

    def accept(self, connection: int, command_id: str, result: Result | None = None) -> None:
        """Answer that a command was carried out."""
        self.answers.append(ToConnection(connection, Accepted(command_id, result)))

    def reject(self, connection: int, command_id: str, refused: Refused, room: RoomId | None = None) -> None:
        """Answer that a command was refused."""
        self.answers.append(ToConnection(connection, rejection(command_id, refused, room)))


def rejection(command_id: str, refused: Refused, room: RoomId | None = None) -> Rejected:
    """Write a refusal as the answer to a command."""
    return Rejected(
        command_id, refused.code, refused.message, refused.field, refused.clause, room, refused.retry_ms
    )
