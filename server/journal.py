"""What is journaled of a room: facts, in entries; how they are written, and how old ones are read.

A *fact* is something that has become so: the fold of a room's facts is the room. An *entry* is what one input
led to: its facts, the heads of all streams after it, and the time left on every clock, so that another owner
can go on where this one stopped. An entry of an older schema is lifted by small functions, one for each
step, when it is read; an event of the engine keeps the form the engine gave it (``engine.events.dump``).

The journal holds secrets, walls and hands: only a room's owner reads or writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from protocol.answers import Entered
from protocol.view import HandResult, MatchInfo, TableView

__all__ = [
    "BotCame", "BotWent", "Came", "Consented", "ControlSet", "Done", "Entry", "Fact", "HandBegan",
    "HostNamed", "JournalFault", "Kept", "KeptChair", "KeptHand", "KeptMatch", "KeptMember", "KeptSeat",
    "Listed", "MatchBegan", "MatchOver", "Moved", "NonceGiven", "OptionsAccepted", "OptionsSet",
    "Played", "ReadySet", "Reborn", "RoomOpened", "SCHEMA", "SeatTaken", "SeenResult", "Went", "Wished",
    "read_entry", "write_entry",
]  # fmt: skip

SCHEMA: Final = 3
"""The form of an entry. Raise it with every change, and add a step to ``_LIFT``."""

OptionMap: TypeAlias = dict[str, bool | int | str]


class JournalFault(Exception):
    """Raised when an entry does not read: another program's, a newer one's, or garbage."""


class _Fact(Struct, frozen=True, array_like=True, tag_field="t", gc=False):
    """Base of all facts."""


class RoomOpened(_Fact, frozen=True, array_like=True, tag="opened"):
    """The room was made."""

    room: str
    code: str
    ruleset: str
    options: OptionMap
    room_options: OptionMap
    inc: int


class Came(_Fact, frozen=True, array_like=True, tag="came"):
    """A player came in, to a seat or to stand."""

    player: str
    name: str
    seat: int | None


class Went(_Fact, frozen=True, array_like=True, tag="went"):
    """A player left, was kicked, or did not come back in time."""

    player: str
    cause: str


class Moved(_Fact, frozen=True, array_like=True, tag="moved"):
    """A player took another seat, or stood up."""

    player: str
    seat: int | None


class BotCame(_Fact, frozen=True, array_like=True, tag="bot"):
    """A bot was seated."""

    seat: int
    level: str


class BotWent(_Fact, frozen=True, array_like=True, tag="nobot"):
    """A bot was taken away."""

    seat: int


class OptionsSet(_Fact, frozen=True, array_like=True, tag="options"):
    """The host changed ruleset and options."""

    ruleset: str
    options: OptionMap
    room_options: OptionMap


class OptionsAccepted(_Fact, frozen=True, array_like=True, tag="accepted"):
    """A player accepted the options."""

    player: str


class ReadySet(_Fact, frozen=True, array_like=True, tag="ready"):
    """A player is ready, or not any more."""

    player: str
    ready: bool


class HostNamed(_Fact, frozen=True, array_like=True, tag="host"):
    """Somebody is host from now on."""

    player: str


class Consented(_Fact, frozen=True, array_like=True, tag="consent"):
    """A player gave a consent or took it back (CO-8.2)."""

    player: str
    to: str
    given: bool


class Wished(_Fact, frozen=True, array_like=True, tag="wish"):
    """A player wishes for another match."""

    player: str
    seats: str


class MatchBegan(_Fact, frozen=True, array_like=True, tag="match"):
    """A match began. ``order[seat]`` is the seat whose player sits there from now on."""

    match: str
    order: tuple[int, int, int, int]
    room_options: OptionMap


class HandBegan(_Fact, frozen=True, array_like=True, tag="hand"):
    """A hand began with its secret drawn (CO-5.2)."""

    hand: int
    secret: bytes


class NonceGiven(_Fact, frozen=True, array_like=True, tag="nonce"):
    """A seat gave its nonce."""

    seat: int
    nonce: bytes


class Listed(_Fact, frozen=True, array_like=True, tag="listed"):
    """The nonces are closed: the deal follows from the secret and those given."""


class Played(_Fact, frozen=True, array_like=True, tag="played"):
    """Events of the engine: what a seat did, and by whom; seat -1 by ``rule`` for what follows by itself."""

    seat: int
    by: str
    events: list[Any]


class ControlSet(_Fact, frozen=True, array_like=True, tag="control"):
    """Another plays the seat."""

    seat: int
    control: Literal["player", "autopilot", "bot"]
    cause: Literal["timeouts", "dropped", "back", "left", "kicked"]


class SeatTaken(_Fact, frozen=True, array_like=True, tag="taken"):
    """A player who stood has taken a bot's seat in the match; the room options as they stand from then on."""

    player: str
    seat: int
    room_options: OptionMap


class SeenResult(_Fact, frozen=True, array_like=True, tag="seen"):
    """A seat's player has seen the hand's result."""

    seat: int


class MatchOver(_Fact, frozen=True, array_like=True, tag="over"):
    """The match is over."""

    cause: Literal["hands_played", "host", "abandoned", "closed"]


class Done(_Fact, frozen=True, array_like=True, tag="done"):
    """A player's command was accepted under this id."""

    player: str
    id: str
    result: Entered | None = None


class Reborn(_Fact, frozen=True, array_like=True, tag="reborn"):
    """The streams begin anew under another incarnation."""

    inc: int


class KeptMember(Struct, frozen=True, array_like=True):
    """A member as he stands at a checkpoint, with the ids of his last commands."""

    player: str
    name: str
    ids: list[tuple[str, Entered | None]]


class KeptChair(Struct, frozen=True, array_like=True):
    """A chair as it stands at a checkpoint."""

    player: str
    level: str
    ready: bool
    accepted: bool
    wish: str
    consent: bool
    early: bool


class Kept(_Fact, frozen=True, array_like=True, tag="kept"):
    """A checkpoint: the whole room but for its match. What was journaled before it is needed no more."""

    room: str
    code: str
    ruleset: str
    options: OptionMap
    room_options: OptionMap
    options_rev: int
    rev: int
    host: str
    members: list[KeptMember]
    chairs: list[KeptChair]
    banned: list[str]
    leavers: dict[str, str]
    in_match: bool
    match_over: bool
    left: list[str]
    prompts: list[int]
    inc: int
    heads: list[int]
    late: list[TableView] | None = None
    """What the late views show, where the room has them (CO-8.2)."""


class KeptSeat(Struct, frozen=True, array_like=True):
    """A seat of a match as it stands between two hands."""

    player: str
    level: str
    control: Literal["player", "autopilot", "bot"]
    cause: str


class KeptHand(Struct, frozen=True, array_like=True):
    """A hand that is over, for the record: its events packed as they were journaled."""

    number: int
    secret: bytes
    nonces: list[bytes]
    events: bytes


class KeptMatch(_Fact, frozen=True, array_like=True, tag="keptmatch"):
    """A checkpoint's other half: the match that runs, between two hands."""

    info: MatchInfo
    seats: list[KeptSeat]
    scores: list[int]
    follows: tuple[int, int, bool]
    escaped: list[int]
    leaving: list[int]
    hands: list[KeptHand]
    results: list[HandResult]
    room_options: OptionMap | None = None
    """As they stand since somebody took a bot's seat; ``None``: as the match began with."""


Fact: TypeAlias = (
    Kept | KeptMatch | RoomOpened | Came | Went | Moved | BotCame | BotWent | OptionsSet | OptionsAccepted
    | ReadySet | HostNamed | Consented | Wished | MatchBegan | HandBegan | NonceGiven | Listed | Played
    | ControlSet | SeatTaken | SeenResult | MatchOver | Done | Reborn
)  # fmt: skip


class Entry(Struct, frozen=True, array_like=True, gc=False):
    """What one input led to."""

    schema: int
    heads: tuple[int, ...]
    clocks: dict[str, int]
    facts: list[Fact]


_write = msgspec.msgpack.Encoder().encode
_read: msgspec.msgpack.Decoder[Entry] = msgspec.msgpack.Decoder(Entry)

_LIFT: Mapping[int, Callable[[list[Any]], list[Any]]] = {
    1: lambda plain: [2, *plain[1:]],
    2: lambda plain: [3, *plain[1:]],
}
"""By schema: how an entry of it becomes one of the next. 2 added a bot's seat being taken, 3 what late views
show at a checkpoint."""


def write_entry(entry: Entry) -> bytes:
    """Write an entry."""
    return _write(entry)


def read_entry(
    data: bytes, lift: Mapping[int, Callable[[list[Any]], list[Any]]] = _LIFT, schema: int = SCHEMA
) -> Entry:
    """Read an entry, lifting an old one.

    Raises:
        JournalFault: it does not read, or is of a newer schema.
    """
    try:
        plain = msgspec.msgpack.decode(data)
        if not isinstance(plain, list) or not plain or not isinstance(plain[0], int):
            raise JournalFault("an entry begins with its schema")
        if plain[0] > schema:
            raise JournalFault(f"an entry of schema {plain[0]} is newer than this program ({schema})")
        if plain[0] == SCHEMA == schema:
            return _read.decode(data)
        while plain[0] < schema:
            step = lift.get(plain[0])
            if step is None:
                raise JournalFault(f"nothing lifts an entry of schema {plain[0]}")
            plain = step(plain)
        return msgspec.convert(plain, Entry)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise JournalFault(f"an entry does not read: {error}") from error
