"""Why a command is rejected and why a connection is closed: closed sets, the same in Python, schema, docs
and TypeScript.

A code is stable for ever; wording is not. A code's meaning stands in one sentence beside it, and from
here it goes to ``docs/protocol.md``.
"""

from __future__ import annotations

from enum import Enum, StrEnum
from typing import Final, Literal, NamedTuple

__all__ = ["CLOSES", "Close", "CloseCode", "REJECTS", "Reconnect", "RejectCode"]


class RejectCode(StrEnum):
    """Why a command was refused. It changed nothing."""

    # the frame
    MALFORMED = "malformed"
    TOO_BIG = "too_big"
    TOO_FAST = "too_fast"
    HELLO_FIRST = "hello_first"
    HELLO_TWICE = "hello_twice"
    # the server
    BUSY = "busy"
    STORE_DOWN = "store_down"
    DRAINING = "draining"
    INTERNAL = "internal"
    # the player
    UNAUTHORIZED = "unauthorized"
    SUPERSEDED = "superseded"
    BAD_NAME = "bad_name"
    NAME_TAKEN = "name_taken"
    WRONG_CODE = "wrong_code"
    BANNED = "banned"
    # the room
    UNKNOWN_ROOM = "unknown_room"
    UNREADABLE = "unreadable"
    UNKNOWN_MATCH = "unknown_match"
    ROOM_FULL = "room_full"
    IN_ROOM = "in_room"
    IN_MATCH = "in_match"
    MATCH_RUNNING = "match_running"
    NOT_NOW = "not_now"
    NOT_HOST = "not_host"
    NOT_SEATED = "not_seated"
    SEAT_TAKEN = "seat_taken"
    NOT_A_BOT = "not_a_bot"
    NO_SUCH_PLAYER = "no_such_player"
    PLAYERS_NOT_READY = "players_not_ready"
    OPTIONS_NOT_ACCEPTED = "options_not_accepted"
    BAD_OPTION = "bad_option"
    FORBIDDEN = "forbidden"
    SWITCHED_OFF = "switched_off"
    UNCONFIRMED = "unconfirmed"
    LEFT = "left"
    # the rules (FORMATS, "Error codes of the rules")
    NOT_A_WIN = "not_a_win"
    BELOW_MINIMUM = "below_minimum"
    SEALED = "sealed"
    BARRED = "barred"
    INSURED = "insured"
    NOT_READY = "not_ready"
    TREASURE = "treasure"
    NOT_YOUR_TURN = "not_your_turn"
    NO_REPLACEMENT = "no_replacement"
    NOT_OFFERED = "not_offered"
    STALE = "stale"


REJECTS: Final[dict[RejectCode, str]] = {
    RejectCode.MALFORMED: "The frame is no command; `field` names what is at fault.",
    RejectCode.TOO_BIG: "The frame is larger than the limit; it was not read.",
    RejectCode.TOO_FAST: "Too many commands, queries, codes or rooms in too short a time; try again later.",
    RejectCode.HELLO_FIRST: "The first message must be `hello`.",
    RejectCode.HELLO_TWICE: "This connection has said `hello` already.",
    RejectCode.BUSY: "Too much is waiting at this table or server; the same id may be sent again.",
    RejectCode.STORE_DOWN: "The store is away; tables stand, nothing is lost, the same id may be sent again.",
    RejectCode.DRAINING: "This server takes no new rooms; the connection will be closed with `draining`.",
    RejectCode.INTERNAL: "The server is at fault; it has raised the alarm.",
    RejectCode.UNAUTHORIZED: "The token or device code is not valid (any more).",
    RejectCode.SUPERSEDED: "A newer connection of the same player has taken over.",
    RejectCode.BAD_NAME: "The name has forbidden signs, no letters, or is too long.",
    RejectCode.NAME_TAKEN: "Somebody in the room has this name.",
    RejectCode.WRONG_CODE: "No room, or no device, has this code.",
    RejectCode.BANNED: "The host has sent this player away from the room.",
    RejectCode.UNKNOWN_ROOM: "There is no such room, or it is closed, or not for this player.",
    RejectCode.UNREADABLE: "The server cannot read what it has kept of this room, and lets nobody in.",
    RejectCode.UNKNOWN_MATCH: "There is no such match, hand or record, or not for this player.",
    RejectCode.ROOM_FULL: "No seat, or no place for a watcher, is free.",
    RejectCode.IN_ROOM: "The player is in a room already: `room` says which; leave it first.",
    RejectCode.IN_MATCH: "The player plays a match: `room` says where.",
    RejectCode.MATCH_RUNNING: "This cannot be done while a match runs.",
    RejectCode.NOT_NOW: "This is not the time for it.",
    RejectCode.NOT_HOST: "Only the host may do this.",
    RejectCode.NOT_SEATED: "Only a seated player may do this.",
    RejectCode.SEAT_TAKEN: "Somebody sits there.",
    RejectCode.NOT_A_BOT: "No bot sits there.",
    RejectCode.NO_SUCH_PLAYER: "Nobody in the room has this name.",
    RejectCode.PLAYERS_NOT_READY: "A seat is empty, or somebody seated is not ready.",
    RejectCode.OPTIONS_NOT_ACCEPTED: "The options, not all at their default, were not accepted.",
    RejectCode.BAD_OPTION: "Unknown ruleset or option, or a value it does not take: `field` names it.",
    RejectCode.FORBIDDEN: "The room's options, or a consent not given, do not allow it.",
    RejectCode.SWITCHED_OFF: "An option of the room turns this off: `field` names it.",
    RejectCode.UNCONFIRMED: "Leaving a running match is for good and must be confirmed.",
    RejectCode.LEFT: "The player has left this match for good and cannot take the seat again.",
    RejectCode.NOT_A_WIN: "The tiles do not make a winning hand.",
    RejectCode.BELOW_MINIMUM: "The hand is worth less than the ruleset's minimum.",
    RejectCode.SEALED: "The seat is sealed and cannot win this hand.",
    RejectCode.BARRED: "Something passed up before bars it for now.",
    RejectCode.INSURED: "This kong cannot be robbed.",
    RejectCode.NOT_READY: "The seat has not declared ready, or its hand cannot.",
    RejectCode.TREASURE: "A treasure tile of another cannot be won.",
    RejectCode.NOT_YOUR_TURN: "It is another seat's turn.",
    RejectCode.NO_REPLACEMENT: "The wall holds no replacement tile.",
    RejectCode.NOT_OFFERED: "It is not among what was offered.",
    RejectCode.STALE: "It speaks of something over: a prompt answered, a hand ended, options since changed.",
}

Reconnect = Literal["now", "later", "no"]
"""What a client shall do after a close: come back at once, with growing pauses, or not by itself."""


class Close(NamedTuple):
    """One way a connection ends: the WebSocket close code, what the client shall do, and what it means."""

    code: int
    reconnect: Reconnect
    meaning: str


class CloseCode(Enum):
    """Our own close codes, 4000–4999; the reason sent with each is the name in lower case."""

    BAD_FRAME = 4000
    NO_HELLO = 4001
    VERSION = 4002
    UNAUTHORIZED = 4003
    SUPERSEDED = 4004
    TOO_SLOW = 4005
    TOO_FAST = 4006
    SILENT = 4007
    DRAINING = 4008
    RESTARTING = 4009
    FULL = 4010
    INTERNAL = 4011
    BANNED = 4012
    REVOKED = 4013

    @property
    def reason(self) -> str:
        """The reason sent beside the number."""
        return self.name.lower()

    @property
    def reconnect(self) -> Reconnect:
        """What the client shall do."""
        return CLOSES[self].reconnect


_MEANINGS: Final[tuple[tuple[CloseCode, Reconnect, str], ...]] = (
    (CloseCode.BAD_FRAME, "no", "Malformed frames too often, or one of the wrong type or size."),
    (CloseCode.NO_HELLO, "later", "No `hello` came in time."),
    (CloseCode.VERSION, "no", "No level is spoken by both; the client is too old or too new."),
    (CloseCode.UNAUTHORIZED, "no", "The token or device code in `hello` is not valid."),
    (CloseCode.SUPERSEDED, "no", "The same player came by another connection, which has taken over."),
    (CloseCode.TOO_SLOW, "now", "The client did not read fast enough; resuming brings it up to date."),
    (CloseCode.TOO_FAST, "later", "The client kept sending over the rate limit."),
    (CloseCode.SILENT, "now", "No answer to a ping in time."),
    (CloseCode.DRAINING, "now", "This node is being emptied; another one takes over."),
    (CloseCode.RESTARTING, "later", "The server stops; tables are kept and go on when it is back."),
    (CloseCode.FULL, "later", "Too many connections, from this address or in all."),
    (CloseCode.INTERNAL, "later", "The server is at fault; it has raised the alarm."),
    (CloseCode.BANNED, "no", "An operator or the host has sent this player away."),
    (CloseCode.REVOKED, "no", "The token was revoked while in use."),
)

CLOSES: Final[dict[CloseCode, Close]] = {
    close: Close(close.value, reconnect, meaning) for close, reconnect, meaning in _MEANINGS
}
