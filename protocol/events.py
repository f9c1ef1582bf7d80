"""What happened at the table, as one viewer may know it: the numbered part of a stream.

A closed tagged union in the past tense. The server makes one of each per view, masked: a tile a viewer
may not see is ``None``, an event he may not know of is not in his stream and takes no number. Offers and
answers to a window are never here.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from protocol.view import Control, Four, HandResult, Mark, MatchInfo, MatchResult
from protocol.vocabulary import Hex32, Meld, MeldKind, Seat, TaggedOpen, Tile, Transfer

__all__ = [
    "ControlChanged", "Dealt", "Discarded", "Drew", "Event", "FlowersLaid", "HandEnded", "HandStarted",
    "KongDeclared", "Marked", "MatchEnded", "MatchStarted", "Melded", "NoncesListed", "Paid",
]  # fmt: skip


class MatchStarted(TaggedOpen, frozen=True):
    """A match began."""

    info: MatchInfo
    scores: Four[int]


class HandStarted(TaggedOpen, frozen=True):
    """A hand began with the commitment to its secret; seats may send their nonces now (CO-5.2)."""

    hand: int
    commit: Hex32
    streak: int
    heated: bool
    nonce_ms: int
    """How long nonces are waited for."""
    dealer: Seat | None = None
    """Null where dice decide."""


class NoncesListed(TaggedOpen, frozen=True):
    """The nonces as accepted, by seat; empty for none. The deal follows from them."""

    hand: int
    nonces: Four[str]


class Dealt(TaggedOpen, frozen=True):
    """The hands were dealt, sorted: tiles where this viewer may see them, else null. The dealer holds 14."""

    hand: int
    dealer: Seat
    dice: tuple[int, ...]
    hands: Four[tuple[Tile, ...] | None]
    counts: Four[int]
    wall_left: int


class Drew(TaggedOpen, frozen=True):
    """A seat drew, from the head or the tail, because it was its turn or in place of a kong or flower."""

    seat: Seat
    tile: Tile | None
    end: Literal["head", "tail"]
    cause: Literal["turn", "kong", "flower"]
    wall_left: int


class FlowersLaid(TaggedOpen, frozen=True):
    """Flowers were laid out from the hand; what replaces them follows as ``drew``, cause ``flower``."""

    seat: Seat
    tiles: tuple[Tile, ...]


class Discarded(TaggedOpen, frozen=True):
    """A tile was thrown.

    A claim window is open from here to the next event, whether or not anybody may claim (CO-2.5).
    """

    seat: Seat
    tile: Tile
    drawn: bool
    """It was thrown as it was drawn."""
    declares: bool = False
    """Ready was declared with it; the ``ready`` mark follows."""


class KongDeclared(TaggedOpen, frozen=True):
    """A kong was declared that may be robbed: a claim window is open. If it stands, ``melded`` follows."""

    seat: Seat
    kind: MeldKind
    tile: Tile


class Melded(TaggedOpen, frozen=True):
    """A meld was laid.

    One with a ``from`` takes the last tile of that seat's river; an added kong takes its pong's place.
    """

    seat: Seat
    meld: Meld


class Marked(TaggedOpen, frozen=True):
    """A mechanism put a mark, changed it or took it away."""

    mark: Mark


class Paid(TaggedOpen, frozen=True):
    """Points moved on the spot."""

    transfers: tuple[Transfer, ...]
    scores: Four[int]


class HandEnded(TaggedOpen, frozen=True):
    """The hand is over: settlement, hands shown, the secret."""

    result: HandResult


class MatchEnded(TaggedOpen, frozen=True):
    """The match is over."""

    result: MatchResult


class ControlChanged(TaggedOpen, frozen=True):
    """Another plays the seat: autopilot took over, the player is back, a bot has it for good, or who came has
    taken a bot's place (`taken`)."""

    seat: Seat
    control: Control
    cause: Literal["timeouts", "dropped", "back", "left", "kicked", "taken"]


Event: TypeAlias = (
    MatchStarted | HandStarted | NoncesListed | Dealt | Drew | FlowersLaid | Discarded | KongDeclared
    | Melded | Marked | Paid | HandEnded | MatchEnded | ControlChanged
)  # fmt: skip
"""Everything that can happen in a stream."""
