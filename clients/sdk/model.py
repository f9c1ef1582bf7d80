"""A room as a client knows it, folded from everything it was told; no I/O, no waiting.

The table comes from the stream; around it stands what speaks of the present: the open prompt, the clock, the
room's state, who is there. Of these the latest stands. A prompt waits until the stream has reached the event
it belongs after. Times are the client's own milliseconds: what was left on arrival, counted from then.
"""

from __future__ import annotations

from dataclasses import dataclass

from clients.sdk.fairness import HandCheck, Witness
from clients.sdk.stream import Stream
from protocol import to_client as told
from protocol.vocabulary import SEAT_VIEWS, View

__all__ = ["Asked", "RoomModel"]


@dataclass(slots=True)
class Asked:
    """A prompt and when it came; ``mine`` once this client has answered it.

    Prompts are counted within an incarnation: a server that lost its tail counts some numbers again.
    """

    prompt: told.Prompt
    at: int
    mine: bool = False
    inc: int = 0

    @property
    def key(self) -> tuple[int, int]:
        """What tells it from every other prompt of the room."""
        return self.inc, self.prompt.prompt

    @property
    def is_open(self) -> bool:
        """Whether it still waits for an answer, as far as is known here."""
        return not self.mine and self.prompt.answered is None


class RoomModel:
    """Everything known of one room."""

    def __init__(self, room: str, view: View = "public") -> None:
        self.stream = Stream(room, view)
        self.witness = Witness()
        self.code = ""
        self.state: told.RoomState | None = None
        self.presence: told.Presence | None = None
        self.asked: Asked | None = None
        self.clock: tuple[told.Clock, int] | None = None
        self.standing = False
        """Clocks stand (``notice``)."""
        self.closed: told.RoomClosed | None = None
        self.checks: list[HandCheck] = []
        self.records: list[str] = []
        self._held: Asked | None = None
        self._last: tuple[int, int] = (0, 0)

    @property
    def room(self) -> str:
        """The room's public id."""
        return self.stream.room

    @property
    def seat(self) -> int | None:
        """The own seat; ``None`` for who only looks on or stands."""
        view = self.stream.view
        return SEAT_VIEWS.index(view) if view in SEAT_VIEWS else None

    def heard(self, message: told.Message, now: int) -> told.Prompt | None:
        """Take in what is outside the numbering; give the prompt that is newly asked, if one is."""
        match message:
            case told.Prompt():
                self._held = Asked(message, now)
                return self.release()
            case told.PromptClosed():
                self._close(message.prompt)
            case told.Clock():
                self.clock = (message, now)
            case told.RoomState():
                if self.state is None or message.rev >= self.state.rev:
                    self.state = message
                    self.code = message.code or self.code
            case told.Presence():
                self.presence = message
            case told.RecordReady():
                self.records.append(message.match)
            case told.RoomClosed():
                self.closed, self.asked, self._held = message, None, None
            case _:
                pass
        return None

    def release(self) -> told.Prompt | None:
        """Ask what is held back, once the stream has come so far; give it if it is new."""
        held = self._held
        if held is None or held.prompt.n > self.stream.n or self.stream.behind:
            return None
        held.inc = self.stream.inc
        held.mine = self.asked is not None and self.asked.key == held.key and self.asked.mine
        self.asked, self._held = held, None
        if held.key == self._last:
            return None
        self._last = held.key
        return held.prompt

    def lost(self) -> None:
        """Take in that the connection is gone: what is in force will be told again on the next one."""
        self.stream.ask_again()
        self.clock, self._held = None, None
        if self.asked is not None and not self.asked.mine:
            self.asked = None

    def answered(self, prompt: int, mine: bool) -> None:
        """Note that this client has answered a prompt, or that its answer did not count."""
        if self.asked is not None and self.asked.prompt.prompt == prompt:
            self.asked.mine = mine

    def _close(self, prompt: int) -> None:
        if self.asked is not None and self.asked.prompt.prompt <= prompt:
            self.asked = None
        if self._held is not None and self._held.prompt.prompt <= prompt:
            self._held = None
