"""Events: what happened, in the past tense. The journal, replay, recovery and every viewer's stream are made
of these.

They are named tuples of plain values. ``dump`` and ``load`` turn them into lists that any codec can carry;
``SCHEMA`` numbers their form (an older journal is lifted by small functions when it is read). Many of them
hold secrets: nothing leaves the server but through ``views.mask``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias

from engine import commands
from engine.commands import Command
from engine.errors import MalformedError
from engine.ledger import Transfer
from engine.melds import Meld, MeldKind
from engine.scoring.facts import By
from engine.scoring.settlement import Item, NearMiss, Step, WinScore

__all__ = [
    "SCHEMA", "Answered", "Cause", "Dealt", "Declined", "Discarded", "Drawn", "Event", "FalseWinCalled",
    "FlowerLaid", "HandEnded", "HandStarted", "HandWon", "KongDeclared", "Marked", "Melded", "Outcome",
    "Paid", "Scored", "SeatEscaped", "SetAside", "WallExhausted", "WallTurned", "WindowClosed", "WindowKind",
    "WindowOpened", "dump", "load",
]  # fmt: skip

SCHEMA: Final = 1


class Cause(StrEnum):
    """Why a tile was drawn."""

    TURN = "turn"
    KONG = "kong"
    FLOWER = "flower"


class WindowKind(StrEnum):
    """What a window is about: a discard that may be claimed, or a kong that may be robbed."""

    DISCARD = "discard"
    ROB = "rob"


class Outcome(StrEnum):
    """How a hand ended (FORMATS ``outcome``)."""

    WIN = "win"
    DRAW = "draw"
    FALSE_WIN = "false_win"
    VOID = "void"


class HandStarted(NamedTuple):
    """A hand began. Secret: ``wall`` is every tile in wall order, ``chance`` other committed draws by label
    (CO-5.2). ``escaped`` are the seats whose players left in an earlier hand (CO-3.3)."""

    dealer: int
    streak: int
    heated: bool
    wall: tuple[int, ...]
    chance: tuple[tuple[str, tuple[int, ...]], ...] = ()
    escaped: tuple[int, ...] = ()


class Dealt(NamedTuple):
    """Tiles were dealt: by seat, in the order dealt; the dealer's last one counts as drawn."""

    hands: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]


class FlowerLaid(NamedTuple):
    """A flower was laid out."""

    seat: int
    tile: int


class Drawn(NamedTuple):
    """A tile was drawn, from the head or (``tail``) the tail of the wall. The tile is the seat's secret."""

    seat: int
    tile: int
    tail: bool
    cause: Cause


class SetAside(NamedTuple):
    """Tiles were set aside from the tail for a seat, unseen by all (NN-14.2)."""

    seat: int
    tiles: tuple[int, ...]


class Discarded(NamedTuple):
    """A tile was discarded; ``drawn`` tells whether it was the one just drawn, ``forced`` that it went by
    rule (LJ-3.2)."""

    seat: int
    tile: int
    drawn: bool
    forced: bool = False


class WindowOpened(NamedTuple):
    """A window opened on ``tile`` of ``seat``. Public: that it opened. Secret: ``offers`` (who is asked
    what), and for whom a win would be ``lawful`` (all who are offered one, save where false wins are
    penalised)."""

    window: int
    kind: WindowKind
    seat: int
    tile: int
    offers: tuple[tuple[int, tuple[Command, ...]], ...]
    lawful: tuple[int, ...]


class Answered(NamedTuple):
    """A seat answered a window. Secret until the hand is over."""

    window: int
    seat: int
    command: Command


class WindowClosed(NamedTuple):
    """A window closed with its outcome fixed. What came of it follows as its own events."""

    window: int


class Declined(NamedTuple):
    """A seat let a win go by on its own turn, where that is on offer (FORMATS: a declared player)."""

    seat: int


class KongDeclared(NamedTuple):
    """A kong that may be robbed was declared; its tile is in flight until it stands (``Melded``) or is robbed
    (``HandWon``)."""

    seat: int
    meld: Meld


class Melded(NamedTuple):
    """A meld was laid down: claimed, concealed, or an added or open kong that stands."""

    seat: int
    meld: Meld


class Marked(NamedTuple):
    """A mechanic's own fact. ``data`` is plain; who may see it is the mechanic's to say
    (``Mechanic.mask``)."""

    mechanic: str
    name: str
    seat: int
    data: tuple[int, ...] = ()


class Paid(NamedTuple):
    """A payment was made, on the spot or at the end."""

    transfer: Transfer


class HandWon(NamedTuple):
    """One or several seats won on ``tile``; ``source`` is who discarded or konged it, ``None`` for a
    self-draw."""

    by: By
    winners: tuple[int, ...]
    tile: int
    source: int | None


class FalseWinCalled(NamedTuple):
    """A seat called a win that is none, where that ends the hand (NN-11.2)."""

    seat: int
    tile: int


class WallExhausted(NamedTuple):
    """A draw fell due and none was left."""


class WallTurned(NamedTuple):
    """Tiles of the wall were turned over at the end of the hand (NN-14.1)."""

    tiles: tuple[int, ...]
    tail: bool


class Scored(NamedTuple):
    """The winners' scores, item by item."""

    scores: tuple[WinScore, ...]


class SeatEscaped(NamedTuple):
    """A seat's player left the match for good; its bot plays on (NJ-9.3)."""

    seat: int


class HandEnded(NamedTuple):
    """The hand is over; who deals next, and what the next hand inherits."""

    outcome: Outcome
    next_dealer: int
    streak: int
    heated: bool


Event: TypeAlias = (
    HandStarted | Dealt | FlowerLaid | Drawn | SetAside | Discarded | WindowOpened | Answered | WindowClosed
    | Declined | KongDeclared | Melded | Marked | Paid | HandWon | FalseWinCalled | WallExhausted | WallTurned
    | Scored | SeatEscaped | HandEnded
)  # fmt: skip

_EVENTS: Final[tuple[type, ...]] = (
    HandStarted, Dealt, FlowerLaid, Drawn, SetAside, Discarded, WindowOpened, Answered, WindowClosed,
    Declined, KongDeclared, Melded, Marked, Paid, HandWon, FalseWinCalled, WallExhausted, WallTurned, Scored,
    SeatEscaped, HandEnded,
)  # fmt: skip
_PARTS: Final[tuple[type, ...]] = (Meld, Transfer, WinScore, Item, Step, NearMiss)
_COMMANDS: Final[tuple[type, ...]] = (
    commands.Discard, commands.Chow, commands.Pong, commands.Kong, commands.Win, commands.Pass,
    commands.Ready,
)  # fmt: skip
_CLASSES: Final[dict[str, Any]] = {cls.__name__: cls for cls in (*_EVENTS, *_PARTS, *_COMMANDS)}
_NAMES: Final[dict[type, str]] = {cls: f"!{name}" for name, cls in _CLASSES.items()}
_SLOTS: Final[dict[type, tuple[str, ...]]] = {
    cls: tuple(field.name for field in fields(cls)) for cls in _COMMANDS
}
_PLAIN: Final = frozenset({int, str, bool, type(None)})
_ENUMS: Final[dict[str, dict[int, type[StrEnum]]]] = {
    "Meld": {0: MeldKind}, "Drawn": {3: Cause}, "WindowOpened": {1: WindowKind}, "HandWon": {0: By},
    "HandEnded": {0: Outcome},
}  # fmt: skip
"""Fields that hold an enumeration, by class and place."""


def dump(value: object) -> Any:
    """Turn an event (or any part of one) into lists, numbers, strings, booleans and ``None``.

    A class becomes ``["!Name", field, …]``; a plain tuple becomes a list.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    name = _NAMES.get(kind)
    parts: Any = value
    if kind in _SLOTS:
        parts = [getattr(value, slot) for slot in _SLOTS[kind]]
    elif not isinstance(value, tuple):
        return str(value) if isinstance(value, StrEnum) else value
    out: list[Any] = [] if name is None else [name]
    for part in parts:
        out.append(part if type(part) in _PLAIN else dump(part))
    return out


def load(plain: object) -> Any:
    """Read back what ``dump`` wrote.

    Raises:
        MalformedError: an unknown class or a wrong number of fields (a journal of another program).
    """
    if not isinstance(plain, Sequence) or isinstance(plain, str):
        return plain
    if plain and isinstance(plain[0], str) and plain[0].startswith("!"):
        name = plain[0][1:]
        cls = _CLASSES.get(name)
        if cls is None:
            raise MalformedError("$", f"unknown event {name[:40]!r}")
        parts = [load(part) for part in plain[1:]]
        try:
            for place, enum in _ENUMS.get(name, {}).items():
                parts[place] = enum(parts[place])
            return cls(*parts)
        except (TypeError, ValueError, IndexError) as error:
            raise MalformedError("$", f"event {name} does not read: {error}") from error
    return tuple(load(part) for part in plain)
