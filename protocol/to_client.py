"""What the server says: one closed tagged union, read tolerantly (unknown fields are ignored).

*Answers* (``Accepted``, ``Rejected``) go to whoever asked. *Frames* and *snapshots* carry the streams:
numbered without holes, one numbering per room and view. Everything else is outside the numbering: it
speaks of the present, each message replaces the one before of its kind, and a resume sends the current
ones again.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from protocol.answers import Result
from protocol.codes import RejectCode
from protocol.events import Event
from protocol.view import Four, TableView
from protocol.vocabulary import (
    Action,
    MeldKind,
    Open,
    Options,
    OptionValue,
    PlayerId,
    PromptId,
    RoomId,
    Seat,
    TaggedOpen,
    Tile,
    Verb,
    View,
)  # fmt: skip

__all__ = [
    "Accepted", "Clock", "Difference", "Echo", "Frame", "KongOffer", "Limits", "LobbySeat",
    "Matched", "Message",
    "Notice", "Offers", "PhraseSaid", "Presence", "Prompt", "PromptClosed", "ReadyOffer", "RecordReady",
    "Rejected", "RoomClosed", "RoomState", "Running", "SeatPresence", "Snapshot", "Welcome", "Withheld",
]  # fmt: skip


class Limits(Open, frozen=True):
    """What the server puts up with from one connection."""

    frame_bytes: int
    depth: int
    commands_per_s: int
    burst: int
    hints_per_s: int
    ping_ms: int
    """How often the server pings."""
    silence_ms: int
    """How long it then waits."""
    name_letters: int


class Running(Open, frozen=True):
    """The room the player is in already."""

    room: RoomId
    seat: Seat | None
    match: bool
    """A match is running there."""
    view: View


class Welcome(TaggedOpen, frozen=True):
    """The session is open; streams asked for in ``hello`` follow, and the room's state."""

    level: int
    player: PlayerId
    name: str
    token: str
    """To come back with; keep it secret. May differ from the one sent."""
    server: str
    now: int
    """The server's clock, in ms; differences only."""
    limits: Limits
    running: Running | None = None


class Accepted(TaggedOpen, frozen=True):
    """The command was carried out and is saved."""

    id: str
    result: Result | None = None


class Rejected(TaggedOpen, frozen=True):
    """The command was refused and changed nothing."""

    id: str | None
    """Null where the frame was too broken to have one."""
    code: RejectCode
    message: str = ""
    """One clear line in the player's language."""
    field: str = ""
    """The field or option at fault."""
    clause: str = ""
    """The rule that refuses it."""
    room: RoomId | None = None
    """Where the player is, for ``in_room`` and ``in_match``."""
    retry_ms: int | None = None
    """When to try again, for ``too_fast`` and ``busy``."""


# ---------------------------------------------------------------- streams


class Frame(TaggedOpen, frozen=True):
    """One event of a stream: number ``n`` of the incarnation ``inc``."""

    room: RoomId
    view: View
    inc: int
    n: int
    event: Event


class Snapshot(TaggedOpen, frozen=True):
    """All a viewer may see, after event ``n``; frames go on with ``n + 1``.

    It replaces whatever stream the client had of the room.
    """

    room: RoomId
    view: View
    inc: int
    n: int
    state: TableView


# ---------------------------------------------------------------- being asked


class KongOffer(Open, frozen=True):
    """A kong that may be made."""

    tile: Tile
    kind: MeldKind


class ReadyOffer(Open, frozen=True):
    """A discard ready may be declared with, and the pair that may be pushed out with it."""

    tile: Tile
    pushed: Tile | None = None


class Offers(Open, frozen=True):
    """What may be answered; exactly what the server will accept."""

    discard: tuple[Tile, ...] = ()
    chow: tuple[tuple[Tile, ...], ...] = ()
    """Pairs from the hand."""
    pong: bool = False
    kong: tuple[KongOffer, ...] = ()
    win: bool = False
    ready: tuple[ReadyOffer, ...] = ()
    pass_: bool = field(name="pass", default=False)


class Withheld(Open, frozen=True):
    """Something one might look for that is not on offer, and why."""

    verb: Verb
    code: RejectCode
    tile: Tile | None = None
    clause: str = ""


class Prompt(TaggedOpen, frozen=True):
    """The player is asked. A prompt ends with its answer, with ``prompt_closed``, or with the next prompt.

    It belongs after event ``n`` of the seat's stream. Times are what is left on arrival; null is no limit.
    """

    room: RoomId
    prompt: PromptId
    n: int
    kind: Literal["turn", "claim"]
    offers: Offers
    turn_ms: int | None
    """Left of ``turn`` or ``claim``."""
    bank_ms: int | None
    """Left of the hand's bank, used after it."""
    seat: Seat | None = None
    """Claim: whose tile it is."""
    tile: Tile | None = None
    """Claim: the tile; turn: the one drawn."""
    withheld: tuple[Withheld, ...] = ()
    passing_bars: tuple[Verb, ...] = ()
    """What passing here bars for a while: say so before taking it."""
    bar_clause: str = ""
    win_value: int | None = None
    """What one payer would owe, where the room's hints tell points."""
    running: bool = True
    """Whether its clock runs."""
    answered: Action | None = None
    """After a resume: already answered so, not yet resolved."""


class PromptClosed(TaggedOpen, frozen=True):
    """The prompt is over; ``action`` is what counted for this seat, ``by`` who settled it."""

    room: RoomId
    prompt: PromptId
    by: Literal["player", "timeout", "autopilot", "rule", "others", "void"]
    action: Action | None = None


class Clock(TaggedOpen, frozen=True):
    """The clock of the seat whose turn it is, for everybody; never of who is asked in a window."""

    room: RoomId
    n: int
    seat: Seat
    turn_ms: int | None
    bank_ms: int | None
    running: bool = True


# ---------------------------------------------------------------- the room


class LobbySeat(Open, frozen=True):
    """One seat of a room."""

    kind: Literal["free", "player", "bot"]
    player: PlayerId = ""
    name: str = ""
    level: str = ""
    """A bot's."""
    ready: bool = False
    accepted: bool = False
    """Has accepted the options as they stand."""


class Difference(Open, frozen=True):
    """An option that is not at its default."""

    scope: Literal["ruleset", "room"]
    name: str
    zh: str
    en: str
    value: OptionValue
    default: OptionValue
    clause: str = ""


class RoomState(TaggedOpen, frozen=True):
    """A room as a whole, after each change: the latest ``rev`` stands."""

    room: RoomId
    rev: int
    code: str
    """The invite code; empty for watchers."""
    phase: Literal["lobby", "match", "match_over"]
    host: PlayerId
    ruleset: str
    rules: int
    options: Options
    room_options: Options
    options_rev: int
    differences: tuple[Difference, ...]
    seats: Four[LobbySeat]
    standing: tuple[str, ...]
    """Names of those who are in and have no seat."""
    rematch: Four[bool]
    """Who wishes for another match."""
    consents: Four[bool]
    """Who lets his hand be watched."""
    early: Four[bool]
    """Who lets watchers see sooner than the rule."""


class SeatPresence(Open, frozen=True):
    """Whether a seat's player is there."""

    online: bool
    away_ms: int | None = None
    """How long he has been gone."""
    grace_ms: int | None = None
    """How long until autopilot takes over; null when it does not, or has."""
    ready_next: bool = False
    """Has seen the hand's result."""


class Presence(TaggedOpen, frozen=True):
    """Who is there, now and then, a few changes at a time; neither numbered nor kept."""

    room: RoomId
    seats: Four[SeatPresence]
    watchers: int
    names: Annotated[tuple[str, ...], Meta(max_length=20)]
    """Of the first 20 watchers."""
    next_ms: int | None = None
    """After a hand: how long until the next begins by itself."""


class Matched(TaggedOpen, frozen=True):
    """The quick match has found its four: the player now sits in this room."""

    room: RoomId
    view: View
    seat: Seat
    code: str


class PhraseSaid(TaggedOpen, frozen=True):
    """Somebody said a quick phrase."""

    room: RoomId
    seat: Seat | None
    player: PlayerId
    name: str
    phrase: int


class Notice(TaggedOpen, frozen=True):
    """Something about the server or the table that all should know.

    ``store_down``, ``waiting`` (for somebody to come back) and ``draining`` begin something;
    ``store_back`` and ``resumed`` end it. While clocks stand no clock or prompt counts down.
    """

    code: Literal["store_down", "store_back", "waiting", "resumed", "draining", "superseded"]
    room: RoomId | None = None
    clocks_stand: bool = False


class RoomClosed(TaggedOpen, frozen=True):
    """The room is no more, or not for this connection; its stream ends here.

    ``unreadable``: the server cannot read what it has kept of it. The room is left for an operator to see to;
    nobody is a member of it meanwhile.
    """

    room: RoomId
    cause: Literal["left", "kicked", "empty", "abandoned", "closed", "unreadable", "unwatched", "forbidden"]
    reason: str = ""
    """An operator's words, for ``closed``."""


class RecordReady(TaggedOpen, frozen=True):
    """The match's record can be had with ``get_record``."""

    room: RoomId
    match: str


class Echo(TaggedOpen, frozen=True):
    """The answer to ``ping``."""

    at: int
    now: int


Message: TypeAlias = (
    Welcome | Accepted | Rejected | Frame | Snapshot | Prompt | PromptClosed | Clock | RoomState
    | Presence | Matched | PhraseSaid | Notice | RoomClosed | RecordReady | Echo
)  # fmt: skip
"""Everything the server may say."""
