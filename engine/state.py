"""One hand's state: one mutable object, written by ``apply.py`` alone, cheap to copy.

A server plays millions of steps, so this is neither frozen nor rebuilt. Everybody else reads it. It holds
every secret of the hand; what a viewer may see is built in ``views.py``. What a mechanic keeps is in ``ext``
under its key: frozen values that the kernel never reads.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.commands import Command
from engine.events import Cause, Outcome, WindowKind
from engine.ledger import Transfer
from engine.melds import Meld
from engine.patterns import POW5, SUIT_OF
from engine.scoring.facts import By
from engine.scoring.settlement import WinScore
from engine.tiles import KINDS

__all__ = ["Hand", "Phase", "RiverTile", "State", "Window"]


class Phase(StrEnum):
    """Where a hand stands; ``machine.py`` has the table."""

    __hash__ = str.__hash__  # the hash of what it equals, without a detour through Python

    NEW = "new"
    DEAL = "deal"
    FLOWERS = "flowers"
    DRAW = "draw"
    REPLACE = "replace"
    TURN = "turn"
    CLAIMS = "claims"
    ROB = "rob"
    SETTLE = "settle"
    OVER = "over"


class RiverTile(NamedTuple):
    """A discard that lies in the river; ``drawn``: it was thrown as soon as it was drawn."""

    tile: int
    drawn: bool


class Hand:
    """Tiles in one seat's hand: counts by kind and the same packed by suit for ``engine.patterns``.

    ``size`` is their number; ``odd`` has a bit for each kind of which there is an odd number.
    ``near`` is a memo for who judges hands by shape: whether it is one tile short of winning. Every change
    clears it.
    """

    __slots__ = ("counts", "near", "odd", "packed", "size")

    def __init__(self) -> None:
        self.counts: list[int] = [0] * KINDS
        self.packed: list[int] = [0, 0, 0, 0]
        self.size = 0
        self.odd = 0
        self.near: bool | None = None

    def add(self, kind: int) -> None:
        """Put one tile in."""
        self.counts[kind] += 1
        self.size += 1
        self.odd ^= 1 << kind
        self.near = None
        if kind < 34:
            self.packed[SUIT_OF[kind]] += POW5[kind]

    def remove(self, kind: int, copies: int = 1) -> None:
        """Take tiles out. The caller has checked that they are there."""
        self.counts[kind] -= copies
        self.size -= copies
        self.near = None
        if copies & 1:
            self.odd ^= 1 << kind
        if kind < 34:
            self.packed[SUIT_OF[kind]] -= POW5[kind] * copies

    def tiles(self) -> list[int]:
        """List the tiles, sorted ``m p s z f``."""
        return [kind for kind, count in enumerate(self.counts) if count for _ in range(count)]

    def copy(self) -> Hand:
        """Copy the hand."""
        hand = Hand.__new__(Hand)
        hand.counts = self.counts[:]
        hand.packed = self.packed[:]
        hand.size = self.size
        hand.odd = self.odd
        hand.near = self.near
        return hand


class Window:
    """An open window: what it is about is fixed when it opens (CO-2.4); only ``answers`` grows."""

    __slots__ = ("answers", "kind", "lawful", "number", "offers", "source", "tile")

    def __init__(
        self, number: int, kind: WindowKind, source: int, tile: int,
        offers: dict[int, tuple[Command, ...]], lawful: tuple[int, ...],
    ) -> None:  # fmt: skip
        self.number = number
        self.kind = kind
        self.source = source
        self.tile = tile
        self.offers = offers
        self.lawful = lawful
        self.answers: dict[int, Command] = {}

    @property
    def pending(self) -> tuple[int, ...]:
        """Seats that were asked and have not answered."""
        return tuple([seat for seat in self.offers if seat not in self.answers])

    def copy(self) -> Window:
        """Copy the window."""
        window = Window(self.number, self.kind, self.source, self.tile, self.offers, self.lawful)
        window.answers = self.answers.copy()
        return window


class State:
    """One hand. See the attributes' comments; ``None`` where something is not (yet) so."""

    __slots__ = (
        "aside", "chain", "chance", "claimed", "dealer", "declined", "discard_chain", "discards", "drawn",
        "draw_cause", "escaped", "ext", "exposed", "false_winner", "flight", "flowers", "hands", "head",
        "heated", "last_drawer", "ledger", "melds", "next_dealer", "next_heated", "next_streak", "offers",
        "outcome", "phase", "rivers", "scores", "streak", "tail", "thrown", "turn", "turned", "unlaid",
        "wall", "window", "windows", "win_by", "win_source", "win_tile", "winners",
    )  # fmt: skip

    def __init__(self) -> None:
        self.phase = Phase.NEW
        self.dealer = 0
        self.streak = 0
        self.heated = False
        self.wall: tuple[int, ...] = ()
        self.head = 0  # index of the next tile drawn from the head
        self.tail = 0  # index after the next tile drawn from the tail
        self.chance: dict[str, tuple[int, ...]] = {}
        self.hands = [Hand(), Hand(), Hand(), Hand()]
        self.melds: list[list[Meld]] = [[], [], [], []]
        self.flowers: list[list[int]] = [[], [], [], []]
        self.unlaid = 0  # flowers in hands that are still to be laid out
        self.rivers: list[list[RiverTile]] = [[], [], [], []]  # what still lies there
        self.thrown: list[list[int]] = [[], [], [], []]  # every discard of each seat, claimed ones included
        self.discards: list[tuple[int, int]] = []  # every discard of the hand in order: (seat, kind)
        self.aside: list[tuple[int, ...]] = [(), (), (), ()]
        self.turned: tuple[int, ...] | None = None
        self.turn = 0  # whose turn it is; in a window, who discarded or konged
        self.drawn: int | None = None  # the tile just drawn by ``turn``, as long as it is apart
        self.draw_cause: Cause | None = None  # why that tile was drawn; None for a tile dealt
        self.last_drawer: int | None = None
        self.claimed = False  # the turn began with a chow or pong: discard only
        self.declined = False  # let a win on the own turn go by
        self.chain: tuple[Meld, ...] = ()  # kongs of ``turn`` with no discard between
        self.discard_chain: tuple[Meld, ...] = ()  # the same just before the last discard
        self.exposed = 0  # chows, pongs and exposed kongs made in the hand, robbed ones not
        self.flight: Meld | None = None  # the kong in flight, while it may be robbed
        self.window: Window | None = None
        self.windows = 0  # windows opened so far
        self.ledger: list[Transfer] = []
        self.ext: dict[str, object] = {}
        self.escaped: frozenset[int] = frozenset()
        self.win_by: By | None = None
        self.winners: tuple[int, ...] = ()
        self.win_tile: int | None = None
        self.win_source: int | None = None
        self.false_winner: int | None = None
        self.scores: tuple[WinScore, ...] = ()
        self.outcome: Outcome | None = None
        self.next_dealer = 0
        self.next_streak = 0
        self.next_heated = False
        self.offers: tuple[Command, ...] | None = None  # memo of the turn's offers, cleared by every event

    @property
    def left(self) -> int:
        """Tiles left in the wall, those that may not be drawn included."""
        return self.tail - self.head

    def copy(self) -> State:
        """Copy the state; the copy shares only what is never written."""
        other = State.__new__(State)
        for name in _SHARED:
            setattr(other, name, getattr(self, name))
        other.hands = [hand.copy() for hand in self.hands]
        other.melds = [list(melds) for melds in self.melds]
        other.flowers = [list(flowers) for flowers in self.flowers]
        other.rivers = [list(river) for river in self.rivers]
        other.thrown = [list(thrown) for thrown in self.thrown]
        other.discards = list(self.discards)
        other.aside = list(self.aside)
        other.window = self.window.copy() if self.window is not None else None
        other.ledger = list(self.ledger)
        other.ext = dict(self.ext)
        return other


_OWN = {"hands", "melds", "flowers", "rivers", "thrown", "discards", "aside", "window", "ledger", "ext"}
_SHARED = tuple(name for name in State.__slots__ if name not in _OWN)
