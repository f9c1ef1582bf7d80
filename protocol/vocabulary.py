"""Words both directions share: scalars with their bounds, closed sets, melds, payments, and what one may do
when asked.

Two families of struct. *Strict* ones may come from a client: an unknown field is an error. *Open* ones
only ever go out: whoever reads them ignores fields he does not know, so that a newer server can add
some. A message, an event or an action carries its tag in the field ``t``; its tag is the class's name in
snake case.
"""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta, Struct, field

__all__ = [
    "LEVEL", "SEAT_VIEWS", "SHOWN_VIEWS", "SUBPROTOCOLS", "TILES",
    "Account", "Action", "Chow", "Code", "CommandId", "DeclareReady",
    "Discard", "Hex32", "Kong", "Meld", "MeldKind", "Name", "Open", "OptionValue", "Options",
    "Pass", "PlayerId", "Pong", "PromptId", "RoomId", "Seat", "Strict", "StreamPoint", "TaggedOpen",
    "TaggedStrict", "Tile", "Transfer", "Verb", "View", "Win", "snake",
]  # fmt: skip

LEVEL = 1
"""The newest level of ``sifang.1`` spoken here: what may be said grows only with it (docs/protocol.md)."""

SUBPROTOCOLS = ("sifang.1+msgpack", "sifang.1+json")
"""WebSocket subprotocols, the server's preference first."""


def snake(name: str) -> str:
    """Give the tag of a class: ``CreateRoom`` is ``create_room``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


# Messages are trees: the collector of cycles need not look at them (a room keeps the newest thousand).


class Strict(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Base of what is read from clients."""


class TaggedStrict(Strict, frozen=True, tag_field="t", tag=snake):
    """Base of tagged unions that are read from clients."""


class Open(Struct, frozen=True, gc=False):
    """Base of what only the server writes; unknown fields are ignored when read."""


class TaggedOpen(Open, frozen=True, tag_field="t", tag=snake):
    """Base of tagged unions that only the server writes."""


# ---------------------------------------------------------------- scalars

Seat: TypeAlias = Annotated[int, Meta(title="Seat", ge=0, le=3, description="A seat, in turn order.")]

Tile: TypeAlias = Annotated[
    Literal[
        "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m",
        "1p", "2p", "3p", "4p", "5p", "6p", "7p", "8p", "9p",
        "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s",
        "1z", "2z", "3z", "4z", "5z", "6z", "7z",
        "1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f",
    ],
    Meta(title="Tile", description="One tile in notation: m, p, s, z (东南西北白发中), f (flowers)."),
]  # fmt: skip

TILES: Final[tuple[Tile, ...]] = get_args(get_args(Tile)[0])
"""All 42, in the order every hand is sorted in."""

CommandId: TypeAlias = Annotated[
    str,
    Meta(
        title="CommandId", pattern="^[0-9a-f]{32}$", min_length=32, max_length=32,
        description="16 random bytes, in lower-case hex.",
    ),
]  # fmt: skip

Hex32: TypeAlias = Annotated[
    str,
    Meta(
        title="Hex32", pattern="^[0-9a-f]{64}$", min_length=64, max_length=64,
        description="32 bytes, in lower-case hex.",
    ),
]  # fmt: skip

RoomId: TypeAlias = Annotated[
    str,
    Meta(
        title="RoomId",
        min_length=1,
        max_length=32,
        description="A room's public id. It lets nobody in; the invite code does.",
    ),
]

Code: TypeAlias = Annotated[
    str, Meta(title="Code", min_length=1, max_length=32, description="An invite code as people type it.")
]

PlayerId: TypeAlias = Annotated[
    str, Meta(title="PlayerId", max_length=32, description="A player's public id; empty for a bot or nobody.")
]

Name: TypeAlias = Annotated[
    str,
    Meta(
        title="Name", max_length=64, description="A name as asked for; the server's own rules are narrower."
    ),
]

PromptId: TypeAlias = Annotated[
    int,
    Meta(
        title="PromptId",
        ge=1,
        le=2**53 - 1,
        description="Counts the prompts this viewer was given in this room: 1, 2, 3, …",
    ),
]

SEAT_VIEWS: Final[tuple[View, ...]] = ("seat0", "seat1", "seat2", "seat3")
"""The players' own views, by seat."""

SHOWN_VIEWS: Final[tuple[View, ...]] = ("shown0", "shown1", "shown2", "shown3")
"""The views of one seat's hand for watchers, by seat."""

Verb: TypeAlias = Annotated[
    Literal["discard", "chow", "pong", "kong", "win", "pass", "ready"],
    Meta(title="Verb", description="What one may do when asked: the tags of the actions."),
]

View: TypeAlias = Annotated[
    Literal["seat0", "seat1", "seat2", "seat3", "public", "all", "shown0", "shown1", "shown2", "shown3"],
    Meta(
        title="View",
        description="Whose eyes a stream has: a seat's own, the public's, all hands, or (`shown`) one seat's "
        "hand shown to a watcher (CO-8.2).",
    ),
]

MeldKind: TypeAlias = Annotated[
    Literal["chow", "pong", "open_kong", "added_kong", "concealed_kong"],
    Meta(title="MeldKind", description="The kinds of meld (FORMATS)."),
]

Account: TypeAlias = Seat | Literal["house"]
"""Who pays or is paid: a seat, or the house (FORMATS)."""

OptionValue: TypeAlias = (
    bool | Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)] | Annotated[str, Meta(max_length=64)]
)

Options: TypeAlias = Annotated[
    dict[Annotated[str, Meta(max_length=64)], OptionValue],
    Meta(title="Options", max_length=64, description="Options by name: booleans, whole numbers, words."),
]


# ---------------------------------------------------------------- what lies on the table


class Meld(Open, frozen=True):
    """One meld.

    ``tiles`` are its three or four, a chow's in order; empty where it lies face down for this viewer.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    source: Seat | None = field(name="from", default=None)
    """The seat it was taken from; for an added kong the source of the pong."""
    claimed: Tile | None = None
    """The tile that was taken."""


class Transfer(Open, frozen=True):
    """One payment with the clause and the reason for it (CO-6.2).

    ``points`` is above 0, in the ruleset's unit.
    """

    payer: Account = field(name="from")
    payee: Account = field(name="to")
    points: int
    clause: str
    reason: str
    """A short stable English phrase; clients translate it."""
    tile: Tile | None = None
    """The tile it is about, where there is one."""


# ---------------------------------------------------------------- what one may do when asked


class Discard(TaggedStrict, frozen=True):
    """Throw this tile."""

    tile: Tile


class Chow(TaggedStrict, frozen=True):
    """Claim the discard with these two from the hand."""

    tiles: Annotated[tuple[Tile, ...], Meta(min_length=2, max_length=2)]


class Pong(TaggedStrict, frozen=True):
    """Claim the discard with two like it."""


class Kong(TaggedStrict, frozen=True):
    """Make a kong of this tile: with the discard, of four in hand, or upon one's pong."""

    tile: Tile


class Win(TaggedStrict, frozen=True):
    """Win, on the tile drawn or on the one asked about."""


class Pass(TaggedStrict, frozen=True):
    """Let it go by."""


class DeclareReady(TaggedStrict, frozen=True, tag="ready"):
    """Declare ready with this discard; ``pushed`` is the kind of the pair laid open with it (LJ-3.3)."""

    tile: Tile
    pushed: Tile | None = None


Action: TypeAlias = Discard | Chow | Pong | Kong | Win | Pass | DeclareReady


class StreamPoint(Strict, frozen=True):
    """How far a client has a stream: the last number seen, under which incarnation; 0 for nothing yet."""

    room: RoomId
    view: View
    inc: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0
    last: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0
