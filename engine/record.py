"""A record as it was read (FORMATS "Record"): a match's deals, actions and results, and checks along the way.

Only what a record says; ``record_read.py`` reads it from JSON, ``replay.py`` plays it, ``record_verify.py``
holds it against its commitments, ``record_write.py`` writes one from a match's events.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol, TypeAlias

from engine.commands import Command
from engine.match import Match
from engine.ruleset import Ruleset

__all__ = [
    "FORMAT", "UNFINISHED", "Act", "Check", "HandRecord", "Record", "Result", "SeededWall", "StackedWall",
    "Wall",
]  # fmt: skip

FORMAT: Final = "sifang.record/1"
UNFINISHED: Final = "unfinished"
"""Outcome of a hand that the record leaves in the middle."""


class Act(NamedTuple):
    """An action: what a seat asked for, or the server for it."""

    seat: int
    command: Command


class Check(Protocol):
    """A check that stands between the actions. It looks at the state as it is and passes for nobody."""

    def failure(self, match: Match) -> str | None:
        """Say what is otherwise than the check has it, ``None`` if nothing is."""


class SeededWall(NamedTuple):
    """The committed deal: a hand's secret and the four seats' nonces, empty where none was given."""

    secret: bytes
    nonces: tuple[bytes, ...]


class StackedWall(NamedTuple):
    """A deal laid out by hand. ``rest`` is the wall after the deal in wall order, ``chance`` its draws by
    label.

    ``path`` is where it stands, for what is only known at its turn.
    """

    hands: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...]
    chance: tuple[tuple[str, tuple[int, ...]], ...]
    path: str


Wall: TypeAlias = SeededWall | StackedWall


class Result(NamedTuple):
    """What a record says a hand came to; ``None`` for what it does not say."""

    totals: tuple[int, ...] | None
    outcome: str | None
    next_dealer: int | None
    streak: int | None
    heated: bool | None


class HandRecord(NamedTuple):
    """One hand; ``dealer``, ``streak`` and ``heated`` are ``None`` where they follow from the hand before."""

    dealer: int | None
    streak: int | None
    heated: bool | None
    wall: Wall
    actions: tuple[Act | Check, ...]
    result: Result
    commit: bytes | None


class Record(NamedTuple):
    """A whole record; ``revision`` is the revision of the rules it was played under, where it says so."""

    rules: Ruleset
    revision: int | None
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    auto_pass: bool
    hands: tuple[HandRecord, ...]
