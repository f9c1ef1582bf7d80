"""The table as one viewer sees it, and what a finished hand came to: what snapshots and results are made of.

A snapshot and the frames after it tell the same story: folding a stream's events into the view of its first
snapshot gives, field by field, the view of any later one. What a viewer may not see is absent: ``None`` for a
hand or tile, no tiles for a meld that lies face down.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypeVar

from msgspec import Meta, field

from protocol.vocabulary import Hex32, Meld, MeldKind, Open, Options, PlayerId, Seat, Tile, Transfer

__all__ = [
    "Control", "Four", "HandResult", "Item", "Mark", "MatchInfo", "MatchResult", "NearMiss", "Phase",
    "RiverTile", "SeatName", "SeatView", "ShownHand", "Step", "TableView", "Turned", "WildUse",
    "WindowView", "Winner",
]  # fmt: skip

T = TypeVar("T")
Four: TypeAlias = Annotated[tuple[T, ...], Meta(min_length=4, max_length=4)]
"""One for each seat, 0 to 3."""

Phase: TypeAlias = Annotated[
    Literal["lobby", "nonces", "playing", "window", "hand_over", "match_over"],
    Meta(title="Phase", description="Where a table stands."),
]

Control: TypeAlias = Annotated[
    Literal["player", "autopilot", "bot"],
    Meta(
        title="Control",
        description="Who plays a seat: its player, autopilot until he is back, or a bot for good.",
    ),
]


# ---------------------------------------------------------------- a finished hand


class Item(Open, frozen=True):
    """One thing that counted in a win.

    Its value is in its own ``unit``: ``points``, ``doublings``, ``flowers``, ``tai``, ``times``.
    """

    id: str
    zh: str
    en: str
    value: int
    unit: str
    clause: str
    tiles: tuple[Tile, ...] = ()


class Step(Open, frozen=True):
    """One line of the arithmetic, ready to show, and what it comes to."""

    text: str
    result: int
    zh: str
    en: str


class NearMiss(Open, frozen=True):
    """Something the hand nearly had, and what was missing."""

    id: str
    zh: str
    en: str
    missing_zh: str
    missing_en: str
    clause: str


class WildUse(Open, frozen=True):
    """A wild tile and what it stood for."""

    tile: Tile
    stands_for: Tile


class Winner(Open, frozen=True):
    """One winner's hand and score. ``value`` is what one payer owes before liabilities."""

    seat: Seat
    by: Literal["self_draw", "discard", "rob_kong", "fourth_mouth"]
    source: Seat | None = field(name="from")
    """Who discarded it, or whose kong was robbed."""
    tile: Tile | None
    """The winning tile; it is not among ``concealed``."""
    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    flowers: tuple[Tile, ...]
    value: int
    items: tuple[Item, ...]
    steps: tuple[Step, ...]
    groups: tuple[tuple[Tile, ...], ...] = ()
    """The concealed hand in the reading that was scored, winning tile included; melds are not in it."""
    wilds: tuple[WildUse, ...] = ()
    near: tuple[NearMiss, ...] = ()


class Turned(Open, frozen=True):
    """Tiles turned when the hand was over (``codes``, ``fishing``, NN-14): whose, and which of them hit."""

    key: str
    seat: Seat | None
    tiles: tuple[Tile, ...]
    hits: tuple[bool, ...]
    clause: str


class ShownHand(Open, frozen=True):
    """A hand laid open at the end, with its melds face up and what it waited for."""

    seat: Seat
    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]
    waits: tuple[Tile, ...] = ()


class HandResult(Open, frozen=True):
    """How a hand ended and why every point moved."""

    hand: int
    outcome: Literal["win", "draw", "false_win", "void"]
    winners: tuple[Winner, ...]
    transfers: tuple[Transfer, ...]
    """All of the hand, in order: what was paid on the spot, then what was due at the end."""
    totals: Four[int]
    house: int
    """What the house took; with ``totals`` it sums to 0."""
    scores: Four[int]
    """The match's running scores after it."""
    next_dealer: Seat | None
    """Null after the last hand."""
    streak: int
    """The next hand's, like ``heated``."""
    heated: bool
    secret: Hex32 | None
    """What the commitment was made of; null while the room keeps hands hidden (CO-5.1)."""
    shown: tuple[ShownHand, ...] = ()
    turned: tuple[Turned, ...] = ()
    false_winner: Seat | None = None


class MatchResult(Open, frozen=True):
    """The match's end: final scores, ranks (1 is first; equal scores share one), and each hand's totals."""

    match: str
    cause: Literal["hands_played", "host", "abandoned", "closed"]
    scores: Four[int]
    ranks: Four[int]
    history: tuple[Four[int], ...]
    wins: Four[int]


# ---------------------------------------------------------------- the table


class SeatName(Open, frozen=True):
    """Who sits where."""

    player: PlayerId
    name: str
    bot: bool


class MatchInfo(Open, frozen=True):
    """What is being played: ruleset, its revision, every option as it stands. ``hands`` 0 is open-ended."""

    match: str
    ruleset: str
    rules: int
    options: Options
    room_options: Options
    hands: int
    seats: Four[SeatName]


class Mark(Open, frozen=True):
    """Something a mechanism has put on the table for all of this viewer's kind to see.

    ``key`` says what: ``wild``, ``treasure``, ``ready``, ``sealed``, ``mouths`` …
    (docs/protocol.md lists them; a client shows unknown ones by their clause). A mark stands under
    (key, seat, other) until it is replaced, taken away with ``on`` false, or the hand is over.
    """

    key: str
    seat: Seat | None = None
    """Whose mark it is."""
    other: Seat | None = None
    """The other party: who sealed it, who would pay."""
    tiles: tuple[Tile, ...] = ()
    value: int | None = None
    clause: str = ""
    on: bool = True


class RiverTile(Open, frozen=True):
    """A discard that still lies there."""

    tile: Tile
    drawn: bool = False
    """Thrown as it was drawn."""
    declares: bool = False
    """Ready was declared with it."""


class SeatView(Open, frozen=True):
    """One seat's share of the table."""

    control: Control
    score: int
    count: int
    """Tiles in hand, a drawn one included."""
    tiles: tuple[Tile, ...] | None = None
    """The hand without the drawn tile, sorted; null if it may not be seen."""
    drawn: Tile | None = None
    """The tile drawn last, while it is apart; null also where it may not be seen."""
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    river: tuple[RiverTile, ...] = ()


class WindowView(Open, frozen=True):
    """An open claim window: a discard, or a kong that may be robbed. Who is asked is nobody's business."""

    kind: Literal["discard", "kong"]
    seat: Seat
    """Whose tile it is."""
    tile: Tile
    kong: MeldKind | None = None


class TableView(Open, frozen=True):
    """All a viewer may see of a table."""

    phase: Phase
    match: MatchInfo | None = None
    hand: int = 0
    """Number of the hand, from 1."""
    dealer: Seat | None = None
    dice: tuple[int, ...] = ()
    streak: int = 0
    heated: bool = False
    turn: Seat | None = None
    """Whose turn it is; in a window, whose tile it is about."""
    window: WindowView | None = None
    wall_left: int = 0
    seats: tuple[SeatView, ...] = ()
    """Four once a match has begun, else none."""
    marks: tuple[Mark, ...] = ()
    ledger: tuple[Transfer, ...] = ()
    """What this hand has paid so far."""
    commit: Hex32 | None = None
    nonces: tuple[str, ...] = ()
    """As listed before the deal: four, empty for none."""
    result: HandResult | None = None
    """The hand's, until the next one begins."""
    history: tuple[Four[int], ...] = ()
    """Totals of the hands played."""
    match_result: MatchResult | None = None
