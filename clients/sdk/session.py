"""A client's session without the socket: bytes and times in, bytes to send and happenings out.

It survives connections: who the player is, the rooms with their streams, and the commands without an answer
live here; a connection comes and goes (``connected``, ``lost``). Upon each it says hello with how far it has
every stream, asks again for what is missing, and sends once more what was not answered. By itself it sends
nonces (CO-5.2) and, as ``Habits`` say, tells that a result has been seen and takes the seat back from
autopilot. Time and randomness are handed in; times are milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from clients.sdk import happenings as h
from clients.sdk.fairness import HandCheck
from clients.sdk.happenings import Happening
from clients.sdk.model import RoomModel
from clients.sdk.outbox import NOT_NOW, Outbox
from clients.sdk.pacing import Backoff, policy_of
from clients.sdk.stream import Took
from protocol import events as happened
from protocol import to_client as told
from protocol import to_server as say
from protocol.answers import Entered, HandResultFound
from protocol.codec import Codec, UnknownEvent, Unreadable, decode_message, encode
from protocol.codes import RejectCode
from protocol.events import Event
from protocol.vocabulary import LEVEL, StreamPoint

__all__ = ["Habits", "Identity", "Session"]

_MOST_RESUMED = 4
_PASSES = frozenset({*NOT_NOW, RejectCode.INTERNAL})
"""Refusals of a hello that say nothing against it."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What a client does by itself."""

    nonces: bool = True
    """Add randomness to each hand of the own."""
    ready_next: bool = True
    """Be ready for the next hand as soon as a result is there."""
    take_back: bool = True
    """Take the seat back when autopilot has it."""


@dataclass(slots=True)
class Identity:
    """Who one is: a token, or a code made on another device, or a new guest with this name."""

    name: str | None = None
    token: str | None = None
    device_code: str | None = None
    lang: Literal["zh", "en"] = "zh"
    program: str = "sifang-sdk/0.1"


class Session:
    """One player's session with a server."""

    def __init__(
        self, identity: Identity, habits: Habits, random: Callable[[int], bytes], backoff: Backoff
    ) -> None:
        self.rooms: dict[str, RoomModel] = {}
        self.welcome: told.Welcome | None = None
        self.is_open = False
        self._identity = identity
        self._habits = habits
        self._random = random
        self._backoff = backoff
        self._outbox = Outbox()
        self._own: set[str] = set()
        self._codec = Codec.MSGPACK
        self._wires: list[bytes] = []
        self._since: int | None = None

    # ------------------------------------------------------------ connections

    @property
    def token(self) -> str | None:
        """What to come back with, also from another process: keep it like a password."""
        return self._identity.token

    def new_id(self) -> str:
        """Draw a command's id."""
        return self._random(16).hex()

    def connected(self, codec: Codec, now: int) -> None:
        """Take in that a connection is there, and say hello upon it."""
        who, points = self._identity, self._points()
        self._codec, self._since, self._wires = codec, now, []
        hello = say.Hello(
            levels=(LEVEL,), token=who.token, device_code=who.device_code if who.token is None else None,
            name=who.name if who.token is None else None, lang=who.lang, client=who.program, resume=points,
        )  # fmt: skip
        self._wires.append(encode(hello, codec))

    def lost(self, code: int | None, reason: str, now: int) -> Happening:
        """Take in that the connection is gone, or could not be made; say whether and when to try again.

        ``code`` is the close code, ``None`` where there was none.
        """
        self.is_open, self._wires = False, []
        for room in self.rooms.values():
            room.lost()
        policy = policy_of(code)
        if policy == "no":
            return h.Over(code, reason)
        if self._since is not None:
            self._backoff.stood(now - self._since)
            self._since = None
        return h.Lost(code, reason, self._backoff.next_ms(at_once=policy == "now"))

    # ------------------------------------------------------------ out

    def put(self, command: say.Command) -> None:
        """Say a command until it is answered."""
        if isinstance(command, say.Act) and command.room in self.rooms:
            self.rooms[command.room].answered(command.prompt, True)
        self._outbox.put(command)

    def drop(self, command_id: str) -> None:
        """Wait for this command's answer no more."""
        self._outbox.drop(command_id)

    def ping(self, at: int) -> None:
        """Ask for an echo on this connection; lost with it."""
        if self.is_open:
            self._wires.append(encode(say.Ping(at), self._codec))

    def take(self, now: int) -> list[bytes]:
        """Give the frames to send now, in order."""
        if self.is_open:
            self._wires.extend(encode(command, self._codec) for command in self._outbox.take(now))
        wires, self._wires = self._wires, []
        return wires

    def due(self, now: int) -> int | None:
        """Say when ``take`` will have something that it has not now."""
        return self._outbox.due(now) if self.is_open else None

    # ------------------------------------------------------------ in

    def receive(self, data: bytes | str, now: int) -> list[Happening]:
        """Take in one frame from the server."""
        message = decode_message(data, self._codec)
        match message:
            case told.Frame() | UnknownEvent():
                return self._frame(message)
            case told.Snapshot():
                return self._snapshot(message)
            case told.Accepted() | told.Rejected():
                return self._answer(message, now)
            case told.Welcome():
                return [self._welcomed(message, now)]
            case Unreadable():
                return []
            case _:
                return self._besides(message, now)

    def _welcomed(self, welcome: told.Welcome, now: int) -> Happening:
        again, self.welcome = self.welcome is not None, welcome
        self.is_open, self._identity.token = True, welcome.token
        self._outbox.connected(welcome.limits, now)
        if welcome.running is not None:
            self._room(welcome.running.room, welcome.running)
        return h.Opened(welcome, again)

    def _room(self, room: str, entered: told.Running | Entered | told.Matched | None = None) -> RoomModel:
        """Find a room's model, or begin one; a closed one begins anew when it is entered again."""
        model = self.rooms.get(room)
        if model is None or model.closed is not None:
            self.rooms = {name: each for name, each in self.rooms.items() if each.closed is None}
            model = self.rooms[room] = RoomModel(room)
        if entered is not None and model.stream.inc == 0:
            model.stream.view = entered.view
        if isinstance(entered, Entered | told.Matched):
            model.code = entered.code or model.code
        return model

    def _points(self) -> tuple[StreamPoint, ...]:
        """List how far each room's stream is known, the newest rooms first."""
        present = [model.stream.point for model in self.rooms.values() if model.closed is None]
        return tuple(present[::-1][:_MOST_RESUMED])

    def _frame(self, frame: told.Frame | UnknownEvent) -> list[Happening]:
        model = self.rooms.get(frame.room)
        if model is None or model.closed is not None:
            return []
        before = model.stream.table
        took = model.stream.take(frame)
        if took is Took.LOST:
            self._resync(model)
        if took is not Took.NEXT or isinstance(frame, UnknownEvent):
            return []
        found: list[Happening] = [h.Happened(frame.room, frame.n, frame.event)]
        check = model.witness.see(frame.event, before)
        self._respond(model, frame.event)
        return found + self._checked(model, check) + self._released(model)

    def _snapshot(self, snapshot: told.Snapshot) -> list[Happening]:
        model = self._room(snapshot.room)
        missed = model.stream.begin(snapshot)
        found: list[Happening] = [h.CaughtUp(snapshot.room, missed)]
        if missed:
            found += self._checked(model, model.witness.miss(snapshot.state))
            self._resume(model)
        return found + self._released(model)

    def _released(self, model: RoomModel) -> list[Happening]:
        prompt = model.release()
        return [] if prompt is None else [h.Asked(model.room, prompt)]

    def _checked(self, model: RoomModel, check: HandCheck | None) -> list[Happening]:
        if check is None:
            return []
        model.checks.append(check)
        return [h.Checked(model.room, check)]

    def _besides(self, message: told.Message, now: int) -> list[Happening]:
        """Take in what is outside the numbering."""
        room = getattr(message, "room", None) or ""
        found: list[Happening] = [h.Said(room, message)]
        model = self.rooms.get(room)
        match message:
            case told.Matched():
                self._room(room, message)
            case told.Notice():
                for each in self.rooms.values() if not room else (model,):
                    if each is not None:
                        each.standing = message.clocks_stand
            case told.RoomState() if model is None or model.closed is not None:
                self._room(room).heard(message, now)
            case _ if model is not None:
                prompt = model.heard(message, now)
                return found if prompt is None else [*found, h.Asked(room, prompt)]
            case _:
                pass
        return found

    def _answer(self, answer: told.Accepted | told.Rejected, now: int) -> list[Happening]:
        if isinstance(answer, told.Rejected) and answer.id is None and not self.is_open:
            # What will pass, or is the server's fault, comes with a close code that says when to come back.
            return [] if answer.code in _PASSES else [h.TurnedAway(answer)]
        command = self._outbox.answered(answer, now)
        if command is None:
            return []
        accepted = isinstance(answer, told.Accepted)
        model = self.rooms.get(getattr(command, "room", None) or "")
        if isinstance(answer, told.Accepted) and isinstance(answer.result, Entered):
            self._room(answer.result.room, answer.result)
        found: list[Happening] = []
        if model is not None:
            found = self._settled(model, command, answer, accepted)
        if command.id in self._own:
            self._own.discard(command.id)
            return found
        return [h.Answered(command, answer), *found]

    def _settled(
        self, model: RoomModel, command: say.Command, answer: told.Accepted | told.Rejected, accepted: bool
    ) -> list[Happening]:
        """See to what an answer means for the room."""
        match command:
            case say.Nonce() if accepted:
                model.witness.accepted(command.hand, command.nonce)
            case say.Act() if not accepted:
                model.answered(command.prompt, False)
            case say.Resync() if not accepted:
                model.stream.ask_again()
            case say.GetResult() if isinstance(answer, told.Accepted):
                if isinstance(answer.result, HandResultFound):
                    return self._checked(model, model.witness.told(answer.result.result))
            case _:
                pass
        return []

    # ------------------------------------------------------------ what is done by itself

    def _put_own(self, command: say.Command) -> None:
        self._own.add(command.id)
        self._outbox.put(command)

    def _resync(self, model: RoomModel) -> None:
        point = model.stream.point
        self._put_own(say.Resync(self.new_id(), point.room, point.view, point.inc, point.last))

    def _respond(self, model: RoomModel, event: Event) -> None:
        """Do by itself what an event of the own seat asks for."""
        match event:
            case happened.HandStarted():
                self._give_nonce(model, event.hand)
            case happened.HandEnded():
                model.asked = None
                self._ready_next(model, event.result.hand)
            case happened.MatchEnded():
                self._ask_secrets(model)
            case happened.ControlChanged() if event.control == "autopilot" and event.seat == model.seat:
                self._take_back(model)
            case _:
                pass

    def _resume(self, model: RoomModel) -> None:
        """Do by itself what a view come upon in the middle asks for."""
        table, seat = model.stream.table, model.seat
        if table.phase == "nonces":
            self._give_nonce(model, table.hand)
        elif table.phase == "hand_over":
            self._ready_next(model, table.hand)
        elif table.phase == "match_over":
            self._ask_secrets(model)
        if seat is not None and len(table.seats) == 4 and table.seats[seat].control == "autopilot":
            self._take_back(model)

    def _give_nonce(self, model: RoomModel, hand: int) -> None:
        if self._habits.nonces and model.seat is not None and not model.witness.has_given(hand):
            nonce = self._random(32).hex()
            model.witness.gave(hand, model.seat, nonce)
            self._put_own(say.Nonce(self.new_id(), model.room, hand, nonce))

    def _ready_next(self, model: RoomModel, hand: int) -> None:
        if self._habits.ready_next and model.seat is not None:
            self._put_own(say.ReadyNext(self.new_id(), model.room, hand))

    def _take_back(self, model: RoomModel) -> None:
        if self._habits.take_back:
            self._put_own(say.TakeBack(self.new_id(), model.room))

    def _ask_secrets(self, model: RoomModel) -> None:
        """Ask for the results whose secrets were held back until the match was over (CO-5.1)."""
        for hand in model.witness.awaited:
            self._put_own(say.GetResult(self.new_id(), model.room, hand))
