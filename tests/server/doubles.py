"""What stands in for the socket, the rooms and the measurements in tests of the connections' side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any

import msgspec

from protocol.answers import LiveGame, OpenRoom
from protocol.codec import Codec, decode_message, encode
from protocol.codes import CloseCode
from protocol.to_client import Message
from protocol.to_server import CreateRoom
from protocol.vocabulary import View
from server.effects import Enter, Input
from server.notes import Broadcast, Note
from server.oversight import Unreadable
from server.ports import Made, Posted, Shown
from server.store import Owner

IDS = [f"{number:032x}" for number in range(200)]
"""Command ids."""


class PaperWire:
    """A `Wire` that keeps what is written. `stuck` bytes are said to wait."""

    def __init__(self, codec: Codec = Codec.MSGPACK) -> None:
        self.codec = codec
        self.frames: list[bytes] = []
        self.writes = 0
        self.stuck = 0
        self.hung: CloseCode | None = None
        self.aborted = False

    def write(self, frames: Sequence[bytes]) -> None:
        self.writes += 1
        self.frames.extend(frames)

    def waiting(self) -> int:
        return self.stuck

    def hang(self, code: CloseCode) -> None:
        self.hung = code

    def abort(self) -> None:
        self.aborted = True

    def take(self) -> list[Message]:
        """Return the messages written since last asked."""
        frames, self.frames = self.frames, []
        messages = [decode_message(frame, self.codec) for frame in frames]
        return messages  # type: ignore[return-value]  # the server never writes what cannot be read


class Tally:
    """A `Meter` that counts."""

    def __init__(self) -> None:
        self.stages: Counter[str] = Counter()
        self.rejects: Counter[str] = Counter()

    def stage(self, name: str, seconds: float) -> None:
        assert seconds >= 0
        self.stages[name] += 1

    def rejected(self, code: str) -> None:
        self.rejects[code] += 1


class PaperHouse:
    """A `House` and a `Bus` that note what they are asked. `rooms` are the rooms there are."""

    def __init__(self) -> None:
        self.rooms: set[str] = set()
        self.busy: set[str] = set()
        self.posted: list[tuple[str, Input]] = []
        self.created: list[tuple[Enter, CreateRoom]] = []
        self.open: list[OpenRoom] = []
        self.live: list[LiveGame] = []
        self.changes: list[object] = []

    async def start(self) -> None: ...

    async def stop(self) -> None:
        self.changes.append("stopped")

    def post(self, room: str, what: Input) -> Posted:
        if room not in self.rooms:
            return "unknown"
        if room in self.busy:
            return "busy"
        self.posted.append((room, what))
        return "taken"

    def come(self, room: str) -> None:
        pass

    async def reach(self, room: str) -> bool:
        return room in self.rooms

    def epoch(self, room: str) -> int | None:
        return 1 if room in self.rooms else None

    def heads(self, room: str) -> tuple[int, Mapping[View, int]] | None:
        return (1, {})

    async def create(self, host: Enter, command: CreateRoom) -> Made | None:
        self.created.append((host, command))
        room = f"room{len(self.created)}"
        self.rooms.add(room)
        return Made(room, f"CODE{len(self.created)}")

    def take(self) -> list[tuple[str, Input]]:
        """Return what was posted since last asked."""
        posted, self.posted = self.posted, []
        return posted

    def open_rooms(self) -> Sequence[OpenRoom]:
        return self.open

    def live_games(self) -> Sequence[LiveGame]:
        return self.live

    async def hand_over(self, others: Sequence[Owner]) -> None:
        pass

    def beaten(self) -> None:
        pass

    def names(self) -> Sequence[str]:
        return sorted(self.rooms)

    def look(self, room: str) -> None: ...

    def look_closely(self, room: str) -> None: ...

    def unreadable(self) -> dict[str, Unreadable]:
        return {}

    def discard(self, room: str) -> bool:
        return False

    def shown(self, room: str) -> Shown | None:
        return None

    def store_changed(self, up: bool) -> None:
        self.changes.append(up)

    def drain(self) -> None:
        self.changes.append("drain")

    def overdue(self) -> int:
        return 0


class CountingChance:
    """Bytes that are never the same twice and the same in every run."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, size: int) -> bytes:
        self._count += 1
        return self._count.to_bytes(size, "big") if size > 4 else self._count.to_bytes(8, "big")[-size:]


def frame(codec: Codec, **fields: Any) -> bytes | str:
    """Write a frame by hand: `t` is its tag."""
    return msgspec.json.encode(fields).decode() if codec is Codec.JSON else msgspec.msgpack.encode(fields)


def said(message: msgspec.Struct, codec: Codec = Codec.MSGPACK) -> bytes | str:
    """Write a command as a client does."""
    data = encode(message, codec)
    return data.decode() if codec.is_text else data


class PaperRelay:
    """A `Relay` that keeps what is sent, by node and by channel."""

    me = "here/1"

    def __init__(self) -> None:
        self.heard_by: int | None = 1
        """By how many what is sent is heard; None: that is not known yet."""
        self.sent: Future[int] = Future()
        """The answer to what was sent last."""
        self.channels: dict[str, Callable[[bytes | None], None]] = {}
        self.letters: list[tuple[str, Note]] = []
        self.broadcasts: list[tuple[str, Broadcast]] = []
        self.takers: dict[type, Callable[[str, Any], None]] = {}

    def on(self, kind: type, taker: Callable[[str, Any], None]) -> None:
        self.takers[kind] = taker

    def send(self, to: str, *notes: Note) -> Future[int]:
        self.letters += [(to, note) for note in notes]
        self.sent = Future()
        if self.heard_by is not None:
            self.sent.set_result(self.heard_by)
        return self.sent

    def say(self, channel: str, broadcast: Broadcast) -> None:
        self.broadcasts.append((channel, broadcast))

    def bring(self, sender: str, note: Note) -> None:
        """Bring a note from a node."""
        self.takers[type(note)](sender, note)

    def on_again(self, callback: Callable[[], None]) -> None:
        self.again = callback

    def hear(self, channel: str, hearer: Callable[[bytes | None], None]) -> None:
        self.channels[channel] = hearer

    def ignore(self, channel: str) -> None:
        del self.channels[channel]

    def take(self) -> list[tuple[str, Note]]:
        """Return what was sent since last asked."""
        letters, self.letters = self.letters, []
        return letters
